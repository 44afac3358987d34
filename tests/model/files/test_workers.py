"""Threads: work on values is done outside the GUI thread, and reported in it."""

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any, TypeVar

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QTimer
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.model.exchange.importing import Importing
from gm_desk.model.exchange.paste import SHORT, TextReading, all_systems
from gm_desk.model.files.workers import Done, Task, Threads
from gm_desk.model.roster import edits
from gm_desk.store.rosters.files import write_roster
from makers import numbered_ids
from model_makers import LAO, AtOnce, a_roster, a_table, ring, running

LONG = 30.0
V = TypeVar("V")
R = TypeVar("R")


class SplitNotes:
    """Hear what came of some work, and in which thread."""

    def __init__(self) -> None:
        self.tasks: list[Task[Any]] = []
        self.threads: list[int] = []

    def __call__(self, task: Task[Any]) -> None:
        self.tasks.append(task)
        self.threads.append(threading.get_ident())


def wait_for(gate: threading.Event) -> int:
    assert gate.wait(LONG)
    return threading.get_ident()


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    gate = threading.Event()
    yield gate
    gate.set()


@pytest.fixture
def threads(qapp: QCoreApplication) -> Iterator[Threads]:
    made = Threads(qapp)
    yield made
    shiboken6.delete(made)


def test_work_is_done_in_another_thread_and_reported_in_this_one(
    qtbot: QtBot, threads: Threads, gate: threading.Event
) -> None:
    told, here = SplitNotes(), threading.get_ident()
    task = threads.run(wait_for, gate, told)
    QCoreApplication.processEvents()
    assert told.tasks == []
    gate.set()
    qtbot.waitUntil(lambda: told.tasks == [task])
    assert (told.threads, task.result != here) == ([here], True)
    assert running(threads) == []


def test_starting_work_does_not_wait_for_its_thread(threads: Threads) -> None:
    done: list[int] = []
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(LONG)  # other threads take a step only while this one waits for something
        task = threads.run(done.append, 1, SplitNotes())
        at_once = list(done)
    finally:
        sys.setswitchinterval(before)
    threads.wait(task, LONG)
    assert (at_once, done) == ([], [1])


def test_work_that_is_waited_for_is_reported_once(threads: Threads, gate: threading.Event) -> None:
    told = SplitNotes()
    task = threads.run(wait_for, gate, told)
    gate.set()
    threads.wait(task, LONG)
    assert told.tasks == [task]
    threads.wait(task, LONG)
    QCoreApplication.processEvents()
    assert told.tasks == [task]


def test_what_does_not_come_to_an_end_is_not_waited_for_longer_than_that(
    threads: Threads, gate: threading.Event
) -> None:
    told = SplitNotes()
    task = threads.run(wait_for, gate, told)
    threads.wait(task, 0.01)
    assert told.tasks == []
    gate.set()
    threads.wait(task, LONG)
    assert told.tasks == [task]


def test_other_work_goes_on_to_be_looked_for_when_one_has_ended(
    qtbot: QtBot, threads: Threads, gate: threading.Event
) -> None:
    told = SplitNotes()
    long, short = threads.run(wait_for, gate, told), threads.run(abs, -1, told)
    qtbot.waitUntil(lambda: told.tasks == [short])
    gate.set()
    qtbot.waitUntil(lambda: told.tasks == [short, long])


def test_what_the_work_raised_is_brought(threads: Threads) -> None:
    told, error = SplitNotes(), OSError("no more")

    def fail(raised: OSError) -> None:
        raise raised

    task = threads.run(fail, error, told)
    threads.wait(task, LONG)
    assert task.error is error
    with pytest.raises(OSError, match="no more"):
        _ = task.result


def test_work_that_ends_after_its_owner_is_reported_to_nobody(qapp: QCoreApplication, gate: threading.Event) -> None:
    told, threads = SplitNotes(), Threads()
    task = threads.run(wait_for, gate, told)
    shiboken6.delete(threads)
    gate.set()
    assert task.ended.wait(LONG)
    qapp.processEvents()
    assert told.tasks == []


# what goes to a worker, and what it may destroy


class Watching(AtOnce):
    """Keep what every piece of work was given."""

    def __init__(self) -> None:
        self.given: list[tuple[Callable[[Any], Any], Any]] = []

    @override
    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        self.given.append((work, value))
        return super().run(work, value, done)


