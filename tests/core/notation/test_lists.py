import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.notation.lists import read_list, write_list


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
