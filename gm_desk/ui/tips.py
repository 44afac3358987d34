"""Tool tips that tell the keys of an action, whatever they are set to."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from gm_desk.core.text.one_line import tip_of

TIP, COMMAND = "tip", "command"
NATIVE = QKeySequence.SequenceFormat.NativeText


def set_tip(widget: QWidget, text: str, command: str) -> None:
    """Tell what a widget is for, and the keys of an action by its name, "Roll/Add a modifier".

    A widget that has a `show_key` shows them itself, too.
    """
    widget.setProperty(TIP, text)
    widget.setProperty(COMMAND, command)
    _show(widget)


def show_keys(widgets: Iterable[QWidget]) -> None:
    """Tell the keys anew where they may have changed."""
    for widget in widgets:
        if widget.property(COMMAND):
            _show(widget)


def _show(widget: QWidget) -> None:
    where, command = Qt.FindChildOption.FindDirectChildrenOnly, str(widget.property(COMMAND))
    action = widget.window().findChild(QAction, command, where)
    keys = action.shortcut().toString(NATIVE) if isinstance(action, QAction) else ""
    text = str(widget.property(TIP))
    widget.setToolTip(tip_of(f"{text} ({keys})" if keys and text else text))
    show_key = getattr(widget, "show_key", None)
    if show_key is not None and action is not None:  # the menus may not be there yet
        show_key(keys)
