"""Makers and fakes for the tests of the model layer."""

import itertools
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer, SignalInstance
from typing_extensions import override

from gm_desk.core.characters.roster import Character, Group, NewId, Roster, Skill
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Odds
from gm_desk.core.systems.eclipse import success_test
from gm_desk.model.card.health_edits import HealthEdits
from gm_desk.model.files.session import Session
from gm_desk.model.files.workers import Done, Runner, Task
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.entries import Entry, Evening, Naming, Revision, Search, StoredEntry, rolls_in
from gm_desk.store.journal.journal import EVERYTHING, Journal
from gm_desk.store.shipped import load_system
from gm_desk.store.state import read_state

V = TypeVar("V")
R = TypeVar("R")

EP2 = load_system("ep2")
MINUTE = 60_000
HOUR = 60 * MINUTE

JAQUI, LAO, MOOK, OKORO = "jaqui", "lao", "mook", "okoro"
PLAYERS, TRIAD, SECURITY = "players", "triad", "security"


def a_skill(skill_id: str, name: str, rating: int, **more: Any) -> Skill:
    kind = EP2.skill_kind(name)
    links = {"aptitude": kind.aptitude, "category": kind.category} if kind else {}
    return Skill(id=skill_id, name=name, rating=rating, **{**links, **more})


def a_character(character_id: str, name: str, *, skills: dict[str, int] | None = None, **more: Any) -> Character:
    owned = tuple(a_skill(f"{character_id}-{n}", *pair) for n, pair in enumerate((skills or {}).items()))
    return Character(id=character_id, name=name, skills=owned, **more)


def a_roster(*, name: str = "Mars", **more: Any) -> Roster:
    """Return two groups with members, an empty one, and a character in no group; no character has every aptitude."""
    stats = {"COG": 10, "INT": 15, "REF": 20, "SAV": 15, "SOM": 25}
    groups = (Group(id=PLAYERS, name="Players"), Group(id=TRIAD, name="Dock triad"), Group(id=SECURITY, name="Guards"))
    fight = {"Guns": 65, "Fray": 60}
    characters = (
        a_character(LAO, "Lao Qing", group=TRIAD, concept="Enforcer", stats=stats, skills=fight),
        a_character(OKORO, "Sergeant Okoro", stats={"WIL": 20}),
        a_character(JAQUI, "Jaqui", kind="pc", group=PLAYERS, stats=stats, skills={"Athletics": 70, "Fray": 55}),
        a_character(MOOK, "Triad mook 1", group=TRIAD, concept="Thug", stats={"REF": 15}, skills={"Guns": 40}),
    )
    return Roster(**{"id": "mars", "name": name, "groups": groups, "characters": characters} | more)


