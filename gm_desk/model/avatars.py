"""What stands for somebody where there is no portrait: two letters on a colour."""

import zlib
from collections.abc import Mapping

from PySide6.QtGui import QColor

from gm_desk.core.roster import Character

NO_HUE = -1
SATURATION, VALUE = 0.5, 0.45
HUES: Mapping[str, int] = {
    "Red": 0,
    "Orange": 25,
    "Yellow": 50,
    "Green": 110,
    "Teal": 172,
    "Blue": 210,
    "Violet": 265,
    "Pink": 320,
}
"""The colours that can be chosen, by name."""


def colour_of(hue: int) -> str:
    """Give the colour of a hue, "#rrggbb": dark enough for white letters."""
    return QColor.fromHsvF(hue / 360, SATURATION, VALUE).name()


def hue_of(character: Character) -> int:
    """Give the hue of a character: the one chosen, else for a player character one of their own, else none."""
    if QColor.isValidColorName(character.colour):
        return QColor(character.colour).hue()
    return zlib.crc32(character.id.encode()) % 360 if character.kind == "pc" else NO_HUE


def initials(name: str) -> str:
    """Shorten a name to two signs: "Lao Qing" to LQ, "Triad mook 2" to T2, "Jaqui" to JA; "Nova 10" needs three."""
    words = name.split()
    if len(words) == 1:
        return name.strip()[:2].upper()
    last = words[-1][-2:] if words[-1].isdigit() else words[-1][0]
    return (words[0][0] + last).upper()
