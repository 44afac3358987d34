"""Characters with values in every field, and texts that could be misread in a stat block."""

import itertools

from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_blocks.own_markdown import read_ours
from gm_desk.core.stat_blocks.source import Block, Span, cleaned
from gm_desk.core.systems.definition import System
from makers import numbered_ids

HOSTILE = [
    *(
        "\n",
        "\r\n",
        " ",
        "  ",
        "*",
        "**",
        "#",
        "### ",
        "|",
        "[x](y)",
        ";",
        ",",
        "(",
        ")",
        '"',
        '""',
        "'",
        ":",
        "•",
        "–",
    ),
    *(
        "\\",
        "\\*",
        "&#10;",
        "&amp;",
        "<b>",
        "`",
        "~~",
        "_",
        "> ",
        "- ",
        "65",
        "−10",
        "/",
        "🐙",
        "שלום",
        "\u202e",
        "\x85",
    ),
    *("\x00", "\u2028", "note ", "linked to ", "category ", "DV 2d10", "SA/BF", "ammo 3", "armor-piercing", "c-rep"),
    *("**Notes**", "Guns", "Insight", "energy", "of", "Melee", "FOO"),
    *("[20:14] ", "<ott> ", ":heart:", "{|", "||", "|-", "1W10", "ap-4", "-2 AP", "\uff15", "\u2012"),
]
words = st.lists(st.sampled_from(HOSTILE) | st.text(st.characters(codec="utf-8"), max_size=4), max_size=4).map("".join)
names = words.filter(str.strip)
lists = st.lists(words, max_size=3).map(tuple)
amounts = st.integers(0, 9999)
points = st.builds(Points, now=amounts, max=amounts)
specialisations = st.builds(Specialisation, name=words, rating=st.none() | amounts)
skills = st.builds(
    Skill,
    id=st.just("skill"),
    name=names | st.sampled_from(["Guns", "Know: Triads", "Perception", "Athletics"]),
    rating=st.integers(-100, 150),
    aptitude=words | st.sampled_from(["", "REF", "COG"]),
    category=words | st.sampled_from(["", "Combat"]),
    specialisations=st.lists(specialisations, max_size=2).map(tuple),
    note=words | st.sampled_from(["50/70", "60", "echo only"]),
)
armors = st.builds(
    Armor,
    values=st.dictionaries(
        words | st.sampled_from(["energy", "kinetic", "Cut", "Thrust", "Blow"]), amounts, max_size=3
    ),
    name=words,
)
movements = st.builds(Movement, name=words, speed=words, base=st.none() | amounts, full=st.none() | amounts)
attacks = st.builds(
    Attack,
    id=st.just("attack"),
    name=words,
    skill=words,
    rating=st.none() | st.integers(-9999, 9999),
    damage=words,
    against=words | st.sampled_from(["energy", "kinetic"]),
    modes=words | st.just("SA/BF"),
    range=words,
    ammo=st.none() | points,
    armor_piercing=st.booleans(),
    penetration=st.integers(0, 30),
    damage_bonus=st.booleans(),
    area=st.sampled_from(["", "blast", "uniform", "cone"]),
    radius=st.none() | amounts,
    traits=st.lists((words | st.sampled_from(["reach", "two-handed"])).filter(bool), max_size=2).map(tuple),
    notes=words,
)
keys = words | st.sampled_from(["COG", "SOM", "INT", "DUR", "LUC", "LP", "STA", "IR", "MOX", "INIT"])
characters = st.builds(
    Character,
    id=st.just("one"),
    name=names,
    kind=st.sampled_from(["pc", "npc"]),
    concept=words,
    morph=words,
    body=st.sampled_from(["", "biomorph", "synthmorph"]),
    threat_level=words,
    number=st.integers(1, 9999),
    motivations=lists,
    tags=lists,
    stats=st.dictionaries(keys, st.integers(0, 999), max_size=4),
    checks=st.dictionaries(keys, st.integers(0, 200), max_size=3),
    health=st.builds(Health, **dict.fromkeys(Health.__struct_fields__[:-1], amounts | st.just(0))),
    points=st.dictionaries(words | st.sampled_from(["insight", "moxie", "flex", "threat"]), points, max_size=3),
    armor=st.lists(armors, max_size=2).map(tuple),
    movement=st.lists(movements, max_size=2).map(tuple),
    attacks=st.lists(attacks, max_size=2).map(tuple),
    skills=st.lists(skills, max_size=2).map(tuple),
    rep=st.dictionaries(words | st.sampled_from(["@", "c", "g"]), amounts, max_size=3),
    ware=lists,
    gear=lists,
    traits=lists,
    stress_test=words,
    notes=words,
)


def read_back(text: str, system: System) -> Block:
    """Return the block read from one of our own stat blocks."""
    return read_ours(cleaned(text), text, Span(0, len(text)), system, numbered_ids())


def without_ids(character: Character) -> Character:
    """Return a character without the values that a stat block does not contain."""
    ids = itertools.count(1)
    skills = tuple(structs.replace(one, id=str(next(ids)), extra={}) for one in character.skills)
    attacks = tuple(structs.replace(one, id=str(next(ids)), extra={}) for one in character.attacks)
    bare = structs.replace(character, id="one", group="", portrait="", colour="", dismissed=(), extra={}, source="")
    return structs.replace(bare, skills=skills, attacks=attacks)
