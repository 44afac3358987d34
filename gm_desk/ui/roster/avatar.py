"""What the avatar on the card opens: the portrait in large, or the menu of portraits and colours."""

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from typing_extensions import override

from gm_desk.model.roster.roster_rows import HUES, colour_of
from gm_desk.ui.theme.painting import rounded
from gm_desk.ui.theme.theme import GAP, current_theme

SHARE, LARGEST = 0.8, 640
"""The part of the window that a large portrait may take, and its longest side in pixels."""
SMALL_COPY = (
    "Only a small copy of this picture is kept. If you have a larger one, right-click the portrait and choose it again."
)
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter)
SWATCH = 96
"""The icon's side in pixels, large enough to stay sharp with large text on a high-resolution screen."""


def open_colours(button: QAbstractButton, choose: Callable[[QAction], None]) -> None:
    """Open the menu of a button: its actions, and below them the colours, of which one may be chosen."""
    menu = QMenu(button)
    menu.setAccessibleName(button.accessibleName())
    menu.addActions(button.actions())
    menu.addSeparator()
    for name, colour in (("No colour of its own", ""), *((name, colour_of(hue)) for name, hue in HUES.items())):
        action = menu.addAction(_swatch(colour), name)
        action.setData(colour)
    menu.triggered.connect(choose)
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


class LargePortrait(QWidget):
    """A portrait as large as the window allows, until a click or a key; below one kept small, why it is."""

    def __init__(self, picture: QPixmap, name: str, beside: QWidget) -> None:
        """Create the view of a picture, named after its character, over the window of a widget."""
        from gm_desk.model.roster.picture_coding import SIDE

        super().__init__(beside, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(f"Portrait of {name}")
        self._picture = picture
        window = beside.window()
        most = min(int(min(window.width(), window.height()) * SHARE), LARGEST)
        shown = picture.size().scaled(QSize(most, most), Qt.AspectRatioMode.KeepAspectRatio)
        self.hint = SMALL_COPY if max(picture.width(), picture.height()) <= SIDE else ""
        self.setAccessibleDescription(self.hint)
        lines = QRect(0, 0, shown.width() - 2 * GAP, most)
        below = self.fontMetrics().boundingRect(lines, WRAPPED, self.hint).height() + 2 * GAP if self.hint else 0
        self._box = QRect(0, 0, shown.width(), shown.height())
        self.resize(shown.width(), shown.height() + below)
        pixels = shown * beside.devicePixelRatioF()
        if picture.width() > pixels.width():
            keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._picture = picture.scaled(pixels, keep, smooth)
        self.move(window.mapToGlobal(window.rect().center()) - self.rect().center())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current_theme().raised))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._box, self._picture)
        below = self.rect().adjusted(GAP, self._box.height() + GAP, -GAP, -GAP)
        painter.setPen(QColor(current_theme().dim))
        painter.drawText(below, WRAPPED, self.hint)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.close()


def _swatch(colour: str) -> QIcon:
    """Return an icon filled with a colour."""
    pixmap = QPixmap(SWATCH, SWATCH)
    pixmap.fill(Qt.GlobalColor.transparent)
    if colour:
        painter = QPainter(pixmap)
        rounded(painter, QRectF(pixmap.rect()), colour, radius=SWATCH / 5)
        painter.end()
    return QIcon(pixmap)
