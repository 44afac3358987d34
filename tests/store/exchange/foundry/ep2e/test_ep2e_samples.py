"""The packs of Foundry's ep2e system come in whole, and go out in the shape they have."""

import json
from typing import Any

import pytest

from ep2e_makers import brought, unaccounted, without_ids
from gm_desk.core.characters.stat_block import Movement
from gm_desk.store.exchange.foundry.ep2e.reading import is_ep2e
from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of
from samples import samples

NUMBERS = {
    "COG": "cognition",
    "INT": "intuition",
    "REF": "reflexes",
    "SAV": "savvy",
    "SOM": "somatics",
    "WIL": "willpower",
    "INIT": "initiative",
    "DUR": "durability",
    "WT": "wound_threshold",
    "DR": "death_rating",
}
PACKS = ("ep2e-creatures.db", "ep2e-characters.db")


@pytest.fixture(scope="module")
def actors() -> list[Any]:
    lines = [line for pack in PACKS for line in (samples() / "foundry" / pack).read_text("utf-8").splitlines()]
    return [json.loads(line) for line in lines if line.strip()]


def shape(value: Any, path: str = "") -> set[tuple[str, str]]:
    """List the keys of a value with the types of what they hold; of lists, what is in them does not count."""
    if not isinstance(value, dict):
        return {(path, "number" if type(value) in {int, float} else type(value).__name__)}
    return {found for key, inner in value.items() for found in shape(inner, f"{path}.{key}")}


def test_all_actors_are_known(actors: list[Any]) -> None:
    assert len(actors) == 19
    assert all(map(is_ep2e, actors))


def test_every_field_of_every_actor_is_accounted_for(actors: list[Any]) -> None:
    for actor in actors:
        assert unaccounted(actor, brought(actor)) == []


def test_every_actor_goes_out_and_in_as_it_was(actors: list[Any]) -> None:
    for actor in actors:
        character = brought(actor).character
        back = brought(json.loads(json.dumps(ep2e_of(character)))).character
        assert without_ids(back) == without_ids(character)


def test_an_actor_goes_out_in_the_shape_it_came_in(actors: list[Any]) -> None:
    for actor in actors:
        out = ep2e_of(brought(actor).character)
        assert shape(out["system"]) == shape(actor["system"])
        for kind, body in actor["flags"]["ep2e"].items():
            if body:
                assert shape(out["flags"]["ep2e"][kind]["system"]) == shape(body["system"])


def test_items_go_out_in_the_shapes_they_have(actors: list[Any]) -> None:
    known: dict[str, set[tuple[str, str]]] = {}
    for item in (item for actor in actors for item in actor["items"]):
        known[item["type"]] = known.get(item["type"], set()) | shape(item["system"])
    for item in (item for actor in actors for item in ep2e_of(brought(actor).character)["items"]):
        assert shape(item["system"]) <= known[item["type"]]


def test_what_is_written_down_comes_to_the_numbers_of_the_book(actors: list[Any]) -> None:
    dog = next(brought(actor).character for actor in actors if actor["name"] == "Guard Dog")
    keys = ("INIT", "DUR", "WT", "DR", "LUC", "TT", "IR")
    assert [dog.stats[key] for key in keys] == [10, 30, 6, 45, 20, 4, 40]
    assert [(skill.name, skill.rating) for skill in dog.skills] == [
        ("Athletics", 30),
        ("Fray", 40),
        ("Melee", 50),
        ("Perceive", 40),
        ("Provoke", 30),
    ]


def test_the_creatures_have_the_numbers_of_the_other_collection(actors: list[Any]) -> None:
    others = other_creatures()
    ours = {actor["name"]: brought(actor).character for actor in actors}
    both = ours.keys() & others.keys()
    assert len(both) == 14
    for name in both:
        stats, theirs = ours[name].stats, others[name]["attributes"]
        assert {key: stats[key] for key in NUMBERS} == {key: theirs[word] for key, word in NUMBERS.items()}
        held = {kind: sum(one.values[kind] for one in ours[name].armor) for kind in ("energy", "kinetic")}
        assert held["energy"] == theirs["armor_energy"]
        assert held["kinetic"] == theirs.get("armor_kinetic", theirs.get("amorr_kinetic"))


def test_the_creatures_move_and_know_as_in_the_other_collection_but_for_known_cells(actors: list[Any]) -> None:
    others = other_creatures()
    skills, ways = [], []
    for character in (brought(actor).character for actor in actors if actor["name"] in others):
        theirs = others[character.name]
        plain = {line.partition(" (")[0] for line in theirs["skills"]}
        skills += sorted({f"{one.name} {one.rating}" for one in character.skills} - plain)
        moves = {(way["movement_type"], way["base"], way["full"]) for way in theirs["movement_rate"]}
        ways += [f"{way.name} {way.base}/{way.full}" for way in character.movement if key(way) not in moves]
    assert len(skills) == 10
    assert len(ways) == 1


def key(way: Movement) -> tuple[str, int | None, int | None]:
    return way.name, way.base, way.full


def other_creatures() -> dict[str, Any]:
    """Give the creatures of another collection by their names."""
    listed = json.loads((samples() / "ep2-data" / "gear_creatures.json").read_text("utf-8"))
    return {one["name"]: one for one in listed}
