from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from forecast_makers import a_fighter, a_setup, setup_of
from gm_desk.core.forecast.contenders import FightSetup
from gm_desk.core.forecast.fights import forecast
from gm_desk.model.forecast.fight_count import SEED, FightCount
from gm_desk.store.rosters.files import read_sample

FIGHTS = 60


def a_fight() -> FightSetup:
    roster = read_sample("ep2")
    return setup_of(roster, "sample-triad", "sample-security")


@pytest.fixture
def count(qapp: QApplication) -> Iterator[FightCount]:
    parent = QObject(qapp)
    yield FightCount(parent, fights=FIGHTS)
    parent.deleteLater()


def test_it_counts_by_itself_until_everything_is_counted(count: FightCount, qtbot: QtBot) -> None:
    with qtbot.waitSignal(count.ended, timeout=60_000):
        count.begin(a_fight())
        assert count.counting
    assert not count.counting
    assert count.complete
    assert count.result == forecast(a_fight(), FIGHTS, SEED)
    assert len(count.sentences()) == 3


def test_it_counts_a_slice_at_a_time_and_says_nothing_of_changes_before_the_end(count: FightCount) -> None:
    count.begin(a_fight())
    assert (count.result.fights, count.sentences()) == (0, [])
    count.go_on()
    assert count.result.fights > 0
    while count.counting:
        assert count.sentences() == []
        count.go_on()
    assert len(count.sentences()) == 3


def test_stopping_leaves_what_is_counted(count: FightCount, qtbot: QtBot) -> None:
    count = FightCount(count, fights=100_000)
    count.begin(a_fight())
    count.go_on()
    fights = count.result.fights
    with qtbot.waitSignal(count.ended, timeout=60_000):
        count.stop()
    assert (count.counting, count.result.fights, count.sentences()) == (False, fights, [])
    count.stop()
    assert count.result.fights == fights


def test_another_fight_begins_anew(count: FightCount) -> None:
    count.begin(a_fight())
    while count.counting:
        count.go_on()
    one, two = a_fighter("a"), a_fighter("b")
    count.begin(a_setup([one], [two]))
    assert (count.result.fights, count.sentences()) == (0, [])
    count.clear()
    assert not count.counting
    assert count.result.characters == ()
