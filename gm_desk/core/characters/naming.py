"""Names for NPCs: random, from lists by culture, and never one that is already used."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from gm_desk.core.characters.roster import Character, numbered
from gm_desk.core.rules.dice import Dice

NAMELESS = "Stranger"
CALLED_WHAT_THEY_ARE = {"beast", "drone", "mook"}
"""Tags of templates whose characters are named after the template: "Dock thug 2"."""

_Thing = TypeVar("_Thing")


class Culture(Struct, frozen=True, forbid_unknown_fields=True):
    """The names of a culture, and the systems it is for; without family names, given names are used alone."""

    name: str
    systems: tuple[str, ...]
    given: tuple[str, ...]
    family: tuple[str, ...] = ()

    def names(self) -> list[str]:
        """Return every name of the culture."""
        return [f"{given} {family}".strip() for given in self.given for family in self.family or ("",)]


def propose(cultures: Sequence[Culture], taken: Iterable[str], chance: Dice) -> str:
    """Return a random unused name, ignoring case, of a random culture.

    Names that share a part with a used one ("Amina Kanu" beside "Amina") come after all others, and numbered ones
    last.
    """
    used = {_key(name) for name in taken}
    parts = {part for name in used for part in name.split()}
    lists = [names for culture in cultures if (names := culture.names())]
    for free in ([_apart(names, parts) for names in lists], [_untaken(names, used) for names in lists]):
        if any(free):
            return _one_of(_one_of([names for names in free if names], chance), chance)
    return free_name(_one_of(_one_of(lists, chance), chance) if lists else NAMELESS, used)


def name_for(template: Character, cultures: Sequence[Culture], taken: Iterable[str], chance: Dice) -> str:
    """Return a name for a character made from a template: beasts, drones and mooks are named after the template."""
    if CALLED_WHAT_THEY_ARE.isdisjoint(template.tags):
        return propose(cultures, taken, chance)
    return free_name(template.name, taken)


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name, with the next free number if it is used."""
    used = {_key(one) for one in taken}
    while _key(name) in used:
        name = numbered(name, {name})
    return name


class Names:
    """Unused names for several characters, assigned one after another."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Start with the used names."""
        self._used = {_key(name) for name in taken}
        self._last: dict[str, str] = {}

    def settle(self, name: str) -> str:
        """Return a name, with the next free number if it is used, and mark it as used."""
        free = self._last.get(name, name)
        while _key(free) in self._used:
            free = numbered(free, {free})
        self._last[name] = free
        self._used.add(_key(free))
        return free


def numbered_names(name: str, count: int, taken: Iterable[str]) -> list[str]:
    """Return `count` names: one as it is, several with the next free numbers ("Dock thug 1", "Dock thug 2")."""
    if count == 1:
        return [name]
    used = list(taken)
    following = name if name.rsplit(" ", maxsplit=1)[-1].isdecimal() else f"{name} 1"
    for _ in range(count):
        following = free_name(following, used)
        used.append(following)
    return used[-count:]


def _apart(names: list[str], parts: set[str]) -> list[str]:
    """Return the names that share no part with a used one."""
    return [name for name in names if parts.isdisjoint(_key(name).split())]


def _untaken(names: list[str], used: set[str]) -> list[str]:
    """Return the names that are not used."""
    return [name for name in names if _key(name) not in used]


def _one_of(items: Sequence[_Thing], chance: Dice) -> _Thing:
    """Return one of the items at random."""
    return items[chance.die(len(items)) - 1]


def _key(name: str) -> str:
    """Return the key by which names are compared, without case and extra spaces."""
    return " ".join(name.casefold().split())
