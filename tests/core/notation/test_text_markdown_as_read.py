import re
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.notation.text import as_read

WORD = re.compile(r"[^\W_]+")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**Thick Hide:** Nothing bites", "Thick Hide: Nothing bites"),
        ("may [hack the feeds](../13/13-feeds.md#edit-ar-feed) of all", "may hack the feeds of all"),
        ("**[Bold](a.md) and _soft_**", "Bold and soft"),
        ("**a *b* c** __d__ `e`", "a b c d e"),
        ("- one\n* two\n  + three", "• one\n• two\n  • three"),
        ("# Head\n\n---\n\n> said", "Head\n\n\nsaid"),
        ("12&nbsp;<sup>45</sup> &amp; more", "12\N{NO-BREAK SPACE} 45  & more"),
    ],
)
def test_the_words_of_markdown_are_read_without_its_signs(written: str, read: str) -> None:
    assert as_read(written) == read


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 and 5 * 6 * 7",
        "snake_case_name and * alone",
        "[1d10] (special)",
        "[](nowhere)",
        "-5 to all, 3 < 4, A&B; #1",
        "**open",
        "–",
    ],
)
def test_what_only_looks_like_markdown_stays(text: str) -> None:
    assert as_read(text) == text


@given(st.text(st.sampled_from("ab *_[]`#-\n>")))
def test_no_word_is_lost_and_none_is_new(text: str) -> None:
    assert "".join(WORD.findall(as_read(text))) == "".join(WORD.findall(text))


@pytest.mark.parametrize("piece", ["**a ", "[", "[a](", "*a", "_a ", "`", "<b", "&a", "*", "[a", "- "])
def test_long_text_is_read_in_no_time(piece: str) -> None:
    began = perf_counter()
    as_read(piece * 20_000)
    assert perf_counter() - began < 2
