"""Labels that never take what they show for rich text."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.core.wording.one_line import one_line, some_lines
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import BODY, SMALL


def label(text: str = "", parent: QWidget | None = None, *, size: float = 1.0, bold: bool = False) -> QLabel:
    """Make a label of plain text in a size relative to the window's font."""
    made = PlainLabel(text, parent)
    made.setFont(scaled(made.font(), size, bold=bold))
    return made


def dim_label(text: str = "", parent: QWidget | None = None, *, size: float = SMALL) -> QLabel:
    """Make a quiet label."""
    made = label(text, parent, size=size)
    made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return made


def wrapped(made: QLabel) -> QLabel:
    """Let a label break its words into lines, as narrow as there is room, and be as high as that needs."""
    made.setWordWrap(True)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    return made


class Painted(QLabel):
    """Show what is painted by hand; assistive tools take it for text, which is its accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)


class PlainLabel(QLabel):
    """Show plain text, however long it is and whatever signs are in it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        """Show some words."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    @override
    def setText(self, text: str) -> None:
        super().setText(some_lines(text))


class FieldLabel(PlainLabel):
    """Name a field; a click asks to go there."""

    clicked = Signal()

    def __init__(self, text: str = "", *, dim: bool = False) -> None:
        """Show the name of a field, dim if so."""
        super().__init__(text)
        if dim:
            self.setFont(scaled(self.font(), BODY))
            self.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


def go_to(field: QLineEdit) -> None:
    """Put the cursor into a field, ready to be typed over."""
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)
    field.selectAll()


class ElidedLabel(PlainLabel):
    """Show one line of plain text, shortened with an ellipsis where it is too long."""

    def __init__(self, *, size: float = 1.0, bold: bool = False, dim: bool = False) -> None:
        """Show nothing yet."""
        super().__init__()
        self.setFont(scaled(self.font(), size, bold=bold))
        if dim:
            self.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    @override
    def setText(self, text: str) -> None:
        super().setText(one_line(text))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.fontMetrics().averageCharWidth() * 4, self.sizeHint().width()), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fitting = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(self.alignment() | Qt.TextFlag.TextSingleLine), fitting)


def heading(text: str, parent: QWidget | None = None) -> QLabel:
    """Make the heading of a section."""
    made = label(text, parent, size=SMALL, bold=True)
    made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return made


def hint(field: QLineEdit, *words: str) -> None:
    """Show the first of these words that fits into a field, or the last; to be asked again when its width changes."""
    metrics = field.fontMetrics()
    room = field.width() - metrics.height()
    fitting = (one for one in words if metrics.horizontalAdvance(one) <= room)
    field.setPlaceholderText(next(fitting, words[-1]))
