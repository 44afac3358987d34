"""Chances as text, by the only functions that format a chance, and the grades that they are of."""

from fractions import Fraction
from functools import lru_cache

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.drafts.evaluation import BothOdds, OwnOdds
from gm_desk.core.rules.outcomes import CheckOdds, ContestOdds, Grade, Hand, KaiserOdds, Odds

WHOLE = 100
GLYPHS = {
    Grade.CRITICAL_SUCCESS: "★",
    Grade.SUPERIOR_SUCCESS_X2: "▲▲",
    Grade.SUPERIOR_SUCCESS: "▲",
    Grade.EXCELLENT_SUCCESS: "▲",
    Grade.SUCCESS: "✓",
    Grade.FAILURE: "✗",
    Grade.SUPERIOR_FAILURE: "▼",
    Grade.SUPERIOR_FAILURE_X2: "▼▼",
    Grade.SEVERE_FAILURE: "▼",
    Grade.CRITICAL_FAILURE: "✖",
}
WORDS = {
    Grade.CRITICAL_SUCCESS: "Critical success",
    Grade.SUPERIOR_SUCCESS_X2: "Superior success ×2",
    Grade.SUPERIOR_SUCCESS: "Superior success",
    Grade.EXCELLENT_SUCCESS: "Excellent success",
    Grade.SUCCESS: "Success",
    Grade.FAILURE: "Failure",
    Grade.SUPERIOR_FAILURE: "Superior failure",
    Grade.SUPERIOR_FAILURE_X2: "Superior failure ×2",
    Grade.SEVERE_FAILURE: "Severe failure",
    Grade.CRITICAL_FAILURE: "Critical failure",
}
ENDS_OF_ATTACK: dict[Hand | None, str] = {"a": "hit", None: "miss", "b": "defended"}
ENDS_OF_CONTEST: dict[Hand | None, str] = {"a": "win", None: "deadlock", "b": "lose"}
"""The ways in which an attack, and any other contest, can end, by the winner."""


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


@lru_cache(maxsize=1024)
def percent_of(count: int, of: int) -> str:
    """Return how many of a number in per cent; for rolls of a hundred the same few are asked for again and again."""
    return percent(Fraction(count, of))


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
    ends = ENDS_OF_ATTACK if mode is Mode.ATTACK else ENDS_OF_CONTEST
    match odds:
        case ContestOdds():
            counts = {ends["a"]: odds.a, ends[None]: odds.neither, ends["b"]: odds.b}
            return [(name, Fraction(count, odds.of)) for name, count in counts.items()]
        case KaiserOdds():
            return [(ends["a"], odds.a), ("tie", odds.tie), (ends["b"], odds.b)]
        case None:
            return []
