"""No text in the window is taken for rich text, whoever wrote it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Group, Roster
from shared_window import Seat
from ui_makers import GM, LAO, a_roster, names, reads, sit_down

MARKUP = "<b>x</b><img src='/dev/zero'>"


def marked() -> Roster:
    lao = structs.replace(LAO, name=MARKUP, concept=MARKUP, group="triad", notes=MARKUP, skills=())
    lao = lao.with_skill(structs.replace(LAO.skills[3], name=MARKUP))
    roster = structs.replace(a_roster(lao), name=MARKUP)
    return structs.replace(roster, groups=(Group(id="triad", name=MARKUP),))


@pytest.fixture
def gm(seat: Seat) -> GM:
    made = seat(marked(), dice=[61, 5])
    made.keys("Ctrl+M")
    made.types(f"{MARKUP} -30")
    made.keys("Return", "Esc", "Return")
    return made


def rich(labels: Iterator[QLabel]) -> list[str]:
    return [label.text() for label in labels if label.textFormat() is not Qt.TextFormat.PlainText and label.text()]


def test_every_label_is_plain_text(gm: GM) -> None:
    gm.does("roster.duplicate")
    gm.keys("?")
    assert rich(iter(gm.window.findChildren(QLabel))) == []


def test_names_show_as_they_were_typed(gm: GM) -> None:
    assert names(gm.window.roster.view) == [MARKUP, MARKUP]
    assert gm.window.stat.head.name.text() == MARKUP
    assert gm.window.stat.head.concept.text() == MARKUP
    assert gm.window.stat.notes.edit.toPlainText() == MARKUP
    assert gm.window.header.name.text() == MARKUP
    assert gm.reads("abilityName") == MARKUP
    assert gm.reads("abilityOwner") == f"65 · {MARKUP}"
    assert gm.log()[0][1:3] == [MARKUP, MARKUP]


def test_what_was_spent_shows_as_it_was_typed(gm: GM) -> None:
    said = [label.text() for label in gm.window.test.spent.findChildren(QLabel)]
    assert said == [f"Spent: {MARKUP} −30"]


def test_the_finder_shows_names_as_they_were_typed(gm: GM) -> None:
    gm.keys("Ctrl+K")
    gm.types("zero")
    found = gm.window.header.finder.list
    assert found.item(0).text() == MARKUP


def test_a_trouble_shows_a_path_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "<b>x<" / "torn.json"
    path.parent.mkdir()
    path.write_text("{")
    gm = sit_down(qtbot, tmp_path, path)
    assert str(path) in gm.trouble()


def test_a_refusal_shows_what_was_typed_as_it_is(gm: GM) -> None:
    gm.keys("Ctrl+E")
    gm.types("<b>1</b>")
    gm.keys("Return")
    assert "<b>1</b>" in gm.refused()


def test_no_tool_tip_holds_what_a_user_typed(gm: GM) -> None:
    tips = [widget.toolTip() for widget in gm.window.findChildren(QWidget)]
    assert [tip for tip in tips if MARKUP in tip or Qt.mightBeRichText(tip)] == []


@pytest.mark.parametrize("action_id", ["files.open_recent", "roster.move_to_group"])
def test_no_menu_shows_tool_tips_of_names(gm: GM, action_id: str) -> None:
    menu: QMenu = gm.submenu(action_id)
    assert MARKUP in [reads(action) for action in menu.actions()]
    assert not menu.toolTipsVisible()


def test_the_views_show_no_tool_tips_of_names(gm: GM) -> None:
    for view in (gm.window.roster.view, gm.window.stat.skills.view, gm.window.log.view):
        at = view.visualRect(view.model().index(0, 0)).center()
        asked = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(QPoint(at)))
        QApplication.sendEvent(view.viewport(), asked)
        assert not QToolTip.isVisible()
