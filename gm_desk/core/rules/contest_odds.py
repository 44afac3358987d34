"""How often each side wins an opposed test: pairs of classes are counted, not pairs of rolls (EP1, EP2)."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules import d100
from gm_desk.core.rules.contests import Settlement
from gm_desk.core.rules.d100 import Book, Verdict, succeeds
from gm_desk.core.rules.dice import D100_SIDES, is_double
from gm_desk.core.rules.house import House, Ruling
from gm_desk.core.rules.outcomes import ContestOdds
from gm_desk.core.rules.requests import OpposedTest, SuccessTest


class Rolls(Struct, frozen=True):
    """Hold a side's hundred rolls by what decides a contest, each in rising order, and its base."""

    base: int
    criticals: Sequence[int]
    plain: Sequence[int]
    failures: Sequence[int]


Wins = tuple[int, int]


def odds(book: Book[Verdict], test: OpposedTest, house: House, settlement: Settlement, *, ignore: bool) -> ContestOdds:
    """Count who wins how many of the ten thousand pairs of rolls.

    `ignore`: a default's critical success is a plain one (EP2).
    """
    a, b = (_rolls(book, side, house, ignore=ignore and side.default) for side in _before(test))
    wins = [
        (_pairs(a.criticals, b.failures) + _pairs(a.plain, b.failures), 0),
        (0, _pairs(b.criticals, a.failures) + _pairs(b.plain, a.failures)),
        _ruled(a, b, a.failures, b.failures, settlement.both_failed),
    ]
    if not settlement.variable:
        wins += [
            (_pairs(a.criticals, b.plain), _pairs(b.criticals, a.plain)),
            _compared(a.criticals, b.criticals),
            _equal(a, b, a.criticals, b.criticals, settlement.critical_tie),
            _compared(a.plain, b.plain),
            _equal(a, b, a.plain, b.plain, settlement.tie),
        ]
    won, lost = sum(win for win, _ in wins), sum(loss for _, loss in wins)
    return ContestOdds(won, lost, D100_SIDES * D100_SIDES - won - lost)


def _before(test: OpposedTest) -> tuple[SuccessTest, SuccessTest]:
    """Give the two sides, refusing points spent on rolls that have not fallen."""
    for side, one in (("a", test.a), ("b", test.b)):
        try:
            d100.forbid_after(one)
        except UnspendablePointError as error:
            raise error.at(side) from None
    return test.a, test.b


def _rolls(book: Book[Verdict], test: SuccessTest, house: House, *, ignore: bool) -> Rolls:
    """Sort a side's hundred rolls into criticals, plain successes and failures."""
    target = test.base + book.net_of(test, house).net
    won = [roll for roll in range(D100_SIDES) if succeeds(roll, target)]
    lost = [roll for roll in range(D100_SIDES) if not succeeds(roll, target)]
    if ignore:
        return Rolls(test.base, (), won, lost)
    criticals = [roll for roll in won if is_double(roll)]
    return Rolls(test.base, criticals, [roll for roll in won if not is_double(roll)], lost)


def _pairs(winners: Sequence[int], losers: Sequence[int]) -> int:
    """Count the pairs of a winner and a loser."""
    return len(winners) * len(losers)


def _compared(a: Sequence[int], b: Sequence[int]) -> Wins:
    """Count the pairs in which each side's roll is the higher one."""
    won = sum(bisect_left(b, roll) for roll in a)
    return won, _pairs(a, b) - sum(bisect_right(b, roll) for roll in a)


def _equal(a: Rolls, b: Rolls, a_rolls: Sequence[int], b_rolls: Sequence[int], ruling: Ruling) -> Wins:
    """Count the pairs of equal rolls for the side that the ruling favours; none does but the skill."""
    if ruling != "higher_skill":
        return 0, 0
    return _by_skill(a, b, len(set(a_rolls) & set(b_rolls)))


def _ruled(a: Rolls, b: Rolls, a_rolls: Sequence[int], b_rolls: Sequence[int], ruling: Ruling) -> Wins:
    """Count the pairs that a ruling gives to each side."""
    if ruling == "higher_roll":
        return _compared(a_rolls, b_rolls)
    if ruling == "higher_skill":
        return _by_skill(a, b, _pairs(a_rolls, b_rolls))
    return 0, 0


def _by_skill(a: Rolls, b: Rolls, pairs: int) -> Wins:
    """Give pairs to the side with the higher base, to nobody where they are equal."""
    return pairs * (a.base > b.base), pairs * (a.base < b.base)
