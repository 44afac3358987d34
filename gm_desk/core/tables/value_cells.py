"""Cells of a table that are read as the values of a stat block, and those with health, armor and checks."""

import re

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_CHECK, Character, NewId, Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Points
from gm_desk.core.notation.skill import usual_links
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_blocks.ep2_values import Values
from gm_desk.core.stat_blocks.sections import COUNTED, LabelledValue, Labels
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.headings import Meaning
from gm_desk.core.tables.layout import LabelledCell

WOUNDS_OF_DUR = 5
WHOLE = re.compile(r"\s*[x×]?\s*([0-9]{1,4})\s*[x×]?\s*", re.IGNORECASE)
OF = re.compile(r"([0-9]{1,3})\s*/\s*([0-9]{1,3})")
ROLLED = re.compile(r"[0-9]*d[0-9]|DV\b", re.IGNORECASE)
"""Dice, or the word for damage of an attack."""
GLUED = re.compile(r"\s*[0-9]+[^\W\d_]")
"""A number followed by letters, which is not a value."""
DECIMAL = re.compile(r"\s*[0-9]+[.,][0-9]")
"""A number with decimals, which no field allows."""
NEGATIVE = re.compile(r"\s*[-−–]\s*([0-9]{1,2})\s*")
LISTED = {"ware", "gear", "traits", "skills", "rep", "motivations", "move"}
TAKEN = {"number", "aptitude", "pool", "skill", *LISTED, "armor", "stress", "morph", "concept", "level", "count"}
"""The kinds of cells that are read as in a stat block."""


class CellValue(Struct, frozen=True):
    """A value in a cell: its meaning, its text without formatting, and the heading or label that it has."""

    cell: LabelledCell
    meaning: Meaning
    span: TextSpan
    heading: str

    def read_as(self, meaning: Meaning, text: str | None = None) -> "CellValue":
        """Return the value with another meaning, and perhaps with another text."""
        span = self.span if text is None else TextSpan(text)
        return structs.replace(self, meaning=meaning, span=span)


class ValueCells:
    """A reader of cells with the values of a stat block; what they do not hold is `left` for the notes."""

    def __init__(self, system: System, new_id: NewId, labels: Labels) -> None:
        """Start without values; `labels` are those that a cell may contain itself."""
        self._system, self._new_id, self._labels = system, new_id, labels
        self.values = Values(system, new_id)
        self.left: list[tuple[LabelledCell, str]] = []

    def take(self, one: CellValue) -> bool:
        """Read a value as that of a label in a stat block; the rest of it goes to the notes."""
        kind, key, span = one.meaning.kind, one.meaning.key or one.meaning.kind, one.span
        if self._put_list(kind, span.text) or (kind == "pool" and self._put_pool(key, span.text)):
            return True
        if kind == "skill" and (below := NEGATIVE.fullmatch(span.text)) and self._system.least_rating < 0:
            return self._add_skill(one.meaning.key, -int(below[1]))
        if kind in {"pool", "level"} and not any(map(str.isdigit, span.text)) and self._is_level(span.text):
            kind = key = "level"
        if kind in COUNTED | {"skill"} and (GLUED.match(span.text) or DECIMAL.match(span.text)):
            return False
        if kind == "armor" and len(worn := re.split(r";\s*(?=[0-9])", span.text)) > 1:
            for piece in worn:
                self.take(one.read_as(one.meaning, piece))
            return True
        if kind == "count" and (whole := WHOLE.fullmatch(span.text)):
            span = TextSpan(whole[1], span.start)
        self._take_labelled(one, kind, key, re.sub(r"\s*\n\s*", "; " if kind in LISTED else " ", span.text))
        return True

    def take_group(self, one: CellValue) -> bool:
        """Read a cell that has labels of its own: "DUR 30, WT 6"."""
        entries = self._labels.entries(TextSpan(re.sub(r"\s*\n\s*", "; ", one.span.text)))
        for entry in entries:
            self.take(CellValue(one.cell, Meaning(entry.kind, entry.key), entry.value.trimmed(), entry.label.words))
        return bool(entries)

    def is_group(self, span: TextSpan) -> bool:
        """Return whether a cell below an unknown heading consists of numbers after labels of their own."""
        entries = self._labels.entries(span)
        kinds = {entry.kind for entry in entries}
        return len(entries) > 1 and kinds <= COUNTED | {"skill"}

    def take_network(self, one: CellValue) -> bool:
        """Read the rep in one network."""
        return self.take(one.read_as(Meaning("rep"), f"{one.meaning.key} {one.span.text}"))

    def take_fields(self, one: CellValue) -> bool:
        """Read the fields of a skill: "Triads 60, Art 40" below "Know", or a rating alone."""
        name, text = one.meaning.key, one.span.text
        if text[:1].isdigit():
            return self.take(one.read_as(Meaning("skill", name)))
        pieces = TextSpan(re.sub(r"\s*\n\s*", "; ", text)).split()
        if not pieces or not all(re.fullmatch(r"[^\W\d_][^0-9]*[0-9]{1,3}%?", piece.text) for piece in pieces):
            return False
        stem = name.casefold()
        named = (piece.text if piece.text.casefold().startswith(stem) else f"{name}: {piece.text}" for piece in pieces)
        return self.take(one.read_as(Meaning("skills"), "; ".join(named)))

    def _take_labelled(self, one: CellValue, kind: str, key: str, text: str) -> None:
        """Take the value of a label; what follows it with labels of its own is read as well."""
        label, values = key if kind == "skill" else one.heading, self.values
        before = len(values.left)
        values.take(LabelledValue(kind, key, TextSpan(label), TextSpan(text, len(label) + 2)))
        left, values.left = values.left[before:], values.left[:before]
        values.claims.clear()
        for part in left:
            plain = part.part.words
            plain = plain.removeprefix(label).lstrip(" :") if plain.startswith(label) else plain
            if not self._take_rest(one.cell, plain):
                self.left.append((one.cell, plain))

    def _take_rest(self, cell: LabelledCell, text: str) -> bool:
        """Read numbers after a value that have labels of their own: "30 (WT 6)"."""
        entries = self._labels.entries(TextSpan(text).unwrapped())
        if not entries or any(entry.kind not in COUNTED for entry in entries):
            return False
        for entry in entries:
            self.take(CellValue(cell, Meaning(entry.kind, entry.key), entry.value.trimmed(), entry.label.words))
        return True

    def _put_list(self, kind: str, text: str) -> bool:
        """Add a list whose items are separated by semicolons or line ends, and may contain commas."""
        if kind not in {"ware", "gear", "traits", "motivations"} or not re.search(r"[;\n]", text):
            return False
        items = (" ".join(item.split()) for item in re.split(r"[;\n]", text))
        self.values.fields[kind] = (*self.values.fields.get(kind, ()), *filter(None, items))
        return True

    def _put_pool(self, key: str, text: str) -> bool:
        """Add points of which some are spent: "2/3"."""
        found = OF.fullmatch(text)
        points = self.values.fields.setdefault("points", {})
        if found is None or key in points or int(found[1]) > int(found[2]):
            return False
        points[key] = Points(now=int(found[1]), max=int(found[2]))
        return True

    def _is_level(self, text: str) -> bool:
        """Return whether a cell is the name of a threat level."""
        return any(one.name.casefold() == text.strip().casefold() for one in self._system.threat_levels)

    def _add_skill(self, name: str, rating: int) -> bool:
        """Add a skill with a rating that no book has, such as one below 0."""
        aptitude, category = usual_links(name, self._system)
        skill = Skill(id=self._new_id(), name=name, rating=rating, aptitude=aptitude, category=category)
        return self.values.skills.setdefault(name.casefold(), skill) is skill


