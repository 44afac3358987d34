"""Actions on the roster's characters and groups, on portraits, and on NPCs and their templates."""

from functools import partial

from PySide6.QtCore import QMimeData, QObject, Qt
from typing_extensions import override

from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.card import card_edits
from gm_desk.model.files.session import Session
from gm_desk.model.roster import edits
from gm_desk.model.roster.picture_coding import LARGE, holds_picture
from gm_desk.model.roster.roster_model import UNGROUPED
from gm_desk.ui.exchange.pictures import PictureTaker
from gm_desk.ui.roster.faces import duplicate
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.widgets.action_rows import ActionRow, Choice
from gm_desk.ui.widgets.text_input import FileDrops, edit_at
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow("roster.new_character", "&New character", "RosterCommands.new_character", "Ctrl+N", icon="new-character"),
    ActionRow("roster.new_npc", "New NPC &from a template…", "NpcCommands.new_npc", "Ctrl+Shift+T", icon="template"),
    ActionRow(
        "roster.duplicate",
        "&Duplicate character",
        "RosterCommands.duplicate",
        "Ctrl+D",
        icon="copy",
        several="&Duplicate %d characters",
        when="RosterCommands.why_nobody",
    ),
    ActionRow(
        "roster.duplicate_times",
        "Duplicate several t&imes…",
        "SelectionCommands.duplicate_times",
        "Ctrl+Alt+N",
        several="Duplicate %d characters several t&imes…",
        when="RosterCommands.why_nobody",
        number="SelectionCommands.duplicate_so_often",
    ),
    ActionRow("roster.rename", "&Rename", "RosterCommands.rename", "Ctrl+R", when="RosterCommands.why_nothing"),
    ActionRow(
        "roster.remove",
        "Re&move",
        "RosterCommands.remove",
        "Delete",
        icon="delete",
        several="Re&move %d characters",
        when="RosterCommands.why_nothing",
    ),
    ActionRow(
        "roster.new_group",
        "New &group",
        "RosterCommands.new_group",
        "Ctrl+G",
        icon="group",
        several="&Group %d characters…",
    ),
    ActionRow("roster.select_all", "Select a&ll", "RosterPane.select_all", "Ctrl+A", when="RosterCommands.why_none"),
    ActionRow(
        "roster.select_group",
        "S&elect the group",
        "RosterPane.select_group",
        "Ctrl+Shift+A",
        when="GroupCommands.why_no_members",
    ),
    ActionRow(
        "roster.move_to_group",
        "Mo&ve to group",
        "RosterCommands.move_to",
        choices="RosterCommands.groups",
        several="Mo&ve %d characters to group",
    ),
    ActionRow(
        "roster.tag", "Tags", "SelectionCommands.tag", choices="SelectionCommands.tags", several="Tags of %d characters"
    ),
    ActionRow(
        "roster.set_kind",
        "P&C or NPC",
        "SelectionCommands.set_kind",
        choices="SelectionCommands.kinds",
        several="P&C or NPC: %d characters",
    ),
    ActionRow(
        "roster.copy_to_roster",
        "Cop&y to roster",
        "SelectionCommands.copy_to",
        choices="SelectionCommands.rosters",
        when="SelectionCommands.why_no_roster",
        several="Cop&y %d characters to roster",
    ),
    ActionRow(
        "roster.colour_group",
        "&Colour",
        "GroupCommands.set_colour",
        choices="GroupCommands.colours",
    ),
    ActionRow("roster.move_group_up", "Move group &up", "GroupCommands.up", "Alt+Up", when="GroupCommands.why_not_up"),
    ActionRow(
        "roster.move_group_down",
        "Move group &down",
        "GroupCommands.down",
        "Alt+Down",
        when="GroupCommands.why_not_down",
    ),
    ActionRow("roster.fold_group", "&Fold or unfold", "GroupCommands.fold", "Ctrl+.", when="GroupCommands.why_no_fold"),
    ActionRow(
        "roster.fold_all_groups",
        "Fold &all groups",
        "GroupCommands.fold_all",
        "Alt+-",
        when="GroupCommands.why_none_unfolded",
    ),
    ActionRow(
        "roster.unfold_all_groups",
        "U&nfold all groups",
        "GroupCommands.unfold_all",
        "Alt+=",
        when="GroupCommands.why_none_folded",
    ),
    ActionRow(
        "roster.choose_portrait",
        "P&ortrait…",
        "PortraitCommands.choose",
        "Ctrl+Alt+P",
        icon="portrait",
        when="RosterCommands.why_nobody",
    ),
    ActionRow("roster.paste_portrait", "Paste the portrait", "PortraitCommands.paste", "Ctrl+V"),
    ActionRow(
        "roster.remove_portrait",
        "Remove the portrait",
        "PortraitCommands.remove",
        "Ctrl+Alt+Shift+P",
        when="RosterCommands.why_no_portrait",
    ),
    ActionRow(
        "roster.save_template",
        "Save as template",
        "NpcCommands.save_template",
        "Ctrl+Alt+S",
        when="RosterCommands.why_nobody",
    ),
    ActionRow("roster.check_prep", "&Prep check", "NpcCommands.prep_check", "F3", icon="search"),
    ActionRow("roster.filter", "Filter the &roster", "ViewCommands.filter_roster", "Ctrl+F", icon="filter"),
)


