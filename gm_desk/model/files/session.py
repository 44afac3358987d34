"""The session: opening and saving the roster."""

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Roster, valid_name
from gm_desk.model.files.roster_lock import Sharing
from gm_desk.model.files.settings import Settings, ViewState
from gm_desk.model.files.workers import Job, Now, Runner, Saver, Task
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import Known, RosterReading, known_of, read_in_part, read_sample
from gm_desk.store.shipped import load_system
from gm_desk.store.state import FORMAT, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from gm_desk.model.files.backups import Backups
    from gm_desk.model.log.roll_log import RollLog
    from gm_desk.model.roster.portraits import Portraits
    from gm_desk.store.rosters.proof import Proof
    from gm_desk.store.rosters.saving import RosterSaved


FIRST_NAME = "My campaign"
FIRST_SYSTEM = "ep2"
READ_ONLY = "this roster was written by a newer GM Desk, and can only be read here"


class Session(QObject):
    """The open roster, one at a time, with its saving, and the view of it that its panes show.

    Troubles are emitted with their source ("file", "roster", "state", "settings", "log", and those of `backups` and
    `sharing`), and cleared with an empty text.
    """

    roster_opened = Signal()
    trouble_changed = Signal(str, str)

    def __init__(
        self,
        places: Places,
        state: State,
        document: RosterDocument,
        make_log: "Callable[[], RollLog]",
        drafting: Drafting,
        runner: Runner,
        *,
        now: Now,
        writes: bool = True,
    ) -> None:
        """Connect the long-lived objects; `start` then opens a roster. If `writes` is False, nothing is written.

        `make_log` returns the log, which is built when it is first used.
        """
        super().__init__()
        self.places = places
        self.document = document
        self._make_log = make_log
        self._opened = ("", "")  # the id and the system of the open roster
        self.drafting = drafting
        self.runner = runner
        self.settings = Settings(places, state, runner, writes=writes, parent=self)
        self.view = ViewState(self.settings, document, drafting, self)
        self.path = Path()
        self._writes = writes
        self.now = now
        self._backup_due = False
        self._saving = RosterSaving(self, writes=writes)
        self._saver = self._saving.saver
        self.sharing = Sharing(places, document, self._saver, runner, now=now, writes=writes, parent=self)
        for part in (self._saver, self.settings, self.sharing):
            part.trouble_changed.connect(self.trouble_changed)
        self.sharing.replaced.connect(self.open_roster)
        self.sharing.loaded.connect(self._report_opened)
        self.sharing.ours_changed.connect(self.settings.set_conflict)
        document.roster_changed.connect(self._saver.save_soon)

    @cached_property
    def log(self) -> "RollLog":
        """The log of the open roster, built for the first roll or after the first frame."""
        made = self._make_log()
        made.trouble_changed.connect(self.trouble_changed)
        self.sharing.lock.freed.connect(made.merged)
        made.open(*self._opened)
        return made

    @cached_property
    def backups(self) -> "Backups":
        """The backups, built for the first change, for a file that has problems, or after the first frame."""
        from gm_desk.model.files.backups import Backups

        made = Backups(
            self.places, self.document, self.log, self.runner, now=self.now, writes=self._writes, parent=self
        )
        made.trouble_changed.connect(self.trouble_changed)
        made.opened_file.path = self.path
        if self._backup_due:
            made.back_up_soon(saved=False)
        return made

    @cached_property
    def portraits(self) -> "Portraits":
        """The portraits on the disk, built when the first one is painted."""
        from gm_desk.model.roster.portraits import Portraits

        made = Portraits(self.places.portraits)
        self.roster_opened.connect(made.forget)
        return made

    def start(self, path: Path | None = None) -> None:
        """Open the requested roster, else the last one; if that fails, begin a new, empty one."""
        if self._writes and (done := _completed_imports(self.places, self.now())):
            self.trouble_changed.emit("campaign", done)
        last = next((self.places.whole(recent.path) for recent in self.settings.state.recent), None)
        wanted = path or last
        if wanted is None or not self.open_roster(wanted):
            self._adopt(_empty(self.document, FIRST_NAME))
        if self.settings.state.format > FORMAT:
            from gm_desk.model.files.backups import NEWER_SETTINGS

            self.trouble_changed.emit("settings", NEWER_SETTINGS)
        self.settings.save_soon()

    def open_roster(self, path: Path, *, imported: bool = False) -> bool:
        """Open a roster as far as it can be read; report a file that cannot be read, and leave it as it is.

        The open roster is saved first, since it may be the same file. Whoever is acting in a fight of an `imported` one
        is selected, whoever was before. Return whether the roster is open.
        """
        if not self._saving.save_work():
            return False
        known = known_of(path)
        try:
            reading = read_in_part(path)
        except UnreadableFileError as error:
            self.backups.opened_file.offer_instead_of(error)
            return False
        read_only = READ_ONLY if reading.newer else ""
        if not self._adopt(reading.roster, path, known=known, read_only=read_only, imported=imported):
            return False
        self._report_opened(reading, path)
        self.settings.set_open(path, reading.roster.name, reading.roster.system)
        if "backups" in vars(self):
            self.backups.back_up_soon(saved=False)
        else:
            self._backup_due = True
        self._resume(path, reading.roster)
        return True

    def open_backup(self) -> bool:
        """Open the backup on offer; the damaged file is kept under another name when the roster is saved."""
        offer = self.backups.opened_file.offer
        if offer is None or not self._adopt(offer.roster, offer.path, known=known_of(offer.path)):
            return False
        self.backups.opened_file.reset(offer.damage)
        self._saver.save_soon()
        self._saver.flush()
        return True

    def new_roster(self, name: str, system: str = FIRST_SYSTEM) -> bool:
        """Create and open a roster of a system; raise EmptyNameError."""
        return self._open_new(_empty(self.document, valid_name(name), system))

    def try_sample(self, system: str = FIRST_SYSTEM) -> bool:
        """Open a copy of a system's sample roster, which then belongs to the user."""
        return self._open_new(structs.replace(read_sample(system), id=self.document.new_id()))

    def open_another(self) -> bool:
        """Open the roster that was open before this one, or a new one; return whether it is open."""
        others = [self.places.whole(recent.path) for recent in self.settings.state.recent]
        there = next((path for path in others if path != self.path and path.is_file()), None)
        return (there is not None and self.open_roster(there)) or self._adopt(_empty(self.document, FIRST_NAME))

    def save(self) -> bool:
        """Save everything now; return whether roster and rolls are on the disk."""
        saved = self._saving.save_work()
        self.settings.flush()
        return saved

    def give_up(self) -> None:
        """Discard everything that cannot be saved."""
        self._saver.forget()
        self.log.writer.forget()

    def _open_new(self, roster: Roster) -> bool:
        """Open a roster that has no file yet, and create the file."""
        if not self._adopt(roster):
            return False
        self.backups.opened_file.reset()
        self._saver.save_soon()
        self._saver.flush()
        return True

    def _report_opened(self, reading: RosterReading, path: Path) -> None:
        """Report what could not be read of a file that was opened; nothing is built for one without problems."""
        flawed = reading.problems or reading.newer or reading.older or reading.roster.unread
        if flawed or "backups" in vars(self):
            self.backups.opened_file.report_opened(reading, path)

    def _adopt(
        self,
        roster: Roster,
        path: Path | None = None,
        *,
        known: Known | None = None,
        read_only: str = "",
        imported: bool = False,
    ) -> bool:
        """Open another roster, once the current one is saved with its rolls; return whether it is open.

        `known` is the content of its file; `read_only` is the reason why it cannot be changed, if any.
        """
        if not self._saving.save_work():
            return False
        if any(self._opened):
            self.backups.back_up_all()
        held = self.sharing.acquire(roster.id if path and not read_only else "")
        if not held and not read_only and self._writes:
            done, held = _completed_import(self.places, roster.id)
            if done:
                self.trouble_changed.emit("campaign", done)
        self.path = path or self.places.roster(roster.name, roster.id)
        if "backups" in vars(self):
            self.backups.opened_file.path = self.path
        self._saving.begin(was_there=path is not None)
        self._opened = roster.id, roster.system
        if "log" in vars(self):
            self.log.open(*self._opened)
        view = self.view.turn_to(roster.id)
        with self.drafting.as_one_change():
            self.document.open(roster, load_system(roster.system), read_only=read_only or held)
            self.sharing.follow(self.path, known)
            self.view.restore(view, roster, imported=imported)
        self._saving.prove_ahead(roster, self.path)
        self.roster_opened.emit()
        return True

    def _resume(self, path: Path, theirs: Roster) -> None:
        """Reopen an unresolved conflict, with our version of a file changed by others."""
        ours = self.settings.conflict_of(path)
        if ours is None or self.document.read_only:
            return
        try:
            reading = read_in_part(ours)
        except UnreadableFileError:
            return
        if reading.newer or reading.roster == theirs:
            self.settings.set_conflict(path, None)
        elif self._adopt(reading.roster, path, known=known_of(path)):
            self.backups.opened_file.reset()
            self.sharing.external_changes.resume(ours)


