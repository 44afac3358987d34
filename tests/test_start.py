"""A start imports and does little before the first frame, as a whole process; the rest is there when it is used."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import PySide6
import pytest
from msgspec import structs
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from benchmarks.twin import Twin
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.start_imports import TRIED
from gm_desk.store.disk.places import VARIABLE, Places
from gm_desk.store.rosters.files import read_sample, write_roster

MOST_MODULES = 110
"""Modules and packages of GM Desk imported before the first frame, the sample roster open."""
MOST_ENUMERATIONS = 70
"""Enumerations of Qt of which a start makes the members; Qt 6.12 asks for one more than 6.11."""
START = """
import builtins, json, os, sys
python_import = builtins.__import__
from gm_desk.start_imports import import_qt
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
        from enum import EnumType, Flag, Enum, IntEnum, IntFlag
        known = {one for base in (Enum, Flag, IntEnum, IntFlag) for one in type.__subclasses__(base)}
        made = [one for one in known if type(one) is EnumType and one.__module__.startswith("PySide6.")]
        widgets = [type(one).__mro__ for one in QApplication.allWidgets()]
        kinds = [next(base.__name__ for base in mro if base.__module__ == "PySide6.QtWidgets") for mro in widgets]
        said = {"own import": kept, "modules": modules, "all": list(sys.modules), "widgets": kinds}
        parts = dict(inspect="signature", textwrap="dedent", traceback="format_exc", tempfile="gettempdir")
        parts["msgspec.inspect"] = "type_info"
        parts.update({"platform": "machine"} if sys.platform == "linux" else {})
        whole = [name for name, part in (*parts.items(), ("typing_extensions", "TypedDict"))
            if part in vars(sys.modules.get(name, sys))]
        print(json.dumps({**said, "enumerations": len(made), "whole": whole}))
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
UNKNOWN_PYSIDE = """
import builtins, re, sys
from importlib.machinery import PathFinder, SourceFileLoader
from gm_desk import start_imports
own_compile = builtins.compile

class Loader(SourceFileLoader):
    def get_code(self, name):
        source = re.sub('__version__ = "[^"]*"', '__version__ = "6.99.0"', self.get_data(self.path).decode())
        return own_compile(source, self.path, "exec")

class Finder:
    def find_spec(self, name, path, target=None):
        found = PathFinder.find_spec(name, path) if name == "PySide6" else None
        if found is not None:
            found.loader = Loader(name, found.origin)
        return found

def compile_another(source, filename, *values, **options):
    if filename == start_imports.LOADER:
        last = b"from shibokensupport.signature.lib import tool\\n"
        assert last in source
        source = source.replace(last, last + b"assert 'build_brace_pattern' in vars(tool), 'put off'\\n")
    return own_compile(source, filename, *values, **options)

sys.meta_path.insert(0, Finder())
builtins.compile = compile_another
"""
"""A version of PySide that would end the program if one of its modules was put off."""
TAKEN_FOR_KNOWN = "\nstart_imports.TRIED = ('6.99.0',)\n"
UNKNOWN_PYTHON = "from gm_desk import start_imports\nstart_imports.TOO_NEW = (3, 11)\n"
BARE = """
import builtins
python_import = builtins.__import__
import PySide6.QtCore
print(builtins.__import__ is python_import)
"""

FAILING = """
from gm_desk.start_imports import import_qt
import_qt()
from gm_desk.model.files.session import Session

def fail(*_values):
    raise KeyError("guns")

Session.start = fail
from gm_desk.cli import main
main([])
"""

