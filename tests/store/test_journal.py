"""The journal: every roll that was acknowledged is there again, newest first."""

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.store.entries import Entry
from gm_desk.store.journal import VERSION, Journal
from makers import a_journal, an_entry, drafts, ids, numbers, some_entries, texts, values

requests = st.builds(
    SuccessTest,
    base=st.integers(0, 200),
    modifiers=st.lists(st.builds(Modifier, value=values, label=texts), max_size=3).map(tuple),
    default=st.booleans(),
    pool=st.sampled_from([None, "add_20"]),
)
houses = st.builds(House, cap=st.none() | st.integers(0, 100), default_criticals=st.sampled_from(["ignored", "count"]))
entries = st.builds(
    Entry,
    id=ids,
    batch=ids,
    session=ids,
    time=st.integers(0, 2**53),
    system=st.sampled_from(["ep2", "ep1"]),
    draft=drafts | st.just(Draft()),
    request=requests,
    house=houses,
    dice=st.dictionaries(ids, st.lists(st.integers(0, 99), max_size=3).map(tuple), max_size=2),
    by_hand=st.booleans(),
    secret=st.booleans(),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journals" / "mars.sqlite"


@contextmanager
def a_passing_journal(kept: Iterable[Entry]) -> Iterator[Journal]:
    """Keep a journal for one example."""
    with tempfile.TemporaryDirectory() as folder, a_journal(Path(folder) / "mars.sqlite", kept) as journal:
        yield journal


# --- Adding and reading ----------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.lists(entries, max_size=5, unique_by=lambda entry: entry.id))
def test_every_value_survives_closing_and_reopening(kept: list[Entry]) -> None:
    with a_passing_journal(kept) as journal:
        journal.close()
        assert journal.page(10) == kept[::-1]


def test_rolls_are_there_at_the_next_start_newest_first(path: Path) -> None:
    with a_journal(path, some_entries(2)) as journal:
        journal.add(some_entries(1, 3))
        assert numbers(journal.page(10)) == [3, 2, 1]
    with a_journal(path) as journal:
        assert numbers(journal.page(10)) == [3, 2, 1]


def test_newest_is_what_was_added_last_whatever_the_clock_says(path: Path) -> None:
    with a_journal(path, [an_entry("roll-1", time=2), an_entry("roll-2", time=1)]) as journal:
        assert numbers(journal.page(10)) == [2, 1]


def test_a_roll_that_is_there_already_is_not_added_again(path: Path) -> None:
    with a_journal(path, some_entries(2)) as journal:
        journal.add(some_entries(3))
        assert numbers(journal.page(10)) == [3, 2, 1]


def test_without_rolls_there_is_no_file(path: Path) -> None:
    with a_journal(path) as journal:
        assert journal.page(10) == []
    assert not path.parent.exists()


def test_each_roster_has_a_journal_of_its_own(tmp_path: Path) -> None:
    with a_journal(tmp_path / "mars.sqlite", some_entries(1)), a_journal(tmp_path / "luna.sqlite") as luna:
        assert luna.page(10) == []


def test_a_closed_journal_is_one_file_that_says_what_it_is(path: Path) -> None:
    with a_journal(path, some_entries(3)):
        pass
    assert list(path.parent.iterdir()) == [path]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (0x474D4445,), "GMDE"
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("SELECT strict FROM pragma_table_list WHERE name = 'entry'").fetchone() == (1,)


def test_each_roll_is_synced_to_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noting(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noting)
    for _ in range(2):
        with a_journal(path, some_entries(1)):
            assert opened[-1].execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
            assert opened[-1].execute("PRAGMA trusted_schema").fetchone() == (0,)
            assert not opened[-1].in_transaction


def test_a_path_may_hold_any_letter(tmp_path: Path) -> None:
    path = tmp_path / "50% of #1 ä&b" / ("?" if os.name == "posix" else "!") / "mars.sqlite"
    with a_journal(path, some_entries(1)):
        assert path.exists()


# --- Paging and filtering --------------------------------------------------------------------------------------------


def paged(journal: Journal, limit: int, words: str = "") -> list[int]:
    """Read a whole journal page by page."""
    read: list[Entry] = []
    while page := journal.page(limit, read[-1].id if read else "", words):
        assert len(page) <= limit
        read += page
    return numbers(read)


@settings(max_examples=20)
@given(st.lists(st.booleans(), max_size=12))
def test_paging_has_neither_gaps_nor_doubles_with_or_without_a_filter(guns: list[bool]) -> None:
    kept = [an_entry(f"roll-{number}", what="Guns" if gun else "Fray") for number, gun in enumerate(guns)]
    with a_passing_journal(kept) as journal:
        for limit in range(1, len(guns) + 2):
            assert paged(journal, limit) == list(range(len(guns)))[::-1]
            assert paged(journal, limit, "guns") == [number for number, gun in enumerate(guns) if gun][::-1]


def test_rolls_that_come_while_paging_do_not_shift_the_pages(path: Path) -> None:
    with a_journal(path, some_entries(5)) as journal:
        first = journal.page(2)
        journal.add(some_entries(3, 6))
        assert numbers(first + journal.page(2, first[-1].id)) == [5, 4, 3, 2]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("eva", [4, 3]),
        ("EVA guns", [3]),
        ("guns eva", [3]),
        ("va un", [3]),
        ("guns", [3, 1]),
        ("überreden", [2]),
        ("ÜBERREDEN", [2]),
        ("strasse", [2]),
        ("  ", [4, 3, 2, 1]),
        ("nobody", []),
        ("evaguns", []),
    ],
)
def test_all_the_words_must_be_in_who_or_what(words: str, found: list[int], path: Path) -> None:
    kept = [
        an_entry("roll-1", name="Lao Qing", what="Guns"),
        an_entry("roll-2", name="Groß-Straße", what="Überreden"),
        an_entry("roll-3", name="Eva", what="Guns"),
        an_entry("roll-4", name="Eva", what="COG check"),
    ]
    with a_journal(path, kept) as journal:
        assert numbers(journal.page(10, words=words)) == found


def test_a_name_is_found_as_it_was_when_the_dice_fell(path: Path) -> None:
    with a_journal(path, [an_entry("roll-1", name="Eva"), an_entry("roll-2", name="Eve")]) as journal:
        assert numbers(journal.page(10, words="eva")) == [1]


@settings(max_examples=20)
@given(
    st.lists(st.text("ab%_\\\"'*? ;[]", min_size=1, max_size=5), max_size=8),
    st.lists(st.text("ab%_\\\"'*?;[]", max_size=3), min_size=5, max_size=8),
)
def test_words_are_taken_literally(people: list[str], words: list[str]) -> None:
    kept = [an_entry(f"roll-{number}", name=name, what="") for number, name in enumerate(people)]
    with a_passing_journal(kept) as journal:
        for word in words:
            found = [number for number, name in enumerate(people) if word in name][::-1]
            assert numbers(journal.page(10, words=word)) == found
