"""Conditions typed in the finder: "thug 2 stunned 3"."""

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.line import read_line
from gm_desk.core.finder.meanings import CharacterMeant, ConditionMeant, HarmMeant, Prepared, Unclear
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

GUNS = (Skill(id="g", name="Guns", rating=50, aptitude="REF"),)
PEOPLE = tuple(Character(id=name, name=name, skills=GUNS) for name in ("Thug 1", "Thug 2", "Lao Qing", "Blinded Bo"))


def read(line: str, selected: str = "") -> object:
    book = RollableIndex(Roster(id="r", name="R", characters=PEOPLE), load_system("ep2"), RULES["ep2"])
    return read_line(line, book, Draft(selected)).meanings[0]


@pytest.mark.parametrize(
    ("line", "who", "condition"),
    [
        ("thug 2 stunned 3", "Thug 2", "stunned 3"),
        ("lao prone", "Lao Qing", "prone"),
        ("lao impaired 20, 2 turns", "Lao Qing", "impaired 20, 2 turns"),
        ("lao Blinded until thug 1 acts", "Lao Qing", "Blinded until thug 1 acts"),
        ("bo stunned 1", "Blinded Bo", "stunned 1"),
    ],
)
def test_a_name_and_a_condition_set_it(line: str, who: str, condition: str) -> None:
    assert read(line) == ConditionMeant(who, who, condition)


def test_without_a_name_it_is_for_whoever_is_selected() -> None:
    assert read("stunned 2", "Lao Qing") == ConditionMeant("Lao Qing", "Lao Qing", "stunned 2")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("lao stunned", "Stunned needs an end"),
        ("lao impaired 15", "Impaired needs a level"),
        ("thug prone", "“thug” could be Thug 1 or Thug 2"),
    ],
)
def test_what_is_missing_is_said(line: str, says: str) -> None:
    meaning = read(line)
    assert isinstance(meaning, Unclear)
    assert meaning.says.startswith(says)


def test_other_lines_mean_what_they_meant() -> None:
    assert isinstance(read("lao guns"), Prepared)
    assert isinstance(read("lao"), CharacterMeant)
    assert isinstance(read("blinded"), CharacterMeant), "a name goes before a condition"
    assert isinstance(read("nobody stunned 3"), Unclear)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("thug 2 damage 12", HarmMeant("Thug 2", "Thug 2", "damage", "12")),
        ("lao stress 5", HarmMeant("Lao Qing", "Lao Qing", "stress", "5")),
        ("damage 50", HarmMeant("Thug 1", "Thug 1", "damage", "50")),
        ("thug 2 12 damage", HarmMeant("Thug 2", "Thug 2", "damage", "12")),
        ("lao 5 stress", HarmMeant("Lao Qing", "Lao Qing", "stress", "5")),
        ("50 damage", HarmMeant("Thug 1", "Thug 1", "damage", "50")),
        ("lao heal 5", HarmMeant("Lao Qing", "Lao Qing", "damage", "heal 5")),
        ("lao 5 heal", HarmMeant("Lao Qing", "Lao Qing", "damage", "heal 5")),
        ("lao heal 5 stress", HarmMeant("Lao Qing", "Lao Qing", "stress", "heal 5")),
        ("lao stress heal 5", HarmMeant("Lao Qing", "Lao Qing", "stress", "heal 5")),
        ("lao heal stress 5", HarmMeant("Lao Qing", "Lao Qing", "stress", "heal 5")),
        ("lao wounds 2", HarmMeant("Lao Qing", "Lao Qing", "wounds", "2")),
        ("lao 1 wound", HarmMeant("Lao Qing", "Lao Qing", "wounds", "1")),
        ("lao 2 traumas", HarmMeant("Lao Qing", "Lao Qing", "traumas", "2")),
        ("lao heal 2 wounds", HarmMeant("Lao Qing", "Lao Qing", "wounds", "heal 2")),
        ("lao heal wound", HarmMeant("Lao Qing", "Lao Qing", "wounds", "heal 1")),
        ("lao 7 damage kinetic", Unclear("Lao Qing has no armor called “kinetic”, none at all")),
        ("lao damage 7 kinetic", Unclear("Lao Qing has no armor called “kinetic”, none at all")),
    ],
)
def test_damage_is_dealt_by_a_name_a_track_and_a_number(line: str, meant: object) -> None:
    assert read(line, "Thug 1") == meant


def test_damage_of_nobody_in_particular_asks_who_is_meant() -> None:
    assert read("thug damage 3") == Unclear("“thug” could be Thug 1 or Thug 2")


def test_a_track_that_the_system_does_not_have_is_no_damage() -> None:
    assert isinstance(read("lao fatigue 5"), Unclear)


@pytest.mark.parametrize("line", ["thug 2 damage", "thug 2 wounds", "thug 2 heal"])
def test_the_number_of_a_name_is_no_amount(line: str) -> None:
    assert not isinstance(read(line), HarmMeant)


@pytest.mark.parametrize("line", ["lao heal", "lao heal damage", "heal stress"])
def test_healing_without_a_number_is_no_line_of_the_finder(line: str) -> None:
    assert not isinstance(read(line), HarmMeant)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("prone lao", ConditionMeant("Lao Qing", "Lao Qing", "prone")),
        ("stunned 3 thug 2", ConditionMeant("Thug 2", "Thug 2", "stunned 3")),
        ("impaired 20 thug 1", ConditionMeant("Thug 1", "Thug 1", "impaired 20")),
        ("stunned 3 turns of thug 2", ConditionMeant("Lao Qing", "Lao Qing", "stunned 3 turns of thug 2")),
        ("wound thug 2", HarmMeant("Thug 2", "Thug 2", "wounds", "1")),
        ("thug 2 wound", HarmMeant("Thug 2", "Thug 2", "wounds", "1")),
        ("trauma thug 2", HarmMeant("Thug 2", "Thug 2", "traumas", "1")),
        ("damage 12 thug 2", HarmMeant("Thug 2", "Thug 2", "damage", "12")),
        ("12 damage thug 2", HarmMeant("Thug 2", "Thug 2", "damage", "12")),
        ("heal 3 thug 2", HarmMeant("Thug 2", "Thug 2", "damage", "heal 3")),
        ("wound thug", Unclear("“thug” could be Thug 1 or Thug 2")),
        ("prone thug", Unclear("“thug” could be Thug 1 or Thug 2")),
    ],
)
def test_the_name_may_come_last(line: str, meant: object) -> None:
    assert read(line, "Lao Qing") == meant


@pytest.mark.parametrize("line", ["wound", "trauma"])
def test_a_wound_of_nobody_is_not_dealt(line: str) -> None:
    assert not isinstance(read(line, "Lao Qing"), HarmMeant)


def test_a_weapon_that_is_called_like_a_condition_is_rolled() -> None:
    baton = Attack(id="baton", name="Stunned baton", skill="Guns", damage="1d10")
    people = (structs.replace(PEOPLE[0], attacks=(baton,)), *PEOPLE[1:])
    book = RollableIndex(Roster(id="r", name="R", characters=people), load_system("ep2"), RULES["ep2"])
    for line in ("thug 1 stunned baton", "thug 1 stunned baton vs lao guns"):
        meaning = read_line(line, book, Draft()).meanings[0]
        assert isinstance(meaning, Prepared)
        assert meaning.draft.attack == "baton"
    assert isinstance(read_line("thug 1 stunned", book, Draft()).meanings[0], Unclear)
    assert isinstance(read_line("thug 1 stunned 3", book, Draft()).meanings[0], ConditionMeant)
