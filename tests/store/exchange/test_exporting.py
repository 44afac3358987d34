"""Characters are exported in the formats of their system, and read back from a roster unchanged."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.core.systems.registry import RULES
from gm_desk.store.exchange.exporting import ExportFormat, formats_of, spelt
from gm_desk.store.rosters.files import decode_roster, read_sample
from gm_desk.store.shipped import load_system


@pytest.mark.parametrize("system", RULES)
def test_a_roster_of_them_holds_them_as_they_are_without_a_group(system: str) -> None:
    characters = read_sample(system).characters
    roster = decode_roster(spelt(characters, load_system(system), ExportFormat.ROSTER), Path())
    assert roster.characters == tuple(structs.replace(one, group="") for one in characters)
    assert (roster.system, roster.name) == (system, f"{len(characters)} characters")


def test_the_same_characters_give_the_same_bytes_and_others_another_roster() -> None:
    first, second, *_ = read_sample("ep2").characters
    system = load_system("ep2")
    assert spelt([first], system, ExportFormat.ROSTER) == spelt([first], system, ExportFormat.ROSTER)
    ids = {decode_roster(spelt([one], system, ExportFormat.ROSTER), Path()).id for one in (first, second)}
    assert len(ids) == 2


def test_foundry_takes_characters_of_the_second_edition_alone() -> None:
    assert [shape for shape in formats_of(load_system("ep2")) if shape.is_foundry] == [
        ExportFormat.EP2E,
        ExportFormat.ECLIPSEPHASE,
        ExportFormat.OLDER_ECLIPSEPHASE,
    ]
    for system in ("ep1", "kaiser"):
        assert not any(shape.is_foundry for shape in formats_of(load_system(system)))


@pytest.mark.parametrize("shape", [shape for shape in ExportFormat if shape.is_foundry])
def test_one_actor_is_a_file_of_its_own_and_several_are_a_pack(shape: ExportFormat) -> None:
    system, characters = load_system("ep2"), read_sample("ep2").characters
    assert json.loads(spelt(characters[:1], system, shape))["name"] == characters[0].name
    pack = spelt(characters, system, shape).splitlines()
    assert [json.loads(line)["name"] for line in pack] == [one.name for one in characters]


@pytest.mark.parametrize("system", RULES)
@pytest.mark.parametrize("shape", [ExportFormat.MARKDOWN, ExportFormat.PLAIN])
def test_as_text_everybody_is_named(shape: ExportFormat, system: str) -> None:
    characters = read_sample(system).characters
    text = spelt(characters, load_system(system), shape).decode()
    assert all(one.name in text for one in characters)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
