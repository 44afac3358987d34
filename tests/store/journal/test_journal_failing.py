"""A journal whose disk fails, whose program dies, whose file is none, or that may only read."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from gm_desk.store.disk.files import HeldFileError, UnfitRollError, UnreadableFileError, UnwritableFileError
from gm_desk.store.journal.entries import Naming, Revision
from gm_desk.store.journal.index import LineIndex, add
from gm_desk.store.journal.rows import ENTRY, REVISION, encoded_row, fits
from gm_desk.store.journal.schema import VERSION, prepared
from makers import PAST, a_disk_with_room_for, a_journal, an_entry, killed_after, numbers, rolls_in, some_entries


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journals" / "mars.sqlite"


def contents(folder: Path) -> dict[str, bytes]:
    """Return what is in the files of a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


# --- Disks that fail -------------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_to_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "journals").touch()
    with a_journal(tmp_path / "journals" / "mars.sqlite") as journal:
        for _ in range(2):
            with pytest.raises(UnwritableFileError) as raised:
                journal.add(some_entries(1))
        assert raised.value.path == journal.path
        assert "Errno" not in raised.value.problem
        assert rolls_in(journal, 10) == []
        (tmp_path / "journals").unlink()
        journal.add(some_entries(1))
        assert numbers(rolls_in(journal, 10)) == [1]


def test_a_folder_that_cannot_be_looked_into_is_said_to_be_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with a_journal(path, some_entries(1)) as journal:
        monkeypatch.setattr(os, "stat", locked)
        monkeypatch.setattr(Path, "exists", locked)
        with pytest.raises(UnreadableFileError) as raised:
            rolls_in(journal, 10)
        monkeypatch.undo()
    assert raised.value.problem == "permission denied"


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such limit")
def test_on_a_full_disk_all_rolls_of_a_batch_are_kept_or_none(path: Path) -> None:
    with a_journal(path, some_entries(1)) as journal:
        room = Path(f"{path}-wal").stat().st_size + 20_000
        with a_disk_with_room_for(room), pytest.raises(UnwritableFileError):
            journal.add(some_entries(200, 2))
        assert numbers(rolls_in(journal, 10)) == [1]
        journal.add(some_entries(200, 2))
        assert numbers(rolls_in(journal, 500)) == list(range(201, 0, -1))


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such limit")
def test_on_a_full_disk_a_roll_and_its_revisions_are_kept_or_none(path: Path) -> None:
    with a_journal(path, some_entries(1)) as journal:
        notes = [Revision(id=f"note-{n}", entry="roll-1", time=n, note="x" * 1000) for n in range(100)]
        room = Path(f"{path}-wal").stat().st_size + 20_000
        with a_disk_with_room_for(room), pytest.raises(UnwritableFileError):
            journal.add([*some_entries(1, 2), *notes])
        assert rolls_in(journal, 10) == some_entries(1)
        journal.add([*some_entries(1, 2), *notes])
        assert [entry.note[:1] for entry in rolls_in(journal, 10)] == ["", "x"]


ROLL_FOR_EVER = """
import itertools, msgspec, sys
from pathlib import Path
from gm_desk.store.journal.entries import Entry
from gm_desk.store.journal.journal import Journal
journal, entry = Journal(Path(sys.argv[1])), msgspec.json.decode(sys.argv[2], type=Entry)
for number in itertools.count(1):
    journal.add([msgspec.structs.replace(entry, id=f"roll-{number}")])
    print(number, flush=True)
"""


@pytest.mark.parametrize("rolls", [1, 7, 50, 300])
def test_a_program_that_is_killed_loses_no_roll_that_was_acknowledged(path: Path, rolls: int) -> None:
    entry = msgspec.json.encode(an_entry()).decode()
    acknowledged = int(killed_after(rolls, ROLL_FOR_EVER, str(path), entry)[-1])
    with a_journal(path, read_only=True) as journal:
        read_only = numbers(rolls_in(journal, 100_000))
    with a_journal(path) as journal:
        kept = numbers(rolls_in(journal, 100_000))
        journal.add([an_entry("roll-0")])
        assert numbers(rolls_in(journal, 1)) == [0]
    assert kept == read_only == list(range(len(kept), 0, -1))
    assert len(kept) in {acknowledged, acknowledged + 1}


def full(connection: sqlite3.Connection) -> None:
    """Let a database grow no further."""
    connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")


def test_the_error_of_a_full_disk_is_told_and_not_what_came_of_it(path: Path) -> None:
    with a_journal(path, some_entries(1)):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        lines = LineIndex(connection)
        full(connection)
        news = [*some_entries(100, 2)]
        with pytest.raises(sqlite3.OperationalError, match="full"):
            add(lines, news)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            add(lines, news)


