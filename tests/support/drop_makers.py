"""Files dropped on widgets, as from a file manager."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QMimeData, QPoint, Qt, QUrl, QVersionNumber
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


def files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(widget: QWidget, data: QMimeData) -> bool:
    """Drag data over a widget and drop it; return whether the widget accepted it."""
    at, copy = QPoint(4, 4), Qt.DropAction.CopyAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(place_of(at), copy, data, left, none)
    entered.ignore()
    QCoreApplication.sendEvent(widget, entered)
    if entered.isAccepted():
        QCoreApplication.sendEvent(widget, QDropEvent(at.toPointF(), copy, data, left, none))
    return entered.isAccepted()


def place_of(at: QPoint) -> Any:
    """Return a place as the version of Qt wants it: 6.11 takes whole pixels only, and 6.12 warns of them."""
    return at.toPointF() if QLibraryInfo.version() >= QVersionNumber(6, 12) else at
