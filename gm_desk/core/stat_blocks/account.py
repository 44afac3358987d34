"""A check that every word of a stat block is on the card or in the notes.

The readers claim spans for fields. Words that no claim covers, or that are missing in the field that claimed them, are
found here, so that no word of a text is lost.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.notation.skill import OTHER_NAMES
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.lines import is_open
from gm_desk.core.stat_blocks.source import Left
from gm_desk.core.stat_blocks.splitting import BASED_ON_ANOTHER
from gm_desk.core.systems.definition import System

ORDINAL = re.compile(r"^[ >]{0,9}(?P<number>[0-9]{1,2})[.)][ ]+(?=[^\s0-9])", re.MULTILINE)
TOKEN = re.compile(r"[^\W_]+|[\u2600-\u27bf\U0001f000-\U0001faff]+")
"""A run of letters and digits, or of symbols."""
BETWEEN = {"and", "or", "plus", "rep", "m", "meters", "metres", "none", "n", "a", "is", "does", "deals"}
"""Words that only connect values, or stand for an absent one."""
OF_AREAS = {"area", "effect", "radius", "blast"}
OF_UNITS = {"m", "meters", "metres", "round", "rounds", "shot", "shots", "rnd", "rnds", "rds"}
NO_AP = re.compile(r"\bAP:?\s?[-−–]?\s?0\b", re.IGNORECASE)
OF_ATTACKS = {"attack", "dv", "range", "ammo", "mode", "modes", "damage", "dmg", "up", "to", *OF_UNITS, *OF_AREAS}
PIERCING = {"armor", "armour", "piercing", "armorpiercing", "armourpiercing", "ap"}
OF_BONUS = {"db", "bonus"}
OF_SKILLS = {"spec", "specs", "specialisation", "specialization", "specialty"}
IGNORING = {
    *("ignore", "ignores", "the", "effect", "effects", "modifier", "modifiers", "of", "wound", "wounds"),
    *("one", "two", "three"),
}


class Claim(Struct, frozen=True, gc=False):
    """A span whose words must be in a field of the character; `key` is the place within the field.

    A claim without a field is for a label, and is not checked. In the notes, words that were lost are given with the
    `label`.
    """

    part: TextSpan
    field: str = ""
    key: str | int = ""
    label: str = ""


def words_in(text: str) -> list[str]:
    """Return the words and numbers of a text, normalised for comparison."""
    return [_normalised(found[0]) for found in TOKEN.finditer(text)]


def unclaimed(
    whole: TextSpan, claims: Iterable[Claim], left: Iterable[Left], character: Character, system: System
) -> list[Left]:
    """Return the spans of a block that are neither on the card nor left for the notes already."""
    taken = _ClaimedSpans(claims, left)
    parts: dict[tuple[str, str | int, bool], set[str]] = {}
    found, run = list[Left](), list[re.Match[str]]()
    owner: Claim | None = None
    counted = _ordinals(whole.text)
    for token in TOKEN.finditer(whole.text):
        is_left, claim = taken.at(whole.start + token.start())
        if is_left:
            lost = False
        elif claim is None or not claim.field:
            lost = claim is None and token.start() not in counted
        else:
            place = (claim.field, claim.key, NO_AP.search(claim.part.text) is not None)
            if place not in parts:
                parts[place] = _words_of_field(character, claim, system)
            lost = _normalised(token[0]) not in parts[place]
        if run and (not lost or claim is not owner or "\n" in whole.text[run[-1].end() : token.start()]):
            found.append(_left(whole, run, owner))
            run = []
        if lost:
            run.append(token)
            owner = claim
    return [*found, _left(whole, run, owner)] if run else found


def _ordinals(text: str) -> set[int]:
    """Return the positions of the numbers before the items of a list, which count from 1 without a gap."""
    found = list(ORDINAL.finditer(text))
    in_order = [int(one["number"]) for one in found] == list(range(1, len(found) + 1))
    return {one.start("number") for one in found} if in_order and len(found) > 1 else set()


class _ClaimedSpans:
    """The claimed spans and those left over, by position; of two, the later claim counts."""

    def __init__(self, claims: Iterable[Claim], left: Iterable[Left]) -> None:
        self._claims = sorted(claims, key=lambda claim: (claim.part.start, -claim.part.end))
        self._left = sorted((one.part.start, one.part.end) for one in left)
        self._starts = [claim.part.start for claim in self._claims]
        self._left_starts = [start for start, _ in self._left]
        self._longest = max((len(claim.part.text) for claim in self._claims), default=0)
        self._longest_left = max((end - start for start, end in self._left), default=0)

    def at(self, place: int) -> tuple[bool, Claim | None]:
        """Return whether the text at a position is left over, and the narrowest claim to it."""
        number = bisect_right(self._left_starts, place) - 1
        while number >= 0 and place - self._left[number][0] <= self._longest_left:
            if place < self._left[number][1]:
                return True, None
            number -= 1
        number = bisect_right(self._starts, place) - 1
        while number >= 0 and place - self._starts[number] <= self._longest:
            if place < self._claims[number].part.end:
                return False, self._claims[number]
            number -= 1
        return False, None


def _left(whole: TextSpan, run: Sequence[re.Match[str]], owner: Claim | None) -> Left:
    """Return a run of lost words, with the label of the claim that lost them."""
    return Left(whole.cut(run[0].start(), run[-1].end()), owner.label if owner else "")


def _normalised(word: str) -> str:
    """Return a word normalised for comparison: numbers by their value."""
    return str(int(word)) if word.isascii() and word.isdigit() and len(word) < 10 else word.casefold()  # noqa: PLR2004 - digits


def _words_of_field(character: Character, claim: Claim, system: System) -> set[str]:
    """Return the words in the field of a character that a claim names."""
    value: Any = getattr(character, claim.field)
    if isinstance(claim.key, int):
        value = value[claim.key : claim.key + 1]
    elif claim.key:
        value = {claim.key: value[claim.key]} if claim.key in value else {}
    words = {word for leaf in _leaves(value) for word in words_in(leaf)} | BETWEEN
    match claim.field:
        case "stats":
            words |= set(_checks(character, value, system)) | (set() if claim.key else _names_of_numbers(system))
            if not claim.key:  # a table may have armor among its numbers
                words |= {
                    "av",
                    "armor",
                    "armour",
                    *(str(one) for worn in character.armor for one in worn.values.values()),
                }
        case "armor":  # kinds by their first letters: "6E/12K", "E6"
            pairs = {(kind[0].casefold(), number) for one in value for kind, number in one.values.items()}
            words |= {word for kind, number in pairs for word in (kind, f"{number}{kind}", f"{kind}{number}")}
        case "skills":
            words |= {"10"} if any(one.rating is None for skill in value for one in skill.specialisations) else set()
            words |= OF_SKILLS
            words |= {
                word for other, name in OTHER_NAMES.items() if name.casefold() in words for word in words_in(other)
            }
        case "attacks":
            words |= {f"{number}m" for one in value for number in re.findall("[0-9]+", one.range)}
            words |= OF_ATTACKS | (PIERCING if any(one.armor_piercing or one.penetration for one in value) else set())
            words |= {f"ap{one.penetration}" for one in value} | {f"{one.radius}m" for one in value}
            words |= {counted for one in value if one.ammo for counted in (f"x{one.ammo.now}", f"{one.ammo.now}x")}
            words |= {f"x{number}" for one in value for number in re.findall(r"\(([0-9]+)\)$", one.name)}
            words |= {"ap"} if NO_AP.search(claim.part.text) else set()
            words |= OF_BONUS if any(one.damage_bonus for one in value) else set()
    if character.health.ignored_wounds and claim.field in {"stats", "points", "armor"}:
        words |= {*IGNORING, str(character.health.ignored_wounds)}
    return words


def _checks(character: Character, stats: dict[str, int], system: System) -> Iterator[str]:
    """Yield the checks of aptitudes, also joined to the aptitude: "1545"."""
    for key, value in stats.items():
        check = str(character.checks.get(key, value * system.check))
        yield from (check, f"{value}{check}")


def _names_of_numbers(system: System) -> set[str]:
    """Return the words in the names of a system's numbers."""
    stats = (stat for section in system.sections for stat in section.stats)
    return {"total"} | {word for stat in stats for label in (stat.key, stat.name) for word in words_in(label)}


