"""Messages come beside the menus, cover and move no pane, go by themselves, and can be read again."""

from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gm_desk.app import SMALLEST_FONT
from gm_desk.ui.widgets.dialogs import TextDialog
from gm_desk.ui.window.main_window import MainWindow
from ui_makers import GM, a_roster, sit_down

LONG = (
    "A copy of the roster was saved: /home/gm/campaigns/mars/noctis-blackout-copy.json. You are still working in it.-"
    * 3
)


def place(gm: GM, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(gm.window, QPoint()), widget.size())


def test_a_message_covers_no_pane_and_moves_nothing(gm: GM) -> None:
    parts = (gm.window.header, gm.window.panes)
    for size, text in product([(1366, 768), (1024, 640), (700, 640)], ["Done.", LONG]):
        gm.resizes(*size)
        gm.settles()
        before = [place(gm, part) for part in parts]
        gm.window.trouble.show_notice(text)
        gm.settles()
        assert gm.trouble() == text, size
        assert [place(gm, part) for part in parts] == before, (size, text)
        assert not any(place(gm, gm.window.toast).intersects(one) for one in before), (size, text)
        assert gm.window.rect().contains(place(gm, gm.window.toast)), (size, text)
        gm.window.toast.timer.timeout.emit()
        assert gm.trouble() == "", (size, text)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_message_covers_no_menu(qtbot: QtBot, tmp_path: Path, scale: float) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), points=SMALLEST_FONT * scale)
    menus, toast = gm.window.menuBar(), gm.window.toast
    for size, text in product([(1366, 768), (1024, 640)], ["3 rolls copied.", LONG]):
        gm.resizes(*size)
        gm.window.trouble.show_notice(text)
        assert toast.x() > menus.actionGeometry(menus.actions()[-1]).right(), (size, text)
        assert toast.geometry().right() < gm.window.width(), (size, text)
        toast.timer.timeout.emit()
        assert gm.trouble() == ""


def test_what_was_not_done_is_said_and_goes_by_itself_without_moving_anything(gm: GM) -> None:
    before = place(gm, gm.window.panes)
    gm.window.trouble.show_trouble("portrait", "The portrait was not set: the picture is damaged.")
    gm.settles()
    assert gm.trouble() == "The portrait was not set: the picture is damaged."
    assert not gm.window.trouble.isVisible()
    assert place(gm, gm.window.panes) == before
    assert gm.window.toast.timer.isActive()
    gm.window.trouble.show_trouble("pdf", "")
    assert gm.trouble(), "another thing that is in order says nothing of this one"
    gm.window.trouble.show_trouble("portrait", "")
    assert gm.trouble() == ""
    assert gm.window.toast.kept().endswith("The portrait was not set: the picture is damaged.")


def test_what_needs_a_decision_stays(gm: GM) -> None:
    gm.window.trouble.show_trouble("roster", "The roster could not be saved: the disk is full.")
    assert gm.window.trouble.isVisible()
    assert not gm.window.toast.isVisible()


def test_a_message_goes_by_itself_and_stays_while_it_is_pointed_at(gm: GM) -> None:
    toast = gm.window.toast
    gm.window.trouble.show_notice("Done.")
    assert toast.timer.isActive()
    toast.timer.timeout.emit()
    assert gm.trouble() == ""
    assert not toast.timer.isActive()


def test_a_click_ends_a_message(gm: GM) -> None:
    gm.window.trouble.show_notice("Done.")
    QTest.mouseClick(gm.window.toast, Qt.MouseButton.LeftButton)
    assert gm.trouble() == ""


def test_a_refusal_goes_by_itself_as_well(gm: GM) -> None:
    gm.window.refuse("nothing to do")
    assert gm.trouble() == "Nothing to do."
    assert not gm.window.trouble.isVisible()
    assert gm.window.toast.timer.isActive()


def test_messages_can_be_read_again(gm: GM) -> None:
    gm.window.trouble.show_notice("One.")
    gm.window.trouble.show_notice("Two.")
    gm.does("window.show_messages")
    dialog = gm.dialog(TextDialog)
    lines = dialog.text.toPlainText().splitlines()
    assert [line.partition("  ")[2] for line in lines] == ["Two.", "One."]
    dialog.close()


def test_messages_belong_to_their_roster(gm: GM) -> None:
    gm.window.trouble.show_notice("One.")
    mars = gm.program.session.path
    gm.makes_roster("Venus")
    assert gm.trouble() == ""
    assert gm.window.toast.kept() == "No messages yet."
    assert gm.program.session.open_roster(mars)
    assert gm.window.toast.kept().endswith("One.")


def test_a_message_waits_until_the_veil_is_lifted(gm: GM) -> None:
    gm.does("window.toggle_veil")
    gm.window.trouble.show_notice("Lao Qing was exported.")
    assert not gm.window.toast.isVisible()
    gm.does("window.toggle_veil")
    assert gm.trouble() == "Lao Qing was exported."


def test_a_message_of_a_fight_builds_nothing_in_its_step(whole: GM) -> None:
    assert MainWindow.toast.built(whole.window) is None
    whole.window.faces.show_scene()
    assert MainWindow.toast.built(whole.window) is not None
