from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.chips import ShownChip
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.theme.theme import GAP, current_theme
from gm_desk.ui.widgets.labels import PlainLabel
from gm_desk.ui.widgets.scrolling import LineScroll
from pane_makers import RollHands
from ui_makers import GM, a_roster, colours, said_of, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def chips(roller: GM | RollHands) -> list[ChipButton]:
    return [chip for chip in roller.window.test.chips.findChildren(ChipButton) if chip.isVisible()]


def spoken(roller: GM | RollHands) -> list[str]:
    return [said_of(chip) for chip in chips(roller)]


def add(roller: RollHands, *lines: str) -> None:
    roller.keys("Ctrl+M")
    for line in lines:
        roller.types(line)
        roller.keys("Return")


def test_a_line_of_label_and_value_becomes_a_chip_and_moves_the_net_at_once(roller: RollHands) -> None:
    add(roller, "Smoke -30")
    assert spoken(roller) == ["Smoke, −30"]
    assert roller.reads("targetNumber") == "35"
    assert roller.window.test.chips.add.text() == ""


def test_a_value_needs_no_label(roller: RollHands) -> None:
    add(roller, "+20")
    assert spoken(roller) == ["Modifier, +20"]


def test_the_field_keeps_the_focus_for_the_next_modifier(roller: RollHands) -> None:
    add(roller, "Wounds -20", "Smoke -30")
    assert spoken(roller) == ["Wounds, −20", "Smoke, −30"]
    assert roller.reads("netSays") == "−50"


def test_a_modifier_of_fifteen_is_refused_where_it_is_typed_and_stays_to_be_corrected(roller: RollHands) -> None:
    add(roller, "Smoke 15")
    assert roller.refused() == "15 is not a multiple of ten."
    assert roller.window.test.chips.add.text() == "Smoke 15"
    assert roller.window.test.chips.add.hasFocus()
    assert (spoken(roller), roller.reads("targetNumber")) == ([], "65")


def test_a_modifier_without_a_number_is_refused(roller: RollHands) -> None:
    add(roller, "Smoke")
    assert "number is missing" in roller.refused()
    assert spoken(roller) == []


def test_the_reason_goes_as_soon_as_something_else_is_typed(roller: RollHands) -> None:
    add(roller, "Smoke 15")
    roller.keys("Backspace")
    assert roller.refused() == ""


def test_a_click_strikes_a_chip_out_and_in_again(roller: RollHands) -> None:
    add(roller, "Smoke -30")
    roller.click(chips(roller)[0], QPoint(12, 10))
    assert (spoken(roller), roller.reads("targetNumber")) == (["Smoke, −30, struck out"], "65")
    roller.click(chips(roller)[0], QPoint(12, 10))
    assert (spoken(roller), roller.reads("targetNumber")) == (["Smoke, −30"], "35")


def test_the_cross_removes_a_chip(roller: RollHands) -> None:
    add(roller, "Smoke -30")
    chip = chips(roller)[0]
    roller.click(chip, QPoint(chip.width() - 10, chip.height() // 2))
    assert (spoken(roller), roller.reads("targetNumber")) == ([], "65")


def test_space_strikes_p_pins_and_delete_removes_the_chip_with_the_focus(roller: RollHands) -> None:
    add(roller, "Smoke -30")
    chips(roller)[0].setFocus()
    roller.keys("Space")
    assert spoken(roller) == ["Smoke, −30, struck out"]
    roller.keys("Space", "P")
    assert spoken(roller) == ["Smoke, −30, pinned"]
    roller.keys("P")
    assert spoken(roller) == ["Smoke, −30"]
    roller.keys("Delete")
    assert spoken(roller) == []
    assert roller.window.test.chips.add.hasFocus()


def test_a_context_menu_strikes_pins_and_removes(roller: RollHands) -> None:
    for words, expected in (
        ("Strike out", ["Smoke, −30, struck out"]),
        ("Restore", ["Smoke, −30"]),
        ("Pin: keep it for the scene", ["Smoke, −30, pinned"]),
        ("Unpin", ["Smoke, −30"]),
        ("Remove", []),
    ):
        if not chips(roller):
            add(roller, "Smoke -30")
        menu = roller.context_menu(chips(roller)[0])
        next(action for action in menu.actions() if action.text() == words).trigger()
        menu.close()
        assert spoken(roller) == expected


def test_tab_walks_from_the_field_over_the_lists_from_chip_to_chip(roller: RollHands) -> None:
    add(roller, "Wounds -20", "Smoke -30")
    part = roller.window.test.chips
    assert part.add.hasFocus()
    expected = [part.common, part.presets, part.points.offer, part.points.spent, *chips(roller)]
    for stop in (one for one in expected if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus):
        roller.keys("Tab")
        assert roller.focused() is stop


@pytest.mark.parametrize("system", ["ep2", "ep1", "kaiser"])
@pytest.mark.parametrize("size", [(1366, 738), (1024, 640)])
def test_no_chip_moves_anything_that_is_not_a_chip(
    qtbot: QtBot, tmp_path: Path, system: str, size: tuple[int, int]
) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system), size=size)
    gm.window.stat.skills.view.setFocus()
    gm.keys("Home")
    pane, drafting = gm.window.test, gm.program.session.drafting
    fixed = [pane.chips.add, pane.chips.common, pane.chips.presets, pane.net, pane.row.button, pane.difficulty]

    def places() -> list[tuple[QPoint, bool]]:
        gm.settles()
        return [(one.mapTo(gm.window, QPoint(0, 0)), one.isVisible()) for one in fixed]

    before = places()
    value = -10 if drafting.context.system.step > 1 else -2
    for label in ("Smoke", "A rather long reason", "Noise"):
        drafting.modifiers.add(f"{label} {value}")
        assert places() == before
    suggested = ShownChip(Chip("Retry 1", value), suggested=True)
    pane.chips.refresh()
    assert pane.chips.findChildren(ChipButton)
    button = next(one for one in pane.chips.findChildren(ChipButton) if one.isVisible())
    button.show_chip(suggested)
    assert places() == before


