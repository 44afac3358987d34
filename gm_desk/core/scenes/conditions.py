"""Conditions of characters: how long they last, when they are over, and the value of their effects.

(EP1, EP2, Kaiser, "Conditions").

A condition does not count down: it stores the turn it began in and the moments that count, so that its state follows
from the moment of the fight alone, and going back revives a condition that had ended.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from gm_desk.core.errors import BadConditionError
from gm_desk.core.scenes.scene import PHASES, Id, Moment, Turn
from gm_desk.core.systems.combat import ConditionEffect, ConditionKind

PREFIX = "condition "
"""The prefix of the ids of chips of conditions, as opposed to those of wounds, traumas and stamina."""
FADES_BY = 10
MOST_CONDITIONS = 50
MOST_COUNT = 9999
MOST_LEVEL = 999
SECONDS = {"ep1": 3, "ep2": 3, "kaiser": 6}
"""The seconds of a turn or a round."""

At = Literal["start", "end"]
SpanUnit = Literal["turn", "phase"]


class Duration(Struct, frozen=True, omit_defaults=True, gc=False):
    """The duration of a condition: `count` starts or ends of the turns or phases of `whose`, from turn `first` on.

    Without a count it does not end by itself; moments are still counted, so that it can fade. `gone` is the number of
    those that passed in an earlier fight. `phase` is the one in which a turn of `whose` starts or ends, or the first
    phase that counts.
    """

    whose: Id
    first: Turn
    at: At = "end"
    unit: SpanUnit = "turn"
    phase: Annotated[int, Meta(ge=1, le=PHASES)] = 1
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)] | None = None
    gone: Annotated[int, Meta(ge=0, le=MOST_COUNT)] = 0
    extra: Mapping[str, Any] = {}

    def passed(self, now: Moment) -> int:
        """Return how many of the counted moments have passed."""
        gone = _index(self.unit, now.turn, now.phase) - _index(self.unit, self.first, self.phase)
        later = self.unit == "turn" and now.phase > self.phase and not _comes_late(self, now)
        here = self.unit == "phase" or now.phase == self.phase
        return self.gone + max(0, gone + (later or (here and _passed_now(self, now))))

    def left(self, now: Moment | None) -> int | None:
        """Return how many moments are left, None without an end; no time passes before and between fights."""
        if self.count is None:
            return None
        return max(0, self.count - (self.gone if now is None else self.passed(now)))


class OwnCondition(ConditionKind, frozen=True, forbid_unknown_fields=False, omit_defaults=True):
    """A condition of a roster's own, or one of the system that the roster has changed, by its id."""

    extra: Mapping[str, Any] = {}


class ActiveCondition(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A condition of a character: its kind by id, name, level and duration, which is None until removed.

    `scene` is the id of the scene whose moments count; elsewhere no time passes for it.
    """

    id: Id
    kind: str = ""
    name: str
    level: Annotated[int, Meta(ge=0, le=MOST_LEVEL)] = 0
    span: Duration | None = None
    scene: str = ""
    extra: Mapping[str, Any] = {}

    def over(self, now: Moment | None) -> bool:
        """Return whether it has ended at a moment of the fight."""
        return self.span is not None and self.span.left(now) == 0


def span_from(
    now: Moment, whose: str, count: int | None, *, at: At = "end", unit: SpanUnit = "turn", speed: int = 1
) -> Duration:
    """Return a span of `count` turns or phases from a moment on: the first is the present one, unless it has passed.

    A turn of somebody with an action in several phases, as many as `speed`, ends after the last of them. Raise
    BadConditionError for a count below 1.
    """
    if count is not None and count < 1:
        raise BadConditionError("count", "a condition lasts at least one turn")
    if unit == "turn":
        span = Duration(whose, now.turn, at, unit, 1 if at == "start" else speed, count)
        return structs.replace(span, first=now.turn + 1) if span.passed(now) else span
    span = Duration(whose, now.turn, at, unit, now.phase, count)
    return _at_index(span, _index(unit, now.turn, now.phase) + 1) if _passed_now(span, now) else span


def until_action(now: Moment, whose: str, *, speed: int = 1) -> Duration:
    """Return a span from a moment until the next action of somebody, who has as many in a turn as `speed`."""
    here = _index("phase", now.turn, now.phase)
    started = whose in (*now.acted, *now.acting, *now.suspended)
    coming = next(at for at in range(here + started, here + PHASES + 1) if at % PHASES < speed)
    return _at_index(Duration(whose, now.turn, "start", count=1), coming)


def _at_index(span: Duration, index: int) -> Duration:
    """Return a span that begins in the phase with an index."""
    return structs.replace(span, first=index // PHASES, phase=index % PHASES + 1)


def turns_of(minutes: int, system: str) -> int:
    """Return a number of minutes in turns."""
    return minutes * 60 // SECONDS[system]


def value_of(effect: ConditionEffect, condition: ActiveCondition, kind: ConditionKind, now: Moment | None) -> int:
    """Return the current modifier of an effect: times its level, less 10 for each time that it has faded."""
    value = effect.value * (condition.level if kind.levels else 1)
    if not kind.fades or condition.span is None:
        return value
    passed = condition.span.gone if now is None else condition.span.passed(now)
    faded = max(0, abs(value) - FADES_BY * (passed // kind.fades))
    return faded if value > 0 else -faded


def faded_after(kind: ConditionKind, level: int = 0) -> int | None:
    """Return the number of turns after which a condition has faded completely, None for one that does not fade."""
    if not kind.fades:
        return None
    values = (abs(effect.value) * (level if kind.levels else 1) for effect in kind.effects)
    return min(MOST_COUNT, kind.fades * -(-max(values, default=0) // FADES_BY)) or None


def in_force(conditions: Iterable[ActiveCondition], now: Moment | None) -> list[ActiveCondition]:
    """Return the conditions that are not over, in the order in which they were set."""
    return [one for one in conditions if not one.over(now)]


def _index(unit: SpanUnit, turn: int, phase: int) -> int:
    return turn if unit == "turn" else turn * PHASES + phase - 1


def _comes_late(span: Duration, now: Moment) -> bool:
    """Return whether the counted moment is still to come in a later phase, because of a delayed action."""
    late = span.at == "end" and not now.after_all and span.whose in (*now.acting, *now.suspended)
    return late or span.whose in now.waiting


def _passed_now(span: Duration, now: Moment) -> bool:
    """Return whether the counted moment has passed in the current turn or phase."""
    if span.whose in now.acted:
        return True
    under_way = span.whose in (*now.acting, *now.suspended)
    return span.at == "start" and under_way
