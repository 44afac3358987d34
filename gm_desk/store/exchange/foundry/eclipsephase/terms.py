"""The terms of the Foundry system eclipsephase, ours for them, and the reasons why some fields are not imported."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from gm_desk.core.characters.roster import Body
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import EMPTY, NO_PLACE, FieldCursor, number, quoted

APTITUDES = {"cog": "COG", "int": "INT", "ref": "REF", "sav": "SAV", "som": "SOM", "wil": "WIL"}
APTITUDE_WORDS = {
    "cognition": "COG", "intuition": "INT", "reflexes": "REF", "savvy": "SAV", "somatics": "SOM", "willpower": "WIL",
}  # fmt: skip
USUAL_CHECK = 3
ADD_MODE, ADDITION = 2, "add"
"""The mode of an effect that adds, in Foundry up to version 13 and since then."""
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
"""The prefix of the sheet's own texts, which it translates for display."""


class Slot(Struct, frozen=True):
    """The field of a sheet for a skill's points, and how many `times` the aptitude is added to them."""

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


def skill_name(text: str, system: System, field_of: str = "") -> str:
    """Return the system's spelling of a skill ("HW: Electronics"); without a field it becomes a field of `field_of`."""
    stem, colon, field = (part.strip() for part in text.partition(":"))
    if colon and field:
        return system.spelled(f"{SHORT_FIELDS.get(stem.casefold(), stem)}: {field}")
    if field_of and not colon:
        return f"{field_of}: {text}"
    return system.spelled(OLD_NAMES.get(text.casefold(), text))


def aptitude_key(text: str) -> str:
    """Return the key of the aptitude that a skill is linked to ("Cognition", "cog"), or nothing."""
    word = text.casefold()
    return APTITUDES.get(word) or APTITUDE_WORDS.get(word, "")


def movement_name(text: str) -> str:
    """Return the name of a way to move ("thrustvector")."""
    if text.casefold() in NO_MOVEMENT:
        return ""
    return TWO_WORDS.get(text) or (text.capitalize() if re.fullmatch(r"[a-z]+", text) else text)


def movement_type(name: str) -> str:
    """Return the sheet's spelling of a way to move."""
    short = name.replace(" ", "").casefold()
    return short if movement_name(short) == name else name


BUILT = "what is put in when somebody takes this body"
WHY = {
    "description": "its effects are in the book; GM Desk keeps its name",
    "cost": "what it costs",
    "morphPoints": "what it costs",
    "slotType": "how it is carried",
    "displayCategory": BOOKKEEPING,
    "category": BOOKKEEPING,
    "boundTo": BOOKKEEPING,
    "updated": BOOKKEEPING,
    "additionalSystems": BOOKKEEPING,
    "img": "a picture in the folder of Foundry",
    "customToken": "a picture in the folder of Foundry",
    "quantity": "one of it",
    "mode1": "the rest of how it strikes",
    "mode2": "the rest of how else it strikes",
    "traits": "what else it can do",
    "ware": BUILT,
    "flaws": BUILT,
    "frame": BUILT,
    "accessories": "what else is mounted on it",
    "ammoSelected": "the rest of what it is loaded with",
    "movement": "how else it could move",
    "rep": "favors, and networks without a score",
    "roll": "worked out by the sheet",
    "active": IN_USE,
    "ego": "whether the ego has it",
    "morph": "whether the morph has it",
    "traitType": "whether it is a trait or a flaw",
    "wareType": "what kind of ware it is",
    "isThreat": BOOKKEEPING,
}


@contextmanager
def accounted_item(item: FieldCursor | None, body: Path) -> Iterator[None]:
    """Record all fields of an item that its import did not record; do nothing without an item."""
    if item is None:
        yield
        return
    came, left = len(item.account.came), len(item.account.left)
    yield
    paths = {field.path for field in (*item.account.came[came:], *item.account.left[left:])}
    for key in item.names(*body[len(item.base) :]):
        path = (*body[len(item.base) :], key)
        value = item.peek(*path)
        empty = value is False or value in EMPTY or number(value) == 0
        if not empty and (*item.base, *path) not in paths:
            item.leave(path, WHY.get(key) or f"{NO_PLACE}: {quoted(value)}")
    item.leave((), BOOKKEEPING)
