import qt_as_in_program  # noqa: F401 - before anything else imports Qt

# isort: split
import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThreadPool
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from gm_desk.model.roster.document import History
from gm_desk.store.journal import schema
from lasting import is_shared
from thorough import LONG, tries

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # read when the first test asks for an application
settings.register_profile("gm-desk", deadline=None, max_examples=tries(100), derandomize=not LONG)
settings.load_profile("gm-desk")
TESTS = Path(__file__).parent
UNSYNCED = {"model", "ui"}
"""Folders of tests which a power cut would not trouble."""
IN_MEMORY = Path("/dev/shm")  # noqa: S108  # pytest makes folders of its own in it
ENOUGH = 4 * 2**30
"""Bytes that must be free there; an installed wheel takes 250 MB."""
HELD = pytest.StashKey[list[QWidget]]()
NEW_OBJECTS = 50_000
"""How many new objects Python looks through for garbage; each test of Qt collects all of it in the end."""


def pytest_configure() -> None:
    """Collect garbage less often, and keep the tests' folders in memory where Linux offers that.

    What is synced there and deleted waits for no disk.
    """
    gc.set_threshold(NEW_OBJECTS)
    if IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


def pytest_collection_finish() -> None:
    """Exclude the tests and modules, which are never freed, from garbage collection after each test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def what_a_module_leaves_stays() -> Iterator[None]:
    """Keep reports, and what was imported late, out of the collections of garbage: these would take ever longer."""
    yield
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_waits_for_the_disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sync nothing where a test is not about files: every window would wait for the disk a dozen times."""
    if UNSYNCED.isdisjoint(request.path.relative_to(TESTS).parts[:1]):
        return
    monkeypatch.setattr(os, "fsync", os.fstat)
    monkeypatch.setattr(schema, "SYNCHRONOUS", "OFF")


@pytest.fixture(autouse=True)
def no_undo_stack_is_collected_with_its_commands(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep each undo stack, and empty it in the end: collected as garbage, it would delete its commands twice.

    The program has one document as long as it runs; here a failed assertion or `pytest.raises` puts one into a ring.
    """
    made, stacks = History.__init__, list[History]()

    def make(stack: History, parent: QObject | None = None) -> None:
        made(stack, parent)
        stacks.append(stack)

    monkeypatch.setattr(History, "__init__", make)
    yield
    for stack in stacks:
        if Shiboken.isValid(stack) and not is_shared(stack):
            stack.blockSignals(True)
            stack.clear()


@pytest.fixture(autouse=True)
def no_window_outlives_its_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep each window until it is deleted; without a reference it would be deleted during some garbage collection."""
    failed_before = request.session.testsfailed
    held: list[QWidget] = []
    request.node.stash[HELD] = held
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QtBot, "addWidget", lambda _, window: held.append(window))
        yield
    if "qtbot" not in request.fixturenames:
        return
    left = windows_left()
    held.clear()
    names = [f"{type(window).__name__} {window.objectName()}".strip() for window in left]
    for window in left:
        window.deleteLater()
    if request.session.testsfailed == failed_before:  # a failed test's traceback holds its windows
        assert names == [], "these windows outlived their test: something still holds them"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Close the windows of a test before its other objects are removed, as pytest-qt does."""
    held: list[QWidget] = item.stash.get(HELD, [])
    for window in held:
        if Shiboken.isValid(window):
            paint_once(window)
            window.close()
            window.deleteLater()


def paint_once(window: QWidget) -> None:
    """Paint a window that its test did not paint, as it is in the end: what cannot be painted fails the test."""
    if window.isVisible() and not window.updatesEnabled():
        window.setUpdatesEnabled(True)
        QApplication.processEvents()


def windows_left() -> list[QWidget]:
    QThreadPool.globalInstance().waitForDone()
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and not is_shared(window):  # dozens are menus that were never opened
            window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return [window for window in QApplication.topLevelWidgets() if not is_shared(window)]
