"""A character as a stat block in Markdown, for a wiki or a chat; `own_markdown` reads it back."""

import re
from collections.abc import Iterator, Mapping

from gm_desk.core.characters.roster import Character, clean
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import rating_of
from gm_desk.core.notation.armor import kinds_of, write_markdown_armor
from gm_desk.core.notation.attack import write_markdown_attack
from gm_desk.core.notation.lists import write_markdown_list
from gm_desk.core.notation.movement import write_markdown_movement
from gm_desk.core.notation.numbers import NONE
from gm_desk.core.notation.points import write_markdown_amount, write_points
from gm_desk.core.notation.skill import write_markdown_skill
from gm_desk.core.notation.text import entity, spell
from gm_desk.core.systems.definition import Section, System

BULLET = " • "
QUOTE = ">"
BREAK = "  "
"""Two spaces at the end of a line keep Markdown from joining it with the next one."""
TEXTS = {"Concept": "concept", "Morph": "morph", "Body": "body", "Threat level": "threat_level"}
LISTS = {"Motivations": "motivations", "Tags": "tags"}
OWNED = {"ware": "Ware", "gear": "Gear", "traits": "Traits"}
COUNTS = {
    "Damage": "damage",
    "Wounds": "wounds",
    "Wounds ignored": "ignored_wounds",
    "Stress": "stress",
    "Traumas": "traumas",
    "Traumas ignored": "ignored_traumas",
    "Fatigue": "fatigue",
}
OTHER = "Other values"
Labelled = list[tuple[str, str]]
"""A line of labels, each with its formatted value."""
UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]|&(?=#[0-9]{1,7};)")


def markdown_of(character: Character, system: System) -> str:
    """Return a character as a stat block in Markdown, with a final line end: everything that a GM sees, without ids."""
    number = f" × {character.number}" if character.number > 1 else ""
    lines = [f"### {spell(character.name)}", "", f"*{character.kind.upper()}{number} · {system.name}*", ""]
    fields = [
        f"- {BULLET.join(f'**{label}:** {value}' for label, value in line)}" for line in fields_of(character, system)
    ]
    lines += [*fields, ""] if fields else []
    if character.attacks:
        attacks = [f"- **{spell(one.name)}:** {attack_line(one, character, system)}" for one in character.attacks]
        lines += ["**Attacks**", "", *attacks, ""]
    if character.notes:
        lines += ["**Notes**", "", *_quoted(character.notes), ""]
    return "\n".join(lines)


def owned_names(system: System) -> dict[str, str]:
    """Return the system's names of the lists in a stat block, by field."""
    called = {section.id: section.name for section in system.sections if section.kind == "list"}
    return {field: called.get(field, name) for field, name in OWNED.items()}


def point_names(system: System) -> dict[str, str]:
    """Return the ids of points by the system's names for them."""
    return {kind.name: kind.id for kind in system.points}


def rep_names(system: System) -> dict[str, str]:
    """Return the networks by the names of their rep ("c-rep")."""
    return {f"{network}-rep": network for network in system.networks}


def number_sections(system: System) -> list[Section]:
    """Return the sections of a stat block that are numbers."""
    return [section for section in system.sections if section.kind == "numbers"]


def attack_line(attack: Attack, character: Character, system: System) -> str:
    """Return an attack with the rating on the card, in brackets if it is the skill's: "Guns (65)"."""
    own = attack.rating is not None
    return write_markdown_attack(attack, system, None if own else rating_of(attack, character, system))


def fields_of(character: Character, system: System, *, tracks: bool = False) -> list[Labelled]:
    """Return the lines of labelled values, each with one value or several; with `tracks` also tracks at 0."""
    return [line for line in _fields(character, system, tracks=tracks) if line]


def _fields(character: Character, system: System, *, tracks: bool) -> Iterator[Labelled]:
    """Yield the lines of labelled values."""
    for label, field in TEXTS.items():
        yield _labelled(label, spell(getattr(character, field)) if getattr(character, field) else "")
    for label, field in LISTS.items():
        yield _labelled(label, write_markdown_list(getattr(character, field)))
    yield _labelled("Stress Test", spell(character.stress_test) if character.stress_test else "")
    yield from _numbers(character, system)
    yield _health(character, system, tracks=tracks)
    points = {key: write_points(one) for key, one in character.points.items()}
    yield _labelled("Points", _amounts(points, point_names(system)))
    yield _labelled("Armor", "; ".join(write_markdown_armor(one, kinds_of(system)) for one in character.armor))
    yield _labelled("Movement", "; ".join(map(write_markdown_movement, character.movement)))
    yield _labelled("Skills", ", ".join(write_markdown_skill(one, system) for one in character.skills))
    yield _labelled("Rep", _amounts(character.rep, rep_names(system)))
    for field, name in owned_names(system).items():
        yield _labelled(name, write_markdown_list(getattr(character, field)))


def _amounts(values: Mapping[str, object], known: Mapping[str, str]) -> str:
    """Return values, each after its name."""
    return ", ".join(write_markdown_amount(key, known, str(value)) for key, value in values.items())


def _labelled(label: str, value: str) -> Labelled:
    """Return a value with its label; empty if there is no value."""
    return [(label, value)] if value else []


def _numbers(character: Character, system: System) -> Iterator[Labelled]:
    """Yield the numbers of the stat block, a line for each section, then those without a name in the system."""
    left = list(dict.fromkeys([*character.stats, *character.checks, *character.none]))
    for section in number_sections(system):
        keys = [stat.key for stat in section.stats if stat.key in left]
        yield [(key, _number(character, key, system)) for key in keys]
        left = [key for key in left if key not in keys]
    yield _labelled(OTHER, _amounts({key: _own(character, key) for key in left}, {}))


def _number(character: Character, key: str, system: System) -> str:
    """Return a number; an aptitude has its check: "15 (45)", or "25/95" if the check is its own."""
    value = character.stats.get(key)
    usual = (
        f"{value} ({value * system.check})" if value is not None and key in system.aptitudes and system.check else ""
    )
    return usual if usual and key not in character.checks else _own(character, key)


def _own(character: Character, key: str) -> str:
    """Return a number, with its own check if it has one."""
    value, check = character.stats.get(key), character.checks.get(key)
    return (NONE if value is None else str(value)) + ("" if check is None else f"/{check}")


def _health(character: Character, system: System, *, tracks: bool) -> Labelled:
    """Return damage, wounds and the like, and how many are ignored; a track has its length."""
    lengths = {stat.name: stat.key for section in system.sections if section.kind == "tracks" for stat in section.stats}
    found: Labelled = []
    for label, field in COUNTS.items():
        count: int = getattr(character.health, field)
        length = character.stats.get(lengths.get(label, ""))
        if count or (tracks and length is not None):
            found.append((label, f"{count}{'' if length is None else f' of {length}'}"))
    return found


def _quoted(notes: str) -> list[str]:
    """Return notes word for word as a quotation; only characters that Markdown reads as line ends are escaped."""
    lines = [UNSAFE.sub(lambda found: entity(found[0]), line) for line in clean(notes).split("\n")]
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    return [f"{QUOTE} {line}{BREAK if runs_on(line, follows) else ''}" if line else QUOTE for line, follows in pairs]


def runs_on(line: str, follows: str) -> bool:
    """Return whether Markdown would join a line of notes with the next."""
    return bool(line.strip() and follows.strip())
