"""The help opens at the thing that has the focus, is searched as one types, and leaves the window at work."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_help, load_system
from gm_desk.ui.help.help_window import FIRST, TOPIC, TOPICS, HelpWindow, topic_of
from themes import DARK, LIGHT
from ui_makers import GM, saved, sit_down


def shown(dialog: HelpWindow) -> list[str]:
    items = [dialog.list.item(row) for row in range(dialog.list.count())]
    return [item.data(TOPIC) for item in items if not item.isHidden() and item.data(TOPIC)]


def current(dialog: HelpWindow) -> str:
    return str(dialog.list.currentItem().data(TOPIC))


def helped(gm: GM, *keys: str) -> HelpWindow:
    gm.keys(*keys)
    return gm.dialog(HelpWindow)


def test_it_opens_at_what_has_the_focus(gm: GM) -> None:
    gm.window.roster.view.setFocus()
    dialog = helped(gm, "F1")
    assert current(dialog) == "desk/roster"
    assert "Ctrl+D a numbered copy" in dialog.text.toPlainText()


def test_a_number_of_the_card_leads_to_its_rules(gm: GM) -> None:
    gm.window.stat.skills.view.setFocus()
    assert current(helped(gm, "F1")) == "rules/skills"


def test_words_find_articles_and_are_marked_in_them(gm: GM) -> None:
    dialog = helped(gm, "F1")
    dialog.search.setText("flex VIGOR")
    assert shown(dialog) == ["rules/points"]
    assert current(dialog) == "rules/points"
    marked = {mark.cursor.selectedText().casefold() for mark in dialog.text.extraSelections()}
    assert marked == {"flex", "vigor"}
    dialog.search.setText("xyzzy")
    assert shown(dialog) == []
    dialog.search.clear()
    assert len(shown(dialog)) > 15


@pytest.mark.parametrize("system", RULES)
@pytest.mark.parametrize("words", ["complementary", "taking time", "called shot", "common modifiers"])
def test_the_common_modifiers_are_found_in_every_system(system: str, words: str, qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system))
    gm.window.test.chips.common.setFocus()
    dialog = helped(gm, "F1")
    assert current(dialog) == "rules/common"
    dialog.search.setText(words)
    assert "rules/common" in shown(dialog)


def test_a_topic_that_a_system_does_not_have_leads_to_its_tests(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("kaiser"))
    gm.window.stat.aptitudes.setFocus()
    assert current(helped(gm, "F1")) == "rules/test"


def test_arrows_choose_an_article_while_words_are_typed(gm: GM) -> None:
    dialog = helped(gm, "Shift+F1")
    assert current(dialog) == "rules/test"
    assert dialog.focusWidget() is dialog.search
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    assert current(dialog) == "rules/checks"


def test_opened_again_there_is_still_one_of_it(gm: GM) -> None:
    helped(gm, "F1")
    gm.does("help.show_rules")
    gm.settles()
    assert len([one for one in gm.window.findChildren(HelpWindow) if one.isVisible()]) == 1


def test_every_topic_has_an_article_in_some_system() -> None:
    known = {article.topic for system in RULES for article in load_help(load_system(system))}
    assert {*TOPICS.values(), FIRST} <= known


@pytest.mark.parametrize("system", RULES)
def test_every_control_that_can_have_the_focus_is_told_of(system: str, qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system))
    gm.keys("Ctrl+Shift+O")
    inner = (QScrollBar,)
    controls = [
        one
        for one in gm.window.findChildren(QWidget)
        if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.isVisibleTo(gm.window) and not isinstance(one, inner)
    ]
    lost = [
        f"{type(one).__name__} {one.objectName()}"
        for one in controls
        if not isinstance(one, QAbstractScrollArea) or isinstance(one, QAbstractItemView)
        if topic_of(one) == FIRST
    ]
    assert len(controls) > 20
    assert lost == []


def lines_of_tables(dialog: HelpWindow) -> set[str]:
    frames = dialog.text.document().rootFrame().childFrames()
    return {one.format().borderBrush().color().name() for one in frames if isinstance(one, QTextTable)}


def test_tables_have_the_lines_of_the_theme_also_after_it_changes(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, saved(tmp_path, read_sample("kaiser")), theme="dark")
    dialog = helped(gm, "F1")
    dialog.open_at("rules/stats")
    assert lines_of_tables(dialog) == {DARK.line}
    gm.does("window.use_light_theme")
    gm.settles()
    assert lines_of_tables(dialog) == {LIGHT.line}


def test_no_title_of_an_article_is_cut_off(gm: GM) -> None:
    dialog = helped(gm, "F1")
    gm.settles()
    assert dialog.list.horizontalScrollBar().maximum() == 0
    assert not dialog.list.horizontalScrollBar().isVisible()
