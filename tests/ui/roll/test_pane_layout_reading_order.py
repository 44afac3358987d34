"""The parts of the test pane are read out from top to bottom, whenever they were built."""

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pane_makers import RollHands, show_test_pane
from ui_makers import a_roster


def heights_read(gm: RollHands) -> list[int]:
    """Return the tops of the visible parts of the pane, in the order in which assistive tools read them."""
    pane = QAccessible.queryAccessibleInterface(gm.window.test)
    parts = (pane.child(place).object() for place in range(pane.childCount()))
    return [one.mapTo(gm.window, QPoint(0, 0)).y() for one in parts if isinstance(one, QWidget) and one.isVisible()]


def test_what_is_above_is_read_before_what_is_below(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, a_roster(), dice=[44])
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.settles()
    assert heights_read(gm) == sorted(heights_read(gm))
    gm.session.drafting.oppose("mook")
    gm.settles()
    assert len(heights_read(gm)) > 5
    assert heights_read(gm) == sorted(heights_read(gm))


def test_a_group_that_rolls_is_read_before_what_is_below_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, a_roster(), dice=[44])
    gm.selects("Lao Qing", "Triad mook 1")
    gm.prepares("Guns")
    gm.settles()
    assert gm.window.test.group.isVisible()
    assert heights_read(gm) == sorted(heights_read(gm))
