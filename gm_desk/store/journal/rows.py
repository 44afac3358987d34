"""Rows of the journal: encoding of rolls, revisions and names, and the hash of each row."""

import sqlite3
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_desk.core.characters.roster import clean
from gm_desk.core.combat.targets import TargetsRecord
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Request
from gm_desk.store.journal.entries import DiceThrown, Entry, Event, Harmed, Naming, Override, Revision, StoredEntry

AnyRequest = Request | Event
"""What a row asks for; one object, since decoding keeps each new union for ever on Python 3.14."""

HASH_BYTES = 16

News = Entry | Revision | Naming
Row = tuple[Any, ...]


class DamagedError(sqlite3.DatabaseError):
    """The file is not as it was written."""


class UnfitRowError(ValueError):
    """A roll, a revision or a name cannot be encoded as a row."""


class JournalTable(Struct, frozen=True):
    """A table and its columns: the number first, and the hash of all others last."""

    name: str
    columns: tuple[str, ...]

    @property
    def listed(self) -> str:
        """The columns for a statement, including the hash."""
        return ", ".join(f"{self.name}.{column}" for column in (*self.columns, "hash"))

    @property
    def insert(self) -> str:
        """The statement that adds a row; one with an existing id is ignored."""
        places = ", ".join("?" * (len(self.columns) + 1))
        columns = ", ".join((*self.columns, "hash"))
        return f"INSERT INTO {self.name}({columns}) VALUES ({places}) ON CONFLICT(id) DO NOTHING"  # noqa: S608 - constants

    def hashed(self, values: Sequence[Any]) -> Row:
        """Return a row with its hash."""
        return (*values, self.hash_of(values))

    def hash_of(self, values: Sequence[Any]) -> bytes:
        """Return the hash of a row, which depends on its table as well."""
        spelled = msgspec.msgpack.encode((self.name, *values))
        return blake2b(spelled, digest_size=HASH_BYTES).digest()

    def holds(self, row: Sequence[Any]) -> bool:
        """Return whether a row is intact."""
        try:
            return bool(self.hash_of(row[:-1]) == row[-1])
        except UnicodeEncodeError:
            return False


class Rest(Struct, frozen=True, omit_defaults=True):
    """The fields of an entry that are usually empty when it is written."""

    struck: bool = False
    picks: tuple[str, ...] = ()
    note: str = ""
    override: Override | None = None
    harmed: Harmed | None = None
    targets: TargetsRecord | None = None
    scene: str = ""


HEAD, TAIL = ("number", "id", "batch", "session", "time", "system"), ("by_hand", "secret", "rest")
ENTRY = JournalTable("entry", (*HEAD, "draft", "request", "house", "dice", *TAIL))
ENTRY_VERSION_3 = JournalTable("entry", (*HEAD, "character", "words", "draft", "request", "house", "dice", *TAIL))
"""The entries of the third version, which had two unused columns."""
REVISION = JournalTable("revision", ("number", "id", "entry", "time", "what"))
NAMING = JournalTable("naming", ("number", "id", "session", "time", "name"))
LINE = JournalTable("line", ("number", "entry", "evening", "marks"))
EVENING = JournalTable("evening", ("number", "id", "began", "ended", "first", "last", "rolls"))
WRITTEN = (ENTRY, REVISION, NAMING)
"""The tables that are written; all other tables are derived from them."""


def from_version_3(row: Row) -> Row:
    """Return an entry of the third version as a row of this one."""
    return ENTRY.hashed((*row[: len(HEAD)], *row[len(HEAD) + 2 : -1]))


def table_of(new: News) -> JournalTable:
    """Return the table of a row."""
    match new:
        case Entry():
            return ENTRY
        case Revision():
            return REVISION
        case Naming():
            return NAMING


