"""Measure a roster of 10,000 characters, and how much memory a window takes; being slow or large fails nothing."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget
from pytestqt.qtbot import QtBot

import gm_desk
from benchmarks.figures import Figure, sized
from benchmarks.test_speed import FIRST_FRAME, in_milliseconds, leave_program, offscreen, opened_program, until_painted
from gm_desk.app import Program
from gm_desk.core.characters.roster import Roster
from gm_desk.model.roster import edits
from gm_desk.store.disk.places import VARIABLE, Places
from gm_desk.store.rosters.files import read_sample, write_roster

CHARACTERS, STEPS, TIMES = sized(10_000, 100), sized(100, 3), sized(5, 1)
OPEN_AIM, FRAME_AIM, CARD_AIM, THEME_AIM, SAVE_AIM = 500, 16, 50, 100, 1000
MEMORY_AIM, GROWTH_AIM = 1.4, 0.1
BEGUN, EVENING = sized(100, 2), sized(10_000, 4)
LONG_EVENING = Path(__file__).with_name("long_evening.py")
TYPED = ("g", "gu", "gua", "guar", "guard", "guard 7", "guard 77", "guard 777", "guard 7777", "")
NOTCH = 120
NO_KEYS = Qt.KeyboardModifier.NoModifier


def a_crowd() -> Roster:
    """Multiply the people of the sample."""
    sample = read_sample("ep2")
    some = sample.characters
    copies = (
        structs.replace(some[number % len(some)], id=f"guard-{number}", name=f"Guard {number}")
        for number in range(CHARACTERS)
    )
    return structs.replace(sample, id="crowd", name="Crowd", characters=tuple(copies))


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path) -> Program:
    return opened_program(qtbot, tmp_path)


def test_a_roster_of_thousands(program: Program, figures: list[Figure], tmp_path: Path) -> None:
    """Open it, filter it by each letter typed, scroll, walk, change theme and save, painted each time."""
    path = Places(tmp_path).roster("Crowd", "crowd")
    write_roster(path, a_crowd())
    window, appearance = program.window, program.appearance
    view = window.roster.view
    rows: list[QWidget] = [view.viewport()]
    card: list[QWidget] = [*rows, window.stat.head.name, window.test.net.scale]
    themes = ("light", "contrast", "dark")

    def measure(what: str, taken: list[float], aim: int) -> None:
        figures.append(in_milliseconds(f"{CHARACTERS:,} characters: {what}", taken, aim))

    measure("opened and painted", [opened(program, path, rows) for _ in range(TIMES)], OPEN_AIM)
    keys = [until_painted(typing(program, text), rows) for text in TYPED * TIMES]
    measure("a key in the filter", keys, FRAME_AIM)
    measure("a notch of the wheel", [until_painted(lambda: turn_wheel(view), rows) for _ in range(STEPS)], FRAME_AIM)
    assert view.verticalScrollBar().value() > 0
    walked = [until_painted(lambda: press_down(view), card) for _ in range(STEPS)]
    measure("the next one selected, list and card painted", walked, CARD_AIM)
    taken = [until_painted(lambda name=name: appearance.choose(name), card) for name in themes * TIMES]  # type: ignore[misc]
    measure("another theme", taken, THEME_AIM)
    measure("saved", [saved(program) for _ in range(TIMES)], SAVE_AIM)


def test_memory_at_the_first_frame(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Compare the most that each process took, with the sample open and 200 rolls in the log."""
    leave_program(qtbot, tmp_path, sized(200, 2))
    bare, plain, desk = (megabytes(kind, tmp_path) for kind in ("bare", "twin", "desk"))
    measured = (
        f"{desk / bare:.2f} times a bare window ({desk:.0f} MB against {bare:.0f} MB), "
        f"{desk / plain:.2f} times plain widgets of the same number and kinds ({plain:.0f} MB)"
    )
    verdict = "met" if desk / bare <= MEMORY_AIM else "missed"
    figures.append(Figure("Memory at the first frame", measured, f"at most {MEMORY_AIM} times", verdict))


def test_memory_over_a_long_evening(figures: list[Figure]) -> None:
    """Compare the memory in use after many rolls and selections with that after the first of them."""
    home = Path(gm_desk.__file__).parents[1]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (home, home / "tests", home / "tests" / "support"))),
        "QT_QPA_PLATFORM": "offscreen",
    }
    command = [sys.executable, str(LONG_EVENING), str(BEGUN), str(EVENING)]
    said = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    before, after = (int(kilobytes) / 1024 for kilobytes in said.stdout.split())
    measured = f"{after / before - 1:+.0%} after {EVENING:,} rolls ({after:.0f} MB against {before:.0f} MB)"
    verdict = "met" if after <= before * (1 + GROWTH_AIM) else "missed"
    figures.append(Figure(f"Memory over a long evening, from {BEGUN} rolls on", measured, "at most +10 %", verdict))


def opened(program: Program, path: Path, seen: list[QWidget]) -> float:
    """Open a roster in the place of a small one, and give the milliseconds until it is painted."""
    program.session.try_sample()
    QCoreApplication.processEvents()

    def open_it() -> None:
        assert program.session.open_roster(path)

    taken = until_painted(open_it, seen)
    assert len(program.session.document.roster.characters) == CHARACTERS
    return taken


def saved(program: Program) -> float:
    """Change somebody and save, and give the milliseconds that takes; the window saves beside its own thread."""
    document = program.session.document
    someone = document.roster.characters[-1]
    edits.rename_character(document, someone.id, f"{someone.name} again")
    began = time.perf_counter()
    assert program.session.save()
    return 1000 * (time.perf_counter() - began)


def typing(program: Program, text: str) -> Callable[[], None]:
    return lambda: program.window.roster.filter.setText(text)


def turn_wheel(view: QAbstractItemView) -> None:
    """Turn the mouse wheel over a view by one notch."""
    at, down = QPointF(view.viewport().rect().center()), QPoint(0, -NOTCH)
    where, buttons = QPointF(view.viewport().mapToGlobal(at)), Qt.MouseButton.NoButton
    wheel = QWheelEvent(at, where, QPoint(), down, buttons, NO_KEYS, Qt.ScrollPhase.NoScrollPhase, False)
    QCoreApplication.sendEvent(view.viewport(), wheel)


def press_down(view: QAbstractItemView) -> None:
    QCoreApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Down, NO_KEYS))


def megabytes(kind: str, folder: Path) -> float:
    """Start a bare window or the desk, and give the most memory it took until its first frame."""
    home = str(Path(gm_desk.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": home, VARIABLE: str(folder), "QT_QPA_PLATFORM": offscreen(folder)}
    command = [sys.executable, str(FIRST_FRAME), kind]
    said = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    return int(said.stdout.split()[0]) / 1024
