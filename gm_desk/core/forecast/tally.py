"""Many fights with one seed, and their figures."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from msgspec import Struct

from gm_desk.core.forecast.fights import FightRecord, PreparedFight, fight
from gm_desk.core.forecast.setup import FightSetup
from gm_desk.core.forecast.standing import SeededDice
from gm_desk.core.rules.outcomes import Hand


class Quantiles(Struct, frozen=True):
    """The middle of a set of numbers, what a tenth of them do not exceed, and nine tenths."""

    median: int = 0
    p10: int = 0
    p90: int = 0


class CharacterForecast(Struct, frozen=True):
    """What becomes of a combatant: the shares of fights in which it is out and dead, and mean damage.

    `takes` and `deals` are the spreads of damage. Whoever has no DR is not `mortal`: only out, never dead.
    """

    id: str
    name: str
    side: Hand
    out: float
    dead: float
    taken: float
    dealt: float
    takes: Quantiles = Quantiles()
    deals: Quantiles = Quantiles()
    mortal: bool = True


class Wins(Struct, frozen=True):
    """The shares of fights that each side wins, and of those undecided."""

    a: float = 0.0
    b: float = 0.0
    undecided: float = 0.0


class ForecastResult(Struct, frozen=True):
    """The figures of some fights; shares are from 0 to 1, `spans` how often each number of turns was needed."""

    fights: int
    wins: Wins = Wins()
    turns: Quantiles = Quantiles()
    characters: tuple[CharacterForecast, ...] = ()
    spans: Mapping[int, int] = {}

    def out(self, hand: Hand) -> float:
        """Return how many of a side are out at the end, on average."""
        return sum(one.out for one in self.characters if one.side == hand)


class CharacterTally:
    """The counts of one combatant."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.out = self.dead = 0
        self.taken, self.dealt = Counter[int](), Counter[int]()


class ForecastRun:
    """Fights counted one after another; the same seed gives the same figures."""

    def __init__(self, setup: FightSetup, seed: int) -> None:
        """Prepare the fights."""
        self.prepared = PreparedFight(setup)
        self.fights = 0
        self._dice = SeededDice(Random(seed))  # noqa: S311 - fights that are only thought of
        self._wins, self._turns = Counter[Hand | None](), Counter[int]()
        self._tallies = [CharacterTally() for _ in self.prepared.contenders]

    def advance(self, fights: int = 1) -> None:
        """Fight some more fights."""
        for _ in range(fights):
            self._count(fight(self.prepared, self._dice))

    def _count(self, record: FightRecord) -> None:
        self.fights += 1
        self._wins[record.winner] += 1
        self._turns[record.turns] += 1
        for tally, fate in zip(self._tallies, record.fates, strict=True):
            tally.out += fate.out
            tally.dead += fate.dead
            tally.taken[fate.taken] += 1
            tally.dealt[fate.dealt] += 1

    @property
    def result(self) -> ForecastResult:
        """The figures of the fights so far."""
        fights = max(1, self.fights)
        wins = Wins(self._wins["a"] / fights, self._wins["b"] / fights, self._wins[None] / fights)
        figures = (
            CharacterForecast(
                who.character.id,
                who.character.name,
                who.hand,
                tally.out / fights,
                tally.dead / fights,
                _sum(tally.taken) / fights,
                _sum(tally.dealt) / fights,
                spread_of(tally.taken),
                spread_of(tally.dealt),
                mortal=who.death is not None,
            )
            for who, tally in zip(self.prepared.contenders, self._tallies, strict=True)
        )
        spans = {turns: self._turns[turns] for turns in sorted(self._turns)}
        return ForecastResult(self.fights, wins, spread_of(self._turns), tuple(figures), spans)


def forecast(setup: FightSetup, fights: int, seed: int) -> ForecastResult:
    """Return the figures of so many fights."""
    run = ForecastRun(setup, seed)
    run.advance(fights)
    return run.result


def spread_of(numbers: Mapping[int, int]) -> Quantiles:
    """Return the spread of numbers, each with how often it was counted; each figure is one of them."""
    return Quantiles(*(_quantile(numbers, tenths) for tenths in (5, 1, 9)))


def _quantile(numbers: Mapping[int, int], tenths: int) -> int:
    """Return the least number that so many tenths of all do not exceed."""
    total, reached = sum(numbers.values()), 0
    for number in sorted(numbers):
        reached += numbers[number]
        if 10 * reached >= tenths * total:
            return number
    return 0


def _sum(numbers: Mapping[int, int]) -> int:
    return sum(number * times for number, times in numbers.items())
