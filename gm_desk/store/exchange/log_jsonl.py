"""The log as JSON lines, each a request with its dice: `gm-desk rules` answers it, and importing it restores the roll.

A request may have an id of any type, which the answer repeats; ours contains the whole entry.
"""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk.core.drafts.rejudging import replayed, used
from gm_desk.core.errors import RulesError
from gm_desk.core.jsonl.answering import MOST_BYTES as LONGEST
from gm_desk.core.jsonl.answering import asked
from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.files import bounded_bytes
from gm_desk.store.journal.entries import Entry, Event, Naming, Revision, StoredEntry

FORMAT = 1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MOST_BYTES = 256 * 1024 * 1024
LATEST = 253_402_300_799_000
"""The last day of the year 9999, in milliseconds since 1970."""


class LineContent(Struct, frozen=True, omit_defaults=True):
    """The content of a line besides its request: the entry as first judged, and its revisions."""

    entry: Entry
    revisions: tuple[Revision, ...] = ()
    evening: str = ""
    format: Annotated[int, Meta(ge=1)] = FORMAT


class ImportedLine(Struct, frozen=True):
    """The part of a line that is decoded first; its request is computed again."""

    id: LineContent


class Problem(Struct, frozen=True):
    """The problem with a line, counted from 1."""

    line: int
    says: str


class LogRead(Struct, frozen=True):
    """The content of a file: rolls with their revisions, names of sessions, and the lines that could not be used."""

    rolls: tuple[Entry, ...]
    revisions: tuple[Revision, ...]
    namings: tuple[Naming, ...]
    problems: tuple[Problem, ...]


def json_line_of(kept: StoredEntry, evening: str = "") -> bytes:
    """Return the line of a roll, without its end; of very many earlier verdicts only the latest are included.

    The line of an entry without a roll has no request.
    """
    entry = kept.entry
    request = {} if isinstance(entry.request, Event) else asked(entry.system, entry.request, entry.dice, entry.house)
    line = msgspec.json.encode({"id": _carried(kept, evening), **request})
    while len(line) > LONGEST and kept.past:
        kept = StoredEntry(entry, kept.past[len(kept.past) // 2 + 1 :])
        line = msgspec.json.encode({"id": _carried(kept, evening), **request})
    return line


def read_log(path: Path) -> LogRead:
    """Return the content of a file of lines; raise UnreadableFileError."""
    return read_lines(bounded_bytes(path, MOST_BYTES))


def read_lines(content: bytes) -> LogRead:
    """Return the content of lines; unusable lines are reported, and the others are still read."""
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


def _carried(kept: StoredEntry, evening: str) -> LineContent:
    """Return an entry as first judged, and the revisions from there to its current verdict."""
    now = structs.replace(kept.entry, override=None)
    states = [*(_with_verdict_of(now, old) for old in kept.past), kept.entry]
    revisions = []
    for number, (before, after) in enumerate(pairwise(states), 1):
        names = ("request", "house", "dice", "override")
        changes = {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}
        revisions.append(Revision(id=f"{now.id}~{number}", entry=now.id, time=now.time, **changes))
    return LineContent(states[0], tuple(revisions), evening)


def _with_verdict_of(entry: Entry, old: Entry) -> Entry:
    """Return an entry with an earlier verdict, but with its current draft, notes and marks."""
    return structs.replace(entry, request=old.request, house=old.house, dice=old.dice, override=old.override)


def _read(line: bytes) -> LineContent:
    """Decode one line; raise ValueError with the problem."""
    try:
        carried = msgspec.json.decode(line, type=ImportedLine).id
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise ValueError("it is not a roll exported by GM Desk") from None
    if carried.format > FORMAT:
        raise ValueError("it was written by a newer GM Desk")
    entry = carried.entry
    if entry.system not in RULES:
        raise ValueError(f"this version does not know the system “{entry.system[:40]}”")
    if not 0 <= entry.time <= LATEST or any(not 0 <= one.time <= LATEST for one in carried.revisions):
        raise ValueError("its time is not valid")
    if any(one.entry != entry.id for one in carried.revisions):
        raise ValueError("it refers to another roll")
    kept = StoredEntry(entry)
    for revision in carried.revisions:
        kept = kept.revised(revision)
    if not all(map(_has_its_dice, (kept.entry, *kept.past))):
        raise ValueError("its dice do not match what was rolled")
    return carried


def _has_its_dice(entry: Entry) -> bool:
    """Return whether all dice that a roll uses are present with possible values."""
    if isinstance(entry.request, Event):
        return True
    rules = RULES[entry.system]
    try:
        replayed(rules, entry.request, used(rules, entry.request, entry.dice, entry.house), entry.house)
    except RulesError:
        return False
    return True


def _naming(session: str, name: str, rolls: Iterable[Entry]) -> Naming:
    """Return the naming of a session; the same lines always give it the same id."""
    time = max(entry.time for entry in rolls if entry.session == session)
    return Naming(id=f"{session}~{name}", session=session, time=time, name=name)
