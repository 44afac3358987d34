"""Rolls are exported and imported in the window."""

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from gm_desk.model.log.export import LogFormat
from gm_desk.ui.log.export import FORMATS, ExportCommands, ExportDialog
from log_window import LogHands

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def rolled(reader: LogHands) -> LogHands:
    """A GM who rolled Guns, secretly, and then Fray."""
    reader.keys("Ctrl+Shift+S")
    for skill in ("Guns", "Fray"):
        reader.prepares(skill)
        reader.keys("Ctrl+Return")
    return reader


def opened(gm: LogHands, form: LogFormat = LogFormat.TEXT) -> ExportDialog:
    gm.keys("Ctrl+Shift+X")
    dialog = gm.dialog(ExportDialog)
    dialog.form.setCurrentIndex(list(FORMATS).index(form))
    return dialog


def finished(gm: LogHands) -> None:
    """Let the slices of an export run."""
    gm.qtbot.waitUntil(lambda: gm.trouble() != "")


def choose(dialog: QFileDialog, path: Path) -> None:
    """Choose a file, as the button of the dialog does."""
    dialog.fileSelected.emit(str(path))
    dialog.done(QFileDialog.DialogCode.Accepted)


def test_the_latest_evening_is_offered_and_shown_without_its_secrets(rolled: LogHands) -> None:
    dialog = opened(rolled)
    assert dialog.scope.currentText().startswith("Latest evening:")
    assert "Fray" in dialog.preview.toPlainText()
    assert "Guns" not in dialog.preview.toPlainText()
    assert dialog.says.text().endswith("Secret rolls are left out.")
    dialog.secrets.setChecked(True)
    assert "Guns" in dialog.preview.toPlainText()


def test_a_recap_goes_without_struck_rolls_unless_they_are_asked_for(rolled: LogHands) -> None:
    rolled.window.log.view.setFocus()
    rolled.window.log.view.setCurrentIndex(rolled.window.log.model.index(0, 0))
    rolled.does("log.strike")
    dialog = opened(rolled, LogFormat.RECAP)
    assert dialog.struck.isVisible()
    assert "Fray" not in dialog.preview.toPlainText()
    assert dialog.says.text().endswith("Secret and struck rolls are left out.")
    dialog.struck.setChecked(True)
    assert "~~" in dialog.preview.toPlainText()
    dialog.struck.setChecked(False)
    dialog.form.setCurrentIndex(list(FORMATS).index(LogFormat.LINES))
    assert dialog.struck.isHidden()
    assert dialog.wanted.struck, "a file to be imported again is complete"


def test_where_there_is_nothing_to_export_the_dialog_says_so(reader: LogHands) -> None:
    dialog = opened(reader)
    assert dialog.says.text().startswith("There are no such rolls.")
    assert not dialog.does.isEnabled()
    assert not dialog.copy.isEnabled()


def test_text_is_copied(rolled: LogHands) -> None:
    dialog = opened(rolled)
    rolled.click(dialog.copy)
    finished(rolled)
    assert rolled.trouble() == "1 roll copied."
    assert "Lao Qing: Fray" in QGuiApplication.clipboard().text()


def test_what_the_filter_shows_is_offered(rolled: LogHands) -> None:
    rolled.keys("Ctrl+L")
    rolled.types("fr")
    dialog = opened(rolled)
    assert dialog.scope.itemText(0) == "What the filter shows"


def test_selected_rolls_are_offered(rolled: LogHands) -> None:
    rolled.window.log.view.selectAll()
    dialog = opened(rolled)
    assert dialog.scope.itemText(0) == "2 selected rolls"


def test_rolls_are_saved_and_imported_again_without_doubles(rolled: LogHands, tmp_path: Path) -> None:
    (does,) = rolled.window.findChildren(ExportCommands)
    dialog = opened(rolled, LogFormat.LINES)
    dialog.secrets.setChecked(True)
    dialog.does.click()
    saving = rolled.dialog(QFileDialog)
    assert saving.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert saving.nameFilters() == ["JSON lines (*.jsonl)"]
    path = tmp_path / "mars.jsonl"
    choose(saving, path)
    finished(rolled)
    assert rolled.trouble() == f"2 rolls exported to {path}."
    path.write_bytes(path.read_bytes() + b"{}\n")
    does.take_in(str(path))
    assert rolled.trouble() == (
        "Nothing new: all 2 rolls are already in the log, not read: line 3: it is not a roll exported by GM Desk."
    )


def test_what_cannot_be_written_or_read_is_said_to_be_so(rolled: LogHands, tmp_path: Path) -> None:
    (does,) = rolled.window.findChildren(ExportCommands)
    opened(rolled).does.click()
    (tmp_path / "folder").touch()
    choose(rolled.dialog(QFileDialog), tmp_path / "folder" / "mars.txt")
    finished(rolled)
    assert rolled.trouble().startswith("The rolls could not be exported to")
    does.take_in(str(tmp_path / "nothing.jsonl"))
    assert "“nothing.jsonl” was not imported: no such file or directory." in rolled.trouble()
