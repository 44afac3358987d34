"""The look at run time: the theme that is on, and the few strokes that all widgets paint with."""

from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen
from PySide6.QtWidgets import QApplication

from gm_desk.core.wording.one_line import one_line
from gm_desk.store.state import Theme as Choice
from gm_desk.ui.theme.theme import Theme, palette_of, theme_named

RADIUS = 6.0


class Look(QObject):
    """Hold the theme, and follow what the system asks for while the GM has not chosen one."""

    changed = Signal()

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        """Follow the system; `choose` says otherwise."""
        super().__init__(parent)
        self._application = application
        self._choice: Choice = "system"
        self._animated = True
        self._effects = [effect for effect in Qt.UIEffect if QApplication.isEffectEnabled(effect)]
        self.theme: Theme = theme_named("dark")
        self._system = QGuiApplication.styleHints()
        self._needs = self._system.accessibility()
        self._system.colorSchemeChanged.connect(self._follow)
        self._needs.contrastPreferenceChanged.connect(self._follow)

    def choose(self, choice: Choice) -> None:
        """Show a theme, or the system's; where the system has none it is dark, as the room is."""
        self._choice = choice
        name = self._name_of_the_system() if choice == "system" else choice
        self.theme = theme_named(name)
        self._application.setPalette(palette_of(self.theme))
        self.changed.emit()

    @property
    def animated(self) -> bool:
        """Tell whether things may move: the GM lets them, and the system does not ask for less of it."""
        asked = getattr(self._needs, "motionPreference", None)  # Qt 6.12 and later
        return self._animated and (asked is None or asked().name == "NoPreference")

    def animate(self, on: bool) -> None:
        """Let things move, or nothing: neither menus and tool tips, nor what the style fades."""
        self._animated = on
        for effect in self._effects:
            QApplication.setEffectEnabled(effect, self.animated)

    def _name_of_the_system(self) -> str:
        if self._needs.contrastPreference() == Qt.ContrastPreference.HighContrast:
            return "contrast"
        return "light" if self._system.colorScheme() == Qt.ColorScheme.Light else "dark"

    def _follow(self) -> None:
        if self._choice == "system":
            self.choose("system")


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Give a font in another size, kept in points, with figures of one width."""
    other = QFont(font)
    other.setPointSizeF(font.pointSizeF() * factor)
    other.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return other


def rounded(
    painter: QPainter,
    box: QRectF,
    fill: str | None,
    line: str | None = None,
    radius: float = RADIUS,
    *,
    thick: float = 1,
) -> None:
    """Paint a rounded box; its outline lies within it, on whole pixels."""
    half = thick / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(line), thick) if line else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(half, half, -half, -half) if line else box, radius, radius)


def framed(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    fill: str | None,
    line: str | None = None,
    radius: float = RADIUS,
    *,
    focus: bool,
) -> None:
    """Paint a rounded box that can have the focus: then with its ring, else with an outline, or none."""
    if focus:
        rounded(painter, box, fill, theme.focus, radius, thick=theme.ring)
    else:
        rounded(painter, box, fill, line, radius, thick=theme.outline)


def write(painter: QPainter, box: QRect | QRectF, text: str, colour: str, align: Qt.AlignmentFlag, font: QFont) -> None:
    """Paint one line of text, shortened with an ellipsis where the box is too narrow."""
    box, text = QRectF(box), one_line(text)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    fitting = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width() + 1)
    painter.drawText(box, int(align | Qt.TextFlag.TextSingleLine), fitting)


def width_of(font: QFont, text: str) -> float:
    """Measure one line of text."""
    return QFontMetricsF(font).horizontalAdvance(one_line(text))


LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
