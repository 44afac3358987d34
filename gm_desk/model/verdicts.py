"""How verdicts are told: never by colour alone, always by a glyph and a word."""

from fractions import Fraction

from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import Grade

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

OWN = "✎"
"""The mark of a verdict that the GM wrote."""


def pill_of(grade: Grade | None, words: str) -> str:
    """Give a verdict with its glyph; one without a grade has none."""
    return words if grade is None else f"{GLYPHS[grade]} {words}"


def signed(value: int) -> str:
    """Write a modifier with its sign, and a true minus; zero has none."""
    return f"+{value}" if value > 0 else minus(value)


def minus(value: int) -> str:
    """Write a number with a true minus."""
    return str(value).replace("-", TRUE_MINUS)


def percent(chance: Fraction) -> str:
    """Write a chance to a tenth of a per cent; what is only almost certain or impossible is never rounded to it."""
    tenths = round(chance * 1000)
    if 0 < chance < 1 and tenths in {0, 1000}:
        return "<0.1%" if tenths == 0 else ">99.9%"
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest}%" if rest else f"{whole}%"


def two_digits(roll: int) -> str:
    """Write a d100 as its two dice show it."""
    return f"{roll:02d}"
