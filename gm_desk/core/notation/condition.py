"""Conditions and their effects as the GM types them: "stunned 3"; "prone"; "−30 physical, −10 mental"."""

import re
from collections.abc import Iterable, Sequence
from typing import get_args

from msgspec import Struct

from gm_desk.core.characters.roster import Character, clean
from gm_desk.core.errors import BadConditionError
from gm_desk.core.notation.numbers import read_amount
from gm_desk.core.rules.modifiers import LARGEST, TRUE_MINUS
from gm_desk.core.rules.requests import MOST_LEVELS
from gm_desk.core.scenes.condition_edits import ConditionEnd, EndUnit
from gm_desk.core.scenes.conditions import MOST_COUNT, MOST_LEVEL, At, faded_after
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.systems.combat import ANY_LEVEL, ConditionEffect, ConditionKind, Tests
from gm_desk.core.wording.phrases import joined, signed

KEY = "condition"
CONDITION_HINT = "its name, its level if it has one, and how long, like “3 turns” or “until removed”"
"""The notation of a condition, for messages."""
ENDS_HINT = "like “3 turns”, “until removed” or “until Jaqui acts”"

NUMBER = re.compile(r"(?P<number>[0-9]+)(?![0-9])[ ,]*", re.ASCII)
COUNTED = re.compile(
    r"""(?:for\ )?(?P<count>[0-9]+)
    (?:\ ?(?P<unit>turn|round|phase|min|minute)s?\.?)?
    (?:,?\ (?:at\ )?(?:the\ )?(?P<at>start|beginning|end))?
    (?:\ of)?(?:\ (?P<whose>.+?)(?:['’]s)?(?:\ (?:turn|round|phase)s?)?)?""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
UNTIL_MOMENT = re.compile(
    r"until (?:the )?(?P<at>start|beginning|end) of (?P<whose>.+?)(?:['’]s)?(?: (?:next )?(?:turn|round|phase))?",
    re.IGNORECASE,
)
UNTIL_ACTS = re.compile(r"until (?P<whose>.+?)(?: acts|['’]s (?:next )?(?:turn|round|phase|action))", re.IGNORECASE)
UNTIL_REMOVED = re.compile(r"until (?:it is )?(?:removed|cured|healed)", re.IGNORECASE)
UNTIL_ACTION = re.compile(r"until (?:(?:the|its|his|her|their|your) )?(?:next )?(?:action|act|turn)", re.IGNORECASE)
UNITS: dict[str, EndUnit] = {"turn": "turn", "round": "turn", "phase": "phase", "min": "minute", "minute": "minute"}
OWN = {"the", "its", "his", "her", "their", "own", "its own", "the next", "its next", "their next"}
"""Words for the turn of the character who has the condition."""


class TypedCondition(Struct, frozen=True):
    """A condition to be set: its kind, its level (0 for none), and how it ends."""

    kind: ConditionKind
    level: int = 0
    end: ConditionEnd = ConditionEnd()


def read_condition(
    text: str,
    kinds: Iterable[ConditionKind],
    characters: Sequence[Character],
    system: str,
    end: ConditionEnd | None = None,
) -> TypedCondition:
    """Read a condition; `characters` are those whose turns may time it.

    If `end` is given, none is read from the text. Raise BadConditionError with the reason, for instance that a required
    end is missing.
    """
    plain = " ".join(clean(text).split())
    kind, rest = _kind(plain, list(kinds))
    level, rest = _level(kind, rest)
    if end is not None:
        if rest:
            raise BadConditionError("end", f"“{rest}” is not needed: the end is chosen below")
        return TypedCondition(kind, level, end.checked(system))
    return TypedCondition(kind, level, _end(rest, characters, system) if rest else usual_end(kind, level))


def usual_end(kind: ConditionKind, level: int = 0) -> ConditionEnd:
    """Return how a condition ends by default; raise BadConditionError if its end has to be given."""
    lasts = faded_after(kind, level)
    if lasts is not None:
        return ConditionEnd("turn", lasts)
    if kind.ends == "counted":
        example = f"type how many turns, like “{kind.name.casefold()} 3”, or “until removed”"
        raise BadConditionError("end", f"{kind.name} needs an end: {example}")
    return ConditionEnd("action", at="start") if kind.ends == "action" else ConditionEnd()


def checked_level(kind: ConditionKind, level: int | None) -> int:
    """Return a valid level of a condition, 0 if it has none; raise BadConditionError for an invalid one."""
    if not kind.levels:
        if level:
            raise BadConditionError("level", f"{kind.name} has no levels")
        return 0
    if kind.levels == ANY_LEVEL:
        if level is None or not 1 <= level <= MOST_LEVEL:
            raise BadConditionError(
                "level", f"{kind.name} needs a level from 1 to {MOST_LEVEL}, like “{_example(kind)}”"
            )
        return level
    if level is None or level not in kind.levels:
        known = joined(list(map(str, kind.levels)))
        raise BadConditionError("level", f"{kind.name} needs a level: {known}, like “{_example(kind)}”")
    return level


def _example(kind: ConditionKind) -> str:
    return f"{kind.name.casefold()} {kind.levels[0] or 3}"


def _kind(plain: str, kinds: list[ConditionKind]) -> tuple[ConditionKind, str]:
    """Return the kind named at the beginning of a line, in full or abbreviated, and the rest of the line."""
    if not plain:
        raise BadConditionError(KEY, f"type a condition: {CONDITION_HINT}")
    kinds = [kind for kind in kinds if kind.name.strip()]
    known = [kind for kind in kinds if _begins(plain, kind.name)]
    if known:
        kind = max(known, key=lambda one: len(one.name))
        return kind, plain[len(kind.name) :].lstrip(" ,")
    head = re.split(r"[0-9,]| until | for ", plain, maxsplit=1, flags=re.IGNORECASE)[0].strip()
    alike = [kind for kind in kinds if head and kind.name.casefold().startswith(head.casefold())]
    if len(alike) == 1:
        return alike[0], plain[len(head) :].lstrip(" ,")
    if alike:
        raise BadConditionError(KEY, f"“{head}” could be {joined([kind.name for kind in alike])}")
    raise BadConditionError(KEY, f"“{head or plain}” is not a condition in this roster: {CONDITION_HINT}")


def _begins(plain: str, name: str) -> bool:
    """Return whether a line begins with a name as whole words."""
    return plain.casefold().startswith(name.casefold()) and not plain[len(name) : len(name) + 1].isalpha()


def _level(kind: ConditionKind, rest: str) -> tuple[int, str]:
    """Return the typed level and the rest of the line."""
    if not kind.levels:
        return 0, rest
    found = NUMBER.match(rest)
    if found is None:
        return checked_level(kind, None), rest
    level = read_amount(found["number"], "level", BadConditionError)
    return checked_level(kind, level), rest[found.end() :]


def _end(rest: str, characters: Sequence[Character], system: str) -> ConditionEnd:
    """Return the typed end."""
    if UNTIL_REMOVED.fullmatch(rest):
        return ConditionEnd()
    if UNTIL_ACTION.fullmatch(rest):
        return ConditionEnd("action", at="start")
    if found := UNTIL_MOMENT.fullmatch(rest):
        return ConditionEnd("turn", 1, _at(found["at"]), _whose(found["whose"], characters))
    if found := UNTIL_ACTS.fullmatch(rest):
        return ConditionEnd("action", at="start", whose=_whose(found["whose"], characters))
    found = COUNTED.fullmatch(rest)
    if found is None:
        raise BadConditionError(
            "end", f"“{rest}” does not say when a condition ends: type how long it lasts, {ENDS_HINT}"
        )
    unit = UNITS[(found["unit"] or "turn").casefold()]
    if unit == "phase" and TURNS[system].phases == 1:
        raise BadConditionError("end", "this system has no phases: count turns")
    count = read_amount(found["count"], "count", BadConditionError, MOST_COUNT)
    return ConditionEnd(unit, count, _at(found["at"]), _whose(found["whose"] or "", characters)).checked(system)


def _at(word: str | None) -> At:
    return "end" if word is None or word.casefold() == "end" else "start"


def _whose(words: str, characters: Sequence[Character]) -> str:
    """Return the id of a character by its name, or by an unambiguous beginning of a word of it; "" for its own."""
    name = words.strip().casefold()
    if not name or name in OWN:
        return ""
    named = [one for one in characters if one.name.casefold() == name]
    near = named or [one for one in characters if any(word.startswith(name) for word in _words(one.name))]
    if not near:
        raise BadConditionError("whose", f"nobody here is called “{words.strip()}”")
    if len(near) > 1 and not named:
        raise BadConditionError("whose", f"“{words.strip()}” could be {joined([one.name for one in near[:3]])}")
    return near[0].id


def _words(name: str) -> list[str]:
    """Return a name from each of its words on: "lao qing", "qing"."""
    words = name.casefold().split()
    return [" ".join(words[place:]) for place in range(len(words))]


EFFECTS_KEY = "effects"
EFFECTS_HINT = "a number and what it applies to, like “−3 initiative”"
MOST_EFFECTS = 20
AGAINST, WITH, AT = " against it", " with ", " at "
EFFECT = re.compile(
    r"""(?:(?P<value>[-+]?\ ?[0-9]{1,4})(?:\ +|$))?
    (?:D(?P<levels>[0-9])(?:\ +|$))?
    (?:(?:to|on)\ )?
    (?P<rest>.*)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII | re.DOTALL,
)
TESTS: tuple[Tests, ...] = get_args(Tests)


