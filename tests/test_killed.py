"""The program is killed in the middle of an evening: at the next start everything is as it was."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from gm_desk.core.drafts.draft import Draft
from makers import CHECKOUT, killed_after
from ui_makers import GM, a_roster, saved, sit_down

START = """
import sys
from pathlib import Path
from msgspec.json import encode
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from gm_desk import app
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.model.files import workers
from gm_desk.model.roster import edits
from gm_desk.store.disk.places import Places

workers.SOON = 10  # milliseconds after which a change is saved, instead of a good while
programs, build, run = [], app.build, QApplication.exec

def built(*arguments, **options):
    programs.append(build(*arguments, **options))
    return programs[0]

def played(application):
    # after the first frame and what waits for it, as whoever sees the window does
    app.FirstFrame(programs[0].window).passed.connect(lambda: QTimer.singleShot(0, play))
    return run()

def when_saved(then):
    session, notes = programs[0].session, programs[0].window.stat.notes
    if session._saver.unsaved or session.settings._saver.unsaved or notes.edit.changed:
        QTimer.singleShot(5, lambda: when_saved(then))
    else:
        then()

app.build, QApplication.exec = built, played
"""
RUN = """
app.run(Places(Path(sys.argv[1])), Path(sys.argv[2]), None)
"""
AN_EVENING = (
    START
    + """
def play():
    program = programs[0]
    session, window, drafting = program.session, program.window, program.session.drafting
    edits.rename_character(session.document, "eva", "Eva Lund")
    window.roster.reveal("lao")
    drafting.choose("lao", AbilityKind.SKILL, "lao-guns")
    program.rolling.roll({"roll": (44,)})
    drafting.modifiers.set_difficulty(-20)
    drafting.modifiers.add("Smoke −30")
    drafting.set_mode(Mode.OPPOSED)
    drafting.oppose("mook")
    window.test.row.secret.toggle()
    window.stat.notes.begin()
    QTest.keyClicks(window.stat.notes.edit, " And he lies")
    when_saved(lambda: print(encode(drafting.draft).decode(), flush=True))
"""
    + RUN
)
STEP_BY_STEP = (
    START
    + """
def play(number=0):
    session = programs[0].session
    edits.rename_roster(session.document, f"Mars {number}")
    session.drafting.modifiers.set_difficulty(-10 * (number % 5))
    when_saved(lambda: said(number))

def said(number):
    print(number, flush=True)
    play(number + 1)
"""
    + RUN
)
ASKED_TO_END = (
    START
    + """
import os, signal
def play():
    window = programs[0].window
    window.roster.reveal("lao")
    window.stat.notes.begin()
    QTest.keyClicks(window.stat.notes.edit, " And he lies")
    os.kill(os.getpid(), signal.SIGTERM)
"""
    + RUN.replace("app.run(", "sys.exit(app.run(").rstrip()
    + ")"
)
CRASH = (
    START
    + """
import faulthandler
def play():
    when_saved(faulthandler._sigsegv)
"""
    + RUN
)
AFTERWARDS = (
    START
    + """
def play():
    print(programs[0].window.toast.says.text(), flush=True)
    programs[0].window.close()
"""
    + RUN
)


def run(program: str, *arguments: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=60, check=False)


def test_after_a_kill_the_roster_the_rolls_and_the_half_composed_test_are_there(qtbot: QtBot, tmp_path: Path) -> None:
    path = saved(tmp_path, a_roster())
    (draft,) = killed_after(1, AN_EVENING, str(tmp_path), str(path))
    gm = sit_down(qtbot, tmp_path)
    assert gm.program.session.path == path
    assert gm.character("eva").name == "Eva Lund"
    assert gm.lao.notes == "Wants the docks. And he lies"
    assert gm.program.session.view.selected == "lao"
    left = gm.program.session.drafting.draft
    assert left == msgspec.json.decode(draft, type=Draft)
    assert gm.window.test.row.secret.isChecked()
    assert left.side("b").character == "mook"
    assert {chip.value for chip in left.chips} == {-20, -30}
    assert [line[5] for line in gm.log()] == ["44"]
    assert gm.trouble() == ""


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_whenever_it_is_killed_what_was_saved_is_there_or_what_came_next(
    qtbot: QtBot, tmp_path: Path, steps: int
) -> None:
    path = saved(tmp_path, a_roster())
    last = int(killed_after(steps, STEP_BY_STEP, str(tmp_path), str(path))[-1])
    gm: GM = sit_down(qtbot, tmp_path)
    assert gm.roster.name in {f"Mars {last}", f"Mars {last + 1}"}
    assert gm.net() in {-10 * (last % 5), -10 * ((last + 1) % 5)}
    assert gm.roster.characters == a_roster().characters
    assert gm.trouble() == ""


@pytest.mark.skipif(os.name != "posix", reason="Windows sends no such signal")
def test_who_is_asked_to_end_saves_what_is_still_being_typed_and_ends_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    path = saved(tmp_path, a_roster())
    assert run(ASKED_TO_END, tmp_path, path).returncode == 0
    gm = sit_down(qtbot, tmp_path)
    assert gm.lao.notes == "Wants the docks. And he lies"
    assert list((tmp_path / "reports").iterdir()) == []


def test_who_is_asked_to_end_while_the_players_look_ends_without_an_error(tmp_path: Path) -> None:
    path = saved(tmp_path, a_roster())
    opens = 'window.findChild(QAction, "players.toggle_window").trigger()'
    shown = ASKED_TO_END.replace("import os, signal", "import os, signal\nfrom PySide6.QtGui import QAction")
    ended = run(shown.replace("    os.kill", f"    {opens}\n    os.kill"), tmp_path, path)
    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False), ended.stderr


def test_a_crash_of_the_machines_own_is_told_once_at_the_next_start(tmp_path: Path) -> None:
    path = saved(tmp_path, a_roster())
    assert run(CRASH, tmp_path, path).returncode != 0
    told = run(AFTERWARDS, tmp_path, path).stdout
    (report,) = (tmp_path / "reports").iterdir()
    assert told.startswith("GM Desk stopped unexpectedly when it last ran; everything saved by then is here")
    assert str(report) in told
    assert "Segmentation fault" in report.read_text("utf-8")
    assert run(AFTERWARDS, tmp_path, path).stdout.strip() == ""
