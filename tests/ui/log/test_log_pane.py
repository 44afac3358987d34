from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gm_desk.model.log.cells import LogColumn
from gm_desk.model.log.rows import KIND, RowKind
from gm_desk.ui.log.export import ExportDialog
from log_window import AtLog, LogHands
from ui_makers import GM, a_roster, sit_down, table

pytestmark = pytest.mark.usefixtures("unpainted")


def roll(gm: AtLog, *skills: str) -> None:
    for skill in skills:
        if isinstance(gm, GM):
            gm.click_on(gm.window.stat.skills.view, skill, double=True)
        else:
            gm.prepares(skill)
            gm.keys("Ctrl+Return")


def shown(gm: AtLog) -> list[str]:
    """List what was rolled, as the log shows it."""
    view = gm.window.log.view
    return [line[LogColumn.WHAT] for line in table(view.model())] if view.isVisible() else []


def hint(gm: AtLog) -> str:
    labels = gm.window.log.findChildren(type(gm.window.trouble.says))
    return " ".join(label.text() for label in labels if label.isVisible() and label.wordWrap())


def test_an_empty_log_says_what_will_be_here(reader: LogHands) -> None:
    assert hint(reader) == (
        "Rolls appear here, newest first, and are kept. Open one to add a note, change it or strike it out."
    )


def test_the_newest_roll_stands_first_with_all_its_columns(gm: GM) -> None:
    gm.keys("Ctrl+6")
    roll(gm, "Guns", "Fray")
    first, second = gm.log()
    assert first[1:] == ["Lao Qing", "Fray", "net 0", "TN 60", "44", "★ Critical success", ""]
    assert second[1:] == ["Lao Qing", "Guns", "net −20", "TN 45", "61", "▼ Superior failure", ""]
    assert len(first[0]) == len("21:42")


def test_a_capped_net_is_told_with_its_sum(gm: GM) -> None:
    gm.keys("Ctrl+7", "Ctrl+M")
    gm.types("Smoke -40")
    gm.keys("Return", "Ctrl+Return")
    assert gm.log()[0][3] == "net −60 of −70"


def test_the_filter_finds_words_in_who_and_what(reader: LogHands) -> None:
    roll(reader, "Guns", "Fray", "Guns")
    reader.keys("Ctrl+L")
    reader.types("gu")
    assert shown(reader) == ["Guns", "Guns"]
    reader.types(" qing")
    assert shown(reader) == ["Guns", "Guns"]
    reader.types_over("nobody")
    assert hint(reader) == "No roll matches the filter. Esc shows all rolls again."
    reader.keys("Ctrl+A", "Backspace")
    assert shown(reader) == ["Guns", "Fray", "Guns"]


def test_every_roll_is_there_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[61])
    gm.keys("Return")
    before = gm.log()
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert again.log() == before != []


def test_each_roster_has_a_log_of_its_own(gm: GM) -> None:
    roll(gm, "Guns")
    gm.makes_roster()
    gm.rows.load()
    assert gm.log() == []


def test_a_narrow_log_drops_columns_rather_than_cutting_them(gm: GM) -> None:
    roll(gm, "Guns")
    view = gm.window.log.view
    assert [column for column in LogColumn if view.isColumnHidden(column)] == [LogColumn.NET]
    gm.resizes(1920, 1080)
    assert not any(view.isColumnHidden(column) for column in LogColumn)
    gm.resizes(800, 640)
    gm.window.panes.reveal(gm.window.log)
    assert view.isColumnHidden(LogColumn.NOTE)
    for column in (LogColumn.WHO, LogColumn.WHAT, LogColumn.DICE, LogColumn.VERDICT):
        assert not view.isColumnHidden(column)
    assert sum(view.columnWidth(column) for column in LogColumn) <= view.viewport().width()


def test_the_note_and_the_winner_find_room_in_a_small_window(gm: GM) -> None:
    roll(gm, "Guns")
    gm.resizes(1024, 640)
    view = gm.window.log.view
    assert [LogColumn(column).name for column in LogColumn if view.isColumnHidden(column)] == ["NET"]
    assert sum(view.columnWidth(column) for column in LogColumn) <= view.viewport().width()


def test_no_line_of_the_log_can_be_edited(reader: LogHands) -> None:
    roll(reader, "Guns")
    view = reader.window.log.view
    assert view.editTriggers() == view.EditTrigger.NoEditTriggers


def test_enter_on_the_log_opens_a_roll_and_ctrl_enter_rolls(reader: LogHands) -> None:
    roll(reader, "Guns")
    reader.window.log.view.setFocus()
    reader.window.log.view.setCurrentIndex(reader.rows.index(0, 0))
    reader.keys("Return")
    assert (shown(reader), reader.rows.opened != "") == (["Guns", None], True)
    reader.keys("Ctrl+Return")
    assert shown(reader) == ["Guns", "Guns", None]


def test_rolls_are_exported_from_the_header_too(reader: LogHands) -> None:
    roll(reader, "Guns")
    reader.click(reader.window.log.export)
    assert reader.dialog(ExportDialog).isVisible()


@pytest.mark.parametrize("keys", [("Ctrl+L", "Return"), ("Ctrl+Shift+L",)])
def test_the_keyboard_comes_to_the_log_at_its_first_roll(gm: GM, keys: tuple[str, ...]) -> None:
    roll(gm, "Guns", "Fray")
    view = gm.window.log.view
    gm.keys(*keys)
    assert gm.focused() is view
    (selected,) = view.selectionModel().selectedRows()
    assert (selected, selected.data(KIND)) == (view.currentIndex(), RowKind.ROLL)
