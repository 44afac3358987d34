"""The end of a condition as chosen by the GM, and functions that set, change and remove conditions."""

from collections.abc import Iterable
from typing import Literal, Self

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, NewId, Roster
from gm_desk.core.errors import BadConditionError
from gm_desk.core.scenes.conditions import (
    MOST_CONDITIONS,
    MOST_COUNT,
    ActiveCondition,
    At,
    Duration,
    SpanUnit,
    span_from,
    turns_of,
)
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.core.systems.combat import ConditionKind

EndUnit = Literal["removed", "action", "turn", "phase", "minute"]


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

    def span(self, character_id: str, now: Moment | None, system: str) -> Duration | None:
        """Return the duration of a character's condition from a moment on, or None if it lasts until removed."""
        if self.unit == "removed":
            return None
        count = 1 if self.unit == "action" else self._turns(system)
        at: At = "start" if self.unit == "action" else self.at
        unit: SpanUnit = "phase" if self.unit == "phase" else "turn"
        return span_from(now or Moment(), self.whose or character_id, count, at=at, unit=unit)

    def _turns(self, system: str) -> int:
        return turns_of(self.count, system) if self.unit == "minute" else self.count


def with_condition(
    roster: Roster, character: Character, kind: ConditionKind, level: int, end: ConditionEnd, new_id: NewId
) -> Character:
    """Return a character with a condition that begins at the current moment of the current scene.

    It replaces one of the same kind. Raise BadConditionError for an impossible end, or if there are too many.
    """
    scene = roster.on_stage
    span = end.checked(roster.system).span(character.id, _now(scene), roster.system)
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
            conditions = tuple(_counted(condition, scene_id, _now(scene)) for condition in one.conditions)
            roster = roster.with_character(structs.replace(one, conditions=conditions))
    return roster


def _counted(condition: ActiveCondition, scene_id: str, now: Moment | None) -> ActiveCondition:
    """Return an untimed condition as timed by a scene from a moment on."""
    span = condition.span
    if span is None or condition.scene:
        return condition
    begun = span_from(now or Moment(), span.whose, span.count, at=span.at, unit=span.unit)
    return structs.replace(condition, scene=scene_id, span=structs.replace(begun, gone=span.gone))


def _now(scene: Scene | None) -> Moment | None:
    return None if scene is None else scene.now
