"""What outlives the test that made it: a window that the tests of a module share."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

SHARED = "shared by tests"
"""The property of such a window."""


def is_shared(part: QObject) -> bool:
    """Return whether something is a window that tests share, or belongs to it, as the lists of completers do."""
    top: QObject | None = part
    while top is not None and not top.property(SHARED):
        top = top.parent() or (top.focusProxy() if isinstance(top, QWidget) else None)
    return top is not None
