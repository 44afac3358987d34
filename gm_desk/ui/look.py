"""The look at run time: the theme that is on, and the few strokes that all widgets paint with."""

from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen
from PySide6.QtWidgets import QApplication

from gm_desk.core.text.one_line import one_line
from gm_desk.store.state import Theme as Choice
from gm_desk.ui.theme import DARK, LIGHT, Theme, palette_of

RADIUS = 6.0


class Look(QObject):
    """Hold the theme, and follow the system's colour scheme while the GM has not chosen one."""

    changed = Signal()

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        """Follow the system; `choose` says otherwise."""
        super().__init__(parent)
        self._application = application
        self._choice: Choice = "system"
        self.theme: Theme = DARK
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)

    def choose(self, choice: Choice) -> None:
        """Show a theme, or the system's; where the system has none it is dark, as the room is."""
        self._choice = choice
        light = choice == "light" or (choice == "system" and self._system_is_light())
        self.theme = LIGHT if light else DARK
        self._application.setPalette(palette_of(self.theme))
        self.changed.emit()

    def _system_is_light(self) -> bool:
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light

    def _follow(self) -> None:
        if self._choice == "system":
            self.choose("system")


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Give a font in another size, kept in points, with figures of one width."""
    other = QFont(font)
    other.setPointSizeF(font.pointSizeF() * factor)
    other.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return other


def rounded(painter: QPainter, box: QRectF, fill: str | None, line: str | None = None, radius: float = RADIUS) -> None:
    """Paint a rounded box; its outline lies on whole pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(line), 1) if line else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5) if line else box, radius, radius)


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
