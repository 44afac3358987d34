"""The evaluation of a draft: net modifier, odds, and chips that make no difference."""

from fractions import Fraction

from msgspec import Struct, structs

from gm_desk.core.drafts.draft import AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.rules.dice import D100_SIDES
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import BothOdds, CheckOdds, Hand, KaiserOdds, OwnOdds
from gm_desk.core.rules.requests import Effort, KaiserCheck, KaiserContest, OpposedTest, Request
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES

NEVER, HALF, CERTAIN = Fraction(0), Fraction(1, 2), Fraction(1)
TIES = {"defender": (NEVER, CERTAIN), "roll_off": (HALF, HALF), "gm": (NEVER, NEVER)}
"""The chances of both sides to win a tie, by its ruling."""


class Chances:
    """A cache of chances."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._under: dict[int, Fraction] = {}
        self._checks: dict[tuple[KaiserCheck, House], Fraction] = {}
        self._contests: dict[tuple[KaiserContest, House], tuple[Fraction, Fraction]] = {}

    def under(self, target: int) -> Fraction:
        """Return the chance of a d100 to succeed against a target (EP1, EP2)."""
        from gm_desk.core.systems.eclipse import succeeds

        if target not in self._under:
            self._under[target] = Fraction(sum(succeeds(roll, target) for roll in range(D100_SIDES)), D100_SIDES)
        return self._under[target]

    def of_check(self, request: KaiserCheck, house: House) -> Fraction:
        """Return the chance of a check to succeed (Kaiser)."""
        key = structs.replace(request, effort=_unlabelled(request.effort), adjust=0), house
        if key not in self._checks:
            odds = RULES["kaiser"].odds(*key)
            if not isinstance(odds, CheckOdds):
                raise TypeError("a check of Kaiser has the odds of a check")
            self._checks[key] = odds.success
        return self._checks[key]

    def of_contest(self, request: KaiserContest, house: House) -> tuple[Fraction, Fraction]:
        """Return the chances of both sides to win, including settled ties (Kaiser)."""
        key = structs.replace(request, a=_unlabelled(request.a), b=_unlabelled(request.b), adjust=0), house
        if key not in self._contests:
            odds = RULES["kaiser"].odds(*key)
            if not isinstance(odds, KaiserOdds):
                raise TypeError("a contest of Kaiser has the odds of a contest")
            ruling = "defender" if request.kind == "attack" else request.ruling or house.tie
            a, b = TIES[ruling]
            self._contests[key] = odds.a + a * odds.tie, odds.b + b * odds.tie
        return self._contests[key]


def _unlabelled(effort: Effort) -> Effort:
    """Return an effort with only the values that its chances depend on."""
    return structs.replace(effort, value=effort.flat, modifiers=())


class Evaluation(Struct, frozen=True, gc=False):
    """The evaluation of a draft: `net`, `odds`, `idle` and `routine` are those of the selected side.

    `idle` are the chips that make no difference. `both` are the odds of a test with two sides.
    """

    request: Request | None
    net: Net
    odds: OwnOdds | None
    both: BothOdds | None
    idle: frozenset[str]
    routine: bool


def evaluate(draft: Draft, hand: Hand, system: System, house: House) -> Evaluation:
    """Evaluate a draft for one of its sides."""
    rules, side, house = RULES[system.id], draft.side(hand), draft.house(house)
    request, alone = rules.ask(draft), rules.alone(draft, side)
    odds = None if alone is None else rules.odds(alone, house)
    net = rules.net(side, house)
    both = rules.odds(request, house) if isinstance(request, OpposedTest | KaiserContest) else None
    return Evaluation(
        request,
        net,
        odds if isinstance(odds, OwnOdds) else None,
        both if isinstance(both, BothOdds) else None,
        idle_chips(side, system, house),
        draft.mode is Mode.ALONE and _is_routine(side, net, system),
    )


def whole_odds(draft: Draft, request: Request | None, system: System, house: House) -> OwnOdds | BothOdds | None:
    """Return the odds of a test whose request is known: of both sides, or of the acting one if it has no other."""
    rules = RULES[system.id]
    two_sided = isinstance(request, OpposedTest | KaiserContest)
    asked = request if two_sided else rules.alone(draft, draft)
    odds = None if asked is None else rules.odds(asked, draft.house(house))
    return odds if isinstance(odds, OwnOdds | BothOdds) else None


def idle_chips(side: Side, system: System, house: House) -> frozenset[str]:
    """Return the ids of chips without effect: beyond the cap, not the most severe, ignored, or replaced by hand."""
    standing = [chip for chip in side.chips if not chip.struck and _modifies(chip, system)]
    if side.eyeballed is not None:
        return frozenset(chip.id for chip in standing)
    rules = RULES[system.id]
    whole = rules.net(side, house)
    idle = [chip for chip in standing if chip.value and rules.net(side.without_chip(chip.id), house).net == whole.net]
    severest = [chip for chip in idle if house.most_severe and chip.value == whole.sum]
    if severest and len(idle) == sum(chip.value != 0 for chip in standing):  # of equally severe ones one counts
        idle.remove(severest[0])
    return frozenset(chip.id for chip in idle)


def _modifies(chip: Chip, system: System) -> bool:
    """Return whether a chip is a modifier; a difficulty may be a number to reach instead."""
    return chip.origin is not Origin.DIFFICULTY or system.reach is None


def _is_routine(side: Side, net: Net, system: System) -> bool:
    """Return whether no roll is needed: a trained skill that is high enough, with no modifier against it.

    Attacks, and skills that only defend against them, are never routine.
    """
    trained = side.ability is not None and side.ability.kind is AbilityKind.SKILL and not side.defaults
    if side.ability is None or side.attack or _only_defends(side.ability.label, system):
        return False
    hindered = any(chip.value < 0 for chip in side.counting)
    return trained and not hindered and system.needs_no_roll(side.base, net.sum)


def _only_defends(skill: str, system: System) -> bool:
    """Return whether a skill defends against attacks and makes none itself, as Fray does."""
    attacks = [pair for pair in system.pairings if pair.attack]
    return any(skill in pair.theirs for pair in attacks) and all(skill != pair.ours for pair in attacks)
