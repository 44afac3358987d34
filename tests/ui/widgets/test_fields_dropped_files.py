"""A file that falls on a field of text is never typed into it, whatever field that is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from dialog_makers import OPENING, open_dialog
from drop_makers import drop, files
from gm_desk.ui.widgets.text_input import edit_at
from ui_makers import GM, LAO

Field = QLineEdit | QPlainTextEdit | QTextEdit


def fields_of(window: QWidget) -> Iterator[Field]:
    fields: list[Field] = [*window.findChildren(QLineEdit), *window.findChildren(QPlainTextEdit)]
    fields += window.findChildren(QTextEdit)
    yield from (field for field in fields if not field.isReadOnly())


def read(field: Field) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


def taken_in(window: QWidget, data: QMimeData) -> list[str]:
    """Return the fields that take what is dropped on them for text."""
    found = []
    for field in fields_of(window):
        before = read(field)
        drop(field if isinstance(field, QLineEdit) else field.viewport(), data)
        if read(field) != before:
            found.append(field.accessibleName() or field.objectName() or type(field).__name__)
    return found


@pytest.fixture
def song(tmp_path: Path) -> QMimeData:
    path = tmp_path / "song.mp3"
    path.touch()
    return files(path)


def test_no_field_of_the_window_takes_a_file_for_text(gm: GM, song: QMimeData) -> None:
    gm.window.stat.notes.begin()
    assert len(list(fields_of(gm.window))) > 20
    assert taken_in(gm.window, song) == []
    assert gm.lao == LAO


def test_no_field_of_a_dialog_takes_a_file_for_text(gm: GM, song: QMimeData) -> None:
    gm.does("roster.save_template")
    for which in OPENING:
        with open_dialog(gm, which) as dialog:
            assert taken_in(dialog, song) == [], which


def test_no_editor_in_a_list_takes_a_file_for_text(gm: GM, song: QMimeData) -> None:
    view = gm.window.stat.skills.view
    before = set(fields_of(gm.window))
    edit_at(view, view.model().index(0, 0))
    assert set(fields_of(gm.window)) > before
    assert taken_in(gm.window, song) == []


def test_words_that_are_dragged_still_fall_into_a_field(gm: GM) -> None:
    words = QMimeData()
    words.setText("Wants the harbour. ")
    gm.window.stat.notes.begin()
    drop(gm.window.stat.notes.edit.viewport(), words)
    assert "Wants the harbour." in gm.window.stat.notes.edit.toPlainText()
    drop(gm.window.roster.filter, words)
    assert gm.window.roster.filter.text() == "Wants the harbour. "
