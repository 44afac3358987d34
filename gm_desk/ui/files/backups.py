"""The dialog of a roster's backups, which lists them with the changes since then, and restores one."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPlainTextEdit, QWidget

from gm_desk.core.wording.phrases import one_line, sentence
from gm_desk.model.files.restoring import can_restore, in_a_line, look_into, restore
from gm_desk.model.files.session import Session
from gm_desk.store.disk.files import StoreError
from gm_desk.store.journal.copies import is_log
from gm_desk.store.rosters.backups import Backup
from gm_desk.ui.theme.theme import HALF
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.labels import dim_label, label, wrapped
from gm_desk.ui.window.main_window import MainWindow

UNDOABLE = "Restoring is a single step that you can undo. The current state is backed up first."
ADDS = "Restoring adds the rolls that are missing from the log. Nothing in the log is removed."
SIDE, TEXT, HEIGHT = 21, 35, 30
"""In heights of the font; reduced if the window is smaller."""
ROOM = 40


class BackupsDialog(AskingDialog):
    """The list of backups of the open roster with a preview; it restores the selected one."""

    restored = Signal(str)

    def __init__(self, session: Session, backups: Sequence[Backup], window: QWidget) -> None:
        """List at least one backup, with the first one selected."""
        super().__init__("Backups", window)
        self._session = session
        self._backups = backups
        self._descriptions: dict[int, tuple[str, bool]] = {}
        self.list = QListWidget()
        self.list.addItems([in_a_line(one, session) for one in self._backups])
        self.list.setSpacing(HALF)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Backups, the newest first")
        self.holds = QPlainTextEdit(readOnly=True)
        self.holds.setTabChangesFocus(True)
        self.holds.setAccessibleName("Contents of the backup")
        self.says = wrapped(dim_label())
        self._lay_out(window.width() - ROOM, window.height() - ROOM)
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(0)

    def _lay_out(self, wide: int, high: int) -> None:
        em = self.fontMetrics().height()
        self.column.addWidget(label(one_line(self._session.document.roster.name, 80), bold=True))
        row = QHBoxLayout()
        self.column.addLayout(row, 1)
        row.addWidget(self.list, SIDE)
        row.addWidget(self.holds, TEXT)
        self.column.addWidget(self.says)
        self.finish("&Restore", self._restore)
        self.resize(min(em * (SIDE + TEXT), wide), min(em * HEIGHT, high))

    def _show(self, row: int) -> None:
        """Show a backup; each is read when it is first shown."""
        if row not in self._descriptions:
            self._descriptions[row] = self._read(row)
        text, good = self._descriptions[row]
        self.holds.setPlainText(text)
        backup = self._backups[row]
        refused = "" if can_restore(backup, self._session) else self._session.document.read_only
        self.says.setText(sentence(refused) if refused else ADDS if is_log(backup) else UNDOABLE)
        self.does.setEnabled(good and not refused)

    def _read(self, row: int) -> tuple[str, bool]:
        """Return a description of a backup, and whether it could be read."""
        try:
            return look_into(self._backups[row], self._session), True
        except StoreError as error:
            place = f" ({error.place})" if error.place else ""
            return f"It cannot be read: {error.problem}{place}.\n\nIt is kept at {error.path}", False

    def _restore(self) -> None:
        if not self.does.isEnabled():
            return
        row = self.list.currentRow()
        try:
            done = restore(self._backups[row], self._session)
        except StoreError as error:
            self.says.setText(f"It was not restored: {error.problem}. ({error.path})")
            return
        if done is not None:
            self.restored.emit(done)
        self.accept()


NONE_YET = (
    "There are no backups of this roster yet.\n\nGM Desk makes them by itself: when a roster is opened or closed, and"
    " after a quarter of an hour of work, if anything has changed since the last one. Of the days on which there is a"
    " backup, all of the last two are kept, then one for each of a dozen, and before that one for each of 51 weeks."
)


class BackupsCommands(QObject):
    """The commands that list backups, and open one in place of a damaged file."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Act on the open roster."""
        super().__init__(window)
        self._window = window
        self._session = session
        window.trouble.offer("damaged", "&Open the backup", self.open_offered)
        window.trouble.offer("unread", "&Show all", self.list_unread)

    def look_through(self) -> None:
        """List the backups of the open roster."""
        from gm_desk.model.files.restoring import backups_and_copies

        self._session.document.stack.settle()
        found = backups_and_copies(self._session)
        if not found:
            self._show_text("Backups", self._session.document.roster.name, NONE_YET)
            return
        dialog = BackupsDialog(self._session, found, self._window)
        dialog.restored.connect(self._report_restored)
        dialog.open()

    def open_offered(self) -> None:
        """Open the offered backup, and report what happened to the damaged file."""
        from gm_desk.model.files.restoring import what_became

        self._session.document.stack.settle()
        offer = self._session.backups.opened_file.offer
        if offer is not None and self._session.open_backup():
            kept = f" {became}" if (became := what_became(offer, self._session)) else ""
            self._window.trouble.show_notice(f"The backup is open, as “{offer.path.name}”.{kept}")

    def list_unread(self) -> None:
        """List the parts of the roster that could not be read, with the reasons."""
        name, unread = self._session.path.name, self._session.backups.opened_file.unread
        self._show_text("What could not be read", f"What could not be read of “{name}”", "\n".join(unread))

    def _show_text(self, title: str, heading: str, text: str) -> None:
        from gm_desk.ui.widgets.dialogs import TextDialog

        TextDialog(title, heading, text, self._window).open()

    def _report_restored(self, done: str) -> None:
        self._window.trouble.show_notice(done)
