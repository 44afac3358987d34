"""Attacks in a forecast; the outcomes of each test are computed once (Kaiser, "Attacks")."""

from msgspec import structs

from gm_desk.core.drafts.attacks import Strike, strike
from gm_desk.core.forecast.contenders import FightRating, FightSetup, ForecastMember, check_base
from gm_desk.core.forecast.standing import Blow, FightDice, Injury, Standing, blow_request
from gm_desk.core.rules.damage import MARGIN_BONUSES
from gm_desk.core.rules.dice import D100_SIDES, Needs, Thrown, flip_flop, with_dice
from gm_desk.core.rules.modifiers import FlatModifier, Modifier
from gm_desk.core.rules.outcomes import DamageOutcome, Graded, MarginOutcome, Outcome, SideOutcome
from gm_desk.core.rules.requests import ROLL, Effort, Ep1Damage, Ep2Damage, KaiserContest, OpposedTest, SuccessTest
from gm_desk.core.systems import kaiser
from gm_desk.core.systems.combat import InjuryCheck
from gm_desk.core.systems.contests import Settlement, decide
from gm_desk.core.systems.kaiser_dice import DICE, SIDES

FLIPPED = [flip_flop(roll) for roll in range(D100_SIDES)]


class RollTable:
    """The outcomes of the hundred rolls of a test, and the meaning of each for an attack."""

    __slots__ = ("strikes", "verdicts")

    def __init__(self, verdicts: list[Graded]) -> None:
        """Compute the meaning of the outcomes."""
        self.verdicts = verdicts
        self.strikes = [_strike(verdict) for verdict in verdicts]


class EclipseExchanges:
    """The attacks of one setup, in either edition."""

    def __init__(self, setup: FightSetup, settlement: Settlement) -> None:
        """Begin without tables."""
        self._setup, self._settlement = setup, settlement
        self._tests: dict[SuccessTest, RollTable] = {}
        self._attacks: dict[tuple[int, int, int], RollTable] = {}
        self._answers: dict[tuple[int, int, bool], RollTable] = {}
        self._blows: dict[tuple[int, int, Strike], Blow] = {}
        conditions = setup.system.conditions
        self._helpless = {kind.id for kind in conditions if not kind.acts}
        falls = {kind.id for check in setup.system.combat.injuries for kind in conditions if kind.id in _falls(check)}
        self._on_prone = [
            effect
            for kind in conditions
            if kind.id in falls
            for effect in kind.effects
            if effect.against and not effect.options  # ranges are not simulated
        ]
        self.rising = not self._on_prone

    def attack(self, attacker: Standing, target: Standing, dice: FightDice) -> Injury | None:
        """Return the injury caused by an attack, or None if it misses."""
        melee, place, enemy = attacker.who.melee, attacker.place, target.place
        beside = 0 if melee else self._setup.side(target.who.hand).cover
        if target.down:
            beside += self._against_prone(attacker.who)
        ours = self._attacks.get((place, attacker.wounds, beside)) or self._of_attack(attacker, beside)
        theirs = self._answers.get((enemy, target.wounds, melee)) or self._of_answer(target, melee=melee)
        first, second = dice.d100(), dice.d100()
        hit = decide(ours.verdicts[first], theirs.verdicts[second], self._settlement)[0] == "a"
        if self._setup.players_spend:
            first, hit = self._spent(attacker, target, (ours, theirs), (first, second), hit=hit)
        if not hit:
            return None
        meant = ours.strikes[first]
        blow = self._blows.get((place, enemy, meant)) or self._of_blow(attacker.who, target.who, meant)
        return blow.injury(dice)

    def falls(self, victim: Standing, wounds: int, dice: FightDice) -> str:
        """Return the effect of a failed check for new wounds: "out", "down" or ""."""
        kind = self._check(wounds)
        test = None if kind is None else check_base(kind.check, victim.who.character, self._setup.system)
        if kind is None or test is None:
            return ""
        verdict = self._rolls(victim.who, test, victim.wounds, 0).verdicts[dice.d100()]
        fallen = kind.at_once if verdict.success else kind.failed or kind.at_once
        if not fallen:
            return ""
        return "out" if fallen in self._helpless else "down"

    def _check(self, wounds: int) -> InjuryCheck | None:
        """Return the check required by a number of new wounds."""
        kinds = [kind for kind in self._setup.system.combat.injuries if kind.injury == "wounds"]
        return max((one for one in kinds if wounds >= one.least), key=lambda one: one.least, default=None)

    def _spent(
        self,
        attacker: Standing,
        target: Standing,
        tables: tuple[RollTable, RollTable],
        rolls: tuple[int, int],
        *,
        hit: bool,
    ) -> tuple[int, bool]:
        """Return the attack roll that counts and whether it hits, after the flips that change the result."""
        (ours, theirs), (first, second) = (table.verdicts for table in tables), rolls
        flipped = FLIPPED[first]
        if not hit and self._hits(ours[flipped], theirs[second]) and attacker.pay(attacker.who.strikes.points):
            first, hit = flipped, True
        answer = target.who.answers[attacker.who.melee]
        if hit and not self._hits(ours[first], theirs[FLIPPED[second]]) and target.pay(answer.points):
            hit = False
        return first, hit

    def _hits(self, ours: Graded, theirs: Graded) -> bool:
        return decide(ours, theirs, self._settlement)[0] == "a"

    def _of_attack(self, one: Standing, beside: int) -> RollTable:
        found = self._rolls(one.who, one.who.strikes, one.wounds, beside)
        return self._attacks.setdefault((one.place, one.wounds, beside), found)

    def _of_answer(self, one: Standing, *, melee: bool) -> RollTable:
        found = self._rolls(one.who, one.who.answers[melee], one.wounds, 0)
        return self._answers.setdefault((one.place, one.wounds, melee), found)

    def _rolls(self, who: ForecastMember, test: FightRating, wounds: int, beside: int) -> RollTable:
        """Return the outcomes of the hundred rolls of a test, with a number of wounds."""
        health = structs.replace(who.character.health, wounds=wounds)
        chips = self._setup.rules.health_modifiers(who.character.stats, health)
        values = (*(chip.value for chip in chips), *who.values, *((beside,) if beside else ()))
        request = SuccessTest(test.base, tuple(Modifier(value) for value in values), test.default)
        found = self._tests.get(request)
        if found is None:
            found = RollTable([self._verdict(request, roll) for roll in range(D100_SIDES)])
            self._tests[request] = found
        return found

    def _verdict(self, request: SuccessTest, roll: int) -> Graded:
        """Return the outcome of one roll by the rules of the system."""
        found = self._setup.rules.resolve(request, {ROLL: (roll,)}, self._setup.house)
        if not isinstance(found, Outcome | MarginOutcome):
            raise TypeError("a success test has an outcome of its own")
        return found

    def _of_blow(self, attacker: ForecastMember, target: ForecastMember, meant: Strike) -> Blow:
        """Return the damage of one kind of hit."""
        request = blow_request(attacker, target, meant, self._setup)
        if not isinstance(request, Ep1Damage | Ep2Damage):
            raise TypeError("a hit with damage dice has damage")
        return self._blows.setdefault((attacker.place, target.place, meant), Blow(request, self._setup))

    def _against_prone(self, attacker: ForecastMember) -> int:
        """Return the modifier of an attack on a prone target."""
        skill = self._setup.system.stem(attacker.attack.skill)
        return sum(effect.value for effect in self._on_prone if not effect.skills or skill in effect.skills)