ENUMERATIONS = """
import enum, importlib, json
functional = enum.EnumType._create_
from gm_desk.start_imports import import_qt
import_qt()
late, made = enum.EnumType._create_, []

def create(cls, *values, **options):
    made.append((late(cls, *values, **options), functional(cls, *values, **options)))
    return made[-1][0]

enum.EnumType._create_ = create
for name in ("QtCore", "QtGui", "QtWidgets", "QtNetwork", "QtPrintSupport", "QtSvg", "QtTest"):
    module = importlib.import_module(f"PySide6.{name}")
    for name in dir(module):
        dir(getattr(module, name))
enum.EnumType._create_ = late

def of_flag(one):
    return [(a | b, a & b, ~a) for a, b in zip(one, list(one)[1:])] if issubclass(one, enum.Flag) else None

first = [
    lambda one, name, value: one(value)._name_,
    lambda one, name, value: one[name]._value_,
    lambda one, name, value: getattr(one, name)._value_,
    lambda one, name, value: len(one),
    lambda one, name, value: [member._name_ for member in reversed(one)],
    lambda one, name, value: sorted(one.__members__),
    lambda one, name, value: one(value) in one,
    lambda one, name, value: [isinstance(value, one), bool(one), one.__name__],
    lambda one, name, value: repr(of_flag(one)),
    lambda one, name, value: sorted(dir(one)),
    lambda one, name, value: one._value2member_map_[value]._name_,
]

def asked_first(place, one, other):
    name, member = next(iter(other.__members__.items()))
    return first[place % len(first)](one, name, member._value_)

def seen(one):
    members = list(one)
    flags = [(~a)._value_ for a in members] if issubclass(one, enum.Flag) else []
    masks = [getattr(one, name, None) for name in ("_flag_mask_", "_singles_mask_", "_all_bits_", "_boundary_")]
    named = [(name, member._name_, member._value_) for name, member in one.__members__.items()]
    kinds = one.__bases__, one._member_type_, one._member_names_, type(one)
    owned = all(type(member) is one and member.__objclass__ is one for member in members)
    return named, [m._value_ for m in members], [hash(m) for m in members], flags, masks, kinds, owned, set(dir(one))

unmade = sum(type(one) is not enum.EnumType for one, _other in made)
for one, other in made:
    other.__name__, other.__qualname__, other.__module__ = (type.__getattribute__(one, name) for name in (
        "__name__", "__qualname__", "__module__"))
odd = [other.__name__ for place, (one, other) in enumerate(made)
    if asked_first(place, one, other) != asked_first(place, other, other)]
different = [other.__name__ for one, other in made if seen(one) != seen(other)]
Own = enum.Enum("Own", "A B")
print(json.dumps({"late": late is not functional, "made": len(made), "unmade": unmade, "odd": odd,
    "different": different, "own": [Own.__module__, Own.A.name, Own.B.value]}))
"""
SIGNATURES = """
import json, sys
from gm_desk.start_imports import import_qt
if sys.argv[1] == "late":
    import_qt()
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from shibokensupport.signature import get_signature, layout
names = ["argparse", "logging"]
imported = [name for name in names if name in sys.modules]
application = QApplication([])
messages = []
for wrong in (lambda: QLabel(1.5, 2), lambda: QObject(parent=1), lambda: QLineEdit().setText(), lambda: QObject(odd=1)):
    try:
        wrong()
    except Exception as error:
        messages.append(f"{type(error).__name__}: {error}")
worded = [str(get_signature(QLineEdit.setText)), QLineEdit.setText.__doc__, str(layout.create_signature)[:30]]
try:
    layout.no_such_name
except AttributeError as error:
    worded.append(type(error).__name__)
print(json.dumps({"imported": imported, "worded": messages + worded}))
"""

PUT_OFF = """
import json, sys
from gm_desk.start_imports import LIBRARIES, put_off_libraries
if sys.argv[1] == "late":
    put_off_libraries()
import inspect, ipaddress, msgspec, platform, tempfile, textwrap, traceback, typing_extensions
from typing_extensions import override

class Base:
    @override
    def method(self, one: int) -> None: ...

modules = [inspect, ipaddress, tempfile, textwrap, traceback, typing_extensions, platform]
modules += [msgspec.inspect, msgspec.toml, msgspec.yaml]
parts = "signature", "ip_address", "gettempdir", "dedent", "format_exc", "TypedDict", "machine", "type_info"
parts += "decode", "decode"
before = [part in vars(module) for module, part in zip(modules, parts)]
signature, kind = str(inspect.signature(Base.method)), str(typing_extensions.TypedDict)
used = [ipaddress.ip_address("127.0.0.1").is_loopback, tempfile.gettempdir(), textwrap.dedent(" a")]
used += [str(msgspec.inspect.type_info(int)), msgspec.toml.decode(b"a = 1"), callable(msgspec.yaml.decode)]
used += [traceback.format_exc(), platform.system(), platform.node(), platform.machine()]
after = [sorted(vars(module)) for module in modules]
missing = [hasattr(module, "no_such_name") for module in modules]
put_off_libraries()
same = [(sys.modules[one.__name__] is one, one.__name__, one.__spec__.name, one.__file__) for one in modules]
said = [signature, kind, Base.method.__override__, used, after, missing, same, sorted(LIBRARIES)]
print(json.dumps({"before": before, "said": said}))
"""
UNQUALIFIED = """
import json, sys
from gm_desk.start_imports import import_qt
if sys.argv[1] == "late":
    import_qt()
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QListWidgetItem
try:
    QObject(1.5)
except TypeError:
    print(json.dumps([hasattr(Qt, "AlignLeft"), hasattr(QListWidgetItem, "UserType")]))
"""


