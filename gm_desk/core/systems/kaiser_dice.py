"""The dice of a Kaiser check: kept dice, fumbles, open rolls, and exact odds (Kaiser, "Opposed checks")."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import comb, lcm

from msgspec import Struct

from gm_desk.core.rules.dice import DieReading, Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import CheckOdds, CheckOutcome, KaiserOdds, Kept
from gm_desk.core.rules.requests import Effort, KaiserCheck, KaiserContest, KaiserKind

SIDES = 6
KEPT_DICE = 2
MOST_FUMBLE = 5
LEAST_FUMBLE = -3
FEWEST_ONES = 2

HARM, DISASTER = 6, 12
FUMBLE_FAILS, FUMBLE_HARMS, FUMBLE_RUINS = 0, -5, -10

DICE, EXTRA, FUMBLE = "dice", "extra", "fumble"


class Hand(Struct, frozen=True):
    """One side's dice: `sum` is what they add to the value, before a fumble changes it."""

    sum: int
    kept: Kept | None = None
    open: bool = False
    fumble_level: int | None = None

    @property
    def fumble(self) -> bool:
        """Whether the dice fumble."""
        return self.fumble_level is not None


def characteristic_hand(thrown: Thrown, house: House, side: str) -> Hand | Needs:
    """Return the dice of a characteristic: one, or two by house rule; they neither open nor fumble."""
    needs = _missing(thrown, side + DICE, house.characteristic_dice)
    return needs or Hand(sum(thrown[side + DICE]))


def resistance_hand(effort: Effort, thrown: Thrown, side: str) -> Hand | Needs:
    """Return the dice of a resistance, which neither open nor fumble."""
    needs = _missing(thrown, side + DICE, dice_count(effort.net_levels))
    if needs:
        return needs
    kept = keep(thrown[side + DICE], effort.net_levels)
    return Hand(sum(kept), kept)


def skill_hand(effort: Effort, thrown: Thrown, side: str) -> Hand | Needs:
    """Return the dice of a skill: a fumble is checked before an open roll (Kaiser, "Fumbles", "Open rolls")."""
    needs = _missing(thrown, side + DICE, dice_count(effort.net_levels))
    if needs:
        return needs
    dice = thrown[side + DICE]
    kept = keep(dice, effort.net_levels)
    if is_fumble(dice, effort):
        needs = _missing(thrown, side + FUMBLE, KEPT_DICE)
        return needs or Hand(sum(kept), kept, fumble_level=sum(thrown[side + FUMBLE]))
    if kept != (SIDES, SIDES):
        return Hand(sum(kept), kept)
    extra = _extra(thrown.get(side + EXTRA))
    if extra is None:
        return Needs(side + EXTRA, SIDES, 1, DieReading.SUM)
    return Hand(sum(kept) + extra, kept, open=True)


def dice_count(net_levels: int) -> int:
    """Return the number of dice: two, and one more for each net level of advantage or disadvantage."""
    return KEPT_DICE + abs(net_levels)


def keep(dice: tuple[int, ...], net_levels: int) -> Kept:
    """Return the highest two dice, or with disadvantage the lowest two; the lower one first."""
    ranked = sorted(dice)
    low, high = ranked[:KEPT_DICE] if net_levels < 0 else ranked[-KEPT_DICE:]
    return low, high


def is_fumble(dice: tuple[int, ...], effort: Effort) -> bool:
    """Return whether a skill's dice fumble, by the net fumble degree (Kaiser, "Fumbles")."""
    degree = effort.fumble_degree
    if degree >= 0:
        low, high = keep(dice, effort.net_levels)
        return low == high and low <= largest_fumbling_double(degree)
    ones = fewest_ones(degree, effort.net_levels)
    return ones is not None and dice.count(1) >= ones


def largest_fumbling_double(degree: int) -> int:
    """Return the highest kept double that fumbles: 1 at degree 0, 6 (any double) from +5."""
    return 1 + min(degree, MOST_FUMBLE)


