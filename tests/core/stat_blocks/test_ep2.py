"""Stat blocks of Eclipse Phase 2e are read as their books, and those who copy from them, write them."""

import pytest
from msgspec import structs

from gm_desk.core.characters.stat_block import Points
from pasting import character_of, invented, one_block, skills_of, unaccounted

GILL_WIDOW = """### Gill Widow

- **Stress Test:** SV 1d6 (widow), SV 2d6/1 (spawning)

---

- **Initiative** 7 • **Fray** 45 • **AV** 4/6
- **WT:** — • **DUR:** 53 (or as morph) • **DR:** 60, ignore 1 wound effect
- **Insight** 8, **Moxie:** 1, **Vigor:** 2, **Flex** 1

---

- **Claws:** 55, DV 2d6 + 1d10, armor-piercing
- **Gaze:** DV 1d10/2 (special), mental
- **Lick:** touch-only, infects
- **Psi Lance:** 60, Range 20, pain

---

- **Perceive:** 20, echo only
- **Melee:** 55
- **Move:** Swimmer (Fast 8/40), Walker (Slow 4/12 on land), Thrust Vector (Fan Duct, Slow 4/12), may glide

---

- **COG:** 15&nbsp;<sup>45</sup> • **INT:** 20&nbsp;<sup>60</sup> • **REF:** 10&nbsp;<sup>30</sup> • **SAV:** 15 • **SOM:** 25&nbsp;<sup>95</sup> • **WIL:** 20&nbsp;<sup>60</sup>
- **Skills:** Infiltrate 40 (50/70), Know (Choose Two): 100, Psi 60, Free Fall 30 (40 in water), others at 50+

---

- **Ware:** —
- **Sleights:** Static ([psi](../psi.md)), Omni
- **Threat Level:** Red

---

- **Regeneration:** Heals 2 damage; see [healing](a/b.md#c)
"""  # noqa: E501 - as the book's lines are
BODY = "Initiative: 6\nAV: 1/2\nWT: 5 • DUR: 25\n{}\nCOG: 10 • SOM: 10\nSkills: Guns 50, Melee 40"


def with_line(line: str) -> str:
    return "Ash Monk\n" + BODY.format(line)


def test_a_whole_block_is_read() -> None:
    widow = character_of(GILL_WIDOW)
    assert (widow.name, widow.threat_level) == ("Gill Widow", "Red")
    assert widow.stress_test == "SV 1d6 (widow), SV 2d6/1 (spawning)"
    assert widow.stats == {
        "INIT": 7,
        "DUR": 53,
        "DR": 60,
        "COG": 15,
        "INT": 20,
        "REF": 10,
        "SAV": 15,
        "SOM": 25,
        "WIL": 20,
    }
    assert widow.checks == {"SOM": 95}
    assert {key: (one.now, one.max) for key, one in widow.points.items()} == {
        "insight": (8, 8),
        "moxie": (1, 1),
        "vigor": (2, 2),
        "flex": (1, 1),
    }
    assert widow.health.ignored_wounds == 1
    assert skills_of(widow) == [
        "Fray 45",
        "Perceive 20 – echo only",
        "Melee 55",
        "Infiltrate 40 – 50/70",
        "Know: Choose Two 100",
        "Psi 60",
        "Free Fall 30 (in water 40)",
    ]
    assert [(one.name, one.skill, one.rating, one.damage, one.traits, one.notes) for one in widow.attacks] == [
        ("Claws", "Melee", 55, "2d6+1d10", (), ""),
        ("Gaze", "", None, "", (), "DV 1d10/2 (special), mental"),
        ("Lick", "", None, "", ("touch-only",), "infects"),
        ("Psi Lance", "Psi", 60, "", ("pain",), ""),
    ]
    assert [(one.name, one.speed, one.base, one.full) for one in widow.movement] == [
        ("Swimmer", "Fast", 8, 40),
        ("Walker", "Slow", 4, 12),
        ("Thrust Vector", "Slow", 4, 12),
    ]
    assert widow.ware == ()


