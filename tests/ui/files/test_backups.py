"""The backups of a roster, looked through and restored by a GM; and the one that stands in for a damaged file."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gm_desk.model.roster import edits
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.backups import backups_in
from gm_desk.store.rosters.files import read_roster
from gm_desk.ui.files.backups import BackupsDialog
from gm_desk.ui.widgets.dialogs import TextDialog
from ui_makers import GM, a_roster, left_at, names, saved, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def gm(whole: GM) -> GM:
    """Open a window of its own, whose backups are damaged."""
    return whole


def change(gm: GM) -> None:
    """Let Lao Qing be called Lao, and be saved."""
    edits.rename_character(gm.program.session.document, "lao", "Lao")
    assert gm.program.session.save()


def opened(gm: GM) -> BackupsDialog:
    gm.does("files.show_backups")
    return gm.dialog(BackupsDialog)


def offer(gm: GM, text: str) -> QPushButton | None:
    """Return a button of the trouble bar, if it is shown."""
    buttons = gm.window.trouble.findChildren(QPushButton)
    return next((one for one in buttons if one.text().replace("&", "") == text and one.isVisible()), None)


def test_without_backups_it_is_said_how_there_will_be_some(gm: GM) -> None:
    gm.makes_roster("Venus")
    gm.does("files.show_backups")
    said = gm.dialog(TextDialog)
    assert "no backups of this roster yet" in said.text.toPlainText()
    assert "after a quarter of an hour of work" in said.text.toPlainText()
    QTest.keyClick(said.text, Qt.Key.Key_Escape)
    assert not said.isVisible()


def test_a_backup_shows_what_changed_since_and_what_it_holds(gm: GM) -> None:
    change(gm)
    dialog = opened(gm)
    assert dialog.list.count() == 1
    assert dialog.list.item(0).text().endswith("kB")
    text = dialog.holds.toPlainText()
    assert "Lao Qing: name “Lao Qing” → “Lao”" in text
    assert "Triad mook 1: Guns 40" in text
    assert dialog.holds.isReadOnly()


def test_enter_restores_and_undo_takes_it_back(gm: GM) -> None:
    change(gm)
    dialog = opened(gm)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    gm.settles()
    assert gm.lao.name == "Lao Qing"
    assert "Undo brings back" in gm.trouble()
    assert gm.program.session.save()
    assert read_roster(gm.program.session.path).character("lao") == gm.lao
    gm.keys("Ctrl+Z")
    assert gm.lao.name == "Lao"


def test_escape_leaves_everything_as_it_is(gm: GM) -> None:
    change(gm)
    dialog = opened(gm)
    QTest.keyClick(dialog.list, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert gm.lao.name == "Lao"


def test_a_damaged_backup_says_why_and_cannot_be_restored(gm: GM) -> None:
    change(gm)
    edits.rename_character(gm.program.session.document, "lao", "Qing")
    gm.program.session.save()
    gm.program.session.backups.back_up_file()
    newest = backups_in(gm.program.session.places.backups_of("mars"))[0]
    newest.path.write_text("{\n")
    dialog = opened(gm)
    assert dialog.holds.toPlainText().startswith("It cannot be read: it is not complete JSON (line 2).")
    assert str(newest.path) in dialog.holds.toPlainText()
    assert not dialog.does.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert (dialog.isVisible(), gm.lao.name) == (True, "Qing")
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.does.isEnabled()
    assert "Lao Qing: name “Lao Qing” → “Qing”" in dialog.holds.toPlainText()


def test_a_backup_is_read_when_it_is_looked_at_and_once(gm: GM) -> None:
    change(gm)
    gm.program.session.backups.back_up_file()
    dialog = opened(gm)
    assert dialog.list.count() == 2
    for backup in backups_in(gm.program.session.places.backups_of("mars")):
        backup.path.write_text("{")
    first = dialog.holds.toPlainText()
    dialog.list.setCurrentRow(1)
    assert "It cannot be read" in dialog.holds.toPlainText()
    dialog.list.setCurrentRow(0)
    assert dialog.holds.toPlainText() == first


def test_where_nothing_can_be_kept_the_dialog_says_so_and_restores_nothing(gm: GM) -> None:
    change(gm)
    dialog = opened(gm)
    gm.program.session.path.unlink()
    gm.program.session.path.mkdir()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert "It was not restored: " in dialog.says.text()
    assert gm.lao.name == "Lao"


def test_a_roster_that_is_read_only_can_be_compared_and_not_restored(gm: GM) -> None:
    change(gm)
    gm.program.session.document.read_only = "this roster can only be read"
    dialog = opened(gm)
    assert "Lao Qing: name" in dialog.holds.toPlainText()
    assert not dialog.does.isEnabled()
    assert dialog.says.text() == "This roster can only be read."


def test_the_dialog_fits_into_a_small_window(gm: GM) -> None:
    gm.resizes(1024, 640)
    change(gm)
    dialog = opened(gm)
    assert dialog.width() <= 1024
    assert dialog.height() <= 640


# --- Copies of the log -----------------------------------------------------------------------------------------------


def test_a_copy_of_the_log_gives_back_the_rolls_that_are_missing(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster(), dice=(61, 44))
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Return", "Return")
    gm.window.close()
    gm.program.session.log.journal.close()
    Places(tmp_path).journal("mars").unlink()
    again = sit_down(qtbot, tmp_path, dice=(99,))
    again.click_on(again.window.stat.skills.view, "Guns")
    again.keys("Return")
    assert [line[5] for line in again.log()] == ["99"]
    dialog = opened(again)
    logs = [row for row in range(dialog.list.count()) if ", log" in dialog.list.item(row).text()]
    dialog.list.setCurrentRow(logs[0])
    assert dialog.holds.toPlainText().startswith("A copy of the log, with 2 rolls.\n")
    assert dialog.holds.toPlainText().endswith("The log has 1 roll now.")
    assert "Nothing in the log is removed" in dialog.says.text()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    again.settles()
    assert again.trouble() == "2 rolls restored to the log."
    again.program.log.load()
    assert sorted(line[5] for line in again.log() if line[5]) == ["44", "61", "99"]
    dialog = opened(again)
    dialog.list.setCurrentRow(logs[0])
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    again.settles()
    assert again.trouble() == "The log already has all of its rolls."


def test_a_copy_of_the_log_counts_its_rolls_as_the_log_does(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster(), dice=(61, 44))
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Return", "Return", "Ctrl+Z", "Shift+F4")
    gm.types("5")
    gm.keys("Return")
    assert [line[2] for line in gm.log()] == ["5 damage", "Guns", "Guns"]
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    dialog = opened(again)
    logs = [row for row in range(dialog.list.count()) if ", log" in dialog.list.item(row).text()]
    dialog.list.setCurrentRow(logs[0])
    assert dialog.holds.toPlainText().startswith("A copy of the log, with 1 roll.\n")
    assert dialog.holds.toPlainText().endswith("The log has 1 roll now.")


# --- Damaged files ---------------------------------------------------------------------------------------------------


def button_of(gm: GM) -> QPushButton:
    """Return the button that opens the backup on offer."""
    button = offer(gm, "Open the backup")
    assert button is not None
    return button


def torn(qtbot: QtBot, folder: Path) -> Path:
    """Save a roster twice, and tear its file."""
    gm = sit_down(qtbot, folder, a_roster())
    change(gm)
    path = gm.program.session.path
    gm.window.close()
    path.write_bytes(path.read_bytes()[:400])
    return path


def test_the_backup_of_a_torn_file_is_one_click_away(qtbot: QtBot, tmp_path: Path) -> None:
    path = torn(qtbot, tmp_path)
    content = path.read_bytes()
    gm = sit_down(qtbot, tmp_path, path)
    assert "There is a backup of it: " in gm.trouble()
    button = offer(gm, "Open the backup")
    assert button is not None
    gm.click(button)
    assert gm.lao.name == "Lao"
    assert (gm.program.session.path, read_roster(path)) == (path, gm.roster)
    assert "is kept in" in gm.trouble()
    assert offer(gm, "Open the backup") is None
    kept = backups_in(Places(tmp_path).backups_of("mars"))
    assert [one.path.read_bytes() for one in kept if one.damage] == [content]


def test_of_a_file_that_is_gone_it_is_not_said_to_be_kept(qtbot: QtBot, tmp_path: Path) -> None:
    path = torn(qtbot, tmp_path)
    path.unlink()
    gm = sit_down(qtbot, tmp_path, path)
    gm.click(button_of(gm))
    assert gm.lao.name == "Lao"
    assert "The backup is open" in gm.trouble()
    assert "kept" not in gm.trouble()


def test_what_cannot_be_put_aside_is_said_to_be_there_still(qtbot: QtBot, tmp_path: Path) -> None:
    path = torn(qtbot, tmp_path)
    content, folder = path.read_bytes(), Places(tmp_path).backups_of("mars")
    gm = sit_down(qtbot, tmp_path, path)
    button = button_of(gm)
    folder.rename(folder.with_name("hidden"))
    folder.write_text("no folder")
    gm.click(button)
    assert gm.lao.name == "Lao"
    assert path.read_bytes() == content
    assert "nothing has been saved over it" in gm.trouble()
    folder.unlink()
    assert gm.program.session.save()


def test_no_backup_is_offered_where_there_is_none(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "torn.json"
    path.write_text("{")
    gm = sit_down(qtbot, tmp_path, path)
    assert "torn.json" in gm.trouble()
    assert offer(gm, "Open the backup") is None


def test_all_that_could_not_be_read_can_be_shown(qtbot: QtBot, tmp_path: Path) -> None:
    path = saved(tmp_path, a_roster())
    raw = json.loads(path.read_bytes())
    raw["characters"][1]["number"], raw["characters"][2] = 0, "<b>mook</b>"
    path.write_text(json.dumps(raw))
    gm = sit_down(qtbot, tmp_path, path)
    assert names(gm.window.roster.view) == ["Players", "Eva", "Dockside Triad"]
    button = offer(gm, "Show all")
    assert button is not None
    gm.click(button)
    said = gm.dialog(TextDialog)
    assert said.text.toPlainText().splitlines() == [
        "Character 2 “Lao Qing”, number: the number is below 1.",
        "Character 3: this is not in the shape of a character.",
    ]


@pytest.mark.parametrize("keys", ["Ctrl+N", "Ctrl+G"])
def test_a_newer_roster_is_shown_and_never_changed(qtbot: QtBot, tmp_path: Path, keys: str) -> None:
    path = saved(tmp_path, a_roster())
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"format": 7}))
    content = path.read_bytes()
    gm = sit_down(qtbot, tmp_path, path)
    assert "newer GM Desk" in gm.trouble()
    gm.keys(keys)
    assert gm.roster.characters == a_roster().characters
    gm.window.close()
    assert path.read_bytes() == content
