"""A character's card as text: one line for each section of its system that is not empty."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.notation.armor import kinds_of, write_armor
from gm_desk.core.notation.movement import write_movement
from gm_desk.core.notation.skill import write_skill
from gm_desk.core.systems.definition import Section, System
from gm_desk.model.card.stat_models import SEPARATOR, attack_in_words

SUFFERED = ("damage", "wounds", "stress", "traumas", "fatigue")
IGNORED = ("ignored_wounds", "ignored_traumas")
BETWEEN = ", "


class CardLine(Struct, frozen=True):
    """The name of a section and its text; attacks and notes may take several lines."""

    name: str
    says: str


def card_lines(character: Character, system: System) -> list[CardLine]:
    """Return the lines of a card in the order of its system's sections, without the empty ones."""
    lines = [
        CardLine("Tags", BETWEEN.join(character.tags)),
        CardLine("Motivations", BETWEEN.join(character.motivations)),
    ]
    lines += [CardLine(section.name, _section(character, section, system)) for section in system.sections]
    lines.insert(-1, CardLine("Stress test", character.stress_test))
    return [line for line in lines if line.says.strip()]


def head_of(character: Character) -> str:
    """Return a one-line description of a character."""
    many = f"× {character.number}" if character.number > 1 else ""
    kind = "player character" if character.kind == "pc" else ""
    parts = [character.threat_level, character.concept, character.morph, character.body, kind, many]
    return " · ".join(filter(None, parts))


def skill_in_words(skill: Skill) -> str:
    """Return a skill as text: "Infiltrate 40 (50/70)", "Guns 60 (Pistols 70)"."""
    return write_skill(skill.name, skill.rating, skill.specialisations, skill.note)


def _section(character: Character, section: Section, system: System) -> str:
    """Return the text of a section."""
    words: Mapping[str, Callable[[], str]] = {
        "numbers": lambda: BETWEEN.join(_numbers(character, section)),
        "tracks": lambda: BETWEEN.join(_suffered(character)),
        "points": lambda: BETWEEN.join(_points(character, system)),
        "armor": lambda: write_armor(character.armor, kinds_of(system)),
        "movement": lambda: write_movement(character.movement),
        "attacks": lambda: "\n".join(_attack(one, character, system) for one in character.attacks),
        "skills": lambda: BETWEEN.join(map(skill_in_words, character.skills)),
        "rep": lambda: BETWEEN.join(f"{network} {score}" for network, score in character.rep.items()),
        "list": lambda: BETWEEN.join(getattr(character, section.id, ())),
        "text": lambda: character.notes,
    }
    return words[section.kind]()


def _numbers(character: Character, section: Section) -> Iterator[str]:
    for stat in section.stats:
        value, check = character.stats.get(stat.key), character.checks.get(stat.key)
        if value is not None or check is not None:
            number = "–" if value is None else str(value)
            yield f"{stat.key} {number}" + ("" if check is None else f" (check {check})")


def _attack(attack: Attack, character: Character, system: System) -> str:
    """Return an attack as in its row on the card: "Pistol · Guns 55 · DV 2d10 · SA"."""
    return SEPARATOR.join(filter(None, (attack.name, attack_in_words(attack, character, system))))


def _suffered(character: Character) -> Iterator[str]:
    """Yield the damage, stress and injuries suffered, then the wounds and traumas that are ignored."""
    for name in (*SUFFERED, *IGNORED):
        count = getattr(character.health, name)
        if count and name in IGNORED:
            yield f"ignores {count} {name.removeprefix('ignored_').removesuffix('s' * (count == 1))}"
        elif count:
            yield f"{name} {count}"


def _points(character: Character, system: System) -> Iterator[str]:
    names = {kind.id: kind.name for kind in system.points}
    for key, points in character.points.items():
        yield f"{names.get(key, key)} {_of(points)}"


def _of(points: Points) -> str:
    return str(points.max) if points.now == points.max else f"{points.now} of {points.max}"
