"""How large all text is, in per cent of the system's, changed while everything stands open.

Fonts that widgets have of their own, and sizes that they took from the font when they were made, go with it; a widget
that measures anew by itself when its font changes is left alone.
"""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gm_desk.store.state import LARGEST_TEXT, SMALLEST_TEXT

NORMAL = 100
STEPS = (SMALLEST_TEXT, 90, NORMAL, 110, 125, 150, 175, LARGEST_TEXT)
UNBOUNDED = (1 << 24) - 1
"""Qt's QWIDGETSIZE_MAX: a widget may be as large as it likes."""
EXACT = "exactSizes"
"""The property that keeps the sizes of a widget before they were rounded, so that no pixel is lost on the way."""
HAIRLINE = 4
"""Pixels up to which a size is a line, whatever the font is."""


class TextSize(QObject):
    """Hold how large text is, and make it so."""

    changed = Signal(int)

    def __init__(self, percent: int = NORMAL, parent: QObject | None = None) -> None:
        """Begin with a size; the application's font is 100 %."""
        super().__init__(parent)
        self._normal = QApplication.font().pointSizeF()
        self.percent = NORMAL
        self.choose(percent)

    def choose(self, percent: int) -> None:
        """Make text so large; as small or as large as it can be where that is too much."""
        percent = min(max(percent, SMALLEST_TEXT), LARGEST_TEXT)
        if percent == self.percent:
            return
        shown = [_Shown(widget) for widget in QApplication.allWidgets() if isinstance(widget, QWidget)]
        ratio, self.percent = percent / self.percent, percent
        font, em = QApplication.font(), _em()
        font.setPointSizeF(self._normal * percent / 100)
        QApplication.setFont(font)
        QApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)
        shown = [one for one in shown if one.alive]  # panes that were rearranged left some behind
        for one in shown:
            one.scale_font(ratio)
        for one in shown:
            one.scale_sizes(_em() / em)
        self.changed.emit(percent)

    def enlarge(self) -> None:
        """Take the next larger size."""
        self.choose(next((step for step in STEPS if step > self.percent), self.percent))

    def reduce(self) -> None:
        """Take the next smaller size."""
        self.choose(next((step for step in reversed(STEPS) if step < self.percent), self.percent))

    def reset(self) -> None:
        """Show text as large as the system does."""
        self.choose(NORMAL)


class _Shown:
    """Keep what a widget had of its own before the text changed: its font, its least and its largest size."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._font = QFont(widget.font())
        self._own_font = widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)
        self._sizes = _sizes(widget)

    @property
    def alive(self) -> bool:
        """Tell whether the widget is still there."""
        return isValid(self._widget)

    def scale_font(self, ratio: float) -> None:
        """Give the widget a font of its own in the new size, where it had one."""
        if self._own_font and self._font.pointSizeF() > 0:
            self._font.setPointSizeF(self._font.pointSizeF() * ratio)
            self._widget.setFont(self._font)

    def scale_sizes(self, ratio: float) -> None:
        """Give the widget bounds in the new size, where it had some and has not measured anew."""
        if self._widget.isWindow():
            return
        kept: list[float] = self._widget.property(EXACT) or [0.0] * len(self._sizes)
        exact = [one if int(one) == size else float(size) for one, size in zip(kept, self._sizes, strict=True)]
        now = _sizes(self._widget)
        for place, (was, size) in enumerate(zip(self._sizes, now, strict=True)):
            exact[place] *= ratio if was == size and HAIRLINE < size < UNBOUNDED else 1
            now[place] = int(exact[place]) if was == size else size
        self._widget.setProperty(EXACT, exact)
        self._widget.setMinimumSize(QSize(*now[:2]))
        self._widget.setMaximumSize(QSize(*now[2:]))


def _em() -> int:
    """Give the height of the application's font, in whole pixels as everything is measured."""
    return QFontMetrics(QApplication.font()).height()


def _sizes(widget: QWidget) -> list[int]:
    """Give the least width and height of a widget, and the largest."""
    least, most = widget.minimumSize(), widget.maximumSize()
    return [least.width(), least.height(), most.width(), most.height()]
