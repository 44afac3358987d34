"""The name of a block on the line of its values, or above them: whole, whatever words it has."""

import pytest

from gm_desk.core.characters.stat_block import Points
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]
NAMES = (
    *("Ash", "Dock Guard", "The Big Dock Guard", "Guard 2", "Jan van der Berg", "O'Neil", "Guns Malone", "Agent 47"),
    *("Melee Master Ito", "Doctor Pilot", "Max Power", "K-9 unit", "Armor Guy", "Lt. Crow", "Dr. Noor", "Mr Speed"),
    *("Red Fang Gang Boss", "Sister Ambrose (boss)", "Attack dog", "Move Fast", "Skill Leech", "Free Fall Champion"),
    *("Threat One", "Unit-7", "Persuade-bot"),
)
FORMS = (
    "{}: Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
    "{} - Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
    "{} – Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
    "{} (Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10)",
    "{}: Guns 40; Fray 30; DUR 30; WT 6; pistol 2d10",
    "{}: DUR 30, WT 6, Guns 40, Fray 30, pistol 2d10",
    "{}: DUR 30, WT 6, Guns 40, Fray 30. Attacks: pistol 2d10, SA",
    "{}: pistol 2d10, Guns 40, Fray 30, DUR 30, WT 6",
    "{}: DUR 30, WT 6, Fray 30, pistol (Guns 40, 2d10)",
    "{}\nGuns 40, Fray 30\nDUR 30, WT 6\npistol 2d10",
    "{}\nDUR 30, WT 6\nGuns 40, Fray 30\nAttacks: pistol 2d10",
    "## {}\nGuns 40, Fray 30\nDUR 30, WT 6\npistol 2d10",
    "**{}** Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
    "{}, Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
    "{} Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
    "- {}: Guns 40, Fray 30, DUR 30, WT 6, pistol 2d10",
)


@pytest.mark.parametrize("form", FORMS)
def test_a_name_is_whole_and_all_values_are_read(form: str) -> None:
    for name in NAMES:
        pasted = read_blocks(form.format(name), ALL, numbered_ids())
        ((one,), beside) = [block.character for block in pasted.blocks], pasted.beside
        assert (one.name, beside) == (name, ())
        assert {skill.name: skill.rating for skill in one.skills} == {"Guns": 40, "Fray": 30}, name
        assert one.stats == {"DUR": 30, "WT": 6}, name
        assert [(attack.name, attack.damage) for attack in one.attacks] == [("pistol", "2d10")], name
        assert one.notes == "", name


@pytest.mark.parametrize(
    ("text", "skill"),
    [("Know: Psi 40", "Know: Psi"), ("Pilot: Air 40", "Pilot: Air"), ("Medicine (Trauma) 40", "Medicine: Trauma")],
)
def test_the_field_of_a_skill_stays_its_field(text: str, skill: str) -> None:
    (block,) = read_blocks(f"Ash: Guns 50, Fray 30, {text}, DUR 30", ALL, numbered_ids(), "ep2").blocks
    assert {one.name: one.rating for one in block.character.skills}[skill] == 40


def test_a_base_damage_with_its_kind_is_an_attack_but_not_in_a_sentence() -> None:
    text = (
        "Warden\nLP 95\nStrike 7, Block 6\nAR: cut 3, thrust 2\nlong spear 8 thrust\nAgainst him a 3 cut helps little."
    )
    (block,) = read_blocks(text, ALL, numbered_ids()).blocks
    assert [(one.name, one.damage) for one in block.character.attacks] == [("long spear", "8 thrust")]
    assert [dict(one.values) for one in block.character.armor] == [{"Cut": 3, "Thrust": 2}]
    assert block.character.notes == "Against him a 3 cut helps little."


def test_the_word_between_a_name_and_its_values_does_not_hide_their_system() -> None:
    (block,) = read_blocks("Old Marta has Kinetic Weapons 45, Fray 30. DUR 30, WT 6.", ALL, numbered_ids()).blocks
    assert (block.character.name, block.system) == ("Old Marta", "ep1")


@pytest.mark.parametrize("title", ["", "Attacks:\n", "Attacks: "])
def test_attacks_as_they_are_typed_are_read_with_and_without_a_title(title: str) -> None:
    lines = "Fire pot, Strike, 4 burn, 3, radius 3; sets alight\nDirk, Strike, 5 thrust\n"
    text = f"Veit\nSTR 5 CON 6 DEX 8 AGI 8 PER 6 INT 6 FC 5 WP 6\nStrike 5, Block 4\n{title}{lines}LP 76, Init 13"
    (veit,) = (block.character for block in read_blocks(text, ALL, numbered_ids()).blocks)
    pot, dirk = veit.attacks
    assert (pot.name, pot.skill, pot.damage, pot.radius, pot.notes) == (
        "Fire pot",
        "Strike",
        "4 burn",
        3,
        "sets alight",
    )
    assert pot.ammo == Points(now=3, max=3)
    assert (dirk.name, dirk.skill, dirk.damage) == ("Dirk", "Strike", "5 thrust")
    assert (veit.notes, veit.stats["LP"]) == ("", 76)


@pytest.mark.parametrize(
    ("ends", "notes"),
    [
        ("Heavy pistol, Guns, 2d10+3; shock", ["shock"]),
        ("Heavy pistol, Guns, 2d10+3; jams often", ["jams often"]),
        ("Heavy pistol, Guns, 2d10+3; shock; jams often", ["shock; jams often"]),
        ("Heavy pistol, Guns, 2d10+3; shock; Knife, Melee, 1d10; poisoned", ["shock", "poisoned"]),
        ("Attacks: Heavy pistol, Guns, 2d10+3; jams often", ["jams often"]),
    ],
)
def test_a_note_after_a_semicolon_behind_an_attack_is_of_the_attack(ends: str, notes: list[str]) -> None:
    for form in ("Thug: REF 20, DUR 30, WT 6, Guns 50, {}", "Thug. REF 20, DUR 30, WT 6. Guns 50. {}"):
        [block] = read_blocks(form.format(ends), ALL, numbered_ids()).blocks
        assert ([one.notes for one in block.character.attacks], block.character.notes) == (notes, "")


def test_a_note_in_a_block_with_semicolons_is_of_the_character_unless_it_is_about_attacks() -> None:
    text = "Thug; REF 20, DUR 30; Guns 50; Heavy pistol, Guns, 2d10+3; {}"
    for note, of_attack in (("shock", True), ("afraid of dogs", False)):
        [block] = read_blocks(text.format(note), ALL, numbered_ids()).blocks
        [attack] = block.character.attacks
        assert (attack.notes == note, block.character.notes == note) == (of_attack, not of_attack)
