"""The simulation of one fight (turn order, targets, end), and the statistics of many fights with one seed."""

from collections import Counter
from collections.abc import Mapping
from operator import attrgetter
from random import Random

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.forecast.contenders import MOST_TURNS, FightSetup, ForecastMember, contenders_of
from gm_desk.core.forecast.standing import LOTS, Exchanges, FightDice, SeededDice, Standing
from gm_desk.core.rules.dice import DieReading, Expression, reading_of
from gm_desk.core.rules.health import WOUND_MODIFIER
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.scenes.order import TURNS, Combatant

RANK = attrgetter("key")


class Fate(Struct, frozen=True, gc=False):
    """The result of a fight for one combatant."""

    taken: int
    dealt: int
    out: bool
    dead: bool


class FightRecord(Struct, frozen=True):
    """A fight: the side left standing, None if it is undecided, its turns, and the fate of each combatant."""

    winner: Hand | None
    turns: int
    fates: tuple[Fate, ...]


class PreparedFight:
    """A setup with everything that is the same in each of its fights."""

    def __init__(self, setup: FightSetup) -> None:
        """Find the combatants, and read the dice of initiative."""
        self.setup, self.contenders = setup, contenders_of(setup)
        self.exchanges = _exchanges(setup)
        self.turn_rules = TURNS[setup.system.id]
        hundred = setup.rules.HUNDRED
        terms = Expression.parse(self.turn_rules.dice(setup.house)).dice
        self._dice = [(one.sides, reading_of(one.sides, hundred)) for one in terms for _ in range(one.count)]
        self._known = [harm.numbers(one.character, setup.rules, setup.house) for one in self.contenders]
        phases = range(1, self.turn_rules.phases + 1)
        self.phases = [
            {phase for phase in phases if self.turn_rules.acts(self.combatant(one, 0, 0), 1, phase)}
            for one in self.contenders
        ]
        self._ranks: dict[tuple[int, int, int], tuple[int, int]] = {}

    def combatant(self, one: ForecastMember, roll: int, wounds: int) -> Combatant:
        """Return a combatant as ranked in the turn order."""
        known = self._known[one.place]
        health = structs.replace(one.character.health, wounds=wounds)
        chips = self.setup.rules.health_modifiers(one.character.stats, health)
        slowed = {chip.id: chip.value // WOUND_MODIFIER for chip in chips}
        return Combatant(
            one.character.id,
            known.get("INIT", 0),
            roll,
            known.get("REF", 0),
            known.get("SPD", 1),
            wounds=slowed.get("wounds", 0),
            traumas=slowed.get("traumas", 0),
        )

    def roll(self, dice: FightDice) -> int:
        """Roll for initiative."""
        return sum(dice.die(sides) if reading is DieReading.SUM else dice.d100() for sides, reading in self._dice)

    def rank(self, one: Standing) -> None:
        """Rank a combatant by its current count: a wound changes the order at once."""
        key = one.place, one.roll, one.wounds
        found = self._ranks.get(key)
        if found is None:
            combatant = self.combatant(one.who, one.roll, one.wounds)
            count = self.turn_rules.count(combatant, 1, self.setup.house)
            found = self._ranks[key] = count, self.turn_rules.tie(combatant)
        one.key = (*found, one.lot)


def fight(prepared: PreparedFight, dice: FightDice) -> FightRecord:
    """Simulate one fight."""
    everyone = [Standing(one, dice.pick(LOTS)) for one in prepared.contenders]
    sides: dict[Hand, list[Standing]] = {hand: [one for one in everyone if one.who.hand == hand] for hand in HANDS}
    turn = 0
    while turn < MOST_TURNS and sides["a"] and sides["b"]:
        turn += 1
        if turn == 1 or prepared.turn_rules.each_turn(prepared.setup.house):
            for one in everyone:
                if not one.out:
                    one.roll = prepared.roll(dice)
                    prepared.rank(one)
        for phase in range(1, prepared.turn_rules.phases + 1):
            if sides["a"] and sides["b"]:
                _phase([one for one in everyone if phase in prepared.phases[one.place]], sides, prepared, dice)
    winner: Hand | None = None if sides["a"] and sides["b"] else "a" if sides["a"] else "b"
    fates = tuple(Fate(one.taken, one.dealt, one.out, one.dead) for one in everyone)
    return FightRecord(winner, turn, fates)


def _phase(able: list[Standing], sides: dict[Hand, list[Standing]], prepared: PreparedFight, dice: FightDice) -> None:
    """Let all able combatants act in order of their counts, until a side has nobody left."""
    waiting = sorted((one for one in able if not one.out), key=RANK)
    waiting.reverse()
    while waiting:
        actor = waiting.pop(0)
        if actor.out:
            continue
        enemies = sides["b" if actor.who.hand == "a" else "a"]
        if actor.down:
            actor.down = False
            if prepared.exchanges.rising:
                continue
        if _act(actor, enemies, prepared, dice):
            waiting.sort(key=RANK, reverse=True)
        if not enemies:
            return


def _act(actor: Standing, enemies: list[Standing], prepared: PreparedFight, dice: FightDice) -> bool:
    """Attack one of the enemies, and return whether a count has changed."""
    setup = prepared.setup
    target = min(enemies, key=_left) if setup.focus else enemies[dice.pick(len(enemies))]
    injury = prepared.exchanges.attack(actor, target, dice)
    if injury is None:
        return False
    through, wounds = injury
    target.damage += through
    target.taken += through
    actor.dealt += through
    target.wounds += wounds
    target.out = target.damage >= target.who.life
    if wounds and setup.wound_checks and not target.out:
        fallen = prepared.exchanges.falls(target, wounds, dice)
        target.out, target.down = fallen == "out", target.down or fallen == "down"
    if target.out:
        enemies.remove(target)
        return False
    if wounds:
        prepared.rank(target)
    return bool(wounds)


def _left(one: Standing) -> int:
    """Return the health that a combatant has left."""
    return one.who.life - one.damage


def _exchanges(setup: FightSetup) -> Exchanges:
    """Return the attacks of a setup's system."""
    if setup.system.base_damage:
        from gm_desk.core.forecast.exchanges import KaiserExchanges

        return KaiserExchanges(setup)
    from gm_desk.core.forecast.exchanges import eclipse_exchanges

    return eclipse_exchanges(setup)


class Quantiles(Struct, frozen=True):
    """The median of a set of numbers, and their first and ninth deciles."""

    median: int = 0
    p10: int = 0
    p90: int = 0


class CharacterForecast(Struct, frozen=True):
    """The statistics of a combatant: the shares of fights in which it is out and dead, and its mean damage.

    `takes` and `deals` are the spreads of damage. A combatant without DR is not `mortal`: it can be out, but not dead.
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
    """The statistics of some fights; shares are from 0 to 1, `spans` counts the fights by their number of turns."""

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
        """Start all counts at 0."""
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
        """Simulate more fights."""
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
        """The statistics of the fights so far."""
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
    """Return the statistics of a number of fights."""
    run = ForecastRun(setup, seed)
    run.advance(fights)
    return run.result


def spread_of(numbers: Mapping[int, int]) -> Quantiles:
    """Return the quantiles of numbers with their counts; each quantile is one of the numbers."""
    return Quantiles(*(_quantile(numbers, tenths) for tenths in (5, 1, 9)))


def _quantile(numbers: Mapping[int, int], tenths: int) -> int:
    """Return the smallest number that is not exceeded by a number of tenths of the values."""
    total, reached = sum(numbers.values()), 0
    for number in sorted(numbers):
        reached += numbers[number]
        if 10 * reached >= tenths * total:
            return number
    return 0


def _sum(numbers: Mapping[int, int]) -> int:
    return sum(number * times for number, times in numbers.items())
