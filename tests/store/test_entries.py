"""An entry of the journal, and what was made of it later."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.store.entries import Entry, Revision, words_of
from makers import an_entry

GUNS = Ability(AbilityKind.SKILL, "guns", "Guns", 65)
FRAY = Ability(AbilityKind.SKILL, "fray", "Fray", 45)
WHATS: list[dict[str, Any]] = [
    {"draft": Draft("lao", "Lao")},
    {"request": SuccessTest(65, after="flip_flop")},
    {"dice": {"roll": (35,)}},
    {"secret": True},
    {"struck": True},
    {"picks": ("time", "time")},
    {"note": "Ha"},
    {"note": "Ha", "struck": True, "secret": True},
    {},
]


@pytest.mark.parametrize("what", WHATS, ids=lambda what: ",".join(what) or "nothing")
def test_a_revision_changes_what_it_says_and_nothing_else(what: dict[str, Any]) -> None:
    revision = Revision(id="r", entry="roll-1", time=1, **what)
    assert revision.changes == what
    assert an_entry().revised(revision) == structs.replace(an_entry(), **what)


def test_a_revision_may_take_back_what_another_said() -> None:
    marked = an_entry(secret=True, struck=True, picks=("time",), note="Ha")
    plain: dict[str, Any] = {"secret": False, "struck": False, "picks": (), "note": ""}
    revision = Revision(id="r", entry="roll-1", time=1, **plain)
    assert revision.changes == plain
    assert marked.revised(revision) == an_entry()


def test_a_revision_says_nothing_of_who_and_when_and_by_which_rules() -> None:
    kept = {"id", "batch", "session", "time", "system", "house", "by_hand"}
    assert set(Revision.__struct_fields__) - {"entry"} == (set(Entry.__struct_fields__) - kept) | {"id", "time"}


def test_a_roll_is_found_by_who_and_what_and_against_whom() -> None:
    draft = Draft("eva", "Eva", GUNS, opponent=Side("lao", "Lao QING", FRAY, halved="up"))
    assert words_of(draft) == "eva guns"
    assert words_of(structs.replace(draft, mode=Mode.ATTACK)) == "eva guns lao qing fray ÷ 2"
    assert words_of(structs.replace(draft, mode=Mode.OPPOSED, opponent=None)) == "eva guns"
    assert words_of(Draft()).strip() == ""
