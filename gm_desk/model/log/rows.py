"""The rows of the log (headings of evenings, rolls, details of the open roll), and the data of their cells."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import IntEnum
from typing import Any

from msgspec import Struct, structs
from PySide6.QtCore import QDateTime, QLocale, Qt

from gm_desk.core.wording.phrases import without_symbols
from gm_desk.model.log.cells import LogColumn, LogLine, clock, line_of
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.roll_text import OWN, rolls_in_words
from gm_desk.store.journal.entries import Entry, Evening, rolls_in


class RowKind(IntEnum):
    """The kinds of rows."""

    ROLL = 0
    HEADING = 1
    DETAILS = 2


class LogRowKey(Struct, frozen=True):
    """The identity of a row; `id` is the entry's or, for a heading, the session's.

    A roll that `follows` is below another one of its batch, whose row shows the time for all.
    """

    kind: RowKind
    id: str
    session: str
    batch: str = ""
    follows: bool = False


def heading_of(session: str) -> LogRowKey:
    """Return the heading of an evening."""
    return LogRowKey(RowKind.HEADING, session, session)


def details_of(roll: LogRowKey) -> LogRowKey:
    """Return the row of details below an open roll."""
    return LogRowKey(RowKind.DETAILS, roll.id, roll.session, roll.batch)


def roll_of(entry: Entry, above: LogRowKey | None = None) -> LogRowKey:
    """Return the key of a roll's row, given the row above it."""
    return LogRowKey(
        RowKind.ROLL, entry.id, entry.session, entry.batch, above is not None and above.batch == entry.batch
    )


def below(
    last: LogRowKey | None, rolls: Iterable[Entry], order: Sequence[str], empty: Collection[str]
) -> list[LogRowKey]:
    """Return the rows of rolls that follow the last row, each evening under its heading.

    `order` are the evenings that have headings, the latest first; those in `empty` show no rolls.
    """
    rows: list[LogRowKey] = []
    session, reached = _where(last, order)
    for roll in rolls:
        if roll.session != session and roll.session in order:
            place = order.index(roll.session)
            rows += [heading_of(one) for one in order[reached:place] if one in empty]
            rows.append(heading_of(roll.session))
            reached = max(reached, place + 1)
        session = roll.session
        rows.append(roll_of(roll, rows[-1] if rows else last))
    return rows


def the_rest(last: LogRowKey | None, order: Sequence[str], empty: Collection[str]) -> list[LogRowKey]:
    """Return the headings of evenings that show no rolls and follow the last row."""
    return [heading_of(one) for one in order[_where(last, order)[1] :] if one in empty]


def _where(last: LogRowKey | None, order: Sequence[str]) -> tuple[str, int]:
    """Return the evening of the last row, and the number of evenings up to and including it."""
    if last is None or last.session not in order:
        return "" if last is None else last.session, 0
    return last.session, order.index(last.session) + 1


MOST = 250
GONE = LogLine(("",) * len(LogColumn), {}, None, (), (), struck=False, by_hand=False)


