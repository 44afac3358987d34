"""The shipped system and sample roster: whole, consistent, and enough for an evening."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gm_desk.assets import resource
from gm_desk.core.roster import Character, Group, Roster, Skill
from gm_desk.core.systems.system import System

SKILLS = """
Athletics SOM Physical; Deceive SAV Social; Exotic Skill: - -; Fray REF Combat; Free Fall SOM Physical; Guns REF Combat;
Hardware: COG Technical; Infiltrate REF Physical; Infosec COG Technical; Interface COG Technical; Kinesics SAV Social;
Know: COG Know; Medicine: COG Technical; Melee SOM Combat; Perceive INT Mental; Persuade SAV Social; Pilot: REF Vehicle;
Program COG Technical; Provoke SAV Social; Psi WIL Psi; Research INT Technical; Survival INT Mental
"""
LADDER = "Very Easy 30, Easy 20, Slightly Easy 10, Average 0, Slightly Hard -10, Hard -20, Very Hard -30"

LAO_QING = {"COG": 15, "INT": 15, "REF": 20, "SAV": 10, "SOM": 20, "WIL": 15}
LAO_QINGS_SKILLS = {
    "Athletics": 55, "Deceive": 40, "Fray": 60, "Guns": 65, "Infiltrate": 50,
    "Know: Triads": 60, "Melee": 65, "Perceive": 50, "Persuade": 45, "Pilot: Ground": 40,
}  # fmt: skip


def ep2() -> System:
    return msgspec.json.decode(resource("systems/ep2.json").read_bytes(), type=System)


def sample_bytes() -> bytes:
    return resource("samples/ep2.json").read_bytes()


def sample() -> Roster:
    return msgspec.json.decode(sample_bytes(), type=Roster)


def named(name: str) -> Character:
    return next(one for one in sample().characters if one.name == name)


def rating(character: Character, skill: str) -> int:
    found = character.skill_named(skill)
    assert found is not None, f"{character.name} has no {skill}"
    return found.rating


def skills() -> Iterator[tuple[Character, Skill]]:
    return ((character, skill) for character in sample().characters for skill in character.skills)


def unknown(raw: dict[str, Any], kind: type[msgspec.Struct]) -> set[str]:
    return set(raw) - set(kind.__struct_fields__)


everyone = pytest.mark.parametrize("who", [one.name for one in sample().characters])
npcs = pytest.mark.parametrize("who", [one.name for one in sample().characters if one.kind == "npc"])


def test_the_system_names_its_aptitudes_and_its_check() -> None:
    system = ep2()
    assert (system.id, system.name, system.check) == ("ep2", "Eclipse Phase 2e", 3)
    assert system.aptitudes == ("COG", "INT", "REF", "SAV", "SOM", "WIL")


def test_the_system_names_seven_difficulties_from_easy_to_hard() -> None:
    assert ", ".join(f"{known.name} {known.value}" for known in ep2().difficulties) == LADDER


def test_the_system_lists_every_skill_with_its_link_and_category() -> None:
    listed = [f"{kind.name}{':' * kind.fields} {kind.aptitude or '-'} {kind.category or '-'}" for kind in ep2().skills]
    assert listed == [" ".join(line.split()) for line in SKILLS.split(";")]


def test_the_sample_says_nothing_that_the_roster_does_not_know() -> None:
    raw = msgspec.json.decode(sample_bytes())
    assert unknown(raw, Roster) == set()
    assert [unknown(group, Group) for group in raw["groups"]] == [set()] * len(raw["groups"])
    for character in raw["characters"]:
        assert unknown(character, Character) == set()
        assert [unknown(skill, Skill) for skill in character["skills"]] == [set()] * len(character["skills"])


def test_the_sample_is_for_the_second_edition_and_by_the_book() -> None:
    roster = sample()
    assert (roster.format, roster.name, roster.system, roster.house) == (1, "Mars: Noctis Blackout", "ep2", {})


def test_three_groups_hold_everyone() -> None:
    roster = sample()
    assert [group.name for group in roster.groups] == ["Players", "Dockside Triad", "Habitat Security"]
    assert all(roster.members(group.id) for group in roster.groups)
    assert roster.members("") == []


def test_each_group_has_a_colour_of_its_own() -> None:
    colours = {group.colour for group in sample().groups}
    assert len(colours) == len(sample().groups)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)


def test_the_players_are_the_three_player_characters() -> None:
    roster = sample()
    players = [one.name for one in roster.members(roster.groups[0].id)]
    assert players == [one.name for one in roster.characters if one.kind == "pc"] == ["Jaqui", "Tyska", "Eva"]


def test_there_are_six_to_ten_npcs() -> None:
    assert sum(one.kind == "npc" for one in sample().characters) in range(6, 11)


def test_every_id_and_every_name_is_given_once() -> None:
    roster = sample()
    ids = [roster.id, *(group.id for group in roster.groups), *(one.id for one in roster.characters)]
    ids += [skill.id for _, skill in skills()]
    assert len(set(ids)) == len(ids)
    assert len({one.name for one in roster.characters}) == len(roster.characters)


def test_a_skill_is_named_and_linked_as_the_system_does() -> None:
    system = ep2()
    for character, skill in skills():
        kind = system.skill_kind(skill.name)
        assert kind is not None, f"{character.name}: {skill.name}"
        assert (skill.aptitude, skill.category) == (kind.aptitude, kind.category), f"{character.name}: {skill.name}"
        assert re.fullmatch(f"{kind.name}: \\S.*" if kind.fields else kind.name, skill.name)


def test_no_rating_is_below_its_linked_aptitude() -> None:
    below = [(one.name, skill.name) for one, skill in skills() if skill.rating < one.stats[skill.aptitude]]
    assert below == []


@everyone
def test_a_character_has_six_aptitudes_in_the_range_of_the_book(who: str) -> None:
    stats = named(who).stats
    assert tuple(stats) == ep2().aptitudes
    assert all(5 <= value <= 30 for value in stats.values())


@everyone
def test_a_character_has_eight_to_sixteen_skills_by_the_alphabet(who: str) -> None:
    names = [skill.name for skill in named(who).skills]
    assert 8 <= len(set(names)) == len(names) <= 16
    assert names == sorted(names, key=str.casefold)


@everyone
def test_fray_and_perceive_are_at_least_twice_their_aptitude(who: str) -> None:
    character = named(who)
    assert rating(character, "Fray") >= 2 * character.stats["REF"]
    assert rating(character, "Perceive") >= 2 * character.stats["INT"]


@everyone
def test_a_character_can_fight_back(who: str) -> None:
    assert any(named(who).skill_named(attack) for attack in ("Guns", "Melee"))


@everyone
def test_a_character_has_a_short_concept_and_two_to_five_short_notes(who: str) -> None:
    character = named(who)
    lines = character.notes.splitlines()
    assert 0 < len(character.concept) <= 16
    assert len(lines) in range(2, 6)
    assert all(0 < len(line) <= 120 for line in lines)


@everyone
def test_a_character_wants_something_hides_something_and_has_a_way(who: str) -> None:
    headings = {line.partition(":")[0] for line in named(who).notes.splitlines()}
    assert {"Wants", "Tactic", "Secret"} <= headings


@npcs
def test_an_npc_says_when_it_is_wounded_and_out(who: str) -> None:
    found = re.search(r"DUR (\d+), WT (\d+)\.", named(who).notes)
    assert found is not None
    assert int(found[1]) == 5 * int(found[2])


def test_the_first_character_tells_the_scene_and_the_hook() -> None:
    assert re.match(r"Scene: .+\nHook: .+\n", sample().characters[0].notes)


def test_lao_qing_is_as_he_is_drawn() -> None:
    lao_qing = named("Lao Qing")
    assert lao_qing.stats == LAO_QING
    assert {skill.name: skill.rating for skill in lao_qing.skills} == LAO_QINGS_SKILLS


@pytest.mark.parametrize(
    ("who", "skill", "drawn"),
    [
        ("Jaqui", "Fray", 55),
        ("Jaqui", "Free Fall", 46),
        ("Tyska", "Infiltrate", 55),
        ("Eva", "Hardware: Robotics", 55),
        ("Sergeant Okoro", "Perceive", 50),
    ],
)
def test_the_others_roll_what_the_drawn_log_shows(who: str, skill: str, drawn: int) -> None:
    assert rating(named(who), skill) == drawn
