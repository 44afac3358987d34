"""What a character can roll, by the words it is found with."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from gm_desk.core.choosing import PLUS, TIMES
from gm_desk.core.draft import AbilityKind
from gm_desk.core.roster import Character
from gm_desk.core.systems.system import Stat, System

UNTRAINED = 4


class Rollable(Struct, frozen=True):
    """Hold one thing to roll: `text` is what it is found by, and `cost` makes the unlikely come later."""

    text: str
    kind: AbilityKind
    key: str
    cost: int = 0


def numbers(system: System) -> list[Rollable]:
    """List the checks and resistances of a system, whoever has the numbers for them."""
    return [
        Rollable(_stat_text(stat, AbilityKind(section.rolled), system), AbilityKind(section.rolled), stat.key)
        for section in system.sections
        if section.rolled
        for stat in section.stats
    ]


def known(character: Character, of_system: Sequence[Rollable]) -> Iterator[Rollable]:
    """Walk over what a character has a number for: skills, checks, resistances and rep."""
    for skill in character.skills:
        yield Rollable(skill.name, AbilityKind.SKILL, skill.id)
    for number in of_system:
        if number.key in character.stats:
            yield number
    for network in character.rep:
        yield Rollable(f"{network}-rep rep", AbilityKind.REP, network)


def everything(character: Character, system: System, of_system: Sequence[Rollable]) -> list[Rollable]:
    """List all that a character can roll, with what is only defaulted and what is rarely asked for."""
    found = list(known(character, of_system))
    found += _multiples(character, system)
    stems = {skill.name.casefold().partition(":")[0] for skill in character.skills}
    for kind in system.skills:
        if kind.name.casefold() not in stems and system.defaultable(kind.name) and kind.aptitude in character.stats:
            found.append(Rollable(kind.name, AbilityKind.UNTRAINED, kind.name, UNTRAINED))
    return found


def _stat_text(stat: Stat, kind: AbilityKind, system: System) -> str:
    """Give the words of an aptitude's check: "COG Cognition check ×3"; of a resistance: "PhR resistance"."""
    if kind is AbilityKind.RESISTANCE:
        return f"{stat.key} {stat.name} resistance"
    return " ".join((f"{stat.key} {stat.name} check", *_times(stat.key, system.check)))


def _multiples(character: Character, system: System) -> Iterator[Rollable]:
    """Walk over the other aptitude tests of a system: other multiples, and sums of two."""
    owned = [aptitude for aptitude in system.aptitudes if aptitude in character.stats]
    for aptitude in owned:
        for factor in system.multiples:
            if factor != system.check:
                words = " ".join((aptitude, *_times(aptitude, factor)))
                yield Rollable(words, AbilityKind.CHECK, f"{aptitude}{TIMES}{factor}", UNTRAINED)
    for first, second in combinations(owned, 2) if system.sums else ():
        yield Rollable(f"{first}+{second} {second}+{first}", AbilityKind.CHECK, f"{first}{PLUS}{second}", UNTRAINED)


def _times(key: str, factor: int) -> tuple[str, ...]:
    """List the ways to write a multiple."""
    if factor < 1:
        return ()
    signs = ("×", "x", "*")
    return (*(f"{sign}{factor}" for sign in signs), *(f"{key}{sign}{factor}" for sign in signs))
