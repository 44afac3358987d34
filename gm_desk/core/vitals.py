"""How a character is at a glance: what the roster says of health, and what of wounds can be ignored."""

from fractions import Fraction

from msgspec import Struct, structs

from gm_desk.core import harm
from gm_desk.core.harm import INJURIES, Kind
from gm_desk.core.roster import Character
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.systems.face import Rules
from gm_desk.core.systems.system import System

MANY = 9
"""More wounds than anybody can ignore."""


class Vitals(Struct, frozen=True):
    """Hold what is `left` of the first track, None where its length is not known, and what was suffered.

    `injuries` are wounds and traumas together, `modifier` what every test costs, `state` what it all has come to, and
    `out` tells whether that ends the character's part in the scene.
    """

    left: Fraction | None = None
    injuries: int = 0
    modifier: int = 0
    state: str = ""
    out: bool = False


def vitals(character: Character, system: System, rules: Rules, house: House) -> Vitals:
    """Say how a character is."""
    found, health = harm.condition(character, rules, house), character.health
    return Vitals(
        harm.bar(character, system, rules, house),
        health.wounds + health.traumas,
        found.modifier,
        found.body or found.mind,
        harm.out_of_action(character, rules, house),
    )


def ignored(character: Character, kind: Kind) -> int:
    """Give how many wounds, or traumas of stress, a character ignores."""
    injury = INJURIES.get(kind)
    return int(getattr(character.health, f"ignored_{injury.count}")) if injury else 0


def ignorable(kind: Kind, rules: Rules) -> int:
    """Give how many wounds, or traumas of stress, the rules let anybody ignore (EP2: three of each)."""
    injury = INJURIES.get(kind)
    if injury is None:
        return 0
    hurt = structs.replace(Health(), **{injury.count: MANY})
    costs = [
        rules.condition({}, structs.replace(hurt, **{f"ignored_{injury.count}": count})).modifier
        for count in range(MANY + 1)
    ]
    return costs.index(max(costs))


def ignoring(character: Character, kind: Kind, count: int) -> Character:
    """Let a character ignore so many wounds, or traumas of stress."""
    injury = INJURIES.get(kind)
    if injury is None:
        return character
    health = structs.replace(character.health, **{f"ignored_{injury.count}": max(0, count)})
    return structs.replace(character, health=health)
