"""Characters leave as files or on the clipboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from exchange_window import AtExchange
from gm_desk.store.exchange.exporting import ExportFormat, spelt
from gm_desk.ui.exchange.exporting import CharacterExportDialog

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture(autouse=True)
def clipboard() -> Iterator[None]:
    yield
    QGuiApplication.clipboard().clear()


def copied() -> str:
    return QGuiApplication.clipboard().text()


def spelt_as(gm: AtExchange, shape: ExportFormat, *ids: str) -> str:
    """Return characters as the program spells them."""
    document = gm.session.document
    found = [one for one in document.roster.characters if one.id in ids]
    return spelt(found, document.system, shape).decode()


def exports(gm: AtExchange, form: int, path: Path) -> None:
    gm.keys("Ctrl+Shift+F")
    dialog = gm.dialog(CharacterExportDialog)
    dialog.form.setCurrentIndex(form)
    QTest.keyClick(dialog.preview, Qt.Key.Key_Return)
    chooser = gm.dialog(QFileDialog)
    chooser.fileSelected.emit(str(path))
    chooser.reject()
    gm.settles()


def test_the_file_dialog_says_which_files_it_lists_and_suggests_a_name(gm: AtExchange) -> None:
    gm.selects("Lao Qing")
    gm.keys("Ctrl+Shift+F")
    gm.dialog(CharacterExportDialog).does.click()
    chooser = gm.dialog(QFileDialog)
    assert chooser.nameFilters() == ["Markdown (*.md)"]
    assert Path(chooser.selectedFiles()[0]).name == "lao-qing.md"
    chooser.reject()


def triad(gm: AtExchange) -> None:
    gm.selects("Lao Qing")
    gm.does("roster.select_group")


def test_the_card_is_copied_as_text_with_the_damage_there_is_now(gm: AtExchange) -> None:
    gm.selects("Lao Qing")
    gm.window.edits.health.suffer(["lao"], "damage", "7")
    gm.keys("Ctrl+C")
    assert copied() == spelt_as(gm, ExportFormat.PLAIN, "lao")
    assert "Damage: 7" in copied()
    assert gm.trouble() == "Lao Qing copied."
    gm.keys("Ctrl+Shift+C")
    assert copied() == spelt_as(gm, ExportFormat.MARKDOWN, "lao")


def test_everybody_who_is_selected_is_copied(gm: AtExchange) -> None:
    triad(gm)
    gm.does("exchange.copy_markdown")
    assert copied() == spelt_as(gm, ExportFormat.MARKDOWN, "lao", "mook")
    assert gm.trouble() == "2 characters copied."


def test_one_file_for_all(gm: AtExchange, tmp_path: Path) -> None:
    triad(gm)
    exports(gm, 2, tmp_path / "all.json")
    assert (tmp_path / "all.json").read_text("utf-8") == spelt_as(gm, ExportFormat.ROSTER, "lao", "mook")
    assert gm.trouble() == f"2 characters exported to {tmp_path / 'all.json'}."


def test_a_file_for_each_where_the_shape_is_one_actors(gm: AtExchange, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "lao-qing.json").write_text("mine")
    triad(gm)
    exports(gm, 3, folder)
    assert sorted(path.name for path in folder.glob("*.json")) == [
        "lao-qing-2.json",
        "lao-qing.json",
        "triad-mook-1.json",
    ]
    assert (folder / "lao-qing.json").read_text() == "mine"
    assert (folder / "lao-qing-2.json").read_text("utf-8") == spelt_as(gm, ExportFormat.EP2E, "lao")
    assert gm.trouble() == (
        f"2 characters exported to {folder}. A file of that name was in the folder already; "
        "the new one is “lao-qing-2.json”."
    )


def test_the_dialog_previews_and_copies(gm: AtExchange) -> None:
    gm.selects("Eva")
    gm.does("exchange.export_characters")
    dialog = gm.dialog(CharacterExportDialog)
    assert dialog.preview.toPlainText() == spelt_as(gm, ExportFormat.MARKDOWN, "eva")
    dialog.form.setCurrentIndex(4)
    assert dialog.preview.toPlainText() == spelt_as(gm, ExportFormat.ECLIPSEPHASE, "eva")
    dialog.copy.click()
    assert copied() == spelt_as(gm, ExportFormat.ECLIPSEPHASE, "eva")


def test_a_place_that_takes_nothing_is_told(gm: AtExchange, tmp_path: Path) -> None:
    (tmp_path / "all.md").mkdir()
    exports(gm, 0, tmp_path / "all.md")
    assert gm.trouble().startswith(f"Nothing was exported to {tmp_path / 'all.md'}: ")
