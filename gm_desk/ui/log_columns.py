"""How the columns of the log share the width there is."""

from gm_desk.model.log_line import Column

WISHED = {
    Column.TIME: 3.6,
    Column.WHO: 9.0,
    Column.WHAT: 12.0,
    Column.NET: 7.4,
    Column.TARGET: 4.4,
    Column.DICE: 4.2,
    Column.VERDICT: 19.0,
    Column.NOTE: 12.0,
}
LEAST = {
    Column.TIME: 3.2,
    Column.WHO: 6.6,
    Column.WHAT: 6.0,
    Column.NET: 4.2,
    Column.TARGET: 3.7,
    Column.DICE: 3.6,
    Column.VERDICT: 10.5,
    Column.NOTE: 8.0,
}
"""In heights of the font. What is wider than its column is elided; the whole of it is in a tool tip."""

DROPPED = (Column.TIME, Column.TARGET, Column.NET, Column.NOTE)
"""What goes first where even that is too wide; the details of a roll say it all."""


def widths(room: float) -> dict[Column, float]:
    """Share room among the columns that find any; all is in heights of the font."""
    shown = list(Column)
    for column in DROPPED:
        if sum(LEAST[one] for one in shown) > room:
            shown.remove(column)
    least, wished = (sum(sizes[one] for one in shown) for sizes in (LEAST, WISHED))
    if room < least:
        return {one: LEAST[one] * room / least for one in shown}
    share = min(1.0, (room - least) / (wished - least))
    return {one: LEAST[one] + share * (WISHED[one] - LEAST[one]) for one in shown}
