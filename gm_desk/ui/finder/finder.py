"""What the finder lists for a typed line: its possible meanings, and what the keys do with them."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from gm_desk.ui.widgets.action_rows import WindowActions
from gm_desk.ui.widgets.text_input import LineEdit, is_enter

if TYPE_CHECKING:
    from PySide6.QtWidgets import QListWidgetItem

    from gm_desk.core.characters.roster import Character
    from gm_desk.model.roll.finder import FinderResults, FinderSearch
    from gm_desk.ui.finder.action_search import ActionFinder
    from gm_desk.ui.finder.rows import FinderRows
    from gm_desk.ui.roster.roster_pane import RosterPane

EDGE = 8
MOST_ACTIONS_BESIDE = 3
PAUSE = 500
"""Milliseconds without a key after which the list is as small as its rows."""


class FinderListing(QObject):
    """The list under the field of the finder; Enter carries a meaning out, Tab only prepares a test.

    `acted` carries the id of an action that has been run.
    """

    found = Signal(object)
    prepared = Signal(object)
    acted = Signal(str)

    def __init__(self, field: LineEdit, finding: "Callable[[], FinderSearch]") -> None:
        """List meanings of what is typed in a field; `finding` interprets it, and `offer` adds the actions later."""
        super().__init__(field)
        self._field = field
        self._make_finding = finding
        self._doubtful = False
        self._actions: ActionFinder | None = None
        self._pause = QTimer(self, interval=PAUSE, singleShot=True)
        self._pause.timeout.connect(self.place_again)
        field.textEdited.connect(self._edited)

    @cached_property
    def _finding(self) -> "FinderSearch":
        """The search that interprets lines."""
        from gm_desk.core.finder.meanings import LONGEST

        self._field.setMaxLength(LONGEST)
        return self._make_finding()

    @cached_property
    def list(self) -> "FinderRows":
        """The rows under the field, which are built when they are first needed."""
        from gm_desk.ui.finder.rows import FinderRows

        rows = FinderRows(self._field)
        rows.itemClicked.connect(self._carry_out)
        rows.currentItemChanged.connect(self._describe)
        return rows

    def offer(self, actions: WindowActions, roster: "RosterPane", notice: Callable[[str], None]) -> None:
        """Include the actions of the window in searches; `notice` is called with what one did for somebody named."""
        from gm_desk.ui.finder.action_search import ActionFinder
        from gm_desk.ui.finder.naming import NamedActions

        self._actions = ActionFinder(actions, NamedActions(actions, roster, self._person, notice))

    def _person(self, words: str) -> "tuple[Character | None, str]":
        """Return the character that words name, else why nobody is meant."""
        return self._finding.person(words)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the list into a window that has become higher or lower."""
        if event.type() == QEvent.Type.Resize:
            self.place_again()
        return super().eventFilter(watched, event)

    def place_again(self) -> None:
        """Place the visible list after a change of the window or of the size of the text."""
        if "list" in vars(self) and self.list.isVisible():
            self._place(afresh=True)

    def _edited(self, typed: str) -> None:
        """Search for the edited line, and leave the history of lines."""
        self._finding.history.leave()
        self._search(typed)

    def _search(self, typed: str) -> None:
        """List the possible meanings of a line."""
        from gm_desk.core.finder.line import MOST

        finds = self._finding.find(typed)
        able, unable = self._actions.find(typed) if self._actions else ([], [])
        beside = finds.sharp or not (able or (unable and finds.doubtful))
        self.list.clear()
        self._doubtful = finds.doubtful and beside
        if beside:
            self._list(finds, MOST - min(len(able) + len(unable), MOST_ACTIONS_BESIDE))
        for found in [*able, *unable][: MOST - self.list.count()]:
            self.list.add(found.text, found.target, found.beside, able=not found.why_not)
        if not self._doubtful:
            self.list.step(1)
        self._place()

    def _list(self, finds: "FinderResults", most: int) -> None:
        from gm_desk.core.finder.meanings import Unclear

        for row in finds.rows[:most]:
            self.list.add(row.text, None if isinstance(row.meaning, Unclear) else row.meaning, row.odds)

    def _place(self, *, afresh: bool = False) -> None:
        """Show the list below the field, wide enough for its rows but within the window.

        Unless it is placed `afresh`, it gets neither narrower nor lower until no key is pressed for a moment: while a
        line is typed, a key should not paint what the list covers.
        """
        if not self.list.count():
            self.list.hide()
            return
        window = self._field.window()
        if self.list.parent() is not window:
            self.list.setParent(window)
            window.installEventFilter(self)
        wanted = self.list.wanted()
        before = self.list.size() if self.list.isVisible() and not afresh else QSize()
        if not afresh:
            self._pause.start()
        wanted = wanted.expandedTo(before)
        width = min(max(wanted.width(), self._field.width()), window.width() - 2 * EDGE)
        corner = self._field.mapTo(window, QPoint(0, self._field.height() + 2))
        corner.setX(max(EDGE, min(corner.x(), window.width() - EDGE - width)))
        height = min(wanted.height(), window.height() - EDGE - corner.y())
        self.list.setGeometry(QRect(corner.x(), corner.y(), width, height))
        self.list.show()
        self.list.raise_()

    def _carry_out(self, item: "QListWidgetItem | None", *, only_prepare: bool = False) -> None:
        """Carry out or prepare the meaning of a row."""
        from gm_desk.ui.finder.action_search import ActionTarget
        from gm_desk.ui.finder.rows import TARGET

        target = item.data(TARGET) if item is not None else None
        if item is None or target is None or not item.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        typed = self._field.text()
        self.reset()
        if isinstance(target, ActionTarget):
            target.do()
            self.acted.emit(target.row.id)
            return
        self._finding.history.remember(typed)
        (self.prepared if only_prepare else self.found).emit(target)

    def _recall(self, back: int) -> bool:
        """Show an earlier or later line from the history, and return whether there is one."""
        line = self._finding.history.step(back)
        if line is not None:
            self._field.setText(line)
            self._search(line)
        return line is not None

    def _step(self, by: int) -> None:
        """Move through the rows; from the first row upwards, move through the history."""
        top = self.list.currentRow() <= 0 or self._finding.history.walking
        forward = by > 0 and self._finding.history.walking and not self._doubtful
        if not ((by < 0 and top and self._recall(1)) or (forward and self._recall(-1))):
            self.list.step(by)

    def _describe(self, item: "QListWidgetItem | None") -> None:
        """Set the current row as the accessible description, because the focus remains in the field."""
        first = item or self.list.item(0)
        self._field.setAccessibleDescription(first.data(Qt.ItemDataRole.AccessibleTextRole) if first else "")

    def reset(self) -> None:
        """Forget what was listed."""
        self._finding.history.leave()
        if self._actions:
            self._actions.forget()
        self._field.clear()
        self.list.clear()
        self.list.hide()
        self._field.setAccessibleDescription("")

    def takes(self, event: QKeyEvent) -> bool:
        """Take Tab and Ctrl+Enter, which the window would handle, while meanings are listed; return whether one was."""
        shown = "list" in vars(self) and self.list.isVisible()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        taken = shown and (event.key() == Qt.Key.Key_Tab or bool(control and is_enter(event)))
        if taken and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif taken and event.type() == QEvent.Type.KeyPress:
            self._carry_out(self.list.currentItem(), only_prepare=True)
        return taken

    def press(self, event: QKeyEvent) -> bool:
        """Move through the rows, or carry one out; return whether a key does that."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None:
            self._step(step)
        elif is_enter(event):
            self._carry_out(self.list.currentItem())
        return step is not None or is_enter(event)

    def begin(self) -> None:
        """Prepare for what may be typed."""
        self._finding.make_ready()
        if self._actions:
            self._actions.begin()
        from gm_desk.core.finder.lexicon import warm_up

        for prepare in (import_search, warm_up):
            QTimer.singleShot(0, prepare)


def import_search() -> None:
    """Import what reads a line and lists its meanings in advance, so that the first letter is not slow."""
    from gm_desk.core.finder import line  # noqa: F401 - loaded, not used
    from gm_desk.ui.finder import rows  # noqa: F401
