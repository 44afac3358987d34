from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.drafts.draft import Draft, Mode, Side
from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.luck.tally import ExpectedRoll, Face, Tally, tally_of
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import (
    After,
    DiceSum,
    Effort,
    Ep2Damage,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    OpposedTest,
    SimpleTest,
    SuccessTest,
)
from gm_desk.store.journal.entries import Entry, Override
from makers import an_entry

TWO = Draft("eva", "Eva", mode=Mode.OPPOSED, opponent=Side("lao", "Lao Qing"))
NOBODY = Draft()


def counted(*entries: Entry) -> Tally:
    return tally_of(entries, Chances())


def contest(a: int, b: int) -> Entry:
    request = OpposedTest(SuccessTest(65), SuccessTest(30))
    return an_entry(draft=TWO, request=request, dice={"a.roll": (a,), "b.roll": (b,)})


@st.composite
def rolls(draw: st.DrawFn) -> Entry:
    """Roll anything that a table rolls."""
    d100, d6 = st.integers(0, 99), st.integers(1, 6)
    test = SuccessTest(draw(st.integers(0, 99)), (Modifier(10 * draw(st.integers(-6, 6))),))
    struck, by_hand = draw(st.booleans()), draw(st.booleans())
    first = Draft(draw(st.sampled_from(["eva", "lao", ""])), draw(st.sampled_from(["Eva", "Lao Qing"])))
    match draw(st.sampled_from(["success", "opposed", "kaiser", "sum"])):
        case "success":
            made = an_entry(draft=first, request=test, dice={"roll": (draw(d100),)})
        case "opposed":
            made = contest(draw(d100), draw(d100))
        case "kaiser":
            check = KaiserCheck("resistance", Effort(draw(st.integers(0, 9))), 8)
            made = an_entry(draft=first, system="kaiser", request=check, dice={"dice": (draw(d6), draw(d6))})
        case _:
            made = an_entry(draft=first, request=DiceSum("2d6+1"), dice={"rolls": (draw(d6), draw(d6))})
    return an_entry(
        draft=made.draft,
        system=made.system,
        request=made.request,
        dice=made.dice,
        struck=struck,
        by_hand=by_hand,
        override=draw(st.sampled_from([None, Override("as it was", Grade.CRITICAL_SUCCESS), Override("hm")])),
    )


@given(st.lists(rolls(), max_size=12))
def test_adding_one_by_one_is_counting_all_at_once(entries: list[Entry]) -> None:
    one_by_one = Tally()
    for entry in entries:
        one_by_one = one_by_one.plus(counted(entry))
    assert one_by_one == counted(*entries)


@given(st.lists(rolls(), max_size=12).flatmap(lambda made: st.tuples(st.just(made), st.permutations(made))))
def test_order_does_not_matter(orders: tuple[list[Entry], list[Entry]]) -> None:
    one, other = (counted(*entries) for entries in orders)
    assert one == other
    assert list(one.characters.items()) == list(other.characters.items())


@given(st.lists(rolls(), max_size=8), rolls())
def test_striking_takes_away_exactly_what_was_added(entries: list[Entry], struck: Entry) -> None:
    before = counted(*entries)
    after = before.plus(counted(struck)).minus(counted(struck))
    assert after == before
    assert [list(part) for part in (after.faces, after.bets, after.verdicts)] == [
        list(part) for part in (before.faces, before.bets, before.verdicts)
    ]


@given(st.lists(rolls(), max_size=12))
def test_the_characters_together_are_everything(entries: list[Entry]) -> None:
    whole, parts = counted(*entries), Tally()
    for character in whole.characters:
        parts = parts.plus(whole.of_character(character))
    assert parts == whole


def test_what_is_struck_does_not_count() -> None:
    assert counted(an_entry(struck=True)) == Tally()


def test_what_cannot_be_read_does_not_count() -> None:
    assert counted(an_entry(dice={}), an_entry(system="traveller")) == Tally()


def test_a_test_counts_its_die_its_chance_and_its_verdict() -> None:
    tally = counted(an_entry(request=SuccessTest(65, (Modifier(-20),)), dice={"roll": (53,)}))
    assert tally.faces == {Face("eva", by_hand=False, sides=100, shown=53): 1}
    assert tally.bets == {ExpectedRoll("eva", Fraction(46, 100), success=False): 1}
    assert tally.verdicts == {("eva", Grade.SUPERIOR_FAILURE): 1}
    assert tally.characters == {"eva": "Eva"}


def test_typed_dice_are_counted_apart() -> None:
    tally = counted(an_entry(), an_entry(by_hand=True))
    assert {face.by_hand for face in tally.faces} == {False, True}


def test_both_sides_of_a_contest_count_for_themselves() -> None:
    tally = counted(contest(10, 80))
    assert tally.bets == {
        ExpectedRoll("eva", Fraction(66, 100), success=True): 1,
        ExpectedRoll("lao", Fraction(31, 100), success=False): 1,
    }
    assert tally.verdicts == {("eva", Grade.SUCCESS): 1, ("lao", Grade.FAILURE): 1}
    assert {(face.character, face.shown) for face in tally.faces} == {("eva", 10), ("lao", 80)}
    assert (tally.rolls, tally.rolls_of("eva"), tally.rolls_of("lao")) == (1, 1, 1)


