"""What may be meant otherwise is in the notes, or is read with a doubt; several characters on a line are told apart."""

import re

import pytest

from gm_desk.core.notation.text import any_of
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import Block, cleaned
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]


def read(text: str, system: str = "") -> tuple[Block, ...]:
    return read_blocks(text, ALL, numbered_ids(), system).blocks


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Ripper: Melee +45, Fray +30, DUR 30, WT 6", "Melee “+45” was read as 45"),
        ("Guard: Guns 45, Fray 35, DUR 12/30, WT 6", "DUR: it may be what is left of the second number"),
        ("Kai\nCOG 15/20, REF 20/25\nGuns 45, DUR 30, WT 6", "COG has two values: the second one is in the notes"),
        ("Name\tThug\nGuns\t40\nDUR\t30\nWT\t6\nPistol\t2d10", "“Pistol” was read as an attack"),
    ],
)
def test_what_may_be_meant_otherwise_has_a_doubt(text: str, doubt: str) -> None:
    (block,) = read(text)
    assert doubt in block.doubts


def test_a_rating_with_a_plus_is_no_guess_where_every_rating_has_a_sign() -> None:
    (block,) = read("Squire: LP 28, AP 6, Strike +3, Block +4", "kaiser")
    assert [(one.name, one.rating) for one in block.character.skills] == [("Strike", 3), ("Block", 4)]
    assert block.doubts == ()


def test_a_modifier_is_no_rating() -> None:
    (block,) = read("Sniper: Guns 60, Fray 40, DUR 30, WT 6, Guns +20 when aiming")
    assert [one.rating for one in block.character.skills] == [60, 40]
    assert "Guns +20 when aiming" in block.character.notes


@pytest.mark.parametrize(
    ("text", "level", "notes"),
    [
        ("Red threat: Thug (Guns 40, DUR 30, WT 6)", "Red", ""),
        ("Thug (Threat: yellow): Guns 40, DUR 30, WT 6", "Yellow", ""),
        ("Red threat: Thug (Kinetic Weapons 40, DUR 30, WT 6, SPD 2)", "", "Red threat"),
    ],
)
def test_the_threat_level_beside_a_name_is_kept_where_the_system_has_none(text: str, level: str, notes: str) -> None:
    (block,) = read(text)
    assert (block.character.name, block.character.threat_level) == ("Thug", level)
    assert notes in block.character.notes


@pytest.mark.parametrize(
    ("text", "system"),
    [("Thug (Kinetic Weapons 40, DUR 30, WT 6, SPD 2)", "ep1"), ("Ork (LP 60, AP 6, Strike 5)", "kaiser")],
)
def test_the_system_of_values_in_brackets_is_that_of_the_values(text: str, system: str) -> None:
    (block,) = read(text)
    assert (block.system, block.character.notes) == (system, "")


def test_each_of_several_on_a_line_has_its_own_part_of_it() -> None:
    text = "Ada: Guns 40, DUR 30; Bo: Guns 45, DUR 35"
    assert [text[one.span.start : one.span.end] for one in read(text)] == [
        "Ada: Guns 40, DUR 30",
        "Bo: Guns 45, DUR 35",
    ]


def test_values_repeated_on_a_line_without_a_name_are_no_second_character() -> None:
    (block,) = read("Ada: Guns 40, DUR 30. In rage: Guns 60. Armored vest")
    assert block.character.name == "Ada"


def test_a_column_of_dice_below_one_heading_is_no_attack_of_everybody() -> None:
    blocks = read("Name;DUR;WT;Guns;Schaden\nWachmann;30;6;45;2d10\nHauptmann;40;8;60;2d10\n")
    assert [one.character.attacks for one in blocks] == [(), ()]
    assert all("2d10" in one.character.notes for one in blocks)


def test_notes_in_json_keep_the_place_of_every_word() -> None:
    text = '{"name": "Ash", "dur": 30, "wt": 6, "guns": 50}'
    source = cleaned(text)
    assert len(source.text) == len(text)
    assert " ".join(source.text.split()) == "name : Ash , dur : 30, wt : 6, guns : 50"
    assert source.span(source.text.index("Ash"), source.text.index("Ash") + 3).start == text.index("Ash")


def test_text_with_braces_that_is_no_json_stays_as_it_is() -> None:
    text = 'Thug {boss} says "run": twice'
    assert cleaned(text).text == text


def test_paragraphs_on_one_line_are_lines_of_their_own() -> None:
    assert cleaned("<h4>Ash</h4><p>DUR 30</p><dl><dt>WT</dt><dd>6</dd></dl>").text.split("\n") == [
        "Ash",
        "DUR 30",
        "WT: 6",
    ]


@pytest.mark.parametrize("word", ["dur", "durability", "dr", "wt"])
def test_a_pattern_of_names_finds_the_longest(word: str) -> None:
    found = re.match(any_of(["wt", "dr", "dur", "durability"]), f"{word} 30")
    assert found is not None
    assert found[0] == word
    assert re.match(any_of([]), "dur") is None


KAISER_BLOCK = (
    "Tollman\nSTR 7 CON 6 DEX 6 AGI 6 PER 5 INT 4 FC 4 WP 5\nLP 60, INIT 12, AP 6\nSkills: Block 4, Strike 4\n{}"
)
EP2_BLOCK = "Thug\nCOG 10, INT 15, REF 20, SAV 10, SOM 15, WIL 10\nDUR 30, WT 6, DR 45\nSkills: Guns 50, Fray 40\n{}"


