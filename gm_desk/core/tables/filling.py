"""The character of a table record: each cell is read by the notation of its column."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_CHECK, Character, NewId, Skill, valid_name
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Attack, Points
from gm_desk.core.errors import EmptyNameError
from gm_desk.core.notation.book_attack import with_skills
from gm_desk.core.notation.lists import read_list
from gm_desk.core.notation.skill import spelled, usual_links
from gm_desk.core.notation.spans import TextSpan, is_nothing
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_blocks.ep1 import share_moxie
from gm_desk.core.stat_blocks.ep2_values import Values
from gm_desk.core.stat_blocks.sections import COUNTED, LabelledValue, Labels
from gm_desk.core.stat_blocks.source import cleaned
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.attack_cells import PARTS, attacks_in, may_strike, named_attack
from gm_desk.core.tables.headings import NOTE, Meaning
from gm_desk.core.tables.layout import LabelledCell, Record, with_both_armors, words_missing
from gm_desk.core.tables.writing import FORMULA

UNNAMED, NO_NAME = "Unnamed", "Its row has no name"
WOUNDS_OF_DUR = 5
LONGEST_READ = 20_000
"""Maximum number of characters of a cell that is read; a longer one goes to the notes."""
MARKED = re.compile(r"[*_`<&\[\u00ad\u2009\u200b\ufb00-\ufb06]")
COUNT = re.compile(
    r"(?P<first>[0-9]{1,4})\s*[x×]\s+(?P<after>\S.*)"
    r"|(?P<before>.*\S)[\s,]+\(?(?:[x×]\s*(?P<last>[0-9]{1,4})|(?P<turned>[0-9]{1,4})\s*[x×])\)?",
    re.DOTALL | re.IGNORECASE,
)
WHOLE = re.compile(r"\s*[x×]?\s*([0-9]{1,4})\s*[x×]?\s*", re.IGNORECASE)
SEVERAL = re.compile(r"[0-9]+(?:[\s/|,;()–-]+[0-9]+)*[\s)]*")
OF = re.compile(r"([0-9]{1,3})\s*/\s*([0-9]{1,3})")
DICE = re.compile(r"[0-9]*d[0-9]|DV\b", re.IGNORECASE)
GLUED = re.compile(r"\s*[0-9]+[^\W\d_]")
"""A number followed by letters, which is not a value."""
DECIMAL = re.compile(r"\s*[0-9]+[.,][0-9]")
"""A number with decimals, which no field allows."""
NEGATIVE = re.compile(r"\s*[-−–]\s*([0-9]{1,2})\s*")
KINDS = {"pc": "pc", "player": "pc", "player character": "pc", "npc": "npc", "pcs": "pc", "npcs": "npc"}
BODIES = {"biomorph": "biomorph", "bio": "biomorph", "synthmorph": "synthmorph", "synth": "synthmorph"}
LISTED = {"ware", "gear", "traits", "skills", "rep", "motivations", "move"}
TAKEN = {"number", "aptitude", "pool", "skill", *LISTED, "armor", "stress", "morph", "concept", "level", "count"}
"""The kinds of cells that are read as in a stat block."""
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
        self._system, self._new_id, self._labels = system, new_id, labels
        self._values = Values(system, new_id)
        self._fields: dict[str, Any] = {}
        self._attacks: list[Attack] = []
        self._open: tuple[str, dict[str, str]] | None = None
        self._armor: dict[str, int] = {}
        self._health: dict[str, int] = {}
        self._checks: dict[str, int] = {}
        self._plain: list[str] = []
        self._left: list[tuple[LabelledCell, str]] = []
        self._readers: dict[str, Callable[[LabelledCell, Meaning, TextSpan], bool]] = {
            "name": self._name,
            "kind": self._kind,
            "body": self._body,
            "plain": self._note,
            "tags": self._tags,
            "group": self._group,
            "several": self._several,
            "hp": self._hit_points,
            "harm": self._harm,
            "av": self._armor_value,
            "check": self._check,
            "network": self._network,
            "field": self._field,
            "weapon": self._weapon,
            **dict.fromkeys(PARTS, self._part),
            **dict.fromkeys(TAKEN, self._take),
        }

    def read(self, record: Record) -> Filled:
        """Return the character of a record."""
        cells = with_both_armors(record.cells)
        for one in cells:
            span = _span(one)
            meaning = one.heading.meaning or NOTE
            if WAS_NONE.fullmatch(span.text):
                if meaning.kind in {"number", "aptitude", "hp"} and span.text.strip(" .?") and is_nothing(span):
                    self._values.deny(meaning.key)
                continue
            reader = self._readers.get(meaning.kind) if len(span.text) <= LONGEST_READ else None
            if one.heading.meaning is None:
                struck = not record.by_row and may_strike(one.heading.text, span.text)
                reader = self._group if self._several_labels(span) else self._struck if struck else None
            if reader is None or not reader(one, meaning, span):
                self._left.append((one, span.text))
        self._close_attack()
        return self._filled(record, cells)

    def _filled(self, record: Record, cells: Sequence[LabelledCell]) -> Filled:
        """Return the character with notes that contain every word of the record without a field."""
        values = self._values
        share_moxie(values)
        skills = tuple(values.skills.values())
        attacks = self._with_skills(skills)
        self._move_threshold()
        if self._armor:
            values.fields["armor"] = (*values.fields.get("armor", ()), Armor(values=self._in_order(self._armor)))
        if self._health:
            values.fields["health"] = structs.replace(Health(), **self._health)
        fields = {"name": UNNAMED, **values.fields, **self._fields}
        character = Character(id=self._new_id(), **fields, attacks=attacks, skills=skills)
        character = self._with_checks(character)
        notes = [record.title, *self._plain, *(f"{one.heading.text}: {text}" for one, text in self._left)]
        known = {id(one) for one, _ in self._left}
        lost = words_missing(character, "\n".join(notes), [(one, _span(one).text) for one in cells])
        more = [one for one in lost if id(one) not in known]
        notes += [f"{one.heading.text}: {_span(one).text}" for one in more]
        left = (*self._left, *((one, _span(one).text) for one in more))
        doubts = values.doubts if "name" in self._fields else [NO_NAME, *values.doubts]
        text = "\n".join(" ".join(note.split(" ")) for note in notes if note)
        return Filled(structs.replace(character, notes=text), left, tuple(doubts))

    def _move_threshold(self) -> None:
        """Take "Wounds" as the wound threshold if that is missing and so many wounds would exceed DUR."""
        stats, wounds = self._values.fields.get("stats", {}), self._health.get("wounds", 0)
        if "WT" not in stats and 0 < stats.get("DUR", 0) <= WOUNDS_OF_DUR * wounds:
            self._values.fields["stats"] = {**stats, "WT": self._health.pop("wounds")}

    def _with_skills(self, skills: Sequence[Skill]) -> tuple[Attack, ...]:
        """Return the attacks with their skills; an attack keeps a skill of the system that the character lacks."""
        found = list[Attack]()
        for before, after in zip(self._attacks, with_skills(self._attacks, skills, self._system), strict=True):
            skill = spelled(before.skill, self._system)[0] if before.skill else ""
            known = not after.skill and self._system.skill_kind(skill) is not None
            found.append(structs.replace(before, skill=skill) if known else after)
        return tuple(found)

    def _in_order(self, armor: dict[str, int]) -> dict[str, int]:
        """Return armor in the order of the system's kinds."""
        kinds = [stat.key for one in self._system.sections if one.kind == "armor" for stat in one.stats]
        return {kind: armor[kind] for kind in kinds if kind in armor}

    def _with_checks(self, character: Character) -> Character:
        """Return a character with the checks that are not the usual multiples of its aptitudes."""
        own = {
            key: check
            for key, check in self._checks.items()
            if check != character.stats.get(key, -1) * self._system.check
        }
        return structs.replace(character, checks={**character.checks, **own}) if own else character

    def _take(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:
        """Read a cell as the value of a label in a stat block; the rest of it goes to the notes."""
        return self._taken(one, meaning, span, one.heading.text)

    def _taken(self, one: LabelledCell, meaning: Meaning, span: TextSpan, heading: str) -> bool:
        """Read a value under a heading."""
        kind, key, values = meaning.kind, meaning.key or meaning.kind, self._values
        if self._put_list(kind, span.text) or (kind == "pool" and self._put_pool(key, span.text)):
            return True
        if kind == "skill" and (below := NEGATIVE.fullmatch(span.text)) and self._system.least_rating < 0:
            return self._add_skill(meaning.key, -int(below[1]))
        if kind in {"pool", "level"} and not any(map(str.isdigit, span.text)) and self._is_level(span.text):
            kind = key = "level"
        if kind in COUNTED | {"skill"} and (GLUED.match(span.text) or DECIMAL.match(span.text)):
            return False
        if kind == "armor" and len(worn := re.split(r";\s*(?=[0-9])", span.text)) > 1:
            for piece in worn:
                self._taken(one, meaning, TextSpan(piece), heading)
            return True
        if kind == "count" and (whole := WHOLE.fullmatch(span.text)):
            span = TextSpan(whole[1], span.start)
        text = re.sub(r"\s*\n\s*", "; " if kind in LISTED else " ", span.text)
        field_name = key if kind == "skill" else heading
        before = len(values.left)
        values.take(LabelledValue(kind, key, TextSpan(field_name), TextSpan(text, len(field_name) + 2)))
        left, values.left = values.left[before:], values.left[:before]
        values.claims.clear()
        for part in left:
            plain = part.part.words
            plain = plain.removeprefix(field_name).lstrip(" :") if plain.startswith(field_name) else plain
            if not self._labelled(one, plain):
                self._left.append((one, plain))
        return True

    def _labelled(self, one: LabelledCell, text: str) -> bool:
        """Read numbers after a value that have labels of their own: "30 (WT 6)"."""
        entries = self._labels.entries(TextSpan(text).unwrapped())
        if not entries or any(entry.kind not in COUNTED for entry in entries):
            return False
        for entry in entries:
            self._taken(one, Meaning(entry.kind, entry.key), entry.value.trimmed(), entry.label.words)
        return True

    def _put_list(self, kind: str, text: str) -> bool:
        """Add a list whose items are separated by semicolons or line ends, and may contain commas."""
        if kind not in {"ware", "gear", "traits", "motivations"} or not re.search(r"[;\n]", text):
            return False
        items = (" ".join(item.split()) for item in re.split(r"[;\n]", text))
        self._values.fields[kind] = (*self._values.fields.get(kind, ()), *filter(None, items))
        return True

    def _put_pool(self, key: str, text: str) -> bool:
        """Add points of which some are spent: "2/3"."""
        found = OF.fullmatch(text)
        points = self._values.fields.setdefault("points", {})
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
        return self._values.skills.setdefault(name.casefold(), skill) is skill

    def _name(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002 - all readers of cells have one signature
        if "name" in self._fields:
            return False
        text = " ".join(span.text.split())
        found = COUNT.fullmatch(text)
        try:
            name = valid_name(((found["after"] or found["before"]) if found else text).strip(" :,"))
        except EmptyNameError:
            return False
        many = int(found["first"] or found["last"] or found["turned"]) if found else 1
        self._fields["name"] = name if many else valid_name(text)
        if many > 1:
            self._values.fields["number"] = many
        return True

    def _kind(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        kind = KINDS.get(span.text.casefold())
        return kind is not None and self._fields.setdefault("kind", kind) == kind

    def _body(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        body = BODIES.get(span.text.casefold(), "")
        if body in self._system.bodies:
            return bool(self._fields.setdefault("body", body) == body)
        return False

    def _note(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        self._plain.append(span.text)
        return True

    def _tags(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        self._fields["tags"] = (*self._fields.get("tags", ()), *read_list(span.text))
        return True

    def _several_labels(self, span: TextSpan) -> bool:
        """Return whether a cell below an unknown heading consists of numbers after labels of their own."""
        entries = self._labels.entries(span)
        kinds = {entry.kind for entry in entries}
        return len(entries) > 1 and kinds <= COUNTED | {"skill"}

    def _group(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        """Read a cell that has labels of its own: "DUR 30, WT 6"."""
        text = TextSpan(re.sub(r"\s*\n\s*", "; ", span.text))
        entries = self._labels.entries(text)
        for entry in entries:
            kind = Meaning(entry.kind, entry.key)
            self._taken(one, kind, entry.value.trimmed(), entry.label.words)
        return bool(entries)

    def _several(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:
        """Read a cell of several numbers in the order of its heading: "6/30/45" below "WT/DUR/DR"."""
        numbers = re.findall("[0-9]+", span.text) if SEVERAL.fullmatch(span.text) else []
        parts = meaning.parts[:1] if meaning.side and len(numbers) == 1 else meaning.parts
        if len(numbers) != len(parts):
            return False
        for part, number in zip(parts, numbers, strict=True):
            kind = structs.replace(part, kind="number") if part.kind == "hp" else part
            value = TextSpan(number)
            read = self._armor_value if kind.kind == "av" else None
            if not (read(one, kind, value) if read else self._taken(one, kind, value, part.key)):
                self._left.append((one, f"{part.key} {number}"))
        return True

    def _hit_points(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:
        """Read durability or life points: the maximum ("30"), or the points left ("12/30")."""
        of = OF.fullmatch(span.text)
        number = structs.replace(meaning, kind="number")
        if of is None or int(of[1]) > int(of[2]):
            return self._taken(one, number, span, one.heading.text)
        if int(of[2]) > int(of[1]):
            self._health["damage"] = int(of[2]) - int(of[1])
        return self._taken(one, number, TextSpan(of[2]), one.heading.text)

    def _harm(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:
        """Read damage, stress or wounds; dice below "Stress" are a stress test."""
        if meaning.key == "stress" and DICE.search(span.text):
            return self._taken(one, Meaning("stress"), span, one.heading.text)
        found = WHOLE.fullmatch(span.text)
        if found is None or meaning.key in self._health:
            return False
        self._health |= {meaning.key: int(found[1])} if int(found[1]) else {}
        return True

    def _armor_value(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        found = WHOLE.fullmatch(span.text)
        if found is None or meaning.key in self._armor or int(found[1]) > MOST_AMOUNT:
            return False
        self._armor[meaning.key] = int(found[1])
        return True

    def _check(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        found = WHOLE.fullmatch(span.text.rstrip("%"))
        if found is None or int(found[1]) > MOST_CHECK:
            return False
        return self._checks.setdefault(meaning.key, int(found[1])) == int(found[1])

    def _network(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:
        return self._taken(one, Meaning("rep"), TextSpan(f"{meaning.key} {span.text}"), one.heading.text)

    def _field(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:
        """Read the fields of a skill: "Triads 60, Art 40" below "Know", or a rating alone."""
        if span.text[:1].isdigit():
            return self._taken(one, Meaning("skill", meaning.key), span, one.heading.text)
        pieces = TextSpan(re.sub(r"\s*\n\s*", "; ", span.text)).split()
        if not pieces or not all(re.fullmatch(r"[^\W\d_][^0-9]*[0-9]{1,3}%?", piece.text) for piece in pieces):
            return False
        stem = meaning.key.casefold()
        named = (
            piece.text if piece.text.casefold().startswith(stem) else f"{meaning.key}: {piece.text}" for piece in pieces
        )
        return self._taken(one, Meaning("skills"), TextSpan("; ".join(named)), one.heading.text)

    def _weapon(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        """Read attacks; one without damage may have it in a cell beside it."""
        self._close_attack()
        if DICE.search(span.text) or (any(map(str.isdigit, span.text)) and ("," in span.text or ";" in span.text)):
            self._attacks += attacks_in(span.text, self._system, self._new_id)
        elif not is_nothing(span):
            self._open = (span.text, {})
        return True

    def _struck(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:  # noqa: ARG002
        """Read damage beside what seems to be the name of a weapon, which heads its row or column."""
        self._close_attack()
        self._values.doubts.append(f"“{one.heading.text}” was read as an attack")
        self._attacks += attacks_in(f"{one.heading.text} {span.text}", self._system, self._new_id)
        return True

    def _part(self, one: LabelledCell, meaning: Meaning, span: TextSpan) -> bool:
        """Read a cell that belongs to the attack before it, or damage taken."""
        kind = meaning.kind
        if self._open is not None and kind not in self._open[1]:
            self._open[1][kind] = span.text
            return True
        if self._attacks and self._open is None and kind != "damage":
            return False
        if kind == "skilled" and re.match(r"[^\W\d_].*\s[0-9]", span.text):
            return self._taken(one, Meaning("skills"), span, one.heading.text)
        whole = WHOLE.fullmatch(span.text)
        if kind == "damage" and whole and self._open is None and not self._attacks:
            return self._harm(one, Meaning("harm", "damage"), span)
        if kind == "damage" and DICE.search(span.text) and self._open is None and not self._attacks:
            self._attacks += attacks_in(f"Attack {span.text}", self._system, self._new_id)
            return True
        return False

    def _close_attack(self) -> None:
        """Add the attack whose parts are in several cells."""
        if self._open is not None:
            name, parts = self._open
            self._open = None
            if not parts:
                self._attacks += attacks_in(name, self._system, self._new_id)
                return
            ordered = {kind: parts[kind] for kind in PARTS if kind in parts}
            self._attacks.append(named_attack(name, ordered, self._system, self._new_id))


def _span(one: LabelledCell) -> TextSpan:
    """Return the content of a cell without formatting."""
    text = one.cell.text
    if text.startswith("'") and FORMULA.match(text[1:]):
        text = text[1:]
    return TextSpan(cleaned(text).text.strip() if MARKED.search(text) else text)
