import subprocess
import sys

import pytest

BLOCK_QT = """
import sys
sys.modules["PySide6"] = sys.modules["shiboken6"] = None  # any import of them now fails
"""
IMPORT_ALL = """
import importlib, pkgutil
for layer in ("gm_desk.core", "gm_desk.store"):
    package = importlib.import_module(layer)
    print(layer)
    for module in pkgutil.walk_packages(package.__path__, layer + "."):
        importlib.import_module(module.name)
        print(module.name)
"""


def run_without_qt(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", BLOCK_QT + code], capture_output=True, text=True, check=False)


def test_qt_is_really_blocked() -> None:
    done = run_without_qt("import PySide6.QtCore")
    assert done.returncode == 1
    assert "ModuleNotFoundError" in done.stderr


def test_core_and_store_import_without_qt() -> None:
    done = run_without_qt(IMPORT_ALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert {"gm_desk.core", "gm_desk.store"} < set(done.stdout.split()), "no modules in them"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_command_line_answers_without_qt(option: str) -> None:
    done = run_without_qt(f"from gm_desk.cli import main; sys.exit(main([{option!r}]))")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout != ""
