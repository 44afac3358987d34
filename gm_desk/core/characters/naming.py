"""Names for NPCs: proposed by chance out of lists by culture, and never one that is taken."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from gm_desk.core.characters.roster import Character, numbered
from gm_desk.core.rules.dice import Dice

NAMELESS = "Stranger"
CALLED_WHAT_THEY_ARE = {"beast", "drone", "mook"}
"""Tags of templates whose characters go by what they are: "Dock thug 2"."""

_Thing = TypeVar("_Thing")


class Culture(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the names of a culture, for these systems; without family names a given name, or a handle, stands alone."""

    name: str
    systems: tuple[str, ...]
    given: tuple[str, ...]
    family: tuple[str, ...] = ()

    def names(self) -> list[str]:
        """List every name that the culture can make."""
        return [f"{given} {family}".strip() for given in self.given for family in self.family or ("",)]


def name_or_count(several: Sequence[Character]) -> str:
    """Return the name of one character, or how many there are: "Lao Qing", "3 characters"."""
    return several[0].name if len(several) == 1 else f"{len(several):,} characters"


def propose(cultures: Sequence[Culture], taken: Iterable[str], chance: Dice) -> str:
    """Propose a name that is not taken, whatever its case: of a culture by chance, then by chance of its names.

    Names of which a part is taken ("Amina Kanu" beside "Amina") come only where there are no others, and numbers last.
    """
    used = {_key(name) for name in taken}
    parts = {part for name in used for part in name.split()}
    lists = [names for culture in cultures if (names := culture.names())]
    for free in ([_apart(names, parts) for names in lists], [_untaken(names, used) for names in lists]):
        if any(free):
            return _one_of(_one_of([names for names in free if names], chance), chance)
    return called(_one_of(_one_of(lists, chance), chance) if lists else NAMELESS, used)


def name_for(template: Character, cultures: Sequence[Culture], taken: Iterable[str], chance: Dice) -> str:
    """Propose a name for a character made of a template: beasts, drones and mooks are called what they are."""
    if CALLED_WHAT_THEY_ARE.isdisjoint(template.tags):
        return propose(cultures, taken, chance)
    return called(template.name, taken)


def called(name: str, taken: Iterable[str]) -> str:
    """Give a name, with the next number that is free where it is taken."""
    used = {_key(one) for one in taken}
    while _key(name) in used:
        name = numbered(name, {name})
    return name


class Names:
    """Give out names that are not taken, one after another, to as many as there are."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Begin with the names that are taken."""
        self._used = {_key(name) for name in taken}
        self._last: dict[str, str] = {}

    def settle(self, name: str) -> str:
        """Give a name, with the next number that is free where it is taken."""
        free = self._last.get(name, name)
        while _key(free) in self._used:
            free = numbered(free, {free})
        self._last[name] = free
        self._used.add(_key(free))
        return free


def several(name: str, count: int, taken: Iterable[str]) -> list[str]:
    """Name so many: one as it is, more with the next numbers that are free ("Dock thug 1", "Dock thug 2")."""
    if count == 1:
        return [name]
    used = list(taken)
    following = name if name.rsplit(" ", maxsplit=1)[-1].isdecimal() else f"{name} 1"
    for _ in range(count):
        following = called(following, used)
        used.append(following)
    return used[-count:]


def _apart(names: list[str], parts: set[str]) -> list[str]:
    """Leave out the names of which a part is taken."""
    return [name for name in names if parts.isdisjoint(_key(name).split())]


def _untaken(names: list[str], used: set[str]) -> list[str]:
    """Leave out the names that are taken."""
    return [name for name in names if _key(name) not in used]


def _one_of(things: Sequence[_Thing], chance: Dice) -> _Thing:
    """Choose one by a die with so many sides."""
    return things[chance.die(len(things)) - 1]


def _key(name: str) -> str:
    """Give what two spellings of a name share, whatever their case and spaces."""
    return " ".join(name.casefold().split())
