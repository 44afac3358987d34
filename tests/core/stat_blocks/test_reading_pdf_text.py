"""A stat block reads the same, however its text left a book: wrapped, glued, with other signs, or without them."""

import re
import textwrap
from collections.abc import Callable

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character
from pasting import character_of, one_block, read, skills_of

GULPER = """### Gulper

- **Stress Test:** SV 1d6 (gulper), SV 2d6/1 (disgorging)

---

- **Initiative:** 5 • **Fray:** 30 • **AV:** 4/6
- **WT:** 12 • **DUR:** 60 • **DR:** 90, ignore 1 wound effect
- **Threat Pool:** 4

---

- **Acid Spit:** 50, DV 2d6 (plus 1d6 per turn for 3 turns), Range 10, touch-only, hiss
- **Bite:** 60, DV 2d10 + 4, armor-piercing
- **Swallow:** 60 ([Grappling](../melee.md#grappling)), requires superior success; swallowed targets suffer harm
- **Tendrils (6):** 55, reach (+10); up to three targets

---

- **Perceive:** 40, 60 smell, 30 vision
- **Move:** Crawler (Slow 4/8), Swimmer (Medium 4/20), Tunneler (Very Slow 1/2)

---

- **COG:** 5&nbsp;<sup>15</sup> • **INT:** 15&nbsp;<sup>45</sup> • **REF:** 15&nbsp;<sup>45</sup> • **SAV:** 5&nbsp;<sup>15</sup> • **SOM:** 25&nbsp;<sup>95</sup> • **WIL:** 20&nbsp;<sup>60</sup>
- **Skills:** Athletics 60 (Swimming 70), Exotic Skill: Acid Spit 50, Free Fall 20 (30), Infiltrate 40 (60 in soil), Melee 60, Survival 50

---

- **Ware:** Grip Pads, Sealed Hide
- **Traits:** Immunity (Toxins), Slow Healing

---

- **Nest:** Six gulpers share a nest; each has Flex 1
- **Split:** At 30 damage, splits into two (DUR 30, WT 6, DR 45)
"""  # noqa: E501 - as the book's lines are
MARSHAL = """### Lock Marshal

- **Initiative:** 7 • **Fray:** 50 • **AV:** 12/14 (light plate)
- **WT:** 8 • **DUR:** 40 • **DR:** 60
- **Insight:** 1 • **Moxie:** 1 • **Vigor:** 2 • **Flex:** 1

---

- **Sprayer:** 65 (75 with link), DV 2d6 + 2, SA/BF/FA, Ammo 20 + 1, Range 50
- **Pike:** 55 (65), DV 2d6 (3d10 + 2), armor-piercing
- **Pods (2):** 60 (DV 5d10 + 15 (hot), SS, Ammo 8, Range 300, Armor-Piercing, Knockdown)
- **Knuckles:** 55, DV 1d10 + 1d6 − 2, touch-only

---

- **Perceive:** 55, 65 with visor
- **Move:** Walker (Medium 4/20), Thrust Vector (Fast 8/40)

---

- **COG:** 15&nbsp;<sup>45</sup> • **INT:** 20&nbsp;<sup>60</sup> • **REF:** 20&nbsp;<sup>60</sup> • **SAV:** 15&nbsp;<sup>45</sup> • **SOM:** 15&nbsp;<sup>50</sup> • **WIL:** 15&nbsp;<sup>45</sup>
- **Skills:** Athletics 45, Free Fall 50, Guns 65, Infiltrate 40 (50/70), Know: Flight Staff 60, Melee 55, Persuade 60 (50), Pilot: Space 30

---

- **Ware:** Biomods, Cortical Stack, Toxin Filters
- **Gear:** Light Plate (AV 12/14), Cuffs (20)
- **Traits:** Allies (Level 2), Quick

---

- **Riot Variant:** AV 20/20, DUR 50, WT 10, DR 75
"""  # noqa: E501 - as the book's lines are