NOBODY = "Nobody is selected"


class RosterCommands(QObject):
    """The commands that create, copy, move and remove characters, skills and groups."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._panes = window.panes
        self._show_everyone = window.show_everyone
        self._faces = window.faces
        self._roster = window.roster
        self._stat = window.stat

    def why_nobody(self) -> str:
        """Return why there is no character for a command, or ""."""
        return "" if selected_or_shown(self._session, self._roster) else NOBODY

    def why_nothing(self) -> str:
        """Return why there is neither a group nor a character for a command, or ""."""
        return "" if self._roster.current()[1] else self.why_nobody()

    def why_none(self) -> str:
        """Return why there is nobody to select, or ""."""
        filtered = "No characters match the filter" if self._document.roster.characters else "The roster is empty"
        return "" if self._roster.model.characters() else filtered

    def why_no_portrait(self) -> str:
        """Return why there is no portrait to remove, or ""."""
        character = self._document.character(self._session.view.selected)
        bare = f"{character.name} has no portrait" if character is not None and not character.portrait else ""
        return NOBODY if character is None else bare

    def new_character(self) -> None:
        """Create a character in the selected group, and edit its name."""
        current, heading = self._roster.current()
        selected = self._document.character(self._session.view.selected)
        group = current if heading else selected.group if selected else self._last_group()
        made = edits.add_character(self._document, group, after="" if heading else self._session.view.selected)
        if not made:
            return
        self._roster.reveal(made)
        self._panes.reveal(self._stat)
        self._stat.head.edit_name()

    def duplicate(self) -> None:
        """Duplicate the selected characters."""
        ids = selected_or_shown(self._session, self._roster)
        if ids:
            copy = partial(edits.duplicate_characters, self._document, ids)
            made = duplicate(ids, copy, self._faces, self._document)
            for first in made[:1]:
                self._roster.reveal(first)
            if len(made) > 1:
                self._roster.select_several(made)

    def remove(self) -> None:
        """Remove the focused skill or attack on the card, else the selected group or characters."""
        if self._stat.skills.view.hasFocus():
            self._stat.skills.remove_current()
            return
        if self._stat.attacks.view.hasFocus():
            self._stat.attacks.menu.remove()
            return
        current, heading = self._roster.current()
        selected = self._roster.selected_ids()
        if heading and not selected:
            edits.remove_group(self._document, current)
        elif selected:
            self._remove_characters(selected)

    def new_group(self) -> None:
        """Create a group, and edit its name; with several characters selected, ask for the name and move them there."""
        if len(chosen := self._roster.selected_ids()) > 1:
            self._ask_for_group(chosen)
            return
        made = edits.add_group(self._document)
        if not made:
            return
        self._show_everyone()
        self._roster.filter.clear()
        self._roster.select(made)
        self._roster.view.setFocus()
        edit_at(self._roster.view, self._roster.view.currentIndex())

    def _ask_for_group(self, ids: list[str]) -> None:
        """Ask for the name of a new group, and put characters into it."""
        from gm_desk.ui.roster.group_actions import NewGroupDialog

        dialog = NewGroupDialog(ids, self._roster.window())
        dialog.group_requested.connect(self._group)
        dialog.open()

    def _group(self, ids: list[str], name: str) -> None:
        """Put characters into a new group, and keep them selected."""
        if edits.group_characters(self._document, ids, name):
            self._roster.reveal(ids[0])
            self._roster.select_several(ids)

    def rename(self) -> None:
        """Edit the name of the selected character or group."""
        self._show_everyone()
        self._roster.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        edit_at(self._roster.view, self._roster.view.currentIndex())

    def add_skill(self) -> None:
        """Focus the field for a new skill."""
        self._panes.reveal(self._stat)
        self._stat.skills.add.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._stat.ensureWidgetVisible(self._stat.skills.add)

    def add_attack(self) -> None:
        """Focus the field for a new attack."""
        self._panes.reveal(self._stat)
        self._stat.attacks.begin()
        self._stat.ensureWidgetVisible(self._stat.attacks.add)

    def harm(self) -> None:
        """Open the damage field of the character on the card."""
        self._panes.reveal(self._stat)
        self._stat.tracks.begin()
        self._stat.ensureWidgetVisible(self._stat.tracks)

    def groups(self) -> list[Choice]:
        """Return the groups to which the selected characters can be moved, and an entry for a new one."""
        ids, roster = selected_or_shown(self._session, self._roster), self._document.roster
        homes = {one.group for one in roster.characters if one.id in ids}
        why_not = "" if ids else NOBODY
        named = [*((group.id, group.name) for group in roster.groups), ("", UNGROUPED)]
        return [
            *(Choice(menu_text(name), one, checked=homes == {one}, why_not=why_not) for one, name in named),
            Choice("New &group…", why_not=why_not),
        ]

    def move_to(self, group_id: str | None) -> None:
        """Move the selected characters to a group, unless they are in it; None asks for the name of a new one."""
        ids = selected_or_shown(self._session, self._roster)
        if group_id is None:
            self._ask_for_group(ids)
            return
        outside = [one for one in ids if self._document.existing(one).group != group_id]
        if outside:
            edits.move_characters(self._document, outside, group_id)

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


def selected_or_shown(session: Session, pane: RosterPane) -> list[str]:
    """Return the ids of the selected characters, or of the one on the card."""
    shown = session.document.character(session.view.selected)
    return pane.selected_ids() or ([shown.id] if shown else [])


class PortraitCommands(PictureTaker):
    """The commands that set and remove the portrait of the character on the card."""

    source, folder = "portrait", "portraits"
    title, not_taken = "Choose a portrait", "The portrait was not set"
    none_copied = "There is no picture on the clipboard to use as a portrait."
    longest_side = LARGE

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        FileDrops(window.stat, self.wants, self.take)

    @override
    def choose(self) -> None:
        if self._document.character(self._session.view.selected) is not None:
            super().choose()

    def remove(self) -> None:
        """Remove the portrait, so that the initials are shown."""
        self.set_picture("")

    def wants(self, data: QMimeData) -> bool:
        """Return whether dropped data may contain a picture."""
        return holds_picture(data)

    @override
    def can_take(self) -> bool:
        return self._document.character(self._session.view.selected) is not None and self._document.may_change()

    @override
    def keep(self, content: bytes) -> str:
        return self._session.portraits.keep(content)

    @override
    def set_picture(self, picture: str) -> None:
        card_edits.set_portrait(self._document, self._session.view.selected, picture)
