"""What can be done after a roll: points (EP2, "Pools and Threat"), rulings, superior results, criticals."""

from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.spending import PointPool, point_pools
from gm_desk.core.drafts.verdict import Ruled, verdict_of
from gm_desk.core.errors import BadPicksError, UnspendablePointError
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.house import House, Ruling, Tie
from gm_desk.core.rules.outcomes import (
    GRADES,
    Contest,
    Grade,
    Graded,
    Hand,
    KaiserOutcome,
    MarginOutcome,
    Outcome,
    SimpleOutcome,
)
from gm_desk.core.rules.requests import After, KaiserContest, OpposedTest, Request, SuccessTest
from gm_desk.core.systems.definition import SuperiorUse, System
from gm_desk.core.systems.protocol import Result, Rules
from gm_desk.core.systems.registry import RULES

SUPERIOR = {
    Grade.SUPERIOR_SUCCESS_X2: 2,
    Grade.SUPERIOR_SUCCESS: 1,
    Grade.SUPERIOR_FAILURE: 1,
    Grade.SUPERIOR_FAILURE_X2: 2,
}
"""The number of superior results of a grade (EP2)."""
CRITICALS = {Grade.CRITICAL_SUCCESS, Grade.CRITICAL_FAILURE}

USES: tuple[After, ...] = get_args(After)


class PointOffer(Struct, frozen=True):
    """A point that can be spent after the roll, and the resulting outcome; in a contest `side` spends it."""

    use: After
    outcome: Graded | Contest
    side: Hand | None = None


class Repair(Struct, frozen=True):
    """A point that one side can spend after a roll, the pools that could pay for it, and the new result."""

    hand: Hand
    use: After
    point_pools: tuple[PointPool, ...]
    request: Request
    result: Graded | Contest


class Decision(Struct, frozen=True):
    """A ruling on a test that nobody has won; `result` is None while it needs more dice."""

    ruling: Ruling | Tie
    request: Request
    result: Result | None
    stands: bool

    @property
    def winner(self) -> Hand | None:
        """The side that wins by the ruling, or None."""
        return self.result.winner if isinstance(self.result, Contest | KaiserOutcome) else None


def repairs(roster: Roster, draft: Draft, request: Request, dice: Thrown, house: House, system: System) -> list[Repair]:
    """Return the points that improve the result for a side that can pay for them, the best result first."""
    rules = RULES[system.id]
    rolled = rules.resolve(request, dice, house)
    found: list[Repair] = []
    for hand, offer in _offers(request, dice, house, system):
        held = point_pools(roster, draft.side(hand), system)
        if held and isinstance(rolled, Graded | Contest) and _improves(rolled, offer.outcome, hand, request):
            found.append(
                Repair(hand, offer.use, tuple(held), with_point_spent(request, hand, offer.use), offer.outcome)
            )
    return sorted(found, key=lambda repair: _standing(repair.result, repair.hand))


def decisions(request: Request, dice: Thrown, house: House, system: System) -> list[Decision]:
    """Return the rulings that are left to the GM; none in an attack.

    If no ruling makes a winner, the current one is returned alone: the GM may still name a winner.
    """
    result = RULES[system.id].resolve(request, dice, house)
    match request, result:
        case OpposedTest(attack=False), Contest():
            if result.winner is not None and request.ruling is None:
                return []
            if result.reason == "both_succeeded":
                return []
            ways = [_decision(request, way, dice, house, system) for way in get_args(Ruling)]
            return ways if any(way.winner for way in ways) else [way for way in ways if way.stands]
        case KaiserContest(kind="opposed_skill" | "opposed_characteristic"), KaiserOutcome(tie=True):
            return [_decision(request, way, dice, house, system) for way in get_args(Tie)]
        case _:
            return []


def superior_results(result: Result, ruled: Ruled | None = None) -> tuple[Hand, int]:
    """Return who has superior results to spend, and how many: in a contest the winner, else the first side (EP2).

    For the first side, a grade that the GM `ruled` counts instead of the dice.
    """
    verdict = verdict_of(result, ruled if ruled and ruled.grade else None)
    hand: Hand = "b" if isinstance(result, Contest) and verdict.winner == "b" else "a"
    own = own_verdict(result, hand)
    if not isinstance(own, Outcome):
        return hand, 0
    if hand == "a" and ruled is not None and ruled.grade is not None:
        return hand, SUPERIOR.get(ruled.grade, 0)
    return hand, own.superior


def criticals(result: Result, ruled: Ruled | None = None) -> list[tuple[Hand, bool]]:
    """Return the sides with a critical, and whether it is a success; a ruled grade is the first side's (EP1, EP2)."""
    if ruled is not None and ruled.grade is not None and own_verdict(result, "a") is not None:
        own_word: list[tuple[Hand, bool]] = [("a", ruled.grade.succeeds)] if ruled.grade in CRITICALS else []
        return [*own_word, *(one for one in criticals(result) if one[0] == "b")]
    if isinstance(result, SimpleOutcome):
        return [("a", result.strong)] if result.critical else []
    hands: tuple[Hand, ...] = ("a", "b") if isinstance(result, Contest) else ("a",)
    sides = ((hand, own_verdict(result, hand)) for hand in hands)
    return [(hand, own.success) for hand, own in sides if own is not None and own.critical]


def _offers(request: Request, dice: Thrown, house: House, system: System) -> list[tuple[Hand, PointOffer]]:
    """Return the points that can be spent after the roll, with their sides."""
    rules = RULES[system.id]
    match request:
        case SuccessTest():
            return [("a", offer) for offer in offers_after(rules, request, dice, house)]
        case OpposedTest():
            return [(offer.side or "a", offer) for offer in offers_after_contest(rules, request, dice, house)]
        case _:
            return []


