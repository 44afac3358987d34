"""The rows of the log under the hand: opening a roll, folding and naming evenings, standing still while one reads."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QSplitter, QStyleOptionViewItem, QToolTip
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.item_models import Index
from gm_desk.model.log.cells import LogColumn
from gm_desk.model.log.rows import ENTRY_ID, FOLDED, KIND, SESSION, RowKind
from gm_desk.model.scene.fight_lines import DUE, note
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.entries import Entry, Override
from gm_desk.store.journal.journal import Journal
from gm_desk.store.shipped import resource
from gm_desk.ui.log.log_delegate import LogDelegate
from gm_desk.ui.log.log_view import EveningMenu, LogView
from gm_desk.ui.theme.theme import current_theme
from log_window import AtLog, LogHands, show_log
from model_makers import HOUR, MINUTE, an_entry, heard
from ui_makers import GM, LEFT, a_roster, colours, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

FRIDAY = 1795200000000


def evenings(*rolls: int) -> list[Entry]:
    """Make evenings a day apart, the latest last, with so many rolls each."""
    return [
        an_entry(
            f"{evening}-{number}", session=f"evening-{evening}", time=FRIDAY + evening * 24 * HOUR + number * MINUTE
        )
        for evening, count in enumerate(rolls)
        for number in range(count)
    ]


def keep(folder: Path, *rolls: int) -> None:
    """Write evenings with so many rolls each into the journal."""
    journal = Journal(Places(folder).journal("mars"))
    journal.add(evenings(*rolls))
    journal.close()


def sit_before(qtbot: QtBot, folder: Path, *rolls: int) -> LogHands:
    keep(folder, *rolls)
    gm = show_log(qtbot, folder, a_roster(), dice=[61, 44, 99, 5])
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.window.log.view.setFocus()
    return gm


def sit_in_a_window_before(qtbot: QtBot, folder: Path, *rolls: int) -> GM:
    keep(folder, *rolls)
    gm = sit_down(qtbot, folder, a_roster(), dice=[61, 44, 99, 5])
    gm.window.log.view.setFocus()
    return gm


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> LogHands:
    """Sit before two rolls of yesterday and three of today."""
    return sit_before(qtbot, tmp_path, 2, 3)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit before the same rolls in the whole window."""
    return sit_in_a_window_before(qtbot, tmp_path, 2, 3)


def rows(gm: AtLog) -> list[str]:
    model = gm.rows
    made = []
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        kind = index.data(KIND)
        made.append(f"# {index.data(SESSION)}" if kind == RowKind.HEADING else index.data(ENTRY_ID) or "details")
    return made


def view_of(gm: AtLog) -> LogView:
    return gm.window.log.view


def current(gm: AtLog) -> str:
    return rows(gm)[view_of(gm).currentIndex().row()]


def goes_to(gm: AtLog, row: int) -> None:
    view_of(gm).setCurrentIndex(gm.rows.index(row, 0))


def clicks(gm: AtLog, row: int, *, x: int = 200, double: bool = False) -> None:
    view = view_of(gm)
    at = QPoint(x, view.visualRect(gm.rows.index(row, 0)).center().y())
    (QTest.mouseDClick if double else QTest.mouseClick)(view.viewport(), LEFT, pos=at)
    gm.settles()


def said_below(gm: AtLog) -> str:
    panel = view_of(gm).panel
    assert panel is not None
    return " ".join(label.text() for label in panel.findChildren(QLabel) if label.isVisible())


@pytest.mark.parametrize("key", ["Return", "Enter", "Space"])
def test_a_key_opens_a_roll_and_closes_it_again(table: LogHands, key: str) -> None:
    goes_to(table, 2)
    table.keys(key)
    assert rows(table)[1:5] == ["1-2", "1-1", "details", "1-0"]
    assert "target 65" in said_below(table)
    table.keys(key)
    assert "details" not in rows(table)
    assert current(table) == "1-1"


def test_a_click_opens_a_roll_and_another_one_closes_it(table: LogHands) -> None:
    clicks(table, 1)
    assert rows(table)[1:3] == ["1-2", "details"]
    clicks(table, 1)
    assert "details" not in rows(table)


def test_a_double_click_on_a_roll_opens_it_as_one_click_does(table: LogHands) -> None:
    clicks(table, 1)
    clicks(table, 1, double=True)
    assert rows(table)[1:3] == ["1-2", "details"]


