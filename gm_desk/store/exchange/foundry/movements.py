"""The kind of body of a character, and its ways to move, as both Foundry systems list them."""

import re
from typing import Literal

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Movement

LikelyBody = Literal["", "biomorph", "synthmorph", "infomorph"]

SYNTHETIC = re.compile(
    r"\b(?:synth\w*|\w*bot|bots?|drone|shell|arachnoid|blackbird|case|cloud skate|courier|daitya|dragonfly|fenrir"
    r"|flexbot|galatea|gargoyle|golem|griefer|kite|mimic|nautiloid|opteryx|q[ -]?morph|reaper|rover|savant|skulker"
    r"|slitheroid|steel morph|sundiver|swarmanoid|takko|xu fu)\b",
    re.IGNORECASE,
)
"""The names of synthmorphs in the books of Eclipse Phase, and general terms."""
BIOLOGICAL = re.compile(r"\b(?:bio\w*|pod|flat|splicer|exalt|neo-?\w*)\b", re.IGNORECASE)
DIGITAL = re.compile(r"\b(?:infomorph|digimorph|infolife)\b", re.IGNORECASE)


def likely_body(character: Character) -> LikelyBody:
    """Return the kind of body: the stated one, or by the morph's name, or by DR, which is DUR × 2 or × 1.5.

    A character with movement has a body; one without it whose DR is twice its DUR is an infomorph.
    """
    if character.body:
        return character.body
    if DIGITAL.search(character.morph):
        return "infomorph"
    dur, death = character.stats.get("DUR"), character.stats.get("DR")
    if dur and death == 2 * dur:
        return "synthmorph" if character.movement or SYNTHETIC.search(character.morph) else "infomorph"
    if dur and death == (3 * dur + 1) // 2:
        return "biomorph"
    if SYNTHETIC.search(character.morph):
        return "synthmorph"
    return "biomorph" if BIOLOGICAL.search(character.morph) else ""


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
