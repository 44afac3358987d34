"""What was painted in rows and cells, kept to be painted again: most of them look as before, or will again."""

from collections.abc import Callable, Hashable
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from gm_desk.ui.theme.theme import Theme, current_theme

MOST_KEPT = 500
"""Maximum number of rows or cells that a delegate keeps."""

Call = tuple[Callable[..., object], tuple[Any, ...]]


class Recording(QPainter):
    """A painter that paints nothing, but keeps what it is asked to paint with the methods in `RECORDED`."""

    def __init__(self) -> None:
        """Begin empty."""
        super().__init__()
        self.calls: list[Call] = []


RECORDED = ("setFont", "setPen", "setBrush", "setRenderHint", "drawText", "drawRect", "drawRoundedRect", "drawPath")
COPIED: tuple[type[Any], ...] = (QRectF, QFont)
"""The kinds of values that the caller may change after having painted with them."""


def _recorded(method: Callable[..., object]) -> Callable[..., None]:
    """Return a method that keeps a call of one of QPainter's instead of calling it."""

    def keep(self: Recording, *values: Any) -> None:
        self.calls.append((method, tuple(type(one)(one) if isinstance(one, COPIED) else one for one in values)))

    return keep


for _name in RECORDED:
    setattr(Recording, _name, _recorded(getattr(QPainter, _name)))


class Recordings:
    """The recordings of a view's rows or cells, by all that they show, in one theme and one font."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[Hashable, list[Call]] = {}
        self._theme: Theme | None = None
        self._font: QFont | None = None

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        shown: Hashable,
        paint: Callable[[QPainter, QRectF], None],
    ) -> None:
        """Paint a row or cell, with `paint` in a box that begins at 0, 0, if what is `shown` was not painted before.

        Its size, the theme and the font are taken into account here.
        """
        theme, font, rect = current_theme(), option.font, option.rect
        if theme is not self._theme or font != self._font or len(self._known) >= MOST_KEPT:
            self._known.clear()
            self._theme, self._font = theme, QFont(font)
        wide, tall = rect.width(), rect.height()
        calls = self._known.get((shown, wide, tall))
        if calls is None:
            recording = Recording()
            paint(recording, QRectF(0, 0, wide, tall))
            calls = self._known[shown, wide, tall] = recording.calls
        painter.save()
        painter.translate(rect.x(), rect.y())
        for method, values in calls:
            method(painter, *values)
        painter.restore()