def offers_after(rules: Rules, test: SuccessTest, dice: Thrown, house: House) -> list[PointOffer]:
    """Return the points that would change the grade of a roll."""
    rolled = rules.resolve(test, dice, house)
    return [
        PointOffer(use, new)
        for use, spent in _spending(test)
        if isinstance(new := _allowed(rules, spent, dice, house), Outcome | MarginOutcome)
        and isinstance(rolled, Outcome | MarginOutcome)
        and new.grade is not rolled.grade
    ]


def offers_after_contest(rules: Rules, test: OpposedTest, dice: Thrown, house: House) -> list[PointOffer]:
    """Return the points of either side that would change its own grade or the winner."""
    rolled = rules.resolve(test, dice, house)
    return [
        PointOffer(use, new, side)
        for side, use, spent in _spending_sides(test)
        if isinstance(new := _allowed(rules, spent, dice, house), Contest)
        and isinstance(rolled, Contest)
        and _verdicts(new) != _verdicts(rolled)
    ]


def _spending(test: SuccessTest) -> Iterator[tuple[After, SuccessTest]]:
    """Yield the test with each point that can still be spent; one per test."""
    if not (test.pool or test.after):
        for use in USES:
            yield use, structs.replace(test, after=use)


def _spending_sides(test: OpposedTest) -> Iterator[tuple[Hand, After, OpposedTest]]:
    """Yield the opposed test with each point that either side can spend."""
    for use, spent in _spending(test.a):
        yield "a", use, structs.replace(test, a=spent)
    for use, spent in _spending(test.b):
        yield "b", use, structs.replace(test, b=spent)


def _allowed(rules: Rules, test: SuccessTest | OpposedTest, dice: Thrown, house: House) -> Result | Needs | None:
    """Return the outcome of a test that spends a point, or None if the roll does not allow it."""
    try:
        return rules.resolve(test, dice, house)
    except UnspendablePointError:
        return None


def _verdicts(contest: Contest) -> tuple[Hand | None, str, str]:
    """Return the winner and both grades: whatever a point can change in a contest."""
    return contest.winner, contest.a.grade, contest.b.grade


def with_point_spent(request: Request, hand: Hand, use: After | None) -> Request:
    """Return the request with a point spent by one of its sides, or with none."""
    match request:
        case SuccessTest():
            return structs.replace(request, after=use)
        case OpposedTest() if hand == "a":
            return structs.replace(request, a=structs.replace(request.a, after=use))
        case OpposedTest():
            return structs.replace(request, b=structs.replace(request.b, after=use))
        case _:
            return request


def _standing(result: Graded | Contest, hand: Hand) -> tuple[int, int]:
    """Return the rank of a result for one side, best lowest: whether it wins, then its own grade."""
    if not isinstance(result, Contest):
        return 0, GRADES.index(result.grade)
    place = 1 if result.winner is None else 0 if result.winner == hand else 2
    return place, GRADES.index((result.a if hand == "a" else result.b).grade)


def _improves(before: Graded | Contest, after: Graded | Contest, hand: Hand, request: Request) -> bool:
    """Return whether a result is better for a side, and has other consequences.

    Whoever does not win an attack either way gains nothing by a better grade, unless superior results or a critical
    differ.
    """
    if _standing(after, hand) >= _standing(before, hand):
        return False
    attack = isinstance(request, OpposedTest) and request.attack
    if not attack or not isinstance(before, Contest) or not isinstance(after, Contest):
        return True
    if before.winner != after.winner or after.winner == hand:
        return True
    return _own_consequences(before, hand) != _own_consequences(after, hand)


def _own_consequences(contest: Contest, hand: Hand) -> tuple[bool, int]:
    """Return whether a side has a critical, and how many superior results it can spend."""
    spender, superior = superior_results(contest)
    critical = any(one == hand for one, _ in criticals(contest))
    return critical, superior if spender == hand else 0


def _decision(
    request: OpposedTest | KaiserContest, ruling: Ruling | Tie, dice: Thrown, house: House, system: System
) -> Decision:
    """Return the result of a ruling, and whether it is the current one."""
    ruled = structs.replace(request, ruling=ruling)
    usual = house.ruling if isinstance(request, OpposedTest) else house.tie
    result = RULES[system.id].resolve(ruled, dice, house)
    return Decision(ruling, ruled, None if isinstance(result, Needs) else result, ruling == (request.ruling or usual))


def own_verdict(result: Result, hand: Hand) -> Graded | None:
    """Return a side's own outcome, or None if it has no grade."""
    match result:
        case Contest():
            return result.a if hand == "a" else result.b
        case Outcome() | MarginOutcome():
            return result
        case _:
            return None


def check_picks(picks: Sequence[str], uses: Sequence[SuperiorUse], superior: int) -> None:
    """Raise BadPicksError if picks are unknown, or more than the superior results."""
    unknown = set(picks) - {use.id for use in uses}
    if unknown:
        raise BadPicksError("picks", f"superior results cannot be spent on “{min(unknown)}”")
    if len(picks) > superior:
        raise BadPicksError("picks", f"{len(picks)} were chosen, but the roll has {superior}")


def picked(picks: tuple[str, ...], use: str, superior: int) -> tuple[str, ...]:
    """Return the picks after a click on one use: picked, doubled if possible, then removed.

    If all superior results are spent, the use replaces the first pick.
    """
    others = tuple(pick for pick in picks if pick != use)
    if use not in picks:
        return (*picks, use)[-superior:]
    return (*picks, use) if len(picks) < superior else others