def test_what_has_no_field_stands_in_the_notes_word_for_word() -> None:
    block = one_block(GILL_WIDOW)
    assert block.character.notes.splitlines() == [
        "DUR: (or as morph)",
        "Move: on land",
        "Move: Fan Duct",
        "Move: may glide",
        "Skills: others at 50+",
        "**Sleights:** Static ([psi](../psi.md)), Omni",
        "**Regeneration:** Heals 2 damage; see [healing](a/b.md#c)",
    ]
    assert [GILL_WIDOW[span.start : span.end] for span in block.left] == [
        line.split(": ", 1)[1] if place < 5 else line for place, line in enumerate(block.character.notes.splitlines())
    ]
    assert unaccounted(GILL_WIDOW, block) == set()
    assert invented(GILL_WIDOW, block) == set()
    assert block.doubts == ()


@pytest.mark.parametrize(
    ("written", "values", "name"),
    [
        ("3/4", (3, 4), ""),
        ("10 (mesh armor)", (10, 10), "mesh armor"),
        ("0/0 to 15/15", (0, 0), "to 15/15"),
        ("6/7 Carapace (26/25 with Shell)", (6, 7), "Carapace (26/25 with Shell)"),
        ("3 / 4, 6/8 in shell, 20/20 dug in", (3, 4), "6/8 in shell, 20/20 dug in"),
        ("Energy 6, Kinetic 12 (vest)", (6, 12), "vest"),
        ("6 energy/12 kinetic", (6, 12), ""),
    ],
)
def test_armor_is_read_in_all_its_forms(written: str, values: tuple[int, int], name: str) -> None:
    found = character_of(with_line("").replace("AV: 1/2", f"AV: {written}")).armor
    assert [(dict(one.values), one.name) for one in found] == [({"energy": values[0], "kinetic": values[1]}, name)]


@pytest.mark.parametrize(
    ("written", "value", "check"),
    [
        ("25 ^95", 25, 95),
        ("25^95", 25, 95),
        ("25⁹⁵", 25, 95),
        ("25 (95)", 25, 95),
        ("25/95", 25, 95),
        ("25 <sup>75</sup>", 25, None),
        ("2575", 25, None),
        ("25", 25, None),
    ],
)
def test_an_aptitude_is_read_with_a_check_of_its_own(written: str, value: int, check: int | None) -> None:
    found = character_of(with_line("").replace("SOM: 10", f"SOM: {written}"))
    assert (found.stats["SOM"], found.checks.get("SOM")) == (value, check)
    assert found.notes == ""


def test_a_number_that_cannot_be_is_a_doubt_and_stays_in_the_notes() -> None:
    text = with_line("").replace("COG: 10", "COG: 99").replace("Guns 50", "Guns 650").replace("WT: 5", "WT: 99999999")
    block = one_block(text)
    assert block.character.stats == {"INIT": 6, "DUR": 25, "SOM": 10}
    assert block.character.notes == "WT: 99999999\nCOG: 99\nSkills: Guns 650"
    assert len(block.doubts) == 3


def test_a_rating_that_stands_twice_must_be_the_same() -> None:
    same, other = with_line("Melee: 40"), with_line("Melee: 45")
    assert (skills_of(character_of(same)), one_block(same).doubts) == (["Melee 40", "Guns 50"], ())
    block = one_block(other)
    assert skills_of(block.character) == ["Melee 45", "Guns 50"]
    assert block.doubts == ("Melee is 45 in one place and 40 in another",)
    assert "Melee 40" in block.character.notes


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("DUR: 30", "DUR"),
        ("Initiative: 7", "Initiative"),
        ("COG: 15", "COG"),
        ("Morph: Case\nMorph: Splicer", "Morph"),
        ("Flex: 1\nFlex: 2", "Flex"),
        ("Threat Level: Red\nThreat Level: Yellow", "Threat Level"),
    ],
)
def test_of_two_values_that_contradict_each_other_the_first_stays_and_the_second_is_in_the_notes(
    line: str, label: str
) -> None:
    own, second = "Ash Monk\n" + BODY.format("") + "\n", line.splitlines()[-1]
    first = character_of(own + "\n".join(line.splitlines()[:-1]))
    block = one_block(own + line)
    assert structs.replace(block.character, notes="", source="") == structs.replace(first, notes="", source="")
    assert second in block.character.notes
    assert [doubt for doubt in block.doubts if doubt.startswith(f"{label} appears twice")] != []


