"""The conditions that a roster adds or changes."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from gm_desk.core.characters.roster import MOST_OWN_CONDITIONS, Roster, valid_name
from gm_desk.core.errors import BadConditionError
from gm_desk.core.notation.numbers import read_amount
from gm_desk.core.rules.dice import Expression
from gm_desk.core.scenes.active_conditions import WOUNDS, kinds_of
from gm_desk.core.scenes.conditions import MOST_LEVEL, OwnCondition
from gm_desk.core.systems.combat import ANY_LEVEL, ConditionKind
from gm_desk.core.systems.definition import System

ANY = "any"
MOST_LEVELS_LISTED = 20


def own_copy(kind: ConditionKind) -> OwnCondition:
    """Return a condition as one of the roster's own."""
    if isinstance(kind, OwnCondition):
        return kind
    return OwnCondition(**structs.asdict(kind))


def with_own(roster: Roster, kind: OwnCondition, system: System) -> Roster:
    """Add a condition of the roster's own, or change one by its id.

    Raise EmptyNameError or BadConditionError with the reason.
    """
    named = structs.replace(kind, name=checked_name(kind.name, kind.id, roster, system))
    if all(one.id != kind.id for one in roster.conditions):
        if len(roster.conditions) >= MOST_OWN_CONDITIONS:
            raise BadConditionError("conditions", f"a roster can have at most {MOST_OWN_CONDITIONS} custom conditions")
        return structs.replace(roster, conditions=(*roster.conditions, named))
    return structs.replace(roster, conditions=tuple(named if one.id == kind.id else one for one in roster.conditions))


def without_own(roster: Roster, kind_id: str) -> Roster:
    """Remove a condition of the roster's own, or restore one of the system."""
    return structs.replace(roster, conditions=tuple(one for one in roster.conditions if one.id != kind_id))


def checked_name(name: str, kind_id: str, roster: Roster, system: System) -> str:
    """Return a name that no other condition has; raise EmptyNameError or BadConditionError."""
    valid = valid_name(name)
    kinds: Mapping[str, ConditionKind] = kinds_of(roster, system)
    for one in kinds.values():
        if one.id != kind_id and one.name.casefold() == valid.casefold():
            raise BadConditionError("name", f"another condition is called “{one.name}”")
    return valid


def read_levels(text: str) -> tuple[int, ...]:
    """Read levels, "10, 20, 30", "any" or none; raise BadConditionError."""
    words: list[str] = [word for word in text.replace(",", " ").split() if word]
    if [word.casefold() for word in words] == [ANY]:
        return ANY_LEVEL
    found: list[int] = []
    for word in words:
        level = read_amount(word, "levels", BadConditionError, MOST_LEVEL) if word.isdecimal() else 0
        if not level:
            raise BadConditionError("levels", f"“{word}” is not a level: type numbers like “10, 20, 30”, or “{ANY}”")
        found.append(level)
    if len(found) > MOST_LEVELS_LISTED:
        raise BadConditionError("levels", f"a condition can have at most {MOST_LEVELS_LISTED} levels")
    return tuple(dict.fromkeys(found))


def write_levels(levels: tuple[int, ...]) -> str:
    """Return levels in typed notation."""
    return ANY if levels == ANY_LEVEL else ", ".join(map(str, levels))


def read_cost(text: str) -> str:
    """Read the cost per turn: a number, dice, "wounds" or nothing; raise BadExpressionError."""
    plain = " ".join(text.split())
    if plain.casefold() == WOUNDS:
        return WOUNDS
    if plain and not (plain.isascii() and plain.isdecimal() and len(plain) < len(str(MOST_LEVEL)) + 1):
        Expression.parse(plain)
    return plain


def changed(kind: ConditionKind, **fields: Any) -> OwnCondition:
    """Return a condition of the roster's own with changed values."""
    return structs.replace(own_copy(kind), **fields)
