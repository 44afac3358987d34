"""Saving a copy: to a chosen file, without changing the roster's own file."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton

from gm_desk.store.rosters.files import read_roster
from ui_makers import GM

pytestmark = pytest.mark.usefixtures("unpainted")


def asked(gm: GM) -> QFileDialog:
    dialog = gm.dialog(QFileDialog)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    return dialog


def answers(gm: GM, path: Path) -> None:
    dialog = asked(gm)
    dialog.fileSelected.emit(str(path))
    dialog.close()
    gm.settles()


def offer(gm: GM) -> QPushButton:
    (button,) = (one for one in gm.window.trouble.findChildren(QPushButton) if one.text() == "Save a copy to…")
    return button


def rosters_in(folder: Path) -> list[Path]:
    """Return the files that may be rosters; what the window remembers is written whenever there is time."""
    return sorted(path for path in folder.rglob("*.json") if path.name != "state.json")


@pytest.mark.parametrize("key", ["F12", "files.save_copy"])
def test_a_copy_is_written_where_one_wants_it_and_work_goes_on_in_the_roster(gm: GM, tmp_path: Path, key: str) -> None:
    own = gm.program.session.path
    before = own.read_bytes()
    gm.window.stat.notes.begin()
    gm.types("Also ")
    if key == "F12":
        gm.keys(key)
    else:
        gm.does(key)
    assert Path(asked(gm).selectedFiles()[0]).name == "mars-copy.json"
    answers(gm, tmp_path / "stick" / "copy.json")
    assert read_roster(tmp_path / "stick" / "copy.json") == gm.roster
    assert own.read_bytes() == before, "that is for its own save"
    assert "Also " in gm.lao.notes
    assert (
        gm.trouble()
        == f"A copy of the roster was saved: {tmp_path / 'stick' / 'copy.json'}. You are still working in {own}."
    )
    assert gm.program.session.path == own
    assert gm.program.session.save()
    assert read_roster(own) == gm.roster


def test_esc_leaves_everything_as_it_is(gm: GM, tmp_path: Path) -> None:
    before = rosters_in(tmp_path)
    gm.keys("F12")
    dialog = asked(gm)
    dialog.reject()
    assert not dialog.isVisible()
    assert (rosters_in(tmp_path), gm.trouble()) == (before, "")


def test_a_copy_that_cannot_be_written_says_why_until_one_can(gm: GM, tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("a file")
    gm.keys("F12")
    answers(gm, tmp_path / "stick" / "copy.json")
    assert gm.trouble().startswith("No copy was saved: ")
    assert "a file is where its folder should be" in gm.trouble()
    gm.keys("F12")
    answers(gm, tmp_path / "copy.json")
    assert gm.trouble().startswith("A copy of the roster was saved")


@pytest.mark.usefixtures("painted")
def test_a_roster_that_cannot_be_saved_offers_a_copy_until_it_can(gm: GM, tmp_path: Path) -> None:
    folder = gm.program.session.path.parent
    away = folder.with_name("unplugged")
    folder.rename(away)
    gm.keys("Ctrl+D", "Esc")
    gm.program.session.save()
    assert "the folder is gone" in gm.trouble()
    gm.click(offer(gm))
    answers(gm, tmp_path / "copy.json")
    assert read_roster(tmp_path / "copy.json") == gm.roster
    assert "the folder is gone" in gm.trouble(), "a copy elsewhere is no save"
    away.rename(folder)
    gm.program.session.save()
    assert not offer(gm).isVisible()
    assert read_roster(gm.program.session.path) == gm.roster


def test_who_closes_with_unsaved_changes_can_save_a_copy_first(gm: GM, tmp_path: Path) -> None:
    folder = gm.program.session.path.parent
    away = folder.rename(folder.with_name("unplugged"))
    gm.keys("Ctrl+D", "Esc")
    gm.window.close()
    question = gm.dialog(QMessageBox)
    next(button for button in question.buttons() if button.text() == "Save a copy to…").click()
    answers(gm, tmp_path / "copy.json")
    assert read_roster(tmp_path / "copy.json") == gm.roster
    assert gm.window.isVisible()
    away.rename(folder)
    assert gm.program.session.save()
