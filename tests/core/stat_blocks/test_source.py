"""A pasted text is cleaned of its format, and every letter of it can be shown where it stood."""

from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.stat_blocks.source import Span, cleaned

PIECES = [
    "**",
    "<sup>45</sup>",
    "&nbsp;",
    "[a](b.md#c)",
    "Per-\nsuade",
    "¹²",
    "<b>",
    "</b>",
    "\r\n",
    " ",
    "x",
    "−",
    "<",
    "&",
]


def test_checks_above_the_line_stand_behind_a_sign() -> None:
    assert cleaned("**COG:** 15&nbsp;<sup>45</sup> • INT 20⁶⁰").text == "COG: 15 ^45 • INT 20^60"


def test_a_word_parted_at_the_end_of_a_line_is_joined() -> None:
    assert cleaned("Muscle Aug-\n  mentation, Per-\r\nsuade").text == "Muscle Augmentation, Persuade"


def test_of_a_link_the_words_stay_and_keep_their_place() -> None:
    source = cleaned("see [Grappling](../12/02.md#g) now")
    start = source.text.index("Grappling")
    assert source.text == "see Grappling now"
    assert source.span(start, start + len("Grappling")) == Span(5, 14)


def test_dashes_stay_as_they_were_written() -> None:
    assert cleaned("−20, g–rep, —").text == "−20, g–rep, —"


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_every_letter_has_a_place_in_the_text_in_order(pasted: str) -> None:
    source = cleaned(pasted)
    assert len(source.places) == len(source.text) + 1
    assert list(source.places) == sorted(source.places)
    assert source.places[-1] == len(pasted)


@given(st.text(alphabet="abc XYZ,;:.()/0123456789\n", max_size=60))
def test_plain_text_stays_as_it_is(pasted: str) -> None:
    assert cleaned(pasted).text == pasted
