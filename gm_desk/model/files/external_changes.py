"""What may be over in a moment is not told at once."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.autosave import Saver
from gm_desk.model.files.file_watcher import FileWatcher
from gm_desk.model.files.workers import Runner, Task
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.disk.files import GONE as LOST
from gm_desk.store.rosters.backups import take_back
from gm_desk.store.rosters.files import NEWER, RosterReading, decode_in_part, encode_roster
from gm_desk.store.rosters.saving import RosterSaved, put_theirs_aside
from gm_desk.store.rosters.sharing import UNKNOWN, FileAsKnown, Glance, Known, content_of, glance_at, knowing


class Doubts:
    """Give whoever is changing a file time to finish, and tell what lasts; one doubt at a time."""

    def __init__(self, patience: Mapping[str, int], tell: Callable[[str, str], object]) -> None:
        """Doubt nothing; `patience` is how often each doubt is met before it is told, by its source."""
        self._patience = patience
        self._tell = tell
        self._source = ""
        self._times = 0

    def meet(self, source: str, words: str) -> None:
        """Meet a doubt, once more or for the first time."""
        if source != self._source:
            self.end()
        self._source = source
        self._times += 1
        if self._times == self._patience[source]:
            self._tell(source, words)

    def end(self) -> None:
        """Doubt nothing any more."""
        if self._source and self._times >= self._patience[self._source]:
            self._tell(self._source, "")
        self._source, self._times = "", 0


LOADED = "The roster was changed outside and has been loaded again."
KEPT = " What you had changed here is kept as a backup: see Backups in the File menu."
UNDO = " Undo brings back what was here."
REPLACED = "Another roster was put in the place of the open one, and has been opened."


def conflict_in_words(path: Path, ours: Path) -> str:
    """Ask which of two versions goes on."""
    return (
        f"“{path.name}” was changed by another program while you changed it here. The other version is in that file, "
        f"yours is kept in “{ours.name}”, in {ours.parent}. Which one goes on?"
    )


def torn_in_words(path: Path, problem: str) -> str:
    """Say that a file cannot be read."""
    return (
        f"“{path.name}” was changed by another program and cannot be read: {problem}. What was loaded is still here, "
        f"and GM Desk keeps looking. ({path})"
    )


def away_in_words(path: Path, problem: str) -> str:
    """Say that a file cannot be reached, nor written anew."""
    return (
        f"“{path.name}” cannot be reached: {problem}. Everything is still here, and GM Desk keeps looking. "
        f"Nothing is saved there until it is back. ({path})"
    )


def gone_in_words(path: Path, read_only: str) -> str:
    """Say that a file is gone."""
    again = "" if read_only else " and is saved there again with the next change"
    return f"“{path.name}” was deleted, renamed or moved by another program. Everything is still here{again}. ({path})"


def made_again_in_words(path: Path) -> str:
    """Say that a file that was gone has been saved."""
    return f"“{path.name}” was gone, and has been saved again at the same place."


def reason_in_words(error: OSError | UnwritableFileError) -> str:
    """Say why a file could not be read or written."""
    if isinstance(error, UnwritableFileError):
        return error.problem
    return (error.strerror or "it is not a file").lower()


CONFLICT, GONE, AWAY, UNREADABLE = "conflict", "gone", "away", "outside"
"""The sources of what is told."""

PATIENCE = {GONE: 2, AWAY: 2, UNREADABLE: 4}
"""How often a file is seen gone, out of reach, or half written, before that is told."""

Keep = Callable[[Path, Roster], None]


class ExternalChanges(QObject):
    """Follow the file of the open roster, and see to it that nobody's changes are lost.

    `settling` asks for what is still being typed; `looked` follows each look; `noticed` says quietly what was done;
    `loaded` gives what was read of a file that was loaded, `replaced` says that it holds another roster by now. With
    `ours_changed` a conflict begins, and ends: it gives the file, and the one that ours is kept in, or None.
    """

    trouble_changed = Signal(str, str)
    noticed = Signal(str)
    settling = Signal()
    looked = Signal()
    loaded = Signal(object, object)
    replaced = Signal(object)
    ours_changed = Signal(object, object)

    def __init__(
        self,
        document: RosterDocument,
        saver: Saver,
        rosters: Path,
        *,
        keep: Keep,
        runner: Runner,
        keeps: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Follow nothing yet; `rosters` is where copies go that cannot be put beside a file, `runner` reads files.

        `keep` makes a backup of a roster; it raises UnwritableFileError.
        """
        super().__init__(parent)
        self._document = document
        self._saver = saver
        self._rosters = rosters
        self._keep = keep
        self._keeps = keeps
        self._runner = runner
        self._looking: FileAsKnown | None = None
        self._version = 0
        self._again = False
        self._loaded: Roster | None = None
        self._path = Path()
        self.known = knowing(None)
        self.ours: Path | None = None
        self._doubts = Doubts(PATIENCE, self.trouble_changed.emit)
        self._watching = FileWatcher(self)
        self._watching.stirred.connect(self.look)

    def follow(self, path: Path, known: Known) -> None:
        """Turn to the file of another roster, and what it held when that was read."""
        if self.ours is not None:
            self.trouble_changed.emit(CONFLICT, "")
        self._doubts.end()
        self._path, self.ours = path, None
        self._know(known)
        self._loaded = None if known.knows(None) else self._document.roster
        self._looking = None
        if self._keeps:
            self._watching.follow(path)

    def resume(self, ours: Path) -> None:
        """Ask again what was left open: what is here is kept in a file of its own."""
        self.ours = ours
        self._loaded = None
        self._know(UNKNOWN)
        self._ask(ours)

    def stop(self) -> None:
        """Follow nothing any more."""
        self._watching.stop()
        self._looking = None

    def note(self, saved: RosterSaved) -> None:
        """Know what the file holds after a save, be it one that failed; whoever looked meanwhile looks again."""
        self._know(saved.known or self.known)
        self.ours = saved.ours or self.ours
        if self._again:
            self._again = False
            self.look()

    def follow_save(self, saved: RosterSaved) -> None:
        """Report what a save that succeeded found."""
        if self.ours is not None:
            self._ask(self.ours)
            return
        self._doubts.end()
        if saved.made_again:
            self.noticed.emit(made_again_in_words(self._path))

    def _know(self, known: Known) -> None:
        """Know what the file holds; what a look finds that began before is no news any more."""
        self.known = known
        self._version += 1

    def save_again(self) -> None:
        """Save the roster at its place, changed or not."""
        self._saver.save_soon()
        self._saver.flush()

    def look(self) -> None:
        """See what became of the file; a slow drive holds up nobody meanwhile, and a save comes to its end first."""
        self._again = self._looking is not None or self._saver.writing
        if not self._again:
            self._looking = look = FileAsKnown(self._path, self.known)
            self._runner.run(glance_at, look, partial(self._see, look, self._version))

    def _see(self, look: FileAsKnown, version: int, task: Task[Glance]) -> None:
        """Take what was read, unless it is no news any more."""
        if look is not self._looking:
            return
        self._looking = None
        if self._again or version != self._version or self._saver.writing:
            self.look()
            return
        glance = task.result
        if glance.home is not None:
            self.known = structs.replace(self.known, home=glance.home)
        self._judge(glance)
        self.looked.emit()

    def _judge(self, glance: Glance) -> None:
        path = self._path
        if glance.error is not None:
            reason = reason_in_words(glance.error)
            if glance.error.errno is None:
                self._doubts.meet(UNREADABLE, torn_in_words(path, reason))
            else:
                self._doubts.meet(AWAY, away_in_words(path, reason))
        elif self.known.knows(glance.content):
            self._come_back()
        elif glance.away:
            self._doubts.meet(AWAY, away_in_words(path, LOST))
        elif glance.content is None:
            self._doubts.meet(GONE, gone_in_words(path, self._document.read_only))
        else:
            self._differ(glance.content)

    def theirs(self) -> tuple[bytes, RosterReading] | None:
        """Read the file in a conflict, as far as it can be read; says so where it cannot be read."""
        try:
            content = content_of(self._path)
            if content is not None:
                return content, _reading_of(content, self._path)
            problem = "the file is gone"
        except OSError as error:
            problem = reason_in_words(error)
        except UnreadableFileError as error:
            problem = error.problem
        self.noticed.emit(f"The other version cannot be read now: {problem}.")
        return None

    def keep_ours(self) -> None:
        """Go on with what is here, once what the file holds is kept in a file of its own."""
        ours = self.ours
        if ours is None:
            return
        try:
            theirs = put_theirs_aside(self._path, self.known, self._rosters)
        except (OSError, UnwritableFileError) as error:
            self.noticed.emit(
                f"The other version could not be put aside, so nothing was changed: {reason_in_words(error)}."
            )
            return
        self._know(theirs.known)
        self._end_conflict()
        self.save_again()
        if not self._saver.unsaved and self.ours is None:
            take_back(ours, encode_roster(self._document.roster))
            self.noticed.emit(f"Your version goes on. The other one is kept: {theirs.kept}" if theirs.kept else "")

    def take_theirs(self) -> None:
        """Go on with what the file holds; what was here is kept in a file of its own, and comes back by undoing."""
        self.settling.emit()
        theirs = self.theirs() if self.ours is not None else None
        if theirs is None or not self._saver.flush():
            return
        kept = self.ours
        self._end_conflict()
        self._load(*theirs, f"The other version is here now. Yours is kept: {kept}")

    def _differ(self, content: bytes) -> None:
        """Load what somebody else wrote, unless there are changes here that it does not know of."""
        try:
            theirs = _reading_of(content, self._path)
        except UnreadableFileError as error:
            self._doubts.meet(UNREADABLE, torn_in_words(self._path, error.problem))
            return
        self._doubts.end()
        if theirs.roster == self._document.roster:
            self._know(knowing(content, self.known.home))
            self._come_back()
        elif self.ours is None:
            self.settling.emit()
            if self._saver.unsaved:
                self._saver.flush()
            else:
                self._follow_theirs(content, theirs)

    def _follow_theirs(self, content: bytes, theirs: RosterReading) -> None:
        """Load what somebody else wrote, once what was done here is kept; where it cannot be, ask which goes on."""
        here = self._document.roster
        changed = here != self._loaded and not self._document.read_only
        if changed:
            try:
                self._keep(self._path, here)
            except UnwritableFileError:
                self.save_again()
                return
        kept = KEPT if changed else ""
        if _are_one(theirs.roster, here):
            self._load(content, theirs, LOADED + kept + ("" if self._document.read_only else UNDO))
        else:
            self._load(content, theirs, REPLACED + kept)

    def _load(self, content: bytes, theirs: RosterReading, notice: str) -> None:
        """Put on the desk what the file holds, undoably, and save nothing of it."""
        if _are_one(theirs.roster, self._document.roster):
            self._know(knowing(content, self.known.home))
            if self._document.read_only:
                self._document.apply(theirs.roster, "")
            else:
                self._document.change(theirs.roster, "load the changed file")
            self._saver.forget()
            self._loaded = theirs.roster
            self.loaded.emit(theirs, self._path)
        else:
            self.replaced.emit(self._path)
        self.noticed.emit(notice)

    def _ask(self, ours: Path) -> None:
        """Ask which version goes on, and again with every change until that is answered."""
        self.noticed.emit("")
        self.trouble_changed.emit(CONFLICT, conflict_in_words(self._path, ours))
        self.ours_changed.emit(self._path, ours)

    def _end_conflict(self) -> None:
        if self.ours is not None:
            self.ours = None
            self.trouble_changed.emit(CONFLICT, "")
            self.ours_changed.emit(self._path, None)

    def _come_back(self) -> None:
        """Go on with a file that holds what we know."""
        self._doubts.end()
        if self.ours is not None:
            self._end_conflict()
            self._saver.save_soon()


def _reading_of(content: bytes, path: Path) -> RosterReading:
    """Read what can be read of a file that this version may write; raises UnreadableFileError."""
    reading = decode_in_part(content, path)
    if reading.newer:
        raise UnreadableFileError(path, NEWER)
    return reading


def _are_one(theirs: Roster, here: Roster) -> bool:
    """Tell whether two versions are of one roster."""
    return (theirs.id, theirs.system) == (here.id, here.system)
