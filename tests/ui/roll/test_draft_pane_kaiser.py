"""The window with a Kaiser roster: its ladder, its levels, its curve, its dice one step after another."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPushButton, QSpinBox, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.drafts.draft import Chip, Draft, Mode, Side
from gm_desk.core.drafts.opponents import Defence, defences
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import FlatModifier
from gm_desk.core.rules.outcomes import CheckOdds, KaiserOdds
from gm_desk.core.rules.requests import Effort, KaiserCheck
from gm_desk.core.systems import kaiser
from gm_desk.core.wording.phrases import percent
from gm_desk.model.roll.roll_text import waits_for
from gm_desk.store.state import Theme
from gm_desk.ui.roll.net import NetScale
from gm_desk.ui.theme.painting import dice_width, scaled, width_of
from gm_desk.ui.theme.theme import GAP, SMALL
from gm_desk.ui.widgets.buttons import Segment
from other_rosters import EP1 as EP1_ROSTER
from other_rosters import KAISER
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM, LAO, a_roster, saved, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def duel(
    qtbot: QtBot, folder: Path, *dice: int, size: tuple[int, int] = (1366, 768), theme: Theme = "dark"
) -> RollHands:
    made = show_test_pane(qtbot, folder, KAISER, dice=dice, size=size, theme=theme)
    made.selects("Yrsa")
    made.prepares("Strike")
    return made


def duel_in_window(
    qtbot: QtBot, folder: Path, *dice: int, size: tuple[int, int] = (1366, 768), theme: Theme = "dark"
) -> GM:
    made = sit_down(qtbot, folder, KAISER, dice=dice, size=size, theme=theme)
    made.selects("Yrsa")
    made.prepares("Strike")
    return made


@pytest.fixture
def kaiser_gm(qtbot: QtBot, tmp_path: Path) -> RollHands:
    return duel(qtbot, tmp_path, 6, 6, 4)


@pytest.fixture
def kaiser_gm_in_window(qtbot: QtBot, tmp_path: Path) -> GM:
    return duel_in_window(qtbot, tmp_path, 6, 6, 4)


def spin(gm: AtTest, name: str) -> QSpinBox:
    return gm.find(QSpinBox, name)


def odds_of(kind: str, effort: Effort, difficulty: int) -> CheckOdds:
    found = kaiser.odds(KaiserCheck(kind, effort, difficulty), House())  # type: ignore[arg-type]
    assert isinstance(found, CheckOdds)
    return found


def ladder(gm: AtTest) -> list[Segment]:
    return [one for one in gm.widget("difficulty").findChildren(Segment) if one.isVisible()]


def said(gm: AtTest) -> str:
    return gm.widget("verdict").accessibleName()


def types_dice(gm: AtTest, digits: str) -> None:
    gm.keys("Ctrl+E")
    gm.types(digits)


# the ladder


@pytest.mark.parametrize("points", [9.0, 15.0])
def test_the_ladder_and_the_levels_fit_at_the_least_width_of_the_pane(
    qtbot: QtBot, tmp_path: Path, points: float
) -> None:
    gm = sit_down(qtbot, tmp_path, KAISER, size=(1366, 768), points=points)
    gm.selects("Yrsa")
    gm.prepares("Strike")
    pane = gm.window.test
    splitter = pane.parentWidget()
    assert isinstance(splitter, QSplitter)
    splitter.setSizes([5000, 1])
    gm.settles()
    assert pane.width() == pane.fontMetrics().height() * 17
    numbers = [one.text() for one in ladder(gm)]
    assert numbers == ["2", "4", "8", "12", "16", "20", "24", "28", "32", "44", "60", "80"]
    assert all(one.width() >= one.minimumSizeHint().width() for one in ladder(gm))
    for part in (pane.difficulty, pane.levels, pane.net, pane.odds):
        assert part.mapTo(pane, part.rect().bottomRight()).x() < pane.width()


def test_the_first_nine_difficulties_have_a_digit_and_the_others_one_with_alt(kaiser_gm: RollHands) -> None:
    tips = [one.toolTip() for one in ladder(kaiser_gm)]
    assert (tips[0], tips[8], tips[9]) == ("Routine (Ctrl+1)", "Inhuman (Ctrl+9)", "Zen (Alt+1)")
    kaiser_gm.keys("Ctrl+9")
    assert kaiser_gm.reads("targetNumber") == "32"


def test_the_menu_lists_the_ladder_of_the_open_roster(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(LAO))
    menu = gm.submenu("roll.difficulty_menu")
    assert next(one.text() for one in menu.actions() if one.isVisible()) == "Very Easy"
    gm.session.open_roster(saved(tmp_path, KAISER))
    listed = [(one.text(), one.shortcut().toString()) for one in menu.actions() if one.isVisible()]
    assert (len(listed), listed[0], listed[11]) == (12, ("Routine", "Ctrl+1"), ("Divine", "Alt+3"))
    gm.chooses("roll.difficulty_menu", "Divine")
    assert gm.reads("targetNumber") == "80"
    gm.session.open_roster(saved(tmp_path, EP1_ROSTER))
    assert [one.text() for one in menu.actions() if one.isVisible()][-1] == "Hard"
    gm.keys("Ctrl+8")
    assert gm.net() == 0


def test_no_system_has_more_difficulties_than_the_menu(kaiser_gm_in_window: GM) -> None:
    assert len(kaiser_gm_in_window.submenu("roll.difficulty_menu").actions()) >= len(
        kaiser_gm_in_window.session.document.system.difficulties
    )


def test_an_opposed_check_has_no_difficulty(kaiser_gm: RollHands) -> None:
    kaiser_gm.session.drafting.set_mode(Mode.OPPOSED)
    assert not kaiser_gm.widget("difficulty").isVisible()
    kaiser_gm.session.drafting.set_mode(Mode.ALONE)
    assert kaiser_gm.widget("difficulty").isVisible()


# levels


def test_levels_subtract_and_their_net_is_told_in_dice(kaiser_gm: RollHands) -> None:
    spin(kaiser_gm, "advantage").setValue(3)
    spin(kaiser_gm, "disadvantage").setValue(2)
    assert kaiser_gm.reads("netLevels") == "A1: 3d6, keep highest two"
    spin(kaiser_gm, "disadvantage").setValue(5)
    assert kaiser_gm.reads("netLevels") == "D2: 4d6, keep lowest two"


def test_levels_are_typed_stepped_and_rolled_from_the_keyboard(kaiser_gm_in_window: GM) -> None:
    fumble = spin(kaiser_gm_in_window, "fumbleDegree")
    fumble.setFocus()
    kaiser_gm_in_window.types_over("-3")
    kaiser_gm_in_window.keys("Down")
    assert kaiser_gm_in_window.session.drafting.side.fumble_degree == -4
    assert fumble.text() == "−4"
    kaiser_gm_in_window.keys("Return")
    assert kaiser_gm_in_window.rolling.pending is not None


def test_levels_go_after_the_roll(kaiser_gm: RollHands) -> None:
    spin(kaiser_gm, "advantage").setValue(1)
    types_dice(kaiser_gm, "345")
    kaiser_gm.keys("Return")
    assert (len(kaiser_gm.log()), spin(kaiser_gm, "advantage").value()) == (1, 0)


def test_levels_that_a_roll_spent_are_told_and_brought_back(kaiser_gm: RollHands) -> None:
    spin(kaiser_gm, "advantage").setValue(1)
    spin(kaiser_gm, "fumbleDegree").setValue(-2)
    types_dice(kaiser_gm, "345")
    kaiser_gm.keys("Return")
    told = [one.text() for one in kaiser_gm.window.test.spent.findChildren(QLabel)]
    assert told == ["Spent: advantage 1, fumble degree −2"]
    kaiser_gm.keys("Ctrl+B")
    side = kaiser_gm.session.drafting.side
    assert (side.advantage, side.fumble_degree) == (1, -2)


def test_every_control_of_the_pane_has_a_name_and_tab_walks_them_downwards(kaiser_gm: RollHands) -> None:
    pane = kaiser_gm.window.test
    kaiser_gm.window.test.chips.add.setFocus()
    reached: list[QWidget] = []
    while kaiser_gm.focused() not in reached:
        reached.append(kaiser_gm.focused())
        kaiser_gm.keys("Tab")
    within = [one for one in reached if pane.isAncestorOf(one)]
    wanted = ["advantage", "disadvantage", "fumbleDegree", "netDown", "netUp", "rollButton", "diceEdit"]
    assert [one.objectName() for one in within if one.objectName() in wanted] == wanted
    assert all(one.accessibleName() or isinstance(one, QAbstractButton) for one in within)


def test_only_what_the_check_knows_is_shown(kaiser_gm_in_window: GM) -> None:
    stat = kaiser_gm_in_window.window.stat
    for view, name, known in (
        (stat.skills.view, "Strike", ["advantage", "disadvantage", "fumbleDegree", "adjustDegrees"]),
        (stat.resistances, "SR", ["advantage", "disadvantage", "adjustDegrees"]),
        (stat.aptitudes, "STR", []),
    ):
        kaiser_gm_in_window.click_on(view, name)
        assert shown(kaiser_gm_in_window) == known, name


def test_the_disadvantage_of_a_condition_counts_in_the_net_level(kaiser_gm: RollHands) -> None:
    drafting = kaiser_gm.session.drafting
    drafting.put(structs.replace(drafting.side, chips=(Chip("shaken", 0, "Shaken", disadvantage=1),)))
    assert kaiser_gm.reads("netLevels") == "D1: 3d6, keep lowest two"
    spin(kaiser_gm, "advantage").setValue(2)
    assert kaiser_gm.reads("netLevels") == "A1: 3d6, keep highest two"


def test_against_a_characteristic_each_side_brings_what_it_rolls(kaiser_gm: RollHands) -> None:
    drafting = kaiser_gm.session.drafting
    drafting.set_mode(Mode.OPPOSED)
    defence = next(one for one in answers(kaiser_gm) if one.ability.key == "STR")
    drafting.oppose("bram", defence)
    assert shown(kaiser_gm) == ["advantage", "disadvantage", "fumbleDegree"]
    assert [kaiser_gm.widget(name).accessibleName() for name in ("diceEdit", "opponentDice")] == [
        "Dice thrown at the table, 2 d6, of Yrsa",
        "Dice thrown at the table, 1 d6, of the opponent Bram",
    ]
    drafting.turn_to("b")
    assert shown(kaiser_gm) == []


def shown(gm: AtTest) -> list[str]:
    """List the fields of levels and degrees that are seen."""
    names = ("advantage", "disadvantage", "fumbleDegree", "adjustDegrees")
    return [name for name in names if spin(gm, name).isVisible()]


@pytest.mark.usefixtures("painted")
def test_levels_go_on_beyond_six(kaiser_gm: RollHands) -> None:
    spin(kaiser_gm, "advantage").setFocus()
    kaiser_gm.types_over("12")
    assert kaiser_gm.session.drafting.side.advantage == 12
    assert kaiser_gm.reads("netLevels") == "A12: 14d6, keep highest two"
    types_dice(kaiser_gm, "3" * 13 + "5")
    kaiser_gm.keys("Return")
    assert kaiser_gm.log()[0][5] == "3" * 13 + "5"


def test_a_pinned_level_stays_for_both_sides_until_a_new_scene(kaiser_gm: RollHands) -> None:
    drafting = kaiser_gm.session.drafting
    pin = kaiser_gm.find(QAbstractButton, "disadvantagePin")
    assert not pin.isVisible()
    spin(kaiser_gm, "disadvantage").setValue(2)
    spin(kaiser_gm, "advantage").setValue(1)
    assert (pin.isVisible(), pin.toolTip()) == (True, "Pin: keep it for the scene")
    kaiser_gm.click(pin)
    assert (pin.isChecked(), pin.toolTip()) == (True, "Unpin")
    types_dice(kaiser_gm, "345")
    kaiser_gm.keys("Return")
    side = drafting.side
    assert (side.advantage, side.disadvantage, side.pinned) == (0, 2, ("disadvantage",))
    drafting.oppose("bram")
    assert drafting.draft.side("b").disadvantage == 2
    kaiser_gm.click(pin)
    assert [drafting.draft.side(hand).pinned for hand in ("a", "b")] == [(), ()]
    assert [drafting.draft.side(hand).disadvantage for hand in ("a", "b")] == [2, 0]
    kaiser_gm.click(pin)
    drafting.new_scene()
    assert [drafting.draft.side(hand).disadvantage for hand in ("a", "b")] == [0, 0]


def test_degrees_are_adjusted_and_told(kaiser_gm: RollHands) -> None:
    assert shown(kaiser_gm)[-1] == "adjustDegrees"
    spin(kaiser_gm, "adjustDegrees").setFocus()
    kaiser_gm.types_over("-2")
    types_dice(kaiser_gm, "34")
    kaiser_gm.keys("Return")
    assert "Success, 2 degrees" in said(kaiser_gm)
    assert "degrees adjusted −2" in said(kaiser_gm)
    assert spin(kaiser_gm, "adjustDegrees").value() == 0
    assert "degrees −2" in kaiser_gm.window.test.spent.findChildren(QLabel)[0].text()
    kaiser_gm.keys("Ctrl+B")
    assert spin(kaiser_gm, "adjustDegrees").value() == -2
    kaiser_gm.keys("Ctrl+0")
    assert spin(kaiser_gm, "adjustDegrees").value() == 0


def test_any_difficulty_is_typed_and_the_ladder_then_shows_none(kaiser_gm: RollHands) -> None:
    number = spin(kaiser_gm, "difficultyNumber")
    assert (number.value(), [one.text() for one in ladder(kaiser_gm) if one.isChecked()]) == (8, ["8"])
    number.setFocus()
    kaiser_gm.types_over("14")
    assert kaiser_gm.reads("targetNumber") == "14"
    assert [one.text() for one in ladder(kaiser_gm) if one.isChecked()] == []
    kaiser_gm.keys("Ctrl+4")
    assert (number.value(), [one.text() for one in ladder(kaiser_gm) if one.isChecked()]) == (12, ["12"])
    number.setFocus()
    kaiser_gm.types_over("-3")
    types_dice(kaiser_gm, "34")
    kaiser_gm.keys("Return")
    assert "12 vs −3" in said(kaiser_gm)
    assert kaiser_gm.window.test.spent.findChildren(QLabel)[0].text() == "Spent: Difficulty −3"


def test_in_eclipse_phase_a_difficulty_is_a_step_of_the_row(roller: RollHands) -> None:
    assert roller.window.findChildren(QSpinBox, "difficultyNumber") == []
    roller.keys("Ctrl+2")
    assert [one.text() for one in ladder(roller) if one.isChecked()] == ["+20"]


def answers(gm: AtTest) -> list[Defence]:
    """List what Bram may answer with."""
    session = gm.session
    return defences(session.drafting.draft.ability, gm.character("bram"), session.document.system)


def test_eclipse_phase_has_no_levels(roller: RollHands) -> None:
    assert not roller.widget("levels").isVisible()


def test_clearing_the_modifiers_clears_the_levels(kaiser_gm: RollHands) -> None:
    spin(kaiser_gm, "advantage").setValue(2)
    kaiser_gm.keys("Ctrl+0")
    assert spin(kaiser_gm, "advantage").value() == 0


# flat modifiers


def test_without_a_cap_two_buttons_stand_for_the_scale(kaiser_gm: RollHands) -> None:
    assert not kaiser_gm.find(NetScale, "netModifier").isVisible()
    for _ in range(3):
        kaiser_gm.click(kaiser_gm.find(QPushButton, "netUp"))
    assert (kaiser_gm.reads("netSays"), kaiser_gm.reads("targetSum")) == ("+3, set by hand", "difficulty\nbase 5 + 3")
    kaiser_gm.click(kaiser_gm.find(QPushButton, "netDown"))
    assert kaiser_gm.net() == 2


def test_flat_modifiers_add_up_past_every_cap_and_come_back_after_eyeballing(kaiser_gm: RollHands) -> None:
    kaiser_gm.keys("Ctrl+M")
    kaiser_gm.types("Blessing 75")
    kaiser_gm.keys("Return", "Esc")
    assert kaiser_gm.reads("netSays") == "+75"
    kaiser_gm.keys("-")
    assert (kaiser_gm.net(), kaiser_gm.reads("netSays")) == (74, "+74, set by hand")
    kaiser_gm.click(kaiser_gm.find(QPushButton, "useChips"))
    assert kaiser_gm.net() == 75


def test_eclipse_phase_keeps_its_scale(roller: RollHands) -> None:
    assert roller.find(NetScale, "netModifier").isVisible()
    assert not roller.find(QPushButton, "netUp").isVisible()


# odds


def test_the_difficulty_is_large_and_the_chance_is_exact(kaiser_gm: RollHands) -> None:
    spin(kaiser_gm, "advantage").setValue(2)
    kaiser_gm.keys("Esc", "Ctrl+5", "+", "+")
    odds = odds_of("skill", Effort(5, (FlatModifier(2),), 2), 16)
    assert (kaiser_gm.reads("targetNumber"), kaiser_gm.reads("targetSum")) == ("16", "difficulty\nbase 5 + 2")
    assert kaiser_gm.reads("chance") == percent(odds.success)
    told = kaiser_gm.reads("oddsInWords").replace("\N{NO-BREAK SPACE}", " ")
    assert told == f"✖ fumble {percent(odds.fumble)}   ★ open roll {percent(odds.open)}"


@pytest.mark.parametrize(
    ("view", "name", "kind", "value"), [("r", "MR", "resistance", 7), ("a", "DEX", "characteristic", 12)]
)
def test_resistances_and_characteristics_have_their_own_odds(
    kaiser_gm_in_window: GM, view: str, name: str, kind: str, value: int
) -> None:
    stat = kaiser_gm_in_window.window.stat
    kaiser_gm_in_window.click_on(stat.resistances if view == "r" else stat.aptitudes, name)
    kaiser_gm_in_window.keys("Ctrl+5")
    assert kaiser_gm_in_window.reads("chance") == percent(odds_of(kind, Effort(value), 16).success)
    assert kaiser_gm_in_window.reads("oddsInWords") == ""


def test_one_of_curve_and_strip_bears_the_name(kaiser_gm: RollHands, tmp_path: Path) -> None:
    assert [type(one).__name__ for one in kaiser_gm.window.findChildren(QWidget, "oddsBar")] == ["TotalCurve"]
    assert kaiser_gm.widget("oddsBar").isVisible()
    kaiser_gm.session.open_roster(saved(tmp_path, EP1_ROSTER))
    assert [type(one).__name__ for one in kaiser_gm.window.findChildren(QWidget, "oddsBar")] == ["OddsBar"]
    assert kaiser_gm.widget("oddsBar").isVisible()


def test_opposed_it_says_what_is_added_and_how_likely_it_is_higher(kaiser_gm: RollHands) -> None:
    drafting = kaiser_gm.session.drafting
    drafting.set_mode(Mode.ATTACK)
    assert kaiser_gm.reads("chance") == "–"
    drafting.oppose("bram")
    both = drafting.reading.both
    assert isinstance(both, KaiserOdds)
    assert (kaiser_gm.reads("targetNumber"), kaiser_gm.reads("targetSum")) == ("+5", "bonus\n5 + 0")
    assert (kaiser_gm.reads("chance"), kaiser_gm.reads("chanceOf")) == (percent(both.a), "to win")
    drafting.turn_to("b")
    assert kaiser_gm.reads("chance") == percent(both.b)


# the card


def test_a_resistance_is_prepared_by_a_click_and_rolled_by_two(kaiser_gm_in_window: GM) -> None:
    view = kaiser_gm_in_window.window.stat.resistances
    kaiser_gm_in_window.click_on(view, "SR")
    assert kaiser_gm_in_window.test() == "SR 6 Yrsa"
    assert [one.data() for one in view.selectedIndexes()] == ["SR"]
    kaiser_gm_in_window.click_on(view, "MR", double=True)
    assert [line[2] for line in kaiser_gm_in_window.log()] == ["MR"]


def test_a_resistance_is_edited_in_place(kaiser_gm_in_window: GM) -> None:
    kaiser_gm_in_window.click_on(kaiser_gm_in_window.window.stat.resistances, "PhR")
    kaiser_gm_in_window.keys("F2")
    kaiser_gm_in_window.types_over("180")
    kaiser_gm_in_window.keys("Return")
    assert kaiser_gm_in_window.character("yrsa").stats["PhR"] == 180


def test_a_number_beyond_its_bounds_is_refused_at_the_spot(kaiser_gm_in_window: GM) -> None:
    gm = kaiser_gm_in_window
    for row, name, typed, reason in (
        ("aptitudes", "STR", "31", "31 is outside the range 1 to 30."),
        ("aptitudes", "STR", "0", "0 is outside the range 1 to 30."),
        ("resistances", "SR", "201", "201 is outside the range 0 to 200."),
    ):
        gm.click_on(getattr(gm.window.stat, row), name)
        gm.keys("F2")
        gm.types_over(typed)
        gm.keys("Return")
        assert gm.refused() == reason
        gm.keys("Esc")
        assert gm.refused() == ""


def test_a_skill_may_be_below_zero_and_a_digit_replaces_sign_and_number_while_it_is_edited(
    kaiser_gm_in_window: GM,
) -> None:
    kaiser_gm_in_window.keys("Ctrl+T")
    kaiser_gm_in_window.types("Stealth -3")
    kaiser_gm_in_window.keys("Return", "Esc")
    stealth = kaiser_gm_in_window.character("yrsa").skill_named("Stealth")
    assert stealth is not None
    assert (stealth.rating, stealth.aptitude) == (-3, "AGI")
    kaiser_gm_in_window.prepares("Stealth")
    assert kaiser_gm_in_window.reads("targetSum") == "difficulty\nbase −3 + 0"
    kaiser_gm_in_window.keys("F2")
    kaiser_gm_in_window.types("2")
    editor = kaiser_gm_in_window.focused()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "Stealth 2"


def test_what_cannot_be_defaulted_offers_nothing_untrained(kaiser_gm_in_window: GM) -> None:
    assert not kaiser_gm_in_window.window.stat.skills.untrained.isVisible()


# dice, one step after another


def test_an_open_roll_typed_by_hand_waits_for_its_die(kaiser_gm: RollHands) -> None:
    types_dice(kaiser_gm, "66")
    kaiser_gm.keys("Return")
    assert said(kaiser_gm) == "6 6: Yrsa’s open roll: one d6"
    assert kaiser_gm.log() == []
    kaiser_gm.types("4")
    assert "21 vs 8" in said(kaiser_gm)
    kaiser_gm.keys("Return")
    assert [line[5] for line in kaiser_gm.log()] == ["664"]


def test_the_die_of_an_open_roll_is_named_beside_the_six_dice_of_both(kaiser_gm: RollHands) -> None:
    small = scaled(kaiser_gm.window.test.verdict.font(), SMALL)
    beside = (
        kaiser_gm.window.test.verdict.width() - dice_width(kaiser_gm.window.test.verdict.font(), "666666") - 3 - GAP
    )
    needs = Needs("b.extra", 6)
    draft = Draft(opponent=Side(name="Thug 2"))
    assert width_of(small, waits_for(draft, needs)) <= beside


def test_a_six_keeps_an_open_roll_open(kaiser_gm: RollHands) -> None:
    for digits in ("66", "6", "1"):
        types_dice(kaiser_gm, digits)
        kaiser_gm.keys("Return")
    assert "24 vs 8" in said(kaiser_gm)


def test_a_fumble_waits_for_its_level(kaiser_gm: RollHands) -> None:
    types_dice(kaiser_gm, "11")
    kaiser_gm.keys("Return")
    assert said(kaiser_gm) == "1 1: Yrsa fumbles: roll the level"
    kaiser_gm.types("34")
    kaiser_gm.keys("Return")
    assert "Fumble, level 7: harms the roller" in said(kaiser_gm)


def test_the_button_rolls_on_step_by_step(kaiser_gm: RollHands) -> None:
    button = kaiser_gm.find(QAbstractButton, "rollButton")
    kaiser_gm.click(button)
    assert (button.text(), kaiser_gm.log()) == ("Continue roll", [])
    kaiser_gm.click(button)
    assert (button.text(), len(kaiser_gm.log())) == ("Roll", 1)


def test_escape_lets_a_waiting_roll_go(kaiser_gm: RollHands) -> None:
    kaiser_gm.click(kaiser_gm.find(QAbstractButton, "rollButton"))
    kaiser_gm.keys("Esc")
    assert kaiser_gm.find(QAbstractButton, "rollButton").text() == "Roll"
    assert said(kaiser_gm) == "Roll, or type the dice."
    assert kaiser_gm.log() == []


def test_a_tie_is_rolled_off_where_the_house_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, structs.replace(KAISER, house={"ruling": "roll_off"}))
    gm.selects("Yrsa")
    gm.prepares("Strike")
    drafting = gm.session.drafting
    drafting.set_mode(Mode.OPPOSED)
    block = next(one for one in answers(gm) if one.ability.label == "Block")
    drafting.oppose("bram", block)
    drafting.set_mode(Mode.OPPOSED)
    types_dice(gm, "34")
    gm.widget("opponentDice").setFocus()
    gm.types("52")
    gm.keys("Return")
    assert said(gm).endswith("A tie: roll off")
    types_dice(gm, "33")
    gm.keys("Return")
    assert said(gm).endswith("A tie: roll off")
    types_dice(gm, "52")
    gm.keys("Return")
    assert "Yrsa wins the tie" in said(gm)


def test_the_field_that_asks_for_more_dice_keeps_the_focus(kaiser_gm: RollHands) -> None:
    kaiser_gm.session.drafting.oppose("bram")
    kaiser_gm.keys("Esc", "Ctrl+E")
    kaiser_gm.types("66")
    kaiser_gm.keys("Tab")
    kaiser_gm.types("22")
    kaiser_gm.keys("Return")
    assert kaiser_gm.rolling.pending is not None
    assert kaiser_gm.focused().objectName() == "diceEdit"
    kaiser_gm.types("4")
    kaiser_gm.keys("Return")
    assert len(kaiser_gm.log()) == 1


def test_when_the_field_of_the_opponent_goes_the_focus_stays_where_dice_are_typed(kaiser_gm: RollHands) -> None:
    drafting = kaiser_gm.session.drafting
    drafting.oppose("bram")
    kaiser_gm.widget("opponentDice").setFocus()
    drafting.set_mode(Mode.ALONE)
    assert not kaiser_gm.widget("opponentDice").isVisible()
    assert kaiser_gm.focused().objectName() == "diceEdit"


def test_while_the_other_side_rolls_on_only_its_field_is_shown_and_all_of_the_row_fits(
    kaiser_gm: RollHands,
) -> None:
    kaiser_gm.session.drafting.oppose("bram")
    kaiser_gm.keys("Esc", "Ctrl+E")
    kaiser_gm.types("34")
    kaiser_gm.keys("Tab")
    kaiser_gm.types("11")
    kaiser_gm.keys("Return")
    assert kaiser_gm.rolling.pending is not None
    assert kaiser_gm.focused().objectName() == "opponentDice"
    kaiser_gm.settles()
    shown = [one for one in kaiser_gm.window.test.row.children() if isinstance(one, QWidget) and one.isVisible()]
    assert "diceEdit" not in [one.objectName() for one in shown]
    assert all(one.visibleRegion().boundingRect().size() == one.size() for one in shown)
    kaiser_gm.keys("Ctrl+E")
    kaiser_gm.types("34")
    kaiser_gm.keys("Return")
    assert len(kaiser_gm.log()) == 1
    assert kaiser_gm.widget("diceEdit").isVisible()
