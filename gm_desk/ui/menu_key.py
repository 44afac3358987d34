"""Shift+F10, which opens the menu of what has the focus where the desktop does not see to it."""

from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

KEYS = "Shift+F10"


class MenuKey(QObject):
    """Ask the widget with the focus for its menu."""

    def __init__(self, window: QWidget) -> None:
        """Listen in a window."""
        super().__init__(window)
        QShortcut(QKeySequence(KEYS), window, self._open)

    def _open(self) -> None:
        """Open it where the cursor is, or in the middle."""
        widget = QApplication.focusWidget()
        if widget is None:
            return
        cursor = widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        seen = widget.rect().intersected(cursor) if isinstance(cursor, QRect) else QRect()
        at = (widget.rect() if seen.isEmpty() else seen).center()
        QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, widget.mapToGlobal(at)))
