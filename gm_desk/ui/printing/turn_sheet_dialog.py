"""The dialog that prints the turn sheet of the scene on stage."""

from PySide6.QtWidgets import QWidget

from gm_desk.model.scene.stage import Stage
from gm_desk.model.scene.turn_sheet import turn_sheet
from gm_desk.store.state import Printing
from gm_desk.ui.printing.preview_dialog import PreviewDialog, usual_paper
from gm_desk.ui.printing.recap_sheets import RecapSheets


class TurnSheetDialog(PreviewDialog):
    """The preview of the scene on stage as it is now."""

    def __init__(self, stage: Stage, last: Printing, window: QWidget) -> None:
        """Show the sheet; raise TurnError without a scene."""
        super().__init__("Print the turn sheet", usual_paper(last.paper), window)
        self._text = turn_sheet(stage)
        self._count = len(stage.standings)
        self.choose("P&aper", self.paper)
        self.paper.currentIndexChanged.connect(self._show)
        self.order(self.paper)
        self._show()

    def _show(self) -> None:
        """Lay out and show the sheet."""
        sheets = RecapSheets(self._text, self.paper_chosen, self)
        pages = "1 page" if sheets.count == 1 else f"{sheets.count} pages"
        self.show_sheets(sheets, f"{self._count} in the scene, on {pages}.")
