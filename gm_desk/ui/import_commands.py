"""What the File menu and dropped files do with characters from elsewhere."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.ui.arriving import Arriving
from gm_desk.ui.file_drops import FileDrops
from gm_desk.ui.folders import folders_of
from gm_desk.ui.menus import Item, add_items

TEXTS = {".md", ".txt"}
SUFFIXES = {".json", ".db", *TEXTS}
FILTER = f"Characters ({' '.join(f'*{suffix}' for suffix in sorted(SUFFIXES))});;All files (*)"


def add_importing(menu: QMenu, arriving: Arriving) -> list[QAction]:
    """Add to a menu what imports characters, and let their files be dropped on the window."""
    does = ImportCommands(arriving)
    FileDrops(arriving.window, does.wants, does.take)
    return add_items(menu, [Item("Import charac&ters…", does.choose, "Ctrl+Shift+I")], arriving.window)


def dropped(data: QMimeData) -> list[Path]:
    """Give the local files that are dropped, if all of them may hold characters by their names."""
    urls = data.urls() if data.hasUrls() else []
    paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    fit = len(paths) == len(urls) and all(path.suffix.casefold() in SUFFIXES for path in paths)
    return paths if fit else []


class ImportCommands(QObject):
    """Read files of characters, and ask before they are added."""

    def __init__(self, arriving: Arriving) -> None:
        """Add to the roster that is open."""
        super().__init__(arriving.window)
        self._arriving = arriving

    def choose(self) -> None:
        """Ask for files."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._arriving.window, "Import characters", "", FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.bring)
        folders_of(self._arriving.window).begin(dialog, "import")
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def wants(self, data: QMimeData) -> bool:
        """Tell whether files of characters are dropped, while the window may show them."""
        return not self._arriving.window.stage.veiled and bool(dropped(data))

    def take(self, data: QMimeData) -> None:
        """Bring in what was dropped; one text alone is read as if it were pasted."""
        paths = dropped(data)
        if len(paths) == 1 and paths[0].suffix.casefold() in TEXTS:
            self._arriving.text_dropped.emit(paths[0])
        else:
            self.bring([str(path) for path in paths])

    def bring(self, chosen: Sequence[str]) -> None:
        """Read files, and tell what they hold."""
        from gm_desk.model.importing import Importing
        from gm_desk.ui.import_report import ImportReport

        arriving = self._arriving
        paths, desk = [Path(one) for one in chosen], arriving.desk
        job = Importing(paths, arriving.systems, arriving.ways, desk.document.new_id, desk.runner, self)
        report = ImportReport(arriving, job)
        report.wanted.connect(arriving.begun(report).add)
        report.open()
