"""A journal whose file is taken away while it is open loses no roll."""

import os
import shutil
from pathlib import Path

import pytest

from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.journal.entries import Naming, Revision
from gm_desk.store.journal.journal import Journal
from makers import a_journal, numbers, rolls_in, some_entries

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows does not let an open file be taken away")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journals" / "mars.sqlite"


def take_away(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


@pytest.mark.parametrize("folder", [False, True])
def test_a_file_that_was_deleted_is_written_again_with_the_next_roll(path: Path, folder: bool) -> None:
    with a_journal(path, some_entries(3)) as journal:
        shutil.rmtree(path.parent) if folder else take_away(path)
        journal.add(some_entries(1, 4))
        assert numbers(rolls_in(journal, 10)) == [4, 3, 2, 1]
    with a_journal(path) as again:
        assert numbers(rolls_in(again, 10)) == [4, 3, 2, 1]


def test_it_is_there_again_also_where_nothing_more_is_rolled(path: Path) -> None:
    with a_journal(path, some_entries(3)):
        take_away(path)
    with a_journal(path) as again:
        assert numbers(rolls_in(again, 10)) == [3, 2, 1]


def test_where_the_whole_data_directory_is_gone_it_is_said_and_tried_again(path: Path, tmp_path: Path) -> None:
    with a_journal(path, some_entries(2)) as journal:
        (tmp_path / "data").rename(tmp_path / "away")
        with pytest.raises(UnwritableFileError):
            journal.add(some_entries(1, 3))
        (tmp_path / "away").rename(tmp_path / "data")
        journal.add(some_entries(1, 3))
        assert numbers(rolls_in(journal, 10)) == [3, 2, 1]


def test_a_file_that_takes_its_place_is_given_what_it_lacks(path: Path) -> None:
    with a_journal(path, some_entries(3)) as journal:
        journal.add(
            [
                Revision(id="r", entry="roll-2", time=1, note="Ha"),
                Naming(id="n", session="evening", time=1, name="Dawn"),
            ]
        )
        take_away(path)
        with a_journal(path, [*some_entries(1), *some_entries(1, 9)]):
            pass
        journal.add(some_entries(1, 4))
        assert sorted(numbers(rolls_in(journal, 10))) == [1, 2, 3, 4, 9]
        kept = journal.kept("roll-2")
        assert kept is not None
        assert (kept.entry.note, journal.evenings()[0].name) == ("Ha", "Dawn")


def test_a_journal_that_was_never_opened_makes_no_file(path: Path) -> None:
    Journal(path).close()
    assert not path.exists()
