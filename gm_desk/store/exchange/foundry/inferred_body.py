"""The kind of body of a character for the lists of Foundry's systems, as far as a stat block says it."""

import re
from typing import Literal

from gm_desk.core.characters.roster import Character

LikelyBody = Literal["", "biomorph", "synthmorph", "infomorph"]

SYNTHETIC = re.compile(
    r"\b(?:synth\w*|\w*bot|bots?|drone|shell|arachnoid|blackbird|case|cloud skate|courier|daitya|dragonfly|fenrir"
    r"|flexbot|galatea|gargoyle|golem|griefer|kite|mimic|nautiloid|opteryx|q[ -]?morph|reaper|rover|savant|skulker"
    r"|slitheroid|steel morph|sundiver|swarmanoid|takko|xu fu)\b",
    re.IGNORECASE,
)
"""The names of synthmorphs in the books of Eclipse Phase, and words for such."""
BIOLOGICAL = re.compile(r"\b(?:bio\w*|pod|flat|splicer|exalt|neo-?\w*)\b", re.IGNORECASE)
DIGITAL = re.compile(r"\b(?:infomorph|digimorph|infolife)\b", re.IGNORECASE)


def likely_body(character: Character) -> LikelyBody:
    """Return the kind of body: as it is said, or by the morph's name, or by DR, which is DUR × 2 or × 1.5.

    Whoever moves has a body; of those that do not, a DR of twice DUR is that of an infomorph.
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
