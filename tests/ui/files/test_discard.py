"""Rosters that are wanted no longer: deleted to the backups and brought back, or forgotten, each with a way back."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from gm_desk.store.disk.locks import HeldLock, take, this_process
from gm_desk.ui.files.discard import BringBackDialog
from ui_makers import GM, a_roster, saved, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

DELETE, BACK, FORGET = "files.delete_roster", "files.bring_back_roster", "files.forget_recent"


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    """Have Mars open, with a roll, and Venus before it."""
    made = sit_down(qtbot, tmp_path, a_roster(roster_id="venus", name="Venus"), dice=(61,))
    assert made.program.session.open_roster(saved(tmp_path, a_roster()))
    made.selects("Lao Qing")
    made.click_on(made.window.stat.skills.view, "Guns")
    made.keys("Return")
    return made


def answers(gm: GM, text: str) -> None:
    question = gm.dialog(QMessageBox)
    (button,) = [one for one in question.findChildren(QPushButton) if one.text() == text]
    button.click()
    gm.settles()


def undo(gm: GM) -> QPushButton | None:
    found = gm.window.trouble.findChildren(QPushButton)
    return next((one for one in found if one.text() == "&Undo" and one.isVisible()), None)


def listed(gm: GM) -> list[str]:
    return [one.name for one in gm.program.session.settings.state.recent]


def rolls(gm: GM) -> list[str]:
    gm.program.log.load()
    return [line[5] for line in gm.log()]


# --- Deleting --------------------------------------------------------------------------------------------------------


def test_a_roster_is_deleted_to_the_backups_and_another_is_opened(gm: GM) -> None:
    path, places = gm.program.session.path, gm.program.session.places
    gm.does(DELETE)
    answers(gm, "Delete roster")
    assert (gm.roster.name, path.exists(), places.journal("mars").exists()) == ("Venus", False, False)
    assert listed(gm) == ["Venus"]
    (copy,) = places.backups_of("mars").glob("*.gmdesk")
    assert gm.trouble() == f"“Mars” was deleted. A copy is kept in {copy}."


def test_undo_brings_it_back_with_its_log(gm: GM) -> None:
    before = gm.roster
    gm.does(DELETE)
    answers(gm, "Delete roster")
    button = undo(gm)
    assert button is not None
    gm.click(button)
    assert (gm.roster, rolls(gm), gm.trouble()) == (before, ["61"], "“Mars” is back.")
    assert undo(gm) is None


def test_enter_and_escape_delete_nothing(gm: GM) -> None:
    path = gm.program.session.path
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        gm.does(DELETE)
        question = gm.dialog(QMessageBox)
        assert (question.text(), question.textFormat()) == ("Delete “Mars” and its log?", Qt.TextFormat.PlainText)
        assert str(path) in question.informativeText()
        QTest.keyClick(question, key)
        gm.settles()
        assert (gm.roster.name, path.exists()) == ("Mars", True)


def test_what_was_deleted_long_ago_is_listed_and_comes_back(gm: GM, qtbot: QtBot, tmp_path: Path) -> None:
    gm.does(DELETE)
    answers(gm, "Delete roster")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    again.does(BACK)
    dialog = again.dialog(BringBackDialog)
    assert [dialog.list.item(row).text()[:7] for row in range(dialog.list.count())] == ["Mars – "]
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    again.settles()
    assert (again.roster.name, rolls(again)) == ("Mars", ["61"])
    again.does(BACK)
    assert again.trouble() == "No deleted roster is among the backups."


def test_the_last_roster_gives_way_to_an_empty_one(gm: GM) -> None:
    for _ in range(2):
        gm.does(DELETE)
        answers(gm, "Delete roster")
    assert (gm.roster.name, gm.roster.characters, listed(gm)) == ("My campaign", (), [])
    gm.does(DELETE)
    answers(gm, "Delete roster")
    assert "was not deleted: it has no file yet" in gm.trouble()


def test_where_no_copy_can_be_made_nothing_is_deleted(gm: GM) -> None:
    path, places = gm.program.session.path, gm.program.session.places
    folder = places.backups_of("mars")
    folder.rename(folder.with_name("away"))
    folder.write_text("no folder")
    gm.does(DELETE)
    answers(gm, "Delete roster")
    assert "“Mars” was not deleted: " in gm.trouble()
    assert (gm.roster.name, path.exists(), places.journal("mars").exists()) == ("Mars", True, True)


def test_a_roster_that_can_only_be_read_is_not_deleted(gm: GM) -> None:
    gm.program.session.document.set_read_only("this roster is open in another window")
    gm.does(DELETE)
    assert gm.trouble() == "“Mars” cannot be deleted: this roster is open in another window."


def test_what_another_window_has_opened_meanwhile_is_not_deleted(gm: GM, monkeypatch: pytest.MonkeyPatch) -> None:
    session = gm.program.session
    path, another = session.path, session.open_another
    held: list[HeldLock] = []

    def taken() -> bool:
        done = another()
        found = take(session.places.lock("mars"), this_process(0))
        assert isinstance(found, HeldLock)
        held.append(found)
        return done

    monkeypatch.setattr(session, "open_another", taken)
    gm.does(DELETE)
    answers(gm, "Delete roster")
    assert f"is open in another GM Desk window (process {os.getpid()})" in gm.trouble()
    assert path.exists()
    held[0].release()


# --- Forgetting ------------------------------------------------------------------------------------------------------


def test_the_list_is_forgotten_but_for_the_open_roster_and_comes_back_with_undo(gm: GM) -> None:
    venus = gm.program.session.places.whole(gm.program.session.settings.state.recent[1].path)
    gm.does(FORGET)
    question = gm.dialog(QMessageBox)
    assert question.text() == "1 other roster is listed as recent. Forget it?"
    assert {one.text() for one in question.findChildren(QPushButton)} == {"Forget all", "Cancel"}
    answers(gm, "Forget all")
    assert (listed(gm), venus.is_file(), gm.trouble()) == (["Mars"], True, "1 roster was forgotten.")
    button = undo(gm)
    assert button is not None
    gm.click(button)
    assert (listed(gm), gm.trouble()) == (["Mars", "Venus"], "The list of rosters is unchanged.")


def test_those_whose_file_is_missing_can_be_forgotten_alone(gm: GM) -> None:
    gm.makes_roster("Luna")
    gm.program.session.places.whole(gm.program.session.settings.state.recent[2].path).unlink()
    gm.does(FORGET)
    answers(gm, "Forget missing files")
    assert listed(gm) == ["Luna", "Mars"]


def test_enter_forgets_nothing_and_with_one_roster_there_is_nothing_to_ask(gm: GM) -> None:
    gm.does(FORGET)
    QTest.keyClick(gm.dialog(QMessageBox), Qt.Key.Key_Return)
    gm.settles()
    assert listed(gm) == ["Mars", "Venus"]
    gm.does(FORGET)
    answers(gm, "Forget all")
    gm.does(FORGET)
    assert gm.trouble() == "There are no other recent rosters."


def test_nothing_in_the_switcher_but_rosters_is_near_enter(gm: GM) -> None:
    gm.keys("Ctrl+Shift+R")
    words = [action.text() for action in gm.window.header.rosters.actions() if action.text()]
    assert words == ["Mars\tEclipse Phase 2e", "Venus\tEclipse Phase 2e", "&New roster…", "&Open roster…"]
    gm.window.header.rosters.close()


def test_the_notice_goes_with_its_button(gm: GM) -> None:
    gm.does(FORGET)
    answers(gm, "Forget all")
    assert undo(gm) is not None
    gm.click(gm.window.trouble.close_button)
    assert undo(gm) is None
    assert [label for label in gm.window.trouble.findChildren(QLabel) if label.isVisible()] == []
