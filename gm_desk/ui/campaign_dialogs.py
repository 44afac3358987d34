"""The dialogs that ask about campaigns: what an export holds, and what becomes of a campaign that is here already."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from gm_desk.core.roster import Roster
from gm_desk.core.text.one_line import one_line
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.labels import dim_label, label

ALL = "All of “{name}” goes into one file, as a backup or for another laptop: {count}, the log and the portraits."
SECRETS = "Your notes and secret rolls are in it: it is for you, not for your players."
HERE = "“{name}” is here already, with {here}. The campaign in the file is “{other}”, with {there}."
ASIDE = (
    "Replacing puts a copy of what is here, with its log, among the backups first. "
    "Keeping both gives the one in the file a number."
)


class ExportDialog(AskingDialog):
    """Say what an export holds, and ask to go on."""

    wanted = Signal()

    def __init__(self, roster: Roster, window: QWidget) -> None:
        """Speak of a roster."""
        super().__init__("Export campaign", window)
        _say(self, ALL.format(name=one_line(roster.name, 120), count=characters(roster)), SECRETS)
        self.finish("&Choose where…", self._go_on)

    def _go_on(self) -> None:
        self.accept()
        self.wanted.emit()


class PresentDialog(AskingDialog):
    """Ask what becomes of a campaign that is here already; Enter keeps both."""

    replace_wanted = Signal()
    both_wanted = Signal()

    def __init__(self, here: Roster | None, there: Roster, window: QWidget) -> None:
        """Tell what is here (None: what cannot be read) from what is in the file."""
        super().__init__("Import campaign", window)
        name = there.name if here is None else here.name
        size = "a log, and no roster that could be read" if here is None else characters(here)
        name, other = one_line(name, 120), one_line(there.name, 120)
        _say(self, HERE.format(name=name, here=size, other=other, there=characters(there)), ASIDE)
        buttons = self.finish("Keep &both", self._both)
        self.replaces = buttons.addButton("&Replace", QDialogButtonBox.ButtonRole.DestructiveRole)
        self.replaces.setAutoDefault(False)
        self.replaces.clicked.connect(self._replace)

    def _both(self) -> None:
        self.accept()
        self.both_wanted.emit()

    def _replace(self) -> None:
        self.accept()
        self.replace_wanted.emit()


def characters(roster: Roster) -> str:
    """Count the characters of a roster."""
    count = len(roster.characters)
    return f"{count:,} character{'' if count == 1 else 's'}"


def _say(dialog: AskingDialog, first: str, second: str) -> None:
    """Put two sentences above the buttons, each over as many lines as it needs."""
    for made, text in ((label(), first), (dim_label(), second)):
        made.setText(text)
        made.setWordWrap(True)
        made.setMinimumWidth(dialog.fontMetrics().height() * 26)
        dialog.column.addWidget(made)
    dialog.column.addSpacing(8)
