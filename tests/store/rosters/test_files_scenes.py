"""Scenes, conditions and what is on stage in the file of a roster: kept whole, or opened in part."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Roster, Unread
from gm_desk.store.campaign.exporting import export_campaign
from gm_desk.store.campaign.importing import import_campaign
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import (
    RosterReading,
    decode_in_part,
    decode_known,
    decode_roster,
    encode_known,
    encode_roster,
    write_roster,
)
from makers import Place, a_fought_roster, at

PATH = Path("mars.json")


def raw_fight() -> Any:
    return json.loads(encode_roster(a_fought_roster()))


def spoilt(place: Place, value: Any) -> Any:
    """Return the data of the file with another value at one place."""
    raw = raw_fight()
    at(raw, place[:-1])[place[-1]] = value
    return raw


def read(raw: Any) -> RosterReading:
    return decode_in_part(json.dumps(raw).encode(), PATH)


def scene_ids(roster: Roster) -> list[str]:
    return [scene.id for scene in roster.scenes]


def test_a_fight_with_everything_in_it_goes_the_short_way_and_comes_back() -> None:
    roster = a_fought_roster()
    content = encode_known(roster)
    assert content is not None
    assert decode_known(content, PATH) == roster


def test_a_roster_without_scenes_says_nothing_of_them() -> None:
    raw = json.loads(encode_roster(a_fought_roster(scenes=(), stage="", conditions=())))
    assert not {"scenes", "stage", "conditions"} & set(raw)


TWIN = {"id": "eva", "name": "Eve"}
WHOLE: list[tuple[Place, Any, str, str]] = [
    (("scenes", 0, "id"), "", "scene 1 “Lock 9”, id", "empty"),
    (("scenes", 0), 7, "scene 1", "not in the shape"),
    (("scenes", 0, "extra"), 5, "extra", "not in the shape"),
]


@pytest.mark.parametrize(("place", "value", "where", "what"), WHOLE)
def test_a_scene_that_is_none_is_set_aside_and_put_back_and_the_rest_opens(
    place: Place, value: Any, where: str, what: str
) -> None:
    raw = spoilt(place, value)
    reading = read(raw)
    assert scene_ids(reading.roster) == ["later"]
    assert [one.id for one in reading.roster.characters] == ["eva", "stranger"]
    assert reading.roster.on_stage is None, "the scene on stage is the damaged one"
    [problem] = reading.problems
    assert where in problem.place
    assert what in problem.problem
    assert reading.roster.unread == (Unread(("scenes", 0), at(raw, ("scenes", 0))),)
    assert json.loads(encode_roster(reading.roster)) == raw


INSIDE: list[tuple[Place, Any, int, str, str]] = [
    (("now", "turn"), 0, 1, "now, turn", "below 1"),
    (("now", "turn"), "two", 1, "now, turn", "whole"),
    (("now", "phase"), 5, 1, "now, phase", "above 4"),
    (("now",), [], 1, "now", "not in the shape"),
    (("past",), {}, 1, "past", "a list"),
    (("past", 0, "turn"), 0, 2, "earlier moment 1, turn", "below 1"),
    (("ahead", 0), "soon", 2, "later moment 1", "not in the shape"),
    (("fighters", 0), None, 2, "fighter 1", "not in the shape"),
    (("fighters", 0), "eva", 2, "fighter 1", "not in the shape"),
    (("fighters", 2, "surprise"), "asleep", 2, "fighter 3 “Old Tom”, surprise", "“asleep” is not known"),
    (("fighters", 1), TWIN, 2, "scene 1 “Lock 9”, “Eva” and “Eve”", "share the id “eva”"),
    (("markers", 0, "turn"), -3, 2, "marker 1, turn", "below 1"),
    (("clocks", 0, "size"), 0, 2, "clock 1 “Alarm”, size", "below 1"),
    (("clocks",), "none", 1, "clocks", "a list"),
    (("pinned", 0, "value"), "much", 2, "pinned modifier 1, value", "whole"),
    (("name",), 5, 1, "name", "text"),
    (("notes",), [], 1, "notes", "text"),
    (("health",), "yes", 1, "health", "true or false"),
    (("picture",), 5, 1, "picture", "text"),
    (("caption",), None, 1, "caption", "text"),
]


@pytest.mark.parametrize(("inside", "value", "depth", "where", "what"), INSIDE)
def test_a_damaged_part_of_a_scene_costs_no_more_than_itself(
    inside: Place, value: Any, depth: int, where: str, what: str
) -> None:
    raw, whole = spoilt(("scenes", 0, *inside), value), raw_fight()
    reading = read(raw)
    [problem] = reading.problems
    assert problem.place.startswith("scene 1 “Lock 9”, ") or inside == ("name",)
    assert where in problem.place
    assert what in problem.problem
    part = inside[:depth]
    assert reading.roster.unread == (Unread(("scenes", "lock", *part), at(raw, ("scenes", 0, *part))),)
    del at(whole, ("scenes", 0, *part[:-1]))[part[-1]]
    kept = json.loads(encode_roster(structs.replace(reading.roster, unread=())))
    emptied = {name for name in ("past", "ahead", "markers", "pinned") if not whole["scenes"][0].get(name, True)}
    for name in emptied:
        del whole["scenes"][0][name]
    assert kept == whole, "everything else is there"
    assert json.loads(encode_roster(reading.roster)) == raw
    assert read(json.loads(encode_roster(reading.roster))).roster == reading.roster


def test_damaged_dice_of_a_turn_that_was_taken_back_cost_no_more_than_themselves() -> None:
    raw = raw_fight()
    raw["scenes"][0]["thrown"] = [{"turn": 3, "throws": {"eva": 4}}, {"turn": 4, "throws": {"eva": "four"}}]
    reading = read(raw)
    assert [one.turn for one in reading.roster.scenes[0].thrown] == [3]
    assert reading.problems[0].place.startswith("scene 1 “Lock 9”, turn with dice 2, throws")
    assert json.loads(encode_roster(reading.roster)) == raw


def test_several_damaged_parts_of_one_scene_stay_beside_what_takes_their_place(tmp_path: Path) -> None:
    raw = spoilt(("scenes", 0, "now", "turn"), 0)
    raw["scenes"][0] |= {"notes": 5, "health": "yes"}
    raw["scenes"][0]["clocks"][1]["size"] = "large"
    raw["stage"], raw["caption"] = 5, 6
    roster = read(raw).roster
    scene = roster.scenes[0]
    assert [clock.id for clock in scene.clocks] == ["alarm", "hack"]
    later = structs.replace(scene, notes="Mine", health=False, clocks=scene.clocks[1:], fighters=())
    write_roster(tmp_path / "mars.json", structs.replace(roster.with_scene(later), stage="lock"))
    saved = json.loads((tmp_path / "mars.json").read_bytes())
    assert (saved["stage"], saved["unread stage"], saved["caption"]) == ("lock", 5, 6)
    found = saved["scenes"][0]
    assert (found["notes"], found["unread notes"]) == ("Mine", 5)
    assert (found["health"], found["unread health"]) == (False, "yes")
    assert found["now"] == raw["scenes"][0]["now"]
    assert [clock["id"] for clock in found["clocks"]] == ["hack", "repair"]
    again = read(saved).roster
    assert again.scenes[0].notes == "Mine"
    write_roster(tmp_path / "mars.json", again)
    assert json.loads((tmp_path / "mars.json").read_bytes()) == saved


def test_a_second_fighter_with_an_id_that_becomes_readable_does_not_prevent_saving(tmp_path: Path) -> None:
    roster = read(spoilt(("scenes", 0, "fighters", 1), TWIN)).roster
    write_roster(tmp_path / "mars.json", roster.with_scene(roster.scenes[0].without_fighter("eva")))
    saved = json.loads((tmp_path / "mars.json").read_bytes())
    assert [one["id"] for one in saved["scenes"][0]["fighters"]] == ["gone", "eva"]


def test_the_damaged_parts_of_a_scene_go_with_it_and_come_back_with_it() -> None:
    raw = spoilt(("scenes", 0, "clocks", 0, "size"), 0)
    roster = read(raw).roster
    without = structs.replace(roster, scenes=roster.scenes[1:])
    assert [one["id"] for one in json.loads(encode_roster(without))["scenes"]] == ["later"]
    assert json.loads(encode_roster(roster)) == raw


BAD_CONDITION: list[tuple[Place, Any]] = [
    (("characters", 0, "conditions", 0, "span", "count"), 0),
    (("characters", 0, "conditions", 0), "stunned"),
    (("characters", 0, "conditions", 0, "level"), "high"),
]


@pytest.mark.parametrize(("place", "value"), BAD_CONDITION)
def test_a_damaged_condition_does_not_cost_its_character(place: Place, value: Any, tmp_path: Path) -> None:
    raw = spoilt(place, value)
    reading = read(raw)
    assert [one.id for one in reading.roster.characters] == ["eva", "stranger"]
    assert [one.id for one in reading.roster.characters[0].conditions] == ["i1"]
    assert reading.problems[0].place.startswith("character 1 “Eva”, condition 1")
    write_roster(tmp_path / "mars.json", reading.roster)
    assert json.loads((tmp_path / "mars.json").read_bytes()) == raw


def test_of_two_scenes_with_one_id_the_first_opens_and_both_are_kept() -> None:
    raw = spoilt(("scenes", 1, "id"), "lock")
    reading = read(raw)
    assert [scene.name for scene in reading.roster.scenes] == ["Lock 9"]
    assert "share the id “lock”" in reading.problems[0].problem
    assert json.loads(encode_roster(reading.roster)) == raw


@pytest.mark.parametrize(
    ("place", "value"), [(("scenes",), {"lock": 1}), (("stage",), 5), (("conditions",), "none"), (("stage",), None)]
)
def test_what_is_wrong_as_a_whole_costs_nothing_else(place: Place, value: Any) -> None:
    raw = spoilt(place, value)
    reading = read(raw)
    assert len(reading.problems) == 1
    assert [one.id for one in reading.roster.characters] == ["eva", "stranger"]
    assert json.loads(encode_roster(reading.roster)) == raw


def test_a_damaged_condition_of_the_roster_is_set_aside_alone() -> None:
    raw = spoilt(("conditions", 0, "acts"), "perhaps")
    reading = read(raw)
    assert (reading.roster.conditions, scene_ids(reading.roster)) == ((), ["lock", "later"])
    assert json.loads(encode_roster(reading.roster)) == raw


def test_a_scene_that_was_set_aside_stays_beside_what_changes_afterwards(tmp_path: Path) -> None:
    raw = spoilt(("scenes", 0, "extra"), 5)
    roster = read(raw).roster
    later = structs.replace(roster.scenes[0], name="Later still")
    write_roster(tmp_path / "mars.json", roster.with_scene(later))
    saved = json.loads((tmp_path / "mars.json").read_bytes())
    assert saved["scenes"][0] == raw["scenes"][0]
    assert saved["scenes"][1]["name"] == "Later still"
    assert saved["stage"] == "lock"


def test_a_scene_may_name_somebody_who_is_gone_and_a_stage_that_is_no_more() -> None:
    raw = spoilt(("stage",), "torn down")
    del raw["characters"][1]
    roster = decode_roster(json.dumps(raw).encode(), PATH)
    assert roster.on_stage is None
    assert [one.name for one in roster.scenes[0].fighters] == ["Eva", "Stranger", "Old Tom"]


LEVELS: list[Place] = [
    ("scenes", 0),
    ("scenes", 0, "fighters", 1),
    ("scenes", 0, "markers", 0),
    ("scenes", 0, "clocks", 0),
    ("scenes", 0, "now"),
    ("scenes", 0, "past", 0),
    ("scenes", 0, "ahead", 0),
    ("scenes", 0, "pinned", 0),
    ("scenes", 0, "now", "ranks", "eva"),
    ("scenes", 0, "now", "costs", 0),
    ("conditions", 0),
    ("characters", 0, "conditions", 0),
    ("characters", 0, "conditions", 0, "span"),
]


@pytest.mark.parametrize("level", LEVELS)
def test_unknown_keys_survive_load_change_and_save(level: Place) -> None:
    raw = raw_fight()
    strange = {"weather": "rain", "extra": {"extra": [1]}, "null": None}
    at(raw, level).update(strange)
    roster = decode_roster(json.dumps(raw).encode(), PATH)
    eva = structs.replace(roster.characters[0], notes="seen")
    saved = json.loads(
        encode_roster(roster.with_character(eva).with_scene(structs.replace(roster.scenes[0], name="X")))
    )
    assert {key: at(saved, level)[key] for key in strange} == strange


def test_a_campaign_file_carries_scenes_and_conditions(tmp_path: Path) -> None:
    roster = a_fought_roster()
    here, there = Places(tmp_path / "here"), Places(tmp_path / "there")
    content = encode_roster(roster)
    export_campaign(roster, content, here, tmp_path / "mars.gmdesk")
    path = import_campaign(tmp_path / "mars.gmdesk", there)
    assert path.read_bytes() == content
    assert decode_roster(path.read_bytes(), path) == roster
