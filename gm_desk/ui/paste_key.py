"""Ctrl+V anywhere in the window: stat blocks open their preview, all else is pasted as ever."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from typing_extensions import override

from gm_desk.ui.growing_edit import GrowingEdit
from gm_desk.ui.main_window import MainWindow

KEYS = {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress}


class PasteKey(QObject):
    """Watch whichever widget of a window has the focus."""

    def __init__(self, window: MainWindow, looks_like: Callable[[int], bool], paste: Callable[[], object]) -> None:
        """Ask `looks_like` whether what was copied is blocks of so many lines or more, and `paste` them."""
        super().__init__(window)
        self._window = window
        self._looks_like = looks_like
        self._paste = paste
        self._watched: QWidget | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in KEYS or not isinstance(event, QKeyEvent) or not event.matches(_PASTE):
            return False
        if not isinstance(watched, QWidget) or not self._wanted(watched):
            return False
        event.accept()  # the window's shortcuts are not asked then
        if event.type() == QEvent.Type.KeyPress:
            self._paste()
        return True

    def _wanted(self, focus: QWidget) -> bool:
        """Tell whether a paste is for the roster: not in notes, and in a line only what is a block of lines."""
        if self._window.stage.veiled or _keeps_lines(focus):
            return False
        if self._looks_like(2 if isinstance(focus, QLineEdit) else 1):
            return True
        writes = isinstance(focus, (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit))
        return not writes and not self._window.stat.isAncestorOf(focus)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now if now is not None and now.window() is self._window else None
        if self._watched is not None:
            self._watched.installEventFilter(self)


_PASTE = QKeySequence.StandardKey.Paste


def _keeps_lines(focus: QWidget) -> bool:
    """Tell whether a field takes several lines, so that whatever is pasted belongs there."""
    one_line = isinstance(focus, GrowingEdit) and focus.enter_ends
    return isinstance(focus, (QPlainTextEdit, QTextEdit)) and not one_line
