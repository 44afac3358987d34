"""A character written as an actor of eclipsephase since 1.5 fits that system's schema, and comes back the same."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from carried_makers import carried
from eclipsephase_makers import a_newer_actor, an_actor, an_animal, creatures, everybody, pack, unaccounted, without_ids
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points
from gm_desk.core.rules.dice import half_up
from gm_desk.store.exchange.ep2_data import from_ep2_data
from gm_desk.store.exchange.foundry.eclipsephase.older_writing import older_eclipsephase_of
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase, is_eclipsephase
from gm_desk.store.exchange.foundry.eclipsephase.writing import eclipsephase_of
from gm_desk.store.shipped import load_system, resource
from makers import a_character, characters, numbered_ids
from schema import misfits, off_the_lists, schema

EP2 = load_system("ep2")
FACTS = schema("eclipsephase")
SAMPLES = everybody("eclipsephase-animals.db", "eclipsephase-characters.db")
ALWAYS_THERE = ("Fray", "Perceive")


def read(raw: Any) -> Character:
    return from_eclipsephase(raw, EP2, numbered_ids()).character


def there_and_back(character: Character) -> Character:
    return read(json.loads(json.dumps(eclipsephase_of(character))))


def faults(actor: Any) -> list[str]:
    """List what of an actor the system does not know."""
    lists = FACTS["enumerations"]
    found = [*misfits(actor["system"], FACTS["actors"][actor["type"]], "system")]
    for item in actor["items"]:
        found += misfits(item["system"], FACTS["items"][item["type"]], item["type"])
        found += off_the_lists(item["system"], lists, item["type"])
        found += [] if item["name"].strip() else [f"{item['type']} without a name"]
    return found


def item_of(actor: Any, kind: str) -> Any:
    return next(item for item in actor["items"] if item["type"] == kind)


@given(characters)
def test_every_actor_fits_the_schema(character: Character) -> None:
    assert faults(eclipsephase_of(character)) == []


@given(carried)
def test_every_actor_of_the_second_edition_fits_the_schema(character: Character) -> None:
    assert faults(eclipsephase_of(character)) == []


@given(characters)
def test_every_character_comes_back_with_what_is_kept_beside_the_sheet(character: Character) -> None:
    of_the_roster = {
        name: getattr(Character(id="", name="x"), name) for name in ("group", "portrait", "dismissed", "extra")
    }
    again = structs.replace(without_ids(there_and_back(character)), **of_the_roster)
    assert again == structs.replace(without_ids(character), **of_the_roster)


@pytest.mark.parametrize(("name", "place"), SAMPLES)
def test_a_sample_comes_back_the_same(name: str, place: int) -> None:
    first = read(pack(name)[place])
    assert without_ids(there_and_back(first)) == without_ids(first)
    assert faults(eclipsephase_of(first)) == []


@pytest.mark.parametrize("raw", [an_actor(), an_animal(), a_newer_actor(), a_newer_actor("npc"), a_newer_actor("goon")])
def test_our_own_actors_come_back_the_same(raw: Any) -> None:
    first = without_ids(read(raw))
    assert without_ids(there_and_back(first)) == first
    assert without_ids(read(json.loads(json.dumps(older_eclipsephase_of(first))))) == first


def test_creatures_of_ep2_data_come_back_the_same() -> None:
    for raw in creatures():
        first = from_ep2_data(raw, EP2, numbered_ids()).character
        assert without_ids(there_and_back(first)) == without_ids(first)


@pytest.mark.parametrize("who", msgspec.json.decode(resource("samples/ep2.json").read_bytes(), type=Roster).characters)
def test_a_shipped_character_comes_back_the_same(who: Character) -> None:
    assert without_ids(there_and_back(who)) == structs.replace(without_ids(who), group="")
    assert faults(eclipsephase_of(who)) == []


def usual(character: Character) -> dict[str, int]:
    """Return the derived values that the sheet works out from the aptitudes alone."""
    stats = character.stats
    found = {}
    if {"REF", "INT"} <= stats.keys():
        found["INIT"] = half_up(stats["REF"] + stats["INT"], 5)
    if "WIL" in stats:
        found["LUC"] = 2 * stats["WIL"]
        found["TT"] = half_up(stats.get("LUC", found["LUC"]), 5)
    return found


def fitting(character: Character) -> Character:
    """Return a character with only what the sheet alone can carry: its lists, its networks and what is not usual."""
    ways = tuple(Movement(name="Walker", base=way.base, full=way.full) for way in character.movement)
    networks = {key: score for key, score in character.rep.items() if f"{key}-rep" in FACTS["items"]["id"]["rep"]}
    stats = {key: value for key, value in character.stats.items() if usual(character).get(key) != value}
    threat = (
        {} if character.kind == "pc" else {key: character.points[key] for key in character.points if key == "threat"}
    )
    return structs.replace(
        character,
        body=character.body or "biomorph",
        morph=character.morph or "Flat",
        movement=ways,
        motivations=character.motivations[:3],
        rep=networks,
        stats=stats,
        points={key: value for key, value in character.points.items() if key != "threat"} | threat,
        stress_test="" if character.kind == "pc" else character.stress_test,
        skills=tuple(structs.replace(one, rating=min(100, one.rating)) for one in character.skills if one.rating),
    )


@given(carried)
def test_what_a_sheet_can_carry_comes_back_from_the_sheet_alone(character: Character) -> None:
    first = fitting(character)
    actor = eclipsephase_of(first)
    actor["flags"] = {}
    again = without_ids(read(actor))
    written = {one.name for one in first.skills}
    skills = tuple(one for one in again.skills if one.name in written or one.name not in ALWAYS_THERE)
    assert structs.replace(again, skills=skills) == first


def test_values_stand_where_the_system_reads_them() -> None:
    eva = a_character(
        name="Eva", kind="pc", morph="Case", body="synthmorph", stats={"DUR": 40, "WIL": 10, "LUC": 24},
        points={"vigor": Points(now=1, max=2)}, movement=(Movement(name="Hopper", base=4, full=20),),
        rep={"c": 40}, ware=("Cyberbrain",), traits=("Tough", "Nudge (psi)"),
        armor=(Armor(name="Vest", values={"energy": 2, "kinetic": 3}),),
    )  # fmt: skip
    actor = eclipsephase_of(eva)
    system, morph, known = actor["system"], item_of(actor, "morph"), item_of(actor, "id")
    assert (is_eclipsephase(actor), actor["type"], actor["prototypeToken"]["disposition"]) == (True, "character", 1)
    assert (system["activeMorph"], system["activeID"]) == (morph["_id"], known["_id"])
    assert system["ego"]["idSelected"] == known["_id"]
    assert (morph["name"], morph["system"]["type"], morph["system"]["dur"], morph["system"]["vigor"]) == (
        "Case", "synth", 40, 2,
    )  # fmt: skip
    way = morph["system"]["movement"]["move1"]
    assert (way["type"], way["base"], way["full"], way["active"]) == ("hopper", 4, 20, True)
    assert known["system"]["rep"]["c-rep"]["value"] == 40
    assert (system["pools"]["vigor"]["value"], system["mods"]["lucmod"]) == (1, 4)
    assert item_of(actor, "ware")["system"]["boundTo"] == morph["_id"]
    assert item_of(actor, "traits")["name"] == "Tough"
    assert item_of(actor, "aspect")["name"] == "Nudge"
    assert item_of(actor, "armor")["system"]["slotType"] == "main"


def test_a_weapon_has_its_dice_apart_and_its_traits_ticked() -> None:
    gun = Attack(
        id="1", name="Rifle", skill="Guns", damage="2d10 + 1d6+3", modes="SA/BF", range="120", armor_piercing=True,
        ammo=Points(now=3, max=9), traits=("no close", "smartlink", "odd"),
    )  # fmt: skip
    system = item_of(eclipsephase_of(a_character(attacks=(gun,))), "rangedWeapon")["system"]
    mode = system["mode1"]
    assert (mode["d10"], mode["d6"], mode["bonus"], mode["range"], mode["firingMode"]) == (2, 1, 3, 120, "saBF")
    assert mode["traits"] == {"armorPiercing": {"value": True}, "noClose": {"value": True}}
    assert system["accessories"] == {"smartlink": {"value": True}}
    assert (system["ammoMin"], system["ammoMax"], system["description"]) == (3, 9, "<p>odd</p>")


@pytest.mark.parametrize("damage", ["", "SV 1d6", "1d10 ÷ 2", "3d8", "-2d6", "100d10"])
def test_damage_that_the_sheet_cannot_count_stands_as_words(damage: str) -> None:
    claw = Attack(id="", name="Claw", skill="Melee", damage=damage)
    actor = eclipsephase_of(a_character(attacks=(claw,)))
    assert item_of(actor, "ccWeapon")["system"]["mode1"]["dv"] == (damage or None)
    actor["flags"] = {}
    assert without_ids(read(actor)).attacks == (claw,)


@pytest.mark.parametrize(
    ("changes", "sheet"),
    [
        ({"kind": "pc"}, "character"),
        ({"kind": "pc", "points": {"threat": Points(now=1, max=1)}}, "character"),
        ({}, "npc"),
        ({"rep": {"c": 1}}, "character"),
        ({"gear": ("Muse: Plim",)}, "character"),
        ({"points": {"threat": Points(now=1, max=1)}}, "goon"),
        ({"stress_test": "SV 1d6"}, "goon"),
    ],
)
def test_a_character_gets_the_sheet_that_has_its_fields(changes: dict[str, Any], sheet: str) -> None:
    assert eclipsephase_of(structs.replace(a_character(kind="npc"), **changes))["type"] == sheet


def test_a_way_to_move_that_is_on_no_list_stands_in_the_biography_and_comes_back() -> None:
    mole = a_character(movement=(Movement(name="Burrow", base=2, full=8), Movement(name="Wheeled/Rotor", base=4)))
    actor = eclipsephase_of(mole)
    slots = item_of(actor, "morph")["system"]["movement"]
    assert [slots[f"move{place}"]["type"] for place in (1, 2, 3, 4)] == ["none", "wheeled", "rotor", "none"]
    assert actor["system"]["biography"] == "<p>Movement: Burrow 2/8</p>"
    assert read(actor).movement == mole.movement
    assert read(actor).notes == mole.notes


def test_what_was_changed_in_foundry_wins_over_what_was_kept() -> None:
    actor = eclipsephase_of(a_character(name="Eva", tags=("crew",), number=3, stats={"DUR": 30, "WT": 7}))
    item_of(actor, "morph")["system"]["dur"] = 45
    actor["system"]["physical"]["wt"] = None
    actor["system"]["biography"] = "<p>Changed.</p>"
    again = read(actor)
    assert (again.stats["DUR"], "WT" in again.stats) == (45, False)
    assert (again.notes, again.tags, again.number) == ("Changed.", ("crew",), 3)


def test_ids_are_of_foundrys_kind_and_the_same_each_time() -> None:
    character = read(a_newer_actor())
    actor = eclipsephase_of(character)
    ids = [actor["_id"], *(item["_id"] for item in actor["items"])]
    assert len(set(ids)) == len(ids)
    assert all(len(one) == 16 and one.isalnum() for one in ids)
    assert eclipsephase_of(character) == actor


def test_what_is_written_is_accounted_for_when_it_is_read() -> None:
    for raw in (a_newer_actor(), a_newer_actor("goon", threatLevel={"current": 1, "total": 1})):
        written = eclipsephase_of(read(raw))
        assert unaccounted(written, from_eclipsephase(written, EP2, numbered_ids())) == []


@given(carried, st.sampled_from(EP2.aptitudes), st.integers(1, 200))
def test_a_check_of_its_own_comes_back(character: Character, aptitude: str, check: int) -> None:
    usual_check = 3 * character.stats.get(aptitude, 0)
    again = there_and_back(character.with_check(aptitude, check))
    assert again.checks.get(aptitude, usual_check) == check
