"""The packs of Foundry's ep2e system come in whole, and go out in the shape they have."""

import json
from typing import Any

import pytest

from eclipsephase_makers import pack
from ep2e_makers import imported, unaccounted, without_ids
from gm_desk.store.exchange.foundry.ep2e.reading import is_ep2e
from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of
from samples import OURS

PACKS = ("ep2e-creatures.db", "ep2e-characters.db")


@pytest.fixture(scope="module")
def actors() -> list[Any]:
    return [actor for name in PACKS for actor in pack(name)]


def shape(value: Any, path: str = "") -> set[tuple[str, str]]:
    """List the keys of a value with the types of what they hold; of lists, what is in them does not count."""
    if not isinstance(value, dict):
        return {(path, "number" if type(value) in {int, float} else type(value).__name__)}
    return {found for key, inner in value.items() for found in shape(inner, f"{path}.{key}")}


def test_all_actors_are_known(actors: list[Any]) -> None:
    assert len(actors) >= 6
    assert all(map(is_ep2e, actors))


def test_every_field_of_every_actor_is_accounted_for(actors: list[Any]) -> None:
    for actor in actors:
        assert unaccounted(actor, imported(actor)) == []


def test_every_actor_goes_out_and_in_as_it_was(actors: list[Any]) -> None:
    for actor in actors:
        character = imported(actor).character
        back = imported(json.loads(json.dumps(ep2e_of(character)))).character
        assert without_ids(back) == without_ids(character)


def test_an_actor_goes_out_in_the_shape_it_came_in(actors: list[Any]) -> None:
    for actor in actors:
        out = ep2e_of(imported(actor).character)
        assert shape(out["system"]) == shape(actor["system"])
        for kind, body in actor["flags"]["ep2e"].items():
            if body:
                assert shape(out["flags"]["ep2e"][kind]["system"]) == shape(body["system"])


def test_items_go_out_in_the_shapes_they_have(actors: list[Any]) -> None:
    known: dict[str, set[tuple[str, str]]] = {}
    for item in (item for actor in actors for item in actor["items"]):
        known[item["type"]] = known.get(item["type"], set()) | shape(item["system"])
    for item in (item for actor in actors for item in ep2e_of(imported(actor).character)["items"]):
        assert shape(item["system"]) <= known[item["type"]]


def test_what_is_written_down_comes_to_the_numbers_of_the_rules() -> None:
    lynx = next(imported(actor).character for actor in pack(PACKS[0], OURS) if actor["name"] == "Cellar Lynx")
    keys = ("INIT", "DUR", "WT", "DR", "LUC", "TT", "IR")
    assert [lynx.stats[key] for key in keys] == [7, 35, 7, 53, 30, 6, 60]
    assert [(skill.name, skill.rating) for skill in lynx.skills] == [
        ("Athletics", 60),
        ("Fray", 50),
        ("Melee", 55),
        ("Perceive", 40),
        ("Provoke", 30),
    ]