@pytest.mark.parametrize(("after", "roll"), [("flip_flop", 81), ("downgrade", 99)])
def test_luck_is_what_the_dice_said_before_a_point(after: After, roll: int) -> None:
    tally = counted(an_entry(request=SuccessTest(65, after=after), dice={"roll": (roll,)}))
    assert [bet.success for bet in tally.bets] == [False]


def test_the_gm_overrides_the_verdict_and_not_the_luck() -> None:
    said = Override("It hits after all", Grade.SUCCESS)
    tally = counted(an_entry(dice={"roll": (90,)}, override=said))
    assert [bet.success for bet in tally.bets] == [False]
    assert tally.verdicts == {("eva", Grade.SUCCESS): 1}


def test_an_override_that_is_no_grade_is_no_verdict() -> None:
    assert not counted(an_entry(override=Override("Nobody saw it"))).verdicts


def test_sums_and_tests_that_cannot_fail_have_no_chance() -> None:
    damage = an_entry(draft=NOBODY, request=DiceSum("1d10+2d6"), dice={"rolls": (0, 3, 4)})
    simple = an_entry(system="ep1", request=SimpleTest(40), dice={"roll": (12,)})
    tally = counted(damage, simple)
    assert not tally.bets
    assert tally.sides == {("", "a"): 1, ("eva", "a"): 1}
    assert {(face.sides, face.shown) for face in tally.faces} == {(10, 10), (6, 3), (6, 4), (100, 12)}


def test_the_dice_of_damage_are_counted_with_those_that_the_roll_adds() -> None:
    damage = an_entry(request=Ep2Damage("1d10+3", superior=1), dice={"rolls": (7, 3)})
    by_degrees = an_entry(system="kaiser", request=KaiserDamage(6, 4), dice={})
    assert {(face.sides, face.shown) for face in counted(damage, by_degrees).faces} == {(10, 7), (6, 3)}


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
@pytest.mark.parametrize("shown", [0, 100])
def test_a_d100_of_a_sum_is_the_same_die_as_that_of_a_test(shown: int, system: str) -> None:
    tally = counted(an_entry(system=system, request=DiceSum("d100"), dice={"rolls": (shown,)}))
    assert [(face.sides, face.shown) for face in tally.faces] == [(100, 0)]


def test_a_margin_is_graded_by_the_first_edition() -> None:
    tally = counted(an_entry(system="ep1", request=SuccessTest(65), dice={"roll": (41,)}))
    assert tally.verdicts == {("eva", Grade.EXCELLENT_SUCCESS): 1}
    assert tally.bets == {ExpectedRoll("eva", Fraction(66, 100), success=True): 1}


def test_a_check_of_kaiser_fails_by_a_fumble() -> None:
    check = KaiserCheck("skill", Effort(20), 8)
    tally = counted(an_entry(system="kaiser", request=check, dice={"dice": (1, 1), "fumble": (3, 3)}))
    assert tally.bets == {ExpectedRoll("eva", Fraction(35, 36), success=False): 1}
    assert tally.verdicts == {("eva", Grade.CRITICAL_FAILURE): 1}
    assert tally.faces.total() == 4


def test_a_contest_of_kaiser_is_one_event_with_two_ends() -> None:
    duel = KaiserContest("opposed_characteristic", Effort(5), Effort(5), "roll_off")
    dice = {"a.dice": (3,), "b.dice": (3,), "roll_off": (2, 6)}
    tally = counted(an_entry(system="kaiser", draft=TWO, request=duel, dice=dice))
    half = Fraction(1, 2)
    assert tally.bets == {
        ExpectedRoll("eva", half, success=False): 1,
        ExpectedRoll("lao", half, success=True, twin=True): 1,
    }
    assert tally.verdicts == {("eva", Grade.FAILURE): 1, ("lao", Grade.SUCCESS): 1}
    assert {(face.character, face.shown): n for face, n in tally.faces.items()} == {
        ("eva", 3): 1,
        ("eva", 2): 1,
        ("lao", 3): 1,
        ("lao", 6): 1,
    }


def test_a_tie_left_to_the_gm_is_nobodys() -> None:
    duel = KaiserContest("opposed_characteristic", Effort(5), Effort(5), "gm")
    tally = counted(an_entry(system="kaiser", draft=TWO, request=duel, dice={"a.dice": (3,), "b.dice": (3,)}))
    assert not any(bet.success for bet in tally.bets)


def test_the_most_frequent_of_several_names_counts() -> None:
    named = [an_entry(draft=Draft("eva", name)) for name in ("Eva", "Eve", "Eva")]
    others = [an_entry(draft=Draft("lao", "Lao Qing"))] * 4
    assert list(counted(*named, *others).characters.items()) == [("lao", "Lao Qing"), ("eva", "Eva")]


def test_house_rules_change_a_chance() -> None:
    far = an_entry(request=SuccessTest(80, (Modifier(-60), Modifier(-20))))
    chances = {bet.chance for house in (House(), House(cap=None)) for bet in counted(_in(far, house)).bets}
    assert chances == {Fraction(21, 100), Fraction(1, 100)}


def _in(entry: Entry, house: House) -> Entry:
    return an_entry(request=entry.request, dice=entry.dice, house=house)
