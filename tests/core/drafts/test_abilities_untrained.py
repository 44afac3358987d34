"""What is rolled without the skill: every skill that can be defaulted, and any field of those that have fields."""

import pytest

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.drafts.abilities import untrained, with_fields
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.store.shipped import load_system

EP2, EP1, KAISER = (load_system(system) for system in ("ep2", "ep1", "kaiser"))
STATS = {"COG": 15, "INT": 15, "REF": 20, "SAV": 10, "SOM": 25, "WIL": 5}
EVA = Character(
    id="eva",
    name="Eva",
    stats=STATS,
    skills=(
        Skill(id="guns", name="Guns", rating=60, aptitude="REF"),
        Skill(id="electronics", name="Hardware: Electronics", rating=40, aptitude="COG"),
    ),
)


def test_what_is_trained_is_left_out_but_every_skill_with_fields_stays() -> None:
    listed = {ability.label: ability.linked_rating for ability in untrained(EVA, EP2)}
    assert "Guns" not in listed
    assert {"Hardware", "Know", "Medicine", "Pilot"} <= set(listed)
    assert (listed["Hardware"], listed["Pilot"], listed["Free Fall"]) == (15, 20, 25)


def test_what_cannot_be_defaulted_or_has_no_aptitude_typed_is_left_out() -> None:
    assert "Infosec" not in [ability.label for ability in untrained(EVA, EP1)]
    assert "Networking" in [ability.label for ability in untrained(EVA, EP1)]
    assert untrained(Character(id="x", name="X"), EP2) == []
    assert untrained(EVA, KAISER) == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("hardware robotics", [(True, "Hardware: Robotics", 15)]),
        ("har robotics", [(False, "Hardware: Robotics", 15)]),
        ("hardware remote robots", [(True, "Hardware: Remote Robots", 15)]),
        ("pilot air", [(True, "Pilot: Air", 20)]),
        ("ha robotics", []),
        ("hardware electronics", []),
        ("hardware", []),
        ("guns pistols", []),
        ("hardly robotics", []),
        ("hardware teamwork 2", []),
        ("", []),
    ],
)
def test_words_name_a_skill_and_its_field(typed: str, found: list[tuple[bool, str, int]]) -> None:
    named = with_fields(typed.split(), EVA, EP2)
    assert [(whole, ability.label, ability.linked_rating) for whole, ability in named] == found
    assert all(ability.kind is AbilityKind.UNTRAINED for _, ability in named)


def test_names_of_several_words_are_begun_word_by_word() -> None:
    mira = Character(id="mira", name="Mira", stats=STATS | {"COO": 20})
    assert [ability.label for _, ability in with_fields(["exotic", "mel", "weapon", "whip"], mira, EP1)] == [
        "Exotic Melee Weapon: Whip"
    ]
    assert with_fields(["art", "dance"], mira, EP1)[0][1].label == "Art: Dance"