def fewest_ones(degree: int, net_levels: int) -> int | None:
    """Return how many ones fumble at a negative degree, or None if it never fumbles.

    Degrees −1, −2 and −3 take three, four and five ones, and at least as many levels of net disadvantage.
    """
    if degree < LEAST_FUMBLE or net_levels > degree:
        return None
    return FEWEST_ONES - degree


def fumble_penalty(level: int) -> int:
    """Return the value of the dice of a fumble in a contest: 0, −5 or −10 by the fumble level."""
    if level >= DISASTER:
        return FUMBLE_RUINS
    return FUMBLE_HARMS if level >= HARM else FUMBLE_FAILS


def standing_total(outcome: CheckOutcome, effort: Effort) -> int:
    """Return the total of one roll that is compared with several: the dice of a fumble count 0, −5 or −10."""
    level = outcome.fumble_level
    return outcome.total if level is None else max(0, effort.flat + fumble_penalty(level))


def fumble_consequence(level: int) -> str:
    """Return the consequence of a fumble level: `fails`, `harm` or `disaster`."""
    return {FUMBLE_FAILS: "fails", FUMBLE_HARMS: "harm", FUMBLE_RUINS: "disaster"}[fumble_penalty(level)]


def _missing(thrown: Thrown, name: str, count: int) -> Needs | None:
    """Return the dice that are still needed, or None."""
    lacking = count - len(thrown.get(name, ()))
    return Needs(name, SIDES, lacking, DieReading.SUM) if lacking > 0 else None


def _extra(dice: tuple[int, ...] | None) -> int | None:
    """Return the sum of the dice of an open roll, or None if the last one is a six."""
    return sum(dice) if dice and dice[-1] != SIDES else None


FACES = range(1, SIDES + 1)
CERTAIN, NEVER = Fraction(1), Fraction(0)
OPEN_PAIR = (SIDES, SIDES)
DOUBLE_ONE = (1, 1)


class Spread(Struct, frozen=True):
    """The chances of one side: of each `plain` total, of an open roll, and of a fumble.

    An open roll totals `opened` plus its extra dice. `floor` is the value from which a fumble's penalty is
    subtracted.
    """

    plain: Mapping[int, Fraction]
    opened: int
    open: Fraction = NEVER
    fumble: Fraction = NEVER
    floor: int = 0

    def at_least(self, total: int) -> Fraction:
        """Return the chance of at least this total without a fumble."""
        plain = sum((chance for made, chance in self.plain.items() if made >= total), NEVER)
        return plain + self.open * open_at_least(total - self.opened)

    def first_opened(self) -> tuple[dict[int, Fraction], Fraction]:
        """Return the chance of each total of an open roll that ends with its first die, and of all longer ones."""
        if not self.open:
            return {}, NEVER
        each = self.open / SIDES
        return {self.opened + face: each for face in FACES if face != SIDES}, each

    def closed(self) -> dict[int, Fraction]:
        """Return the chance of each total in a contest except open rolls; a fumble's total is at least 0."""
        totals = dict(self.plain)
        if self.fumble:
            for penalty, chance in PENALTIES.items():
                total = max(0, self.floor + penalty)
                totals[total] = totals.get(total, NEVER) + self.fumble * chance
        return totals


def characteristic_spread(effort: Effort, house: House) -> Spread:
    """Return the chances of the one or two dice of a characteristic."""
    count = house.characteristic_dice
    sums = Counter(sum(dice) for dice in product(FACES, repeat=count))
    plain = {effort.flat + total: Fraction(ways, SIDES**count) for total, ways in sums.items()}
    return Spread(plain, effort.flat)


def resistance_spread(effort: Effort) -> Spread:
    """Return the chances of the two kept dice of a resistance."""
    return Spread(_totals(effort, kept_ways(effort.net_levels)), effort.flat)


