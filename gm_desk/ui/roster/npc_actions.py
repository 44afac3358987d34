"""The commands that create NPCs from templates, save templates, and run the prep check."""

from PySide6.QtCore import QObject

from gm_desk.core.rules.dice import Dice
from gm_desk.model.files.session import Session
from gm_desk.model.roster import npcs
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.rosters.templates import save_template
from gm_desk.ui.window.main_window import MainWindow

SOURCE = "template"


class NpcCommands(QObject):
    """The commands that create NPCs from templates, save templates, and run the prep check."""

    def __init__(self, window: MainWindow, session: Session, chance: Dice) -> None:
        """Create the commands for a window; `chance` is used to propose names."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._chance = chance
        window.roster.selected.connect(self._forget_notice)

    def new_npc(self) -> None:
        """Open the dialog to create NPCs in the selected group, or among NPCs if a player character is selected."""
        from gm_desk.model.exchange.arrivals import groups_of_npcs
        from gm_desk.ui.roster.new_npc import NewNpc

        current, heading = self._window.roster.current()
        selected = self._session.document.character(self._session.view.selected)
        roster = self._session.document.roster
        group = current if heading else selected.group if selected else roster.groups[-1].id if roster.groups else ""
        after = "" if heading else self._session.view.selected
        if not heading and selected is not None and selected.kind == "pc":
            group, after = next(iter(groups_of_npcs(roster)), ""), ""
        dialog = NewNpc(self._window, self._session, self._chance)
        dialog.put_into(group, after)
        dialog.made.connect(self._select)
        dialog.open()

    def save_template(self) -> None:
        """Save the character on the card as a template, and show where."""
        character = self._session.document.character(self._session.view.selected)
        if character is None:
            return
        places, trouble = self._session.places, self._window.trouble
        try:
            save_template(character, self._session.document.system.id, places, self._session.document.new_id)
        except UnwritableFileError as error:
            text = f"“{character.name}” could not be saved as a template: {error.problem}. ({error.path})"
            trouble.show_trouble(SOURCE, text)
        else:
            trouble.show_trouble(SOURCE, "")
            trouble.show_notice(f"“{character.name}” was saved as a template in {places.templates}.")

    def prep_check(self) -> None:
        """Open the findings of the next character with any, or show a notice that there are none."""
        found = npcs.next_to_check(self._session.document, self._session.view.selected)
        if not found:
            self._window.trouble.show_notice("No warnings: every character in this roster is in order.")
            return
        self._window.roster.reveal(found)
        self._window.panes.reveal(self._window.stat)
        self._window.stat.prep.open()

    def _select(self, made: list[str]) -> None:
        """Select the new NPCs, so that the next command applies to all of them."""
        self._window.roster.select_several(made)
        self._window.home()

    def _forget_notice(self) -> None:
        self._window.trouble.show_notice("")
