"""Conditions in the window: set by name, menu and popup, seen and heard on the row and the card, and removed."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6 import QtGui
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.item_models import Role
from gm_desk.ui.roster.roster_pane import fitting, paint_conditions, pill_width
from gm_desk.ui.scene.condition_actions import ConditionDialog
from gm_desk.ui.settings.conditions import ConditionsDialog
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.action_rows import find_action
from scene_window import AtScene, SceneHands, show_scene
from ui_makers import GM, LAO, MOOK, a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

FIGHT = Scene(id="bar", now=Moment(acting=(LAO.id,)), fighters=(Fighter(id=LAO.id), Fighter(id=MOOK.id)))


@pytest.fixture
def fight(qtbot: QtBot, tmp_path: Path) -> SceneHands:
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(), scenes=(FIGHT,), stage="bar"))
    gm.selects(LAO.name)
    return gm


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    gm = sit_down(qtbot, tmp_path, structs.replace(a_roster(), scenes=(FIGHT,), stage="bar"))
    gm.selects(LAO.name)
    return gm


def row(gm: AtScene, who: str = LAO.id) -> tuple[str, ...]:
    found: tuple[str, ...] = gm.window.roster.model.index_of(who).data(Role.CONDITIONS)
    return found


def aloud(gm: AtScene, who: str = LAO.id) -> str:
    return str(gm.window.roster.model.index_of(who).data(Qt.ItemDataRole.AccessibleTextRole))


def popup(gm: AtScene) -> ConditionDialog:
    gm.settles()
    return next(one for one in gm.window.findChildren(ConditionDialog) if one.isVisible())


def opened(gm: AtScene) -> list[ConditionDialog]:
    gm.settles()
    return [one for one in gm.window.findChildren(ConditionDialog) if one.isVisible()]


def types(gm: AtScene, line: str) -> None:
    """Set a condition by its action and a typed line."""
    action = find_action(gm.window, "scene.set_condition")
    assert action is not None
    action.trigger()
    dialog = popup(gm)
    dialog.name.setText(line)
    dialog.does.click()
    gm.settles()


def on_card(gm: AtScene) -> list[str]:
    return [pill.text() for pill in gm.window.stat.conditions.pills]


def goes(gm: AtScene, now: Moment) -> None:
    document = gm.session.document
    document.change(document.roster.with_scene(structs.replace(FIGHT, now=now)), "next")
    gm.settles()


def test_a_key_and_a_line_set_a_condition_that_is_seen_and_heard(fight: SceneHands) -> None:
    fight.keys("Ctrl+Alt+C")
    popup(fight).name.setText("stunned 2")
    popup(fight).does.click()
    assert row(fight) == ("Stunned 2",)
    assert aloud(fight).endswith("stunned, 2 turns left")
    assert on_card(fight) == ["Stunned 2"]
    pill = fight.window.stat.conditions.pills[0]
    assert pill.accessibleName() == "stunned, 2 turns left"
    assert "−30 to physical tests" in pill.toolTip()
    goes(fight, Moment(acted=(LAO.id,)))
    assert (row(fight), on_card(fight)) == (("Stunned 1",), ["Stunned 1"])
    goes(fight, Moment(turn=2, acted=(LAO.id,)))
    assert (row(fight), on_card(fight)) == ((), [])
    assert fight.window.stat.conditions.isHidden()
    assert aloud(fight).endswith(aloud(fight).rpartition(", ")[2])
    assert "stunned" not in aloud(fight)


def names_of(dialog: ConditionDialog) -> QAbstractItemView:
    """Return the list of names that is open below the field."""
    names = dialog.name.completer().popup()
    assert names is not None
    return names


def test_one_enter_sets_a_condition_typed_by_its_whole_name(fight: SceneHands) -> None:
    fight.keys("Ctrl+Alt+C")
    dialog = popup(fight)
    QTest.keyClicks(dialog.name, "prone")
    names = names_of(dialog)
    assert names.isVisible()
    QTest.keyClick(names, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert row(fight) == ("Prone",)


def test_a_name_is_taken_from_the_list_before_it_is_set(fight: SceneHands) -> None:
    fight.keys("Ctrl+Alt+C")
    dialog = popup(fight)
    QTest.keyClicks(dialog.name, "pro")
    names = names_of(dialog)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(names, key)
    assert (dialog.name.text(), dialog.isVisible(), row(fight)) == ("Prone", True, ())
    dialog.reject()


def test_what_cannot_be_set_is_refused_where_it_is_typed(fight: SceneHands) -> None:
    fight.keys("Ctrl+Alt+C")
    dialog = popup(fight)
    for line, problem in (("stunned", "needs an end"), ("stunned 0", "at least one turn"), ("", "type a condition")):
        dialog.name.setText(line)
        assert problem in dialog.says.text().casefold()
        dialog.does.click()
        assert dialog.isVisible()
    assert row(fight) == ()
    dialog.reject()


def test_the_end_is_chosen_in_the_popup(fight: SceneHands) -> None:
    fight.keys("Ctrl+Alt+C")
    dialog = popup(fight)
    dialog.name.setText("impaired 20")
    assert dialog.says.text().startswith("Impaired 20, until removed\n−20 to all tests")
    dialog.end.setCurrentIndex(dialog.end.findData("turn"))
    dialog.count.setValue(3)
    dialog.whose.setCurrentIndex(dialog.whose.findData(MOOK.id))
    assert dialog.says.text().startswith("Impaired 20, 3 turns")
    dialog.does.click()
    assert row(fight) == ("Impaired 20 · 3",)
    (condition,) = fight.lao.conditions
    assert condition.span is not None
    assert (condition.span.whose, condition.scene) == (MOOK.id, "bar")


def test_an_end_is_not_typed_as_well_as_chosen(fight: SceneHands) -> None:
    fight.keys("Ctrl+Alt+C")
    dialog = popup(fight)
    dialog.end.setCurrentIndex(dialog.end.findData("removed"))
    dialog.name.setText("stunned 3")
    assert "the end is chosen below" in dialog.says.text()
    dialog.name.setText("stunned")
    dialog.does.click()
    assert row(fight) == ("Stunned",)


def entries(gm: AtScene) -> QMenu:
    menu = next(one for one in gm.window.findChildren(QMenu) if one.title().startswith("Condition &by name"))
    menu.aboutToShow.emit()
    return menu


def choose(gm: AtScene, name: str) -> None:
    next(action for action in entries(gm).actions() if action.text() == name).trigger()
    gm.settles()


def test_the_menu_sets_and_removes_for_all_who_are_selected(fight: SceneHands) -> None:
    fight.window.roster.select_several([LAO.id, MOOK.id])
    choose(fight, "Prone")
    assert row(fight) == row(fight, MOOK.id) == ("Prone",)
    assert next(action for action in entries(fight).actions() if action.text() == "Prone").isChecked()
    choose(fight, "Prone")
    assert row(fight) == row(fight, MOOK.id) == ()
    fight.session.document.stack.undo()
    assert row(fight) == row(fight, MOOK.id) == ("Prone",)


def test_the_menu_asks_for_what_is_missing(fight: SceneHands) -> None:
    choose(fight, "Stunned…")
    assert popup(fight).name.text() == "Stunned "
    popup(fight).name.setText("Stunned 3")
    popup(fight).does.click()
    assert row(fight) == ("Stunned 3",)


def test_what_is_typed_after_the_menu_stands_behind_the_name(fight: SceneHands) -> None:
    choose(fight, "Stunned…")
    dialog = popup(fight)
    assert dialog.name.selectedText() == ""
    QTest.keyClicks(dialog.name, "3")
    assert dialog.name.text() == "Stunned 3"
    dialog.reject()


def test_the_end_of_a_condition_that_needs_one_is_chosen_by_mouse_alone(fight: SceneHands) -> None:
    choose(fight, "Stunned…")
    dialog = popup(fight)
    dialog.name.setFocus()
    dialog.end.setFocus(Qt.FocusReason.MouseFocusReason)
    assert dialog.name.text() == "Stunned "
    dialog.end.setCurrentIndex(dialog.end.findData("turn"))
    dialog.count.setValue(2)
    dialog.does.click()
    assert row(fight) == ("Stunned 2",)


def test_each_level_of_a_condition_is_an_entry_of_the_menu(fight: SceneHands) -> None:
    choose(fight, "Impaired 20")
    assert row(fight) == ("Impaired 20",)
    choose(fight, "Impaired 30")
    assert row(fight) == ("Impaired 30",)
    checked = [action.text() for action in entries(fight).actions() if action.isChecked()]
    assert checked == ["Impaired 30"]
    choose(fight, "Impaired 30")
    assert row(fight) == ()


def test_a_cross_removes_one_and_a_key_all(fight: SceneHands) -> None:
    for line in ("prone", "stunned 2", "blinded"):
        types(fight, line)
    assert on_card(fight) == ["Prone", "Stunned 2", "Blinded"]
    fight.window.stat.conditions.pills[1].removed.emit()
    assert on_card(fight) == ["Prone", "Blinded"]
    fight.keys("Ctrl+Alt+Shift+C")
    assert on_card(fight) == []
    action = find_action(fight.window, "scene.remove_conditions")
    assert action is not None
    fight.session.document.stack.undo()
    assert on_card(fight) == ["Prone", "Blinded"]


def test_a_click_on_a_pill_asks_to_change_it(fight: SceneHands) -> None:
    types(fight, "impaired 10")
    fight.window.stat.conditions.pills[0].click()
    assert popup(fight).name.text() == "Impaired "
    popup(fight).name.setText("Impaired 30")
    popup(fight).does.click()
    assert on_card(fight) == ["Impaired 30"]


def test_conditions_are_chips_of_the_prepared_test(fight: SceneHands) -> None:
    fight.click_on(fight.window.stat.skills.view, "Guns")
    types(fight, "impaired 20")
    assert fight.net() == -20


def test_pills_that_find_no_room_are_counted(qapp: QApplication) -> None:
    font, pills = qapp.font(), ["Stunned 2", "Prone", "Blinded"]
    assert fitting(font, pills, 10_000) == pills
    assert fitting(font, pills, pill_width(font, "Stunned 2") + 60) == ["Stunned 2", "+2"]
    assert fitting(font, pills, 1) == ["Stunned 2", "+2"]
    assert fitting(font, [], 100) == []


@pytest.mark.usefixtures("painted")
def test_pills_leave_room_for_what_stands_beside_them(qapp: QApplication) -> None:
    image = QImage(300, 20, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    box = QRectF(0, 0, 300, 16)
    rest = paint_conditions(painter, box, qapp.font(), ("Prone",), current_theme())
    assert paint_conditions(painter, box, qapp.font(), (), current_theme()) == box
    painter.end()
    assert 0 < rest.x() < rest.right() <= box.right()
    assert any(image.pixelColor(x, 8).alpha() for x in range(int(rest.x())))
    assert not any(image.pixelColor(x, y).alpha() for x in range(int(rest.x()), 300) for y in range(20))


def test_own_conditions_are_added_changed_and_removed(fight: SceneHands) -> None:
    fight.keys("Ctrl+Alt+Shift+O")
    fight.settles()
    dialog = next(one for one in fight.window.findChildren(ConditionsDialog) if one.isVisible())
    dialog.add.click()
    for field, text in ((dialog.name, "Drunk"), (dialog.effects, "-10 mental"), (dialog.damage, "1")):
        field.setText(text)
        field.committed.emit(text)
    dialog.acts.click()
    assert [
        (one.name, one.effects[0].value, one.damage, one.acts) for one in fight.session.document.roster.conditions
    ] == [("Drunk", -10, "1", False)]
    assert dialog.restore.text() == "&Remove"
    dialog.table.selectRow(dialog.model.row_of("stunned"))
    dialog.effects.setText("-20")
    dialog.effects.committed.emit("-20")
    assert dialog.model.is_changed(dialog.current or pytest.fail("nothing is chosen"))
    assert dialog.effects.refusal_of("-15 physical")
    assert dialog.name.refusal_of("Prone")
    dialog.restore.click()
    assert [one.name for one in fight.session.document.roster.conditions] == ["Drunk"]
    dialog.reject()
    types(fight, "drunk")
    assert row(fight) == ("Drunk",)
    fight.click_on(fight.window.stat.skills.view, "Guns")
    assert "Drunk: cannot act" in [chip.label for chip in fight.session.drafting.draft.chips]


def test_the_finder_sets_a_condition(whole: GM) -> None:
    whole.keys("Ctrl+K")
    whole.types("lao stunned 3")
    whole.settles()
    assert whole.window.header.finder.list.item(0).text() == "Lao Qing · stunned 3"
    whole.keys("Return")
    assert row(whole) == ("Stunned 3",)


def test_the_finder_deals_damage_that_undo_takes_back(whole: GM) -> None:
    whole.keys("Ctrl+K")
    whole.types("lao damage 3")
    whole.settles()
    assert whole.window.header.finder.list.item(0).text() == "Lao Qing · damage 3"
    before = whole.character(LAO.id).health.damage
    whole.keys("Return")
    assert whole.character(LAO.id).health.damage == before + 3
    whole.does("window.undo")
    assert whole.character(LAO.id).health.damage == before


def test_the_card_offers_a_condition_while_there_is_none(fight: SceneHands) -> None:
    assert "Condition" in fight.window.stat.add.offers()
    fight.window.stat.conditions.begin()
    popup(fight).name.setText("stunned 1")
    popup(fight).does.click()
    assert on_card(fight) == ["Stunned 1"]
    assert "Condition" not in fight.window.stat.add.offers()
    goes(fight, Moment(turn=2))
    assert "Condition" in fight.window.stat.add.offers()


class Ear:
    """What is sent to a screen reader."""

    AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

    def __init__(self) -> None:
        self.heard: list[str] = []

    def updateAccessibility(self, event: QAccessibleEvent) -> None:  # noqa: N802 - Qt's name
        assert isinstance(event, QAccessibleAnnouncementEvent)
        self.heard.append(event.message())


def test_what_is_set_and_removed_is_announced_but_not_while_veiled(
    fight: SceneHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear = Ear()
    monkeypatch.setattr(QtGui, "QAccessible", ear)
    edits = fight.window.edits.conditions
    edits.set_typed([LAO.id], "stunned 3")
    edits.remove_all([LAO.id])
    assert ear.heard == ["Set stunned for Lao Qing", "Remove all conditions from Lao Qing"]
    fight.window.veil_stack.set_veiled(True)
    edits.set_typed([LAO.id], "prone")
    assert len(ear.heard) == 2


def test_whose_turn_it_is_is_announced_but_not_while_veiled(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = show_scene(qtbot, tmp_path, structs.replace(a_roster(), scenes=(FIGHT,), stage="bar"), dice=[1] * 20)
    ear = Ear()
    monkeypatch.setattr(QtGui, "QAccessible", ear)
    fight.keys("Ctrl+Alt+R", "Alt+Right", "Alt+Right", "Alt+Right")
    told = [one for one in ear.heard if one.endswith("’s turn")]
    assert told == ["Turn 1. Triad mook 1’s turn", "Turn 2. Lao Qing’s turn", "Triad mook 1’s turn"]
    fight.window.veil_stack.set_veiled(True)
    fight.window.faces.go_on()
    assert [one for one in ear.heard if one.endswith("’s turn")] == told


def test_a_cost_at_the_end_of_a_turn_is_announced_once_with_the_next_turn(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = show_scene(qtbot, tmp_path, structs.replace(a_roster(), scenes=(FIGHT,), stage="bar"), dice=[1] * 20)
    fight.window.edits.conditions.set_typed([one.id for one in fight.roster.characters], "burning")
    ear = Ear()
    monkeypatch.setattr(QtGui, "QAccessible", ear)
    fight.keys("Ctrl+Alt+R", *["Alt+Right"] * len(FIGHT.fighters))
    costs = [part for one in ear.heard for part in one.split(". ") if "burning" in part]
    assert costs
    assert len(costs) == len(set(costs))


def test_a_weapon_is_marked_as_broken_and_as_whole_again(fight: SceneHands) -> None:
    view = fight.window.stat.attacks.view
    if not fight.lao.attacks:
        weapon = Attack(id="gun", name="Gun", skill="Guns", damage="2d10")
        fight.session.document.change_character(structs.replace(fight.lao, attacks=(weapon,)), "arm")
        fight.settles()
    name = fight.lao.attacks[0].name
    fight.click_on(view, name)
    for text, traits in (("Weapon is broken", ("broken",)), ("Weapon is intact", ())):
        menu = fight.context_menu(view)
        next(action for action in menu.actions() if action.text() == text).trigger()
        menu.close()
        fight.settles()
        assert fight.lao.attacks[0].traits == traits


@pytest.mark.parametrize(("system", "turn", "other"), [("kaiser", "round", "turn"), ("ep2", "turn", "round")])
def test_custom_conditions_speak_of_the_turns_of_the_system(
    qtbot: QtBot, tmp_path: Path, system: str, turn: str, other: str
) -> None:
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(), system=system))
    dialog = ConditionsDialog(gm.session.document, gm.window)
    words = [one.text().replace("&", "") for one in dialog.findChildren(QLabel)]
    words += [dialog.ends.itemText(place) for place in range(dialog.ends.count())]
    assert {f"Fades by 10 every … {turn}s", f"Damage each {turn}", f"only after the {turn}s that are typed"} <= {*words}
    assert not [one for one in words if other in one]
    dialog.close()


def test_a_long_condition_does_not_make_the_card_wider_than_its_pane(qtbot: QtBot, tmp_path: Path) -> None:
    long = ActiveCondition(id="c", name="Hunted by the whole of the station's security and by its many friends")
    lao = structs.replace(LAO, conditions=(long,))
    gm = sit_down(qtbot, tmp_path, a_roster(lao, MOOK), size=(1024, 640))
    gm.program.text.choose(200)
    gm.selects("Lao Qing")
    gm.window.panes.reveal(gm.window.stat)
    for _ in range(4):
        gm.settles()
    card = gm.window.stat.widget()
    assert card is not None
    assert card.width() <= gm.window.stat.viewport().width()
    [pill] = gm.window.stat.conditions.pills
    assert pill.geometry().right() < gm.window.stat.conditions.width()
    gm.program.text.choose(100)
