"""The words and signs of verdicts and numbers."""

import pytest

from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.roll.wording import GLYPHS, WORDS, minus, signed, two_digits

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
