"""The finder: a character, or something of theirs to roll, from a few letters."""

import pytest

from gm_desk.core.draft import AbilityKind
from gm_desk.model.finding import MOST, Found, find, index_of
from model_makers import EP2, JAQUI, LAO, MOOK, OKORO, a_character, a_roster


def texts(typed: str) -> list[str]:
    return [found.text for found in find(index_of(a_roster(), EP2), typed)]


def test_a_name_finds_the_character_first_and_then_what_they_can_roll() -> None:
    found = find(index_of(a_roster(), EP2), "okoro")
    assert found == [
        Found("Sergeant Okoro", OKORO),
        Found("Sergeant Okoro · WIL check 60", OKORO, AbilityKind.CHECK, "WIL"),
    ]


def test_a_few_letters_of_each_word_find_a_skill() -> None:
    assert find(index_of(a_roster(), EP2), "la gu") == [Found("Lao Qing · Guns 65", LAO, AbilityKind.SKILL, f"{LAO}-0")]
    assert texts("GUNS mook") == ["Triad mook 1 · Guns 40"]


def test_a_skill_alone_finds_everybody_who_has_it() -> None:
    assert [found.character for found in find(index_of(a_roster(), EP2), "fray")] == [JAQUI, LAO]


def test_an_aptitude_that_was_never_typed_is_not_found() -> None:
    assert texts("wil check") == ["Sergeant Okoro · WIL check 60"]


def test_what_begins_a_word_comes_before_what_is_inside_one() -> None:
    guns, shotguns = a_character("a", "Ada", skills={"Shotguns": 40}), a_character("b", "Bo", skills={"Guns": 40})
    roster = a_roster(characters=(guns, shotguns))
    assert [found.character for found in find(index_of(roster, EP2), "gun")] == ["b", "a"]


def test_a_field_is_found_by_its_own_name() -> None:
    roster = a_roster(characters=(a_character("a", "Ada", skills={"Know:Triads": 60, "Know:Art": 50}),))
    assert [found.text for found in find(index_of(roster, EP2), "triads")] == ["Ada · Know:Triads 60"]


@pytest.mark.parametrize("typed", ["", "   ", "zzz", "lao zzz"])
def test_nothing_is_found_for_nothing_or_for_what_nobody_has(typed: str) -> None:
    assert texts(typed) == []


def test_the_list_stays_short() -> None:
    crowd = tuple(a_character(f"{MOOK}-{number}", f"Mook {number}") for number in range(50))
    assert len(find(index_of(a_roster(characters=crowd), EP2), "mook")) == MOST
