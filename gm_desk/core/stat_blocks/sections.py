"""The labels of stat blocks ("WT:", "Skills"), each with the value after it."""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from gm_desk.core.notation.movement import WAY
from gm_desk.core.notation.text import CLOSING, NOTHING, OPENING, TextSpan, any_of

NUMBERS = {
    "initiative": "INIT",
    "init": "INIT",
    "wt": "WT",
    "wound threshold": "WT",
    "dur": "DUR",
    "durability": "DUR",
    "dr": "DR",
    "death rating": "DR",
    "luc": "LUC",
    "lucidity": "LUC",
    "tt": "TT",
    "trauma threshold": "TT",
    "ir": "IR",
    "insanity rating": "IR",
    "spd": "SPD",
    "speed": "SPD",
    "db": "DB",
    "damage bonus": "DB",
}
APTITUDES = {
    "cog": "COG",
    "cognition": "COG",
    "coo": "COO",
    "coordination": "COO",
    "int": "INT",
    "intuition": "INT",
    "ref": "REF",
    "reflexes": "REF",
    "sav": "SAV",
    "savvy": "SAV",
    "som": "SOM",
    "somatics": "SOM",
    "wil": "WIL",
    "willpower": "WIL",
    "mox": "MOX",
}
POOLS = {
    "insight": "insight",
    "moxie": "moxie",
    "vigor": "vigor",
    "flex": "flex",
    "insight pool": "insight",
    "moxie pool": "moxie",
    "vigor pool": "vigor",
    "flex pool": "flex",
    "threat pool": "threat",
    "threat": "threat",
    "tp": "threat",
}
ARMOR = (
    *("av", "armor", "armour", "armor value", "armour value", "armor rating", "armour rating"),
    *(f"{name} ({kinds})" for name in ("av", "armor", "armour") for kinds in ("e/k", "energy/kinetic")),
)
TEXTS: Mapping[str, tuple[str, ...]] = {
    "skills": ("skills", "active skills", "know skills", "knowledge skills", "other skills"),
    "move": ("move", "movement", "movement rate", "movement rates"),
    "stress": ("stress test", "stress tests"),
    "ware": ("ware", "augmentations", "implants", "enhancements", "cyberware", "bioware", "nanoware"),
    "gear": ("gear", "equipment"),
    "traits": ("traits", "trait", "morph traits", "ego traits"),
    "rep": ("rep", "reputation"),
    "motivations": ("motivation", "motivations"),
    "morph": ("morph",),
    "level": ("threat level",),
    "count": ("number", "numbers"),
    "concept": ("concept",),
    "attacks": ("attacks", "attack", "weapons", "weapon"),
    "group": ("aptitudes", "pools", "pool", "stats", "statistics", "derived stats"),
    "note": (
        *("note", "notes", "special", "abilities", "special abilities", "apps", "app", "programs", "muse", "niche"),
        *("psi", "sleights", "psi sleights", "variant", "variants", "tactics", "description", "languages"),
    ),
}
LISTS = {"skills", "ware", "gear", "traits", "rep", "motivations", "attacks"}
COUNTED = {"number", "aptitude", "pool", "armor"}
"""The labels that only stat blocks have; any other may occur in prose."""
ALWAYS = ("fray", "perceive", "perception")
KNOWN: Mapping[str, tuple[str, str]] = {
    **{name: ("number", key) for name, key in NUMBERS.items()},
    **{name: ("aptitude", key) for name, key in APTITUDES.items()},
    **{name: ("pool", key) for name, key in POOLS.items()},
    **dict.fromkeys(ARMOR, ("armor", "AV")),
    **{name: (kind, kind) for kind, names in TEXTS.items() for name in names},
}
VALUE = re.compile(r"[ \n^+]{0,3}(?:[0-9]|[—–−-]{1,3}(?![\w—–−-]))")
STRUCK = re.compile(
    r"(?:[A-Z][^\n0-9,;:()]{1,40} )(?:\([^()\n0-9]{1,30}\) )?(?:[0-9]{1,3}%?,? )?(?:DV )?[0-9]{1,2}d[0-9]"
)
"""An attack after its title: "Attack Carbine 50 2d10"."""
UNUSUAL = re.compile(r" +(?:as|by|per|varies|special|none|see)\b", re.IGNORECASE)
"""Words that may take the place of a value."""
NAMED = re.compile(r" +[A-Z]")
GROUPED = re.compile(r" *[A-Z]{3}[ :]+[0-9—–-]")
"""The text after a heading of numbers, on its line."""
STRONG = "•·|;"
SEPARATING = f"{STRONG}."
LONGEST_ENTRY = 6000
"""Maximum number of characters of an entry that are read; the rest goes to the notes."""