def test_the_hint_of_the_field_is_as_long_as_there_is_room_for(gm: GM) -> None:
    field, chips = gm.window.test.chips.add, gm.window.test.chips
    for width, expected in ((500, "Add: Smoke −30"), (240, "Add modifier")):
        chips.setFixedWidth(width)
        gm.settles()
        assert field.placeholderText() == expected
        assert field.fontMetrics().horizontalAdvance(expected) < field.width() - GAP


def test_a_pinned_chip_survives_the_roll_and_a_one_shot_does_not(roller: RollHands) -> None:
    add(roller, "Dark -10", "Smoke -30")
    chips(roller)[0].setFocus()
    roller.keys("P", "Esc", "Return")
    assert spoken(roller) == ["Dark, −10, pinned", "Retry 1, −10, suggested"]


@pytest.mark.usefixtures("painted")
def test_a_chip_that_the_cap_makes_pointless_says_so_and_is_dimmed(roller: RollHands) -> None:
    add(roller, "Wounds -60")
    roller.keys("Esc")
    minus = current_theme().minus
    assert minus in colours(chips(roller)[0])
    add(roller, "Smoke -30", "Retry -10")
    assert spoken(roller)[2] == "Retry, −10, changes nothing"
    assert minus not in colours(chips(roller)[2])


@pytest.mark.usefixtures("painted")
def test_levels_of_disadvantage_have_the_colour_of_what_hinders(qtbot: QtBot) -> None:
    theme = current_theme()
    for chip, colour in ((Chip("Shaken", 0, disadvantage=1), theme.minus), (Chip("Aim", 0, damage="1d6"), theme.plus)):
        button = ChipButton()
        button.show_chip(ShownChip(chip))
        qtbot.addWidget(button)
        button.resize(button.sizeHint())
        assert colour in colours(button)


def test_the_row_counts_what_makes_up_the_net_difficulty_included(roller: RollHands) -> None:
    add(roller, "Wounds -20", "Smoke -30")
    roller.keys("Esc", "Ctrl+6")
    texts = [label.text() for label in roller.window.test.chips.findChildren(PlainLabel)]
    assert "3 modifiers" in texts


def test_the_difficulty_has_a_row_of_its_own_and_is_no_chip(roller: RollHands) -> None:
    roller.keys("Ctrl+6")
    assert spoken(roller) == []


def test_control_0_takes_all_modifiers_away(roller: RollHands) -> None:
    add(roller, "Wounds -20")
    roller.keys("Esc", "Ctrl+6", "Ctrl+0")
    assert (spoken(roller), roller.net()) == ([], 0)


def test_a_modifier_counts_while_it_is_still_being_typed(roller: RollHands) -> None:
    roller.keys("Ctrl+M")
    roller.types("Smoke -30")
    assert roller.reads("targetNumber") == "35"
    roller.keys("Backspace", "Backspace")
    assert roller.reads("targetNumber") == "65"
    roller.types("20")
    assert roller.reads("targetNumber") == "45"
    roller.keys("Esc")
    assert (roller.reads("targetNumber"), spoken(roller)) == ("65", [])


