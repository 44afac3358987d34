"""Two versions of a roster, what differs, and which goes on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from gm_desk.core.differences import differences, in_words
from gm_desk.core.roster import Roster
from gm_desk.ui.labels import label, wrapped

MOST_LINES = 200
SAID = "What the other version changes in yours:"
KEPT = "Both are kept as files, whichever goes on."


class VersionsDialog(QDialog):
    """Say what another version of a roster changes, and let the GM choose; Esc leaves it open."""

    ours_wanted = Signal()
    theirs_wanted = Signal()

    def __init__(self, ours: Roster, theirs: Roster, window: QWidget) -> None:
        """Compare two versions."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Two versions of “{ours.name}”")
        self.says = QPlainTextEdit("\n".join(in_words(differences(ours, theirs), MOST_LINES)))
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
        """Make the two answers, and the one that puts it off; Enter does none of them by accident."""
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
        self.ours_wanted.emit()
        self.accept()

    def _take(self) -> None:
        self.theirs_wanted.emit()
        self.accept()
