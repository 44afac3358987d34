"""What happened without a roll, in the journal's file: written and read like a roll, and counted as none."""

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec import structs

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.store.journal.entries import Entry, Event, Harmed, Revision, Search
from gm_desk.store.journal.journal import Journal
from gm_desk.store.journal.recovery import recover
from makers import PAST
from model_makers import an_entry

OLD = PAST / "journal-2.sql"


def an_event(entry_id: str = "event-1", *, session: str = "evening", time: int = 3_600_500) -> Entry:
    return Entry(
        id=entry_id,
        batch=entry_id,
        session=session,
        time=time,
        system="ep2",
        draft=Draft("lao", "Lao Qing"),
        request=Event("damage", ("9 damage", "1 wound")),
        house=House(),
        dice={},
        harmed=Harmed("lao", {"damage": 9, "wounds": 1}, "roll-1"),
        scene="lock",
    )


def test_it_comes_back_as_it_was_written(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "log.sqlite")) as journal:
        journal.add([an_entry(), an_event()])
    with closing(Journal(tmp_path / "log.sqlite")) as journal:
        assert [kept.entry for kept in journal.page(9)] == [an_event(), an_entry()]
        assert [(one.rolls, one.ended) for one in journal.evenings()] == [(1, 3_600_500)]


def test_it_is_struck_and_noted_like_a_roll(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "log.sqlite")) as journal:
        journal.add([an_event()])
        journal.add([Revision(id="one", entry="event-1", time=1, struck=True, note="in the dark")])
        kept = journal.kept("event-1")
        assert kept is not None
        assert kept.entry == structs.replace(an_event(), struck=True, note="in the dark")


def test_it_is_found_by_words_and_by_whom_and_by_no_verdict(tmp_path: Path) -> None:
    for indexed in (True, False):
        with closing(Journal(tmp_path / f"{indexed}.sqlite", indexed=indexed)) as journal:
            journal.add([an_entry(), an_event()])

            def found(search: Search, journal: Journal = journal) -> list[str]:
                return [kept.entry.id for kept in journal.page(9, search=search)]

            assert found(Search(words="wound")) == ["event-1"]
            assert found(Search(character="lao")) == ["event-1", "roll-1"]
            assert found(Search(grades=frozenset(Grade))) == ["roll-1"]


def test_a_journal_with_events_is_whole_when_it_is_checked(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "log.sqlite")) as journal:
        journal.add([an_event("first"), an_entry(), an_event("last"), an_entry("roll-2", session="later")])
        while journal.check(50):
            pass
        assert journal.recovered is None
        assert {one.id: one.rolls for one in journal.evenings()} == {"evening": 1, "later": 1}


def test_an_evening_of_events_alone_has_no_rolls(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "log.sqlite")) as journal:
        journal.add([an_event()])
        assert [one.rolls for one in journal.evenings()] == [0]


def test_a_log_of_an_earlier_version_takes_events(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(OLD.read_text("utf-8"))
    with closing(Journal(path)) as journal:
        before = journal.page(99)
        rolls = {one.id: one.rolls for one in journal.evenings()}
        assert before, "what was rolled then is read"
        assert all(kept.entry.event is None and kept.entry.harmed is None for kept in before)
        journal.add([an_event(session=before[0].entry.session, time=before[0].entry.time + 1)])
        assert [kept.entry.id for kept in journal.page(99)] == ["event-1", *(kept.entry.id for kept in before)]
        assert {one.id: one.rolls for one in journal.evenings()} == rolls
        assert journal.recovered is None


def test_an_entry_says_which_roll_dealt_its_damage(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "log.sqlite")) as journal:
        dealt = an_entry("damage", harmed=Harmed("lao", {"damage": 3}, "roll-1"))
        journal.add([dealt])
        kept = journal.kept("damage")
        assert kept is not None
        assert kept.entry == dealt


def test_what_was_no_roll_is_recovered_and_counted_as_none(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    with closing(Journal(path)) as journal:
        journal.add([an_event(), an_entry(), an_event("event-2")])
    recovered = recover(path, lambda: None)
    assert (recovered.rolls, recovered.lost) == (1, 0)
    with closing(Journal(path)) as journal:
        assert {kept.entry.id for kept in journal.page(9)} == {"event-1", "event-2", "roll-1"}
        assert [one.rolls for one in journal.evenings()] == [1]
