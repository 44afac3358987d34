"""One roll of the log in words, ready for a table, a recap or a chat."""

from datetime import datetime

from msgspec import Struct


class LogRow(Struct, frozen=True, kw_only=True):
    """Hold a roll in words: `when` is its local time, `modifiers` are told one by one, `more` says who won and why.

    `sum`, `net` and `target` are numbers where there are such; `evening` is the name that the GM gave the session.
    What was not `rolled` has neither dice nor a verdict, and is not counted: damage that was typed, healing.
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

    @property
    def test(self) -> str:
        """Name what was rolled, and against whom."""
        return f"{self.what} vs {self.against}" if self.against else self.what


def evening_of(row: LogRow) -> str:
    """Name the evening of a roll: as the GM did, else by its day."""
    return row.evening or day_in_words(row.when)


def day_in_words(when: datetime) -> str:
    """Write a day ("Friday 20 November 2026")."""
    return f"{when:%A} {when.day} {when:%B %Y}"
