"""Find a character, and something of theirs to roll, from a few letters."""

from collections.abc import Iterator

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


def find(roster: Roster, system: System, typed: str) -> list[Found]:
    """List what has every typed word, first where they begin words, shorter finds before longer."""
    words = typed.casefold().split()
    if not words:
        return []
    finds = [(rank, found) for found in _everything(roster, system) if (rank := _rank(found, words)) is not None]
    finds.sort(key=lambda ranked: ranked[0])
    return [found for _, found in finds[:MOST]]


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


def _rank(found: Found, words: list[str]) -> tuple[int, int] | None:
    """Rank a find, lower is better; None where a word does not fit."""
    text = found.text.casefold()
    parts = text.replace("·", " ").replace(":", " ").split()
    misses = 0
    for word in words:
        if word not in text:
            return None
        misses += not any(part.startswith(word) for part in parts)
    return misses, len(parts)
