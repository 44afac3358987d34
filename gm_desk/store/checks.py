"""What makes plain data a roster, and what keeps them from being one, in words that name the place."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from gm_desk.core.errors import BadHouseError
from gm_desk.core.roster import Character, Group, Roster, Skill
from gm_desk.core.rules.house import parse_known_house
from gm_desk.core.stat_block import Attack
from gm_desk.core.systems import RULES
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.extra import OURS, with_extra
from gm_desk.store.limits import MOST_CHARACTERS, MOST_GROUPS, MOST_POINTS
from gm_desk.store.problems import place_in_words, problem_in_words

KAISER = "kaiser"
MOST = {"groups": MOST_GROUPS, "characters": MOST_CHARACTERS}

Thing = Group | Character | Skill | Attack


def roster_of(raw: Any, path: Path) -> Roster:
    """Give the roster that plain data are as a whole; raises UnreadableFileError, which names `path`."""
    refuse_too_many(raw, path)
    known = {key: value for key, value in raw.items() if key not in OURS} if isinstance(raw, dict) else raw
    roster: Roster = converted(known, Roster, raw, path)
    refuse_bad_values(roster, path)
    whole: Roster = with_extra(roster, raw)
    return whole


def refuse_too_many(raw: Any, path: Path) -> None:
    """Refuse more groups or characters than can be listed."""
    for key, most in MOST.items() if isinstance(raw, dict) else ():
        listed = raw.get(key)
        if isinstance(listed, (list, tuple)) and len(listed) > most:
            raise UnreadableFileError(path, too_many(key, len(listed)))


def too_many(key: str, count: int) -> str:
    """Say that there are more groups or characters than can be listed."""
    return f"it has {count:,} {key}, and at most {MOST[key]:,} can be shown"


def refuse_bad_values(roster: Roster, path: Path) -> None:
    """Refuse a roster with values that do not go together, though each of them could be."""
    if roster.system not in RULES:
        raise UnreadableFileError(path, f"this version does not know the system “{roster.system}”")
    refuse_bad_house(roster.system, roster.house, path)
    refuse_too_many({"groups": roster.groups, "characters": roster.characters}, path)
    for things in roster.groups, roster.characters:
        refuse_doubles(things, path)
    for number, character in enumerate(roster.characters, 1):
        refuse_bad_character(character, number, roster.system, path)


def converted(part: Any, kind: Any, raw: Any, path: Path, inside: str = "") -> Any:
    """Convert plain data, which stand `inside` those of a file, to a kind of value; raises UnreadableFileError."""
    try:
        return msgspec.convert(part, kind)
    except msgspec.ValidationError as error:
        problem, place = problem_in_words(str(error), inside), place_in_words(str(error), raw, inside)
        raise UnreadableFileError(path, problem, place) from error


def refuse_bad_house(system: str, house: Mapping[str, Any], path: Path) -> None:
    """Refuse a house rule with a value that it cannot have; one that is not known yet may stand there."""
    try:
        parse_known_house(system, house)
    except BadHouseError as error:
        raise UnreadableFileError(path, problem_in_words(error.problem), error.key.replace(".", ", ")) from error


def refuse_bad_character(character: Character, number: int, system: str, path: Path) -> None:
    """Refuse a character with two things of one id, or a rating below zero, which only Kaiser knows."""
    where = f"character {number} “{character.name}”"
    if len(character.points) > MOST_POINTS:
        found = f"it has {len(character.points):,} kinds of points, and at most {MOST_POINTS} can be shown"
        raise UnreadableFileError(path, found, where)
    for things in character.skills, character.attacks:
        refuse_doubles(things, path, f"{where}, ")
    if system == KAISER:
        return
    for place, skill in enumerate(character.skills, 1):
        if skill.rating < 0:
            raise UnreadableFileError(path, "the number is below 0", f"{where}, skill {place} “{skill.name}”, rating")


def refuse_doubles(things: tuple[Thing, ...], path: Path, where: str = "") -> None:
    """Refuse things of which two share an id, because a change would hit both."""
    if len({thing.id for thing in things}) == len(things):
        return
    seen: dict[str, str] = {}
    for thing in things:
        if thing.id in seen:
            place = f"{where}“{seen[thing.id]}” and “{thing.name}”"
            raise UnreadableFileError(path, f"they share the id “{thing.id}”", place)
        seen[thing.id] = thing.name
