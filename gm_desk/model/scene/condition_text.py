"""Conditions as text: on a pill, for screen readers, in a tool tip and in the log."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gm_desk.core.characters.roster import Character
from gm_desk.core.notation.numbers import signed
from gm_desk.core.scenes.active_conditions import ConditionInForce
from gm_desk.core.scenes.conditions import Duration, turns_of, value_of
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.wording.phrases import plural

if TYPE_CHECKING:
    from gm_desk.core.scenes.condition_edits import ConditionEnd

Find = Callable[[str], Character | None]

GONE = "a removed character"


def pill_text(one: ConditionInForce, system: str) -> str:
    """Return a condition as it is shown on a pill: "Stunned 2", "Impaired 20 · 2", "Shock resisted −20", "Prone"."""
    faded = _faded(one)
    if faded:
        return f"{one.name} {faded}"
    left = _left_in_short(one, system)
    between = " · " if one.kind.levels else " "
    return f"{one.name}{between}{left}" if left else one.name


def spoken_condition(one: ConditionInForce, system: str, find: Find) -> str:
    """Return a condition as a screen reader should read it: "stunned, 2 turns left", "prone"."""
    left = left_in_words(one, system, find)
    return ", ".join(part for part in (one.name.casefold(), _faded(one), left) if part)


def left_in_words(one: ConditionInForce, system: str, find: Find) -> str:
    """Return the time left of a condition: "2 turns left", "until Jaqui acts"; "" if it lasts until removed."""
    span, left = one.condition.span, one.left
    if span is None or left is None:
        return ""
    if _ends_by_acting(span):
        return f"until {_name(span.whose, find)} acts"
    unit = _unit(system) if span.unit == "turn" else "phase"
    if _is_long(left, span, system):
        return f"{_minutes(left, system)} minutes left"
    return f"{plural(left, unit)} left"


def tip_of_condition(one: ConditionInForce, system: str, find: Find) -> str:
    """Return the effects of a condition, its time left and whose turns count, as lines."""
    from gm_desk.core.wording.reference import effects_in_words

    left, span = left_in_words(one, system, find), one.condition.span
    if left and span is not None and not _ends_by_acting(span):
        left = f"{left}, counted at the {span.at} of the turns of {_name(span.whose, find)}"
    faded = _faded(one)
    lines = [
        one.name,
        f"Now {faded}" if faded else "",
        left or "Until it is removed",
        *effects_in_words(one.kind, one.condition.level),
        one.kind.hint,
    ]
    return "\n".join(line[:1].upper() + line[1:] for line in lines if line)


def end_in_words(end: "ConditionEnd", kind: ConditionKind, system: str, find: Find) -> str:
    """Return an end for the log: "3 turns", "until the end of Jaqui’s turn"; "" for one by removal."""
    whose = _name(end.whose, find) if end.whose else ""
    match end.unit:
        case "removed":
            return ""
        case "action":
            return f"until {whose or 'the next action'}{' acts' if whose else ''}"
        case "turn" if kind.fades:
            return "fading"
        case unit:
            words = _unit(system) if unit == "turn" else unit
            counted = plural(end.count, words)
            if not whose or unit == "minute":
                return counted
            return f"until the {end.at} of {whose}’s {words}" if end.count == 1 else f"{counted} of {whose}’s"


def _faded(one: ConditionInForce) -> str:
    """Return the current modifier of a condition that fades, "" for any other."""
    values = [value_of(effect, one.condition, one.kind, one.now) for effect in one.kind.effects if one.kind.fades]
    return signed(max(values, key=abs)) if any(values) else ""


def _left_in_short(one: ConditionInForce, system: str) -> str:
    """Return the number of turns left, or of minutes if there are many."""
    span, left = one.condition.span, one.left
    if span is None or left is None or _ends_by_acting(span):
        return ""
    return f"{_minutes(left, system)} min" if _is_long(left, span, system) else str(left)


def _is_long(left: int, span: Duration, system: str) -> bool:
    """Return whether more than a minute is left."""
    return span.unit == "turn" and left > turns_of(1, system)


def _minutes(left: int, system: str) -> int:
    """Return turns as minutes, rounded up."""
    return -(-left // turns_of(1, system))


def _ends_by_acting(span: Duration) -> bool:
    return span.at == "start" and span.count == span.gone + 1


def _unit(system: str) -> str:
    return "round" if system == "kaiser" else "turn"


def _name(character_id: str, find: Find) -> str:
    character = find(character_id)
    return GONE if character is None else character.name
