"""Changes that other programs make to the file of the open roster."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.workers import Runner, Saver, Task
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.files import GONE as LOST
from gm_desk.store.disk.files import UnreadableFileError, UnwritableFileError
from gm_desk.store.rosters.files import (
    NEWER,
    UNKNOWN,
    FileAsKnown,
    FileState,
    Known,
    RosterReading,
    content_of,
    decode_in_part,
    encode_roster,
    file_state,
    knowing,
)

if TYPE_CHECKING:
    from gm_desk.model.files.file_watcher import FileWatcher
    from gm_desk.store.rosters.saving import RosterSaved


class TransientTroubles:
    """A filter for troubles that may be transient: each is reported only if it persists."""

    def __init__(self, patience: Mapping[str, int], report: Callable[[str, str], object]) -> None:
        """Begin without a trouble; `patience` is the number of occurrences of each source before it is reported."""
        self._patience = patience
        self._report = report
        self._source = ""
        self._times = 0

    def record(self, source: str, message: str) -> None:
        """Count one more occurrence of a trouble."""
        if source != self._source:
            self.end()
        self._source = source
        self._times += 1
        if self._times == self._patience[source]:
            self._report(source, message)

    def end(self) -> None:
        """End the trouble, and clear it if it was reported."""
        if self._source and self._times >= self._patience[self._source]:
            self._report(self._source, "")
        self._source, self._times = "", 0


LOADED = "Another program changed the roster, and it has been reloaded."
KEPT = " Your version is kept in File ▸ Backups."
UNDO = " Undo restores your version."
REPLACED = "The file of the open roster was replaced by another roster, which has been opened."


def conflict_in_words(path: Path, ours: Path) -> str:
    """Return the question which of two versions to keep."""
    return (
        f"“{path.name}” was changed by another program while you changed it here. The other version is in that file, "
        f"yours is kept in “{ours.name}”, in {ours.parent}. Which version do you want to continue with?"
    )


def unreadable_in_words(path: Path, problem: str) -> str:
    """Return the message that a file cannot be read."""
    return (
        f"“{path.name}” was changed by another program and cannot be read: {problem}. What was loaded is still here, "
        f"and GM Desk keeps looking. ({path})"
    )


def away_in_words(path: Path, problem: str) -> str:
    """Return the message that a file can be neither reached nor written."""
    return (
        f"“{path.name}” cannot be reached: {problem}. Everything is still here, and GM Desk keeps looking. "
        f"Nothing is saved there until it is back. ({path})"
    )


def gone_in_words(path: Path, read_only: str) -> str:
    """Return the message that a file is gone."""
    again = "" if read_only else " and is saved there again with the next change"
    return f"“{path.name}” was deleted, renamed or moved by another program. Everything is still here{again}. ({path})"


def made_again_in_words(path: Path) -> str:
    """Return the message that a file that was gone has been saved."""
    return f"“{path.name}” had disappeared and has been saved again in the same place."


def reason_in_words(error: OSError | UnwritableFileError) -> str:
    """Return why a file could not be read or written."""
    if isinstance(error, UnwritableFileError):
        return error.problem
    return (error.strerror or "it is not a file").lower()


CONFLICT, GONE, AWAY, UNREADABLE = "conflict", "gone", "away", "outside"
"""The sources of the troubles."""

PATIENCE = {GONE: 2, AWAY: 2, UNREADABLE: 4}
"""The number of times that a file must be missing, unreachable or half written before that is reported."""


class ExternalChanges(QObject):
    """The changes that other programs make to the file of the open roster, handled so that nobody's work is lost.

    `settle_requested` asks for pending input; `looked` follows each check of the file; `noticed` carries a message on
    what was done; `loaded` carries the contents of a file that was loaded, `replaced` the path of one that now contains
    another roster. `ours_changed` begins and ends a conflict: it carries the file, and the file with our version, or
    None.
    """

    trouble_changed = Signal(str, str)
    noticed = Signal(str)
    settle_requested = Signal()
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
        back_up: Callable[[Path, Roster], None],
        runner: Runner,
        writes: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Begin without a file; `runner` reads files.

        `rosters` is the folder for copies that cannot be put beside a file. `back_up` makes a backup of a roster; it
        raises UnwritableFileError.
        """
        super().__init__(parent)
        self._document = document
        self._saver = saver
        self._rosters = rosters
        self._back_up = back_up
        self._writes = writes
        self._runner = runner
        self._check: FileAsKnown | None = None
        self._version = 0
        self._check_again = False
        self._loaded: Roster | None = None
        self._path = Path()
        self.known = knowing(None)
        self.ours: Path | None = None
        self._transient = TransientTroubles(PATIENCE, self.trouble_changed.emit)
        self._watching: FileWatcher | None = None

    def follow(self, path: Path, known: Known, roster: Roster) -> None:
        """Follow the file of another `roster`; `known` is its content when it was read."""
        if self.ours is not None:
            self.trouble_changed.emit(CONFLICT, "")
        self._transient.end()
        self._path, self.ours = path, None
        self._set_known(known)
        self._loaded = None if known.knows(None) else roster
        self._check = None
        if self._writes and self._watching is not None:
            self._watching.follow(path)

    def watch(self) -> None:
        """Look at the file regularly, and when it changes, from now on, which is after the first frame."""
        from gm_desk.model.files.file_watcher import FileWatcher

        self._watching = FileWatcher(self)
        self._watching.stirred.connect(self.look)
        if self._writes and self._path.name:
            self._watching.follow(self._path)

    def resume(self, ours: Path) -> None:
        """Ask again about an unresolved conflict; `ours` is the file with our version."""
        self.ours = ours
        self._loaded = None
        self._set_known(UNKNOWN)
        self._ask(ours)

    def stop(self) -> None:
        """Stop following the file."""
        if self._watching is not None:
            self._watching.stop()
        self._check = None

    def note(self, saved: "RosterSaved") -> None:
        """Store the content of the file after a save, even a failed one; repeat a check that was waiting for it."""
        self._set_known(saved.known or self.known)
        self.ours = saved.ours or self.ours
        if self._check_again:
            self._check_again = False
            self.look()

    def follow_save(self, saved: "RosterSaved") -> None:
        """Report the findings of a successful save."""
        if self.ours is not None:
            self._ask(self.ours)
            return
        self._transient.end()
        if saved.made_again:
            self.noticed.emit(made_again_in_words(self._path))

    def _set_known(self, known: Known) -> None:
        """Store the content of the file, and invalidate a check that began before."""
        self.known = known
        self._version += 1

    def save_again(self) -> None:
        """Save the roster to its file, changed or not."""
        self._saver.save_soon()
        self._saver.flush()

    def look(self) -> None:
        """Check the file in a worker, after any save in progress, so that a slow drive blocks nothing."""
        self._check_again = self._check is not None or self._saver.writing
        if not self._check_again:
            self._check = look = FileAsKnown(self._path, self.known)
            self._runner.run(file_state, look, partial(self._handle, look, self._version))

    def _handle(self, look: FileAsKnown, version: int, task: Task[FileState]) -> None:
        """Handle the result of a check, unless it is out of date; then check again."""
        if look is not self._check:
            return
        self._check = None
        if self._check_again or version != self._version or self._saver.writing:
            self.look()
            return
        glance = task.result
        if glance.home is not None:
            self.known = structs.replace(self.known, home=glance.home)
        self._respond(glance)
        self.looked.emit()

    def _respond(self, glance: FileState) -> None:
        path = self._path
        if glance.error is not None:
            reason = reason_in_words(glance.error)
            if glance.error.errno is None:
                self._transient.record(UNREADABLE, unreadable_in_words(path, reason))
            else:
                self._transient.record(AWAY, away_in_words(path, reason))
        elif self.known.knows(glance.content):
            self._end_troubles()
        elif glance.away:
            self._transient.record(AWAY, away_in_words(path, LOST))
        elif glance.content is None:
            self._transient.record(GONE, gone_in_words(path, self._document.read_only))
        else:
            self._differ(glance.content)

    def theirs(self) -> tuple[bytes, RosterReading] | None:
        """Return the readable content of the file in a conflict, or report why it cannot be read and return None."""
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
        """Keep our version, after copying the other one to a separate file."""
        from gm_desk.store.rosters.backups import take_back
        from gm_desk.store.rosters.saving import put_theirs_aside

        ours = self.ours
        if ours is None:
            return
        try:
            theirs = put_theirs_aside(self._path, self.known, self._rosters)
        except (OSError, UnwritableFileError) as error:
            self.noticed.emit(
                f"The other version could not be set aside, so nothing was changed: {reason_in_words(error)}."
            )
            return
        self._set_known(theirs.known)
        self._end_conflict()
        self.save_again()
        if not self._saver.unsaved and self.ours is None:
            take_back(ours, encode_roster(self._document.roster))
            self.noticed.emit(f"Your version stays open. The other one is kept as {theirs.kept}" if theirs.kept else "")

    def take_theirs(self) -> None:
        """Take the version in the file; ours is kept in a separate file, and can be restored by undoing."""
        self.settle_requested.emit()
        theirs = self.theirs() if self.ours is not None else None
        if theirs is None or not self._saver.flush():
            return
        kept = self.ours
        self._end_conflict()
        self._load(*theirs, f"The other version has been loaded. Yours is kept as {kept}")

    def _differ(self, content: bytes) -> None:
        """Load another program's changes, unless there are unsaved ones here; the next save then finds the conflict."""
        try:
            theirs = _reading_of(content, self._path)
        except UnreadableFileError as error:
            self._transient.record(UNREADABLE, unreadable_in_words(self._path, error.problem))
            return
        self._transient.end()
        if theirs.roster == self._document.roster:
            self._set_known(knowing(content, self.known.home))
            self._end_troubles()
        elif self.ours is None:
            self.settle_requested.emit()
            if self._saver.unsaved:
                self._saver.flush()
            else:
                self._follow_theirs(content, theirs)

    def _follow_theirs(self, content: bytes, theirs: RosterReading) -> None:
        """Load another program's changes after a backup of ours; if that fails, the next save finds the conflict."""
        here = self._document.roster
        changed = here != self._loaded and not self._document.read_only
        if changed:
            try:
                self._back_up(self._path, here)
            except UnwritableFileError:
                self.save_again()
                return
        kept = KEPT if changed else ""
        if _are_one(theirs.roster, here):
            self._load(content, theirs, LOADED + ("" if self._document.read_only else UNDO) + kept)
        else:
            self._load(content, theirs, REPLACED + kept)

    def _load(self, content: bytes, theirs: RosterReading, notice: str) -> None:
        """Replace the open roster with the content of the file as an undoable step, without saving it."""
        if _are_one(theirs.roster, self._document.roster):
            self._set_known(knowing(content, self.known.home))
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
        """Ask which version to keep; each change repeats this until it is answered."""
        self.noticed.emit("")
        self.trouble_changed.emit(CONFLICT, conflict_in_words(self._path, ours))
        self.ours_changed.emit(self._path, ours)

    def _end_conflict(self) -> None:
        if self.ours is not None:
            self.ours = None
            self.trouble_changed.emit(CONFLICT, "")
            self.ours_changed.emit(self._path, None)

    def _end_troubles(self) -> None:
        """End all troubles, since the file has the expected content."""
        self._transient.end()
        if self.ours is not None:
            self._end_conflict()
            self._saver.save_soon()


def _reading_of(content: bytes, path: Path) -> RosterReading:
    """Return the readable content of a file that this version may write; raise UnreadableFileError."""
    reading = decode_in_part(content, path)
    if reading.newer:
        raise UnreadableFileError(path, NEWER)
    return reading


def _are_one(theirs: Roster, here: Roster) -> bool:
    """Return whether two versions have the same roster id and system."""
    return (theirs.id, theirs.system) == (here.id, here.system)