def encoded_row(new: News, number: int) -> Row:
    """Encode as a row with its hash; lone surrogates are replaced. Raise UnfitRowError."""
    try:
        match new:
            case Entry():
                return ENTRY.hashed((number, *_spelled(new)))
            case Revision():
                data = msgspec.to_builtins(new)
                what = {name: value for name, value in data.items() if name in {*new.changes, "back"}}
                return REVISION.hashed((number, new.id, new.entry, new.time, _encoded(what)))
            case Naming():
                return NAMING.hashed((number, new.id, new.session, new.time, clean(new.name)))
    except (ValueError, TypeError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise UnfitRowError(str(error)) from error


def fits(new: News) -> bool:
    """Return whether it can be encoded as a row."""
    try:
        encoded_row(new, 1)
    except UnfitRowError:
        return False
    return True


def whole(rows: Iterable[Row], table: JournalTable, *, strict: bool = True) -> list[Row]:
    """Return the intact rows; if `strict`, raise DamagedError for any other."""
    found = []
    for row in rows:
        if table.holds(row):
            found.append(row)
        elif strict:
            raise DamagedError(f"a row of “{table.name}” is damaged")
    return found


def stored_entry_of(row: Row, revisions: Iterable[Row], unknown: set[str] | None = None) -> StoredEntry | None:
    """Return a roll with its revisions, oldest first, or None if it is of another version and not understood.

    The ids of rows that are not understood are added to `unknown`.
    """
    unknown = set() if unknown is None else unknown
    try:
        kept = StoredEntry(_entry(row))
    except (msgspec.MsgspecError, RecursionError):
        unknown.add(row[1])
        return None
    for one in revisions:
        revision = revision_of(one)
        if revision is None:
            unknown.add(one[1])
        else:
            kept = kept.revised(revision)
    return kept


def encodes_event(request: str) -> bool:
    """Return whether an encoded request is an event rather than a roll."""
    try:
        return isinstance(msgspec.json.decode(request, type=AnyRequest), Event)
    except (msgspec.MsgspecError, RecursionError):
        return False


def _spelled(entry: Entry) -> Row:
    """Encode an entry as the values of a row, without its number."""
    draft, request, house, dice = map(_encoded, (entry.draft, entry.request, entry.house, entry.dice))
    head = (entry.id, entry.batch, entry.session, entry.time, entry.system)
    rest = _encoded(Rest(**{name: getattr(entry, name) for name in Rest.__struct_fields__}))
    return (*head, draft, request, house, dice, int(entry.by_hand), int(entry.secret), rest)


def _encoded(value: Any) -> str:
    """Encode a value as JSON; lone surrogates are replaced."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_cleaned(msgspec.to_builtins(value))).decode()


def _cleaned(data: Any) -> Any:
    """Return data with lone surrogates replaced in all texts."""
    match data:
        case str():
            return clean(data)
        case dict():
            return {_cleaned(key): _cleaned(value) for key, value in data.items()}
        case list() | tuple():
            return [_cleaned(value) for value in data]
        case _:
            return data


def _entry(row: Row) -> Entry:
    """Return an entry; raise MsgspecError."""
    _, entry_id, batch, session, time, system, draft, request, house, dice, by_hand, secret, rest, _ = row
    return Entry(
        id=entry_id,
        batch=batch,
        session=session,
        time=time,
        system=system,
        draft=msgspec.json.decode(draft, type=Draft),
        request=msgspec.json.decode(request, type=AnyRequest),
        house=msgspec.json.decode(house, type=House),
        dice=msgspec.json.decode(dice, type=DiceThrown),
        by_hand=bool(by_hand),
        secret=bool(secret),
        **structs.asdict(msgspec.json.decode(rest, type=Rest)),
    )


def revision_of(row: Row) -> Revision | None:
    """Decode a revision; unknown keys are ignored, and None is returned if it is not understood."""
    _, revision_id, entry_id, time, what, _ = row
    head = {"id": revision_id, "entry": entry_id, "time": time}
    try:
        return msgspec.convert({**msgspec.json.decode(what, type=dict[str, Any]), **head}, Revision)
    except (msgspec.MsgspecError, RecursionError):
        return None
