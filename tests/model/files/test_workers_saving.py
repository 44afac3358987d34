"""The saver: saves soon after a change, once for several, and again after a failure."""

import sys
from pathlib import Path

import pytest
from msgspec import Struct

from gm_desk.model.files.workers import RETRY_AFTER, Job, Runner, Saver
from gm_desk.store.disk.files import UnwritableFileError
from model_makers import AtOnce, ByHand, heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")

SECOND = 1000
PATH = Path("mars.json")
TROUBLE = "Not saved: mars.json – no space left on device. GM Desk keeps trying."


class Came(Struct, frozen=True):
    error: UnwritableFileError | None = None


class Disk:
    """Something to write a value to, which may be full."""

    def __init__(self) -> None:
        self.full = self.idle = False
        self.error: Exception | None = None
        self.value = self.holds = self.written = 0

    def job(self) -> Job | None:
        return None if self.idle else Job(PATH, self._write, self.value)

    def _write(self, value: int) -> Came:
        if self.error:
            raise self.error
        if self.full:
            return Came(UnwritableFileError(PATH, "no space left on device"))
        self.holds = value
        self.written += 1
        return Came()


def a_saver(runner: Runner | None = None) -> tuple[Disk, Saver]:
    disk = Disk()
    return disk, Saver("roster", disk.job, AtOnce() if runner is None else runner)


def test_nothing_is_saved_while_nothing_has_changed() -> None:
    disk, saver = a_saver()
    assert saver.flush()
    assert (disk.written, saver.unsaved, running(saver)) == (0, False, [])


def test_a_change_is_saved_within_a_second() -> None:
    disk, saver = a_saver()
    saver.save_soon()
    assert (disk.written, saver.unsaved) == (0, True)
    assert [timer.interval() < SECOND for timer in running(saver)] == [True]
    ring(saver)
    assert (disk.written, saver.unsaved, running(saver)) == (1, False, [])


def test_several_changes_share_one_save() -> None:
    disk, saver = a_saver()
    for _ in range(5):
        saver.save_soon()
    ring(saver)
    assert disk.written == 1
    saver.save_soon()
    ring(saver)
    assert disk.written == 2


def test_changes_that_do_not_end_do_not_put_the_save_off() -> None:
    _, saver = a_saver()
    saver.save_soon()
    (timer,) = running(saver)
    timer.setInterval(123)  # a clock that is started again forgets this
    saver.save_soon()
    assert timer.interval() == 123


def test_a_save_that_is_wanted_now_is_made_now_and_not_again() -> None:
    disk, saver = a_saver()
    saver.save_soon()
    assert saver.flush()
    assert saver.flush()
    assert (disk.written, running(saver)) == (1, [])


def test_a_save_that_fails_says_so_and_is_tried_again_until_it_does_not() -> None:
    disk, saver = a_saver()
    trouble = heard(saver.trouble_changed)
    disk.full = True
    saver.save_soon()
    ring(saver)
    assert not saver.flush()
    assert (saver.unsaved, trouble) == (True, [("roster", TROUBLE)] * 2)
    ring(saver)
    disk.full = False
    ring(saver)
    assert (disk.written, saver.unsaved, running(saver)) == (1, False, [])
    assert trouble[-1] == ("roster", "")


def test_a_change_after_a_failure_waits_for_the_next_try() -> None:
    disk, saver = a_saver()
    disk.full = True
    saver.save_soon()
    assert not saver.flush()
    saver.save_soon()
    disk.full = False
    ring(saver)
    assert disk.written == 1


def test_what_is_given_up_is_not_saved_and_no_longer_a_trouble() -> None:
    disk, saver = a_saver()
    disk.full = True
    saver.save_soon()
    saver.flush()
    trouble = heard(saver.trouble_changed)
    saver.forget()
    assert running(saver) == []
    disk.full = False
    assert saver.flush()
    assert (disk.written, trouble) == (0, [("roster", "")])


