"""Printing on a printer; Qt's print support is imported only when it is used."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QObject, Signal
from PySide6.QtGui import QPageLayout, QPageSize
from PySide6.QtWidgets import QDialog, QWidget

from gm_desk.ui.printing.paper import PAPERS, Sheets
from gm_desk.ui.printing.pdf import draw_all

if TYPE_CHECKING:
    pass

NO_PRINTING = "This computer lacks what Qt needs to print (on Linux, the library libcups2). Save a PDF instead."


class PrintingUnavailableError(Exception):
    """Raised if printing is unavailable; the message explains why."""


class PrintJob(QObject):
    """A job that asks for a printer and prints pages."""

    printed = Signal()
    failed = Signal()

    def __init__(self, sheets: Sheets, title: str, parent: QWidget) -> None:
        """Create the printer dialog; raises PrintingUnavailableError if there is no print support."""
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
