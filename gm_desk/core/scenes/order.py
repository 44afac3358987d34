"""Turn order: the count of each combatant, who acts when in a turn, and the order of a whole fight."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Literal, Protocol

from msgspec import Struct, structs

from gm_desk.core.rules.house import House
from gm_desk.core.scenes.scene import PHASES, Moment, Rank, Surprise

REACTING = 3
"""The penalty to the count of a combatant who reacts to a surprise (EP)."""

Place = tuple[str, ...]
"""The ids of combatants who act together, in the given order."""
Key = tuple[int, ...]
"""The sort key of a combatant: larger keys act first, equal keys together."""
Sold = Literal["going first", "extra action"]
PAID, COUNT = 0, 1
"""The places of having paid to go first, and of the count, in a sort key."""
MOST_KEPT = 8
"""Maximum number of orders that a fight keeps: those of the phases of two turns."""
MadeOf = tuple[int, int, Mapping[str, int], Mapping[str, tuple[int, ...]], Mapping[str, Rank]]


class Combatant(Struct, frozen=True, gc=False):
    """A combatant in the turn order: its initiative stat, its roll, and whatever else affects the order.

    `init` and `roll` are added; `ref` breaks ties (EP2); `speed` is the number of phases with an action (EP1); `first`
    are the phases for which going first is paid (EP1: 1 to 4; EP2 has only phase 1), and `points` the action points of
    a round (Kaiser).
    """

    id: str
    init: int
    roll: int
    ref: int = 0
    speed: int = 1
    first: tuple[int, ...] = ()
    surprise: Surprise = ""
    wounds: int = 0
    traumas: int = 0
    ignored: int = 0
    points: int = 0

    def hindrance(self, most: int) -> int:
        """Return how many wounds and traumas slow this combatant, at most `most` of each being ignored.

        `ignored` counts wounds and traumas together.
        """
        return self.wounds + self.traumas - min(self.ignored, min(self.wounds, most) + min(self.traumas, most))


class TurnRules(Protocol):
    """The turn rules of a system; `word` is its term for a turn.

    `phases` is the number of phases in a turn, `dice` the initiative dice, and `each_turn` whether they are rolled each
    turn. `waits_on` is whether a delaying combatant keeps waiting when the turn ends, without an action in the new one.
    With `waits_to_the_end`, those still waiting act after all others, the lowest first. `points` is the stat with the
    action points of a turn, "" if they are not counted. A combatant whose count is `surprise_gap` or more below
    another's is surprised by them until their own turn; 0 means that the GM sets surprise. With
    `surprised_are_helpless`, combatants set as surprised are so in turn 1; else they only do not act yet. `sneaks` is
    the skill that surprises others, "" if no test decides that. `most_ignored` is how many wounds a character can
    ignore, and how many traumas. `sold` is what a fighter can pay for in a turn.
    """

    word: str
    points: str
    phases: int
    waits_on: bool
    waits_to_the_end: bool
    surprise_gap: int
    surprised_are_helpless: bool
    sneaks: str
    most_ignored: int
    sold: frozenset[Sold]

    def dice(self, house: House) -> str:
        """Return the dice of initiative as an expression."""
        ...

    def each_turn(self, house: House) -> bool:
        """Return whether initiative is rolled each turn."""
        ...

    def count(self, one: Combatant, turn: int, house: House) -> int:
        """Return the count of a combatant."""
        ...

    def tie(self, one: Combatant) -> int:
        """Return the sort key of combatants with equal counts."""
        ...

    def acts(self, one: Combatant, turn: int, phase: int) -> bool:
        """Return whether a combatant has an action in a phase of a turn."""
        ...


class Ep2Turns:
    """Turns of EP2: initiative is rolled once, and a surprise counts as long as that roll does."""

    word = "turn"
    points = ""
    phases = 1
    waits_on = True
    waits_to_the_end = False
    surprise_gap = 0
    surprised_are_helpless = True
    sneaks = "Infiltrate"
    most_ignored = 3
    sold: frozenset[Sold] = frozenset({"going first", "extra action"})

    def dice(self, house: House) -> str:
        """Return the dice of initiative."""
        del house
        return "1d6"

    def each_turn(self, house: House) -> bool:
        """Return whether initiative is rolled each turn."""
        del house
        return False

    def count(self, one: Combatant, turn: int, house: House) -> int:
        """Return initiative less 1 for each wound and trauma that counts, and 3 for reacting to a surprise."""
        del turn, house
        return one.init + one.roll - one.hindrance(self.most_ignored) - REACTING * (one.surprise == "reacting")

    def tie(self, one: Combatant) -> int:
        """Return REF."""
        return one.ref

    def acts(self, one: Combatant, turn: int, phase: int) -> bool:
        """Return whether a combatant acts: the surprised have no action in turn 1."""
        del phase
        return not (turn == 1 and one.surprise == "surprised")


class Ep1Turns:
    """Turns of EP1: initiative each turn, and four phases."""

    word = "turn"
    points = ""
    phases = PHASES
    waits_on = False
    waits_to_the_end = False
    surprise_gap = 0
    surprised_are_helpless = False
    sneaks = "Infiltration"
    most_ignored = 0
    sold: frozenset[Sold] = frozenset({"going first"})

    def dice(self, house: House) -> str:
        """Return the dice of initiative; the first printing rolls a d100."""
        return "1d100" if house.printing == "first" else "1d10"

    def each_turn(self, house: House) -> bool:
        """Return whether initiative is rolled each turn."""
        return not house.initiative_once

    def count(self, one: Combatant, turn: int, house: House) -> int:
        """Return initiative less wounds, traumas and, in turn 1, a surprise; the first printing counts each as ten."""
        lost = one.hindrance(one.ignored) + REACTING * (one.surprise == "reacting" and turn == 1)
        return one.init + one.roll - lost * (10 if house.printing == "first" else 1)

    def tie(self, one: Combatant) -> int:
        """Return the same for all: combatants with equal counts act together."""
        del one
        return 0

    def acts(self, one: Combatant, turn: int, phase: int) -> bool:
        """Return whether a combatant acts in a phase: the surprised do not in phase 1 of turn 1."""
        return phase <= one.speed and not (turn == phase == 1 and one.surprise == "surprised")


class KaiserTurns:
    """Rounds of Kaiser: initiative each round."""

    word = "round"
    points = "AP"
    phases = 1
    waits_on = False
    waits_to_the_end = True
    surprise_gap = 20
    surprised_are_helpless = False
    sneaks = ""
    most_ignored = 0
    sold: frozenset[Sold] = frozenset()

    def dice(self, house: House) -> str:
        """Return the dice of initiative."""
        del house
        return "2d6"

    def each_turn(self, house: House) -> bool:
        """Return whether initiative is rolled each round."""
        del house
        return True

    def count(self, one: Combatant, turn: int, house: House) -> int:
        """Return initiative and its roll."""
        del turn, house
        return one.init + one.roll

    def tie(self, one: Combatant) -> int:
        """Return initiative."""
        return one.init

    def acts(self, one: Combatant, turn: int, phase: int) -> bool:
        """Return whether a combatant acts."""
        del one, turn, phase
        return True


TURNS: Mapping[str, TurnRules] = {"ep1": Ep1Turns(), "ep2": Ep2Turns(), "kaiser": KaiserTurns()}
"""The rules of turns of each system."""


def counts(combatants: Iterable[Combatant], rules: TurnRules, house: House, turn: int = 1) -> dict[str, int]:
    """Return the count of each combatant by its id."""
    return {one.id: rules.count(one, turn, house) for one in combatants}


def phase_order(
    combatants: Iterable[Combatant], rules: TurnRules, house: House, turn: int = 1, phase: int = 1
) -> list[Place]:
    """Return who acts in a phase of a turn, beginning with those who paid to go first."""
    able = [one for one in combatants if rules.acts(one, turn, phase)]
    return places((one.id, (phase in one.first, rules.count(one, turn, house), rules.tie(one))) for one in able)


def places(ranked: Iterable[tuple[str, Key]]) -> list[Place]:
    """Return places from the largest key down; combatants with equal keys share one, in the given order."""
    in_order = sorted(ranked, key=itemgetter(1), reverse=True)
    return [tuple(one for one, _ in place) for _, place in groupby(in_order, itemgetter(1))]


class PhaseOrder(Struct, frozen=True, gc=False):
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
