from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QTabWidget, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.model.log.cells import LogColumn
from gm_desk.model.scene import scene_edits
from gm_desk.ui.theme.painting import em_of
from gm_desk.ui.window.main_window import MainWindow
from gm_desk.ui.window.panes import LOW, NARROW, SLACK, Arrangement, room_for
from model_makers import a_roll, ring
from thorough import LONG, SHARE
from ui_makers import GM, LAO, a_roster, drag, sit_down

LEAVES: dict[str, Callable[[MainWindow], QWidget]] = {
    "roster": lambda window: window.roster.view.viewport(),
    "scene": lambda window: window.faces.scene.view.viewport(),
    "card": lambda window: window.stat.head,
    "test": lambda window: window.test.net.scale,
    "log": lambda window: window.log.view.viewport(),
}
"""A part of each pane that changes often."""
SIZES = [(1366, 768), (1024, 640), (1920, 1080)]
POINTS = [8.0, 10.0, 15.0, 20.0]


def place_of(gm: GM, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(gm.window, QPoint(0, 0)), widget.size())


def cells_outside(view: QAbstractItemView) -> list[int]:
    """List the rows whose cells are not wholly inside what the view shows."""
    model, shown = view.model(), view.viewport().rect()
    return [row for row in range(model.rowCount()) if not shown.contains(view.visualRect(model.index(row, 0)))]


def in_sight(gm: GM, name: str) -> bool:
    """Return whether a widget lies wholly inside the window and all that holds it."""
    widget = gm.widget(name)
    holder: QWidget | None = widget
    while widget.isVisible() and holder is not None and holder is not gm.window:
        holder = holder.parentWidget()
        if holder is not None and not holder.rect().contains(QRect(widget.mapTo(holder, QPoint(0, 0)), widget.size())):
            return False
    return widget.isVisible()


