"""Texts as game masters write them: each value is in its field or in the notes, never in another field."""

from typing import Any

import pytest

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]
PRINTED = "Warden\nCOG 15 INT 15 REF 20 SAV 10 SOM 20 WIL 15\nINIT 7, AV 5/7, WT 8, DUR 40, DR 60\n"
PLAIN = "Warden\nINIT 7\nDUR 40\nWT 8\nFray 45\nGuns 55\nMelee 50\n"
KAISER = "Warden\nLV 2\nLP 24\nStrike 5\nBlock 4\n"


def read(text: str, system: str = "ep2") -> Character:
    (block,) = read_blocks(text, ALL, numbered_ids(), system).blocks
    return block.character


def values(attack: Attack) -> dict[str, Any]:
    """Return what an attack says about itself, without the skill that was found for it."""
    ammo = attack.ammo.now if attack.ammo else 0
    fields = ("rating", "damage", "modes", "penetration", "range", "area", "radius", "notes")
    given = {field: getattr(attack, field) for field in fields if getattr(attack, field)}
    return {"name": attack.name, **given, **({"ammo": ammo} if ammo else {})}


@pytest.mark.parametrize("head", [PRINTED, PLAIN])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Attack – Claws 75%: DV 3d10+4, AP 4", {"name": "Claws", "rating": 75, "damage": "3d10+4", "penetration": 4}),
        ("Claws 70: DV 2d10+3", {"name": "Claws", "rating": 70, "damage": "2d10+3"}),
        ("Rail rifle (55): 2d10 + 8", {"name": "Rail rifle", "rating": 55, "damage": "2d10+8"}),
        ("Carbine 2d10+1 BF FA 32 rounds", {"name": "Carbine", "damage": "2d10+1", "modes": "BF/FA", "ammo": 32}),
        ("Light pistol – 2d10, SA, 16 shots", {"name": "Light pistol", "damage": "2d10", "modes": "SA", "ammo": 16}),
        ("Stun grenade x3 2d10", {"name": "Stun grenade", "damage": "2d10", "ammo": 3}),
        ("Minigun 35%, 3d10", {"name": "Minigun", "rating": 35, "damage": "3d10"}),
        ("Attack 1: Carbine 60, 2d10+3", {"name": "Carbine", "rating": 60, "damage": "2d10+3"}),
    ],
)
def test_the_values_beside_the_name_of_an_attack_are_in_their_fields(
    head: str, line: str, expected: dict[str, Any]
) -> None:
    character = read(f"{head}{line}\n")
    assert [values(one) for one in character.attacks] == [expected]
    assert character.notes == ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "Medium pistol: 2d10+2, SA BF, Guns 45, Ammo 12",
            {"name": "Medium pistol", "rating": 45, "damage": "2d10+2", "modes": "SA/BF", "ammo": 12},
        ),
        (
            "* Hand cannon (SA, 16 rounds) — 2d10+4, AP -2",
            {"name": "Hand cannon", "damage": "2d10+4", "modes": "SA", "penetration": 2, "ammo": 16},
        ),
        (
            "Battle rifle (Guns 55, DV 2d10+8, SA/BF/FA, AP -3, Ammo 30)",
            {
                "name": "Battle rifle",
                "rating": 55,
                "damage": "2d10+8",
                "modes": "SA/BF/FA",
                "penetration": 3,
                "ammo": 30,
            },
        ),
        ("Pistol 45 → 2d10+2 DV, 12 shots", {"name": "Pistol", "rating": 45, "damage": "2d10+2", "ammo": 12}),
        ("Pistol 45 SA, DV 2d10", {"name": "Pistol", "rating": 45, "damage": "2d10", "modes": "SA"}),
        ("Flashbangs (4)   3d10+6", {"name": "Flashbangs (4)", "damage": "3d10+6"}),
        ("Stun grenades: 1 each, 3d10+6", {"name": "Stun grenades", "damage": "3d10+6", "notes": "1 each"}),
        ("Pistol 2d10+4/2d10", {"name": "Pistol", "notes": "2d10+4/2d10"}),
    ],
)
def test_an_attack_on_a_line_of_its_own_has_all_that_the_line_says(line: str, expected: dict[str, Any]) -> None:
    character = read(f"{PLAIN}{line}\n")
    assert [values(one) for one in character.attacks] == [expected]
    assert [skill.name for skill in character.skills] == ["Fray", "Guns", "Melee"]


def test_an_attack_for_each_turn_has_its_damage_and_area() -> None:
    character = read(f"{PRINTED}Attack – Acid 50%: DV 1d10+2/turn, Range 10m, uniform 1m\n")
    (attack,) = map(values, character.attacks)
    assert attack.pop("notes") == "DV 1d10+2/turn"
    assert attack == {
        "name": "Acid",
        "rating": 50,
        "damage": "1d10+2",
        "range": "10",
        "area": "uniform",
        "radius": 1,
    }


