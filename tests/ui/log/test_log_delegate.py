"""How verdicts share the room of a row with what they were before, and with the note."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import structs
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QRegion
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from gm_desk.app import SMALLEST_FONT
from gm_desk.core.drafts.draft import Mode, Side
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import Ep1Damage
from gm_desk.model.item_models import Index
from gm_desk.model.log.cells import LogColumn
from gm_desk.model.log.rows import PAST, WHOLE
from gm_desk.store.journal.entries import Event
from gm_desk.store.state import Theme
from gm_desk.ui.log.log_delegate import LogDelegate
from gm_desk.ui.theme import painting
from gm_desk.ui.theme.painting import dice_width, scaled, width_of
from gm_desk.ui.theme.theme import COMPACT, GAP, current_theme
from gm_desk.ui.theme.verdict_pills import past_width, verdict_width
from log_window import LogHands, show_log
from model_makers import a_roll
from ui_makers import a_roster, sit_down

SIZES = [(1366, 768), (1024, 640)]
LONG = "a note that goes on for longer than there is room at the end of a line"


class Case(NamedTuple):
    """A roll that was judged anew: the place of its difficulty, its first dice, those that stand, what they mean."""

    system: str
    difficulty: int | None
    before: int
    now: int
    words: str
    grade: Grade


CASES = [
    Case("ep1", None, 99, 40, "▲ Excellent success, MoS 40", Grade.EXCELLENT_SUCCESS),
    Case("ep2", 6, 20, 99, "✖ Critical failure", Grade.CRITICAL_FAILURE),
    Case("ep2", 6, 20, 61, "▼ Superior failure", Grade.SUPERIOR_FAILURE),
]


def row_of(gm: LogHands) -> QImage:
    """Paint the newest roll from its verdict to the end of its row."""
    view = gm.window.log.view
    box = view.visualRect(view.model().index(0, LogColumn.VERDICT))
    box.setRight(view.viewport().width())
    return view.viewport().grab(box).toImage().convertToFormat(QImage.Format.Format_RGB32)


def painted(image: QImage, colour: str) -> list[int]:
    """Return, from left to right, where a colour is painted."""
    return [
        x for x in range(image.width()) for y in range(image.height()) if QColor(image.pixel(x, y)).name() == colour
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("note", "selected"), [("", False), (LONG, False), (LONG, True), ("", True)])
def test_the_verdict_that_stands_is_painted_whole_with_a_past_before_it(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], case: Case, note: str, *, selected: bool
) -> None:
    roster = structs.replace(a_roster(), system=case.system)
    gm = show_log(qtbot, tmp_path, roster, dice=[case.before], size=size)
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    if case.difficulty is not None:
        gm.session.drafting.modifiers.set_difficulty(gm.session.document.system.difficulties[case.difficulty].value)
    gm.keys("Ctrl+Return")
    log, view = gm.session.log, gm.window.log.view
    entry = log.page(1)[0].entry
    log.revise(entry, structs.replace(entry, dice={"roll": (case.now,)}, note=note))
    gm.settles()
    index = view.model().index(0, LogColumn.VERDICT)
    assert (index.data(), len(index.data(PAST))) == (case.words, 1)
    if selected:
        view.setCurrentIndex(index)
        gm.settles()
    image = row_of(gm)
    pill = painted(image, current_theme().shades[case.grade].pill)
    assert pill[-1] - pill[0] + 1 == pytest.approx(
        verdict_width(view.font(), case.words), abs=4
    )  # round ends, and the line
    assert pill[0] >= past_width(view.font(), index.data(PAST))


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_pill_on_the_selected_row_has_a_line_around_it(qtbot: QtBot, tmp_path: Path, theme: Theme) -> None:
    gm = show_log(qtbot, tmp_path, a_roster(), dice=[61], theme=theme)
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.keys("Ctrl+Return")
    line, view = current_theme().chosen_line, gm.window.log.view

    def has_line() -> bool:
        image = row_of(gm)
        return any(
            QColor(image.pixel(x, y)).name() == line for x in range(image.width()) for y in range(image.height())
        )

    assert not has_line()
    view.setCurrentIndex(view.model().index(0, 0))
    gm.settles()
    assert has_line()


def test_a_long_note_begins_in_the_room_that_the_verdict_leaves(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_log(qtbot, tmp_path, a_roster(), dice=[20])
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.keys("Ctrl+Return")
    log, view = gm.session.log, gm.window.log.view
    entry, font = log.page(1)[0].entry, scaled(view.font(), COMPACT)
    wide = view.columnWidth(LogColumn.NOTE) + 20
    note = next("m" * count for count in range(200) if width_of(font, "m" * count) > wide)
    log.revise(entry, structs.replace(entry, note=note))
    gm.settles()
    shown = painted(row_of(gm), current_theme().dim)
    start = view.columnViewportPosition(LogColumn.NOTE) - view.columnViewportPosition(LogColumn.VERDICT)
    pill = verdict_width(view.font(), view.model().index(0, LogColumn.VERDICT).data())
    assert pill < shown[0] < start - 10
    assert shown[-1] > view.viewport().width() - view.columnViewportPosition(LogColumn.VERDICT) - 30, "whole"


def test_what_happened_without_a_roll_is_told_across_the_empty_columns(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_log(qtbot, tmp_path, a_roster())
    order = ", ".join(f"Triad mook {number}" for number in range(9))
    gm.session.log.add([structs.replace(a_roll(), request=Event("turn", ("turn 1", order)))])
    gm.settles()
    view = gm.window.log.view
    box = view.visualRect(view.model().index(0, LogColumn.WHAT))
    shown = painted(
        view.viewport().grab(box).toImage().convertToFormat(QImage.Format.Format_RGB32), current_theme().dim
    )
    assert shown[0] > width_of(scaled(view.font(), COMPACT), "turn 1")
    end = box.adjusted(box.width() - 2 * view.fontMetrics().height(), 0, 0, -2)
    image = view.viewport().grab(end).toImage()
    inks = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    assert len(inks) > 1, "it goes on into the next column"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("secret", [False, True])
def test_whom_something_happened_to_is_named_in_full_where_there_is_room(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], *, secret: bool
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=size)
    happened = structs.replace(a_roll(), request=Event("turn", ("turn 1",)), secret=secret)
    named = structs.replace(happened, draft=structs.replace(happened.draft, name="Shoot-out at lock 9"))
    gm.program.session.log.add([named])
    gm.settles()
    view = gm.window.log.view
    index, option = view.model().index(0, LogColumn.WHO), QStyleOptionViewItem()
    delegate = view.itemDelegate()
    assert isinstance(delegate, LogDelegate)
    option.rect, option.font = view.visualRect(index), view.font()
    text = "Shoot-out at lock 9 secret" if secret else "Shoot-out at lock 9"
    assert index.data(WHOLE) == text
    boxes = delegate.event_boxes(option, index)
    assert boxes[LogColumn.WHO].width() >= width_of(scaled(view.font(), COMPACT), text)
    assert boxes[LogColumn.WHAT].left() > boxes[LogColumn.WHO].right()
    assert boxes[LogColumn.WHAT].width() >= width_of(scaled(view.font(), COMPACT), "turn 1")
    assert boxes[LogColumn.WHAT].right() <= view.viewport().width()


def test_the_mark_of_a_secret_line_keeps_its_distance_from_what_follows(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=(1024, 640), points=SMALLEST_FONT * 2)
    happened = structs.replace(a_roll(), request=Event("turn", ("turn 1",)), secret=True)
    named = structs.replace(happened, draft=structs.replace(happened.draft, name="Shoot-out at lock 9"))
    gm.program.session.log.add([named])
    gm.window.panes.reveal(gm.window.log)
    gm.settles()
    drawn = dict[str, QRectF]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        drawn[text] = box
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr("gm_desk.ui.log.log_delegate.write", write)
    view = gm.window.log.view
    view.viewport().grab()
    font = scaled(view.font(), COMPACT)
    assert drawn["turn 1"].left() - drawn["secret"].left() >= width_of(font, "secret") + GAP / 2


def test_the_dice_of_damage_begin_in_the_empty_column_of_the_target(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[tuple[tuple[str, ...], float]]()

    def paint_dice(painter: QPainter, box: QRectF, faces: tuple[str, ...], *, typed: bool = False) -> float:
        del painter, typed
        drawn.append((faces, box.width()))
        return 0

    monkeypatch.setattr("gm_desk.ui.log.log_delegate.paint_dice", paint_dice)
    gm = sit_down(qtbot, tmp_path, structs.replace(a_roster(), system="ep1"), size=(1366, 768))
    damage = structs.replace(a_roll(), request=Ep1Damage("3d10+2+1d10+10"), dice={"rolls": (8, 1, 5, 1)})
    gm.program.session.log.add([a_roll(), damage])
    gm.settles()
    view = gm.window.log.view
    view.viewport().grab()
    assert {len(faces) for faces, _ in drawn} == {2, 4}
    assert all(width >= dice_width(view.font(), faces) - 1 for faces, width in drawn)


def test_what_was_rolled_goes_on_into_the_empty_columns_after_it(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = sit_down(qtbot, tmp_path, structs.replace(a_roster(), system="ep1"), size=(1366, 768))
    test = a_roll()
    thugs = structs.replace(test.draft, weapon="Machine pistol", mode=Mode.ATTACK, opponent=Side(name="Triad mook 3"))
    damage = structs.replace(test, draft=thugs, request=Ep1Damage("2d10"), dice={"rolls": (8, 1)})
    gm.program.session.log.add([damage, structs.replace(test, draft=thugs)])
    gm.settles()
    drawn = list[str]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        font = next(one for one in more if isinstance(one, QFont))
        drawn.append(text if width_of(font, text) <= box.width() else "")
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr("gm_desk.ui.log.log_delegate.write", write)
    view, whole = gm.window.log.view, "Machine pistol vs Triad mook 3"
    view.viewport().grab()
    assert width_of(scaled(view.font(), COMPACT), whole) > view.columnWidth(LogColumn.WHAT)
    assert whole in drawn
    (short,) = {one for one in drawn if one.endswith("… vs Triad mook 3")}
    assert view.columnWidth(LogColumn.WHAT) < width_of(scaled(view.font(), COMPACT), short), "up to the target"


def test_a_target_below_zero_fits_into_its_column(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, structs.replace(a_roster(), system="ep1"), size=(1366, 768))
    gm.program.session.log.add([a_roll()])
    gm.settles()
    view, font = gm.window.log.view, scaled(gm.window.log.view.font(), COMPACT)
    assert view.columnWidth(LogColumn.TARGET) - 6 >= 1.1 * width_of(font, "TN −10"), "in a wider font too"


@pytest.mark.parametrize("size", SIZES)
def test_where_words_go_across_cells_is_worked_out_once_per_row_and_any_part_is_painted_alike(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=size)
    happened = structs.replace(a_roll(), request=Event("turn", ("turn 1", LONG)))
    named = structs.replace(
        happened, draft=structs.replace(happened.draft, name="Shoot-out at lock 9"), note="tell Eva"
    )
    gm.program.session.log.add([a_roll(), structs.replace(a_roll(), note=LONG), named, happened])
    gm.settles()
    port, asked = gm.window.log.view.viewport(), list[int]()
    find = LogDelegate.event_boxes

    def count(delegate: LogDelegate, option: QStyleOptionViewItem, index: Index) -> dict[LogColumn, QRectF]:
        asked.append(index.row())
        return find(delegate, option, index)

    monkeypatch.setattr(LogDelegate, "event_boxes", count)
    once = port.grab().toImage()
    assert len(asked) <= 2  # once for each event
    in_parts = QImage(once.size(), once.format())
    in_parts.fill(port.palette().window().color())
    for left in range(0, port.width(), 97):
        part = QRect(left, 0, 97, port.height())
        port.render(in_parts, part.topLeft(), QRegion(part))
    assert once == in_parts
