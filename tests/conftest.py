import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool
from PySide6.QtWidgets import QApplication, QWidget

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # read when the first test asks for an application
settings.register_profile("gm-desk", deadline=None)
settings.load_profile("gm-desk")


@pytest.fixture(autouse=True)
def no_window_outlives_its_test(request: pytest.FixtureRequest) -> Iterator[None]:
    failed_before = request.session.testsfailed
    yield
    if "qtbot" not in request.fixturenames:
        return
    left = windows_left()
    names = [f"{type(window).__name__} {window.objectName()}".strip() for window in left]
    for window in left:
        window.deleteLater()
    if request.session.testsfailed == failed_before:  # a failed test's traceback holds its windows
        assert names == [], "these windows outlived their test: something still holds them"


def windows_left() -> list[QWidget]:
    QThreadPool.globalInstance().waitForDone()
    for window in QApplication.topLevelWidgets():
        window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return QApplication.topLevelWidgets()
