"""A chance in words: one way to write it, and never certain where it is not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import ContestOdds, KaiserOdds
from gm_desk.core.rules.requests import Effort, KaiserCheck, SuccessTest
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import chance_of, contest_chances, percent

CHANCES = st.fractions(0, 1, max_denominator=10**9) | st.integers(1, 10**12).map(lambda many: 1 - Fraction(1, many))
DIGITS = st.integers(0, 3)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(46, 100), "46%"),
        (Fraction(1, 36), "2.8%"),
        (Fraction(1, 2), "50%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(1, 5000), "<0.1%"),
        (Fraction(4999, 5000), ">99.9%"),
    ],
)
def test_a_chance_is_written_to_a_tenth_of_a_per_cent(chance: Fraction, words: str) -> None:
    assert percent(chance) == words


@pytest.mark.parametrize(
    ("chance", "digits", "words"),
    [
        (Fraction(1, 300), 0, "<1%"),
        (Fraction(299, 300), 0, ">99%"),
        (Fraction(412, 1000), 0, "41%"),
        (Fraction(1, 10**6), 2, "<0.01%"),
        (1 - Fraction(1, 10**6), 2, ">99.99%"),
        (Fraction(2005, 10000), 2, "20.05%"),
    ],
)
def test_more_or_fewer_digits_are_as_honest(chance: Fraction, digits: int, words: str) -> None:
    assert percent(chance, digits) == words


@given(chance=CHANCES, digits=DIGITS)
def test_only_what_is_certain_reads_so_and_what_is_written_is_the_nearest(chance: Fraction, digits: int) -> None:
    words, unit = percent(chance, digits), Fraction(1, 10**digits)
    assert (words == "0%") == (chance == 0)
    assert (words == "100%") == (chance == 1)
    number = Fraction(words.strip("<>%"))
    if words[0] in "<>":
        assert number in {unit, 100 - unit}
        assert 100 * chance < number if words[0] == "<" else 100 * chance > number
    else:
        assert abs(100 * chance - number) <= unit / 2


@given(few=CHANCES, many=CHANCES, digits=DIGITS)
def test_a_higher_chance_never_reads_lower(few: Fraction, many: Fraction, digits: int) -> None:
    def place(chance: Fraction) -> tuple[Fraction, int]:
        words = percent(chance, digits)
        return Fraction(words.strip("<>%")), {"<": -1, ">": 1}.get(words[0], 0)

    low, high = sorted((few, many))
    assert place(low) <= place(high)


def test_the_chance_of_the_first_side_is_known_of_all_odds() -> None:
    assert chance_of(None) is None
    assert chance_of(RULES["ep2"].odds(SuccessTest(42), House())) == Fraction(43, 100)
    assert chance_of(RULES["kaiser"].odds(KaiserCheck("characteristic", Effort(2), 7), House())) == Fraction(1, 3)
    assert chance_of(ContestOdds(4120, 2020, 3860)) == Fraction(412, 1000)
    assert chance_of(KaiserOdds(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))) == Fraction(1, 2)


def test_the_ends_of_a_contest_are_named_from_winning_to_losing() -> None:
    thirds = KaiserOdds(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    assert contest_chances(None, Mode.OPPOSED) == []
    assert contest_chances(thirds, Mode.ATTACK) == [
        ("hit", Fraction(1, 2)),
        ("tie", Fraction(1, 6)),
        ("defended", Fraction(1, 3)),
    ]
    assert contest_chances(ContestOdds(4120, 2020, 3860), Mode.OPPOSED) == [
        ("win", Fraction(412, 1000)),
        ("deadlock", Fraction(386, 1000)),
        ("lose", Fraction(202, 1000)),
    ]
    assert [name for name, _ in contest_chances(ContestOdds(1, 1, 1), Mode.ATTACK)] == ["hit", "miss", "defended"]
