"""What a GM should look at in a block that was read: that it only overrides another one, or breaks off."""

from gm_desk.core.blocks.lines import is_open
from gm_desk.core.blocks.splitting import OVERRIDES
from gm_desk.core.roster import Character

FEW = 5
"""Fewer numbers than these are no whole block."""


def doubts_about(character: Character, text: str, *, named: bool) -> tuple[str, ...]:
    """Say in a sentence each what looks as if it were missing."""
    doubts = [] if named else ["No name stands above it"]
    aptitudes = sum(key.isupper() and len(key) == 3 and key not in {"DUR", "LUC"} for key in character.stats)  # noqa: PLR2004
    numbers = len(character.stats) + len(character.points) + len(character.armor)
    if not aptitudes and (OVERRIDES.search(text[:600]) or numbers <= FEW):
        doubts.append("It only overrides another block: what does not stand in it is empty")
    elif is_open(text):
        doubts.append("It breaks off: its last line is not complete")
    elif not aptitudes:
        doubts.append("It may break off: no aptitudes stand in it")
    elif not character.skills:
        doubts.append("It may break off: no skills stand in it")
    return tuple(doubts)
