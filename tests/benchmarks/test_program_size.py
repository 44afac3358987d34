"""Measure the one-folder program that packaging/build.py built: its size, its archive, and its start."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.figures import Figure, sized

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"
PROGRAM = BUILD / "gm-desk"
SCRIPTS = BUILD / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
UNPACKED_AIM, PACKED_AIM, START_AIM = 110, 45, 1.3
STARTS, WARM_UPS = sized(20, 1), sized(2, 0)


def test_the_size_of_the_program(figures: list[Figure]) -> None:
    """Add up its files, as they lie in the folder."""
    files = [path for path in PROGRAM.rglob("*") if path.is_file() and not path.is_symlink()]
    figures.append(in_megabytes("One-folder program, unpacked", files, UNPACKED_AIM))


def test_the_size_of_the_archive(figures: list[Figure]) -> None:
    """Look at what is downloaded."""
    kinds = ("*-linux-*.tar.gz", "*.deb", "*-setup.exe", "*.dmg")
    packages = [path for kind in kinds for path in (ROOT / "dist").glob(kind)]
    sizes = [in_megabytes(f"{path.name}, packed", [path], PACKED_AIM) for path in packages]
    figures.extend(sizes or [in_megabytes("Program, packed", [], PACKED_AIM)])


def test_the_start_of_the_program_against_that_of_the_installed_wheel(tmp_path: Path, figures: list[Figure]) -> None:
    """Start both in turn until the window is built and drawn, as `--screenshot` does."""
    end = ".exe" if sys.platform == "win32" else ""
    both = [PROGRAM / f"gm-desk{end}", SCRIPTS / f"gm-desk{end}"]
    what, aim = "Start of the one-folder program", f"at most {START_AIM} times"
    if not all(path.is_file() for path in both):
        figures.append(Figure(what, "not built", aim, ""))
        return
    taken: list[list[float]] = [[], []]
    for _ in range(WARM_UPS + STARTS):
        for program, times in zip(both, taken, strict=True):
            began = time.perf_counter()
            picture = tmp_path / "window.png"
            subprocess.run([program, "--data", tmp_path / "data", "--screenshot", picture], check=True)
            times.append(1000 * (time.perf_counter() - began))
    frozen, wheel = (statistics.median(times[WARM_UPS:]) for times in taken)
    measured = f"{frozen / wheel:.2f} times the wheel ({frozen:.0f} ms against {wheel:.0f} ms)"
    figures.append(Figure(what, measured, aim, "met" if frozen / wheel <= START_AIM else "missed"))


def in_megabytes(what: str, files: list[Path], aim: int) -> Figure:
    """Word how large files are together."""
    size = sum(path.stat().st_size for path in files) / 1e6
    verdict = ("met" if size <= aim else "missed") if files else ""
    return Figure(what, f"{size:.1f} MB" if files else "not built", f"at most {aim} MB", verdict)