def counted(prefix: str = "new") -> NewId:
    """Return a function that returns numbered ids."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}-{next(numbers)}"


def a_document(roster: Roster | None = None) -> RosterDocument:
    return RosterDocument(a_roster() if roster is None else roster, EP2, counted())


def the(document: RosterDocument, character_id: str) -> Character:
    """Return a character who must exist."""
    character = document.character(character_id)
    assert character is not None
    return character


def a_draft(*chips: int, name: str = "Lao Qing", what: str = "Guns", rating: int = 65, **more: Any) -> Draft:
    ability = Ability(AbilityKind.SKILL, "lao-0", what, rating, "REF", 20)
    made = tuple(Chip(f"chip-{n}", value, f"Why {n}") for n, value in enumerate(chips))
    whole: dict[str, Any] = {"character": LAO, "name": name, "ability": ability, "chips": made}
    return Draft(**whole | more)


def an_entry(entry_id: str = "roll-1", *, roll: int = 53, draft: Draft | None = None, **more: Any) -> Entry:
    draft = a_draft() if draft is None else draft
    request = success_test(draft)
    assert request is not None
    whole: dict[str, Any] = {
        "batch": entry_id,
        "session": "evening",
        "time": HOUR,
        "system": "ep2",
        "house": House(),
    } | more
    return Entry(id=entry_id, draft=draft, request=request, dice={"roll": (roll,)}, **whole)


def a_roll(draft: Draft | None = None, *, roll: int = 53, **more: Any) -> Roll:
    draft = a_draft() if draft is None else draft
    request = success_test(draft)
    assert request is not None
    return Roll(draft, request, House(), {"roll": (roll,)}, **more)


def odds_of(drafting: Drafting) -> Odds:
    """Return the odds of the draft, which must be a d100 test."""
    assert isinstance(drafting.reading.odds, Odds)
    return drafting.reading.odds


class ScriptedDice:
    """Dice with the given faces, which must not be rolled more often."""

    def __init__(self, *rolls: int) -> None:
        self._rolls = iter(rolls)

    def d100(self) -> int:
        return next(self._rolls)

    def die(self, sides: int) -> int:
        return min(sides, next(self._rolls))


def harming(document: RosterDocument, journal: "FakeJournal | None" = None, *, secret: bool = False) -> HealthEdits:
    """Return a model that deals and heals damage in a roster, with its own log unless one is given."""
    log = RollLog(lambda _: journal or FakeJournal(), counted("line"), Clock())
    log.open(document.roster.id, document.system.id)
    return HealthEdits(document, log, lambda: secret)


class Clock:
    """A clock that the test sets, in milliseconds."""

    def __init__(self, now: int = 1000 * HOUR) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class FakeJournal(Journal):
    """A journal in memory, which records calls, and whose disk may be full."""

    def __init__(self, entries: Iterable[Entry] = (), happened: list[str] | None = None) -> None:
        super().__init__(Path("fake.sqlite"))
        self.lines = [StoredEntry(entry) for entry in entries]
        self.names: dict[str, str] = {}
        self.happened = [] if happened is None else happened
        self.full = False

    @property
    def entries(self) -> list[Entry]:
        """The current rolls, oldest first."""
        return [kept.entry for kept in self.lines]

    @override
    def add(self, news: Iterable[Entry | Revision | Naming]) -> None:
        if self.full:
            raise UnwritableFileError(self.path, "no space left on device")
        for new in news:
            match new:
                case Entry() if self.kept(new.id) is None:
                    self.lines.append(StoredEntry(new))
                case Revision():
                    self.lines = [one.revised(new) if one.entry.id == new.entry else one for one in self.lines]
                case Naming():
                    self.names[new.session] = new.name
            self.happened.append(f"written {new.id}")

    @override
    def page(
        self, limit: int, before: str = "", search: Search = EVERYTHING, without: Collection[str] = ()
    ) -> list[StoredEntry]:
        ids = [entry.id for entry in self.entries]
        older = self.lines[: ids.index(before)] if before else self.lines
        fitting = [one for one in older if search.finds(one.entry) and one.entry.session not in without]
        return fitting[::-1][:limit]

    @override
    def kept(self, entry_id: str) -> StoredEntry | None:
        return next((one for one in self.lines if one.entry.id == entry_id), None)

    @override
    def evenings(self) -> list[Evening]:
        sessions = [entry.session for entry in self.entries]
        times = {one: [entry.time for entry in self.entries if entry.session == one] for one in reversed(sessions)}
        rolls = {one: sum(rolls_in(entry) for entry in self.entries if entry.session == one) for one in sessions}
        return [Evening(one, self.names.get(one, ""), when[0], when[-1], rolls[one]) for one, when in times.items()]

    @override
    def close(self) -> None:
        self.happened.append("closed")


class AtOnce:
    """A runner that does each task at once."""

    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        task = Task[R]()
        task.do(work, value)
        done(task)
        return task

    def wait(self, task: Task[Any], seconds: float) -> None:
        """Return at once, since every task is done."""


class ByHand(AtOnce):
    """A runner that does a task when the test calls it or when it is waited for, unless the disk hangs."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Task[Any], Callable[[Any], Any], Any, Done[Any]]] = []
        self.hangs = False

    @override
    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        task = Task[R]()
        self.waiting.append((task, work, value, done))
        return task

    @override
    def wait(self, task: Task[Any], seconds: float) -> None:
        if not self.hangs:
            while not task.ended.is_set():
                self.go_on()

    def go_on(self) -> None:
        """Do the oldest task."""
        task, work, value, done = self.waiting.pop(0)
        task.do(work, value)
        done(task)


class Table(Struct, frozen=True):
    """All objects below the window, for one data directory."""

    places: Places
    session: Session
    document: RosterDocument
    drafting: Drafting
    log: RollLog
    lines: LogModel
    rolling: Rolling


def a_table(
    root: Path,
    *rolls: int,
    writes: bool = True,
    prefix: str = "new",
    runner: Runner | None = None,
    clock: Clock | None = None,
) -> Table:
    """Create what is below the window, as the program does; `prefix` begins the new ids.

    Saves are on the disk at once, unless another runner is given.
    """
    places, new_id = Places(root), counted(prefix)
    document = RosterDocument(Roster(id=new_id(), name="Nothing yet"), EP2, new_id)
    drafting = Drafting(document)
    log = RollLog(lambda roster_id: Journal(places.journal(roster_id), read_only=not writes), new_id, Clock())
    now, state = clock or Clock(), read_state(places.state)
    session = Session(places, state, document, lambda: log, drafting, runner or AtOnce(), now=now, writes=writes)
    _ = session.backups  # as the program does after the first frame, like the next two
    session.sharing.external_changes.watch()
    rolling = Rolling(document, drafting, lambda: log, ScriptedDice(*rolls))
    _ = rolling.recent
    return Table(places, session, document, drafting, log, LogModel(log), rolling)


def heard(signal: SignalInstance) -> list[tuple[Any, ...]]:
    """Return a list that collects the arguments of a signal from now on."""
    said: list[tuple[Any, ...]] = []

    def note(*words: Any) -> None:
        said.append(words)

    signal.connect(note)
    return said


def running(owner: QObject) -> list[QTimer]:
    """List the running timers of an object."""
    return [timer for timer in owner.findChildren(QTimer) if timer.isActive()]


def ring(owner: QObject) -> None:
    """Make every running timer of an object time out."""
    timers = running(owner)
    assert timers, "nothing is waiting"
    for timer in timers:
        timer.timeout.emit()


def column(model: Any, role: int = Qt.ItemDataRole.DisplayRole, at: int = 0) -> list[Any]:
    """List the data of a model in each row."""
    return [model.data(model.index(row, at), role) for row in range(model.rowCount(QModelIndex()))]
