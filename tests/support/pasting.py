"""Helpers for tests of pasted stat blocks: reading one, and accounting for its words."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import Block, Pasted, cleaned
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system
from makers import numbered_ids

WORD = re.compile(r"[^\W\d_]+|[1-9][0-9]*|0(?![0-9])")
LABELS = {
    *("initiative", "init", "wt", "dur", "dr", "luc", "tt", "ir", "av", "armor", "threat", "pool", "pools", "insight"),
    *(
        "moxie",
        "vigor",
        "flex",
        "cog",
        "int",
        "ref",
        "sav",
        "som",
        "wil",
        "skills",
        "move",
        "movement",
        "rate",
        "stress",
    ),
    *("test", "ware", "gear", "traits", "rep", "motivations", "morph", "dv", "range", "ammo", "fray", "perceive"),
    *("aptitudes", "coo", "mox", "spd", "db", "implants", "motivation"),
    *("piercing", "armorpiercing", "and", "sv", "attacks", "level", "none", "name", "persuasion", "infiltration"),
}
"""What says what stands behind it, and becomes no value itself."""


def ep2() -> System:
    return load_system("ep2")


def read(text: str, system: str = "") -> Pasted:
    return read_blocks(text, [ep2(), load_system("ep1")], numbered_ids(), system)


def one_block(text: str) -> Block:
    blocks = read(text, "ep2").blocks
    assert len(blocks) == 1
    return blocks[0]


def character_of(text: str) -> Character:
    return one_block(text).character


def skills_of(character: Character) -> list[str]:
    """Return the skills as text: "Melee 65 (Buzzsaw 75) – note"."""
    return [
        f"{skill.name} {skill.rating}"
        + "".join(f" ({one.name} {one.rating})" for one in skill.specialisations)
        + (f" – {skill.note}" if skill.note else "")
        for skill in character.skills
    ]


def unaccounted(text: str, block: Block) -> set[str]:
    """Return the words of a block that are neither in a field nor left for the notes."""
    pasted = list(text)
    for span in block.left:
        pasted[span.start : span.end] = " " * (span.end - span.start)
    words = set(WORD.findall(cleaned("".join(pasted)[block.span.start : block.span.end]).text.casefold()))
    return words - _words_in(block.character) - LABELS


def invented(text: str, block: Block) -> set[str]:
    """Return the numbers of a character that are not in its block."""
    stands = set(re.findall("[0-9]+", cleaned(text[block.span.start : block.span.end]).text))
    character = structs.asdict(structs.replace(block.character, id="", source="", notes="", number=1, health=Health()))
    del character["number"], character["health"]
    found = {number for value in _leaves(character) for number in re.findall("[0-9]+", str(value))}
    return {number for number in found if not any(number in one for one in stands)}


def _words_in(character: Character) -> set[str]:
    values = structs.replace(character, source="")
    words = {word for value in _leaves(values) for word in WORD.findall(str(value).casefold())}
    checks = {str(value * 3) for value in character.stats.values()}
    ignored = (
        {"ignore", "ignores", "wound", "wounds", "effect", "effects"} if character.health.ignored_wounds else set()
    )
    return words | checks | ignored


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, msgspec.Struct):
        yield from _leaves(structs.asdict(value))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "id":
                yield key
                yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value
