"""Rolls are found as a search says, with an index of words and without, in whatever order they came."""

import sqlite3
import tempfile
import unicodedata
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import KaiserDamage
from gm_desk.store.journal.entries import Entry, Evening, Event, Override, Revision, Search
from gm_desk.store.journal.journal import Journal
from makers import a_journal, an_entry, numbers, rolls_in, some_entries
from thorough import tries

words = st.text("aäbßB1Ⅻ _-.*%\"'", max_size=6)
people = st.sampled_from(["", "eva", "e-va", "EVA", "lao", "ä"])
sessions = st.sampled_from(["first", "second", "third"])
grades = st.sampled_from([None, Grade.SUCCESS, Grade.CRITICAL_FAILURE])
overrides = st.none() | st.builds(Override, words=words, grade=grades)
abilities = st.builds(
    Ability, kind=st.just(AbilityKind.SKILL), key=st.just("k"), label=words, rating=st.sampled_from([5, 60, 95])
)
drafts = st.builds(
    Draft,
    character=people,
    name=words,
    ability=abilities,
    mode=st.sampled_from([Mode.ALONE, Mode.OPPOSED]),
    opponent=st.none() | st.builds(Side, character=people, name=words, ability=abilities),
)
whats: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {}, optional={"draft": drafts, "secret": st.booleans(), "note": words, "override": overrides}
)
made: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"draft": drafts, "time": st.integers(1, 5), "session": sessions, "secret": st.booleans(), "note": words}
)
searches = st.builds(
    Search,
    words=words,
    character=st.just("") | people,
    session=st.just("") | sessions,
    grades=st.frozensets(st.sampled_from([Grade.SUCCESS, Grade.CRITICAL_FAILURE, Grade.SUPERIOR_SUCCESS]), max_size=2),
    secret=st.sampled_from([None, True, False]),
)


@st.composite
def evenings_of_rolls(draw: st.DrawFn) -> list[Entry | Revision]:
    """Make rolls and revisions, in any order."""
    made: dict[str, st.SearchStrategy[Any]] = {
        "draft": drafts,
        "time": st.integers(1, 5),
        "session": sessions,
        "secret": st.booleans(),
        "note": words,
    }
    rolls = draw(st.lists(st.fixed_dictionaries(made), max_size=8))
    news: list[Entry | Revision] = [an_entry(f"roll-{number}", **more) for number, more in enumerate(rolls)]
    for number, what in enumerate(draw(st.lists(whats, max_size=6))):
        of = draw(st.integers(0, 8))
        news.append(Revision(id=f"revision-{number}", entry=f"roll-{of}", time=number, **what))
    return draw(st.permutations(news))


def is_asked_for(entry: Entry, search: Search) -> bool:
    """Return what a search says, field by field and word by word."""
    draft, second = entry.draft, entry.draft.side("b")
    sides = [draft, second] if draft.opposed else [draft]
    texts = [text for side in sides for text in (side.name, side.what)]
    texts += [entry.note, entry.override.words if entry.override else ""]
    had = [word for text in texts for word in plain_words(text)]
    asked = plain_words(search.words)
    return (
        (not search.words.strip() or (asked != [] and all(any(one.startswith(word) for one in had) for word in asked)))
        and (not search.character or search.character in [side.character for side in sides])
        and (not search.session or search.session == entry.session)
        and (not search.grades or entry.grade in search.grades)
        and (search.secret is None or search.secret == entry.secret)
    )


def plain_words(text: str) -> list[str]:
    """Part a text where there is neither letter nor digit, without case and accents."""
    bare = [one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one)]
    return "".join(one if one.isalnum() else " " for one in "".join(bare).casefold()).split()


def as_told(news: Sequence[Entry | Revision], search: Search, without: Sequence[str]) -> list[Entry]:
    """Find rolls by looking at each."""
    kept = [one for one in news if isinstance(one, Entry)]
    for revision in news:
        if isinstance(revision, Revision):
            kept = [one.revised(revision) if one.id == revision.entry else one for one in kept]
    return [one for one in kept if is_asked_for(one, search) and one.session not in without]