def skill_spread(effort: Effort) -> Spread:
    """Return the chances of the two kept dice of a skill, with fumbles and open rolls."""
    ways = kept_ways(effort.net_levels)
    fumbling = _fumble_ways(effort, ways)
    plain = {pair: count - fumbling.get(pair, 0) for pair, count in ways.items()}
    opening = plain.pop(OPEN_PAIR)
    every = SIDES ** dice_count(effort.net_levels)
    return Spread(
        _totals(effort, plain),
        effort.flat + sum(OPEN_PAIR),
        Fraction(opening, every),
        Fraction(sum(fumbling.values()), every),
        effort.flat,
    )


def kept_ways(net_levels: int) -> dict[Kept, int]:
    """Return the number of ways to keep each pair; the lowest two mirror the highest two."""
    count = dice_count(net_levels)
    best = {(low, high): _best_ways(low, high, count) for high in FACES for low in range(1, high + 1)}
    if net_levels >= 0:
        return best
    return {(SIDES + 1 - high, SIDES + 1 - low): ways for (low, high), ways in best.items()}


def _best_ways(low: int, high: int, count: int) -> int:
    """Return the number of throws of `count` dice whose highest two are these, by inclusion and exclusion."""
    others, below = count - 1, low - 1
    if low < high:
        return count * (power(low, others) - power(below, others))
    return power(high, count) - power(below, count) - count * power(below, others)


def power(base: int, exponent: int) -> int:
    """Return a power with a non-negative exponent."""
    return int(base**exponent)


def _fumble_ways(effort: Effort, ways: Mapping[Kept, int]) -> dict[Kept, int]:
    """Return the number of throws that fumble, by the pair kept."""
    if effort.fumble_degree >= 0:
        doubles = range(1, largest_fumbling_double(effort.fumble_degree) + 1)
        return {(face, face): ways[face, face] for face in doubles}
    ones = fewest_ones(effort.fumble_degree, effort.net_levels)
    return {} if ones is None else {DOUBLE_ONE: _ways_with_ones(ones, dice_count(effort.net_levels))}


def _ways_with_ones(ones: int, count: int) -> int:
    """Return the number of rolls with at least this many ones; with disadvantage all keep a double one."""
    return sum(comb(count, shown) * (SIDES - 1) ** (count - shown) for shown in range(ones, count + 1))


def _totals(effort: Effort, ways: Mapping[Kept, int]) -> dict[int, Fraction]:
    """Return the chances of totals from the numbers of ways."""
    sums: Counter[int] = Counter()
    for pair, count in ways.items():
        sums[sum(pair)] += count
    every = SIDES ** dice_count(effort.net_levels)
    chances: dict[int, Fraction] = {}
    for total, count in sums.items():
        counted = effort.counted(effort.flat + total)
        if count:
            chances[counted] = chances.get(counted, NEVER) + Fraction(count, every)
    return chances


def fumble_levels() -> dict[int, Fraction]:
    """Return the chance of each fumble level, a plain 2d6."""
    sums = Counter(sum(dice) for dice in product(FACES, repeat=KEPT_DICE))
    return {level: Fraction(ways, SIDES**KEPT_DICE) for level, ways in sums.items()}


def _penalties() -> dict[int, Fraction]:
    """Return the chance of each penalty of a fumble in a contest."""
    chances = fumble_levels()
    kinds = sorted(set(map(fumble_penalty, chances)))
    return {
        kind: sum((chance for level, chance in chances.items() if fumble_penalty(level) == kind), NEVER)
        for kind in kinds
    }


PENALTIES = _penalties()


@lru_cache(maxsize=256)
def open_at_least(extra: int) -> Fraction:
    """Return the chance that the dice of an open roll total at least this, however many sixes it takes."""
    if extra <= 1:
        return CERTAIN
    sixes, rest = divmod(extra - 1, SIDES)
    return Fraction(SIDES - rest, SIDES ** (sixes + 1))


