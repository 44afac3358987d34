"""Every control says what it is, and can be reached with Tab, in the order of reading."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.roll.odds_charts import OddsStrip
from makers import CHECKOUT
from ui_makers import GM, sit_down

SAMPLES = CHECKOUT / "resources" / "samples"

CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QComboBox, QLineEdit, QPlainTextEdit)


def controls(gm: GM) -> list[QWidget]:
    return [
        widget
        for widget in gm.window.findChildren(QWidget)
        if isinstance(widget, CONTROLS)
        and widget.isVisible()
        and not isinstance(widget, QScrollBar)
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QLineEdit)
    ]


def spoken(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def test_every_control_has_a_name(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return", "Return", "Esc")
    for size in ((1366, 768), (800, 640)):
        gm.resizes(*size)
        found = controls(gm)
        assert len(found) > 15, size
        nameless = [f"{type(one).__name__} {one.objectName()}" for one in found if not spoken(one).strip()]
        assert nameless == [], size


def test_every_menu_has_the_name_of_what_opens_it(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return", "Esc")
    gm.does("scene.turn_face")
    gm.settles()
    (chip,) = (one for one in gm.window.test.chips.findChildren(ChipButton) if one.chip.label == "Smoke")
    at = chip.rect().center()
    QApplication.sendEvent(chip, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, chip.mapToGlobal(at)))
    gm.window.test.chips.presets.menu().aboutToShow.emit()
    overflow = [one.menu() for one in gm.window.menuBar().findChildren(QToolButton)]
    menus = [one for one in gm.window.findChildren(QMenu) if one.actions() and one not in overflow]
    nameless = [str([action.text() for action in one.actions()]) for one in menus if not spoken(one).strip()]
    assert nameless == []
    presets = spoken(gm.window.test.chips.presets)
    assert {spoken(chip), "Scenes", presets, "Teamwork", "File", "Turn order"} <= set(map(spoken, menus))
    assert spoken(gm.window.header.rosters) == spoken(gm.window.header.switcher)
    check = gm.window.test.ability.check
    assert spoken(check.menu()) == spoken(check) != ""
    chip.findChildren(QMenu)[0].close()


def test_every_row_and_cell_says_its_words(gm: GM) -> None:
    gm.keys("Return")
    role = Qt.ItemDataRole.AccessibleTextRole
    for view in (gm.window.roster.view, gm.window.stat.aptitudes, gm.window.stat.skills.view, gm.window.log.view):
        model = view.model()
        assert all(model.index(row, 0).data(role) for row in range(model.rowCount()))


def test_the_verdict_and_the_odds_can_be_heard(gm: GM) -> None:
    gm.keys("Return")
    assert "Superior success" in spoken(gm.widget("verdict"))
    assert spoken(gm.widget("targetNumber")) == "Target number 65"
    bar = QAccessible.queryAccessibleInterface(gm.widget("oddsBar"))
    assert "success" in bar.text(QAccessible.Text.Description)


def test_a_chip_tells_by_its_state_whether_it_counts_and_not_by_its_name(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return", "Esc")
    (chip,) = (one for one in gm.window.test.chips.findChildren(ChipButton) if one.chip.label == "Smoke")
    name = spoken(chip)
    for struck in (True, False):
        chip.click()
        gm.settles()
        state = QAccessible.queryAccessibleInterface(chip).state()
        assert chip.chip.struck is struck
        assert (state.checkable, state.checked) == (True, not struck)
        assert spoken(chip) == name


def test_turning_to_the_scene_takes_the_focus_nowhere_else_on_its_way(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, SAMPLES / "ep2.json")
    gm.window.roster.take_focus()
    went: list[str] = []

    def follow(_old: QWidget | None, new: QWidget | None) -> None:
        went.append(spoken(new) if new else "")

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.focusChanged.connect(follow)
    gm.keys("Alt+W", "Alt+W")
    app.focusChanged.disconnect(follow)
    assert went == ["Scene", "Scene", "Everyone", "Roster"]


def test_no_button_is_described_by_its_own_name_again(gm: GM) -> None:
    gm.does("roll.toggle_opposed")
    gm.settles()
    asked = [QAccessible.queryAccessibleInterface(one) for one in controls(gm) if isinstance(one, QAbstractButton)]
    heard = [(one.text(QAccessible.Text.Name), one.text(QAccessible.Text.Description)) for one in asked]
    assert [(name, more) for name, more in heard if more.partition(" (")[0] == name] == []
    assert ("Roll", "Enter") in heard


def test_the_odds_against_nobody_are_said_to_be_unknown(qtbot: QtBot) -> None:
    strip = OddsStrip()
    qtbot.addWidget(strip)
    strip.show_shares(())
    assert spoken(strip) == "Odds: not known yet"


def test_a_description_has_the_key_and_does_not_repeat_the_name(gm: GM) -> None:
    segment = next(one for one in controls(gm) if spoken(one) == "Very Easy +30")
    assert QAccessible.queryAccessibleInterface(segment).text(QAccessible.Text.Description) == "Ctrl+1"


def test_a_step_of_points_that_is_disabled_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, SAMPLES / "ep2.json")
    step = next(one for one in controls(gm) if spoken(one) == "One Insight more")
    assert not step.isEnabled()
    assert QAccessible.queryAccessibleInterface(step).text(QAccessible.Text.Description) == "None is spent"


def test_what_opens_the_prep_check_tells_by_its_state_whether_it_is_open(gm: GM) -> None:
    toggle = gm.window.stat.prep.toggle
    names = set()
    for opened in (False, True):
        toggle.setChecked(opened)
        state = QAccessible.queryAccessibleInterface(toggle).state()
        assert (state.checkable, state.checked) == (True, opened)
        names.add(toggle.accessibleName())
    assert len(names) == 1


def tab_order(gm: GM) -> list[QWidget]:
    gm.window.header.name.setFocus()
    reached: list[QWidget] = []
    while gm.focused() not in reached and len(reached) < 100:
        reached.append(gm.focused())
        gm.keys("Tab")
    return reached


def test_tab_reaches_every_control(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return", "Esc")
    reached = tab_order(gm)
    rows = (gm.window.test.difficulty, gm.window.test.modes)  # the arrows walk along them
    in_row = [button for row in rows for button in row.findChildren(QAbstractButton)]
    missed = [one for one in controls(gm) if one.isEnabled() and one not in reached and one not in in_row]
    assert set(reached) & set(in_row)
    assert [f"{type(widget).__name__} {spoken(widget)}" for widget in missed] == []


@pytest.mark.parametrize("height", [768, 600])
@pytest.mark.parametrize("narrow_before", [False, True])
def test_tab_goes_in_the_order_of_reading(gm: GM, height: int, narrow_before: bool) -> None:
    if narrow_before:
        gm.resizes(800, 640)
    gm.resizes(1366, height)
    reached = tab_order(gm)
    panes = [gm.window.header, gm.window.roster, gm.window.stat, gm.window.test, gm.window.log]
    order = [next(place for place, pane in enumerate(panes) if pane.isAncestorOf(widget)) for widget in reached]
    assert order == sorted(order)
    for pane in panes[2:4]:
        tops = [widget.mapTo(gm.window, QPoint(0, 0)).y() for widget in reached if pane.isAncestorOf(widget)]
        assert all(later >= earlier - 20 for earlier, later in pairwise(tops))
