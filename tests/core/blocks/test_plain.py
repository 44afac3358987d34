"""A character as plain text says how it is now."""

import pytest
from hypothesis import given, settings

from block_makers import characters
from gm_desk.core.blocks.plain import plain_of
from gm_desk.core.roster import Character
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.systems import RULES
from gm_desk.store.systems import load_system
from makers import a_character, a_skill

EP2 = load_system("ep2")
KAISER = load_system("kaiser")
EVA = a_character(
    kind="pc",
    concept="Courier",
    stats={"COG": 15, "SOM": 25, "DUR": 45, "WT": 9, "LUC": 30},
    checks={"SOM": 95},
    health=Health(damage=12, wounds=1, stress=5),
    points={"insight": Points(now=1, max=3), "flex": Points(now=1, max=1)},
    armor=(Armor(values={"energy": 6, "kinetic": 12}, name="vest"),),
    movement=(Movement(name="Walker", speed="Medium", base=4, full=20),),
    attacks=(
        Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", ammo=Points(now=9, max=12), notes="loud"),
    ),
    skills=(a_skill(specialisations=(Specialisation(name="Pistols", rating=75),), note="50/70"),),
    rep={"c": 20},
    gear=("Rope (20 m, thin)", "Lamp"),
    notes="Owes the Triad.\nHides it.",
)
SAID = """\
Eva (PC), Courier
Damage 12 of 45, 1 wound (−10)
Stress 5 of 30
Insight 1 of 3, Flex 1 of 1
COG 15 (45), SOM 25 (95)
LUC 30, DUR 45, WT 9
Armor: 6/12 (vest)
Movement: Walker (Medium) 4/20
Attack: Pistol: Guns 65, DV 2d10, ammo 9 of 12, loud
Skills: Guns 65 (Pistols 75, 50/70)
Rep: c-rep 20
Gear: Rope (20 m, thin); Lamp
Notes:
Owes the Triad.
Hides it.
"""


def test_a_character_is_said_line_by_line() -> None:
    assert plain_of(EVA, EP2) == SAID


@pytest.mark.parametrize(
    ("health", "line"),
    [
        (Health(), "Damage 0 of 45"),
        (Health(damage=20, wounds=2), "Damage 20 of 45, 2 wounds (−20)"),
        (Health(damage=20, wounds=2, ignored_wounds=1), "Damage 20 of 45, 2 wounds (−10), ignores 1 wound"),
        (Health(damage=50), "Damage 50 of 45, out"),
        (Health(ignored_wounds=3), "Damage 0 of 45, ignores 3 wounds"),
        (Health(stress=7, traumas=1), "Stress 7 of 30, 1 trauma (−10)"),
    ],
)
def test_damage_and_stress_are_told_as_they_are_now(health: Health, line: str) -> None:
    assert line in plain_of(a_character(stats={"DUR": 45, "LUC": 30}, health=health), EP2).splitlines()


def test_a_rating_below_nothing_has_a_true_minus() -> None:
    occult = a_skill("Occult", -2)
    assert "Skills: Occult −2\n" in plain_of(a_character(skills=(occult,)), KAISER)


def test_several_of_a_kind_are_counted() -> None:
    assert plain_of(a_character(name="Mook", number=3), EP2).startswith("Mook × 3\n")


@pytest.mark.parametrize("system_id", RULES)
@settings(max_examples=40)
@given(character=characters)
def test_whatever_a_character_holds_can_be_said(system_id: str, character: Character) -> None:
    said = plain_of(character, load_system(system_id))
    assert said.startswith(" ".join(character.name.split()))
    assert character.notes in said
