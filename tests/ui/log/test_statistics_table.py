"""The rows of luck, painted."""

from fractions import Fraction

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gm_desk.core.luck.statistics import Luck
from gm_desk.ui.log.statistics_table import LuckRow, LuckTable
from themes import DARK

pytestmark = pytest.mark.usefixtures("appearance")


def bar(qtbot: QtBot, deviations: int) -> tuple[int, int]:
    """Measure the bars of good and of bad luck, in painted dots."""
    table = LuckTable()
    qtbot.addWidget(table)
    table.show_rows([LuckRow("Eva", Luck(20, 10, 10 - Fraction(deviations), Fraction(1)))])
    table.resize(900, table.sizeHint().height())
    image = table.grab().toImage()
    dots = [QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())]
    return dots.count(DARK.plus), dots.count(DARK.minus)


def test_the_bar_grows_with_luck_to_either_side_of_zero(qtbot: QtBot) -> None:
    one, two, bad = (bar(qtbot, deviations) for deviations in (1, 2, -2))
    assert 0 < one[0] < two[0]
    assert one[1] == two[1] == bad[0] == 0
    assert bad[1] == pytest.approx(two[0], rel=0.1)


def test_the_bar_ends_where_luck_is_incredible(qtbot: QtBot) -> None:
    assert bar(qtbot, 3) == bar(qtbot, 30)


def test_luck_as_expected_has_no_bar(qtbot: QtBot) -> None:
    assert bar(qtbot, 0) == (0, 0)


def test_the_table_fits_a_narrow_dialog_with_large_text_without_its_bars(qtbot: QtBot) -> None:
    table = LuckTable()
    qtbot.addWidget(table)
    table.show_rows([LuckRow("Eva", Luck(20, 10, 10 - Fraction(2), Fraction(1)))])
    em = table.fontMetrics().height()
    assert table.minimumSizeHint().width() <= 28 * em  # 1024 pixels at 200 per cent, less the margins
    table.resize(28 * em, table.sizeHint().height())
    image = table.grab().toImage()
    shades = {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}
    assert DARK.text in shades
    assert DARK.plus not in shades