def _strike(verdict: Graded) -> Strike:
    """Return the meaning of a winning roll, with the margin rounded down to what changes the damage (EP1)."""
    meant = strike(verdict)
    margin = next((least for least, _bonus in MARGIN_BONUSES if meant.margin >= least), 0)
    return structs.replace(meant, hit=True, margin=margin)


def _falls(check: InjuryCheck) -> set[str]:
    """Return the effect of a failed check for a wound."""
    return {check.failed, check.at_once}


def eclipse_exchanges(setup: FightSetup) -> EclipseExchanges:
    """Return the attacks of a setup, with the rulings of its system for attacks."""
    from gm_desk.core.systems import ep1, ep2

    attack = OpposedTest(SuccessTest(0), SuccessTest(0), attack=True)
    book = ep2 if setup.system.id == "ep2" else ep1
    return EclipseExchanges(setup, book.settlement_of(attack, setup.house))


Throws = list[list[SideOutcome | Needs]]
"""The outcome of one side by its two dice, or the dice it still needs."""


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
        """Return the injury caused by an attack, or None if it misses; a tie is a miss."""
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
        """Return "": there are no wounds in Kaiser."""
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
        """Compute the 36 throws of one side."""
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
        """Return the injury caused by a hit, by its degrees."""
        meant = strike(kaiser.decided(self._contest, ours, theirs))
        request = blow_request(attacker, target, meant, self._setup)
        outcome = None if request is None else self._setup.rules.resolve(request, {}, self._setup.house)
        if not isinstance(outcome, DamageOutcome):
            raise TypeError("a hit with base damage has damage")
        return outcome.through, outcome.wounds or 0
