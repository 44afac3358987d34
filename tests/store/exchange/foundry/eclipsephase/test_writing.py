"""A character written as an actor of eclipsephase has the shape that system declares, and comes back the same."""

import json
import string
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from eclipsephase_makers import an_actor, an_animal, creatures, everybody, pack, unaccounted, without_ids
from gm_desk.assets import resource
from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.store.exchange.ep2_data import from_ep2_data
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase, is_eclipsephase
from gm_desk.store.exchange.foundry.eclipsephase.writing import eclipsephase_of
from gm_desk.store.shipped import load_system
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
    return read(json.loads(json.dumps(eclipsephase_of(character))))


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
        written = dict(shapes(eclipsephase_of(read(raw))["system"]))
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
        for item in eclipsephase_of(read(raw))["items"]:
            missing = set(declared[item["type"]]) - set(item["system"])
            assert missing == set(), item["name"]
            for key, value in declared[item["type"]].items():
                assert key in LOOSE or type(item["system"][key]) in {type(value), type(None)}, (item["type"], key)


def test_values_stand_where_current_foundry_reads_them() -> None:
    actor = eclipsephase_of(a_character(name="Eva", kind="pc"))
    assert is_eclipsephase(actor)
    assert (actor["type"], actor["name"], actor["_stats"]["systemId"]) == ("character", "Eva", "eclipsephase")
    assert "data" not in actor
    assert (actor["prototypeToken"]["name"], actor["prototypeToken"]["disposition"]) == ("Eva", 1)


def test_ids_are_of_foundrys_kind_and_the_same_each_time() -> None:
    character = read(an_actor())
    actor = eclipsephase_of(character)
    ids = [actor["_id"], *(item["_id"] for item in actor["items"])]
    assert len(set(ids)) == len(ids)
    assert all(len(one) == 16 and one.isalnum() for one in ids)
    assert eclipsephase_of(character) == actor


def test_what_is_written_is_accounted_for_when_it_is_read() -> None:
    raw = eclipsephase_of(read(an_actor()))
    assert unaccounted(raw, from_eclipsephase(raw, EP2, numbered_ids())) == []


def test_each_kind_of_weapon_is_written_as_its_own() -> None:
    actor = eclipsephase_of(read(an_actor()))
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


# What a sheet can carry: words on one line that are not taken for something else, in the fields it has a place for.

words = st.text(string.ascii_letters + "äé&<>'\"", min_size=1, max_size=10).filter(
    lambda word: word.casefold() not in {"none", "ap"}
)
counts = st.integers(0, 999)
points = st.builds(Points, now=counts, max=counts)
upper = words.map(lambda word: word.capitalize()).filter(lambda word: word.casefold() != "thrustvector")
notes = st.lists(words | st.just(""), max_size=4).map(lambda lines: "\n".join(lines).strip())
one_gap = notes.map(lambda text: text.replace("\n\n\n", "\n\n"))


def a_skill_of(name: str) -> st.SearchStrategy[Skill]:
    kind = EP2.skill_kind(name)
    assert kind is not None
    special = st.lists(st.builds(Specialisation, name=words, rating=st.none() | st.integers(0, 150)), max_size=2)
    return st.builds(
        Skill,
        id=st.just(""),
        name=st.just(name),
        rating=st.integers(0, 150),
        aptitude=st.just(kind.aptitude),
        category=st.just(kind.category),
        specialisations=special.map(tuple),
    )


known_skills = st.sampled_from(
    ["Guns", "Fray", "Perceive", "Free Fall", "Know: Tea", "Hardware: Locks", "Pilot: Air", "Exotic Skill: Yo-yo"]
)
skill_lists = st.sets(known_skills).flatmap(lambda names: st.tuples(*(a_skill_of(name) for name in sorted(names))))
near = st.builds(
    Attack,
    id=st.just(""),
    name=words,
    skill=st.just("Melee"),
    damage=words,
    armor_piercing=st.booleans(),
    notes=words | st.just(""),
)
far = st.builds(
    Attack, id=st.just(""), name=words, skill=st.just("Guns"), damage=words,
    modes=st.sampled_from(["", "SA", "SA/BF/FA"]),
    range=words | st.just(""), ammo=st.none() | points, armor_piercing=st.booleans(),
)  # fmt: skip
ways = st.builds(
    Movement, name=upper | st.just("Thrust Vector"), speed=st.just(""), base=counts, full=st.none() | counts
)
armors = st.builds(Armor, name=words, values=st.dictionaries(st.sampled_from(["energy", "kinetic"]), counts))
carried = st.builds(
    Character,
    id=st.just(""),
    name=words,
    kind=st.sampled_from(["pc", "npc"]),
    morph=words | st.just(""),
    body=st.sampled_from(["", "biomorph", "synthmorph"]),
    motivations=st.lists(words, max_size=5).map(tuple),
    stats=st.dictionaries(st.sampled_from(EP2.aptitudes), st.integers(1, 60)).flatmap(
        lambda aptitudes: st.dictionaries(st.sampled_from(["INIT", "DUR", "WT", "DR", "LUC", "TT", "IR"]), counts).map(
            lambda others: aptitudes | others
        )
    ),
    health=st.builds(
        Health, damage=counts, wounds=counts, stress=counts, traumas=counts,
        ignored_wounds=st.integers(0, 9), ignored_traumas=st.integers(0, 9)
    ),
    points=st.dictionaries(st.sampled_from(["insight", "moxie", "vigor", "flex", "threat"]), points),
    armor=st.lists(armors, max_size=3).map(tuple),
    movement=st.lists(ways, max_size=4).map(tuple),
    attacks=st.lists(near | far, max_size=4).map(tuple),
    skills=skill_lists,
    rep=st.dictionaries(st.sampled_from([*EP2.networks, "z"]), counts),
    ware=st.lists(words, max_size=3).map(tuple),
    gear=st.lists(words | words.map(lambda word: f"3 × {word}"), max_size=3).map(tuple),
    traits=st.lists(words, max_size=3).map(tuple),
    stress_test=words | st.just(""),
    notes=one_gap,
)  # fmt: skip


@given(carried)
def test_what_a_sheet_can_carry_comes_back_from_the_sheet_alone(character: Character) -> None:
    actor = eclipsephase_of(character)
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
    actor = eclipsephase_of(a_character(name="Eva", tags=("crew",), number=3))
    actor["name"] = "Eva Two"
    actor["system"]["biography"] = "<p>Changed.</p>"
    again = read(actor)
    assert (again.name, again.notes, again.tags, again.number) == ("Eva Two", "Changed.", ("crew",), 3)


@given(carried, st.sampled_from(EP2.aptitudes), st.integers(1, 200))
def test_a_check_of_its_own_comes_back(character: Character, aptitude: str, check: int) -> None:
    usual = 3 * character.stats.get(aptitude, 0)
    again = there_and_back(character.with_check(aptitude, check))
    assert again.checks.get(aptitude, usual) == check
