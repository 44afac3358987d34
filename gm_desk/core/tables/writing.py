"""Characters as a CSV table, one per row, which spreadsheets can open and `reading` can read back."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.notation.armor import kinds_of, write_armor
from gm_desk.core.notation.attack import write_attack
from gm_desk.core.notation.lists import write_specialisations
from gm_desk.core.notation.movement import write_movement
from gm_desk.core.notation.points import write_points
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import minus

FORMULA = re.compile(r"\s*[=+@\-\t\r\n\uff1d\uff0b\uff0d\uff20](?![0-9]+(?:[.,][0-9]+)?$)")
"""The beginning of a cell that a spreadsheet would compute, in half-width or full-width characters."""
HARM = {
    "Damage taken": "damage",
    "Wounds taken": "wounds",
    "Stress taken": "stress",
    "Traumas": "traumas",
    "Fatigue": "fatigue",
    "Ignored wounds": "ignored_wounds",
    "Ignored traumas": "ignored_traumas",
}
NONE = "—"
"""The cell of a number that is marked as absent."""
LISTS = {"Motivations": "motivations", "Ware": "ware", "Gear": "gear", "Traits": "traits", "Tags": "tags"}
TEXTS = {"Concept": "concept", "Morph": "morph", "Body": "body", "Threat level": "threat_level"}


def characters_as_csv(characters: Sequence[Character], system: System) -> str:
    """Return characters as CSV without empty columns."""
    rows = [dict(_cells(one, system)) for one in characters]
    heads = [head for head in _heads(characters, system) if head == "Name" or any(row.get(head) for row in rows)]
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(heads)
    table.writerows([_plain(row.get(head, "")) for head in heads] for row in rows)
    return written.getvalue()


def _plain(text: str) -> str:
    """Return the content of a cell, after an apostrophe if a spreadsheet would compute it."""
    return f"'{text}" if FORMULA.match(text) else text


def _numbers(system: System) -> Iterator[str]:
    """Yield the keys of the stat block's numbers, in order."""
    yield from (stat.key for one in system.sections if one.kind == "numbers" for stat in one.stats)


def _heads(characters: Sequence[Character], system: System) -> list[str]:
    """Return the headings of all columns, each once."""
    skills = sorted({skill.name for one in characters for skill in one.skills}, key=str.casefold)
    networks = dict.fromkeys([*system.networks, *(key for one in characters for key in one.rep)])
    numbers = list(_numbers(system))
    heads = ["Name", "Type", "Number", *TEXTS, *numbers, *(f"{key} check" for key in system.aptitudes)]
    heads += [*_pools(system).values(), *HARM, "Armor", "Movement", *skills, "Skills", "Attacks"]
    heads += [*(f"{key}-rep" for key in networks), *LISTS, "Stress test", "Notes"]
    return list(dict.fromkeys(heads))


def _pools(system: System) -> dict[str, str]:
    """Return the headings of points by their ids, except those with a number of their own."""
    return {kind.id: f"{kind.name} pool" for kind in system.points if not kind.stat}


def _cells(one: Character, system: System) -> Iterator[tuple[str, str]]:
    """Yield the headings of a character's values, with their cells."""
    pools = _pools(system)
    others = {key: value for key, value in one.stats.items() if key not in set(_numbers(system))}
    yield "Name", one.name
    yield "Type", one.kind.upper()
    yield "Number", str(one.number) if one.number > 1 else ""
    yield from ((head, getattr(one, field)) for head, field in TEXTS.items())
    yield from ((key, str(value)) for key, value in one.stats.items())
    yield from ((key, NONE) for key in one.none if key not in one.stats)
    yield from ((f"{key} check", str(value)) for key, value in one.checks.items())
    yield from ((pools[key], write_points(points)) for key, points in one.points.items() if key in pools)
    yield from ((head, str(getattr(one.health, field) or "")) for head, field in HARM.items())
    yield "Armor", write_armor(one.armor, kinds_of(system))
    yield "Movement", write_movement(one.movement)
    yield from _skills(one.skills)
    yield "Attacks", "\n".join(map(write_attack, one.attacks))
    yield from ((f"{key}-rep", str(score)) for key, score in one.rep.items())
    yield from ((head, _list(getattr(one, field))) for head, field in LISTS.items())
    yield "Stress test", one.stress_test
    yield "Notes", "\n".join(filter(None, [_amounts(others), one.notes]))


def _list(items: Sequence[str]) -> str:
    """Return a list separated by semicolons; a single item that contains a comma is followed by one."""
    return "; ".join(items) + ";" * (len(items) == 1 and "," in items[0])


def _amounts(values: Mapping[str, int]) -> str:
    """Return numbers of another system as text."""
    return ", ".join(f"{key} {value}" for key, value in values.items())


def _skills(skills: Sequence[Skill]) -> Iterator[tuple[str, str]]:
    """Yield the skills, each under its name: "60", "60 (Pistols 70)"."""
    for skill in skills:
        inside = ", ".join(filter(None, [write_specialisations(skill.specialisations), skill.note]))
        yield skill.name, minus(skill.rating) + (f" ({inside})" if inside else "")
