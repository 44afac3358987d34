"""Enter rolls what the test pane shows, digits on the card are dice, and no number changes by a stray key."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.ui.card.lists import GridList
from gm_desk.ui.roll.chip_button import ChipButton
from other_rosters import EP1
from shared_window import Seat
from ui_makers import GM, LEFT, a_roster, index_of, sit_down


def rating(gm: GM, name: str) -> int:
    skill = gm.lao.skill_named(name)
    assert skill is not None
    return skill.rating


def place_of(gm: GM, name: str) -> QWidget:
    window = gm.window
    places: dict[str, QWidget] = {
        "tile": window.stat.aptitudes,
        "skill": window.stat.skills.view,
        "roster": window.roster.view,
        "scale": window.test.net.scale,
        "secret": window.test.row.secret,
        "opposed": next(iter(window.test.modes.buttons.values())),
        "untrained": window.stat.skills.untrained,
    }
    return places[name]


# --- Enter -----------------------------------------------------------------------------------------------------------


def test_enter_rolls_what_the_pane_shows_wherever_the_focus_is(seat: Seat) -> None:
    places = ("tile", "skill", "roster", "scale", "secret", "opposed", "untrained")
    gm = seat(a_roster(), selected="lao", dice=[61] * len(places))
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    for number, place in enumerate(places, 1):
        gm.keys("Ctrl+6")
        place_of(gm, place).setFocus()
        gm.keys("Return")
        assert [(line[2], line[3]) for line in gm.log()] == [("Guns", "net −20")] * number, place


def test_enter_on_a_chip_rolls_and_leaves_the_chip_as_it_is(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return")
    [chip] = [one for one in gm.window.test.chips.findChildren(ChipButton) if not one.isHidden()]
    chip.setFocus()
    gm.keys("Return")
    assert [line[3] for line in gm.log()] == ["net −30"]


def test_enter_on_the_tile_rolls_the_multiple_that_was_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, EP1, dice=(40,))
    gm.click_on(gm.window.stat.aptitudes, "SOM")
    drafting = gm.program.session.drafting
    drafting.choose(drafting.draft.character, AbilityKind.CHECK, "SOM × 2")
    assert gm.focused() is gm.window.stat.aptitudes
    gm.keys("Return")
    assert [line[2] for line in gm.log()] == ["SOM × 2"]
    assert gm.test().startswith("SOM × 2 50")


def test_enter_in_a_field_is_for_the_field_and_rolls_nothing(gm: GM) -> None:
    gm.window.stat.head.concept.setFocus()
    gm.types("Smith")
    gm.keys("Return")
    assert gm.log() == []
    gm.window.roster.filter.setFocus()
    gm.keys("Return")
    gm.keys("Ctrl+M", "Return")
    assert gm.log() == []


def test_enter_on_a_button_presses_it_and_rolls_nothing(gm: GM) -> None:
    gm.keys("Ctrl+6", "Ctrl+Return")
    back = gm.window.test.spent.back
    assert gm.net() == 0
    back.setFocus()
    gm.keys("Return")
    assert (gm.net(), len(gm.log())) == (-20, 1)


def test_enter_in_the_log_opens_the_line_and_rolls_nothing(gm: GM) -> None:
    gm.keys("Ctrl+Return", "Ctrl+L", "Down")
    gm.window.log.view.setFocus()
    gm.keys("Return")
    assert gm.window.log.view.lines.opened
    assert [line[2] for line in gm.log() if line[2]] == ["Guns"]


def test_space_prepares_the_number_that_has_the_focus(gm: GM) -> None:
    view = gm.window.stat.aptitudes
    view.setFocus()
    view.setCurrentIndex(index_of(view.model(), "COG"))
    gm.click_on(gm.window.stat.skills.view, "Guns")
    view.setFocus()
    gm.keys("Space")
    assert gm.test().startswith("COG check")
    assert gm.log() == []


def test_an_aptitude_that_was_never_typed_has_an_enter_of_its_own(gm: GM) -> None:
    gm.keys("Ctrl+N")
    view = gm.window.stat.aptitudes
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    gm.keys("Return")
    assert isinstance(gm.focused(), QLineEdit)
    assert gm.log() == []


# --- Digits ----------------------------------------------------------------------------------------------------------


def test_digits_are_dice_and_enter_rolls_them_and_comes_back(gm: GM) -> None:
    before = gm.lao
    for place, dice in (("skill", "42"), ("tile", "53"), ("roster", "17")):
        place_of(gm, place).setFocus()
        gm.types(dice[0])
        assert gm.focused() is gm.window.test.row.dice, place
        gm.types(dice[1])
        gm.keys("Return")
        entry = gm.program.rolling.recent.last
        assert entry is not None
        assert (entry.dice, entry.by_hand) == ({"roll": (int(dice),)}, True), place
        assert gm.focused() is place_of(gm, place), place
        assert gm.lao == before, place


def test_digits_while_the_opponent_is_to_be_chosen_wait_in_the_dice_field(gm: GM) -> None:
    gm.program.session.drafting.set_mode(gm.program.session.drafting.draft.mode.OPPOSED)
    before = gm.lao
    gm.window.stat.skills.view.setFocus()
    gm.types("42")
    assert (gm.lao, gm.log(), gm.window.test.row.dice.text()) == (before, [], "42")


def test_digits_on_an_aptitude_that_was_never_typed_type_it(gm: GM) -> None:
    gm.keys("Ctrl+N")
    view = gm.window.stat.aptitudes
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    gm.types("1")
    gm.types("5")
    gm.keys("Return")
    assert 15 in [value for one in gm.roster.characters for value in one.stats.values() if one.id != "lao"]


def double_click(view: GridList, name: str, *, at_number: bool) -> None:
    index = index_of(view.model(), name)
    box = view.visualRect(index)
    at = view.number_box(index).center() if at_number else QPoint(box.left() + 20, box.center().y())
    QTest.mouseClick(view.viewport(), LEFT, pos=at)
    QTest.mouseDClick(view.viewport(), LEFT, pos=at)


def test_a_double_click_in_the_rating_edits_it_and_one_on_the_name_rolls(gm: GM) -> None:
    view = gm.window.stat.skills.view
    double_click(view, "Guns", at_number=True)
    assert isinstance(gm.focused(), QLineEdit)
    assert gm.log() == []
    gm.types("61")
    gm.keys("Return")
    assert rating(gm, "Guns") == 61
    double_click(view, "Guns", at_number=False)
    assert [line[2] for line in gm.log()] == ["Guns"]


def test_the_place_of_a_rating_is_at_the_end_of_its_line(gm: GM) -> None:
    view = gm.window.stat.skills.view
    for row in range(view.model().rowCount()):
        cell, box = view.visualRect(view.model().index(row, 0)), view.number_box(view.model().index(row, 0))
        assert cell.contains(box)
        assert 0 < box.width() < cell.width() / 3
        assert box.left() > cell.center().x()
    assert gm.window.stat.aptitudes.number_box(gm.window.stat.aptitudes.model().index(0, 0)).isNull()


def test_a_key_with_ctrl_is_no_digit(gm: GM) -> None:
    gm.window.stat.skills.view.setFocus()
    QTest.keyClick(gm.focused(), Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert gm.window.test.row.dice.text() == ""
