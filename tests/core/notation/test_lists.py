import pytest
from hypothesis import given
from hypothesis import strategies as st

from block_makers import lists
from gm_desk.core.notation.lists import (
    read_book_list,
    read_book_motivations,
    read_list,
    read_markdown_list,
    write_list,
    write_markdown_list,
)
from gm_desk.core.notation.text import TextSpan, shielded


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", ()),
        (" , ;\n\n", ()),
        ("Rope", ("Rope",)),
        ("Rope, Smoke  grenade;Knife", ("Rope", "Smoke grenade", "Knife")),
        ("Rope\r\nKnife\n", ("Rope", "Knife")),
        ("Nanobandage (2, old), Rope", ("Nanobandage (2, old)", "Rope")),
        ("Rope (broken, Knife", ("Rope (broken, Knife",)),
        ("Rope), Knife", ("Rope)", "Knife")),
        ("Rope, Rope", ("Rope", "Rope")),
        ("half \ud800, \u200b", ("half \ufffd",)),
    ],
)
def test_items_are_parted_by_commas_and_line_ends(text: str, items: tuple[str, ...]) -> None:
    assert read_list(text) == items


@given(st.text(max_size=40))
def test_items_that_were_written_are_read_again(text: str) -> None:
    items = read_list(text)
    assert read_list(write_list(items)) == items


plain = st.from_regex(r"[A-Z][a-z]{2,8}( [a-z]{2,6})?( \([a-z]{2}, [a-z]{2}\))?", fullmatch=True)


@given(lists)
def test_what_is_written_in_markdown_is_read_from_it(items: tuple[str, ...]) -> None:
    assert read_markdown_list(shielded(write_markdown_list(items))) == items


@given(st.lists(plain, max_size=4).map(tuple))
def test_what_is_written_is_read_as_a_book_prints_it(items: tuple[str, ...]) -> None:
    assert read_book_list(TextSpan(write_list(items))) == items
    assert read_book_list(TextSpan(write_markdown_list(items))) == items


@given(st.lists(plain.map("+{}".format) | plain.map("−{}".format), max_size=4).map(tuple))
def test_motivations_are_read_as_a_book_prints_them(motivations: tuple[str, ...]) -> None:
    assert read_book_motivations(TextSpan(write_list(motivations))) == motivations
