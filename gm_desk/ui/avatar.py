"""Somebody's initials on their colour: painted in the roster, and on the card a button that chooses the colour."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from typing_extensions import override

from gm_desk.core.roster import Character
from gm_desk.model.avatars import HUES, NO_HUE, colour_of, hue_of, initials
from gm_desk.ui.look import CENTRE, RADIUS, Look, rounded, scaled, write
from gm_desk.ui.theme import Theme

INK = "#ffffff"
EMS = 2.5
SMALL = 0.92


def paint_avatar(painter: QPainter, box: QRectF, theme: Theme, letters: str, hue: int, font: QFont) -> None:
    """Paint initials on a colour, or on a quiet ground where there is none."""
    coloured = hue > NO_HUE
    rounded(painter, box, colour_of(hue) if coloured else theme.raised)
    write(painter, box, letters, INK if coloured else theme.text, CENTRE, scaled(font, SMALL, bold=True))


class AvatarButton(QAbstractButton):
    """Show somebody's initials; a click chooses their colour."""

    colour_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._look = look
        self._letters = ""
        self._hue = NO_HUE
        self.setAccessibleName("Colour")
        self.setToolTip("Choose a colour")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(self.sizeHint())
        self.clicked.connect(self._open)

    def show_character(self, character: Character) -> None:
        """Show a character's initials on their colour."""
        self._letters, self._hue = initials(character.name), hue_of(character)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        side = int(self.fontMetrics().height() * EMS)
        return QSize(side, side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, box = QPainter(self), QRectF(self.rect())
        paint_avatar(painter, box, self._look.theme, self._letters, self._hue, scaled(self.font(), 1.2))
        if self.hasFocus() or self.underMouse():
            rounded(painter, box, None, self._look.theme.accent, RADIUS)

    def _open(self) -> None:
        """Offer the colours, and none."""
        menu = QMenu(self)
        for name, colour in (("No colour of their own", ""), *((name, colour_of(hue)) for name, hue in HUES.items())):
            action = menu.addAction(_swatch(colour), name)
            action.setData(colour)
        menu.triggered.connect(self._choose)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _choose(self, action: QAction) -> None:
        self.colour_chosen.emit(str(action.data()))


def _swatch(colour: str) -> QIcon:
    """Make a small square of a colour."""
    pixmap = QPixmap(32, 32)
    pixmap.fill(Qt.GlobalColor.transparent)
    if colour:
        painter = QPainter(pixmap)
        rounded(painter, QRectF(pixmap.rect()), colour)
        painter.end()
    return QIcon(pixmap)
