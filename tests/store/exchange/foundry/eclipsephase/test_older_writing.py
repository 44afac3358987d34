"""A character written as an actor of eclipsephase before 1.5 has its declared shape, and comes back the same."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from carried_makers import carried
from eclipsephase_makers import an_actor, an_animal, creatures, everybody, pack, unaccounted, without_ids
from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.store.exchange.ep2_data import from_ep2_data
from gm_desk.store.exchange.foundry.eclipsephase.older_writing import older_eclipsephase_of
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase, is_eclipsephase
from gm_desk.store.shipped import load_system, resource
from makers import a_character, characters, numbered_ids

EP2 = load_system("ep2")
SAMPLES = everybody("eclipsephase-animals.db", "eclipsephase-characters.db")
ALWAYS_THERE = ("Fray", "Perceive")
NUMBER = (int, type(None))
LOOSE = ("ammoMin", "quantity", "value")
"""Fields of the samples that are a number in one actor and text in another."""


def read(raw: Any) -> Character:
    return from_eclipsephase(raw, EP2, numbered_ids()).character


def there_and_back(character: Character) -> Character:
    return read(json.loads(json.dumps(older_eclipsephase_of(character))))


def shapes(part: Any, place: str = "") -> Iterator[tuple[str, type]]:
    """List where in a sheet which kind of value stands."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from shapes(value, f"{place}.{key}")
        else:
            yield f"{place}.{key}", type(value)


@pytest.mark.parametrize(("name", "place"), SAMPLES)
def test_a_sample_comes_back_the_same(name: str, place: int) -> None:
    first = read(pack(name)[place])
    assert without_ids(there_and_back(first)) == without_ids(first)


@pytest.mark.parametrize("raw", [an_actor(), an_animal()])
def test_our_own_actors_come_back_the_same(raw: Any) -> None:
    first = without_ids(read(raw))
    again = without_ids(there_and_back(first))
    assert again == first


def test_creatures_of_ep2_data_come_back_the_same() -> None:
    for raw in creatures():
        first = from_ep2_data(raw, EP2, numbered_ids()).character
        assert without_ids(there_and_back(first)) == without_ids(first)


def test_the_sheet_has_every_key_of_the_samples_with_the_same_kinds_of_values() -> None:
    for raw in pack("eclipsephase-characters.db"):
        written = dict(shapes(older_eclipsephase_of(read(raw))["system"]))
        for place, kind in shapes(raw["data"]):
            assert place in written or place.endswith(".description"), place
            allowed = {
                kind,
                *(NUMBER if kind in NUMBER else ()),
                *((str, type(None)) if kind in {str, type(None)} else ()),
            }
            assert written.get(place, kind) in allowed, place


def test_items_have_every_key_of_the_samples() -> None:
    declared = {item["type"]: item["data"] for raw in pack("eclipsephase-characters.db") for item in raw["items"]}
    for raw in pack("eclipsephase-characters.db"):
        for item in older_eclipsephase_of(read(raw))["items"]:
            missing = set(declared[item["type"]]) - set(item["system"])
            assert missing == set(), item["name"]
            for key, value in declared[item["type"]].items():
                assert key in LOOSE or type(item["system"][key]) in {type(value), type(None)}, (item["type"], key)


def test_values_stand_where_current_foundry_reads_them() -> None:
    actor = older_eclipsephase_of(a_character(name="Eva", kind="pc"))
    assert is_eclipsephase(actor)
    assert (actor["type"], actor["name"], actor["_stats"]["systemId"]) == ("character", "Eva", "eclipsephase")
    assert "data" not in actor
    assert (actor["prototypeToken"]["name"], actor["prototypeToken"]["disposition"]) == ("Eva", 1)


def test_ids_are_of_foundrys_kind_and_the_same_each_time() -> None:
    character = read(an_actor())
    actor = older_eclipsephase_of(character)
    ids = [actor["_id"], *(item["_id"] for item in actor["items"])]
    assert len(set(ids)) == len(ids)
    assert all(len(one) == 16 and one.isalnum() for one in ids)
    assert older_eclipsephase_of(character) == actor


def test_what_is_written_is_accounted_for_when_it_is_read() -> None:
    raw = older_eclipsephase_of(read(an_actor()))
    assert unaccounted(raw, from_eclipsephase(raw, EP2, numbered_ids())) == []


def test_each_kind_of_weapon_is_written_as_its_own() -> None:
    actor = older_eclipsephase_of(read(an_actor()))
    kinds = {item["name"]: item["type"] for item in actor["items"]}
    assert (kinds["Baton"], kinds["Spitter"], kinds["Popper"]) == ("ccWeapon", "rangedWeapon", "grenade")
    assert (kinds["Hardware: Locks"], kinds["Back Doors"]) == ("specialSkill", "knowSkill")


def test_a_second_skill_of_a_name_gets_an_item_of_its_own() -> None:
    guns = [
        Skill(id=str(place), name="Guns", rating=rating, aptitude="REF", category="Combat")
        for place, rating in enumerate((40, 60))
    ]
    again = there_and_back(a_character(stats={"REF": 15}, skills=tuple(guns)))
    assert sorted((one.name, one.rating) for one in again.skills) == [("Guns", 40), ("Guns", 60)]


@given(carried)
def test_what_a_sheet_can_carry_comes_back_from_the_sheet_alone(character: Character) -> None:
    actor = older_eclipsephase_of(character)
    actor["flags"] = {}
    again = without_ids(read(actor))
    written = {one.name for one in character.skills}
    skills = tuple(one for one in again.skills if one.name in written or one.name not in ALWAYS_THERE)
    assert structs.replace(again, skills=skills) == character


@given(characters)
def test_every_character_comes_back_with_what_is_kept_beside_the_sheet(character: Character) -> None:
    of_the_roster = {
        name: getattr(Character(id="", name="x"), name) for name in ("group", "portrait", "dismissed", "extra")
    }
    again = structs.replace(without_ids(there_and_back(character)), **of_the_roster)
    assert again == structs.replace(without_ids(character), **of_the_roster)


@pytest.mark.parametrize("who", msgspec.json.decode(resource("samples/ep2.json").read_bytes(), type=Roster).characters)
def test_a_shipped_character_comes_back_the_same(who: Character) -> None:
    assert without_ids(there_and_back(who)) == structs.replace(without_ids(who), group="")


def test_what_was_changed_in_foundry_wins_over_what_was_kept() -> None:
    actor = older_eclipsephase_of(a_character(name="Eva", tags=("crew",), number=3))
    actor["name"] = "Eva Two"
    actor["system"]["biography"] = "<p>Changed.</p>"
    again = read(actor)
    assert (again.name, again.notes, again.tags, again.number) == ("Eva Two", "Changed.", ("crew",), 3)


@given(carried, st.sampled_from(EP2.aptitudes), st.integers(1, 200))
def test_a_check_of_its_own_comes_back(character: Character, aptitude: str, check: int) -> None:
    usual = 3 * character.stats.get(aptitude, 0)
    again = there_and_back(character.with_check(aptitude, check))
    assert again.checks.get(aptitude, usual) == check
