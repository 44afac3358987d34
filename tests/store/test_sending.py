"""Characters go out in the shapes that their system has, and as a roster they come back the same."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.core.systems import RULES
from gm_desk.store.rosters import decode_roster, read_sample
from gm_desk.store.sending import Shape, shapes_of, spelt
from gm_desk.store.systems import load_system


@pytest.mark.parametrize("system", RULES)
def test_a_roster_of_them_holds_them_as_they_are_without_a_group(system: str) -> None:
    characters = read_sample(system).characters
    roster = decode_roster(spelt(characters, load_system(system), Shape.ROSTER), Path())
    assert roster.characters == tuple(structs.replace(one, group="") for one in characters)
    assert (roster.system, roster.name) == (system, f"{len(characters)} characters")


def test_the_same_characters_give_the_same_bytes_and_others_another_roster() -> None:
    first, second, *_ = read_sample("ep2").characters
    system = load_system("ep2")
    assert spelt([first], system, Shape.ROSTER) == spelt([first], system, Shape.ROSTER)
    ids = {decode_roster(spelt([one], system, Shape.ROSTER), Path()).id for one in (first, second)}
    assert len(ids) == 2


def test_foundry_takes_characters_of_the_second_edition_alone() -> None:
    assert [shape for shape in shapes_of(load_system("ep2")) if shape.is_foundry] == [Shape.EP2E, Shape.ECLIPSEPHASE]
    for system in ("ep1", "kaiser"):
        assert not any(shape.is_foundry for shape in shapes_of(load_system(system)))


@pytest.mark.parametrize("shape", [Shape.EP2E, Shape.ECLIPSEPHASE])
def test_one_actor_is_a_file_of_its_own_and_several_are_a_pack(shape: Shape) -> None:
    system, characters = load_system("ep2"), read_sample("ep2").characters
    assert json.loads(spelt(characters[:1], system, shape))["name"] == characters[0].name
    pack = spelt(characters, system, shape).splitlines()
    assert [json.loads(line)["name"] for line in pack] == [one.name for one in characters]


@pytest.mark.parametrize("system", RULES)
@pytest.mark.parametrize("shape", [Shape.MARKDOWN, Shape.PLAIN])
def test_as_text_everybody_is_named(shape: Shape, system: str) -> None:
    characters = read_sample(system).characters
    text = spelt(characters, load_system(system), shape).decode()
    assert all(one.name in text for one in characters)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
