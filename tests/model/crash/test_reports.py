"""An uncaught error loses no work, is reported in a sentence, and leaves a report with the last actions."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QUndoStack
from pytestqt.qtbot import QtBot

from gm_desk.model.crash.reports import LONGEST_ACTION, MOST, QUIET, Breadcrumbs, CrashReporter, stamp_of
from gm_desk.model.roster import edits
from model_makers import LAO, Clock, a_document, heard

pytestmark = pytest.mark.usefixtures("qapp")


def words(trail: Breadcrumbs) -> list[str]:
    return [said for _, said in trail.steps]


def test_steps_are_named_as_they_are_done_and_undone() -> None:
    document, trail = a_document(), Breadcrumbs(Clock())
    trail.follow(document.stack)
    edits.rename_character(document, LAO, "Lao")
    edits.set_notes(document, LAO, "Killed the mayor.")
    document.stack.undo()
    document.stack.undo()
    document.stack.redo()
    assert words(trail) == [
        "done: rename Lao Qing",
        "done: edit notes of Lao",
        "undone: edit notes of Lao",
        "undone: rename Lao Qing",
        "done: rename Lao Qing",
    ]
    assert "mayor" not in str(trail.steps)


def test_a_stack_that_is_cleared_did_nothing() -> None:
    stack, trail = QUndoStack(), Breadcrumbs(Clock())
    trail.follow(stack)
    stack.clear()
    assert words(trail) == []


def test_what_is_noted_has_its_time() -> None:
    trail = Breadcrumbs(Clock(5))
    trail.note("New character")
    assert list(trail.steps) == [(5, "New character")]


def test_only_the_last_ones_are_remembered_and_nothing_long() -> None:
    trail = Breadcrumbs(Clock())
    for number in range(MOST + 5):
        trail.note(f"{number} {'x' * 200}")
    assert len(trail.steps) == MOST
    assert words(trail)[0].startswith("5 ")
    assert max(map(len, words(trail))) == LONGEST_ACTION


class Scene:
    """An alarm, what it saves, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock()
        self.saved = 0
        self.saves = True
        self.error: Exception | None = None
        self.trail = Breadcrumbs(self.clock)
        self.alarm = CrashReporter(folder, self.save, self.trail, lambda: {"GM Desk": "1.2.3"}, self.clock)
        self.reported = heard(self.alarm.reported)

    def save(self) -> bool:
        self.saved += 1
        if self.error:
            raise self.error
        return self.saves

    def meets(self, error: BaseException) -> None:
        try:
            throw(error)
        except BaseException:  # noqa: BLE001 - so that it has a traceback
            self.alarm.caught(*sys.exc_info())

    @property
    def reports(self) -> list[str]:
        if not self.folder.exists():
            return []
        return [path.read_text("utf-8") for path in sorted(self.folder.iterdir())]


def throw(error: BaseException) -> None:
    raise error


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path / "reports")


