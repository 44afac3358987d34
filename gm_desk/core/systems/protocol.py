"""The protocol of a system: the functions that each system's module provides."""

from collections.abc import Mapping
from typing import Literal, Protocol, overload

from gm_desk.core.drafts.draft import Chip, Draft, Side
from gm_desk.core.rules.dice import DieReading, Needs, Thrown
from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import (
    CheckOdds,
    CheckOutcome,
    Contest,
    ContestOdds,
    DamageOutcome,
    DiceTotal,
    Grade,
    Graded,
    KaiserOdds,
    KaiserOutcome,
    Odds,
    SimpleOutcome,
)
from gm_desk.core.rules.requests import Before, HitTerms, Request, SuccessTest, Summed

Result = Graded | SimpleOutcome | Contest | CheckOutcome | KaiserOutcome | DiceTotal | DamageOutcome
Ignored = Literal["all", "negative"]
AnyOdds = Odds | ContestOdds | CheckOdds | KaiserOdds


class Rules(Protocol):
    """The rules of one system: its checks and its derived values.

    `odds` are exact: counts for d100, chances for Kaiser.
    """

    @property
    def BEFORE(self) -> tuple[Before, ...]:  # noqa: N802 - a constant of the module
        """The points that can be spent before a roll."""
        ...

    @property
    def GRADES(self) -> tuple[Grade, ...]:  # noqa: N802 - a constant of the module
        """The grades that a verdict can have, best first."""
        ...

    @property
    def HUNDRED(self) -> DieReading:  # noqa: N802 - a constant of the module
        """How a d100 in a sum of dice is read: from 0 to 99, or from 1 to 100."""
        ...

    def resolve(self, request: Request, dice: Thrown, house: House) -> Result | Needs:
        """Return the outcome, or the dice that are still needed."""
        ...

    @overload
    def odds(self, request: SuccessTest, house: House) -> Odds: ...
    @overload
    def odds(self, request: Request, house: House) -> AnyOdds: ...

    def ask(self, draft: Draft) -> Request | None:
        """Return the request for a draft, or None while something is missing."""
        ...

    def damage(self, hit: HitTerms) -> Summed:
        """Return the request for the damage of a hit; raise BadExpressionError with the reason."""
        ...

    def alone(self, draft: Draft, side: Side) -> Request | None:
        """Return the request of one side as if it rolled alone, for its own odds."""
        ...

    def health_modifiers(self, stats: Mapping[str, int], health: Health) -> tuple[Chip, ...]:
        """Return the chips for a character's damage, stress and fatigue."""
        ...

    def net(self, side: Side, house: House) -> Net:
        """Return the net modifier of a side."""
        ...

    def net_of(self, request: SuccessTest, house: House) -> Net:
        """Return the sum of the modifiers and the capped net."""
        ...

    def ignored(self, request: SuccessTest, house: House) -> Ignored:
        """Return which modifiers are ignored if a point is spent on ignoring modifiers."""
        ...

    def derived(self, stats: Mapping[str, int], house: House, body: str = "") -> dict[str, int]:
        """Return the derived values of a stat block."""
        ...

    def modifier_of(self, value: int) -> int | None:
        """Return the modifier of an aptitude or characteristic, or None if it has none."""
        ...

    def health_effects(self, stats: Mapping[str, int], health: Health) -> HealthEffects:
        """Return the effects of damage and stress; `stats` are the typed values over the derived ones."""
        ...