class RowCache:
    """A cache of the rolls used last, and of their lines."""

    def __init__(self, read: Callable[[str], LogEntry | None]) -> None:
        """Begin empty; `read` returns a roll by its id."""
        self._read = read
        self._logged: OrderedDict[str, LogEntry] = OrderedDict()
        self._lines: dict[str, LogLine] = {}
        self.unsaved: dict[str, None] = {}

    def clear(self) -> None:
        """Empty the cache."""
        self._logged.clear()
        self._lines.clear()
        self.unsaved.clear()

    def put(self, logged: LogEntry) -> None:
        """Store the current state of a roll."""
        entry_id = logged.entry.id
        self._logged[entry_id] = logged
        self._logged.move_to_end(entry_id)
        self._lines.pop(entry_id, None)
        self.unsaved.pop(entry_id, None)
        if not logged.saved:
            self.unsaved[entry_id] = None
        if len(self._logged) > MOST:
            oldest, _ = self._logged.popitem(last=False)
            self._lines.pop(oldest, None)

    def known(self, entry_id: str) -> LogEntry | None:
        """Return the roll with an id as last stored, or None if it is not in the cache."""
        return self._logged.get(entry_id)

    def logged(self, entry_id: str) -> LogEntry | None:
        """Return the roll with an id, reading it again if it is no longer in the cache."""
        if entry_id not in self._logged and (found := self._read(entry_id)):
            self.put(found)
        return self._logged.get(entry_id)

    def line(self, entry_id: str) -> LogLine:
        """Return the text of the row of a roll."""
        if entry_id not in self._lines:
            logged = self.logged(entry_id)
            if logged is None:
                return GONE
            self._lines[entry_id] = line_of(logged)
        return self._lines[entry_id]

    def mark_saved(self) -> list[str]:
        """Read again the rolls that were unsaved; return their ids."""
        waiting = list(self.unsaved)
        for entry_id in waiting:
            self.unsaved.pop(entry_id)
            if logged := self._read(entry_id):
                self.put(logged)
        return waiting


TONIGHT = "Tonight"


class Evenings:
    """The evenings of a log, the latest first; they are read once, and then kept up to date."""

    def __init__(self, log: RollLog) -> None:
        """Begin empty, until `load`."""
        self._log = log
        self.known: list[Evening] = []
        self.folded: set[str] = set()

    def load(self) -> None:
        """Read the evenings from the log."""
        self.known = self._log.evenings()

    def clear(self) -> None:
        """Discard the evenings and their folding."""
        self.known = []
        self.folded = set()

    @property
    def order(self) -> list[str]:
        """The ids of the evenings that have a heading, the latest first; none if there is only one evening."""
        return [evening.id for evening in self.known] if len(self.known) > 1 else []

    def count(self, entry: Entry) -> bool:
        """Count a new roll; return whether it is of the latest evening."""
        if self.known and self.known[0].id == entry.session:
            latest = self.known[0]
            self.known[0] = structs.replace(latest, ended=entry.time, rolls=latest.rolls + rolls_in(entry))
            return True
        if any(evening.id == entry.session for evening in self.known):
            return False
        self.known.insert(0, Evening(entry.session, "", entry.time, entry.time, rolls_in(entry)))
        return True

    def recount(self, before: Entry | None, now: Entry) -> bool:
        """Count a revised roll again; `before` is its former state, None if unknown. Return whether counts changed."""
        if before is None:
            self.load()
            return True
        more = rolls_in(now) - rolls_in(before)
        self.known = [
            structs.replace(one, rolls=one.rolls + more) if one.id == now.session else one for one in self.known
        ]
        return more != 0

    def evening(self, session: str) -> Evening:
        """Return the evening with an id; one that is unknown has no rolls."""
        return next((one for one in self.known if one.id == session), Evening(session, "", 0, 0, 0))

    def title(self, session: str) -> str:
        """Return the name of an evening, or the day on which it began."""
        evening = self.evening(session)
        return evening.name or self.day(session)

    def day(self, session: str) -> str:
        """Return the day on which an evening began, with the year if it differs from the latest evening's."""
        began = QDateTime.fromMSecsSinceEpoch(self.evening(session).began)
        latest = QDateTime.fromMSecsSinceEpoch(self.known[0].began) if self.known else began
        same = began.date().year() == latest.date().year()
        return QLocale.c().toString(began, "dddd d MMMM" if same else "dddd d MMMM yyyy")

    def detail(self, session: str) -> str:
        """Return the number of rolls of an evening, and its times, as text."""
        evening = self.evening(session)
        first, last = clock(evening.began), clock(evening.ended)
        span = first if first == last else f"{first}–{last}"
        return f"{rolls_in_words(evening.rolls)} · {span}"

    def headline(self) -> str:
        """Return the title of the latest evening with its number of rolls."""
        if not self.known:
            return ""
        latest = self.known[0]
        title = TONIGHT if latest.id == self._log.tonight else self.day(latest.id)
        return f"{latest.name or title} · {rolls_in_words(latest.rolls)}"

    def fold(self, sessions: Collection[str], *, folded: bool) -> bool:
        """Fold or unfold evenings; return whether that changed anything."""
        before = set(self.folded)
        self.folded = self.folded | set(sessions) if folded else self.folded - set(sessions)
        return self.folded != before


