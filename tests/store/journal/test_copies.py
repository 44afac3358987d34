"""Dated copies of a log: made by SQLite of what is there at one moment, thinned out, and read again."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm_desk.store.disk.files import UnreadableFileError, UnwritableFileError
from gm_desk.store.journal.copies import copies_in, is_due, is_log, read_copy
from gm_desk.store.journal.entries import Naming, Revision
from gm_desk.store.journal.journal import Journal
from gm_desk.store.rosters.backups import ALL_DAYS, NEWEST
from makers import PAST, a_journal, an_entry, rolls_in, some_entries

NOW = datetime(2026, 11, 20, 22, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups" / "mars"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with a_journal(tmp_path / "journals" / "mars.sqlite", some_entries(3)) as made:
        yield made


def test_a_copy_holds_all_that_is_in_the_log_also_while_it_is_open(journal: Journal, folder: Path) -> None:
    note = Revision(id="r", entry="roll-1", time=5, note="Ha")
    name = Naming(id="n", session="evening", time=6, name="Arrival")
    journal.add([note, name])
    assert journal.back_up(folder, NOW)
    (copy,) = copies_in(folder)
    assert (copy.time, is_log(copy), copy.size) == (NOW, True, copy.path.stat().st_size)
    assert read_copy(copy.path) == [*some_entries(3), note, name]
    assert [one.name for one in folder.iterdir()] == [copy.path.name]
    with a_journal(copy.path, read_only=True) as opened:
        assert len(rolls_in(opened, 9)) == 3


def test_what_holds_no_more_than_the_newest_copy_is_not_copied_again(journal: Journal, folder: Path) -> None:
    assert [journal.back_up(folder, NOW), journal.back_up(folder, NOW + DAY)] == [True, False]
    journal.add([Revision(id="r", entry="roll-1", time=5, note="Ha")])
    assert journal.back_up(folder, NOW + DAY)
    assert [one.time for one in copies_in(folder)] == [NOW + DAY, NOW]


def test_a_log_that_is_not_there_or_may_only_be_read_is_not_copied(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "journals" / "mars.sqlite"
    with a_journal(path) as nothing:
        assert not nothing.back_up(folder, NOW)
    with a_journal(path, some_entries(1)):
        pass
    with a_journal(path, read_only=True) as reading:
        assert not reading.back_up(folder, NOW)
    assert not folder.exists()


def test_a_copy_is_due_once_a_day(journal: Journal, folder: Path) -> None:
    assert is_due(folder, NOW)
    journal.back_up(folder, NOW)
    assert not is_due(folder, NOW + timedelta(hours=1))
    assert is_due(folder, NOW + timedelta(hours=2))


def test_copies_are_thinned_out_like_backups(journal: Journal, folder: Path) -> None:
    for day in range(80):
        for hour in (0, 1):
            journal.add([an_entry(f"roll-{day}-{hour}")])
            journal.back_up(folder, NOW + day * DAY + timedelta(hours=hour))
    times = [one.time for one in copies_in(folder)]
    assert NEWEST < len(times) < 50
    assert times[0] == NOW + 79 * DAY + timedelta(hours=1)
    assert len([one for one in times if one >= NOW + (80 - ALL_DAYS) * DAY]) == 2 * ALL_DAYS


def test_a_roster_has_its_backups_in_the_same_folder_and_they_stay(journal: Journal, folder: Path) -> None:
    folder.mkdir(parents=True)
    other = folder / "20261120T220000000000Z.json"
    other.write_bytes(b"{}")
    journal.back_up(folder, NOW)
    assert other.exists()
    assert [one.path.suffix for one in copies_in(folder)] == [".sqlite"]


def test_a_disk_that_refuses_is_told_and_no_half_copy_is_left(
    journal: Journal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refused)
        folder.mkdir(parents=True)
        with pytest.raises(UnwritableFileError, match="the disk is full"):
            journal.back_up(folder, NOW)
    assert list(folder.iterdir()) == []
    assert journal.back_up(folder, NOW)


def test_a_damaged_copy_is_said_to_be_so_and_does_not_keep_a_new_one_from_being_made(
    journal: Journal, folder: Path
) -> None:
    journal.back_up(folder, NOW)
    (copy,) = copies_in(folder)
    copy.path.write_bytes(b"x" * 5000)
    with pytest.raises(UnreadableFileError) as raised:
        read_copy(copy.path)
    assert raised.value.path == copy.path
    assert journal.back_up(folder, NOW + DAY)


def test_a_copy_of_a_log_of_the_first_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "20261120T220000000000Z.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((PAST / "journal-1.sql").read_text("utf-8"))
    content = path.read_bytes()
    assert len(read_copy(path)) == 3
    assert path.read_bytes() == content