@lru_cache(maxsize=256)
def open_beats_open(lead: int) -> Fraction:
    """Return the chance that one open roll's dice exceed another's by more than `lead`.

    Each total is six times its sixes plus a last die of 1 to 5, so the sixes need more than (lead − last + other) ÷
    6.
    """
    lasts = range(1, SIDES)
    needed = Counter((lead - last + other) // SIDES + 1 for last in lasts for other in lasts)
    return sum((ways * _more_sixes(by) for by, ways in needed.items()), NEVER) / len(lasts) ** 2


def _more_sixes(by: int) -> Fraction:
    """Return the chance that one open roll has at least this many more sixes (a two-sided geometric sum)."""
    if by <= 0:
        return 1 - _more_sixes(1 - by)
    return Fraction(SIDES, (SIDES + 1) * power(SIDES, by))


def check_odds(request: KaiserCheck, house: House) -> CheckOdds:
    """Return the chances of a check against a difficulty."""
    spread = _spread(request.kind, request.effort, house)
    success = spread.at_least(request.difficulty)
    opened, beyond = spread.first_opened()
    return CheckOdds(success, 1 - success, spread.open, spread.fumble, spread.plain, opened, beyond)


@lru_cache(maxsize=64)  # the tests that the finder lists have the same sides at most keys
def contest_odds(request: KaiserContest, house: House) -> KaiserOdds:
    """Return the chances of a contest, before any ruling on a tie."""
    a = _spread(request.kind_of(request.a), request.a, house)
    b = _spread(request.kind_of(request.b), request.b, house)
    mine, theirs = Closed.of(a), Closed.of(b)
    won, lost = _beats(a, mine, b, theirs), _beats(b, theirs, a, mine)
    return KaiserOdds(won, lost, 1 - won - lost)


@lru_cache(maxsize=32)  # mostly only one side changes between two calls; the finder lists nine tests
def _spread(kind: KaiserKind, effort: Effort, house: House) -> Spread:
    """Return the chances of one side's dice by its kind of check."""
    match kind:
        case "characteristic":
            return characteristic_spread(effort, house)
        case "resistance":
            return resistance_spread(effort)
        case "skill":
            return skill_spread(effort)


class Closed(Struct, frozen=True):
    """The totals of a side except open rolls, lowest first, each with how many of `every` throws give it.

    There would be hundreds of fractions; integers are quicker.
    """

    ways: Mapping[int, int]
    every: int

    @classmethod
    def of(cls, spread: Spread) -> "Closed":
        """Return the totals of a spread."""
        chances = sorted(spread.closed().items())
        every = lcm(*(chance.denominator for _, chance in chances))
        return cls({total: chance.numerator * (every // chance.denominator) for total, chance in chances}, every)

    def reached(self, opened: int, *, lead: int) -> Fraction:
        """Return the chance that a total comes up and an open roll from `opened` is higher by at least `lead`."""
        surely = sum(ways for total, ways in self.ways.items() if total + lead <= opened + 1)
        further = ((total + lead - opened, ways) for total, ways in self.ways.items() if total + lead > opened + 1)
        return sum((ways * open_at_least(extra) for extra, ways in further), Fraction(surely)) / self.every


def _beats(one: Spread, ones: Closed, other: Spread, others: Closed) -> Fraction:
    """Return the chance that one side's total is the higher one."""
    totals, below = list(others.ways), list(accumulate(others.ways.values(), initial=0))
    pairs = sum(ways * below[bisect_left(totals, total)] for total, ways in ones.ways.items())
    closed = Fraction(pairs, ones.every * others.every)
    opened = one.open and one.open * others.reached(one.opened, lead=1)
    against = other.open and other.open * (1 - one.open - ones.reached(other.opened, lead=0))
    both = one.open and other.open and one.open * other.open * open_beats_open(other.opened - one.opened)
    return closed + opened + against + both