@pytest.mark.parametrize(
    ("block", "system", "line", "attacks"),
    [
        (KAISER_BLOCK, "kaiser", "Attacks: Cudgel, Strike 4, 6 blow", [("Cudgel", "Strike", "6 blow")]),
        (
            *(KAISER_BLOCK, "kaiser", "Attacks:\n- Cudgel, Strike 4, 6 blow\n- Pike, Strike, 8 thrust"),
            [("Cudgel", "Strike", "6 blow"), ("Pike", "Strike", "8 thrust")],
        ),
        (EP2_BLOCK, "ep2", "Attacks: Pistol, Guns, 2d10", [("Pistol", "Guns", "2d10")]),
        (
            *(EP2_BLOCK, "ep2", "Attacks: Pistol, Guns, 2d10; Long rifle, Guns, 2d10+6"),
            [("Pistol", "Guns", "2d10"), ("Long rifle", "Guns", "2d10+6")],
        ),
        (EP2_BLOCK, "ep2", "Attacks: Pistol, gold-plated, 2d10", []),
    ],
)
def test_attacks_as_they_are_typed_on_the_card_are_read_from_a_block(
    block: str, system: str, line: str, attacks: list[tuple[str, str, str]]
) -> None:
    text = block.format(line)
    (found,) = read(text, system)
    assert [(one.name, one.skill, one.damage) for one in found.character.attacks if one.skill] == attacks
    if attacks:
        assert found.character.notes == ""
        assert not found.left


@pytest.mark.parametrize("group", ["Aptitudes COO 15 SOM 20", "Aptitudes: COO 15 SOM 20", "Stats COO: 15, SOM: 20"])
@pytest.mark.parametrize(
    ("values", "rook"),
    [
        ("\nSkills: Kinetic Weapons 45, Fray 40\n", "\nCOG COO INT REF SAV SOM WIL MOX\n15 20 20 25 10 15 10 3\n"),
        ("; DUR 30; Kinetic Weapons 45, Fray 40\n", ": Aptitudes COO 20 SOM 15; DUR 35, WT 7, "),
        (", DUR 30, Kinetic Weapons 45, Fray 40\n", "\nAptitudes: COO 20, SOM 15, MOX 3\nDUR 35, LUC 30\n"),
    ],
)
def test_numbers_behind_their_title_belong_to_the_name_on_their_line(group: str, values: str, rook: str) -> None:
    text = f"3x Pirate: {group}{values}\nCaptain Rook{rook}Skills: Kinetic Weapons 55, Fray 50\n"
    found = [one.character for one in read_blocks(text, ALL, numbered_ids()).blocks]
    assert [(one.name, one.number) for one in found] == [("Pirate", 3), ("Captain Rook", 1)]
    assert [(one.stats["COO"], one.stats["SOM"]) for one in found] == [(15, 20), (20, 15)]
    assert [skill.rating for one in found for skill in one.skills] == [45, 40, 55, 50]
    assert [one.notes for one in found] == ["", ""]


@pytest.mark.parametrize(
    ("armor", "name"),
    [
        ("armor cut 1 thrust 2", ""),
        ("armor cut 1, thrust 2 and blow 0", ""),
        ("armor (leather) cut 1 thrust 2", "leather"),
        ("leather armor cut 1 thrust 2", "leather armor"),
        ("scale coat cut 1, thrust 2", "scale coat"),
    ],
)
@pytest.mark.parametrize(
    "text", ["Squire: LP 28, AP 6, {}, Strike 3, club 4 blow", "Squire\nLP 28, AP 6\n{}\nStrike 3\nclub 4 blow"]
)
def test_armor_may_name_what_it_is_made_of_before_its_kinds(text: str, armor: str, name: str) -> None:
    (block,) = read(text.format(armor))
    (worn,) = block.character.armor
    assert (worn.values["Cut"], worn.values["Thrust"], worn.name) == (1, 2, name)
    assert [(one.name, one.damage) for one in block.character.attacks] == [("club", "4 blow")]
    assert (block.character.name, block.system, block.character.notes) == ("Squire", "kaiser", "")


@pytest.mark.parametrize("said", ["Armor: None", "Armour: none", "AV: –", "Armor = n/a"])
def test_armor_that_is_denied_is_understood(said: str) -> None:
    (block,) = read(
        f"Sleepwalker\nCOG 15, INT 20, REF 15, WIL 25, MOX 4, INIT 7, SPD 1, DUR 30, WT 6\nSkills: Fray 30\n{said}\n"
        "Weapons: Agonizer (Beam Weapons 40, no DV, SA, 50 shots)\n"
    )
    assert (block.system, block.character.armor) == ("ep1", ())
    assert [one.name for one in block.character.attacks] == ["Agonizer"]
    assert block.character.notes == ""


def test_armor_against_a_kind_that_the_system_lacks_is_no_armor_against_all_others() -> None:
    (block,) = read("Squire: LP 28, AP 6, armor heat 2 cut 1, Strike 3")
    assert block.character.armor == ()
    assert block.character.notes == "armor heat 2 cut 1"


@pytest.mark.parametrize("name", ["**Mother Sable**", "Mother Sable"])
@pytest.mark.parametrize("below", ["", "Spider of the docks\n"])
def test_a_name_ends_before_a_bracket_with_words_and_a_value(name: str, below: str) -> None:
    (block,) = read(f"{name} (boss, Threat 4)\n{below}- WT 8, DUR 40, DR 60\n- Fray 55, Guns 60\n")
    found = block.character
    assert (found.name, found.points["threat"].max, found.notes) == ("Mother Sable", 4, "boss")
    assert found.concept == below.strip()
