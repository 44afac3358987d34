"""The saver: soon after a change, once for several, and again where it failed."""

from pathlib import Path

import pytest

from gm_desk.model.saver import Saver
from gm_desk.store.errors import UnwritableFileError
from model_makers import heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")

SECOND = 1000
TROUBLE = "Not saved: mars.json – no space left on device. GM Desk keeps trying."


class Disk:
    """Something to write to, which may be full."""

    def __init__(self) -> None:
        self.full = False
        self.written = 0

    def write(self) -> None:
        if self.full:
            raise UnwritableFileError(Path("mars.json"), "no space left on device")
        self.written += 1


def a_saver() -> tuple[Disk, Saver]:
    disk = Disk()
    return disk, Saver("roster", disk.write)


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
