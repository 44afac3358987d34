"""The rows of the roster pane: headings and characters, as far as the filter lets them through."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.values import Vitals
from gm_desk.model.roster.portraits import NO_HUE


class SearchText(NamedTuple):
    """Hold a character with its id, and the text in which words are looked for."""

    text: str
    id: str
    character: Character


class FoundGroup(NamedTuple):
    """Hold a group, or None for those without one: how many members it has, and whom of them the words let through."""

    group: Group | None
    members: int
    shown: list[SearchText]


class RosterSearch:
    """Find characters by words in name, concept or group; their texts are put together once for a value."""

    def __init__(self) -> None:
        """Begin with a roster of nobody."""
        self._roster: Roster | None = None
        self._groups: list[tuple[Group | None, list[SearchText]]] = []

    def find(self, roster: Roster, words: list[str]) -> list[FoundGroup]:
        """Give the groups of a roster, those without one last, with whom all the words let through."""
        if roster is not self._roster:
            self._roster, self._groups = roster, _grouped(roster)
        return [FoundGroup(group, len(members), _passing(members, words)) for group, members in self._groups]


def passes(character: Character, group: Group | None, words: list[str]) -> bool:
    """Tell whether all the words are in name, concept or group."""
    return bool(_passing([_entry(character, group)], words))


def _grouped(roster: Roster) -> list[tuple[Group | None, list[SearchText]]]:
    """Part the characters by their groups."""
    members: dict[str, list[Character]] = {group_id: [] for group_id in ("", *(group.id for group in roster.groups))}
    nobody = members[""]
    for one in roster.characters:
        members.get(one.group, nobody).append(one)
    groups = [*((group, members[group.id]) for group in roster.groups), (None, nobody)]
    return [(group, [_entry(one, group) for one in own]) for group, own in groups]


def _passing(entries: list[SearchText], words: list[str]) -> list[SearchText]:
    """Leave out whom a word keeps out."""
    for word in words:
        entries = [entry for entry in entries if word in entry[0]]
    return entries


def _entry(character: Character, group: Group | None) -> SearchText:
    text = f"{character.name} {character.concept} {group.name if group else ''}".casefold()
    return SearchText(text, character.id, character)


class RosterRow(Struct, frozen=True):
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

    def __init__(self, worded: Callable[[Character], RosterRow]) -> None:
        """Hold nothing yet; `worded` makes the row of a character."""
        self.headings: list[int] = []
        self._worded = worded
        self._held: list[RosterRow | Character] = []
        self.ids: list[str] = []
        self._rows: dict[int, RosterRow] = {}

    def add_heading(self, heading: RosterRow) -> None:
        """Put a heading below all."""
        self.headings.append(len(self._held))
        self._held.append(heading)
        self.ids.append(heading.id)

    def add(self, entries: list[SearchText]) -> None:
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

    def __getitem__(self, place: int) -> RosterRow:
        """Give a row in words."""
        held = self._held[place]
        if isinstance(held, RosterRow):
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
            heading = isinstance(one, RosterRow)
            group = one.id if heading else group
            yield Spot(one.id, group, heading)