def write_effects(effects: Sequence[ConditionEffect]) -> str:
    """Return effects in typed notation."""
    return ", ".join(map(_written, effects))


def read_effects(text: str, step: int, *, levels: bool = False) -> tuple[ConditionEffect, ...]:
    """Read effects; raise BadConditionError with the reason.

    Modifiers are multiples of `step`, unless they are multiplied by the condition's `levels`.
    """
    parts = [part.strip() for part in " ".join(clean(text).split()).split(",")]
    found = tuple(_read(part, 1 if levels else step) for part in parts if part)
    if len(found) > MOST_EFFECTS:
        raise BadConditionError(EFFECTS_KEY, f"a condition can have at most {MOST_EFFECTS} effects")
    return found


def _written(effect: ConditionEffect) -> str:
    """Return one effect in typed notation."""
    numbers = [signed(effect.value) if effect.value else "", f"D{effect.disadvantage}" if effect.disadvantage else ""]
    tests = effect.tests if effect.tests != "all" or not effect.skills else ""
    skills = "/".join(effect.skills)
    about = f"{tests}{WITH}{skills}" if tests and skills else tests or skills
    words = " ".join(part for part in (*numbers, about) if part) or "0 all"
    against = AGAINST if effect.against else ""
    return f"{words}{AT}{'/'.join(effect.options)}{against}" if effect.options else f"{words}{against}"