class RosterSaving(QObject):
    """The saving of the open roster of a session, whose file is followed from then on."""

    def __init__(self, session: Session, *, writes: bool) -> None:
        """Begin without a roster; if `writes` is False, nothing is written."""
        super().__init__(session)
        self._session = ref(session)
        self._writes = writes
        self._was_there = False
        self._proof: Proof | None = None
        self._begun = 0
        self.saver = Saver("roster", self._job, session.runner, self)
        self.saver.ended.connect(self._note_ended)
        self.saver.saved.connect(self._note_saved)

    def begin(self, *, was_there: bool) -> None:
        """Begin with another roster, whose file is there or not."""
        self._was_there, self._proof = was_there, None
        self._begun += 1

    def prove_ahead(self, roster: Roster, path: Path) -> None:
        """Prove in a worker what was read, so that the first save, like all others, proves only what has changed."""
        session = self._session()
        if session is not None and self._writes and not session.document.read_only:
            session.runner.run(proof_ahead, (roster, path), partial(self._note_proof, self._begun))

    def _note_proof(self, begun: int, task: "Task[Proof | None]") -> None:
        """Keep a proof, unless a save has made a newer one or another roster was opened meanwhile."""
        if begun == self._begun and self._proof is None:
            self._proof = task.result

    def save_work(self) -> bool:
        """Save roster and rolls now, with pending input; try both even if one fails."""
        session = self._session()
        if session is None:
            return True
        session.document.stack.settle()
        saved = self.saver.flush()
        return ("log" not in vars(session) or not session.log.roster or session.log.writer.flush()) and saved

    def _job(self) -> Job | None:
        """Return the job that saves the current roster, None while it is read-only."""
        from gm_desk.store.rosters.saving import RosterSave, save_roster

        session = self._session()
        if session is None or not self._writes or session.document.read_only:
            return None
        path, roster, outside = session.path, session.document.roster, session.sharing.external_changes
        session.sharing.lock.take(roster.id)
        save = RosterSave(
            path,
            roster,
            outside.known,
            session.places.rosters,
            session.backups.before_saving(),
            session.backups.opened_file.damage,
            outside.ours,
            self._was_there,
            self._proof,
        )
        return Job(path, save_roster, save)

    def _note_ended(self, saved: "RosterSaved") -> None:
        """Store the content of the file after a save, even a failed one."""
        session = self._session()
        if session is not None and saved.path == session.path:
            session.sharing.external_changes.note(saved)
            if saved.backup is not None:
                session.backups.note_backup(saved.backup)

    def _note_saved(self, saved: "RosterSaved | None") -> None:
        session = self._session()
        if session is None or saved is None or saved.path != session.path:
            return
        self._was_there, self._proof = True, saved.proof
        session.sharing.external_changes.follow_save(saved)
        session.backups.note_saved()
        roster = session.document.roster
        session.settings.set_open(session.path, roster.name, roster.system)