def test_a_modifier_that_was_rolled_while_being_typed_is_spent(roller: RollHands) -> None:
    roller.keys("Ctrl+M")
    roller.types("Smoke -30")
    roller.keys("Ctrl+Return")
    assert roller.log()[0][3] == "net −30"
    roller.window.aside.setFocus()
    assert (roller.net(), spoken(roller), roller.window.test.chips.add.text()) == (0, ["Retry 1, −10, suggested"], "")


def test_a_modifier_left_in_its_field_is_a_chip_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    roller = sit_down(qtbot, tmp_path, a_roster())
    roller.keys("Ctrl+M")
    roller.types("Smoke -30")
    roller.window.close()
    again = sit_down(qtbot, tmp_path)
    assert (again.net(), spoken(again)) == (-30, ["Smoke, −30"])


def test_a_chip_that_goes_leaves_its_button_for_the_next_one(gm: GM) -> None:
    gm.window.test.chips.add.setText("Smoke −30")
    gm.window.test.chips.commit()
    before = set(gm.window.test.chips.findChildren(ChipButton))
    for _ in range(3):
        gm.program.session.drafting.modifiers.remove(chips(gm)[0].chip)
        assert not chips(gm)
        gm.program.session.drafting.modifiers.add("Dark −20")
        assert [one.chip.label for one in chips(gm)] == ["Dark"]
    assert set(gm.window.test.chips.findChildren(ChipButton)) == before


@pytest.mark.usefixtures("painted")
def test_the_buttons_behind_the_chips_begin_at_one_edge_and_the_field_shows_its_hint(roller: RollHands) -> None:
    chips = roller.window.test.chips
    hint = chips.add.fontMetrics().horizontalAdvance(chips.add.placeholderText())
    assert chips.add.width() > hint
    image = chips.presets.grab().toImage()
    ground = image.pixel(0, 0)
    first = next(x for x in range(image.width()) if any(image.pixel(x, y) != ground for y in range(image.height())))
    assert GAP - 1 <= first <= GAP + 3


def test_after_a_roll_the_modifiers_that_stay_are_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    skills = Skill(id="s", name="Kinetic Weapons", rating=60), Skill(id="f", name="Fray", rating=30)
    pistol = Attack(id="a", name="Pistol", skill="Kinetic Weapons", damage="2d10", modes="SA/BF/FA")
    armed = Character(id="anna", name="Anna", skills=skills, attacks=(pistol,))
    roster = Roster(id="r", name="R", system="ep1", characters=(armed, structs.replace(armed, id="carl", name="Carl")))
    gm = sit_down(qtbot, tmp_path, roster, dice=[22, 99])
    gm.window.resize(1366, 700)
    gm.selects("Anna")
    gm.click_on(gm.window.stat.attacks.view, "Pistol")
    drafting = gm.program.session.drafting
    drafting.oppose("carl")
    drafting.modifiers.add("Smoke -10")
    drafting.modifiers.pin(drafting.side.chips[-1])
    drafting.modifiers.add("A complementary skill 20")
    gm.settles()
    assert gm.reads("netSays") == "2 modifiers · +10"
    gm.window.test.row.roll()
    gm.settles()
    assert gm.reads("netSays") == "−10"
    [smoke] = [one for one in chips(gm) if one.isVisible() and "Smoke" in one.accessibleName()]
    assert smoke.visibleRegion().boundingRect().height() == smoke.height()


def test_what_forbids_the_test_of_the_next_one_is_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    skill = Skill(id="s", name="Guns", rating=60)
    pistol = Attack(id="a", name="Pistol", skill="Guns", damage="2d10", modes="SA/BF/FA")
    hurt = Health(wounds=2)
    anna = Character(id="anna", name="Anna", skills=(skill,), attacks=(pistol,), health=hurt)
    out = (ActiveCondition(id="u", kind="unconscious", name="Unconscious"),)
    thug = structs.replace(anna, id="thug", name="Thug", conditions=out)
    gm = sit_down(qtbot, tmp_path, Roster(id="r", name="R", system="ep2", characters=(anna, thug)))
    gm.window.resize(1366, 700)
    gm.selects("Anna")
    gm.click_on(gm.window.stat.attacks.view, "Pistol")
    gm.settles()
    gm.selects("Thug")
    gm.click_on(gm.window.stat.attacks.view, "Pistol")
    gm.program.session.drafting.oppose("anna")
    gm.settles()
    [bar] = [one for one in chips(gm) if "cannot act" in one.accessibleName()]
    assert bar.visibleRegion().boundingRect().height() == bar.height()


