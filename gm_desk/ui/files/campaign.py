"""The export and import of campaigns, with the dialogs that ask what to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from gm_desk.core.characters.roster import Roster, numbered
from gm_desk.core.drafts.chips import pinned_in
from gm_desk.core.wording.phrases import one_line, plural
from gm_desk.model.files.roster_lock import locked_roster
from gm_desk.model.files.session import Session
from gm_desk.model.scene.scene_edits import with_pinned
from gm_desk.store.disk.files import StoreError, UnreadableFileError
from gm_desk.store.disk.places import SUFFIX, slug
from gm_desk.store.rosters.files import bytes_of
from gm_desk.ui.widgets.dialogs import AskingDialog, ask_where_to_save, folders_of
from gm_desk.ui.widgets.labels import dim_label, label
from gm_desk.ui.window.main_window import MainWindow

EXPORT = "Export campaign with its log, your notes and secret rolls"
SECRETS = "It contains your notes and secret rolls: it is for you, not for your players."
HERE = "“{name}” exists here already, with {here}. The campaign in the file is “{other}”, with {there}."
ASIDE = (
    "Replacing first copies the roster here, with its log, to the backups. "
    "Keeping both adds a number to the name of the imported one."
)


class ExistingCampaignDialog(AskingDialog):
    """The dialog that asks what to do with a campaign that already exists; Enter keeps both."""

    replace_requested = Signal()
    both_requested = Signal()

    def __init__(self, here: Roster | None, there: Roster, window: QWidget) -> None:
        """Compare the existing roster (None if it cannot be read) with the one in the file."""
        super().__init__("Import campaign", window)
        name = there.name if here is None else here.name
        size = "a log, but no roster that could be read" if here is None else characters(here)
        name, other = one_line(name, 120), one_line(there.name, 120)
        _add_sentences(self, HERE.format(name=name, here=size, other=other, there=characters(there)), ASIDE)
        buttons = self.finish("Keep &both", self._both)
        self.replaces = buttons.addButton("&Replace", QDialogButtonBox.ButtonRole.DestructiveRole)
        self.replaces.setAutoDefault(False)
        self.replaces.clicked.connect(self._replace)

    def _both(self) -> None:
        self.accept()
        self.both_requested.emit()

    def _replace(self) -> None:
        self.accept()
        self.replace_requested.emit()


def characters(roster: Roster) -> str:
    """Return the number of characters of a roster as text."""
    count = len(roster.characters)
    return plural(count, "character")


def _add_sentences(dialog: AskingDialog, first: str, second: str) -> None:
    """Add two wrapped sentences above the buttons."""
    for made, text in ((label(), first), (dim_label(), second)):
        made.setText(text)
        made.setWordWrap(True)
        made.setMinimumWidth(dialog.fontMetrics().height() * 26)
        dialog.column.addWidget(made)
    dialog.column.addSpacing(8)


SOURCE = "campaign"
FILTER = f"Campaigns (*{SUFFIX})"
UNSAVED = "the open roster could not be saved first"


def campaign_file(data: QMimeData) -> Path | None:
    """Return the dropped file if it is one local file with the suffix of a campaign."""
    urls = data.urls() if data.hasUrls() else []
    local = len(urls) == 1 and urls[0].isLocalFile() and urls[0].toLocalFile().casefold().endswith(SUFFIX)
    return Path(urls[0].toLocalFile()) if local else None


class CampaignCommands(QObject):
    """The commands that export the open campaign and import others."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Act on the open roster."""
        super().__init__(window)
        self._window = window
        self._session = session

    def export(self) -> None:
        """Ask where to save the open campaign."""
        CampaignExport(self._window, self._session).ask_where()

    def choose(self) -> None:
        """Ask for a campaign file to import."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._window, "Import campaign", "", FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.bring_in)
        folders_of(self._window).begin(dialog, "campaigns")
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def wants(self, data: QMimeData) -> bool:
        """Return whether a campaign file is being dragged; False while the window is veiled."""
        return not self._window.veil_stack.veiled and campaign_file(data) is not None

    def take(self, data: QMimeData) -> None:
        """Import a dropped campaign."""
        path = campaign_file(data)
        if path is not None:
            self.bring_in(path)

    def bring_in(self, chosen: str | Path) -> None:
        """Import a campaign."""
        CampaignImport(self._window, self._session, Path(chosen)).check()


class CampaignExport(QObject):
    """One export of the campaign that is open when it begins."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Begin with the open roster."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._roster = session.document.roster
        self._path = session.path

    def ask_where(self) -> None:
        """Ask where to save the campaign of this export."""
        name = f"{slug(self._roster.name)}{SUFFIX}"
        dialog = ask_where_to_save(self._window, EXPORT, FILTER, name, "campaigns", self._export)
        dialog.rejected.connect(self.deleteLater)

    def _export(self, chosen: str) -> None:
        """Export the campaign as saved, or as it is in memory if it cannot be saved."""
        from gm_desk.store.campaign.exporting import export_campaign
        from gm_desk.store.exchange.exporting import why_not_onto

        self._session.document.stack.settle()
        self._session.save()
        path, places = Path(chosen), self._session.places
        refused = why_not_onto(path, places, _known_files(self._session))
        if refused:
            _show_trouble(self._window, f"“{path.name}” was not exported: {refused}. ({path})")
            return
        try:
            with busy():
                roster, content = self._content()
                left_out = export_campaign(roster, content, places, path)
        except StoreError as error:
            _show_trouble(self._window, f"“{path.name}” was not exported: {error.problem}. ({path})")
            return
        done = f"“{roster.name}” was exported to {path}."
        _show_trouble(self._window, f"{done} Not in it: {', and '.join(left_out)}." if left_out else "")
        self._window.trouble.show_notice("" if left_out else f"{done} {SECRETS}")

    def _content(self) -> tuple[Roster, bytes]:
        """Return the roster with the modifiers pinned now, and the content of its file, or what saving would write.

        Raise UnreadableFileError if another roster has been opened since and the file cannot be read.
        """
        from gm_desk.store.rosters.files import encode_roster, read_in_part

        if self._session.document.roster.id != self._roster.id:
            return read_in_part(self._path).roster, bytes_of(self._path)
        document, path = self._session.document, self._session.path
        roster = with_pinned(document, pinned_in(self._session.drafting.draft))
        try:
            if document.read_only or read_in_part(path).roster == roster:
                return roster, path.read_bytes()
        except (OSError, UnreadableFileError):
            pass
        return roster, encode_roster(roster)


