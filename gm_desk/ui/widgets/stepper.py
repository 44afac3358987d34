"""A number with steps."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QSpinBox
from typing_extensions import override

from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.wording.phrases import minus, signed, tip_of
from gm_desk.ui.theme.style import PLAIN
from gm_desk.ui.widgets.text_input import steps_back


class Stepper(QSpinBox):
    """A spin box that reacts to the wheel only while it has the focus."""

    def __init__(self, minimum: int, maximum: int, name: str, *, sign: bool = False, at_once: bool = True) -> None:
        """Create the field for a range, with a `sign` also for positive numbers.

        Typed digits take effect `at_once`, or when the field is left, so that a past roll is judged only once.
        """
        super().__init__()
        self._signed = sign
        self.setRange(minimum, maximum)
        self.setKeyboardTracking(at_once)
        self.setAccessibleName(name)
        self.setToolTip(tip_of(name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.lineEdit().setProperty(PLAIN, True)

    @override
    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window: each step is a change of the test."""
        asks = event.type() == QEvent.Type.ShortcutOverride
        if asks and isinstance(event, QKeyEvent) and steps_back(event):
            event.ignore()
            return False
        return super().event(event)

    @override
    def textFromValue(self, value: int) -> str:
        return signed(value) if self._signed else minus(value)

    @override
    def valueFromText(self, text: str) -> int:
        return super().valueFromText(text.replace(TRUE_MINUS, "-"))

    @override
    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state, _, at = super().validate(text.replace(TRUE_MINUS, "-"), position)
        return state, text, at

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def show_value(self, value: int) -> None:
        """Set the value without emitting a change; do nothing if the field shows it already."""
        if self.value() == value and self.text() == self.textFromValue(value):
            return
        blocked = self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(blocked)
