"""Actors written for ep2e have the body that they should have, and only values that its lists offer."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from ep2e_makers import a_guard, characters, imported, without_ids
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Movement
from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of
from makers import a_character
from schema import misfits, off_the_lists, schema

FACTS = schema("ep2e")


def body_of(actor: Any) -> tuple[str, Any]:
    """Return the kind and the values of the body of an actor."""
    return next(
        (
            (kind, actor["flags"]["ep2e"][kind]["system"])
            for kind in FACTS["kinds"]["bodies"]
            if kind in actor["flags"]["ep2e"]
        ),
        ("", {}),
    )


def faults(actor: Any) -> list[str]:
    """List what of an actor the system does not know."""
    kind, body = body_of(actor)
    lists = FACTS["enumerations"]
    found = [*misfits(body, FACTS[kind], kind)] if kind else []
    found += [*off_the_lists(body, lists, kind), *off_the_lists(actor["system"], lists, "ego")]
    for item in actor["items"]:
        found += off_the_lists(item["system"], lists, f"item.{item['type']}")
        found += [] if item["type"] in FACTS["kinds"]["items"] else [item["type"]]
    return found


def again(character: Character) -> Character:
    return imported(json.loads(json.dumps(ep2e_of(character)))).character


@settings(deadline=None)
@given(characters)
def test_every_actor_fits_the_schema(character: Character) -> None:
    assert faults(ep2e_of(character)) == []


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"body": "synthmorph"}, "synthetic"),
        ({"body": "biomorph"}, "biological"),
        ({"morph": "Case"}, "synthetic"),
        ({"morph": "Synth (custom)", "movement": (Movement(name="Walker", base=4, full=20),)}, "synthetic"),
        ({"stats": {"DUR": 45, "DR": 90}, "movement": (Movement(name="Walker"),)}, "synthetic"),
        ({"stats": {"DUR": 45, "DR": 68}, "movement": (Movement(name="Walker"),)}, "biological"),
        ({"stats": {"DUR": 35, "DR": 70}, "morph": "Reaper"}, "synthetic"),
        ({"stats": {"DUR": 35, "DR": 70}}, "infomorph"),
        ({"morph": "Digimorph", "stats": {"DUR": 25}}, "infomorph"),
        ({"morph": "Olympian", "movement": (Movement(name="Walker"),)}, "biological"),
        ({"morph": "Basic Pod"}, "biological"),
        ({}, ""),
    ],
)
def test_a_character_gets_the_body_that_its_stat_block_describes(changes: dict[str, Any], kind: str) -> None:
    character = a_character(**changes)
    actor = ep2e_of(character)
    assert body_of(actor)[0] == kind
    assert without_ids(again(character)) == without_ids(character)
    if kind == "synthetic":
        assert body_of(actor)[1]["shellType"] == "synthmorph"


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("Walker", ["walker"]),
        ("Thrust Vector", ["thrustVector"]),
        ("Wheeled/Thrust Vector", ["wheeled", "thrustVector"]),
        ("flight", ["winged"]),
        ("", ["walker"]),
        ("Burrow", ["walker"]),
    ],
)
def test_ways_to_move_are_on_the_list_of_the_system(name: str, types: list[str]) -> None:
    mover = a_guard(movement=(Movement(name=name, base=4, full=12),))
    rates = body_of(ep2e_of(mover))[1]["movementRates"]
    assert [(rate["type"], rate["base"], rate["full"]) for rate in rates] == [(one, 4, 12) for one in types]
    assert again(mover).movement == mover.movement


def test_a_way_to_move_that_is_on_no_list_can_be_read_in_foundry() -> None:
    mole = a_guard(movement=(Movement(name="Burrow", base=4, full=12),))
    assert "<p>Movement: Burrow 4/12</p>" in ep2e_of(mole)["system"]["description"]
    assert again(mole).notes == mole.notes


def test_a_size_that_is_on_no_list_is_kept_beside() -> None:
    huge = a_guard(notes="Size: Enormous\nSleeps.")
    assert body_of(ep2e_of(huge))[1]["size"] == "medium"
    assert again(huge).notes == huge.notes
