"""The commands for portraits, used by the Roster menu and the avatar."""

from PySide6.QtCore import QMimeData
from typing_extensions import override

from gm_desk.model.card import card_edits
from gm_desk.model.files.session import Session
from gm_desk.model.roster.picture_coding import LARGE, holds_picture
from gm_desk.ui.exchange.pictures import PictureTaker
from gm_desk.ui.widgets.file_drops import FileDrops
from gm_desk.ui.window.main_window import MainWindow


class PortraitCommands(PictureTaker):
    """The commands that set and remove the portrait of the character on the card."""

    source, folder = "portrait", "portraits"
    title, not_taken = "Choose a portrait", "The portrait was not set"
    none_copied = "There is no picture on the clipboard to use as a portrait."
    longest_side = LARGE

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        FileDrops(window.stat, self.wants, self.take)

    @override
    def choose(self) -> None:
        if self._document.character(self._session.view.selected) is not None:
            super().choose()

    def remove(self) -> None:
        """Remove the portrait, so that the initials are shown."""
        self.set_picture("")

    def wants(self, data: QMimeData) -> bool:
        """Return whether dropped data may contain a picture."""
        return holds_picture(data)

    @override
    def can_take(self) -> bool:
        return self._document.character(self._session.view.selected) is not None and self._document.may_change()

    @override
    def keep(self, content: bytes) -> str:
        return self._window.portraits.keep(content)

    @override
    def set_picture(self, picture: str) -> None:
        card_edits.set_portrait(self._document, self._session.view.selected, picture)
