"""The meaning of a column's heading ("Dur.", "AV (E/K)", "Percep"), and the likeliest one of an unknown column."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from gm_desk.core.notation.armor import kinds_of
from gm_desk.core.notation.skill import OTHER_NAMES, spelled
from gm_desk.core.stat_blocks import sections
from gm_desk.core.stat_blocks.source import Column
from gm_desk.core.systems.definition import System, SystemKey
from gm_desk.core.tables.synonyms import (
    HIT_POINTS,
    LETTERS,
    NAMES,
    NUMBERS,
    SHORT_ARMOR,
    SHORT_SKILLS,
    SYNONYMS,
)

LONGEST_HEADING = 60
SHORTEST_BEGINNING = 4
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
EDGE = " .:*_()[]\"'“”\n\t"
BRACKET = re.compile(r"(.*?\S)\s*[(\[]([^()\[\]]+)[)\]]")
NUMBERED = re.compile(r"(.*[^\W\d_])[\s#.]*[0-9]{1,2}")
FIRST_WORD = re.compile(r"(?:tn|target|skill|total)\s+(\S.*)")
LAST_WORD = re.compile(r"(.*\S)\s+[(\[]?(?:skill|rating|score|value|stat|pool|total|final|%)[)\]]?")
DIGITS = re.compile(r"[0-9]{2}|^\s*[0-9]")
"""Numbers that never occur in a heading."""

LETTERED = re.compile(r"(?:[A-Za-z]\.){2,4}")
"""A heading with a full stop after each letter: "W.T."."""

ALIKE = {"weapon", "damage", "skilled", "modes", "range", "ammo", "ap", "skills", "gear", "ware", "traits", "plain"}
"""The kinds of columns that a table may have several times, with numbers."""


class Meaning(Struct, frozen=True):
    """The content of a column: a kind of value, and its key ("aptitude", "COG"); `parts` are those of one cell.

    `side` marks the parts of "Durability (WT)": a cell may contain only the first.
    """

    kind: str
    key: str = ""
    parts: tuple["Meaning", ...] = ()
    side: bool = False

    @property
    def id(self) -> str:
        """The meaning as one word, by which a column is assigned."""
        return f"{self.kind}:{self.key}" if self.key else self.kind


def meaning_of(column: str) -> Meaning:
    """Return the meaning with an id."""
    kind, _, key = column.partition(":")
    return Meaning(kind, key)


NOTE = Meaning("note")
NAME = Meaning("name")


class Headings:
    """The headings that a system's tables may have."""

    def __init__(self, system: System) -> None:
        """Collect the names of the system's numbers, points, skills and lists."""
        self.system = system
        self._known = dict(_known(system))
        self._long = sorted(
            (name, meaning)
            for name, meaning in self._known.items()
            if meaning.kind in {"skill", "number", "aptitude", "pool"} and len(name) > SHORTEST_BEGINNING
        )
        skills = (*(kind.name for kind in system.skills), *OTHER_NAMES)
        self._first_words = {name.casefold().split()[0] for name in skills}

    def meaning(self, heading: str) -> Meaning | None:
        """Return the meaning of a heading, or None."""
        if len(heading) > LONGEST_HEADING or DIGITS.search(heading):
            return None
        if any(map(str.isdigit, heading)):
            return self._numbered(heading)
        return self._outer(heading) or self._composed(heading)

    def choices(self) -> Iterator[tuple[Meaning, str]]:
        """Yield the meanings that a column can be given, each with its name."""
        yield NAME, "Name"
        for section in self.system.sections:
            for stat in section.stats if section.kind == "numbers" else ():
                yield _number(self.system, stat.key), stat.name
        for kind in self.system.points:
            yield Meaning("pool", kind.id), f"{kind.name} (points)"
        for key, name in CHOICES.items():
            yield Meaning(key), name
        yield from ((Meaning("skill", one.name), one.name) for one in self.system.skills if not one.fields)
        yield NOTE, "Notes"

    def _plain(self, heading: str) -> Meaning | None:
        """Return the meaning of one way to read a heading."""
        text = " ".join(heading.casefold().replace("_", " ").replace("armour", "armor").strip(EDGE).split())
        return self._known.get(text) or self._several(text) or self._skill(heading) or self._beginning(text)

    def _several(self, text: str) -> Meaning | None:
        """Return the meaning of "WT/DUR/DR", or None."""
        pieces = [one.strip(EDGE) for one in text.split("/")]
        if not 1 < len(pieces) <= 12:  # noqa: PLR2004 - no system has more numbers
            return None
        found = [self._known.get(piece) or self._letter(piece) or self._beginning(piece) for piece in pieces]
        counted = {"number", "aptitude", "pool", "av", "hp", "skill"}
        kinds = [one for one in found if one is not None and one.kind in counted]
        return Meaning("several", "", tuple(kinds)) if len(kinds) == len(pieces) else None

    def _letter(self, text: str) -> Meaning | None:
        """Return the meaning of a single letter among others."""
        words = LETTERS.get(text, "")
        if any(kind.id == words for kind in self.system.points):
            return Meaning("pool", words)
        kind = next((kind for kind in kinds_of(self.system) if text and kind.casefold().startswith(text)), "")
        return Meaning("av", kind) if kind else None

    def _skill(self, heading: str) -> Meaning | None:
        """Return the skill that a heading names, with its field or without."""
        first = re.match(r"[^\W_]+(?:-[^\W_]+)*", heading.strip(EDGE))
        if first is None or first[0].casefold() not in self._first_words:
            return None
        name, special = spelled(heading.strip(EDGE) + ")" * heading.rstrip().endswith(")"), self.system)
        kind = self.system.skill_kind(name)
        if kind is None or special:
            stem, _, field = name.partition(" ")
            kind = self.system.skill_kind(stem) if field[:1].isalpha() else None
            if kind is None or not kind.fields:
                return None
            name = f"{kind.name}: {field}"
        return Meaning("field" if kind.fields and ":" not in name else "skill", name)

    def _beginning(self, text: str) -> Meaning | None:
        """Return the meaning of the only long name with this beginning."""
        if len(text) < SHORTEST_BEGINNING or not text.replace(" ", "").isalpha():
            return None
        place = bisect_left(self._long, (text,))
        found = {one for name, one in self._long[place : place + 6] if name.startswith(text)}
        if not found and " " in text:
            found = {one for name, one in self._long if name[0] == text[0] and _shortens(text.split(), name.split())}
        return found.pop() if len(found) == 1 else None

    def _composed(self, heading: str) -> Meaning | None:
        """Return the meaning of "Armor (K/E)", "Durability (WT)", "Fray (REF)"."""
        found = BRACKET.fullmatch(heading.strip())
        if found is None:
            return None
        before, inside = self._outer(found[1]), self._plain(found[2])
        if inside is not None and inside.kind == "several" and (before is None or before.kind in {"armor", "group"}):
            return inside
        if before is None:
            key = inside.key if inside and inside.kind in {"number", "aptitude", "pool"} else ""
            return inside if key and found[1].casefold().startswith(key[0].casefold()) else None
        if before.kind == "skill":
            known = inside is not None and inside.kind == "aptitude"
            return before if known or not any(map(str.isalpha, found[2])) else None
        numbers = {"number", "hp"}
        if inside and inside != before and {before.kind, inside.kind} <= numbers:
            return Meaning("several", "", (before, inside), side=True)
        return before

    def _outer(self, text: str) -> Meaning | None:
        """Return the meaning of words without a bracket."""
        return next(filter(None, map(self._plain, _variants(text))), None)

    def _numbered(self, heading: str) -> Meaning | None:
        """Return the meaning of one of several numbered columns: "Weapon 2"."""
        found = NUMBERED.fullmatch(heading.strip())
        meaning = self._outer(found[1]) if found else None
        return meaning if meaning and meaning.kind in ALIKE else None


