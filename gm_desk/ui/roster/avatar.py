"""The portrait of a character, or coloured initials: painted in the roster, and a button on the card."""

import shiboken6
from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QContextMenuEvent,
    QFont,
    QHideEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QTransform,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Character
from gm_desk.model.roster.portraits import HUES, NO_HUE, Portraits, colour_of, hue_of, initials
from gm_desk.ui.theme.painting import CENTRE, RADIUS, framed, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import COMPACT, GAP, TITLE, Theme, current_theme

INK = "#ffffff"
EMS = 2.5
USUAL = "MA"
"""Initials of usual width; narrower ones have the same font size."""
LETTERS = 0.86
"""The part of an avatar's width that its letters may take."""
SHARE, LARGEST = 0.8, 640
"""The part of the window that a large portrait may take, and its longest side in pixels."""
SMALL_COPY = (
    "Only a small copy of this picture is kept. If you have a larger one, right-click the portrait and choose it again."
)
TIP = "Choose a portrait or a colour; a picture can be dropped here"
LARGE_TIP = "Show the portrait large; right click: change portrait or colour"
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter)
SWATCH = 96
"""The icon's side in pixels, large enough to stay sharp with large text on a high-resolution screen."""


def paint_avatar(painter: QPainter, box: QRectF, theme: Theme, letters: str, hue: int, font: QFont) -> None:
    """Paint initials on a coloured square, or on a neutral one if the character has no colour."""
    coloured = hue > NO_HUE
    rounded(painter, box, colour_of(hue) if coloured else theme.raised)
    write(painter, box, letters, INK if coloured else theme.text, CENTRE, letters_font(font, letters, box.width()))


def letters_font(font: QFont, letters: str, width: float) -> QFont:
    """Return the font of initials: all of one size that fits the width of an avatar, unless a name has wide ones."""
    usual = scaled(font, COMPACT, bold=True)
    room, wide = width * LETTERS, max(width_of(usual, letters), width_of(usual, USUAL))
    return scaled(usual, room / wide, bold=True) if wide > room else usual


def paint_portrait(painter: QPainter, box: QRectF, theme: Theme, portrait: QPixmap) -> None:
    """Paint a portrait in the same square as initials, with a neutral background behind transparent parts."""
    rounded(painter, box, theme.raised)
    painter.save()
    painter.translate(box.topLeft())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    brush, scale = QBrush(portrait), box.width() / portrait.width()
    brush.setTransform(QTransform.fromScale(scale, scale))
    painter.setBrush(brush)
    painter.drawRoundedRect(QRectF(0, 0, box.width(), box.height()), RADIUS, RADIUS)
    painter.restore()


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


class AvatarButton(QAbstractButton):
    """A button with a portrait or initials: a click shows the portrait large, or opens the menu without one.

    The menu changes the portrait or colour; actions added to the button are listed above the colours.
    """

    colour_chosen = Signal(str)

    def __init__(self, portraits: Portraits, parent: QWidget | None = None) -> None:
        """Create the button without a character."""
        super().__init__(parent)
        self._portraits = portraits
        self._portrait = self._name = ""
        self._large: LargePortrait | None = None
        self._letters = ""
        self._hue = NO_HUE
        self.setAccessibleName("Portrait and colour")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(self.sizeHint())
        self.clicked.connect(self._show_large)

    def show_character(self, character: Character) -> None:
        """Show a character's portrait or initials."""
        self._name = character.name
        self.setToolTip(LARGE_TIP if character.portrait else TIP)
        self._letters, self._hue, self._portrait = initials(character.name), hue_of(character), character.portrait
        self.update()

    @override
    def sizeHint(self) -> QSize:
        side = int(self.fontMetrics().height() * EMS)
        return QSize(side, side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, box, theme = QPainter(self), QRectF(self.rect()), current_theme()
        shown = self._portraits.pixmap(self._portrait, self.width(), self.devicePixelRatioF())
        if shown is None:
            paint_avatar(painter, box, theme, self._letters, self._hue, scaled(self.font(), TITLE))
        else:
            paint_portrait(painter, box, theme, shown)
        if self.hasFocus() or self.underMouse():
            framed(painter, box, theme, None, theme.accent, focus=self.hasFocus())

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Hide the large portrait as well, as the veil does."""
        super().hideEvent(event)
        if self._large is not None and shiboken6.isValid(self._large):
            self._large.close()

    def _show_large(self) -> None:
        """Show the portrait large, or open the menu without one."""
        picture = self._portraits.whole(self._portrait)
        if picture is None:
            self._open()
        else:
            self._large = LargePortrait(picture, self._name, self)
            self._large.show()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._open()

    def _open(self) -> None:
        """Open the menu of portrait actions and colours."""
        menu = QMenu(self)
        menu.setAccessibleName(self.accessibleName())
        menu.addActions(self.actions())
        menu.addSeparator()
        for name, colour in (("No colour of its own", ""), *((name, colour_of(hue)) for name, hue in HUES.items())):
            action = menu.addAction(_swatch(colour), name)
            action.setData(colour)
        menu.triggered.connect(self._choose)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _choose(self, action: QAction) -> None:
        if isinstance(action.data(), str):
            self.colour_chosen.emit(action.data())


def _swatch(colour: str) -> QIcon:
    """Return an icon filled with a colour."""
    pixmap = QPixmap(SWATCH, SWATCH)
    pixmap.fill(Qt.GlobalColor.transparent)
    if colour:
        painter = QPainter(pixmap)
        rounded(painter, QRectF(pixmap.rect()), colour, radius=SWATCH / 5)
        painter.end()
    return QIcon(pixmap)
