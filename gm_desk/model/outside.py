"""What others do to the open roster's file: loaded where it can be, kept beside ours where it cannot."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gm_desk.core.roster import Roster
from gm_desk.model.document import RosterDocument
from gm_desk.model.doubts import Doubts
from gm_desk.model.saver import Saver
from gm_desk.model.threads import Runner
from gm_desk.model.watching import Watching
from gm_desk.store.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.known import Glance, Known, Write, content_of
from gm_desk.store.rosters import decode_roster, write_roster
from gm_desk.store.shared import SharedFile

CONFLICT, GONE, UNREADABLE = "conflict", "gone", "outside"
"""The sources of what is told."""

PATIENCE = {GONE: 2, UNREADABLE: 4}
"""How often a file is seen gone, or half written, before that is told."""

LOADED = "The roster was changed outside and has been loaded again."
UNDO = " Undo brings back what was here."


class Outside(QObject):
    """Follow the file of the open roster, and see to it that nobody's changes are lost.

    `settling` asks for what is still being typed; `looked` follows each look; `noticed` says quietly what was done;
    `replaced` says that the file holds another roster by now.
    """

    trouble_changed = Signal(str, str)
    noticed = Signal(str)
    settling = Signal()
    looked = Signal()
    replaced = Signal(object)

    def __init__(
        self,
        document: RosterDocument,
        saver: Saver,
        rosters: Path,
        *,
        runner: Runner,
        keeps: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Follow nothing yet; `rosters` is where copies go that cannot be put beside a file, `runner` reads files."""
        super().__init__(parent)
        self._document = document
        self._saver = saver
        self._rosters = rosters
        self._keeps = keeps
        self._runner = runner
        self._glance: Glance | None = None
        self._again = False
        self._file = SharedFile(Path(), Known(), rosters)
        self._doubts = Doubts(PATIENCE, self.trouble_changed.emit)
        self._watching = Watching(self)
        self._watching.stirred.connect(self.look)

    def follow(self, path: Path, known: Known) -> None:
        """Turn to the file of another roster, and what it held when that was read."""
        self._end_conflict()
        self._doubts.end()
        self._file = SharedFile(path, known, self._rosters)
        self._glance = None
        if self._keeps:
            self._watching.follow(path)

    def stop(self) -> None:
        """Follow nothing any more."""
        self._watching.stop()
        self._glance = None

    def work(self, roster: Roster, write: Write = write_roster) -> Callable[[], None]:
        """Give what saves the roster, in any thread, with a function that writes one; call `saved` when it is done.

        Where the file is somebody else's by then, ours goes into a file of its own. It raises UnwritableFileError.
        """
        return partial(self._file.write, roster, write)

    def saved(self) -> None:
        """Tell what became of a save."""
        if self._file.ours is not None:
            self._ask(self._file.ours)
            return
        self._doubts.end()
        if self._file.made_again:
            self._file.made_again = False
            self.noticed.emit(f"“{self._file.path.name}” was gone, and has been saved again at the same place.")

    def save_again(self) -> None:
        """Save the roster at its place, changed or not."""
        self._saver.save_soon()
        self._saver.flush()

    def look(self) -> None:
        """See what became of the file; a slow drive holds up nobody meanwhile."""
        self._again = self._glance is not None
        if self._glance is None:
            self._glance = glance = Glance(self._file.path, self._file.known)
            self._runner.run(glance.read, partial(self._see, glance))

    def _see(self, glance: Glance, _: BaseException | None = None) -> None:
        """Take what was read, unless it is no news any more."""
        if glance is not self._glance:
            return
        self._glance = None
        if self._again or glance.is_stale:
            self.look()
            return
        self._judge(glance)
        self.looked.emit()

    def _judge(self, glance: Glance) -> None:
        if glance.error is not None:
            self._doubts.meet(UNREADABLE, _torn(self._file.path, _reason(glance.error)))
        elif self._file.known.knows(glance.content):
            self._come_back()
        elif glance.content is None:
            self._doubts.meet(GONE, _gone(self._file.path, self._document.read_only))
        else:
            self._differ(glance.content)

    def theirs(self) -> tuple[bytes, Roster] | None:
        """Read the file in a conflict; says so where it cannot be read."""
        try:
            content = content_of(self._file.path)
            if content is not None:
                return content, decode_roster(content, self._file.path)
            problem = "the file is gone"
        except OSError as error:
            problem = _reason(error)
        except UnreadableFileError as error:
            problem = error.problem
        self.noticed.emit(f"The other version cannot be read now: {problem}.")
        return None

    def keep_ours(self) -> None:
        """Go on with what is here, once what the file holds is kept in a file of its own."""
        file, ours = self._file, self._file.ours
        if ours is None:
            return
        try:
            kept = file.put_theirs_aside()
        except (OSError, UnwritableFileError) as error:
            self.noticed.emit(f"The other version could not be put aside, so nothing was changed: {_reason(error)}.")
            return
        self._end_conflict()
        self.save_again()
        if not self._saver.unsaved and file.ours is None:
            file.take_back(ours, self._document.roster)
            self.noticed.emit(f"Your version goes on. The other one is kept: {kept}" if kept else "")

    def take_theirs(self) -> None:
        """Go on with what the file holds; what was here is kept in a file of its own, and comes back by undoing."""
        self.settling.emit()
        theirs = self.theirs() if self._file.ours is not None else None
        if theirs is None or not self._saver.flush():
            return
        kept = self._file.ours
        self._end_conflict()
        self._load(*theirs, f"The other version is here now. Yours is kept: {kept}")

    def _differ(self, content: bytes) -> None:
        """Load what somebody else wrote, unless there are changes here that it does not know of."""
        try:
            theirs = decode_roster(content, self._file.path)
        except UnreadableFileError as error:
            self._doubts.meet(UNREADABLE, _torn(self._file.path, error.problem))
            return
        self._doubts.end()
        if theirs == self._document.roster:
            self._file.known.note(content)
            self._come_back()
        elif self._file.ours is None:
            self.settling.emit()
            if self._saver.unsaved:
                self._saver.flush()
            else:
                self._load(content, theirs, LOADED + ("" if self._document.read_only else UNDO))

    def _load(self, content: bytes, theirs: Roster, notice: str) -> None:
        """Put on the desk what the file holds, undoably, and save nothing of it."""
        here = self._document.roster
        if (theirs.id, theirs.system) != (here.id, here.system):
            self.replaced.emit(self._file.path)
        else:
            self._file.known.note(content)
            if self._document.read_only:
                self._document.apply(theirs, "")
            else:
                self._document.change(theirs, "load the changed file")
            self._saver.forget()
        self.noticed.emit(notice)

    def _ask(self, ours: Path) -> None:
        """Ask which version goes on, and again with every change until that is answered."""
        self.noticed.emit("")
        self.trouble_changed.emit(
            CONFLICT,
            f"“{self._file.path.name}” was changed by another program while you changed it here. The other version is "
            f"in that file, yours is kept in “{ours.name}”, in {ours.parent}. Which one goes on?",
        )

    def _end_conflict(self) -> None:
        if self._file.ours is not None:
            self._file.ours = None
            self.trouble_changed.emit(CONFLICT, "")

    def _come_back(self) -> None:
        """Go on with a file that holds what we know."""
        self._doubts.end()
        if self._file.ours is not None:
            self._end_conflict()
            self._saver.save_soon()


def _torn(path: Path, problem: str) -> str:
    """Word that a file cannot be read."""
    return (
        f"“{path.name}” was changed by another program and cannot be read: {problem}. What was loaded is still here, "
        f"and GM Desk keeps looking. ({path})"
    )


def _gone(path: Path, read_only: str) -> str:
    """Word that a file is gone."""
    again = "" if read_only else " and is saved there again with the next change"
    return f"“{path.name}” was deleted, renamed or moved by another program. Everything is still here{again}. ({path})"


def _reason(error: OSError | UnwritableFileError) -> str:
    """Word why a file could not be read or written."""
    if isinstance(error, UnwritableFileError):
        return error.problem
    return (error.strerror or "it is not a file").lower()
