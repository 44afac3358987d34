"""The log as a recap in Markdown: evening by evening, in the order it happened, with a table of who rolled how."""

import re
from collections.abc import Sequence
from itertools import groupby

from gm_desk.store.formats.log_rows import LogRow, day_in_words, evening_of
from gm_desk.store.formats.log_text import net_of

MEANS_SOMETHING = re.compile(r"([\\`*_{}\[\]#|<>~&!$]|:(?=//)|(?<=www)\.|@)", re.IGNORECASE)
"""Signs of Markdown, and what makes an address a link."""


def recap_of(title: str, rows: Sequence[LogRow]) -> str:
    """Give a document in Markdown; what the GM and the players wrote is text in it, never markup."""
    parts = [f"# {escaped(title)}"]
    for _, evening in groupby(sorted(rows, key=lambda row: row.when), key=lambda row: row.session):
        parts += _evening(list(evening))
    if not rows:
        parts.append("No rolls.")
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Write text so that Markdown shows it as it stands, on one line."""
    return MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))


def _evening(rows: list[LogRow]) -> list[str]:
    """Tell of one evening."""
    first, last = rows[0], rows[-1]
    count = sum(row.rolled for row in rows)
    rolls = "1 roll" if count == 1 else f"{count} rolls"
    day = f"{day_in_words(first.when)}, " if first.evening else ""
    when = " to ".join(dict.fromkeys((f"{first.when:%H:%M}", f"{last.when:%H:%M}")))
    counted = [row for row in rows if not row.struck]
    return [
        f"## {escaped(evening_of(first))}",
        f"{day}{when}, {rolls}.",
        "\n".join(map(_item, rows)),
        *_table(counted),
    ]


def _item(row: LogRow) -> str:
    """Tell of one roll, or of what happened without one."""
    who = f" **{escaped(row.who)}**" if row.who else ""
    said = ", ".join(escaped(part) for part in (row.test, net_of(row), row.target, row.dice) if part)
    more = "; ".join(escaped(part) for part in (*row.more, row.note) if part)
    verdict = f": {row.glyph} **{escaped(row.verdict)}**" if row.rolled else ""
    text = f"{row.when:%H:%M}{who} {said}{verdict}" + (f" ({more})" if more else "")
    return f"- ~~{text}~~" if row.struck else f"- {text}"


def _table(rows: list[LogRow]) -> list[str]:
    """Count the successes of everybody who rolled, those who rolled most first."""
    tested = [row for row in rows if row.who and row.success is not None]
    if not tested:
        return []
    people = sorted(dict.fromkeys(row.who for row in tested), key=lambda who: -sum(row.who == who for row in tested))
    lines = ["| Who | Rolls | Successes |", "|---|---:|---:|"]
    for who in people:
        own = [row for row in tested if row.who == who]
        lines.append(f"| {escaped(who)} | {len(own)} | {sum(row.success is True for row in own)} |")
    return ["\n".join(lines)]
