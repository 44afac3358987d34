"""The shutdown guard: errors are reported in the window, and nothing is lost when it ends."""

import faulthandler
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.app import now, versions
from gm_desk.store.rosters.files import read_roster
from gm_desk.store.state import read_state
from gm_desk.ui.window.shutdown_guard import ShutdownGuard
from ui_makers import GM


@pytest.fixture
def gm(whole: GM) -> GM:
    """Open a window of its own, which is torn."""
    return whole


@pytest.fixture
def guardian(gm: GM, monkeypatch: pytest.MonkeyPatch) -> Iterator[ShutdownGuard]:
    monkeypatch.setattr(faulthandler, "enable", lambda _: None)
    monkeypatch.setattr(faulthandler, "disable", lambda: None)
    made = ShutdownGuard(gm.window, gm.program.session, versions, now)
    made.begin()
    yield made
    made.end()


class Failing(QTimer):
    """A slot that fails."""

    def fail(self) -> None:
        raise KeyError("guns")


def reports(gm: GM) -> list[Path]:
    return sorted(gm.program.session.places.reports.glob("*[0-9].txt"))


@pytest.mark.usefixtures("guardian")
def test_a_slot_that_fails_is_told_with_a_report_and_the_work_is_saved(
    gm: GM, capsys: pytest.CaptureFixture[str]
) -> None:
    gm.keys("Ctrl+D", "Esc")
    failing = Failing(gm.window)
    failing.timeout.connect(failing.fail)
    failing.timeout.emit()
    gm.settles()
    assert "Something went wrong (KeyError: 'guns'): your work is saved" in gm.trouble()
    assert read_roster(gm.program.session.path) == gm.roster
    (report,) = reports(gm)
    assert str(report) in gm.trouble()
    assert "Duplicate character" in report.read_text("utf-8")
    assert "done: duplicate Lao Qing" in report.read_text("utf-8")
    assert "KeyError" in capsys.readouterr().err


class Torn(QWidget):
    """A widget that cannot be painted."""

    paints = 0

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self.paints += 1
        raise KeyError("guns")


@pytest.mark.usefixtures("guardian")
def test_what_fails_at_every_paint_neither_floods_nor_hangs(gm: GM) -> None:
    torn = Torn(gm.window)
    torn.resize(20, 20)
    torn.show()
    for _ in range(5):
        torn.update()
        gm.settles()
    assert torn.paints >= 5
    assert len(reports(gm)) == 1
    assert "Something went wrong (KeyError: 'guns')" in gm.trouble()
    gm.window.trouble.close_button.click()
    gm.keys("Ctrl+D", "Esc")
    assert len(gm.roster.characters) == 4, "the table goes on"


def test_who_is_asked_to_leave_keeps_what_is_still_being_typed(
    gm: GM, guardian: ShutdownGuard, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[int] = []
    monkeypatch.setattr(QCoreApplication, "exit", codes.append)
    gm.window.stat.notes.begin()
    gm.types("x")
    guardian.leave()
    assert codes == [0]
    lao = read_roster(gm.program.session.path).character("lao")
    assert lao is not None
    assert lao.notes.endswith("x")
    assert read_state(gm.program.session.places.state).window.geometry


def test_who_must_leave_work_behind_says_so(
    gm: GM, guardian: ShutdownGuard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes: list[int] = []
    monkeypatch.setattr(QCoreApplication, "exit", codes.append)
    folder = gm.program.session.path.parent
    away = folder.rename(folder.with_name("unplugged"))
    gm.keys("Ctrl+D", "Esc")
    guardian.leave()
    said = capsys.readouterr().err
    assert "could not save everything" in said
    backups = gm.program.session.places.backups_of("mars")
    assert str(backups) in said
    assert gm.roster in [read_roster(path) for path in backups.glob("*.json")]
    monkeypatch.setattr(sys, "stderr", None)
    guardian.leave()
    assert codes == [1, 1]
    away.rename(folder)
    assert gm.program.session.save()


def test_the_end_of_the_session_saves_and_asks_nothing(gm: GM, guardian: ShutdownGuard) -> None:
    gm.keys("Ctrl+D", "Esc")
    guardian.keep()
    assert read_roster(gm.program.session.path) == gm.roster
    assert gm.window.isVisible()


def test_a_folder_in_which_nothing_can_be_reported_stops_nothing(
    gm: GM,
) -> None:
    gm.program.session.places.reports.write_text("a file")
    before = sys.excepthook
    guardian = ShutdownGuard(gm.window, gm.program.session, versions, now)
    guardian.begin()
    assert sys.excepthook != before
    guardian.end()
    assert sys.excepthook == before
