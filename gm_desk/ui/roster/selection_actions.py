"""The commands that act on several characters, and their dialogs for copies and tags."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QSpinBox, QWidget

from gm_desk.core.characters.roster import Character, CharacterKind, valid_name
from gm_desk.core.errors import RulesError
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, menu_text, one_line, sentence
from gm_desk.model.files.session import Session
from gm_desk.model.roster import selection_edits
from gm_desk.model.roster.selection_edits import MOST_COPIES
from gm_desk.store.disk.files import StoreError
from gm_desk.ui.roster.actions import NOBODY, selected_or_shown
from gm_desk.ui.roster.faces import duplicate
from gm_desk.ui.widgets.action_rows import Choice
from gm_desk.ui.widgets.dialogs import AskingDialog, takes_fields
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import label
from gm_desk.ui.window.main_window import MainWindow


class CopiesDialog(AskingDialog):
    """A dialog that asks for a number of copies."""

    copies_requested = Signal(list, int)

    def __init__(self, ids: Sequence[str], description: str, window: QWidget) -> None:
        """Create the dialog for characters; `description` describes them."""
        super().__init__("Duplicate several times", window)
        self._ids = list(ids)
        self.times = QSpinBox()
        self.times.setRange(1, MOST_COPIES)
        self.times.setValue(3)
        self.times.setAccessibleName("Number of copies")
        self.times.selectAll()
        self.says = label(f"Copies of {one_line(description, MOST_OF_A_NAME)}")
        self.says.setWordWrap(True)
        self.column.addWidget(self.says)
        self.column.addWidget(self.times)
        self.finish("&Duplicate", self._duplicate)

    def propose(self, number: int) -> None:
        """Propose as many copies as turn a character that stands for several into single characters."""
        self.times.setValue(number - 1)
        self.times.selectAll()
        says = self.says.text()
        self.says.setText(f"{says}, which stands for {number}: {number - 1} copies make {number} single characters")

    def _duplicate(self) -> None:
        self.times.interpretText()
        self.accept()
        self.copies_requested.emit(self._ids, self.times.value())


class TagDialog(AskingDialog):
    """A dialog that asks for a tag."""

    tag_requested = Signal(list, str)

    def __init__(self, ids: Sequence[str], description: str, window: QWidget) -> None:
        """Create the dialog for characters; `description` describes them."""
        super().__init__("New tag", window)
        self._ids = list(ids)
        self.tag = CheckedEdit(valid_name)
        self.tag.setAccessibleName("New tag")
        says = label(f"Tag for {one_line(description, MOST_OF_A_NAME)}")
        says.setWordWrap(True)
        self.column.addWidget(says)
        self.column.addWidget(self.tag)
        self.finish("&Add tag", self._add)

    def _add(self) -> None:
        if not takes_fields(self):
            return
        self.accept()
        self.tag_requested.emit(self._ids, self.tag.text())


KINDS = (("pc", "&Player character", "&Player characters"), ("npc", "&NPC", "&NPCs"))


class SelectionCommands(QObject):
    """The commands that act on all selected characters."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._window = window
        self._roster = window.roster

    def duplicate_times(self) -> None:
        """Ask for the number of copies, and create them."""
        if ids := selected_or_shown(self._session, self._roster):
            dialog = CopiesDialog(ids, self._described(ids), self._window)
            only = self._document.character(ids[0]) if len(ids) == 1 else None
            if only is not None and only.number > 1:
                dialog.propose(only.number)
            dialog.copies_requested.connect(self._duplicate)
            dialog.open()

    def heal(self) -> None:
        """Heal all damage, stress and fatigue of the selected characters."""
        if ids := selected_or_shown(self._session, self._roster):
            harming = self._window.edits.health
            if why := harming.why_no_healing(ids):
                self._window.refuse(why)
            else:
                harming.heal(ids)
        else:
            self._window.refuse(NOBODY)

    def duplicate_so_often(self, times: int) -> None:
        """Create the given number of copies of the selected characters."""
        if (ids := selected_or_shown(self._session, self._roster)) and times:
            self._duplicate(ids, min(times, MOST_COPIES))

    def tags(self) -> list[Choice]:
        """Return the roster's tags, checked if all selected characters have them, and an entry for a new one."""
        ids, everybody = selected_or_shown(self._session, self._roster), self._document.roster.characters
        mine = [one for one in everybody if one.id in ids]
        why_not = "" if ids else NOBODY
        tags = sorted({tag for one in everybody for tag in one.tags}, key=str.casefold)
        return [
            *(Choice(menu_text(tag), tag, checked=_all_have(mine, tag), why_not=why_not) for tag in tags),
            Choice("&New tag…", why_not=why_not),
        ]

    def tag(self, tag: str | None) -> None:
        """Add a tag to the selected characters, or remove it if all have it; None asks for a new tag."""
        ids = selected_or_shown(self._session, self._roster)
        if tag is None:
            dialog = TagDialog(ids, self._described(ids), self._window)
            dialog.tag_requested.connect(self._add_tag)
            dialog.open()
        elif _all_have([one for one in self._document.roster.characters if one.id in ids], tag):
            selection_edits.remove_tag(self._document, ids, tag)
        else:
            selection_edits.add_tag(self._document, ids, tag)

    def kinds(self) -> list[Choice]:
        """Return the kinds of character: player character or NPC."""
        ids = selected_or_shown(self._session, self._roster)
        now = {one.kind for one in self._document.roster.characters if one.id in ids}
        why_not = "" if ids else NOBODY
        return [
            Choice(one if len(ids) <= 1 else many, kind, checked=now == {kind}, why_not=why_not)
            for kind, one, many in KINDS
        ]

    def set_kind(self, kind: CharacterKind) -> None:
        """Set the kind of the selected characters."""
        selection_edits.set_kinds(self._document, selected_or_shown(self._session, self._roster), kind)

    def rosters(self) -> list[Choice]:
        """Return the recent rosters, except the open one."""
        why_not = "" if selected_or_shown(self._session, self._roster) else NOBODY
        paths = [
            (recent.name, self._session.places.whole(recent.path)) for recent in self._session.settings.state.recent
        ]
        others = [(name, path) for name, path in paths if path != self._session.path]
        return [Choice(menu_text(name), str(path), why_not=why_not) for name, path in others]

    def why_no_roster(self) -> str:
        """Return the reason why characters cannot be copied to another roster, or ""."""
        return "" if self.rosters() else "No other roster yet"

    def copy_to(self, path: str) -> None:
        """Copy the selected characters to another roster file, and show what could not be converted."""
        from gm_desk.model.exchange.exporting import copy_characters

        self._window.trouble.show_notice("")
        trouble = ""
        try:
            report = copy_characters(self._document, selected_or_shown(self._session, self._roster), Path(path))
            self._window.trouble.show_notice(report)
        except RulesError as error:
            trouble = sentence(error.problem)
        except StoreError as error:
            place = f", {error.place}" if error.place else ""
            trouble = f"Nothing was copied to “{error.path.name}”{place}: {error.problem}. The file was left as it is."
        self._window.trouble.show_trouble("copy", trouble)

    def _duplicate(self, ids: list[str], times: int) -> None:
        copy = partial(selection_edits.duplicate_times, self._document, ids, times)
        made = duplicate(ids, copy, self._window.faces, self._document)
        if made:
            self._roster.reveal(made[0])
            self._roster.select_several(made)

    def _add_tag(self, ids: list[str], tag: str) -> None:
        selection_edits.add_tag(self._document, ids, tag)

    def _described(self, ids: list[str]) -> str:
        only = self._document.character(ids[0]) if len(ids) == 1 else None
        return only.name if only else f"{len(ids)} characters"


def _all_have(characters: Sequence[Character], tag: str) -> bool:
    """Return whether there are characters and all of them have a tag."""
    return bool(characters) and all(tag in one.tags for one in characters)
