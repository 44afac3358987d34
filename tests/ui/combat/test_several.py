"""One roll against several in the window: from the roster, the finder and the opponent box to one step of undo."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from msgspec import structs
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.drafts.draft import Chip, Mode
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.combat.acting_side import SeveralRequest
from gm_desk.model.combat.attack_choices import ONE_TARGET
from gm_desk.model.combat.target_table import CHOICES, TargetColumn
from gm_desk.ui.combat.several import SeveralDialog
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.pill import Pill
from gm_desk.ui.widgets.popup_list import ChoiceList
from scene_window import AtScene, SceneHands, show_scene
from ui_makers import GM, a_roster, sit_down, table

pytestmark = pytest.mark.usefixtures("unpainted")

FRAG = Attack(id="frag", name="Frag grenade", skill="Athletics", damage="3d10+6", area="blast")
BOMBER = Character(
    id="eva",
    name="Eva",
    kind="pc",
    group="players",
    skills=(Skill(id="ath", name="Athletics", rating=60),),
    attacks=(FRAG,),
)


def thug(number: int) -> Character:
    return Character(
        id=f"thug{number}",
        name=f"Thug {number}",
        group="triad",
        stats={"DUR": 35, "WT": 7, "DR": 53},
        skills=(Skill(id="fray", name="Fray", rating=50),),
        armor=(Armor(values={"energy": 2, "kinetic": 4}),),
    )


THROW = (45, 20, 60, 70, 5, 5, 5)
"""Eva hits with 45, and the thugs fail against 25; the grenade does 21."""


def crowded(thugs: int = 3) -> Roster:
    """Return a roster of Eva and some thugs."""
    return a_roster(BOMBER, *(thug(number) for number in range(1, thugs + 1)))


def sat(qtbot: QtBot, folder: Path, dice: tuple[int, ...] = THROW, thugs: int = 3) -> SceneHands:
    gm = show_scene(qtbot, folder, crowded(thugs), dice=dice)
    prepares_grenade(gm)
    return gm


def prepares_grenade(gm: AtScene) -> None:
    gm.selects("Eva")
    gm.session.drafting.oppose("thug1")
    gm.click_on(gm.window.stat.attacks.view, "Frag grenade")
    gm.settles()


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> SceneHands:
    return sat(qtbot, tmp_path)


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open a whole window, for the test pane, the finder and a restart."""
    made = sit_down(qtbot, tmp_path, crowded(), dice=THROW)
    prepares_grenade(made)
    return made


def hurt(gm: AtScene) -> list[int]:
    return [gm.character(f"thug{number}").health.damage for number in (1, 2, 3)]


def selects_thugs(gm: AtScene, count: int = 3) -> None:
    gm.window.roster.view.setFocus()
    gm.window.roster.select_several([f"thug{number}" for number in range(1, count + 1)])
    gm.settles()


def throws_at_all(gm: AtScene) -> SeveralDialog:
    """Select the three thugs, and let the grenade stand against them."""
    selects_thugs(gm)
    gm.keys("Alt+T")
    return gm.dialog(SeveralDialog)


def cell(dialog: SeveralDialog, row: int, column: TargetColumn) -> QModelIndex:
    return dialog.model.index(row, column)


def press(dialog: SeveralDialog, *keys: Qt.Key) -> None:
    """Press keys in the dialog, or in the cell that is edited."""
    for key in keys:
        focus = dialog.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        QApplication.processEvents()


def types_into(dialog: SeveralDialog, row: int, column: TargetColumn, text: str) -> None:
    """Type into a cell, without leaving it."""
    dialog.view.setCurrentIndex(cell(dialog, row, column))
    dialog.view.setFocus()
    QTest.keyClicks(dialog.view, text[:1])
    focus = dialog.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text[1:])


ENTER, F4 = Qt.Key.Key_Return, Qt.Key.Key_F4


def test_who_cannot_defend_is_named_and_each_has_its_conditions(qtbot: QtBot, tmp_path: Path) -> None:
    down, dizzy = (ActiveCondition(id=kind, kind=kind, name=kind.title()) for kind in ("unconscious", "stunned"))
    crowd = (structs.replace(thug(1), conditions=(down,)), structs.replace(thug(2), conditions=(dizzy,)), thug(3))
    gm = sit_down(qtbot, tmp_path, a_roster(BOMBER, *crowd))
    gm.selects("Eva")
    gm.click_on(gm.window.stat.attacks.view, "Frag grenade")
    dialog = throws_at_all(gm)
    assert dialog.says.text() == "One roll, TN 60, against 3. Cannot defend: Thug 1."
    columns = (TargetColumn.DEFENCE, TargetColumn.VERDICT, TargetColumn.NET)
    assert [cell(dialog, 0, one).data() for one in columns] == ["no defence", "unconscious", ""]
    assert cell(dialog, 1, TargetColumn.NET).data() == "−30"
    for row in (0, 1):
        text, chosen = next(one for one in cell(dialog, row, TargetColumn.DEFENCE).data(CHOICES) if one[0] == "Fray 50")
        assert dialog.model.setData(cell(dialog, row, TargetColumn.DEFENCE), chosen)
        assert cell(dialog, row, TargetColumn.DEFENCE).data() == text, "the GM has the last word"
    assert cell(dialog, 1, TargetColumn.NET).data() == "−30", "a condition counts with every defence"