def test_the_row_of_chips_shows_whole_lines_whoever_is_next(qtbot: QtBot, tmp_path: Path) -> None:
    skill = Skill(id="s", name="Guns", rating=60)
    pistol = Attack(id="a", name="Pistol", skill="Guns", damage="2d10", modes="SA/BF/FA")
    armed = Character(id="anna", name="Anna", skills=(skill,), attacks=(pistol,))
    others = (structs.replace(armed, id="berta", name="Berta"), structs.replace(armed, id="carl", name="Carl"))
    hurt = structs.replace(others[0], health=Health(wounds=1))
    gm = sit_down(qtbot, tmp_path, Roster(id="r", name="R", system="ep1", characters=(armed, hurt, others[1])))
    gm.window.resize(1366, 700)
    gm.selects("Anna")
    gm.click_on(gm.window.stat.attacks.view, "Pistol")
    gm.program.session.drafting.oppose("carl")
    for line in ("Smoke -30", "Noise -10", "Rain -10", "Help 20"):
        gm.program.session.drafting.modifiers.add(line)
    strip = gm.window.test.chips
    for name in ("Anna", "Berta", "Carl", "Anna"):
        gm.selects(name)
        gm.settles()
        shown = [*chips(gm), strip.add, strip.common, strip.presets]
        seen = [part.visibleRegion().boundingRect().height() for part in shown]
        assert any(seen)
        assert all(height in {0, part.height()} for height, part in zip(seen, shown, strict=True)), name


def test_chips_without_room_are_counted_and_listed_by_a_button_that_moves_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=(1024, 640))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    rows = gm.window.test.chips.rows
    assert rows is not None
    assert not rows.more.isVisible()
    for _ in range(9):
        gm.settles()
    before = gm.window.test.row.button.mapTo(gm.window, QPoint())
    for line in ("Smoke -30", "Darkness -20", "A rather long reason -10", "Cover -10"):
        gm.window.test.chips.add.committed.emit(line)
    for _ in range(9):
        gm.settles()
    assert gm.window.test.row.button.mapTo(gm.window, QPoint()) == before
    assert not rows.verticalScrollBar().isVisible()
    seen = [chip for chip in chips(gm) if chip.visibleRegion().boundingRect() == chip.rect()]
    assert rows.more.text() == f"{4 - len(seen)} more"
    assert not any(chip.geometry().right() > rows.viewport().width() for chip in chips(gm)), "none behind the button"
    assert not any(below_button(rows, chip) for chip in seen)
    rows.more.click()
    (menu,) = rows.more.findChildren(QMenu)
    entries = {action.text(): action for action in menu.actions()}
    assert len(entries) == 4 - len(seen)
    assert entries["Smoke, −30"].isChecked()
    entries["Smoke, −30"].trigger()
    menu.close()
    for _ in range(9):
        gm.settles()
    smoke = next(chip for chip in chips(gm) if chip.chip.label == "Smoke")
    assert smoke.chip.struck
    assert smoke.visibleRegion().boundingRect() == smoke.rect(), "it is in sight now"


