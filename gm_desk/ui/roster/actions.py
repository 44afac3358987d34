"""What the Roster menu does."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.core.wording.one_line import menu_text
from gm_desk.model.files.session import Session
from gm_desk.model.roster import edits
from gm_desk.model.roster.roster_model import UNGROUPED
from gm_desk.ui.widgets.fields import edit_at
from gm_desk.ui.window.main_window import MainWindow


class RosterCommands(QObject):
    """Make, copy, move and remove characters, skills and groups."""

    def __init__(self, desk: Session, window: MainWindow) -> None:
        """Work on what is selected in the panes of a window."""
        super().__init__(window)
        self._desk = desk
        self._document = desk.document
        self._panes = window.panes
        self._roster = window.roster
        self._stat = window.stat

    def new_character(self) -> None:
        """Make a character in the group that is selected, and type its name."""
        current, heading = self._roster.current()
        selected = self._document.character(self._desk.selected)
        group = current if heading else selected.group if selected else self._last_group()
        made = edits.add_character(self._document, group, after="" if heading else self._desk.selected)
        if not made:
            return
        self._roster.reveal(made)
        self._panes.reveal(self._stat)
        self._stat.head.edit_name()

    def duplicate(self) -> None:
        """Copy the selected characters."""
        ids = self._selected()
        if ids:
            made = edits.duplicate_characters(self._document, ids)
            for first in made[:1]:
                self._roster.reveal(first)
            if len(made) > 1:
                self._roster.select_several(made)

    def remove(self) -> None:
        """Remove what has the focus: a skill or attack of the card, else the group or the characters in the roster."""
        if self._stat.skills.view.hasFocus():
            self._stat.skills.remove_current()
            return
        if self._stat.attacks.view.hasFocus():
            self._stat.attacks.remove_current()
            return
        current, heading = self._roster.current()
        selected = self._roster.selected_ids()
        if heading and not selected:
            edits.remove_group(self._document, current)
        elif selected:
            self._remove_characters(selected)

    def new_group(self) -> None:
        """Make a group, and type its name."""
        made = edits.add_group(self._document)
        if not made:
            return
        self._panes.reveal(self._roster)
        self._roster.filter.clear()
        self._roster.select(made)
        self._roster.view.setFocus()
        edit_at(self._roster.view, self._roster.view.currentIndex())

    def rename(self) -> None:
        """Type another name for what is selected in the roster."""
        self._panes.reveal(self._roster)
        self._roster.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        edit_at(self._roster.view, self._roster.view.currentIndex())

    def add_skill(self) -> None:
        """Put the cursor where a skill is typed."""
        self._panes.reveal(self._stat)
        self._stat.skills.add.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._stat.ensureWidgetVisible(self._stat.skills.add)

    def add_attack(self) -> None:
        """Put the cursor where an attack is typed."""
        self._panes.reveal(self._stat)
        self._stat.attacks.begin()
        self._stat.ensureWidgetVisible(self._stat.attacks.add)

    def harm(self) -> None:
        """Put the cursor where damage to who is on the card is typed."""
        self._panes.reveal(self._stat)
        self._stat.tracks.begin()
        self._stat.ensureWidgetVisible(self._stat.tracks)

    def fill_groups(self) -> None:
        """List the groups that the selected characters can move to."""
        menu = self.sender()
        if not isinstance(menu, QMenu):
            return
        menu.clear()
        ids = self._selected()
        homes = {one.group for one in self._document.roster.characters if one.id in ids}
        for group_id, name in [*((group.id, group.name) for group in self._document.roster.groups), ("", UNGROUPED)]:
            action = menu.addAction(menu_text(name))
            action.setData(group_id)
            action.setCheckable(True)
            action.setChecked(homes == {group_id})
            action.setEnabled(bool(ids))

    def move_to(self, action: QAction) -> None:
        """Move the selected characters to a group of the menu."""
        edits.move_characters(self._document, self._selected(), action.data())

    def _selected(self) -> list[str]:
        """List who is selected in the roster, else who is on the card."""
        selected = self._document.character(self._desk.selected)
        return self._roster.selected_ids() or ([selected.id] if selected else [])

    def _remove_characters(self, ids: list[str]) -> None:
        """Remove characters, and select the one that takes their place."""
        shown = self._roster.model.characters()
        places = [shown.index(one) for one in ids]
        others = [*shown[max(places) + 1 :], *reversed(shown[: max(places)])]
        if not self._document.may_change():
            return
        self._roster.select(next((one for one in others if one not in ids), ""))
        edits.remove_characters(self._document, ids)

    def _last_group(self) -> str:
        groups = self._document.roster.groups
        return groups[-1].id if groups else ""