def said_by(code: str, folder: Path, *arguments: str) -> Any:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", VARIABLE: str(folder)}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().lower() if code is BARE else done.stdout)


def start(folder: Path, rolls: int = 0, *, code: str = START, **changes: Any) -> Any:
    """Start until the first frame, and then roll; `changes` are those of the character on the card."""
    path = Places(folder).roster("Sample", "sample")
    sample = read_sample("ep2")
    shown = next(iter(sample.grouped().values()))[0]
    write_roster(path, sample.with_character(structs.replace(shown, **changes)))
    return said_by(code, folder, str(path), str(rolls))


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Start once with the sample roster, without rolls, and return what the start says."""
    said: dict[str, Any] = start(tmp_path_factory.mktemp("usual"))
    return said


@pytest.fixture(scope="module")
def worded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what is said of wrong calls with the signatures put off, and with signatures that are made at once."""
    folder = tmp_path_factory.mktemp("worded")
    return {when: said_by(SIGNATURES, folder, when) for when in ("late", "at once")}


def test_few_modules_are_imported_before_the_first_frame(usual: dict[str, Any]) -> None:
    modules = usual["modules"]
    assert len(modules) <= MOST_MODULES, sorted(modules)


def test_what_nobody_sees_yet_is_not_imported_before_the_first_frame(usual: dict[str, Any]) -> None:
    later = (
        *("ui.window.menu_bar", "ui.window.trouble_bar", "ui.card.rep", "ui.scene.condition_strip"),
        *("ui.log", "ui.exchange", "ui.files", "ui.help", "ui.printing", "ui.settings"),
        *("model.log", "model.crash", "model.files.external_changes", "model.files.file_watcher"),
        *("store.reports", "model.roster.edits", "store.journal", "store.rosters.backups"),
        *("store.rosters.migrations", "core.systems.protocol", "core.notation"),
        *("core.scenes.conditions_in_force", "model.roll.group_roll", "model.roll.recent_rolls"),
        *("model.roll.other_rolls", "model.files.backups", "model.roster.changes"),
        *("model.roster.portraits", "ui.roster.avatar", "ui.window.veil"),
    )
    modules = usual["modules"]
    assert [one for one in modules if one.removeprefix("gm_desk.").startswith(later)] == []


def test_what_the_card_shows_is_there_in_the_first_frame(tmp_path: Path) -> None:
    burning = ActiveCondition(id="burning", name="Burning")
    modules = start(tmp_path, rep={"@-rep": 40}, conditions=(burning,))["modules"]
    assert {"gm_desk.ui.card.rep", "gm_desk.ui.scene.condition_strip"} <= set(modules)


def test_a_problem_at_the_start_is_there_in_the_first_frame(tmp_path: Path) -> None:
    path = tmp_path / "damaged.json"
    path.write_text("{", encoding="utf-8")
    assert "gm_desk.ui.window.trouble_bar" in said_by(START, tmp_path, str(path), "0")["modules"]


def test_an_error_before_the_first_frame_is_reported_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as ended:
        said_by(FAILING, tmp_path)
    assert "KeyError: 'guns'" in ended.value.stderr
    (report,) = (tmp_path / "reports").glob("*[0-9].txt")
    assert "KeyError: 'guns'" in report.read_text("utf-8")


def test_what_earlier_rolls_have_left_is_read_after_the_first_frame(tmp_path: Path) -> None:
    start(tmp_path, rolls=3)
    assert Places(tmp_path).journal("sample-noctis-blackout").is_file()
    assert {"sqlite3", "gm_desk.store.journal.journal"}.isdisjoint(start(tmp_path)["all"])


def test_importing_qt_leaves_pythons_own_import_in_its_place(usual: dict[str, Any]) -> None:
    assert usual["own import"]


def test_this_version_of_pyside_is_known() -> None:
    assert PySide6.__version__ in TRIED


