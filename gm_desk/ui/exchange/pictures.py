"""A picture taken from a file, the clipboard or a drop: the base of portraits and the players' picture."""

from abc import abstractmethod
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QStandardPaths
from PySide6.QtGui import QGuiApplication

from gm_desk.core.errors import RulesError
from gm_desk.model.roster.picture_coding import SIDE, SUFFIXES, holds_picture, picture_in
from gm_desk.store.disk.files import UnreadableFileError, UnwritableFileError
from gm_desk.store.portraits import read_picture
from gm_desk.ui.widgets.dialogs import folders_of
from gm_desk.ui.window.main_window import MainWindow


class PictureTaker(QObject):
    """The commands that take a picture; subclasses define its use."""

    source = ""
    """The id under which a problem is shown until the next picture is taken."""
    folder = ""
    """The id under which the last folder is remembered."""
    title = ""
    not_taken = ""
    """The beginning of the message about a problem: "The portrait was not set"."""
    none_copied = ""
    longest_side = SIDE

    def __init__(self, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._window = window

    @abstractmethod
    def can_take(self) -> bool:
        """Return whether a picture can be taken now."""

    @abstractmethod
    def keep(self, content: bytes) -> str:
        """Store a picture and return its name; raise RulesError or UnwritableFileError."""

    @abstractmethod
    def set_picture(self, picture: str) -> None:
        """Use a stored picture."""

    def choose(self) -> None:
        """Open a dialog to choose a picture file."""
        from PySide6.QtWidgets import QFileDialog

        kinds = f"Pictures ({' '.join(f'*{suffix}' for suffix in sorted(SUFFIXES))})"
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        dialog = QFileDialog(self._window, self.title, "", kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._choose)
        folders_of(self._window).begin(dialog, self.folder, folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def paste(self) -> None:
        """Use the picture on the clipboard."""
        copied: QMimeData | None = QGuiApplication.clipboard().mimeData()  # None if the clipboard was never used
        if copied is not None and holds_picture(copied):
            self.take(copied)
        else:
            self._window.trouble.show_notice(self.none_copied)

    def take(self, data: QMimeData) -> None:
        """Use a picture that was dropped or copied."""
        try:
            content = picture_in(data, self.longest_side)
        except (RulesError, UnreadableFileError) as error:
            self._show_trouble(error.problem)
        else:
            self._set(content) if content is not None else self._show_trouble("it contains no picture")

    def _choose(self, path: str) -> None:
        try:
            content = read_picture(Path(path))
        except UnreadableFileError as error:
            self._show_trouble(error.problem)
        else:
            self._set(content)

    def _set(self, content: bytes) -> None:
        """Store a picture and use it."""
        if not self.can_take():
            return
        try:
            picture = self.keep(content)
        except (RulesError, UnwritableFileError) as error:
            self._show_trouble(error.problem)
        else:
            self._show_trouble("")
            self.set_picture(picture)

    def _show_trouble(self, problem: str) -> None:
        self._window.trouble.show_trouble(self.source, f"{self.not_taken}: {problem}." if problem else "")
