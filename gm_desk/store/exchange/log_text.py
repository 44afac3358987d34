"""The log as text, as a table for spreadsheets, and as a recap in Markdown."""

import csv
import io
import re
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from msgspec import Struct

from gm_desk.core.wording.phrases import plural, signed


class LogRow(Struct, frozen=True, kw_only=True):
    """A roll as texts: `when` is local time, `modifiers` is a list, `more` says who won and why.

    `sum`, `net` and `target` are numbers if they exist; `evening` is the name that the GM gave the session. An entry
    that was not `rolled` (typed damage, healing) has neither dice nor a verdict, and is not counted. One that begins a
    `turn` of a fight, or ends the fight, is a heading in a recap.
    """

    when: datetime
    session: str
    evening: str = ""
    who: str = ""
    what: str = ""
    against: str = ""
    modifiers: tuple[str, ...] = ()
    sum: int | None = None
    net: int | None = None
    target: str = ""
    dice: str = ""
    verdict: str = ""
    glyph: str = ""
    earlier: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    note: str = ""
    success: bool | None = None
    secret: bool = False
    by_hand: bool = False
    struck: bool = False
    rolled: bool = True
    turn: bool = False

    @property
    def counts(self) -> bool:
        """Whether this counts as a roll in the statistics: dice were rolled, and it was not struck out."""
        return self.rolled and not self.struck

    @property
    def test(self) -> str:
        """What was rolled, and against whom, as text."""
        return f"{self.what} vs {self.against}" if self.against else self.what


def evening_of(row: LogRow) -> str:
    """Return the name of the session of a roll: the GM's, or else its day."""
    return row.evening or day_in_words(row.when)


def day_in_words(when: datetime) -> str:
    """Return a date as text ("Friday 20 November 2026")."""
    return f"{when:%A} {when.day} {when:%B %Y}"


def log_as_text(rows: Sequence[LogRow]) -> str:
    """Return the rolls in the given order, one line each; if there are several sessions, each has a heading."""
    several = len({row.session for row in rows}) > 1
    lines: list[str] = []
    session = ""
    for row in rows:
        if several and row.session != session:
            lines += [""] * bool(lines) + [evening_of(row)]
            session = row.session
        lines.append(f"{row.when:%H:%M} {text_line_of(row)}")
    return "\n".join(lines)


def text_line_of(row: LogRow) -> str:
    """Return a roll on one line without its time."""
    who = f"{row.who}: " if row.who else ""
    text = ", ".join(part for part in (row.test, net_of(row), row.target, row.dice) if part)
    verdict = f"{row.glyph} {row.verdict}".strip()
    more = "".join(f" · {part}" for part in (*row.more, row.note) if part)
    line = f"{who}{text} {verdict}".rstrip() + more
    return f"({line}) – does not count" if row.struck else line


def net_of(row: LogRow) -> str:
    """Return the net modifier, with the sum of the modifiers if the cap reduced it."""
    if row.net is None:
        return ""
    raw = "" if row.sum in {None, row.net} else f" of {signed(row.sum or 0)}"
    return f"net {signed(row.net)}{raw}"


HEADINGS = (
    "Time",
    "Evening",
    "Who",
    "What",
    "Against",
    "Modifiers",
    "Sum",
    "Net",
    "Target",
    "Dice",
    "Verdict",
    "Earlier verdicts",
    "More",
    "Note",
    "Secret",
    "Typed by hand",
    "Struck out",
)
WIDE = "\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
STARTS_A_FORMULA = tuple("=+-@\t\r\n" + WIDE)
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")
YES = {True: "yes", False: ""}


