"""Find a character, and something of theirs to roll, from a few letters."""

from collections.abc import Iterator
from heapq import nsmallest
from operator import itemgetter

from msgspec import Struct

from gm_desk.core.draft import AbilityKind
from gm_desk.core.roster import Character, Roster
from gm_desk.core.systems.system import System

MOST = 9


class Found(Struct, frozen=True):
    """Hold one find: a character, and a skill or check of theirs unless `kind` is None."""

    text: str
    character: str
    kind: AbilityKind | None = None
    key: str = ""


Index = list[tuple[str, Found]]


def index_of(roster: Roster, system: System) -> Index:
    """List all there is to find, each with its text as it is searched."""
    return [(found.text.casefold(), found) for found in _everything(roster, system)]


def find(index: Index, typed: str) -> list[Found]:
    """List what has every typed word, first where they begin words, shorter finds before longer."""
    words = typed.casefold().split()
    if not words:
        return []
    finds = [(_rank(text, words), found) for text, found in index if all(word in text for word in words)]
    return [found for _, found in nsmallest(MOST, finds, key=itemgetter(0))]


def _everything(roster: Roster, system: System) -> Iterator[Found]:
    """Walk over all there is to find."""
    for one in roster.characters:
        yield Found(one.name, one.id)
        yield from _abilities(one, system)


def _abilities(one: Character, system: System) -> Iterator[Found]:
    """Walk over what a character can roll."""
    for skill in one.skills:
        yield Found(f"{one.name} · {skill.name} {skill.rating}", one.id, AbilityKind.SKILL, skill.id)
    for aptitude in system.aptitudes:
        if aptitude in one.stats:
            check = one.stats[aptitude] * system.check
            yield Found(f"{one.name} · {aptitude} check {check}", one.id, AbilityKind.CHECK, aptitude)


def _rank(text: str, words: list[str]) -> tuple[int, int]:
    """Rank a text that has all the words, lower is better: first how many of them begin none of its own words."""
    parts = text.replace("·", " ").replace(":", " ").split()
    misses = sum(not any(part.startswith(word) for part in parts) for word in words)
    return misses, len(parts)
