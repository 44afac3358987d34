"""A character as plain text for the clipboard: how it is now comes first, and nothing is written as format."""

from collections.abc import Iterator

from gm_desk.core.attack_damage import armor_words
from gm_desk.core.blocks.markdown import LISTS, TEXTS, armor_kinds, number_sections, owned_names
from gm_desk.core.blocks.spelling import signed
from gm_desk.core.harm import INJURIES, Kind, Track, tracks
from gm_desk.core.roster import Character, Skill
from gm_desk.core.rules.house import House
from gm_desk.core.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.systems import RULES
from gm_desk.core.systems.system import System

HEADED = ("concept",)
"""Texts that stand beside the name."""


def plain_of(character: Character, system: System) -> str:
    """Write a character as plain text that ends in a line end, with its damage and points as they are now."""
    lines = [_head(character), *_state(character, system), *_numbers(character, system)]
    for label, field in TEXTS.items():
        lines += [] if field in HEADED else _labelled(label, getattr(character, field))
    lines += _labelled("Stress Test", character.stress_test)
    lines += _labelled("Armor", "; ".join(_armor(one, armor_kinds(system)) for one in character.armor))
    lines += _labelled("Movement", "; ".join(map(_movement, character.movement)))
    lines += [_attack(one, character, system) for one in character.attacks]
    lines += _labelled("Skills", ", ".join(map(_skill, character.skills)))
    networks = system.networks
    rep = (f"{key}-rep {score}" if key in networks else f"{key} {score}" for key, score in character.rep.items())
    lines += _labelled("Rep", ", ".join(rep))
    for field, name in owned_names(system).items():
        lines += _listed(name, getattr(character, field))
    for label, field in LISTS.items():
        lines += _listed(label, getattr(character, field))
    lines += [f"Notes: {character.notes}" if "\n" not in character.notes else f"Notes:\n{character.notes}"]
    return "".join(f"{line}\n" for line in (lines if character.notes else lines[:-1]))


def _head(character: Character) -> str:
    """Say who it is: "Mook × 3, Enforcer", "Eva (PC), Courier"."""
    number = f" × {character.number}" if character.number > 1 else ""
    player = " (PC)" if character.kind == "pc" else ""
    return _line(", ".join(filter(None, [f"{character.name}{number}{player}", character.concept])))


def _state(character: Character, system: System) -> Iterator[str]:
    """Say how it is: "Damage 12 of 45, 1 wound (−10)", "Insight 2 of 3"."""
    for track in tracks(character, system, RULES[system.id], House()):
        if not track.empty:
            yield _track(track, character)
    names = {kind.id: kind.name for kind in system.points}
    if character.points:
        yield ", ".join(f"{_line(names.get(key, key))} {_points(one)}" for key, one in character.points.items())


def _track(track: Track, character: Character) -> str:
    """Word one track, and what it has done."""
    length = "" if track.most is None else f" of {track.most}"
    injury = INJURIES.get(track.kind)
    hurt = f", {_counted(track.injuries, injury.name)}" if injury and track.injuries else ""
    cost = f" ({signed(track.modifier)})" if track.modifier else ""
    ignored = f", ignores {_counted(_ignored(character, track.kind), injury.name)}" if injury else ""
    state = f", {track.state}" if track.state else ""
    return f"{track.name} {track.now}{length}{hurt}{cost}{ignored if _ignored(character, track.kind) else ''}{state}"


def _ignored(character: Character, kind: Kind) -> int:
    """Count the wounds or traumas that are ignored."""
    injury = INJURIES.get(kind)
    return int(getattr(character.health, f"ignored_{injury.count}")) if injury else 0


def _counted(count: int, name: str) -> str:
    """Count things in words: "1 wound", "2 wounds"."""
    return f"{count} {name}{'' if count == 1 else 's'}"


def _points(points: Points) -> str:
    """Say how many are left."""
    return f"{points.now} of {points.max}"


def _numbers(character: Character, system: System) -> Iterator[str]:
    """Give the numbers of the stat block, a line for each of its sections, and the others on one more."""
    left = list(dict.fromkeys([*character.stats, *character.checks]))
    for section in number_sections(system):
        keys = [stat.key for stat in section.stats if stat.key in left]
        left = [key for key in left if key not in keys]
        if keys:
            yield ", ".join(_number(character, key, system) for key in keys)
    if left:
        yield _line(", ".join(_number(character, key, system) for key in left))


def _number(character: Character, key: str, system: System) -> str:
    """Write a number with its check, where it has one."""
    value = character.stats.get(key)
    usual = value * system.check if value is not None and key in system.aptitudes else 0
    check = character.checks.get(key, usual)
    return f"{key} {'–' if value is None else value}" + (f" ({check})" if check or key in character.checks else "")


def _labelled(label: str, value: str) -> list[str]:
    """Label a value, unless there is none."""
    return [f"{label}: {_line(value)}"] if value.strip() else []


def _listed(label: str, items: tuple[str, ...]) -> list[str]:
    """Label a list; where commas stand in its items, semicolons part them."""
    return _labelled(label, ("; " if any("," in item for item in items) else ", ").join(items))


def _armor(armor: Armor, kinds: tuple[str, ...]) -> str:
    """Write one piece of armor."""
    slashed = set(armor.values) == set(kinds)
    values = "/".join(str(armor.values[kind]) for kind in kinds) if slashed else ""
    named = "" if slashed else ", ".join(f"{kind} {value}" for kind, value in armor.values.items())
    return " ".join(filter(None, [values, named, f"({armor.name})" if armor.name else ""]))


def _movement(way: Movement) -> str:
    """Write one way to move."""
    rates = "/".join("–" if rate is None else str(rate) for rate in (way.base, way.full))
    known = way.base is not None or way.full is not None
    return " ".join(filter(None, [way.name, f"({way.speed})" if way.speed else "", rates if known else ""]))


def _attack(attack: Attack, character: Character, system: System) -> str:
    """Write an attack with the rating that it strikes with."""
    skill = character.skill_named(attack.skill)
    rating = skill.rating if skill and attack.rating is None else attack.rating
    said = [
        " ".join(filter(None, [attack.skill, "" if rating is None else signed(rating)])),
        f"{system.damage} {attack.damage}" if attack.damage else "",
        attack.modes,
        f"range {attack.range}" if attack.range else "",
        f"ammo {_points(attack.ammo)}" if attack.ammo else "",
        *("armor-piercing" if words == "AP" else words for words in armor_words(attack)),
        attack.notes,
    ]
    return _line(": ".join(filter(None, [f"Attack: {attack.name}", ", ".join(filter(None, said))])))


def _skill(skill: Skill) -> str:
    """Write a skill with what it is better at."""
    inside = ", ".join(filter(None, [*map(_special, skill.specialisations), skill.note]))
    return f"{skill.name} {signed(skill.rating)}" + (f" ({inside})" if inside else "")


def _special(special: Specialisation) -> str:
    """Write a specialisation."""
    return special.name if special.rating is None else f"{special.name} {special.rating}"


def _line(text: str) -> str:
    """Keep a text on its line."""
    return " ".join(text.split())
