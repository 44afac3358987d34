"""The words and signs of verdicts and numbers."""

import pytest

from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.verdicts import GLYPHS, WORDS, minus, signed, two_digits


def test_every_grade_has_a_word_and_a_glyph_of_its_own() -> None:
    for telling in (GLYPHS, WORDS):
        assert set(telling) == set(Grade)
        assert len(set(telling.values())) == len(Grade)


@pytest.mark.parametrize(("value", "text"), [(10, "+10"), (0, "0"), (-60, "−60")])
def test_a_modifier_shows_its_sign_and_a_true_minus(value: int, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(("value", "text"), [(143, "143"), (0, "0"), (-15, "−15")])
def test_a_target_has_a_true_minus_and_no_plus(value: int, text: str) -> None:
    assert minus(value) == text


@pytest.mark.parametrize(("roll", "text"), [(0, "00"), (5, "05"), (53, "53"), (99, "99")])
def test_a_roll_shows_both_its_dice(roll: int, text: str) -> None:
    assert two_digits(roll) == text
