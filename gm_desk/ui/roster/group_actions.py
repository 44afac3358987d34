"""What the Roster menu does with a group: its colour, its place, and what is folded."""

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu

from gm_desk.core.characters.roster import Group
from gm_desk.model.files.session import Session
from gm_desk.model.roster import group_edits
from gm_desk.model.roster.group_edits import COLOURS
from gm_desk.ui.widgets.menus import SEPARATOR, Item, add_items, only_in
from gm_desk.ui.window.main_window import MainWindow

DOT = 96


class GroupCommands(QObject):
    """Work on the group that is selected, or that of the selected character."""

    def __init__(self, desk: Session, window: MainWindow) -> None:
        """Work on the roster that is open."""
        super().__init__(window)
        self._desk = desk
        self._document = desk.document
        self._roster = window.roster

    def up(self) -> None:
        """Move the group before the one above it."""
        self._shift(-1)

    def down(self) -> None:
        """Move the group behind the one below it."""
        self._shift(1)

    def fold(self) -> None:
        """Fold the group, or unfold it."""
        group_id = self._roster.model.group_of(self._roster.view.currentIndex())
        if group_id is not None:
            self._roster.model.fold(group_id, folded=group_id not in self._roster.model.folded)

    def fold_all(self) -> None:
        """Fold all groups."""
        self._roster.model.fold_all(folded=True)

    def unfold_all(self) -> None:
        """Unfold all groups."""
        self._roster.model.fold_all(folded=False)

    def fill_colours(self) -> None:
        """List the colours that the group can have."""
        menu, group = self.sender(), self._group()
        if not isinstance(menu, QMenu):
            return
        menu.clear()
        for name, colour in (("No colour", ""), *COLOURS.items()):
            action = menu.addAction(name)
            action.setData(colour)
            if colour:
                action.setIcon(_dot(colour))
            action.setCheckable(True)
            action.setChecked(group is not None and group.colour.casefold() == colour)
            action.setEnabled(group is not None)

    def set_colour(self, action: QAction) -> None:
        """Give the group a colour of the menu."""
        group = self._group()
        if group is not None:
            group_edits.set_colour(self._document, group.id, action.data())

    def _shift(self, steps: int) -> None:
        group = self._group()
        if group is not None:
            group_edits.shift_group(self._document, group.id, steps)

    def _group(self) -> Group | None:
        current, heading = self._roster.current()
        character = self._document.character(self._desk.selected)
        return self._document.roster.group(current if heading else character.group if character else "")


def add_group_menu(menu: QMenu, window: MainWindow, desk: Session) -> QAction:
    """Add what can be done with a group; gives the entry of its menu."""
    does, inner = GroupCommands(desk, window), menu.addMenu("Gro&up")
    items = [
        Item("Move group &up", does.up, "Alt+Up"),
        Item("Move group &down", does.down, "Alt+Down"),
        SEPARATOR,
        Item("&Fold or unfold", does.fold, "Ctrl+."),
        Item("Fold &all groups", does.fold_all, "Alt+Left"),
        Item("U&nfold all groups", does.unfold_all, "Alt+Right"),
    ]
    colours = inner.addMenu("&Colour")
    colours.aboutToShow.connect(does.fill_colours)
    colours.triggered.connect(does.set_colour)
    for action in add_items(inner, items, window)[:2]:
        only_in(action, window.roster.view)
    return inner.menuAction()


def _dot(colour: str) -> QIcon:
    """Paint a colour for a menu."""
    picture = QPixmap(DOT, DOT)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QRectF(picture.rect()).adjusted(12, 12, -12, -12))
    painter.end()
    return QIcon(picture)
