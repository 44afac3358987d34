"""The text of a roll, in words and signs: for every kind of result of every system."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side, Spend
from gm_desk.core.drafts.rejudging import replayed
from gm_desk.core.rules.dice import DieReading, Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import FlatModifier, Modifier
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    Ep1Damage,
    Ep2Damage,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import GLYPHS, WORDS, minus, signed
from gm_desk.model.roll.roll_text import (
    RollText,
    about,
    opponents_in_words,
    rolls_in_words,
    spends,
    text_of_result,
    two_digits,
    waits_for,
)

EP1_ALONE = {Grade.EXCELLENT_SUCCESS, Grade.SEVERE_FAILURE}
EP2_ALONE = {grade for grade in Grade if grade.value.startswith("superior")}


def test_every_grade_has_a_word_of_its_own() -> None:
    assert set(WORDS) == set(Grade)
    assert len(set(WORDS.values())) == len(Grade)


@pytest.mark.parametrize("foreign", [EP1_ALONE, EP2_ALONE])
def test_every_grade_of_a_system_has_a_glyph_of_its_own(foreign: set[Grade]) -> None:
    assert set(GLYPHS) == set(Grade)
    own = set(Grade) - foreign
    assert len({GLYPHS[grade] for grade in own}) == len(own)


@pytest.mark.parametrize(("value", "text"), [(10, "+10"), (0, "0"), (-60, "−60")])
def test_a_modifier_shows_its_sign_and_a_true_minus(value: int, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(("value", "text"), [(143, "143"), (0, "0"), (-15, "−15")])
def test_a_target_has_a_true_minus_and_no_plus(value: int, text: str) -> None:
    assert minus(value) == text


@pytest.mark.parametrize(("roll", "text"), [(0, "00"), (5, "05"), (53, "53"), (99, "99")])
def test_a_roll_shows_both_its_dice(roll: int, text: str) -> None:
    assert two_digits(roll) == text


GUNS = Ability(AbilityKind.SKILL, "guns", "Guns", 65)
DUEL = Draft("kesh", "Kesh", GUNS, mode=Mode.OPPOSED, opponent=Side("guard", "Guard", GUNS))
NAMELESS = Draft(ability=GUNS, mode=Mode.OPPOSED, opponent=Side(ability=GUNS))
FIGHT = Draft("kesh", "Kesh", GUNS, mode=Mode.ATTACK, opponent=Side("guard", "Guard", GUNS))


def told(system: str, request: Request, draft: Draft = DUEL, house: House = House(), **dice: Any) -> RollText:  # noqa: B008 - the book's own
    thrown = {name.replace("_", "."): faces for name, faces in dice.items()}
    if "roll.off" in thrown:
        thrown["roll_off"] = thrown.pop("roll.off")
    return text_of_result(draft, request, thrown, replayed(RULES[system], request, thrown, house))


def a_test(base: int, *values: int, **more: Any) -> SuccessTest:
    return SuccessTest(base, tuple(Modifier(value) for value in values), **more)


# --- One d100 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "roll", "pill"),
    [
        (65, 33, "★ Critical success"),
        (70, 67, "▲▲ Superior success ×2"),
        (65, 34, "▲ Superior success"),
        (65, 32, "✓ Success"),
        (20, 67, "✗ Failure"),
        (20, 65, "▼ Superior failure"),
        (20, 32, "▼▼ Superior failure ×2"),
        (65, 99, "✖ Critical failure"),
        (0, 0, "★ Critical success"),
        (180, 99, "✖ Critical failure"),
    ],
)
def test_a_test_of_the_second_edition_is_told_by_glyph_and_word(base: int, roll: int, pill: str) -> None:
    assert told("ep2", a_test(base), roll=(roll,)).pill == pill


@pytest.mark.parametrize(
    ("base", "roll", "pill"),
    [
        (65, 33, "★ Critical success, MoS 33"),
        (65, 34, "▲ Excellent success, MoS 34"),
        (65, 5, "✓ Success, MoS 5"),
        (65, 67, "✗ Failure, MoF 2"),
        (20, 53, "▼ Severe failure, MoF 33"),
        (20, 99, "✖ Critical failure, MoF 79"),
        (180, 99, "✖ Critical failure, MoF 0"),
        (0, 0, "★ Critical success, MoS 0"),
    ],
)
def test_a_test_of_the_first_edition_is_told_with_its_margin(base: int, roll: int, pill: str) -> None:
    assert told("ep1", a_test(base), roll=(roll,)).pill == pill


def test_a_margin_of_the_first_printing_is_what_is_left_below_the_target() -> None:
    roll_text = told("ep1", a_test(65), house=House(printing="first"), roll=(5,))
    assert roll_text.pill == "▲ Excellent success, MoS 60"
    assert told("ep1", a_test(0, -20), house=House(printing="first"), roll=(0,)).verdict.endswith("MoS 0")


def test_dice_net_and_target_are_told() -> None:
    assert told("ep2", a_test(65, -30), roll=(5,)) == RollText(("0", "5"), Grade.SUCCESS, "Success", "net −30", "TN 35")
    assert told("ep2", a_test(65, 20), roll=(5,)).net == "net +20"
    assert told("ep2", a_test(65), roll=(5,)).net == "net 0"


def test_where_the_cap_takes_something_away_the_sum_is_told_too() -> None:
    roll_text = told("ep2", a_test(45, -50, -30), roll=(99,))
    assert (roll_text.net, roll_text.target) == ("net −60 of −80", "TN −15")
    simple = told("ep1", SimpleTest(45, (Modifier(-50), Modifier(-30))), roll=(98,))
    assert (simple.net, simple.target) == ("net −60 of −80", "TN −15")
    assert told("ep2", a_test(45, 70), roll=(1,)).net == "net +60 of +70"


def test_a_flip_flop_shows_the_roll_that_counts() -> None:
    assert told("ep2", a_test(65, after="flip_flop"), roll=(81,)).dice == ("1", "8")
    assert told("ep2", a_test(65, after="upgrade"), roll=(5,)).pill == "▲ Superior success"
    assert told("ep2", a_test(65, after="downgrade"), roll=(88,)).pill == "✗ Failure"


@pytest.mark.parametrize(
    ("roll", "pill"),
    [
        (50, "✓ Strong success"),
        (51, "✓ Weak success"),
        (44, "★ Strong success, critical"),
        (99, "✖ Weak success, critical"),
        (0, "★ Strong success, critical"),
    ],
)
def test_a_simple_test_is_told_as_strong_or_weak(roll: int, pill: str) -> None:
    roll_text = told("ep1", SimpleTest(50), roll=(roll,))
    assert told("ep1", SimpleTest(120), roll=(99,)).pill == "✖ Weak success, critical"
    assert (roll_text.pill, roll_text.target, roll_text.more) == (pill, "TN 50", "")


# --- Two d100 --------------------------------------------------------------------------------------------------------

EVEN = OpposedTest(SuccessTest(50), SuccessTest(40))


@pytest.mark.parametrize(
    ("a", "b", "pill", "more"),
    [
        (20, 50, "✓ Success", "Kesh wins: Guard 50 over 40, only success"),
        (52, 20, "▼ Superior failure", "Guard wins: 20 under 40, only success"),
        (33, 40, "★ Critical success", "Kesh wins: Guard 40 under 40, critical success"),
        (30, 12, "✓ Success", "Kesh wins: Guard 12 under 40, higher roll"),
        (20, 20, "✓ Success", "Nobody wins: Guard 20 under 40, equal rolls"),
        (70, 80, "✗ Failure", "Nobody wins: Guard 80 over 40, both fail"),
        (22, 22, "★ Critical success", "Kesh wins: Guard 22 under 40, higher skill"),
        (0, 0, "★ Critical success", "Kesh wins: Guard 00 under 40, higher skill"),
    ],
)
def test_a_contest_is_told_with_the_winner_and_the_reason(a: int, b: int, pill: str, more: str) -> None:
    roll_text = told("ep2", EVEN, a_roll=(a,), b_roll=(b,))
    assert (roll_text.pill, roll_text.more, roll_text.dice) == (pill, more, tuple(f"{a:02}"))
    assert roll_text.other is not None
    assert (roll_text.other.dice, roll_text.won) == (
        tuple(f"{b:02}"),
        f"{more.partition(':')[0]}: {more.rpartition(', ')[2]}",
    )


@pytest.mark.parametrize(
    ("a", "b", "more", "won"),
    [
        (20, 50, "Hit: Guard 50 over 40, only success", "Hit: only success"),
        (12, 20, "Defended: Guard 20 under 40, higher roll", "Defended: higher roll"),
        (70, 80, "Miss: Guard 80 over 40, both fail", "Miss: both fail"),
    ],
)
def test_an_attack_is_told_as_hit_defended_or_missed_before_anything_else(a: int, b: int, more: str, won: str) -> None:
    attack = OpposedTest(SuccessTest(50), SuccessTest(40), attack=True)
    roll_text = told("ep1", attack, FIGHT, a_roll=(a,), b_roll=(b,))
    assert (roll_text.more, roll_text.won) == (more, won)


def test_what_succeeds_or_fails_whatever_the_target_is_neither_under_nor_over_it() -> None:
    hard = OpposedTest(SuccessTest(50), a_test(20, -60))
    assert told("ep2", hard, a_roll=(98,), b_roll=(0,)).more == "Guard wins: 00 against −40, only success"
    easy = OpposedTest(SuccessTest(50), a_test(120))
    assert told("ep2", easy, a_roll=(20,), b_roll=(99,)).more == "Kesh wins: Guard 99 against 120, only success"


def test_a_variable_contest_of_which_both_succeed_is_nobodys() -> None:
    variable = OpposedTest(SuccessTest(50), SuccessTest(40), variable=True)
    roll_text = told("ep1", variable, a_roll=(31,), b_roll=(20,))
    assert roll_text.verdict == "Excellent success, MoS 31"
    assert roll_text.more == "Nobody wins: Guard 20 under 40, both succeed"


def test_sides_without_a_name_are_this_and_the_other_one() -> None:
    assert told("ep2", EVEN, NAMELESS, a_roll=(20,), b_roll=(50,)).more.startswith("this side wins: the other side 50")
    assert told("ep2", EVEN, NAMELESS, a_roll=(60,), b_roll=(20,)).more.startswith("the other side wins: 20 under")


# --- Kaiser against a difficulty -------------------------------------------------------------------------------------


def a_check(value: int = 5, difficulty: int = 12, *values: int, kind: Any = "skill", **levels: Any) -> KaiserCheck:
    return KaiserCheck(kind, Effort(value, tuple(FlatModifier(one) for one in values), **levels), difficulty)


@pytest.mark.parametrize(
    ("difficulty", "pill"),
    [
        (12, "✓ Success, 1 degree"),
        (11, "✓ Success, 1 degree"),
        (10, "✓ Success, 2 degrees"),
        (13, "✗ Failure, 1 degree"),
        (20, "✗ Failure, 8 degrees"),
    ],
)
def test_a_check_is_told_with_its_degrees(difficulty: int, pill: str) -> None:
    roll_text = told("kaiser", a_check(5, difficulty), dice=(3, 4))
    assert (roll_text.pill, roll_text.target, roll_text.dice, roll_text.more) == (
        pill,
        f"12 vs {difficulty}",
        ("3", "4"),
        "",
    )


def test_flat_modifiers_are_told_where_there_are_any() -> None:
    assert told("kaiser", a_check(5, 12, -3, 1), dice=(3, 4)).net == "mod −2"
    assert told("kaiser", a_check(5, 12, 4), dice=(3, 4)).net == "mod +4"
    assert told("kaiser", a_check(5, 12, 3, -3), dice=(3, 4)).net == ""
    low = told("kaiser", a_check(-9, 2, -5), dice=(3, 4))
    assert (low.target, low.verdict) == ("−7 vs 2", "Failure, 9 degrees")


def test_all_dice_are_told_and_an_open_roll_as_one() -> None:
    roll_text = told("kaiser", a_check(5, 12, advantage=1), dice=(6, 2, 6), extra=(6, 1))
    assert (roll_text.dice, roll_text.more) == (("6", "2", "6", "6", "1"), "open roll")
    assert roll_text.verdict == "Success, 12 degrees"


@pytest.mark.parametrize(
    ("level", "verdict"),
    [
        ((2, 3), "Fumble, level 5: simply fails"),
        ((3, 3), "Fumble, level 6: harms the roller"),
        ((5, 6), "Fumble, level 11: harms the roller"),
        ((6, 6), "Fumble, level 12: disaster"),
    ],
)
def test_a_fumble_is_told_by_its_level_and_fails_whatever_the_total(level: tuple[int, int], verdict: str) -> None:
    roll_text = told("kaiser", a_check(20, 12), dice=(1, 1), fumble=level)
    assert (roll_text.grade, roll_text.verdict, roll_text.more) == (Grade.CRITICAL_FAILURE, verdict, "1 degree")
    assert roll_text.dice == ("1", "1", *map(str, level))


def test_a_characteristic_and_a_resistance_are_told_alike() -> None:
    assert told("kaiser", a_check(7, 8, kind="characteristic"), dice=(1,)).pill == "✓ Success, 1 degree"
    assert told("kaiser", a_check(7, 8, kind="resistance"), dice=(1, 1)).pill == "✓ Success, 1 degree"


# --- Kaiser against somebody -----------------------------------------------------------------------------------------


def a_duel(a: int = 7, b: int = 7, kind: Any = "opposed_skill", **more: Any) -> KaiserContest:
    return KaiserContest(kind, Effort(a), Effort(b), **more)


def test_a_duel_is_told_with_both_totals_and_the_difference() -> None:
    won = told("kaiser", a_duel(), a_dice=(3, 5), b_dice=(3, 4))
    assert (won.dice, won.pill, won.net) == (("3", "5"), "✓ Wins, 1 degree", "")
    assert (won.target, won.more, won.won) == ("15 vs 14", "Kesh wins by 1", "Kesh wins by 1")
    assert won.other == RollText(("3", "4"), Grade.FAILURE, "14")
    lost = told("kaiser", a_duel(), a_dice=(1, 2), b_dice=(3, 4))
    assert (lost.pill, lost.target, lost.more) == ("✗ Loses, 4 degrees", "10 vs 14", "Guard wins by 4")


@pytest.mark.parametrize(
    ("ruling", "dice", "glyph", "more"),
    [
        (None, {}, "✗", "Guard wins the tie"),
        ("defender", {}, "✗", "Guard wins the tie"),
        ("gm", {}, "✗", "A tie"),
        ("roll_off", {"roll_off": (4, 4, 5, 2)}, "✓", "Kesh wins the tie, roll-off 4:4:5:2"),
        ("roll_off", {"roll_off": (1, 2)}, "✗", "Guard wins the tie, roll-off 1:2"),
    ],
)
def test_a_tie_is_told_with_who_wins_it(ruling: Any, dice: dict[str, Any], glyph: str, more: str) -> None:
    roll_text = told("kaiser", a_duel(ruling=ruling), a_dice=(3, 4), b_dice=(4, 3), **dice)
    assert (roll_text.pill, roll_text.target, roll_text.more) == (f"{glyph} Tie", "14 vs 14", more)


def test_an_attack_that_ties_hits_nobody_and_whether_a_beaten_one_may_be_countered_is_not_up_to_the_dice() -> None:
    tied = told("kaiser", a_duel(kind="attack"), FIGHT, a_dice=(3, 4), b_dice=(4, 3))
    assert (tied.pill, tied.more) == ("✗ Tie", "No hit: a tie")
    assert tied.other == RollText(("4", "3"), Grade.SUCCESS, "14"), "the defence held"
    beaten = told("kaiser", a_duel(kind="attack"), FIGHT, a_dice=(3, 4), b_dice=(4, 5))
    assert beaten.more == "Guard wins by 2"
    hit = told("kaiser", a_duel(kind="attack"), FIGHT, a_dice=(5, 4), b_dice=(4, 3))
    assert hit.more == "Kesh wins by 2"


def test_open_rolls_and_fumbles_of_both_are_told() -> None:
    roll_text = told("kaiser", a_duel(), a_dice=(6, 6), a_extra=(2,), b_dice=(1, 1), b_fumble=(3, 4))
    assert roll_text.dice == ("6", "6", "2")
    assert (roll_text.pill, roll_text.target) == ("✓ Wins, 19 degrees", "21 vs 2")
    assert roll_text.more == "Kesh wins by 19, Kesh: open roll, Guard fumbles (level 7)"


def test_a_fumble_in_a_duel_is_told_with_who_wins_all_the_same() -> None:
    lost = told("kaiser", a_duel(), a_dice=(1, 1), a_fumble=(6, 6), b_dice=(3, 4))
    assert (lost.pill, lost.target) == ("✖ Fumble, level 12: loses, 14 degrees", "0 vs 14")
    won = told("kaiser", a_duel(a=20), a_dice=(1, 1), a_fumble=(2, 1), b_dice=(3, 4))
    assert (won.pill, won.target) == ("✓ Fumble, level 3: wins, 6 degrees", "20 vs 14")
    assert won.more == "Kesh wins by 6, Kesh fumbles (level 3)"
    assert won.other is not None
    assert won.other.grade is Grade.FAILURE
    held = told("kaiser", a_duel(b=20), a_dice=(3, 4), b_dice=(1, 1), b_fumble=(2, 1))
    assert held.other is not None
    assert (held.pill, held.other.grade) == ("✗ Loses, 6 degrees", Grade.SUCCESS)
    both = told("kaiser", a_duel(), a_dice=(1, 1), a_fumble=(6, 6), b_dice=(1, 1), b_fumble=(6, 6))
    assert (both.pill, both.target) == ("✖ Fumble, level 12: tie", "0 vs 0")


def test_a_modifier_of_the_first_side_is_told() -> None:
    contest = KaiserContest("opposed_skill", Effort(7, (FlatModifier(-2),)), Effort(7, (FlatModifier(5),)))
    assert told("kaiser", contest, a_dice=(3, 4), b_dice=(3, 4)).net == "mod −2"


@pytest.mark.parametrize(("adjust", "pill"), [(3, "✓ Success, 5 degrees"), (-9, "✓ Success, 0 degrees")])
def test_degrees_adjusted_by_hand_are_told_as_such(adjust: int, pill: str) -> None:
    check = structs.replace(a_check(5, 10), adjust=adjust)
    roll_text = told("kaiser", check, dice=(3, 4))
    assert (roll_text.pill, roll_text.more) == (pill, f"degrees adjusted {signed(adjust)}")
    beaten = told("kaiser", a_duel(kind="attack", adjust=-1), FIGHT, a_dice=(3, 4), b_dice=(4, 5))
    assert (beaten.pill, beaten.more) == ("✗ Loses, 1 degree", "Guard wins by 1, degrees adjusted −1")
    tied = told("kaiser", a_duel(adjust=4), a_dice=(3, 4), b_dice=(4, 3))
    assert tied.more == "Guard wins the tie", "a tie has no degrees"


def test_a_resistance_against_a_skill_is_told_without_fumble_and_open_roll() -> None:
    duel = KaiserContest("opposed_skill", Effort(7), Effort(7, kind="resistance"))
    assert told("kaiser", duel, a_dice=(3, 5), b_dice=(1, 1)).more == "Kesh wins by 6"
    assert told("kaiser", duel, a_dice=(3, 5), b_dice=(6, 6)).more == "Guard wins by 4"


# --- Sums, names, and what is waited for -----------------------------------------------------------------------------


def test_a_sum_of_dice_is_told_by_its_total() -> None:
    for system in RULES:
        roll_text = told(system, DiceSum("2d10+3"), Draft(), rolls=(4, 10))
        assert (roll_text.dice, roll_text.verdict, roll_text.net, roll_text.target) == (("4", "10"), "17", "", "")
    assert told("ep2", DiceSum("1d6-6"), Draft(), rolls=(1,)).verdict == "−5"


@pytest.mark.parametrize(("system", "total"), [("ep1", "7"), ("ep2", "7"), ("kaiser", "107")])
def test_a_d100_of_a_sum_is_told_with_both_its_dice_and_counted_as_the_system_does(system: str, total: str) -> None:
    roll_text = told(system, DiceSum("1d100+1d10+2"), Draft(), rolls=(0, 5))
    assert (roll_text.dice, roll_text.verdict) == (("00", "5"), total)


def test_a_d100_that_an_earlier_version_logged_as_a_hundred_is_read_as_00() -> None:
    request, old = DiceSum("1d100"), {"rolls": (100,)}
    result = RULES["ep2"].resolve(request, old, House())
    assert not isinstance(result, Needs)
    assert text_of_result(Draft(), request, old, result) == told("ep2", request, Draft(), rolls=(0,))
    assert told("kaiser", request, Draft(), rolls=(100,)).verdict == "100"


@pytest.mark.parametrize(
    ("system", "house", "does"),
    [
        ("ep1", House(), "ignores negative modifiers"),
        ("ep1", House(printing="first"), "ignores all modifiers"),
        ("ep2", House(), "ignores all modifiers"),
    ],
)
def test_a_point_says_which_modifiers_it_ignores(system: str, house: House, does: str) -> None:
    draft = structs.replace(DUEL, point=Spend("moxie", "ignore_modifiers"))
    test = SuccessTest(50, pool="ignore_modifiers")
    assert spends(draft, test, {"roll": (20,)}, {"moxie": "Moxie"}, RULES[system], house) == [f"Moxie {does}"]


def test_damage_is_told_by_what_is_dealt_before_armor() -> None:
    for system, request, dice in (
        ("ep2", Ep2Damage("2d10", critical=True, armor=3), {"rolls": (4, 10, 2, 1)}),
        ("ep1", Ep1Damage("2d10", margin=30, armor=3), {"rolls": (4, 8)}),
        ("kaiser", KaiserDamage(6, 4, 1), {}),
    ):
        roll_text = told(system, request, Draft(), **dice)
        shown = tuple(map(str, dice.get("rolls", ())))
        assert (roll_text.dice, roll_text.grade) == (shown, None)
        assert roll_text.verdict == {"ep2": "17", "ep1": "17", "kaiser": "18"}[system]


def test_a_line_says_whose_roll_of_what_it_is() -> None:
    assert about(DUEL) == "Guns · Kesh"
    assert about(NAMELESS) == "Guns"
    assert about(Draft()) == ""


def test_an_opponent_named_like_its_test_is_named_once() -> None:
    level = Ability(AbilityKind.RESISTANCE, "critical", "Critical level", 6)
    resisted = structs.replace(DUEL, opponent=Side(name="Critical level", ability=level))
    assert (opponents_in_words(DUEL), opponents_in_words(resisted)) == ("Guard Guns", "Critical level")


def test_an_opponent_who_is_a_bare_number_is_named_by_it() -> None:
    against = Side(ability=Ability(AbilityKind.BARE, "", "Target", 45), halved="up")
    assert opponents_in_words(structs.replace(DUEL, opponent=against)) == "45 ÷ 2"
    assert opponents_in_words(structs.replace(DUEL, opponent=structs.replace(against, halved=""))) == "45"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("extra", "Kesh’s open roll: one d6"),
        ("a.extra", "Kesh’s open roll: one d6"),
        ("b.fumble", "Guard fumbles: roll the level"),
        ("roll_off", "A tie: roll off"),
        ("b.dice", "Guard roll 2 d6"),
    ],
)
def test_what_is_waited_for_is_told_with_whose_dice_they_are(name: str, words: str) -> None:
    assert waits_for(DUEL, Needs(name, 6, 2, DieReading.SUM)) == words


def test_who_has_no_name_is_waited_for_too() -> None:
    assert waits_for(NAMELESS, Needs("b.extra", 6, 1, DieReading.SUM)) == "the other side’s open roll: one d6"
    assert waits_for(NAMELESS, Needs("fumble", 6, 2, DieReading.SUM)) == "this side fumbles: roll the level"


def test_rolls_are_counted_with_the_secret_ones() -> None:
    assert [rolls_in_words(1), rolls_in_words(1200, secret=3)] == ["1 roll", "1,200 rolls, 3 of them secret"]


@pytest.mark.parametrize(
    ("verdict", "won", "also"),
    [
        ("Fumble, level 9: loses, 4 degrees", "Bram wins by 4, Yrsa fumbles (level 9)", ""),
        (
            "Fumble, level 9: loses, 4 degrees",
            "Bram wins by 4, Yrsa fumbles (level 9), Bram: open roll",
            "Bram: open roll",
        ),
        ("Wins, 4 degrees", "Yrsa wins by 4, Bram fumbles (level 9)", "Bram fumbles (level 9)"),
        (
            "Fumble, level 9: tie",
            "No hit: a tie, Yrsa fumbles (level 9), Bram fumbles (level 9)",
            "Bram fumbles (level 9)",
        ),
    ],
)
def test_what_else_the_dice_did_leaves_out_the_fumble_that_the_verdict_names(verdict: str, won: str, also: str) -> None:
    assert RollText(("1", "1"), None, verdict, won=won).also == also
