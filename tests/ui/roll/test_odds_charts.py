from fractions import Fraction

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import CheckOdds, Grade
from gm_desk.core.rules.requests import Effort, KaiserCheck
from gm_desk.core.systems import kaiser
from gm_desk.core.systems.kaiser_dice import skill_spread
from gm_desk.core.wording.phrases import percent
from gm_desk.ui.roll.odds_charts import TotalCurve, bars_of
from themes import DARK
from ui_makers import colours

EFFORTS = [Effort(5), Effort(0, (), 3), Effort(9, (), 0, 4, 2), Effort(-4, (), 1, 0, 9)]

pytestmark = pytest.mark.usefixtures("appearance")


def odds_of(effort: Effort, difficulty: int = 12) -> CheckOdds:
    odds = kaiser.odds(KaiserCheck("skill", effort, difficulty), House())
    assert isinstance(odds, CheckOdds)
    return odds


def a_curve(qtbot: QtBot, odds: CheckOdds, difficulty: int | None) -> TotalCurve:
    curve = TotalCurve()
    qtbot.addWidget(curve)
    curve.resize(320, 80)
    curve.show_odds(odds, difficulty)
    return curve


@pytest.mark.parametrize("effort", EFFORTS)
def test_the_bars_and_a_fumble_are_all_that_can_happen(effort: Effort) -> None:
    odds = odds_of(effort)
    assert sum(bar.chance for bar in bars_of(odds)) + odds.fumble == 1


@pytest.mark.parametrize("effort", EFFORTS)
def test_every_bar_knows_the_chance_of_as_much_or_more(effort: Effort) -> None:
    spread = skill_spread(effort)
    for bar in bars_of(odds_of(effort)):
        assert bar.as_much == spread.at_least(bar.total)


def test_bars_stand_for_every_total_between_the_lowest_and_the_highest() -> None:
    totals = [bar.total for bar in bars_of(odds_of(Effort(5)))]
    assert totals == list(range(8, 24))


def test_what_an_open_roll_reaches_beyond_has_one_bar() -> None:
    last = bars_of(odds_of(Effort(5)))[-1]
    assert (last.name, last.chance) == ("23+", Fraction(1, 216))
    assert last.in_words == "23 or more: 0.5%"


def test_without_odds_there_are_no_bars() -> None:
    assert bars_of(CheckOdds(Fraction(0), Fraction(1), Fraction(0), Fraction(1), {})) == []


def test_hovering_a_bar_says_its_chance_and_that_of_more(qtbot: QtBot) -> None:
    curve = a_curve(qtbot, odds_of(Effort(5)), 12)
    at = QPoint(round(320 * 4.5 / 16), 40)
    QApplication.sendEvent(curve, QHelpEvent(QEvent.Type.ToolTip, at, curve.mapToGlobal(at)))
    more = skill_spread(Effort(5)).at_least(12)
    assert QToolTip.text() == f"total 12: 16.7%, 12 or more: {percent(more)}"
    QToolTip.hideText()


def test_the_curve_is_told_in_words_to_those_who_do_not_see_it(qtbot: QtBot) -> None:
    told = a_curve(qtbot, odds_of(Effort(5)), 12).accessibleDescription().split("; ")
    assert (len(told), told[-1]) == (16, "23 or more: 0.5%")


@pytest.mark.parametrize(
    ("difficulty", "good", "bad"), [(8, True, False), (12, True, True), (23, True, True), (60, False, True)]
)
def test_bars_that_reach_the_difficulty_have_the_colour_of_success(
    qtbot: QtBot, difficulty: int, good: bool, bad: bool
) -> None:
    painted = colours(a_curve(qtbot, odds_of(Effort(5), difficulty), difficulty))
    assert (DARK.shades[Grade.SUCCESS].fill in painted) is good
    assert (DARK.shades[Grade.FAILURE].fill in painted) is bad


def test_without_a_difficulty_no_bar_stands_out(qtbot: QtBot) -> None:
    painted = colours(a_curve(qtbot, odds_of(Effort(5)), None))
    assert not {DARK.shades[Grade.SUCCESS].fill, DARK.shades[Grade.FAILURE].fill} & painted


def test_without_a_difficulty_the_curve_needs_less_room(qtbot: QtBot) -> None:
    marked, plain = (a_curve(qtbot, odds_of(Effort(5)), difficulty) for difficulty in (12, None))
    assert plain.sizeHint().height() < marked.sizeHint().height()
    assert plain.minimumSizeHint().height() < plain.sizeHint().height()


@pytest.mark.parametrize("difficulty", [-100, 0, 8, 17, 22, 23, 24, 60, 200])
def test_the_mark_of_the_difficulty_stays_within_the_curve(qtbot: QtBot, difficulty: int) -> None:
    curve = a_curve(qtbot, odds_of(Effort(5), difficulty), difficulty)
    assert "#e8ebf0" in colours(curve)
