"""Pages on a printer or as a PDF file; Qt's print support is imported only when it is used."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QObject, Signal
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QDialog, QWidget

from gm_desk.core.cards.sections import card_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.systems.definition import System
from gm_desk.store.disk.files import write_atomically
from gm_desk.ui.printing.page_view import PAPERS, PER_INCH, Paper, Sheets
from gm_desk.ui.printing.sheets import CardSheets


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
    """Write pages to a PDF file; raise UnwritableFileError, in which case an existing file is unchanged."""
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
) -> int:
    """Write one, two, four or eight cards on a page, and return the number of pages; needs a QGuiApplication.

    Raise UnwritableFileError.
    """
    sheets = CardSheets([card_of(one, system) for one in characters], per_page, paper)
    write_pdf(path, sheets, path.stem)
    return sheets.count


NO_PRINTING = "This computer lacks what Qt needs to print (on Linux, the library libcups2). Save a PDF instead."


class PrintingUnavailableError(Exception):
    """Printing is unavailable; the message explains why."""


class PrintJob(QObject):
    """A job that asks for a printer and prints pages."""

    printed = Signal()
    failed = Signal()

    def __init__(self, sheets: Sheets, title: str, parent: QWidget) -> None:
        """Create the printer dialog; raise PrintingUnavailableError if there is no print support."""
        super().__init__(parent)
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter
        except ImportError as error:
            raise PrintingUnavailableError(NO_PRINTING) from error
        self._sheets = sheets
        self.printer: QPrinter = QPrinter(QPrinter.PrinterMode.HighResolution)
        self.printer.setDocName(title)
        self.printer.setColorMode(QPrinter.ColorMode.GrayScale)
        self.printer.setFullPage(True)
        size = QPageSize(PAPERS[sheets.paper])
        self.printer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
        self.dialog = QPrintDialog(self.printer, parent)
        self.dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
        self.dialog.setMinMax(1, sheets.count)
        self.dialog.accepted.connect(self.print_pages)
        self.dialog.finished.connect(self.dialog.deleteLater)

    def ask(self) -> None:
        """Open the printer dialog."""
        QDialog.open(self.dialog)  # QPrintDialog.open expects a slot by name

    def print_pages(self) -> None:
        """Print the chosen pages."""
        self.printer.setFullPage(True)
        first = max(1, self.printer.fromPage())
        last = min(self._sheets.count, self.printer.toPage() or self._sheets.count)
        done = draw_all(self._sheets, self.printer, range(first - 1, max(first, last)))
        (self.printed if done else self.failed).emit()