@pytest.fixture
def installed(scene: Scene) -> Iterator[Scene]:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    scene.alarm.install()
    yield scene
    scene.alarm.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_an_error_saves_the_work_leaves_a_report_and_is_told(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    scene.trail.note("New character")
    scene.meets(KeyError("guns"))
    path = scene.folder / f"{stamp_of(scene.clock())}.txt"
    assert scene.saved == 1
    what = "Something went wrong (KeyError: 'guns'): your work is saved and you can go on"
    assert scene.reported == [(f"{what}; there is a report in {path}.",)]
    (report,) = scene.reports
    assert "GM Desk   1.2.3" in report
    assert "New character" in report
    assert "nothing is sent anywhere" in report
    assert "raise error" in report
    assert "KeyError: 'guns'" in report
    assert "KeyError: 'guns'" in capsys.readouterr().err


def test_the_same_error_at_every_paint_is_reported_once_in_a_while(
    scene: Scene, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(1000):
        scene.meets(ValueError(number))
    assert (scene.saved, len(scene.reported), len(scene.reports)) == (1, 1, 1)
    assert capsys.readouterr().err.count("Traceback") == 1
    scene.clock.now += QUIET
    scene.meets(ValueError("again"))
    assert (scene.saved, len(scene.reported), len(scene.reports)) == (2, 2, 2)
    assert "It occurred 999 more times since the last report." in scene.reports[-1]


def test_another_error_is_another_report(scene: Scene) -> None:
    scene.meets(KeyError("guns"))
    scene.meets(ValueError("guns"))
    assert (scene.saved, len(scene.reported), len(scene.reports)) == (2, 2, 2)


def test_a_clock_that_was_set_back_silences_nothing(scene: Scene) -> None:
    scene.meets(KeyError("guns"))
    scene.clock.now -= 2 * QUIET
    scene.meets(KeyError("guns"))
    assert len(scene.reported) == 2


@pytest.mark.parametrize("fails", [True, False])
def test_work_that_could_not_be_saved_is_not_said_to_be(scene: Scene, *, fails: bool) -> None:
    scene.saves = False
    scene.error = OSError("no disk") if fails else None
    scene.meets(KeyError("guns"))
    assert "not all of your work could be saved" in scene.reported[0][0]
    assert ("Saving the work failed too" in scene.reports[0]) is fails


def test_without_a_place_for_reports_it_is_told_all_the_same(scene: Scene) -> None:
    scene.folder.write_text("a file")
    scene.meets(KeyError("guns"))
    assert scene.reported[0][0].endswith("there is no report, since a file is where its folder should be.")
    assert scene.saved == 1


def test_an_error_while_an_error_is_handled_comes_to_an_end(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def save() -> bool:
        scene.meets(OSError("no disk"))
        return True

    monkeypatch.setattr(scene.alarm, "_save", save)
    scene.meets(KeyError("guns"))
    assert len(scene.reported) == 1


@pytest.mark.parametrize("broken", [True, False])
def test_without_standard_error_it_is_told_all_the_same(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, broken: bool
) -> None:
    closed = (tmp_path / "closed").open("w")
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed if broken else None)
    scene.meets(KeyError("guns"))
    assert len(scene.reported) == len(scene.reports) == 1


def test_a_long_message_is_told_in_one_short_line(scene: Scene) -> None:
    scene.meets(KeyError("x\n" * 500))
    assert "\n" not in scene.reported[0][0]
    assert len(scene.reported[0][0]) < 500 + len(str(scene.folder))


def test_an_error_without_a_traceback_is_told_too(scene: Scene) -> None:
    scene.alarm.caught(KeyError, KeyError("guns"), None)
    assert len(scene.reported) == 1


def test_who_wants_to_leave_is_let_go(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    scene.meets(KeyboardInterrupt())
    assert (scene.reported, scene.reports) == ([], [])
    assert "KeyboardInterrupt" in capsys.readouterr().err


def fail() -> None:
    raise KeyError("in a thread")


def test_an_error_in_a_thread_is_handled_in_this_one(qtbot: QtBot, installed: Scene) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert (installed.saved, installed.reported) == (0, [])
    qtbot.waitUntil(lambda: len(installed.reported) == 1)
    assert "KeyError: 'in a thread'" in installed.reported[0][0]


class Grudge:
    def __del__(self) -> None:
        raise KeyError("at the end")


def test_an_error_while_something_is_destroyed_is_handled_afterwards(installed: Scene) -> None:
    grudge = Grudge()
    del grudge
    assert installed.reported == []
    QCoreApplication.processEvents()
    assert "KeyError: 'at the end'" in installed.reported[0][0]


def test_the_sudden_end_of_the_last_run_becomes_a_report(scene: Scene) -> None:
    scene.trail.note("New character")
    told = scene.alarm.take_ends({"2026-11-20-201500": "Fatal Python error: Aborted"})
    assert told.endswith(f"there is a report in {scene.folder / '2026-11-20-201500.txt'}.")
    (report,) = scene.reports
    assert "Fatal Python error: Aborted" in report
    assert "GM Desk   1.2.3" in report
    assert "New character" not in report, "that is of this run"


def test_without_a_sudden_end_nothing_is_told(scene: Scene) -> None:
    assert scene.alarm.take_ends({}) == ""
    assert scene.reports == []
