"""Judging a roll again, against a reference computed by the rules themselves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Side
from gm_desk.core.drafts.rejudging import gathered, laid, rejudged, replayed, with_decisions_of
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import KaiserContest, OpposedTest, SuccessTest
from gm_desk.core.systems.registry import RULES

HOUSE = House()


def ability(rating: int) -> Ability:
    return Ability(AbilityKind.SKILL, "guns", "Guns", rating, "REF", 20)


def chips(*values: int) -> tuple[Chip, ...]:
    return tuple(Chip(f"c{place}", value) for place, value in enumerate(values))


def a_draft(*values: int, rating: int = 50, **more: Any) -> Draft:
    return Draft("lao", "Lao", ability(rating), chips=chips(*values), **more)


def against(*values: int, **more: Any) -> Side:
    return Side("eva", "Eva", ability(40), chips=chips(*values), **more)


tens = st.lists(st.integers(-9, 9).map(lambda ten: ten * 10), max_size=4)
rolls = st.integers(0, 99)


@given(st.sampled_from(["ep1", "ep2"]), st.tuples(tens, tens), st.tuples(tens, tens), rolls, rolls, st.booleans())
def test_the_same_roll_is_read_as_the_changed_request_reads_it(
    system: str, ours: tuple[list[int], list[int]], theirs: tuple[list[int], list[int]], a: int, b: int, two: bool
) -> None:
    mode = Mode.OPPOSED if two else Mode.ALONE
    before, after = (
        a_draft(*own, mode=mode, opponent=against(*other), default=default)
        for own, other, default in zip(ours, theirs, (False, a % 2 == 0), strict=True)
    )
    rules = RULES[system]
    asked, changed = rules.ask(before), rules.ask(after)
    assert asked is not None
    assert changed is not None
    dice: Thrown = {"a.roll": (a,), "b.roll": (b,)} if two else {"roll": (a,)}
    found = rejudged(rules, asked, after, dice, HOUSE)
    assert found is not None
    assert found.found == rules.resolve(changed, dice, HOUSE)
    assert found.dice == dice


faces = st.lists(st.integers(1, 6), min_size=14, max_size=14)


@given(st.tuples(faces, faces, faces), st.integers(0, 3), st.integers(0, 3), st.integers(-5, 5), st.integers(-9, 9))
def test_dice_that_a_change_no_longer_needs_stay_aside_and_come_back(
    fell: tuple[list[int], list[int], list[int]], advantage: int, disadvantage: int, degree: int, chip: int
) -> None:
    dice, extra, fumble = fell
    rules = RULES["kaiser"]
    plain = a_draft(rating=5)
    changed = a_draft(chip, rating=5, advantage=advantage, disadvantage=disadvantage, fumble_degree=degree)
    fallen: Thrown = {"dice": tuple(dice), "extra": (*extra, 1), "fumble": tuple(fumble)}
    old, new = rules.ask(plain), rules.ask(changed)
    assert old is not None
    assert new is not None
    first = rejudged(rules, old, plain, fallen, HOUSE)
    second = rejudged(rules, old, changed, fallen, HOUSE)
    assert first is not None
    assert second is not None
    assert second.found == replayed(rules, new, second.dice, HOUSE)
    known = gathered([second.dice, first.dice])
    assert all(known[name] == fallen[name][: len(known[name])] for name in known)
    again = rejudged(rules, new, plain, known, HOUSE)
    assert again == first


def test_a_change_says_which_dice_it_needs_that_have_not_fallen() -> None:
    rules = RULES["kaiser"]
    asked = rules.ask(a_draft(rating=5))
    assert asked is not None
    found = rejudged(rules, asked, a_draft(rating=5, advantage=1), {"dice": (3, 4)}, HOUSE)
    assert found is not None
    assert isinstance(found.found, Needs)
    assert (found.found.name, found.found.count) == ("dice", 1)
    assert found.dice == {"dice": (3, 4)}


def test_a_point_spent_after_the_roll_stays_while_it_buys_something() -> None:
    rules = RULES["ep2"]
    spent = SuccessTest(50, after="flip_flop")
    found = rejudged(rules, spent, a_draft(-20), {"roll": (91,)}, HOUSE)
    assert found is not None
    assert isinstance(found.request, SuccessTest)
    assert (found.request.after, found.lost) == ("flip_flop", False)


def test_a_point_that_can_no_longer_be_spent_is_let_go_of_and_told() -> None:
    rules = RULES["ep2"]
    spent = SuccessTest(50, after="upgrade")
    found = rejudged(rules, spent, a_draft(-40), {"roll": (30,)}, HOUSE)
    assert found is not None
    assert isinstance(found.request, SuccessTest)
    assert (found.request.after, found.lost) == (None, True)


def test_in_a_contest_only_the_side_that_can_no_longer_spend_loses_its_point() -> None:
    rules = RULES["ep2"]
    old = OpposedTest(SuccessTest(50, after="upgrade"), SuccessTest(40, after="flip_flop"))
    draft = a_draft(-40, mode=Mode.OPPOSED, opponent=against())
    found = rejudged(rules, old, draft, {"a.roll": (30,), "b.roll": (91,)}, HOUSE)
    assert found is not None
    assert isinstance(found.request, OpposedTest)
    assert (found.request.a.after, found.request.b.after, found.lost) == (None, "flip_flop", True)


def test_a_ruling_stays() -> None:
    old = OpposedTest(SuccessTest(50), SuccessTest(40), "higher_roll")
    assert with_decisions_of(old, structs.replace(old, ruling=None)) == old
    kaiser = RULES["kaiser"].ask(a_draft(mode=Mode.OPPOSED, opponent=against()))
    assert isinstance(kaiser, KaiserContest)
    assert with_decisions_of(structs.replace(kaiser, ruling="roll_off"), kaiser) == structs.replace(
        kaiser, ruling="roll_off"
    )


def test_a_draft_without_anything_to_roll_judges_nothing() -> None:
    assert rejudged(RULES["ep2"], SuccessTest(50), Draft(), {"roll": (5,)}, HOUSE) is None


@pytest.mark.parametrize("lying", [{}, {"dice": (6, 6)}])
def test_dice_are_laid_out_as_far_as_they_have_fallen(lying: dict[str, tuple[int, ...]]) -> None:
    rules = RULES["kaiser"]
    request = rules.ask(a_draft(rating=5))
    assert request is not None
    dice, found = laid(rules, request, lying, HOUSE)
    assert dice == lying
    assert isinstance(found, Needs)


def test_dice_that_contradict_those_that_fell_first_are_left_out() -> None:
    assert gathered([{"dice": (1, 2)}, {"dice": (1, 2, 3)}, {"dice": (4, 2, 3, 5)}]) == {"dice": (1, 2, 3)}
