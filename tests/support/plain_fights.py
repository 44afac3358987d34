"""Fights counted by a plain loop over the data of a roster's file, which knows nothing of GM Desk's rules.

Each line follows the text of the rules; it is slow, and knows only what the tests need.
"""

import random
import re
from copy import copy
from functools import cache
from math import sqrt
from operator import attrgetter
from typing import Any

TURNS = 20
MELEE = {"ep2": ("Melee",), "ep1": ("Blades", "Clubs", "Unarmed Combat", "Exotic Melee Weapon")}
INITIATIVE = {"ep2": (6, 1), "ep1": (10, 1), "kaiser": (6, 2)}
"""The sides of the dice of each system's initiative, and how many there are."""
LINKED = {
    "Melee": "SOM",
    "Guns": "REF",
    "Athletics": "SOM",
    "Fray": "REF",
    "Blades": "SOM",
    "Clubs": "SOM",
    "Unarmed Combat": "SOM",
    "Exotic Melee Weapon": "SOM",
    "Kinetic Weapons": "COO",
    "Beam Weapons": "COO",
}


class One:
    """Somebody in a fight."""

    def __init__(self, data: dict[str, Any], side: str, system: str) -> None:
        stats, health = data.get("stats", {}), data.get("health", {})
        self.id, self.side, self.stats, self.system = data["id"], side, stats, system
        self.skills = {skill["name"]: skill["rating"] for skill in data.get("skills", [])}
        self.looked_up: dict[str, tuple[int, bool]] = {}
        self.armor: dict[str, int] = {}
        for piece in data.get("armor", []):
            for kind, value in piece["values"].items():
                self.armor[kind] = self.armor.get(kind, 0) + value
        self.life: int = stats["LP" if system == "kaiser" else "DUR"]
        self.damage: int = health.get("damage", 0)
        self.wounds = health.get("wounds", 0)
        self.traumas, self.taken, self.dealt = health.get("traumas", 0), 0, 0
        up = 4 if system == "ep1" else 2.5
        self.threshold = stats.get("WT", int((self.life + up) // 5)) if self.life else 0
        derived = int((stats.get("REF", 0) + stats.get("INT", 0) + up) // 5)
        self.init = stats.get("INIT", derived)
        self.tie = {"ep2": stats.get("REF", 0), "ep1": 0, "kaiser": self.init}[system]
        self.roll, self.lot = 0, 0.0
        self.count = (0.0, 0.0, 0.0)
        self.attack = self.best(data["attacks"])
        self.out = self.damage >= self.life

    def skill(self, name: str) -> tuple[int, bool]:
        """Return a rating, and whether it is only that of the linked aptitude."""
        if name not in self.looked_up:
            self.looked_up[name] = self.found(name)
        return self.looked_up[name]

    def found(self, name: str) -> tuple[int, bool]:
        stem = name.partition(":")[0]
        found = [rating for skill, rating in self.skills.items() if skill == name or skill.partition(":")[0] == stem]
        return (max(found), False) if found else (self.stats.get(LINKED.get(stem, ""), 0), True)

    def best(self, attacks: list[dict[str, Any]]) -> dict[str, Any]:
        best, most = attacks[0], -1.0
        for attack in (one for one in attacks if one.get("damage")):
            own = attack.get("rating")
            rating, default = (own, False) if own is not None else self.skill(attack["skill"])
            if self.system == "kaiser":
                product = (rating + 7.0) * int(attack["damage"].split()[0])
            else:
                product = rating * mean(attack["damage"])
            if product > most:
                best, most = {**attack, "base": rating, "default": default}, product
        return best

    def rank(self) -> None:
        """Work out the place in the order anew, after a roll for initiative or a wound."""
        slowed = 0 if self.system == "kaiser" else self.wounds + self.traumas
        self.count = (self.init + self.roll - slowed, self.tie, self.lot)


@cache
def terms(damage: str) -> list[tuple[int, int]]:
    """Return the dice and numbers of an expression: (2, 10) for 2d10, (3, 0) for 3."""
    found = re.findall(r"([+−-]?)\s*(\d+)(?:d(\d+))?", damage)
    return [((-1 if sign in "−-" and sign else 1) * int(count), int(sides or 0)) for sign, count, sides in found]


def mean(damage: str) -> float:
    return sum(count * ((sides + 1) / 2 if sides else 1) for count, sides in terms(damage))


def faces(sides: int, count: int, dice: random.Random) -> int:
    """Return the sum of dice with faces from 1; `randint` would take five times as long."""
    return sum([1 + int(dice.random() * sides) for _ in range(count)])


def thrown(damage: str, dice: random.Random, times: int = 1) -> int:
    total = 0
    for count, sides in terms(damage):
        if sides:
            total += faces(sides, count * times, dice)
        else:
            total += count * times
    return total


def d100_test(base: int, modifiers: int, default: bool, dice: random.Random, system: str) -> tuple[bool, bool, int]:
    """Return success, critical and roll."""
    target = base + max(-60, min(60, modifiers))
    roll = int(dice.random() * 100)
    success = roll == 0 or (roll <= target and roll != 99)
    critical = roll % 11 == 0 and not (system == "ep2" and default and success)
    return success, critical, roll


def d100_attack(one: One, other: One, dice: random.Random, sides: dict[str, int], *, pinned: int) -> None:
    system, attack = one.system, one.attack
    melee = attack["skill"].partition(":")[0] in MELEE[system]
    if melee:
        answers = [other.skill("Fray"), *(other.skill(name) for name in MELEE[system])]
        base, default = max(answers, key=lambda answer: (answer[0], not answer[1]))
    else:
        base, default = other.skill("Fray")
        base = (base + 1) // 2 if system == "ep2" else base // 2
    net_a = -10 * (one.wounds + one.traumas) + pinned + sides[one.side]
    net_b = -10 * (other.wounds + other.traumas) + pinned + sides[other.side]
    a = d100_test(attack["base"], net_a, attack["default"], dice, system)
    b = d100_test(base, net_b, default, dice, system)
    if not a[0]:
        return
    if b[0]:
        if a[1] != b[1]:
            hit = a[1]
        elif a[2] != b[2]:
            hit = a[2] > b[2]
        else:
            hit = a[1] and system == "ep2" and attack["base"] > base
        if not hit:
            return
    armor = other.armor.get(attack.get("against") or "kinetic", 0)
    if system == "ep2":
        total = thrown(attack["damage"], dice, 2 if a[1] else 1)
        if not a[1]:
            total += faces(6, (a[2] >= 33) + (a[2] >= 66), dice)
        armor = (armor + 1) // 2 if attack.get("armor_piercing") else armor
    else:
        total = thrown(attack["damage"], dice) + 5 * (a[2] >= 30) + 5 * (a[2] >= 60)
        armor = 0 if a[1] else max(0, armor - attack.get("penetration", 0))
    through = max(0, max(0, total) - armor)
    hurt(one, other, through)
    other.wounds += through // other.threshold
    other.rank()


def hurt(one: One, other: One, through: int) -> None:
    other.damage += through
    other.out = other.damage >= other.life
    other.taken += through
    one.dealt += through


def kaiser_total(value: int, dice: random.Random) -> int:
    first, second = faces(6, 1, dice), faces(6, 1, dice)
    if (first, second) == (1, 1):
        level = faces(6, 2, dice)
        return max(0, value - (10 if level >= 12 else 5 if level >= 6 else 0))
    total = value + first + second
    more = first + second == 12
    while more:
        face = faces(6, 1, dice)
        total, more = total + face, face == 6
    return total


def kaiser_attack(one: One, other: One, dice: random.Random, sides: dict[str, int], *, pinned: int) -> None:
    answers = [other.skills[name] for name in ("Block", "Dodge") if name in other.skills]
    a = kaiser_total(one.attack["base"] + pinned + sides[one.side], dice)
    b = kaiser_total(max(answers) + pinned + sides[other.side], dice)
    found = re.fullmatch(r"(\d+)(?: (\w+))?", one.attack["damage"])
    assert found is not None
    armor = other.armor.get(found[2].capitalize(), 0) if found[2] else min(other.armor.values(), default=0)
    degrees = a - b - armor - other.stats.get("ABS", 0)
    if a > b and degrees > 0:
        hurt(one, other, degrees * int(found[1]))


def plain_fight(
    sides: dict[str, list[One]], dice: random.Random, values: dict[str, int], *, pinned: int
) -> tuple[str, int]:
    """Fight once, and return the winner and the turns."""
    everyone = sides["a"] + sides["b"]
    system = everyone[0].system
    attack = kaiser_attack if system == "kaiser" else d100_attack
    for one in everyone:
        one.lot = dice.random()
    for turn in range(1, TURNS + 1):
        for one in everyone:
            if turn == 1 or system != "ep2":
                one.roll = faces(*INITIATIVE[system], dice)
                one.rank()
        for phase in range(1, 5 if system == "ep1" else 2):
            waiting = [one for one in everyone if one.stats.get("SPD", 1) >= phase]
            while able := [one for one in waiting if not one.out]:
                one = max(able, key=attrgetter("count"))
                waiting.remove(one)
                enemies = [other for other in sides["b" if one.side == "a" else "a"] if not other.out]
                attacked = dice.choice(enemies)
                attack(one, attacked, dice, values, pinned=pinned)
                if attacked.out and len(enemies) == 1:
                    return one.side, turn
    return "undecided", TURNS


def plain_forecast(
    data: dict[str, Any],
    groups: tuple[str, str],
    fights: int,
    seed: int,
    *,
    values: tuple[int, int] = (0, 0),
    pinned: int = 0,
) -> dict[str, list[float]]:
    """Return what was counted in each fight: wins, turns, and of each character "out", "taken" and "dealt"."""
    dice = random.Random(seed)
    counted: dict[str, list[float]] = {}
    armed = [one for one in data["characters"] if one.get("attacks")]
    fresh = {
        side: [One(one, side, data["system"]) for one in armed if one.get("group") == group]
        for side, group in zip("ab", groups, strict=True)
    }
    for _ in range(fights):
        sides = {side: [copy(one) for one in members] for side, members in fresh.items()}
        winner, turns = plain_fight(sides, dice, dict(zip("ab", values, strict=True)), pinned=pinned)
        found: dict[str, float] = {name: name == winner for name in ("a", "b", "undecided")}
        found["turns"] = turns
        for one in sides["a"] + sides["b"]:
            found |= {f"{one.id} out": one.out, f"{one.id} taken": one.taken, f"{one.id} dealt": one.dealt}
        for name, number in found.items():
            counted.setdefault(name, []).append(number)
    return counted


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    """Return the mean of some numbers, and its standard error."""
    middle = sum(numbers) / len(numbers)
    return middle, sqrt(sum((number - middle) ** 2 for number in numbers)) / len(numbers)
