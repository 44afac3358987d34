import time

import pytest

from gm_desk.core.wording.phrases import MOST, joined, menu_text, one_line, plural, signed, visible


@pytest.mark.parametrize(
    "text", ["", "Lao Qing", "老青", "Zoë & Söhne", "=1+1", "<b>x</b>", "👩‍👩‍👧", "../../etc", "🏴‍☠️ 2"]
)
def test_ordinary_words_stay_as_they_are(text: str) -> None:
    assert one_line(text) == text


def test_a_long_text_keeps_its_beginning_and_its_end() -> None:
    shown = one_line("x" * 1_000_000 + " 12")
    assert len(shown) == MOST
    assert shown.startswith("xxx")
    assert shown.endswith("x 12")
    assert "…" in shown
    assert one_line("x" * MOST) == "x" * MOST
    assert len(one_line("x" * 500, 20)) == 20


@pytest.mark.parametrize(
    ("text", "shown"), [("a\nb", "a b"), ("a\0b\tc\x85", "a b c "), ("a\u2028b", "a b"), ("\u202eab\u2066", "ab")]
)
def test_what_breaks_a_line_or_turns_it_around_is_gone(text: str, shown: str) -> None:
    assert one_line(text) == shown


@pytest.mark.parametrize("name", ["\u200b", "\u200b\u200d\ufeff", "\u202e", "\n", "\u3164\u200b"[1:], "\x00\x01"])
def test_a_name_without_a_visible_letter_says_so(name: str) -> None:
    assert visible(name) == "(no letters)"


@pytest.mark.parametrize("name", ["a", "\u200ba", "é", "漢", "🎲", "!"])
def test_a_name_with_a_visible_letter_is_itself(name: str) -> None:
    assert visible(name) == name


def test_an_ampersand_is_no_shortcut_and_a_tab_no_column_of_a_menu() -> None:
    assert menu_text("Tom & Jerry\tCtrl+Q") == "Tom && Jerry Ctrl+Q"
    assert len(menu_text("x" * 5000)) == 80


def test_a_megabyte_is_shortened_at_once() -> None:
    began = time.perf_counter()
    for sign in ("x", "\u202e", "\n", "\u0301"):
        for _ in range(100):
            one_line(sign * 1_000_000)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(("number", "written"), [(5, "+5"), (0, "0"), (-5, "−5")])
def test_a_sign_is_written_where_there_is_one(number: int, written: str) -> None:
    assert signed(number) == written


@pytest.mark.parametrize(("count", "words"), [(0, "0 rolls"), (1, "1 roll"), (2, "2 rolls"), (12_000, "12,000 rolls")])
def test_a_number_stands_before_its_noun(count: int, words: str) -> None:
    assert plural(count, "roll") == words
    assert plural(count, "roll", "no") == words.replace("0 rolls", "no rolls", 1 if count == 0 else 0)


@pytest.mark.parametrize(
    ("parts", "words"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_texts_are_joined_by_commas_and_a_word(parts: list[str], words: str) -> None:
    assert joined(parts) == words
    assert joined(parts, "and") == words.replace(" or ", " and ")
