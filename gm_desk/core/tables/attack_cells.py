"""Attacks in a table: one or several in a cell, or the parts of one in cells side by side."""

import itertools
import re
from collections.abc import Sequence

from msgspec import structs

from gm_desk.core.characters.roster import NewId, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.notation.attack import split_attacks, typed_attack, write_attack
from gm_desk.core.notation.attack_values import parted_values
from gm_desk.core.notation.book_attack import read_book_attack, with_skills
from gm_desk.core.notation.skill import spelled
from gm_desk.core.notation.text import TextSpan, is_nothing
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.headings import Meaning
from gm_desk.core.tables.value_cells import ROLLED, WHOLE, CellValue, HealthCells, ValueCells

DICE = re.compile(r"[0-9]d[0-9]|\bDV\b", re.IGNORECASE)
NAME_END = re.compile(r"\s*[:(,]|\s+(?=[0-9]|DV\b|d[0-9]|[+−-][0-9])|\s+[–—]\s+|\s*=\s*", re.IGNORECASE)
ANOTHER = re.compile(
    r"\s*(?:\n|;|\s/\s|\s\+\s(?=[A-Z])|,\s*(?=[A-Z][^,;:()]{1,40}[:(]|[A-Z][^,;:()0-9]{1,40}\s[0-9]"
    r"|(?!DV\b|plus\b|or\b|and\b|damage\b)[^\W\d_][^,;:()0-9]{1,40}\s[0-9]*d[0-9]))\s*"
)
AFTER_DICE = re.compile(r"^([0-9]*d[0-9]+(?:\s*[+−-]\s*[0-9]+)?)\s*\(([^()]*)\)$")
BASED = re.compile(
    r"\s*(?P<name>[^\W\d_][^,;:()0-9]{1,40}?)[ :]+(?P<damage>[0-9]{1,3} (?:cut|thrust|blow)\b)(?P<rest>.*)",
    re.IGNORECASE,
)
"""An attack with base damage after its name: "Axe 6 cut" (Kaiser)."""
NAMED_DICE = re.compile(r"(?:^|; *)[^\W\d_][^,;:()0-9]{1,40}[ (]+(?:DV )?[0-9]*d[0-9]")
"""Another attack after a semicolon."""
STRUCK = re.compile(
    r"(?:DV ?)?[0-9]{0,2}d[0-9]{1,3}(?:\s*[+−-]\s*[0-9]+)?(?: ?DV)?(?:[ ,;(][^\n]{0,60})?", re.IGNORECASE
)
WEAPON = re.compile(
    r"(?!.*\b(?:heal|regen|repair|stress|fear|sv|fall|toxin|cost|price|loot|time|number|init|recover))[^\W\d_][^\d\n:]{1,39}",
    re.IGNORECASE,
)
"""A heading that may be the name of a weapon."""
UNSKILLED = ', "" '
"""The notation of an attack with a rating but no skill."""
NO_ATTACK = re.compile(r"[\s—–−-]*(?:n/?a|none)?[\s.]*", re.IGNORECASE)


def attacks_in(text: str, system: System, new_id: NewId) -> list[Attack]:
    """Return the attacks of a cell: "Pistol 45, 2d10; Knife 1d6", "SMG (Guns 40, 2d6, SA/BF)"."""
    if NO_ATTACK.fullmatch(text):
        return []
    lines = [_typed_whole(line, system, new_id) or line for line in text.split("\n")]
    found = list[Attack]()
    for typed, group in itertools.groupby(lines, key=lambda one: isinstance(one, Attack)):
        if typed:
            found += (one for one in group if isinstance(one, Attack))
            continue
        pieces = [piece for piece in _pieces("\n".join(map(str, group))) if any(map(str.isalnum, piece))]
        found += (_attack(one, system, new_id) for piece in pieces for one in _names_in(piece, system))
    return found


def may_strike(heading: str, text: str) -> bool:
    """Return whether a cell is damage, and its heading may be the name of a weapon."""
    return STRUCK.fullmatch(text) is not None and WEAPON.fullmatch(heading) is not None


def _typed_whole(line: str, system: System, new_id: NewId) -> Attack | None:
    """Return the attack of a line in our own notation with notes; None for any other line."""
    attack = typed_attack(line, system, new_id) if ";" in line else None
    if attack is None or not (attack.skill or UNSKILLED in line) or write_attack(attack) != line.strip():
        return None
    return None if NAMED_DICE.search(attack.notes) else attack


def _names_in(text: str, system: System) -> list[str]:
    """Split a list of mere names of attacks ("Pistol, knife"), unless a name is followed by its skill."""
    parts = [part.strip() for part in text.split(",")]
    plain = len(parts) > 1 and not any(map(str.isdigit, text)) and "(" not in text and '"' not in text
    skilled = any(system.skill_kind(spelled(part, system)[0]) for part in parts[1:])
    return [text] if skilled or not plain else list(filter(None, parts))


def _pieces(text: str) -> list[str]:
    """Split a cell into attacks; a part without a damage of its own belongs to the one before it."""
    found = list[str]()
    for line in text.split("\n"):
        typed = split_attacks(line)
        parts = typed if len(typed) > 1 else _split(line)
        for part in parts:
            if found and parts is not typed and _continues(found[-1], part):
                found[-1] += f"; {part}"
            else:
                found.append(part)
    return found


