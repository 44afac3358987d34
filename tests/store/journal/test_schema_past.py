"""The journal of the third version, with every kind of row it had, keeps all of it in this one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gm_desk.store.journal.entries import Evening
from gm_desk.store.journal.schema import VERSION
from makers import PAST, a_journal, an_entry, rolls_in
from past_makers import kept_entries

THIRD = PAST / "journal-3.sql"


@pytest.fixture
def third(tmp_path: Path) -> Path:
    """Return the journal that the third version wrote."""
    path = tmp_path / "mars.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(THIRD.read_text("utf-8"))
    return path


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_of_the_third_version_keeps_every_entry(third: Path, *, read_only: bool) -> None:
    with a_journal(third, read_only=read_only) as journal:
        assert rolls_in(journal, 10) == kept_entries()
        assert rolls_in(journal, 10, words="lao fr") == kept_entries()[-1:]
        assert rolls_in(journal, 10, character="lao") == kept_entries()[-1:]
        assert journal.evenings() == [
            Evening("morning", "", 1_700_086_400_000, 1_700_086_400_001, 1),
            Evening("evening", "Noctis", 1_700_000_000_001, 1_700_000_000_003, 3),
        ]
        kept = journal.kept("roll-1")
        assert kept is not None
        assert [one.dice for one in kept.past] == [{"a.roll": (33,), "b.roll": (88,)}]
        while journal.check(100):
            pass
        assert journal.recovered is None
    assert version(third) == (3 if read_only else VERSION)


def test_a_journal_of_the_third_version_is_as_good_as_new_afterwards(third: Path, tmp_path: Path) -> None:
    schemas = []
    for path in (third, tmp_path / "new.sqlite"):
        with a_journal(path, [an_entry("roll-9", time=2**41)]) as journal:
            assert rolls_in(journal, 1)[0].id == "roll-9"
        with closing(sqlite3.connect(path)) as connection:
            schemas.append(connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall())
    assert schemas[0] == schemas[1]


def test_an_entry_of_the_third_version_that_was_damaged_is_not_taken_for_a_good_one(third: Path) -> None:
    with closing(sqlite3.connect(third)) as connection:
        connection.execute("UPDATE entry SET dice = ? WHERE id = 'roll-5'", ['{"dice":[6,6]}'])
        connection.commit()
    with a_journal(third) as journal:
        while journal.check(100):
            pass
        assert journal.recovered is not None
        assert rolls_in(journal, 10) == kept_entries()[1:]


def test_a_damaged_journal_of_the_third_version_is_recovered(third: Path) -> None:
    content = bytearray(third.read_bytes())
    content[:100] = bytes(100)
    third.write_bytes(content)
    with a_journal(third) as journal:
        assert rolls_in(journal, 10) == kept_entries()
        assert journal.recovered is not None