@pytest.mark.parametrize("unknown", [UNKNOWN_PYSIDE, UNKNOWN_PYTHON])
def test_with_unknown_versions_pyside_is_imported_as_usual(tmp_path: Path, unknown: str) -> None:
    said = start(tmp_path, code=unknown + START)
    assert said["own import"]
    assert said["enumerations"] > MOST_ENUMERATIONS
    assert {"argparse", "logging"} <= set(said["all"])
    assert said_by(unknown + ENUMERATIONS, tmp_path)["late"] is False


def test_an_unknown_version_of_pyside_might_not_start_otherwise(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as ended:
        start(tmp_path, code=UNKNOWN_PYSIDE + TAKEN_FOR_KNOWN + START)
    assert "AssertionError: put off" in ended.value.stderr


def test_pyside_still_replaces_import_so_that_it_has_to_be_put_back(tmp_path: Path) -> None:
    assert said_by(BARE, tmp_path) is False


def test_a_start_imports_no_library_that_only_later_work_needs(usual: dict[str, Any]) -> None:
    """Backups read times and take digests by OpenSSL, pasted text has entities."""
    assert {"_strptime", "hashlib", "html"}.isdisjoint(usual["all"])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock")
def test_a_start_imports_no_library_for_locks(usual: dict[str, Any]) -> None:
    assert "filelock" not in usual["all"]


def test_the_enumerations_of_qt_are_the_same_made_late_as_by_the_functional_api(tmp_path: Path) -> None:
    said = said_by(ENUMERATIONS, tmp_path)
    assert said["late"]
    assert said["made"] > 300
    assert said["unmade"] > said["made"] - 20
    assert said["odd"] == []
    assert said["different"] == []
    assert said["own"] == ["__main__", "A", 2]


def test_few_enumerations_of_qt_are_made_before_the_first_frame(usual: dict[str, Any]) -> None:
    assert 0 < usual["enumerations"] <= MOST_ENUMERATIONS


def test_pyside_words_signatures_by_names_of_enumerations_that_are_unqualified(tmp_path: Path) -> None:
    """It looks for them in enumerations that are made, and ends the program if it finds one missing."""
    late, at_once = (said_by(UNQUALIFIED, tmp_path, when) for when in ("late", "at once"))
    assert late == at_once == [True, True]


def test_a_wrong_call_of_qt_is_worded_as_without_the_signatures_put_off(worded: dict[str, Any]) -> None:
    late, at_once = worded["late"], worded["at once"]
    assert late["worded"] == at_once["worded"]
    assert "called with wrong argument types" in late["worded"][0]


def test_pyside_still_imports_what_words_signatures_at_once_so_that_it_has_to_be_put_off(
    worded: dict[str, Any],
) -> None:
    assert worded["at once"]["imported"] == ["argparse", "logging"]
    assert worded["late"]["imported"] == []


def test_a_library_that_is_put_off_is_the_same_when_it_is_used(tmp_path: Path) -> None:
    late, at_once = (said_by(PUT_OFF, tmp_path, when) for when in ("late", "at once"))
    assert (late["before"], at_once["before"]) == ([False] * 6 + [sys.platform != "linux"] + [False] * 3, [True] * 10)
    assert late["said"] == at_once["said"]


def test_a_start_does_not_execute_a_library_that_is_put_off(usual: dict[str, Any]) -> None:
    """The command line of this start has an argument, which `argparse` reads, and that uses `textwrap`."""
    used = ["inspect"] if sys.version_info >= (3, 14) else []  # by data classes of Python's own library
    assert [name for name in usual["whole"] if name != "textwrap"] == used
    assert used or {"ast", "dis"}.isdisjoint(usual["all"])


def test_a_start_words_no_signature_of_qt(usual: dict[str, Any]) -> None:
    """Wording one compiles 3,000 lines, which import more."""
    assert "logging" not in usual["all"]


def test_the_twin_that_the_start_is_measured_by_has_as_many_widgets_of_each_kind(
    qtbot: QtBot, usual: dict[str, Any]
) -> None:
    twin = Twin()
    qtbot.addWidget(twin)
    twin.show()
    plain = [type(one).__name__ for one in (twin, *twin.findChildren(QWidget))]
    ours = usual["widgets"]
    kinds = {"labels": {"QLabel"}, "fields": {"QLineEdit"}, "buttons": {"QPushButton", "QAbstractButton"}}
    for kind, names in {**kinds, "all": {*plain, *ours}}.items():
        twins, own = (sum(one in names for one in found) for found in (plain, ours))
        assert twins == pytest.approx(own, rel=0.1), kind
