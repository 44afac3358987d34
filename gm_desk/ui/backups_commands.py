"""What the File menu does with backups, and the trouble bar with a damaged roster."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.model.desk import Desk
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.menus import Item, add_items

NONE_YET = (
    "There are no backups of this roster yet.\n\nGM Desk makes them by itself: when a roster is opened or closed, and"
    " after a quarter of an hour of work, if anything has changed since the last one. Of the days on which there is a"
    " backup, all of the last two are kept, then one for each of a dozen, and before that one for each of 51 weeks."
)


def add_backups(menu: QMenu, window: MainWindow, desk: Desk) -> list[QAction]:
    """Add what looks through backups to a menu, and the offer of one to the trouble bar."""
    does = BackupsCommands(window, desk)
    window.trouble.offer("damaged", "&Open the backup", does.open_offered)
    window.trouble.offer("unread", "&Show all", does.list_unread)
    return add_items(menu, [Item("&Backups…", does.look_through, "Ctrl+Shift+B")], window)


class BackupsCommands(QObject):
    """Look through backups, and open one in the place of a damaged file."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        """Work on the roster that is open."""
        super().__init__(window)
        self._window = window
        self._desk = desk

    def look_through(self) -> None:
        """List the backups of the open roster."""
        from gm_desk.model.restoring import backups_of
        from gm_desk.ui.backups_dialog import BackupsDialog

        self._window.stat.commit()
        found = backups_of(self._desk)
        if not found:
            self._say("Backups", self._desk.document.roster.name, NONE_YET)
            return
        dialog = BackupsDialog(self._desk, found, self._window)
        dialog.restored.connect(self._tell_restored)
        dialog.open()

    def open_offered(self) -> None:
        """Open the backup that is offered, and say what became of the damaged file."""
        from gm_desk.model.restoring import what_became

        self._window.stat.commit()
        offer = self._desk.mending.offer
        if offer is not None and self._desk.open_backup():
            kept = f" {became}" if (became := what_became(offer, self._desk)) else ""
            self._window.trouble.show_notice(f"The backup is open, as “{offer.path.name}”.{kept}")

    def list_unread(self) -> None:
        """List all that could not be read of the roster, and why."""
        name = self._desk.path.name
        self._say("What could not be read", f"What could not be read of “{name}”", "\n".join(self._desk.mending.unread))

    def _say(self, title: str, heading: str, text: str) -> None:
        from gm_desk.ui.text_dialog import TextDialog

        TextDialog(title, heading, text, self._window).open()

    def _tell_restored(self, done: str) -> None:
        self._window.trouble.show_notice(done)
