"""The forecast against a plain loop that knows nothing of GM Desk's rules, and the dullest case by hand."""

import json
import random
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from forecast_makers import a_fighter, a_setup, setup_of
from gm_desk.core.characters.roster import Group, Roster
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.forecast.contenders import MOST_TURNS
from gm_desk.core.forecast.fights import ForecastResult, forecast
from gm_desk.store.rosters.checks import roster_of
from gm_desk.store.rosters.files import encode_roster, read_sample
from plain_fights import mean_and_error, plain_forecast

FIGHTS, PLAIN = 3000, 800
WIDE = 3.5
FEWEST = 60


def figures(result: ForecastResult) -> dict[str, float]:
    """Return the means of a forecast under the names of the plain loop."""
    found = {"a": result.wins.a, "b": result.wins.b, "undecided": result.wins.undecided}
    found["turns"] = sum(turns * times for turns, times in result.spans.items()) / result.fights
    for one in result.characters:
        found |= {f"{one.id} out": one.out, f"{one.id} taken": one.taken, f"{one.id} dealt": one.dealt}
    return found


def far_apart(result: ForecastResult, counted: dict[str, list[float]]) -> dict[str, tuple[float, float, float]]:
    """Return the figures that differ by more than chance: ours, those of the plain loop, and the error of both."""
    found = figures(result)
    assert found.keys() == counted.keys()
    far = {}
    for name, numbers in counted.items():
        mean, error = mean_and_error(numbers)
        both = sqrt(error**2 * (1 + len(numbers) / result.fights)) + 0.002
        if sum(map(bool, numbers)) < FEWEST:
            continue  # what happens so rarely has no error to speak of
        if abs(found[name] - mean) > WIDE * both:
            far[name] = found[name], mean, both
    return far


def raw(roster: Roster) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(encode_roster(roster))
    return data


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_the_samples_fight_as_in_a_plain_loop(system: str) -> None:
    roster = read_sample(system)
    first, second = roster.groups[1].id, roster.groups[2].id
    values = (-10, 20) if system != "kaiser" else (1, -2)
    setup = setup_of(roster, first, second, pinned=(Chip("smoke", -10, "Smoke"), Chip("x", 30, struck=True)))
    setup = setup.with_side("a", structs.replace(setup.a, modifier=values[0]))
    setup = setup.with_side("b", structs.replace(setup.b, modifier=values[1]))
    counted = plain_forecast(raw(roster), (first, second), PLAIN, 1, values=values, pinned=-10)
    assert far_apart(forecast(setup, FIGHTS, 1), counted) == {}


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
@pytest.mark.parametrize("seed", range(3))
def test_any_characters_fight_as_in_a_plain_loop(system: str, seed: int) -> None:
    one, dice = {"ep1": an_ep1, "ep2": an_ep2, "kaiser": a_kaiser}[system], random.Random(seed)
    members = [one(dice, f"{side}{number}", side) for side, count in (("a", 3), ("b", 4)) for number in range(count)]
    empty = Roster(id="any", name="Any", system=system, groups=(Group(id="a", name="A"), Group(id="b", name="B")))
    roster = roster_of({**raw(empty), "characters": members}, Path("any.json"))
    counted = plain_forecast(raw(roster), ("a", "b"), PLAIN, 100 + seed)
    assert far_apart(forecast(setup_of(roster, "a", "b"), FIGHTS, seed), counted) == {}


def skills(known: dict[str, int]) -> list[dict[str, Any]]:
    return [{"id": f"skill-{name}", "name": name, "rating": rating} for name, rating in known.items()]


def an_ep2(dice: random.Random, name: str, side: str) -> dict[str, Any]:
    durability = dice.choice([20, 30, 37, 50])
    attacks = [
        {"id": "1", "name": "Gun", "skill": "Guns", "damage": dice.choice(["2d10", "1d10+5", "3d10"])},
        {"id": "2", "name": "Blade", "skill": "Melee", "damage": dice.choice(["2d10", "1d10+6", "1d6"])},
        {"id": "3", "name": "Stare", "skill": "Provoke", "damage": ""},
    ]
    beside: list[dict[str, Any]] = [
        {},
        {"against": "energy"},
        {"armor_piercing": True},
        {"rating": dice.randint(20, 90)},
    ]
    attacks = [attack | dice.choice(beside) if attack["damage"] else attack for attack in attacks]
    return {
        "id": name,
        "name": name,
        "group": side,
        "attacks": attacks,
        "stats": {"REF": dice.choice([10, 15, 25]), "INT": 15, "SOM": dice.choice([10, 20]), "DUR": durability},
        "skills": skills({one: dice.randint(20, 80) for one in ("Guns", "Melee", "Fray") if dice.random() < 0.8}),
        "armor": dice.choice([[], [{"values": {"energy": 4, "kinetic": 9}}, {"values": {"kinetic": 2}}]]),
        "health": dice.choice([{}, {"damage": 12, "wounds": 1, "traumas": 1}]),
    }