def _read(part: str, step: int) -> ConditionEffect:
    """Read one effect."""
    found = EFFECT.fullmatch(part.replace(TRUE_MINUS, "-"))
    if found is None or not (found["value"] or found["levels"]):
        raise BadConditionError(EFFECTS_KEY, f"“{part}” has no number: {EFFECTS_HINT}")
    value, disadvantage = int((found["value"] or "0").replace(" ", "")), int(found["levels"] or 0)
    rest = found["rest"].strip()
    against = rest.casefold().endswith(AGAINST.strip()) or rest.casefold().endswith(" against")
    if against:
        rest = re.sub(r"\s*against(?: it)?$", "", rest, flags=re.IGNORECASE)
    rest, _, options = rest.partition(AT)
    tests, skills = _about(rest.strip())
    if tests != "initiative" and value % step:
        raise BadConditionError(EFFECTS_KEY, f"{signed(value)} is not a multiple of ten")
    if abs(value) > LARGEST or disadvantage > MOST_LEVELS:
        raise BadConditionError(EFFECTS_KEY, f"“{part}” is too large a number")
    named = tuple(one.strip() for one in options.split("/") if one.strip())
    return ConditionEffect(value, disadvantage, tests, skills, named, against)


def _about(words: str) -> tuple[Tests, tuple[str, ...]]:
    """Return the kind of tests and the skills named by words."""
    first, _, rest = words.partition(" ")
    kind = first.casefold().rstrip("s")
    tests: Tests = next((one for one in TESTS if one.rstrip("s") == kind), "all")
    known = kind in {one.rstrip("s") for one in TESTS}
    skills = rest if known else words
    skills = re.sub(r"^(?:tests?|with)\b\s*", "", skills, flags=re.IGNORECASE)
    skills = re.sub(r"^(?:tests?|with)\b\s*", "", skills, flags=re.IGNORECASE)
    return tests, tuple(one.strip() for one in skills.split("/") if one.strip())
