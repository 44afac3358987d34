"""The commands for portraits, used by the Roster menu and the avatar."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QStandardPaths
from PySide6.QtGui import QGuiApplication

from gm_desk.core.errors import RulesError
from gm_desk.model.card import card_edits
from gm_desk.model.files.session import Session
from gm_desk.store.disk.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.portraits import read_picture
from gm_desk.ui.widgets.dialogs import folders_of
from gm_desk.ui.widgets.file_drops import FileDrops
from gm_desk.ui.window.main_window import MainWindow

SOURCE = "portrait"


class PortraitCommands(QObject):
    """The commands that set and remove the portrait of the character on the card."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._document = session.document
        FileDrops(window.stat, self.wants, self.take)

    def choose(self) -> None:
        """Open a dialog to choose a picture file."""
        from PySide6.QtWidgets import QFileDialog

        from gm_desk.model.roster.portraits import SUFFIXES

        if self._document.character(self._session.selected) is None:
            return
        pictures = f"Pictures ({' '.join(f'*{suffix}' for suffix in sorted(SUFFIXES))})"
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        dialog = QFileDialog(self._window, "Choose a portrait", "", pictures)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._choose)
        folders_of(self._window).begin(dialog, "portraits", folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def paste(self) -> None:
        """Use the picture on the clipboard."""
        from gm_desk.model.roster.portraits import holds_picture

        copied: QMimeData | None = QGuiApplication.clipboard().mimeData()  # None if the clipboard was never used
        if copied is not None and holds_picture(copied):
            self.take(copied)
        else:
            self._window.trouble.show_notice("No picture was copied that could be pasted as a portrait.")

    def remove(self) -> None:
        """Remove the portrait, so that the initials are shown."""
        card_edits.set_portrait(self._document, self._session.selected, "")

    def wants(self, data: QMimeData) -> bool:
        """Return whether dropped data may contain a picture."""
        from gm_desk.model.roster.portraits import holds_picture

        return holds_picture(data)

    def take(self, data: QMimeData) -> None:
        """Use a picture that was dropped or copied."""
        from gm_desk.model.roster.portraits import picture_in

        try:
            content = picture_in(data)
        except (RulesError, UnreadableFileError) as error:
            self._show_trouble(error.problem)
        else:
            self._set(content) if content is not None else self._show_trouble("there is no picture in what came")

    def _choose(self, path: str) -> None:
        try:
            content = read_picture(Path(path))
        except UnreadableFileError as error:
            self._show_trouble(error.problem)
        else:
            self._set(content)

    def _set(self, content: bytes) -> None:
        """Store a picture and set it as the portrait."""
        if self._document.character(self._session.selected) is None or not self._document.may_change():
            return
        try:
            portrait = self._window.portraits.keep(content)
        except (RulesError, UnwritableFileError) as error:
            self._show_trouble(error.problem)
        else:
            self._show_trouble("")
            card_edits.set_portrait(self._document, self._session.selected, portrait)

    def _show_trouble(self, problem: str) -> None:
        self._window.trouble.show_trouble(SOURCE, f"The portrait was not set: {problem}." if problem else "")
