"""A combatant during one fight, the dice of a forecast, and the injuries of hits."""

from random import Random
from typing import Protocol

from gm_desk.core.characters import harm
from gm_desk.core.drafts.attack_damage import DAMAGE, AttackContext, Choices, damage_request, named_armor, own_kind
from gm_desk.core.drafts.attacks import Strike
from gm_desk.core.forecast.contenders import FightSetup, ForecastMember
from gm_desk.core.notation.armor import kinds_of
from gm_desk.core.rules.damage import damage_of, rolled_expression
from gm_desk.core.rules.dice import D100_SIDES, DieReading, reading_of
from gm_desk.core.rules.outcomes import DamageOutcome
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage, Summed

LOTS = 1 << 30
"""The number of lots that break equal counts; equal lots keep the listed order."""


class FightDice(Protocol):
    """The dice of a fight, and the choice of one of several."""

    def d100(self) -> int:
        """Roll 0 to 99."""
        ...

    def die(self, sides: int) -> int:
        """Roll 1 to `sides`."""
        ...

    def pick(self, count: int) -> int:
        """Return a random number from 0 to `count` − 1, all equally likely."""
        ...


class SeededDice:
    """Dice from a seeded generator: the same seed gives the same dice on every machine."""

    def __init__(self, random: Random) -> None:
        """Roll with a generator."""
        self._next = random.random

    def d100(self) -> int:
        """Roll 0 to 99."""
        return int(self._next() * D100_SIDES)

    def die(self, sides: int) -> int:
        """Roll 1 to `sides`."""
        return 1 + int(self._next() * sides)

    def pick(self, count: int) -> int:
        """Return a random number from 0 to `count` − 1."""
        return int(self._next() * count)


class Standing:
    """A combatant in one fight: what it has suffered and dealt, and its place in the order.

    `key` is its sort key in the turn order, `lot` breaks ties for the whole fight, and `down` is whether it is prone.
    """

    __slots__ = ("damage", "dealt", "down", "key", "lot", "out", "place", "pools", "roll", "taken", "who", "wounds")

    def __init__(self, who: ForecastMember, lot: int) -> None:
        """Begin a fight as the character is now."""
        health = who.character.health
        self.who, self.place, self.lot = who, who.place, lot
        self.damage, self.wounds = health.damage, health.wounds
        self.taken = self.dealt = self.roll = 0
        self.out = self.down = False
        self.key: tuple[int, int, int] = (0, 0, 0)
        self.pools = {key: points.now for key, points in who.character.points.items()}

    @property
    def dead(self) -> bool:
        """Whether the damage has reached DR."""
        return self.who.death is not None and self.damage >= self.who.death

    def pay(self, kinds: tuple[str, ...]) -> bool:
        """Spend a point of the first of these kinds that has one, and return whether there was any."""
        for kind in kinds:
            if self.pools.get(kind, 0) > 0:
                self.pools[kind] -= 1
                return True
        return False


KINETIC = "kinetic"

Injury = tuple[int, int]
"""The damage that gets through armor, and the wounds."""


class Exchanges(Protocol):
    """The attacks of a fight, each with its defence, by the rules of a system.

    `rising` is whether getting up takes an action.
    """

    rising: bool

    def attack(self, attacker: Standing, target: Standing, dice: FightDice) -> Injury | None:
        """Return what an attack does, or None if it misses."""
        ...

    def falls(self, victim: Standing, wounds: int, dice: FightDice) -> str:
        """Return what a failed check for new wounds does: "out", "down" or ""."""
        ...


class Blow:
    """The damage of one kind of hit: its dice, and the injury for each total."""

    def __init__(self, request: Ep2Damage | Ep1Damage, setup: FightSetup) -> None:
        """Read the dice of a request."""
        terms, hundred = rolled_expression(request).terms, setup.rules.HUNDRED
        self._request = request
        self._flat = sum(term.sign * term.count for term in terms if not term.sides)
        self._dice = [
            (term.sign, term.sides, reading_of(term.sides, hundred) is DieReading.FROM_ZERO)
            for term in terms
            if term.sides
            for _ in range(term.count)
        ]
        self._known: dict[int, Injury] = {}
        self._static: Injury | None = None
        if setup.house.static_damage and isinstance(request, Ep2Damage):
            outcome = setup.rules.resolve(request, {}, setup.house)
            self._static = _injury(outcome) if isinstance(outcome, DamageOutcome) else None

    def injury(self, dice: FightDice) -> Injury:
        """Roll the damage and return the injury."""
        if self._static is not None:
            return self._static
        total = self._flat
        for sign, sides, from_zero in self._dice:
            total += sign * (dice.d100() if from_zero else dice.die(sides))
        found = self._known.get(total)
        if found is None:
            found = self._known[total] = _injury(damage_of(self._request, total))
        return found


def blow_request(attacker: ForecastMember, target: ForecastMember, meant: Strike, setup: FightSetup) -> Summed | None:
    """Return the request for the damage of a hit: superior results go to damage, and a critical one counts."""
    context = AttackContext(attacker.character, target.character, setup.system, setup.rules, setup.house)
    choices = Choices(armor=armor_of(attacker, target, setup))
    return damage_request(attacker.attack, meant, (DAMAGE,) * meant.superior, context, choices)


def armor_of(attacker: ForecastMember, target: ForecastMember, setup: FightSetup) -> str:
    """Return the kind of armor that counts: the one named by the attack, else kinetic; in Kaiser the lowest.

    A named kind that the target has no armor against is met by none ("4 burn", Kaiser).
    """
    worn = harm.armor_points(target.character)
    named = named_armor(attacker.attack, (*kinds_of(setup.system), *worn))
    if named or not setup.system.base_damage:
        return named or KINETIC
    return own_kind(attacker.attack) or min(worn, key=worn.__getitem__, default="")


def _injury(outcome: DamageOutcome) -> Injury:
    return outcome.through, outcome.wounds or 0
