"""Sides of a forecast for tests, and dice that were thrown beforehand."""

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.forecast.contenders import FightSetup, ForecastSide
from gm_desk.core.rules.house import parse_known_house
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system


class ThrownDice:
    """Dice that were thrown beforehand, in order; one that is missing fails the test."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)

    def d100(self) -> int:
        return self.faces.pop(0)

    def die(self, sides: int) -> int:
        face = self.faces.pop(0)
        assert 1 <= face <= sides
        return face

    def pick(self, count: int) -> int:
        face = self.faces.pop(0)
        assert 0 <= face < count
        return face


def a_fighter(name: str, *, skills: dict[str, int] | None = None, attack: str = "Guns", **changes: Any) -> Character:
    """Return somebody with DUR 30, WT 6, INIT 5 and a pistol of 2d10, or whatever differs."""
    own = [Skill(id=f"{name}-{skill}", name=skill, rating=rating) for skill, rating in (skills or {}).items()]
    stats = {"REF": 15, "SOM": 15, "INIT": 5, "DUR": 30, "WT": 6, **changes.pop("stats", {})}
    attacks = (Attack(id=f"{name}-attack", name="Pistol", skill=attack, damage="2d10"),)
    one = Character(id=name, name=name.capitalize(), stats=stats, skills=tuple(own), attacks=attacks)
    return structs.replace(one, **changes)


def a_setup(a: Iterable[Character], b: Iterable[Character], system: str = "ep2", **changes: Any) -> FightSetup:
    """Return two sides called "Players" and "Thugs"."""
    sides = ForecastSide("Players", tuple(a)), ForecastSide("Thugs", tuple(b))
    return structs.replace(
        FightSetup(a=sides[0], b=sides[1], system=load_system(system), rules=RULES[system]), **changes
    )


def setup_of(roster: Roster, first: str, second: str, **changes: Any) -> FightSetup:
    """Return two groups of a roster as sides."""
    setup = a_setup(roster.members(first), roster.members(second), roster.system)
    return structs.replace(setup, house=parse_known_house(roster.system, roster.house), **changes)
