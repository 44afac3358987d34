"""Armor as a person types it, and as it is written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from block_makers import armors
from gm_desk.core.characters.stat_block import Armor
from gm_desk.core.errors import BadArmorError
from gm_desk.core.notation.armor import (
    Protection,
    read_armor,
    read_book_armor,
    read_markdown_armor,
    write_armor,
    write_markdown_armor,
)
from gm_desk.core.notation.text import TextSpan, parts, shielded
from pasting import ep2

EP = ("energy", "kinetic")
KAISER = ("Cut", "Thrust", "Blow")
VEST = Armor(values={"energy": 6, "kinetic": 12}, name="vest")
HELMET = Armor(values={"energy": 2, "kinetic": 2}, name="helmet")
SCALES = Armor(values={"Cut": 5, "Thrust": 4, "Blow": 3}, name="Scale coat")

words = st.text(st.characters(codec="utf-8", exclude_characters=";"), max_size=12)
armor = st.builds(
    Armor,
    values=st.dictionaries(st.sampled_from([*EP, *KAISER, "heat"]) | words, st.integers(0, 9999), max_size=4),
    name=st.text(max_size=12),
    extra=st.dictionaries(words, st.integers(), max_size=1),
)


@pytest.mark.parametrize(
    "line", ["6/12 (vest)", "6/12 vest", "6 / 12 (vest)", "kinetic 12, energy 6 (vest)", "e6 k12 (vest)"]
)
def test_armor_is_typed_in_the_order_of_its_kinds_or_by_their_names(line: str) -> None:
    assert read_armor(line, EP) == (VEST,)


def test_several_pieces_stand_on_one_line() -> None:
    assert read_armor("6/12 (vest); 2/2 helmet;", EP) == (VEST, HELMET)
    assert write_armor([VEST, HELMET], EP) == "6/12 (vest); 2/2 (helmet)"


def test_kaisers_armor_has_its_own_kinds_and_others_beside_them() -> None:
    assert write_armor([SCALES], KAISER) == "5/4/3 (Scale coat)"
    assert read_armor("5/4/3 Scale coat", KAISER) == (SCALES,)
    assert read_armor("cut 5, Heat 2", KAISER) == (Armor(values={"Cut": 5, "Heat": 2}),)


def test_armor_without_a_name_or_without_values_is_armor() -> None:
    assert read_armor("0/0", EP) == (Armor(values={"energy": 0, "kinetic": 0}),)
    assert read_armor("(thick hide)", EP) == (Armor(name="thick hide"),)
    assert read_armor("  ", EP) == ()


@pytest.mark.parametrize("line", ["vest", "6", "6/12/3", "6/", "6/12 (vest); x", "-6/12", "6/x"])
def test_what_is_no_armor_is_refused_with_what_can_be_typed(line: str) -> None:
    with pytest.raises(BadArmorError, match=r"6/8 \(vest\) is energy, kinetic, or name them: energy 6"):
        read_armor(line, EP)


@pytest.mark.parametrize("line", ["10000/1", "energy 10000", f"{'9' * 5000}/1"])
def test_a_value_beyond_all_armor_is_refused(line: str) -> None:
    with pytest.raises(BadArmorError, match="outside the range 0 to 9999"):
        read_armor(line, EP)


@given(st.lists(armor, max_size=3).map(tuple), st.sampled_from([EP, KAISER]))
def test_a_line_that_is_left_alone_loses_nothing(owned: tuple[Armor, ...], kinds: tuple[str, ...]) -> None:
    line = write_armor(owned, kinds)
    in_order = tuple(sorted(owned, key=lambda one: not write_armor([one], kinds)))
    assert read_armor(line, kinds, owned) == in_order


def test_only_the_piece_that_is_typed_anew_changes() -> None:
    kept = Armor(values={"energy": 1, "kinetic": 1}, name="odd; name", extra={"from": "elsewhere"})
    line = write_armor([VEST, kept], EP).replace("6/12", "7/12")
    assert read_armor(line, EP, [VEST, kept]) == (Armor(values={"energy": 7, "kinetic": 12}, name="vest"), kept)


@given(st.text(max_size=20) | st.from_regex(r"[0-9]{1,5}/[0-9]{1,5} ?\(?\w{0,4}\)?"))
def test_any_text_is_armor_within_bounds_or_refused(text: str) -> None:
    try:
        found = read_armor(text, EP)
    except BadArmorError:
        return
    assert all(0 <= value <= 9999 for one in found for value in one.values.values())
    assert read_armor(write_armor(found, EP), EP, found) == found


names = st.from_regex(r"([A-Z][a-z]{2,8}( [a-z]{2,6})?)?", fullmatch=True)
amounts = st.integers(0, 9999)
plain_armor = st.builds(
    Armor, values=st.dictionaries(st.sampled_from([*EP, "Heat"]), amounts, min_size=1, max_size=3), name=names
)


@given(st.lists(plain_armor, max_size=3).map(tuple))
def test_what_is_written_is_typed_again(owned: tuple[Armor, ...]) -> None:
    assert read_armor(write_armor(owned, EP), EP) == owned


@given(st.lists(armors, max_size=3), st.sampled_from([EP, KAISER, ()]))
def test_what_is_written_in_markdown_is_read_from_it(owned: list[Armor], kinds: tuple[str, ...]) -> None:
    line = shielded("; ".join(write_markdown_armor(one, kinds) for one in owned))
    assert [read_markdown_armor(part.text, kinds) for part in parts(line, ";")] == owned


@given(st.builds(Armor, values=st.fixed_dictionaries(dict.fromkeys(EP, amounts)), name=names))
def test_what_is_written_is_read_as_a_book_prints_it(armor: Armor) -> None:
    read = Protection((armor,))
    assert read_book_armor(TextSpan(write_armor([armor], EP)), ep2()) == read
    assert read_book_armor(TextSpan(write_markdown_armor(armor, EP)), ep2()) == read


def test_of_pieces_with_their_sum_the_sum_counts_and_the_pieces_are_its_name() -> None:
    found = read_book_armor(TextSpan("6/6 (vest) + 2/2 (helmet) = 8/8"), ep2())
    assert found == Protection((Armor(values={"energy": 8, "kinetic": 8}, name="6/6 (vest) + 2/2 (helmet)"),))


@pytest.mark.parametrize("line", ["6/12/3", "6/12 / 3 vest"])
def test_more_values_than_the_system_has_kinds_are_no_armor_of_a_book(line: str) -> None:
    assert read_book_armor(TextSpan(line), ep2()) == Protection(left=(TextSpan(line),))
