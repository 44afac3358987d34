"""Rosters as files: nothing is lost on the way there and back."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from msgspec import structs

from gm_desk.core.characters.roster import MOST_ANSWERS, Character, Group, Roster, Skill
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.rosters.files import (
    decode_in_part,
    decode_roster,
    encode_roster,
    read_roster,
    read_sample,
    write_roster,
)
from makers import Place, a_character, a_roster, a_skill, at, changed, numbered_ids, raw_roster, rosters

PATH = Path("mars.json")
WHOLE = encode_roster(a_roster())


def decode(raw: Any) -> Roster:
    return decode_roster(json.dumps(raw).encode(), PATH)


@given(rosters)
def test_what_is_written_is_read_again_and_gives_the_same_bytes(roster: Roster) -> None:
    content = encode_roster(roster)
    assert decode_roster(content, PATH) == roster
    assert encode_roster(decode_roster(content, PATH)) == content


@given(rosters)
def test_a_file_holds_every_value_under_its_name_and_every_unknown_one_beside_it(roster: Roster) -> None:
    raw = json.loads(encode_roster(roster))
    shape = {"format": 1, "id": roster.id, "name": roster.name, "system": "ep2", "house": roster.house}
    assert {key: raw[key] for key in shape} == shape
    assert {key: raw[key] for key in roster.extra} == roster.extra
    pairs: list[tuple[Any, Any]] = [*zip(raw["groups"], roster.groups, strict=True)]
    pairs += zip(raw["characters"], roster.characters, strict=True)
    for one, character in zip(raw["characters"], roster.characters, strict=True):
        pairs += zip(one.get("skills", []), character.skills, strict=True)
    for inner, value in pairs:
        assert "extra" not in inner
        assert {key: inner[key] for key in value.extra} == value.extra


def test_the_bytes_are_the_same_after_a_change_and_its_undoing() -> None:
    before = a_roster()
    after = before.with_character(a_character(name="Eve"))
    assert encode_roster(after) != WHOLE
    assert encode_roster(before) == WHOLE


def test_a_file_can_be_read_by_people() -> None:
    assert b'\n "name": "Mars",\n' in WHOLE
    assert WHOLE.endswith(b"}\n")


def test_a_file_says_nothing_that_was_never_typed() -> None:
    skill = Skill(id="guns", name="Guns", rating=65)
    stranger = Character(id="stranger", name="Stranger", skills=(skill,))
    raw = json.loads(encode_roster(a_roster(groups=(Group(id="triad", name="Triad"),), characters=(stranger,))))
    assert raw["groups"] == [{"id": "triad", "name": "Triad"}]
    assert raw["characters"] == [
        {"id": "stranger", "name": "Stranger", "skills": [{"id": "guns", "name": "Guns", "rating": 65}]}
    ]


def test_a_stat_that_was_never_typed_is_absent_and_not_zero() -> None:
    one = a_character(stats={"COG": 0})
    assert json.loads(encode_roster(a_roster(characters=(one,))))["characters"][0]["stats"] == {"COG": 0}


LEVELS: list[Place] = [(), ("groups", 0), ("characters", 0), ("characters", 0, "skills", 0)]
STRANGE = {
    "threat": {"now": 2, "max": 3},
    "null": None,
    "extra": {"extra": [1]},
    "": "",
    "a.b": [[], {}, 2**80, 0.1],
}
FOREIGN = {"groups": 5, "characters": ["x"], "skills": {"extra": 1}}


@pytest.mark.parametrize("level", LEVELS)
def test_unknown_keys_survive_load_change_and_save(level: Place, tmp_path: Path) -> None:
    raw = raw_roster()
    inner = at(raw, level)
    inner |= STRANGE
    (tmp_path / "mars.json").write_bytes(json.dumps(raw).encode())
    roster = read_roster(tmp_path / "mars.json")
    write_roster(tmp_path / "mars.json", renamed_throughout(roster))
    saved = at(json.loads((tmp_path / "mars.json").read_bytes()), level)
    assert {key: saved[key] for key in STRANGE} == STRANGE
    assert list(saved) == list(inner), "each key stays where it stood"
    assert saved["name"] != inner["name"]


def renamed_throughout(roster: Roster) -> Roster:
    """Change something at every level."""
    eva = roster.characters[0]
    eva = structs.replace(eva, name="Eve").with_skill(structs.replace(eva.skills[0], name="Melee"))
    group = structs.replace(roster.groups[0], name="Heroes")
    return structs.replace(roster, name="Luna").with_character(eva).with_group(group)


@pytest.mark.parametrize("key", FOREIGN)
@pytest.mark.parametrize("level", LEVELS)
def test_a_key_that_is_known_elsewhere_may_be_unknown_here(level: Place, key: str) -> None:
    raw = raw_roster()
    at(raw, level).setdefault(key, FOREIGN[key])
    assert json.loads(encode_roster(decode(raw))) == raw


def test_a_copied_character_carries_its_unknown_keys_along() -> None:
    raw = changed(("characters", 0, "sleeve"), {"name": "Ghost"})
    raw["characters"][0]["skills"][0]["field"] = "Rifles"
    roster = decode(raw)
    copied = roster.characters[0].copied("Eva 2", numbered_ids())
    saved = json.loads(encode_roster(roster.with_character(copied)))["characters"][-1]
    assert (saved["name"], saved["sleeve"], saved["skills"][0]["field"]) == (
        "Eva 2",
        {"name": "Ghost"},
        "Rifles",
    )


def test_house_rules_of_a_later_time_survive() -> None:
    house = {"cap": 40, "weather": "rain"}
    assert json.loads(encode_roster(decode(changed(("house",), house))))["house"] == house


# --- Writing ---------------------------------------------------------------------------------------------------------


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "roster",
    [
        a_roster(name=""),
        a_roster(name="half a pair: \ud800"),
        a_roster(extra={"x": float("nan")}),
        a_roster(extra={"x": nested(100_000)}),
        a_roster(system="gurps"),
        a_roster(characters=(a_character(), a_character())),
        a_roster(characters=(a_character(skills=(a_skill(rating=151),)),)),
        a_roster(house={"cap": "sixty"}),
    ],
    ids=["empty", "surrogate", "nan", "deep", "system", "twins", "rating", "house"],
)
def test_what_could_not_be_read_again_is_not_written(roster: Roster, tmp_path: Path) -> None:
    path = tmp_path / "mars.json"
    write_roster(path, a_roster())
    with pytest.raises(UnwritableFileError, match="could not be read again") as raised:
        write_roster(path, roster)
    assert raised.value.path == path
    assert path.read_bytes() == WHOLE


def test_a_written_roster_is_read_again(tmp_path: Path) -> None:
    write_roster(tmp_path / "rosters" / "mars.json", a_roster())
    assert read_roster(tmp_path / "rosters" / "mars.json") == a_roster()


def test_a_folder_that_cannot_be_written_to_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "rosters").touch()
    with pytest.raises(UnwritableFileError):
        write_roster(tmp_path / "rosters" / "mars.json", a_roster())


def test_the_sample_is_a_roster_that_can_be_saved(tmp_path: Path) -> None:
    sample = read_sample("ep2")
    write_roster(tmp_path / "sample.json", sample)
    assert read_roster(tmp_path / "sample.json") == sample


def test_unknown_keys_survive_in_every_part_of_a_stat_block() -> None:
    later: dict[str, Any] = {"later": [1, {"x": None}]}
    parts = {
        "health": {"damage": 3, **later},
        "points": {"flex": {"now": 1, **later}},
        "armor": [{"values": {"energy": 6}, **later}],
        "movement": [{"name": "Walker", **later}],
        "attacks": [{"id": "pistol", "name": "Pistol", "ammo": {"now": 3, **later}, **later}],
        "skills": [{"id": "guns", "name": "Guns", "rating": 60, "specialisations": [{"name": "Pistols", **later}]}],
    }
    raw = changed(("characters", 0, "concept"), "Mechanic")
    raw["characters"][0].update(parts)
    raw["groups"][0]["threat"] = {"now": 2, "max": 3, **later}
    saved = json.loads(encode_roster(decode(raw)))
    assert {key: saved["characters"][0][key] for key in parts} == parts
    assert saved["groups"][0]["threat"] == raw["groups"][0]["threat"]


def test_remembered_answers_are_saved_and_a_roster_without_any_says_nothing_of_them() -> None:
    plain = a_roster()
    told = plain.answering("Know", "Perceive")
    assert b'"answers"' not in encode_roster(plain)
    assert json.loads(encode_roster(told))["answers"] == {"Know": "Perceive"}
    assert decode_roster(encode_roster(told), Path("mars.json")) == told
    strange = structs.replace(told, extra={"later": 1})
    assert decode_roster(encode_roster(strange), Path("mars.json")) == strange
    assert "answers" not in json.loads(encode_roster(structs.replace(plain, extra={"later": 1})))


def test_a_roster_remembers_a_bounded_number_of_answers_the_newest_of_each_skill() -> None:
    roster = a_roster()
    for number in range(MOST_ANSWERS + 5):
        roster = roster.answering(f"Skill {number}", "Fray")
    assert len(roster.answers) == MOST_ANSWERS
    assert "Skill 4" not in roster.answers
    again = roster.answering("SKILL 9", "Perceive")
    assert (again.answers["SKILL 9"], "Skill 9" in again.answers) == ("Perceive", False)
    assert decode_roster(encode_roster(roster), Path("mars.json")) == roster


def test_the_picture_for_the_players_is_saved_and_one_of_a_wrong_kind_is_set_aside() -> None:
    roster = structs.replace(a_roster(), picture="a" * 64, caption="Mars")
    content = encode_roster(roster)
    assert decode_roster(content, PATH) == roster
    assert b"picture" not in encode_roster(a_roster())
    reading = decode_in_part(content.replace(b'"' + b"a" * 64 + b'"', b"17"), PATH)
    assert (reading.roster.picture, reading.roster.caption) == ("", "Mars")
    assert [one.place for one in reading.roster.unread] == [("picture",)]
