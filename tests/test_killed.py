"""The program is killed in the middle of an evening: at the next start everything is as it was."""

from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from gm_desk.core.draft import Draft
from makers import killed_after
from ui_makers import GM, a_roster, saved, sit_down

START = """
import sys
from pathlib import Path
from msgspec.json import encode
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from gm_desk import app
from gm_desk.core.draft import AbilityKind, Mode
from gm_desk.model import edits
from gm_desk.store.places import Places

programs, build, run = [], app.build, QApplication.exec

def built(*arguments, **options):
    programs.append(build(*arguments, **options))
    return programs[0]

def played(application):
    QTimer.singleShot(0, play)
    return run()

def when_saved(then):
    desk, notes = programs[0].desk, programs[0].window.stat.notes
    if desk._saver.unsaved or desk.memory._saver.unsaved or notes.edit.changed:
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
    desk, window, drafting = program.desk, program.window, program.desk.drafting
    edits.rename_character(desk.document, "eva", "Eva Lund")
    window.roster.reveal("lao")
    drafting.choose("lao", AbilityKind.SKILL, "lao-guns")
    program.rolling.roll({"roll": (44,)})
    drafting.modifiers.set_difficulty(-20)
    drafting.modifiers.add("Smoke −30")
    drafting.set_mode(Mode.OPPOSED)
    drafting.oppose("mook")
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
    desk = programs[0].desk
    edits.rename_roster(desk.document, f"Mars {number}")
    desk.drafting.modifiers.set_difficulty(-10 * (number % 5))
    when_saved(lambda: said(number))

def said(number):
    print(number, flush=True)
    play(number + 1)
"""
    + RUN
)


def test_after_a_kill_the_roster_the_rolls_and_the_half_composed_test_are_there(qtbot: QtBot, tmp_path: Path) -> None:
    path = saved(tmp_path, a_roster())
    (draft,) = killed_after(1, AN_EVENING, str(tmp_path), str(path))
    gm = sit_down(qtbot, tmp_path)
    assert gm.program.desk.path == path
    assert gm.character("eva").name == "Eva Lund"
    assert gm.lao.notes == "Wants the docks. And he lies"
    assert gm.program.desk.selected == "lao"
    left = gm.program.desk.drafting.draft
    assert left == msgspec.json.decode(draft, type=Draft)
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
