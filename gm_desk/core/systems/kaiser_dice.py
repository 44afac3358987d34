"""The dice of one side of a Kaiser check: which are kept, and whether they fumble or open."""

from msgspec import Struct

from gm_desk.core.rules.dice import DieReading, Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Kept
from gm_desk.core.rules.requests import Effort

SIDES = 6
KEPT_DICE = 2
MOST_FUMBLE = 5
LEAST_FUMBLE = -3
FEWEST_ONES = 2

HARM, DISASTER = 6, 12
FUMBLE_FAILS, FUMBLE_HARMS, FUMBLE_RUINS = 0, -5, -10

DICE, EXTRA, FUMBLE = "dice", "extra", "fumble"


class Hand(Struct, frozen=True):
    """One side's dice: `sum` is what they add to the value, before a fumble changes it."""

    sum: int
    kept: Kept | None = None
    open: bool = False
    fumble_level: int | None = None

    @property
    def fumble(self) -> bool:
        """Return whether the dice fumble."""
        return self.fumble_level is not None


def characteristic_hand(thrown: Thrown, house: House, side: str) -> Hand | Needs:
    """Return the dice of a characteristic: one, or two by house rule; they neither open nor fumble."""
    needs = _missing(thrown, side + DICE, house.characteristic_dice)
    return needs or Hand(sum(thrown[side + DICE]))


def resistance_hand(effort: Effort, thrown: Thrown, side: str) -> Hand | Needs:
    """Return the dice of a resistance, which neither open nor fumble."""
    needs = _missing(thrown, side + DICE, dice_count(effort.net_levels))
    if needs:
        return needs
    kept = keep(thrown[side + DICE], effort.net_levels)
    return Hand(sum(kept), kept)


def skill_hand(effort: Effort, thrown: Thrown, side: str) -> Hand | Needs:
    """Return the dice of a skill: a fumble is checked before an open roll (Kaiser, "Fumbles", "Open rolls")."""
    needs = _missing(thrown, side + DICE, dice_count(effort.net_levels))
    if needs:
        return needs
    dice = thrown[side + DICE]
    kept = keep(dice, effort.net_levels)
    if is_fumble(dice, effort):
        needs = _missing(thrown, side + FUMBLE, KEPT_DICE)
        return needs or Hand(sum(kept), kept, fumble_level=sum(thrown[side + FUMBLE]))
    if kept != (SIDES, SIDES):
        return Hand(sum(kept), kept)
    extra = _extra(thrown.get(side + EXTRA))
    if extra is None:
        return Needs(side + EXTRA, SIDES, 1, DieReading.SUM)
    return Hand(sum(kept) + extra, kept, open=True)


def dice_count(net_levels: int) -> int:
    """Return the number of dice: two, and one more for each net level of advantage or disadvantage."""
    return KEPT_DICE + abs(net_levels)


def keep(dice: tuple[int, ...], net_levels: int) -> Kept:
    """Return the highest two dice, or with disadvantage the lowest two; the lower one first."""
    ranked = sorted(dice)
    low, high = ranked[:KEPT_DICE] if net_levels < 0 else ranked[-KEPT_DICE:]
    return low, high


def is_fumble(dice: tuple[int, ...], effort: Effort) -> bool:
    """Return whether a skill's dice fumble, by the net fumble degree (Kaiser, "Fumbles")."""
    degree = effort.fumble_degree
    if degree >= 0:
        low, high = keep(dice, effort.net_levels)
        return low == high and low <= largest_fumbling_double(degree)
    ones = fewest_ones(degree, effort.net_levels)
    return ones is not None and dice.count(1) >= ones


def largest_fumbling_double(degree: int) -> int:
    """Return the highest kept double that fumbles: 1 at degree 0, any from +5 on."""
    return 1 + min(degree, MOST_FUMBLE)


def fewest_ones(degree: int, net_levels: int) -> int | None:
    """Return how many ones fumble at a negative degree, or None if it never fumbles.

    −1, −2 and −3 need three, four and five ones, and at least as much net disadvantage.
    """
    if degree < LEAST_FUMBLE or net_levels > degree:
        return None
    return FEWEST_ONES - degree


def fumble_penalty(level: int) -> int:
    """Return what the dice of a fumble count in a contest: 0, −5 or −10 by the fumble level."""
    if level >= DISASTER:
        return FUMBLE_RUINS
    return FUMBLE_HARMS if level >= HARM else FUMBLE_FAILS


def fumble_consequence(level: int) -> str:
    """Return the consequence of a fumble level: `fails`, `harm` or `disaster`."""
    return {FUMBLE_FAILS: "fails", FUMBLE_HARMS: "harm", FUMBLE_RUINS: "disaster"}[fumble_penalty(level)]


def _missing(thrown: Thrown, name: str, count: int) -> Needs | None:
    """Return the dice that are still needed, or None."""
    lacking = count - len(thrown.get(name, ()))
    return Needs(name, SIDES, lacking, DieReading.SUM) if lacking > 0 else None


def _extra(dice: tuple[int, ...] | None) -> int | None:
    """Return the sum of the dice of an open roll, or None if the last one is a six."""
    return sum(dice) if dice and dice[-1] != SIDES else None
