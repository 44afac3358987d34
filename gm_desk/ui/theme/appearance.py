"""The current theme, animations and the size of all text, as set by the GM or the operating system."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gm_desk.store.state import LARGEST_TEXT, SMALLEST_TEXT
from gm_desk.store.state import Theme as Choice
from gm_desk.ui.theme.style import AppStyle, UnanimatedStyle
from gm_desk.ui.theme.theme import current_theme, palette_of, theme_named


class Appearance(QObject):
    """The application's style and palette, which follow the operating system unless the GM has chosen a theme.

    Widgets are notified of a change by a `changeEvent` of type `PaletteChange`, as for any palette.
    """

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        """Create it to follow the operating system; `choose` selects a theme."""
        super().__init__(parent)
        self._application = application
        self._choice: Choice = "system"
        self._animated = True
        self._effects = [effect for effect in Qt.UIEffect if QApplication.isEffectEnabled(effect)]
        self._hints = QGuiApplication.styleHints()
        self._accessibility = self._hints.accessibility()
        application.setStyle(AppStyle(theme_named("dark")))
        self._hints.colorSchemeChanged.connect(self._follow)
        self._accessibility.contrastPreferenceChanged.connect(self._follow)
        if hasattr(self._accessibility, "motionPreferenceChanged"):  # available since Qt 6.12
            self._accessibility.motionPreferenceChanged.connect(self._follow_motion)

    def choose(self, choice: Choice) -> None:
        """Switch to a theme, or to the system's; if the system has no preference, use the dark theme."""
        self._choice = choice
        name = self._system_theme() if choice == "system" else choice
        style = self._application.style()
        if isinstance(style, AppStyle):
            style.theme = theme_named(name)
        self._application.setPalette(palette_of(current_theme()))
        QApplication.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange.value)  # before the next paint

    @property
    def animated(self) -> bool:
        """Whether animations are on: neither the GM nor the operating system has turned them off."""
        preference = getattr(self._accessibility, "motionPreference", None)  # available since Qt 6.12
        return self._animated and (preference is None or preference().name == "NoPreference")

    def animate(self, on: bool) -> None:
        """Turn animations on or off: menus, tool tips and whatever the style animates."""
        self._animated = on
        for effect in self._effects:
            QApplication.setEffectEnabled(effect, self.animated)
        kind = AppStyle if self.animated else UnanimatedStyle
        if type(self._application.style()) is not kind:
            self._application.setStyle(kind(current_theme()))

    def _system_theme(self) -> str:
        if self._accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast:
            return "contrast"
        return "light" if self._hints.colorScheme() == Qt.ColorScheme.Light else "dark"

    def _follow_motion(self) -> None:
        self.animate(self._animated)

    def _follow(self) -> None:
        if self._choice == "system":
            self.choose("system")


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
        """Set the initial size; 100% is the application's font."""
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
        for one in states:
            one.scale_font(ratio)  # first, so that whatever measures its parts as its font changes finds theirs changed
        QApplication.setFont(font)
        QApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)
        for one in states:
            if one.alive:  # a change of font may rebuild panes and delete widgets
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
        if self._own_font and self.alive and self._font.pointSizeF() > 0:
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
