"""Pages on a printer; what talks to printers is loaded when somebody wants to print."""

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
    """Tell that nothing can be printed here, which the message says in words."""


class PrintJob(QObject):
    """Ask for a printer, and print pages."""

    printed = Signal()
    failed = Signal()

    def __init__(self, sheets: Sheets, title: str, parent: QWidget) -> None:
        """Print nothing yet; raises PrintingUnavailableError where that cannot be done."""
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
        """Ask for a printer."""
        QDialog.open(self.dialog)  # its own wants a slot by name

    def print_pages(self) -> None:
        """Print the pages that were asked for."""
        self.printer.setFullPage(True)
        first = max(1, self.printer.fromPage())
        last = min(self._sheets.count, self.printer.toPage() or self._sheets.count)
        done = draw_all(self._sheets, self.printer, range(first - 1, max(first, last)))
        (self.printed if done else self.failed).emit()