def test_a_single_target_is_called_one(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_scene(qtbot, tmp_path, a_roster(BOMBER, thug(1), thug(2)), dice=(45,))
    gm.selects("Eva")
    gm.click_on(gm.window.stat.attacks.view, "Frag grenade")
    selects_thugs(gm, 2)
    gm.keys("Alt+T")
    dialog = gm.dialog(SeveralDialog)
    assert dialog.says.text() == "One roll, TN 60, against 2; each of them defends."
    dialog.view.setFocus()
    QTest.keyClick(dialog.view, Qt.Key.Key_Delete)
    assert dialog.says.text() == "One roll, TN 60, against one target."


@pytest.mark.parametrize(("damage", "state"), [(35, "out"), (60, "dead")])
def test_who_is_out_by_damage_cannot_defend_and_is_named(qtbot: QtBot, tmp_path: Path, damage: int, state: str) -> None:
    fallen = structs.replace(thug(1), health=Health(damage=damage))
    gm = show_scene(qtbot, tmp_path, a_roster(BOMBER, fallen, thug(2)), dice=(45, 60, 5, 5, 5))
    gm.selects("Eva")
    gm.click_on(gm.window.stat.attacks.view, "Frag grenade")
    selects_thugs(gm, 2)
    gm.keys("Alt+T")
    dialog = gm.dialog(SeveralDialog)
    assert dialog.says.text() == "One roll, TN 60, against 2. Cannot defend: Thug 1."
    columns = (TargetColumn.DEFENCE, TargetColumn.VERDICT)
    assert [cell(dialog, 0, one).data() for one in columns] == ["no defence", state]
    _, chosen = cell(dialog, 0, TargetColumn.DEFENCE).data(CHOICES)[0]
    assert dialog.model.setData(cell(dialog, 0, TargetColumn.DEFENCE), chosen)
    assert cell(dialog, 0, TargetColumn.DEFENCE).data() == "Fray ÷ 2 = 25", "the GM has the last word"
    assert dialog.model.setData(cell(dialog, 0, TargetColumn.DEFENCE), None)
    press(dialog, ENTER)
    assert [cell(dialog, row, TargetColumn.HIT).data() for row in (0, 1)] == ["Hit", "Hit"]


@pytest.mark.parametrize("button", ["add", "who", "remove"])
def test_enter_presses_the_button_that_has_the_focus(gm: AtScene, button: str) -> None:
    dialog = throws_at_all(gm)
    focused = getattr(dialog.sides, button)
    focused.setFocus()
    press(dialog, ENTER)
    assert dialog.roll.targets.entry is None
    if button == "remove":
        assert dialog.roll.targets.ids == ("thug2", "thug3")
    else:
        assert dialog.findChildren(ChoiceList)[-1].isVisible()


def test_the_dialog_grows_so_that_all_targets_stay_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path, thugs=8)
    selects_thugs(gm, 1)
    gm.keys("Alt+T")
    dialog = gm.dialog(SeveralDialog)
    dialog.sides.add_targets([f"thug{number}" for number in range(2, 9)])
    dialog.roll.roll()
    gm.settles()
    assert dialog.view.verticalScrollBar().maximum() == 0
    assert dialog.height() < gm.window.height()


