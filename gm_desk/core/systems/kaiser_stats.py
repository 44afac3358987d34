"""Numbers of Kaiser's stat block: modifiers, Presence, LP, stamina, resistances (Kaiser, "The stat block")."""

from bisect import bisect_right
from collections.abc import Mapping

from gm_desk.core.rules.health import Condition, Health

LEAST, MOST = 1, 30
STEPS = (1, 2, 4, 5, 6, 8, 10, 13, 16, 20, 21, 23, 26, 30)
"""The lowest value of each modifier, from −3 to +10."""
LOWEST_MODIFIER = -3

FIRST_PRESENCE = 3
LEVELS_A_PRESENCE = 2
LIFE_BASE = 20
LIFE_MULTIPLE = 10
INITIATIVE_BASE = 10
ACTION_POINTS = 6
TIRED = (-16, -8, -4, -2, -1)
"""The modifier of all actions with 0, 1, 2, 3 and 4 stamina left (Kaiser, "Life points and stamina")."""


def modifier_of(value: int) -> int | None:
    """Return the modifier of a characteristic, or None outside 1 to 30."""
    return LOWEST_MODIFIER + bisect_right(STEPS, value) - 1 if LEAST <= value <= MOST else None


def presence(level: int) -> int:
    """Return the Presence of a level: 3 at level 1, one more at each odd level after it."""
    return FIRST_PRESENCE + (level - 1) // LEVELS_A_PRESENCE


def derived(stats: Mapping[str, int]) -> dict[str, int]:
    """Return Presence, resistances, LP, stamina, Initiative and action points from the known values.

    `LV` is the level, `LPM` the multiples of CON bought for LP, `LPI` innate LP.
    """
    numbers = {"AP": ACTION_POINTS}
    modifiers = {key: modifier for key, value in stats.items() if (modifier := modifier_of(value)) is not None}
    if "LV" in stats:
        numbers["PRES"] = presence(stats["LV"])
    numbers |= _resistances(stats.get("PRES", numbers.get("PRES")), modifiers)
    if "CON" in stats:
        numbers["LP"] = LIFE_BASE + stats["CON"] * (LIFE_MULTIPLE + stats.get("LPM", 0)) + stats.get("LPI", 0)
    if "CON" in stats and "WP" in stats:
        numbers["STA"] = stats["CON"] + stats["WP"]
    if "DEX" in modifiers and "AGI" in modifiers:
        numbers["INIT"] = INITIATIVE_BASE + modifiers["DEX"] + modifiers["AGI"]
    return numbers


RESISTANCES = {"PhR": "CON", "IR": "CON", "SR": "FC", "MR": "WP"}


def _resistances(base: int | None, modifiers: Mapping[str, int]) -> dict[str, int]:
    """Return the resistances: Presence, plus the modifier of a characteristic for all but PrR."""
    if base is None:
        return {}
    added = {key: base + modifiers[link] for key, link in RESISTANCES.items() if link in modifiers}
    return {"PrR": base, **added}


def condition(stats: Mapping[str, int], health: Health) -> Condition:
    """Return the effects of low LP and low stamina: 0 LP is unconscious, little stamina affects every action."""
    unconscious = "LP" in stats and stats["LP"] - health.damage <= 0
    tired = stamina_modifier(stats["STA"] - health.fatigue) if "STA" in stats else 0
    return Condition(tired, "unconscious" if unconscious else "")


def stamina_modifier(left: int) -> int:
    """Return the modifier of all actions with this much stamina left."""
    return TIRED[max(0, left)] if left < len(TIRED) else 0