def paged(journal: Journal, limit: int, search: Search, without: Sequence[str]) -> list[Entry]:
    read: list[Entry] = []
    while page := journal.page(limit, read[-1].id if read else "", search, without):
        read += [kept.entry for kept in page]
    return read


@pytest.mark.parametrize("indexed", [True, False])
@settings(max_examples=tries(40), deadline=None)
@given(
    news=evenings_of_rolls(),
    asked=st.lists(searches, min_size=5, max_size=8),
    without=st.lists(sessions, max_size=2),
    limit=st.integers(1, 4),
)
def test_a_search_finds_what_it_says_whatever_was_added_in_whatever_order(
    news: list[Entry | Revision], asked: list[Search], without: list[str], limit: int, indexed: bool
) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Journal(Path(folder) / "mars.sqlite", indexed=indexed)) as journal,
    ):
        for first in range(0, len(news), 3):
            journal.add(news[first : first + 3])
        for search in asked:
            for left_out in ([], without):
                whole = [kept.entry for kept in journal.page(100, search=search, without=left_out)]
                assert {one.id: one for one in whole} == {one.id: one for one in as_told(news, search, left_out)}
                assert [one.time for one in whole] == sorted((one.time for one in whole), reverse=True)
                assert paged(journal, limit, search, left_out) == whole
        while journal.check(100):
            pass
        assert journal.recovered is None


@given(drafts, words, overrides, st.booleans(), sessions, searches)
def test_a_roll_that_is_not_saved_yet_is_found_alike(
    draft: Draft, note: str, override: Override | None, secret: bool, session: str, search: Search
) -> None:
    entry = an_entry(draft=draft, note=note, override=override, secret=secret, session=session)
    assert search.finds(entry) == is_asked_for(entry, search)


def test_evenings_are_counted_as_rolls_come_in_whatever_order(tmp_path: Path) -> None:
    when = [(5, "b"), (1, "a"), (9, "a")]
    rolls = [an_entry(f"roll-{n}", time=time, session=of) for n, (time, of) in enumerate(when)]
    with closing(Journal(tmp_path / "mars.sqlite")) as journal:
        for roll in rolls:
            journal.add([roll])
            journal.add([roll])
        assert journal.evenings() == [Evening("a", "", 1, 9, 2), Evening("b", "", 5, 5, 1)]


def without_fts5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_desk.store.journal.full_text._has_fts5", lambda _: False)


def test_where_sqlite_has_no_index_of_words_every_line_is_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mars.sqlite"
    with closing(Journal(path)) as journal:
        journal.add([an_entry("roll-1", name="Lao"), an_entry("roll-2", name="Eva"), an_entry("roll-3", name="Eva")])
    with monkeypatch.context() as patch:
        without_fts5(patch)
        with closing(Journal(path)) as journal:
            note: dict[str, Any] = {"note": "Lao was there"}
            journal.add([Revision(id="1", entry="roll-3", time=1, **note), an_entry("roll-4", name="Lao")])
            assert numbers(rolls_in(journal, 9, words="lao")) == [4, 3, 1]
    with closing(Journal(path, read_only=True)) as journal:
        assert numbers(rolls_in(journal, 9, words="lao")) == [4, 3, 1]
    with closing(Journal(path)) as journal:
        assert numbers(rolls_in(journal, 9, words="lao")) == [4, 3, 1]
        journal.add([Revision(id="2", entry="roll-4", time=2, note="Jaqui")])
        assert numbers(rolls_in(journal, 9, words="jaq")) == [4]
        while journal.check(100):
            pass
        assert journal.recovered is None


