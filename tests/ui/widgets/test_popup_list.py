"""A list of choices that a button opens."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.popup_list import ChoiceList

TALL = 40


@pytest.fixture
def pane(qtbot: QtBot) -> QWidget:
    """Show a button far above a picker."""
    pane = QWidget()
    column = QVBoxLayout(pane)
    column.addWidget(QPushButton("Other"))
    column.addWidget(Picker("Opponent", lambda: [("Eva", "eva"), ("Lao", "lao")]))
    pane.resize(300, 500)
    qtbot.addWidget(pane)
    pane.show()
    QApplication.processEvents()
    return pane


def opened(pane: QWidget) -> ChoiceList:
    """Open the list, and wait no longer for the second click of a double click."""
    pane.findChildren(Picker)[0].open()
    [shown] = lists(pane)
    timer(shown).stop()
    return shown


def lists(pane: QWidget) -> list[ChoiceList]:
    return [one for one in pane.findChildren(ChoiceList) if one.isVisible()]


def timer(shown: ChoiceList) -> QTimer:
    [found] = shown.findChildren(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found


def press_at(shown: ChoiceList, below: QWidget) -> None:
    at = below.mapToGlobal(below.rect().center())
    QTest.mousePress(shown, Qt.MouseButton.LeftButton, pos=shown.mapFromGlobal(at))
    QApplication.processEvents()


def test_a_click_beside_the_list_closes_it_and_counts_where_it_was_made(pane: QWidget) -> None:
    other = next(one for one in pane.findChildren(QPushButton) if one.text() == "Other")
    presses = list[str]()
    other.pressed.connect(lambda: presses.append(other.text()))
    shown = opened(pane)
    press_at(shown, other)
    assert lists(pane) == []
    assert presses == ["Other"]


def test_a_click_on_the_button_of_the_list_only_closes_it(pane: QWidget) -> None:
    [picker] = pane.findChildren(Picker)
    shown = opened(pane)
    press_at(shown, picker)
    assert not picker.isDown()
    assert lists(pane) == []


def test_the_second_click_of_a_double_click_leaves_the_list_open(pane: QWidget) -> None:
    shown = opened(pane)
    timer(shown).start()
    QTest.mousePress(shown, Qt.MouseButton.LeftButton, pos=QPoint(-TALL, -TALL))
    assert shown.isVisible()


def test_a_quick_click_beside_the_list_is_a_whole_click(pane: QWidget) -> None:
    other = next(one for one in pane.findChildren(QPushButton) if one.text() == "Other")
    clicks = list[str]()
    other.clicked.connect(lambda: clicks.append(other.text()))
    shown = opened(pane)
    at = shown.mapFromGlobal(other.mapToGlobal(other.rect().center()))
    QTest.mouseClick(shown, Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()
    assert (clicks, other.isDown()) == (["Other"], False)


def test_a_list_is_as_wide_as_its_longest_choice_but_at_most_half_the_window(pane: QWidget) -> None:
    pane.resize(1000, 500)
    long = "Burst fire: +1d10 damage, 3 shots, and reload"
    picker = Picker("Mode", lambda: [("Single shot", "ss"), (long, "bf")])
    column = pane.layout()
    assert column is not None
    column.addWidget(picker)
    shown = ChoiceList(picker, [("Single shot", "ss"), (long, "bf")], lambda _: ())
    shown.open_under(picker)
    assert shown.view.viewport().width() >= shown.view.fontMetrics().horizontalAdvance(long)
    shown.close()
    shown = ChoiceList(picker, [(long * 9, "bf")], lambda _: ())
    shown.open_under(picker)
    assert shown.width() <= max(picker.width(), 500)
    shown.close()


@pytest.mark.parametrize("count", [1, 5, 12, 40])
def test_a_list_is_as_high_as_its_rows_up_to_a_dozen(pane: QWidget, count: int) -> None:
    picker = Picker("Somebody", list)
    column = pane.layout()
    assert column is not None
    column.addWidget(picker)
    shown = ChoiceList(picker, [(f"Somebody {at}", at) for at in range(count)], lambda _: ())
    shown.open_under(picker)
    row = shown.view.sizeHintForRow(0)
    assert row >= shown.view.fontMetrics().height() * 1.4
    assert shown.view.viewport().height() == row * min(count, 12)
    shown.close()


def test_enter_takes_the_first_choice_at_once_but_not_while_it_is_held_down(pane: QWidget) -> None:
    [picker] = pane.findChildren(Picker)
    picked = list[object]()
    picker.picked.connect(picked.append)
    shown = opened(pane)
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)
    QApplication.sendEvent(shown.filter, held)
    assert (picked, lists(pane)) == ([], [shown])
    QTest.keyClick(shown.filter, Qt.Key.Key_Return)
    assert (picked, lists(pane)) == (["eva"], [])


def test_a_list_that_stays_takes_one_click_for_each_choice_and_enter_closes_it(qtbot: QtBot) -> None:
    left = ["Eva", "Lao", "Bo"]
    picker = Picker("Add a target", lambda: [(name, name) for name in left], stays=True)
    picker.picked.connect(left.remove)
    qtbot.addWidget(picker)
    picker.show()
    picker.open()
    [shown] = lists(picker)
    for _ in range(2):
        place = shown.view.visualRect(shown.view.model().index(0, 0)).center()
        QTest.mouseClick(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (left, [shown.view.model().index(row, 0).data() for row in range(shown.view.model().rowCount())]) == (
        ["Bo"],
        ["Bo"],
    )
    QTest.keyClick(shown.filter, Qt.Key.Key_Return)
    assert (left, lists(picker)) == (["Bo"], []), "nothing is chosen by Enter alone after a click"
    picker.open()
    [shown] = lists(picker)
    QTest.keyClicks(shown.filter, "x")
    QTest.keyClick(shown.filter, Qt.Key.Key_Return)
    assert (left, lists(picker)) == (["Bo"], [shown]), "nothing is found"
    shown.filter.clear()
    QTest.keyClicks(shown.filter, "b")
    QTest.keyClick(shown.filter, Qt.Key.Key_Return)
    assert (left, lists(picker)) == ([], [])


def test_enter_takes_the_first_choice_of_a_list_that_stays_as_soon_as_it_opens(qtbot: QtBot) -> None:
    left = ["Eva", "Lao"]
    picker = Picker("Add a target", lambda: [(name, name) for name in left], stays=True)
    picker.picked.connect(left.remove)
    qtbot.addWidget(picker)
    picker.show()
    picker.open()
    QTest.keyClick(lists(picker)[0].filter, Qt.Key.Key_Return)
    assert (left, lists(picker)) == (["Lao"], [])


def test_enter_chooses_even_if_it_is_a_shortcut_of_what_contains_the_button(pane: QWidget) -> None:
    rolls, chosen = list[str](), list[object]()
    pane.findChildren(Picker)[0].picked.connect(chosen.append)
    enter = QShortcut(Qt.Key.Key_Return, pane, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
    enter.activated.connect(lambda: rolls.append("rolled"))
    shown = opened(pane)
    QTest.keyClick(shown.filter, Qt.Key.Key_Down)
    QTest.keyClick(shown.filter, Qt.Key.Key_Return)
    assert (chosen, rolls, lists(pane)) == (["lao"], [], [])
