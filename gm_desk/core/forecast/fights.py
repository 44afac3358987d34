"""One fight: who acts when, whom each attacks, and how it ends.

A fight is a function of its dice alone: the same dice give the same fight.
"""

from operator import attrgetter

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.forecast.blows import Exchanges
from gm_desk.core.forecast.contenders import ForecastMember, contenders_of
from gm_desk.core.forecast.setup import HANDS, MOST_TURNS, FightSetup
from gm_desk.core.forecast.standing import LOTS, FightDice, Standing
from gm_desk.core.rules.dice import DieReading, Expression, reading_of
from gm_desk.core.rules.health import WOUND_MODIFIER
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.scenes.order import TURNS, Combatant

RANK = attrgetter("key")


class Fate(Struct, frozen=True, gc=False):
    """What became of a combatant in a fight."""

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
    """A setup with all that is the same in each of its fights."""

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
        """Return a combatant as the order of turns ranks it."""
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
        """Rank a combatant by its count as it is now: the order changes at once with a wound."""
        key = one.place, one.roll, one.wounds
        found = self._ranks.get(key)
        if found is None:
            combatant = self.combatant(one.who, one.roll, one.wounds)
            count = self.turn_rules.count(combatant, 1, self.setup.house)
            found = self._ranks[key] = count, self.turn_rules.tie(combatant)
        one.key = (*found, one.lot)


def fight(prepared: PreparedFight, dice: FightDice) -> FightRecord:
    """Fight it out once."""
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
    """Let everybody act who can, from the highest count down, until a side has nobody left."""
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
    """Attack one of the enemies, and return whether somebody's count has changed."""
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
    """Return what a combatant can still take."""
    return one.who.life - one.damage


def _exchanges(setup: FightSetup) -> Exchanges:
    """Return the attacks of a setup's system."""
    if setup.system.base_damage:
        from gm_desk.core.forecast.kaiser_exchanges import KaiserExchanges

        return KaiserExchanges(setup)
    from gm_desk.core.forecast.eclipse_exchanges import eclipse_exchanges

    return eclipse_exchanges(setup)
