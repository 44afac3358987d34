"""The log as JSON lines: each is a request with its dice that `gm-desk rules` answers, and brings its roll back here.

A request may have an id of any shape, which the answer repeats; ours holds the whole entry.
"""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk.core.drafts.rejudging import replayed, used
from gm_desk.core.errors import RulesError
from gm_desk.core.jsonl.encoding import asked
from gm_desk.core.jsonl.lines import MOST_BYTES as LONGEST
from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.files import bounded_bytes
from gm_desk.store.journal.entries import Entry, Event, Kept, Naming, Revision

FORMAT = 1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MOST_BYTES = 256 * 1024 * 1024
LATEST = 253_402_300_799_000
"""In milliseconds since 1970: the last day that calendars know."""


class Carried(Struct, frozen=True, omit_defaults=True):
    """Hold what a line carries beside its request: the entry as it was first judged, and what became of it."""

    entry: Entry
    revisions: tuple[Revision, ...] = ()
    evening: str = ""
    format: Annotated[int, Meta(ge=1)] = FORMAT


class ImportedLine(Struct, frozen=True):
    """Read of a line what it carries; its request is worked out anew."""

    id: Carried


class Problem(Struct, frozen=True):
    """Say what is wrong with a line, counted from 1."""

    line: int
    says: str


class LogRead(Struct, frozen=True):
    """Hold what lines brought: rolls with their revisions, names of evenings, and the lines that brought nothing."""

    rolls: tuple[Entry, ...]
    revisions: tuple[Revision, ...]
    namings: tuple[Naming, ...]
    problems: tuple[Problem, ...]


def line_of(kept: Kept, evening: str = "") -> bytes:
    """Return the line of a roll, without its end; of very many earlier verdicts the latest are told.

    The line of what happened without a roll asks nothing.
    """
    entry = kept.entry
    request = {} if isinstance(entry.request, Event) else asked(entry.system, entry.request, entry.dice, entry.house)
    line = msgspec.json.encode({"id": _carried(kept, evening), **request})
    while len(line) > LONGEST and kept.past:
        kept = Kept(entry, kept.past[len(kept.past) // 2 + 1 :])
        line = msgspec.json.encode({"id": _carried(kept, evening), **request})
    return line


def read_log(path: Path) -> LogRead:
    """Read a file of lines; raises UnreadableFileError."""
    return read_lines(bounded_bytes(path, MOST_BYTES))


def read_lines(content: bytes) -> LogRead:
    """Read the lines of a file; those that are none of ours are named, and the others read all the same."""
    rolls: dict[str, Entry] = {}
    revisions: list[Revision] = []
    names: dict[str, str] = {}
    problems: list[Problem] = []
    for number, line in enumerate(content.removeprefix(BYTE_ORDER_MARK).splitlines(), 1):
        if not line.strip():
            continue
        try:
            carried = _read(line)
        except ValueError as error:
            problems.append(Problem(number, str(error)))
            continue
        if carried.entry.id not in rolls:
            rolls[carried.entry.id] = carried.entry
            revisions += carried.revisions
            names[carried.entry.session] = carried.evening or names.get(carried.entry.session, "")
    named = tuple(_naming(session, name, rolls.values()) for session, name in names.items() if name)
    return LogRead(tuple(rolls.values()), tuple(revisions), named, tuple(problems))


def _carried(kept: Kept, evening: str) -> Carried:
    """Take the way back from the verdict that stands to the first one, and write it down as revisions."""
    now = structs.replace(kept.entry, override=None)
    states = [*(_judged_like(now, old) for old in kept.past), kept.entry]
    revisions = []
    for number, (before, after) in enumerate(pairwise(states), 1):
        names = ("request", "house", "dice", "override")
        changes = {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}
        revisions.append(Revision(id=f"{now.id}~{number}", entry=now.id, time=now.time, **changes))
    return Carried(states[0], tuple(revisions), evening)


def _judged_like(entry: Entry, old: Entry) -> Entry:
    """Give an entry as it was judged before, with the draft, the notes and the marks of now."""
    return structs.replace(entry, request=old.request, house=old.house, dice=old.dice, override=old.override)


def _read(line: bytes) -> Carried:
    """Read one line; raises ValueError with what is wrong with it."""
    try:
        carried = msgspec.json.decode(line, type=ImportedLine).id
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise ValueError("it is no roll that GM Desk exported") from None
    if carried.format > FORMAT:
        raise ValueError("it was written by a newer GM Desk")
    entry = carried.entry
    if entry.system not in RULES:
        raise ValueError(f"this version does not know the system “{entry.system[:40]}”")
    if not 0 <= entry.time <= LATEST or any(not 0 <= one.time <= LATEST for one in carried.revisions):
        raise ValueError("its time is none")
    if any(one.entry != entry.id for one in carried.revisions):
        raise ValueError("it says something of another roll")
    kept = Kept(entry)
    for revision in carried.revisions:
        kept = kept.revised(revision)
    if not all(map(_fits, (kept.entry, *kept.past))):
        raise ValueError("its dice do not fit what was rolled")
    return carried


def _fits(entry: Entry) -> bool:
    """Tell whether the dice that a roll uses are all there, and possible."""
    if isinstance(entry.request, Event):
        return True
    rules = RULES[entry.system]
    try:
        replayed(rules, entry.request, used(rules, entry.request, entry.dice, entry.house), entry.house)
    except RulesError:
        return False
    return True


def _naming(session: str, name: str, rolls: Iterable[Entry]) -> Naming:
    """Name an evening as the lines do; the same lines always give the same name its id."""
    time = max(entry.time for entry in rolls if entry.session == session)
    return Naming(id=f"{session}~{name}", session=session, time=time, name=name)
