"""Measure how quick GM Desk is; being slow fails nothing."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEvent, QEventLoop, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

import gm_desk
from benchmarks.figures import SMALL, Figure, sized
from benchmarks.twins import Twin
from gm_desk.app import Program, build, collect, free
from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.exchange.paste import all_systems, read_pasted
from gm_desk.store.disk.places import VARIABLE, Places
from gm_desk.store.journal.journal import Journal
from ui_makers import saved

SIZE = 1366, 768
FIRST_FRAME = Path(__file__).with_name("first_frame.py")
STARTS, WARM_UPS = sized(20, 1), sized(2, 0)
CHANGES, ROLLS, THEMES = sized(60, 2), sized(200, 2), sized(20, 2)
START_AIM, CHANGE_AIM, WORST_AIM, ROLL_AIM, THEME_AIM = 2.0, 5, 16, 16, 100
SCREEN = {"name": "", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
"""Room for roster, card, test and log side by side: the one that Qt has offscreen is smaller."""
OPPOSED = {
    "ep1": ("sample-reyes", "kinetic-weapons", "sample-captain-draganov"),
    "ep2": ("sample-lao-qing", "guns", "sample-jaqui"),
    "kaiser": ("sample-gerlach", "strike", "sample-isa"),
}
"""Who rolls what against whom."""
PAINT_TIMEOUT = 200
"""Rounds of events after which it is taken that nothing has to be painted."""


@pytest.mark.parametrize("rolls", [2] if SMALL else [0, 200])
def test_start_to_the_first_frame(rolls: int, qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Start offscreen, where only the program costs time."""
    leave_program(qtbot, tmp_path, rolls)
    figures.append(
        compare_starts(tmp_path, {"QT_QPA_PLATFORM": offscreen(tmp_path)}, f"offscreen, {rolls} rolls in the log")
    )


def test_start_to_the_first_frame_on_x(qtbot: QtBot, tmp_path: Path, display: str, figures: list[Figure]) -> None:
    """Start on X, where the display server costs some too."""
    leave_program(qtbot, tmp_path, sized(200, 2))
    system = {"QT_QPA_PLATFORM": "xcb", "DISPLAY": display}
    figures.append(compare_starts(tmp_path, system, "on X, 200 rolls in the log"))


