"""The work of reading a typed line is bounded, whatever the names and the line are: it is counted, not timed."""

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from counting import lines_of
from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.core.finder.index import Rollable, RollableIndex, rarely
from gm_desk.core.finder.lexicon import RUN_TOGETHER, Lexicon, warm_up
from gm_desk.core.finder.line import read_line
from gm_desk.core.finder.meanings import MOST_SPLITS, MOST_WORDS, CharacterMeant, LineMeanings, Unclear, splits_of
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system
from thorough import tries

SYSTEMS = ("ep2", "ep1", "kaiser")
BOUND = 400_000
"""Lines of Python: some 30 ms of an ordinary computer."""
PIECES = (
    "a",
    "aa",
    "ab",
    "b",
    "aaaaaaaaaa",
    "aaaaaaaaab",
    "minor",
    "major",
    "hard",
    "easy",
    "guns",
    "strike",
    "10",
    "+10",
)
NAMES = st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=40).map(" ".join), min_size=1, max_size=4)
LINES = st.lists(st.sampled_from((*PIECES, "vs", "-20")), min_size=1, max_size=60).map(" ".join)


def a_book(system: str, names: Sequence[str]) -> RollableIndex:
    sample = read_sample(system)
    people = sample.characters
    characters = tuple(
        structs.replace(people[place % len(people)], id=f"c{place}", name=name) for place, name in enumerate(names)
    )
    roster: Roster = structs.replace(sample, characters=characters)
    return RollableIndex(roster, load_system(system), RULES[system])


def read(system: str, names: Sequence[str], line: str) -> tuple[LineMeanings, int]:
    warm_up()
    book = a_book(system, names)
    return lines_of(lambda: read_line(line, book, Draft()))


@pytest.mark.parametrize("line", ["aaaaaaaaaa" * 2, "a" * 30 + "b", "a" * 199, " ".join(["aaaaaaaaaa"] * 18)])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_name_of_eighteen_repeated_words_freezes_nothing(system: str, line: str) -> None:
    _, lines = read(system, [" ".join(["aaaaaaaaaa"] * 18)], line)
    assert lines < BOUND


@pytest.mark.parametrize("line", ["minor " * 24, "major minor moderate " * 8, "minor +10 " * 19, "easy 10 " * 12])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_line_of_names_of_factors_is_sorted_in_a_bounded_number_of_ways(system: str, line: str) -> None:
    _, lines = read(system, ["Eva"], line)
    assert lines < BOUND
    found = splits_of(line.strip(), load_system(system), lambda _: False)
    assert len(found) <= 2 * MOST_SPLITS + 2


@settings(max_examples=tries(60))
@given(NAMES, LINES, st.sampled_from(SYSTEMS))
def test_whatever_the_names_and_the_line_are_the_work_is_bounded(names: list[str], line: str, system: str) -> None:
    _, lines = read(system, names, line)
    assert lines < BOUND


def test_words_run_together_take_no_longer_than_the_letters_of_the_name() -> None:
    word = "ab" * 15 + "x"
    taken = []
    for words in (3, 6, 12):
        lexicon = Lexicon([" ".join(["ababababab"] * words)])
        found, lines = lines_of(partial(lexicon.match, [word]))
        assert found == {}
        taken.append(lines)
    assert taken[1] < 2 * taken[0]
    assert taken[2] < 2 * taken[1]


def test_a_thousand_names_of_repeated_words_take_a_thousand_times_as_long_as_one_at_most() -> None:
    name, line = " ".join(["aaaaaaaaaa"] * 18), " ".join(["aaaaaaaaab"] * 18)
    _, one = read("ep2", [name], line)
    _, many = read("ep2", [f"{name} {number}" for number in range(1000)], line)
    assert many < 1000 * one / 5


@pytest.mark.parametrize(
    ("name", "typed", "found"),
    [
        ("Triad mook 12", "trimo12", True),
        ("Triad mook 12", "tm1", True),
        ("Lao Qing", "lq", True),
        ("ab abc abcd", "abab", True),
        ("ab abc abcd", "abcabcd", True),
        ("aba ab a", "abaaba", True),
        ("Triad mook 12", "t12", False),
        ("Triad mook 12", "mt", False),
        ("Lao Qing", "aq", False),
        ("Lao Qing", "laoqingx", False),
    ],
)
def test_words_run_together_are_found_in_every_way_they_can_be_cut(name: str, typed: str, found: bool) -> None:
    assert Lexicon([name]).match([typed]) == ({0: RUN_TOGETHER} if found else {})


def test_a_long_name_is_found_by_all_of_its_words_and_a_longer_line_is_refused() -> None:
    name = " ".join(f"w{number}" for number in range(MOST_WORDS))
    meant, _ = read("ep2", [name], name)
    assert meant.meanings[0] == CharacterMeant("c0", name)
    meant, _ = read("ep2", [name], f"{name} more")
    assert meant.meanings == (Unclear(f"A side of a test has at most {MOST_WORDS} words"),)


def test_an_endless_name_is_found_by_what_is_seen_of_it() -> None:
    lexicon = Lexicon(["x " * 500_000 + "12", "Eva"])
    assert len(lexicon.words[0]) < 250
    assert set(lexicon.match(["x", "12"])) == {0}
    _, lines = read("ep2", ["漢字 " * 200_000], "漢字 漢字漢 guns")
    assert lines < BOUND / 10


def test_what_copies_roll_rarely_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list[frozenset[str]]()

    def counted(owned: frozenset[str], stems: frozenset[str], system: System) -> list[Rollable]:
        found.append(stems)
        return rarely(owned, stems, system)

    monkeypatch.setattr("gm_desk.core.finder.index.rarely", counted)
    book = a_book("ep1", [f"Guard {number}" for number in range(100)])
    rolled = [book.rollables(one)[0] for one in book.roster.characters]
    kinds = len(read_sample("ep1").characters)
    assert len(found) <= kinds < len(rolled)
    assert rolled[0] == rolled[kinds]
    assert any(one.kind is AbilityKind.UNTRAINED for one in rolled[0])
