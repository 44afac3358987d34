"""The commands that act on one group: colour, position and folding."""

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from gm_desk.core.characters.roster import Group
from gm_desk.model.files.session import Session
from gm_desk.model.roster import group_edits
from gm_desk.model.roster.group_edits import COLOURS
from gm_desk.ui.widgets.action_rows import Choice
from gm_desk.ui.window.main_window import MainWindow

DOT = 96


class GroupCommands(QObject):
    """The commands for the selected group, or the group of the selected character."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._roster = window.roster

    def up(self) -> None:
        """Move the group up one place."""
        self._shift(-1)

    def down(self) -> None:
        """Move the group down one place."""
        self._shift(1)

    def fold(self) -> None:
        """Fold or unfold the group."""
        group_id = self._roster.model.group_of(self._roster.view.currentIndex())
        if group_id is not None:
            self._roster.model.fold(group_id, folded=group_id not in self._roster.model.folded)

    def fold_all(self) -> None:
        """Fold all groups."""
        self._roster.model.fold_all(folded=True)

    def unfold_all(self) -> None:
        """Unfold all groups."""
        self._roster.model.fold_all(folded=False)

    def colours(self) -> list[Choice]:
        """Return the colours to choose from."""
        group = self._group()
        now, why_not = (group.colour.casefold(), "") if group else (None, "No group is selected")
        return [
            Choice(name, colour, checked=now == colour, why_not=why_not, icon=_dot(colour) if colour else None)
            for name, colour in (("No colour", ""), *COLOURS.items())
        ]

    def set_colour(self, colour: str) -> None:
        """Set the group's colour."""
        group = self._group()
        if group is not None:
            group_edits.set_colour(self._document, group.id, colour)

    def _shift(self, steps: int) -> None:
        group = self._group()
        if group is not None:
            group_edits.shift_group(self._document, group.id, steps)

    def _group(self) -> Group | None:
        current, heading = self._roster.current()
        character = self._document.character(self._session.selected)
        return self._document.roster.group(current if heading else character.group if character else "")


def _dot(colour: str) -> QIcon:
    """Return a menu icon for a colour."""
    picture = QPixmap(DOT, DOT)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QRectF(picture.rect()).adjusted(12, 12, -12, -12))
    painter.end()
    return QIcon(picture)