def test_the_error_of_a_full_disk_is_told_when_an_old_journal_is_brought_up_to_date(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "mars.sqlite", isolation_level=None)) as connection:
        connection.executescript((PAST / "journal-1.sql").read_text("utf-8"))
        full(connection)
        for _ in range(2):
            with pytest.raises(sqlite3.OperationalError, match="full"):
                prepared(connection, read_only=False)
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


@pytest.mark.skipif(os.name != "posix", reason="Windows cannot sync folders")
def test_the_folder_of_journals_lasts_through_a_power_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[int, int]] = []
    fsync = os.fsync

    def noting(handle: int) -> None:
        found = os.fstat(handle)
        synced.append((found.st_dev, found.st_ino))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noting)
    above = path.parent.parent.stat()
    with a_journal(path, some_entries(1)) as journal:
        assert (above.st_dev, above.st_ino) in synced
        synced.clear()
        path.parent.rename(path.parent.with_name("away"))
        journal.add(some_entries(1, 2))
        assert (above.st_dev, above.st_ino) in synced


# --- What no file can hold -------------------------------------------------------------------------------------------

HALF = "dark \ud800 room"


def test_half_of_a_letter_is_written_down_as_the_sign_for_it(path: Path) -> None:
    with a_journal(path) as journal:
        journal.add([an_entry("roll-1", note=HALF, name=HALF), Naming(id="n", session="evening", time=1, name=HALF)])
        journal.add([Revision(id="r", entry="roll-1", time=2, note=f"{HALF}!")])
        (entry,) = rolls_in(journal, 10)
        assert (entry.note, entry.draft.name) == ("dark \ufffd room!", "dark \ufffd room")
        assert journal.evenings()[0].name == "dark \ufffd room"
        assert not journal.check(100)
        assert journal.recovered is None


def test_a_roll_that_no_row_can_hold_is_refused_by_its_kind_of_error_and_the_log_goes_on(path: Path) -> None:
    unfit = an_entry("roll-2", time=2**70)
    assert not fits(unfit)
    with a_journal(path, some_entries(1)) as journal:
        with pytest.raises(UnfitRollError):
            journal.add([*some_entries(1, 3), unfit])
        assert numbers(rolls_in(journal, 10)) == [1]
        journal.add(some_entries(1, 3))
        assert numbers(rolls_in(journal, 10)) == [3, 1]


# --- Files of later versions, and rows that are not understood -------------------------------------------------------


def spoilt(path: Path, statement: str, *values: object) -> None:
    """Make a journal with one roll, and then something of it false."""
    with a_journal(path, some_entries(1)):
        pass
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


@pytest.mark.parametrize(
    "about",
    [
        "UPDATE about SET version = version + 1",
        "UPDATE about SET version = version + 2",
        "DROP TABLE about",
        "ALTER TABLE about RENAME TO of_a_later_time",
    ],
)
def test_a_journal_of_a_newer_version_is_refused_and_left_as_it_is(path: Path, about: str) -> None:
    spoilt(path, about)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = contents(path.parent)
    with a_journal(path) as journal:
        with pytest.raises(UnreadableFileError) as unreadable:
            rolls_in(journal, 10)
        with pytest.raises(UnwritableFileError) as unwritable:
            journal.add(some_entries(1))
    assert contents(path.parent) == before
    assert unreadable.value.problem == unwritable.value.problem == "it was written by a newer GM Desk"


LATER = [
    *((column, said) for column in ("draft", "request", "house", "dice") for said in ("x", "[]")),
    ("request", '{"request": "of a later time"}'),
    ("house", '{"of a later time": true}'),
    ("draft", '{"mode": "of a later time"}'),
]


@pytest.mark.parametrize(("column", "said"), LATER)
def test_a_roll_that_a_later_program_wrote_is_left_out_and_spoils_no_page(path: Path, column: str, said: str) -> None:
    row = list(encoded_row(an_entry("roll-2", time=1), 2))
    row[ENTRY.columns.index(column)] = said
    spoilt(path, ENTRY.insert, *ENTRY.hashed(row[:-1]))
    with a_journal(path) as journal:
        journal.add([Revision(id="note", entry="roll-2", time=1, note="Ha")])
        journal.add(some_entries(1, 3))
        assert numbers(rolls_in(journal, 10)) == [3, 1]
        assert journal.kept("roll-2") is None
        assert journal.not_understood() == 1
        assert not journal.check(100)
        assert journal.not_understood() == 1
        assert journal.recovered is None


