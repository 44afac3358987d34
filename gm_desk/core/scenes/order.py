"""Turn order: the count of each combatant, and who acts when in a turn."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from msgspec import Struct

from gm_desk.core.rules.house import House
from gm_desk.core.scenes.scene import PHASES, Surprise

MOST_IGNORED = 3
"""Maximum number of wounds, and of traumas, that a character can ignore for initiative (EP)."""

REACTING = 3
"""The penalty to the count of a combatant who reacts to a surprise (EP)."""

Place = tuple[str, ...]
"""The ids of combatants who act together, in the given order."""


class Combatant(Struct, frozen=True):
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

    @property
    def hindrance(self) -> int:
        """How many wounds and traumas slow this combatant."""
        ignored = min(self.ignored, MOST_IGNORED)
        return max(0, self.wounds - ignored) + max(0, self.traumas - ignored)


Key = tuple[int, ...]
"""The sort key of a combatant: larger keys act first, equal keys together."""


class TurnRules(Protocol):
    """The turn rules of a system; `word` is its term for a turn.

    `phases` is the number of phases in a turn, `dice` the initiative dice, and `each_turn` whether they are rolled each
    turn. `waits_on` is whether a delaying combatant keeps waiting when the turn ends, without an action in the new one.
    With `waits_to_the_end`, those still waiting act after all others, the lowest first.
    `points` is the stat with the action points of a turn, "" if they are not counted. A combatant `surprise_gap` or
    more behind another is surprised by them until their own turn; 0 means that the GM sets surprise. With
    `surprised_are_helpless`, combatants set as surprised are so in turn 1; else they only do not act yet. `sneaks` is
    the skill that surprises others, "" if no test decides that.
    """

    word: str
    points: str
    phases: int
    waits_on: bool
    waits_to_the_end: bool
    surprise_gap: int
    surprised_are_helpless: bool
    sneaks: str

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
        return one.init + one.roll - one.hindrance - REACTING * (one.surprise == "reacting")

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

    def dice(self, house: House) -> str:
        """Return the dice of initiative; the first printing rolls a d100."""
        return "1d100" if house.printing == "first" else "1d10"

    def each_turn(self, house: House) -> bool:
        """Return whether initiative is rolled each turn."""
        return not house.initiative_once

    def count(self, one: Combatant, turn: int, house: House) -> int:
        """Return initiative less wounds, traumas and, in turn 1, a surprise; the first printing counts each as ten."""
        lost = one.hindrance + REACTING * (one.surprise == "reacting" and turn == 1)
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
