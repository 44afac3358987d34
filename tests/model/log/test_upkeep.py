"""The maintenance of the log: it is checked while idle, and damage and what became of it are reported."""

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_desk.model.log.open_journal import recovered_in_words
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.upkeep import LogMaintenance
from gm_desk.store.journal.journal import Journal
from gm_desk.store.journal.recovery import Recovered
from model_makers import Clock, a_roll, counted, heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")


class Evening:
    """A log on a real file, and its keeper."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = RollLog(lambda name: Journal(folder / f"{name}.sqlite"), counted("roll"), Clock())
        self.keeper = LogMaintenance(self.log)
        self.trouble = heard(self.log.trouble_changed)

    @property
    def path(self) -> Path:
        return self.folder / "mars.sqlite"

    def work(self) -> None:
        """Let the keeper work until it rests."""
        while running(self.keeper):
            for timer in running(self.keeper):
                timer.stop()
                timer.timeout.emit()

    def spoil(self, old: bytes, new: bytes) -> None:
        self.log.journal.close()
        self.path.write_bytes(self.path.read_bytes().replace(old, new))

    @property
    def told(self) -> list[str]:
        return [text for source, text in self.trouble if source == "recovery"]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.log.open("mars", "ep2")
    evening.log.add([a_roll(roll=number) for number in range(30)])
    yield evening
    evening.log.journal.close()


def test_a_whole_log_is_looked_through_once_and_nothing_is_said(evening: Evening) -> None:
    evening.work()
    assert (evening.told, running(evening.keeper)) == ([], [])
    evening.log.add([a_roll()])
    assert running(evening.keeper), "what was added is put in order"
    evening.work()
    assert not running(evening.keeper)


def test_that_the_log_is_left_alone_is_told_once_for_each_log(evening: Evening) -> None:
    rested = heard(evening.keeper.rested)
    evening.work()
    evening.log.add([a_roll()])
    evening.work()
    assert len(rested) == 1
    evening.log.open("venus", "ep2")
    evening.work()
    assert len(rested) == 2


def test_damage_that_nobody_has_seen_is_found_recovered_and_said(evening: Evening) -> None:
    evening.work()
    evening.spoil(b'{"roll":[17]}', b'{"roll":[18]}')
    evening.log.open("mars", "ep2")
    evening.work()
    [copy] = evening.folder.glob("mars.damaged-*.sqlite")
    says = f"The log was damaged: 29 rolls were recovered, 1 could not be; the damaged file is kept as {copy}."
    assert evening.told == [says]
    assert len(evening.log.page(100)) == 29


def test_a_roll_into_a_damaged_log_is_saved_and_the_damage_is_said(evening: Evening) -> None:
    evening.log.journal.close()
    evening.path.write_bytes(b"x" * 100_000)
    added = heard(evening.log.added)
    [entry] = evening.log.add([a_roll()])
    assert [logged.saved for (logged,) in added] == [True]
    assert [logged.entry for logged in evening.log.page(100)] == [entry]
    assert len(evening.told) == 1
    assert evening.told[0].startswith("The log was damaged: no rolls were recovered, how many were lost is not known; ")


def test_a_log_that_was_recovered_is_read_anew(evening: Evening) -> None:
    merged = heard(evening.log.merged)
    evening.spoil(b'{"roll":[17]}', b'{"roll":[18]}')
    evening.log.page(100)
    ring(evening.log)
    assert merged == [()]


def test_what_is_said_of_one_log_is_over_with_the_next(evening: Evening) -> None:
    evening.spoil(b'{"roll":[17]}', b'{"roll":[18]}')
    evening.log.page(100)
    assert len(evening.told) == 1
    evening.log.open("venus", "ep2")
    evening.log.open("mars", "ep2")
    assert evening.told[1:] == [""]


def test_while_the_gm_is_at_it_the_log_is_left_alone(evening: Evening) -> None:
    seconds = itertools.count()
    evening.keeper = LogMaintenance(evening.log, clock=lambda: float(next(seconds)))
    evening.log.open("venus", "ep2")
    evening.log.open("mars", "ep2")
    [timer] = running(evening.keeper)
    resting = timer.interval()
    ring(evening.keeper)
    working = timer.interval()
    evening.keeper.pause()
    assert working < timer.interval() == resting


def test_without_a_file_there_is_nothing_to_look_through(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.log.open("mars", "ep2")
    evening.work()
    assert (evening.trouble, list(tmp_path.iterdir())) == ([], [])


def test_what_many_rolls_left_to_do_is_done_bit_by_bit_with_rests_between(evening: Evening) -> None:
    for number in range(20):
        evening.log.add([a_roll(roll=number)])
    [timer] = running(evening.keeper)
    resting = timer.interval()
    ring(evening.keeper)
    assert timer.isActive()
    assert timer.interval() < resting, "there is more to do"
    evening.work()
    assert not evening.log.journal.tidy()


def test_a_log_that_cannot_be_checked_now_is_checked_later(evening: Evening) -> None:
    evening.work()
    evening.spoil(b'{"roll":[17]}', b'{"roll":[18]}')
    with closing(sqlite3.connect(evening.path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        evening.log.open("mars", "ep2")
        ring(evening.keeper)
    assert evening.told == []
    evening.work()
    assert len(evening.told) == 1


def test_a_keeper_that_comes_after_the_log_was_opened_keeps_it_as_well(evening: Evening) -> None:
    evening.log.open("mars", "ep2")
    assert running(LogMaintenance(evening.log, evening.keeper)) != []


@pytest.mark.parametrize(
    ("rolls", "lost", "more", "says"),
    [
        (1, 0, False, "1 roll was recovered, none is known to be lost"),
        (0, 2, False, "no rolls were recovered, 2 could not be"),
        (2, 3, True, "2 rolls were recovered, at least 3 could not be"),
        (2, 0, True, "2 rolls were recovered, how many were lost is not known"),
    ],
)
def test_what_was_lost_is_said_as_far_as_it_is_known(rolls: int, lost: int, says: str, *, more: bool) -> None:
    told = recovered_in_words(Recovered(rolls, lost, Path("copy.sqlite"), more))
    assert told == f"The log was damaged: {says}; the damaged file is kept as copy.sqlite."
