"""Files dropped anywhere in a window, handled before text fields insert their paths."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMainWindow, QPlainTextEdit, QWidget
from typing_extensions import override


def is_enter(event: QKeyEvent) -> bool:
    """Return whether a key is one of the two Enter keys."""
    return event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}


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
