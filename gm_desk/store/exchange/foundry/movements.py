"""The ways to move that both Foundry systems have in their lists, and those for ours."""

import re

from gm_desk.core.characters.stat_block import Movement

MOVEMENTS = (
    *("Boat", "Hopper", "Hover", "Ionic", "Microlight", "Roller", "Rotor", "Snake", "Submarine", "Swimmer"),
    *("Thrust Vector", "Tracked", "Walker", "Wheeled", "Winged"),
)
USUAL = "Walker"
OTHER_WORDS = {
    "walk": "Walker", "walking": "Walker", "run": "Walker", "legs": "Walker", "swim": "Swimmer", "swimming": "Swimmer",
    "fly": "Winged", "flyer": "Winged", "flier": "Winged", "flying": "Winged", "flight": "Winged", "wings": "Winged",
    "hop": "Hopper", "jump": "Hopper", "hopping": "Hopper", "roll": "Roller", "rolling": "Roller", "rotors": "Rotor",
    "rotorcraft": "Rotor", "thrust": "Thrust Vector", "thruster": "Thrust Vector", "thrusters": "Thrust Vector",
    "jet": "Thrust Vector", "jets": "Thrust Vector", "rocket": "Thrust Vector", "slither": "Snake", "crawl": "Snake",
    "crawler": "Snake", "sub": "Submarine", "wheels": "Wheeled", "tracks": "Tracked", "treads": "Tracked",
    "hovercraft": "Hover", "hovering": "Hover",
}  # fmt: skip
KNOWN = {"".join(name.casefold().split()): name for name in MOVEMENTS} | OTHER_WORDS


def on_the_list(way: Movement) -> list[str]:
    """Return the names on the list for a way to move ("Wheeled/Thrust Vector" is two), or an empty list."""
    parts = re.split(r"/|,|\bor\b|\band\b", way.name.casefold())
    found = [KNOWN.get(re.sub(r"[\s-]+", "", part), "") for part in parts]
    if not way.name.strip():
        return [USUAL]
    return list(dict.fromkeys(found)) if all(found) else []
