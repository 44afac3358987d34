"""The order in which Tab walks."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def stop_before(widget: QWidget) -> QWidget:
    """Give the widget that Tab stops at before another one."""
    before = widget.previousInFocusChain()
    while before is not None and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
        before = before.previousInFocusChain()
    return before or widget


def put_in_order(last: QWidget, stops: Sequence[QWidget]) -> None:
    """Let Tab walk along stops where `last` was, and then to that."""
    before = last
    for stop in stops:
        QWidget.setTabOrder(before, stop)
        before = stop
    if stops:
        QWidget.setTabOrder(before, last)
