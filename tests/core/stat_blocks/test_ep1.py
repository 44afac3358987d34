"""Stat blocks of the first edition, in both layouts and as they come out of other programs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.stat_blocks.ep1 import read_ep1
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import Block, Span, cleaned
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from samples import OURS

EP1 = load_system("ep1")
ALL = [load_system(system_id) for system_id in RULES]

TABLE = """\
DREDGE HOUND
COG COO INT REF SAV SOM WIL MOX
5 20 20 25 5 20 15 —
INIT SPD LUC TT IR DUR WT DR
9 1 30 6 60 40 8 60
Movement Rate: 4/28
Skills: Fray 55, Freerunning 50, Perception 55 (Smell 65),
Unarmed Combat 50 (Bite 60)
Implants: Grip Pads, Enhanced Smell
Notes: Armor 4/6, bite (DV 2d10, AP –1), hunts in packs
"""
LIST = """\
Lock Warden
APTITUDES: COG 15, COO 15, INT 20, REF 15, SAV 10, SOM 15, WIL 15, MOX 2
INIT 7, SPD 1, LUC 30, TT 6, IR 60, DUR 35, WT 7, DR 53
Morph: Splicer
Armor: 11/12 (heavy vest)
Skills: Beam Weapons 50, Clubs 45 (Batons 55), Fray 40, Intimi-
dation 45, Networking: Dockers 60, Profession: Locks 60
Rep: c-rep 40, g–rep 10
Gear: Stun baton (DV 1d10+1), Muse
Disorders: Insomnia
"""
NUMBERS = {
    "COG": 5,
    "COO": 20,
    "INT": 20,
    "REF": 25,
    "SAV": 5,
    "SOM": 20,
    "WIL": 15,
    "INIT": 9,
    "SPD": 1,
    "LUC": 30,
    "TT": 6,
    "IR": 60,
    "DUR": 40,
    "WT": 8,
    "DR": 60,
}


def read(text: str) -> Block:
    return read_ep1(cleaned(text), text, Span(0, len(text)), EP1, numbered_ids())


def left(block: Block, text: str) -> list[str]:
    return [text[span.start : span.end] for span in block.left]


def table(numbers: str) -> Block:
    """Read a block of which the aptitudes are given."""
    return read(f"Hound\n{numbers}\nSkills: Fray 55\n")


def test_a_block_with_tables_is_read_whole() -> None:
    hound = read(TABLE).character
    assert (hound.name, hound.stats, hound.points) == ("DREDGE HOUND", NUMBERS, {})
    assert hound.movement == (Movement(base=4, full=28),)
    assert [(skill.name, skill.rating, skill.aptitude) for skill in hound.skills] == [
        ("Fray", 55, "REF"),
        ("Freerunning", 50, "SOM"),
        ("Perception", 55, "INT"),
        ("Unarmed Combat", 50, "SOM"),
    ]
    assert hound.skills[3].specialisations == (Specialisation(name="Bite", rating=60),)
    assert hound.ware == ("Grip Pads", "Enhanced Smell")
    assert hound.source == TABLE


def test_notes_that_say_armor_and_attacks_stay_word_for_word() -> None:
    block = read(TABLE)
    hound = block.character
    assert hound.armor == (Armor(values={"energy": 4, "kinetic": 6}),)
    assert [(one.name, one.skill, one.rating, one.damage, one.penetration, one.notes) for one in hound.attacks] == [
        ("bite", "Unarmed Combat", 60, "2d10", 1, "")
    ]
    assert left(block, TABLE) == ["Notes: Armor 4/6, bite (DV 2d10, AP –1), hunts in packs"]
    assert hound.notes == left(block, TABLE)[0]
    assert block.doubts == ()


def test_a_block_with_lists_is_read_whole() -> None:
    block = read(LIST)
    warden = block.character
    assert (warden.name, warden.morph) == ("Lock Warden", "Splicer")
    assert warden.stats == {
        "COG": 15,
        "COO": 15,
        "INT": 20,
        "REF": 15,
        "SAV": 10,
        "SOM": 15,
        "WIL": 15,
        "MOX": 2,
        "INIT": 7,
        "SPD": 1,
        "LUC": 30,
        "TT": 6,
        "IR": 60,
        "DUR": 35,
        "WT": 7,
        "DR": 53,
    }
    assert warden.points == {"moxie": Points(now=2, max=2)}
    assert warden.armor == (Armor(values={"energy": 11, "kinetic": 12}, name="heavy vest"),)
    assert [(skill.name, skill.rating) for skill in warden.skills] == [
        ("Beam Weapons", 50),
        ("Clubs", 45),
        ("Fray", 40),
        ("Intimidation", 45),
        ("Networking: Dockers", 60),
        ("Profession: Locks", 60),
    ]
    assert (warden.rep, warden.gear) == ({"c": 40, "g": 10}, ("Stun baton (DV 1d10+1)", "Muse"))
    assert warden.notes == "Disorders: Insomnia"
    assert block.doubts == ()


@pytest.mark.parametrize(
    "numbers",
    [
        "COG\tCOO\tINT\n5\t20\t—",
        "cog coo int\n5 20 -",
        "COG    COO    INT\n 5     20      —",
        "COG COO INT\n5 20\n—",
        "COG COO\nINT\n5 20 −",
        "COG\nCOO\nINT\n5\n20\n—",
        "| COG | COO | INT |\n|---|---|---|\n| 5 | 20 | — |",
        "COG COO INT\n5 (15) 20 (60) —",
        "COG COO INT\n5¹⁵ 20⁶⁰ —",
        "APTITUDES\nCOG COO INT\n5 20 n/a",
        "COG 5, COO 20, INT —",
        "COG: 5 • COO: 20 • INT: —",
        "COG 5 (15), COO 20 (60)",
        "Aptitudes COG 5 COO 20",
        "Cognition 5; Coordination 20",
        "**COG** 5 **COO** 20",
        "COG COO INT\nBase 5 15 —\nMorph Bonus — 5 —\nTotal 5 20 —",
    ],
)
def test_numbers_are_read_however_they_are_set(numbers: str) -> None:
    assert table(numbers).character.stats == {"COG": 5, "COO": 20}
    assert table(numbers).character.checks == {}


def test_rows_beside_the_one_that_counts_are_kept() -> None:
    block = table("COG COO INT\n5 15 15\nMorph Bonus — 5 —")
    assert block.character.stats == {"COG": 5, "COO": 15, "INT": 15}
    assert block.character.notes == "Morph Bonus — 5 —"
    assert block.doubts == ("The other rows of numbers are in the notes",)


def test_headings_over_too_few_numbers_are_not_guessed_at() -> None:
    block = table("COG COO INT\n5 20")
    assert block.character.stats == {}
    assert block.character.notes == "COG COO INT\n5 20"
    assert block.doubts[0] == "3 headings (COG, COO, INT) for 2 numbers"


def test_what_stands_behind_a_number_and_is_no_check_is_kept() -> None:
    block = table("COG COO INT\n5 20 (25) 15")
    assert block.character.stats == {"COG": 5, "COO": 20, "INT": 15}
    assert block.character.notes == "COO: 20 (25)"
    assert block.doubts == ("COO “20 (25)” is not clear",)


def test_a_check_of_its_own_stands_above_the_line() -> None:
    assert table("COG COO INT\n5 20^75 15").character.checks == {"COO": 75}


def test_a_number_that_stands_twice_and_not_alike_is_doubted() -> None:
    block = table("DUR 30\nCOG DUR WT\n5 40 8")
    assert block.character.stats == {"COG": 5, "DUR": 30, "WT": 8}
    assert "DUR: the table does not agree with the rest of the block" in block.doubts
    assert "40 8" in block.character.notes


def test_points_of_moxie_are_its_number() -> None:
    character = read("Wisp\nCOG 15, COO 15, SPD 1\nMoxie 3\nSkills: Fray 30\n").character
    assert character.stats["MOX"] == 3
    assert character.points == {"moxie": Points(now=3, max=3)}


def test_a_skill_with_a_field_called_weapon_is_a_skill() -> None:
    names = [one.name for one in table("COG 5\nSkills: Exotic Melee Weapon: Drill 55, Flight 30").character.skills]
    assert names == ["Exotic Melee Weapon: Drill", "Flight", "Fray"]


@pytest.mark.parametrize(
    ("notes", "attacks"),
    [
        (
            "Armor 4/6; claws: DV 1d10+3, AP –2; keen nose.",
            [Attack(id="", name="claws", damage="1d10+3", penetration=2)],
        ),
        ("Bite DV 2d10", [Attack(id="", name="Bite", damage="2d10")]),
        ("hunts at night (in packs)", []),
    ],
)
def test_attacks_are_found_in_notes_where_they_have_damage(notes: str, attacks: list[Attack]) -> None:
    found = table(f"COG 5, COO 20, SPD 1\nNotes: {notes}").character
    assert [structs.replace(one, id="") for one in found.attacks] == attacks
    assert found.notes == f"Notes: {notes}"


def test_headings_may_stand_alone_above_what_they_head() -> None:
    warden = table("COG 5, COO 20, SPD 1\nIMPLANTS\nGrip Pads, Gills\nGEAR\nArmor Vest (6/6)").character
    assert (warden.ware, warden.gear) == (("Grip Pads", "Gills"), ("Armor Vest (6/6)",))


def test_several_blocks_in_a_row_are_told_apart() -> None:
    found = read_blocks(f"{TABLE}\n{LIST}", ALL, numbered_ids())
    assert [(block.system, block.character.name) for block in found.blocks] == [
        ("ep1", "DREDGE HOUND"),
        ("ep1", "Lock Warden"),
    ]
    assert found.beside == ()


@pytest.mark.parametrize("name", ["dredge hound", "Dredge Hound", "Hound (Old)"])
def test_a_name_may_stand_above_in_any_case(name: str) -> None:
    found = read_blocks(TABLE.replace("DREDGE HOUND", name), ALL, numbered_ids())
    assert [block.character.name for block in found.blocks] == [name]


def test_half_a_block_says_that_it_breaks_off() -> None:
    block = read("Hound\nAPTITUDES: COG 10, COO 15,")
    assert block.character.stats == {"COG": 10, "COO": 15}
    assert block.doubts == ("It is cut off: INT, REF, SAV, SOM, WIL and the skills are missing",)


@settings(max_examples=100)
@given(cut=st.integers(0, len(TABLE)), more=st.text(max_size=8), width=st.integers(0, 6))
def test_whatever_is_done_to_a_block_what_is_left_stays_in_the_notes(cut: int, more: str, width: int) -> None:
    text = TABLE[:cut] + more + TABLE[cut + width :]
    block = read(text)
    for said in left(block, text):
        assert said in block.character.notes


def test_the_samples_are_read_whole() -> None:
    text = (OURS / "ep1-plain.txt").read_text(encoding="utf-8")
    prowler, clerk = read_blocks(text, ALL, numbered_ids()).blocks
    assert (len(prowler.character.stats), len(clerk.character.stats)) == (15, 16)
    assert (len(prowler.character.skills), len(clerk.character.skills)) == (6, 10)
    assert "MOX" not in prowler.character.stats
    assert prowler.character.armor[0].values == {"energy": 6, "kinetic": 8}
    assert [(one.name, one.rating, one.damage) for one in prowler.character.attacks] == [("hooks", 75, "2d10+2")]
    assert clerk.character.points == {"moxie": Points(now=2, max=2)}
    assert (prowler.doubts, clerk.doubts, clerk.left) == ((), (), ())
