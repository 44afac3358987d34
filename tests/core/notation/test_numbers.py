"""Whole numbers, in every dialect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadArmorError, BadRatingError
from gm_desk.core.notation.numbers import BookNumber, read_amount, read_book_number, read_markdown_number, read_number
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.wording.phrases import minus


@given(st.integers(-9999, 150))
def test_a_number_that_is_written_is_typed_and_read_from_markdown(number: int) -> None:
    assert read_number("rating", minus(number), 150, -9999) == number
    assert read_markdown_number(minus(number), 150, -9999) == number
    assert "-" not in minus(number)


@given(st.integers(0, 9999))
def test_an_amount_is_read_from_its_digits_and_as_a_book_prints_it(number: int) -> None:
    assert read_amount(minus(number), "armor", BadArmorError) == number
    assert read_book_number(TextSpan(minus(number)), 9999) == BookNumber(number, TextSpan("", len(str(number))))


@pytest.mark.parametrize("dash", "-–—−")
def test_any_dash_is_a_minus_in_markdown(dash: str) -> None:
    assert read_markdown_number(f"{dash}5", 10, -10) == -5


@pytest.mark.parametrize("digits", ["10000", "9" * 5000])
def test_digits_beyond_the_most_are_refused_unread(digits: str) -> None:
    with pytest.raises(BadArmorError, match=f"{digits[:9]} is outside the range 0 to 9999"):
        read_amount(digits, "armor", BadArmorError)
    with pytest.raises(BadRatingError, match="is outside the range 0 to 9999"):
        read_number("points", digits, 9999)
    assert read_book_number(TextSpan(digits), 9999).doubt == f"{digits[:9]} is outside the range 0 to 9999"