def revised(path: Path, what: str) -> None:
    """Make a journal with a roll and a revision that says anything."""
    spoilt(path, REVISION.insert, *REVISION.hashed((1, "x", "roll-1", 1, what)))


@pytest.mark.parametrize("what", ["x", "", "[]", "3", "null", '{"request": {}}', '{"note": 3}', '{"struck": "yes"}'])
def test_a_revision_that_a_later_program_wrote_says_nothing_and_spoils_no_page(path: Path, what: str) -> None:
    revised(path, what)
    with a_journal(path) as journal:
        assert rolls_in(journal, 10) == some_entries(1)
        journal.add([Revision(id="note", entry="roll-1", time=2, note="Ha"), *some_entries(1, 2)])
        assert [entry.note for entry in rolls_in(journal, 10)] == ["", "Ha"]
        assert journal.not_understood() == 1
        assert journal.recovered is None


def test_a_roll_with_a_line_that_is_not_understood_is_counted_once_it_was_read_or_checked(path: Path) -> None:
    with a_journal(path, some_entries(3)):
        pass
    row = list(encoded_row(an_entry("roll-2"), 2))
    row[ENTRY.columns.index("request")] = later = '{"request": "of a later time"}'
    with closing(sqlite3.connect(path)) as connection, connection:
        values = (later, ENTRY.hash_of(row[:-1]))
        connection.execute("UPDATE entry SET request = ?, hash = ? WHERE id = 'roll-2'", values)
    with a_journal(path) as journal:
        assert journal.not_understood() == 0
        assert numbers(rolls_in(journal, 10)) == [3, 1]
        assert journal.not_understood() == 1
    with a_journal(path) as journal:
        assert not journal.check(100)
        assert journal.not_understood() == 1
        assert journal.recovered is None


def test_a_journal_in_which_all_is_understood_counts_nothing(path: Path) -> None:
    with a_journal(path) as journal:
        assert journal.not_understood() == 0
        assert not path.exists()
        journal.add([*some_entries(3), Revision(id="note", entry="roll-1", time=1, note="Ha")])
        assert (len(rolls_in(journal, 10)), journal.not_understood()) == (3, 0)


def test_what_a_later_revision_says_beyond_what_is_known_has_no_say(path: Path) -> None:
    revised(path, '{"note": "Ha", "colour": "red", "entry": "roll-2"}')
    with a_journal(path) as journal:
        assert rolls_in(journal, 10) == [an_entry("roll-1", note="Ha")]


# --- Only reading ----------------------------------------------------------------------------------------------------


def test_only_reading_makes_no_file(path: Path) -> None:
    with a_journal(path, read_only=True) as journal:
        assert rolls_in(journal, 10) == []
        with pytest.raises(UnwritableFileError):
            journal.add(some_entries(1))
    assert not path.parent.exists()


def test_only_reading_leaves_everything_as_it_is(path: Path) -> None:
    with a_journal(path, some_entries(3)):
        pass
    before = contents(path.parent)
    with a_journal(path, read_only=True) as journal:
        assert numbers(rolls_in(journal, 10)) == [3, 2, 1]
        assert contents(path.parent) == before
        with pytest.raises(UnwritableFileError):
            journal.add(some_entries(1, 4))
    assert contents(path.parent) == before


def test_only_reading_sees_what_a_running_program_has_just_added(path: Path) -> None:
    with a_journal(path, some_entries(1)) as running:
        running.add(some_entries(1, 2))
        with a_journal(path, read_only=True) as reading:
            assert numbers(rolls_in(reading, 10)) == [2, 1]
            with pytest.raises(UnwritableFileError, match="it is read-only"):
                reading.add(some_entries(1, 3))


# --- A file that another program holds -------------------------------------------------------------------------------


@contextmanager
def held_elsewhere(path: Path) -> Iterator[None]:
    """Have another program hold a journal for itself."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield


def test_a_journal_that_another_program_holds_is_said_to_be_so_and_read_once_it_is_free(path: Path) -> None:
    with a_journal(path, some_entries(1)):
        pass
    with a_journal(path) as journal:
        with held_elsewhere(path):
            for ask in (journal.evenings, lambda: journal.page(1), lambda: journal.check(1)):
                with pytest.raises(HeldFileError) as unreadable:
                    ask()
                assert unreadable.value.problem == "another program is using it"
            with pytest.raises(UnwritableFileError) as unwritable:
                journal.add(some_entries(1, 2))
            assert unwritable.value.problem == "another program is using it"
        journal.add(some_entries(1, 2))
        assert numbers(rolls_in(journal, 10)) == [2, 1]
        assert not journal.check(100)
