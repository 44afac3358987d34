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
from gm_desk.core.drafts.opponents import defences
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.store.shipped import resource
from gm_desk.ui.help.help_window import topic_of
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.widgets.buttons import CHEVRON_SPACE, Picker
from gm_desk.ui.widgets.labels import ElidedLabel
from gm_desk.ui.widgets.pill import Pill
from gm_desk.ui.widgets.scrolling import FittingScroll, FixedScroll, LineScroll
from gm_desk.ui.window.panes import Arrangement
from ui_makers import GM, a_roster, sit_down

SMALL, LAPTOP, DESKTOP, LARGE = (1024, 640), (1366, 768), (1920, 1080), (3840, 2160)
TEXTS = (80, 100, 150, 200)
LARGER = TEXTS[1:]
ALWAYS = ("rollButton", "verdict")
FRAMED = (1366, 738)
"""The size of a window with a frame on a laptop."""
STANDING = ("abilityName", "opponent", "netSays", "contestOdds", "rollButton", "diceEdit")
"""Parts of an attack that never scroll, in their order from top to bottom."""
CHIPS = ("Wounds -20", "Smoke -30", "A rather long reason -10")
ROUNDING = 1
"""Pixels that a height may miss where the font's is rounded."""


def sample(qtbot: QtBot, folder: Path, system: str) -> GM:
    """Sit down before a sample roster with an opposed test, several modifiers and a roll in the log.

    The window is laid out but not painted: only places and sizes are compared.
    """
    path = folder / f"{system}.json"
    path.write_bytes(resource(f"samples/{system}.json").read_bytes())
    gm = sit_down(qtbot, folder, path, dice=[45] * 20)
    gm.window.setUpdatesEnabled(False)
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


def an_attack(qtbot: QtBot, folder: Path, system: str) -> GM:
    """Sit down before an opposed attack with several modifiers, of somebody who has the most to choose."""
    gm = sample(qtbot, folder, system)
    gm.does("roll.toggle_opposed")
    prepare_attack(gm)
    return gm


def prepare_attack(gm: GM) -> None:
    """Prepare that attack, also after it was rolled."""
    people = gm.session.document.roster.characters
    armed = [(one, attack) for one in people for attack in one.attacks]
    attacker, attack = max(armed, key=lambda pair: (len(pair[1].modes), len(pair[1].range)))
    gm.selects(attacker.name)
    gm.session.drafting.attack(attacker, attack)
    target = next(one for one in people if one.id != attacker.id and one.skills)
    defence = next(iter(defences(gm.session.drafting.draft.ability, target, gm.session.document.system)))
    gm.session.drafting.oppose(target.id, defence)
    for line in CHIPS:
        gm.window.test.chips.add.committed.emit(line)
    gm.settles()


def places(gm: GM) -> dict[str, tuple[int, int]]:
    """Return the place of each standing part in the window."""
    return {name: gm.widget(name).mapTo(gm.window, QPoint(0, 0)).toTuple() for name in STANDING}


def scrolled(gm: GM) -> list[str]:
    """List the areas with the choices and the column of the test that have more than they show."""
    areas = [*gm.window.test.findChildren(FittingScroll), *gm.window.test.findChildren(FixedScroll)]
    return [
        called(area)
        for area in areas
        if area.isVisible() and not isinstance(area, LineScroll) and area.verticalScrollBar().maximum()
    ]


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


@pytest.mark.parametrize("percent", [150, 200])
def test_every_dialog_fits_on_a_small_screen(qtbot: QtBot, tmp_path: Path, percent: int) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[45] * 20, size=SMALL)
    gm.keys("Return")
    shows(gm, SMALL, percent)
    for which in OPENING:
        with open_dialog(gm, which) as dialog:
            for _ in range(SETTLING):
                gm.settles()
            least, now = dialog.minimumSizeHint().expandedTo(dialog.minimumSize()), dialog.size()
        assert QSize(*SMALL).expandedTo(now.expandedTo(least)) == QSize(*SMALL), which


def test_all_that_can_be_set_for_a_kaiser_check_is_seen_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sample(qtbot, tmp_path, "kaiser")
    gm.does("roll.toggle_opposed")
    for size, percent in (((1366, 768), 100), ((1024, 640), 150), ((1366, 768), 200)):
        shows(gm, size, percent)
        levels = gm.window.findChild(QWidget, "levels")
        assert levels is not None
        fields = [one for one in levels.findChildren(QSpinBox) if one.isVisible()]
        assert len(fields) == 4
        for one in fields:
            assert one.visibleRegion().boundingRect() == one.rect(), (size, percent)


