"""Labels that never take what they show for rich text."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

from gm_desk.ui.look import scaled

SMALL = 0.88


def label(text: str = "", parent: QWidget | None = None, *, size: float = 1.0, bold: bool = False) -> QLabel:
    """Make a label of plain text in a size relative to the window's font."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(scaled(made.font(), size, bold=bold))
    return made


def dim_label(text: str = "", parent: QWidget | None = None, *, size: float = SMALL) -> QLabel:
    """Make a quiet label."""
    made = label(text, parent, size=size)
    made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return made


def heading(text: str, parent: QWidget | None = None) -> QLabel:
    """Make the heading of a section."""
    made = label(text, parent, size=SMALL, bold=True)
    made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return made
