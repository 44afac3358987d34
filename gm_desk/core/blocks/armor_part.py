"""Armor of a stat block: "6/12", "10 (mesh armor)", "6/7 Carapace (26/25 with Hardsuit)"."""

import re
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.blocks.parts import Part, is_nothing, with_words
from gm_desk.core.stat_block import MOST_AMOUNT, Armor
from gm_desk.core.systems.system import System

PAIR = re.compile(r"\s*([0-9]+)(?:\s*/\s*([0-9]+))?(?![0-9/])")
LONGEST = len(str(MOST_AMOUNT))


class Protection(Struct, frozen=True):
    """Hold the armor that was read, the stretches that are none, and what looks wrong about it."""

    armor: tuple[Armor, ...] = ()
    left: tuple[Part, ...] = ()
    doubts: tuple[str, ...] = ()


def read_armor(part: Part, system: System) -> Protection:
    """Read armor against the kinds of damage that the system knows; one number holds for all of them.

    What stands behind the first values is what the armor is called, whatever it says: it may hold for a part of it, or
    with something else on.
    """
    kinds = kinds_of(system)
    named = _named(part, kinds)
    if named is not None:
        return named
    found = PAIR.match(part.text)
    if found is None or not kinds:
        return Protection(left=() if is_nothing(part) else with_words(part))
    if any(len(number) > LONGEST for number in found.groups("")):
        return Protection(left=with_words(part), doubts=(f"Armor beyond {MOST_AMOUNT} is left in the notes",))
    numbers = [int(number) for number in found.groups() if number]
    values = dict(zip(kinds, numbers if len(numbers) > 1 else numbers * len(kinds), strict=False))
    return Protection((Armor(values=values, name=part.cut(found.end()).unwrapped().words),))


def _named(part: Part, kinds: Sequence[str]) -> Protection | None:
    """Read armor that says what each value is against: "Energy 6, Kinetic 12", "6 energy/12 kinetic"."""
    between = r"[\s,;/]+"
    before = between.join(rf"{kind}\s*:?\s*([0-9]{{1,{LONGEST}}})" for kind in kinds)
    behind = between.join(rf"([0-9]{{1,{LONGEST}}})\s*{kind}" for kind in kinds)
    found = re.match(rf"\s*(?:{before}|{behind})(?![\w/])", part.text, re.IGNORECASE) if kinds else None
    if found is None:
        return None
    values = dict(zip(kinds, (int(number) for number in found.groups() if number), strict=True))
    return Protection((Armor(values=values, name=part.cut(found.end()).unwrapped().words),))


def kinds_of(system: System) -> Sequence[str]:
    """List the kinds of damage that armor of a system tells apart, in the order of "6/12"."""
    sections = (section for section in system.sections if section.kind == "armor")
    return [stat.key for section in sections for stat in section.stats]
