"""Creatures of EP2-Data come in whole, with an account of every field."""

from typing import Any

import pytest
from hypothesis import given

from eclipsephase_makers import a_creature, a_machine, creatures, is_whole, mutated, pack, unaccounted, why
from gm_desk.core.characters.stat_block import Armor, Movement, Points, Specialisation
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.exchange.ep2_data import from_ep2_data, is_ep2_data
from gm_desk.store.shipped import load_system
from makers import json_values, numbered_ids

EP2 = load_system("ep2")
A_MORPH = {
    "name": "Burrower", "book": "A book", "type": "Biomorph", "cost": 3, "availability": 50, "wound_threshold": 7,
    "durability": 35, "death_rating": 53, "pools": {"insight": 1, "moxie": 0, "vigor": 2, "flex": 1},
    "movement_rate": [{"movement_type": "Walker", "base": 4, "full": 20}], "ware": ["Biomods", "Cortical Stack"],
    "morph_traits": [{"name": "Limberness", "level": 1}], "common_extras": ["Some have claws."],
    "notes": ["Small size"], "common_shape_adjustments": [], "image": None, "description": "Made for tunnels.",
    "resource": "A book", "reference": "", "id": "9",
}  # fmt: skip


def imported(raw: Any) -> ImportedCharacter:
    return from_ep2_data(raw, EP2, numbered_ids())


def test_every_field_of_the_samples_is_accounted_for() -> None:
    for raw in creatures():
        found = imported(raw)
        assert is_ep2_data(raw)
        assert unaccounted(raw, found) == []
        assert is_whole(found.character)
        assert len(found.character.skills) == len(raw["skills"])


def test_foundry_actors_are_none() -> None:
    assert not any(map(is_ep2_data, pack("eclipsephase-animals.db")))


@pytest.mark.parametrize(
    "raw",
    [
        None, {}, {"attributes": []}, {"attributes": {"cognition": 5}}, {"movement_rate": [], "durability": 5},
        {"movement_rate": [], "durability": 5, "armor_kinetic": 2, "attributes": {}},
    ],
)  # fmt: skip
def test_what_is_no_creature_is_refused(raw: Any) -> None:
    assert not is_ep2_data(raw)


def test_numbers_come_in_and_zero_is_none() -> None:
    found = imported(a_creature())
    assert found.character.stats == dict.fromkeys(EP2.aptitudes, 5) | {"INIT": 2, "DUR": 10}
    assert found.character.checks == {"REF": 35}
    assert found.character.points == {"threat": Points(now=1, max=1)}
    assert why(found, "attributes.lucidity") == "0: it has none"
    assert why(found, "attributes.cognition_check") == "COG check 15: the usual three times the aptitude"


def test_a_misspelt_armor_protects_as_well() -> None:
    assert imported(a_creature()).character.armor == (Armor(values={"energy": 0, "kinetic": 2}),)


def test_skills_come_in_with_their_specialisations() -> None:
    found = imported(a_creature())
    fray, provoke = found.character.skill_named("Fray"), found.character.skill_named("Provoke")
    assert fray is not None
    assert (fray.rating, fray.aptitude, fray.category) == (30, "REF", "Combat")
    assert provoke is not None
    assert provoke.specialisations == (Specialisation(name="Dazzle", rating=45),)
    assert [one.name for one in found.character.skills] == ["Exotic Skill: Glow", "Fray", "Provoke"]
    assert "not a skill" in why(found, "skills[3]")


def test_the_rest_stands_where_it_belongs() -> None:
    moth = imported(a_creature()).character
    assert moth.movement == (Movement(name="Winged", base=8, full=32),)
    assert (moth.ware, moth.traits, moth.tags) == (("Lamp",), ("Bright (Level 2)",), ("Creatures", "Lights"))
    assert moth.notes == "Sting DV 1d6, Small size\nIt glows."
    assert [(one.name, one.damage, one.skill) for one in moth.attacks] == [("Sting", "1d6", "")]


@given(mutated(a_creature()) | mutated(a_machine()) | mutated(A_MORPH) | json_values)
def test_strange_data_raises_nothing_and_is_accounted_for(raw: Any) -> None:
    is_ep2_data(raw)
    found = imported(raw)
    assert unaccounted(raw, found) == []
    assert is_whole(found.character)


def test_a_morph_comes_in_as_a_body_without_an_ego() -> None:
    found = imported(A_MORPH)
    morph = found.character
    assert is_ep2_data(A_MORPH)
    assert (found.kind, morph.name, morph.morph, morph.body) == (
        "EP2-Data morph",
        "Burrower",
        "Burrower",
        "biomorph",
    )
    assert morph.traits == ("Limberness (Level 1)",)
    assert morph.notes.splitlines() == ["Small size", "Some have claws.", "Made for tunnels."]
    assert why(found, "availability") == "how easily it is had: 50"
    assert unaccounted(A_MORPH, found) == []


def test_a_bot_comes_in_with_all_its_numbers() -> None:
    raw = a_machine()
    found = imported(raw)
    drone = found.character
    assert is_ep2_data(raw)
    assert found.kind == "EP2-Data bot or vehicle"
    assert (drone.name, drone.tags, drone.body) == ("Tea Drone", ("Tech", "Bots"), "synthmorph")
    assert drone.stats == {"DUR": 30, "WT": 6, "DR": 60}
    assert drone.points == {"vigor": Points(now=1, max=1)}
    assert drone.armor == (Armor(values={"energy": 6, "kinetic": 4}),)
    assert drone.movement == (Movement(name="Hopper/Walker", base=4, full=20),)
    assert (drone.ware, drone.notes.splitlines()) == (
        ("Kettle",),
        ["It pours.", "Size: Very small", "Vigor, second number: 2"],
    )
    assert unaccounted(raw, found) == []


def test_a_vehicle_comes_in_with_its_passengers_and_what_is_more_than_a_field_holds() -> None:
    raw = a_machine(category="Vehicles", passengers=100, durability=750, death_rating=1500, size="Spacecraft", notes="")
    found = imported(raw)
    assert found.character.stats == {"DUR": 750, "WT": 6}
    assert {"Passengers: 100", "DR: 1500", "Size: Spacecraft"} <= set(found.character.notes.splitlines())
    assert unaccounted(raw, found) == []
