"""Attacks in the notation of the card: one or several, on the line of their title and below it, in every system."""

import pytest

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]
LINES = {
    "ep1": [
        "Light pistol, Kinetic Weapons, 2d10, AP -1, SA, 12",
        "Baton, Clubs, 1d10+2",
        "Knife, Blades, 1d10+1",
    ],
    "ep2": ["Light pistol, Guns, 2d10, AP -1, SA, 12", "Baton, Melee, 1d10+2", "Knife, Melee, 1d10+1"],
    "kaiser": ["Cudgel, Strike 6, 6 blow", "Knife, Strike, 4 cut", "Spear, Strike 6, 8 thrust"],
}
READ = {
    "ep1": [
        ("Light pistol", "Kinetic Weapons", "2d10"),
        ("Baton", "Clubs", "1d10+2"),
        ("Knife", "Blades", "1d10+1"),
    ],
    "ep2": [("Light pistol", "Guns", "2d10"), ("Baton", "Melee", "1d10+2"), ("Knife", "Melee", "1d10+1")],
    "kaiser": [("Cudgel", "Strike", "6 blow"), ("Knife", "Strike", "4 cut"), ("Spear", "Strike", "8 thrust")],
}
HEADS = {
    "ep1": [
        (
            "Dock Guard\nCOG 15, COO 20, INT 10, REF 15, SAV 10, SOM 15, WIL 10, MOX 0\nINIT 5, SPD 1, DUR 30, WT 6\n"
            "Skills: Kinetic Weapons 50, Fray 40, Clubs 45, Blades 35\n"
        ),
        (
            "Dock Guard\nCOG COO INT REF SAV SOM WIL MOX\n15 20 10 15 10 15 10 0\n"
            "Skills: Kinetic Weapons 50, Fray 40, Clubs 45, Blades 35\n"
        ),
        "Dock Guard: Kinetic Weapons 50, Fray 40, Clubs 45, Blades 35, DUR 30, WT 6\n",
        "Dock Guard\nSPD 1\nDUR 30\nKinetic Weapons 50\nFray 40\nClubs 45\nBlades 35\n",
    ],
    "ep2": [
        (
            "Dock Guard\nInitiative: 6\nAV 6/6, WT 6, DUR 30, DR 45\nCOG 15 INT 10 REF 15 SAV 10 SOM 15 WIL 10\n"
            "Skills: Guns 50, Fray 40, Melee 45\n"
        ),
        "Dock Guard: Guns 50, Fray 40, Melee 45, DUR 30, WT 6\n",
        "Dock Guard\nGuns 50\nFray 40\nMelee 45\nDUR 30\n",
    ],
    "kaiser": [
        "Dock Guard\nLP 120, STR 6, CON 7, DEX 8, AGI 6, PER 5, INT 4, FC 3, WP 6\nStrike 6, Block 5, Dodge 4\n",
        "Dock Guard: LP 120, Strike 6, Block 5, Dodge 4\n",
    ],
}
FORMS = {
    "one": ("Attacks: {0}\n", 1),
    "one attack": ("Attack: {0}\n", 1),
    "bold": ("**Attacks:** {0}\n", 1),
    "below the first": ("Attacks: {0}\n{1}\n{2}\n", 3),
    "semicolons": ("Attacks: {0}; {1}; {2}\n", 3),
    "semicolon at the end": ("Attacks: {0};\n{1}\n", 2),
    "below": ("Attacks:\n{0}\n{1}\n{2}\n", 3),
    "hyphens": ("Attacks:\n- {0}\n- {1}\n", 2),
    "bullets": ("Attacks:\n• {0}\n• {1}\n", 2),
    "no colon": ("Attacks\n{0}\n{1}\n", 2),
    "weapons": ("Weapons:\n{0}\n{1}\n", 2),
    "two on a line": ("Attacks:\n{0}; {1}\n{2}\n", 3),
    "gaps": ("\nAttacks:\n\n{0}\n{1}\n", 2),
    "a heading": ("\n## Attacks\n{0}\n{1}\n", 2),
}


def one_read(text: str, system: str = "") -> Character:
    pasted = read_blocks(text, ALL, numbered_ids(), system)
    assert (pasted.beside, pasted.failed, len(pasted.blocks)) == ((), (), 1)
    return pasted.blocks[0].character


