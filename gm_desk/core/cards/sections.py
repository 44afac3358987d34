"""The content of a character's card: the sections of its system, and all other texts."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from gm_desk.core.cards.cards import Block, Card, CardRow, CardTable, Figure, Figures, HarmLine, Words
from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import INJURIES, SCALES, Track
from gm_desk.core.characters.roster import Character, Skill, clean
from gm_desk.core.characters.stat_block import Armor, Attack, values_in_words
from gm_desk.core.characters.values import StatValue, values
from gm_desk.core.drafts.abilities import ability_for, rating_of
from gm_desk.core.notation.armor import slashed, write_armor
from gm_desk.core.notation.lists import write_specialisations
from gm_desk.core.notation.movement import write_movement, write_rates
from gm_desk.core.notation.points import write_points
from gm_desk.core.notation.text import as_read, words_as_read
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import PointKind, Section, Stat, System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import minus, one_line, signed, visible

LONGEST_TITLE = 120
SHORT = 14
"""The number of characters that fit below a number."""
LONGEST_PART = 24
"""The longest part of an attack, in characters, that is kept on one line."""
FEWEST_BOXES, MOST_BOXES, MOST_LINES = 3, 8, 6
LISTS = ("ware", "gear", "traits")
DOT = " · "


def card_of(character: Character, system: System, house: House | None = None) -> Card:
    """Return the card of a character; a name too long for a title is repeated in full in the text."""
    blocks = tuple(block for block in _blocks(character, system, house or House()) if _says(block))
    return Card(character.id, _title(character), blocks, character.portrait)


def _title(character: Character) -> str:
    many = f"\u00a0×\u00a0{character.number}" if character.number > 1 else ""
    return one_line(visible(_line(character.name)), LONGEST_TITLE) + many


def _blocks(character: Character, system: System, house: House) -> Iterator[Block]:
    """Yield all blocks in the order of the card on the screen, with the numbers for a fight at the top."""
    yield Words("", _about(character))
    fight, rest = _numbers(character, system, house)
    worn, armor_words = _armor(character, system)
    moves, move_words = _movement(character)
    yield Figures((*fight, *worn, *moves), essential=True)
    yield from armor_words
    yield from move_words
    yield from _harm(character, system, house)
    yield from _rolled(character, system)
    yield Figures((*rest, *_points(character, system)), "small")
    yield CardTable("Attacks", tuple(_attack(one, character, system) for one in character.attacks))
    yield CardTable("Skills", tuple(map(_skill, character.skills)), columns=True)
    yield from _words(character, system)


def _about(character: Character) -> str:
    """Return concept, morph, body, threat level and kind in one line, none of them twice and not the name again."""
    kind = "Player character" if character.kind == "pc" else ""
    level = f"Threat: {character.threat_level}" if character.threat_level else ""
    parts = (character.concept, character.morph, character.body.capitalize(), level, kind)
    listed = {_line(character.name).casefold()}
    about = list[str]()
    for part in filter(None, map(_read, parts)):
        about += [part] if part.casefold() not in listed else []
        listed.add(part.casefold())
    return DOT.join(about)


def _numbers(character: Character, system: System, house: House) -> tuple[list[Figure], list[Figure]]:
    """Return the numbers that are not rolled: those of the body, and those of the mind together with unknown ones."""
    inner = {key for name, scale in SCALES.items() if scale.kind == "stress" for key in (name, *_keys(scale.states))}
    inner |= {injury.threshold for kind, injury in INJURIES.items() if kind == "stress"}
    fight, mind = list[Figure](), list[Figure]()
    counted = {kind.stat for kind in system.points if _counted(kind, character)}
    for value in values(character, system, RULES[system.id], house):
        if not value.empty and value.key not in counted:
            (mind if value.key in inner else fight).append(_number(value))
    named = {stat.key for section in system.sections for stat in section.stats}
    foreign = [Figure(_line(key), str(number)) for key, number in character.stats.items() if key not in named]
    return fight, mind + foreign


def _counted(kind: PointKind, character: Character) -> bool:
    """Return whether the points of a kind, printed with boxes, already show its stat."""
    points = character.points.get(kind.id)
    return points is not None and points.max == character.stats.get(kind.stat)


def _number(value: StatValue) -> Figure:
    """Return a number; a derived one must not look as if it were in the stat block."""
    return (
        Figure(value.key, f"({value.hint})", derived=True)
        if value.typed is None
        else Figure(value.key, str(value.typed))
    )


def _keys(states: Iterable[tuple[str, str]]) -> list[str]:
    return [key for key, _ in states]


def _armor(character: Character, system: System) -> tuple[list[Figure], list[Words]]:
    """Return armor as numbers, and long names as text below."""
    kinds = [stat for section in system.sections if section.kind == "armor" for stat in section.stats]
    keys = [stat.key for stat in kinds]
    usual = [one for one in character.armor if slashed(one, keys)]
    figures = [_armor_figure(one, kinds) for one in usual]
    left = [one for one in character.armor if one not in usual or len(_line(one.name)) > SHORT]
    alone = len(character.armor) == len(left) == len(usual) == 1  # its numbers are printed above
    text = _line(left[0].name if alone else write_armor(left, keys))
    return figures, [Words("Armor", text, essential=True)]


def _armor_figure(armor: Armor, kinds: Sequence[Stat]) -> Figure:
    name, values_of = _line(armor.name), slashed(armor, [stat.key for stat in kinds])
    initials = "/".join(stat.name[:1] for stat in kinds)
    return Figure(f"Armor {initials}", values_of, name if len(name) <= SHORT else "")


def _movement(character: Character) -> tuple[list[Figure], list[Words]]:
    """Return movement rates as numbers, and those that need explaining as text below."""
    short = [way for way in character.movement if way.base is not None and len(_line(way.name + way.speed)) <= SHORT]
    figures = [Figure(_line(way.name) or "Move", write_rates(way), _line(way.speed)) for way in short]
    left = [way for way in character.movement if way not in short]
    return figures, [Words("Movement", _line(write_movement(left)), essential=True)]


def _harm(character: Character, system: System, house: House) -> Iterator[HarmLine]:
    """Yield a line for each kind of harm, and for each of several identical characters."""
    known = {stat.key for section in system.sections for stat in section.stats}
    keys = [stat.key for section in system.sections if section.kind == "tracks" for stat in section.stats]
    for place, track in enumerate(harm.tracks(character, system, RULES[system.id], house)):
        if track.empty and place:
            continue
        first = _harm_line(track, character, known)
        if track.most is not None and keys[place] not in character.stats:
            first = structs.replace(first, most=f"of ({track.most})")
        yield structs.replace(first, essential=not place)
        for number in range(2, min(character.number, MOST_LINES) + 1 if not place else 0):
            yield HarmLine(f"{track.name} {number}", most=first.most, injury=first.injury, boxes=first.boxes)


def _harm_line(track: Track, character: Character, known: set[str]) -> HarmLine:
    """Return the line of a track, with boxes if the system has wounds for it."""
    injury = INJURIES.get(track.kind)
    if injury and injury.threshold not in known and not track.injuries:
        injury = None
    ignored = getattr(character.health, f"ignored_{injury.count}") if injury else 0
    injuries_line = injury.count.capitalize() + (f", {ignored} ignored" if ignored else "") if injury else ""
    usual = -(-(track.most or 0) // track.threshold) if track.threshold else 0
    boxes = max(min(max(usual, FEWEST_BOXES), MOST_BOXES), track.injuries) if injury else 0
    several = character.number > 1 and track.kind == "damage"
    return HarmLine(
        f"{track.name} 1" if several else track.name,
        str(track.now) if track.now else "",
        "" if track.most is None else f"of {track.most}",
        injuries_line,
        min(boxes, 2 * MOST_BOXES),
        min(track.injuries, 2 * MOST_BOXES),
    )


def _rolled(character: Character, system: System) -> Iterator[Figures]:
    """Yield the numbers that are rolled: aptitudes with their checks, characteristics, resistances."""
    for section in system.sections:
        if section.kind == "numbers" and section.rolled:
            stats = (stat for stat in section.stats if stat.key in character.stats or stat.key in character.checks)
            cells = tuple(_rolled_figure(stat, section, character, system) for stat in stats)
            yield Figures(cells, brief=_in_a_line(cells, system) if section.rolled == "check" else "")


def _rolled_figure(stat: Stat, section: Section, character: Character, system: System) -> Figure:
    rating, check = character.stats.get(stat.key), character.checks.get(stat.key)
    below = ""
    if section.rolled == "check":
        usual = rating * system.check if rating is not None and system.check else None
        modifier = None if rating is None or system.check else RULES[system.id].modifier_of(rating)
        found = usual if check is None else check
        below = (
            system.check_in_words(found) if found is not None else "" if modifier is None else f"mod {signed(modifier)}"
        )
    return Figure(stat.key, "–" if rating is None else str(rating), below)


def _in_a_line(cells: Sequence[Figure], system: System) -> str:
    """Return aptitudes in one line, with the rule for their checks, or the unusual checks."""
    if not cells or not system.check:
        return ""
    parts = []
    for cell in cells:
        usual = cell.value.isdigit() and cell.detail == system.check_in_words(int(cell.value) * system.check)
        odd = "" if usual or not cell.detail else f"\u00a0({cell.detail})"
        parts.append(f"{cell.name}\u00a0{cell.value}{odd}")
    return f"{DOT.join(parts)}{DOT}{system.aptitude_roll}s\u00a0×{system.check}"


def _points(character: Character, system: System) -> list[Figure]:
    """Return points; small numbers have boxes, of which the spent ones are ticked."""
    names = {kind.id: kind.name for kind in system.points}
    found = []
    for key, points in character.points.items():
        most = points.max if points.max <= MOST_BOXES else 0
        name, ticked = names.get(key, _line(key)), max(0, most - points.now)
        found.append(Figure(name, write_points(points), boxes=most, ticked=ticked))
    return found


def _attack(attack: Attack, character: Character, system: System) -> CardRow:
    ability = ability_for(attack, character, system)
    rating = rating_of(attack, character, system)
    skill = attack.skill or (ability.label if ability else "")
    parts = (
        "" if skill.casefold() == attack.name.casefold() else _line(skill),
        *map(_unbroken, values_in_words(attack)),
        _read(attack.notes),
    )
    damage = f"{system.damage} {attack.damage}" if attack.damage else ""
    text = DOT.join(filter(None, parts))
    return CardRow(_line(attack.name), "" if rating is None else minus(rating), _line(damage), text)


def _unbroken(part: str) -> str:
    """Return a short part of an attack as one word, so that no line ends between "ammo" and its number."""
    line = _line(part)
    return line.replace(" ", "\u00a0") if len(line) <= LONGEST_PART else line


def _skill(skill: Skill) -> CardRow:
    below = ", ".join(filter(None, (_line(write_specialisations(skill.specialisations)), _read(skill.note))))
    return CardRow(_line(skill.name), minus(skill.rating), _line(skill.aptitude), f"({below})" if below else "")


def _words(character: Character, system: System) -> Iterator[Words]:
    """Yield the texts, without a leading repetition of their heading, in the singular or the plural."""
    for block in _labelled_words(character, system):
        text = block.text
        label = re.escape(block.label.removesuffix("s"))
        head = re.match(rf"{label}s?\s*:\s*(?=\S)", text, re.IGNORECASE)
        yield structs.replace(block, text=text[head.end() :]) if head else block


def _labelled_words(character: Character, system: System) -> Iterator[Words]:
    """Yield the texts under their headings."""
    names = {section.id: section.name for section in system.sections}
    rep = ", ".join(f"{_line(network)} {score}" for network, score in character.rep.items())
    yield Words(names.get("rep", "Rep"), rep)
    for field in LISTS:
        yield Words(names.get(field, field.capitalize()), ", ".join(map(_read, getattr(character, field))))
    yield Words("Motivations", ", ".join(map(_line, character.motivations)))
    yield Words("Stress test", _read(character.stress_test))
    yield Words(names.get("notes", "Notes"), _lines(as_read(character.notes)))
    yield Words("Tags", ", ".join(map(_line, character.tags)))
    name = _line(character.name)
    yield Words("Full name", name if len(name) > LONGEST_TITLE else "")


def _line(text: str) -> str:
    """Return a text as one line of any length, without characters that change the text direction."""
    return " ".join(one_line(clean(text), len(text) + 1).split())


def _read(text: str) -> str:
    """Return Markdown as one line of plain text."""
    return _line(words_as_read(text))


def _lines(text: str) -> str:
    """Return the lines of a text, without empty ones at its ends."""
    return "\n".join(map(_line, text.strip().splitlines()))


def _says(block: Block) -> bool:
    """Return whether a block has any content below its heading."""
    match block:
        case Words():
            return bool(block.text)
        case CardTable():
            return bool(block.rows)
        case Figures():
            return bool(block.cells)
    return True
