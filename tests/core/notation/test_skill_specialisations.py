"""Specialisations of skills, in every dialect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from block_makers import specialisations
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.lists import (
    parts_of,
    read_book_specialisation,
    read_foreign_specialisations,
    read_markdown_specialisation,
    read_specialisation,
    write_markdown_specialisation,
    write_specialisations,
)
from gm_desk.core.notation.text import parts, shielded

plain = st.builds(
    Specialisation,
    name=st.from_regex(r"[A-Z][a-z]{1,8}( [a-z]{2,6})?", fullmatch=True),
    rating=st.none() | st.integers(0, 150),
)


@given(st.lists(plain, max_size=4).map(tuple))
def test_what_is_written_is_read_however_it_came(several: tuple[Specialisation, ...]) -> None:
    line = write_specialisations(several)
    assert tuple(map(read_specialisation, parts_of(line))) == several
    assert tuple(map(read_book_specialisation, parts_of(line))) == several
    assert read_foreign_specialisations(line) == several


@given(st.lists(specialisations.filter(lambda one: one.rating is not None), max_size=4))
def test_what_is_written_in_markdown_is_read_from_it(several: list[Specialisation]) -> None:
    line = ", ".join(map(write_markdown_specialisation, several))
    assert [read_markdown_specialisation(part.text) for part in parts(shielded(line), ",")] == several


@pytest.mark.parametrize("text", ["Pistols +10", "Pistols 151", "Pistols 7.5", "70"])
def test_what_cannot_be_typed_is_a_name_where_another_program_wrote_it(text: str) -> None:
    with pytest.raises(RulesError):
        read_specialisation(text)
    assert read_foreign_specialisations(f"Rifles 60, {text}") == (
        Specialisation(name="Rifles", rating=60),
        Specialisation(name=text),
    )
