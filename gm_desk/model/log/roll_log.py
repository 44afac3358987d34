"""The rolls of the open roster, written to its journal and read back."""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.characters.roster import NewId

if TYPE_CHECKING:
    from gm_desk.model.log.entries import LogEntry, Roll
    from gm_desk.model.log.open_journal import OpenJournal, RollWriter
    from gm_desk.store.exchange.log_jsonl import LogRead
    from gm_desk.store.journal.entries import Entry, Evening, Search
    from gm_desk.store.journal.journal import Journal
    from gm_desk.store.journal.rows import News

RETRY_AFTER = 5_000


class RollLog(QObject):
    """The log of the open roster: each roll is written before it is shown.

    It is read from the `journal`; the `writer` has what could not be written yet. Both are built when they are first
    used, and their troubles are emitted here, too. `roster` is the id of the roster, "" before one is open.
    """

    added = Signal(object)
    all_added = Signal()
    revised = Signal(object)
    named = Signal(str)
    opened = Signal()
    merged = Signal()
    trouble_changed = Signal(str, str)

    def __init__(
        self,
        open_journal: "Callable[[str], Journal]",
        new_id: NewId,
        now: Callable[[], int],
        scene: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        """Begin without a roster; `open_journal` opens a journal, `now` returns milliseconds since 1970 (UTC).

        `scene` returns the id of the current scene, or "".
        """
        super().__init__(parent)
        self._open_journal = open_journal
        self._new_id = new_id
        self._now = now
        self._scene = scene
        self.roster = self._system = ""
        self._retry = QTimer(self, interval=RETRY_AFTER)
        self._retry.timeout.connect(self._try_again)

    @cached_property
    def journal(self) -> "OpenJournal":
        """The journal, of which nothing is read before the first frame."""
        from gm_desk.model.log.open_journal import OpenJournal

        made = OpenJournal(self._open_journal, self)
        made.turn_to(self.roster)
        made.trouble_changed.connect(self.trouble_changed)
        made.renewed.connect(self.merged)
        return made

    @cached_property
    def writer(self) -> "RollWriter":
        """What is being added to the journal."""
        from gm_desk.model.log.open_journal import RollWriter

        made = RollWriter(self.journal, self)
        made.trouble_changed.connect(self.trouble_changed)
        made.failing.connect(self._keep_trying)
        return made

    def open(self, roster_id: str, system: str) -> None:
        """Begin with the journal of another roster; its file is opened when it is first needed.

        Unsaved entries are lost: flush the `writer` first.
        """
        self.roster, self._system = roster_id, system
        if "journal" in vars(self):
            self.journal.turn_to(roster_id)
        if "writer" in vars(self):
            self.writer.begin()
        self.opened.emit()

    @property
    def tonight(self) -> str:
        """The session of a roll made now, "" if it would begin a new one."""
        from gm_desk.model.log.entries import evening_at

        return evening_at(self._now(), self.writer.newest)

    def add(self, rolls: "Sequence[Roll]", batch: str = "") -> "list[Entry]":
        """Write simultaneous rolls, or those of one batch; emit `added` for each and return their entries."""
        from gm_desk.model.log.entries import LogEntry, entry_of

        entries: list[Entry] = []
        for roll in rolls:
            of_batch = batch or (entries[0].id if entries else "")
            made = entry_of(roll, self._new_id(), of_batch, self._system, self._now(), self._scene())
            entries.append(self.writer.place(made))
        self.writer.write(entries)
        for entry in entries:
            self.added.emit(LogEntry(entry, saved=self.writer.waiting.roll(entry.id) is None))
        self.all_added.emit()
        return entries

    def revise(self, before: "Entry", after: "Entry", *, back: bool = False) -> None:
        """Write the changes of an entry, with `back` as the undoing of a change; emit `revised`."""
        from gm_desk.model.log.entries import LogEntry
        from gm_desk.store.journal.entries import OF_REVISIONS, Revision

        fields = (name for name in Revision.__struct_fields__ if name not in OF_REVISIONS)
        changes = {name: getattr(after, name) for name in fields if getattr(after, name) != getattr(before, name)}
        if not changes:
            return
        self.writer.write([Revision(id=self._new_id(), entry=before.id, time=self._now(), back=back, **changes)])
        kept = self.kept(before.id)
        self.revised.emit(kept or LogEntry(after, saved=not self.writer.unsaved))

    def name_session(self, session: str, name: str) -> None:
        """Name an evening, "" for none, and emit `named`."""
        from gm_desk.store.journal.entries import Naming

        self.writer.write([Naming(id=self._new_id(), session=session, time=self._now(), name=name)])
        self.named.emit(session)

    def merge(self, read: "LogRead") -> int:
        """Add rolls from elsewhere, all or none, and emit `merged`; return the number of new ones.

        Existing rolls and names of evenings stay as they are, and rolls dated in the future are ignored. Raise
        UnwritableFileError.
        """
        from gm_desk.store.journal.entries import EVENING_ENDS_AFTER, rolls_in

        self.writer.flush()
        latest = self._now() + EVENING_ENDS_AFTER
        rolls = {roll.id: roll for roll in read.rolls if roll.time <= latest and self.kept(roll.id) is None}
        revisions = [one for one in read.revisions if one.entry in rolls]
        before = {evening.id: evening for evening in self.evenings()}
        namings = [one for one in read.namings if one.session not in before or not before[one.session].name]
        self.writer.write_now([*rolls.values(), *revisions, *namings])
        self.merged.emit()
        return sum(map(rolls_in, rolls.values()))

    def bring_back(self, news: "Sequence[News]") -> int:
        """Add the rows of a copy that are missing from the log, emit `merged`, and return the number of new rolls.

        Raise UnwritableFileError.
        """
        self.writer.flush()
        before = self.rolls
        self.writer.write_now(news)
        self.merged.emit()
        return self.rolls - before

    def page(
        self, limit: int, before: str = "", search: "Search | None" = None, without: Collection[str] = ()
    ) -> "list[LogEntry]":
        """Return rolls that match a search, newest first, older than the one with the id `before`.

        Those of the sessions `without` are left out. Unsaved rolls come first, and do not count towards the limit.
        """
        from gm_desk.store.journal.entries import Search

        search, unsaved = search or Search(), self.writer.waiting
        waiting = [] if before else unsaved.found(search, without)
        older = "" if before and unsaved.roll(before) is not None else before
        stored = self.journal.read(lambda journal: journal.page(limit, older, search, without)) or []
        self.journal.report_foreign_rows()
        return waiting + [unsaved.revised(kept) for kept in stored]

    def kept(self, entry_id: str) -> "LogEntry | None":
        """Return the roll with an id, or None."""
        unsaved = self.writer.waiting
        found = unsaved.roll(entry_id) or self.journal.read(lambda journal: journal.kept(entry_id))
        return None if found is None else unsaved.revised(found)

    def evenings(self) -> "list[Evening]":
        """Return the sessions, the latest first, including unsaved rolls."""
        return self.writer.waiting.evenings(self.journal.read(lambda journal: journal.evenings()) or [])

    @property
    def rolls(self) -> int:
        """The number of rolls of all evenings."""
        return sum(evening.rolls for evening in self.evenings())

    def _keep_trying(self, failing: bool) -> None:
        """Try again while the journal cannot be read or written."""
        if failing:
            self._retry.start()
        else:
            self._retry.stop()

    def _try_again(self) -> None:
        """Read and write what could not be read or written."""
        if self.journal.unreadable is not None:
            self.page(1)
        self.writer.flush()
