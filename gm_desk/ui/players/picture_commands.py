"""The commands on the picture that the players see: chosen, pasted, dropped, or the portrait of a character."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QStandardPaths
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from gm_desk.core.errors import RulesError
from gm_desk.core.players.players_view import shown_picture
from gm_desk.model.files.session import Session
from gm_desk.model.players import players_edits
from gm_desk.model.players.pictures import LONGEST, Pictures
from gm_desk.model.roster.portraits import SUFFIXES, holds_picture, picture_in
from gm_desk.store.disk.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.portraits import read_picture
from gm_desk.ui.players.reveal_commands import WordsDialog
from gm_desk.ui.widgets.dialogs import folders_of
from gm_desk.ui.widgets.file_drops import FileDrops
from gm_desk.ui.window.main_window import MainWindow

SOURCE = "players picture"
NO_PICTURE, NO_PORTRAIT = "No picture is shown", "The character on the card has no portrait"


class PictureCommands(QObject):
    """The commands that set, caption and remove the picture."""

    def __init__(self, session: Session, window: MainWindow, pictures: Pictures) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._window = window
        self._pictures = pictures

    def accept_drops(self, area: QWidget) -> None:
        """Let pictures be dropped on a widget."""
        FileDrops(area, holds_picture, self.take)

    def why_no_picture(self) -> str:
        """Return why there is nothing to do: no picture."""
        return "" if shown_picture(self._document.roster)[0] else NO_PICTURE

    def why_no_portrait(self) -> str:
        """Return why there is nothing to show: no portrait."""
        character = self._document.character(self._session.selected)
        return "" if character is not None and character.portrait else NO_PORTRAIT

    def choose(self) -> None:
        """Open a dialog to choose a picture file."""
        from PySide6.QtWidgets import QFileDialog

        kinds = f"Pictures ({' '.join(f'*{suffix}' for suffix in sorted(SUFFIXES))})"
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        dialog = QFileDialog(self._window, "Show a picture to the players", folder, kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        folders_of(self._window).begin(dialog, SOURCE)
        dialog.fileSelected.connect(self._choose)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def paste(self) -> None:
        """Show the picture on the clipboard."""
        copied: QMimeData | None = QGuiApplication.clipboard().mimeData()  # None if the clipboard was never used
        if copied is not None and holds_picture(copied):
            self.take(copied)
        else:
            self._window.trouble.show_notice("No picture was copied that could be shown to the players.")

    def show_portrait(self) -> None:
        """Show the portrait of the character on the card."""
        character = self._document.character(self._session.selected)
        if character is not None and character.portrait:
            players_edits.set_picture(self._document, character.portrait)

    def remove(self) -> None:
        """Show no picture."""
        players_edits.set_picture(self._document, "")

    def set_caption(self) -> None:
        """Ask for the text on the picture."""
        caption = shown_picture(self._document.roster)[1]
        dialog = WordsDialog("Caption of the picture", "The players read this on the picture.", caption, self._window)
        dialog.wanted.connect(self._set_caption)
        dialog.open()

    def take(self, data: QMimeData) -> None:
        """Show a picture that was dropped or copied."""
        try:
            content = picture_in(data, LONGEST)
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
        """Store a picture and show it."""
        if not self._document.may_change():
            return
        try:
            picture = self._pictures.keep(content)
        except (RulesError, UnwritableFileError) as error:
            self._show_trouble(error.problem)
        else:
            self._show_trouble("")
            players_edits.set_picture(self._document, picture)

    def _set_caption(self, _ids: list[str], caption: str) -> None:
        players_edits.set_caption(self._document, caption)

    def _show_trouble(self, problem: str) -> None:
        self._window.trouble.show_trouble(SOURCE, f"The picture is not shown: {problem}." if problem else "")
