"""The words of stat blocks in free text: the labels and skills of a system, and where a value begins."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gm_desk.core.characters.skill_names import EDITIONS, PAIRS, WITHOUT_PAIR
from gm_desk.core.notation.skill import OTHER_NAMES
from gm_desk.core.stat_blocks.sections import APTITUDES, ARMOR, NUMBERS, POOLS, TEXTS
from gm_desk.core.systems.definition import System

COUNTED = {"number", "aptitude", "pool"}
LISTS = {"skills", "attacks", "ware", "gear", "traits", "rep", "motivations", "move", "note", "group"}
"""The labels that may head the lines below them."""
TRACKS = {"hp": 0, "hit points": 0, "hitpoints": 0, "health": 0, "health points": 0}
"""Names of the first track of a system, with its place."""
NUMBER_NAMES: Mapping[str, Mapping[str, str]] = {
    "eclipse": {"wound thr": "WT", "speed (spd)": "SPD", "ini": "INIT", "trauma thr": "TT"},
    "kaiser": {
        "lvl": "LV",
        "lv": "LV",
        "life": "LP",
        "life point": "LP",
        "ini": "INIT",
        "str": "STR",
        "will": "WP",
        "faith": "FC",
        "wil": "WP",
        "intellect": "INT",
        "stamina points": "STA",
        "absorb": "ABS",
        "action point": "AP",
        "physical resistance": "PhR",
        "magic resistance": "MR",
        "illness resistance": "IR",
        "spirit resistance": "SR",
        "presence resistance": "PrR",
    },
}
MORE_TEXTS: Mapping[str, tuple[str, ...]] = {
    "skills": ("skill", "active skill", "knowledge", "knowledges", "combat skills", "social skills", "main skills"),
    "move": ("mobility system", "mobility systems", "mobility", "moves", "movement speed", "speeds"),
    "attacks": ("weaponry", "ranged attack", "ranged attacks", "melee attack", "melee attacks", "ranged", "armament"),
    "gear": ("items", "inventory", "possessions", "loot", "carries", "carrying", "kit", "belongings"),
    "ware": ("mods", "morph implants", "enhancement"),
    "count": ("count", "quantity", "qty", "how many"),
    "stress": ("stress", "stress value"),
    "motivations": ("goals",),
    "name": ("name", "npc", "character"),
}
NO_LABELS = {"ranged", "stress", "count", "kit", "carries", "carrying", "loot", "knowledge", "skill", "mods", "trait"}
"""The words that are labels only with a colon."""
LONGEST_HEADINGS, FEWEST_HEADINGS = 200, 3
JOINS = r"(?:[ ]*(?:[:=|→]|\.{2,})[ ]*|[ ]+[-–—−]+[ ]*(?=[0-9(+])|[ ]+is[ ]+|[ ]+)"
"""What may stand between a label and its value."""
NONE_SAID = r"(?:[-–—−]{1,3}|n/?a\b|none\b|nil\b|x)(?=[ ]*(?:$|[\n,;•·|)]|[A-Z]))"


class Word(Struct, frozen=True):
    """A label or skill in a text: its meaning, and its end."""

    kind: str
    key: str
    end: int
    colon: bool = False


class BlockWords:
    """The labels and skills of one system, or of several together."""

    def __init__(self, systems: Sequence[System]) -> None:
        """Collect the words, and build the patterns."""
        self._known = {name: meaning for system in systems for name, meaning in _labels(system)}
        self.keys = frozenset(key for kind, key in self._known.values() if kind in COUNTED)
        skills = {kind.name.casefold(): kind.name for one in systems for kind in one.skills if not kind.fields}
        fields = {kind.name.casefold(): kind.name for one in systems for kind in one.skills if kind.fields}
        if any(one.id == "ep2" for one in systems):
            skills |= {other: other.title() for other, name in OTHER_NAMES.items() if name.casefold() in skills}
            fields |= {other: other.title() for other, name in OTHER_NAMES.items() if name.casefold() in fields}
        for place, edition in enumerate(EDITIONS):
            if any(one.id == edition for one in systems):
                skills |= {pair[1 - place].casefold(): pair[1 - place] for pair in PAIRS}
        if any(one.id == "ep2" for one in systems):
            skills |= {name.casefold(): name for name in WITHOUT_PAIR}
        skills = {name: said for name, said in skills.items() if name not in fields}
        self.skills, self.fields = frozenset(skills), frozenset(fields)
        self._label = re.compile(rf"(?P<name>{_either(self._known)})(?:\.(?=[ :]))?(?![^\W\d]|['’])", re.IGNORECASE)
        self._skill = re.compile(
            rf"""(?P<name>(?:{_either(skills)})(?![^\W\d]|['’])
            |(?:{_either(fields)})(?![\w'’])(?:[ ]*:[ ]*|[ ]*[(\[][ ]*|[ ]*[-–—][ ]+(?=[A-Z])|[ ]+(?=[A-Z]))
             (?:[^\W\d_][^0-9:,;()\[\]\n|•]{{0,38}}?)(?:[ ]*[)\]])?
             (?=[ ]*[:=|(\[.,;\u2013\u2014-]|[ ]+[0-9–—−-]|[ ]*$))""",
            re.IGNORECASE | re.VERBOSE,
        )

    def label(self, text: str, place: int) -> Word | None:
        """Return the label at a position, or None."""
        found = self._label.match(text, place)
        if found is None:
            return None
        said = found["name"].casefold()
        kind, key = self._known[said]
        colon = re.match(r"[ ]*[:=|]", text[found.end() : found.end() + 4]) is not None
        if said in NO_LABELS and not colon:
            return None
        return Word(kind, key, found.end(), colon)

    def headings(self, text: str) -> list[str]:
        """Return the keys of a line that consists of labels of numbers; none for any other line."""
        if len(text) > LONGEST_HEADINGS or any(map(str.isdigit, text)):
            return []
        keys, place = list[str](), 0
        while place < len(text):
            if not text[place].isalnum():
                place += 1
                continue
            word = self.label(text, place)
            if word is None or word.kind not in COUNTED | {"armor"}:
                return []
            keys.append(word.key)
            place = word.end
        return keys if len(keys) >= FEWEST_HEADINGS else []

    def skill(self, text: str, place: int) -> Word | None:
        """Return the skill at a position, with its field, or None."""
        found = self._skill.match(text, place)
        return Word("skill", found["name"], found.end("name")) if found else None

    def is_skill(self, name: str) -> bool:
        """Return whether words are the name of a skill, with its field or without."""
        plain = " ".join(name.split()).casefold()
        return plain in self.skills or plain in self.fields or plain.partition(":")[0].strip() in self.fields


def _either(names: Mapping[str, object]) -> str:
    """Return a pattern for any of some names, the longest first; spaces may be wider."""
    ordered = sorted(names, key=len, reverse=True)
    return "|".join(re.escape(name).replace(r"\ ", r"[ \n]+") for name in ordered) or r"(?!)"


def _labels(system: System) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the labels of a system with their meaning."""
    for texts in (TEXTS, MORE_TEXTS):
        for kind, names in texts.items():
            yield from ((name, (kind, kind)) for name in names)
    yield from ((name, ("armor", "AV")) for name in (*ARMOR, "armor rating"))
    eclipse = system.step != 1
    own = {stat.key for section in system.sections for stat in section.stats}
    if eclipse:
        yield from ((name, ("number", key)) for name, key in NUMBERS.items() if key in own)
        yield from ((name, ("aptitude", key)) for name, key in APTITUDES.items())
        yield from ((name, ("pool", key)) for name, key in POOLS.items())
    for section in system.sections:
        if section.kind in {"numbers", "tracks"} and not (eclipse and section.rolled):
            for stat in section.stats if section.kind == "numbers" else ():
                yield from ((said.casefold(), ("number", stat.key)) for said in (stat.key, stat.name))
        if section.kind == "tracks":
            yield from ((name, ("number", section.stats[place].key)) for name, place in TRACKS.items())
    more = NUMBER_NAMES["eclipse" if eclipse else system.id] if eclipse or system.id in NUMBER_NAMES else {}
    yield from ((name, ("number", key)) for name, key in more.items())
