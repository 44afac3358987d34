"""Narrowing the log: words, what else there is to look for, and the way back."""

import pytest
from PySide6.QtWidgets import QMenu

from gm_desk.model.log.cells import LogColumn
from gm_desk.ui.widgets.action_rows import without_mnemonic
from gm_desk.ui.widgets.pill import Pill
from log_window import AtLog, LogHands
from ui_makers import GM

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def rolled(reader: LogHands) -> LogHands:
    """Sit before three rolls: Lao Qing's Guns and Fray, and a secret one of Eva."""
    reader.keys("Ctrl+Return")
    reader.prepares("Fray")
    reader.keys("Ctrl+Return")
    reader.selects("Eva")
    reader.keys("Ctrl+Shift+S", "Ctrl+Return")
    return reader


@pytest.fixture
def window(gm: GM) -> GM:
    """Sit before the same rolls in the whole window."""
    gm.keys("Ctrl+Return")
    gm.click_on(gm.window.stat.skills.view, "Fray", double=True)
    gm.selects("Eva")
    gm.keys("Ctrl+Shift+S", "Ctrl+Return")
    return gm


def who(gm: AtLog) -> list[str]:
    model = gm.rows
    return [model.index(row, LogColumn.WHO).data() for row in range(model.rowCount())]


def menu_of(gm: AtLog, title: str) -> QMenu:
    menus = gm.window.log.only.choices.findChildren(QMenu)
    menu = next(menu for menu in menus if without_mnemonic(menu.title()) == title)
    menu.aboutToShow.emit()
    return menu


def narrows(gm: AtLog, title: str, text: str) -> None:
    next(action for action in menu_of(gm, title).actions() if action.text() == text).trigger()
    gm.settles()


def pills(gm: AtLog) -> list[str]:
    return [pill.text() for pill in gm.window.log.facets.pills if pill.isVisible()]


def test_the_log_is_narrowed_to_a_character_a_verdict_an_evening_and_secret_rolls(rolled: LogHands) -> None:
    assert len(who(rolled)) == 3
    narrows(rolled, "Character", "Lao Qing")
    assert who(rolled) == ["Lao Qing", "Lao Qing"]
    narrows(rolled, "Verdict", "Successes")
    narrows(rolled, "Verdict", "Criticals")
    assert who(rolled) == ["Lao Qing"]
    day = rolled.rows.evenings.known[0]
    narrows(rolled, "Evening", rolled.rows.evenings.title(day.id))
    narrows(rolled, "Secret", "Without secret")
    assert pills(rolled) == ["Lao Qing", "Criticals", rolled.rows.evenings.title(day.id), "Without secret"]
    assert who(rolled) == ["Lao Qing"]


def test_only_what_is_secret_can_be_looked_for(rolled: LogHands) -> None:
    narrows(rolled, "Secret", "Only secret")
    assert who(rolled) == ["Eva secret"]


def test_a_single_grade_can_be_looked_for_and_is_checked_then(rolled: LogHands) -> None:
    narrows(rolled, "Verdict", "★ Critical success")
    assert who(rolled) == ["Lao Qing"]
    checked = [action.text() for action in menu_of(rolled, "Verdict").actions() if action.isChecked()]
    assert checked == ["★ Critical success"]


def test_a_click_or_delete_takes_a_facet_off(rolled: LogHands) -> None:
    narrows(rolled, "Character", "Lao Qing")
    narrows(rolled, "Verdict", "Successes")
    rolled.click(rolled.window.log.facets.pills[0])
    assert pills(rolled) == ["Successes"]
    rolled.window.log.facets.pills[0].setFocus()
    rolled.keys("Delete")
    assert pills(rolled) == []
    assert not rolled.window.log.facets.isVisible()
    assert len(who(rolled)) == 3


def test_the_focus_stays_on_what_is_still_looked_for(rolled: LogHands) -> None:
    narrows(rolled, "Character", "Lao Qing")
    narrows(rolled, "Verdict", "Successes")
    rolled.window.log.facets.pills[0].setFocus()
    rolled.keys("Backspace")
    focus = rolled.focused()
    assert isinstance(focus, Pill)
    assert focus.text() == "Successes"


def test_escape_shows_all_rolls_again(window: GM) -> None:
    log = window.window.log
    for where in ("filter", "view", "facet"):
        narrows(window, "Character", "Lao Qing")
        window.keys("Ctrl+L")
        window.types("gu")
        assert len(who(window)) == 1, where
        {"filter": log.filter, "view": log.view, "facet": log.facets.pills[0]}[where].setFocus()
        window.keys("Esc")
        assert (len(who(window)), pills(window), log.filter.text()) == (3, [], ""), where
        assert window.window.roster.view.hasFocus(), where


def test_a_search_that_is_left_by_a_click_stays(window: GM) -> None:
    narrows(window, "Character", "Lao Qing")
    window.selects("Lao Qing")
    assert pills(window) == ["Lao Qing"]


def test_words_find_beginnings_of_words(rolled: LogHands) -> None:
    rolled.keys("Ctrl+L")
    rolled.types("lao gu")
    assert who(rolled) == ["Lao Qing"]
    rolled.keys("Return")
    assert rolled.window.log.view.hasFocus()
    assert rolled.window.log.view.currentIndex().row() == 0


def test_the_way_to_a_characters_rolls_leads_through_the_roster(window: GM) -> None:
    window.keys("Ctrl+L")
    window.types("nothing like it")
    window.selects("Lao Qing")
    window.keys("Ctrl+Shift+L")
    assert who(window) == ["Lao Qing", "Lao Qing"]
    assert (pills(window), window.window.log.filter.text()) == (["Lao Qing"], "")
    assert window.window.log.view.hasFocus()


@pytest.mark.usefixtures("painted")
def test_the_menu_opens_from_the_keyboard(rolled: LogHands) -> None:
    rolled.window.log.only.setFocus()
    rolled.keys("Down")
    assert rolled.window.log.only.choices.isVisible()
    rolled.window.log.only.choices.close()


def test_another_roster_is_not_narrowed(window: GM) -> None:
    narrows(window, "Character", "Lao Qing")
    window.makes_roster()
    assert pills(window) == []


def test_somebody_who_is_gone_can_still_be_looked_for(window: GM) -> None:
    narrows(window, "Character", "Lao Qing")
    window.selects("Lao Qing")
    window.does("roster.remove")
    window.window.log.facets.refresh()
    assert pills(window) == ["A removed character"]