class CampaignImport(QObject):
    """One import of a campaign from a file."""

    def __init__(self, window: MainWindow, session: Session, incoming: Path) -> None:
        """Begin with a file, which has not been read."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._incoming = incoming
        self._roster = session.document.roster
        self._existing_path: Path | None = None

    def check(self) -> None:
        """Check the file; ask what to do if the campaign already exists, otherwise import it."""
        from gm_desk.store.campaign.importing import check_campaign, existing_campaign

        try:
            with busy():
                self._roster = check_campaign(self._incoming)
        except UnreadableFileError as error:
            self._refuse(error)
            return
        here = existing_campaign(self._roster.id, self._session.places, _known_files(self._session))
        self._existing_path = here.roster
        if here:
            self._ask_how()
        else:
            self._import()

    def _ask_how(self) -> None:
        dialog = ExistingCampaignDialog(self._existing(), self._roster, self._window)
        dialog.both_requested.connect(self._keep_both)
        dialog.replace_requested.connect(self._replace)
        dialog.open()

    def _existing(self) -> Roster | None:
        """Return the existing roster, from memory or its file; None if it cannot be read."""
        from gm_desk.store.rosters.files import read_in_part

        if self._existing_path == self._session.path:
            return self._session.document.roster
        try:
            return read_in_part(self._existing_path).roster if self._existing_path else None
        except UnreadableFileError:
            return None

    def _keep_both(self) -> None:
        """Import the campaign with a new id and an unused name."""
        taken = {recent.name for recent in self._session.settings.state.recent} | {self._roster.name}
        self._existing_path = None
        self._import(as_roster=(self._session.document.new_id(), numbered(self._roster.name, taken)))

    def _replace(self) -> None:
        """Move the existing campaign to the backups, and import this one in its place."""
        self._import(replacing=True)

    def _import(self, as_roster: tuple[str, str] = ("", ""), *, replacing: bool = False) -> None:
        """Save what is open, import the campaign, and open it."""
        self._session.document.stack.settle()
        if not self._session.save():
            _show_trouble(self._window, f"“{self._incoming.name}” was not imported: {UNSAVED}.")
            return
        with self._locked(as_roster[0] or self._roster.id, replacing=replacing) as refused:
            if refused:
                _show_trouble(self._window, f"“{self._incoming.name}” was not imported: {refused}.")
                return
            imported = self._import_files(as_roster, replacing=replacing)
        if imported is not None and self._session.open_roster(imported[0], imported=True):
            _show_trouble(self._window, "")
            self._window.trouble.show_notice(f"“{self._session.document.roster.name}” was imported.{imported[1]}")

    @contextmanager
    def _locked(self, roster_id: str, *, replacing: bool) -> Iterator[str]:
        """Lock a roster, unless the session has already; yield why it must not be replaced, or ""."""
        document = self._session.document
        if document.roster.id == roster_id:
            yield document.read_only or self._session.sharing.acquire(roster_id)
            return
        with locked_roster(self._session.places, roster_id, self._session.now) as who:
            advice = "close it there, or keep both" if replacing else "close it there first"
            yield f"“{self._roster.name}” {who}; {advice}" if who else ""

    def _import_files(self, as_roster: tuple[str, str], *, replacing: bool) -> tuple[Path, str] | None:
        """Import the files; return the roster file and where the old copy is, or report the error and return None."""
        from gm_desk.model.files.restoring import COPY_STAMP
        from gm_desk.store.campaign.importing import existing_campaign, import_campaign, put_aside, thin_out_put_aside

        self._session.log.journal.close()
        places, kept, aside = self._session.places, "", None
        try:
            with busy():
                if replacing:
                    here = existing_campaign(
                        self._roster.id, places, [self._existing_path] if self._existing_path else []
                    )
                    aside = put_aside(here, self._roster.id, places, self._session.backups.now.strftime(COPY_STAMP))
                    kept = f" The previous version is kept in {aside}."
                path = import_campaign(self._incoming, places, over=self._existing_path, as_roster=as_roster)
                if aside is not None:
                    thin_out_put_aside(aside, self._incoming)
                return path, kept
        except StoreError as error:
            self._refuse(error, kept)
            return None

    def _refuse(self, error: StoreError, kept: str = "") -> None:
        """Report why a campaign was not imported."""
        place = f", {error.place}" if error.place else ""
        _show_trouble(
            self._window, f"“{self._incoming.name}” was not imported{place}: {error.problem}. ({error.path}){kept}"
        )


def _known_files(session: Session) -> list[Path]:
    """Return the files of the open roster and the recent ones."""
    return [session.path, *(session.places.whole(one.path) for one in session.settings.state.recent)]


def _show_trouble(window: MainWindow, trouble: str) -> None:
    """Show a problem and remove any notice, or clear the problem if the text is empty."""
    if trouble:
        window.trouble.show_notice("")
    window.trouble.show_trouble(SOURCE, trouble)


@contextmanager
def busy() -> Iterator[None]:
    """Show the wait cursor during a slow operation."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()
