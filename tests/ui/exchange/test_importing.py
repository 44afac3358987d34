"""Files of characters are read while the window lives, told one by one, and added when the GM says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from drop_makers import drop, files
from exchange_makers import OF_ANOTHER_GAME, pack
from exchange_window import AtExchange
from gm_desk.ui.exchange.importing import ImportReport
from model_makers import ByHand
from ui_makers import names

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture(autouse=True)
def clipboard() -> Iterator[None]:
    yield
    QGuiApplication.clipboard().clear()


@pytest.fixture
def animals(tmp_path: Path) -> Path:
    path = tmp_path / "pack.db"
    path.write_text(pack("Guard Dog", "!Pawn", "Dock Hand"))
    return path


def imports(gm: AtExchange, *paths: Path) -> ImportReport:
    gm.keys("Ctrl+Shift+I")
    dialog = gm.dialog(QFileDialog)
    dialog.filesSelected.emit([str(path) for path in paths])
    dialog.reject()
    report = gm.dialog(ImportReport)
    gm.qtbot.waitUntil(lambda: not report.progress.isVisible())
    return report


def test_files_are_told_and_enter_adds_all_as_one_step(gm: AtExchange, animals: Path) -> None:
    before = gm.roster
    report = imports(gm, animals)
    assert gm.roster is before
    assert names(report.list) == ["Guard Dog", "pack.db, line 2 “Pawn”", "Dock Hand"]
    assert report.says.text() == "2 characters, 1 part not read. Nothing has been added yet."
    assert report.does.text() == "&Add 2 characters"
    QTest.keyClick(report.list, Qt.Key.Key_Return)
    gm.settles()
    assert [one.name for one in gm.roster.characters] == ["Eva", "Lao Qing", "Guard Dog", "Dock Hand", "Triad mook 1"]
    assert gm.trouble() == "2 characters added."
    gm.keys("Ctrl+Z")
    assert gm.roster == before


def test_undo_selects_whom_it_was_before_and_redo_who_is_added(gm: AtExchange, animals: Path) -> None:
    gm.window.roster.select("mook")
    report = imports(gm, animals)
    QTest.keyClick(report.list, Qt.Key.Key_Return)
    gm.settles()
    made = gm.window.roster.selected_ids()
    assert len(made) == 2
    gm.keys("Ctrl+Z")
    assert gm.window.roster.selected_ids() == ["mook"]
    assert gm.session.view.selected == "mook"
    gm.keys("Ctrl+Shift+Z")
    assert gm.window.roster.selected_ids() == made


def test_the_account_says_what_came_in_and_what_was_left_out_and_why(gm: AtExchange, animals: Path) -> None:
    report = imports(gm, animals)
    assert report.account.toPlainText() == (
        "Guard Dog\nFoundry actor (ep2e) from pack.db\n\nImported (2)\n  name: name: “Guard Dog”\n"
        "  system.flex: flex pool 1\n\n"
        "Left out (3)\n  bookkeeping of the program it comes from (3): type, _stats, img"
    )
    QTest.keyClick(report.list, Qt.Key.Key_Down)
    assert report.account.toPlainText().startswith(f"pack.db, line 2 “Pawn”\nNot read: {OF_ANOTHER_GAME}.")
    report.copy.click()
    assert QGuiApplication.clipboard().text().count("Left out (3)") == 2
    QTest.keyClick(report.list, Qt.Key.Key_Escape)
    gm.settles()
    assert len(gm.roster.characters) == 3


def test_the_report_is_searched(gm: AtExchange, animals: Path) -> None:
    report = imports(gm, animals)
    report.filter.setText("dock")
    assert names(report.list) == ["Dock Hand"]
    assert report.account.toPlainText().startswith("Dock Hand")
    assert report.does.text() == "&Add 1 of 2", "whom the filter hides is not added"
    assert "Only listed and ticked characters are added." in report.says.text()
    QTest.keyClick(report.list, Qt.Key.Key_Space)
    assert not report.does.isEnabled()
    report.filter.setText("nothing")
    assert report.account.toPlainText() == ""
    report.filter.setText("")
    assert report.does.text() == "&Add Guard Dog", "a tick stays as it was"
    report.filter.setText("guard")
    QTest.keyClick(report.filter, Qt.Key.Key_Return)
    gm.settles()
    assert [one.name for one in gm.roster.characters if one.id not in {"eva", "lao", "mook"}] == ["Guard Dog"]


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_read(
    gm: AtExchange, animals: Path, tmp_path: Path
) -> None:
    binary = tmp_path / "sound.json"
    binary.write_bytes(b"RIFF\0")
    report = imports(gm, binary, animals)
    assert names(report.list)[0] == "sound.json"
    assert report.account.toPlainText() == "sound.json\nNot read: it is neither text nor JSON."
    assert report.does.text() == "&Add 2 characters"


def test_a_file_with_nothing_in_it_adds_nothing(gm: AtExchange, tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[]")
    report = imports(gm, tmp_path / "empty.json")
    assert not report.does.isEnabled()
    assert names(report.list) == ["empty.json"]
    assert (
        report.says.text()
        == "0 characters, 1 part not read. “empty.json” contains no characters. Nothing has been added yet."
    )


def test_files_are_dropped(gm: AtExchange, animals: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(pack("Third"))
    assert drop(gm.window.stat, files(animals, other))
    report = gm.dialog(ImportReport)
    gm.qtbot.waitUntil(lambda: report.model.rowCount() == 4)
    assert not drop(gm.window.stat, files(tmp_path / "song.mp3"))
    gm.qtbot.waitUntil(lambda: not report.progress.isVisible())


def test_a_thousand_of_one_name_come_in_with_a_name_each(gm: AtExchange, tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    path.write_text(pack(*["Mook"] * 1_000))
    report = imports(gm, path)
    QTest.keyClick(report.list, Qt.Key.Key_Return)
    gm.settles()
    assert len(gm.roster.characters) == 1_003
    assert len({one.name for one in gm.roster.characters}) == 1_003


def test_cancel_stops_reading(gm: AtExchange, tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    path.write_text(pack(*["Mook"] * 500))
    runner = ByHand()
    gm.session.runner = runner
    assert drop(gm.window, files(path))
    report = gm.dialog(ImportReport)
    assert report.progress.isVisible()
    assert not report.does.isEnabled()
    QTest.keyClick(report.list, Qt.Key.Key_Escape)
    assert not report.model.all
    runner.go_on()
    gm.settles()
    assert len(gm.roster.characters) == 3


def test_the_next_file_is_looked_for_where_the_last_one_was(gm: AtExchange, animals: Path) -> None:
    report = imports(gm, animals)
    report.reject()
    gm.settles()
    gm.keys("Ctrl+Shift+I")
    dialog = gm.dialog(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == animals.parent
    dialog.reject()