@pytest.mark.parametrize("indexed", [True, False])
def test_rolls_that_were_struck_out_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, indexed: bool
) -> None:
    def strike(number: int, *, struck: bool) -> Revision:
        return Revision(id=f"revision-{number}", entry="roll-1", time=number, struck=struck)

    if not indexed:
        without_fts5(monkeypatch)
    event = an_entry("happened", request=Event("turn", ("Turn 2",)), struck=True)
    with a_journal(tmp_path / "mars.sqlite", [*some_entries(3), event]) as journal:
        assert [one.rolls for one in journal.evenings()] == [3]
        journal.add([strike(1, struck=True), Revision(id="noted", entry="roll-2", time=1, note="Ha")])
        assert [one.rolls for one in journal.evenings()] == [2]
        journal.add([strike(2, struck=False)])
        assert [one.rolls for one in journal.evenings()] == [3]


@pytest.mark.parametrize("indexed", [True, False])
def test_damage_without_dice_is_not_counted_as_a_roll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, indexed: bool
) -> None:
    if not indexed:
        without_fts5(monkeypatch)
    damage = an_entry("damage", request=KaiserDamage(base=10, degrees=4), system="kaiser", dice={})
    struck = structs.replace(damage, id="struck", struck=True)
    with a_journal(tmp_path / "mars.sqlite", [*some_entries(2), damage, struck]) as journal:
        assert [one.rolls for one in journal.evenings()] == [2]
        while journal.check(100):
            pass
        assert journal.recovered is None


def test_a_journal_begun_without_an_index_of_words_gets_one_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mars.sqlite"
    with monkeypatch.context() as patch:
        without_fts5(patch)
        with closing(Journal(path)) as journal:
            journal.add(some_entries(3))
    with closing(Journal(path)) as journal:
        assert numbers(rolls_in(journal, 9, words="eva")) == [3, 2, 1]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM found WHERE found MATCH 'eva'").fetchone() == (3,)


def test_many_words_are_looked_for_at_once(tmp_path: Path) -> None:
    many = " ".join(f"word{number}" for number in range(400))
    for indexed in (True, False):
        with closing(Journal(tmp_path / f"{indexed}.sqlite", indexed=indexed)) as journal:
            journal.add([an_entry("roll-1", name=many), an_entry("roll-2", name="word1")])
            assert numbers(rolls_in(journal, 9, words=many)) == [1]


# --- The index of words, merged while nobody needs the log -----------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mars.sqlite"


def pieces(path: Path) -> int:
    """Count the pieces that the index of words is in."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(DISTINCT segid) FROM found_idx").fetchone()[0])


def test_however_many_rolls_are_made_without_a_rest_none_waits_until_the_index_is_merged(path: Path) -> None:
    with a_journal(path, some_entries(20)) as journal:
        before = pieces(path)
        for number in range(100, 200):
            journal.add(some_entries(1, number))
        assert pieces(path) == before + 100
        while journal.tidy():
            pass
        assert pieces(path) < 16
        assert len(rolls_in(journal, 500, words="eva")) == 120
        assert not journal.tidy()


def test_an_index_that_is_made_anew_is_in_one_piece(path: Path) -> None:
    with a_journal(path) as journal:
        for number in range(50):
            journal.add(some_entries(1, number))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE about SET behind = 1")
    with a_journal(path) as journal:
        assert len(rolls_in(journal, 500, words="eva")) == 50
        assert pieces(path) == 1


def test_a_log_that_was_merged_while_rolls_waited_is_so_no_longer(path: Path) -> None:
    with a_journal(path, some_entries(1)):
        pass
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO found(found, rank) VALUES ('crisismerge', 16)")
    with a_journal(path) as journal:
        for number in range(2, 40):
            journal.add(some_entries(1, number))
        assert pieces(path) == 39


@pytest.mark.parametrize("words", ["😀", "\"'*()", "_", " - "])
def test_words_without_letters_and_digits_find_no_roll(path: Path, words: str) -> None:
    with a_journal(path, some_entries(3)) as journal:
        assert rolls_in(journal, 10, words=words) == []
        assert len(rolls_in(journal, 10, words=" ")) == 3