def log_as_csv(rows: Sequence[LogRow]) -> bytes:
    """Return the bytes of a CSV file, with the mark by which spreadsheets recognise UTF-8 (utf-8-sig)."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(HEADINGS)
    table.writerows(map(_cells, rows))
    return text.getvalue().encode("utf-8-sig")


def escaped_cell(text: str) -> str:
    """Return a cell, after an apostrophe if a spreadsheet would read it as a formula; numbers are unchanged."""
    harmless = NUMBER.fullmatch(text) or not text.lstrip(" ").startswith(STARTS_A_FORMULA)
    return text if harmless else f"'{text}"


def _cells(row: LogRow) -> list[str | int]:
    """Return the cells of a roll; numbers stay numbers."""
    words = (
        f"{row.when:%Y-%m-%d %H:%M:%S}",
        evening_of(row),
        row.who,
        row.what,
        row.against,
        "; ".join(row.modifiers),
    )
    numbers = ("" if number is None else number for number in (row.sum, row.net))
    after = (row.target, row.dice, row.verdict, "; ".join(row.earlier), "; ".join(row.more), row.note)
    flags = (YES[row.secret], YES[row.by_hand], YES[row.struck])
    return [*map(escaped_cell, words), *numbers, *map(escaped_cell, after), *flags]


MEANS_SOMETHING = re.compile(r"([\\`*_{}\[\]#|<>~&!$]|:(?=//)|(?<=www)\.|@)", re.IGNORECASE)
"""Markup characters of Markdown, and characters that turn an address into a link."""


def recap_of(title: str, rows: Sequence[LogRow]) -> str:
    """Return a document in Markdown; texts by the GM and the players are escaped."""
    parts = [f"# {escaped(title)}"]
    for _, evening in groupby(sorted(rows, key=lambda row: row.when), key=lambda row: row.session):
        parts += _evening(list(evening))
    if not rows:
        parts.append("No rolls.")
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Return text on one line, escaped so that Markdown shows it unchanged."""
    return MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))


def _evening(rows: list[LogRow]) -> list[str]:
    """Return the section of one session."""
    first, last = rows[0], rows[-1]
    count = sum(row.counts for row in rows)
    rolls = plural(count, "roll")
    day = f"{day_in_words(first.when)}, " if first.evening else ""
    when = " to ".join(dict.fromkeys((f"{first.when:%H:%M}", f"{last.when:%H:%M}")))
    counted = [row for row in rows if not row.struck]
    return [
        f"## {escaped(evening_of(first))}",
        f"{day}{when}, {rolls}.",
        *_by_turns(rows),
        *_table(counted),
    ]


def _by_turns(rows: list[LogRow]) -> list[str]:
    """Return the entries as lists, each turn of a fight below a heading with a changed turn order."""
    parts: list[str] = []
    items: list[str] = []
    told = ""
    for row in rows:
        if not row.turn or row.struck:
            items.append(_item(row))
            continue
        parts += ["\n".join(items)] * bool(items)
        items = []
        order = ", ".join(map(escaped, row.more))
        parts += [
            f"### {escaped(': '.join(filter(None, (row.who, row.what))))}",
            *[f"{order}."] * (order not in {"", told}),
        ]
        told = order
    return [*parts, *["\n".join(items)] * bool(items)]


def _item(row: LogRow) -> str:
    """Return the list item of a roll, or of an entry without a roll."""
    who = f" **{escaped(row.who)}**" if row.who else ""
    words = ", ".join(escaped(part) for part in (row.test, net_of(row), row.target, row.dice) if part)
    more = "; ".join(escaped(part) for part in (*row.more, row.note) if part)
    mark = f"{row.glyph} " if row.glyph else ""
    verdict = f": {mark}**{escaped(row.verdict)}**" if row.rolled else ""
    text = f"{row.when:%H:%M}{who} {words}{verdict}" + (f" ({more})" if more else "")
    return f"- ~~{text}~~" if row.struck else f"- {text}"


def _table(rows: list[LogRow]) -> list[str]:
    """Return a table of successes by character, those with the most rolls first."""
    tested = [row for row in rows if row.who and row.success is not None]
    if not tested:
        return []
    people = sorted(dict.fromkeys(row.who for row in tested), key=lambda who: -sum(row.who == who for row in tested))
    lines = ["| Who | Rolls | Successes |", "|---|---:|---:|"]
    for who in people:
        own = [row for row in tested if row.who == who]
        lines.append(f"| {escaped(who)} | {len(own)} | {sum(row.success is True for row in own)} |")
    return ["\n".join(lines)]