def test_skills_are_spelt_as_the_system_does() -> None:
    found = character_of(with_line("").replace("Guns 50", "Persuasion 80, Medicine: Biotech 80, pilot (Air) 30"))
    assert skills_of(found) == ["Persuade 80", "Medicine: Biotech 80", "Pilot: Air 30", "Melee 40"]
    assert [skill.aptitude for skill in found.skills] == ["SAV", "COG", "REF", "SOM"]


def test_wrapped_lines_are_joined_but_a_page_number_is_not() -> None:
    text = "Ash Monk\nInitiative: 6 • AV: 1/2 • WT:\n5\nLong Rifle: 50, DV 2d10, Range\n90\n"
    text += "Skills: Guns\n50, Know:\nSaints 60, Free\nFall 30\nGear: Rope\n312\n"
    block = one_block(text)
    assert block.character.stats == {"INIT": 6, "WT": 5}
    assert [(one.name, one.skill, one.range) for one in block.character.attacks] == [("Long Rifle", "Guns", "90")]
    assert skills_of(block.character) == ["Guns 50", "Know: Saints 60", "Free Fall 30"]
    assert block.character.gear == ("Rope",)


def test_a_block_on_one_line_is_read() -> None:
    found = character_of(
        "Mud Thief: Initiative 6; Fray 40; AV 3/4; WT 6; DUR 30; COG 10 (30). Skills: Guns 50. Gear: Knife"
    )
    assert found.name == "Mud Thief"
    assert found.stats == {"INIT": 6, "WT": 6, "DUR": 30, "COG": 10}
    assert (skills_of(found), found.gear) == (["Fray 40", "Guns 50"], ("Knife",))


def test_a_table_is_read_with_its_labels_beside_or_above_the_values() -> None:
    found = character_of(
        "| Name | Ash Monk |\n|---|---|\n| Initiative | 6 |\n| AV | 3/4 |\n\n"
        "| COG | INT | REF |\n|-----|-----|-----|\n| 15  | 20 (65) | — |\n\n| Skills | Guns 40, Melee 50 |\n"
    )
    assert found.name == "Ash Monk"
    assert (found.stats, found.checks) == ({"INIT": 6, "COG": 15, "INT": 20}, {"INT": 65})
    assert skills_of(found) == ["Guns 40", "Melee 50"]


def test_attacks_without_colons_are_read_where_attacks_stand() -> None:
    found = character_of(with_line("Hook 40, DV 1d10+2\nSpike Gun 50; DV 2d10; SA; Ammo 20"))
    assert [(one.name, one.skill, one.damage, one.modes) for one in found.attacks] == [
        ("Hook", "", "1d10+2", ""),
        ("Spike Gun", "Guns", "2d10", "SA"),
    ]


def test_a_skill_that_stands_only_among_the_attacks_is_both() -> None:
    found = character_of(with_line("- **Melee:** 55, DV 1d6, shock").replace(", Melee 40", ""))
    assert skills_of(found) == ["Melee 55", "Guns 50"]
    assert [(one.name, one.skill, one.rating, one.damage) for one in found.attacks] == [("Melee", "Melee", 55, "1d6")]


@pytest.mark.parametrize("name", ["Bite, Venomous", "eClaw", "360-Degree Burst", "Arms (x4)", "Dr. Saw"])
def test_an_attack_with_a_bullet_may_be_called_anything(name: str) -> None:
    found = character_of(with_line(f"- **{name}:** 40, DV 1d6"))
    assert [(one.name, one.rating) for one in found.attacks] == [(name, 40)]


def test_attacks_below_the_skills_need_damage_to_be_told_from_abilities() -> None:
    block = one_block(with_line("") + "\nBite: 40, DV 1d6\nBurrow: 40 meters an hour\nBurst: DV 3d10, when it dies")
    assert [one.name for one in block.character.attacks] == ["Bite"]
    assert block.character.notes == "Burrow: 40 meters an hour\nBurst: DV 3d10, when it dies"


def test_a_block_that_only_overrides_another_says_so() -> None:
    block = one_block("### Old Widow\n\nAs gill widow, but with a thicker hide.\n\n- **AV:** 9/9\n- **DUR:** 80\n")
    assert block.doubts == ("It only changes another block: everything that it does not mention is empty",)
    assert block.character.stats == {"DUR": 80}
    assert block.character.notes == "As gill widow, but with a thicker hide."