class HealthCells:
    """A reader of cells with the health of a character, the armor of one kind, and the checks of aptitudes."""

    def __init__(self, system: System, cells: ValueCells) -> None:
        """Start without values; those with a label of a stat block are taken by `cells`."""
        self._system = system
        self._cells = cells
        self._armor: dict[str, int] = {}
        self._health: dict[str, int] = {}
        self._checks: dict[str, int] = {}

    def take_hit_points(self, one: CellValue) -> bool:
        """Read durability or life points: the maximum ("30"), or the points left ("12/30")."""
        of = OF.fullmatch(one.span.text)
        number = structs.replace(one.meaning, kind="number")
        if of is None or int(of[1]) > int(of[2]):
            return self._cells.take(one.read_as(number))
        if int(of[2]) > int(of[1]):
            self._health["damage"] = int(of[2]) - int(of[1])
        return self._cells.take(one.read_as(number, of[2]))

    def take_harm(self, one: CellValue) -> bool:
        """Read damage, stress or wounds; dice below "Stress" are a stress test."""
        key = one.meaning.key
        if key == "stress" and ROLLED.search(one.span.text):
            return self._cells.take(one.read_as(Meaning("stress")))
        found = WHOLE.fullmatch(one.span.text)
        if found is None or key in self._health:
            return False
        self._health |= {key: int(found[1])} if int(found[1]) else {}
        return True

    def take_armor(self, one: CellValue) -> bool:
        """Read armor of one kind."""
        found = WHOLE.fullmatch(one.span.text)
        if found is None or one.meaning.key in self._armor or int(found[1]) > MOST_AMOUNT:
            return False
        self._armor[one.meaning.key] = int(found[1])
        return True

    def take_check(self, one: CellValue) -> bool:
        """Read the check of an aptitude."""
        found = WHOLE.fullmatch(one.span.text.rstrip("%"))
        if found is None or int(found[1]) > MOST_CHECK:
            return False
        return self._checks.setdefault(one.meaning.key, int(found[1])) == int(found[1])

    def put(self) -> None:
        """Put armor and health into the values of the character."""
        self._move_threshold()
        fields = self._cells.values.fields
        if self._armor:
            kinds = [stat.key for one in self._system.sections if one.kind == "armor" for stat in one.stats]
            armor = {kind: self._armor[kind] for kind in kinds if kind in self._armor}
            fields["armor"] = (*fields.get("armor", ()), Armor(values=armor))
        if self._health:
            fields["health"] = structs.replace(Health(), **self._health)

    def with_checks(self, character: Character) -> Character:
        """Return a character with the checks that are not the usual multiples of its aptitudes."""
        own = {
            key: check
            for key, check in self._checks.items()
            if check != character.stats.get(key, -1) * self._system.check
        }
        return structs.replace(character, checks={**character.checks, **own}) if own else character

    def _move_threshold(self) -> None:
        """Take "Wounds" as the wound threshold if that is missing and so many wounds would exceed DUR."""
        fields, wounds = self._cells.values.fields, self._health.get("wounds", 0)
        stats = fields.get("stats", {})
        if "WT" not in stats and 0 < stats.get("DUR", 0) <= WOUNDS_OF_DUR * wounds:
            fields["stats"] = {**stats, "WT": self._health.pop("wounds")}
