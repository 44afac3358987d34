"""Files dropped from outside, taken wherever they fall: a field of text would keep their path instead."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMainWindow, QPlainTextEdit, QWidget
from typing_extensions import override

ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
DROPPING = {QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop}


class FileDrops(QObject):
    """Take what is dropped on a widget or on anything in it, where it is wanted."""

    def __init__(self, area: QWidget, wants: Callable[[QMimeData], bool], takes: Callable[[QMimeData], object]) -> None:
        """Take what `wants` says yes to, without having read it."""
        super().__init__(area)
        self._wants = wants
        self._takes = takes
        area.setAcceptDrops(True)
        for widget in (area, *area.findChildren(QWidget)):
            if widget.acceptDrops():
                widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in DROPPING or not isinstance(event, QDropEvent) or not self._wants(event.mimeData()):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._takes(event.mimeData())
        return True


def brings_files(data: QMimeData) -> bool:
    """Return whether files are dragged, which no field of text has a use for."""
    return any(url.isLocalFile() for url in data.urls())


class LineEdit(QLineEdit):
    """Take a line of text; a file that is dropped on it is left to what it stands in.

    Enter in a field of a main window belongs to the field alone, also where it moves the focus on.
    """

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        window = self.window()
        super().keyPressEvent(event)
        if event.key() in ENTER and isinstance(window, QMainWindow):
            event.accept()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if brings_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)


class TextEdit(QPlainTextEdit):
    """Take lines of text; a file that is dropped on them is left to what they stand in."""

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not brings_files(source) and super().canInsertFromMimeData(source)
