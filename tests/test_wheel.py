import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

import gm_desk

CHECKOUT = Path(__file__).parent.parent
CONSTRAINTS = CHECKOUT / "packaging" / "constraints.txt"
DISPLAY = {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM"}


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program outside the checkout, with no display but the one that the environment names."""
    inherited = {name: value for name, value in os.environ.items() if name not in DISPLAY | {"PYTHONPATH"}}
    return subprocess.run(
        command, cwd=cwd, env=inherited | environment, capture_output=True, encoding="utf-8", check=False
    )


def must_run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = run(*command, cwd=cwd, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def build(folder: Path, *options: str) -> Path:
    must_run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, *options, CHECKOUT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and the wheel from that."""
    return build(tmp_path_factory.mktemp("dist"))


def test_the_wheel_and_the_source_archive_are_the_same_when_built_again(wheel: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()
    [first], [second] = (folder.glob("*.tar.gz") for folder in (wheel.parent, tmp_path))
    assert first.read_bytes() == second.read_bytes()


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment; return the folder of its programs."""
    home = tmp_path_factory.mktemp("installed")
    must_run(sys.executable, "-m", "venv", "--without-pip", home / "venv", cwd=home)
    folder = Path(sysconfig.get_path("scripts", "venv", {"base": str(home / "venv")}))
    pip = (sys.executable, "-m", "pip", "--python", folder / "python", "--quiet", "--no-input")
    must_run(*pip, "install", "--no-compile", "--constraint", CONSTRAINTS, wheel, cwd=home)
    return folder


def test_the_wheel_carries_every_resource(wheel: Path) -> None:
    root = CHECKOUT / "resources"
    ours = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    shipped = {name.removeprefix("gm_desk/resources/") for name in names if name.startswith("gm_desk/resources/")}
    assert shipped == ours != set()


def test_the_wheel_is_the_same_from_the_checkout_as_from_the_source_archive(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as from_archive, zipfile.ZipFile(build(tmp_path, "--wheel")) as from_checkout:
        assert from_archive.namelist() == from_checkout.namelist()


def test_the_installed_package_finds_its_resources(programs: Path, tmp_path: Path) -> None:
    ask = "from gm_desk.store.shipped import resource; print(resource('systems'))"
    answer = Path(must_run(programs / "python", "-c", ask, cwd=tmp_path))
    assert answer.is_dir()
    assert not answer.is_relative_to(CHECKOUT)


def test_the_installed_program_tells_its_version_both_ways(programs: Path, tmp_path: Path) -> None:
    assert gm_desk.__version__ in must_run(programs / "gm-desk", "--version", cwd=tmp_path)
    assert gm_desk.__version__ in must_run(programs / "python", "-m", "gm_desk", "--version", cwd=tmp_path)


def test_the_installed_program_draws_its_window_without_a_display(programs: Path, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    command = (programs / "gm-desk", "--data", tmp_path / "data", "--screenshot", picture)
    must_run(*command, cwd=tmp_path, QT_QPA_PLATFORM="offscreen")
    assert QImage(str(picture)).size() == QSize(1366, 768)


@pytest.mark.skipif(sys.platform != "linux", reason="Windows and macOS always have a display")
def test_without_a_display_the_program_says_so_in_one_sentence(programs: Path, tmp_path: Path) -> None:
    done = run(programs / "gm-desk", cwd=tmp_path, GM_DESK_DATA=str(tmp_path / "data"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
