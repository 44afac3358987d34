"""The chance that each side of a roll has to succeed, as its own dice decide it."""

from fractions import Fraction

from msgspec import structs

from gm_desk.core.rules.d100 import succeeds
from gm_desk.core.rules.dice import D100_SIDES
from gm_desk.core.rules.house import House
from gm_desk.core.rules.kaiser_outcomes import CheckOdds, KaiserOdds
from gm_desk.core.rules.requests import Effort, KaiserCheck, KaiserContest
from gm_desk.core.systems import RULES
from gm_desk.core.systems.kaiser import ROLL_OFF

NEVER, HALF, CERTAIN = Fraction(0), Fraction(1, 2), Fraction(1)
TIES = {"defender": (NEVER, CERTAIN), ROLL_OFF: (HALF, HALF), "gm": (NEVER, NEVER)}
"""The chances of both sides to win a tie, by its ruling."""


class Chances:
    """Work chances out, each once however often it is asked for."""

    def __init__(self) -> None:
        """Know none yet."""
        self._under: dict[int, Fraction] = {}
        self._checks: dict[tuple[KaiserCheck, House], Fraction] = {}
        self._contests: dict[tuple[KaiserContest, House], tuple[Fraction, Fraction]] = {}

    def under(self, target: int) -> Fraction:
        """Give the chance that a d100 succeeds against a target (EP1, EP2)."""
        if target not in self._under:
            self._under[target] = Fraction(sum(succeeds(roll, target) for roll in range(D100_SIDES)), D100_SIDES)
        return self._under[target]

    def of_check(self, request: KaiserCheck, house: House) -> Fraction:
        """Give the chance of a check to succeed (Kaiser)."""
        key = structs.replace(request, effort=_unlabelled(request.effort), adjust=0), house
        if key not in self._checks:
            odds = RULES["kaiser"].odds(*key)
            if not isinstance(odds, CheckOdds):
                raise TypeError("a check of Kaiser has the odds of a check")
            self._checks[key] = odds.success
        return self._checks[key]

    def of_contest(self, request: KaiserContest, house: House) -> tuple[Fraction, Fraction]:
        """Give the chances of both sides to win, a tie as it is settled (Kaiser)."""
        key = structs.replace(request, a=_unlabelled(request.a), b=_unlabelled(request.b), adjust=0), house
        if key not in self._contests:
            odds = RULES["kaiser"].odds(*key)
            if not isinstance(odds, KaiserOdds):
                raise TypeError("a contest of Kaiser has the odds of a contest")
            ruling = "defender" if request.kind == "attack" else request.ruling or house.tie
            a, b = TIES[ruling]
            self._contests[key] = odds.a + a * odds.tie, odds.b + b * odds.tie
        return self._contests[key]


def _unlabelled(effort: Effort) -> Effort:
    """Leave of what a side brings only what its chances depend on."""
    return structs.replace(effort, value=effort.flat, modifiers=())
