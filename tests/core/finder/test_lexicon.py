"""Names found by a few letters, the surest ways first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.finder.lexicon import COMPLETE, EXACT, INSIDE, MISSPELT, PREFIX, RUN_TOGETHER, Lexicon, words_of

NAMES = ("Lao Qing", "Jaqui", "Triad mook 1", "Triad mook 12", "Know: Triads", "Free Fall")


def costs(typed: str) -> dict[str, int]:
    return {NAMES[place]: cost for place, cost in Lexicon(NAMES).match(words_of(typed)).items()}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("lao", {"Lao Qing": EXACT}),
        ("qing LAO", {"Lao Qing": COMPLETE}),
        ("jaq", {"Jaqui": PREFIX}),
        ("aqu", {"Jaqui": INSIDE}),
        ("mook 1", {"Triad mook 1": EXACT, "Triad mook 12": PREFIX}),
        ("know:triads", {"Know: Triads": COMPLETE}),
        ("trimo 12", {"Triad mook 12": RUN_TOGETHER}),
        ("freefall", {"Free Fall": RUN_TOGETHER}),
        ("lao mook", {}),
        ("q", {"Lao Qing": PREFIX}),
        ("zz", {}),
        ("", {}),
    ],
)
def test_each_way_to_be_found_costs_its_own(typed: str, found: dict[str, int]) -> None:
    assert costs(typed) == found


def test_a_misspelling_costs_more_than_anything_spelt_right() -> None:
    (name, cost), *others = costs("jaqi").items()
    assert (name, others) == ("Jaqui", [])
    assert cost >= MISSPELT


def test_three_letters_are_misspelt_only_behind_the_first() -> None:
    assert set(costs("loa")) == {"Lao Qing"}
    assert costs("oao") == {}


def test_rep_is_not_a_misspelt_aptitude() -> None:
    lexicon = Lexicon(["REF check", "g-rep rep"])
    assert set(lexicon.match(["rep"])) == {1}
    assert Lexicon(["REF check"]).match(["rep"]) == {}
    assert set(Lexicon(["REF check"]).match(["rfe"])) == {0}


def test_the_nearest_come_first_and_not_too_many() -> None:
    lexicon = Lexicon(NAMES)
    assert [NAMES[place] for place in lexicon.nearest(["triat"], most=2)] == ["Triad mook 1", "Triad mook 12"]
    assert lexicon.nearest(["xyzzy"]) == []


def test_what_was_typed_before_changes_nothing() -> None:
    lexicon = Lexicon(NAMES)
    for number in range(1000):
        lexicon.match([f"word{number}"])
    assert lexicon.match(["lao"]) == {0: EXACT}


def is_run(word: str, parts: list[str]) -> bool:
    """Return whether a word is made of the beginnings of all of these parts."""
    if not parts:
        return not word
    return any(is_run(word[size:], parts[1:]) for size in range(1, len(parts[0]) + 1) if word[:size] == parts[0][:size])


LETTERS = st.text("abc", min_size=1, max_size=3)


@given(
    names=st.lists(st.lists(LETTERS, min_size=1, max_size=4), max_size=5), word=st.text("abc", min_size=2, max_size=5)
)
def test_words_run_together_are_found_as_by_trying_each_way(names: list[list[str]], word: str) -> None:
    found = Lexicon(map(" ".join, names)).match([word])
    if set(found.values()) == {RUN_TOGETHER} or not found:
        runs = [
            place
            for place, parts in enumerate(names)
            if any(is_run(word, parts[a:b]) for a in range(len(parts)) for b in range(a + 2, len(parts) + 1))
        ]
        assert list(found) == runs
