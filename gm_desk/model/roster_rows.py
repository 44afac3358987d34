"""The rows of the roster pane: headings, and characters that are put into words when they come in sight."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import Struct

from gm_desk.core.roster import Character
from gm_desk.core.vitals import Vitals
from gm_desk.model.avatars import NO_HUE
from gm_desk.model.roster_search import Entry


class Row(Struct, frozen=True):
    """Hold one row, ready to be painted; `id` is a character's or, for a heading, a group's.

    `spoken` is what is read out in place of a detail that is drawn.
    """

    id: str
    group: str
    name: str
    detail: str
    heading: bool
    initials: str = ""
    hue: int = NO_HUE
    portrait: str = ""
    spoken: str = ""
    health: Vitals = Vitals()
    colour: str = ""
    folded: bool = False


class Spot(NamedTuple):
    """Hold where a row belongs; `id` is a character's or, for a heading, a group's."""

    id: str
    group: str
    heading: bool


class Rows:
    """Hold what is shown from top to bottom; of thousands of characters only those in sight are put into words."""

    def __init__(self, worded: Callable[[Character], Row]) -> None:
        """Hold nothing yet; `worded` makes the row of a character."""
        self.headings: list[int] = []
        self._worded = worded
        self._held: list[Row | Character] = []
        self.ids: list[str] = []
        self._rows: dict[int, Row] = {}

    def add_heading(self, heading: Row) -> None:
        """Put a heading below all."""
        self.headings.append(len(self._held))
        self._held.append(heading)
        self.ids.append(heading.id)

    def add(self, entries: list[Entry]) -> None:
        """Put characters below all."""
        self._held += [entry[2] for entry in entries]
        self.ids += [entry[1] for entry in entries]

    def put(self, place: int, character: Character) -> None:
        """Put a character in the place of what it was before."""
        self._held[place] = character
        self._rows.pop(place, None)

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._held)

    def __getitem__(self, place: int) -> Row:
        """Give a row in words."""
        held = self._held[place]
        if isinstance(held, Row):
            return held
        if place not in self._rows:
            self._rows[place] = self._worded(held)
        return self._rows[place]

    def group_of(self, place: int) -> str:
        """Give the id of the group that a row heads or belongs to."""
        above = bisect_right(self.headings, place)
        heading = self._held[self.headings[above - 1]] if above else None
        return heading.id if heading else ""

    def spots(self) -> Iterator[Spot]:
        """Say of each row where it belongs."""
        group = ""
        for one in self._held:
            heading = isinstance(one, Row)
            group = one.id if heading else group
            yield Spot(one.id, group, heading)
