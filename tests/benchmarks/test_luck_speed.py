"""Measure how quickly rolls are counted; being slow fails nothing."""

import time
from pathlib import Path
from random import Random

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from benchmarks.figures import Figure, sized
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.luck.tally import tally_of
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.statistics import SLICE, Count
from gm_desk.store.journal.entries import Entry, Search
from gm_desk.store.journal.journal import Journal
from gm_desk.ui.log.statistics_sheet import LuckSheet, Shown
from makers import an_entry

ROLLS = sized(10_000, 200)
CHARACTERS = 15
AT_ONCE_AIM, SLICE_AIM, SHOWN_AIM = 1000, 8, 50


@pytest.fixture(scope="module")
def rolls() -> list[Entry]:
    """Roll 10,000 tests, no two with the same modifiers' names."""
    chance = Random(6)
    made = []
    for number in range(ROLLS):
        modifier = Modifier(10 * chance.randrange(-3, 4), f"why {number}")
        who = str(number % CHARACTERS)
        entry = an_entry(f"roll-{number}", request=SuccessTest(chance.randrange(10, 90), (modifier,)))
        made.append(structs.replace(entry, dice={"roll": (chance.randrange(100),)}, draft=Draft(who, f"Mook {who}")))
    return made


def test_rolls_counted_at_once(rolls: list[Entry], figures: list[Figure]) -> None:
    began = time.perf_counter()
    tally_of(rolls, Chances())
    figures.append(figure(f"{ROLLS:,} rolls counted at once", time.perf_counter() - began, AT_ONCE_AIM))


def test_rolls_counted_in_slices(qtbot: QtBot, rolls: list[Entry], tmp_path: Path, figures: list[Figure]) -> None:
    """Count a journal as the panel does, a slice at a time."""
    assert qtbot is not None
    journal = Journal(tmp_path / "journal.sqlite")
    journal.add(rolls)
    log = RollLog(lambda _: journal, str, lambda: 0)
    log.page(1)  # opens the file
    count = Count(log, Chances())
    count.choose(Search())
    slices = []
    while not count.complete:
        began = time.perf_counter()
        count.go_on()
        slices.append(time.perf_counter() - began)
    journal.close()
    figures.append(figure(f"{SLICE} rolls read and counted, usually", sorted(slices)[len(slices) // 2], SLICE_AIM))
    figures.append(figure(f"{SLICE} rolls read and counted, at worst", max(slices), SLICE_AIM))


def test_a_tally_shown(qtbot: QtBot, rolls: list[Entry], figures: list[Figure]) -> None:
    """Work the figures of a long campaign out, and lay them out."""
    sheet = LuckSheet()
    qtbot.addWidget(sheet)
    tally = tally_of(rolls, Chances())
    began = time.perf_counter()
    sheet.show_tally(Shown(tally, "ep2"))
    sheet.grab()
    figures.append(figure(f"Statistics of {ROLLS:,} rolls shown", time.perf_counter() - began, SHOWN_AIM))


def figure(what: str, taken: float, aim: int) -> Figure:
    milliseconds = 1000 * taken
    verdict = "met" if milliseconds < aim else "missed"
    return Figure(what, f"{milliseconds:.1f} ms", f"under {aim} ms", verdict)
