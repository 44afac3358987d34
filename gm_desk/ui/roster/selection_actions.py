"""The small dialogs of the Roster menu: how many copies, which tag."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSpinBox, QWidget

from gm_desk.core.characters.roster import valid_name
from gm_desk.core.errors import RulesError
from gm_desk.core.wording.one_line import menu_text, one_line
from gm_desk.model.files.session import Session
from gm_desk.model.roster import selection_edits
from gm_desk.model.roster.selection_edits import MOST_COPIES
from gm_desk.store.disk.errors import StoreError
from gm_desk.ui.theme.look import Look
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.fields import CheckedEdit, sentence
from gm_desk.ui.widgets.labels import label
from gm_desk.ui.widgets.menus import SEPARATOR, Item, add_items
from gm_desk.ui.window.main_window import MainWindow


class CopiesDialog(AskingDialog):
    """Ask how many copies are to be made."""

    wanted = Signal(list, int)

    def __init__(self, ids: Sequence[str], who: str, window: QWidget) -> None:
        """Ask for the characters given."""
        super().__init__("Duplicate several times", window)
        self._ids = list(ids)
        self.times = QSpinBox()
        self.times.setRange(1, MOST_COPIES)
        self.times.setValue(3)
        self.times.setAccessibleName("Number of copies")
        self.times.selectAll()
        says = label(f"Copies of {one_line(who, 60)}")
        says.setWordWrap(True)
        self.column.addWidget(says)
        self.column.addWidget(self.times)
        self.finish("&Duplicate", self._duplicate)

    def _duplicate(self) -> None:
        self.times.interpretText()
        self.accept()
        self.wanted.emit(self._ids, self.times.value())


class TagDialog(AskingDialog):
    """Ask for a tag."""

    wanted = Signal(list, str)

    def __init__(self, ids: Sequence[str], who: str, look: Look, window: QWidget) -> None:
        """Ask for the characters given."""
        super().__init__("New tag", window)
        self._ids = list(ids)
        self.tag = CheckedEdit(look, valid_name)
        self.tag.setAccessibleName("New tag")
        says = label(f"Tag for {one_line(who, 60)}")
        says.setWordWrap(True)
        self.column.addWidget(says)
        self.column.addWidget(self.tag)
        self.finish("&Add tag", self._add)

    def _add(self) -> None:
        if self.tag.refusal_of(self.tag.text()):
            self.tag.setFocus(Qt.FocusReason.OtherFocusReason)
            self.tag.refuse()
            return
        self.accept()
        self.wanted.emit(self._ids, self.tag.text())


KINDS = (("pc", "&Player character", "&Player characters"), ("npc", "&NPC", "&NPCs"))


class ManyCommands(QObject):
    """Work on everybody who is selected in the roster."""

    def __init__(self, desk: Session, look: Look, window: MainWindow) -> None:
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
        ids = self._selected()
        if not action.data():
            dialog = TagDialog(ids, self._who(ids), self._look, self._window)
            dialog.wanted.connect(self._add_tag)
            dialog.open()
        elif action.isChecked():
            selection_edits.add_tag(self._document, ids, action.data()[0])
        else:
            selection_edits.remove_tag(self._document, ids, action.data()[0])

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
        selection_edits.set_kinds(self._document, self._selected(), action.data())

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
        from gm_desk.model.files.copying import copy_characters

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
        made = selection_edits.duplicate_times(self._document, ids, times)
        if made:
            self._roster.reveal(made[0])
            self._roster.select_several(made)

    def _add_tag(self, ids: list[str], tag: str) -> None:
        selection_edits.add_tag(self._document, ids, tag)

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


def add_many(menu: QMenu, window: MainWindow, desk: Session, look: Look, others: Sequence[QAction]) -> list[QAction]:
    """Add them, and let the others say too how many they work on; return the new ones.

    The others duplicate, remove, move, add a skill and an attack, and type damage.
    """
    does = ManyCommands(desk, look, window)
    items = [
        SEPARATOR,
        Item("Duplicate several t&imes…", does.duplicate_times, "Ctrl+Alt+N"),
        Item("&Heal", does.heal, "Ctrl+Alt+H"),
    ]
    copies, heal = add_items(menu, items, window)
    tags, kind, rosters = menu.addMenu("Tags"), menu.addMenu("Kind"), menu.addMenu("Cop&y to roster")
    for submenu, fill, do in (
        (tags, does.fill_tags, does.tag),
        (kind, does.fill_kinds, does.set_kind),
        (rosters, does.fill_rosters, does.copy_to),
    ):
        submenu.aboutToShow.connect(fill)
        submenu.triggered.connect(do)
    counted = (
        (others[0], "&Duplicate character", "&Duplicate %d characters"),
        (others[1], "Re&move", "Re&move %d characters"),
        (others[2], "Mo&ve to group", "Mo&ve %d characters to group"),
        (others[3], "&Add a skill", "&Add a skill to %d characters"),
        (others[4], "Add an attac&k", "Add an attac&k to %d characters"),
        (others[5], "Type damage", "Type damage to %d characters"),
        (copies, "Duplicate several t&imes…", "Duplicate %d characters several t&imes…"),
        (heal, "&Heal", "&Heal %d characters"),
        (tags.menuAction(), "Tags", "Tags of %d characters"),
        (kind.menuAction(), "Kind", "Kind of %d characters"),
        (rosters.menuAction(), "Cop&y to roster", "Cop&y %d characters to roster"),
    )
    for entry in counted:
        does.count(*entry)
    window.roster.selection_changed.connect(does.follow)
    return [copies, heal, tags.menuAction(), kind.menuAction(), rosters.menuAction()]
