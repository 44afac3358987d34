"""Harm as a person types it on a track."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.characters.harm import HARM_HINT, TypedHarm
from gm_desk.core.errors import BadHarmError
from gm_desk.core.notation.points import read_harm


@pytest.mark.parametrize("line", ["7", "-7", "−7", "- 7", " 07 ", "-7 ", "7,"])
def test_a_number_is_dealt_with_or_without_a_minus(line: str) -> None:
    assert read_harm(line) == TypedHarm("deal", 7)


@pytest.mark.parametrize("line", ["+7", "+ 7", "h7", "h 7", "heal 7", "Heal7", "H7"])
def test_a_plus_gives_back_and_so_does_heal(line: str) -> None:
    assert read_harm(line) == TypedHarm("heal", 7)


@pytest.mark.parametrize(("line", "amount"), [("=12", 12), ("= 12", 12), ("=0", 0), ("=9999", 9999)])
def test_an_equals_sign_sets_the_track(line: str, amount: int) -> None:
    assert read_harm(line) == TypedHarm("set", amount)


@pytest.mark.parametrize(
    ("line", "armor"),
    [
        ("12 kinetic", ("kinetic",)),
        ("-12 k", ("k",)),
        ("12k", ("k",)),
        ("12, Cut, abs", ("Cut", "abs")),
        ("12 cut abs", ("cut", "abs")),
    ],
)
def test_words_behind_what_is_dealt_name_armor(line: str, armor: tuple[str, ...]) -> None:
    assert read_harm(line) == TypedHarm("deal", 12, armor)


@pytest.mark.parametrize(
    "line", ["x", "7.5", "2d10", "--7", "+-7", "7-", "7 8", "=-3", "heal", "kinetic 7", "\uff17", "³"]
)
def test_what_is_no_harm_is_refused_with_what_can_be_typed(line: str) -> None:
    with pytest.raises(BadHarmError) as caught:
        read_harm(line)
    assert caught.value.problem == f"“{line}” is not damage: {HARM_HINT}"
    assert caught.value.key == "harm"


def test_nothing_typed_is_refused_as_that() -> None:
    with pytest.raises(BadHarmError, match="nothing is typed"):
        read_harm("  ")


@pytest.mark.parametrize("line", ["+7 kinetic", "=7 kinetic"])
def test_armor_stands_against_what_is_dealt_alone(line: str) -> None:
    with pytest.raises(BadHarmError, match="armor only reduces damage"):
        read_harm(line)


@pytest.mark.parametrize("line", ["10000", "=10000", "+99999", "9" * 5000])
def test_an_amount_beyond_every_track_is_refused(line: str) -> None:
    with pytest.raises(BadHarmError, match="outside the range 0 to 9999"):
        read_harm(line)


def test_noughts_before_an_amount_count_for_nothing() -> None:
    assert read_harm("0" * 5000 + "7") == TypedHarm("deal", 7)


@given(st.text(max_size=12) | st.from_regex(r"[=+-]?[0-9]{1,5} ?\w{0,3}"))
def test_any_text_is_harm_within_bounds_or_refused(text: str) -> None:
    try:
        harm = read_harm(text)
    except BadHarmError:
        return
    assert 0 <= harm.amount <= 9999
    assert harm.way == "deal" or not harm.armor
