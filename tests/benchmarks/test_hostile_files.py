"""Measure what small hostile files cost, each opened in a process of its own; being slow or large fails nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gm_desk
from benchmarks import hostile
from benchmarks.figures import SMALL, Figure

SECONDS_AIM, MIB_AIM = 5, 500
CASES = [next(iter(some)) for some in (hostile.ROSTERS, hostile.FOREIGN, hostile.STATES)] if SMALL else hostile.CASES


@pytest.mark.parametrize("case", CASES)
def test_a_small_hostile_file(case: str, tmp_path: Path, figures: list[Figure]) -> None:
    """Open it as a GM would, change something, search and save."""
    made = {**hostile.ROSTERS, **hostile.FOREIGN, **hostile.STATES}[case]
    (tmp_path / "hostile.json").write_text(made())
    home = str(Path(gm_desk.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": home, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, hostile.__file__, case, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    seconds, most, said = json.loads(done.stdout)
    met = "met" if seconds < SECONDS_AIM and most < MIB_AIM else "missed"
    measured = f"{seconds:.1f} s, {most:.0f} MiB ({said[:70]})"
    figures.append(Figure(case, measured, f"under {SECONDS_AIM} s and {MIB_AIM} MiB", met))
