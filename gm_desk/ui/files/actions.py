"""The actions on rosters as files, and the dialog that creates a roster."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QRadioButton, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import numbered, valid_name
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.files.external_changes import AWAY
from gm_desk.model.files.session import FIRST_NAME, Session
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.disk.places import SUFFIX, slug
from gm_desk.store.rosters.files import write_roster
from gm_desk.store.shipped import load_system
from gm_desk.store.state import Recent
from gm_desk.ui.widgets.action_rows import ActionRow, Choice
from gm_desk.ui.widgets.dialogs import AskingDialog, ask_where_to_save, folders_of, takes_fields
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import dim_label, label
from gm_desk.ui.window.header import Header
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow("files.new_roster", "&New roster…", "FileCommands.new", "Ctrl+Shift+N", icon="add"),
    ActionRow("files.open_roster", "&Open roster…", "FileCommands.open", "Ctrl+O", icon="open", also="load"),
    ActionRow(
        "files.open_recent",
        "Open &recent",
        "RecentCommands.open",
        choices="RecentCommands.rosters",
        when="RecentCommands.why_none",
    ),
    ActionRow("files.switch_roster", "S&witch roster", "RecentCommands.switch", "Ctrl+Shift+R"),
    ActionRow("files.try_ep1_sample", "Eclipse Phase 1e sample", "FileCommands.sample", "Ctrl+Alt+1", data="ep1"),
    ActionRow("files.try_ep2_sample", "Eclipse Phase 2e sample", "FileCommands.sample", "Ctrl+Alt+2", data="ep2"),
    ActionRow("files.try_kaiser_sample", "Kaiser sample", "FileCommands.sample", "Ctrl+Alt+3", data="kaiser"),
    ActionRow("files.rename_roster", "Rena&me roster", "FileCommands.rename", "Shift+F2"),
    ActionRow(
        "files.show_backups",
        "&Backups…",
        "BackupsCommands.look_through",
        "Ctrl+Shift+B",
        icon="history",
        also="restore",
    ),
    ActionRow("files.delete_roster", "&Delete this roster…", "DiscardCommands.delete", "Ctrl+Alt+Shift+D"),
    ActionRow("files.bring_back_roster", "&Bring back a deleted roster…", "DiscardCommands.choose", "Ctrl+Alt+Shift+B"),
    ActionRow("files.forget_recent", "&Forget recent rosters…", "DiscardCommands.forget", "Ctrl+Alt+Shift+F"),
    ActionRow("files.save_copy", "Save a &copy…", "CopyCommands.ask", "F12", icon="copy", also="save as"),
    ActionRow("files.export_campaign", "&Export campaign…", "CampaignCommands.export", "Shift+F12", icon="export"),
    ActionRow("files.import_campaign", "&Import campaign…", "CampaignCommands.choose", "Shift+F11", icon="import"),
)


class RosterDialog(AskingDialog):
    """The dialog that asks for the name and system of a new roster."""

    roster_requested = Signal(str, str)

    def __init__(self, name: str, window: QWidget) -> None:
        """Create the dialog with a proposed name and no system chosen."""
        super().__init__("New roster", window)
        self.name = CheckedEdit(valid_name)
        self.name.setAccessibleName("Name of the new roster")
        self.name.store(name)
        self.name.selectAll()
        self.name.setMinimumWidth(self.fontMetrics().height() * 18)
        self.systems = {known: QRadioButton(load_system(known).name) for known in RULES}
        self.column.addWidget(label("Name", bold=True))
        self.column.addWidget(self.name)
        self.column.addSpacing(8)
        self.column.addWidget(label("System", bold=True))
        for choice in self.systems.values():
            self.column.addWidget(choice)
        self.says = dim_label()
        self.column.addWidget(self.says)
        self.finish("&Create roster", self._accept)

    @property
    def system(self) -> str:
        """The chosen system, or "" as long as none is."""
        return next((system for system, choice in self.systems.items() if choice.isChecked()), "")

    def _accept(self) -> None:
        if not takes_fields(self):
            return
        if not self.system:
            self.says.setText("Choose the system you play.")
            next(iter(self.systems.values())).setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.roster_requested.emit(self.name.text(), self.system)
        self.accept()


FILTER = "Rosters (*.json)"


class FileCommands(QObject):
    """The commands that create, open and rename rosters."""

    def __init__(self, session: Session, header: Header, parent: QWidget) -> None:
        """Act on the open roster."""
        super().__init__(parent)
        self._session = session
        self._header = header
        self._window = parent

    def new(self) -> None:
        """Ask for a name and a system, then create a roster."""
        taken = {recent.name for recent in self._session.settings.state.recent}
        name = numbered(FIRST_NAME, taken) if FIRST_NAME in taken else FIRST_NAME
        dialog = RosterDialog(name, self._window)
        dialog.roster_requested.connect(self._new)
        dialog.open()

    def house_rules(self) -> None:
        """Open the dialog of the roster's house rules."""
        from gm_desk.ui.settings.house_rules import HouseDialog

        HouseDialog(self._session.document, self._window).open()

    def modifiers(self) -> None:
        """Open the dialog of the roster's common modifiers."""
        from gm_desk.ui.settings.modifiers import ModifiersDialog

        ModifiersDialog(self._session.document, self._window).open()

    def open(self) -> None:
        """Ask for a roster file, then open it."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._window, "Open roster", "", FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._open)
        folders_of(self._window).begin(dialog, "rosters", str(self._session.places.rosters))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def sample(self, system: str) -> None:
        """Open a copy of a system's sample roster."""
        self._session.try_sample(system)

    def rename(self) -> None:
        """Edit the name of the roster."""
        self._header.edit_name()

    def _new(self, name: str, system: str) -> None:
        self._session.new_roster(name, system)

    def _open(self, path: str) -> None:
        self._session.open_roster(Path(path))


