"""Chances as text: the only functions that format a chance."""

from fractions import Fraction

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.drafts.evaluation import BothOdds, OwnOdds
from gm_desk.core.rules.outcomes import CheckOdds, ContestOdds, Hand, KaiserOdds, Odds

WHOLE = 100
ATTACKED, CONTESTED = ("hit", "miss", "defended"), ("win", "deadlock", "lose")
"""How an attack, and any other contest, can end."""
STRUCK: dict[Hand | None, str] = {"a": "hits", "b": "defends", None: "Miss"}
WON: dict[Hand | None, str] = {"a": "wins", "b": "wins", None: "Nobody wins"}
"""What the winner of an attack, and of any other contest, has done, or what is said if there is none."""


def verb_of(mode: Mode, winner: Hand | None) -> str:
    """Return what the winner of a contest has done as text, without a winner how it ended."""
    return (STRUCK if mode is Mode.ATTACK else WON)[winner]


def percent(chance: Fraction, digits: int = 1) -> str:
    """Return a chance in per cent, rounded to `digits` decimal places: "46%", "2.8%", ">99.9%".

    Only an impossible result is "0%", and only a certain one "100%".
    """
    unit = 10**digits
    count = _rounded(chance.numerator * WHOLE * unit, chance.denominator)
    if 0 < chance.numerator < chance.denominator and count in {0, WHOLE * unit}:
        least = f"{1 / unit:.{digits}f}%"
        return f"<{least}" if count == 0 else f">{WHOLE - 1 / unit:.{digits}f}%"
    whole, rest = divmod(count, unit)
    return f"{whole}.{rest:0{digits}d}%" if rest else f"{whole}%"


def _rounded(part: int, whole: int) -> int:
    """Return a quotient rounded half to even, as `round` does; integers are quicker than a Fraction's arithmetic."""
    count, rest = divmod(part, whole)
    return count + (2 * rest > whole or (2 * rest == whole and count % 2 == 1))


def chance_of(odds: OwnOdds | BothOdds | None) -> Fraction | None:
    """Return the chance that the first side succeeds."""
    match odds:
        case ContestOdds():
            return Fraction(odds.a, odds.of)
        case KaiserOdds():
            return odds.a
        case Odds():
            return odds.chance
        case CheckOdds():
            return odds.success
        case None:
            return None


def contest_chances(odds: BothOdds | None, mode: Mode) -> list[tuple[str, Fraction]]:
    """Return the ways a contest can end, each with its chance: the first side wins, neither wins, the other wins."""
    wins, nobody, loses = ATTACKED if mode is Mode.ATTACK else CONTESTED
    match odds:
        case ContestOdds():
            counts = {wins: odds.a, nobody: odds.neither, loses: odds.b}
            return [(name, Fraction(count, odds.of)) for name, count in counts.items()]
        case KaiserOdds():
            return [(wins, odds.a), ("tie", odds.tie), (loses, odds.b)]
        case None:
            return []
