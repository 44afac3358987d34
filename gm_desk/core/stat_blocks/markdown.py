"""A character as a stat block in Markdown, for a wiki or a chat; `own_markdown` reads it back."""

import re
from collections.abc import Iterator, Mapping

from gm_desk.core.characters.roster import Character, clean
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.attacks import rating_of
from gm_desk.core.notation.armor import kinds_of, write_markdown_armor
from gm_desk.core.notation.attack import write_markdown_attack
from gm_desk.core.notation.lists import write_markdown_list
from gm_desk.core.notation.markdown import entity, spell
from gm_desk.core.notation.movement import write_markdown_movement
from gm_desk.core.notation.numbers import NONE
from gm_desk.core.notation.points import write_markdown_amount, write_points
from gm_desk.core.notation.skill import write_markdown_skill
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
"""A line of labels, each with its value as it is written."""
UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]|&(?=#[0-9]{1,7};)")


def markdown_of(character: Character, system: System) -> str:
    """Write a character as a stat block in Markdown that ends in a line end: all that a GM sees of it, and no ids."""
    number = f" × {character.number}" if character.number > 1 else ""
    lines = [f"### {spell(character.name)}", "", f"*{character.kind.upper()}{number} · {system.name}*", ""]
    fields = [
        f"- {BULLET.join(f'**{label}:** {value}' for label, value in line)}" for line in fields_of(character, system)
    ]
    lines += [*fields, ""] if fields else []
    if character.attacks:
        attacks = [f"- **{spell(one.name)}:** {attack_of(one, character, system)}" for one in character.attacks]
        lines += ["**Attacks**", "", *attacks, ""]
    if character.notes:
        lines += ["**Notes**", "", *_quoted(character.notes), ""]
    return "\n".join(lines)


def owned_names(system: System) -> dict[str, str]:
    """Give what a system calls the lists of a stat block, by their fields."""
    called = {section.id: section.name for section in system.sections if section.kind == "list"}
    return {field: called.get(field, name) for field, name in OWNED.items()}


def point_names(system: System) -> dict[str, str]:
    """Give the ids of points by what the system calls them."""
    return {kind.name: kind.id for kind in system.points}


def rep_names(system: System) -> dict[str, str]:
    """Give the networks by what their rep is called ("c-rep")."""
    return {f"{network}-rep": network for network in system.networks}


def number_sections(system: System) -> list[Section]:
    """List the sections of a stat block that are numbers."""
    return [section for section in system.sections if section.kind == "numbers"]


def attack_of(attack: Attack, character: Character, system: System) -> str:
    """Write an attack with the rating that the card shows, in brackets where it is its skill's: "Guns (65)"."""
    own = attack.rating is not None
    return write_markdown_attack(attack, system, None if own else rating_of(attack, character, system))


def fields_of(character: Character, system: System, *, tracks: bool = False) -> list[Labelled]:
    """Return the lines of labelled values, each with one value or several; with `tracks` also those at 0."""
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
    """Write values behind what they are of."""
    return ", ".join(write_markdown_amount(key, known, str(value)) for key, value in values.items())


def _labelled(label: str, value: str) -> Labelled:
    """Label a value, unless there is none."""
    return [(label, value)] if value else []


def _numbers(character: Character, system: System) -> Iterator[Labelled]:
    """Give the numbers of the stat block, a line for each section, and those that the system does not name."""
    left = list(dict.fromkeys([*character.stats, *character.checks]))
    for section in number_sections(system):
        keys = [stat.key for stat in section.stats if stat.key in left]
        yield [(key, _number(character, key, system)) for key in keys]
        left = [key for key in left if key not in keys]
    yield _labelled(OTHER, _amounts({key: _own(character, key) for key in left}, {}))


def _number(character: Character, key: str, system: System) -> str:
    """Write a number; an aptitude shows its check: "15 (45)", and "25/95" where that is its own."""
    value = character.stats.get(key)
    usual = (
        f"{value} ({value * system.check})" if value is not None and key in system.aptitudes and system.check else ""
    )
    return usual if usual and key not in character.checks else _own(character, key)


def _own(character: Character, key: str) -> str:
    """Write a number, and the check of its own."""
    value, check = character.stats.get(key), character.checks.get(key)
    return (NONE if value is None else str(value)) + ("" if check is None else f"/{check}")


def _health(character: Character, system: System, *, tracks: bool) -> Labelled:
    """Return what was suffered and what of it is ignored; a track says how long it is."""
    lengths = {stat.name: stat.key for section in system.sections if section.kind == "tracks" for stat in section.stats}
    found: Labelled = []
    for label, field in COUNTS.items():
        count: int = getattr(character.health, field)
        length = character.stats.get(lengths.get(label, ""))
        if count or (tracks and length is not None):
            found.append((label, f"{count}{'' if length is None else f' of {length}'}"))
    return found


def _quoted(notes: str) -> list[str]:
    """Write notes word for word as a quotation; only what breaks lines without being a line end is escaped."""
    lines = [UNSAFE.sub(lambda found: entity(found[0]), line) for line in clean(notes).split("\n")]
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    return [f"{QUOTE} {line}{BREAK if joined(line, follows) else ''}" if line else QUOTE for line, follows in pairs]


def joined(line: str, follows: str) -> bool:
    """Tell whether Markdown would join a line of notes with the one that follows."""
    return bool(line.strip() and follows.strip())
