"""Every dialog fits a small window with large text, in all themes, and cuts off none of its words."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSpinBox,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gm_desk.app import SMALLEST_FONT
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.state import Theme
from gm_desk.ui.widgets.labels import ElidedLabel
from ui_makers import GM, saved, sit_down

FRAME = 30
"""The height of a title bar."""
DIALOGS = (
    *("files.new_roster", "files.show_backups", "files.delete_roster"),
    *("window.show_messages", "exchange.paste_stat_block", "exchange.export_characters", "roster.new_npc"),
    *("roster.duplicate_times", "players.set_alias", "scene.set_condition", "scene.edit_conditions"),
    *("combat.against_several", "log.show_statistics", "log.export_rolls", "printing.print_cards"),
    *("printing.print_recap", "settings.show_settings", "settings.set_house_rules", "settings.edit_modifiers"),
    "settings.set_keys",
)
SEEN: tuple[tuple[tuple[int, int], float, Theme, str], ...] = (
    ((1366, 768), 1.5, "dark", "ep2"),
    ((1024, 640), 1.5, "contrast", "ep1"),
    ((1366, 768), 2.0, "contrast", "kaiser"),
    ((1024, 640), 2.0, "light", "ep2"),
)


@pytest.mark.parametrize(("size", "scale", "theme", "system"), SEEN)
def test_every_dialog_fits_and_shows_its_words(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], scale: float, theme: Theme, system: str
) -> None:
    roster = read_sample(system)
    path = saved(tmp_path, roster)
    gm = sit_down(qtbot, tmp_path, path, size=size, points=SMALLEST_FONT * scale, theme=theme, dice=[44] * 9)
    gm.selects(next(one.name for one in roster.characters if one.kind == "npc" and one.attacks))
    wrong: list[str] = []
    for action in DIALOGS:
        gm.does(action)
        for _ in range(3):  # the preview of a print comes, and with it other words
            gm.settles()
        (dialog,) = opened()
        wrong += [f"{action}: {one}" for one in (*oversized(dialog, size), *cut_off(dialog))]
        dialog.close()
        gm.settles()
    assert wrong == []


def opened() -> list[QDialog]:
    windows = QApplication.topLevelWidgets()
    return [one for one in windows if isinstance(one, QDialog) and one.isVisible() and not isinstance(one, QFileDialog)]


def oversized(dialog: QDialog, size: tuple[int, int]) -> list[str]:
    least = dialog.minimumSizeHint()
    tall = max(dialog.height(), least.height()) > size[1] - FRAME
    large = ["larger than the screen"] if tall or max(dialog.width(), least.width()) > size[0] else []
    return [*large, *(["smaller than its parts"] if dialog.size() != dialog.size().expandedTo(least) else [])]


def cut_off(dialog: QDialog) -> list[str]:
    """Name what has not the room that its words need."""
    shown = [part for part in dialog.findChildren(QWidget) if part.isVisibleTo(dialog)]
    return [said for part in shown if (said := lacking(part))]


def lacking(part: QWidget) -> str:
    wide, needed = part.width() + 2, part.sizeHint().width()
    match part:
        case ElidedLabel():
            return ""
        case QLabel() if part.wordWrap():
            return part.text() if part.heightForWidth(part.width()) > part.height() + 1 else ""
        case QLabel() | QPushButton() | QCheckBox() | QRadioButton():
            return part.text() if needed > wide else ""
        case QLineEdit() if isinstance(part.parent(), QSpinBox):
            return ""
        case QComboBox() | QLineEdit():
            return part.accessibleName() or part.objectName() if part.width() < part.fontMetrics().height() * 2 else ""
        case QPlainTextEdit():
            return "small letters" if part.font().pointSizeF() < QApplication.font().pointSizeF() * 0.8 else ""
        case QScrollArea() if part.horizontalScrollBar().maximum():
            return f"{part.accessibleName()} scrolls sideways"
        case QTableView():
            least = min(part.fontMetrics().height() * 6, part.sizeHintForColumn(0))
            return "the first column" if part.columnWidth(0) < least else ""
    return ""


def test_the_fields_of_a_condition_need_no_sideways_scrolling(qtbot: QtBot, tmp_path: Path) -> None:
    gm: GM = sit_down(qtbot, tmp_path, saved(tmp_path, read_sample("ep2")), size=(1024, 640), points=SMALLEST_FONT * 2)
    gm.does("scene.edit_conditions")
    (dialog,) = opened()
    for area in dialog.findChildren(QScrollArea):
        inner = area.widget()
        assert inner is not None
        assert inner.width() <= area.viewport().width()
    dialog.close()


@pytest.mark.parametrize("action_id", ["roster.new_group", "players.set_alias", "roster.duplicate_times"])
def test_a_small_dialog_is_wide_enough_for_its_title(qtbot: QtBot, tmp_path: Path, action_id: str) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"))
    gm.does("roster.select_group")
    gm.does(action_id)
    dialog = gm.dialog(QDialog)
    metrics = dialog.fontMetrics()
    assert dialog.width() > metrics.horizontalAdvance(dialog.windowTitle()) + 8 * metrics.height()
