"""Threads: work is done beside the GUI thread, and told in it."""

import gc
import threading
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from gm_desk.model.files.workers import Threads

LONG = 30.0


class Told:
    """Hear what came of some work, and in which thread."""

    def __init__(self) -> None:
        self.errors: list[BaseException | None] = []
        self.threads: list[int] = []

    def __call__(self, error: BaseException | None) -> None:
        self.errors.append(error)
        self.threads.append(threading.get_ident())


class Gate:
    """Work that goes on until the gate is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.thread = 0

    def work(self) -> None:
        self.thread = threading.get_ident()
        assert self.opened.wait(LONG)


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.opened.set()


@pytest.fixture
def threads(qapp: QCoreApplication) -> Iterator[Threads]:
    made = Threads(qapp)
    yield made
    made.deleteLater()
    assert gc.isenabled()


def test_work_is_done_in_another_thread_and_told_in_this_one(qtbot: QtBot, threads: Threads, gate: Gate) -> None:
    told, here = Told(), threading.get_ident()
    threads.run(gate.work, told)
    QCoreApplication.processEvents()
    assert told.errors == []
    gate.opened.set()
    qtbot.waitUntil(lambda: told.errors == [None])
    assert (told.threads, gate.thread != here) == ([here], True)


def test_work_that_is_waited_for_is_told_once(threads: Threads, gate: Gate) -> None:
    told = Told()
    ticket = threads.run(gate.work, told)
    gate.opened.set()
    threads.wait(ticket, LONG)
    assert told.errors == [None]
    threads.wait(ticket, LONG)
    QCoreApplication.processEvents()
    assert told.errors == [None]


def test_what_does_not_come_to_an_end_is_not_waited_for_longer_than_that(threads: Threads, gate: Gate) -> None:
    told = Told()
    ticket = threads.run(gate.work, told)
    threads.wait(ticket, 0.01)
    assert told.errors == []
    gate.opened.set()
    threads.wait(ticket, LONG)
    assert told.errors == [None]


def test_what_the_work_raised_is_told(threads: Threads) -> None:
    told, error = Told(), OSError("no more")

    def fail() -> None:
        raise error

    threads.wait(threads.run(fail, told), LONG)
    assert told.errors == [error]


def test_nothing_is_collected_as_garbage_while_anything_is_done(threads: Threads, gate: Gate) -> None:
    told, short = Told(), Gate()
    first, second = threads.run(gate.work, told), threads.run(short.work, told)
    assert not gc.isenabled()
    short.opened.set()
    threads.wait(second, LONG)
    assert not gc.isenabled()
    gate.opened.set()
    threads.wait(first, LONG)
    assert gc.isenabled()


def test_work_that_ends_after_its_owner_tells_nobody(qapp: QCoreApplication, gate: Gate) -> None:
    told, threads = Told(), Threads()
    threads.run(gate.work, told)
    (thread,) = (one for one in threading.enumerate() if one.name == "gm-desk-work")
    shiboken6.delete(threads)
    gate.opened.set()
    thread.join(LONG)
    qapp.processEvents()
    gc.enable()
    assert told.errors == []