def _split(text: str) -> list[str]:
    """Split a line at semicolons, and at commas before another name with its own dice."""
    parts, last = list[str](), 0
    for mark in ANOTHER.finditer(text):
        opened = text[last : mark.start()]
        if opened.count("(") > opened.count(")"):
            continue
        if "," in mark[0] and not (DICE.search(opened) and DICE.search(text[mark.end() :])):
            continue
        parts.append(opened)
        last = mark.end()
    return [*parts, text[last:]]


def _continues(before: str, part: str) -> bool:
    """Return whether a part describes the attack before it."""
    return bool(DICE.search(before)) and not DICE.search(part)


def _attack(text: str, system: System, new_id: NewId) -> Attack:
    """Read one attack, as typed or as books write it."""
    based = BASED.fullmatch(text) if system.base_damage else None
    typed = typed_attack(f"{based['name']}, {based['damage']}{based['rest']}" if based else text, system, new_id)
    if typed is not None:
        return typed
    found = NAME_END.search(text)
    end = found.start() if found and found.start() else len(text)
    behind = end if found is None or text[end : end + 1] == "(" else found.end()
    if found and text[found.start() : found.end()].strip() == "(":
        behind = found.end() - 1
    name = " ".join(text[:end].split()) or "Attack"
    return read_book_attack(name, TextSpan(parted_values(text[behind:])), new_id())


def named_attack(name: str, parts: dict[str, str], system: System, new_id: NewId) -> Attack:
    """Return the attack of a name and of the cells beside it, by their kind: "damage", "modes"."""
    listed = list[str]()
    for kind, text in parts.items():
        plain = " ".join(text.split())
        if not NO_ATTACK.fullmatch(plain):
            value = AFTER_DICE.sub(r"\1, \2", plain.removeprefix("DV ")) if kind == "damage" else plain
            listed.append(WRITTEN.get(kind, "{}").format(parted_values(value)))
    if system.base_damage:
        typed = typed_attack(", ".join([name, *listed]), system, new_id)
        if typed is not None:
            return typed
    return read_book_attack(" ".join(name.split()), TextSpan(", ".join(listed)), new_id())


WRITTEN = {"damage": "DV {}", "range": "Range {}", "ammo": "Ammo {}", "ap": "AP {}"}
"""The notation for the cells beside an attack's name."""
PARTS = ("skilled", "damage", "ap", "modes", "ammo", "range")
"""The kinds of cells that belong to the attack before them, in the order of a line."""


class AttackCells:
    """A reader of cells with attacks, whose parts may be in several cells."""

    def __init__(self, system: System, new_id: NewId, cells: ValueCells, health: HealthCells) -> None:
        """Start without attacks; what turns out to be skills or damage taken is read by `cells` and `health`."""
        self._system, self._new_id = system, new_id
        self._cells, self._health = cells, health
        self._attacks: list[Attack] = []
        self._open: tuple[str, dict[str, str]] | None = None

    def take_weapon(self, one: CellValue) -> bool:
        """Read attacks; one without damage may have it in a cell beside it."""
        self.close()
        text = one.span.text
        if ROLLED.search(text) or (any(map(str.isdigit, text)) and ("," in text or ";" in text)):
            self._add(text)
        elif not is_nothing(one.span):
            self._open = (text, {})
        return True

    def take_struck(self, one: CellValue) -> bool:
        """Read damage beside what seems to be the name of a weapon, which heads its row or column."""
        self.close()
        self._cells.values.doubts.append(f"“{one.heading}” was read as an attack")
        self._add(f"{one.heading} {one.span.text}")
        return True

    def take_part(self, one: CellValue) -> bool:
        """Read a cell that belongs to the attack before it, or damage taken."""
        kind, text = one.meaning.kind, one.span.text
        if self._open is not None and kind not in self._open[1]:
            self._open[1][kind] = text
            return True
        if self._attacks and self._open is None and kind != "damage":
            return False
        if kind == "skilled" and re.match(r"[^\W\d_].*\s[0-9]", text):
            return self._cells.take(one.read_as(Meaning("skills")))
        if kind != "damage" or self._open is not None or self._attacks:
            return False
        if WHOLE.fullmatch(text):
            return self._health.take_harm(one.read_as(Meaning("harm", "damage")))
        if ROLLED.search(text):
            self._add(f"Attack {text}")
            return True
        return False

    def close(self) -> None:
        """Add the attack whose parts are in several cells."""
        if self._open is None:
            return
        name, parts = self._open
        self._open = None
        if not parts:
            self._add(name)
            return
        ordered = {kind: parts[kind] for kind in PARTS if kind in parts}
        self._attacks.append(named_attack(name, ordered, self._system, self._new_id))

    def with_skills(self, skills: Sequence[Skill]) -> tuple[Attack, ...]:
        """Return the attacks with their skills; an attack keeps a skill of the system that the character lacks."""
        found = list[Attack]()
        for before, after in zip(self._attacks, with_skills(self._attacks, skills, self._system), strict=True):
            skill = spelled(before.skill, self._system)[0] if before.skill else ""
            known = not after.skill and self._system.skill_kind(skill) is not None
            found.append(structs.replace(before, skill=skill) if known else after)
        return tuple(found)

    def _add(self, text: str) -> None:
        self._attacks += attacks_in(text, self._system, self._new_id)