def test_three_selected_targets_take_a_grenade_with_four_keys_and_one_undo(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    assert dialog.sides.who.accessibleName() == "Who acts: Eva · Frag grenade"
    press(dialog, ENTER, ENTER)
    assert dialog.says.text() == (
        "45, TN 60: ▲ Superior success. 3 of 3 hit. "
        "17, 17, 17 damage: Thug 1 (2 wounds), Thug 2 (2 wounds), Thug 3 (2 wounds)"
    )
    assert hurt(gm) == [0, 0, 0]
    press(dialog, ENTER)
    assert hurt(gm) == [17, 17, 17]
    assert [row[2] for row in gm.log()] == ["Frag grenade, 3 targets, centre", "Frag grenade vs 3 targets"]
    gm.undo_of("deal damage of Frag grenade to 3 characters").trigger()
    assert hurt(gm) == [0, 0, 0]


def test_f4_goes_on_as_it_does_for_a_single_hit(gm: AtScene) -> None:
    press(throws_at_all(gm), F4, F4, F4)
    assert hurt(gm) == [17, 17, 17]


def test_the_key_of_damage_goes_on_in_the_table_as_it_is_set(whole: GM) -> None:
    whole.action("roll.roll_damage").setShortcut(QKeySequence(Qt.Key.Key_F9))
    dialog = throws_at_all(whole)
    press(dialog, F4)
    assert dialog.roll.targets.entry is None
    press(dialog, *[Qt.Key.Key_F9] * 3)
    assert hurt(whole) == [17, 17, 17]


def test_the_lines_are_there_after_a_restart(whole: GM, qtbot: QtBot, tmp_path: Path) -> None:
    press(throws_at_all(whole), F4, F4, F4)
    before = whole.log()
    whole.window.close()
    again = sit_down(qtbot, tmp_path)
    assert again.log() == before
    assert hurt(again) == [17, 17, 17]


def goes_on(gm: GM) -> SeveralDialog:
    """Press F4 in the window, which opens the table of the last roll against several again."""
    gm.settles()
    gm.keys("F4")
    return gm.dialog(SeveralDialog)


def test_hits_that_are_not_dealt_are_offered_after_the_program_was_killed(
    whole: GM, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = throws_at_all(whole)
    press(dialog, ENTER)
    dialog.roll.targets.set_target(1, structs.replace(dialog.roll.targets.value.targets[1], distance=3))
    dialog.roll.damage.type("5 5 5")
    seen = dialog.says.text()
    folder = tmp_path / "killed"
    whole.session.save()
    copytree(tmp_path, folder, ignore=ignore_patterns("killed", "*.lock"))
    again = sit_down(qtbot, folder)
    again.settles()
    assert again.window.test.damage.next.isVisible()
    assert again.window.test.damage.next.text() == "Damage: Frag grenade, 3 targets"
    opened = goes_on(again)
    assert opened.says.text() == seen
    assert (opened.go.text(), opened.go.toolTip()) == ("Apply all", "Apply all (Enter)")
    press(opened, ENTER)
    assert hurt(again) == [17, 11, 17]
    again.settles()
    assert again.window.test.damage.next.isHidden()
    follows = [choice.text for choice in again.window.test.damage.aftermath.choices]
    assert follows[0] == "Thug 1: prone"
    assert len({one.partition(":")[0] for one in follows}) == 3


def test_damage_of_several_that_is_undone_is_offered_again_with_its_dice(whole: GM) -> None:
    press(throws_at_all(whole), F4, F4, F4)
    assert whole.window.test.damage.next.isHidden()
    whole.undo_of("deal damage of Frag grenade to 3 characters").trigger()
    opened = goes_on(whole)
    assert "17, 17, 17 damage" in opened.says.text()
    press(opened, ENTER)
    assert hurt(whole) == [17, 17, 17]
    assert whole.window.test.damage.next.isHidden()
    whole.does("window.undo")
    whole.does("window.undo")
    whole.settles()
    assert whole.window.test.damage.next.isHidden(), "the roll itself is undone"


@pytest.mark.usefixtures("painted")
def test_a_point_spent_on_the_roll_beside_the_table_counts_in_it_and_is_paid_once(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, crowded(), dice=(81, 30, 60, 70, 5, 5, 5))
    prepares_grenade(gm)
    with_flex(gm)
    dialog = throws_at_all(gm)
    press(dialog, ENTER)
    dialog.reject()
    gm.settles()
    assert gm.window.test.damage.next.isHidden()
    gm.click(
        next(pill for pill in gm.window.test.after.findChildren(Pill) if pill.text().startswith("Flex · flip-flop"))
    )
    last = gm.rolling.recent.last
    assert last is not None
    assert last.note.startswith("hits Thug 1"), "the log says what the dice come to now"
    opened = goes_on(gm)
    assert "3 of 3 hit" in opened.says.text()
    press(opened, ENTER, ENTER)
    assert hurt(gm) == [17, 17, 17]
    assert with_flex(gm) == [1, 2]


def test_a_point_is_not_paid_again_when_damage_that_was_reverted_is_dealt_again(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, crowded(), dice=(81, 30, 60, 70, 5, 5, 5))
    prepares_grenade(gm)
    with_flex(gm)
    dialog = throws_at_all(gm)
    press(dialog, ENTER)
    targets = dialog.roll.targets
    targets.become(structs.replace(targets.value, point=targets.points()[0][1]))
    press(dialog, ENTER, ENTER)
    assert (hurt(gm), with_flex(gm)) == ([17, 17, 17], [1, 2])
    gm.click(next(pill for pill in gm.window.test.after.findChildren(Pill) if pill.text().startswith("Undo damage")))
    assert (hurt(gm), with_flex(gm)) == ([0, 0, 0], [1, 2])
    press(goes_on(gm), ENTER)
    assert (hurt(gm), with_flex(gm)) == ([17, 17, 17], [1, 2])
    for step, found in (("deal", ([0, 0, 0], [1, 2])), ("revert", ([17] * 3, [1, 2])), ("deal", ([0] * 3, [2, 2]))):
        gm.does("window.undo")
        assert (hurt(gm), with_flex(gm)) == found, step
    press(goes_on(gm), ENTER)
    assert (hurt(gm), with_flex(gm)) == ([17, 17, 17], [1, 2])


def test_a_roll_against_several_that_hits_nobody_leaves_no_damage(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, crowded(), dice=(99, 20, 60, 70))
    prepares_grenade(gm)
    dialog = throws_at_all(gm)
    press(dialog, ENTER)
    dialog.reject()
    gm.settles()
    assert gm.window.test.damage.next.isHidden()


def test_enter_goes_on_after_a_click_on_a_choice_and_does_not_take_it_back(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = throws_at_all(sat(qtbot, tmp_path, dice=(45, 20, 60, 70, 5, 5, 5, 4)))
    press(dialog, ENTER)
    QTest.mouseClick(dialog.choices.options["superior"], Qt.MouseButton.LeftButton)
    press(dialog, ENTER)
    assert dialog.roll.targets.value.picks == ("damage",)
    assert [cell(dialog, row, TargetColumn.DAMAGE).data() for row in range(3)] == ["25"] * 3


def test_players_dice_are_typed_into_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path, dice=(45, 20, 70, 5, 5, 5))
    dialog = throws_at_all(gm)
    types_into(dialog, 1, TargetColumn.DICE, "93")
    press(dialog, ENTER)
    press(dialog, ENTER)
    assert [cell(dialog, row, TargetColumn.DICE).data() for row in range(3)] == ["20", "93", "70"]


def test_digits_typed_on_a_name_are_the_dice_of_that_target(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    assert dialog.view.currentIndex().column() == TargetColumn.WHO
    for key in (Qt.Key.Key_1, Qt.Key.Key_1, ENTER):
        press(dialog, key)
    assert cell(dialog, 0, TargetColumn.DICE).data() == "11"
    press(dialog, ENTER)
    assert cell(dialog, 0, TargetColumn.DICE).data() == "11"


def test_impossible_dice_are_refused_in_the_cell_saying_why(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    types_into(dialog, 0, TargetColumn.DICE, "777")
    press(dialog, ENTER)
    editor = dialog.focusWidget()
    assert isinstance(editor, CheckedEdit)
    assert editor.text() == "777"
    assert "777" in gm.refused()
    press(dialog, Qt.Key.Key_Escape)
    assert cell(dialog, 0, TargetColumn.DICE).data() == ""
    assert dialog.isVisible()


def test_a_refused_text_in_a_cell_is_not_left_by_a_click_on_roll_or_on_another_cell(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    types_into(dialog, 0, TargetColumn.DICE, "777")
    editor = dialog.focusWidget()
    assert isinstance(editor, CheckedEdit)
    clicked = dialog.view.visualRect(cell(dialog, 1, TargetColumn.DICE)).center()
    for widget, at in ((dialog.go, None), (dialog.view.viewport(), clicked)):
        gm.click(widget, at)
        gm.settles()
        assert (editor.text(), editor.hasFocus(), "777" in gm.refused()) == ("777", True, True)
        assert dialog.view.currentIndex().row() == 0
    assert dialog.roll.targets.entry is None
    press(dialog, Qt.Key.Key_Escape)
    gm.click(dialog.go)
    assert dialog.roll.targets.entry is not None


def test_distance_and_a_hit_by_hand_change_what_comes_through(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    types_into(dialog, 1, TargetColumn.WHERE, "2")
    press(dialog, ENTER)
    press(dialog, F4, F4)
    dialog.view.setCurrentIndex(cell(dialog, 2, TargetColumn.HIT))
    dialog.view.edit(dialog.view.currentIndex())
    [box] = dialog.view.findChildren(QComboBox)
    box.setCurrentText("Miss")
    box.activated.emit(box.currentIndex())
    gm.settles()
    assert [cell(dialog, row, TargetColumn.THROUGH).data() for row in range(3)] == ["17", "13", ""]
    dialog.go_on()
    assert hurt(gm) == [17, 13, 0]


def test_the_acting_dice_may_be_typed_and_bad_ones_are_refused(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    dialog.sides.own.setFocus()
    QTest.keyClicks(dialog.sides.own, "123")
    press(dialog, ENTER)
    assert dialog.roll.targets.entry is None
    dialog.sides.own.selectAll()
    QTest.keyClicks(dialog.sides.own, "33")
    press(dialog, ENTER)
    assert dialog.roll.targets.value.dice == {"a.roll": (33,)}


def test_bad_dice_are_not_rolled_instead_when_the_button_is_clicked(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    dialog.sides.own.setFocus()
    QTest.keyClicks(dialog.sides.own, "123")
    dialog.view.setFocus()
    dialog.go_on()
    assert (dialog.roll.targets.entry, dialog.sides.own.text()) == (None, "123")


def test_the_opponent_box_opens_it_with_the_present_opponent_and_targets_are_added(whole: GM) -> None:
    whole.session.drafting.oppose("thug2")
    whole.settles()
    whole.click(whole.window.test.opponent.who)
    whole.narrows("several")
    whole.takes()
    dialog = whole.dialog(SeveralDialog)
    assert dialog.roll.targets.ids == ("thug2",)
    whole.click(dialog.sides.add)
    assert whole.offers() == ["Thug 1", "Thug 3", "Dockside Triad: all 2"]
    whole.narrows("all")
    whole.takes()
    assert whole.dialog(SeveralDialog).roll.targets.ids == ("thug2", "thug1", "thug3")
    dialog.view.setCurrentIndex(cell(dialog, 0, TargetColumn.WHO))
    dialog.view.setFocus()
    press(dialog, Qt.Key.Key_Delete)
    assert whole.dialog(SeveralDialog).roll.targets.ids[:2] == ("thug1", "thug3")


def test_letters_typed_on_a_name_find_the_next_target(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    dialog.roll.targets.remove(2)
    dialog.view.setCurrentIndex(cell(dialog, 0, TargetColumn.WHO))
    dialog.view.setFocus()
    QTest.keyClick(dialog.view, Qt.Key.Key_T)
    shown = dialog.findChildren(ChoiceList)[-1]
    assert (shown.isVisible(), shown.filter.text()) == (True, "t")
    QTest.keyClicks(shown.filter, "hug 3")
    QTest.keyClick(shown.filter, Qt.Key.Key_Return)
    assert [one.side.name for one in dialog.roll.targets.value.targets][-1] == "Thug 3"
    press(dialog, Qt.Key.Key_Return)
    QTest.keyClick(dialog.view, Qt.Key.Key_T)
    assert dialog.roll.targets.entry is not None
    assert not any(one.isVisible() for one in dialog.findChildren(ChoiceList)), (
        "the targets are known once it is rolled"
    )


def test_letters_typed_on_a_button_find_the_first_target(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path)
    gm.selects("Eva")
    gm.attacks("Frag grenade")
    gm.keys("Alt+T")
    dialog = gm.dialog(SeveralDialog)
    dialog.sides.add.setFocus()
    QTest.keyClick(dialog.sides.add, Qt.Key.Key_T)
    shown = dialog.findChildren(ChoiceList)[-1]
    assert (shown.isVisible(), shown.filter.text()) == (True, "t")


def test_enter_rolls_from_the_box_for_the_dice_of_each_as_well(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    dialog.choices.apart.setFocus()
    gm.settles()
    QTest.keyClick(dialog.choices.apart, Qt.Key.Key_Return)
    assert dialog.roll.targets.entry is not None


def test_tab_goes_from_the_targets_to_the_choices_below_them_and_on_to_the_button(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    press(dialog, ENTER)
    dialog.view.setFocus()
    reached = list[object]()
    while dialog.focusWidget() is not dialog.go:
        assert len(reached) < 12
        reached.append(dialog.focusWidget())
        press(dialog, Qt.Key.Key_Tab)
    assert reached == [dialog.view, *(one for one in dialog.choices.stops() if one.isVisible())]


def test_the_key_for_dice_goes_to_those_of_the_roll_and_then_to_those_of_the_damage(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    QTest.keyClick(dialog, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert dialog.focusWidget() is dialog.sides.own
    press(dialog, Qt.Key.Key_2, Qt.Key.Key_3, ENTER)
    assert dialog.says.text().startswith("23")
    QTest.keyClick(dialog, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert dialog.focusWidget() is dialog.choices.dice


def test_of_a_group_only_those_in_the_fight_are_offered_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path, thugs=4)
    fighters = tuple(Fighter(id=one) for one in ("eva", "thug1", "thug2", "thug3"))
    scene = Scene(id="dock", fighters=fighters, now=Moment())
    roster = gm.roster
    gm.session.document.change(structs.replace(roster, scenes=(scene,), stage="dock"), "begin")
    gm.does("combat.against_several")
    gm.click(gm.dialog(SeveralDialog).sides.add)
    assert gm.offers()[-1] == "Dockside Triad: all 2"


def test_of_a_group_those_in_action_are_offered_without_those_who_are_out(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path, thugs=4)
    fallen = structs.replace(gm.character("thug3"), health=Health(damage=40))
    gm.session.document.change(gm.roster.with_character(fallen), "fall")
    gm.session.drafting.set_mode(Mode.ALONE)
    gm.does("combat.against_several")
    dialog = gm.dialog(SeveralDialog)
    gm.click(dialog.sides.add)
    assert gm.offers()[-2:] == ["Dockside Triad: 3 in action", "Dockside Triad: all 4"]
    shown = dialog.findChildren(ChoiceList)[-1]
    QTest.keyClicks(shown.filter, "in action")
    QTest.keyClick(shown.filter, ENTER)
    assert dialog.roll.targets.ids == ("thug1", "thug2", "thug4")


def test_the_finder_rolls_against_those_behind_the_commas(whole: GM) -> None:
    whole.keys("Ctrl+K")
    whole.types("grenade vs thug 1, thug 3")
    whole.keys("Return")
    dialog = whole.dialog(SeveralDialog)
    assert dialog.roll.targets.ids == ("thug1", "thug3")
    assert dialog.roll.targets.entry is not None
    assert [row[TargetColumn.DICE] for row in table(dialog.model)] == ["20", "60"]


@pytest.mark.usefixtures("painted")
def test_the_finder_says_that_a_target_who_is_out_does_not_defend(whole: GM) -> None:
    fallen = structs.replace(whole.character("thug1"), health=Health(damage=40, wounds=2))
    whole.session.document.change(whole.roster.with_character(fallen), "fall")
    whole.keys("Ctrl+K")
    whole.types("grenade vs thug 1, thug 3")
    first = whole.window.header.finder.list.item(0).text()
    assert first.endswith(" vs Thug 1 · no defence, Thug 3")


def test_more_than_fifty_selected_are_refused_saying_why(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path, thugs=51)
    selects_thugs(gm, 51)
    gm.keys("Alt+T")
    dialog = gm.dialog(SeveralDialog)
    assert dialog.says.text() == "51 targets are too many: one roll can have 50."
    assert not dialog.go.isEnabled()


def test_the_veil_makes_the_roll_secret(gm: AtScene) -> None:
    gm.rolling.secrecy.set_secret(True)
    press(throws_at_all(gm), F4, F4, F4)
    assert all(entry.entry.secret for entry in gm.session.log.page(9))


def test_targets_that_are_added_and_their_results_are_seen_without_scrolling(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, crowded(9), dice=(45, *range(51, 65), 5, 5, 5))
    prepares_grenade(gm)
    gm.resizes(1366, 738)
    gm.click(gm.window.test.opponent.who)
    gm.narrows("several")
    gm.takes()
    dialog = gm.dialog(SeveralDialog)
    dialog.sides.add_targets([f"thug{number}" for number in range(2, 10)])
    gm.settles()
    bars = dialog.view.verticalScrollBar(), dialog.view.horizontalScrollBar()
    assert [bar.maximum() for bar in bars] == [0, 0]
    for _ in range(2):
        press(dialog, ENTER)
        gm.settles()
        assert [bar.maximum() for bar in bars] == [0, 0]
    assert gm.window.frameGeometry().contains(dialog.geometry())


def test_it_fits_a_small_window(whole: GM) -> None:
    whole.resizes(1024, 640)
    dialog = throws_at_all(whole)
    assert dialog.width() <= 1024
    assert dialog.height() <= 640


def test_nobody_acts_until_somebody_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_scene(qtbot, tmp_path, a_roster(thug(1), thug(2)))
    selects_thugs(gm, 2)
    gm.keys("Alt+T")
    dialog = gm.dialog(SeveralDialog)
    assert dialog.says.text() == "Choose who rolls."
    assert not dialog.go.isEnabled()


def test_a_thrower_with_a_renamed_grenade_is_logged_by_its_name_then(gm: AtScene) -> None:
    press(throws_at_all(gm), F4, F4, F4)
    eva = gm.character("eva")
    named = structs.replace(eva, attacks=(structs.replace(FRAG, name="Smoke grenade"),))
    gm.session.document.change(gm.roster.with_character(named), "rename")
    assert gm.log()[1][2] == "Frag grenade vs 3 targets"


def test_a_table_closed_before_its_damage_was_applied_goes_on_where_it_was(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    press(dialog, ENTER, ENTER)
    dialog.reject()
    gm.settles()
    assert gm.trouble() == "The damage of Eva · Frag grenade has not been applied. Choose Against several… to continue."
    again = throws_at_all(gm)
    assert "17, 17, 17 damage" in again.says.text()
    press(again, ENTER)
    assert hurt(gm) == [17, 17, 17]
    assert len(gm.log()) == 2


def test_what_was_closed_twice_or_undone_is_begun_anew(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path, dice=(*THROW[:4], *THROW[:4]))
    dialog = throws_at_all(gm)
    press(dialog, ENTER)
    for again in (dialog, None):
        (again or throws_at_all(gm)).reject()
        gm.settles()
    assert gm.session.log.rolls == 1
    fresh = throws_at_all(gm)
    assert fresh.go.text() == "Roll"
    press(fresh, ENTER)
    fresh.reject()
    gm.does("window.undo")
    assert throws_at_all(gm).go.text() == "Roll"


def with_flex(gm: AtScene) -> list[int]:
    """Return the Flex of thrower and first target, who get two points each at first."""
    people = [gm.character(one) for one in ("eva", "thug1")]
    for one in people:
        if not one.points:
            flex = {"flex": Points(now=2, max=2)}
            gm.session.document.change_character(structs.replace(one, points=flex), "equip")
    return [gm.character(one.id).points["flex"].now for one in people]


def test_a_point_of_who_acts_is_spent_in_the_table_and_paid_when_all_is_applied(gm: AtScene) -> None:
    assert with_flex(gm) == [2, 2]
    dialog = throws_at_all(gm)
    assert not dialog.choices.point.isVisible()
    press(dialog, ENTER)
    dialog.choices.point.click()
    menu = dialog.choices.point.findChild(QMenu)
    assert menu is not None
    [upgrade] = [one for one in menu.actions() if "superior" in one.text()]
    upgrade.trigger()
    menu.close()
    assert (dialog.choices.point.text(), with_flex(gm)) == ("Point spent", [2, 2])
    assert "▲▲ Superior success ×2" in dialog.says.text()
    assert "Superior success ×2" in dialog.says.accessibleName()
    assert "▲" not in dialog.says.accessibleName()
    press(dialog, ENTER, ENTER)
    assert with_flex(gm) == [1, 2]
    gm.does("window.undo")
    assert (with_flex(gm), hurt(gm)) == ([2, 2], [0, 0, 0])


def test_a_point_of_a_target_is_spent_in_its_row_and_saves_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sat(qtbot, tmp_path, dice=(15, 81, 60, 71, 5, 5, 5))
    assert with_flex(gm) == [2, 2]
    dialog = throws_at_all(gm)
    press(dialog, ENTER)
    where = cell(dialog, 0, TargetColumn.VERDICT)
    assert where.data().endswith("◇")
    dialog.view.setCurrentIndex(where)
    dialog.view.edit(where)
    [box] = dialog.view.findChildren(QComboBox)
    [flip] = [place for place in range(box.count()) if "18" in box.itemText(place)]
    for key in (*[Qt.Key.Key_Down] * flip, ENTER):
        QTest.keyClick(box.view(), key)
    gm.settles()
    assert cell(dialog, 0, TargetColumn.HIT).data() == "Half"
    assert dialog.focusWidget() is dialog.view
    dialog.activateWindow()  # as a window manager does when the list has closed
    gm.settles()
    press(dialog, ENTER, ENTER)
    assert (with_flex(gm), hurt(gm)[1:]) == ([2, 1], [17, 17])
    gm.does("window.undo")
    assert (with_flex(gm), hurt(gm)) == ([2, 2], [0, 0, 0])


SMG = Attack(id="smg", name="Submachine gun", skill="Athletics", damage="2d10", modes="SA/BF/FA")


def bursts(qtbot: QtBot, folder: Path, *dice: int, mode: str = "BF-targets") -> GM:
    """Let Eva prepare a burst at two, the first of whom is chosen."""
    shooter = structs.replace(BOMBER, attacks=(SMG,))
    gm = sit_down(qtbot, folder, a_roster(shooter, *(thug(number) for number in (1, 2, 3))), dice=dice)
    gm.selects("Eva")
    gm.session.drafting.oppose("thug1")
    gm.click_on(gm.window.stat.attacks.view, SMG.name)
    gm.window.test.attack.rows["mode"].chosen.emit("mode", mode)
    gm.settles()
    return gm


def test_roll_asks_for_the_targets_of_a_mode_for_several(qtbot: QtBot, tmp_path: Path) -> None:
    gm = bursts(qtbot, tmp_path, 45, 70, 80)
    gm.click(gm.window.test.row.button)
    dialog = gm.dialog(SeveralDialog)
    assert gm.log() == [], "nothing is rolled against one alone"
    assert [cell(dialog, row, TargetColumn.WHO).data() for row in range(dialog.model.rowCount())] == ["Thug 1"]
    dialog.sides.add_targets(["thug2"])
    press(dialog, ENTER)
    assert gm.log()[0][2] == "Submachine gun vs 2 targets"


def test_roll_without_an_opponent_asks_for_the_targets_as_well(qtbot: QtBot, tmp_path: Path) -> None:
    gm = bursts(qtbot, tmp_path)
    gm.session.drafting.set_mode(Mode.ALONE)
    gm.click(gm.window.test.row.button)
    assert gm.dialog(SeveralDialog).says.text() == "Add targets."


def test_without_targets_the_keys_are_at_the_button_that_adds_them(qtbot: QtBot, tmp_path: Path) -> None:
    gm = bursts(qtbot, tmp_path, 45, 20)
    gm.program.session.drafting.set_mode(Mode.ALONE)
    gm.window.test.row.roll()
    dialog = gm.dialog(SeveralDialog)
    assert dialog.model.rowCount() == 0
    assert dialog.focusWidget() is dialog.sides.add
    dialog.sides.add_targets(["thug1", "thug2"])
    assert dialog.focusWidget() is dialog.view


def test_dice_that_are_typed_go_along_to_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    gm = bursts(qtbot, tmp_path, 80)
    gm.window.test.row.dice.setText("07")
    gm.window.test.row.other.setText("93")
    gm.click(gm.window.test.row.button)
    dialog = gm.dialog(SeveralDialog)
    assert (dialog.sides.own.text(), cell(dialog, 0, TargetColumn.DICE).data()) == ("07", "93")
    dialog.sides.add_targets(["thug2"])
    press(dialog, ENTER)
    assert dialog.says.text().startswith("07, TN 60")
    assert [cell(dialog, row, TargetColumn.DICE).data() for row in range(2)] == ["93", "80"]


def test_dice_that_are_typed_before_an_opponent_is_chosen_go_along_to_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    gm = bursts(qtbot, tmp_path)
    drafting = gm.session.drafting
    drafting.take(structs.replace(drafting.draft, opponent=None))
    assert drafting.draft.lacks == "opponent"
    row = gm.window.test.row
    row.dice.setText("07")
    gm.click(row.button)
    assert (gm.dialog(SeveralDialog).sides.own.text(), row.dice.text()) == ("07", "")


def test_a_group_is_told_that_it_fires_at_one_target_only(qtbot: QtBot, tmp_path: Path) -> None:
    gm = bursts(qtbot, tmp_path)
    choices = gm.window.test.attack
    assert not choices.notice.isVisible()
    gm.rolling.group.select(["eva", "thug3"])
    gm.settles()
    assert (choices.warning.text(), choices.reload_pill.isVisible()) == (ONE_TARGET, False)
    choices.rows["mode"].chosen.emit("mode", "BF-hit")
    assert not choices.notice.isVisible()


def test_a_mode_for_one_is_rolled_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    gm = bursts(qtbot, tmp_path, 45, 70, mode="BF-hit")
    gm.click(gm.window.test.row.button)
    assert len(gm.log()) == 1
    assert not gm.window.findChildren(SeveralDialog)


def test_the_first_target_keeps_the_modifiers_that_it_was_given(gm: AtScene) -> None:
    drafting = gm.session.drafting
    side = drafting.draft.side("b")
    drafting.take(drafting.draft.with_side("b", side.with_chip(Chip("full", 30, "Full defense"))))
    gm.window.several_requested.emit(SeveralRequest(drafting.draft, ("thug1", "thug2")))
    dialog = gm.dialog(SeveralDialog)
    assert [cell(dialog, row, TargetColumn.NET).data() for row in range(2)] == ["+30", ""]


def test_who_is_out_says_so_among_the_targets(gm: AtScene) -> None:
    fallen = structs.replace(gm.character("thug3"), health=Health(damage=40))
    gm.session.document.change(gm.roster.with_character(fallen), "fall")
    selects_thugs(gm, 2)
    gm.keys("Alt+T")
    gm.dialog(SeveralDialog).sides.add.open()
    assert [name for name in gm.offers() if name.startswith("Thug")] == ["Thug 3 · out"]


def test_the_fields_for_dice_of_the_roll_and_of_the_damage_are_told_apart(gm: AtScene) -> None:
    dialog = throws_at_all(gm)
    press(dialog, F4)
    assert dialog.sides.own.isVisible()
    assert dialog.choices.dice.isVisible()
    assert (dialog.sides.own.placeholderText(), dialog.choices.dice.placeholderText()) == ("Dice", "Damage")
    wide = dialog.choices.dice.fontMetrics().horizontalAdvance("Damage")
    assert wide < dialog.choices.dice.width() - 12, "it fits"


RIFLE = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10", modes="SA/BF/FA")
CLUB = Attack(id="club", name="Club", skill="Melee", damage="1d10")


def fought(qtbot: QtBot, folder: Path, attack: Attack, thugs: int) -> tuple[SceneHands, SeveralDialog]:
    """Let Eva attack some thugs with a weapon."""
    skills = tuple(Skill(id=name, name=name, rating=60) for name in ("Guns", "Melee"))
    eva = structs.replace(BOMBER, skills=skills, attacks=(attack,))
    gm = show_scene(qtbot, folder, a_roster(eva, *(thug(number) for number in range(1, thugs + 1))), dice=THROW)
    gm.selects("Eva")
    gm.session.drafting.oppose("thug1")
    gm.click_on(gm.window.stat.attacks.view, attack.name)
    gm.settles()
    selects_thugs(gm, thugs)
    gm.keys("Alt+T")
    return gm, gm.dialog(SeveralDialog)


def test_the_firing_mode_is_chosen_in_the_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = fought(qtbot, tmp_path, RIFLE, 3)
    assert (dialog.choices.mode.isVisible(), dialog.choices.mode.text()) == (True, "FA three: 10 shots")
    assert not dialog.choices.further.isVisible()
    dialog.choices.mode.click()
    menu = dialog.choices.mode.findChild(QMenu)
    assert menu is not None
    offered = {action.text(): action for action in menu.actions()}
    assert [text for text, action in offered.items() if action.isChecked()] == ["FA three: 10 shots"]
    offered["SA: 1 shot, reaches 1 of 3 targets"].trigger()
    menu.close()
    assert dialog.choices.mode.text() == "SA: 1 shot, reaches 1 of 3 targets"
    assert dialog.says.text().endswith("SA: 1 shot, reaches 1 of 3 targets.")
    dialog.go_on()
    assert not dialog.choices.mode.isVisible(), "it is rolled"
    assert gm.session.log.page(1)[0].entry.draft.setup.use == "SA"


def test_the_modifier_for_further_targets_in_melee_can_be_struck_out(qtbot: QtBot, tmp_path: Path) -> None:
    _, dialog = fought(qtbot, tmp_path, CLUB, 3)
    assert (dialog.choices.further.text(), dialog.choices.mode.isVisible()) == ("Extra target × 2 −40", False)
    assert dialog.says.text().startswith("One roll, TN 20, against 3")
    dialog.choices.further.click()
    assert dialog.says.text().startswith("One roll, TN 60, against 3")
    dialog.choices.further.click()
    assert dialog.says.text().startswith("One roll, TN 20, against 3")
