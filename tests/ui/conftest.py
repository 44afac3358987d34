from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.widgets.action_rows import HistoryWindow
from log_window import LogHands, show_log
from pane_makers import RollHands, show_test_pane
from shared_window import Seat, SharedWindow
from ui_makers import FALLING, GM, GUNS, LAO, a_roster, dressed, left_with_guns, sit_down, with_guns


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Put those tests of a module that share a window behind those that open their own, so that it is opened once."""
    places = {path: place for place, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (places[item.path], "seat" in item.fixturenames))


@pytest.fixture
def appearance(qapp: QApplication) -> Appearance:  # noqa: ARG001 (there is no font or theme without it)
    """Set the dark theme and the usual text size, for widgets that are tested without a window."""
    return dressed()


@pytest.fixture(scope="module")
def shared_window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedWindow]:
    """A window that the tests of a module use in turn."""
    shared = SharedWindow(tmp_path_factory.mktemp("shared"))
    yield shared
    shared.close()


@pytest.fixture(autouse=True)
def no_shared_window_is_beside_another(request: pytest.FixtureRequest, shared_window: SharedWindow) -> None:
    """Close the window that tests share before one that may open its own: each listens to all keys."""
    if "qtbot" in request.fixturenames and "seat" not in request.fixturenames:
        shared_window.close()


@pytest.fixture
def seat(request: pytest.FixtureRequest, shared_window: SharedWindow, qtbot: QtBot) -> Iterator[Seat]:
    """Open rosters in the window that the tests of a module share."""
    failed_before = request.session.testsfailed
    yield Seat(shared_window, qtbot)
    shared_window.put_away(failed=request.session.testsfailed != failed_before)


@pytest.fixture
def unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay out but do not paint the windows of a test that compares texts, places, models or files, but no colours.

    Painting takes a sixth of the time of such a test. Dialogs are painted; a test that is `painted` paints everything.
    """
    if "painted" in request.fixturenames:
        return
    shown = HistoryWindow.showEvent

    def show(window: HistoryWindow, event: QShowEvent) -> None:
        window.setUpdatesEnabled(False)
        shown(window, event)

    monkeypatch.setattr(HistoryWindow, "showEvent", show)


@pytest.fixture
def painted() -> None:
    """Paint the windows of a test that looks at what is painted, in a module that is `unpainted`."""


@pytest.fixture
def gm(seat: Seat) -> GM:
    """Use that window with Lao Qing selected and Guns prepared; the dice will roll 61, 44, 99."""
    return with_guns(seat(a_roster(), selected=LAO.id, draft=GUNS, dice=FALLING))


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open such a window in the rooms where `gm` shows only a part of it."""
    return with_guns(sit_down(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))


@pytest.fixture
def roller(qtbot: QtBot, tmp_path: Path) -> RollHands:
    """Show the test pane alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    return with_guns(show_test_pane(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))


@pytest.fixture
def reader(qtbot: QtBot, tmp_path: Path) -> LogHands:
    """Show the log alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    return with_guns(show_log(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))
