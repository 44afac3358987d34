"""The actions that print character cards, the recap of the log, and turn sheets."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap

from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.chips import pinned_in
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, one_line
from gm_desk.model.files.session import Session
from gm_desk.model.log.export import RosterLog
from gm_desk.model.scene.stage import NO_SCENE, Stage
from gm_desk.store.disk.files import StoreError
from gm_desk.store.disk.places import slug
from gm_desk.ui.widgets.action_rows import ActionRow
from gm_desk.ui.widgets.dialogs import ask_where_to_save
from gm_desk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gm_desk.ui.printing.dialogs import PreviewDialog
    from gm_desk.ui.printing.page_view import Sheets

ACTIONS = (
    ActionRow("printing.print_cards", "Print cards…", "PrintCommands.cards", "Ctrl+P", icon="print"),
    ActionRow("printing.print_recap", "&Print the recap…", "PrintCommands.recap", "Ctrl+Alt+E", icon="print"),
    ActionRow(
        "printing.print_turn_sheet", "Print t&he turn sheet…", "PrintCommands.turn_sheet", "Alt+Shift+B", icon="print"
    ),
)


SIDE = 240
"""The size of a printed portrait, in its own pixels."""


class PrintCommands(QObject):
    """The commands that preview cards or the recap, then print them or save a PDF."""

    def __init__(self, window: MainWindow, session: Session, stage: Stage) -> None:
        """Act on the open roster, its log and the current scene."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._stage = stage
        self._dialog: PreviewDialog | None = None
        self._sheets: Sheets | None = None
        self._name = self._what = ""

    def cards(self) -> None:
        """Preview the cards of the selected characters."""
        from gm_desk.ui.printing.dialogs import CardsDialog, CardSelection

        self._window.settle()
        document, memory = self._session.document, self._session.settings
        choices = [CardSelection(name, who) for name, who in self._choices()]
        if not choices:
            self._window.trouble.show_notice("There are no characters to print in this roster.")
            return
        last = memory.state.printing
        dialog = CardsDialog(choices, document.system, document.house, self._picture, last, self._window)
        dialog.chosen.connect(memory.set_printing)
        self._open(dialog, "cards")

    def recap(self) -> None:
        """Preview the recap of the latest evening."""
        from gm_desk.ui.log.export import scopes_of
        from gm_desk.ui.printing.dialogs import RecapDialog

        name, last = self._session.document.roster.name, self._session.settings.state.printing
        dialog = RecapDialog(
            RosterLog(self._session.log), name, scopes_of(self._window, self._session), last, self._window
        )
        self._open(dialog, "recap")

    def turn_sheet(self) -> None:
        """Preview the turn sheet of the current scene."""
        from gm_desk.ui.printing.dialogs import TurnSheetDialog

        self._window.settle()
        if self._stage.scene is None:
            self._window.refuse(NO_SCENE)
            return
        pinned, last = pinned_in(self._session.drafting.draft), self._session.settings.state.printing
        self._open(TurnSheetDialog(self._stage, pinned, last, self._window), "turn-sheet")

    def _choices(self) -> list[tuple[str, tuple[Character, ...]]]:
        """Return the choices of characters: selected, in the current scene, of a group, NPCs, and all."""
        roster = self._session.document.roster
        ids = set(self._window.roster.selected_ids())
        members = roster.grouped()
        everybody = [one for several in members.values() for one in several]
        selected = [one for one in everybody if one.id in ids]
        name = (
            one_line(selected[0].name, MOST_OF_A_NAME) if len(selected) == 1 else f"{len(selected)} selected characters"
        )
        groups = [(group.name, members[group.id]) for group in roster.groups]
        npcs = [one for one in everybody if one.kind == "npc"]
        some = [("All NPCs", npcs)] if 0 < len(npcs) < len(everybody) else []
        scene = roster.on_stage
        fighters = [] if scene is None else [roster.character(one.id) for one in scene.fighters]
        staged = [("This scene", [one for one in fighters if one is not None])]
        several = [*staged, *groups, *some, ("Everybody", everybody)]
        counted = [(f"{one_line(called, MOST_OF_A_NAME)} ({len(who)})", tuple(who)) for called, who in several if who]
        return [(name, tuple(selected)), *counted] if selected else counted

    def _picture(self, portrait: str) -> QPixmap | None:
        return self._session.portraits.pixmap(portrait, SIDE, 1.0)

    def _open(self, dialog: "PreviewDialog", what: str) -> None:
        self._dialog, self._what, self._name = dialog, what, self._session.document.roster.name
        dialog.print_requested.connect(self._print)
        dialog.save_requested.connect(self._ask_where)
        dialog.finished.connect(self._clear_dialog)
        dialog.open()

    def _clear_dialog(self) -> None:
        self._dialog = None

    def _print(self, sheets: "Sheets") -> None:
        """Open the printer dialog; if printing is unavailable, report it beside the preview."""
        from gm_desk.ui.printing.printer import PrintingUnavailableError, PrintJob

        if self._dialog is None:
            return
        try:
            job = PrintJob(sheets, f"{self._name} {self._what}", self._dialog)
        except PrintingUnavailableError as error:
            self._dialog.show_problem(str(error))
            return
        job.printed.connect(self._dialog.accept)
        job.failed.connect(self._dialog.show_failure)
        job.ask()

    def _ask_where(self, sheets: "Sheets") -> None:
        """Ask for a file, then save the pages as PDF."""
        self._sheets = sheets
        name, files = f"{slug(self._name)}-{self._what}.pdf", "PDF files (*.pdf)"
        ask_where_to_save(self._window, "Save as PDF", files, name, "pdf", self.save, parent=self._dialog)

    def save(self, path: str) -> None:
        """Save the latest pages to a PDF file."""
        if self._sheets is None:
            return
        from gm_desk.ui.printing.printer import write_pdf

        bar = self._window.trouble
        try:
            write_pdf(Path(path), self._sheets, self._name)
        except StoreError as error:
            problem = f"The PDF could not be saved to {path}: {error.problem}."
            if self._dialog is not None:  # it covers the window
                self._dialog.show_problem(problem)
            else:
                bar.show_trouble("pdf", problem)
            return
        if self._dialog is not None:
            self._dialog.accept()
        bar.show_trouble("pdf", "")
        bar.show_notice(f"Saved to {path}.")
