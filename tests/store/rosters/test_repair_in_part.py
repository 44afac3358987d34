"""Rosters with an unreadable part: the other parts are read, and it is kept and written back unchanged."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import STAND_IN, Roster, Unread
from gm_desk.store.disk.files import UnreadableFileError, UnwritableFileError
from gm_desk.store.rosters.files import (
    RosterReading,
    decode_in_part,
    decode_roster,
    encode_roster,
    read_in_part,
    write_roster,
)
from makers import Place, a_character, a_roster, a_skill, at, changed, raw_roster, without

PATH = Path("mars.json")


def read(raw: Any) -> RosterReading:
    return decode_in_part(json.dumps(raw).encode(), PATH)


def saved(roster: Roster, tmp_path: Path) -> Any:
    """Return what a file holds after a roster is saved into it."""
    write_roster(tmp_path / "mars.json", roster)
    return json.loads((tmp_path / "mars.json").read_bytes())


def told(reading: RosterReading) -> list[tuple[str, str]]:
    return [(problem.place, problem.problem) for problem in reading.problems]


def ids(roster: Roster) -> list[str]:
    return [*(group.id for group in roster.groups), *(one.id for one in roster.characters)]


ALL = ["players", "triad", "eva", "stranger"]
BAD: list[tuple[Place, Any, str, str, str]] = [
    (("characters", 0, "skills", 0, "rating"), 650, "eva", "character 1 “Eva”, skill 1 “Guns”, rating", "above 150"),
    (("characters", 0, "skills", 0, "rating"), -1, "eva", "character 1 “Eva”, skill 1 “Guns”, rating", "below 0"),
    (("characters", 0, "skills", 1, "id"), "skill-guns", "eva", "character 1 “Eva”, “Guns” and", "share the id"),
    (("characters", 0), 5, "eva", "character 1", "not in the shape"),
    (("characters", 0), None, "eva", "character 1", "not in the shape"),
    (("characters", 1, "name"), "", "stranger", "character 2, name", "empty"),
    (("characters", 1, "id"), "eva", "stranger", "“Eva” and “Stranger”", "share the id “eva”"),
    (("characters", 1, "extra"), 5, "stranger", "character 2 “Stranger”, extra", "not in the shape"),
    (("groups", 0, "colour"), 7, "players", "group 1 “Players”, colour", "text"),
    (("groups", 1, "id"), "players", "triad", "“Players” and “Triad”", "share the id “players”"),
]


@pytest.mark.parametrize(("place", "value", "missing", "where", "what"), BAD)
def test_what_can_be_read_is_and_the_rest_is_named_and_kept(
    place: Place, value: Any, missing: str, where: str, what: str
) -> None:
    raw = changed(place, value)
    reading = read(raw)
    assert ids(reading.roster) == [one for one in ALL if one != missing]
    ((found, problem),) = told(reading)
    assert where in found
    assert what in problem
    assert reading.roster.unread == (Unread(place[:2], at(raw, place[:2])),)
    assert json.loads(encode_roster(reading.roster)) == raw


@pytest.mark.parametrize(
    ("place", "value", "where", "what"),
    [
        (("name",), 5, "name", "text"),
        (("name",), " ", "name", "empty"),
        (("house",), [], "house", "not in the shape"),
        (("house",), {"cap": "sixty"}, "house, cap", "whole"),
        (("groups",), {"a": 1}, "groups", "a list"),
        (("characters",), None, "characters", "a list"),
    ],
)
def test_what_stands_at_the_top_costs_nothing_else(place: Place, value: Any, where: str, what: str) -> None:
    raw = changed(place, value)
    reading = read(raw)
    ((found, problem),) = told(reading)
    assert (found, what in problem) == (where, True)
    kept = {"groups": ALL[2:], "characters": ALL[:2]}.get(str(place[0]), ALL)
    assert ids(reading.roster) == kept
    assert reading.roster.name == (STAND_IN if place == ("name",) else "Mars")
    assert json.loads(encode_roster(reading.roster)) == raw


def test_one_bad_house_rule_leaves_the_others() -> None:
    raw = changed(("house",), {"cap": 40, "pool_in_cap": 1, "weather": "rain"})
    reading = read(raw)
    assert reading.roster.house == {"cap": 40, "weather": "rain"}
    assert json.loads(encode_roster(reading.roster)) == raw


def test_every_bad_part_is_told_of() -> None:
    raw = changed(("characters", 1), [])
    raw |= {"groups": [5, *raw["groups"]], "name": 5, "house": {"cap": -1}}
    reading = read(raw)
    assert [place for place, _ in told(reading)] == ["name", "house, cap", "group 1", "character 2"]
    assert json.loads(encode_roster(reading.roster)) == raw


def test_a_whole_roster_has_nothing_unread() -> None:
    assert read(raw_roster()) == RosterReading(a_roster())


@pytest.mark.parametrize(
    "raw",
    [
        [],
        None,
        {},
        without(("id",)),
        without(("name",)),
        changed(("id",), 5),
        changed(("system",), "gurps"),
        changed(("format",), "1"),
    ],
)
def test_what_is_no_roster_is_refused(raw: Any) -> None:
    with pytest.raises(UnreadableFileError) as raised:
        read(raw)
    with pytest.raises(UnreadableFileError) as whole:
        decode_roster(json.dumps(raw).encode(), PATH)
    assert str(raised.value) == str(whole.value)


# --- Changing what could be read -------------------------------------------------------------------------------------


def with_bad_ones(*indices: int) -> Any:
    """Return five characters, of which some are bad."""
    people = [{"id": f"c{index}", "name": f"C{index}", "later": {"x": index}} for index in range(5)]
    return changed(("characters",), [one | {"number": 0} if n in indices else one for n, one in enumerate(people)])


def test_the_bytes_are_the_same_after_a_change_and_its_undoing() -> None:
    before = read(with_bad_ones(1, 4)).roster
    content = encode_roster(before)
    after = before.without_character("c0")
    assert encode_roster(after) != content
    assert encode_roster(before) == content


def test_a_change_leaves_the_unread_ones_where_they_stood(tmp_path: Path) -> None:
    raw = with_bad_ones(1, 3)
    roster = read(raw).roster
    one = roster.character("c2")
    assert one is not None
    people = saved(roster.with_character(structs.replace(one, name="Changed")), tmp_path)["characters"]
    raw["characters"][2]["name"] = "Changed"
    assert people == raw["characters"]


def test_with_all_others_gone_the_unread_ones_are_still_there_in_their_order(tmp_path: Path) -> None:
    raw = with_bad_ones(2, 4)
    roster = read(raw).roster
    for gone in ("c0", "c1", "c3"):
        roster = roster.without_character(gone)
    people = saved(roster, tmp_path)["characters"]
    assert people == [raw["characters"][2], raw["characters"][4]]
    assert encode_roster(read_in_part(tmp_path / "mars.json").roster) == (tmp_path / "mars.json").read_bytes()


def test_a_good_one_that_moves_is_not_mistaken_for_the_other_with_its_id(tmp_path: Path) -> None:
    raw = changed(("characters",), [{"id": name[0], "name": name} for name in ("a", "b", "a, another", "c")])
    roster = read(raw).roster
    moved = roster.moved("a", "triad")
    assert [one.name for one in moved.characters] == ["b", "c", "a"]
    people = saved(moved, tmp_path)["characters"]
    assert [one["name"] for one in people] == ["b", "c", "a", "a, another"]
    assert read_in_part(tmp_path / "mars.json").roster.characters == moved.characters


def test_a_bad_one_with_the_id_of_a_good_one_stays_before_it(tmp_path: Path) -> None:
    raw = changed(("characters",), [{"id": "a", "name": ""}, {"id": "a", "name": "a"}])
    assert saved(read(raw).roster, tmp_path) == raw


def test_several_with_one_id_keep_their_order_behind_the_good_one(tmp_path: Path) -> None:
    people = [{"id": name[0], "name": name} for name in ("a", "a 2", "b", "a 3", "c")]
    moved = read(changed(("characters",), people)).roster.moved("a", "triad")
    names = [one["name"] for one in saved(moved, tmp_path)["characters"]]
    assert names == ["b", "c", "a", "a 2", "a 3"]
    again = read_in_part(tmp_path / "mars.json").roster
    assert again.characters == moved.characters
    assert encode_roster(again) == (tmp_path / "mars.json").read_bytes()


def test_a_great_many_bad_parts_are_put_back_as_they_stood() -> None:
    people: list[Any] = [0] * 10_000
    people[::1000] = [{"id": f"c{number}", "name": "C"} for number in range(10)]
    raw = changed(("characters",), people)
    reading = read(raw)
    assert (len(reading.roster.characters), len(reading.problems)) == (10, 9_990)
    assert json.loads(encode_roster(reading.roster)) == raw


def test_the_other_with_an_id_is_read_once_the_first_is_gone(tmp_path: Path) -> None:
    raw = changed(("characters",), [{"id": "a", "name": "a"}, {"id": "a", "name": "a, another"}])
    saved(read(raw).roster.without_character("a"), tmp_path)
    reading = read_in_part(tmp_path / "mars.json")
    assert ([one.name for one in reading.roster.characters], reading.problems) == (["a, another"], ())


def test_what_takes_the_place_of_something_unread_does_not_drop_it(tmp_path: Path) -> None:
    raw = changed(("characters",), {"eva": 1}) | {"groups": 7, "name": 5, "house": {"cap": "x"}}
    roster = structs.replace(read(raw).roster, name="Luna", house={"cap": 40}).with_character(a_character())
    file = saved(roster, tmp_path)
    assert (file["name"], file["unread name"], file["groups"]) == ("Luna", 5, 7)
    assert file["house"] == {"cap": 40, "unread cap": "x"}
    assert (file["characters"][0]["name"], file["unread characters"]) == ("Eva", {"eva": 1})
    again = read_in_part(tmp_path / "mars.json").roster
    assert again.characters == (a_character(),)
    assert encode_roster(again) == (tmp_path / "mars.json").read_bytes()


@pytest.mark.parametrize("key", ["unread", "extra"])
@pytest.mark.parametrize("value", [5, [], {"place": 1}, [{"place": ["name"], "raw": 1}]])
def test_a_key_of_ours_is_a_key_like_any_other_in_a_file(key: str, value: Any) -> None:
    raw = {**raw_roster(), key: value}
    assert (read(raw).problems, json.loads(encode_roster(read(raw).roster))) == ((), raw)


def test_a_partly_read_roster_that_is_no_roster_any_more_is_not_written(tmp_path: Path) -> None:
    roster = read(with_bad_ones(1)).roster
    twins = structs.replace(roster, characters=roster.characters + roster.characters)
    below = roster.with_character(a_character(skills=(a_skill(rating=-5),)))
    for wrong in (twins, below, structs.replace(roster, name="")):
        with pytest.raises(UnwritableFileError):
            write_roster(tmp_path / "mars.json", wrong)
    assert list(tmp_path.iterdir()) == []


# --- Newer files -----------------------------------------------------------------------------------------------------


def test_a_newer_file_is_read_as_far_as_it_goes() -> None:
    raw = changed(("characters", 0, "kind"), "spirit") | {"format": 2, "weather": {"now": "rain"}}
    reading = read(raw)
    assert reading.newer
    assert ids(reading.roster) == ["players", "triad", "stranger"]
    assert reading.roster.extra == {"weather": {"now": "rain"}}


def test_a_newer_file_is_never_written(tmp_path: Path) -> None:
    with pytest.raises(UnwritableFileError):
        write_roster(tmp_path / "mars.json", read(raw_roster() | {"format": 2}).roster)


@pytest.mark.parametrize("raw", [{"format": 2}, {"format": 10**30, "id": [], "name": "x"}])
def test_a_newer_file_of_which_too_little_is_known_is_refused_as_newer(raw: Any) -> None:
    with pytest.raises(UnreadableFileError, match="newer GM Desk"):
        read(raw)


@pytest.mark.parametrize("answers", [7, ["Know"], {"Know": 7}, {str(number): "x" for number in range(501)}])
def test_answers_that_cannot_be_read_are_left_out_and_carried_along(answers: Any, tmp_path: Path) -> None:
    raw = {**raw_roster(), "answers": answers}
    reading = read(raw)
    assert (reading.roster.answers, [one.place for one in reading.roster.unread]) == ({}, [("answers",)])
    assert reading.roster.characters
    assert saved(reading.roster, tmp_path)["answers"] == answers