@pytest.mark.parametrize("after", ["", "Gear: Rope\n"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("system", RULES)
def test_all_attacks_of_a_list_are_read(system: str, form: str, after: str) -> None:
    text, number = FORMS[form]
    for head in HEADS[system]:
        found = one_read(head + text.format(*LINES[system]) + after)
        assert found.name == "Dock Guard"
        assert [(one.name, one.skill, one.damage) for one in found.attacks] == READ[system][:number]
        assert (found.notes, found.gear) == ("", ("Rope",) if after else ())


@pytest.mark.parametrize("after", ["", "\nBaton, Clubs, 1d10+2"])
def test_words_behind_a_semicolon_are_notes_of_the_attack_before_them(after: str) -> None:
    found = one_read(f"{HEADS['ep1'][2]}Attacks: {LINES['ep1'][0]}; loud; from Luna{after}", "ep1")
    pistol, *more = found.attacks
    assert (pistol.name, pistol.skill, pistol.notes) == ("Light pistol", "Kinetic Weapons", "loud; from Luna")
    assert (pistol.penetration, pistol.modes, pistol.ammo) == (1, "SA", Points(now=12, max=12))
    assert [one.name for one in more] == ["Baton"] * bool(after)
    assert found.notes == ""


def test_what_is_behind_a_semicolon_and_no_note_stays_what_it_is() -> None:
    found = one_read(f"Guard\nDUR 30\nAttacks: {LINES['ep1'][0]}; Clubs 45, Fray 30", "ep1")
    assert [(one.name, one.notes) for one in found.attacks] == [("Light pistol", "")]
    assert [(one.name, one.rating) for one in found.skills] == [("Clubs", 45), ("Fray", 30)]


@pytest.mark.parametrize("attack", [*LINES["ep1"], "Pistol 2d10", "Pistol, 2d10", "pistol (Kinetic Weapons 45, 2d10)"])
@pytest.mark.parametrize("label", ["", "Attacks: "])
@pytest.mark.parametrize("name", ["Guard", "Dock Guard", "The Big Dock Guard"])
def test_a_name_of_several_words_before_a_colon_stays_one_name(name: str, label: str, attack: str) -> None:
    found = one_read(f"{name}: Kinetic Weapons 50, Fray 40, Clubs 45, Blades 35, DUR 30, WT 6, {label}{attack}")
    assert found.name == name
    (read,) = found.attacks
    assert read.name in {"Light pistol", "Baton", "Knife", "Pistol", "pistol"}


@pytest.mark.parametrize(("said", "rating", "notes"), [("50", 50, ""), ("50%", 50, ""), ("Fists", None, "Fists")])
def test_a_rating_alone_or_an_unknown_skill_leaves_the_name_of_an_attack(
    said: str, rating: int | None, notes: str
) -> None:
    found = one_read(f"Guard\nDUR 30 WT 6\nAttacks: Light pistol, {said}, 2d10, AP -1, SA, 12\nSkills: Clubs 40", "ep1")
    (pistol,) = found.attacks
    assert (pistol.name, pistol.rating, pistol.damage) == ("Light pistol", rating, "2d10")
    assert (pistol.penetration, pistol.modes, pistol.ammo, pistol.notes) == (1, "SA", Points(now=12, max=12), notes)
    assert found.notes == ""


@pytest.mark.parametrize("head", HEADS["ep2"])
@pytest.mark.parametrize(
    "line",
    [
        "Rifle: 50, 2d10+6, SA/BF/FA, 36, range 150",
        "Rifle 50, DV 2d10+6, SA/BF/FA, 36, range 150",
        "Rifle: 50, 2d10+6 SA/BF/FA ammo 36 range 150",
        "Rifle (Guns 50), 2d10+6, SA/BF/FA ammo 36 range 150",
        "Rifle, Guns 50, 2d10+6, SA/BF/FA ammo 36 range 150",
    ],
)
def test_ammunition_needs_no_label_behind_modes_and_no_comma_before_its_label(head: str, line: str) -> None:
    (rifle,) = one_read(f"{head}Attacks: {line}", "ep2").attacks
    assert (rifle.name, rifle.rating, rifle.damage, rifle.modes) == ("Rifle", 50, "2d10+6", "SA/BF/FA")
    assert (rifle.ammo, rifle.range, rifle.notes) == (Points(now=36, max=36), "150", "")


def test_ammunition_without_a_label_belongs_to_an_attack_on_the_line_of_a_name() -> None:
    found = one_read("Guard: WT 6, DUR 30, Fray 40, Guns 60, rifle 2d10+6, SA/BF/FA, 36, range 150", "ep2")
    (rifle,) = found.attacks
    assert (rifle.modes, rifle.ammo, rifle.range, found.notes) == ("SA/BF/FA", Points(now=36, max=36), "150", "")


@pytest.mark.parametrize("head", HEADS["ep2"])
@pytest.mark.parametrize(
    "attack",
    [
        "Pistol: Guns (50), DV 2d10",
        "Pistol: Guns [50], DV 2d10",
        "Pistol (Guns 50), DV 2d10",
        "Pistol - Guns 50, DV 2d10",
    ],
)
@pytest.mark.parametrize("heads", ["Attack: ", "Attacks: ", "Attacks:\n- "])
def test_a_skill_with_its_rating_in_brackets_is_no_note(heads: str, attack: str, head: str) -> None:
    found = one_read(f"{head}{heads}{attack}\n")
    assert [(one.name, one.skill, one.rating, one.damage, one.notes) for one in found.attacks] == [
        ("Pistol", "Guns", 50, "2d10", "")
    ]
    assert found.notes == ""


@pytest.mark.parametrize("head", HEADS["ep2"])
def test_attacks_with_their_skills_in_brackets_are_parted_by_commas(head: str) -> None:
    found = one_read(f"{head}Attacks: Pistol (Guns 50, DV 2d10, SA), Baton (Melee 45), DV 1d10\n")
    assert [(one.name, one.skill, one.rating, one.damage, one.modes, one.notes) for one in found.attacks] == [
        ("Pistol", "Guns", 50, "2d10", "SA", ""),
        ("Baton", "Melee", 45, "1d10", "", ""),
    ]


@pytest.mark.parametrize("head", HEADS["ep2"])
def test_words_with_a_number_that_are_no_skill_stay_a_note(head: str) -> None:
    (found,) = one_read(f"{head}Attack: Pistol: Reach (20), DV 2d10\n").attacks
    assert (found.name, found.rating, found.damage, found.notes) == ("Pistol", None, "2d10", "Reach (20)")
