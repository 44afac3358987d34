"""The open roster among other windows and programs: who may change it, and what they do to its file."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gm_desk.model.files.autosave import Saver
from gm_desk.model.files.external_changes import ExternalChanges, Keep
from gm_desk.model.files.roster_lock import RosterLock
from gm_desk.model.files.workers import Runner
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.sharing import Known, knowing

FREED = "This roster can be changed here now."


class Sharing(QObject):
    """The lock on the open roster and the watch over its file; nothing is written while another window holds it.

    Troubles are emitted with the sources of `holding` and `outside`; `noticed` carries a message on what was done,
    `replaced` the path of a file that now holds another roster.
    """

    trouble_changed = Signal(str, str)
    noticed = Signal(str)
    replaced = Signal(object)

    def __init__(
        self,
        places: Places,
        document: RosterDocument,
        saver: Saver,
        runner: Runner,
        *,
        keep: Keep,
        keeps: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Begin without a roster; with `keeps` False, no roster is ever locked or watched.

        `runner` reads files, `keep` makes a backup.
        """
        super().__init__(parent)
        self.lock = RosterLock(places, keeps=keeps, parent=self)
        self.external_changes = ExternalChanges(
            document, saver, places.rosters, keep=keep, runner=runner, keeps=keeps, parent=self
        )
        self._document = document
        self._freed = False
        for part in (self.lock, self.external_changes):
            part.trouble_changed.connect(self.trouble_changed)
        self.lock.trouble_changed.connect(self._follow_holder)
        self.lock.freed.connect(self._reload)
        self.external_changes.looked.connect(self._allow_changes)
        self.external_changes.noticed.connect(self.noticed)
        self.external_changes.replaced.connect(self.replaced)

    def hold(self, roster_id: str = "") -> str:
        """Lock a roster, or none for "", and release the last one; return why it cannot be changed, or ""."""
        if roster_id:
            return self.lock.take(roster_id)
        self.lock.let_go()
        return ""

    def follow(self, path: Path, known: Known | None) -> None:
        """Follow the file of the roster that was opened; `known` is None for a file that does not exist yet."""
        self._freed = False
        self.external_changes.follow(path, known or knowing(None))

    def leave(self) -> None:
        """Release the roster to others; a later change locks it again."""
        self.external_changes.stop()
        self.lock.let_go()

    def _follow_holder(self) -> None:
        """Update why nothing can be changed, when the holder of the roster changes."""
        if self._document.read_only and self.lock.why:
            self._document.set_read_only(self.lock.why)

    def _reload(self) -> None:
        """Allow changes here, now that nobody else holds the roster, once its file has been loaded again."""
        self._freed = True
        self.external_changes.look()

    def _allow_changes(self) -> None:
        if self._freed:
            self._freed = False
            self._document.set_read_only("")
            self.noticed.emit(FREED)
