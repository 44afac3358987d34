"""Characters are brought out of files part by part; what is no character is refused by its place and for a reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.exchange.accounts import ImportedCharacter, Incoming, Refused
from gm_desk.store.exchange.importing import BESIDE, OURS, FileImport, bring
from gm_desk.store.rosters.files import encode_roster, read_sample
from gm_desk.store.shipped import load_system
from makers import a_character, numbered_ids

SYSTEMS = [load_system(system) for system in RULES]
CREATURE = {
    "name": "Dock rat",
    "attributes": {"cognition": 5, "reflexes": 15, "durability": 10},
    "skills": ["Melee 40"],
    "movement_rate": [],
    "ware": [],
}


def imported(folder: Path, content: bytes) -> FileImport:
    path = folder / "file"
    path.write_bytes(content)
    return bring(path, SYSTEMS, numbered_ids())


def names(found: FileImport) -> list[str]:
    return [one.character.name if isinstance(one, ImportedCharacter) else f"not {one.place}" for one in found]


def lines(*objects: Any) -> bytes:
    return b"\n".join(json.dumps(one).encode() for one in objects)


@pytest.mark.parametrize("system", RULES)
def test_a_roster_of_ours_brings_each_of_its_characters_whole(system: str, tmp_path: Path) -> None:
    roster = read_sample(system)
    found = list(imported(tmp_path, encode_roster(roster)))
    assert found == [ImportedCharacter(one, system, OURS) for one in roster.characters]


def test_of_a_damaged_roster_the_others_come_and_what_does_not_is_named(tmp_path: Path) -> None:
    raw = json.loads(encode_roster(read_sample("ep2")))
    raw["characters"][1]["skills"] = 5
    found = list(imported(tmp_path, json.dumps(raw).encode()))
    refused = [one for one in found if isinstance(one, Refused)]
    assert len(found) == len(raw["characters"])
    assert len(refused) == 1
    assert raw["characters"][1]["name"] in refused[0].place


def test_in_a_pack_the_last_line_about_a_character_counts(tmp_path: Path) -> None:
    first, second = {**CREATURE, "_id": "a", "name": "Old"}, {**CREATURE, "_id": "b", "name": "Other"}
    pack = lines(first, second, {**first, "name": "New"}, {"$$deleted": True, "_id": "b"})
    assert names(imported(tmp_path, pack)) == ["New"]


def test_a_line_that_is_no_json_is_refused_by_its_number_and_the_others_come(tmp_path: Path) -> None:
    found = imported(tmp_path, lines(CREATURE) + b'\n{"name": \n' + lines({**CREATURE, "name": "Rat 2"}))
    assert found.total == 3
    assert names(found) == ["Dock rat", "not line 2", "Rat 2"]
    assert found.done == 3


def test_of_a_doubled_key_in_a_line_of_a_pack_the_last_value_counts(tmp_path: Path) -> None:
    pack = lines(CREATURE)[:-1] + b', "name": "Dock cat"}'
    assert names(imported(tmp_path, pack + b"\n" + lines({**CREATURE, "_id": "b"}))) == ["Dock cat", "Dock rat"]


def test_a_line_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    pack = lines(CREATURE)[:-1] + b', "x": ' + b"[" * 200 + b"]" * 200 + b"}"
    assert names(imported(tmp_path, pack + b"\n" + pack)) == ["not line 1", "not line 2"]


def test_a_list_and_a_file_of_actors_bring_each_of_them(tmp_path: Path) -> None:
    several = [CREATURE, {**CREATURE, "name": "Rat 2"}]
    assert names(imported(tmp_path, json.dumps(several).encode())) == ["Dock rat", "Rat 2"]
    assert names(imported(tmp_path, json.dumps({"actors": several}).encode())) == ["Dock rat", "Rat 2"]


def test_an_actor_of_another_game_is_refused_by_the_game_s_name(tmp_path: Path) -> None:
    goblin = {"name": "Goblin", "type": "npc", "system": {"abilities": {}}, "_stats": {"systemId": "dnd5e"}}
    [refused] = imported(tmp_path, json.dumps(goblin).encode())
    assert isinstance(refused, Refused)
    assert refused.place == "“Goblin”"
    assert refused.why.startswith("it is a Foundry actor of another game, “dnd5e”. GM Desk reads")


@pytest.mark.parametrize("raw", [5, "x", [1], {}, {"name": 3}, {"name": "Mara", "_stats": 5}, [[]], {"actors": {}}])
def test_data_that_are_no_character_are_refused_in_words(raw: Any, tmp_path: Path) -> None:
    content = json.dumps([raw] if not isinstance(raw, (list, dict)) else raw).encode()
    [refused] = imported(tmp_path, content)
    assert isinstance(refused, Refused)
    assert "not a character of a known format" in refused.why


def test_a_text_without_a_stat_block_is_refused_with_what_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"no stat block was found in its text\. GM Desk reads"):
        imported(tmp_path, b"Once upon a time there was a game master.")


def test_a_text_brings_its_stat_blocks(tmp_path: Path) -> None:
    text = "### Dock rat\n\n- **Initiative:** 5 • **Fray:** 40 • **AV:** 1/2\n- **WT:** 2 • **DUR:** 10 • **DR:** 15\n"
    text += "\n---\n\n- **COG:** 5&nbsp;<sup>15</sup> • **REF:** 15&nbsp;<sup>45</sup>\n- **Skills:** Melee 40\n"
    [rat] = imported(tmp_path, text.encode())
    assert isinstance(rat, ImportedCharacter)
    assert (rat.character.name, rat.system) == ("Dock rat", "ep2")
    assert rat.character.source == text.strip("\n")


def test_a_part_that_breaks_its_reader_is_named_and_costs_no_other() -> None:
    def breaks() -> Incoming:
        raise ZeroDivisionError("by nothing")

    came = ImportedCharacter(a_character(), "ep2", OURS)
    assert list(FileImport([breaks, lambda: came])) == [Refused("part 1", "it could not be read: by nothing"), came]


def test_of_a_text_what_is_in_no_block_is_named_by_its_line(tmp_path: Path) -> None:
    text = "A list.\n\n### Ash Monk\n- **AV:** 1/2\n- **DUR:** 25\n\n# The end\n"
    _, *out = imported(tmp_path, text.encode())
    assert out == [Refused("line 1", f"{BESIDE}: “A list.”"), Refused("line 7", f"{BESIDE}: “# The end”")]
