"""The rows of the roster pane: headings and characters, as far as they match the filter, with initials and colours."""

import zlib
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct, structs
from PySide6.QtGui import QColor

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.values import Vitals, vitals, vitals_in_words
from gm_desk.core.systems.registry import RULES
from gm_desk.model.roster.document import RosterDocument

HIDDEN = "hidden"
NO_HUE = -1
SATURATION, VALUE = 0.5, 0.45
HUES: Mapping[str, int] = {
    "Red": 0,
    "Orange": 25,
    "Yellow": 50,
    "Green": 110,
    "Teal": 172,
    "Blue": 210,
    "Violet": 265,
    "Pink": 320,
}
"""The hues that can be chosen, by name, in degrees."""


def colour_of(hue: int) -> str:
    """Return the colour of a hue (0 to 359) as "#rrggbb", dark enough for white characters on it; "" for NO_HUE."""
    return "" if hue == NO_HUE else QColor.fromHsvF(hue / 360, SATURATION, VALUE).name()


def hue_of(character: Character) -> int:
    """Return a character's hue: the chosen one, else one derived from the id for a player character, else NO_HUE."""
    if QColor.isValidColorName(character.colour):
        return QColor(character.colour).hue()
    return zlib.crc32(character.id.encode()) % 360 if character.kind == "pc" else NO_HUE


def initials(name: str) -> str:
    """Return a name shortened: "Lao Qing" to LQ, "Triad mook 2" to T2, "Jaqui" to JA, "Kasimir (boss)" to KB.

    Only letters and digits count, unless the name has none.
    """
    words = ["".join(filter(str.isalnum, word)) for word in name.split()]
    words = [word for word in words if word] or name.split()
    if len(words) == 1:
        return words[0][:2].upper()
    last = words[-1][-2:] if words[-1].isdigit() else words[-1][0]
    return (words[0][0] + last).upper()


class SearchText(NamedTuple):
    """A character with its id, and the text searched by the filter."""

    text: str
    id: str
    character: Character


class FoundGroup(NamedTuple):
    """A group, or None for the characters without one, with its number of members and the matching ones."""

    group: Group | None
    members: int
    shown: list[SearchText]


class RosterSearch:
    """A search for characters by words in name, concept or group, whose texts are built once per roster value."""

    def __init__(self) -> None:
        """Begin without a roster."""
        self._roster: Roster | None = None
        self._groups: list[tuple[Group | None, list[SearchText]]] = []

    def find(self, roster: Roster, words: list[str]) -> list[FoundGroup]:
        """Return the groups of a roster, the characters without one last, each with the members who match all words."""
        if roster is not self._roster:
            self._roster, self._groups = roster, _grouped(roster)
        return [FoundGroup(group, len(members), _passing(members, words)) for group, members in self._groups]


def passes(character: Character, group: Group | None, words: list[str]) -> bool:
    """Return whether all words occur in a character's name, concept or group."""
    return bool(_passing([_entry(character, group)], words))


def _grouped(roster: Roster) -> list[tuple[Group | None, list[SearchText]]]:
    """Return the characters by group."""
    members: dict[str, list[Character]] = {group_id: [] for group_id in ("", *(group.id for group in roster.groups))}
    ungrouped = members[""]
    for one in roster.characters:
        members.get(one.group, ungrouped).append(one)
    groups = [*((group, members[group.id]) for group in roster.groups), (None, ungrouped)]
    return [(group, [_entry(one, group) for one in own]) for group, own in groups]


def _passing(entries: list[SearchText], words: list[str]) -> list[SearchText]:
    """Return the entries that contain all words."""
    for word in words:
        entries = [entry for entry in entries if word in entry[0]]
    return entries


def _entry(character: Character, group: Group | None) -> SearchText:
    text = f"{character.name} {character.concept} {group.name if group else ''}".casefold()
    return SearchText(text, character.id, character)


