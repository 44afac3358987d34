"""What Qt made is freed by whom it belongs to, never by the garbage collector, which may come in any thread."""

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QLayout, QLayoutItem, QMenu, QSpacerItem, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from dialog_makers import OPENING, open_dialog
from gm_desk.app import free
from gm_desk.ui.theme.appearance import Appearance, TextSize
from ui_makers import GM, a_roster, sit_down

KEPT = (Appearance, TextSize)
"""What the program holds to its end."""


@pytest.fixture
def gm(whole: GM) -> GM:
    """Open a window of its own, to which everything there is belongs."""
    return whole


def belonging_to_nobody() -> list[str]:
    """List what Python alone holds of Qt's objects: where one is in a cycle, the collector would delete it."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    objects = [one for one in gc.get_objects() if isinstance(one, QObject) and Shiboken.isValid(one)]
    alone = [one for one in objects if Shiboken.ownedByPython(one) and not isinstance(one, KEPT)]
    return sorted(f"{type(one).__name__} {one.objectName()}".strip() for one in alone)


def held_by_layouts() -> list[str]:
    """List the layouts that hold wrappers of items of Qt, which outlive them: new widgets then get them as their own.

    PySide 6.11 makes such wrappers when a layout that is filled already is added to another one.
    """
    items = [one for one in Shiboken.getAllValidWrappers() if isinstance(one, QLayoutItem)]
    qts = [one for one in items if not isinstance(one, (QLayout, QSpacerItem))]
    return [type(owner.parentWidget()).__name__ for owner in gc.get_referrers(*qts) if isinstance(owner, QLayout)]


def test_every_part_of_the_window_belongs_to_it(gm: GM) -> None:
    gm.does("roster.duplicate")
    gm.does("roll.roll")
    gm.does("roll.toggle_opposed")
    gm.does("roll.roll")
    gm.does("roster.select_all")
    for menu in gm.window.findChildren(QMenu):
        menu.aboutToShow.emit()
    gm.opens_untrained()
    gm.takes()
    assert belonging_to_nobody() == ["MainWindow mainWindow"]
    assert held_by_layouts() == []


def test_a_dialog_belongs_to_the_window_and_goes_when_it_is_closed(gm: GM) -> None:
    gm.does("roster.save_template")
    gm.does("roll.roll")
    for which in OPENING:
        with open_dialog(gm, which):
            assert belonging_to_nobody() == ["MainWindow mainWindow"], which
            assert held_by_layouts() == [], which
        assert belonging_to_nobody() == ["MainWindow mainWindow"], which


def test_a_layout_that_holds_items_is_found(qtbot: QtBot) -> None:
    part, inside = QWidget(), QWidget()
    qtbot.addWidget(part)
    outer = QVBoxLayout(part)
    outer.addWidget(inside)
    assert held_by_layouts() == []
    assert outer.itemAt(0) is not None
    assert held_by_layouts() == ["QWidget"]


def test_a_window_that_is_freed_is_gone_at_once_with_all_its_parts(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    window, parts = gm.window, gm.window.findChildren(QWidget)
    window.close()
    free(window)
    assert not Shiboken.isValid(window)
    assert [part for part in parts if Shiboken.isValid(part)] == []
    assert QApplication.topLevelWidgets() == []
    assert belonging_to_nobody() == []
