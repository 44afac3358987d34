"""Characters as cards in a PDF file, without a window and without a printer."""

from collections.abc import Sequence
from pathlib import Path

from gm_desk.core.card_blocks import card_of
from gm_desk.core.roster import Character
from gm_desk.core.rules.house import House
from gm_desk.core.systems.system import System
from gm_desk.ui.printing.card_sheets import CardSheets, Pictures, no_pictures
from gm_desk.ui.printing.paper import Paper
from gm_desk.ui.printing.pdf import write_pdf


def write_cards_pdf(
    path: Path,
    characters: Sequence[Character],
    system: System,
    per_page: int,
    paper: Paper,
    *,
    house: House | None = None,
    pictures: Pictures = no_pictures,
) -> int:
    """Write cards, one, two, four or eight to a page, and give the number of pages; a QGuiApplication must run.

    Raises UnwritableFileError.
    """
    sheets = CardSheets([card_of(one, system, house) for one in characters], per_page, paper, pictures)
    write_pdf(path, sheets, path.stem)
    return sheets.count
