"""No number of a text is lost without a word, however the pieces of its blocks are put together."""

import itertools
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import Pasted
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from thorough import tries

ALL = [load_system(system_id) for system_id in RULES]
NAMES = st.sampled_from(
    [
        *(
            "",
            "Ash: ",
            "Ash\n",
            "Ash - ",
            "**Ash**\n",
            "### Ash\n",
            "Ash (",
            "Ash\tDUR {n}\n",
            "Ash (boss, Threat {n})\n",
        ),
        *("[20:14] gm: Ash: ", "<gm> Ash: Guns {n}\n<gm> ", ":skull: Ash\n", "Muse: Ash\n", "Name: Ash; "),
    ]
)
PIECES = st.sampled_from(
    [
        *(
            "Guns {n}",
            "Melee ({n})",
            "Guns {n} (pistols {n})",
            "Fray {n} [{n} full]",
            "Guns {n}%",
            "{n} guns",
            "Guns +{n}",
        ),
        *("Know: Art {n}", "Hardware: Robotics {n}", "Kinetic Weapons {n}", "Psi {n}, Infection Rating {n}"),
        *(
            "DUR {n}",
            "WT: {n}",
            "DUR {n}/{n}",
            "WT/DUR/DR {n}/{n}/{n}",
            "Health: DUR {n}, WT {n}",
            "INIT {n}",
            "SPD {n}",
        ),
        *(
            "Armor {n}/{n}",
            "{n}/{n} armor",
            "AV {n}",
            "e {n} k {n}",
            "ARMOR\n{n}/{n}",
            "Threat {n}",
            "Insight {n}, Flex {n}",
        ),
        *(
            "pistol 2d10+{n}",
            "pistol 2d10, AP -{n}, range {n}",
            "rifle (Guns {n}) 2d10+{n}",
            "AP -{n}",
            "-{n} AP",
            "ap-{n}",
        ),
        *(
            "range {n} m",
            "ammo {n}",
            "SA/BF",
            "{n}x grenade 2d10",
            "Claws 60, DV 2d10+{n}",
            "knife 1W{n}",
            "Attacks:",
            "Skills:",
        ),
        *(
            "Walker {n}/{n}",
            "Movement: {n}/{n}",
            "Movement: {n},{n}/{n}",
            "c-rep {n}",
            "Notes: {n} credits",
            "~{n}",
            "x{n}",
        ),
        *(
            "COG {n} INT {n} REF {n}",
            "COG INT REF SAV SOM WIL\n{n} {n} {n} {n} {n} {n}",
            "LUC {n} TT {n} IR {n}",
            "MOX {n}",
        ),
        *(
            "| Guns | Melee |\n|---|---|\n| {n} | {n} |",
            "Name\tGuns\tDUR\nZed\t{n}\t{n}",
            "lasts {n} minutes",
            "(page {n})",
        ),
        *(
            "Bo Marn",
            "### Kai",
            "Dov (Threat {n})",
            "Guard x{n}",
            "{n} goons:",
            "Ilyin -",
            "Combat: Melee {n}, Guns {n}",
        ),
        *("Ware: Implant {n}, Skin ({n})", "Gear: {n} clips", "Damage: {n}", "wounds {n}", "||Guns||{n}||", "{n} DUR"),
    ]
)
SIGNS = st.sampled_from(
    [
        ", ",
        "; ",
        " | ",
        "\n",
        "\n",
        "\n",
        " • ",
        "\n- ",
        "\n\n",
        " / ",
        " ",
        ". ",
        "\t",
        " (",
        ") ",
        " - ",
        ": ",
        " and ",
    ]
)
TEXTS = st.tuples(NAMES, st.lists(st.tuples(PIECES, SIGNS), min_size=2, max_size=12).map(itertools.chain.from_iterable))


def numbered(text: str) -> str:
    """Return a text in which every number is another one."""
    numbers = itertools.count(11)
    return re.sub(r"\{n\}", lambda _: str(next(numbers)), text)


def kept(pasted: Pasted, text: str) -> set[int]:
    """Return the numbers on the cards, in their notes, beside the blocks, and in blocks that could not be read."""
    spans = [*pasted.beside, *(one.span for one in pasted.failed)]
    said = [text[span.start : span.end] for span in spans]
    said += [str(_without_source(msgspec.to_builtins(block.character))) for block in pasted.blocks]
    return {int(one) for one in re.findall("[0-9]+", "\n".join(said))}


def _without_source(value: Any) -> Any:
    """Return a value without ids and the text that it was read from."""
    if isinstance(value, dict):
        return {key: _without_source(inner) for key, inner in value.items() if key not in {"id", "source"}}
    if isinstance(value, list | tuple):
        return [_without_source(inner) for inner in value]
    return value


def lost(text: str) -> set[int]:
    """Return the numbers of a text from 11 on that are kept nowhere, except times, which are no part of a block."""
    there = {int(one) for one in re.findall("[0-9]+", text.replace("[20:14]", ""))}
    return {one for one in there if one > 10} - kept(read_blocks(text, ALL, numbered_ids()), text)


@settings(max_examples=tries(150))
@given(TEXTS)
def test_no_number_is_lost_without_a_word(made: tuple[str, itertools.chain[str]]) -> None:
    name, pieces = made
    assert lost(numbered(name + "".join(pieces))) == set()


@pytest.mark.parametrize(
    "text",
    [
        "DUR 87;Name\tGuns\tDUR\nZed74\t59\t30",
        "Speed 33\n x53\n  m.|Guns|Melee|\n|---|---|\n 67|39|-",
        "goons:\nInsight 94, Flex 67\n44/50 foo Health: DUR  24",
        "ammo 62| -44 AP;28/40 armor, $ 69:",
        "Ash: 30 DUR, 35 DUR, 40 guns, 50 guns, 16/18 armor, 19/18 armor, WT 17",
    ],
)
def test_what_was_lost_once_is_kept(text: str) -> None:
    assert lost(text) == set()


def test_values_before_their_labels_are_left_word_for_word() -> None:
    (block,) = read_blocks("Ash: 30 DUR, 35 DUR, 6/8 armor, 8/8 armor, WT 7", ALL, numbered_ids()).blocks
    assert block.character.notes == "35 DUR\n8/8 armor"
    assert len(block.doubts) == 2


def test_the_numbers_of_a_list_are_no_values() -> None:
    attacks = "1. Pistol (Guns 50): 2d10\n2. Fist (Melee 45): 1d10\n"
    text = f"Ash\nInit: 5\nArmor: 6/8\nDUR 35, WT 7\nSkills: Guns 50, Melee 45\nAttacks:\n{attacks}"
    (block,) = read_blocks(text, ALL, numbered_ids()).blocks
    assert (block.left, block.character.notes) == ((), "")
    assert [one.name for one in block.character.attacks] == ["Pistol", "Fist"]
    (other,) = read_blocks(text.replace("2. Fist", "7. Fist"), ALL, numbered_ids()).blocks
    assert other.character.notes == "1\n7", "these may be numbers of something"
