"""Pages as a PDF file, without a printer."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF
from PySide6.QtGui import QPagedPaintDevice, QPageSize, QPainter, QPdfWriter

from gm_desk.core.cards.sections import card_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import System
from gm_desk.store.disk.files import write_atomically
from gm_desk.ui.printing.card_sheets import CardSheets, Pictures, no_pictures
from gm_desk.ui.printing.paper import PAPERS, PER_INCH, Paper, Sheets


def pdf_of(sheets: Sheets, title: str = "") -> bytes:
    """Return pages as the content of a PDF file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setCreator("GM Desk")
    writer.setTitle(title)
    writer.setResolution(PER_INCH)
    writer.setPageSize(QPageSize(PAPERS[sheets.paper]))
    writer.setPageMargins(QMarginsF())
    draw_all(sheets, writer, range(sheets.count))
    return bytes(content.data())


def write_pdf(path: Path, sheets: Sheets, title: str = "") -> None:
    """Write pages to a PDF file; raises UnwritableFileError, and an existing file is then unchanged."""
    write_atomically(path, pdf_of(sheets, title), private=False)


def draw_all(sheets: Sheets, device: QPagedPaintDevice, pages: range) -> bool:
    """Draw pages on a device with pages of the same size; return whether that succeeded."""
    painter = QPainter()
    if not painter.begin(device):
        return False
    try:
        painter.scale(device.logicalDpiX() / PER_INCH, device.logicalDpiY() / PER_INCH)
        for page in pages:
            if page != pages.start:
                device.newPage()
            painter.save()
            sheets.draw(painter, page)
            painter.restore()
    finally:
        done = painter.end()
    return done


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
    """Write one, two, four or eight cards on a page, and return the number of pages; needs a QGuiApplication.

    Raises UnwritableFileError.
    """
    sheets = CardSheets([card_of(one, system, house) for one in characters], per_page, paper, pictures)
    write_pdf(path, sheets, path.stem)
    return sheets.count
