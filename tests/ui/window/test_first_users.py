"""What people who met the window for the first time stumbled over."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gm_desk.model.item_models import Role
from gm_desk.ui.roll.chip_button import ChipButton
from ui_makers import GM, a_roster, names, sit_down


@pytest.fixture
def nobodys_numbers(gm: GM) -> GM:
    """Select a new character, none of whose numbers was ever typed."""
    gm.does("roster.new_character")
    gm.keys("Escape", "Escape")
    return gm


def test_a_refusal_goes_with_the_editor_it_belongs_to(gm: GM) -> None:
    gm.selects("Lao Qing")
    gm.window.stat.skills.view.setFocus()
    gm.keys("F2")
    gm.types_over("Persuade 160")
    gm.keys("Return")
    assert gm.refused() == "160 is outside the range 0 to 150."
    gm.keys("Escape")
    assert gm.refused() == ""


def test_a_number_that_was_never_typed_is_typed_and_not_rolled_as_another(nobodys_numbers: GM) -> None:
    gm = nobodys_numbers
    gm.click_on(gm.window.stat.aptitudes, "REF", double=True)
    assert (gm.log(), gm.test()) == ([], "")
    gm.types("15")
    gm.keys("Return")
    assert gm.test() == "REF check 45 New character"


def test_enter_on_a_number_that_was_never_typed_asks_for_it(nobodys_numbers: GM) -> None:
    gm = nobodys_numbers
    gm.window.stat.aptitudes.setFocus()
    gm.keys("Return")
    gm.types("20")
    gm.keys("Return")
    assert (gm.log(), gm.test()) == ([], "COG check 60 New character")


def test_tab_walks_from_aptitude_to_aptitude_while_they_are_typed(nobodys_numbers: GM) -> None:
    gm = nobodys_numbers
    gm.window.stat.aptitudes.setFocus()
    gm.keys("F2")
    for rating in ("11", "12", "13"):
        gm.types(rating)
        gm.keys("Tab")
    gm.keys("Escape")
    made = gm.character(gm.program.session.view.selected)
    assert made.stats == {"COG": 11, "INT": 12, "REF": 13}


def test_f2_edits_the_number_that_has_the_focus(gm: GM) -> None:
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("F2")
    gm.types("7")
    gm.types("0")
    gm.keys("Return")
    skill = gm.lao.skill_named("Guns")
    assert skill is not None
    assert skill.rating == 70


def test_walking_into_the_card_with_tab_leaves_the_test_as_it_is(gm: GM) -> None:
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.window.stat.head.kind.setFocus()
    gm.window.stat.aptitudes.setFocus(Qt.FocusReason.TabFocusReason)
    assert gm.test() == "Guns 65 Lao Qing"


def test_the_arrows_in_the_roster_pass_over_the_headings(gm: GM) -> None:
    view = gm.window.roster.view
    view.setFocus()
    gm.keys("Home")
    seen = [view.currentIndex().data(Role.NAME)]
    for _ in range(len(names(view))):
        gm.keys("Down")
        seen.append(view.currentIndex().data(Role.NAME))
        assert not view.currentIndex().data(Role.HEADING)
    assert {one.name for one in gm.roster.characters} == set(seen)
    for _ in range(len(names(view))):
        gm.keys("Up")
    assert view.currentIndex().data(Role.NAME) == seen[0]


def test_dice_that_are_not_rolled_after_all_leave_the_last_verdict_in_sight(gm: GM) -> None:
    gm.click(gm.widget("rollButton"))
    before = gm.widget("verdict").accessibleName()
    gm.keys("Ctrl+E")
    gm.types("99")
    assert gm.widget("verdict").accessibleName().startswith("would be 99")
    gm.keys("Escape")
    assert gm.widget("verdict").accessibleName() == before


def test_dice_that_no_d100_shows_are_refused_at_once(gm: GM) -> None:
    gm.keys("Ctrl+E")
    gm.types("100")
    assert gm.refused() == "100 is not a roll: a d100 reads 00 to 99."


def test_escape_takes_a_filter_away(gm: GM) -> None:
    gm.keys("Ctrl+F")
    gm.types("lao")
    gm.keys("Escape")
    assert (gm.window.roster.filter.text(), gm.focused()) == ("", gm.window.roster.view)


def test_a_data_directory_can_be_moved_with_everything_in_it(qtbot: QtBot, tmp_path: Path) -> None:
    first = sit_down(qtbot, tmp_path / "here", a_roster())
    first.window.header.edit_name()
    first.types_over("Moved")
    first.keys("Return")
    first.window.close()
    shutil.move(tmp_path / "here", tmp_path / "there")
    again = sit_down(qtbot, tmp_path / "there")
    assert again.roster.name == "Moved"
    assert again.program.session.path.is_relative_to(tmp_path / "there")


def test_who_comes_after_the_one_removed_keeps_the_test(gm: GM) -> None:
    gm.selects("Lao Qing")
    gm.does("roster.duplicate")
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.window.roster.view.setFocus()
    gm.keys("Delete")
    assert gm.test() == "Guns 65 Lao Qing 2"


def test_a_skill_is_spelled_as_the_system_does(gm: GM) -> None:
    gm.selects("Lao Qing")
    gm.keys("Ctrl+T")
    gm.types("perceive 50")
    gm.keys("Return")
    assert gm.lao.skill_named("Perceive") is not None
    assert "Perceive" in [skill.name for skill in gm.lao.skills]


def test_enter_in_the_name_goes_on_to_the_concept(gm: GM) -> None:
    gm.does("roster.new_character")
    gm.types_over("Dock guard")
    gm.keys("Return")
    assert gm.focused() is gm.window.stat.head.concept


def test_tab_reaches_the_chips_between_the_difficulty_and_the_scale(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return")
    gm.types("Aim 10")
    gm.keys("Return")
    chain: list[QWidget] = []
    widget = gm.window.test.difficulty.nextInFocusChain()
    while widget is not None and widget is not gm.window.test.net.scale:
        chain.append(widget)
        widget = widget.nextInFocusChain()
    assert [one.chip.label for one in chain if isinstance(one, ChipButton)] == ["Smoke", "Aim"]
    assert gm.window.test.chips.add in chain


def test_nothing_that_shows_no_focus_takes_it(nobodys_numbers: GM) -> None:
    stat = nobodys_numbers.window.stat
    assert stat.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert stat.skills.view.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_a_large_window_leaves_its_parts_together(gm: GM) -> None:
    gm.resizes(1900, 1050)
    gm.settles()
    odds, notes = gm.window.test.odds, gm.window.stat.notes
    assert odds.height() <= odds.sizeHint().height()
    assert notes.height() <= notes.sizeHint().height()


def test_enter_in_the_concept_goes_on_to_the_aptitudes(gm: GM) -> None:
    gm.does("roster.new_character")
    gm.keys("Return", "Return")
    assert gm.focused() is gm.window.stat.aptitudes


def test_a_group_that_was_renamed_stays_the_one_that_is_marked(gm: GM) -> None:
    gm.selects("Dockside Triad")
    gm.keys("Ctrl+R")
    gm.types_over("Quayside Triad")
    gm.keys("Return")
    assert gm.window.roster.view.currentIndex().data(Role.NAME) == "Quayside Triad"
