"""The size of all text, in per cent of the system's, which can be changed while windows are open.

Fonts set on single widgets, and widget sizes computed from a font, are scaled as well; a widget that recomputes its
sizes when its font changes is left alone.
"""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gm_desk.store.state import LARGEST_TEXT, SMALLEST_TEXT

NORMAL = 100
STEPS = (SMALLEST_TEXT, 90, NORMAL, 110, 125, 150, 175, LARGEST_TEXT)
UNBOUNDED = (1 << 24) - 1
"""Qt's QWIDGETSIZE_MAX, the maximum of a widget without a limit."""
EXACT = "exactSizes"
"""The property with the unrounded sizes of a widget, so that repeated changes do not lose pixels."""
HAIRLINE = 4
"""Sizes up to this many pixels are hairlines, which are not scaled."""


class TextSize(QObject):
    """The text size of the application, in per cent of the system's."""

    changed = Signal(int)

    def __init__(self, percent: int = NORMAL, parent: QObject | None = None) -> None:
        """Set the initial size; 100 % is the application's font."""
        super().__init__(parent)
        self._normal = QApplication.font().pointSizeF()
        self.percent = NORMAL
        self.choose(percent)

    def choose(self, percent: int) -> None:
        """Set the text size, limited to the permitted range."""
        percent = min(max(percent, SMALLEST_TEXT), LARGEST_TEXT)
        if percent == self.percent:
            return
        states = [_WidgetState(widget) for widget in QApplication.allWidgets() if isinstance(widget, QWidget)]
        ratio, self.percent = percent / self.percent, percent
        font, em = QApplication.font(), _em()
        font.setPointSizeF(self._normal * percent / 100)
        QApplication.setFont(font)
        QApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)
        states = [one for one in states if one.alive]  # a change of font may rebuild panes and delete widgets
        for one in states:
            one.scale_font(ratio)
        for one in states:
            one.scale_sizes(_em() / em)
        self.changed.emit(percent)

    def enlarge(self) -> None:
        """Switch to the next larger size."""
        self.choose(next((step for step in STEPS if step > self.percent), self.percent))

    def reduce(self) -> None:
        """Switch to the next smaller size."""
        self.choose(next((step for step in reversed(STEPS) if step < self.percent), self.percent))

    def reset(self) -> None:
        """Restore the size of the system's font."""
        self.choose(NORMAL)


class _WidgetState:
    """The state of a widget before the change: its own font, and its minimum and maximum size."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._font = QFont(widget.font())
        self._own_font = widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)
        self._sizes = _sizes(widget)

    @property
    def alive(self) -> bool:
        """Whether the widget still exists."""
        return isValid(self._widget)

    def scale_font(self, ratio: float) -> None:
        """Scale the widget's own font, if it has one."""
        if self._own_font and self._font.pointSizeF() > 0:
            self._font.setPointSizeF(self._font.pointSizeF() * ratio)
            self._widget.setFont(self._font)

    def scale_sizes(self, ratio: float) -> None:
        """Scale the widget's limits, unless it has none or has already recomputed them."""
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
    """Return the height of the application's font, rounded to whole pixels as all sizes are."""
    return QFontMetrics(QApplication.font()).height()


def _sizes(widget: QWidget) -> list[int]:
    """Return the minimum width and height of a widget, followed by the maximum."""
    least, most = widget.minimumSize(), widget.maximumSize()
    return [least.width(), least.height(), most.width(), most.height()]