def test_a_modifier_change_to_the_repainted_test_pane(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Change the draft in each way a GM does, with its parts painted after each."""
    program = opened_program(qtbot, tmp_path)
    drafting, pane = program.session.drafting, program.window.test
    changes: tuple[Callable[[], None], ...] = (
        lambda: drafting.modifiers.set_difficulty(-30),
        lambda: drafting.modifiers.add("Smoke −30"),
        lambda: drafting.modifiers.add("Aimed +10"),
        lambda: drafting.modifiers.nudge(1),
        lambda: drafting.take(drafting.draft.spent()),
    )
    parts = (pane.net.scale, *pane.findChildren(QWidget, "oddsBar"))
    taken = [until_painted(change, parts) for _ in range(CHANGES) for change in changes]
    twin = a_twin(qtbot, tmp_path)
    bare = [until_painted(twin.change_modifier, [twin.net, twin.odds]) for _ in taken]
    twin.rows.close()
    what = "A modifier changed, test pane repainted"
    figures.append(in_milliseconds(what, taken[len(changes) :], CHANGE_AIM))
    figures.append(beside_twin(what, taken[len(changes) :], bare[len(changes) :]))


@pytest.mark.parametrize("system", OPPOSED)
def test_any_change_to_the_repainted_test_pane_with_full_odds(
    system: str, qtbot: QtBot, tmp_path: Path, figures: list[Figure]
) -> None:
    """Change both sides of an opposed test, whose odds are counted in full after each change."""
    program = opened_program(qtbot, tmp_path, system)
    drafting, pane = program.session.drafting, program.window.test
    who, what, other = OPPOSED[system]
    drafting.choose(who, AbilityKind.SKILL, f"{who}-{what}")
    drafting.oppose(other)
    drafting.set_mode(Mode.OPPOSED)
    start, hardest = drafting.draft, drafting.draft.with_difficulty(-30, "Hardest")
    assert drafting.reading.both is not None
    one_side: tuple[Callable[[], None], ...] = (
        lambda: drafting.modifiers.add("Smoke −30"),
        lambda: drafting.modifiers.add("Aimed +10"),
        lambda: drafting.put(structs.replace(drafting.side, advantage=2)),
        lambda: drafting.modifiers.nudge(1),
    )
    changes: tuple[Callable[[], None], ...] = (
        lambda: drafting.take(hardest),
        *one_side,
        lambda: drafting.turn_to("b"),
        *one_side,
        lambda: drafting.turn_to("a"),
        lambda: drafting.take(start),
    )
    parts = pane.findChildren(QWidget, "contestOdds")
    taken = [until_painted(change, parts) for _ in range(CHANGES) for change in changes]
    what_was_done = f"Either side of an opposed test changed, {system}"
    figures.append(in_milliseconds(what_was_done, taken[len(changes) :], CHANGE_AIM, WORST_AIM))


def test_a_choice_of_an_attack_to_the_repainted_test_pane(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Step through firing modes, ranges, covers and aims of an attack against somebody."""
    program = opened_program(qtbot, tmp_path)
    document, drafting, pane = program.session.document, program.session.drafting, program.window.test
    lao, jaqui = (document.existing(one) for one in ("sample-lao-qing", "sample-jaqui"))
    smg = Attack(id="smg", name="SMG", skill="Guns", damage="2d10", modes="SA/BF/FA", range="50")
    document.change(document.roster.with_character(structs.replace(lao, attacks=(smg,))), "arm")
    program.window.roster.reveal(lao.id)
    drafting.oppose(jaqui.id)
    prepare(document, drafting, lao.id, "smg")
    choices = [partial(pane.attack.step, row) for row in ("mode", "range", "cover", "aim")]
    QCoreApplication.processEvents()
    parts = [one for one in pane.findChildren(QWidget, "contestOdds") if not one.visibleRegion().isEmpty()]
    assert parts
    taken = [until_painted(change, parts) for _ in range(CHANGES) for change in choices]
    figures.append(in_milliseconds("A choice of an attack, test pane repainted", taken[len(choices) :], CHANGE_AIM))


def test_another_theme_until_the_whole_window_is_painted_in_it(
    qtbot: QtBot, tmp_path: Path, figures: list[Figure]
) -> None:
    """Turn through the themes, with every pane painted after each."""
    program = opened_program(qtbot, tmp_path)
    window, appearance = program.window, program.appearance
    changes: tuple[Callable[[], None], ...] = (
        lambda: appearance.choose("light"),
        lambda: appearance.choose("contrast"),
        lambda: appearance.choose("dark"),
    )
    panes = [window.header, window.roster.view.viewport(), window.test.net.scale, window.test.row.button]
    taken = [until_painted(change, panes) for _ in range(THEMES) for change in changes]
    figures.append(in_milliseconds("Theme changed, window repainted", taken[len(changes) :], THEME_AIM))


def test_roll_to_a_durable_painted_line(qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Roll with a modifier to spend, until the line in the log, and until also the pane without it, are painted."""
    program = opened_program(qtbot, tmp_path)
    window, drafting = program.window, program.session.drafting
    line, pane = [window.log.view.viewport()], [window.log.view.viewport(), window.test.net.scale]
    taken: dict[int, list[float]] = {1: [], 2: []}
    for seen in (line, pane) * ROLLS:
        until_painted(lambda: drafting.modifiers.add("Smoke −30"), [window.test.net.scale])
        taken[len(seen)].append(until_painted(window.test.row.roll, seen))
    twin = a_twin(qtbot, tmp_path)
    bare = [until_painted(twin.roll, [twin.table.viewport(), twin.net]) for _ in range(ROLLS)]
    twin.rows.close()
    kept = Journal(program.session.places.journal(program.session.document.roster.id), read_only=True)
    assert len(kept.page(4 * ROLLS)) == 2 * ROLLS
    kept.close()
    figures.append(in_milliseconds("Roll, to its durable and painted line", taken[1][1:], ROLL_AIM))
    figures.append(in_milliseconds("Roll, until the test pane is painted as well", taken[2][1:], ROLL_AIM))
    figures.append(beside_twin("Roll, until the test pane is painted as well", taken[2][1:], bare[1:]))


def opened_program(qtbot: QtBot, folder: Path, system: str = "ep2", roster: Roster | None = None) -> Program:
    """Open GM Desk with a roster, or the sample roster of a system; all that loads after the start is there."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    program = build(application, Places(folder))
    qtbot.addWidget(program.window)
    program.window.destroyed.connect(program.session.log.journal.close)  # what the program does as it quits
    program.session.start(None if roster is None else saved(folder, roster))
    if roster is None:
        program.session.try_sample(system)
    read_pasted("", all_systems(), str)
    program.window.resize(*SIZE)
    with qtbot.waitExposed(program.window):
        program.window.show()
    collect()  # as the program does after its first frame; the tests collect more at a time
    return program


def a_twin(qtbot: QtBot, folder: Path) -> Twin:
    """Show a bare Qt window of the same size."""
    twin = Twin(folder / "twin.sqlite")
    qtbot.addWidget(twin)
    twin.resize(*SIZE)
    with qtbot.waitExposed(twin):
        twin.show()
    return twin


def beside_twin(what: str, taken: list[float], bare: list[float]) -> Figure:
    """Word what was measured as a multiple of a bare Qt window that did as much in the same run."""
    ours, floor = statistics.median(taken), statistics.median(bare)
    measured = f"{ours / floor:.1f} times (bare: median {floor:.1f} ms, worst {max(bare):.1f} ms)"
    return Figure(f"{what}, beside a bare Qt twin", measured, "", "")


def leave_program(qtbot: QtBot, folder: Path, rolls: int) -> None:
    """Leave a data directory behind, with the sample as its last roster."""
    program = opened_program(qtbot, folder)
    for _ in range(rolls):
        program.window.test.row.roll()
    assert program.window.close()
    program.session.log.journal.close()
    free(program.window)


def offscreen(folder: Path) -> str:
    """Return the platform that paints offscreen, on a screen that shows every pane."""
    screens = folder / "screens.json"
    screens.write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
    return f"offscreen:configfile={screens}"


def compare_starts(folder: Path, system: dict[str, str], where: str) -> Figure:
    """Start a bare window, its twin and GM Desk in turn, so that whatever else the machine does slows all of them."""
    home = str(Path(gm_desk.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": home, VARIABLE: str(folder), **system}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    taken: dict[str, list[float]] = {"bare": [], "twin": [], "desk": []}
    for _ in range(WARM_UPS + STARTS):
        for kind, times in taken.items():
            began = time.perf_counter()
            subprocess.run([sys.executable, FIRST_FRAME, kind], env=environment, capture_output=True, check=True)
            times.append(1000 * (time.perf_counter() - began))
    bare, plain, desk = (statistics.median(times[WARM_UPS:]) for times in taken.values())
    measured = (
        f"{desk / bare:.2f} times a bare window ({desk:.0f} ms against {bare:.0f} ms), "
        f"{desk / plain:.2f} times plain widgets of the same number and kinds ({plain:.0f} ms)"
    )
    verdict = "met" if desk / bare <= START_AIM else "missed"
    return Figure(f"Start to the first frame, {where}", measured, f"at most {START_AIM} times", verdict)


def in_milliseconds(what: str, taken: list[float], aim: int, worst_aim: int | None = None) -> Figure:
    """Word what was measured, the common case and the worst, which may have an aim of its own."""
    median, worst = statistics.median(taken), max(taken)
    common = "met" if worst < (worst_aim or aim) else "met, but for the worst"
    verdict = common if median < aim else "missed"
    aims = f"under {aim} ms" + (f", at worst {worst_aim} ms" if worst_aim else "")
    return Figure(what, f"median {median:.1f} ms, worst {worst:.1f} ms", aims, verdict)


class Eyes(QObject):
    """Watch widgets until each has been painted."""

    def __init__(self, widgets: Iterable[QWidget]) -> None:
        super().__init__()
        self.waiting = list(widgets)
        self.closed = 0.0
        for widget in self.waiting:
            widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Paint or watched not in self.waiting:
            return False
        self.waiting.remove(watched)
        watched.removeEventFilter(self)
        QCoreApplication.sendEvent(watched, event)
        self.closed = time.perf_counter()
        return True


def until_painted(change: Callable[[], None], widgets: Iterable[QWidget]) -> float:
    """Make a change, and give the milliseconds until widgets that show it are painted.

    One that shows the same as before need not be painted; then the last event of the change ends it.
    """
    eyes, events = Eyes(widgets), QAbstractEventDispatcher.instance()
    began = time.perf_counter()
    change()
    done = time.perf_counter()
    for _ in range(PAINT_TIMEOUT):
        if not eyes.waiting:
            break
        if events.processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
            done = time.perf_counter()
    for widget in eyes.waiting:
        eyes.closed = max(eyes.closed, done)
        widget.removeEventFilter(eyes)
    return 1000 * (max(eyes.closed, began) - began)
