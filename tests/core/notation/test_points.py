import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points
from gm_desk.core.errors import BadRatingError
from gm_desk.core.notation.points import read_points


@pytest.mark.parametrize(
    ("text", "old", "read"),
    [
        ("2/3", None, (2, 3)),
        (" 2 / 3 ", None, (2, 3)),
        ("0/3", (3, 3), (0, 3)),
        ("3", None, (3, 3)),
        ("1", (2, 3), (1, 3)),
        ("5", (2, 3), (5, 5)),
        ("0", None, (0, 0)),
    ],
)
def test_points_are_left_and_of_how_many_or_what_is_left_alone(
    text: str, old: tuple[int, int] | None, read: tuple[int, int]
) -> None:
    points = read_points(text, old and Points(now=old[0], max=old[1]))
    assert (points.now, points.max) == read


@pytest.mark.parametrize(
    "text", ["", "/", "3/", "/3", "4/3", "-1", "−1/3", "1/2/3", "two", "1.5", "99999999999999999999"]
)
def test_what_are_no_points_is_refused(text: str) -> None:
    with pytest.raises(BadRatingError):
        read_points(text, Points(now=1, max=2))


def test_a_kind_of_points_may_have_a_most() -> None:
    assert read_points("10/10", most=10).max == 10
    for text in ("11", "3/11"):
        with pytest.raises(BadRatingError, match="beyond 0 to 10"):
            read_points(text, most=10)


@given(st.integers(0, MOST_AMOUNT), st.integers(0, MOST_AMOUNT))
def test_what_is_shown_can_be_typed_again(first: int, second: int) -> None:
    points = Points(now=min(first, second), max=max(first, second), extra={"of": "later"})
    assert read_points(f"{points.now} / {points.max}", points) == points
