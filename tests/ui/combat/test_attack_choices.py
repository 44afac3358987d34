"""The choices of a prepared attack: rows in the test pane, a key each, and the ammunition that they take."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QObject, QRect, QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.drafts.draft import Draft
from gm_desk.model.log.rows import ENTRY_ID
from gm_desk.store.journal.entries import Entry
from gm_desk.ui.combat.attack_choices import AttackChoices, SegmentLines, next_id
from gm_desk.ui.combat.several import SeveralDialog
from gm_desk.ui.help.help_window import topic_of
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.roll.draft_pane import DraftPane
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.buttons import Segment
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM, a_roster, sit_down

SMG = Attack(
    id="smg", name="Machine pistol", skill="Guns", damage="2d10", modes="SA/BF/FA", ammo=Points(now=12, max=12)
)
RIFLE = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10+3", modes="SA", range="100")
KNIFE = Attack(id="knife", name="Knife", skill="Melee", damage="1d10")
SKILLS = (Skill(id="strike", name="Strike", rating=7), Skill(id="block", name="Block", rating=5))
GUARD = Character(id="guard", name="Guard", stats={"DUR": 40}, skills=(Skill(id="fray", name="Fray", rating=40),))


def shooter(
    character_id: str = "anna", name: str = "Anna", attacks: tuple[Attack, ...] = (SMG, RIFLE, KNIFE)
) -> Character:
    skills = (Skill(id="guns", name="Guns", rating=60), Skill(id="melee", name="Melee", rating=50))
    return Character(id=character_id, name=name, stats={"SOM": 20}, skills=skills, attacks=attacks)


@pytest.fixture
def range_master(qtbot: QtBot, tmp_path: Path) -> RollHands:
    gm = show_test_pane(qtbot, tmp_path, a_roster(shooter(), GUARD), dice=(30, 90, 9, 5, 4, 2))
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    prepares(gm, "Machine pistol")
    return gm


@pytest.fixture
def range_master_in_window(qtbot: QtBot, tmp_path: Path) -> GM:
    gm = sit_down(qtbot, tmp_path, a_roster(shooter(), GUARD), dice=(30, 90, 9, 5, 4, 2))
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    prepares(gm, "Machine pistol")
    return gm


def test_an_empty_weapon_of_kaiser_says_so_before_the_roll_and_is_reloaded(qtbot: QtBot, tmp_path: Path) -> None:
    bow = Attack(id="bow", name="Bow", skill="Strike", rating=7, damage="7 thrust", ammo=Points(now=0, max=2))
    archer = Character(id="anna", name="Anna", skills=(Skill(id="s", name="Strike", rating=7),), attacks=(bow,))
    target = Character(id="guard", name="Guard", skills=(Skill(id="block", name="Block", rating=5),))
    gm = sit_down(qtbot, tmp_path, structs.replace(a_roster(archer, target), system="kaiser"), dice=(1, 2, 3, 4))
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    prepares(gm, "Bow")
    assert not gm.window.test.difficulty.isVisible()
    assert (rows(gm).warning.isVisible(), rows(gm).warning.text()) == (True, "No ammo")
    assert rows(gm).warning.fitting(rows(gm).warning.width()) == "No ammo"
    assert rows(gm).warning.palette().color(rows(gm).warning.foregroundRole()) == QColor(current_theme().warning)
    gm.click(rows(gm).reload_pill)
    gm.settles()
    assert (ammo(gm), rows(gm).warning.isVisible()) == (2, False)
    assert gm.window.test.row.button.hasFocus(), "and not the log"


def prepares(gm: AtTest, name: str) -> None:
    gm.attacks(name)
    gm.settles()


def rows(gm: AtTest) -> AttackChoices:
    return gm.window.test.attack


def options(gm: AtTest, row: str) -> list[str]:
    return [button.text() for button in rows(gm).rows[row].buttons if button.isVisible()]


def chosen(gm: AtTest) -> dict[str, str]:
    """Return what is chosen in each visible row."""
    return {
        row: button.text()
        for row, line in rows(gm).rows.items()
        for button in line.buttons
        if button.isVisible() and button.isChecked()
    }


def option(gm: AtTest, row: str, text: str) -> Segment:
    return next(button for button in rows(gm).rows[row].buttons if button.isVisible() and button.text() == text)


def chips(gm: AtTest) -> list[str]:
    found = gm.window.test.chips.findChildren(ChipButton)
    return [one.accessibleName() for one in found if one.isVisible() and "suggested" not in one.accessibleName()]


def ammo(gm: AtTest, character_id: str = "anna") -> int:
    magazine = gm.character(character_id).attacks[0].ammo
    assert magazine is not None
    return magazine.now


def test_an_attack_has_a_row_for_each_choice_and_nothing_else_has(range_master: RollHands) -> None:
    gm = range_master
    assert options(gm, "mode") == ["SA", "BF +10", "BF +1d10", "BF two", "FA +30", "FA +2d10", "FA three", "Suppress"]
    assert options(gm, "range") == ["2 m", "10 m", "range", "beyond"]
    assert options(gm, "cover") == ["none", "minor", "moderate", "major"]
    assert options(gm, "aim") == ["none", "quick", "complex"]
    assert chosen(gm) == {"mode": "SA", "range": "10 m", "cover": "none", "aim": "none"}
    prepares(gm, "Knife")
    assert not rows(gm).isVisible()
    prepares(gm, "Rifle")
    assert (rows(gm).isVisible(), options(gm, "mode")) == (True, ["SA"])
    gm.prepares("Melee")
    assert not rows(gm).isVisible()


def test_the_rows_of_ep1_are_those_of_its_book(qtbot: QtBot, tmp_path: Path) -> None:
    roster = structs.replace(a_roster(shooter(), GUARD), system="ep1")
    gm = show_test_pane(qtbot, tmp_path, roster)
    gm.selects("Anna")
    prepares(gm, "Machine pistol")
    assert options(gm, "mode") == ["SA", "BF +1d10", "BF two", "FA +1d10+10", "FA three"]
    assert options(gm, "range") == ["2 m", "short", "medium", "long", "extreme"]


def test_kaiser_has_no_rows(qtbot: QtBot, tmp_path: Path) -> None:
    roster = structs.replace(a_roster(shooter(), GUARD), system="kaiser")
    gm = show_test_pane(qtbot, tmp_path, roster)
    gm.selects("Anna")
    prepares(gm, "Rifle")
    assert gm.session.drafting.draft.attack == "rifle"
    assert not rows(gm).isVisible()
    assert rows(gm).why_no_step("range") == "This attack has no such choice"


def test_a_click_chooses_and_the_choice_is_a_chip(range_master: RollHands) -> None:
    gm = range_master
    gm.click(option(gm, "mode", "BF +10"))
    gm.click(option(gm, "cover", "moderate"))
    assert chips(gm) == ["Burst fire, +10", "Moderate cover, −20"]
    assert gm.net() == -10
    gm.click(option(gm, "cover", "none"))
    assert (chips(gm), gm.net()) == (["Burst fire, +10"], 10)


@pytest.mark.parametrize(
    ("keys", "row", "texts"),
    [
        ("Alt+M", "mode", ["BF +10", "BF +1d10", "BF two", "FA +30", "FA +2d10", "FA three", "Suppress", "SA"]),
        ("Alt+N", "range", ["range", "beyond", "2 m", "10 m"]),
        ("Alt+C", "cover", ["minor", "moderate", "major", "none"]),
        ("Alt+A", "aim", ["quick", "complex", "none"]),
    ],
)
def test_a_key_goes_through_the_options_of_a_row(
    range_master: RollHands, keys: str, row: str, texts: list[str]
) -> None:
    gm = range_master
    gm.window.aside.setFocus()
    found = []
    for _ in texts:
        gm.keys(keys)
        found.append(chosen(gm)[row])
    assert found == texts


def test_the_arrows_walk_along_a_row_and_enter_rolls(range_master_in_window: GM) -> None:
    gm = range_master_in_window
    option(gm, "range", "10 m").setFocus()
    gm.keys("Right", "Right")
    assert (chosen(gm)["range"], gm.net()) == ("beyond", -20)
    gm.keys("Left", "Return")
    assert chosen(gm)["range"] == "range"
    assert len(gm.log()) == 1


def test_every_option_says_what_it_does_and_which_key_goes_on(range_master: RollHands) -> None:
    gm = range_master
    burst = option(gm, "mode", "BF +1d10")
    assert burst.accessibleName() == "Mode: Burst fire: +1d10 damage, 3 shots"
    assert burst.toolTip() == "Burst fire: +1d10 damage, 3 shots (Alt+M)"
    suppress = option(gm, "mode", "Suppress")
    assert suppress.accessibleName() == "Mode: Suppressive fire: up to 50 targets, 20 shots"
    assert option(gm, "cover", "major").accessibleName() == "Cover: Major cover −30"
    assert option(gm, "aim", "none").accessibleName() == "Aim: none: no modifier"
    assert topic_of(burst) == "rules/choices"


def test_the_actions_are_off_without_an_attack_and_say_why(range_master: RollHands) -> None:
    gm = range_master
    assert gm.action("roll.next_mode", "Next firing mode").isEnabled()
    gm.prepares("Melee")
    assert rows(gm).why_no_step("mode") == "Prepare an attack first"
    assert rows(gm).why_no_reload() == "Prepare an attack first"
    prepares(gm, "Rifle")
    assert rows(gm).why_no_step("mode") == "This attack has no such choice"
    assert rows(gm).why_no_reload() == "This attack has no ammunition"


def test_the_choices_are_remembered_for_this_attack_until_the_scene_ends(range_master: RollHands) -> None:
    gm = range_master
    gm.keys("Alt+M", "Alt+C")
    prepares(gm, "Rifle")
    assert chosen(gm) == {"mode": "SA", "range": "10 m", "cover": "none", "aim": "none"}
    prepares(gm, "Machine pistol")
    assert chosen(gm)["mode"] == "BF +10"
    assert chips(gm) == ["Burst fire, +10", "Minor cover, −10"]
    gm.selects("Guard")
    gm.selects("Anna")
    prepares(gm, "Machine pistol")
    assert chosen(gm)["cover"] == "minor"
    gm.does("roll.start_scene")
    assert (chosen(gm)["cover"], chips(gm)) == ("none", [])
    prepares(gm, "Rifle")
    prepares(gm, "Machine pistol")
    assert chosen(gm)["cover"] == "none"


def test_a_chip_is_struck_by_a_click_and_its_removal_takes_the_choice_back(range_master: RollHands) -> None:
    gm = range_master
    gm.keys("Alt+M", "Alt+N")
    burst = next(one for one in gm.window.test.chips.findChildren(ChipButton) if one.chip.label == "Burst fire")
    burst.setFocus()
    gm.keys("Space")
    assert (gm.net(), chosen(gm)["mode"]) == (-10, "BF +10")
    burst = next(one for one in gm.window.test.chips.findChildren(ChipButton) if one.chip.label == "Burst fire")
    burst.setFocus()
    gm.keys("Delete")
    assert (chips(gm), chosen(gm)["mode"]) == (["Range, −10"], "SA")
    place = next(one for one in gm.window.test.chips.findChildren(ChipButton) if one.chip.label == "Range")
    place.setFocus()
    gm.keys("Delete")
    assert (chips(gm), chosen(gm)["range"]) == ([], "10 m")


def test_the_other_side_has_no_rows(range_master: RollHands) -> None:
    gm = range_master
    gm.keys("F7")
    assert not rows(gm).isVisible()
    gm.keys("F7")
    assert rows(gm).isVisible()


def test_the_roll_takes_the_shots_of_the_mode_and_undo_brings_all_back(range_master: RollHands) -> None:
    gm = range_master
    gm.keys("Alt+M", "Return")
    assert (ammo(gm), chosen(gm)["mode"]) == (9, "BF +10")
    gm.keys("Alt+C", "Ctrl+Z")
    assert ammo(gm) == 12
    gm.keys("Ctrl+Y")
    assert ammo(gm) == 9


def test_too_few_shots_are_said_before_the_roll_and_reloaded_with_one_key(range_master_in_window: GM) -> None:
    gm = range_master_in_window
    assert not rows(gm).warning.isVisible()
    gm.click(option(gm, "mode", "Suppress"))
    assert rows(gm).warning.text() == "12 left, takes 20"
    gm.keys("Return")
    dialog = gm.dialog(SeveralDialog)
    dialog.go_on()
    dialog.reject()
    gm.window.activateWindow()
    gm.settles()
    assert (ammo(gm), len(gm.log())) == (0, 1)
    assert rows(gm).warning.text() == "No ammo"
    assert rows(gm).warning.fitting(rows(gm).warning.width()) == "No ammo"
    gm.click(option(gm, "mode", "SA"))
    gm.keys("Alt+O")
    assert (ammo(gm), rows(gm).warning.isVisible()) == (12, False)
    assert not gm.action("roll.reload").isEnabled() or rows(gm).why_no_reload() == "The ammunition is full"
    gm.keys("Ctrl+Z")
    assert (ammo(gm), rows(gm).warning.isVisible()) == (0, True)
    gm.click(rows(gm).reload_pill)
    assert ammo(gm) == 12


def test_several_attackers_are_warned_of_and_reloaded_together(qtbot: QtBot, tmp_path: Path) -> None:
    empty = structs.replace(SMG, ammo=Points(now=0, max=12))
    gm = show_test_pane(qtbot, tmp_path, a_roster(shooter("a", "Anna", (empty,)), shooter("b", "Bo", (SMG,)), GUARD))
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    prepares(gm, "Machine pistol")
    gm.rolling.group.select(["a", "b"])
    assert rows(gm).warning.text() == "Low ammo: Anna"
    gm.does("roll.reload")
    assert (ammo(gm, "a"), ammo(gm, "b")) == (12, 12)
    gm.undo_of("reload Machine pistol of 2 characters").trigger()
    assert ammo(gm, "a") == 0


def test_a_mode_adds_dice_to_the_damage_and_the_words_add_it_up(range_master: RollHands) -> None:
    gm = range_master
    gm.click(option(gm, "mode", "BF +1d10"))
    assert chips(gm) == ["Burst fire, +1d10"]
    gm.keys("Return")
    assert gm.window.test.damage.roll.text() == "Damage 2d10 + 1d10"
    gm.keys("F4")
    assert gm.window.test.damage.says.text() == "18 damage (9 + 5 + 4)"


@pytest.mark.parametrize(("size", "points"), [((1024, 640), 9.0), ((1366, 768), 15.0), ((1024, 640), 15.0)])
def test_the_rows_fit_the_pane_and_leave_the_roll_button_visible(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], points: float
) -> None:
    gm = show_test_pane(qtbot, tmp_path, a_roster(shooter(), GUARD), size=size, points=points)
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    prepares(gm, "Machine pistol")
    pane = gm.window.test
    button = pane.row.button
    assert pane.rect().contains(QRect(button.mapTo(pane, button.rect().topLeft()), button.size()))
    pickers = [one for one in rows(gm).pickers.values() if one.isVisible()]
    assert len(pickers) in {0, 4}, "with little room the choices are in one line"
    for picker in pickers:
        assert picker.visibleRegion().boundingRect() == picker.rect()
    for line in rows(gm).rows.values():
        shown = [one for one in line.buttons if one.isVisible()]
        assert shown or pickers
        for one in shown:
            assert one.visibleRegion().boundingRect() == one.rect()
            assert line.rect().contains(one.geometry())
            assert one.width() >= one.minimumSizeHint().width()
        places = [one.geometry() for one in shown]
        assert not any(a.intersects(b) for at, a in enumerate(places) for b in places[at + 1 :])


def test_every_action_of_the_rows_stands_in_the_roll_menu(range_master_in_window: GM) -> None:
    menu = range_master_in_window.submenu("roll.attack_menu", "Mode, range, cover, aim")
    assert [action.objectName() for action in menu.actions()] == [
        *(next_id(row) for row in ("mode", "range", "cover", "aim")),
        "roll.reload",
    ]


def test_a_row_without_options_has_a_size(qtbot: QtBot) -> None:
    row = SegmentLines("mode", "roll.next_mode")
    qtbot.addWidget(row)
    assert (row.minimumSizeHint(), row.sizeHint()) == (QSize(0, 0), QSize(0, 0))


def test_the_choices_of_a_past_attack_are_shown_below_its_line_and_judge_it_again(range_master_in_window: GM) -> None:
    gm = range_master_in_window
    option(gm, "mode", "BF +10").click()
    gm.window.test.row.roll()
    view = gm.window.log.view
    gm.window.panes.reveal(gm.window.log)
    lines = view.model()
    row = next(row for row in range(lines.rowCount()) if lines.index(row, 1).data(ENTRY_ID))
    view.setFocus()
    view.setCurrentIndex(lines.index(row, 1))
    gm.does("log.show_details")
    panel = gm.window.log.view.panel
    assert panel is not None
    past = panel.controls.attack
    shown = {name: row for name, row in past.rows.items() if row.isVisible()}
    assert [button.text() for button in shown["mode"].buttons if button.isChecked()] == ["BF +10"]
    before = newest(gm)
    next(button for button in shown["range"].buttons if button.text() == "beyond").click()
    after = newest(gm)
    assert (after.draft.setup.options, after.dice) == ({"range": "beyond"}, before.dice)
    assert after.verdict != before.verdict or after.request != before.request
    assert gm.session.drafting.draft.setup.options == {}, "the test being composed is another"
    gm.does("window.undo")
    assert newest(gm).draft.setup == before.draft.setup


def newest(gm: AtTest) -> Entry:
    return gm.session.log.page(1)[0].entry


def test_the_rows_are_built_with_the_first_attack_and_at_once_for_one_that_was_restored(
    range_master: RollHands, qtbot: QtBot
) -> None:
    session = range_master.session
    prepared = session.drafting.draft
    restored = DraftPane(session.document, session.drafting, range_master.rolling)
    qtbot.addWidget(restored)
    assert "attack" in vars(restored)
    assert not restored.attack.isHidden()
    session.drafting.take(Draft(prepared.character, prepared.name))
    fresh = DraftPane(session.document, session.drafting, range_master.rolling)
    qtbot.addWidget(fresh)
    assert "attack" not in vars(fresh)
    session.drafting.take(prepared)
    assert "attack" in vars(fresh)
    assert not fresh.attack.isHidden()


class PaintEye(QObject):
    """Whatever is painted while it watches a widget, or asked to be laid out again."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.seen = 0
        watched.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.seen += event.type() in {QEvent.Type.Paint, QEvent.Type.LayoutRequest}
        return False


def test_a_choice_paints_nothing_beside_what_it_changes(range_master: GM) -> None:
    test = range_master.window.test
    box, row = test.opponent, test.row
    eyes = {name: PaintEye(one) for name, one in (("sides", box.turn), ("opponent", box), ("secret", row.secret))}
    for option in ("range", "close", "range"):
        rows(range_master).rows["range"].chosen.emit("range", option)
        range_master.settles()
    assert {name: eye.seen for name, eye in eyes.items()} == {"sides": 0, "opponent": 0, "secret": 0}
    row.secret.click()
    range_master.settles()
    assert eyes["secret"].seen
