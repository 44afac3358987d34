"""A combatant in the course of one fight, and the dice of a forecast."""

from random import Random
from typing import Protocol

from gm_desk.core.forecast.contenders import ForecastMember
from gm_desk.core.rules.dice import D100_SIDES

LOTS = 1 << 30
"""The lots that part equal counts; two equal ones leave the listed order."""


class FightDice(Protocol):
    """The dice of a fight, and the choice of one of several."""

    def d100(self) -> int:
        """Roll 0 to 99."""
        ...

    def die(self, sides: int) -> int:
        """Roll 1 to `sides`."""
        ...

    def pick(self, count: int) -> int:
        """Return one of 0 to `count` − 1, all of them equally likely."""
        ...


class SeededDice:
    """Dice from a seeded generator: the same seed throws the same dice on every machine."""

    def __init__(self, random: Random) -> None:
        """Throw with a generator."""
        self._next = random.random

    def d100(self) -> int:
        """Roll 0 to 99."""
        return int(self._next() * D100_SIDES)

    def die(self, sides: int) -> int:
        """Roll 1 to `sides`."""
        return 1 + int(self._next() * sides)

    def pick(self, count: int) -> int:
        """Return one of 0 to `count` − 1."""
        return int(self._next() * count)


class Standing:
    """A combatant in one fight: what it has suffered and dealt, and its place in the order.

    `key` is what it is ranked by, `lot` parts equals for the whole fight, and `down` are those who are prone.
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