CHOICES = {
    "armor": "Armor",
    "move": "Movement",
    "skills": "Skills (a list)",
    "weapon": "Attack",
    "damage": "Damage of the attack before it",
    "count": "How many there are",
    "level": "Threat level",
    "concept": "Concept",
    "morph": "Morph",
    "rep": "Rep",
    "ware": "Ware",
    "gear": "Gear",
    "traits": "Traits",
    "motivations": "Motivations",
    "tags": "Tags",
}
"""The meanings that can be assigned to a column besides numbers and skills, by kind."""


def _shortens(short: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each word is short for one of a name: "wnd thr" for "wound threshold"."""
    if len(short) != len(words) or any(len(one) < 2 for one in short):  # noqa: PLR2004 - letters
        return False
    return all(re.match(".*".join(map(re.escape, one)), word) for one, word in zip(short, words, strict=True))


def _variants(heading: str) -> Iterator[str]:
    """Yield the ways to read a heading: as it is, in words, without a last word, and by its last part."""
    plain = heading.strip().rstrip("%").strip()
    plain = plain.replace(".", "") if LETTERED.fullmatch(plain) else plain
    yield plain
    words = CAMEL.sub(" ", plain)
    yield words
    for pattern in (LAST_WORD, FIRST_WORD):
        found = pattern.fullmatch(words.casefold())
        if found:
            yield found[1]
    for mark in (".", ":"):
        if mark in plain.strip(EDGE):
            yield plain.rpartition(mark)[2]


def _number(system: System, key: str) -> Meaning:
    """Return the meaning of a number of the stat block."""
    return Meaning("aptitude" if key in system.aptitudes else "number", key)


def _known(system: System) -> Iterator[tuple[str, Meaning]]:
    """Yield the known headings of a system; later ones count before earlier ones."""
    own = {stat.key: stat.name for part in system.sections if part.kind == "numbers" for stat in part.stats}
    kinds = kinds_of(system)
    for written, names in SYNONYMS.items():
        column, _, key = written.partition(":")
        if column != "av" or key in kinds:
            yield from ((name, Meaning(column, key)) for name in names)
    for kind_of_armor, names in SHORT_ARMOR.items() if "energy" in kinds else ():
        yield from ((name, Meaning("av", kind_of_armor)) for name in names)
    yield from ((kind.casefold(), Meaning("av", kind)) for kind in kinds)
    for short, name in SHORT_SKILLS.items():
        spelled_name = spelled(name, system)[0] if name else ""
        if system.skill_kind(spelled_name):
            yield short, Meaning("skill", spelled_name)
    yield from _labels_of_numbers(system, own)
    for other, name in OTHER_NAMES.items():
        if (listed := system.skill_kind(name)) is not None:
            yield other, Meaning("field" if listed.fields else "skill", listed.name)
    for one in system.skills:
        yield one.name.casefold(), Meaning("field" if one.fields else "skill", one.name)
    yield from _known_points(system)
    yield from _known_numbers(system, own)
    yield from ((name, NAME) for name in NAMES)


def _known_points(system: System) -> Iterator[tuple[str, Meaning]]:
    """Yield the headings of points and rep."""
    pools = {kind.id for kind in system.points if not kind.stat}
    yield from ((name, Meaning("pool", key)) for name, key in sections.POOLS.items() if key in pools)
    for network in system.networks:
        names = (f"{network}-rep", f"{network} rep", f"{network}rep", f"rep {network}")
        yield from ((name, Meaning("network", network)) for name in names)


def _labels_of_numbers(system: System, own: Mapping[str, str]) -> Iterator[tuple[str, Meaning]]:
    """Yield the labels of numbers in stat blocks, and their other names."""
    labels = {**sections.NUMBERS, **sections.APTITUDES, **NUMBERS}
    yield from ((name, _number(system, key)) for name, key in labels.items() if key in own)


def _known_numbers(system: System, own: Mapping[str, str]) -> Iterator[tuple[str, Meaning]]:
    """Yield the headings of numbers and of their checks."""
    if "SPD" not in own:
        yield from ((name, Meaning("move")) for name in ("speed", "spd"))
    for key, name in own.items():
        yield from ((one.casefold(), _number(system, key)) for one in (key, name))
        if key in system.aptitudes and system.check:
            yield from ((f"{one.casefold()} check", Meaning("check", key)) for one in (key, name))
    hit = next((key for key in HIT_POINTS if key in own), "")
    yield from ((name, Meaning("hp", hit)) for name, key in NUMBERS.items() if hit and key in {"HP", "LP"})


def headings_of(system: System) -> Headings:
    """Return the headings that a system's tables may have, collected once for each of the last systems."""
    return _headings_of(SystemKey(system))


@lru_cache(maxsize=8)
def _headings_of(key: SystemKey) -> Headings:
    return Headings(key.system)


ALIKE_ENOUGH = 70
"""The similarity of a heading and a name, of 100, from which the name is suggested."""
DICE = re.compile(r"[0-9]*d[0-9]+")
LISTED = re.compile(r"[^\W\d_][^0-9,;]* [0-9]{1,3}(?:[,;]|$)")


def assignable_meanings(system: System) -> list[tuple[str, str]]:
    """Return the meanings that can be assigned to a column: the id and the name of each."""
    return [(meaning.id, name) for meaning, name in headings_of(system).choices()]


def suggestion(column: Column, choices: Sequence[tuple[str, str]]) -> str:
    """Return the id of the likeliest meaning of an unknown column, or "" if none is likely."""
    by_values = _by_values(column.examples)
    if by_values:
        return by_values
    from rapidfuzz import process, utils

    names = {meaning: f"{meaning.rpartition(':')[2]} {name}" for meaning, name in choices if meaning != NOTE.id}
    found = process.extractOne(
        column.heading, names, scorer=_likeness, processor=utils.default_process, score_cutoff=ALIKE_ENOUGH
    )
    return str(found[2]) if found else ""


def _likeness(one: str, other: str, **_more: object) -> float:
    """Return the similarity of a heading to the key or the name of a meaning."""
    from rapidfuzz import fuzz

    return max((fuzz.ratio(one, word) for word in other.split()), default=0.0)


def _by_values(examples: Sequence[str]) -> str:
    """Return the meaning of values that only one kind of column has."""
    if examples and all(map(DICE.search, examples)):
        return "damage" if all(map(DICE.match, examples)) else "weapon"
    return "skills" if examples and all(map(LISTED.match, examples)) else ""
