"""Labels that never interpret their text as rich text."""

import re
from textwrap import wrap

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.wording.phrases import one_line, some_lines
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import BODY, SMALL, current_theme

BESIDE_NUMBERS = rf"(?<=[\d{TRUE_MINUS}]) (?=\w)|(?<=\w) (?=\d)"
PARTS = " · "
NO_BREAK = "\N{NO-BREAK SPACE}"
ONE_LINE, ELIDED = Qt.TextFlag.TextSingleLine.value, Qt.TextElideMode.ElideRight
"""Looked up once: members of enumerations are joined slowly."""


def label(text: str = "", parent: QWidget | None = None, *, size: float = 1.0, bold: bool = False) -> QLabel:
    """Return a plain-text label, its size relative to the window's font."""
    made = PlainLabel(text, parent)
    made.setFont(scaled(made.font(), size, bold=bold))
    return made


def dim_label(text: str = "", parent: QWidget | None = None, *, size: float = SMALL) -> QLabel:
    """Return a label in the dim colour."""
    made = label(text, parent, size=size)
    made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return made


def wrapped(made: QLabel) -> QLabel:
    """Turn on word wrap for a label, let it shrink horizontally, and return it."""
    made.setWordWrap(True)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    return made


class PaintedLabel(QLabel):
    """A label painted by subclasses; assistive tools read its accessible name as text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the label, empty."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)


class PlainLabel(QLabel):
    """A plain-text label for text of any length and content."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        """Create the label with a text."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    @override
    def setText(self, text: str) -> None:
        super().setText(some_lines(text))


class FlowingLabel(PlainLabel):
    """A text among the items of a flow: on one line if it fits, else wrapped in the width of the flow.

    No line ends between a number and the word that it belongs to.
    """

    def __init__(self) -> None:
        """Create the label, empty."""
        super().__init__()
        self.setWordWrap(True)

    @override
    def setText(self, text: str) -> None:
        super().setText(re.sub(BESIDE_NUMBERS, NO_BREAK, text))

    @override
    def text(self) -> str:
        return super().text().replace(NO_BREAK, " ")

    @override
    def sizeHint(self) -> QSize:
        return self.fontMetrics().size(Qt.TextFlag.TextSingleLine, self.text()) + QSize(2, 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.fontMetrics().averageCharWidth() * 4, self.sizeHint().width()), self.sizeHint().height())


class FieldLabel(PlainLabel):
    """The label of a field; a click requests the focus for the field."""

    clicked = Signal()

    def __init__(self, text: str = "", *, dim: bool = False) -> None:
        """Create the label, optionally in the dim colour."""
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
    """Focus a field and select its text."""
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)
    field.selectAll()


class ElidedLabel(PlainLabel):
    """A single line of plain text, elided if it is too long."""

    def __init__(self, *, size: float = 1.0, bold: bool = False, dim: bool = False) -> None:
        """Create the label, empty."""
        super().__init__()
        self.setFont(scaled(self.font(), size, bold=bold))
        if dim:
            self.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    @override
    def setText(self, text: str) -> None:
        super().setText(one_line(text))

    @property
    def whole_width(self) -> int:
        """The width at which nothing is elided; a size hint is no less than the minimum width."""
        return self.fontMetrics().horizontalAdvance(self.text()) + 2

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.fontMetrics().averageCharWidth() * 4, self.sizeHint().width()), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)  # with the pen of the label's role
        painter.drawText(self.rect(), self.alignment().value | ONE_LINE, self.fitting(self.width()))

    def fitting(self, room: int) -> str:
        """Return the text as it is shown in a width."""
        return self.fontMetrics().elidedText(self.text(), ELIDED, room)


FIRST = 16
"""In characters: the longest first part of a line that is never cut off."""


class PartsLabel(ElidedLabel):
    """A single line of parts with " · " between them, of which the last ones are left out where there is no room.

    There is always room for the first one, unless it is a sentence.
    """

    @override
    def minimumSizeHint(self) -> QSize:
        least, metrics = super().minimumSizeHint(), self.fontMetrics()
        first = metrics.horizontalAdvance(self.text().partition(PARTS)[0]) + 2
        return least if first > metrics.averageCharWidth() * FIRST else least.expandedTo(QSize(first, 0))

    @override
    def fitting(self, room: int) -> str:
        text = self.text()
        while PARTS in text and self.fontMetrics().horizontalAdvance(text) > room:
            text = text.rpartition(PARTS)[0]
        return self.fontMetrics().elidedText(text, ELIDED, room)


AROUND = 6
"""The margin of a message, in pixels."""


class FieldMessage(QLabel):
    """The message below a field with the reason why its text is refused, shown until the text is edited."""

    def __init__(self, field: QWidget) -> None:
        """Create the bubble in the field's window."""
        super().__init__(field.window())
        self._field = field
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(AROUND)
        self.setAutoFillBackground(True)
        palette, theme = self.palette(), current_theme()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.trouble))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.on_trouble))
        self.setPalette(palette)

    def say(self, text: str) -> None:
        """Show a text below the field, or above it if there is no room below."""
        self.setText(text)
        window = self._field.window()
        self.setFixedWidth(min(max(self._field.width(), self.fontMetrics().averageCharWidth() * 36), window.width()))
        self.adjustSize()
        below = self._field.mapTo(window, QPoint(0, self._field.height() + 2))
        if below.y() + self.height() > window.height():
            below.setY(below.y() - self._field.height() - self.height() - 4)
        below.setX(max(0, min(below.x(), window.width() - self.width())))
        self.move(below)
        self.show()
        self.raise_()
        announce(self._field, self.text(), at_once=True)


def heading(text: str, parent: QWidget | None = None) -> QLabel:
    """Return a section heading."""
    made = label(text, parent, size=SMALL, bold=True)
    made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return made


def hint(field: QLineEdit, *words: str) -> None:
    """Set the first placeholder that fits the field, or the last one; call again when its width changes."""
    metrics = field.fontMetrics()
    room = field.width() - metrics.height()
    fitting = (one for one in words if metrics.horizontalAdvance(one) <= room)
    field.setPlaceholderText(next(fitting, words[-1]))


def announce(about: QWidget, text: str, *, at_once: bool = False) -> None:
    """Make a screen reader speak a text, interrupting the current one if `at_once`."""
    if text:
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

        politeness = QAccessible.AnnouncementPoliteness
        event = QAccessibleAnnouncementEvent(about, text)
        event.setPoliteness(politeness.Assertive if at_once else politeness.Polite)
        QAccessible.updateAccessibility(event)


def wrapped_in_parens(text: str, rest: str, longest: int) -> str:
    """Return a text with the rest in parentheses, in lines of a length that break only between their parts."""
    together = f"{text} ({rest})" if rest else text
    kept = together.replace(" ", NO_BREAK).replace(f",{NO_BREAK}", ", ").replace(f"{NO_BREAK}(", " (")
    lines = wrap(kept.replace(f"{NO_BREAK}{TRUE_MINUS}", f" {TRUE_MINUS}"), longest)
    return "\n".join(lines).replace(NO_BREAK, " ")
