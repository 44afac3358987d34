"""Two versions of a roster, what differs, and which goes on."""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from gm_desk.core.roster import Roster
from gm_desk.ui.labels import label, wrapped

SAID = "In the other version, compared with yours:"
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
        self.says = QPlainTextEdit("\n".join(differences(ours, theirs)))
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


def differences(before: Roster, after: Roster) -> list[str]:
    """Word what differs between two versions of a roster."""
    said = [] if before.name == after.name else [f"The roster is called “{after.name}”."]
    old, new = ({one.id: one for one in roster.characters} for roster in (before, after))
    said += _lines("not there", (old[one].name for one in old if one not in new))
    said += _lines("only there", (new[one].name for one in new if one not in old))
    said += _lines("changed", (new[one].name for one in new if one in old and old[one] != new[one]))
    if before.groups != after.groups:
        said.append("The groups differ.")
    if before.house != after.house:
        said.append("The house rules differ.")
    return said or ["Nothing that shows: only their order, or what this version does not know, differs."]


def _lines(what: str, names: Iterable[str]) -> Iterator[str]:
    """Word what became of each of some characters."""
    return (f"“{name}”: {what}." for name in names)