def plain(text: str, check: str = "^{}", between: str = " • ") -> str:
    text = re.sub(r"(?m)^---$\n?", "", text)
    text = re.sub(r"&nbsp;<sup>(\d+)</sup>", lambda found: check.format(found[1]), text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("**", "")
    text = re.sub(r"(?m)^(?:### |- )", "", text)
    return re.sub(r"\n\n+", "\n", text).replace(" • ", between)


def wrapped(text: str, width: int) -> str:
    lines = (textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join("\n".join(line) for line in lines)


def without_colons(text: str) -> str:
    known = "Initiative|Fray|AV|WT|DUR|DR|Threat Pool|Insight|Moxie|Vigor|Flex|Perceive|Move|Skills|Ware|Gear|Traits"
    return re.sub(rf"(?m)(^|• )({known}|[A-Z]{{3}}|Stress Test): ", r"\1\2 ", text)


def parted(text: str) -> str:
    """Part words at the ends of lines."""
    return wrapped(re.sub(r"\b([a-z]{3})([a-z]{3,})\b", "\\1\N{SOFT HYPHEN}\\2", text), 60)


def ligated(text: str) -> str:
    return text.replace("fi", "\ufb01").replace("fl", "\ufb02").replace("-", "\N{NON-BREAKING HYPHEN}")


WAYS: dict[str, Callable[[str], str]] = {
    "plain": plain,
    "brackets and commas": lambda text: plain(text, " ({})", ", "),
    "spaces and semicolons": lambda text: plain(text, " {}", "; "),
    "glued": lambda text: plain(text, "{}"),
    "lines": lambda text: plain(text, " ({})", "\n"),
    "dashes": lambda text: plain(text, " ({})", " – "),
    "tabs": lambda text: plain(text, between="\t"),
    "wrapped at 60": lambda text: wrapped(plain(text), 60),
    "wrapped at 45": lambda text: wrapped(plain(text, " {}"), 45),
    "wrapped at 34": lambda text: wrapped(plain(text, " ({})"), 34),
    "wrapped bullets": lambda text: "\n".join(
        wrapped(f"• {line}", 60) if place else line for place, line in enumerate(plain(text).split("\n")) if line
    ),
    "without colons": lambda text: without_colons(plain(text)),
    "without colons, wrapped": lambda text: wrapped(without_colons(plain(text, " ({})")), 50),
    "parted words": lambda text: parted(plain(text)),
    "ligatures": lambda text: ligated(wrapped(plain(text), 60)),
    "another minus": lambda text: wrapped(plain(text), 60).replace("−", "–"),
    "capitals": lambda text: re.sub(r"(?m)(^|• )([A-Z][A-Za-z ]{1,14}):", lambda f: f[0].upper(), plain(text)),
    "italics": lambda text: text.replace("**", "*"),
    "gaps": lambda text: plain(text).replace("\n", "\n\n"),
}


def bare(text: str) -> str:
    return re.sub(r"[^\w/+]", "", text).casefold()


def values(character: Character) -> dict[str, object]:
    """Return every value but the notes, which keep what they say as it was written."""
    return {
        "name": bare(character.name),
        "stress": bare(character.stress_test),
        "numbers": (character.stats, character.checks, character.points, character.health),
        "armor": [(one.values, bare(one.name)) for one in character.armor],
        "movement": character.movement,
        "attacks": [
            structs.replace(one, id="", name=bare(one.name), notes=bare(one.notes)) for one in character.attacks
        ],
        "skills": [bare(skill) for skill in skills_of(character)],
        "lists": [[bare(item) for item in items] for items in (character.ware, character.gear, character.traits)],
    }


@pytest.mark.parametrize("block", [GULPER, MARSHAL], ids=["gulper", "marshal"])
@pytest.mark.parametrize("way", WAYS)
def test_a_block_reads_the_same_however_it_is_set(way: str, block: str) -> None:
    found = one_block(WAYS[way](block))
    assert values(found.character) == values(character_of(block))
    assert found.doubts == ()


def test_what_the_blocks_say_is_read() -> None:
    gulper, marshal = character_of(GULPER), character_of(MARSHAL)
    assert (gulper.stats["SOM"], gulper.checks, gulper.health.ignored_wounds) == (25, {"SOM": 95}, 1)
    assert [(one.name, one.rating, one.damage, one.range, one.traits, one.notes) for one in gulper.attacks] == [
        ("Acid Spit", 50, "2d6", "10", ("touch-only",), "plus 1d6 per turn for 3 turns, hiss"),
        ("Bite", 60, "2d10+4", "", (), ""),
        ("Swallow", 60, "", "", (), "(Grappling), requires superior success; swallowed targets suffer harm"),
        ("Tendrils (6)", 55, "", "", (), "reach (+10); up to three targets"),
    ]
    assert [(one.traits, one.modes, one.armor_piercing) for one in marshal.attacks] == [
        ((), "SA/BF/FA", False),
        ((), "", True),
        (("knockdown",), "SS", True),
        (("touch-only",), "", False),
    ]
    assert [(one.name, one.damage, one.notes) for one in marshal.attacks] == [
        ("Sprayer", "2d6+2", "(75 with link), Ammo 20 + 1"),
        ("Pike", "2d6", "(65), DV 2d6 (3d10 + 2)"),
        ("Pods (2)", "5d10+15", "hot"),
        ("Knuckles", "1d10+1d6−2", ""),
    ]
    assert marshal.notes == "**Riot Variant:** AV 20/20, DUR 50, WT 10, DR 75"


@pytest.mark.parametrize(
    "above",
    [
        "Silt Angel\nA scavenger of the vents. It fears light.\n",
        "Silt Angel\nA scavenger of the vents. It\nfears light.\nStress Test: SV 1d6\n(seen whole)\n",
        "Silt Angel\n\nA scavenger of the vents.\n\n",
        "Silt Angel\nStress Test: SV 1d6 (first), SV\n1d10/1 (second)\n",
        "Silt Angel\nAs its elder, except as follows:\nStress Test: SV 1d6\n",
    ],
)
def test_prose_and_wrapped_lines_may_stand_between_a_name_and_its_numbers(above: str) -> None:
    found = read(f"{above}Initiative: 4 • Fray: 20 • AV: as shell\nWT: 3 • DUR: 15\nCOG: 5 (15)\nSkills: Melee 30\n")
    assert [block.character.name for block in found.blocks] == ["Silt Angel"]
    assert found.beside == ()
    assert found.blocks[0].character.stats == {"INIT": 4, "WT": 3, "DUR": 15, "COG": 5}


def test_a_table_may_be_set_with_each_cell_in_a_line_of_its_own() -> None:
    found = read("Rust Wyrm\nCOG\nCOO\nINT\nMOX\n5\n15\n20\n—\nINIT\nSPD\nDUR\n8\n1\n80\nSkills: Fray 40\n").blocks
    assert [block.character.name for block in found] == ["Rust Wyrm"]
    assert found[0].character.stats == {"COG": 5, "COO": 15, "INT": 20, "INIT": 8, "SPD": 1, "DUR": 80}


def test_lists_may_stand_below_headings_with_a_gap() -> None:
    warden = character_of(
        "Warden\n\nINIT 5, WT 6, DUR 30\n\nSKILLS\n\nGuns 50, Hardware: Industrial 60\n\nGEAR\n\nRope, Saw\n"
    )
    assert (skills_of(warden), warden.gear) == (["Guns 50", "Hardware: Industrial 60"], ("Rope", "Saw"))


def test_notes_of_the_first_edition_may_be_wrapped() -> None:
    text = (
        "Wyrm\nCOG 5, COO 15, SPD 1\nNotes: Armor 4/6, tail\nslam (DV 1d10), bite (DV 2d10, AP\n–3); each hit (DV 1d6)"
    )
    (block,) = read(text).blocks
    assert [(one.name, one.damage, one.penetration) for one in block.character.attacks] == [
        ("tail slam", "1d10", 0),
        ("bite", "2d10", 3),
    ]
