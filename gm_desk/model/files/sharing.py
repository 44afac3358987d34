"""The open roster among other windows and other programs: who may change it, and what they do to its file."""

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
    """Hold the open roster, follow its file, and write nothing while somebody else holds it.

    Troubles are told by the sources of `holding` and `outside`; `noticed` says quietly what was done, `replaced` that
    a file holds another roster by now.
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
        """Hold and follow nothing yet; a program that does not keep never does.

        `runner` reads files, `keep` makes a backup.
        """
        super().__init__(parent)
        self.holding = RosterLock(places, keeps=keeps, parent=self)
        self.outside = ExternalChanges(
            document, saver, places.rosters, keep=keep, runner=runner, keeps=keeps, parent=self
        )
        self._document = document
        self._freed = False
        for part in (self.holding, self.outside):
            part.trouble_changed.connect(self.trouble_changed)
        self.holding.trouble_changed.connect(self._follow_holder)
        self.holding.freed.connect(self._go_on)
        self.outside.looked.connect(self._change_again)
        self.outside.noticed.connect(self.noticed)
        self.outside.replaced.connect(self.replaced)

    def hold(self, roster_id: str = "") -> str:
        """Hold a roster, or none, and let the last one go; gives why it cannot be changed, or nothing."""
        if roster_id:
            return self.holding.take(roster_id)
        self.holding.let_go()
        return ""

    def follow(self, path: Path, known: Known | None) -> None:
        """Follow the file of the roster that was opened; None is known of one that is not there yet."""
        self._freed = False
        self.outside.follow(path, known or knowing(None))

    def leave(self) -> None:
        """Let others have the roster; a change after all takes it again."""
        self.outside.stop()
        self.holding.let_go()

    def _follow_holder(self) -> None:
        """Say rightly why nothing can be changed, when somebody else holds the roster by now."""
        if self._document.read_only and self.holding.why:
            self._document.set_read_only(self.holding.why)

    def _go_on(self) -> None:
        """Change the roster here, too, now that nobody else holds it, once what was saved last is loaded."""
        self._freed = True
        self.outside.look()

    def _change_again(self) -> None:
        if self._freed:
            self._freed = False
            self._document.set_read_only("")
            self.noticed.emit(FREED)