def test_a_short_block_with_skills_and_attacks_is_no_change_of_another() -> None:
    block = one_block(
        "Pirate raider\nINIT 4; ARMOR 6E/8K; DUR 30; WT 6\nGuns 45, Fray 40\nCutlass: 2d6; Shotgun: 2d10+4 (SA)"
    )
    assert block.doubts == ("It may be cut off: it has no aptitudes",)


@pytest.mark.parametrize(
    ("written", "notes"),
    [
        ("60, ignores two wounds", ""),
        ("60 (ignore 2 wound effects)", ""),
        ("60, ignore 2 wound effects at night", "DR: ignore 2 wound effects at night"),
        ("60 (may ignore 2 wounds)", "DR: (may ignore 2 wounds)"),
    ],
)
def test_wounds_that_are_ignored_are_kept_in_words_only_if_there_are_more_words(written: str, notes: str) -> None:
    block = one_block(with_line(f"DR: {written}"))
    assert block.character.health.ignored_wounds == 2
    assert (block.character.notes, bool(block.left)) == (notes, bool(notes))


@pytest.mark.parametrize("end", ["Guns 50, ", "(Pistols", "SAV:"])
def test_a_block_that_breaks_off_says_so(end: str) -> None:
    text = GILL_WIDOW[: GILL_WIDOW.index(" • **SAV")]
    assert one_block(f"{text}\n- **Skills:** Guns 50 {end}").doubts == ("It ends in the middle of a line",)


@pytest.mark.parametrize(
    ("cut", "missing"),
    [(" **WIL", "WIL"), ("20&nbsp;<sup>60</sup>\n- **Skills", "WIL"), (" • **SAV", "SAV, SOM, WIL")],
)
def test_a_block_that_breaks_off_says_what_is_missing(cut: str, missing: str) -> None:
    text = GILL_WIDOW[: GILL_WIDOW.index(cut)]
    assert one_block(text).doubts == (f"It is cut off: {missing} and the skills are missing",)


def test_a_block_that_breaks_off_behind_its_aptitudes_says_so() -> None:
    block = one_block(GILL_WIDOW[: GILL_WIDOW.index("\n- **Skills")])
    assert block.doubts == ("It may be cut off: it has no list of skills",)


def test_an_aptitude_that_a_block_denies_is_not_missing() -> None:
    block = one_block(with_line("").replace("SOM: 10\nSkills: Guns 50, Melee 40", "SOM: 10 • WIL: —\nMove: Walker 4"))
    assert block.doubts == ("It may be cut off: it has no skills",)


def test_a_block_without_a_name_says_so() -> None:
    block = one_block(with_line("").removeprefix("Ash Monk\n"))
    assert (block.character.name, block.doubts) == ("Unnamed", ("It has no name",))


def test_the_character_carries_the_text_it_was_read_from() -> None:
    assert character_of(f"Prose.\n\n{GILL_WIDOW}").source == GILL_WIDOW.rstrip("\n")


def test_attacks_below_their_heading_may_be_as_they_are_typed_on_a_card() -> None:
    lines = (
        "Thug",
        "Aptitudes: COG 10, INT 10, REF 15, SAV 10, SOM 15, WIL 10",
        "WT 6, DUR 30, DR 45",
        "Skills: Fray 40, Guns 45, Melee 40, Athletics 40",
        "Attacks:",
        "Pistol, Guns, 2d10, SA/BF, kinetic, 12, range 30",
        "Frag grenade, Athletics, 3d10+6, blast, kinetic, 2",
        "Vibroblade, Melee, 2d10, AP; hums",
        "Claws 40, DV 1d10",
    )
    block = one_block("\n".join(lines))
    pistol, frag, blade, claws = block.character.attacks
    assert (pistol.name, pistol.skill, pistol.damage, pistol.modes, pistol.range) == (
        "Pistol",
        "Guns",
        "2d10",
        "SA/BF",
        "30",
    )
    assert (pistol.against, pistol.ammo) == ("kinetic", Points(now=12, max=12))
    assert (frag.name, frag.area, frag.ammo) == ("Frag grenade", "blast", Points(now=2, max=2))
    assert (blade.name, blade.armor_piercing, blade.notes) == ("Vibroblade", True, "hums")
    assert (claws.name, claws.damage) == ("Claws", "1d10")
    assert not block.character.notes