def test_the_details_are_as_high_as_they_need_and_rows_elsewhere_stay_as_they_are(table: LogHands) -> None:
    view = view_of(table)
    clicks(table, 1)
    heights = [view.rowHeight(row) for row in range(table.rows.rowCount())]
    assert view.panel is not None
    assert heights[2] == view.panel.heightForWidth(view.viewport().width())
    assert {height for row, height in enumerate(heights) if row != 2} == {view.row_height}
    assert view.panel.width() == view.viewport().width()


def test_enter_in_a_field_of_the_details_keeps_them_open_and_escape_goes_back_to_the_roll(table: LogHands) -> None:
    view = view_of(table)
    view.unfold("1-1")
    table.settles()
    assert view.panel is not None
    view.panel.note.setFocus()
    table.keys("Return")
    assert "details" in rows(table)
    table.keys("Esc")
    assert "details" not in rows(table)
    assert (view.hasFocus(), current(table)) == (True, "1-1")


def test_escape_closes_the_roll_and_then_goes_home(window: GM) -> None:
    clicks(window, 1)
    window.keys("Esc")
    assert "details" not in rows(window)
    assert view_of(window).hasFocus()
    window.keys("Esc")
    assert window.window.roster.view.hasFocus()


def test_left_and_right_fold_evenings_and_close_and_open_rolls(table: LogHands) -> None:
    goes_to(table, 0)
    table.keys("Left")
    assert rows(table) == ["# evening-1", "# evening-0", "0-1", "0-0"]
    table.keys("Right")
    assert rows(table)[:2] == ["# evening-1", "1-2"]
    table.keys("Down", "Right")
    assert rows(table)[1:3] == ["1-2", "details"]
    table.keys("Left")
    assert "details" not in rows(table)


def test_the_arrows_walk_past_the_details(table: LogHands) -> None:
    goes_to(table, 1)
    table.keys("Return", "Down")
    assert current(table) == "1-1"
    table.keys("Up", "Up")
    assert current(table) == "# evening-1"


def test_a_click_on_the_triangle_folds_an_evening_which_is_remembered(window: GM, qtbot: QtBot, tmp_path: Path) -> None:
    clicks(window, 0, x=6)
    assert rows(window)[:2] == ["# evening-1", "# evening-0"]
    window.window.close()
    again = sit_down(qtbot, tmp_path)
    assert rows(again)[:2] == ["# evening-1", "# evening-0"]
    clicks(again, 0, x=6)
    assert rows(again)[:2] == ["# evening-1", "1-2"]


def names(gm: AtLog, name: str) -> None:
    """Type a name where the cursor is."""
    focus = gm.focused()
    assert isinstance(focus, QLineEdit)
    focus.selectAll()
    gm.types(name) if name else gm.keys("Backspace")
    gm.keys("Return")


@pytest.mark.usefixtures("painted")
def test_the_filter_is_beside_the_name_of_the_evening_once_that_is_shorter(table: LogHands) -> None:
    goes_to(table, 0)
    before = table.window.log.filter.x()
    table.keys("F2")
    names(table, "Mars")
    assert table.window.log.filter.x() < before
    table.keys("Ctrl+Z")
    table.settles()
    assert table.window.log.filter.x() == before


def test_an_evening_is_named_in_place_undoably_and_an_empty_name_brings_the_day_back(table: LogHands) -> None:
    goes_to(table, 0)
    table.keys("F2")
    editor = table.focused()
    assert isinstance(editor, QLineEdit)
    assert editor.placeholderText() == "Saturday 21 November"
    names(table, " The blackout ")
    heading = table.rows.index(0, 0)
    assert heading.data() == "The blackout"
    assert table.window.log.tonight.text().startswith("The blackout · 3 rolls")
    table.keys("Ctrl+Z")
    assert heading.data() == "Saturday 21 November"
    table.keys("Ctrl+Y")
    clicks(table, 0, double=True)
    names(table, "")
    assert heading.data() == "Saturday 21 November"
    table.keys("Ctrl+Z")
    assert heading.data() == "The blackout"