@pytest.mark.parametrize("system", ["ep2", "kaiser", "ep1"])
def test_an_attack_stands_whole_on_a_laptop(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = an_attack(qtbot, tmp_path, system)
    for percent in LARGER:
        shows(gm, FRAMED, percent)
        assert [name for name in STANDING if out_of_sight(gm, name)] == [], percent
        assert faults(gm.window.test) == [], percent
        if percent == max(TEXTS):
            assert scrolled(gm) == []


@pytest.mark.parametrize("system", ["ep2", "kaiser"])
def test_the_target_is_as_large_after_other_sizes_as_before(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = an_attack(qtbot, tmp_path, system)
    seen: dict[object, set[float]] = {}
    for size, percent in ((LAPTOP, 100), (LAPTOP, 150), (SMALL, 150), (SMALL, 100), (LAPTOP, 125), (LAPTOP, 100)) * 2:
        shows(gm, size, percent)
        seen.setdefault((size, percent), set()).add(round(gm.widget("targetNumber").font().pointSizeF(), 2))
    assert {where: found for where, found in seen.items() if len(found) > 1} == {}


@pytest.mark.parametrize("system", ["ep2", "ep1"])
def test_choices_and_log_are_laid_out_alike_after_other_sizes_of_text(
    qtbot: QtBot, tmp_path: Path, system: str
) -> None:
    gm = an_attack(qtbot, tmp_path, system)
    gm.does("scene.begin")
    prepare_attack(gm)
    seen = []
    for percents in ((100,), (150, 100, 200, 125, 80, 100)):
        for percent in percents:
            shows(gm, LAPTOP, percent)
        seen.append((gm.window.test.attack.in_line, gm.window.log.filter.geometry(), places(gm)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("system", ["ep2", "kaiser", "ep1"])
def test_the_kind_of_an_opposed_test_is_never_elided(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = an_attack(qtbot, tmp_path, system)
    for percent in (*TEXTS, *reversed(TEXTS)):
        for size in (SMALL, LAPTOP):
            shows(gm, size, percent)
            kind = gm.window.test.opponent.kind
            assert kind.isHidden() or kind.text() == f"Attack{CHEVRON_SPACE}", (size, percent)


@pytest.mark.parametrize("percent", [100, 125, 150])
def test_difficulty_and_modifiers_of_a_group_are_in_sight_on_a_small_screen(
    qtbot: QtBot, tmp_path: Path, percent: int
) -> None:
    gm = sample(qtbot, tmp_path, "kaiser")
    gm.does("roll.toggle_opposed")
    gm.does("roster.select_all")
    shows(gm, SMALL, percent)
    test = gm.window.test
    for part in (test.difficulty, test.chips.add):
        assert part.visibleRegion().boundingRect() == part.rect(), part.objectName()


WALKS = [("ep2", LARGER), ("ep1", LARGER), *(("kaiser", (percent,)) for percent in LARGER)]
"""Systems and sizes of text in one window; a check of Kaiser that waits for more dice needs a window of its own."""


@pytest.mark.parametrize(("system", "percents"), WALKS)
def test_only_choices_and_modifiers_of_an_attack_scroll_on_a_small_screen(
    qtbot: QtBot, tmp_path: Path, system: str, percents: tuple[int, ...]
) -> None:
    gm = an_attack(qtbot, tmp_path, system)
    for percent in percents:
        shows(gm, SMALL, percent)
        before = places(gm)
        assert [name for name in STANDING if out_of_sight(gm, name)] == [], percent
        heights = [y for _, y in before.values()]
        assert heights == sorted(heights), percent
        assert faults(gm.window.test) == [], percent
        gm.click(gm.window.test.row.button)
        gm.window.test.chips.add.committed.emit("Darkness -10")
        for _ in range(SETTLING):
            gm.settles()
        assert places(gm) == before, percent
        gm.keys("Esc")
        prepare_attack(gm)


@pytest.mark.parametrize("system", ["ep2", "ep1"])
def test_choices_in_one_line_are_named_and_chosen(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = an_attack(qtbot, tmp_path, system)
    shows(gm, FRAMED, 200)
    attack = gm.window.test.attack
    shown_pickers = {row: picker for row, picker in attack.pickers.items() if picker.isVisible()}
    assert list(shown_pickers) == ["mode", "range", "cover", "aim"]
    assert not any(row.isVisible() for row in attack.rows.values())
    for row, picker in shown_pickers.items():
        assert picker.accessibleName().startswith(f"{attack.names[row].text()}: ")
        assert topic_of(picker) == topic_of(attack.rows[row].buttons[0])
    cover = shown_pickers["cover"]
    assert cover.text().startswith("Cover")
    before = cover.accessibleName()
    attack.step("cover")
    gm.settles()
    assert cover.accessibleName() != before
    cover.picked.emit("none")
    gm.settles()
    assert cover.accessibleName() == before
    shows(gm, LAPTOP if system == "ep2" else DESKTOP, 100)  # 1e has a row of modes above them
    assert not any(picker.isVisible() for picker in attack.pickers.values())
    assert all(row.isVisible() for row in attack.rows.values())


def test_a_warning_about_ammunition_moves_nothing_where_it_is_beside_the_net(qtbot: QtBot, tmp_path: Path) -> None:
    gm = an_attack(qtbot, tmp_path, "ep2")
    shows(gm, SMALL, 200)
    net, before = gm.window.test.net, places(gm)
    steps = [button.geometry() for button in (net.less, net.more)]
    notice = gm.window.test.attack.notice
    assert net.isAncestorOf(notice)
    gm.window.test.attack.warning.setText("Needs 10, has 2")
    notice.show()
    for _ in range(SETTLING):
        gm.settles()
    assert (places(gm), [button.geometry() for button in (net.less, net.more)]) == (before, steps)
    gm.click(net.less)
    assert gm.reads("netSays") == f"{TRUE_MINUS}60"
    assert gm.widget("netSays").accessibleName().endswith("set by hand")
