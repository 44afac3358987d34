import pytest
from hypothesis import given
from hypothesis import strategies as st

from block_makers import points as all_points
from block_makers import words
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points
from gm_desk.core.errors import BadRatingError
from gm_desk.core.notation.points import (
    read_amounts,
    read_book_rep,
    read_markdown_amount,
    read_markdown_points,
    read_points,
    write_markdown_amount,
    write_points,
)
from gm_desk.core.notation.text import TextSpan, parts, shielded
from pasting import ep2


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
        with pytest.raises(BadRatingError, match="outside the range 0 to 10"):
            read_points(text, most=10)


@given(st.integers(0, MOST_AMOUNT), st.integers(0, MOST_AMOUNT))
def test_what_is_shown_can_be_typed_again(first: int, second: int) -> None:
    points = Points(now=min(first, second), max=max(first, second), extra={"of": "later"})
    assert read_points(f"{points.now} / {points.max}", points) == points


POOLS = {"Insight": "insight", "Moxie": "moxie", "Flex": "flex"}


@given(all_points)
def test_what_is_written_is_read_in_markdown_and_typed_where_no_more_are_left_than_all(points: Points) -> None:
    assert read_markdown_points(write_points(points)) == points
    if points.now <= points.max:
        assert read_points(write_points(points)) == points


@given(st.dictionaries(words | st.sampled_from([*POOLS, *POOLS.values()]), all_points, max_size=4))
def test_points_by_name_are_read_from_markdown(owned: dict[str, Points]) -> None:
    line = ", ".join(write_markdown_amount(key, POOLS, write_points(one)) for key, one in owned.items())
    named = [read_markdown_amount(part.text, POOLS) for part in parts(shielded(line), ",")]
    assert [(key, read_markdown_points(said)) for key, said in named] == list(owned.items())


@given(st.dictionaries(st.sampled_from(list(POOLS)), all_points, min_size=1))
def test_points_by_name_are_typed_as_they_are_written(owned: dict[str, Points]) -> None:
    typed = {name: write_points(points) for name, points in owned.items()}
    line = ", ".join(write_markdown_amount(name, {}, said) for name, said in typed.items())
    names = {name.casefold(): name for name in POOLS}
    assert read_amounts(line, names) == typed


@given(st.dictionaries(st.sampled_from(["@", "c", "g"]), st.integers(0, MOST_AMOUNT)))
def test_rep_is_read_as_a_book_prints_it(rep: dict[str, int]) -> None:
    names = {f"{network}-rep": network for network in ep2().networks}
    line = ", ".join(write_markdown_amount(key, names, str(score)) for key, score in rep.items())
    assert read_book_rep(TextSpan(line), ep2(), {}) == (rep, [])
