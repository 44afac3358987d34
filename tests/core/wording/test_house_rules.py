"""House rules in words: every setting has a name, a sentence and choices that the rules know."""

from typing import get_args

import pytest

from gm_desk.core.rules.house import ROSTER_SETTINGS, TYPES, House, parse_known_house
from gm_desk.core.wording.house_rules import BOOK, DEFAULT, settings_of, value_of

SYSTEMS = list(ROSTER_SETTINGS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_setting_is_explained_in_a_sentence_of_its_own(system: str) -> None:
    settings = settings_of(system, House())
    assert [setting.key for setting in settings] == list(ROSTER_SETTINGS[system])
    assert all(setting.name and setting.says.endswith(".") for setting in settings)
    assert len({setting.says for setting in settings}) == len(settings)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_choice_is_one_that_the_rules_take(system: str) -> None:
    for setting in settings_of(system, House()):
        for value, _ in setting.choices:
            house = parse_known_house(system, {setting.key: value})
            assert value_of(system, setting.key, house) == value


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_choice_is_missing(system: str) -> None:
    for setting in settings_of(system, House()):
        kind = TYPES[ROSTER_SETTINGS[system][setting.key]]
        values = {value for value, _ in setting.choices}
        assert values >= ({True, False} if kind is bool else set() if setting.key == "cap" else set(get_args(kind)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_choice_of_each_is_marked_as_the_usual_one(system: str) -> None:
    for setting in settings_of(system, House()):
        (marked,) = [value for value, words in setting.choices if words.endswith((BOOK, DEFAULT))]
        assert marked == value_of(system, setting.key, House())


@pytest.mark.parametrize(
    ("system", "of_a_book"),
    [
        ("ep1", {"cap", "most_severe", "initiative_once"}),
        ("ep2", {"cap", "default_criticals"}),
        ("kaiser", {"characteristic_dice"}),
    ],
)
def test_the_book_is_named_only_where_a_book_makes_the_choice(system: str, of_a_book: set[str]) -> None:
    settings = settings_of(system, House())
    assert {one.key for one in settings if any(words.endswith(BOOK) for _, words in one.choices)} == of_a_book


def test_a_limit_that_is_not_usual_can_be_chosen_while_it_is_set() -> None:
    assert (45, "±45") in settings_of("ep2", House(cap=45))[0].choices
    assert len(settings_of("ep2", House(cap=40))[0].choices) == len(settings_of("ep2", House())[0].choices)
    assert (None, "no limit") in settings_of("ep1", House())[0].choices
