"""The character of a table record: each cell is read by the notation of its column."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, NewId, valid_name
from gm_desk.core.errors import EmptyNameError
from gm_desk.core.notation.lists import read_list
from gm_desk.core.notation.text import TextSpan, is_nothing
from gm_desk.core.stat_blocks.ep1 import share_moxie
from gm_desk.core.stat_blocks.sections import Labels
from gm_desk.core.stat_blocks.source import UNNAMED, cleaned
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.attack_cells import PARTS, AttackCells, may_strike
from gm_desk.core.tables.headings import NOTE
from gm_desk.core.tables.layout import LabelledCell, Record, with_both_armors, words_missing
from gm_desk.core.tables.value_cells import TAKEN, CellValue, HealthCells, ValueCells
from gm_desk.core.tables.writing import FORMULA

NO_NAME = "Its row has no name"
LONGEST_READ = 20_000
"""Maximum number of characters of a cell that is read; a longer one goes to the notes."""
MARKED = re.compile(r"[*_`<&\[\u00ad\u2009\u200b\ufb00-\ufb06]")
COUNT = re.compile(
    r"(?P<first>[0-9]{1,4})\s*[x×]\s+(?P<after>\S.*)"
    r"|(?P<before>.*\S)[\s,]+\(?(?:[x×]\s*(?P<last>[0-9]{1,4})|(?P<turned>[0-9]{1,4})\s*[x×])\)?",
    re.DOTALL | re.IGNORECASE,
)
SEVERAL = re.compile(r"[0-9]+(?:[\s/|,;()–-]+[0-9]+)*[\s)]*")
KINDS = {"pc": "pc", "player": "pc", "player character": "pc", "npc": "npc", "pcs": "pc", "npcs": "npc"}
BODIES = {"biomorph": "biomorph", "bio": "biomorph", "synthmorph": "synthmorph", "synth": "synthmorph"}
WAS_NONE = re.compile(r"[\s?./—–−-]*(?:n/?a|none)?[\s.]*", re.IGNORECASE)


class Filled(Struct, frozen=True):
    """A character read from a record, the cells whose words are in its notes, and the doubts."""

    character: Character
    left: tuple[tuple[LabelledCell, str], ...] = ()
    doubts: tuple[str, ...] = ()


class RecordReader:
    """A reader of one record."""

    def __init__(self, system: System, new_id: NewId, labels: Labels) -> None:
        """Start without values; `labels` are those that a cell may contain itself."""
        self._system, self._new_id = system, new_id
        self._cells = cells = ValueCells(system, new_id, labels)
        self._health = health = HealthCells(system, cells)
        self._attacks = attacks = AttackCells(system, new_id, cells, health)
        self._fields: dict[str, Any] = {}
        self._plain: list[str] = []
        self._readers: dict[str, Callable[[CellValue], bool]] = {
            "name": self._name,
            "kind": self._kind,
            "body": self._body,
            "plain": self._note,
            "tags": self._tags,
            "several": self._several,
            "group": cells.take_group,
            "network": cells.take_network,
            "field": cells.take_fields,
            "hp": health.take_hit_points,
            "harm": health.take_harm,
            "av": health.take_armor,
            "check": health.take_check,
            "weapon": attacks.take_weapon,
            **dict.fromkeys(PARTS, attacks.take_part),
            **dict.fromkeys(TAKEN, cells.take),
        }

    def read(self, record: Record) -> Filled:
        """Return the character of a record."""
        cells = with_both_armors(record.cells)
        for cell in cells:
            one = CellValue(cell, cell.heading.meaning or NOTE, _span(cell), cell.heading.text)
            text, kind = one.span.text, one.meaning.kind
            if WAS_NONE.fullmatch(text):
                if kind in {"number", "aptitude", "hp"} and text.strip(" .?") and is_nothing(one.span):
                    self._cells.values.deny(one.meaning.key)
                continue
            reader = self._readers.get(kind) if len(text) <= LONGEST_READ else None
            if cell.heading.meaning is None:
                struck = not record.by_row and may_strike(one.heading, text)
                is_group = self._cells.is_group(one.span)
                reader = self._cells.take_group if is_group else self._attacks.take_struck if struck else None
            if reader is None or not reader(one):
                self._cells.left.append((cell, text))
        self._attacks.close()
        return self._filled(record, cells)

    def _filled(self, record: Record, cells: Sequence[LabelledCell]) -> Filled:
        """Return the character with notes that contain every word of the record without a field."""
        values, left = self._cells.values, self._cells.left
        share_moxie(values)
        skills = tuple(values.skills.values())
        attacks = self._attacks.with_skills(skills)
        self._health.put()
        fields = {"name": UNNAMED, **values.fields, **self._fields}
        character = Character(id=self._new_id(), **fields, attacks=attacks, skills=skills)
        character = self._health.with_checks(character)
        notes = [record.title, *self._plain, *(f"{one.heading.text}: {text}" for one, text in left)]
        known = {id(one) for one, _ in left}
        lost = words_missing(character, "\n".join(notes), [(one, _span(one).text) for one in cells])
        more = [one for one in lost if id(one) not in known]
        notes += [f"{one.heading.text}: {_span(one).text}" for one in more]
        left += ((one, _span(one).text) for one in more)
        doubts = values.doubts if "name" in self._fields else [NO_NAME, *values.doubts]
        text = "\n".join(" ".join(note.split(" ")) for note in notes if note)
        return Filled(structs.replace(character, notes=text), tuple(left), tuple(doubts))

    def _name(self, one: CellValue) -> bool:
        if "name" in self._fields:
            return False
        text = " ".join(one.span.text.split())
        found = COUNT.fullmatch(text)
        try:
            name = valid_name(((found["after"] or found["before"]) if found else text).strip(" :,"))
        except EmptyNameError:
            return False
        many = int(found["first"] or found["last"] or found["turned"]) if found else 1
        self._fields["name"] = name if many else valid_name(text)
        if many > 1:
            self._cells.values.fields["number"] = many
        return True

    def _kind(self, one: CellValue) -> bool:
        kind = KINDS.get(one.span.text.casefold())
        return kind is not None and self._fields.setdefault("kind", kind) == kind

    def _body(self, one: CellValue) -> bool:
        body = BODIES.get(one.span.text.casefold(), "")
        return body in self._system.bodies and bool(self._fields.setdefault("body", body) == body)

    def _note(self, one: CellValue) -> bool:
        self._plain.append(one.span.text)
        return True

    def _tags(self, one: CellValue) -> bool:
        self._fields["tags"] = (*self._fields.get("tags", ()), *read_list(one.span.text))
        return True

    def _several(self, one: CellValue) -> bool:
        """Read a cell of several numbers in the order of its heading: "6/30/45" below "WT/DUR/DR"."""
        numbers = re.findall("[0-9]+", one.span.text) if SEVERAL.fullmatch(one.span.text) else []
        parts = one.meaning.parts[:1] if one.meaning.side and len(numbers) == 1 else one.meaning.parts
        if len(numbers) != len(parts):
            return False
        for part, number in zip(parts, numbers, strict=True):
            kind = structs.replace(part, kind="number") if part.kind == "hp" else part
            value = CellValue(one.cell, kind, TextSpan(number), part.key)
            if not (self._health.take_armor(value) if kind.kind == "av" else self._cells.take(value)):
                self._cells.left.append((one.cell, f"{part.key} {number}"))
        return True


def _span(one: LabelledCell) -> TextSpan:
    """Return the content of a cell without formatting."""
    text = one.cell.text
    if text.startswith("'") and FORMULA.match(text[1:]):
        text = text[1:]
    return TextSpan(cleaned(text).text.strip() if MARKED.search(text) else text)
