"""Skills have another name in the other edition, in both directions."""

import pytest
from msgspec import structs

from gm_desk.core.characters.conversion import PAIRS, convert, named_in
from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Attack, Specialisation
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill, numbered_ids

EP1, EP2, KAISER = (load_system(one) for one in ("ep1", "ep2", "kaiser"))


def a_guard(*skills: Skill) -> Character:
    return a_character(skills=skills, attacks=(Attack(id="rifle", name="Rifle", skill="Kinetic Weapons", rating=50),))


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_every_pair_names_skills_that_the_editions_have(old: str, new: str) -> None:
    assert EP1.skill_kind(old) is not None
    assert EP2.skill_kind(new) is not None
    assert named_in(old, EP1, EP2) == new


@pytest.mark.parametrize(
    ("name", "other"),
    [("Guns", "Kinetic Weapons"), ("Perceive", "Perception"), ("Know: Triads", "Academics: Triads"), ("Fray", "")],
)
def test_the_same_table_is_used_the_other_way_round(name: str, other: str) -> None:
    assert named_in(name, EP2, EP1) == other


def test_a_skill_of_no_other_edition_keeps_its_name() -> None:
    assert named_in("Guns", EP2, KAISER) == named_in("Card tricks", EP1, EP2) == named_in("Guns", EP2, EP2) == ""


def test_a_skill_and_its_attacks_get_the_other_name_and_its_links() -> None:
    guns = a_skill("Kinetic Weapons", 50, aptitude="COO", specialisations=(Specialisation(name="Rifles", rating=60),))
    copy, left = convert(a_guard(guns), EP1, EP2, numbered_ids())
    (skill,) = copy.skills
    assert (skill.name, skill.rating, skill.aptitude, skill.specialisations) == (
        "Guns",
        50,
        "REF",
        guns.specialisations,
    )
    assert [one.skill for one in copy.attacks] == ["Guns"]
    assert "Skills under another name: Kinetic Weapons 50 (Rifles 60) is Guns" in left


def test_of_several_skills_with_one_other_name_the_best_gets_it_and_the_others_are_in_the_notes() -> None:
    weak, good = a_skill("Beam Weapons", 30), structs.replace(a_skill("Kinetic Weapons", 50), id="good")
    copy, left = convert(a_guard(weak, good), EP1, EP2, numbered_ids())
    assert [(one.name, one.rating) for one in copy.skills] == [("Guns", 50)]
    assert any("Beam Weapons 30" in line for line in left)
