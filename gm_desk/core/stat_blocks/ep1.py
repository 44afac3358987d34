"""A reader for stat blocks of Eclipse Phase 1e: numbers in tables or lists, skills, implants, notes."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import structs

from gm_desk.core.characters.roster import Character, NewId, Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Attack, Points
from gm_desk.core.notation.armor import kinds_of, read_book_armor
from gm_desk.core.notation.book_attack import read_book_attack, with_skills
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.account import Claim
from gm_desk.core.stat_blocks.ep1_tables import (
    FEWEST_HEADINGS,
    VALUES,
    NumberKeys,
    Numbers,
    NumberValue,
    tables,
    upright_tables,
)
from gm_desk.core.stat_blocks.ep2 import MOST_LETTERS, BlockReader
from gm_desk.core.stat_blocks.ep2_values import Values
from gm_desk.core.stat_blocks.names import GENERIC
from gm_desk.core.stat_blocks.sections import Labels
from gm_desk.core.stat_blocks.source import Block, Left, SourceText, Span
from gm_desk.core.systems.definition import System

NOTES = re.compile(r"(?:notes?|special)\b[\s:]*", re.IGNORECASE)
ARMOR = re.compile(
    r"(?:armou?r|av)(?:\s+(?:of|value))?[\s:]*(?=\(?[0-9]{1,4}\s*/\s*[0-9]{1,4}(?![0-9/]))", re.IGNORECASE
)
"""The words before the values of armor in notes."""
STRIKE = re.compile(r"(?P<name>[^\W\d_][^():\[\]]*?)[\s:]*(?=[(\[]|\bDV\b|[0-9]{1,3},?\s*\(?DV\b)", re.IGNORECASE)
DAMAGE = re.compile(
    r"\bDV\s*:?\s*[+]?[0-9]*d?[0-9]|\b[0-9]{0,3}d[0-9]{1,3}(?:\s*[-+–−]\s*[0-9]{1,3})?\s*DV\b", re.IGNORECASE
)
WORN = re.compile(
    r"(?P<name>[^()\[\]]*(?:armou?r|suit|vest|shell|skin|clothing)[^()\[\]]*)"
    r"[(\[](?:AV[ ]?)?(?P<values>[0-9]{1,2}/[0-9]{1,2})[)\]]",
    re.IGNORECASE,
)
"""Armor in the gear: "Armor Vest (6/6)"."""
PIERCES = re.compile(r"AP\b", re.IGNORECASE)
NEXT_LINE = re.compile(r"(?<![,(/+–-])\n(?=\s*[A-Z])")
NO_STRIKE = re.compile(
    r"(?:each|every|any|all|an?|the|this|its?|their|on|if|when|with|after|in|at|for|by|to|takes?|suffers?)\b",
    re.IGNORECASE,
)
MOST_WORDS = 4
"""Maximum number of words of an attack's name."""


def read_ep1(
    source: SourceText,
    pasted: str,
    span: Span,
    system: System,
    new_id: NewId,
    labels: Labels | None = None,
    *,
    keys: NumberKeys | None = None,
) -> Block:
    """Read the stat block in a span of the pasted text; `labels` and `keys` are those of the system, if known.

    Anything without a field goes to the notes, word for word, as do notes that contain armor and attacks.
    """
    start, end = (bisect_left(source.places, place) for place in (span.start, span.end))
    part = TextSpan(source.text[start:end], start).trimmed(" \n")
    keys, inner = keys or NumberKeys(system), part.cut(0, MOST_LETTERS)
    found = [*upright_tables(inner, keys), *tables(inner, keys)]
    reader = BlockReader(part, system, new_id, [numbers.whole for numbers in found], labels)
    reader.read()
    values = reader.values
    add_tables(found, values)
    share_moxie(values)
    sort_numbers(values)
    heads = [one for one in values.left if one.part.words.casefold().strip(" :") in GENERIC]
    values.claims += [Claim(one.part) for one in heads]
    values.left = [one for one in values.left if one not in heads]
    doubt_rows(values)
    notes = [left.part for left in values.left if NOTES.match(left.part.text)]
    from_notes(notes, values)
    from_gear(values)
    skills = tuple(values.skills.values())
    character = Character(
        id=new_id(),
        name=reader.name,
        **values.fields,
        attacks=with_skills((_rated(one, skills) for one in values.attacks), skills, system),
        skills=skills,
        source=pasted[span.start : span.end],
    )
    return reader.block(character, source, pasted, span, values.left)


def doubt_rows(values: Values) -> None:
    """Add a doubt for each row of numbers without headings."""
    rows = [one.part.words for one in values.left if _is_row(one)]
    values.doubts += [f"The numbers “{row}” have no headings: they are in the notes" for row in rows]


def _is_row(left: Left) -> bool:
    """Return whether a span without a field is a row of numbers without words."""
    found = VALUES.fullmatch(left.part.text)
    return found is not None and not found["label"] and len(left.part.text.split()) >= FEWEST_HEADINGS