def test_changes_while_a_save_is_written_wait_for_its_end_and_the_last_of_them_is_written() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    for value in (1, 2, 3):
        disk.value = value
        saver.save_soon()
        ring(saver)
    assert (len(runner.waiting), disk.written, saver.unsaved) == (1, 0, True)
    runner.go_on()
    assert (disk.holds, saver.unsaved, len(runner.waiting)) == (1, True, 0)
    disk.value = 4
    ring(saver)
    runner.go_on()
    assert (disk.holds, disk.written, saver.unsaved, running(saver)) == (4, 2, False, [])


def test_what_is_written_is_what_was_there_when_the_write_began() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    disk.value = 1
    saver.save_soon()
    ring(saver)
    disk.value = 2
    runner.go_on()
    assert disk.holds == 1


def test_a_save_that_is_wanted_now_waits_for_the_one_being_written_and_writes_what_is_newer() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    saver.save_soon()
    ring(saver)
    disk.value = 5
    saver.save_soon()
    assert saver.flush()
    assert (disk.holds, disk.written, runner.waiting, running(saver)) == (5, 2, [], [])


def test_a_save_that_is_being_written_is_waited_for_once_and_not_made_twice() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    saver.save_soon()
    ring(saver)
    assert saver.flush()
    assert (disk.written, saver.unsaved) == (1, False)


def test_a_failure_beside_newer_changes_leads_to_one_more_try() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    disk.full = True
    saver.save_soon()
    ring(saver)
    saver.save_soon()
    runner.go_on()
    assert [timer.interval() for timer in running(saver)] == [RETRY_AFTER]
    disk.full = False
    ring(saver)
    runner.go_on()
    assert (disk.written, saver.unsaved, running(saver)) == (1, False, [])


def test_a_disk_that_does_not_answer_is_told_and_a_save_wanted_now_says_that_it_is_none() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    trouble = heard(saver.trouble_changed)
    saver.save_soon()
    ring(saver)
    ring(saver)
    assert trouble == [("roster", "Not saved yet: mars.json – the disk is slow to answer. GM Desk waits for it.")]
    runner.hangs = True
    assert not saver.flush()
    assert saver.unsaved
    runner.go_on()
    assert (disk.written, saver.unsaved, trouble[-1], running(saver)) == (1, False, ("roster", ""), [])


def test_what_is_given_up_while_it_is_written_is_not_waited_for_and_nobody_hears_of_it() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    runner.hangs = disk.full = True
    saver.save_soon()
    ring(saver)
    saver.forget()
    trouble, saved = heard(saver.trouble_changed), heard(saver.saved)
    assert saver.flush()
    runner.go_on()
    assert (trouble, saved, saver.unsaved, running(saver)) == ([], [], False, [])


def test_a_change_after_something_was_given_up_is_saved_again() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    saver.save_soon()
    ring(saver)
    saver.forget()
    disk.value = 7
    saver.save_soon()
    assert saver.flush()
    assert (disk.holds, disk.written) == (7, 2)


def test_what_was_saved_is_told() -> None:
    _, saver = a_saver()
    saved = heard(saver.saved)
    saver.save_soon()
    saver.flush()
    assert saved == [(Came(),)]


def test_where_there_is_nothing_to_write_that_is_saved_without_any_work() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    saved, disk.idle = heard(saver.saved), True
    saver.save_soon()
    ring(saver)
    assert (saved, runner.waiting, saver.unsaved, running(saver)) == ([(None,)], [], False, [])


def test_what_came_of_each_write_is_reported_be_it_given_up_or_failed() -> None:
    runner = ByHand()
    disk, saver = a_saver(runner)
    ended, disk.full = heard(saver.ended), True
    saver.save_soon()
    ring(saver)
    saver.forget()
    runner.go_on()
    assert [came.error.problem for (came,) in ended] == ["no space left on device"]


def test_an_error_that_no_disk_makes_is_told_tried_again_and_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    disk, saver = a_saver()
    trouble, raised = heard(saver.trouble_changed), []
    monkeypatch.setattr(sys, "excepthook", lambda *error: raised.append(error[1]))
    disk.error = KeyError("guns")
    saver.save_soon()
    assert not saver.flush()
    assert (saver.unsaved, raised) == (True, [disk.error])
    assert trouble[-1][1].startswith("Not saved: mars.json – an error of GM Desk itself (KeyError).")
    disk.error = None
    ring(saver)
    assert (disk.written, saver.unsaved) == (1, False)
