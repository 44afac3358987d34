"""Luck and fairness in words: how much, and how unusual that is."""

from fractions import Fraction

from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.statistics import Fairness, Kind, Luck

FEWEST = 5
"""Rolls with a chance until luck is spoken of."""
USUAL, NOTABLE, RARE = 1, 2, 3
"""In standard deviations."""
EVEN, UNEVEN, SUSPICIOUS, TOO_EVEN = 0.05, 0.01, 0.001, 0.999
SURE = 0.99
TENTHS = 10


def tenths(number: Fraction, *, always: bool = False) -> str:
    """Write a number that is not negative to a tenth; what is whole has none, unless `always`."""
    whole, rest = divmod(round(number * TENTHS), TENTHS)
    return f"{whole:,}.{rest}" if rest or always else f"{whole:,}"


def difference(number: Fraction, *, always: bool = False) -> str:
    """Write a difference to a tenth, with its sign and a true minus; nothing has no sign."""
    shown = tenths(abs(number), always=always)
    if shown.strip("0.") == "":
        return shown
    return f"+{shown}" if number > 0 else f"{TRUE_MINUS}{shown}"


def luck_in_a_line(luck: Luck) -> str:
    """Say how many successes there are over or under what was expected."""
    shown = difference(luck.difference)
    if shown == "0":
        return "Luck: successes as expected"
    noun = "success" if shown[1:] == "1" else "successes"
    if luck.difference > 0:
        return f"Luck {shown} {noun} over expected"
    return f"Luck {shown[1:]} {noun} under expected"


def how_unusual(luck: Luck) -> str:
    """Say how unusual the luck is, by its standard deviations."""
    size = abs(luck.deviations)
    if luck.rolls < FEWEST:
        return "too few rolls to tell"
    if size < USUAL:
        return "as expected"
    kind = "lucky" if luck.deviations > 0 else "unlucky"
    if size < NOTABLE:
        return f"a little {kind}"
    return f"{'very ' if size < RARE else 'incredibly '}{kind} ({size:.1f} SD)"


def once_in(chance: float) -> str:
    """Say how often something happens that is rare."""
    if chance <= 1e-6:  # noqa: PLR2004 - beyond that nobody counts
        return "less than once in a million"
    often = 1 / chance
    digits = len(str(int(often))) - 2
    return f"once in {round(often, -digits if digits > 0 else 0):,.0f}"


def fairness_in_words(told: Fairness) -> str:
    """Say whether dice are fair, as far as their number can tell."""
    if told.p is None:
        if not told.missing:
            return "Nothing to judge."
        dice = "1 more die" if told.missing == 1 else f"{told.missing} more dice"
        return f"Too early to say whether they are fair: {dice} to go."
    so_far, p = f"{told.dice:,} dice", p_value(told.p)
    if told.p > TOO_EVEN:
        return f"More even than chance usually is over {so_far}, {p}."
    if told.p >= EVEN:
        return f"Fair as far as {so_far} can tell, {p}."
    rarely = f"fair dice fall so unevenly {once_in(told.p)}"
    if told.p >= UNEVEN:
        return f"A little uneven over {so_far}, {p}: {rarely}."
    return f"{'Suspicious' if told.p >= SUSPICIOUS else 'Very suspicious'} over {so_far}, {p}: {rarely}."


def p_value(p: float) -> str:
    """Write a p-value to two digits, and never as nothing or certainty."""
    if p < SUSPICIOUS:
        return "p < 0.001"
    if p > SURE:
        return "p > 0.99"
    return f"p = {p:.2f}" if p >= 1 / TENTHS else f"p = {p:.3f}"


def reckoned(told: Fairness) -> str:
    """Give the numbers behind a verdict on dice."""
    degrees = "1 degree" if told.freedom == 1 else f"{told.freedom} degrees"
    return f"χ² {float(told.statistic):.1f}, {degrees} of freedom"


def kind_in_words(kind: Kind) -> str:
    """Name a kind of dice."""
    return f"d{kind.sides}, ones" if kind.ones else f"d{kind.sides}"


def chanceless_in_words(count: int) -> str:
    """Say how many rolls are not counted as luck."""
    if count == 1:
        return "1 roll more cannot fail, like a sum of dice, and is left out."
    return f"{count:,} rolls more cannot fail, like sums of dice, and are left out."