LONGEST_HEADER = 200
LONGEST_LISTED = 100
"""Maximum number of words after "Ware", without a colon or a comma, that are a list."""


class Label(Struct, frozen=True, gc=False):
    """A label: its meaning, its beginning and end, and whether a colon follows it."""

    kind: str
    key: str
    start: int
    end: int
    colon: bool


class LabelledValue(Struct, frozen=True, gc=False):
    """The words of a label, and the value after it."""

    kind: str
    key: str
    label: TextSpan
    value: TextSpan

    @property
    def whole(self) -> TextSpan:
        """Label and value as one span, in the order in which they are written."""
        if self.value.start < self.label.start:
            gap = " " * (self.label.start - self.value.end)
            return TextSpan(f"{self.value.text}{gap}{self.label.text}", self.value.start)
        gap = " " * (self.value.start - self.label.end)
        return TextSpan(f"{self.label.text}{gap}{self.value.text}", self.label.start)


class Labels:
    """The labels that all stat blocks share, and skills where a number follows."""

    def __init__(self, skills: Iterable[str] = ()) -> None:
        """Build the patterns, with the names of the skills."""
        named = {name.casefold(): ("skill", name) for name in (*ALWAYS, *skills)}
        self._known = {**named, **KNOWN}
        self._skills = named
        self._pattern = re.compile(
            rf"(?<![\w^/+−-])[*_]{{0,3}}(?P<name>{any_of(self._known)})(?![\w/-]|[^\S\n]\()[*_]{{0,3}}"
            r"(?P<colon>[ ]?[:=|][*_]{0,3}|[ ][-–—−](?=[ ][0-9])|(?=[\s^]|$))",
            re.IGNORECASE,
        )

    def at(self, text: str, place: int = 0) -> Label | None:
        """Return the label at a position with a value after it, or None."""
        found = self._pattern.match(text, place)
        return self._label(found, text, beginning=True) if found else None

    def entries(self, line: TextSpan) -> list[LabelledValue]:
        """Split a line into its labelled values; empty if the line does not begin with a label."""
        first = self.at(line.text)
        if first is None:
            return []
        labels = [first]
        if first.kind != "note" and len(line.text) <= LONGEST_ENTRY:
            labels += self._more(line.text, first)
        ends = [label.start for label in labels[1:]] + [len(line.text)]
        return [
            LabelledValue(
                label.kind,
                label.key,
                line.cut(label.start, label.end).trimmed(" \n:|=*_-–—−"),
                line.cut(label.end, end),
            )
            for label, end in zip(labels, ends, strict=True)
        ]

    def chain(self, text: str) -> list[Label]:
        """Return the labels of numbers in a line that begins with something else, such as a name."""
        found = (self._label(one, text, beginning=False) for one in self._pattern.finditer(text[:LONGEST_ENTRY]))
        return [label for label in found if label is not None and label.kind in COUNTED]

    def header(self, text: str, fewest: int = 3) -> list[Label]:
        """Return the labels of a line that consists of nothing but labels of numbers: "COG INT REF"."""
        if len(text) > LONGEST_HEADER or any(map(str.isdigit, text)):
            return []
        found = [(one, self._known[one["name"].casefold()]) for one in self._pattern.finditer(text)]
        labels = [
            Label(kind, key, one.start("name"), one.end("name"), colon=False)
            for one, (kind, key) in found
            if kind in COUNTED | {"skill"}
        ]
        rest = self._pattern.sub("", text)
        numbers = sum(label.kind in COUNTED for label in labels)
        return labels if numbers >= fewest and not any(letter.isalnum() for letter in rest) else []

    def _more(self, text: str, first: Label) -> Iterator[Label]:
        """Yield the labels after the first that are not part of a value."""
        last, depth, seen = first, 0, first.end
        for found in self._pattern.finditer(text, first.end):
            between = text[seen : found.start()]
            depth = max(0, depth + sum(map(between.count, OPENING)) - sum(map(between.count, CLOSING)))
            seen = found.start()
            before = text[: found.start()].rstrip(" \n")[-1:] if not depth else ""
            begins = (before and before in SEPARATING) or last.kind in COUNTED | {"skill"}
            label = self._label(found, text, beginning=begins) if not depth else None
            if label is not None and _ends(last, label, before):
                last = label
                yield label

    def _label(self, found: re.Match[str], text: str, *, beginning: bool) -> Label | None:
        """Return the label at a match, if the text after it can be its value, or None."""
        name, colon = found["name"], bool(found["colon"].strip())
        kind, key = self._known[name.casefold()]
        valued = VALUE.match(text, found.end()) is not None
        if name.casefold() in self._skills and valued:
            kind, key = "skill", name
        counted = kind in COUNTED or kind == "skill"
        if not colon and name.islower():
            return None
        worded = beginning and (colon or (kind == "armor" and UNUSUAL.match(text, found.end())))
        if (counted and not valued and not worded) or (kind == "skill" and not valued):
            return None
        if (
            not counted
            and not colon
            and not _can_be_value(
                kind,
                text[found.end() : found.end() + LONGEST_ENTRY],
                beginning=beginning,
                named=name.casefold() == "notes",
            )
        ):
            return None
        return Label(kind, key, found.start(), found.end(), colon)


