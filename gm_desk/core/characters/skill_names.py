"""The names of skills in the two editions of Eclipse Phase, for converting characters in both directions."""

from gm_desk.core.systems.definition import System

EDITIONS = ("ep1", "ep2")
PAIRS = (
    ("Kinetic Weapons", "Guns"),
    ("Beam Weapons", "Guns"),
    ("Seeker Weapons", "Guns"),
    ("Spray Weapons", "Guns"),
    ("Gunnery", "Guns"),
    ("Blades", "Melee"),
    ("Clubs", "Melee"),
    ("Unarmed Combat", "Melee"),
    ("Exotic Melee Weapon", "Exotic Skill"),
    ("Exotic Ranged Weapon", "Exotic Skill"),
    ("Climbing", "Athletics"),
    ("Freerunning", "Athletics"),
    ("Swimming", "Athletics"),
    ("Flight", "Athletics"),
    ("Throwing Weapons", "Athletics"),
    ("Deception", "Deceive"),
    ("Impersonation", "Deceive"),
    ("Infiltration", "Infiltrate"),
    ("Perception", "Perceive"),
    ("Persuasion", "Persuade"),
    ("Intimidation", "Provoke"),
    ("Interfacing", "Interface"),
    ("Programming", "Program"),
    ("Academics", "Know"),
    ("Interest", "Know"),
    ("Profession", "Know"),
    ("Art", "Know"),
    ("Language", "Know"),
    ("Control", "Psi"),
    ("Sense", "Psi"),
    ("Psi Assault", "Psi"),
)
"""The skills of the first edition with those of the second; of several, the first one is used the other way round."""

WITHOUT_PAIR = (
    *("Animal Handling", "Demolitions", "Disguise", "Investigation", "Navigation", "Palming", "Protocol"),
    *("Psychosurgery", "Scrounging"),
)
"""Skills of the first edition that the second has none for."""


def named_in(name: str, own: System, other: System) -> str:
    """Return the name of a skill in the other edition, with its field; "" if it has none there."""
    if (own.id, other.id) not in {EDITIONS, EDITIONS[::-1]} or own.skill_kind(name) is None:
        return ""
    stem, _, field = name.partition(":")
    here = EDITIONS.index(own.id)
    found = next((pair[1 - here] for pair in PAIRS if pair[here].casefold() == stem.strip().casefold()), "")
    said = f"{found}: {field.strip()}" if found and field.strip() else found
    return said if said and other.skill_kind(said) is not None else ""
