"""The figures of the benchmarks, printed as one table."""

import gc
import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from benchmarks.figures import Figure

FIGURES = pytest.StashKey[list[Figure]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = []


@pytest.fixture(autouse=True)
def the_tests_collect_garbage_as_before() -> Iterator[None]:
    """Restore the thresholds after what measures the program with its own ones, and let its window be collected."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture
def figures(pytestconfig: pytest.Config) -> list[Figure]:
    return pytestconfig.stash[FIGURES]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    rows = [Figure("", "Measured", "Aim", ""), *config.stash[FIGURES]]
    what, measured, aim, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    terminalreporter.section("Speed")
    for row in rows:
        line = f"{row.what:{what}}   {row.measured:{measured}}   {row.aim:{aim}}   {row.verdict}"
        terminalreporter.write_line(line.rstrip())


@pytest.fixture
def display() -> Iterator[str]:
    """Yield an X display: the existing one, or else one in memory."""
    server = shutil.which("Xvfb")
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
    elif server is None:
        pytest.skip("there is no X display here, and no Xvfb to make one")
    else:
        reading, writing = os.pipe()
        options = ["-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-noreset"]
        with (
            subprocess.Popen([server, *options], pass_fds=[writing], stderr=subprocess.DEVNULL) as running,
            os.fdopen(reading) as told,
        ):
            os.close(writing)
            yield f":{told.readline().strip()}"
            running.terminate()