def _can_be_value(kind: str, behind: str, *, beginning: bool, named: bool) -> bool:
    """Return whether the text after a label that has no colon can be its value."""
    line = behind.partition("\n\n")[0].strip()
    if kind == "group" and beginning:
        return GROUPED.match(behind) is not None
    if kind in {"ware", "gear", "traits"} and beginning and behind.lstrip(" ").startswith("\n"):
        return True
    if beginning and kind == "note" and named and NAMED.match(behind):
        return True
    if kind == "attacks" and beginning and STRUCK.match(line):
        return True
    if not beginning or kind in {"note", "group", "attacks", "count", "concept"}:
        return kind == "note" and not line
    if kind in {"skills", "move", "stress", "rep"}:
        moves = kind == "move" and WAY.match(line) is not None
        return moves or any(letter.isdigit() for letter in line) or NOTHING.fullmatch(line) is not None
    listed = line[:1].isupper() and len(line) < LONGEST_LISTED and line[-1] not in ".!?"
    return (
        "," in line or listed or NOTHING.fullmatch(line) is not None or (kind in {"morph", "level"} and ":" not in line)
    )


def _ends(last: Label, label: Label, before: str) -> bool:
    """Return whether a label ends the value of the one before it."""
    counted = label.kind in COUNTED or label.kind == "skill"
    if last.kind == "skills" and (label.kind == "skill" or (label.kind == "attacks" and before.isalpha())):
        return False  # "Exotic Melee Weapon: Drill" is a skill
    if last.kind == "morph" and label.kind in {"pool", "number"}:
        return True
    if last.kind == "attacks" and before == "." and label.kind in {"move", "skills", "ware"}:
        return True  # "knife 1d10. Move 4/20"
    if last.kind in LISTS | {"note", "morph", "concept", "level", "count"}:
        return label.colon and (label.kind != "note" or before in STRONG)
    return counted or label.colon or before in STRONG
