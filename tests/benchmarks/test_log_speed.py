"""Measure how quick the log is with a million rolls in it, beside one; being slow fails nothing."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from io import RawIOBase
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import gm_desk
from benchmarks.figures import Figure, sized
from benchmarks.million import IN_AN_EVENING, PEOPLE, RETIRED, fill, session_of
from benchmarks.test_speed import FIRST_FRAME, SIZE, in_milliseconds, leave_program
from gm_desk.app import build, free
from gm_desk.core.rules.outcomes import Grade
from gm_desk.store.disk.places import VARIABLE, Places
from gm_desk.store.journal.entries import Search
from gm_desk.store.journal.journal import Journal
from makers import an_entry

ROLLS = sized(1_000_000, 2000)
TIMES, ROUNDS, ADDED, MERGED = sized(9, 1), sized(3, 1), sized(300, 3), sized(10_000, 100)
OPEN_AIM, FILTER_AIM, MEMORY_AIM, PAGE_AIM, ROLL_AIM, MERGE_AIM = 300, 150, 80, 5, 2, 2000
EVA = PEOPLE[0].casefold().replace(" ", "")
SEARCHES = {
    "one letter": Search("e"),
    "a name and a skill": Search("lao guns"),
    "a note": Search("blackout"),
    "a beginning of many words": Search("i k p e f h a"),
    "what is nowhere": Search("zzz"),
    "a character": Search(character=EVA),
    "who rolled long ago": Search(character=RETIRED),
    "an evening long ago": Search(session=session_of(3)),
    "secret rolls": Search(secret=True),
    "a grade": Search(grades=frozenset({Grade.CRITICAL_FAILURE})),
    "a grade that nobody had": Search(grades=frozenset({Grade.SEVERE_FAILURE})),
    "everything at once": Search(
        "eva qing f", EVA, grades=frozenset({Grade.CRITICAL_FAILURE, Grade.CRITICAL_SUCCESS}), secret=True
    ),
    "everything at once, long ago": Search("eva gu", RETIRED, grades=frozenset({Grade.CRITICAL_FAILURE}), secret=True),
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Return two data directories, one with a single roll, one with a million."""
    return {rolls: tmp_path_factory.mktemp("desk") for rolls in (1, ROLLS)}


def filled(qtbot: QtBot, folders: dict[int, Path]) -> Path:
    """Fill the data directories, once; gives the journal with the million rolls."""
    for rolls, folder in folders.items():
        if not any(folder.iterdir()):
            leave_program(qtbot, folder, 1)
            if rolls == ROLLS:
                fill(journal_of(folder), rolls)
    return journal_of(folders[ROLLS])


def journal_of(folder: Path) -> Path:
    [roster] = (folder / "rosters").glob("*.json")
    return Places(folder).journal(roster.stem.rpartition("-")[2])


def test_open_and_memory_with_a_million_rolls(qtbot: QtBot, folders: dict[int, Path], figures: list[Figure]) -> None:
    """Start the program in turn with both, until the log is read and painted."""
    filled(qtbot, folders)
    taken: dict[int, list[tuple[float, float]]] = {rolls: [] for rolls in folders}
    for _ in range(TIMES):
        for rolls, folder in folders.items():
            taken[rolls].append(opened(folder))
    (none, few), (million, much) = (map(statistics.median, zip(*taken[rolls], strict=True)) for rolls in folders)
    more, memory = million - none, much - few
    figures.append(figure(f"Open until the log is painted, {ROLLS} rolls", more, OPEN_AIM, f"{none:.0f} ms", "ms"))
    figures.append(figure(f"Memory by then, {ROLLS} rolls", memory, MEMORY_AIM, f"{few:.0f} MiB", "MiB"))