def test_the_menu_of_a_heading_folds_and_shows_it_alone(table: LogHands) -> None:
    goes_to(table, 0)
    chooses(table, "Fold all &others")
    assert rows(table) == ["# evening-1", "1-2", "1-1", "1-0", "# evening-0"]
    chooses(table, "&Fold\tLeft")
    assert table.rows.index(0, 0).data(FOLDED)
    chooses(table, "&Unfold all")
    assert len(rows(table)) == 7
    chooses(table, "&Only this evening")
    assert rows(table) == ["# evening-1", "1-2", "1-1", "1-0"]


def test_the_menu_of_a_heading_leads_to_its_name(table: LogHands) -> None:
    menu = EveningMenu(table.rows, view_of(table), table.rows.index(4, 0))
    wanted = heard(menu.name_requested)
    next(action for action in menu.actions() if action.text().startswith("&Name")).trigger()
    assert (wanted, current(table)) == ([()], "# evening-0")


def chooses(gm: AtLog, text: str) -> None:
    gm.context_menu(view_of(gm))
    (menu,) = [one for one in view_of(gm).findChildren(QMenu) if one.isVisible()]
    chosen = next(action for action in menu.actions() if action.text() == text)
    menu.hide()
    gm.window.activateWindow()  # drawn offscreen, a popup that is gone stays active
    chosen.trigger()
    QApplication.processEvents()


def test_new_rolls_come_to_the_top_while_the_top_is_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_before(qtbot, tmp_path, 40)
    gm.keys("Ctrl+Return")
    assert view_of(gm).verticalScrollBar().value() == 0
    assert not view_of(gm).newer.isVisible()


def test_what_is_read_further_down_stands_still_and_new_rolls_are_counted(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_before(qtbot, tmp_path, 40)
    view = view_of(gm)
    goes_to(gm, 20)
    before = view.visualRect(gm.rows.index(20, 0)).top()
    gm.keys("Ctrl+Return")
    gm.keys("Ctrl+Return")
    shift = gm.rows.row_of("0-19")
    assert shift is not None
    assert view.visualRect(gm.rows.index(shift, 0)).top() == before
    assert (view.newer.isVisible(), view.newer.text()) == (True, "2 new rolls ↑")
    gm.click(view.newer)
    assert view.verticalScrollBar().value() == 0
    assert not view.newer.isVisible()


def test_a_roll_that_is_open_stands_still_when_others_are_made(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_before(qtbot, tmp_path, 40)
    view = view_of(gm)
    view.unfold("0-39")
    gm.settles()
    panel = view.panel
    gm.keys("Ctrl+Return")
    assert (view.panel, view.newer.text()) == (panel, "1 new roll ↑")
    assert panel is not None
    assert panel.isVisible()


def judged(gm: AtLog, **changes: object) -> None:
    logged = gm.rows.logged("1-2")
    assert logged is not None
    gm.session.log.revise(logged.entry, structs.replace(logged.entry, **changes))


def test_earlier_verdicts_are_said_and_the_gms_own_has_a_pen(table: LogHands) -> None:
    judged(table, dice={"roll": (99,)})
    judged(table, override=Override("Rule zero", Grade.SUCCESS))
    cell = table.rows.index(1, LogColumn.VERDICT)
    assert cell.data() == "✎ ✓ Rule zero"
    spoken = cell.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Verdict your own: Rule zero, before: Superior success, Critical failure"
    judged(table, override=Override("Nothing happens"))
    assert cell.data() == "✎ Nothing happens"


def tip_on(gm: AtLog, row: int, column: LogColumn) -> str:
    view = view_of(gm)
    at = view.visualRect(gm.rows.index(row, column)).center()
    QToolTip.hideText()
    asked = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), asked)
    return QToolTip.text()


def test_what_has_no_room_is_told_whole_in_a_tool_tip(table: LogHands) -> None:
    judged(table, note="a note that is longer than any line has room for, <b>however</b> wide the window of the GM is")
    assert [tip_on(table, 1, column) for column in list(LogColumn)[:-1]] == [""] * (len(LogColumn) - 1)
    assert tip_on(table, 0, LogColumn.TIME) == ""
    told = tip_on(table, 1, LogColumn.NOTE)
    assert told.endswith("wide the window of the GM is")
    assert "<b>" not in told
    judged(table, dice={"roll": (99,)})
    assert tip_on(table, 1, LogColumn.VERDICT) == "✖ Critical failure, before: ▲ Superior success"


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_an_open_roll_is_lent_the_room_it_needs_and_is_seen_whole(gm: GM, size: tuple[int, int]) -> None:
    gm.resizes(*size)
    for _ in range(3):
        gm.keys("Ctrl+Return")
    view = gm.window.log.view
    before = gm.window.log.height()
    view.unfold(view.model().index(2, 0).data(ENTRY_ID))
    gm.settles()
    assert view.panel is not None
    shown = view.viewport().rect()
    assert gm.window.log.height() > before
    assert shown.contains(view.panel.geometry())
    view.fold()
    gm.settles()
    assert gm.window.log.height() == before


