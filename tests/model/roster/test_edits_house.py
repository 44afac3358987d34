"""House rules are set as one undo step, and the test that is drafted follows at once."""

from typing import Any

import pytest

from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.core.rules.house import House
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.edits import set_house
from model_makers import LAO, a_document, a_roster


def test_only_what_differs_from_the_book_is_kept() -> None:
    document = a_document()
    set_house(document, House(cap=40, ruling="higher_roll"))
    assert document.roster.house == {"cap": 40, "ruling": "higher_roll"}
    assert document.stack.undoText() == "set house rules"
    set_house(document, House(cap=40))
    assert document.roster.house == {"cap": 40}
    set_house(document, House())
    assert document.roster.house == {}


def test_no_limit_is_kept_as_nothing() -> None:
    document = a_document()
    set_house(document, House(cap=None))
    assert document.roster.house == {"cap": None}


def test_settings_of_a_later_time_stay_where_they_stand() -> None:
    before: dict[str, Any] = {"later": [1], "cap": 30, "newer": "x"}
    document = a_document(a_roster(house=before))
    set_house(document, House(cap=80, pool_in_cap=False))
    assert list(document.roster.house.items()) == [
        ("later", [1]),
        ("cap", 80),
        ("newer", "x"),
        ("pool_in_cap", False),
    ]
    document.stack.undo()
    assert document.roster.house == before


@pytest.mark.parametrize("house", [{}, {"cap": 60}, {"cap": 30, "later": 1}])
def test_what_is_set_already_is_no_step(house: dict[str, Any]) -> None:
    document = a_document(a_roster(house=house))
    set_house(document, document.house)
    assert document.stack.count() == 0


def test_the_reading_of_the_draft_follows_and_comes_back_with_undo() -> None:
    document = a_document()
    drafting = Drafting(document)
    drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-0")
    drafting.modifiers.add("Dark -50")
    drafting.modifiers.add("Smoke -30")
    nets = [drafting.reading.net.net]
    drafting.draft_changed.connect(lambda: nets.append(drafting.reading.net.net))
    set_house(document, House(cap=40))
    assert nets[-1] == -40
    document.stack.undo()
    assert nets[-1] == -60


def test_the_draft_says_nothing_while_the_house_rules_stay() -> None:
    document = a_document()
    drafting = Drafting(document)
    told: list[str] = []
    drafting.draft_changed.connect(lambda: told.append("changed"))
    document.change(a_roster(name="Venus"), "rename")
    assert told == []
