"""A key in the finder paints its field and its rows, and nothing that they cover."""

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from gm_desk.core.finder.meanings import Knows, SideSplit, splits_of
from gm_desk.core.systems.definition import System
from gm_desk.model.roll.finder import FinderSearch
from gm_desk.ui.finder.action_search import ActionFinder
from gm_desk.ui.finder.naming import NamedActions
from gm_desk.ui.widgets.action_rows import WindowActions
from ui_makers import GM


class Painted(QObject):
    """The widgets that are painted."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: set[QWidget] = set()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.widgets.add(watched)
        return False


def painted_by(gm: GM, letters: str) -> set[QWidget]:
    gm.settles()
    application, painted = QApplication.instance(), Painted()
    assert application is not None
    application.installEventFilter(painted)
    gm.types(letters)
    gm.settles()
    application.removeEventFilter(painted)
    return painted.widgets


def test_a_key_paints_nothing_that_the_list_covers(gm: GM) -> None:
    gm.resizes(1366, 768)
    gm.keys("Ctrl+K")
    finder, grown = gm.window.header.finder, 0
    for letter in "lao guns -30 smoke -20 aim +10 vs triad mook 1":
        before = QRect(finder.list.geometry())
        was_shown = finder.list.isVisible()
        widgets = painted_by(gm, letter)
        assert finder in widgets
        after = finder.list.geometry()
        if was_shown and after.contains(before):
            grown += after != before
            assert widgets.isdisjoint(gm.window.stat.findChildren(QWidget)), letter
    assert grown > 1


def test_a_key_with_fewer_results_paints_nothing_that_the_list_covers(gm: GM) -> None:
    gm.resizes(1366, 768)
    gm.keys("Ctrl+K")
    gm.types("guns")
    finder = gm.window.header.finder
    rows = finder.list.count()
    for letter in " 99zz":
        others = {one for one in painted_by(gm, letter) if not one.isAncestorOf(finder)}
        assert others <= {finder, finder.list, finder.list.viewport()}, letter
    assert rows > finder.list.count() >= 1


def test_the_list_does_not_get_smaller_while_a_line_is_typed(gm: GM) -> None:
    gm.resizes(1366, 768)
    gm.keys("Ctrl+K")
    found = gm.window.header.finder.list
    gm.types("guns")
    height = found.height()
    gm.types(" -30 smoke -20 aim +10 vs triad mook 1")
    width = found.width()
    gm.types(" zzz")
    assert found.wanted().width() < width
    assert found.wanted().height() < height
    assert (found.width(), found.height()) == (width, height)
    gm.keys("Esc", "Ctrl+K")
    gm.types("zz")
    assert found.isVisible()
    assert found.width() < width
    assert found.height() < height


TYPED_ON = ("wound triad mook", "eva heal", "roll dice", "undo", "go first lao", "dark", "x y z")


def test_actions_are_the_same_for_a_line_typed_on_and_for_a_new_one(gm: GM) -> None:
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    search = FinderSearch(gm.session)
    named = NamedActions(actions, gm.window.roster, search.person, print)
    for typed_on in TYPED_ON:
        typed = ActionFinder(actions, named)
        for letters in (*range(len(typed_on) + 1), *range(len(typed_on) - 1, 0, -2)):
            line = typed_on[:letters]
            able, unable = typed.find(line)
            new_able, new_unable = ActionFinder(actions, named).find(line)
            assert [one.text for one in able] == [one.text for one in new_able], line
            assert [(one.text, one.why_not) for one in unable] == [(one.text, one.why_not) for one in new_unable], line


def test_what_stands_before_the_last_comma_is_read_once(gm: GM, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = list[str]()

    def counted(text: str, system: System, knows: Knows) -> list[SideSplit]:
        texts.append(text)
        return splits_of(text, system, knows)

    monkeypatch.setattr("gm_desk.core.finder.line.splits_of", counted)
    search = FinderSearch(gm.session)
    for choice in ("+10", "+20", "-10", "-30"):
        assert search.find(f"lao guns vs triad mook 1, {choice}").rows
    assert texts == ["lao guns", "triad mook 1"]