def opened(folder: Path) -> tuple[float, float]:
    """Start the program; gives milliseconds and MiB."""
    home = str(Path(gm_desk.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": home, VARIABLE: str(folder), "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    done = subprocess.run([sys.executable, FIRST_FRAME, "log"], env=environment, capture_output=True, check=True)
    return 1000 * (time.perf_counter() - began), int(done.stdout.split()[0]) / 1024


def test_filter_a_million_rolls_to_the_painted_first_page(
    qtbot: QtBot, folders: dict[int, Path], figures: list[Figure]
) -> None:
    """Search for what is common, rare, long ago and nowhere."""
    filled(qtbot, folders)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    program = build(application, Places(folders[ROLLS]))
    qtbot.addWidget(program.window)
    program.session.start()
    program.window.resize(*SIZE)
    with qtbot.waitExposed(program.window):
        program.window.show()

    def show(search: Search) -> None:
        program.log.set_search(search)
        program.window.repaint()

    taken = dict.fromkeys(SEARCHES, 0.0)
    for _ in range(ROUNDS):
        for name, search in SEARCHES.items():
            taken[name] = max(taken[name], milliseconds(partial(show, search)))
            show(Search())
    assert program.window.close()
    program.session.log.journal.close()
    free(program.window)
    slowest = max(taken, key=lambda name: taken[name])
    what = f"Filter {ROLLS} rolls, first page painted (slowest: {slowest})"
    figures.append(in_milliseconds(what, list(taken.values()), FILTER_AIM))


def test_pages_of_a_million_rolls(qtbot: QtBot, folders: dict[int, Path], figures: list[Figure]) -> None:
    """Read pages without the window: the first, deep ones, and those of searches."""
    with closing(Journal(filled(qtbot, folders))) as journal:
        journal.page(1)
        firsts = [milliseconds(partial(journal.page, 100)) for _ in range(20)]
        deep = [
            milliseconds(partial(journal.page, 100, f"{number:016x}")) for number in range(1000, ROLLS, ROLLS // 50)
        ]
        searched = [milliseconds(partial(journal.page, 100, search=search)) for search in SEARCHES.values()]
        evenings = [milliseconds(journal.evenings) for _ in range(5)]
    figures.append(in_milliseconds(f"First page of {ROLLS} rolls", firsts, PAGE_AIM))
    figures.append(in_milliseconds(f"A page anywhere in {ROLLS} rolls", deep, PAGE_AIM))
    figures.append(in_milliseconds(f"First page of a search in {ROLLS} rolls", searched, FILTER_AIM))
    figures.append(in_milliseconds(f"List of {ROLLS // IN_AN_EVENING} evenings", evenings, FILTER_AIM))


def test_one_roll_among_a_million_and_ten_thousand_at_once(
    qtbot: QtBot, folders: dict[int, Path], tmp_path: Path, figures: list[Figure]
) -> None:
    """Add rolls beside a bare write and sync of as many bytes, which the disk takes in any case."""
    bare, added = [], []
    with closing(Journal(filled(qtbot, folders))) as journal, (tmp_path / "bare").open("wb", buffering=0) as file:
        journal.page(1)
        for number in range(ADDED):
            roll = an_entry(f"new-{number}", time=2**42 + number)
            bare.append(milliseconds(partial(write, file)))
            added.append(milliseconds(partial(journal.add, [roll])))
        many = [an_entry(f"merged-{number}", time=2**42 + number) for number in range(MERGED)]
        merging = milliseconds(partial(journal.add, many))
    disk = statistics.median(bare)
    figures.append(in_milliseconds(f"One durable roll among {ROLLS} (a bare sync: {disk:.1f} ms)", added, ROLL_AIM))
    figures.append(in_milliseconds(f"{MERGED} rolls at once", [merging], MERGE_AIM))


def write(file: RawIOBase) -> None:
    """Write as much as a roll takes, onto the disk."""
    file.write(bytes(7 * 4120))
    os.fsync(file.fileno())


def milliseconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)


def figure(what: str, more: float, aim: int, beside: str, unit: str) -> Figure:
    """Word how much more there is with a million rolls."""
    measured = f"{more:.0f} {unit} more than {beside} with one roll"
    return Figure(what, measured, f"under {aim} {unit} more", "met" if more < aim else "missed")
