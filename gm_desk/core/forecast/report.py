"""A forecast in words and columns, as the command line prints it and the window copies it."""

from collections.abc import Iterator, Sequence

from gm_desk.core.forecast.setup import HANDS, MOST_TURNS
from gm_desk.core.forecast.tally import CharacterForecast, ForecastResult, Quantiles
from gm_desk.core.rules.outcomes import Hand

LEFT_OUT = "Not played: movement and range, tactics, psi, hacking."
"""What a forecast leaves out, so that nobody trusts it too far."""
HEADS = ("", "out", "dead", "takes", "deals")
GAP, DASH = "  ", "\N{EN DASH}"


def percent(share: float) -> str:
    """Return a share as per cent; what is possible is neither 0 nor 100."""
    if 0 < share < 0.01:  # noqa: PLR2004 - a hundredth
        return "under 1%"
    if 0.99 < share < 1:  # noqa: PLR2004 - a hundredth
        return "over 99%"
    return f"{100 * share:.0f}%"


def dead_words(one: CharacterForecast) -> str:
    """Return the share of fights in which somebody is dead at the end, a dash where DR is unknown."""
    return percent(one.dead) if one.mortal else DASH


def standing_words(result: ForecastResult, names: tuple[str, str]) -> list[tuple[str, float]]:
    """Return how a fight ends, each with its share; undecided only where that happens."""
    ends = [(f"{names[0]} left standing", result.wins.a), (f"{names[1]} left standing", result.wins.b)]
    undecided = [(f"undecided after {MOST_TURNS} turns", result.wins.undecided)] if result.wins.undecided else []
    return ends + undecided


def spread_words(spread: Quantiles) -> str:
    """Return a spread in words: "7 (5 to 9)"."""
    return f"{spread.median} ({spread.p10} to {spread.p90})"


def report_of(result: ForecastResult, names: tuple[str, str]) -> str:
    """Return a forecast as a table of plain text."""
    lines = [f"{result.fights:,} fights: {names[0]} against {names[1]}", ""]
    ends = standing_words(result, names)
    widest = max(len(words) for words, _share in ends)
    lines += [f"{words:<{widest}}{GAP}{percent(share):>9}" for words, share in ends]
    lines += ["", f"Turns: {spread_words(result.turns)}", ""]
    lines += _columns([HEADS, *(row for hand in HANDS for row in _rows(result, hand, names))])
    lines += ["", "Damage: the median, and what eight fights of ten lie between.", LEFT_OUT]
    return "\n".join(lines) + "\n"


def _rows(result: ForecastResult, hand: Hand, names: tuple[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a side."""
    yield (names[HANDS.index(hand)],)
    for one in result.characters:
        if one.side == hand:
            yield f"{GAP}{one.name}", *_figures(one)


def _figures(one: CharacterForecast) -> tuple[str, str, str, str]:
    return percent(one.out), dead_words(one), spread_words(one.takes), spread_words(one.deals)


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows as lines with columns, the first to the left and the others to the right."""
    widths = [max(len(row[place]) for row in rows if place < len(row)) for place in range(len(HEADS))]
    lines = []
    for row in rows:
        cells = [
            f"{cell:>{width}}" if place else f"{cell:<{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        lines.append(GAP.join(cells).rstrip())
    return lines


SURE, LIKELY, AHEAD = 0.95, 0.8, 0.6
"""Shares of fights from which an end is called what it is."""
EASY, COSTLY = 0.1, 0.5
"""Shares of the winners that are out at the end."""


def headline(result: ForecastResult, names: tuple[str, str]) -> str:
    """Return in a few words how dangerous a fight is."""
    wins = result.wins
    if wins.undecided >= AHEAD:
        return f"A stand-off: mostly undecided after {MOST_TURNS} turns"
    hand: Hand = "a" if wins.a >= wins.b else "b"
    name, share = names[HANDS.index(hand)], max(wins.a, wins.b)
    if share < AHEAD:
        return "An even fight"
    lost = _lost(result, hand)
    price = "nearly unharmed" if lost < EASY else "with losses" if lost < COSTLY else "at a high price"
    if share < LIKELY:
        return f"{name} ahead, {price}"
    if share < SURE:
        return f"{name} likely to win, {price}"
    return f"{name} all but certain to win, {price}"


def _lost(result: ForecastResult, hand: Hand) -> float:
    """Return the share of a side that is out at the end, on average."""
    return result.out(hand) / max(1, sum(one.side == hand for one in result.characters))