def test_the_point_listed_for_want_of_room_opens_its_menu(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep1"), size=(1024, 640))
    gm.selects("Mirela")
    gm.prepares("Fray")
    for line in ("Smoke -30", "Darkness -20", "A rather long reason -10"):
        gm.window.test.chips.add.committed.emit(line)
    for _ in range(9):
        gm.settles()
    rows, points = gm.window.test.chips.rows, gm.window.test.points
    assert rows is not None
    rows.more.click()
    (menu,) = rows.more.findChildren(QMenu)
    next(action for action in menu.actions() if action.text() == "Spend Moxie before the roll").trigger()
    menu.close()
    (ways,) = points.offer.findChildren(QMenu)
    assert [action.text() for action in ways.actions()] == [way.words for way in points.ways()]
    ways.close()


def test_a_modifier_that_a_roll_suggests_is_in_sight_before_the_choices_of_the_attack(
    qtbot: QtBot, tmp_path: Path
) -> None:
    skills = Skill(id="s", name="Kinetic Weapons", rating=60), Skill(id="f", name="Fray", rating=30)
    pistol = Attack(id="a", name="Pistol", skill="Kinetic Weapons", damage="2d10", modes="SA/BF/FA")
    armed = Character(id="anna", name="Anna", skills=skills, attacks=(pistol,), health=Health(wounds=2))
    carl = structs.replace(armed, id="carl", name="Carl", health=Health())
    gm = sit_down(qtbot, tmp_path, Roster(id="r", name="R", system="ep1", characters=(armed, carl)), dice=[22, 99])
    gm.window.resize(1366, 700)
    gm.selects("Anna")
    gm.click_on(gm.window.stat.attacks.view, "Pistol")
    drafting = gm.program.session.drafting
    drafting.oppose("carl")
    for action in ("roll.next_range", "roll.next_cover", "roll.next_aim"):
        gm.does(action)
    gm.window.test.row.roll()
    for _ in range(9):
        gm.settles()
    shown = [one for one in chips(gm) if one.isVisible()]
    [critical] = [one for one in shown if "Critical" in one.accessibleName()]
    assert critical.visibleRegion().boundingRect() == critical.rect()
    assert [one.chip.label for one in shown][-3:] == ["Medium range", "Minor cover", "Aim, quick"]


def below_button(rows: LineScroll, chip: ChipButton) -> bool:
    """Return whether a chip reaches below the button that lists the others."""
    return rows.more.geometry().intersects(QRect(chip.mapTo(rows, QPoint()), chip.size()))


def test_only_the_last_row_of_a_page_of_chips_is_shorter_for_the_button(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=(1366, 768))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    rows = gm.window.test.chips.rows
    assert rows is not None
    for at in range(20):
        gm.window.test.chips.add.committed.emit(f"Rain {at + 10} -10")
    for _ in range(9):
        gm.settles()
    seen = set[str]()
    for chip in chips(gm):
        rows.show_line(chip)
        gm.settles()
        shown = [one for one in chips(gm) if one.visibleRegion().boundingRect() == one.rect()]
        assert chip in shown
        assert all(one in shown or one.visibleRegion().isEmpty() for one in chips(gm)), "no half rows"
        assert not any(below_button(rows, one) for one in shown)
        above = [one.geometry().right() for one in shown if one.y() < max(other.y() for other in shown)]
        assert not above or max(above) > rows.more.x(), "the other rows have the whole width"
        seen |= {one.chip.label for one in shown}
    assert len(seen) == 20


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_one_row_too_many_leaves_no_row_empty_above_it(qtbot: QtBot, tmp_path: Path, size: tuple[int, int]) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), size=size)
    gm.selects("Jaqui")
    gm.prepares("Athletics")
    for line in ("Wounds -20", "Smoke -30", "A rather long reason -10"):
        gm.window.test.chips.add.committed.emit(line)
    for _ in range(9):
        gm.settles()
    rows = gm.window.test.chips.rows
    assert rows is not None
    assert rows.more.text() == "2 more"
    shown = [one for one in chips(gm) if one.visibleRegion().boundingRect() == one.rect()]
    assert [one.chip.label for one in shown] == ["Smoke", "A rather long reason"]
    assert not any(below_button(rows, one) for one in shown)
    rows.show_line(None)
    rows.verticalScrollBar().setValue(0)
    gm.settles()
    shown = [one for one in chips(gm) if one.visibleRegion().boundingRect() == one.rect()]
    assert [one.chip.label for one in shown] == ["Wounds", "Smoke"]
    assert not any(below_button(rows, one) for one in shown)


def test_the_wheel_turns_the_chips_page_by_page(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=(1366, 768))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    rows = gm.window.test.chips.rows
    assert rows is not None
    for at in range(20):
        gm.window.test.chips.add.committed.emit(f"A rather long reason {at + 10} -10")
    for _ in range(9):
        gm.settles()
    rows.show_line(chips(gm)[0])
    seen = [{one for one in chips(gm) if one.visibleRegion().boundingRect() == one.rect()}]
    bar = rows.verticalScrollBar()
    while bar.value() < bar.maximum():
        place = QPointF(rows.rect().center())
        none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
        turn = QWheelEvent(
            place, rows.mapToGlobal(place), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, none, phase, False
        )
        QApplication.sendEvent(rows.viewport(), turn)
        seen.append({one for one in chips(gm) if one.visibleRegion().boundingRect() == one.rect()})
    assert set().union(*seen) == set(chips(gm))
    assert not any(one & other for one, other in pairwise(seen)), "no chip is on two pages"
