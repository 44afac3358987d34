"""The strips of verdicts, painted."""

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from gm_desk.core.rules.outcomes import Grade
from gm_desk.ui.log.statistics_charts import StripRow, VerdictStrips
from themes import DARK

COUNTS = {Grade.CRITICAL_SUCCESS: 1, Grade.SUCCESS: 60, Grade.FAILURE: 30}


pytestmark = pytest.mark.usefixtures("appearance")


@pytest.fixture
def strips(qtbot: QtBot) -> VerdictStrips:
    made = VerdictStrips()
    qtbot.addWidget(made)
    made.show_rows([StripRow("<b>Eva", COUNTS, "ep2")])
    made.resize(800, made.sizeHint().height())
    return made


def widths(strips: VerdictStrips) -> dict[Grade, int]:
    """Measure how wide each verdict is painted, along the lower edge of the strip."""
    image, fills = strips.grab().toImage(), DARK.shades
    y = image.height() - 9
    row = [QColor(image.pixel(x, y)).name() for x in range(image.width())]
    return {grade: row.count(fills[grade].fill) for grade in COUNTS}


def test_what_happened_more_often_is_wider(strips: VerdictStrips) -> None:
    found = widths(strips)
    assert found[Grade.SUCCESS] > found[Grade.FAILURE] > found[Grade.CRITICAL_SUCCESS]


def test_what_happened_once_still_has_room_for_its_glyph_and_count(strips: VerdictStrips) -> None:
    assert widths(strips)[Grade.CRITICAL_SUCCESS] >= strips.fontMetrics().horizontalAdvance("★ 1") * 0.8


def test_a_name_is_never_taken_for_markup(strips: VerdictStrips) -> None:
    at = QPoint(20, 10)
    QApplication.sendEvent(strips, QHelpEvent(QEvent.Type.ToolTip, at, strips.mapToGlobal(at)))
    assert QToolTip.text() == "<\u2060b>Eva: ★ Critical success 1, ✓ Success 60, ✗ Failure 30"


@pytest.mark.parametrize(("system", "words"), [("ep2", "Critical failure 2"), ("kaiser", "Fumble 2")])
def test_the_worst_failure_has_the_name_of_the_system(strips: VerdictStrips, system: str, words: str) -> None:
    strips.show_rows([StripRow("Eva", {Grade.SUCCESS: 3, Grade.CRITICAL_FAILURE: 2}, system)])
    assert strips.accessibleDescription() == f"Eva: Success 3, {words}"


def test_there_is_nothing_to_say_below_the_last_row(strips: VerdictStrips) -> None:
    strips.resize(800, 300)
    QToolTip.hideText()
    at = QPoint(20, 280)
    QApplication.sendEvent(strips, QHelpEvent(QEvent.Type.ToolTip, at, strips.mapToGlobal(at)))
    assert not QToolTip.isVisible()
