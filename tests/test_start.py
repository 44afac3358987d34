"""A start imports and does little before the first frame, as a whole process; the rest is there when it is used."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from benchmarks.twin import Twin
from gm_desk.store.disk.places import VARIABLE, Places
from gm_desk.store.rosters.files import read_sample, write_roster

MOST_MODULES = 177
"""Modules and packages of GM Desk imported before the first frame, the sample roster open."""
START = """
import builtins, json, os, sys
python_import = builtins.__import__
from gm_desk.window_command import import_qt
import_qt()
own_import = builtins.__import__ is python_import
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
run = QApplication.exec

class Leaver(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self.leave)
        return False

    def leave(self):
        modules = [name for name in sys.modules if name.partition(".")[0] == "gm_desk"]
        kept = own_import and builtins.__import__ is python_import
        widgets = [type(one).__mro__ for one in QApplication.allWidgets()]
        kinds = [next(base.__name__ for base in mro if base.__module__ == "PySide6.QtWidgets") for mro in widgets]
        print(json.dumps({"own import": kept, "modules": modules, "all": list(sys.modules), "widgets": kinds}))
        sys.stdout.flush()
        for window in QApplication.topLevelWidgets():
            if window.objectName() == "mainWindow":
                for _ in range(int(sys.argv[2])):
                    window.test.row.roll()
                window.save()
        os._exit(0)

def until_painted(application):
    leaver = Leaver()
    for window in QApplication.topLevelWidgets():
        window.installEventFilter(leaver)
    return run()

QApplication.exec = until_painted
from gm_desk.cli import main
main(["--roster", sys.argv[1]])
"""
BARE = """
import builtins
python_import = builtins.__import__
import PySide6.QtCore
print(builtins.__import__ is python_import)
"""

ENUMERATIONS = """
import enum, json
functional = enum.EnumType._create_
from gm_desk.window_command import import_qt
import_qt()
quick, made = enum.EnumType._create_, []

def create(cls, *values, **options):
    made.append((quick(cls, *values, **options), functional(cls, *values, **options)))
    return made[-1][0]

enum.EnumType._create_ = create
from PySide6 import QtCore, QtGui, QtWidgets
for module in (QtCore, QtGui, QtWidgets):
    for name in dir(module):
        dir(getattr(module, name))
enum.EnumType._create_ = quick

def seen(one):
    members = list(one)
    flags = [(~a)._value_ for a in members] if issubclass(one, enum.Flag) else []
    masks = [getattr(one, name, None) for name in ("_flag_mask_", "_singles_mask_", "_all_bits_", "_boundary_")]
    named = [(name, member._name_, member._value_) for name, member in one.__members__.items()]
    kinds = one.__bases__, one._member_type_, one._member_names_
    return named, [m._value_ for m in members], [hash(m) for m in members], flags, masks, kinds, set(dir(one))

different = [name.__name__ for name, other in made if seen(name) != seen(other)]
Own = enum.Enum("Own", "A B")
print(json.dumps({"quick": quick is not functional, "made": len(made), "different": different,
    "own": [Own.__module__, Own.A.name, Own.B.value]}))
"""


def said_by(code: str, folder: Path, *arguments: str) -> Any:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", VARIABLE: str(folder)}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().lower() if code is BARE else done.stdout)


def start(folder: Path, rolls: int = 0) -> Any:
    """Start until the first frame, and then roll."""
    path = Places(folder).roster("Sample", "sample")
    write_roster(path, read_sample("ep2"))
    return said_by(START, folder, str(path), str(rolls))


def test_few_modules_are_imported_before_the_first_frame(tmp_path: Path) -> None:
    modules = start(tmp_path)["modules"]
    assert len(modules) <= MOST_MODULES, sorted(modules)


def test_what_nobody_sees_yet_is_not_imported_before_the_first_frame(tmp_path: Path) -> None:
    later = ("ui.window.menu_bar", "ui.log", "ui.exchange", "ui.files", "ui.help", "ui.printing", "ui.settings")
    modules = start(tmp_path)["modules"]
    assert [one for one in modules if one.removeprefix("gm_desk.").startswith(later)] == []


def test_what_earlier_rolls_have_left_is_read_after_the_first_frame(tmp_path: Path) -> None:
    start(tmp_path, rolls=3)
    assert Places(tmp_path).journal("sample-noctis-blackout").is_file()
    assert {"sqlite3", "gm_desk.store.journal.journal"}.isdisjoint(start(tmp_path)["all"])


def test_importing_qt_leaves_pythons_own_import_in_its_place(tmp_path: Path) -> None:
    assert start(tmp_path)["own import"]


def test_pyside_still_replaces_import_so_that_it_has_to_be_put_back(tmp_path: Path) -> None:
    assert said_by(BARE, tmp_path) is False


def test_a_start_imports_no_library_that_only_later_work_needs(tmp_path: Path) -> None:
    """Backups read times and take digests by OpenSSL, pasted text has entities."""
    assert {"_strptime", "hashlib", "html"}.isdisjoint(start(tmp_path)["all"])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock")
def test_a_start_imports_no_library_for_locks(tmp_path: Path) -> None:
    assert "filelock" not in start(tmp_path)["all"]


def test_the_enumerations_of_qt_are_the_same_built_quickly_as_by_the_functional_api(tmp_path: Path) -> None:
    said = said_by(ENUMERATIONS, tmp_path)
    assert said["quick"]
    assert said["made"] > 300
    assert said["different"] == []
    assert said["own"] == ["__main__", "A", 2]


def test_the_twin_that_the_start_is_measured_by_has_as_many_widgets_of_each_kind(qtbot: QtBot, tmp_path: Path) -> None:
    twin = Twin()
    qtbot.addWidget(twin)
    twin.show()
    plain = [type(one).__name__ for one in (twin, *twin.findChildren(QWidget))]
    ours = start(tmp_path)["widgets"]
    kinds = {"labels": {"QLabel"}, "fields": {"QLineEdit"}, "buttons": {"QPushButton", "QAbstractButton"}}
    for kind, names in {**kinds, "all": {*plain, *ours}}.items():
        twins, own = (sum(one in names for one in found) for found in (plain, ours))
        assert twins == pytest.approx(own, rel=0.1), kind