def add_tables(found: Iterable[Numbers], values: Values) -> None:
    """Add the numbers of tables; a number that exists already is not replaced.

    A table that is repeated with other values belongs to another creature; none of it is used.
    """
    seen: dict[str, NumberValue] = {}
    for numbers in found:
        values.left += numbers.left
        values.doubts += numbers.doubts
        again = [one.key for one in numbers.values if one.key in seen]
        if len(again) > 1 and any(seen.get(one.key, one) != one for one in numbers.values):
            values.doubts.append(
                f"A second table of {', '.join(again)} may belong to another creature: it is in the notes"
            )
            values.leave(numbers.whole)
            continue
        seen |= {one.key: one for one in numbers.values}
        for one in numbers.values:
            if one.armor and not add_armor(one.armor, values):
                values.leave(numbers.whole)
            elif one.value is None:
                values.deny(one.key)
        twice = [one.key for one in numbers.values if not _set_number(one, values.fields)]
        if twice:
            values.doubts.append(f"{', '.join(twice)}: the table does not agree with the rest of the block")
            values.leave(numbers.whole)


def add_armor(numbers: Sequence[int], values: Values) -> bool:
    """Add armor from a table; return False if it does not fit the system, or there is armor already."""
    kinds = kinds_of(values.system)
    if len(numbers) != len(kinds) or "armor" in values.fields or max(numbers) > MOST_AMOUNT:
        return False
    values.fields["armor"] = (Armor(values=dict(zip(kinds, numbers, strict=True))),)
    return True


def _set_number(one: NumberValue, fields: dict[str, Any]) -> bool:
    """Set a number and its check; return False if there are other values already."""
    fits = True
    for field, number in (("stats", one.value), ("checks", one.check)):
        if number is not None:
            fits &= fields.setdefault(field, {}).setdefault(one.key, number) == number
    return fits


def share_moxie(values: Values) -> None:
    """Copy Moxie between the points and the number, whichever is missing, if the system has both."""
    if not any(kind.stat == "MOX" for kind in values.system.points):
        return
    fields = values.fields
    stats, points = fields.get("stats", {}), fields.get("points", {})
    if "MOX" in stats and "moxie" not in points:
        moxie = stats["MOX"]
        fields["points"] = {**points, "moxie": Points(now=moxie, max=moxie)}
    elif "moxie" in points and "MOX" not in stats:
        fields["stats"] = {**stats, "MOX": points["moxie"].max}


def sort_numbers(values: Values) -> None:
    """Sort the numbers by the order of the stat block."""
    stats = values.fields.get("stats", {})
    order = [stat.key for section in values.system.sections for stat in section.stats if stat.key in stats]
    if stats:
        values.fields["stats"] = {key: stats[key] for key in order}


def from_notes(notes: Iterable[TextSpan], values: Values) -> None:
    """Read armor and attacks from notes; the notes themselves do not change."""
    for note in notes:
        label = NOTES.match(note.text)
        for piece in _pieces(note.cut(label.end() if label else 0)):
            armor, strike = ARMOR.match(piece.text), STRIKE.match(piece.text)
            if armor and "armor" not in values.fields:
                values.fields["armor"] = read_book_armor(piece.cut(armor.end()).unwrapped(), values.system).armor
            elif strike and DAMAGE.search(piece.text) and _is_strike(strike["name"]):
                name = piece.cut(0, strike.end("name")).words
                values.attacks.append(read_book_attack(name, piece.cut(strike.end()), values.new_id()))


def from_gear(values: Values) -> None:
    """Read the attacks of weapons in the gear, and armor if there is only one piece."""
    items = [item for field in ("gear", "ware") for item in values.fields.get(field, ())]
    known = {attack.name.casefold() for attack in values.attacks}
    for item in items:
        strike = STRIKE.match(item)
        name = strike["name"].strip() if strike else ""
        if strike and DAMAGE.search(item) and name.casefold() not in known:
            values.attacks.append(read_book_attack(name, TextSpan(item).cut(strike.end()), values.new_id()))
    worn = [found for item in items if (found := WORN.fullmatch(item))]
    if len(worn) == 1 and "armor" not in values.fields:
        numbers = TextSpan(f"{worn[0]['values']} ({worn[0]['name'].strip()})")
        values.fields["armor"] = read_book_armor(numbers, values.system).armor


def _is_strike(name: str) -> bool:
    """Return whether words can be the name of an attack, unlike "each hit that strikes"."""
    return len(name.split()) <= MOST_WORDS and NO_STRIKE.match(name) is None


def _pieces(note: TextSpan) -> Iterator[TextSpan]:
    """Split notes at commas, semicolons and the ends of sentences; "AP –2" stays with the text before it."""
    whole: TextSpan | None = None
    for sentence in (one for line in _lines(note) for one in line.split(";•·|")):
        for piece in sentence.split(",."):
            if whole is not None and PIERCES.match(piece.text):
                whole = note.cut(whole.start - note.start, piece.end - note.start)
                continue
            if whole is not None:
                yield whole
            whole = piece
    if whole is not None:
        yield whole


def _lines(note: TextSpan) -> Iterator[TextSpan]:
    """Split notes at line ends, except where a line was wrapped."""
    start = 0
    for found in NEXT_LINE.finditer(note.text):
        yield note.cut(start, found.start())
        start = found.end()
    yield note.cut(start)


def _rated(attack: Attack, skills: Iterable[Skill]) -> Attack:
    """Return an attack with the rating of the specialisation of its name, if exactly one skill has it."""
    if attack.rating is not None:
        return attack
    name = attack.name.casefold()
    special = [(one, skill) for skill in skills for one in skill.specialisations if one.name.casefold() == name]
    rated = [(one.rating, skill.name) for one, skill in special if one.rating is not None]
    if len(rated) != 1:
        return attack
    return structs.replace(attack, rating=rated[0][0], skill=rated[0][1])
