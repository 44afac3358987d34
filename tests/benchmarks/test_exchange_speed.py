"""Measure how quick characters come in: pasted text to its preview, files to their report; being slow fails nothing."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from benchmarks.figures import Figure, sized
from benchmarks.test_speed import in_milliseconds
from gm_desk.app import TURN, collect
from gm_desk.core.stat_blocks.write_markdown import markdown_of
from gm_desk.model.files.workers import Threads
from gm_desk.store.exchange.exporting import ExportFormat, spelt
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system
from gm_desk.ui.exchange.arrivals import CharacterAdder
from gm_desk.ui.exchange.importing import ImportCommands, ImportReport
from gm_desk.ui.exchange.paste import PasteCommands
from gm_desk.ui.exchange.paste_preview import PastePreview
from ui_makers import GM, a_roster, sit_down


@pytest.fixture(autouse=True)
def turns() -> Iterator[None]:
    """Let the window wait for a worker no longer than the program does."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(TURN)
    yield
    sys.setswitchinterval(before)


PASTES, PASTE_AIM = sized(30, 2), 50
ACTORS, BLOCKS, IMPORT_AIM, SLICE_AIM = sized(1000, 10), sized(300, 3), 3000, 50
WAITED = 0.002
BUSY = "of that the window was busy at a time"


def test_a_pasted_stat_block_to_its_painted_preview(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Press Ctrl+V with one block of the sample after another."""
    gm = opened(qtbot, tmp_path)
    load_ahead(gm)
    sample = read_sample("ep2").characters
    taken = []
    for number in range(PASTES + 1):
        QGuiApplication.clipboard().setText(markdown_of(sample[number % len(sample)], load_system("ep2")))
        gm.window.activateWindow()
        gm.window.roster.view.setFocus()
        began = time.perf_counter()
        gm.keys("Ctrl+V")
        dialog = gm.dialog(PastePreview)
        dialog.repaint()
        taken.append(1000 * (time.perf_counter() - began))
        dialog.close()
        gm.settles()
    QGuiApplication.clipboard().clear()
    figures.append(in_milliseconds("a stat block pasted, to its painted preview", taken[1:], PASTE_AIM))
    figures.append(in_milliseconds("the first one after the start", taken[:1], PASTE_AIM))


@pytest.mark.parametrize("shape", [ExportFormat.EP2E, ExportFormat.ECLIPSEPHASE])
def test_a_thousand_actors_to_their_report(
    shape: ExportFormat, qtbot: QtBot, tmp_path: Path, figures: list[Figure]
) -> None:
    """Import a pack, and see how long the window was kept from anything else."""
    gm = opened(qtbot, tmp_path)
    system, sample = load_system("ep2"), read_sample("ep2").characters
    actors = [json.loads(spelt([one], system, shape)) for one in sample]
    lines = [json.dumps({**actors[number % len(actors)], "_id": f"{number:016x}"}) for number in range(ACTORS)]
    pack = tmp_path / "pack.db"
    pack.write_text("\n".join(lines))
    gm.program.session.runner = Threads(gm.program.session)
    adder = gm.window.findChild(CharacterAdder)
    assert adder is not None
    began = time.perf_counter()
    ImportCommands(adder).bring([str(pack)])
    report = gm.dialog(ImportReport)
    slices = busy_until(lambda: report.progress.value() >= report.progress.maximum())
    took = 1000 * (time.perf_counter() - began)
    size = pack.stat().st_size / 1024**2
    figures.append(in_milliseconds(f"{ACTORS} actors ({shape}, {size:.0f} MB) to their report", [took], IMPORT_AIM))
    figures.append(in_milliseconds(BUSY, slices, SLICE_AIM))
    report.close()


def test_a_long_text_pasted(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Paste as many blocks as a chapter has, and see how long the window was kept from anything else."""
    gm = opened(qtbot, tmp_path)
    sample, system = read_sample("ep2").characters, load_system("ep2")
    text = "\n\n".join(markdown_of(sample[number % len(sample)], system) for number in range(BLOCKS))
    commands = load_ahead(gm)
    gm.program.session.runner = Threads(gm.program.session)
    began = time.perf_counter()
    commands.open(text)
    slices = [1000 * (time.perf_counter() - began)]
    dialog = gm.dialog(PastePreview)
    slices += busy_until(lambda: dialog.model.rowCount() > 0)
    took = 1000 * (time.perf_counter() - began)
    what = f"{BLOCKS} stat blocks pasted ({len(text) // 1024} KB), to their preview"
    figures.append(in_milliseconds(what, [took], IMPORT_AIM))
    figures.append(in_milliseconds(BUSY, slices, SLICE_AIM))
    dialog.close()


def opened(qtbot: QtBot, folder: Path) -> GM:
    """Open a window, after which as little garbage is collected at a time as in the program."""
    gm = sit_down(qtbot, folder, a_roster())
    collect()
    return gm


def load_ahead(gm: GM) -> PasteCommands:
    """Load what a paste needs, as the program does half a second after its start; return the commands."""
    commands = gm.window.findChild(PasteCommands)
    assert commands is not None
    commands.findChildren(QTimer)[0].timeout.emit()
    return commands


def busy_until(done: Callable[[], bool]) -> list[float]:
    """Process events until something is done; return the milliseconds of each round."""
    slices: list[float] = []
    while not done():
        time.sleep(WAITED)  # a window that has nothing to do leaves Python to the worker
        begun = time.perf_counter()
        QApplication.processEvents()
        slices.append(1000 * (time.perf_counter() - begun))
    return slices or [0.0]
