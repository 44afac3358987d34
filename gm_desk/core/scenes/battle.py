"""The combatants of a fight with their numbers, and the turn order that follows from their rolls."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct, structs

from gm_desk.core.rules.house import House
from gm_desk.core.scenes.order import Combatant, Key, Place, TurnRules, places
from gm_desk.core.scenes.scene import Moment, Rank

COUNT = 1
"""The index of the count in a sort key."""
MOST_KEPT = 8
"""Maximum number of orders that a fight keeps: those of the phases of two turns."""


MadeOf = tuple[int, int, Mapping[str, int], Mapping[str, tuple[int, ...]], Mapping[str, Rank]]


class PhaseOrder(Struct, frozen=True):
    """The order of a phase: those who have rolled, the keys of those who act in it, and who acts together.

    `made_of` are the parts of a moment from which it follows; it is the same in all moments of the phase with these.
    """

    made_of: MadeOf
    rolled: Mapping[str, Combatant]
    keys: Mapping[str, Key]
    places: tuple[Place, ...]


class Battle(Struct, frozen=True, dict=True):
    """The data about characters that the steps of a fight need: their numbers, who is out, and the rules.

    `combatants` are those in the fight, by id; their rolls are in the moment.
    """

    combatants: Mapping[str, Combatant]
    out: frozenset[str]
    rules: TurnRules
    house: House

    def rolled(self, now: Moment, ids: Iterable[str] | None = None) -> Mapping[str, Combatant]:
        """Return the combatants with an initiative roll in a moment, with that roll: all, or those with given ids."""
        people = self.order(now).rolled
        return people if ids is None else {one: people[one] for one in ids if one in people}

    def able(self, fighter_id: str) -> bool:
        """Return whether a combatant exists and is not out."""
        return fighter_id in self.combatants and fighter_id not in self.out

    def places(self, now: Moment) -> tuple[Place, ...]:
        """Return who acts in the phase of a moment, also those who have acted; those who are out keep their places."""
        return self.order(now).places

    def order(self, now: Moment) -> PhaseOrder:
        """Return the order of the phase of a moment, which is worked out once for all moments of the phase."""
        made_of = now.turn, now.phase, now.throws, now.paid, now.ranks
        known = self._orders.get(made_of[:2])
        if known is not None and known.made_of == made_of:  # identical mappings are compared at once
            return known
        if len(self._orders) >= MOST_KEPT:
            self._orders.clear()
        found = self._orders[made_of[:2]] = self._worked_out(now, made_of)
        return found

    @cached_property
    def _orders(self) -> dict[tuple[int, int], PhaseOrder]:
        """The orders worked out so far, by turn and phase."""
        return {}

    def _worked_out(self, now: Moment, made_of: MadeOf) -> PhaseOrder:
        """Return the order of the phase of a moment."""
        throws, acts = now.throws, self.rules.acts
        people = self.combatants.items()
        rolled = {key: structs.replace(one, roll=throws[key]) for key, one in people if key in throws}
        keys = {key: rank_of(one, now, self) for key, one in rolled.items() if acts(one, now.turn, now.phase)}
        return PhaseOrder(made_of, rolled, keys, tuple(places(keys.items())))


def rank_of(one: Combatant, now: Moment, battle: Battle) -> Key:
    """Return the sort key of a combatant: having paid, the count, the tie-breaker."""
    paid = now.phase in now.paid.get(one.id, ())
    chosen = now.ranks.get(one.id)
    tie, nudge = (battle.rules.tie(one), 0) if chosen is None else (chosen.tie, chosen.nudge)
    return paid, count_of(one, now, battle), tie, nudge


def count_of(one: Combatant, now: Moment, battle: Battle) -> int:
    """Return the count of a combatant: the chosen one, or that of the dice, less wounds and traumas."""
    chosen = now.ranks.get(one.id)
    count = battle.rules.count(one, now.turn, battle.house)
    return count if chosen is None else chosen.count + count - unhurt(one, now, battle)


def unhurt(one: Combatant, now: Moment, battle: Battle) -> int:
    """Return the count that a combatant would have without wounds and traumas."""
    return battle.rules.count(structs.replace(one, wounds=0, traumas=0), now.turn, battle.house)