def proof_ahead(opened: tuple[Roster, Path]) -> "Proof | None":
    """Return the proof of a roster that was read from a file."""
    from gm_desk.store.rosters.proof import proof_of

    return proof_of(*opened)


def _empty(document: RosterDocument, name: str, system: str = FIRST_SYSTEM) -> Roster:
    return Roster(id=document.new_id(), name=name, system=system)


def _completed_import(places: Places, roster_id: str) -> tuple[str, str]:
    """Complete or undo an interrupted import over a roster; return what was done, and why it cannot be changed."""
    if not places.replacing(roster_id).exists():
        return "", ""
    from gm_desk.model.files.backups import settled_in_words
    from gm_desk.store.campaign.replacing import settle_one

    settled = settle_one(places.journal(roster_id))
    if settled is None:
        return "", ""
    why = f"the import of a campaign over it has not finished: {settled.problem}" if settled.problem else ""
    return settled_in_words([settled]), why


def _completed_imports(places: Places, now: int) -> str:
    """Complete or undo every interrupted import; return what was done, or ""."""
    if not any(places.journals.glob("*.sqlite.*")):
        return ""
    from gm_desk.model.files.backups import settled_in_words
    from gm_desk.store.campaign.replacing import settle_all

    return settled_in_words(settle_all(places, now))
