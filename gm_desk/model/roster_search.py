"""Who of a roster is shown: its groups with their members, as far as words let them through."""

from typing import NamedTuple

from gm_desk.core.roster import Character, Group, Roster


class Entry(NamedTuple):
    """Hold a character with its id, and the text in which words are looked for."""

    text: str
    id: str
    character: Character


class Found(NamedTuple):
    """Hold a group, or None for those without one: how many members it has, and whom of them the words let through."""

    group: Group | None
    members: int
    shown: list[Entry]


class RosterSearch:
    """Find characters by words in name, concept or group; their texts are put together once for a value."""

    def __init__(self) -> None:
        """Begin with a roster of nobody."""
        self._roster: Roster | None = None
        self._groups: list[tuple[Group | None, list[Entry]]] = []

    def find(self, roster: Roster, words: list[str]) -> list[Found]:
        """Give the groups of a roster, those without one last, with whom all the words let through."""
        if roster is not self._roster:
            self._roster, self._groups = roster, _grouped(roster)
        return [Found(group, len(members), _passing(members, words)) for group, members in self._groups]


def passes(character: Character, group: Group | None, words: list[str]) -> bool:
    """Tell whether all the words are in name, concept or group."""
    return bool(_passing([_entry(character, group)], words))


def _grouped(roster: Roster) -> list[tuple[Group | None, list[Entry]]]:
    """Part the characters by their groups."""
    members: dict[str, list[Character]] = {group_id: [] for group_id in ("", *(group.id for group in roster.groups))}
    nobody = members[""]
    for one in roster.characters:
        members.get(one.group, nobody).append(one)
    groups = [*((group, members[group.id]) for group in roster.groups), (None, nobody)]
    return [(group, [_entry(one, group) for one in own]) for group, own in groups]


def _passing(entries: list[Entry], words: list[str]) -> list[Entry]:
    """Leave out whom a word keeps out."""
    for word in words:
        entries = [entry for entry in entries if word in entry[0]]
    return entries


def _entry(character: Character, group: Group | None) -> Entry:
    text = f"{character.name} {character.concept} {group.name if group else ''}".casefold()
    return Entry(text, character.id, character)
