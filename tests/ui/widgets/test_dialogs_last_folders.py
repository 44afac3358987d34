"""File dialogs open where the last one of their kind ended, and never in the current directory."""

from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.ui.widgets.dialogs import folders_of
from model_makers import ring
from ui_makers import a_roster, sit_down


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def asked(window: QWidget, kind: str, first: str = "") -> QFileDialog:
    dialog = QFileDialog(window)
    folders_of(window).begin(dialog, kind, first)
    return dialog


def place(dialog: QFileDialog) -> Path:
    return Path(dialog.directory().absolutePath())


def test_the_first_of_a_kind_does_not_open_in_the_current_directory(
    window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert place(asked(window, "rolls")) != tmp_path


def test_the_first_of_a_kind_opens_in_the_folder_proposed(window: QWidget, tmp_path: Path) -> None:
    assert place(asked(window, "rosters", str(tmp_path))) == tmp_path


def test_the_next_of_a_kind_opens_where_the_last_one_ended(window: QWidget, tmp_path: Path) -> None:
    chosen, other = tmp_path / "chosen", tmp_path / "other"
    chosen.mkdir()
    other.mkdir()
    asked(window, "rosters", str(other)).fileSelected.emit(str(chosen / "mars.json"))
    assert place(asked(window, "rosters", str(other))) == chosen
    assert place(asked(window, "pictures", str(other))) == other


def test_the_next_of_a_kind_opens_there_after_a_restart_too(qtbot: QtBot, tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    first = sit_down(qtbot, tmp_path / "data", a_roster())
    asked(first.window, "rolls").filesSelected.emit([str(chosen / "evening.md")])
    ring(first.program.session.settings)
    again = sit_down(qtbot, tmp_path / "data")
    assert place(asked(again.window, "rolls")) == chosen
    chosen.rmdir()
    assert place(asked(again.window, "rolls")) in {documents(), Path.home()}, "a folder that is gone is not opened"


DIALOGS = (
    "files.open_roster",
    "files.save_copy",
    "files.import_campaign",
    "exchange.import_characters",
    "roster.choose_portrait",
    "players.choose_picture",
)


def test_no_dialog_opens_in_the_current_directory(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    (tmp_path / "checkout").mkdir()
    monkeypatch.chdir(tmp_path / "checkout")
    gm = sit_down(qtbot, tmp_path / "data", a_roster())
    gm.selects("Lao Qing")
    for action in DIALOGS:
        with subtests.test(action):
            gm.does(action)
            dialog = gm.dialog(QFileDialog)
            assert place(dialog) != tmp_path / "checkout"
            dialog.reject()
            assert not gm.session.settings.state.folders, "no folder was chosen, which the next dialog would open"


def documents() -> Path:
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