def _leaves(value: Any) -> Iterator[str]:
    """Yield every text, number and key within a value, except ids, which are not part of a text."""
    if isinstance(value, msgspec.Struct):
        yield from (leaf for key, inner in structs.asdict(value).items() if key != "id" for leaf in _leaves(inner))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield str(value)


FEW = 5
"""The most numbers of a block that, without aptitudes, skills or attacks, only changes another."""
BESIDE = {"Fray", "Perceive"}
"""Skills that blocks also give above the list of skills."""
SKILLS, LIST = re.compile(r"\bskills?\b", re.IGNORECASE), 3
"""The title of a list of skills, and the fewest skills that make a list."""


def doubts_about(character: Character, text: str, system: System, *, named: bool) -> tuple[str, ...]:
    """Return a sentence for each value that seems to be missing."""
    doubts = [] if named else ["It has no name"]
    aptitudes = sum(key.isupper() and len(key) == 3 and key not in {"DUR", "LUC"} for key in character.stats)  # noqa: PLR2004
    numbers = len(character.stats) + len(character.points) + len(character.armor)
    broken = _broken_off(character, text, system)
    complete = numbers > FEW or (character.skills and character.attacks)
    if not aptitudes and (BASED_ON_ANOTHER.search(text[:600]) or not complete):
        doubts.append("It only changes another block: everything that it does not mention is empty")
    elif broken:
        doubts.append(f"It is cut off: {broken}")
    elif is_open(text):
        doubts.append("It ends in the middle of a line")
    elif not aptitudes:
        doubts.append("It may be cut off: it has no aptitudes")
    elif not character.skills:
        doubts.append("It may be cut off: it has no skills")
    elif not _lists_skills(character, text):
        doubts.append("It may be cut off: it has no list of skills")
    return tuple(doubts)


def _broken_off(character: Character, text: str, system: System) -> str:
    """Return the missing aptitudes if a block ends with an aptitude, else nothing."""
    there = [key for key in system.aptitudes if key in character.stats]
    if not there or _lists_skills(character, text):
        return ""
    behind = system.aptitudes[system.aptitudes.index(there[-1]) + 1 :]
    missing = [key for key in behind if not _is_denied(key, text)]
    return f"{', '.join(missing)} and the skills are missing" if missing else ""


def _lists_skills(character: Character, text: str) -> bool:
    """Return whether there is a list of skills, rather than only some skills on lines of their own."""
    return SKILLS.search(text) is not None or len({skill.name for skill in character.skills} - BESIDE) >= LIST


def _is_denied(key: str, text: str) -> bool:
    """Return whether the text has a dash for an aptitude, so that it is not missing."""
    return re.search(rf"\b{key}[\s:*_]*[—–-]", text) is not None
