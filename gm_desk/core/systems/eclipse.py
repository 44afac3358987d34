"""What both editions of Eclipse Phase share: the d100 test with its odds, requests from drafts, and derived values.

An `Edition` has what differs. The grades with their criticals, and the effects of points, are in `core/systems/ep1.py`
and `core/systems/ep2.py`.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct, structs

from gm_desk.core.drafts.draft import Chip, Draft, Mode, Origin, Side
from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.dice import D100_SIDES, Needs, Thrown, flip_flop, is_double
from gm_desk.core.rules.health import Health, HealthEffects, body_state, mind_state, wound_modifier
from gm_desk.core.rules.house import House, Ruling
from gm_desk.core.rules.modifiers import Modifier, Net
from gm_desk.core.rules.outcomes import Grade, MarginOutcome, Odds, Outcome
from gm_desk.core.rules.requests import ROLL, OpposedTest, SimpleTest, SuccessTest

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Ignored

ALWAYS, NEVER = 0, 99
DOUBLE = tuple(filter(is_double, range(D100_SIDES)))
NOT_DOUBLE = tuple(roll for roll in range(D100_SIDES) if roll not in DOUBLE)
KINDS = NOT_DOUBLE, DOUBLE

Verdict = TypeVar("Verdict", bound=Outcome | MarginOutcome)


class Edition(Struct, Generic[Verdict], frozen=True):
    """The functions that differ between editions: net modifier, grade of a roll, effect of a point.

    `edges` are the rolls at which the grade for a target may change, apart from doubles and the step from success to
    failure.
    """

    net_of: Callable[[SuccessTest, House], Net]
    judge: Callable[[SuccessTest, Net, int, House], Verdict]
    spend: Callable[[SuccessTest, Verdict], Verdict]
    edges: Callable[[SuccessTest, int, House], tuple[int, ...]]


def succeeds(roll: int, target: int) -> bool:
    """Return whether a roll succeeds: at or below the target; 00 always, 99 never (EP1, EP2, "Success tests")."""
    return roll == ALWAYS or (roll <= target and roll != NEVER)


def successes(target: int) -> range:
    """Return the rolls that succeed, which are the lowest ones; those above fail."""
    return range(max(ALWAYS, min(target, NEVER - 1)) + 1)


def resolve(
    book: Edition[Verdict], test: SuccessTest, thrown: Thrown, house: House, name: str = ROLL
) -> Verdict | Needs:
    """Return the outcome of the dice called `name`, or the dice still needed.

    Raise UnspendablePointError if the test spends a point that the roll does not allow.
    """
    if test.pool and test.after:
        raise UnspendablePointError("after", "one point a test: a pool was spent before the roll")
    if not thrown.get(name):
        return Needs(name)
    roll = thrown[name][0]
    counts = flip_flop(roll) if test.after == "flip_flop" else roll
    rolled = book.judge(test, book.net_of(test, house), counts, house)
    return book.spend(test, rolled)


def odds(book: Edition[Verdict], test: SuccessTest, house: House) -> Odds:
    """Return the hundred rolls by grade, before any point is spent after the roll."""
    forbid_after(test)
    net = book.net_of(test, house)
    target = test.base + net.net
    rolls: dict[Grade, list[int]] = {}
    for alike in _alike(book.edges(test, target, house), target):
        rolls.setdefault(book.judge(test, net, alike[0], house).grade, []).extend(alike)
    graded = sorted((sorted(found), grade) for grade, found in rolls.items())
    return Odds(test.base, net.sum, net.net, target, {grade: tuple(found) for found, grade in graded})


def _alike(edges: tuple[int, ...], target: int) -> list[tuple[int, ...]]:
    """Return the hundred rolls in groups that have the same grade: doubles and others between two edges."""
    inner = sorted(edge for edge in {*edges, successes(target).stop} if 0 < edge < D100_SIDES)
    spans = pairwise((0, *inner, D100_SIDES))
    groups = (kind[bisect_left(kind, low) : bisect_left(kind, high)] for low, high in spans for kind in KINDS)
    return [group for group in groups if group]


def forbid_after(test: SuccessTest) -> None:
    """Raise UnspendablePointError if a point is spent on a roll that has not been made."""
    if test.after:
        raise UnspendablePointError("after", "a point after the roll needs a roll")


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


def health_effects(stats: Mapping[str, int], health: Health, most_ignored: int) -> HealthEffects:
    """Return the effects of wounds, and the thresholds that are exceeded."""
    return HealthEffects(
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