class RosterRow(Struct, frozen=True):
    """One row, ready to be painted; `id` is a character's or, for a heading, a group's.

    `spoken` is read aloud in place of a detail that is only drawn.
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
    brief: str = ""
    conditions: tuple[str, ...] = ()


class RowPosition(NamedTuple):
    """The place of a row in the groups; `id` is a character's or, for a heading, a group's."""

    id: str
    group: str
    heading: bool


class Rows:
    """The rows from top to bottom; the text of a character's row is built when it is first needed."""

    def __init__(self, worded: Callable[[Character], RosterRow]) -> None:
        """Begin without rows; `worded` returns the row of a character."""
        self.items: list[RosterRow | Character] = []
        self.keys: list[Hashable] = []
        self._row_for = worded
        self._rows: dict[int, RosterRow] = {}
        self._headings: list[int] | None = None
        self._places: dict[str, int] | None = None

    def forget(self) -> None:
        """Drop everything derived from the items, after they have been replaced."""
        self._rows.clear()
        self._headings = self._places = None

    @property
    def headings(self) -> list[int]:
        """The places of the headings."""
        if self._headings is None:
            self._headings = [place for place, one in enumerate(self.items) if isinstance(one, RosterRow)]
        return self._headings

    @property
    def places(self) -> dict[str, int]:
        """The places of characters and groups by their ids; the heading of those without a group has none."""
        if self._places is None:
            self._places = {one.id: place for place, one in enumerate(self.items) if one.id}
        return self._places

    def add_heading(self, heading: RosterRow) -> None:
        """Append a heading."""
        self.items.append(heading)
        self.keys.append((heading.id,))
        self.forget()

    def add(self, entries: list[SearchText]) -> None:
        """Append characters."""
        self.items += [entry[2] for entry in entries]
        self.keys += [entry[1] for entry in entries]
        self.forget()

    def built(self) -> list[tuple[int, Character]]:
        """Return the places and characters of the rows that have been built."""
        found = ((place, self.items[place]) for place in sorted(self._rows))
        return [(place, one) for place, one in found if isinstance(one, Character)]

    def put(self, place: int, character: Character) -> None:
        """Replace a character by its new value."""
        self.items[place] = character
        self._rows.pop(place, None)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.items)

    def __getitem__(self, place: int) -> RosterRow:
        """Return a row, ready to be painted."""
        item = self.items[place]
        if isinstance(item, RosterRow):
            return item
        if place not in self._rows:
            self._rows[place] = self._row_for(item)
        return self._rows[place]

    def group_of(self, place: int) -> str:
        """Return the id of the group to which a row belongs."""
        above = bisect_right(self.headings, place)
        return self.items[self.headings[above - 1]].id if above else ""

    def spots(self) -> Iterator[RowPosition]:
        """Yield the place of each row."""
        group = ""
        for one in self.items:
            heading = isinstance(one, RosterRow)
            group = one.id if heading else group
            yield RowPosition(one.id, group, heading)


def group_id_of(character: Character, roster: Roster) -> str:
    """Return the id of a character's group, or "" if it does not exist."""
    return character.group if roster.group(character.group) else ""


class CharacterRows:
    """The rows of characters as they are now, with their health and their conditions."""

    def __init__(self, document: RosterDocument) -> None:
        """Follow a document."""
        self._document = document
        self._hidden = self._hidden_now()

    def refresh(self) -> frozenset[str]:
        """Follow whom the current scene hides from the players; return the ids of those for whom that has changed."""
        before, self._hidden = self._hidden, self._hidden_now()
        return before ^ self._hidden

    def row_of(self, character: Character) -> RosterRow:
        """Return the row of a character; its state of health precedes its concept."""
        system = self._document.system
        health = vitals(character, system, RULES[system.id], self._document.house)
        row = RosterRow(
            character.id,
            group_id_of(character, self._document.roster),
            character.name,
            " · ".join(part for part in (health.state.capitalize(), character.concept) if part),
            heading=False,
            health=health,
            initials=initials(character.name),
            hue=hue_of(character),
            portrait=character.portrait,
        )
        return self._in_condition(row, character)

    def _in_condition(self, row: RosterRow, character: Character) -> RosterRow:
        """Return the row of a character with its current conditions."""
        pills, aloud = self._conditions_of(character)
        spoken = ", ".join(part for part in (character.concept, *vitals_in_words(row.health), *aloud) if part)
        return structs.replace(row, spoken=spoken, conditions=pills)

    def _conditions_of(self, character: Character) -> tuple[tuple[str, ...], list[str]]:
        """Return the conditions of a character as texts for pills, and for screen readers."""
        unseen = [HIDDEN] if character.id in self._hidden else []
        if not character.conditions:
            return tuple(unseen), unseen
        from gm_desk.core.scenes.conditions_in_force import in_force_of, worst_first
        from gm_desk.model.scene.conditions import pill_text, spoken_condition

        system = self._document.system.id
        found = worst_first(in_force_of(character, self._document.roster, self._document.system))
        pills = (*unseen, *(pill_text(one, system) for one in found))
        return pills, unseen + [spoken_condition(one, system, self._document.character) for one in found]

    def _hidden_now(self) -> frozenset[str]:
        """Return the ids of the characters that the current scene hides from the players."""
        scene = self._document.roster.on_stage
        return frozenset(one.id for one in scene.fighters if one.hidden) if scene is not None else frozenset()