def test_a_log_that_was_dragged_while_a_roll_was_open_stays_so(gm: GM) -> None:
    gm.keys("Ctrl+Return")
    view = gm.window.log.view
    view.unfold(view.model().index(0, 0).data(ENTRY_ID))
    gm.settles()
    place = gm.window.log.parentWidget()
    assert place is not None
    splitter = place.parentWidget()
    assert isinstance(splitter, QSplitter)
    splitter.moveSplitter(splitter.sizes()[0] - 20, 1)
    dragged = gm.window.log.height()
    view.fold()
    gm.settles()
    assert gm.window.log.height() == dragged


def test_letters_typed_on_the_rolls_go_on_in_the_filter(reader: LogHands) -> None:
    reader.keys("Ctrl+Return")
    reader.window.log.view.setFocus()
    reader.types("gu")
    assert reader.focused() is reader.window.log.filter
    assert reader.window.log.filter.text() == "gu"


def test_the_keyboard_comes_to_the_first_roll_and_not_to_its_heading(window: GM) -> None:
    goes_to(window, 0)
    window.keys("Ctrl+L", "Return")
    assert current(window) == "1-2"
    assert [index.data(ENTRY_ID) for index in view_of(window).selectionModel().selectedRows()] == ["1-2"]


def test_home_and_end_go_to_the_first_and_the_last_row(table: LogHands) -> None:
    view = view_of(table)
    goes_to(table, 2)
    table.keys("End")
    assert current(table) == "0-0"
    table.keys("Return", "End")
    assert current(table) == "0-0"
    assert view.panel is not None
    table.keys("Home")
    assert current(table) == "# evening-1"


@pytest.mark.usefixtures("painted")
def test_nothing_is_painted_before_the_step_that_makes_a_roll_is_over(reader: LogHands) -> None:
    painted: list[int] = []
    stack, port = reader.session.document.stack, reader.window.log.view.viewport()

    class Watcher(QObject):
        @override
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(stack.count())
            return False

    watcher = Watcher()
    port.installEventFilter(watcher)
    reader.selects("Lao Qing")
    reader.settles()
    painted.clear()
    before = stack.count()
    reader.rolling.roll()
    assert painted == []
    reader.settles()
    assert painted[0] == before + 1
    port.removeEventFilter(watcher)


def seen(gm: GM) -> QImage:
    """Return what is on the screen of the lines of the log."""
    port = view_of(gm).viewport()
    box = QRect(port.mapTo(gm.window, QPoint(0, 0)), port.size())
    return gm.window.screen().grabWindow(gm.window.winId()).toImage().copy(box)


