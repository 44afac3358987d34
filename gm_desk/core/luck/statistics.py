"""Fairness and luck, calculated from a tally.

Counts and chances are exact; floats begin with the tail of the chi-square distribution and with square roots.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import erfc, exp, lgamma, log, sqrt
from typing import Self

from msgspec import Struct

from gm_desk.core.luck.tally import ExpectedRoll, Tally
from gm_desk.core.rules.dice import D10, D100_SIDES

ENOUGH = 100
"""The number of dice needed to test whether they are fair."""
MOST_BINS = 20
NOTHING = Fraction(0)


class DiceKind(Struct, frozen=True):
    """A kind of dice; d100 are counted by their tens, or by their `ones`."""

    sides: int
    ones: bool = False


class Bin(Struct, frozen=True):
    """The number of dice that showed `low` to `high`, and the expected number."""

    low: int
    high: int
    count: int
    expected: Fraction


class Fairness(Struct, frozen=True):
    """A chi-square test: `p` is the chance of a distribution at least as uneven with fair dice, None with too few dice.

    `freedom` are the degrees of freedom.
    """

    dice: int
    statistic: Fraction
    freedom: int
    p: float | None

    @property
    def missing(self) -> int:
        """The number of dice missing for the test."""
        return max(0, ENOUGH - self.dice)


class Luck(Struct, frozen=True):
    """Successes against the sum of the chances, and the variance of that sum."""

    rolls: int = 0
    successes: int = 0
    expected: Fraction = NOTHING
    variance: Fraction = NOTHING

    @classmethod
    def of(cls, bets: Mapping[ExpectedRoll, int]) -> Self:
        """Return the luck of bets; chances of the same denominator are added as whole numbers, which is fast."""
        expected: dict[int, int] = {}
        variance: dict[int, int] = {}
        for bet, count in bets.items():
            good, every = bet.chance.as_integer_ratio()
            expected[every] = expected.get(every, 0) + good * count
            variance[every] = variance.get(every, 0) + good * (every - good) * count
        return cls(
            sum(bets.values()),
            sum(count for bet, count in bets.items() if bet.success),
            sum((Fraction(good, every) for every, good in expected.items()), NOTHING),
            sum((Fraction(spread, every**2) for every, spread in variance.items()), NOTHING),
        )

    @property
    def difference(self) -> Fraction:
        """The number of successes above the expected one."""
        return self.successes - self.expected

    @property
    def deviations(self) -> float:
        """The difference in standard deviations; 0 if the variance is 0."""
        return float(self.difference) / sqrt(self.variance) if self.variance else 0.0


def everybody(tally: Tally) -> Luck:
    """Return the luck of the whole table; a contest in which exactly one side wins counts once."""
    return Luck.of({bet: count for bet, count in tally.bets.items() if not bet.twin})


def luck_by_character(tally: Tally) -> dict[str, Luck]:
    """Return the luck of each character who had a chance, most rolls first."""
    bets: dict[str, dict[ExpectedRoll, int]] = {character: {} for character in tally.characters}
    for bet, count in tally.bets.items():
        bets[bet.character][bet] = count
    return {character: Luck.of(theirs) for character, theirs in bets.items() if theirs}


def kinds(tally: Tally) -> dict[DiceKind, int]:
    """Return the number of dice of each kind, the most frequent kind first."""
    sizes: dict[int, int] = {}
    for face, count in tally.faces.items():
        sizes[face.sides] = sizes.get(face.sides, 0) + count
    often = sorted(sizes.items(), key=lambda item: (-item[1], item[0]))
    digits = {D100_SIDES: (False, True)}
    return {DiceKind(sides, ones): count for sides, count in often for ones in digits.get(sides, (False,))}


def distribution(tally: Tally, kind: DiceKind, *, by_hand: bool) -> list[Bin]:
    """Return the dice of a kind in bins: a d100 by one digit, large dice in at most twenty parts, others by face."""
    fell: dict[int, int] = {}
    for face, count in tally.faces.items():
        if face.sides == kind.sides and face.by_hand is by_hand:
            fell[face.shown] = fell.get(face.shown, 0) + count
    every = sum(fell.values())
    bins = []
    for low, high, faces in _parts(kind):
        share = Fraction(len(faces), kind.sides)
        bins.append(Bin(low, high, sum(fell.get(face, 0) for face in faces), share * every))
    return bins


def _parts(kind: DiceKind) -> Iterable[tuple[int, int, range]]:
    """Return the bins of a kind of dice: lowest face, highest face, and all faces."""
    if kind.ones:
        return [(digit, digit, range(digit, D100_SIDES, D10)) for digit in range(D10)]
    least = 0 if kind.sides == D100_SIDES else 1
    width = D10 if kind.sides == D100_SIDES else -(-kind.sides // MOST_BINS)
    end = least + kind.sides
    lows = range(least, end, width)
    return [(low, min(low + width, end) - 1, range(low, min(low + width, end))) for low in lows]


def fairness(bins: Iterable[Bin]) -> Fairness:
    """Test whether dice are fair (Pearson's chi-square)."""
    bins = list(bins)
    dice, freedom = sum(one.count for one in bins), len(bins) - 1
    statistic = sum(((one.count - one.expected) ** 2 / one.expected for one in bins if one.expected), NOTHING)
    early = dice < ENOUGH or not freedom
    return Fairness(dice, statistic, freedom, None if early else chi_square_tail(float(statistic), freedom))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the chance that a chi-square with these degrees of freedom is at least this.

    The closed form: e^−h · Σ h^s ÷ Γ(s + 1) with h half the statistic, over s = 0, 1 … for an even number of degrees,
    and over s = ½, 1½ … plus erfc(√h) for an odd one, each up to freedom ÷ 2 − 1.
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    steps = (step + odd / 2 for step in range((freedom - odd) // 2))
    tail = sum(exp(step * log(half) - half - lgamma(step + 1)) for step in steps)
    return min(1.0, tail + (erfc(sqrt(half)) if odd else 0.0))
