"""The log as a table for spreadsheets, in which no cell is taken for a formula."""

import csv
import io
import re
from collections.abc import Sequence

from gm_desk.store.formats.log_rows import LogRow, evening_of

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


def csv_of(rows: Sequence[LogRow]) -> bytes:
    """Give the bytes of a CSV file, with a mark by which spreadsheets know its letters (utf-8-sig)."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(HEADINGS)
    table.writerows(map(_cells, rows))
    return text.getvalue().encode("utf-8-sig")


def defused(text: str) -> str:
    """Let a cell that a spreadsheet would take for a formula begin with an apostrophe; a number is none."""
    harmless = NUMBER.fullmatch(text) or not text.lstrip(" ").startswith(STARTS_A_FORMULA)
    return text if harmless else f"'{text}"


def _cells(row: LogRow) -> list[str | int]:
    """List the cells of a roll; numbers stay numbers."""
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
    return [*map(defused, words), *numbers, *map(defused, after), *flags]