@pytest.mark.usefixtures("painted")
def test_a_roll_paints_its_own_line_and_the_heading_and_no_other_line(
    window: GM, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: set[int] = set()
    paint = LogDelegate.paint_cell

    def counted(self: LogDelegate, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        painted.add(index.row())
        paint(self, painter, option, index, box)

    monkeypatch.setattr(LogDelegate, "paint_cell", counted)
    window.selects("Lao Qing")
    lines: list[set[int]] = []
    for _ in range(4):  # while one of these is painted, the luck in the heading may come and move all lines
        window.window.test.row.roll()
        window.settles()
        lines.append({*painted})
        painted.clear()
    assert {0, 1} in lines
    before = seen(window)
    view_of(window).viewport().update()
    window.settles()
    assert seen(window) == before


@pytest.mark.usefixtures("painted")
def test_lines_that_no_longer_fit_narrow_no_line_and_so_paint_no_other_one(reader: LogHands) -> None:
    view, sizes = view_of(reader), set[tuple[int, int]]()
    line = note(None, DUE, ("goes first",), reader.session.document.house)
    reader.window.log.model.log.add([line])
    reader.settles()
    while not view.verticalScrollBar().maximum():
        assert view.viewport().width() + view.verticalScrollBar().width() == view.width()
        assert current_theme().line not in colours(view.verticalScrollBar())
        sizes.add(view.viewport().size().toTuple())
        reader.window.log.model.log.add([line])
        reader.settles()
    assert len(sizes | {view.viewport().size().toTuple()}) == 1
    assert current_theme().line in colours(view.verticalScrollBar())


def test_a_roll_that_is_selected_stays_so_through_a_search_and_a_fold(reader: LogHands) -> None:
    for _ in range(3):
        reader.rolling.roll()
    model, view = reader.window.log.model, reader.window.log.view
    resets: list[str] = []
    model.modelReset.connect(lambda: resets.append("reset"))
    view.setCurrentIndex(model.index(1, 0))
    entry = view.currentIndex().data(ENTRY_ID)
    model.set_words("lao")
    model.set_words("")
    model.load()
    assert (view.currentIndex().data(ENTRY_ID), resets) == (entry, [])
    assert [index.data(ENTRY_ID) for index in view.selectionModel().selectedRows()] == [entry]


def test_the_count_of_new_rolls_covers_no_roll(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_in_a_window_before(qtbot, tmp_path, 40)
    view = view_of(gm)
    view.verticalScrollBar().setValue(300)
    gm.does("roll.roll")
    gm.settles()
    assert view.newer.isVisible()
    assert not view.isAncestorOf(view.newer)
    assert gm.window.log.isAncestorOf(view.newer)
    at = view.newer.mapTo(gm.window, QPoint(0, view.newer.height()))
    assert at.y() <= view.mapTo(gm.window, QPoint()).y()


def test_closing_a_roll_goes_back_to_the_newest(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_before(qtbot, tmp_path, 40)
    view = view_of(gm)
    goes_to(gm, 20)
    gm.keys("Return")
    gm.settles()
    assert view.verticalScrollBar().value() > 0
    gm.keys("Esc")
    assert view.verticalScrollBar().value() == 0
    assert current(gm) == rows(gm)[20]


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("size", [(1366, 768 - 24), (1024, 640)])
def test_six_rows_are_seen_on_a_laptop_in_the_frame_of_a_window(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int]
) -> None:
    gm = sit_in_a_window_before(qtbot, tmp_path, 40)
    gm.resizes(*size)
    view = view_of(gm)
    seen = [
        row for row in range(12) if view.viewport().rect().contains(view.visualRect(gm.rows.index(row, LogColumn.WHO)))
    ]
    assert len(seen) >= 6


@pytest.mark.usefixtures("painted")
def test_the_time_stays_at_1024_pixels(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_in_a_window_before(qtbot, tmp_path, 3)
    gm.resizes(1024, 640)
    assert not view_of(gm).isColumnHidden(LogColumn.TIME)
    assert not view_of(gm).isColumnHidden(LogColumn.NOTE)


@pytest.mark.parametrize(
    ("system", "size", "points"),
    [
        ("ep2", (1024, 640), 10.0),
        ("ep2", (1024, 640), 15.0),
        ("ep2", (1366, 768), 20.0),
        ("kaiser", (1366, 768), 10.0),
        ("kaiser", (1024, 640), 15.0),
        ("kaiser", (1366, 768), 20.0),
    ],
)
def test_an_opened_roll_is_seen_whole_with_large_text_in_every_system(
    qtbot: QtBot, tmp_path: Path, system: str, size: tuple[int, int], points: float
) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(resource(f"samples/{system}.json").read_bytes())
    gm = sit_down(qtbot, tmp_path / "data", path, size=size, points=points, dice=[4, 3, 2] * 9)
    gm.session.drafting.choose(
        gm.session.view.selected, AbilityKind.SKILL, gm.character(gm.session.view.selected).skills[0].id
    )
    gm.does("roll.roll")
    gm.window.panes.reveal(gm.window.log)
    gm.settles()
    view = gm.window.log.view
    view.unfold(view.model().index(0, 0).data(ENTRY_ID))
    for _ in range(5):
        gm.settles()
    panel = view.panel
    assert panel is not None
    assert view.row_height + panel.height() <= view.viewport().height()
    assert panel.details.width() >= panel.details.minimumSizeHint().width()