def test_the_modes_in_the_last_brackets_of_a_line_are_whole_after_a_number_in_brackets() -> None:
    character = read("Thug (3x): Init 5, DUR 30, WT 6, Guns 40, Melee 40, SMG 2d10 (BF, FA)")
    assert [values(one) for one in character.attacks] == [{"name": "SMG", "damage": "2d10", "modes": "BF/FA"}]


def test_a_numbered_list_on_one_line_is_several_attacks() -> None:
    character = read("Dante: REF 20, INIT 7, Guns 55, Fray 45\n  weapons: 1) SMG (2d10, BF/FA) 2) knife (1d10+2)")
    assert [(one.name, one.damage, one.modes) for one in character.attacks] == [
        ("SMG", "2d10", "BF/FA"),
        ("knife", "1d10+2", ""),
    ]


@pytest.mark.parametrize(
    "line", ["Ammo 12", "Wounds: 1", "Stress taken: 8", "Range 30", "INIT 1d6+7", "Name: Hollis", "Mauer: 8/10"]
)
def test_other_values_are_neither_skills_nor_attacks(line: str) -> None:
    for head in ("Warden\nINIT 7, AV 5/7, WT 8, DUR 40, DR 60\nFray 45\nGuns 55\n", PLAIN.replace("INIT 7\n", "")):
        blocks = read_blocks(f"{head}{line}\n", ALL, numbered_ids(), "ep2")
        character = blocks.blocks[0].character
        assert {skill.name for skill in character.skills} <= {"Fray", "Guns", "Melee"}
        assert character.attacks == ()
        beside = " ".join(blocks.text[one.start : one.end] for one in blocks.beside)
        assert line in f"{character.notes} {beside}"


@pytest.mark.parametrize(
    ("line", "expected", "name"),
    [
        ("Light combat armor 8/6", {"energy": 8, "kinetic": 6}, "Light combat armor"),
        ("Armour Value: 6 energy / 8 kinetic", {"energy": 6, "kinetic": 8}, ""),
        ("Armour Rating 10/12", {"energy": 10, "kinetic": 12}, ""),
        ("Armor: energy 6", {"energy": 6}, ""),
        ("Armor: 6 kinetic", {"kinetic": 6}, ""),
    ],
)
def test_armor_has_the_values_of_its_kinds(line: str, expected: dict[str, int], name: str) -> None:
    for head in (PLAIN, PRINTED.replace("AV 5/7, ", "")):
        character = read(f"{head}{line}\n")
        assert [(dict(one.values), one.name) for one in character.armor] == [(expected, name)]


def test_an_attack_below_armor_is_no_part_of_it() -> None:
    character = read(f"{PRINTED.replace('AV 5/7, ', '')}Armor 3/4\nLight pistol [AP −2, 2d10+1 SA, BF]\n")
    assert [(dict(one.values), one.name) for one in character.armor] == [({"energy": 3, "kinetic": 4}, "")]
    assert "2d10+1" in [one.damage for one in character.attacks] or "2d10+1" in character.notes


def test_a_line_below_rates_of_movement_is_not_about_movement() -> None:
    character = read(f"{PRINTED}Skills: Guns 55, Fray 45\nMovement 8/32\nImmune to pain; heals 1d10 an hour\n")
    assert character.notes == "Immune to pain; heals 1d10 an hour"


def test_ratings_and_rounds_after_a_skill_are_not_its_specialisations() -> None:
    character = read(f"{PRINTED}Guns 35\nMinigun 35%, 3d10 FA only, 100 rounds left of 200\n")
    (skill,) = character.skills
    assert (skill.rating, skill.specialisations) == (35, ())
    assert "100 rounds left of 200" in character.attacks[0].notes


@pytest.mark.parametrize("written", ["spec. Unarmed 60", "spec: Unarmed 60", "Unarmed 60"])
def test_a_specialisation_is_named_without_the_word_for_it(written: str) -> None:
    character = read(f"{PRINTED}Skills: Melee 50 ({written}), Fray 45\n")
    assert [(one.name, one.rating) for one in character.skills[0].specialisations] == [("Unarmed", 60)]
    assert character.notes == ""


def test_a_dash_after_the_title_of_the_skills_is_no_part_of_the_first() -> None:
    character = read(f"{PRINTED}Skills – Athletics 50, Fray 45\n")
    assert [(one.name, one.rating) for one in character.skills] == [("Athletics", 50), ("Fray", 45)]


def test_a_check_against_something_is_no_check_of_the_aptitude() -> None:
    character = read(
        "Thing\nCOG 5 COO 25 INT 15 REF 25 SAV 5 SOM 30 WIL 20 (40 vs psi)\nFray 40, DUR 40, WT 8\n", "ep1"
    )
    assert (character.stats["WIL"], dict(character.checks)) == (20, {})
    assert "40 vs psi" in character.notes