GONE = "file not found"


class RecentCommands(QObject):
    """The commands that list recent rosters and switch between them."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Act on the recent rosters of a session."""
        super().__init__(window)
        self._window = window
        self._session = session

    def switch(self) -> None:
        """Open the roster switcher in the header."""
        self._window.header.switch()

    def rosters(self) -> list[Choice]:
        """Return the recent rosters as choices, marking the open one and those whose file is missing."""
        return [self._choice(recent) for recent in self._session.settings.state.recent]

    def why_none(self) -> str:
        """Return the reason why there are no recent rosters to list, or ""."""
        return "" if self._session.settings.state.recent else "No roster yet"

    def open(self, path: str) -> None:
        """Open a roster from the list."""
        if Path(path) != self._session.path:
            self._session.open_roster(Path(path))

    def _choice(self, recent: Recent) -> Choice:
        path = self._path(recent)
        beside = _system(recent) if self._exists(recent) else GONE
        return Choice(menu_text(recent.name), str(path), checked=path == self._session.path, beside=beside)

    def _path(self, recent: Recent) -> Path:
        return self._session.places.whole(recent.path)

    def _exists(self, recent: Recent) -> bool:
        """Return whether a roster's file exists; the open roster always counts as present."""
        path = self._path(recent)
        return path == self._session.path or path.is_file()


def _system(recent: Recent) -> str:
    """Return the name of a roster's system, or "" if it is not known."""
    return load_system(recent.system).name if recent.system in RULES else ""


SOURCE = "copy"


class CopyCommands(QObject):
    """The command that saves a copy, also offered while the roster itself cannot be saved."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Act on the open roster."""
        super().__init__(window)
        self._session = session
        self._window = window
        window.copy_requested.connect(self.ask)
        window.trouble.offer("roster", "Save a copy to…", self.ask, AWAY)

    def ask(self) -> None:
        """Ask where to save a copy."""
        name = f"{slug(self._session.document.roster.name)}-copy.json"
        ask_where_to_save(self._window, "Save a copy of the roster", FILTER, name, "copies", self._save)

    def _save(self, chosen: str) -> None:
        """Commit pending input, write the copy, and report it."""
        bar, path = self._window.trouble, Path(chosen)
        self._session.document.stack.settle()
        try:
            write_roster(path, self._session.document.roster)
        except UnwritableFileError as error:
            bar.show_trouble(SOURCE, f"No copy was saved: {path} – {error.problem}. Choose another place.")
            return
        bar.show_trouble(SOURCE, "")
        bar.show_notice(f"A copy of the roster was saved: {path}. You are still working in {self._session.path}.")


class OpenedFiles(QObject):
    """A handler of files that the operating system passes to the application: rosters and campaigns."""

    def __init__(self, application: QCoreApplication, window: MainWindow, session: Session) -> None:
        """Listen to the application's file-open events."""
        super().__init__(window)
        self._window = window
        self._session = session
        application.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.FileOpen or not isinstance(event, QFileOpenEvent) or not event.file():
            return False
        self.open(Path(event.file()))
        return True

    def open(self, path: Path) -> None:
        """Open a roster, or import a campaign."""
        if path.suffix.casefold() == SUFFIX:
            self._window.campaign_offered.emit(path)
        else:
            self._session.open_roster(path)
