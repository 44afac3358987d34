"""The terms of Foundry's ep2e system, ours for them, and the reasons why some fields are not imported."""

import re

BOOKKEEPING = "bookkeeping of the program it comes from"
DRAWING = "how Foundry draws the token"
PAGE = "the page of the book about this item"
ITEM_REST = "how Foundry buys, counts and works with this item"
BODY_TEXT = "the text of the book about this body"
BODY_REST = "how Foundry buys this body, and heals it by the clock"
TWICE = "the same as the item of this name that the character carries"
UNTRAINED = "not trained: 0 points"
CLOCK = "Foundry's clocks, messages and lists of the moment"
SETTINGS = "how Foundry shows the sheet"

APTITUDES = ("COG", "INT", "REF", "SAV", "SOM", "WIL")
COMMON_SKILLS = {
    "athletics": ("Athletics", "SOM"),
    "deceive": ("Deceive", "SAV"),
    "fray": ("Fray", "REF"),
    "freeFall": ("Free Fall", "SOM"),
    "guns": ("Guns", "REF"),
    "infiltrate": ("Infiltrate", "REF"),
    "infosec": ("Infosec", "COG"),
    "interface": ("Interface", "COG"),
    "kinesics": ("Kinesics", "SAV"),
    "melee": ("Melee", "SOM"),
    "perceive": ("Perceive", "INT"),
    "persuade": ("Persuade", "SAV"),
    "program": ("Program", "COG"),
    "provoke": ("Provoke", "SAV"),
    "psi": ("Psi", "WIL"),
    "research": ("Research", "INT"),
    "survival": ("Survival", "INT"),
}
DOUBLED = ("fray", "perceive")
"""The skills that start at twice their aptitude and are never untrained."""

FIELD_SKILLS = {
    "exotic": ("Exotic Skill", ""),
    "hardware": ("Hardware", "COG"),
    "know": ("Know", "COG"),
    "medicine": ("Medicine", "COG"),
    "pilot": ("Pilot", "REF"),
}
FIELD_CATEGORIES = {
    "exotic": "misc",
    "hardware": "technical",
    "know": "interests",
    "medicine": "technical",
    "pilot": "vehicle",
}
POOLS = ("insight", "moxie", "vigor", "flex")
THREAT_LEVELS = ("yellow", "orange", "red", "ultraviolet")
MODES = {"singleShot": "SS", "semiAuto": "SA", "burstFire": "BF", "fullAuto": "FA"}
SUPPORTS, OPPOSES = "+", "\N{MINUS SIGN}"

EGO_LINES = {
    "Ego type": ("egoType",),
    "Fork": ("forkType",),
    "Aliases": ("characterDetails", "aliases"),
    "Age": ("characterDetails", "age"),
    "Gender": ("characterDetails", "gender"),
    "Background": ("characterDetails", "background"),
    "Interest": ("characterDetails", "interest"),
    "Faction": ("characterDetails", "faction"),
    "Languages": ("characterDetails", "languages"),
    "Niche": ("threatDetails", "niche"),
    "Numbers": ("threatDetails", "numbers"),
}
"""The labels of lines in the notes, and the fields of the ego for them."""

BODY_LINES = {
    "Body type": "subtype",
    "Size": "size",
    "Sex": "sex",
    "Prehensile limbs": "prehensileLimbs",
    "Reach": "reach",
    "Passengers": "passengers",
    "Swarm": "isSwarm",
    "Pain filter": "painFilter",
}
USUAL_SIZE = "medium"
SIZES = ("verySmall", "small", USUAL_SIZE, "large", "veryLarge")

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def words_of_key(word: str) -> str:
    """Return a key as words ("thrustVector" is "Thrust Vector"); any other text is returned unchanged."""
    if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]*)*", word):
        return word
    return " ".join(part.capitalize() for part in CAMEL.split(word))


def key_of_words(words: str) -> str:
    """Return words as a key ("Thrust Vector" is "thrustVector") if `words_of_key` converts it back, else unchanged."""
    first, *others = words.split() or [""]
    key = first.lower() + "".join(part.capitalize() for part in others)
    return key if words_of_key(key) == words else words
