"""Effects of conditions as the GM types them: "−30 physical, −10 mental"; "+20 attack with Melee against it"."""

import re
from collections.abc import Sequence
from typing import get_args

from gm_desk.core.characters.roster import clean
from gm_desk.core.errors import BadConditionError
from gm_desk.core.notation.numbers import signed
from gm_desk.core.rules.modifiers import LARGEST, TRUE_MINUS
from gm_desk.core.rules.requests import MOST_LEVELS
from gm_desk.core.systems.combat import ConditionEffect, Tests

KEY = "effects"
EFFECTS_HINT = "like “−30 physical, −10 mental”, “−30 Perceive”, “−3 initiative” or “+20 attack with Melee against it”"
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
    """Return effects as they are typed."""
    return ", ".join(map(_written, effects))


def read_effects(text: str, step: int, *, levels: bool = False) -> tuple[ConditionEffect, ...]:
    """Read effects; raise BadConditionError with the reason.

    Modifiers of tests are multiples of `step`, unless the condition has `levels` that they are multiplied by.
    """
    parts = [part.strip() for part in " ".join(clean(text).split()).split(",")]
    found = tuple(_read(part, 1 if levels else step) for part in parts if part)
    if len(found) > MOST_EFFECTS:
        raise BadConditionError(KEY, f"{MOST_EFFECTS} effects are the most that a condition has")
    return found


def _written(effect: ConditionEffect) -> str:
    """Return one effect as it is typed."""
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
        raise BadConditionError(KEY, f"“{part}” says no number: {EFFECTS_HINT}")
    value, disadvantage = int((found["value"] or "0").replace(" ", "")), int(found["levels"] or 0)
    rest = found["rest"].strip()
    against = rest.casefold().endswith(AGAINST.strip()) or rest.casefold().endswith(" against")
    if against:
        rest = re.sub(r"\s*against(?: it)?$", "", rest, flags=re.IGNORECASE)
    rest, _, options = rest.partition(AT)
    tests, skills = _about(rest.strip())
    if tests != "initiative" and value % step:
        raise BadConditionError(KEY, f"{signed(value)} is not a multiple of ten")
    if abs(value) > LARGEST or disadvantage > MOST_LEVELS:
        raise BadConditionError(KEY, f"“{part}” is more than can be counted")
    named = tuple(one.strip() for one in options.split("/") if one.strip())
    return ConditionEffect(value, disadvantage, tests, skills, named, against)


def _about(words: str) -> tuple[Tests, tuple[str, ...]]:
    """Return the kind of tests that words name, and the skills."""
    first, _, rest = words.partition(" ")
    kind = first.casefold().rstrip("s")
    tests: Tests = next((one for one in TESTS if one.rstrip("s") == kind), "all")
    known = kind in {one.rstrip("s") for one in TESTS}
    skills = rest if known else words
    skills = re.sub(r"^(?:tests?|with)\b\s*", "", skills, flags=re.IGNORECASE)
    skills = re.sub(r"^(?:tests?|with)\b\s*", "", skills, flags=re.IGNORECASE)
    return tests, tuple(one.strip() for one in skills.split("/") if one.strip())
