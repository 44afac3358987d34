"""The order in which Tab walks."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def stop_before(widget: QWidget) -> QWidget:
    """Give the widget that Tab stops at before another one."""
    before = widget.previousInFocusChain()
    while before is not None and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
        before = before.previousInFocusChain()
    return before or widget
