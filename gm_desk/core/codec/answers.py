"""What answers say, in the words of the rules page."""

from typing import Any

import msgspec

from gm_desk.core.rules.kaiser_outcomes import CheckOdds, KaiserOdds
from gm_desk.core.rules.outcomes import ContestOdds, Odds
from gm_desk.core.systems.face import AnyOdds, Result


def outcome_in_words(outcome: Result) -> dict[str, Any]:
    """Give an outcome's keys: they are the names of its fields."""
    words: dict[str, Any] = msgspec.to_builtins(outcome)
    return words


def odds_in_words(odds: AnyOdds) -> dict[str, Any]:
    """Give the odds: counts for d100, of a hundred or of ten thousand; probabilities for Kaiser."""
    match odds:
        case Odds():
            head = {"base": odds.base, "sum": odds.sum, "net": odds.net, "target": odds.target}
            return {**head, "odds": odds.counts, "of": odds.of}
        case ContestOdds():
            return {"odds": {"a": odds.a, "b": odds.b, "neither": odds.neither}, "of": odds.of}
        case CheckOdds():
            exact = {"success": odds.success, "failure": odds.failure, "open": odds.open, "fumble": odds.fumble}
        case KaiserOdds():
            exact = {"a": odds.a, "b": odds.b, "tie": odds.tie}
    return {"odds": {name: float(chance) for name, chance in exact.items()}}
