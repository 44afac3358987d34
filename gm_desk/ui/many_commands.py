"""What the Roster menu does with one character or with many: copies, tags, kinds, healing, other rosters."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.core.errors import RulesError
from gm_desk.core.text.one_line import menu_text
from gm_desk.model import many_edits
from gm_desk.model.desk import Desk
from gm_desk.store.errors import StoreError
from gm_desk.ui.fields import sentence
from gm_desk.ui.look import Look
from gm_desk.ui.main_window import MainWindow

KINDS = (("pc", "&Player character", "&Player characters"), ("npc", "&NPC", "&NPCs"))


class ManyCommands(QObject):
    """Work on everybody who is selected in the roster."""

    def __init__(self, desk: Desk, look: Look, window: MainWindow) -> None:
        """Work on the roster that is open."""
        super().__init__(window)
        self._desk = desk
        self._document = desk.document
        self._look = look
        self._window = window
        self._roster = window.roster
        self._counted: list[tuple[QAction, str, str]] = []

    def count(self, action: QAction, one: str, many: str) -> None:
        """Let an action say how many it works on: "Re&move %d characters"."""
        self._counted.append((action, one, many))

    def follow(self, ids: list[str]) -> None:
        """Name how many are selected."""
        for action, one, many in self._counted:
            action.setText(one if len(ids) <= 1 else many.replace("%d", str(len(ids))))

    def duplicate_times(self) -> None:
        """Ask how many copies are wanted."""
        from gm_desk.ui.many_dialogs import CopiesDialog

        if ids := self._selected():
            dialog = CopiesDialog(ids, self._who(ids), self._window)
            dialog.wanted.connect(self._duplicate)
            dialog.open()

    def heal(self) -> None:
        """Wipe away what the selected characters suffered."""
        if ids := self._selected():
            self._window.harming.heal(ids)

    def fill_tags(self) -> None:
        """List the tags of the roster; those that all selected have are on."""
        menu, ids = self._emptied(), self._selected()
        mine = [one for one in self._document.roster.characters if one.id in ids]
        for tag in sorted({tag for one in self._document.roster.characters for tag in one.tags}, key=str.casefold):
            action = menu.addAction(menu_text(tag))
            action.setData((tag,))
            action.setCheckable(True)
            action.setChecked(bool(mine) and all(tag in one.tags for one in mine))
            action.setEnabled(bool(ids))
        menu.addAction("&New tag…").setEnabled(bool(ids))

    def tag(self, action: QAction) -> None:
        """Give the selected characters a tag, or take it from them where all have it; a new one is asked for."""
        from gm_desk.ui.many_dialogs import TagDialog

        ids = self._selected()
        if not action.data():
            dialog = TagDialog(ids, self._who(ids), self._look, self._window)
            dialog.wanted.connect(self._add_tag)
            dialog.open()
        elif action.isChecked():
            many_edits.add_tag(self._document, ids, action.data()[0])
        else:
            many_edits.remove_tag(self._document, ids, action.data()[0])

    def fill_kinds(self) -> None:
        """Say whether the selected characters are players' or the GM's."""
        menu, ids = self._emptied(), self._selected()
        kinds = {one.kind for one in self._document.roster.characters if one.id in ids}
        for kind, one, many in KINDS:
            action = menu.addAction(one if len(ids) <= 1 else many)
            action.setData(kind)
            action.setCheckable(True)
            action.setChecked(kinds == {kind})
            action.setEnabled(bool(ids))

    def set_kind(self, action: QAction) -> None:
        """Make the selected characters players' or NPCs."""
        many_edits.set_kinds(self._document, self._selected(), action.data())

    def fill_rosters(self) -> None:
        """List the rosters that were open lately, save the one that is."""
        menu, ids = self._emptied(), self._selected()
        for recent in self._desk.memory.state.recent:
            path = self._desk.places.whole(recent.path)
            if path != self._desk.path:
                action = menu.addAction(menu_text(recent.name))
                action.setData(str(path))
                action.setEnabled(bool(ids))
        if menu.isEmpty():
            menu.addAction("No other roster yet").setEnabled(False)

    def copy_to(self, action: QAction) -> None:
        """Copy the selected characters into the file of a roster, and say what did not carry over."""
        from gm_desk.model.copying import copy_characters

        self._window.trouble.show_notice("")
        trouble = ""
        try:
            told = copy_characters(self._document, self._selected(), Path(action.data()))
            self._window.trouble.show_notice(told)
        except RulesError as error:
            trouble = sentence(error.problem)
        except StoreError as error:
            place = f", {error.place}" if error.place else ""
            trouble = f"Nothing was copied to “{error.path.name}”{place}: {error.problem}. The file was left as it is."
        self._window.trouble.show_trouble("copy", trouble)

    def _duplicate(self, ids: list[str], times: int) -> None:
        made = many_edits.duplicate_times(self._document, ids, times)
        if made:
            self._roster.reveal(made[0])
            self._roster.select_several(made)

    def _add_tag(self, ids: list[str], tag: str) -> None:
        many_edits.add_tag(self._document, ids, tag)

    def _selected(self) -> list[str]:
        """List who is selected in the roster, else who is on the card."""
        shown = self._document.character(self._desk.selected)
        return self._roster.selected_ids() or ([shown.id] if shown else [])

    def _who(self, ids: list[str]) -> str:
        only = self._document.character(ids[0]) if len(ids) == 1 else None
        return only.name if only else f"{len(ids)} characters"

    def _emptied(self) -> QMenu:
        menu = self.sender()
        if not isinstance(menu, QMenu):
            raise TypeError("only menus are filled")
        menu.clear()
        return menu
