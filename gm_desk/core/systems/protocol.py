"""The protocol of a system: the functions that every system's module offers."""

from collections.abc import Mapping
from typing import Literal, Protocol, overload

from gm_desk.core.drafts.draft import Chip, Draft, Side
from gm_desk.core.rules.dice import DieReading, Needs, Thrown
from gm_desk.core.rules.health import Condition, Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import (
    CheckOdds,
    CheckOutcome,
    Contest,
    ContestOdds,
    DamageOutcome,
    DiceTotal,
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
    """Resolve the checks of one system, and work its numbers out.

    `odds` are exact: counts for d100, chances for Kaiser.
    """

    @property
    def BEFORE(self) -> tuple[Before, ...]:  # noqa: N802 - a constant of the module
        """List the points that may be spent before a roll."""
        ...

    @property
    def HUNDRED(self) -> DieReading:  # noqa: N802 - a constant of the module
        """Return how a d100 is read in a sum of dice: from 0 to 99, or from 1 to 100."""
        ...

    def resolve(self, request: Request, dice: Thrown, house: House) -> Result | Needs:
        """Say what the dice mean, or which dice are still needed."""
        ...

    @overload
    def odds(self, request: SuccessTest, house: House) -> Odds: ...
    @overload
    def odds(self, request: Request, house: House) -> AnyOdds: ...

    def ask(self, draft: Draft) -> Request | None:
        """Make the request that a draft comes to, or none while something is missing."""
        ...

    def damage(self, hit: HitTerms) -> Summed:
        """Make the request for the damage of a hit; raises BadExpressionError with the reason."""
        ...

    def alone(self, draft: Draft, side: Side) -> Request | None:
        """Make the request of one side of a draft as if it rolled alone, so that its own odds can be told."""
        ...

    def burdens(self, stats: Mapping[str, int], health: Health) -> tuple[Chip, ...]:
        """List the chips of what a character suffers."""
        ...

    def net(self, side: Side, house: House) -> Net:
        """Give what the modifiers of a side come to, whatever it rolls."""
        ...

    def net_of(self, request: SuccessTest, house: House) -> Net:
        """Add the modifiers up and hold them to the cap."""
        ...

    def ignored(self, request: SuccessTest, house: House) -> Ignored:
        """Return which modifiers a point ignores that is spent on ignoring them."""
        ...

    def derived(self, stats: Mapping[str, int], house: House, body: str = "") -> dict[str, int]:
        """Work out what a stat block derives from the numbers that are known."""
        ...

    def modifier_of(self, value: int) -> int | None:
        """Give the modifier that an aptitude or characteristic brings, or None where it brings none."""
        ...

    def condition(self, stats: Mapping[str, int], health: Health) -> Condition:
        """Say what damage and stress do; `stats` are the numbers typed, over those derived."""
        ...