def test_a_table_may_have_a_column_of_labels_below_the_name_and_a_line_about_it() -> None:
    text = (
        "**Dr. Asa Brandt**  \n*Salvager, ex-Direct Action*\n\n"
        "| Apt | COG | COO | INT | REF | SAV | SOM | WIL |\n|-----|----|----|----|----|----|----|----|\n"
        "|     | 25 | 10 | 20 | 15 | 15 | 10 | 20 |\n\n"
        "INIT 70 / SPD 1 / WT 6 / DUR 30 / MOX 3\n\nSkills: Infosec 55, Fray 30\n"
    )
    character = read(text, "ep1")
    assert (character.name, character.concept) == ("Dr. Asa Brandt", "Salvager, ex-Direct Action")
    assert [character.stats[key] for key in ("COG", "COO", "WIL", "INIT")] == [25, 10, 20, 70]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Crossbow: 6 thrust, range 60", {"name": "Crossbow", "damage": "6 thrust", "range": "60"}),
        ("Sling 2 blow (20 m, 10 stones)", {"name": "Sling", "damage": "2 blow", "range": "20", "notes": "10 stones"}),
        ("Bite Strike 5: 8 thrust", {"name": "Bite", "rating": 5, "damage": "8 thrust"}),
        ("Sword: 5 cut, Strike 4", {"name": "Sword", "rating": 4, "damage": "5 cut"}),
    ],
)
def test_base_damage_is_read_after_a_colon_too(line: str, expected: dict[str, Any]) -> None:
    character = read(f"{KAISER}{line}\n", "kaiser")
    assert [values(one) for one in character.attacks] == [expected]


def test_armor_may_have_a_description_before_its_colon() -> None:
    character = read(f"{KAISER}Armor (plate): 5/4/3\n", "kaiser")
    assert [(dict(one.values), one.name) for one in character.armor] == [({"Cut": 5, "Thrust": 4, "Blow": 3}, "plate")]


def test_a_cell_of_a_table_has_base_damage() -> None:
    (one,) = read("Name\tLV\tLP\tStrike\tWeapon\nUlf\t3\t30\t5\tAxe 6 cut\n", "kaiser").attacks
    assert (one.name, one.damage, one.rating) == ("Axe", "6 cut", None)


def test_values_with_wide_gaps_between_them_are_read_after_one_that_is_unknown() -> None:
    character = read("Sgt. Ito   INIT 7   SPEED 2   DUR 40  WT 8  DR 60\nGuns 60  Fray 50\n")
    assert dict(character.stats) == {"INIT": 7, "DUR": 40, "WT": 8, "DR": 60}
    assert "SPEED 2" in character.notes


def test_a_line_with_a_number_that_is_not_clear_is_no_name() -> None:
    assert read("Agent Lark\nINIT 1d6+7\nWT 1,5\nFray 50\nMelee 45\nPistol 2d10\n").name == "Agent Lark"


def test_attacks_with_ratings_below_the_skills_are_told_apart_at_semicolons() -> None:
    character = read(
        f"{PRINTED}Skills: Fray 45, Guns 60, Melee 45, Perceive 50\n"
        "Bolter 60: DV 2d10+4, SA, ammo 50; Stun baton 45: DV 1d10+3\nVibroblade (45), 2d10+2\n"
    )
    assert [(one.name, one.rating, one.damage) for one in character.attacks] == [
        ("Bolter", 60, "2d10+4"),
        ("Stun baton", 45, "1d10+3"),
        ("Vibroblade", 45, "2d10+2"),
    ]
    assert character.notes == ""


def test_a_line_that_says_the_name_is_the_name_also_above_lines_about_the_character() -> None:
    character = read("Name: Otto\nAge 42\nHeight 180 cm\nINIT 6\nDUR 35, WT 7\nFray 40, Guns 50\nPistol 50, 2d10\n")
    assert character.name == "Otto"
    assert "Height 180 cm" in character.notes


def test_ammunition_below_a_skill_is_no_specialisation_of_it() -> None:
    character = read("Kai\nINIT: 7    DUR: 35\nWT: 7      DR: 53\nGuns: 60   Fray: 50\nAmmo: 24   AV: 4/6\n")
    assert [(one.name, one.specialisations, one.note) for one in character.skills] == [
        ("Guns", (), ""),
        ("Fray", (), ""),
    ]
    assert "Ammo: 24" in character.notes


def test_a_skill_that_the_system_lacks_is_no_specialisation_of_the_one_above_it() -> None:
    character = read(f"{PRINTED}Fray 45\nSwagger 30\n")
    assert [(one.name, one.specialisations) for one in character.skills] == [("Fray", ())]
    assert character.notes == "Swagger 30"


def test_dashes_between_the_values_of_attacks_are_no_minus() -> None:
    character = read(
        "Kes\nINIT: 7, WT: 7, DUR: 35\nGuns: 50, Fray: 40\nWeapons:\nRail pistol - 2d10+4 - SA - 50%\n"
        "Knife - 1d10+2 - 45\nStun grenade ×2 - 3d10+10\n"
    )
    assert [values(one) for one in character.attacks] == [
        {"name": "Rail pistol", "rating": 50, "damage": "2d10+4", "modes": "SA"},
        {"name": "Knife", "damage": "1d10+2", "notes": "45"},
        {"name": "Stun grenade", "damage": "3d10+10", "ammo": 2},
    ]
