"""Walk through everything the window shows, in all sizes of screen and text: nothing is cut off."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from dialog_makers import OPENING, open_dialog
from gm_desk.app import SETTLING
from gm_desk.assets import resource
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.widgets.labels import ElidedLabel
from gm_desk.ui.widgets.picker import Picker
from gm_desk.ui.widgets.pill import Pill
from gm_desk.ui.window.panes import Arrangement
from ui_makers import GM, a_roster, sit_down

SMALL, LAPTOP, DESKTOP, LARGE = (1024, 640), (1366, 768), (1920, 1080), (3840, 2160)
TEXTS = (80, 100, 150, 200)
ALWAYS = ("rollButton", "verdict")
CHIPS = ("Wounds -20", "Smoke -30", "A rather long reason -10")
ROUNDING = 1
"""Pixels that a height may miss where the font's is rounded."""


def sample(qtbot: QtBot, folder: Path, system: str) -> GM:
    """Sit down before a sample roster with an opposed test, several modifiers and a roll in the log."""
    path = folder / f"{system}.json"
    path.write_bytes(resource(f"samples/{system}.json").read_bytes())
    gm = sit_down(qtbot, folder, path, dice=[45] * 8)
    gm.keys("Return")
    for line in CHIPS:
        gm.window.test.chips.add.committed.emit(line)
    gm.does("roll.toggle_opposed")
    return gm


def shows(gm: GM, size: tuple[int, int], percent: int) -> None:
    gm.window.resize(*size)
    gm.program.text.choose(percent)
    for _ in range(SETTLING):
        gm.settles()


def tabs(gm: GM) -> Iterator[str]:
    """Bring each tab to the front, or name the window once where there are none."""
    if gm.window.panes.room is not Arrangement.NARROW:
        yield "window"
        return
    for pane in (gm.window.roster, gm.window.stat, gm.window.log):
        gm.window.panes.reveal(pane)
        for _ in range(SETTLING):
            gm.settles()
        yield pane.objectName()


def shown(top: QWidget) -> list[QWidget]:
    return [widget for widget in top.findChildren(QWidget) if widget.isVisible() and not widget.isWindow()]


def called(widget: QWidget) -> str:
    words = widget.text() if isinstance(widget, QLabel | QAbstractButton | QLineEdit) else ""
    return f"{type(widget).__name__} {widget.objectName()} {words[:40]!r} {widget.size().toTuple()}"


def is_cut(widget: QWidget) -> bool:
    """Return whether words that are the program's own are not wholly seen."""
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.heightForWidth(widget.width()) > widget.height() + ROUNDING
    if isinstance(widget, ElidedLabel):
        return widget.fontMetrics().height() > widget.height() + ROUNDING
    if isinstance(widget, QLabel | Pill) and widget.text():
        needed = widget.sizeHint()
        return needed.width() > widget.width() or needed.height() > widget.height() + ROUNDING
    if isinstance(widget, QAbstractButton) and widget.text() and not isinstance(widget, Picker | ChipButton):
        words = widget.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, widget.text())
        return words.width() > widget.width() or words.height() > widget.height() + ROUNDING
    if isinstance(widget, QLineEdit):
        return widget.fontMetrics().height() > widget.height()
    return False


def hint_is_cut(widget: QWidget) -> bool:
    if not isinstance(widget, QLineEdit) or widget.text() or isinstance(widget.parentWidget(), QLineEdit):
        return False
    return widget.fontMetrics().horizontalAdvance(widget.placeholderText()) > widget.width()


def is_outside(widget: QWidget) -> bool:
    """Return whether a widget lies outside what holds it; what scrolls up and down may do so there."""
    holder = widget.parentWidget()
    assert holder is not None
    if isinstance(holder.parentWidget(), QAbstractScrollArea):
        return not 0 <= widget.x() <= widget.x() + widget.width() <= holder.width()
    return not holder.rect().contains(widget.geometry())


def scrolls_sideways(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractScrollArea) and (
        widget.horizontalScrollBar().isVisible()
        or (widget.horizontalScrollBar().maximum() > 0 and not isinstance(widget, QPlainTextEdit))
    )


def out_of_sight(gm: GM, name: str) -> bool:
    widget = gm.widget(name)
    holder = widget.parentWidget()
    while holder is not None and holder is not gm.window:
        if not holder.rect().contains(QRect(widget.mapTo(holder, QPoint(0, 0)), widget.size())):
            return True
        holder = holder.parentWidget()
    return not widget.isVisible()


def faults(top: QWidget) -> list[str]:
    """List what is cut off, lies outside or scrolls sideways."""
    checks = {"cut": is_cut, "hint cut": hint_is_cut, "outside": is_outside, "scrolls sideways": scrolls_sideways}
    return [f"{kind}: {called(one)}" for one in shown(top) for kind, check in checks.items() if check(one)]


@pytest.mark.parametrize("system", ["ep2", "kaiser", "ep1"])
def test_nothing_is_cut_off_in_any_size(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = sample(qtbot, tmp_path, system)
    seen: dict[object, list[str]] = {}
    for size in (SMALL, LAPTOP, DESKTOP, LARGE):
        for percent in TEXTS:
            shows(gm, size, percent)
            assert (gm.window.width(), gm.window.height()) == size, (
                f"the window does not become so small at {percent} %"
            )
            seen[size, percent] = [f"out of sight: {name}" for name in ALWAYS if out_of_sight(gm, name)]
            for tab in tabs(gm):
                seen[size, percent, tab] = faults(gm.window)
    assert {where: found for where, found in seen.items() if found} == {}


@pytest.mark.parametrize("which", list(OPENING))
def test_every_dialog_fits_on_a_small_screen(qtbot: QtBot, tmp_path: Path, which: str) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[45], size=SMALL)
    gm.keys("Return")
    for percent in (150, 200):
        shows(gm, SMALL, percent)
        with open_dialog(gm, which) as dialog:
            for _ in range(SETTLING):
                gm.settles()
            least, now = dialog.minimumSizeHint().expandedTo(dialog.minimumSize()), dialog.size()
        assert QSize(*SMALL).expandedTo(now.expandedTo(least)) == QSize(*SMALL), f"at {percent} %"


@pytest.mark.parametrize(("size", "percent"), [((1366, 768), 100), ((1024, 640), 150), ((1366, 768), 200)])
def test_all_that_can_be_set_for_a_kaiser_check_is_seen_at_once(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    gm = sample(qtbot, tmp_path, "kaiser")
    gm.does("roll.toggle_opposed")
    shows(gm, size, percent)
    levels = gm.window.findChild(QWidget, "levels")
    assert levels is not None
    fields = [one for one in levels.findChildren(QSpinBox) if one.isVisible()]
    assert len(fields) == 4
    for one in fields:
        assert one.visibleRegion().boundingRect() == one.rect()
