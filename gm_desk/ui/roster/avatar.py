"""The portrait of a character, or coloured initials: painted in the roster, and a button on the card."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QBrush, QContextMenuEvent, QFont, QIcon, QPainter, QPaintEvent, QPixmap, QTransform
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Character
from gm_desk.model.roster.portraits import HUES, NO_HUE, Portraits, colour_of, hue_of, initials
from gm_desk.ui.theme.painting import CENTRE, RADIUS, framed, rounded, scaled, write
from gm_desk.ui.theme.theme import COMPACT, TITLE, Theme, current_theme

INK = "#ffffff"
EMS = 2.5
SWATCH = 96
"""The icon's side in pixels, large enough to stay sharp with large text on a high-resolution screen."""


def paint_avatar(painter: QPainter, box: QRectF, theme: Theme, letters: str, hue: int, font: QFont) -> None:
    """Paint initials on a coloured square, or on a neutral one if the character has no colour."""
    coloured = hue > NO_HUE
    rounded(painter, box, colour_of(hue) if coloured else theme.raised)
    write(painter, box, letters, INK if coloured else theme.text, CENTRE, scaled(font, COMPACT, bold=True))


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


class AvatarButton(QAbstractButton):
    """A button with a portrait or initials, which opens a menu to change the portrait or colour.

    Actions added to the button are listed above the colours.
    """

    colour_chosen = Signal(str)

    def __init__(self, portraits: Portraits, parent: QWidget | None = None) -> None:
        """Create the button without a character."""
        super().__init__(parent)
        self._portraits = portraits
        self._portrait = ""
        self._letters = ""
        self._hue = NO_HUE
        self.setAccessibleName("Portrait and colour")
        self.setToolTip("Choose a portrait or a colour; a picture can be dropped here")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(self.sizeHint())
        self.clicked.connect(self._open)

    def show_character(self, character: Character) -> None:
        """Show a character's portrait or initials."""
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
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._open()

    def _open(self) -> None:
        """Open the menu of portrait actions and colours."""
        menu = QMenu(self)
        menu.addActions(self.actions())
        menu.addSeparator()
        for name, colour in (("No colour of their own", ""), *((name, colour_of(hue)) for name, hue in HUES.items())):
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
