"""Whatever disk, system or power do in a session: files are old or new and whole, and nothing shown is lost."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_desk.store.disk.files import PREFIX
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.journal import Journal
from gm_desk.store.rosters.files import read_roster
from gm_desk.store.state import sound_state
from makers import CHECKOUT, rolls_in
from thorough import LONG

FAIL, KILL, POWER = "fail", "kill", "power"
SEEN = 1 if LONG else 17
"""Every so many operations are spoilt: all of them, when there is time."""
ROLLS = (7, 44, 81)
FEWEST = 40
"""Things that a session asks of the disk at least."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs fork, and the names of open files")


def sessions(folder: Path, fault: str) -> Iterator[tuple[Path, list[str]]]:
    """Run a session with a fault here and there; give the folder of each, and what was acknowledged in it."""
    command = [sys.executable, str(CHECKOUT / "tests" / "support" / "faults.py"), str(folder), fault, str(SEEN)]
    environment = {**os.environ, "PYTHONPATH": f"{CHECKOUT}{os.pathsep}{CHECKOUT / 'tests' / 'support'}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    runs = sorted(folder.iterdir(), key=lambda one: int(one.name))
    whole = (runs[0] / "said").read_text().splitlines()
    assert int(whole[-1].removeprefix("asked ")) >= FEWEST
    assert len(runs) > 2
    for run in runs:
        yield run, (run / "said").read_text().splitlines()


def last(said: list[str], word: str) -> int:
    """Return the number of what was acknowledged last, −1 for nothing."""
    return max((int(line.split()[1]) for line in said if line.startswith(word)), default=-1)


def name_in(places: Places) -> str:
    """Return the name of the roster that is there, "" for none; it must be whole."""
    found = [path for path in places.rosters.glob("*.json") if not path.name.startswith(PREFIX)]
    assert len(found) <= 1
    return read_roster(found[0]).name if found else ""


def faces_in(places: Places) -> list[int]:
    """Return the rolls that are there, the oldest first; the log must be whole."""
    faces: list[int] = []
    for path in places.journals.glob("*.sqlite"):
        journal = Journal(path)
        faces += [entry.dice["roll"][0] for entry in rolls_in(journal, 10)][::-1]
        assert not journal.check(1000)
        assert (journal.recovered, journal.not_understood()) == (None, 0)
        journal.close()
    return faces


def check(data: Path, said: list[str]) -> None:
    """Check that all that was acknowledged is there, or what came next, and nothing else."""
    places, run = Places(data), data.parent.name
    saved, rolled = last(said, "saved"), last(said, "rolled")
    names = ["", "Mars", *(f"Mars {number}" for number in range(len(ROLLS)))]
    assert name_in(places) in (names[saved + 2 :][:2] if saved >= 0 else names[:3]), (run, said)
    assert faces_in(places) in [list(ROLLS[:count]) for count in (rolled + 1, rolled + 2)], (run, said)
    if places.state.exists():
        assert sound_state(places.state) is not None, run


def litter(data: Path) -> list[str]:
    """List what is left that belongs to nothing."""
    names = [path.name for path in data.rglob("*")]
    return [name for name in names if name.startswith(PREFIX) or ".before" in name or ".replacing" in name]


def test_a_file_operation_that_fails_costs_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    for run, said in sessions(tmp_path, FAIL):
        data = run / "data"
        assert [line for line in said if line.startswith("error")] == [], run.name
        assert said[-2:][0] == "ended", (run.name, said)
        assert (name_in(Places(data)), faces_in(Places(data))) == (f"Mars {len(ROLLS) - 1}", list(ROLLS)), run.name
        assert litter(data) == [], run.name


def test_wherever_it_is_killed_all_that_was_shown_is_there(tmp_path: Path) -> None:
    for run, said in sessions(tmp_path, KILL):
        assert [line for line in said if line.startswith("error")] == [], run.name
        check(run / "data", said)


def test_wherever_the_power_is_cut_all_that_was_shown_is_there(tmp_path: Path) -> None:
    for run, said in sessions(tmp_path, POWER):
        assert [line for line in said if line.startswith("error")] == [], run.name
        left = run / "after"
        check(left if left.exists() else run / "data", said)
