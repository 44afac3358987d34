"""What the rows of the log are: headings of evenings, rolls, and the details of the one that is open."""

from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum

from msgspec import Struct

from gm_desk.store.entries import Entry


class Kind(IntEnum):
    """Name a kind of row."""

    ROLL = 0
    HEADING = 1
    DETAILS = 2


class Row(Struct, frozen=True):
    """Hold what a row is; `id` is the entry's, or the session's where it is a heading.

    A roll that `follows` stands under another one of its group, which says the time for all.
    """

    kind: Kind
    id: str
    session: str
    batch: str = ""
    follows: bool = False


def heading_of(session: str) -> Row:
    """Make the heading of an evening."""
    return Row(Kind.HEADING, session, session)


def details_of(roll: Row) -> Row:
    """Make the row below a roll that is open."""
    return Row(Kind.DETAILS, roll.id, roll.session, roll.batch)


def roll_of(entry: Entry, above: Row | None = None) -> Row:
    """Make the row of a roll that stands under another row."""
    return Row(Kind.ROLL, entry.id, entry.session, entry.batch, above is not None and above.batch == entry.batch)


def below(last: Row | None, rolls: Iterable[Entry], order: Sequence[str], empty: Collection[str]) -> list[Row]:
    """Put rolls below the last row, each evening under its heading.

    `order` are the evenings that have headings, the latest first; those that show no rolls are `empty`.
    """
    rows: list[Row] = []
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


def the_rest(last: Row | None, order: Sequence[str], empty: Collection[str]) -> list[Row]:
    """Give the headings of evenings that show no rolls and come after the last row."""
    return [heading_of(one) for one in order[_where(last, order)[1] :] if one in empty]


def _where(last: Row | None, order: Sequence[str]) -> tuple[str, int]:
    """Give the evening of the last row, and how many evenings there are up to it."""
    if last is None or last.session not in order:
        return "" if last is None else last.session, 0
    return last.session, order.index(last.session) + 1
