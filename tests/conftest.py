import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from thorough import tries

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # read when the first test asks for an application
settings.register_profile("gm-desk", deadline=None, max_examples=tries(100))
settings.load_profile("gm-desk")
HELD = pytest.StashKey[list[QWidget]]()


def pytest_collection_finish() -> None:
    """Exclude the tests and modules, which are never freed, from garbage collection after each test."""
    gc.collect()
    gc.freeze()


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
            window.close()
            window.deleteLater()


def windows_left() -> list[QWidget]:
    QThreadPool.globalInstance().waitForDone()
    for window in QApplication.topLevelWidgets():
        window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return QApplication.topLevelWidgets()
