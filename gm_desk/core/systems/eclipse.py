"""Functions shared by both editions of Eclipse Phase: requests from drafts, and derived values."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import structs

from gm_desk.core.drafts.draft import Chip, Draft, Mode, Origin, Side
from gm_desk.core.rules.health import Condition, Health, body_state, mind_state, wound_modifier
from gm_desk.core.rules.house import House, Ruling
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.requests import OpposedTest, SimpleTest, SuccessTest

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Ignored

Divide = Callable[[int, int], int]

INITIATIVE_DIVISOR = 5
WOUND_DIVISOR = 5
TRAUMA_DIVISOR = 5
LUCIDITY_MULTIPLE = 2
INSANITY_MULTIPLE = 2
DEATH_HALVES = {"biomorph": 3, "synthmorph": 4}
"""DR by the kind of body, in halves of DUR: × 1.5 and × 2."""


def derived(stats: Mapping[str, int], body: str, divide: Divide) -> dict[str, int]:
    """Return INIT, WT, DR, LUC, TT and IR from the known values; TT and IR are based on a typed LUC."""
    numbers: dict[str, int] = {}
    if "REF" in stats and "INT" in stats:
        numbers["INIT"] = divide(stats["REF"] + stats["INT"], INITIATIVE_DIVISOR)
    if "DUR" in stats:
        numbers["WT"] = divide(stats["DUR"], WOUND_DIVISOR)
        if body in DEATH_HALVES:
            numbers["DR"] = divide(stats["DUR"] * DEATH_HALVES[body], 2)
    if "WIL" in stats:
        numbers["LUC"] = stats["WIL"] * LUCIDITY_MULTIPLE
    lucidity = stats.get("LUC", numbers.get("LUC"))
    if lucidity is not None:
        numbers["TT"] = divide(lucidity, TRAUMA_DIVISOR)
        numbers["IR"] = lucidity * INSANITY_MULTIPLE
    return numbers


def condition(stats: Mapping[str, int], health: Health, most_ignored: int) -> Condition:
    """Return the effects of wounds, and the thresholds that are exceeded."""
    return Condition(
        wound_modifier(health, most_ignored),
        body_state(health.damage, stats.get("DUR"), stats.get("DR")),
        mind_state(health.stress, stats.get("LUC"), stats.get("IR")),
    )


def modifier_of(value: int) -> int | None:  # noqa: ARG001 - the protocol of all systems
    """Return None: aptitudes are multiplied for their checks and have no modifier."""
    return None


def ignored(request: SuccessTest, house: House) -> "Ignored":  # noqa: ARG001 - the protocol of all systems
    """Return which modifiers a point ignores: all of them."""
    return "all"


def ask(draft: Draft) -> SuccessTest | SimpleTest | OpposedTest | None:
    """Return the request for a draft, or None while a side has nothing to roll."""
    test = success_test(draft)
    if test is None or draft.mode is Mode.ALONE:
        return test
    if draft.mode is Mode.SIMPLE:
        return SimpleTest(test.base, test.modifiers)
    against = None if draft.opponent is None else success_test(draft.opponent)
    if against is None:
        return None
    variable, attack = draft.mode is Mode.VARIABLE, draft.mode is Mode.ATTACK
    return OpposedTest(test, against, None if attack else _ruling(draft), attack, variable)


def alone(draft: Draft, side: Side) -> SuccessTest | None:  # noqa: ARG001 - the protocol of all systems
    """Return the request of one side as if it rolled alone."""
    return success_test(side)


def success_test(side: Side) -> SuccessTest | None:
    """Return the success test of one side, or None while it has nothing to roll."""
    return None if side.ability is None else modified_test(side)


def modified_test(side: Side) -> SuccessTest:
    """Return the test of one side, whatever it rolls."""
    modifiers = tuple(Modifier(chip.value, chip.label) for chip in side.counting if chip.modifies)
    point = None if side.point is None else side.point.use
    return SuccessTest(side.base, modifiers, side.defaults, point)


def health_modifiers(health: Health, most_ignored: int) -> tuple[Chip, ...]:
    """Return the chips of wounds and traumas, each only if it has a modifier."""
    wounds = structs.replace(health, traumas=0)
    traumas = structs.replace(health, wounds=0)
    kinds = (("wounds", "Wounds", wounds), ("traumas", "Traumas", traumas))
    chips = (Chip(key, wound_modifier(part, most_ignored), name, Origin.CONDITION) for key, name, part in kinds)
    return tuple(chip for chip in chips if chip.value)


def _ruling(draft: Draft) -> Ruling | None:
    """Return the draft's ruling if these systems have it, or None."""
    match draft.ruling:
        case "deadlock" | "higher_roll" | "higher_skill":
            return draft.ruling
        case _:
            return None
