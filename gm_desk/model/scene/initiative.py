"""Initiative dice, rolled or typed."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from gm_desk.core.errors import TurnError
from gm_desk.core.rules.dice import Dice, Expression, Term
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.order import Battle, Combatant, TurnRules
from gm_desk.core.scenes.scene import Scene, Surprise
from gm_desk.core.scenes.staging import rolled_for
from gm_desk.core.scenes.turns import rolls_next
from gm_desk.core.wording.phrases import joined, signed

D100 = 100
BOUNDS = {"1d6": (1, 6), "1d10": (1, 10), "1d100": (0, 99), "2d6": (2, 12)}
"""The results that initiative dice can show."""
TYPED = re.compile(r"(?P<name>.*?\S)\s*(?P<count>=?)\s*(?P<number>-?\d{1,3})")

NUMBER = re.compile(r"=?\s*-?\d{1,3}")


class Combatants(NamedTuple):
    """Those in a scene: their names by id, which of them are players, in their order, and the teams of some."""

    names: Mapping[str, str]
    players: Sequence[str] = ()
    teams: Mapping[str, str] = {}


def throw(rules: TurnRules, house: House, dice: Dice) -> int:
    """Return one roll of initiative."""
    number, sides = map(int, rules.dice(house).split("d"))
    return dice.d100() if sides == D100 else sum(dice.die(sides) for _ in range(number))


def rolls_for(scene: Scene, battle: Battle, dice: Dice, but: Container[str] = ()) -> dict[str, int]:
    """Return an initiative roll for each fighter who can act, one for a team; except for those in `but`."""
    rolls: dict[str, int] = {}
    for ids in rolled_for(scene, battle):
        wanted = [one for one in ids if one not in but]
        if wanted:
            rolls.update(dict.fromkeys(wanted, throw(battle.rules, battle.house, dice)))
    return rolls


def rolls_of_teams(scene: Scene, ids: Iterable[str]) -> dict[str, int]:
    """Return the rolls that fighters without one share with those of their team who have rolled."""
    throws = scene.now.throws if scene.now else {}
    of_teams = {one.team: throws[one.id] for one in reversed(scene.fighters) if one.team and one.id in throws}
    missing = [one for one in map(scene.fighter, ids) if one is not None and one.id not in throws]
    return {one.id: of_teams[one.team] for one in missing if one.team in of_teams}


def rolls_of_next(
    scene: Scene, battle: Battle, dice: Dice, typed: Mapping[str, int] | None = None
) -> Mapping[str, int]:
    """Return the initiative of the turn that begins with the next moment, if it is rolled each turn.

    What was `typed` counts, then what was rolled before the turn was taken back.
    """
    if scene.now is None or not rolls_next(scene, battle):
        return {}
    known = {**scene.throws_of(scene.now.turn + 1), **(typed or {})}
    return {**rolls_for(scene, battle, dice, known), **known}


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

    `base` is the count of each without a roll. The beginning of a name, or of words in it, is enough. A team shares the
    roll of one of its members. Numbers without names are those of all players in their order. Raise TurnError for
    invalid text.
    """
    found: dict[str, int] = {}
    parts = [one for one in (part.strip() for part in re.split(r"[,;\n]", line)) if one]
    for part in _for_players(parts, combatants):
        typed = TYPED.fullmatch(part)
        if typed is None:
            raise TurnError("initiative", f"“{part}” is not a name with a number")
        fighter = _named(typed["name"].strip(" :"), combatants)
        number = int(typed["number"])
        found[fighter] = number - base.get(fighter, 0) if typed["count"] else typed_roll(number, rules, house)
    if not found:
        raise TurnError("initiative", "type names with numbers, separated by commas")
    return _for_teams(found, combatants.teams)


def _for_teams(found: Mapping[str, int], teams: Mapping[str, str]) -> dict[str, int]:
    """Return rolls with those of the other members of each team, who share the first one."""
    shared: dict[str, int] = {}
    for one, number in found.items():
        if team := teams.get(one):
            shared.setdefault(team, number)
    return {**{one: shared[team] for one, team in teams.items() if team in shared}, **found}


def with_next_player(line: str, combatants: Combatants) -> str:
    """Return a typed line with the name of the next player whose roll is missing and a space, if there is one.

    A player's name without a number at the end of the line is removed first.
    """
    head, _, tail = line.rpartition(",")
    names, alone = [combatants.names[one] for one in combatants.players], tail.strip()
    passed = names.index(alone) + 1 if alone in names else 0
    done = [part.strip() for part in (head if passed else line).split(",") if part.strip()]
    if not all(part[-1].isdigit() and not NUMBER.fullmatch(part) for part in done):
        return line.strip()
    typed = {_typed_name(part, combatants) for part in done}
    coming = next((name for name in names[passed:] if name not in typed), None)
    return ", ".join(done) if coming is None else f"{', '.join([*done, coming])} "


def _typed_name(part: str, combatants: Combatants) -> str:
    """Return the name that a typed part stands for, "" if it is not clear."""
    typed = TYPED.fullmatch(part)
    try:
        return combatants.names[_named(typed["name"].strip(" :"), combatants)] if typed else ""
    except TurnError:
        return ""


def _for_players(parts: list[str], combatants: Combatants) -> list[str]:
    """Return typed parts with the players' names, if they are numbers alone, one for each player."""
    players = [combatants.names[one] for one in combatants.players]
    if not parts or not players or not all(map(NUMBER.fullmatch, parts)):
        return parts
    if len(parts) != len(players):
        raise TurnError("initiative", f"numbers without names: type one for each of {', '.join(players)}")
    return [f"{name} {part}" for name, part in zip(players, parts, strict=True)]


def typed_roll(number: int, rules: TurnRules, house: House) -> int:
    """Return a typed roll; raise TurnError for an impossible one."""
    dice = rules.dice(house)
    least, most = BOUNDS[dice]
    if not least <= number <= most:
        raise TurnError("initiative", f"{dice} shows {least} to {most}, not {number}; type ={number} for the count")
    return number


def _named(text: str, combatants: Combatants) -> str:
    """Return the id of the combatant with a name or a beginning of one; raise TurnError for none, or for several.

    Of several who are one team, any will do.
    """
    wanted, names = text.casefold(), combatants.names
    for fits in (_same, _begins, _has_words, _has_beginnings):
        found = [one for one, name in names.items() if fits(name.casefold(), wanted)]
        teams = {combatants.teams.get(one, one) for one in found}
        if len(teams) == 1:
            return found[0]
        if found:
            raise TurnError("initiative", f"“{text}” could be {joined([names[one] for one in found])}")
    raise TurnError("initiative", f"nobody in the scene is called “{text}”")


def _same(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted)


def _has_words(name: str, wanted: str) -> bool:
    """Return whether a name has the wanted words one after another."""
    return f" {' '.join(wanted.split())} " in f" {' '.join(name.split())} "


def _has_beginnings(name: str, wanted: str) -> bool:
    """Return whether words of a name, one after another, begin with the wanted ones."""
    words, parts = name.split(), wanted.split()
    runs = (words[at : at + len(parts)] for at in range(len(words) - len(parts) + 1))
    return any(all(map(str.startswith, run, parts)) for run in runs)
