"""File dialogs open where the last one of their kind ended, and never in the current directory."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.ui.widgets.dialogs import folders_of


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
