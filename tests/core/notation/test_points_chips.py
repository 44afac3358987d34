"""A modifier as a person types it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadModifierError
from gm_desk.core.notation.points import read_chip


@pytest.mark.parametrize(
    ("line", "chip"),
    [
        ("Smoke −30", ("Smoke", -30)),
        ("Smoke -30", ("Smoke", -30)),
        ("Smoke - 30", ("Smoke", -30)),
        ("Aim +10", ("Aim", 10)),
        ("Aim 10", ("Aim", 10)),
        ("Aim10", ("Aim", 10)),
        ("−30", ("", -30)),
        ("- 30", ("", -30)),
        ("10", ("", 10)),
        ("0", ("", 0)),
        ("  Thick   smoke \t −30 ", ("Thick smoke", -30)),
        ("Range 200 m −20", ("Range 200 m", -20)),
        ("Mk.2 sight 10", ("Mk.2 sight", 10)),
        ("Darkness, smoke, −60", ("Darkness, smoke,", -60)),
        ("half \ud800 10", ("half \ufffd", 10)),
        ("+300", ("", 300)),
        ("-300", ("", -300)),
    ],
)
def test_a_line_is_a_label_and_a_number(line: str, chip: tuple[str, int]) -> None:
    assert read_chip(line) == chip


@pytest.mark.parametrize("line", ["", "  ", "Smoke", "+", "−30 Smoke", "Smoke −", "Smoke ३०"])
def test_a_line_without_a_number_says_how_to_type_it(line: str) -> None:
    with pytest.raises(BadModifierError, match="the number is missing: type a label and a number"):
        read_chip(line)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Smoke 15", "15 is not a multiple of ten"),
        ("Smoke -15", "−15 is not a multiple of ten"),
        ("Smoke 310", "310 is outside the range −300 to +300"),
        ("Smoke −1000", "−1000 is outside the range −300 to +300"),
        ("Smoke 1.50", "“1.50” is not a number"),
        ("Smoke 1,000", "“1,000” is not a number"),
        ("Smoke --10", "“--10” is not a number"),
        ("+-10", "“+-10” is not a number"),
        ("Smoke -30-30", "“-30-30” is not a number"),
        ("Smoke 10−20", "“10−20” is not a number"),
    ],
)
def test_a_number_that_is_no_modifier_is_refused_with_the_reason(line: str, problem: str) -> None:
    with pytest.raises(BadModifierError) as raised:
        read_chip(line)
    assert (raised.value.key, raised.value.problem) == ("modifier", problem)


@given(st.text(max_size=20) | st.from_regex(r"\w{0,3} ?[-+−.,]? ?[0-9]{0,4}", fullmatch=True))
def test_whatever_is_typed_is_a_modifier_or_refused(line: str) -> None:
    try:
        label, value = read_chip(line)
    except BadModifierError:
        return
    assert label == " ".join(label.split())
    assert label.encode() is not None
    assert value in range(-300, 301, 10)


@pytest.mark.parametrize("line", [" " * 30_000 + "x", "1" * 30_000 + "x", "-" * 30_000 + "x", "1-" * 15_000 + "x"])
def test_a_pasted_page_is_refused_at_once(line: str) -> None:
    with pytest.raises(BadModifierError, match="missing"):
        read_chip(line)
