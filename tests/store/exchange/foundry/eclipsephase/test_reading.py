"""Actors of the Foundry system eclipsephase come in whole, with an account of every field."""

import time
from typing import Any

import pytest
from hypothesis import given

from eclipsephase_makers import an_actor, an_animal, an_item, everybody, is_whole, mutated, pack, unaccounted, why
from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Movement, Points, Specialisation
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase, is_eclipsephase
from gm_desk.store.shipped import load_system
from makers import json_values, numbered_ids
from samples import OURS

EP2 = load_system("ep2")
PACKS = {"eclipsephase-animals.db": 15, "eclipsephase-characters.db": 4}
EVERYBODY = everybody("eclipsephase-animals.db", "eclipsephase-characters.db")
THOUSAND = 1_000
MOST_SECONDS = 4  # a slow machine with much else to do


def imported(raw: Any) -> ImportedCharacter:
    return from_eclipsephase(raw, EP2, numbered_ids())


def read(raw: Any) -> Character:
    return imported(raw).character


def skill(character: Character, name: str) -> Skill:
    found = character.skill_named(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(("name", "place"), EVERYBODY)
def test_every_field_of_a_sample_is_accounted_for(name: str, place: int) -> None:
    raw = pack(name)[place]
    found = imported(raw)
    assert is_eclipsephase(raw)
    assert unaccounted(raw, found) == []
    assert is_whole(found.character)
    assert (found.character.name, found.system) == (raw["name"], "ep2")


@pytest.mark.parametrize("name", ["ep2e-creatures.db", "ep2e-characters.db"])
def test_actors_of_the_other_system_are_refused(name: str) -> None:
    assert not any(map(is_eclipsephase, pack(name)))


@pytest.mark.parametrize(
    "raw",
    [
        None, [], "actor", {}, {"type": "character"}, {"type": ["character"], "system": {}},
        {"type": "vehicle", "system": {"skills": {}}},
        {"type": "character", "system": {"aptitudes": {}, "skillsIns": {}}, "_stats": {"systemId": "dnd5e"}},
    ],
)  # fmt: skip
def test_what_is_no_actor_of_the_system_is_refused(raw: Any) -> None:
    assert not is_eclipsephase(raw)


def test_a_samples_skills_are_points_and_aptitude() -> None:
    raw = next(
        raw for raw in pack("eclipsephase-characters.db", OURS) if raw["data"]["skillsVig"]["free fall"]["value"] == 35
    )
    character, body = read(raw), raw["data"]
    apt = {key: body["aptitudes"][key]["value"] for key in ("int", "ref", "som")}
    assert skill(character, "Free Fall").rating == 35 + apt["som"]
    assert skill(character, "Fray").rating == body["skillsVig"]["fray"]["value"] + 2 * apt["ref"]
    assert skill(character, "Perceive").rating == body["skillsIns"]["perceive"]["value"] + 2 * apt["int"]


def test_a_samples_fields_are_spelt_as_the_system_does() -> None:
    names = {one.name for raw in pack("eclipsephase-characters.db", OURS) for one in read(raw).skills}
    assert {"Hardware: Electronics", "Pilot: Air", "Know: Music"} <= names
    assert not any(name.startswith("HW") for name in names)


def test_aptitudes_and_derived_values_come_in() -> None:
    stats = read(an_actor()).stats
    assert stats == {"COG": 15, "INT": 20, "REF": 15, "SAV": 10, "SOM": 20, "WIL": 10, "DUR": 45}


def test_skills_are_points_beside_their_aptitudes() -> None:
    ratings = {one.name: one.rating for one in read(an_actor()).skills}
    assert ratings == {
        "Athletics": 20, "Fray": 30, "Free Fall": 50, "Hardware: Locks": 45,
        "Know: Back Doors": 40, "Perceive": 50, "Persuade": 35,
    }  # fmt: skip


def test_a_skill_has_its_link_its_category_its_specialisations_and_its_modifier() -> None:
    character = read(an_actor())
    persuade, doors = skill(character, "Persuade"), skill(character, "Know: Back Doors")
    assert persuade.specialisations == (Specialisation(name="Guards"), Specialisation(name="Clerks", rating=60))
    assert (persuade.aptitude, persuade.category, persuade.note) == ("SAV", "Social", "+10")
    assert (doors.aptitude, doors.category) == ("INT", "Know")


def test_a_goons_skills_are_totals() -> None:
    character = read({**an_actor(), "type": "goon"})
    assert [(one.name, one.rating) for one in character.skills if one.name in {"Fray", "Free Fall"}] == [
        ("Free Fall", 30)
    ]


def test_a_check_that_is_no_usual_multiple_comes_in() -> None:
    raw = an_actor()
    raw["system"]["aptitudes"]["cog"]["mod"] = 10
    raw["system"]["aptitudes"]["som"]["roll"] = 95
    raw["system"]["aptitudes"]["wil"]["roll"] = 30
    assert read(raw).checks == {"COG": 55, "SOM": 95}


def test_health_pools_and_what_is_ignored_come_in() -> None:
    character = read(an_actor())
    health = character.health
    assert (health.damage, health.wounds, health.stress, health.traumas, health.ignored_wounds) == (7, 2, 3, 1, 1)
    assert character.points == {"vigor": Points(now=1, max=2), "flex": Points(now=2, max=2)}


def test_an_older_sheet_that_may_count_what_is_left_is_not_taken_for_damage() -> None:
    raw = an_actor()
    raw["data"] = raw.pop("system")
    found = imported(raw)
    assert (found.character.health.damage, found.character.health.stress) == (0, 0)
    assert "does not say" in why(found, "data.health.physical.value")


def test_the_id_in_use_gives_rep_and_the_others_stand_in_the_notes() -> None:
    found = imported(an_actor())
    assert found.character.rep == {"c": 35}
    assert "Another ID: Tam (g-rep 20)" in found.character.notes.splitlines()
    assert "favors" in why(found, "system.ego.ids.id2.rep.c-rep")


def test_the_morph_in_use_comes_in_and_the_others_by_name() -> None:
    character = read(an_actor())
    assert (character.morph, character.body) == ("Runner", "synthmorph")
    assert character.movement == (
        Movement(name="Walker", base=4, full=20),
        Movement(name="Thrust Vector", base=8, full=40),
    )
    assert "Another morph: Spare (DUR 20; Lamp)" in character.notes.splitlines()


def test_a_movement_with_its_rates_apart_comes_in() -> None:
    body = {"morph1": {"name": "Hull", "dur": 20, "movement1": {"base": 4, "full": 12, "type": "hopper"}}}
    assert read(an_actor(bodies=body)).movement == (Movement(name="Hopper", base=4, full=12),)


def test_items_stand_where_they_belong() -> None:
    character = read(an_actor())
    assert character.armor == (Armor(values={"energy": 4, "kinetic": 6}, name="Jacket"),)
    assert character.ware == ("Clock",)
    assert character.gear == ("Muse: Plim", "Old Plate (8/8, not worn)", "2 × Rope")
    assert character.traits == ("Squeaks", "Nudge (psi)")


def test_weapons_are_attacks() -> None:
    baton, spitter, popper = read(an_actor()).attacks
    assert (baton.skill, baton.damage, baton.armor_piercing, baton.traits) == ("Melee", "2d6", True, ("reach",))
    assert (spitter.skill, spitter.modes, spitter.range, spitter.ammo) == (
        "Guns",
        "SA/BF",
        "30m",
        Points(now=4, max=12),
    )
    assert (popper.skill, popper.ammo, popper.area, popper.notes) == ("Athletics", Points(now=3, max=3), "uniform", "")


def test_a_weapon_of_a_newer_sheet_is_an_attack_for_each_way_it_strikes() -> None:
    modes = {
        "mode1": {
            "d10": 2,
            "d6": "1",
            "bonus": 3,
            "range": "40m",
            "firingMode": "sa",
            "traits": {"touchOnly": {"value": True}},
        },
        "mode2": {"name": "Butt", "d6": 1, "traits": {"armorPiercing": {"value": True}, "shock": {"value": False}}},
    }
    raw = {**an_actor(), "items": [an_item("rangedWeapon", "Twin", additionalMode=True, ammoMin=3, ammoMax=6, **modes)]}
    first, second = read(raw).attacks
    assert (first.name, first.damage, first.modes, first.range) == ("Twin", "2d10+1d6+3", "SA", "40m")
    assert (first.traits, first.notes, first.ammo) == (("touch-only",), "", Points(now=3, max=6))
    assert (second.name, second.damage, second.armor_piercing) == ("Twin (Butt)", "1d6", True)
    assert unaccounted(raw, imported(raw)) == []


def test_what_is_told_stands_in_the_notes() -> None:
    assert read(an_actor()).notes.splitlines() == [
        "Sex: Female", "Age: 44", "ID: Dr. Ode", "Another ID: Tam (g-rep 20)", "Runs parcels.", "Owes money.",
        "Morph: Scratched.", "Muse: Talks & talks.",
        "Another morph: Spare (DUR 20; Lamp)",
    ]  # fmt: skip


def test_a_psi_strain_brings_its_influences() -> None:
    character = read(an_actor(psiStrain={"name": "Whisper", "infection": 20}))
    assert character.notes.endswith("Psi strain: Whisper; infection 20\nInfluence: It hurts.")


def test_a_friendly_token_makes_a_player_character() -> None:
    assert read(an_actor()).kind == "pc"
    assert read({**an_actor(), "prototypeToken": {"disposition": -1}}).kind == "npc"


def test_an_npc_brings_its_threat_and_a_goon_its_armor_and_stress_test() -> None:
    raw = an_actor(
        threatLevel={"current": 2, "total": 3},
        stresstest="SV 1d6",
        bodies={"morph1": {}, "armor": {"energy": 1, "kinetic": 2}},
    )
    character = read({**raw, "type": "npc", "items": []})
    assert character.points["threat"] == Points(now=2, max=3)
    assert character.armor == (Armor(values={"energy": 1, "kinetic": 2}),)
    assert character.stress_test == "SV 1d6"


def test_each_thing_left_out_has_its_reason() -> None:
    raw = an_actor(shoes=42)
    raw["items"].append(an_item("gear", "Hat", cost="minor", colour="red"))
    raw["system"]["aptitudes"]["cog"]["value"] = 900
    found = imported(raw)
    assert why(found, "system.shoes") == "GM Desk has no field for it: 42"
    assert why(found, "items[12].system.cost") == "what it costs"
    assert "red" in why(found, "items[12].system.colour")
    assert why(found, "system.aptitudes.cog.value") == "900 is outside the range 0 to 60"
    assert "another morph (morph1)" in why(found, "items[8].name")
    assert "COG" not in found.character.stats


def test_an_animals_values_are_totals() -> None:
    crab = read(an_animal())
    assert crab.stats == {"COG": 5, "INT": 10, "SAV": 0, "SOM": 15, "INIT": 5, "DUR": 20}
    assert [(one.name, one.rating) for one in crab.skills] == [("Counting", 55), ("Melee", 40)]
    assert crab.points == {"threat": Points(now=1, max=2)}
    assert crab.armor == (Armor(values={"energy": 3}),)
    assert crab.movement == (Movement(name="Walker", base=4, full=12), Movement(name="Swimmer", base=2, full=8))
    assert crab.health.wounds == 1


def test_an_animals_description_is_ware_and_notes() -> None:
    crab = read(an_animal())
    assert crab.ware == ("Grip Pads", "some have Claws (large, blunt)")
    assert crab.notes == "Pinch DV 1d6+2 (grapples), Small size"
    (pinch,) = crab.attacks
    assert (pinch.name, pinch.skill, pinch.damage, pinch.notes) == ("Pinch", "Melee", "1d6+2", "grapples")


@pytest.mark.parametrize(
    ("description", "ware", "notes"),
    [
        ("WARE: Gills;", ("Gills",), ""),
        ("WARE: Gills, Fins", ("Gills", "Fins"), ""),
        ("NOTES: Bites.", (), "Bites."),
        ("<p>It swims.</p><p>WARE: Gills; NOTES: Small size</p>", ("Gills",), "It swims.\nSmall size"),
        ("It swims, aware: of you.", (), "It swims, aware: of you."),
    ],
)
def test_a_description_is_taken_apart(description: str, ware: tuple[str, ...], notes: str) -> None:
    found = read(an_animal(description=description))
    assert (found.ware, found.notes) == (ware, notes)


def test_an_animals_older_values_are_left_out_with_what_they_say() -> None:
    found = imported(an_animal())
    assert why(found, "system.cog") == "an older value, 6; the sheet shows 5"
    assert why(found, "system.int") == "the same as another field"
    assert why(found, "system.luc") == "0: it has none"
    assert "what is left" in why(found, "system.curDur")


def test_an_animal_of_an_older_version_comes_in() -> None:
    raw = an_animal()
    raw["data"] = raw.pop("system")
    assert is_eclipsephase(raw)
    assert read(raw) == read(an_animal())


@pytest.mark.parametrize("raw", [an_actor(), an_animal()])
def test_every_field_of_our_own_is_accounted_for(raw: Any) -> None:
    assert unaccounted(raw, imported(raw)) == []


@given(mutated(an_actor()) | mutated(an_animal()) | json_values)
def test_strange_data_raises_nothing_and_is_accounted_for(raw: Any) -> None:
    is_eclipsephase(raw)
    found = imported(raw)
    assert unaccounted(raw, found) == []
    assert is_whole(found.character)


def test_a_thousand_actors_are_read_in_no_time() -> None:
    raw, began = an_actor(), time.process_time()
    for _ in range(THOUSAND):
        imported(raw)
    assert time.process_time() - began < MOST_SECONDS
