"""Every word of a page is in its text exactly once, wherever it stands."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.tables.page_text import PageWord, text_of_page
from thorough import tries

places = st.integers(0, 600).map(float)
words = st.builds(
    lambda text, left, base, size: PageWord(text, left, left + len(text) * size / 2, base, size),
    st.text("abc12", min_size=1, max_size=9),
    places,
    places,
    st.sampled_from((5.0, 9.0, 10.0, 24.0)),
)


def letters(text: str) -> Counter[str]:
    return Counter(text.replace("^", " ").split())


@given(st.lists(words, max_size=120))
@settings(max_examples=tries(200), deadline=None)
def test_every_word_of_a_page_is_in_its_text_once(page: list[PageWord]) -> None:
    assert letters(text_of_page(page)) == Counter(word.text for word in page)


def test_a_page_without_words_has_no_text() -> None:
    assert text_of_page([]) == ""


def test_three_columns_below_a_title_are_read_one_after_the_other() -> None:
    title = [PageWord(f"Title{number}", 60 + 90 * number, 140 + 90 * number, 700, 18) for number in range(5)]
    page = [
        PageWord(
            f"c{column}l{line}w{word}", 60 + 170 * column + 36 * word, 92 + 170 * column + 36 * word, 660 - 12 * line, 9
        )
        for line in range(20)
        for column in range(3)
        for word in range(4)
    ]
    lines = [line for line in text_of_page([*title, *page]).splitlines() if line]
    assert lines[0] == "Title0 Title1 Title2 Title3 Title4"
    assert [line.split("l")[0] for line in lines[1:]] == ["c0"] * 20 + ["c1"] * 20 + ["c2"] * 20


def test_a_full_page_keeps_every_word() -> None:
    page = [
        PageWord("word", 40 + 27.0 * column, 64 + 27.0 * column, 780 - 9.0 * line, 9)
        for line in range(85)
        for column in range(20)
    ]
    assert len(text_of_page(page).split()) == 85 * 20
