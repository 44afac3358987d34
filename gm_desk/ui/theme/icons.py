"""Our own icons, rendered in the colours of the current theme at the size at which they are shown."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPaintEvent, QPixmap, QPixmapCache
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.store.shipped import resource
from gm_desk.ui.theme.theme import current_theme

PROGRAM = "gm-desk"
PROGRAM_SIZES = (16, 24, 32, 48, 64, 128)


def icon(name: str, ink: str = "text") -> QIcon:
    """Return an icon of `resources/icons` in a named colour of the theme, which follows changes of theme."""
    return QIcon(_Engine(name, ink))


def program_icon() -> QIcon:
    """Return the program's icon in the sizes that window systems need."""
    made = QIcon()
    for size in PROGRAM_SIZES:
        made.addPixmap(picture(PROGRAM, "", size))
    return made


def paint_icon(painter: QPainter, name: str, box: QRectF, colour: str) -> None:
    """Paint an icon centred in a box, as large as fits, in a colour."""
    device = painter.device()
    sharp = device.devicePixelRatioF() if device is not None else 1.0
    side = min(box.width(), box.height())
    drawn = picture(name, colour, round(side * sharp))
    drawn.setDevicePixelRatio(sharp)
    width = drawn.width() / sharp
    left, top = box.center().x() - width / 2, box.center().y() - width / 2
    painter.drawPixmap(QRectF(round(left), round(top), width, width), drawn, QRectF(drawn.rect()))


def picture(name: str, colour: str, pixels: int) -> QPixmap:
    """Return an icon rendered as a square of the given size, from the pixmap cache if possible."""
    key = f"{name} {colour} {pixels}"
    known = QPixmap()
    if QPixmapCache.find(key, known):
        return QPixmap(known)
    drawn = _render(name, colour, pixels)
    QPixmapCache.insert(key, drawn)
    return QPixmap(drawn)


def _render(name: str, colour: str, pixels: int) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    drawing = resource(f"icons/{name}.svg").read_bytes().replace(b"currentColor", colour.encode())
    made = QPixmap(pixels, pixels)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    QSvgRenderer(drawing).render(painter)
    painter.end()
    return made


class IconLabel(QWidget):
    """An icon that goes with a text, in the text colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the label without an icon."""
        super().__init__(parent)
        self._name = ""
        side = self.fontMetrics().height()
        self.setFixedSize(side, side)

    def show_icon(self, name: str) -> None:
        """Set the icon."""
        self._name = name
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._name:
            paint_icon(QPainter(self), self._name, QRectF(self.rect()), self.palette().windowText().color().name())


class _Engine(QIconEngine):
    """An icon engine that draws an icon at any size, in a named colour of the current theme."""

    def __init__(self, name: str, ink: str) -> None:
        super().__init__()
        self._name = name
        self._ink = ink

    @override
    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._ink)

    @override
    def isNull(self) -> bool:
        return False

    @override
    def key(self) -> str:
        return f"gm-desk {self._name}"

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        paint_icon(painter, self._name, QRectF(rect), self._colour(mode))

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    @override
    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        drawn = picture(self._name, self._colour(mode), round(min(size.width(), size.height()) * scale))
        drawn.setDevicePixelRatio(scale)
        return drawn

    def _colour(self, mode: QIcon.Mode) -> str:
        ink = "disabled" if mode == QIcon.Mode.Disabled else self._ink
        colour: str = getattr(current_theme(), ink)
        return colour
