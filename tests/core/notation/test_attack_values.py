"""The values of an attack: what all its notations and wordings share."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.stat_block import Attack, values_in_words, write_marks
from gm_desk.core.errors import BadExpressionError
from gm_desk.core.notation.attack_values import (
    PIERCES,
    TEXTS,
    base_of,
    dice_of,
    is_dice,
    read_mark,
    read_said,
    write_said,
)
from gm_desk.core.rules.dice import Expression

marked = st.builds(
    Attack,
    id=st.just("a"),
    name=st.just("Laser"),
    armor_piercing=st.booleans(),
    penetration=st.integers(0, 9999),
    damage_bonus=st.booleans(),
)


@given(marked, st.sampled_from(["AP", PIERCES]))
def test_marks_that_are_written_are_read(attack: Attack, word: str) -> None:
    read: dict[str, Any] = {}
    for mark in write_marks(attack, word):
        read |= read_mark(mark)
    assert Attack(id="a", name="Laser", **read) == attack


@pytest.mark.parametrize("text", ["", "APE", "AP five", "DB", "armor", "AP 12345", "non-armor-piercing"])
def test_other_words_are_no_mark(text: str) -> None:
    assert read_mark(text) == {}


@pytest.mark.parametrize("damage", ["2d10+3", "2d10+3 energy", "2d10+3 (energy)", "2d10+3, AP −5", "2d10+3 (AP: -5)"])
def test_dice_are_read_without_the_words_and_the_ap_number_behind_them(damage: str) -> None:
    assert dice_of(damage) == Expression.parse("2d10+3")
    assert is_dice(damage)


@pytest.mark.parametrize(
    ("damage", "base"), [("6", 6), ("6 cut", 6), (" 6 (cut) ", 6), ("2d6", None), ("", None), ("cut", None)]
)
def test_base_damage_is_a_number_with_words_or_without(damage: str, base: int | None) -> None:
    assert base_of(damage) == base


def test_what_is_no_damage_cannot_be_rolled() -> None:
    assert dice_of("") is None
    assert not is_dice("odd")
    with pytest.raises(BadExpressionError):
        dice_of("odd")


def test_values_that_stand_in_a_note_are_read_and_the_rest_is_left() -> None:
    attack = Attack(id="a", name="", against="energy", area="cone", radius=5, armor_piercing=True, traits=("reach",))
    said, left = read_said(f"{write_said(attack)}, glows, a bit")
    assert (Attack(id="a", name="", **said), left) == (attack, "glows, a bit")
    assert read_said("glows ,  a bit") == ({}, "glows ,  a bit")


def test_every_text_of_a_line_is_a_field_of_an_attack() -> None:
    assert set(TEXTS) <= set(Attack.__struct_fields__)


@pytest.mark.parametrize("field", TEXTS)
def test_every_text_of_a_line_is_in_the_words_of_an_attack(field: str) -> None:
    (words,) = values_in_words(structs.replace(Attack(id="a", name=""), **{field: "odd"}))
    assert words == ("odd" if TEXTS[field] else f"{field} odd")
