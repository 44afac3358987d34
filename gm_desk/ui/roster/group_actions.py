"""The commands that act on one group, and the dialogs for its name and its points."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from gm_desk.core.characters.roster import Group, valid_name
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, one_line
from gm_desk.model.files.session import Session
from gm_desk.model.roster import selection_edits
from gm_desk.model.roster.selection_edits import COLOURS
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.widgets.action_rows import Choice
from gm_desk.ui.widgets.dialogs import AskingDialog, takes_fields
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import label
from gm_desk.ui.window.main_window import MainWindow

DOT = 96
NO_GROUP = "No group is selected"
NO_GROUPS = "The roster has no groups"


class NewGroupDialog(AskingDialog):
    """A dialog that asks for the name of a group for one character or several."""

    group_requested = Signal(list, str)

    def __init__(self, ids: Sequence[str], window: QWidget) -> None:
        """Create the dialog for characters."""
        super().__init__("Group the selected" if len(ids) > 1 else "New group", window)
        self._ids = list(ids)
        self.name = CheckedEdit(valid_name)
        self.name.setAccessibleName("Name of the group")
        self.column.addWidget(label(f"Group for {len(ids)} characters" if len(ids) > 1 else "Name of the group"))
        self.column.addWidget(self.name)
        self.finish("&Group", self._group)

    def _group(self) -> None:
        if not takes_fields(self):
            return
        self.accept()
        self.group_requested.emit(self._ids, self.name.text())


class SharedPointsDialog(AskingDialog):
    """A dialog that asks for the points that a group shares, as numbers."""

    points_requested = Signal(str, int, int)

    def __init__(self, group: Group, points_name: str, window: QWidget) -> None:
        """Create the dialog for a group; `points_name` is the name of the points."""
        super().__init__(f"{points_name} of {one_line(group.name, MOST_OF_A_NAME)}", window)
        self._id = group.id
        has = group.threat or Points()
        self.now, self.most = QSpinBox(), QSpinBox()
        row = QHBoxLayout()
        self.column.addLayout(row)
        for words, field, value in ((f"&{points_name}", self.now, has.now), ("&Maximum", self.most, has.max)):
            field.setRange(0, MOST_AMOUNT)
            field.setValue(value)
            field.setAccessibleName(words.replace("&", ""))
            name = label(words)
            name.setBuddy(field)
            row.addWidget(name)
            row.addWidget(field)
        self._before = has
        self.now.selectAll()
        self.finish("&Set", self._set)

    def _set(self) -> None:
        """Set both numbers; if only the first was typed, the maximum is at least as high."""
        for field in (self.now, self.most):
            field.interpretText()
        now, most = self.now.value(), self.most.value()
        self.accept()
        self.points_requested.emit(self._id, now, max(now, most) if most == self._before.max else most)


class GroupCommands(QObject):
    """The commands for the selected group, or the group of the selected character."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._roster = window.roster

    def why_no_members(self) -> str:
        """Return why there is no group of characters to select, or ""."""
        current = self._roster.view.currentIndex()
        nobody = "This group is empty" if current.isValid() else NO_GROUP
        return "" if self._roster.model.members(current) else nobody

    def why_not_up(self) -> str:
        """Return why no group can be moved up, or ""."""
        return self._why_no_shift(0, "first")

    def why_not_down(self) -> str:
        """Return why no group can be moved down, or ""."""
        return self._why_no_shift(-1, "last")

    def _why_no_shift(self, end: int, place: str) -> str:
        group = current_group(self._session, self._roster)
        if group is None:
            return NO_GROUP
        return f"{group.name} is already the {place} group" if group == self._document.roster.groups[end] else ""

    def why_no_fold(self) -> str:
        """Return why no group can be folded or unfolded, or ""."""
        current = self._roster.view.currentIndex()
        return "" if self._document.roster.groups and current.isValid() else NO_GROUP

    def why_none_unfolded(self) -> str:
        """Return why there is no group to fold, or ""."""
        folded, roster = self._roster.model.folds.folded, self._document.roster
        unfolded = [one for one, members in roster.grouped().items() if one not in folded and (one or members)]
        return "" if unfolded and roster.groups else "All groups are folded" if roster.groups else NO_GROUPS

    def why_none_folded(self) -> str:
        """Return why there is no group to unfold, or ""."""
        groups, folded = self._document.roster.groups, self._roster.model.folds.folded
        return NO_GROUPS if not groups else "" if folded else "No group is folded"

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
            self._roster.model.folds.fold(group_id, folded=group_id not in self._roster.model.folds.folded)

    def fold_all(self) -> None:
        """Fold all groups."""
        self._roster.model.folds.fold_all(folded=True)

    def unfold_all(self) -> None:
        """Unfold all groups."""
        self._roster.model.folds.fold_all(folded=False)

    def colours(self) -> list[Choice]:
        """Return the colours to choose from."""
        group = current_group(self._session, self._roster)
        now, why_not = (group.colour.casefold(), "") if group else (None, NO_GROUP)
        return [
            Choice(name, colour, checked=now == colour, why_not=why_not, icon=_dot(colour) if colour else None)
            for name, colour in (("No colour", ""), *COLOURS.items())
        ]

    def set_colour(self, colour: str) -> None:
        """Set the group's colour."""
        group = current_group(self._session, self._roster)
        if group is not None:
            selection_edits.set_group_colour(self._document, group.id, colour)

    def _shift(self, steps: int) -> None:
        group = current_group(self._session, self._roster)
        if group is not None:
            selection_edits.shift_group(self._document, group.id, steps)


def current_group(session: Session, pane: RosterPane) -> Group | None:
    """Return the selected group, or the group of the selected character."""
    current, heading = pane.current()
    character = session.document.character(session.view.selected)
    return session.document.roster.group(current if heading else character.group if character else "")


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
