"""The dialog and commands for a roster whose file was changed by another program or computer."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QIcon, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from gm_desk.core.characters.differences import differences, differences_in_words
from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.external_changes import CONFLICT, GONE
from gm_desk.model.files.roster_lock import HELD, SEEMS_HELD
from gm_desk.model.files.session import Session
from gm_desk.ui.widgets.labels import label, wrapped
from gm_desk.ui.window.main_window import MainWindow

MOST_LINES = 200
SAID = "What the other version changes:"
KEPT = "Both are kept as files, whichever you choose."


class VersionsDialog(QDialog):
    """The dialog that compares two versions of a roster and asks which to keep; Esc decides nothing."""

    ours_requested = Signal()
    theirs_requested = Signal()

    def __init__(self, ours: Roster, theirs: Roster, window: QWidget) -> None:
        """Compare two versions."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Two versions of “{ours.name}”")
        self.says = QPlainTextEdit("\n".join(differences_in_words(differences(ours, theirs), MOST_LINES)))
        self.says.setReadOnly(True)
        self.says.setTabChangesFocus(True)
        self.says.setAccessibleName("What differs")
        column = QVBoxLayout(self)
        column.addWidget(label(SAID))
        column.addWidget(self.says, 1)
        column.addWidget(wrapped(label(KEPT)))
        column.addWidget(self._buttons())
        QShortcut(Qt.Key.Key_Escape, self, self.reject)
        em = self.fontMetrics().height()
        self.resize(min(em * 34, window.width() - 40), min(em * 22, window.height() - 40))

    def _buttons(self) -> QDialogButtonBox:
        """Return the two choices and Decide later, which is the default button so that Enter changes nothing."""
        buttons = QDialogButtonBox()
        self.mine = buttons.addButton("&Keep mine", QDialogButtonBox.ButtonRole.ActionRole)
        self.other = buttons.addButton("&Take the other", QDialogButtonBox.ButtonRole.ActionRole)
        later = buttons.addButton("Decide &later", QDialogButtonBox.ButtonRole.RejectRole)
        later.setIcon(QIcon())
        later.setDefault(True)
        for button in (self.mine, self.other):
            button.setAutoDefault(False)
        self.mine.clicked.connect(self._keep)
        self.other.clicked.connect(self._take)
        buttons.rejected.connect(self.reject)
        return buttons

    def _keep(self) -> None:
        self.ours_requested.emit()
        self.accept()

    def _take(self) -> None:
        self.theirs_requested.emit()
        self.accept()


class ExternalChangeCommands(QObject):
    """The commands in the trouble bar for locked, changed and missing roster files."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Add the commands to the trouble bar of a window."""
        super().__init__(window)
        self._window = window
        self._session = session
        changes, lock, bar = session.sharing.external_changes, session.sharing.lock, window.trouble
        bar.offer(HELD, "Try again", lock.look)
        bar.offer(SEEMS_HELD, "Open anyway", lock.open_anyway)
        bar.offer(CONFLICT, "What differs…", self.compare)
        bar.offer(CONFLICT, "Keep mine", changes.keep_ours)
        bar.offer(CONFLICT, "Take the other", changes.take_theirs)
        bar.offer(GONE, "Save it there again", changes.save_again)
        changes.settle_requested.connect(session.document.stack.settle)
        lock.freed.connect(self._clear_refusals)

    def compare(self) -> None:
        """Show the differences between the two versions of a conflict."""
        self._session.document.stack.settle()
        theirs = self._session.sharing.external_changes.theirs()
        if theirs is None:
            return
        dialog = VersionsDialog(self._session.document.roster, theirs[1].roster, self._window)
        dialog.ours_requested.connect(self._session.sharing.external_changes.keep_ours)
        dialog.theirs_requested.connect(self._session.sharing.external_changes.take_theirs)
        dialog.open()

    def _clear_refusals(self) -> None:
        """Remove the message about refused edits to a read-only roster."""
        self._window.toast.clear_warning()
