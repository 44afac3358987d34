"""A damaged journal: copied aside, and everything whole in it goes on in a new one."""

import functools
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Chip, Draft
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.journal import recovery
from gm_desk.store.journal.entries import Entry, Naming, Revision
from gm_desk.store.journal.journal import Journal
from gm_desk.store.journal.recovery import wal_of
from makers import PAST, a_disk_with_room_for, a_journal, an_entry, numbers, rolls_in, some_entries

PAGE = 4096
ROLLS = 40
Damage = Callable[[bytes, random.Random], bytes]


def zeros(page: bytes, _: random.Random) -> bytes:
    return bytes(len(page))


def noise(page: bytes, chance: random.Random) -> bytes:
    return chance.randbytes(len(page))


def a_flipped_bit(page: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(page))
    return page[:at] + bytes([page[at] ^ (1 << chance.randrange(8))]) + page[at + 1 :]


def a_roll(number: int) -> Entry:
    """Make a roll whose every page says which it is; some flow over to pages of their own."""
    words = " ".join([f"~{number}~"] * (900 if number % 7 == 0 else 5))
    draft = structs.replace(an_entry().draft, chips=(Chip("why", 10, words),))
    return an_entry(f"roll-{number}", draft=draft, time=1_700_000_000_000 + number, session=f"evening-{number // 15}")


def news() -> list[Entry | Revision | Naming]:
    rolls = [a_roll(number) for number in range(ROLLS)]
    notes = [
        Revision(id=f"note-{one}", entry=f"roll-{one}", time=one, note=f"~{one}~ " * 300) for one in range(0, ROLLS, 9)
    ]
    return [*rolls, *notes, Naming(id="name", session="evening-1", time=1, name="The blackout")]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """Return a journal, half of it in the file and half in the write-ahead log, as left by a killed program."""
    path = tmp_path_factory.mktemp("whole") / "mars.sqlite"
    whole = news()
    with a_journal(path) as journal:
        journal.add(whole[:25])
        journal.tidy()
        for first in range(25, len(whole), 11):
            journal.add(whole[first : first + 11])
        return path.read_bytes(), wal_of(path).read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mars.sqlite"


def pages(main: bytes, wal: bytes) -> Iterator[tuple[bool, int, int]]:
    """List the pages of both files: whether in the write-ahead log, and where they begin and end."""
    yield from ((False, at, at + PAGE) for at in range(0, len(main), PAGE))
    yield True, 0, 32
    yield from ((True, at, min(len(wal), at + 24 + PAGE)) for at in range(32, len(wal), 24 + PAGE))


@functools.cache
def whole_rolls() -> dict[str, Entry]:
    """Return every roll as its revisions leave it."""
    kept = {one.id: one for one in news() if isinstance(one, Entry)}
    for one in news():
        if isinstance(one, Revision):
            kept[one.entry] = kept[one.entry].revised(one)
    return kept


def told_truly(shown: list[Entry], touched: set[str]) -> None:
    """See that nothing is shown that was never written; of what was touched, a revision may be missing."""
    whole, first = whole_rolls(), {one.id: one for one in news() if isinstance(one, Entry)}
    assert len({entry.id for entry in shown}) == len(shown)
    assert [entry.time for entry in shown] == sorted((entry.time for entry in shown), reverse=True)
    for entry in shown:
        if entry.id.startswith("roll-") and entry.id in whole:
            assert entry == whole[entry.id] or (entry.id in touched and entry == first[entry.id])
    missing = whole.keys() - {entry.id for entry in shown}
    assert missing <= touched


def touched_by(page: bytes) -> set[str]:
    """Return the rolls that say on a page that they are there."""
    return {f"roll-{number}" for number in range(ROLLS) if f"~{number}~".encode() in page}


@pytest.mark.parametrize("damage", [zeros, noise, a_flipped_bit])
def test_whichever_page_is_damaged_every_row_that_does_not_touch_it_is_there(
    files: tuple[bytes, bytes], damage: Damage, path: Path
) -> None:
    chance = random.Random(7)
    main, wal = files
    for in_wal, begin, end in pages(main, wal):
        spoilt = [main, wal]
        file = spoilt[in_wal]
        spoilt[in_wal] = file[:begin] + damage(file[begin:end], chance) + file[end:]
        folder = path.parent / f"{in_wal}-{begin}"
        folder.mkdir()
        place = folder / path.name
        place.write_bytes(spoilt[0])
        wal_of(place).write_bytes(spoilt[1])
        with a_journal(place) as journal:
            journal.add([an_entry("fresh", time=2**42)])
            while journal.check(100):
                pass
            shown = rolls_in(journal, 1000)
            assert shown[0] == an_entry("fresh", time=2**42)
            told_truly(shown[1:], touched_by(file[begin:end]))
        with a_journal(place) as journal:
            assert rolls_in(journal, 1000) == shown


