"""The terms of the Foundry system eclipsephase, and ours for them."""

import re

from msgspec import Struct

from gm_desk.core.characters.roster import Body
from gm_desk.core.systems.definition import System

APTITUDES = {"cog": "COG", "int": "INT", "ref": "REF", "sav": "SAV", "som": "SOM", "wil": "WIL"}
APTITUDE_WORDS = {
    "cognition": "COG", "intuition": "INT", "reflexes": "REF", "savvy": "SAV", "somatics": "SOM", "willpower": "WIL",
}  # fmt: skip
USUAL_CHECK = 3
ADD_MODE, ADDITION = 2, "add"
"""The sign of an effect that adds, in Foundry up to version 13 and since."""
INFECTED = 33
"""The infection from which chi sleights count twice."""
WORN_TO_COUNT = {"gear", "weapon", "armor", "rangedWeapon", "ccWeapon", "ammo", "grenade", "drug"}
"""The kinds of items whose effects count only while they are in use."""
POOLS = ("insight", "moxie", "vigor", "flex")
SKILL_GROUPS = ("skillsIns", "skillsMox", "skillsVig")
BODIES: dict[str, Body] = {
    "bio": "biomorph", "biomorph": "biomorph", "pod": "biomorph", "synth": "synthmorph", "synthmorph": "synthmorph",
}  # fmt: skip
BODY_TYPES = {"biomorph": "bio", "synthmorph": "synth", "": ""}
INFOMORPH = "info"
BODY_WORDS = {"bio": "biomorph", "synth": "synthmorph", "info": "infomorph"}
EGO = {"sex": "Sex", "gender": "Gender", "age": "Age", "origin": "Origin", "languages": "Languages"}
SHORT_FIELDS = {"hw": "Hardware", "hardware": "Hardware", "med": "Medicine", "exotic": "Exotic Skill"}
OLD_NAMES = {"persuasion": "Persuade", "deception": "Deceive", "freefall": "Free Fall", "perception": "Perceive"}
MODES = {"ss": "SS", "sa": "SA", "saBF": "SA/BF", "bfFA": "BF/FA", "saBFfa": "SA/BF/FA"}
TWO_WORDS = {"thrustvector": "Thrust Vector", "freefall": "Free Fall"}
NO_MOVEMENT = ("", "none", "-", "–", "—")
ARMOR_PIERCING = "Armor Piercing"
MUSE = "Muse: "
KNOWN_ID = "ID: "
BOOKKEEPING = "Foundry's own bookkeeping"
IN_USE = "whether it is in use"
SHEET_TEXT = "ep2e."
"""How a text of the sheet itself begins, which it translates when it shows it."""


class Slot(Struct, frozen=True):
    """The field in which a sheet keeps a skill's points, and how many `times` the aptitude is added to them."""

    group: str
    key: str
    aptitude: str
    times: int = 1


SLOTS = {
    slot.key: slot
    for slot in (
        Slot("skillsIns", "infosec", "COG"),
        Slot("skillsIns", "interface", "COG"),
        Slot("skillsIns", "perceive", "INT", 2),
        Slot("skillsIns", "program", "COG"),
        Slot("skillsIns", "research", "INT"),
        Slot("skillsIns", "survival", "INT"),
        Slot("skillsMox", "deceive", "SAV"),
        Slot("skillsMox", "kinesics", "SAV"),
        Slot("skillsMox", "persuade", "SAV"),
        Slot("skillsMox", "provoke", "SAV"),
        Slot("skillsMox", "psi", "WIL"),
        Slot("skillsVig", "athletics", "SOM"),
        Slot("skillsVig", "fray", "REF", 2),
        Slot("skillsVig", "free fall", "SOM"),
        Slot("skillsVig", "guns", "REF"),
        Slot("skillsVig", "infiltrate", "REF"),
        Slot("skillsVig", "melee", "SOM"),
    )
}


def skill_name(said: str, system: System, field_of: str = "") -> str:
    """Return the system's spelling of a skill ("HW: Electronics"); without a field it becomes a field of `field_of`."""
    stem, colon, field = (part.strip() for part in said.partition(":"))
    if colon and field:
        return system.spelled(f"{SHORT_FIELDS.get(stem.casefold(), stem)}: {field}")
    if field_of and not colon:
        return f"{field_of}: {said}"
    return system.spelled(OLD_NAMES.get(said.casefold(), said))


def aptitude_key(said: str) -> str:
    """Return the key of the aptitude that a skill is linked to ("Cognition", "cog"), or nothing."""
    word = said.casefold()
    return APTITUDES.get(word) or APTITUDE_WORDS.get(word, "")


def movement_name(said: str) -> str:
    """Return the name of a way to move ("thrustvector")."""
    if said.casefold() in NO_MOVEMENT:
        return ""
    return TWO_WORDS.get(said) or (said.capitalize() if re.fullmatch(r"[a-z]+", said) else said)


def movement_type(name: str) -> str:
    """Return the sheet's spelling of a way to move."""
    short = name.replace(" ", "").casefold()
    return short if movement_name(short) == name else name
