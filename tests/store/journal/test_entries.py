"""An entry of the journal, and what was made of it later."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.core.systems import ep2
from gm_desk.store.journal.entries import (
    DiceThrown,
    Entry,
    Override,
    Revision,
    Search,
    StoredEntry,
    searchable_text,
    tokens,
)
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
    {"house": House(cap=None)},
    {"override": Override("Well done", Grade.SUCCESS)},
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


def test_a_revision_says_nothing_of_who_and_when() -> None:
    kept = {"id", "batch", "session", "time", "system", "by_hand", "harmed", "scene"}
    said = set(Revision.__struct_fields__) - {"entry", "back"}
    assert said == (set(Entry.__struct_fields__) - kept) | {"id", "time"}


def test_a_roll_is_found_by_who_and_what_and_against_whom_and_what_was_written_on_it() -> None:
    draft = Draft("eva", "Eva", GUNS, opponent=Side("lao", "Lao QING", FRAY, halved="up"))
    assert searchable_text(an_entry(draft=draft)).split() == ["Eva", "Guns"]
    fight = an_entry(draft=structs.replace(draft, mode=Mode.ATTACK))
    assert searchable_text(fight).split() == ["Eva", "Guns", "Lao", "QING", "Fray", "÷", "2"]
    assert searchable_text(an_entry(draft=structs.replace(draft, mode=Mode.OPPOSED, opponent=None))).split() == [
        "Eva",
        "Guns",
    ]
    assert searchable_text(an_entry(draft=Draft(), note="Ha", override=Override("Fine"))).split() == ["Ha", "Fine"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Lao QING", ["lao", "qing"]),
        ("Know: Triads", ["know", "triads"]),
        ("Überreden, Straße", ["uberreden", "strasse"]),
        ("c-rep_40 (÷ 2)", ["c", "rep", "40", "2"]),
        ("李 雪", ["李", "雪"]),
        (" %'\"*", []),
    ],
)
def test_text_is_searched_by_its_letters_and_digits(text: str, words: list[str]) -> None:
    assert tokens(text) == words


EVA = an_entry(draft=Draft("eva", "Eva", GUNS, mode=Mode.ATTACK, opponent=Side("lao", "Lao", FRAY)), secret=True)


@pytest.mark.parametrize(
    ("search", "finds"),
    [
        (Search(), True),
        (Search("gu la"), True),
        (Search("un"), False),
        (Search("😀"), False),
        (Search("  "), True),
        (Search(character="eva"), True),
        (Search(character="lao"), True),
        (Search(character="jaqui"), False),
        (Search(session="evening"), True),
        (Search(session="another"), False),
        (Search(secret=True), True),
        (Search(secret=False), False),
        (Search(grades=frozenset({Grade.SUPERIOR_SUCCESS})), True),
        (Search(grades=frozenset({Grade.SUCCESS, Grade.FAILURE})), False),
        (Search("gu", character="lao", session="evening", secret=True), True),
        (Search("gu", character="lao", session="evening", secret=False), False),
    ],
)
def test_a_search_lets_through_what_fits_in_every_way(search: Search, *, finds: bool) -> None:
    assert search.finds(EVA) == finds


def test_of_a_test_that_one_side_rolls_alone_the_other_side_is_not_found() -> None:
    alone = structs.replace(EVA, draft=structs.replace(EVA.draft, mode=Mode.ALONE))
    assert not Search(character="lao").finds(alone)
    assert not Search("lao").finds(alone)


# --- What was judged before ------------------------------------------------------------------------------------------


def judged(roll: int = 53, **more: Any) -> Entry:
    return an_entry(dice={"roll": (roll,)}, **more)


def test_earlier_verdicts_are_kept_and_what_is_undone_was_none() -> None:
    kept = StoredEntry(judged())
    works, fails = Override("It works", Grade.SUCCESS), Override("It fails", Grade.FAILURE)
    kept = kept.revised(Revision(id="r1", entry="roll-1", time=1, override=works))
    assert kept == StoredEntry(judged(override=works), (judged(),))
    kept = kept.revised(Revision(id="r2", entry="roll-1", time=2, note="Ha"))
    assert [old.override for old in kept.past] == [None], "a note is no verdict"
    kept = kept.revised(Revision(id="r3", entry="roll-1", time=3, override=fails))
    assert [old.override for old in kept.past] == [None, works]
    again = kept.revised(Revision(id="r4", entry="roll-1", time=4, override=None))
    assert [old.override for old in again.past] == [None, works, fails], "whoever judges so again has judged in between"
    undone = again.revised(Revision(id="r5", entry="roll-1", time=5, override=fails, back=True))
    assert undone == kept
    undone = undone.revised(Revision(id="r6", entry="roll-1", time=6, override=works, back=True))
    assert (undone.entry.override, [old.override for old in undone.past]) == (works, [None])


def test_the_grade_is_the_gms_where_there_is_one() -> None:
    assert judged().grade is Grade.SUPERIOR_SUCCESS
    assert judged(override=Override("Almost", None)).grade is None
    assert judged(override=Override("No", Grade.FAILURE)).grade is Grade.FAILURE


@pytest.mark.parametrize("dice", [{}, {"roll": ()}, {"dice": (3,)}])
def test_dice_that_are_too_few_mean_nothing(dice: DiceThrown) -> None:
    entry = an_entry(dice=dice)
    assert (entry.result, entry.grade) == (None, None)


def test_an_entry_is_resolved_once_however_often_it_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved: list[object] = []
    resolve = ep2.resolve

    def counting(request: Any, dice: Any, house: Any) -> Any:
        resolved.append(dice)
        return resolve(request, dice, house)

    monkeypatch.setattr(ep2, "resolve", counting)
    entry, fresh = judged(), judged()
    assert entry.grade is entry.verdict.grade is Grade.SUPERIOR_SUCCESS
    assert entry.result is entry.result
    assert resolved == [entry.dice]
    assert (entry, msgspec.json.encode(entry)) == (fresh, msgspec.json.encode(fresh))
    other = structs.replace(entry, dice={"roll": (99,)})
    assert other.grade is Grade.CRITICAL_FAILURE
    assert structs.replace(entry, override=Override("No", Grade.FAILURE)).grade is Grade.FAILURE
    assert entry.revised(Revision(id="r1", entry="roll-1", time=1, dice={})).grade is None
    assert entry.grade is Grade.SUPERIOR_SUCCESS