def qt_within(*given: object) -> list[str]:
    """Name what Qt made that can be reached from values; what modules and classes hold belongs to the program."""
    seen: dict[int, object] = {}
    waiting = list(given)
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, ModuleType | type):
            seen[id(one)] = one
            own = [*(one.__closure__ or ()), *(one.__defaults__ or ())] if isinstance(one, FunctionType) else None
            waiting += gc.get_referents(one) if own is None else own
    return sorted(type(one).__name__ for one in seen.values() if isinstance(one, shiboken6.Object))


def test_what_qt_made_is_found_within_values(qapp: QCoreApplication) -> None:
    owner = QObject(qapp)
    assert qt_within({"deep": [(lambda: owner,)]}) == ["QObject"]
    assert qt_within(MethodType(QObject.objectName, owner)) == ["QObject"]
    shiboken6.delete(owner)
    assert qt_within([Path(), a_roster(), b"", frozenset({1})]) == []


def test_workers_are_given_values_alone(qapp: QCoreApplication, tmp_path: Path) -> None:
    path = tmp_path / "synced" / "mars.json"
    write_roster(path, a_roster())
    runner = Watching()
    table = a_table(tmp_path / "data", runner=runner)
    table.session.start(path)
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()
    table.session.sharing.external_changes.look()
    table.session.backups.back_up_soon()
    text = "== Dock Dog\nAthletics 50\n" * SHORT
    owner = QObject(qapp)
    TextReading(all_systems(), numbered_ids(), runner, owner).read(text, "")
    Importing([path], all_systems(), numbered_ids(), runner, owner).start()
    names = [getattr(work, "__qualname__", "") for work, _ in runner.given]
    assert set(names) == {
        "proof_ahead", "save_roster", "save_state", "backup_made", "file_state", "FileReader.read", "_Work.read",
    }  # fmt: skip
    assert [qt_within(work, value) for work, value in runner.given] == [[] for _ in runner.given]
    table.session.sharing.leave()
    table.log.journal.close()
    shiboken6.delete(owner)


class Fragile(QObject):
    """Something of Qt's with a timer, in a circle: where it is dropped, the collector alone finds it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.itself = self
        QTimer(self, interval=60_000).start()


def what_goes(rounds: int) -> list[str]:
    """Collect garbage again and again, and name what is alive of Qt in it, which is kept from being destroyed here."""
    found: list[str] = []
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(rounds):
            gc.collect()
            qt = [one for one in gc.garbage if isinstance(one, shiboken6.Object)]
            found += [type(one).__name__ for one in qt if shiboken6.isValid(one) and shiboken6.ownedByPython(one)]
            gc.garbage.clear()
    finally:
        gc.set_debug(0)
    return found


def test_a_worker_that_collects_garbage_finds_nothing_alive_of_qt_in_what_was_used_and_closed(
    qapp: QCoreApplication, threads: Threads, tmp_path: Path
) -> None:
    gc.collect()
    table = a_table(tmp_path, runner=threads)
    table.session.setParent(qapp)
    for part in (table.document, table.drafting, table.log, table.rolling, table.lines):
        part.setParent(table.session)
    table.session.start()
    for name in ("Lao", "Qing"):
        table.session.new_roster(name)
        ring(table.session)
        assert table.session.save()
    table.session.sharing.leave()
    table.log.journal.close()
    shiboken6.delete(table.session)
    del table, name
    told = SplitNotes()
    task = threads.run(what_goes, 3, told)
    threads.wait(task, LONG)
    assert task.result == []


def test_what_is_dropped_alive_would_be_found_by_it(qapp: QCoreApplication, threads: Threads) -> None:
    gc.collect()
    gc.disable()
    try:
        Fragile(qapp).deleteLater()
        Fragile()
        task = threads.run(what_goes, 1, SplitNotes())
        threads.wait(task, LONG)
    finally:
        gc.enable()
    assert task.result == ["Fragile"]


def test_held_work_starts_when_it_is_released(qapp: QCoreApplication, qtbot: QtBot) -> None:
    threads, done = Threads(qapp, held=True), SplitNotes()
    order: list[int] = []
    for number in (1, 2):
        threads.run(order.append, number, done)
    QCoreApplication.processEvents()
    assert not order
    threads.release()
    qtbot.waitUntil(lambda: len(done.tasks) == len(order) == 2)
    assert [task.error for task in done.tasks] == [None, None]
    threads.run(order.append, 3, done)
    qtbot.waitUntil(lambda: len(done.tasks) == 3)
    shiboken6.delete(threads)


def test_waiting_for_held_work_starts_it(qapp: QCoreApplication) -> None:
    threads, done = Threads(qapp, held=True), SplitNotes()
    task = threads.run(len, "abc", done)
    threads.wait(task, LONG)
    assert [one.result for one in done.tasks] == [3]
    shiboken6.delete(threads)
