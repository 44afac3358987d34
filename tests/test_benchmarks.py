"""The benchmarks run, all of them in one process; how quick they are is measured on demand."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_every_benchmark_runs_once_in_small() -> None:
    command = [sys.executable, "-X", "faulthandler", "-m", "pytest", "-q", "-p", "no:cacheprovider", "benchmarks"]
    environment = {**os.environ, "GM_DESK_SMALL": "1"}
    environment.pop("PYTEST_XDIST_WORKER", None)
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "Roll, to its durable and painted line" in done.stdout
