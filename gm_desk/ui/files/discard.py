"""The commands that delete rosters, restore deleted ones, and forget recent ones."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QListWidget, QMessageBox, QPushButton, QWidget

from gm_desk.core.wording.phrases import MOST_OF_A_NAME, one_line
from gm_desk.model.files.backups import when_in_words
from gm_desk.model.files.session import Session
from gm_desk.store.disk.files import StoreError
from gm_desk.store.state import Recent
from gm_desk.ui.files.campaign import busy
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.labels import dim_label, wrapped
from gm_desk.ui.window.main_window import MainWindow

DONE = "discarded"
"""The source of the notices with an Undo button."""
SOURCE = "deleting"
KEPT = "A copy of the roster, log and portraits goes to the backups first, and can be restored from there."
FORGOTTEN = "The rosters themselves stay where they are, and File ▸ Open roster opens them."
WIDE, HIGH = 34, 16
"""In heights of the font."""


class DiscardCommands(QObject):
    """The commands that delete and forget rosters, each after a question and reversible."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Act on the open roster and the recent ones."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._copy: Path | None = None
        self._list: Sequence[Recent] = ()
        window.trouble.offer(DONE, "&Undo", self.undo)

    def delete(self) -> None:
        """Ask whether to delete the open roster."""
        self._window.settle()
        name = one_line(self._session.document.roster.name, MOST_OF_A_NAME)
        if self._session.document.read_only:
            self._show_trouble(f"“{name}” cannot be deleted: {self._session.document.read_only}.")
            return
        question = self._question(
            "Delete this roster", f"Delete “{name}” and its log?", f"{KEPT}\n\n{self._session.path}"
        )
        _add_button(question, "Delete roster", self._delete)
        question.open()

    def choose(self) -> None:
        """Ask which deleted roster to restore."""
        from gm_desk.model.files.restoring import discarded

        found = discarded(self._session.places)
        if not found:
            self._window.trouble.show_notice("No deleted roster is among the backups.")
            return
        lines = [
            f"{one_line(one.name, MOST_OF_A_NAME)} – {when_in_words(one.time, self._session.backups.now)}"
            for one in found
        ]
        dialog = BringBackDialog(lines, [one.path for one in found], self._window)
        dialog.restore_requested.connect(self._bring_back)
        dialog.open()

    def forget(self) -> None:
        """Ask whether to forget all recent rosters, or those whose file is missing."""
        others = self._others()
        if not others:
            self._window.trouble.show_notice("There are no other recent rosters.")
            return
        one, many = (
            "1 other roster is listed as recent. Forget it?",
            "{} other rosters are listed as recent. Forget them?",
        )
        asked = one if len(others) == 1 else many.format(len(others))
        question = self._question("Forget recent rosters", asked, FORGOTTEN)
        _add_button(question, "Forget all", self._forget_all)
        if any(not self._exists(one) for one in others):
            _add_button(question, "Forget missing files", self._forget_missing)
        question.open()

    def undo(self) -> None:
        """Undo the latest deletion or forgetting."""
        self._window.trouble.show_notice("")
        copy, self._copy = self._copy, None
        if copy is not None:
            self._bring_back(copy)
        elif self._list:
            self._session.settings.keep_recent(self._list)
            self._window.trouble.show_notice("The list of rosters is unchanged.")

    def _delete(self) -> None:
        from gm_desk.model.files.restoring import delete_roster

        name = self._session.document.roster.name
        try:
            with busy():
                self._copy = delete_roster(self._session)
        except StoreError as error:
            self._show_trouble(f"“{name}” was not deleted: {error.problem}. ({error.path})")
            return
        self._show_trouble("")
        self._window.trouble.show_notice(f"“{name}” was deleted. A copy is kept in {self._copy}.", DONE)

    def _bring_back(self, copy: Path) -> None:
        from gm_desk.model.files.restoring import bring_back

        try:
            with busy():
                back = bring_back(self._session, copy)
        except StoreError as error:
            self._show_trouble(f"The roster could not be restored: {error.problem}. ({error.path})")
            return
        self._show_trouble("")
        if back:
            self._window.trouble.show_notice(f"“{self._session.document.roster.name}” is back.")

    def _forget_all(self) -> None:
        self._forget(self._others())

    def _forget_missing(self) -> None:
        self._forget([one for one in self._others() if not self._exists(one)])

    def _forget(self, gone: Sequence[Recent]) -> None:
        """Remove rosters from the recent ones."""
        memory = self._session.settings
        self._copy, self._list = None, memory.state.recent
        memory.keep_recent([one for one in memory.state.recent if one not in gone])
        count = "1 roster was" if len(gone) == 1 else f"{len(gone)} rosters were"
        self._window.trouble.show_notice(f"{count} forgotten.", DONE)

    def _others(self) -> list[Recent]:
        places = self._session.places
        return [one for one in self._session.settings.state.recent if places.whole(one.path) != self._session.path]

    def _exists(self, recent: Recent) -> bool:
        return self._session.places.whole(recent.path).is_file()

    def _question(self, title: str, text: str, more: str) -> QMessageBox:
        """Return a question that Enter and Esc answer with Cancel."""
        question = QMessageBox(QMessageBox.Icon.Question, title, text, parent=self._window)
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setInformativeText(more)
        stay = question.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(stay)
        question.setEscapeButton(stay)
        question.finished.connect(question.deleteLater)
        return question

    def _show_trouble(self, trouble: str) -> None:
        self._window.trouble.show_trouble(SOURCE, trouble)


def _add_button(question: QMessageBox, text: str, slot: Callable[[], None]) -> QPushButton:
    """Add a button with its action to a question."""
    button = question.addButton(text, QMessageBox.ButtonRole.DestructiveRole)
    button.clicked.connect(slot)
    return button


class BringBackDialog(AskingDialog):
    """The list of deleted rosters; it restores the selected one."""

    restore_requested = Signal(object)

    def __init__(self, lines: Sequence[str], copies: Sequence[Path], window: QWidget) -> None:
        """List at least one copy, with the first one selected."""
        super().__init__("Bring back a deleted roster", window)
        self._copies = copies
        self.list = QListWidget()
        self.list.addItems(list(lines))
        self.list.setAccessibleName("Deleted rosters, the last one first")
        self.list.setCurrentRow(0)
        self.column.addWidget(self.list, 1)
        self.column.addWidget(wrapped(dim_label("The roster comes back with its log, and is opened.")))
        self.finish("&Bring back", self._choose)
        em = self.fontMetrics().height()
        self.resize(min(em * WIDE, window.width() - 2 * em), min(em * HIGH, window.height() - 2 * em))

    def _choose(self) -> None:
        self.accept()
        self.restore_requested.emit(self._copies[self.list.currentRow()])
