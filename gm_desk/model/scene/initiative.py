"""Initiative dice, rolled or typed."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gm_desk.core.errors import TurnError
from gm_desk.core.notation.numbers import signed
from gm_desk.core.rules.dice import Dice, Expression, Term
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.order import Combatant, TurnRules
from gm_desk.core.scenes.scene import Surprise
from gm_desk.core.wording.one_line import joined

D100 = 100
BOUNDS = {"1d6": (1, 6), "1d10": (1, 10), "1d100": (0, 99), "2d6": (2, 12)}
"""The results that initiative dice can show."""
TYPED = re.compile(r"(?P<name>.*?\S)\s*(?P<count>=?)\s*(?P<number>-?\d{1,3})")

NUMBER = re.compile(r"=?\s*-?\d{1,3}")


class Combatants(NamedTuple):
    """Those in a scene: their names by id, and which of them are players, in their order."""

    names: Mapping[str, str]
    players: Sequence[str] = ()


def throw(rules: TurnRules, house: House, dice: Dice) -> int:
    """Return one roll of initiative."""
    number, sides = map(int, rules.dice(house).split("d"))
    return dice.d100() if sides == D100 else sum(dice.die(sides) for _ in range(number))


def total_of(expression: str, dice: Dice) -> int:
    """Return the total of a dice expression."""
    terms = Expression.parse(expression).terms
    return sum(one.sign * (throw_term(one, dice) if one.sides else one.count) for one in terms)


def throw_term(term: Term, dice: Dice) -> int:
    """Return the sum of the dice of a term."""
    return sum(dice.die(term.sides) for _ in range(term.count))


def surprise_states(rules: TurnRules, house: House) -> list[tuple[str, Surprise]]:
    """Return the states of surprise that a GM can set, as texts; none if the counts say who is surprised."""
    if rules.surprise_gap:
        return []
    alert, late = (rules.count(Combatant("", 0, 0, surprise=one), 1, house) for one in ("", "reacting"))
    when = "for the whole fight" if not rules.each_turn(house) and rules.phases == 1 else "in turn 1"
    helpless = "neither acts nor defends in turn 1" if rules.surprised_are_helpless else "does not act in phase 1"
    return [
        ("Not surprised", ""),
        (f"Reacting: {signed(late - alert)} {when}", "reacting"),
        (f"Surprised: {helpless}", "surprised"),
    ]


def read_throws(
    line: str, combatants: Combatants, base: Mapping[str, int], rules: TurnRules, house: House
) -> dict[str, int]:
    """Read typed initiative, "jaqui 4, tyska =12": a dice result or, after "=", the whole count.

    `base` is the count of each without a roll. The beginning of a name, or of a word in it, is enough. Numbers without
    names are those of all players in their order. Raise TurnError for invalid text.
    """
    found: dict[str, int] = {}
    parts = [one for one in (part.strip() for part in re.split(r"[,;\n]", line)) if one]
    for part in _for_players(parts, combatants):
        typed = TYPED.fullmatch(part)
        if typed is None:
            raise TurnError("initiative", f"“{part}” is not a name with a number")
        fighter = _named(typed["name"].strip(" :"), combatants.names)
        number = int(typed["number"])
        found[fighter] = number - base.get(fighter, 0) if typed["count"] else rolled(number, rules, house)
    if not found:
        raise TurnError("initiative", "type names with numbers, separated by commas")
    return found


def _for_players(parts: list[str], combatants: Combatants) -> list[str]:
    """Return typed parts with the players' names, if they are numbers alone, one for each player."""
    players = [combatants.names[one] for one in combatants.players]
    if not parts or not players or not all(map(NUMBER.fullmatch, parts)):
        return parts
    if len(parts) != len(players):
        raise TurnError("initiative", f"numbers without names: type one for each of {', '.join(players)}")
    return [f"{name} {part}" for name, part in zip(players, parts, strict=True)]


def rolled(number: int, rules: TurnRules, house: House) -> int:
    """Return a typed roll; raise TurnError for an impossible one."""
    dice = rules.dice(house)
    least, most = BOUNDS[dice]
    if not least <= number <= most:
        raise TurnError("initiative", f"{dice} shows {least} to {most}, not {number}; type ={number} for the count")
    return number


def _named(text: str, names: Mapping[str, str]) -> str:
    """Return the id of the combatant with a name or a beginning of one; raise TurnError for none, or for several."""
    wanted = text.casefold()
    for fits in (_same, _begins, _has_word):
        found = [one for one, name in names.items() if fits(name.casefold(), wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise TurnError("initiative", f"“{text}” could be {joined([names[one] for one in found])}")
    raise TurnError("initiative", f"nobody in the scene is called “{text}”")


def _same(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted)


def _has_word(name: str, wanted: str) -> bool:
    return any(word.startswith(wanted) for word in name.split())
