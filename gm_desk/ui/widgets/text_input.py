"""The input of text fields: dropped files are left to the window, typed text is stored soon and before other steps."""

from collections.abc import Callable, Sequence
from functools import cached_property

from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QCompleter,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.item_models import Index
from gm_desk.model.roster.document import RosterDocument


def is_enter(event: QKeyEvent) -> bool:
    """Return whether a key is one of the two Enter keys."""
    return event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}


def takes_enter(widget: QWidget | None) -> bool:
    """Return whether a widget handles Enter itself, to commit or to start a new line."""
    return isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox | QComboBox)


def steps_back(event: QKeyEvent) -> bool:
    """Return whether a key is that of undo or of redo."""
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


def edit_at(view: QAbstractItemView, index: Index) -> None:
    """Start editing a cell, unless it is invalid, read-only or already being edited."""
    if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable and view.indexWidget(index) is None:
        view.edit(index)


class FileDrops(QObject):
    """An event filter that handles drops on a widget or any of its children."""

    def __init__(self, area: QWidget, wants: Callable[[QMimeData], bool], takes: Callable[[QMimeData], object]) -> None:
        """Create the filter; `wants` decides on a drop without reading the files, `takes` handles it."""
        super().__init__(area)
        self._wants = wants
        self._takes = takes
        area.setAcceptDrops(True)
        for widget in (area, *area.findChildren(QWidget)):
            if widget.acceptDrops():
                widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # most events are not drops, and looking up their enum type takes longer than checking the class
        if not isinstance(event, QDropEvent) or not self._wants(event.mimeData()):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._takes(event.mimeData())
        return True


def brings_files(data: QMimeData) -> bool:
    """Return whether the data contains local files, which no text field accepts."""
    return any(url.isLocalFile() for url in data.urls())


class LineEdit(QLineEdit):
    """A line edit that leaves dropped files to its parent.

    In a main window it does not pass Enter on, even if Enter moves the focus away.
    """

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        window = self.window()
        super().keyPressEvent(event)
        if is_enter(event) and isinstance(window, QMainWindow):
            event.accept()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if brings_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)


class TextEdit(QPlainTextEdit):
    """A plain text edit that leaves dropped files to its parent."""

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not brings_files(source) and super().canInsertFromMimeData(source)


PAUSE = 500
"""Milliseconds after which typed text is stored in the roster, also during continuous typing."""


class TypingSession(QObject):
    """A session of typing in a field, which requests the text after a pause, at intervals, and before any other step.

    `store_requested` asks for the current text; the field calls `refuse` if it is invalid. `ended` is emitted when the
    session has ended. Everything stored in one session is one undo step; with `pauses_end`, a pause ends the session.

    Timers and connections are created at the first keystroke, since a card has dozens of fields.
    """

    store_requested = Signal()
    ended = Signal()

    def __init__(self, document: RosterDocument, field: QObject, *, pauses_end: bool = False) -> None:
        """Create a closed session for a field."""
        super().__init__(field)
        self._document = document
        self._pauses_end = pauses_end
        self._run = document.runs.new()
        self._changed = False
        self._refused = False
        self._follows = False
        self.open = False

    @cached_property
    def _pause(self) -> QTimer:
        """The timer that fires when nothing has been typed for a while."""
        made = QTimer(self, singleShot=True, interval=PAUSE)
        made.timeout.connect(self._on_pause)
        return made

    @cached_property
    def _interval(self) -> QTimer:
        """The timer of continuous typing."""
        made = QTimer(self, interval=PAUSE)
        made.timeout.connect(self.take)
        return made

    @property
    def read_only(self) -> bool:
        """Whether the roster is read-only."""
        return bool(self._document.read_only)

    def touch(self) -> None:
        """Record that something was typed, opening the session if necessary."""
        self._follow()
        self.open = self._changed = True
        self._pause.start()
        if not self._interval.isActive():
            self._interval.start()

    def _follow(self) -> None:
        """End the session from now on when anything else happens to the document."""
        if not self._follows:
            self._follows = True
            self._document.stack.settle_requested.connect(self.settle)
            self._document.opened.connect(self.drop)

    def take(self) -> None:
        """Request the current text if it has changed."""
        if self._changed:
            self._changed = self._refused = False
            with self._document.runs.typing(self._run):
                self.store_requested.emit()

    def refuse(self) -> None:
        """Mark the current text as invalid."""
        self._refused = True

    def settle(self) -> None:
        """Request the text and end the session; if the text is invalid, undo what the session stored."""
        if self.open:
            self.take()
            if self._refused:
                self._document.runs.take_back(self._run)
            self.drop()
            self.ended.emit()

    def revert(self) -> None:
        """Undo what this session stored, and end it."""
        if self.open:
            self._document.runs.take_back(self._run)
            self.drop()

    def drop(self) -> None:
        """End the session without requesting the text; the next session is an undo step of its own."""
        self.open = self._changed = self._refused = False
        self._run = self._document.runs.new()
        for timer in (self._pause, self._interval):
            timer.stop()

    def _on_pause(self) -> None:
        """Store the text after a pause, ending the session if `pauses_end`."""
        self._interval.stop()
        if self._pauses_end:
            self.settle()
        else:
            self.take()


class PartCompleter(QCompleter):
    """A case-insensitive completer for the part after the last comma."""

    def __init__(self, words: Sequence[str], field: QLineEdit) -> None:
        """Create the completer for a field."""
        super().__init__(list(words), field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    @override
    def splitPath(self, path: str) -> list[str]:
        return [_split(path)[1]]

    @override
    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return _split(self._field.text())[0] + super().pathFromIndex(index)


def _split(text: str) -> tuple[str, str]:
    """Return a line split into everything before its last part, and that part."""
    from gm_desk.core.notation.lists import PARTING

    start = max(text.rfind(sign) for sign in PARTING) + 1
    part = text[start:].lstrip()
    return text[: len(text) - len(part)], part
