"""What a draft comes to before anything is rolled: net, odds, and what of it is idle."""

from msgspec import Struct

from gm_desk.core.draft import AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.rules.house import House
from gm_desk.core.rules.kaiser_outcomes import CheckOdds, KaiserOdds
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import ContestOdds, Hand, Odds
from gm_desk.core.rules.requests import KaiserContest, OpposedTest, Request
from gm_desk.core.systems import RULES
from gm_desk.core.systems.system import System

OwnOdds = Odds | CheckOdds
BothOdds = ContestOdds | KaiserOdds


class Reading(Struct, frozen=True):
    """Hold what a draft comes to: `net`, `odds`, `idle` and `routine` are of the side in hand.

    `idle` names the chips that change nothing. `both` are the odds of a test with two sides.
    """

    request: Request | None
    net: Net
    odds: OwnOdds | None
    both: BothOdds | None
    idle: frozenset[str]
    routine: bool


def read(draft: Draft, hand: Hand, system: System, house: House) -> Reading:
    """Work out what a draft comes to, with one of its sides in hand."""
    rules, side, house = RULES[system.id], draft.side(hand), draft.house(house)
    request, alone = rules.ask(draft), rules.alone(draft, side)
    odds = None if alone is None else rules.odds(alone, house)
    net = rules.net(side, house)
    both = rules.odds(request, house) if isinstance(request, OpposedTest | KaiserContest) else None
    return Reading(
        request,
        net,
        odds if isinstance(odds, OwnOdds) else None,
        both if isinstance(both, BothOdds) else None,
        idle_chips(side, system, house),
        draft.mode is Mode.ALONE and _is_routine(side, net, system),
    )


def idle_chips(side: Side, system: System, house: House) -> frozenset[str]:
    """Name the chips that change nothing: beyond the cap, behind the most severe one, ignored or eyeballed over."""
    standing = [chip for chip in side.chips if not chip.struck and _modifies(chip, system)]
    if side.eyeballed is not None:
        return frozenset(chip.id for chip in standing)
    rules = RULES[system.id]
    whole = rules.net(side, house)
    idle = [chip for chip in standing if chip.value and rules.net(side.without_chip(chip.id), house).net == whole.net]
    severest = [chip for chip in idle if house.most_severe and chip.value == whole.sum]
    if severest and len(idle) == sum(chip.value != 0 for chip in standing):  # of two that are equally severe one counts
        idle.remove(severest[0])
    return frozenset(chip.id for chip in idle)


def _modifies(chip: Chip, system: System) -> bool:
    """Tell whether a chip is a modifier; a difficulty may be a number to reach instead."""
    return chip.origin is not Origin.DIFFICULTY or system.reach is None


def _is_routine(side: Side, net: Net, system: System) -> bool:
    """Tell whether a skill is so high, with nothing against it, that no roll is needed."""
    trained = side.ability is not None and side.ability.kind is AbilityKind.SKILL and not side.defaults
    hindered = any(chip.value < 0 for chip in side.counting)
    return trained and not hindered and system.needs_no_roll(side.base, net.sum)
