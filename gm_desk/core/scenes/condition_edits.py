"""The end of a condition as the GM chose it; setting and removing conditions, and those of the roster's own."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Self

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_OWN_CONDITIONS, Character, NewId, Roster, valid_name
from gm_desk.core.errors import BadConditionError
from gm_desk.core.notation.numbers import read_amount
from gm_desk.core.rules.dice import Expression
from gm_desk.core.scenes.conditions import (
    MOST_CONDITIONS,
    MOST_COUNT,
    MOST_LEVEL,
    ActiveCondition,
    At,
    Duration,
    OwnCondition,
    SpanUnit,
    span_from,
    turns_of,
    until_action,
)
from gm_desk.core.scenes.conditions_in_force import WOUNDS, kinds_of
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.core.scenes.staging import SPEED
from gm_desk.core.systems.combat import ANY_LEVEL, ConditionKind
from gm_desk.core.systems.definition import System

EndUnit = Literal["removed", "action", "turn", "phase", "minute"]
ANY = "any"
MOST_LEVELS_LISTED = 20


class ConditionEnd(Struct, frozen=True):
    """The end of a condition: after a `count` of units, at the start or end of the turns of `whose`, "" for its own.

    With "action" it ends when that character acts next, and with "removed" only by hand.
    """

    unit: EndUnit = "removed"
    count: int = 1
    at: At = "end"
    whose: str = ""

    def checked(self, system: str) -> Self:
        """Return the end; raise BadConditionError for a count below 1 or above the limit."""
        if self.count < 1:
            raise BadConditionError("count", "a condition lasts at least one turn")
        if self._turns(system) > MOST_COUNT:
            raise BadConditionError("count", f"a condition lasts {MOST_COUNT} turns at most")
        return self

    def span(self, character_id: str, roster: Roster) -> Duration | None:
        """Return the duration of a character's condition from now on, or None if it lasts until removed."""
        if self.unit == "removed":
            return None
        now, whose = _now(roster.on_stage) or Moment(), self.whose or character_id
        speed = _speed_of(whose, roster)
        if self.unit == "action":
            return until_action(now, whose, speed=speed)
        unit: SpanUnit = "phase" if self.unit == "phase" else "turn"
        return span_from(now, whose, self._turns(roster.system), at=self.at, unit=unit, speed=speed)

    def _turns(self, system: str) -> int:
        return turns_of(self.count, system) if self.unit == "minute" else self.count


def with_condition(
    roster: Roster, character: Character, kind: ConditionKind, level: int, end: ConditionEnd, new_id: NewId
) -> Character:
    """Return a character with a condition that begins at the current moment of the current scene.

    It replaces one of the same kind. Raise BadConditionError for an impossible end, or if there are too many.
    """
    scene = roster.on_stage
    span = end.checked(roster.system).span(character.id, roster)
    if span is None and kind.damage and scene is not None and scene.now is not None:
        span = Duration(character.id, scene.now.turn)  # no earlier turn has cost anything
    others = tuple(one for one in character.conditions if one.kind != kind.id)
    if len(others) >= MOST_CONDITIONS:
        raise BadConditionError("condition", f"a character can have at most {MOST_CONDITIONS} conditions")
    where = scene.id if scene is not None and span is not None else ""
    new = ActiveCondition(id=new_id(), kind=kind.id, name=kind.name, level=level, span=span, scene=where)
    return structs.replace(character, conditions=(*others, new))


def without_conditions(character: Character, gone: Iterable[str]) -> Character:
    """Return a character without some of its conditions, by their ids."""
    ids = set(gone)
    return structs.replace(character, conditions=tuple(one for one in character.conditions if one.id not in ids))


def into_fight(roster: Roster, scene_id: str) -> Roster:
    """Return the roster with the conditions of a scene's fighters timed by the scene, if they were timed by none."""
    scene = roster.scene(scene_id)
    for fighter in scene.fighters if scene is not None else ():
        one = roster.character(fighter.id)
        if one is not None and any(condition.span and not condition.scene for condition in one.conditions):
            conditions = tuple(_counted(condition, scene_id, roster) for condition in one.conditions)
            roster = roster.with_character(structs.replace(one, conditions=conditions))
    return roster


def _counted(condition: ActiveCondition, scene_id: str, roster: Roster) -> ActiveCondition:
    """Return an untimed condition as timed by a scene from its present moment on."""
    span = condition.span
    if span is None or condition.scene:
        return condition
    now, speed = _now(roster.scene(scene_id)) or Moment(), _speed_of(span.whose, roster)
    if span.at == "start" and span.count == span.gone + 1:
        begun = structs.replace(until_action(now, span.whose, speed=speed), count=span.count)
    else:
        begun = span_from(now, span.whose, span.count, at=span.at, unit=span.unit, speed=speed)
    return structs.replace(condition, scene=scene_id, span=structs.replace(begun, gone=span.gone))


def _speed_of(character_id: str, roster: Roster) -> int:
    """Return the number of phases in a turn in which a character acts, by its stats alone."""
    character, most = roster.character(character_id), TURNS[roster.system].phases
    return 1 if character is None else max(1, min(most, character.stats.get(SPEED, 1)))


def _now(scene: Scene | None) -> Moment | None:
    return None if scene is None else scene.now


def own_condition(kind: ConditionKind) -> OwnCondition:
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
    return structs.replace(own_condition(kind), **fields)