def an_ep1(dice: random.Random, name: str, side: str) -> dict[str, Any]:
    attacks = [
        {"id": "1", "name": "Gun", "skill": "Kinetic Weapons", "damage": "2d10+2", "penetration": dice.randint(0, 5)},
        {"id": "2", "name": "Whip", "skill": "Exotic Melee Weapon: Whip", "damage": dice.choice(["1d10", "2d10+4"])},
        {"id": "3", "name": "Club", "skill": "Clubs", "rating": dice.randint(20, 90), "damage": "1d10+3"},
    ]
    known = ("Kinetic Weapons", "Clubs", "Fray", "Exotic Melee Weapon: Whip", "Unarmed Combat")
    return {
        "id": name,
        "name": name,
        "group": side,
        "attacks": attacks,
        "stats": {
            "REF": dice.choice([10, 15, 25]),
            "INT": 15,
            "SOM": 15,
            "COO": 20,
            "DUR": dice.choice([23, 30, 40]),
            "SPD": dice.choice([1, 1, 2, 4]),
        },
        "skills": skills({one: dice.randint(20, 80) for one in known if dice.random() < 0.7}),
        "armor": dice.choice([[], [{"values": {"energy": 4, "kinetic": 9}}]]),
        "health": dice.choice([{}, {"damage": 5, "wounds": 1}]),
    }


def a_kaiser(dice: random.Random, name: str, side: str) -> dict[str, Any]:
    attacks = [
        {"id": "1", "name": "Axe", "skill": "Strike", "rating": dice.randint(1, 9), "damage": "7"},
        {"id": "2", "name": "Knife", "skill": "Strike", "damage": "6 cut"},
    ]
    return {
        "id": name,
        "name": name,
        "group": side,
        "attacks": attacks,
        "stats": {"INIT": dice.randint(9, 14), "LP": dice.choice([50, 80]), "ABS": dice.choice([0, 1])},
        "skills": skills({"Strike": dice.randint(3, 12), "Dodge": dice.randint(0, 9), "Block": dice.randint(0, 9)}),
        "armor": dice.choice([[], [{"values": {"Cut": 1, "Thrust": 2, "Blow": 3}}, {"values": {"Cut": 2}}]]),
        "health": dice.choice([{}, {"damage": 20}]),
    }


# --- By hand ---------------------------------------------------------------------------------------------------------


def chance_to_hit(ours: int, theirs: int) -> Fraction:
    """Count the pairs of rolls with which an attack hits (EP2), written out from the rules."""
    hits = 0
    for a in range(100):
        for b in range(100):
            wins, answers = (a == 0 or (a <= ours and a != 99)), (b == 0 or (b <= theirs and b != 99))
            better = (a % 11 == 0, a, ours) > (b % 11 == 0, b, theirs if a % 11 == b % 11 == 0 else ours)
            hits += wins and (not answers or better)
    return Fraction(hits, 10_000)


def test_one_attack_each_ends_as_often_as_its_chances_say() -> None:
    first = a_fighter("first", skills={"Guns": 60, "Fray": 30}, stats={"DUR": 1, "INIT": 20})
    second = a_fighter("second", skills={"Guns": 45, "Fray": 50}, stats={"DUR": 1, "INIT": 5})
    ours, theirs = chance_to_hit(60, 25), chance_to_hit(45, 15)
    missed = (1 - ours) * (1 - theirs)
    wins = float(ours * (1 - missed**MOST_TURNS) / (1 - missed))
    undecided = float(missed**MOST_TURNS)
    fights = 20_000
    result = forecast(a_setup([first], [second]), fights, 3)
    error = sqrt(wins * (1 - wins) / fights)
    assert abs(result.wins.a - wins) < WIDE * error
    assert abs(result.wins.b - (1 - wins - undecided)) < WIDE * error
    assert result.wins.a == result.characters[1].out
    turns = sum(turn * times for turn, times in result.spans.items()) / fights
    expected = float((1 - missed**MOST_TURNS) / (1 - missed))
    assert abs(turns - expected) < WIDE * sqrt(float(missed)) / float(1 - missed) / sqrt(fights)
    dealt = result.characters[1].taken / result.wins.a
    assert dealt > 11