class Painted(QObject):
    """Whether a widget has been painted since this began to watch it."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.yes = False
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.yes |= event.type() == QEvent.Type.Paint
        return False


@pytest.mark.parametrize("pane", LEAVES)
def test_what_changes_in_a_pane_is_painted_without_what_is_behind_it(qtbot: QtBot, tmp_path: Path, pane: str) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(LAO), size=(1920, 1080))
    gm.program.session.log.add([a_roll()])
    if pane == "scene":
        scene_edits.add_scene(gm.program.session.document, [LAO.id])
        gm.window.faces.show_scene()
    gm.settles()
    part, behind = LEAVES[pane](gm.window), Painted(gm.window)
    here = Painted(part)
    part.repaint()
    assert (here.yes, behind.yes) == (True, False)


@pytest.mark.parametrize(
    ("width", "height", "room"),
    [
        (NARROW, LOW, Arrangement.WIDE),
        (NARROW, LOW - 1, Arrangement.LOW),
        (NARROW - 1, LOW, Arrangement.NARROW),
        (NARROW - 1, LOW - 1, Arrangement.NARROW),
    ],
)
def test_a_narrow_room_has_tabs_and_a_low_one_a_tall_test(width: float, height: float, room: Arrangement) -> None:
    assert room_for(width, height) is room


def test_the_edge_of_the_window_can_be_dragged_to_and_fro_without_a_flicker() -> None:
    assert room_for(NARROW + SLACK - 0.1, LOW + 9, Arrangement.NARROW) is Arrangement.NARROW
    assert room_for(NARROW + SLACK, LOW + 9, Arrangement.NARROW) is Arrangement.WIDE
    assert room_for(NARROW, LOW + SLACK - 0.1, Arrangement.LOW) is Arrangement.LOW
    assert room_for(NARROW, LOW + SLACK, Arrangement.LOW) is Arrangement.WIDE
    assert room_for(NARROW, LOW, Arrangement.WIDE) is Arrangement.WIDE


def test_the_tab_in_front_is_in_front_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=(800, 640))
    gm.keys("F6")
    gm.window.close()
    again = sit_down(qtbot, tmp_path, size=(800, 640))
    assert again.window.stat.isVisible()
    assert not again.window.roster.isVisible()


def test_the_four_panes_lie_as_in_the_drawing(gm: GM) -> None:
    roster, card, test, log = (
        place_of(gm, pane) for pane in (gm.window.roster, gm.window.stat, gm.window.test, gm.window.log)
    )
    assert gm.window.panes.room is Arrangement.WIDE
    assert roster.right() < card.left() < card.right() < test.left()
    assert roster.bottom() == log.bottom() == test.bottom()
    assert test.top() == card.top()
    assert log.top() > card.bottom()
    assert (log.left(), log.right()) == (card.left(), card.right())


def test_a_taller_window_shows_more_of_the_card_and_of_the_log(gm: GM) -> None:
    gm.resizes(1366, 768)
    card, log = gm.window.stat.height(), gm.window.log.height()
    gm.resizes(1366, 1200)
    assert gm.window.stat.height() > card + 100
    assert gm.window.log.height() > log + 100


def test_in_a_low_window_the_test_takes_the_full_height(gm: GM) -> None:
    gm.resizes(1366, 640)
    assert gm.window.panes.room is Arrangement.LOW
    assert place_of(gm, gm.window.test).bottom() == place_of(gm, gm.window.log).bottom()


def test_in_a_narrow_window_all_panes_but_the_test_are_tabs(gm: GM) -> None:
    gm.resizes(800, 640)
    tabs = gm.window.findChild(QTabWidget)
    assert tabs is not None
    assert [tabs.tabText(place) for place in range(tabs.count())] == ["Roster", "Card", "Log"]
    assert gm.window.test.isVisible()


def test_no_splitter_and_no_tab_is_built_while_the_font_is_changing(gm: GM) -> None:
    panes = gm.window.panes
    font = panes.font()
    font.setPointSizeF(3 * font.pointSizeF())
    panes.setFont(font)
    assert (panes.room, gm.window.findChild(QTabWidget)) == (Arrangement.WIDE, None)
    gm.settles()
    assert panes.room is Arrangement.NARROW
    assert gm.window.findChild(QTabWidget) is not None


def test_going_narrow_and_wide_again_keeps_the_focus_and_every_pane(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.resizes(800, 640)
    assert gm.window.test.chips.add.hasFocus()
    gm.resizes(1366, 900)
    assert gm.window.test.chips.add.hasFocus()
    assert all(pane.isVisible() for pane in (gm.window.roster, gm.window.stat, gm.window.test, gm.window.log))


@pytest.mark.parametrize("points", POINTS)
def test_roll_verdict_and_target_are_in_sight_in_every_window_and_font(
    qtbot: QtBot, tmp_path: Path, points: float
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[61], size=SIZES[0], points=points)
    for line in ("Wounds -20", "Smoke -30", "Retry -10", "Teamwork 10", "A rather long reason -10"):
        gm.window.test.chips.add.committed.emit(line)
    gm.keys("Ctrl+6")
    for size in SIZES:
        gm.resizes(*size)
        QApplication.processEvents()
        outside = [name for name in ("rollButton", "verdict", "targetNumber", "diceEdit") if not in_sight(gm, name)]
        assert outside == [], size
        assert (gm.window.width(), gm.window.height()) == size, "the window is as large as the screen lets it be"


@pytest.mark.parametrize("points", POINTS)
def test_after_a_roll_with_much_to_say_roll_verdict_and_target_are_still_in_sight(
    qtbot: QtBot, tmp_path: Path, points: float
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[61], size=(1024, 640), points=points)
    for line in ("Wounds -20", "Smoke -30", "Retry -10", "Teamwork 10"):
        gm.window.test.chips.add.committed.emit(line)
    gm.keys("Return")
    QApplication.processEvents()
    assert gm.window.test.spent.isVisible()
    outside = [name for name in ("rollButton", "verdict", "targetNumber") if not in_sight(gm, name)]
    assert outside == []


@pytest.mark.parametrize(("turn", "points"), list(enumerate([10.0, 15.0, 20.0])))
def test_all_aptitudes_and_skills_lie_inside_their_lists_at_every_width(
    qtbot: QtBot, tmp_path: Path, turn: int, points: float
) -> None:
    """Try a third of the widths with each size of text in an ordinary run, and all of them in a long one."""
    gm = sit_down(qtbot, tmp_path, a_roster(LAO), points=points)
    gm.window.panes.reveal(gm.window.stat)
    outside = {}
    widths = range(700, 1501, 7)
    with gm.unpainted():
        for width in widths if LONG else widths[turn::SHARE]:
            gm.resizes(width, 768)
            gm.window.panes.reveal(gm.window.stat)
            QApplication.processEvents()
            for view in (gm.window.stat.aptitudes, gm.window.stat.skills.view):
                if cells_outside(view):
                    outside[width, view.objectName()] = cells_outside(view)
    assert outside == {}


def test_a_pane_hides_and_comes_back_by_its_key(gm: GM) -> None:
    panes: dict[str, QWidget] = {"F5": gm.window.roster, "F6": gm.window.stat, "F9": gm.window.log}
    for key, pane in panes.items():
        gm.window.test.row.button.setFocus()
        gm.keys(key)
        assert {one for one, other in panes.items() if not other.isVisible()} == {key}
        gm.keys(key)
        assert pane.isVisible(), key


def test_a_hidden_pane_stays_hidden_when_the_window_changes(gm: GM) -> None:
    gm.keys("F9")
    gm.resizes(1366, 600)
    assert not gm.window.log.isVisible()


def test_a_panes_key_brings_its_tab_to_the_front(gm: GM) -> None:
    gm.resizes(800, 640)
    gm.keys("F9")
    assert gm.window.log.isVisible()
    gm.keys("F6")
    assert gm.window.stat.isVisible()
    assert not gm.window.log.isVisible()


def test_escape_brings_a_hidden_roster_back(gm: GM) -> None:
    gm.keys("F5")
    assert not gm.window.roster.isVisible()
    gm.keys("Esc")
    assert gm.window.roster.view.hasFocus()
    assert gm.window.roster.isVisible()


def test_the_sizes_of_each_arrangement_are_kept_for_themselves(gm: GM) -> None:
    drag(gm.window.faces, 90)
    wide = gm.window.faces.width()
    gm.resizes(800, 640)
    drag(gm.window.panes.findChildren(QTabWidget)[0], 30)
    gm.resizes(1366, 768)
    gm.settles()
    assert gm.window.faces.width() == wide


def test_hiding_a_pane_does_not_forget_its_size(gm: GM) -> None:
    drag(gm.window.faces, 90)
    wide = gm.window.faces.width()
    gm.keys("F5")
    gm.resizes(800, 640)
    gm.resizes(1366, 768)
    gm.keys("Esc")
    QApplication.processEvents()
    assert gm.window.faces.width() == wide


def test_the_focus_stays_where_it_is_when_the_panes_become_tabs(gm: GM) -> None:
    gm.window.stat.skills.view.setFocus()
    gm.resizes(800, 640)
    assert gm.window.panes.room is Arrangement.NARROW
    assert gm.focused() is gm.window.stat.skills.view
    assert gm.window.stat.isVisible()


def test_hidden_panes_are_remembered_while_the_program_runs(gm: GM) -> None:
    gm.keys("F9")
    ring(gm.window)
    assert list(gm.program.session.settings.state.window.hidden) == ["log"]
    gm.keys("F9")
    ring(gm.window)
    assert list(gm.program.session.settings.state.window.hidden) == []


def test_a_pane_that_was_hidden_is_hidden_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.keys("F9")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert not again.window.log.isVisible()
    again.keys("F9")
    assert again.window.log.isVisible()


LEADING = {
    "F9": ["Ctrl+L"],
    "F5": ["Ctrl+F", "Ctrl+R", "Ctrl+G"],
    "F6": ["Ctrl+T", "Ctrl+Shift+K", "Shift+F4", "Ctrl+N"],
}
"""Keys that lead into a field of a pane, by the key that hides the pane."""


@pytest.mark.parametrize("width", [1366, 800])
@pytest.mark.parametrize("hides", LEADING)
def test_a_key_that_leads_into_a_hidden_pane_brings_it_back_with_the_caret(gm: GM, hides: str, width: int) -> None:
    pane: QWidget = {"F5": gm.window.roster, "F6": gm.window.stat, "F9": gm.window.log}[hides]
    with gm.unpainted():
        for leads in LEADING[hides]:
            gm.keys(hides)
            assert not pane.isVisible(), leads
            gm.resizes(width, 768)
            gm.keys(leads)
            field = gm.focused()
            assert isinstance(field, QLineEdit), leads
            assert field.isVisible(), leads
            gm.keys("Ctrl+A")
            gm.types("12")
            assert field.text() == "12", leads
            gm.keys("Esc", "Esc", "Esc")
            gm.resizes(1366, 768)
            assert pane.isVisible(), leads


def test_a_narrow_font_leaves_the_panes_beside_each_other(qtbot: QtBot, tmp_path: Path) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    usual = application.font()
    narrow = QFont(usual)
    narrow.setStretch(60)
    assert em_of(narrow) < em_of(usual) == QFontMetrics(usual).height()
    try:
        application.setFont(narrow)
        gm = sit_down(qtbot, tmp_path, a_roster(), size=(860, 640))
        assert gm.window.panes.room is not Arrangement.NARROW
        assert not gm.window.log.view.isColumnHidden(LogColumn.TIME)
    finally:
        application.setFont(usual)
    assert sit_down(qtbot, tmp_path / "usual", a_roster(), size=(860, 640)).window.panes.room is Arrangement.NARROW