def test_the_damaged_file_lies_aside_as_it_was_and_what_was_recovered_is_counted(
    files: tuple[bytes, bytes], path: Path
) -> None:
    main, wal = files
    place = next(begin for _, begin, end in pages(main, wal) if b'"~3~' in main[begin:end] and begin)
    main = main[:place] + bytes(PAGE) + main[place + PAGE :]
    path.write_bytes(main)
    wal_of(path).write_bytes(wal)
    with a_journal(path) as journal:
        while journal.check(100):
            pass
        kept = rolls_in(journal, 100)
        recovered = journal.recovered
    assert recovered is not None
    assert (recovered.rolls, recovered.lost) == (len(kept), ROLLS - len(kept))
    assert recovered.lost
    assert recovered.copy.read_bytes()[: len(main)] == main
    assert recovered.copy.name.startswith("mars.damaged-2")
    assert wal_of(recovered.copy).read_bytes() == wal


@pytest.mark.parametrize("length", [0, 1, 15, 100, PAGE - 1, PAGE, 3 * PAGE, 5 * PAGE + 7])
def test_of_a_file_that_is_cut_off_what_is_before_the_cut_and_in_the_log_beside_it_is_there(
    files: tuple[bytes, bytes], path: Path, length: int
) -> None:
    main, wal = files
    path.write_bytes(main[:length])
    wal_of(path).write_bytes(wal)
    with a_journal(path) as journal:
        journal.add([an_entry("fresh", time=2**42)])
        while journal.check(100):
            pass
        shown = rolls_in(journal, 1000)
    assert shown[0].id == "fresh"
    told_truly(shown[1:], touched_by(main[length // PAGE * PAGE :]))
    assert {entry.id for entry in shown} > {f"roll-{number}" for number in range(25, ROLLS)}


def test_what_stands_in_the_log_of_a_file_that_is_gone_is_there(files: tuple[bytes, bytes], path: Path) -> None:
    wal_of(path).write_bytes(files[1])
    with a_journal(path) as journal:
        assert {entry.id for entry in rolls_in(journal, 1000)} >= {f"roll-{number}" for number in range(25, ROLLS)}


@pytest.mark.parametrize("content", [b"", b"rolls, rolls, rolls" * 1000, b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_something_else_lies_aside_and_rolls_go_on(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with a_journal(path) as journal:
        assert rolls_in(journal, 10) == []
        journal.add(some_entries(2))
        assert numbers(rolls_in(journal, 10)) == [2, 1]
        copies = [file.read_bytes() for file in path.parent.glob("mars.damaged-*.sqlite")]
    assert copies == ([content] if content else [])
    assert (journal.recovered is None) == (not content)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE entry",
        "DROP TABLE revision",
        "DROP TABLE line",
        "DROP TABLE found",
        "DROP TABLE about",
        "DELETE FROM line",
        "DELETE FROM evening",
        "DELETE FROM found_data WHERE id > 10",
        "UPDATE line SET number = number + 1000000000000",
        "UPDATE line SET entry = 9",
        "UPDATE evening SET rolls = 7",
        "UPDATE entry SET dice = '{\"roll\":[1]}'",
        "UPDATE entry SET number = 5",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 2",
        "PRAGMA user_version = 67",
    ],
)
def test_whatever_is_false_in_a_journal_nothing_wrong_is_shown_and_rolls_go_on(path: Path, statement: str) -> None:
    with a_journal(path, some_entries(1)):
        pass
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    with a_journal(path) as journal:
        while journal.check(100):
            pass
        lost = "entry" in statement and "line" not in statement
        assert rolls_in(journal, 10) == ([] if lost else some_entries(1))
        assert journal.recovered is not None
        assert (journal.recovered.rolls, journal.recovered.lost) == (int(not lost), int(lost))
        journal.add(some_entries(1, 2))
        assert numbers(rolls_in(journal, 1)) == [2]
        assert [one.rolls for one in journal.evenings()] == [2 - lost]


def test_what_a_killed_program_never_ended_is_no_damage(path: Path, files: tuple[bytes, bytes]) -> None:
    main, wal = files
    path.write_bytes(main)
    frames = [wal[at : at + PAGE + 24] for at in range(32, len(wal), PAGE + 24)]
    newest = sum(frame[8:16] == wal[16:24] for frame in frames)
    wal_of(path).write_bytes(wal[: 32 + (newest - 2) * (PAGE + 24) - 100])
    with a_journal(path) as journal:
        while journal.check(100):
            pass
        assert numbers(rolls_in(journal, 100)) == list(range(35, -1, -1)), "the last ones were never acknowledged"
        assert journal.recovered is None


def test_a_disk_that_cannot_hold_the_copy_leaves_the_damaged_file_as_it_is(path: Path) -> None:
    content = b"rolls" * 10_000
    path.write_bytes(content)
    with a_journal(path) as journal:
        with a_disk_with_room_for(20_000), pytest.raises(UnwritableFileError):
            journal.add(some_entries(1))
        assert [(file.name, file.read_bytes()) for file in path.parent.iterdir()] == [("mars.sqlite", content)]
        journal.add(some_entries(1))
        assert numbers(rolls_in(journal, 10)) == [1]


@pytest.mark.parametrize("log_is_left", [False, True])
def test_a_program_that_dies_while_it_recovers_goes_on_at_the_next_start(
    files: tuple[bytes, bytes], path: Path, *, log_is_left: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class DiedError(BaseException):
        """The program is gone."""

    def die(*_: object, **__: object) -> None:
        raise DiedError

    main, wal = files
    path.write_bytes(main)
    wal_of(path).write_bytes(bytes(32) + wal[32:])
    journal = Journal(path)
    monkeypatch.setattr(recovery, "finish", die)
    with pytest.raises(DiedError):
        journal.page(10)
    monkeypatch.undo()
    if log_is_left:
        wal_of(path).write_bytes(wal)
    with a_journal(path) as journal:
        assert len(rolls_in(journal, 1000)) == ROLLS
    assert not list(path.parent.glob("*.recovered"))


def test_a_disk_that_spoils_everything_is_not_written_to_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_journal(path) as journal:
        monkeypatch.setattr("gm_desk.store.journal.rows.JournalTable.holds", lambda *_: False)
        for number in range(9):
            with pytest.raises(UnwritableFileError):
                journal.add([an_entry(f"roll-{number}")])
        assert len(list(path.parent.glob("mars.damaged-*.sqlite"))) <= 3


def test_a_draft_may_be_longer_than_many_pages_and_is_recovered(path: Path) -> None:
    long = an_entry("roll-1", draft=Draft("eva", "Eva" * 30_000, an_entry().draft.ability))
    with a_journal(path, [long]):
        pass
    content = path.read_bytes()
    path.write_bytes(bytes(100) + content[100:])
    with a_journal(path) as journal:
        assert rolls_in(journal, 10) == [long]


def test_of_a_damaged_journal_of_the_second_version_what_can_still_be_read_goes_on(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((PAST / "journal-2.sql").read_text("utf-8"))
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_entry_1'"
        [page] = connection.execute(query).fetchone()
    content = path.read_bytes()
    path.write_bytes(content[: (page - 1) * PAGE] + bytes(PAGE) + content[page * PAGE :])
    with a_journal(path) as journal:
        journal.add([an_entry("roll-6", time=2**42)])
        assert numbers(rolls_in(journal, 10)) == [6, 5, 4, 3, 2, 1]
        assert rolls_in(journal, 10)[-1].note == "Flipped"
        assert journal.recovered is not None
        assert journal.recovered.rolls == 5


@pytest.fixture(scope="module")
def three_hundred(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a whole file of three hundred rolls."""
    path = tmp_path_factory.mktemp("whole") / "mars.sqlite"
    with a_journal(path) as journal:
        for number in range(300):
            journal.add([an_entry(f"roll-{number}", time=number)])
    return path.read_bytes()


def told_and_lost(path: Path) -> tuple[int, bool, int]:
    """Recover a journal; gives how many rolls it says are lost, whether that may be more, and how many are."""
    with a_journal(path) as journal:
        while journal.check(100):
            pass
        kept = len(rolls_in(journal, 1000))
        assert journal.recovered is not None
        assert journal.recovered.rolls == kept
        return journal.recovered.lost, journal.recovered.more, 300 - kept


@pytest.mark.parametrize("part", [0.25, 0.5, 0.75, 0.9])
def test_of_a_file_that_is_cut_off_nobody_says_that_nothing_is_lost(
    three_hundred: bytes, path: Path, part: float
) -> None:
    path.write_bytes(three_hundred[: int(len(three_hundred) * part) // PAGE * PAGE])
    told, more, lost = told_and_lost(path)
    assert more
    assert told <= lost
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    told, more, lost_later = told_and_lost(path)
    assert (told, lost_later) == (0, lost), "what was lost before is not told again"


@pytest.mark.parametrize("pages", [3, 10, 30])
def test_of_pages_without_anything_the_gaps_are_counted_and_more_may_be_lost(
    three_hundred: bytes, path: Path, pages: int
) -> None:
    spoilt = bytearray(three_hundred)
    for page in random.Random(pages).sample(range(1, len(spoilt) // PAGE), pages):
        spoilt[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    path.write_bytes(spoilt)
    told, more, lost = told_and_lost(path)
    assert more
    assert 0.9 * lost <= told <= lost


def test_a_whole_page_with_a_false_byte_loses_its_rolls_and_no_more(three_hundred: bytes, path: Path) -> None:
    path.write_bytes(three_hundred.replace(b'"roll-77', b'"roll-7x').replace(b"roll-177", b"roll-17x"))
    assert told_and_lost(path) == (1, False, 1)