HEADINGS = ("Time", "Who", "What", "Net", "Target", "Dice", "Verdict", "Note")
FIRST = Qt.ItemDataRole.UserRole
GRADE = FIRST + 1  # Grade, which Qt converts to str, or None
FACES = FIRST + 2  # tuple[str, ...], the dice to draw
STRUCK = FIRST + 3  # bool: the roll is struck out
KIND = FIRST + 4  # int: a RowKind
TAIL = FIRST + 5  # str: muted text after the cell's text
PAST = FIRST + 6  # tuple[str, ...], the earlier verdicts, oldest first
BY_HAND = FIRST + 7  # bool: the dice were typed
FOLDED = FIRST + 8  # bool: the row is an evening whose rolls are hidden
ENTRY_ID = FIRST + 9  # str: the id of a roll; empty for other rows
SESSION = FIRST + 10  # str: the evening of a row
WHOLE = FIRST + 11  # str: the whole text of a cell, even if it is elided
OPEN = FIRST + 12  # bool: the details of the roll are shown below it
DAY = FIRST + 13  # str: the day of an evening, which is its title until it is named
WHOM = FIRST + 14  # str: the opponent named in what was rolled
FLAGS = {
    RowKind.ROLL: Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable,
    RowKind.HEADING: Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable,
    RowKind.DETAILS: Qt.ItemFlag.NoItemFlags,
}


def of_line(line: LogLine, column: int, role: int) -> Any:
    """Return the data of a cell of a roll."""
    if role == Qt.ItemDataRole.DisplayRole:
        return line.words(column)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return aloud(HEADINGS[column], _spoken(line, LogColumn(column)))
    if role == WHOLE:
        return line.whole(column)
    if role == TAIL:
        return line.tails.get(LogColumn(column), "")
    return _of_whole_line(line, role)


def _spoken(line: LogLine, column: LogColumn) -> str:
    """Return the whole text of a cell for screen readers, with the faces of dice that are summed listed one by one."""
    if column == LogColumn.DICE and not line.cells[LogColumn.TARGET].startswith("TN "):
        return ", ".join(line.faces)
    return line.whole(column)


def aloud(heading: str, words: str) -> str:
    """Return the text of a cell for screen readers, with its heading: "Target 65", "No target" if it is empty."""
    text = without_symbols(words.replace(OWN, "your own:")).removeprefix("TN ").removeprefix(f"{heading.casefold()} ")
    return f"{heading} {text}" if text else f"No {heading.casefold()}"


def _of_whole_line(line: LogLine, role: int) -> Any:
    """Return the data that is the same for all cells of a roll."""
    if role == GRADE:
        return line.grade
    if role == FACES:
        return line.faces
    if role == STRUCK:
        return line.struck
    if role == BY_HAND:
        return line.by_hand
    if role == WHOM:
        return line.whom
    return line.past if role == PAST else None


TEXTS = (
    *(Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole),
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
"""The roles of what is shown or spoken."""


def of_evening(evenings: Evenings, session: str, column: int, role: int, detail: str) -> Any:
    """Return the data of a cell of an evening's heading, which spans the row; only the first one has texts."""
    if column and role in TEXTS:
        return ""
    if role == Qt.ItemDataRole.DisplayRole:
        return evenings.title(session)
    if role == Qt.ItemDataRole.EditRole:
        return evenings.evening(session).name
    if role == TAIL:
        return detail
    if role == DAY:
        return evenings.day(session)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return ", ".join(part for part in ("Evening", evenings.title(session), detail) if part)
    if role == Qt.ItemDataRole.AccessibleDescriptionRole:
        return "collapsed, level 1" if session in evenings.folded else "expanded, level 1"
    return None
