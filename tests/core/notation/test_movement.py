"""Ways to move as a person types them, and as they are written back."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from block_makers import movements
from gm_desk.core.characters.stat_block import Movement
from gm_desk.core.errors import BadMovementError
from gm_desk.core.notation.movement import (
    read_book_movement,
    read_markdown_movement,
    read_movement,
    write_markdown_movement,
    write_movement,
)
from gm_desk.core.notation.text import TextSpan, parts, shielded

rates = st.none() | st.integers(0, 9999)
texts = st.text(max_size=12)
ways = st.builds(
    Movement, name=texts, speed=texts, base=rates, full=rates, extra=st.dictionaries(texts, rates, max_size=1)
)
plain = st.text(st.sampled_from("abc Ü"), max_size=8).map(lambda text: " ".join(text.split()))
plain_ways = st.builds(Movement, name=plain, speed=plain, base=rates, full=rates)


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("4/20", Movement(base=4, full=20)),
        ("4 / 20", Movement(base=4, full=20)),
        ("4", Movement(base=4)),
        ("–/20", Movement(full=20)),
        ("Walker 4/20", Movement(name="Walker", base=4, full=20)),
        ("Wall climber (slow) 4/16", Movement(name="Wall climber", speed="slow", base=4, full=16)),
        ("Hover (Fast)", Movement(name="Hover", speed="Fast")),
        ("(Medium)", Movement(speed="Medium")),
        ("Swims", Movement(name="Swims")),
        ("Mk2 4/20", Movement(name="Mk2", base=4, full=20)),
    ],
)
def test_a_way_to_move_is_its_name_how_fast_it_is_and_its_rates(line: str, way: Movement) -> None:
    assert read_movement(line) == (way,)


def test_several_ways_stand_on_one_line() -> None:
    line = "Walker 4/20; Thruster 8/40"
    assert write_movement(read_movement(line)) == line
    assert [way.name for way in read_movement(line)] == ["Walker", "Thruster"]
    assert read_movement(" ; ") == ()


@pytest.mark.parametrize("line", ["4/20/3", "Walker) 4", "(a) (b)", "4/20 Walker", "4/x"])
def test_what_is_no_way_to_move_is_refused_with_what_can_be_typed(line: str) -> None:
    with pytest.raises(BadMovementError, match="4/20 is the base and the full rate"):
        read_movement(line)


@pytest.mark.parametrize("line", ["10000", "4/10000", "9" * 5000])
def test_a_rate_beyond_all_is_refused(line: str) -> None:
    with pytest.raises(BadMovementError, match="outside the range 0 to 9999"):
        read_movement(line)


@given(st.lists(ways, max_size=3).map(tuple))
def test_a_line_that_is_left_alone_loses_nothing(owned: tuple[Movement, ...]) -> None:
    in_order = tuple(sorted(owned, key=lambda one: not write_movement([one])))
    assert read_movement(write_movement(owned), owned) == in_order


@given(plain_ways)
def test_what_is_written_reads_back(way: Movement) -> None:
    line = write_movement([way])
    assert read_movement(line) == ((way,) if line else ())


@given(st.text(max_size=20) | st.from_regex(r"\w{0,4} ?[0-9]{0,5}/?[0-9]{0,5}"))
def test_any_text_is_movement_within_bounds_or_refused(text: str) -> None:
    try:
        found = read_movement(text)
    except BadMovementError:
        return
    assert all(0 <= rate <= 9999 for way in found for rate in (way.base, way.full) if rate is not None)


book_ways = st.builds(
    Movement,
    name=st.sampled_from(["", "Walker", "Thrust Vector", "Wall climber"]),
    speed=st.sampled_from(["", "Slow", "Medium", "Very Fast"]),
    base=st.integers(0, 9999),
    full=st.integers(0, 9999),
)


@given(st.lists(movements, max_size=3))
@example([Movement(name="Mk 2", speed="Slow 4/20"), Movement(name="Mk –", speed="Slow 4/20", base=4)])
def test_what_is_written_in_markdown_is_read_from_it(owned: list[Movement]) -> None:
    line = shielded("; ".join(map(write_markdown_movement, owned)))
    assert [read_markdown_movement(part.text) for part in parts(line, ";")] == owned


@given(st.lists(book_ways, max_size=3).map(tuple))
def test_what_is_written_is_read_as_a_book_prints_it(owned: tuple[Movement, ...]) -> None:
    assert read_book_movement(TextSpan(write_movement(owned))).movement == owned
    assert read_book_movement(TextSpan("; ".join(map(write_markdown_movement, owned)))).movement == owned
