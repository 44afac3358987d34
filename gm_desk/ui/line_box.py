"""A name and a value on one line of the card, typed in place."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.text.one_line import one_line
from gm_desk.model.document import RosterDocument
from gm_desk.ui.fields import Check, CheckedEdit
from gm_desk.ui.labels import FieldLabel, go_to
from gm_desk.ui.look import Look, scaled
from gm_desk.ui.sizes import BODY, GAP

ROOM = 11
"""What a field needs beside its words, in pixels."""


class FittingEdit(CheckedEdit):
    """Take a line of text in a field as wide as its words, and say when it is left."""

    left = Signal()

    def __init__(self, look: Look, check: Check, document: RosterDocument) -> None:
        """Take the check, which raises RulesError."""
        super().__init__(look, check, plain=True, document=document)
        self.setFont(scaled(self.font(), BODY, bold=True))
        self.setTextMargins(1, 0, 1, 0)
        self.textChanged.connect(self.updateGeometry)

    @override
    def sizeHint(self) -> QSize:
        shown = self.text() or self.placeholderText()
        width = max(self.fontMetrics().horizontalAdvance(one_line(shown)), self.fontMetrics().averageCharWidth() * 2)
        return QSize(width + ROOM, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 2, super().minimumSizeHint().height())

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class LineBox(QWidget):
    """Show a name, and beside it a value that can be typed."""

    def __init__(
        self, document: RosterDocument, look: Look, name: str, check: Check, parent: QWidget | None = None
    ) -> None:
        """Take the check, which raises RulesError."""
        super().__init__(parent)
        self._document = document
        self.label = FieldLabel(name)
        self.edit = FittingEdit(look, check, document)
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText("–")
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, GAP, 0)
        self.row.setSpacing(0)
        self.row.addWidget(self.label)
        self.row.addWidget(self.edit, 1)
        self.label.clicked.connect(self.go)

    def go(self) -> None:
        """Put the cursor into the field."""
        go_to(self.edit)

    @property
    def stops(self) -> list[QWidget]:
        """List what Tab goes to, in this order."""
        return [self.edit]
