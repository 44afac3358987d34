"""Attacks of Kaiser in a forecast, with the 36 throws of each side worked out once (Kaiser, "Attacks")."""

from gm_desk.core.drafts.attacks import strike
from gm_desk.core.forecast.blows import Injury, request_of
from gm_desk.core.forecast.contenders import FightRating, ForecastMember
from gm_desk.core.forecast.setup import FightSetup
from gm_desk.core.forecast.standing import FightDice, Standing
from gm_desk.core.rules.dice import Needs, Thrown, with_dice
from gm_desk.core.rules.modifiers import FlatModifier
from gm_desk.core.rules.outcomes import DamageOutcome, SideOutcome
from gm_desk.core.rules.requests import Effort, KaiserContest
from gm_desk.core.systems import kaiser
from gm_desk.core.systems.kaiser_dice import DICE, SIDES

Throws = list[list[SideOutcome | Needs]]
"""The outcome of one side by its two dice, or what they still need."""


class KaiserExchanges:
    """The attacks of one setup."""

    rising = False

    def __init__(self, setup: FightSetup) -> None:
        """Begin without tables."""
        self._setup = setup
        self._sides: dict[tuple[int, bool], tuple[Effort, Throws]] = {}
        self._contest = KaiserContest("attack", Effort(0), Effort(0))
        self._injuries: dict[tuple[int, int, int], Injury] = {}

    def attack(self, attacker: Standing, target: Standing, dice: FightDice) -> Injury | None:
        """Return what an attack does, or None if it misses; a tie is no hit."""
        ours = self._thrown(attacker.who, attacker.who.strikes, dice, attacks=True)
        theirs = self._thrown(target.who, target.who.answers[False], dice, attacks=False)
        if ours.total <= theirs.total:
            return None
        key = attacker.place, target.place, ours.total - theirs.total
        found = self._injuries.get(key)
        if found is None:
            found = self._injuries[key] = self._injury(attacker.who, target.who, ours, theirs)
        return found

    def falls(self, victim: Standing, wounds: int, dice: FightDice) -> str:
        """Return "": nobody is wounded in Kaiser."""
        del victim, wounds, dice
        return ""

    def _thrown(self, who: ForecastMember, test: FightRating, dice: FightDice, *, attacks: bool) -> SideOutcome:
        """Throw the dice of one side, with those of a fumble or an open roll."""
        effort, throws = self._sides.get((who.place, attacks)) or self._side(who, test, attacks=attacks)
        first, second = dice.die(SIDES), dice.die(SIDES)
        found = throws[first - 1][second - 1]
        thrown: Thrown = {DICE: (first, second)}
        while isinstance(found, Needs):
            faces = tuple(dice.die(found.sides) for _ in range(found.count))
            thrown = with_dice(thrown, found, faces)
            found = kaiser.rolled_side(self._contest, effort, thrown, self._setup.house)
        return found

    def _side(self, who: ForecastMember, test: FightRating, *, attacks: bool) -> tuple[Effort, Throws]:
        """Work out the 36 throws of one side."""
        chips = self._setup.rules.health_modifiers(who.character.stats, who.character.health)
        values = (*(chip.value for chip in chips), *who.values)
        effort = Effort(test.base, tuple(FlatModifier(value) for value in values))
        faces = range(1, SIDES + 1)
        throws = [
            [kaiser.rolled_side(self._contest, effort, {DICE: (first, second)}, self._setup.house) for second in faces]
            for first in faces
        ]
        return self._sides.setdefault((who.place, attacks), (effort, throws))

    def _injury(
        self, attacker: ForecastMember, target: ForecastMember, ours: SideOutcome, theirs: SideOutcome
    ) -> Injury:
        """Return what a hit does by its degrees."""
        meant = strike(kaiser.decided(self._contest, ours, theirs))
        request = request_of(attacker, target, meant, self._setup)
        outcome = None if request is None else self._setup.rules.resolve(request, {}, self._setup.house)
        if not isinstance(outcome, DamageOutcome):
            raise TypeError("a hit with base damage has damage")
        return outcome.through, outcome.wounds or 0
