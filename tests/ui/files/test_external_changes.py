"""Two windows on one roster, and a file changed by another program, as a GM sees them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gm_desk.app import now
from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.external_changes import LOADED, PATIENCE, UNREADABLE
from gm_desk.model.files.roster_lock import FREED
from gm_desk.model.roster import edits
from gm_desk.store.disk.locks import HeldLock, Holder, take, this_process
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import read_roster, write_roster
from gm_desk.ui.files.external_changes import VersionsDialog
from ui_makers import EVA, GM, LAO, a_roster, left_at, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

THEIRS = structs.replace(a_roster(), characters=(EVA, structs.replace(LAO, concept="Theirs")))


@pytest.fixture
def gm(whole: GM) -> GM:
    """Open a window of its own, whose file others change, hold and take away."""
    return whole


@pytest.fixture
def another_window(tmp_path: Path) -> Iterator[HeldLock]:
    """Take the lock of the roster that the GM is about to open."""
    held = take(Places(tmp_path).lock("mars"), this_process(now()))
    assert isinstance(held, HeldLock)
    yield held
    held.release()


def offers(gm: GM) -> list[str]:
    """List what the trouble bar offers besides putting it away."""
    buttons = gm.window.trouble.findChildren(QPushButton)
    return [button.text() for button in buttons if button.isVisible() and button.text() != "Dismiss"]


def takes(gm: GM, offer: str) -> None:
    (button,) = (one for one in gm.window.trouble.findChildren(QPushButton) if one.text() == offer)
    assert button.isVisible()
    gm.click(button)


def change_outside(gm: GM, roster: Roster = THEIRS) -> None:
    write_roster(gm.program.session.path, roster)
    gm.program.session.sharing.external_changes.look()


def a_conflict(gm: GM) -> Path:
    """Change the roster here and there; gives the file that ours is kept in."""
    edits.rename_character(gm.program.session.document, "lao", "Ours")
    change_outside(gm)
    path = gm.program.session.path
    (kept,) = (one for one in path.parent.iterdir() if one != path)
    return kept


def says_read_only(gm: GM) -> tuple[bool, bool]:
    """Return whether the title of the window and the header say that the roster can only be read."""
    return "[*] (read-only) – " in gm.window.windowTitle(), gm.window.header.read_only.isVisible()


def test_a_roster_that_can_only_be_read_says_so_in_title_and_header(
    qtbot: QtBot, tmp_path: Path, another_window: HeldLock
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    assert says_read_only(gm) == (True, True)
    assert "another GM Desk window" in gm.window.header.read_only.toolTip()
    another_window.release()
    takes(gm, "Try again")
    assert says_read_only(gm) == (False, False)


def test_a_roster_that_can_be_changed_says_nothing_of_that(gm: GM) -> None:
    assert says_read_only(gm) == (False, False)


@pytest.mark.usefixtures("another_window")
def test_a_roster_that_another_window_holds_is_read_and_rolled_but_not_changed(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=(33,))
    assert gm.trouble().startswith("This roster is open in another GM Desk window (process ")
    assert offers(gm) == ["Try again"]
    before = gm.trouble()
    gm.selects("Lao Qing")
    gm.keys("Delete")
    assert (gm.roster, gm.trouble()) == (a_roster(), before)
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.window.test.row.roll()
    assert len(gm.log()) == 1
    gm.window.close()
    assert read_roster(gm.program.session.path) == a_roster()


def test_once_the_other_window_is_gone_the_roster_can_be_changed(
    qtbot: QtBot, tmp_path: Path, another_window: HeldLock
) -> None:
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster())
    gm.selects("Lao Qing")
    gm.keys("Delete")
    takes(gm, "Try again")
    assert offers(gm) == ["Try again"]
    another_window.release()
    takes(gm, "Try again")
    assert (gm.trouble(), offers(gm)) == (FREED, [])
    gm.selects("Lao Qing")
    gm.keys("Delete")
    assert gm.roster.character("lao") is None


def test_a_roster_on_another_computer_can_be_opened_anyway(qtbot: QtBot, tmp_path: Path) -> None:
    note = Places(tmp_path).lock("mars").with_suffix(".json")
    note.parent.mkdir()
    note.write_bytes(msgspec.json.encode(Holder("tower", 815, "GM Desk", now(), now())))
    gm = sit_down(qtbot, tmp_path, a_roster())
    assert "another computer, “tower”" in gm.trouble()
    assert offers(gm) == ["Open anyway"]
    takes(gm, "Open anyway")
    assert (gm.trouble(), gm.program.session.document.read_only) == (FREED, "")


def test_a_window_that_is_closed_lets_the_roster_go(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.window.close()
    held = take(Places(tmp_path).lock("mars"), this_process(now()))
    assert isinstance(held, HeldLock)
    held.release()


def test_a_change_outside_is_shown_and_said_quietly(gm: GM) -> None:
    change_outside(gm)
    assert gm.lao.concept == "Theirs"
    assert gm.trouble().startswith(LOADED)
    assert offers(gm) == []
    assert gm.program.session.view.selected == "lao"
    gm.keys("Ctrl+Z")
    assert gm.lao.concept == "Triad enforcer"


def test_words_that_are_being_typed_are_not_lost_to_a_change_outside(gm: GM) -> None:
    notes = gm.window.stat.notes
    gm.click(notes.shown)
    gm.types("Mine. ")
    change_outside(gm)
    assert "Mine. " in gm.lao.notes
    assert offers(gm) == ["What differs…", "Keep mine", "Take the other"]


def test_what_is_being_typed_into_a_list_is_not_lost_to_a_change_outside(gm: GM) -> None:
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("F2")
    gm.types("77")
    change_outside(gm)
    assert {skill.name: skill.rating for skill in gm.lao.skills}["Guns"] == 77
    assert "Keep mine" in offers(gm)


def test_a_name_that_is_being_typed_in_the_roster_is_not_lost_to_a_change_outside(gm: GM) -> None:
    gm.selects("Lao Qing")
    gm.keys("F2")
    gm.types_over("Zed")
    change_outside(gm)
    assert gm.lao.name == "Zed"
    assert "Keep mine" in offers(gm)


def test_a_list_in_which_nothing_is_typed_is_no_change_of_ours(gm: GM) -> None:
    gm.click_on(gm.window.stat.skills.view, "Guns")
    change_outside(gm)
    assert gm.lao.concept == "Theirs"


@pytest.mark.parametrize("put_away", [False, True])
def test_with_changes_on_both_sides_the_gm_keeps_ours(gm: GM, put_away: bool) -> None:
    kept = a_conflict(gm)
    assert kept.name in gm.trouble()
    if put_away:
        takes(gm, "What differs…")
        gm.dialog(VersionsDialog).reject()
    takes(gm, "Keep mine")
    assert gm.trouble().startswith("Your version stays open. The other one is kept as ")
    assert read_roster(gm.program.session.path) == gm.roster
    assert gm.lao.name == "Ours"


def test_with_changes_on_both_sides_the_gm_takes_the_other_and_thinks_again(gm: GM) -> None:
    kept = a_conflict(gm)
    takes(gm, "Take the other")
    assert gm.roster == THEIRS
    assert gm.trouble() == f"The other version has been loaded. Yours is kept as {kept}"
    gm.keys("Ctrl+Z")
    assert gm.lao.name == "Ours"


@pytest.mark.parametrize(("answer", "name"), [("mine", "Ours"), ("other", "Lao Qing")])
def test_a_dialog_says_what_differs_and_takes_the_answer(gm: GM, answer: str, name: str) -> None:
    a_conflict(gm)
    takes(gm, "What differs…")
    dialog = gm.dialog(VersionsDialog)
    assert dialog.says.toPlainText().splitlines() == [
        "Triad mook 1 removed",
        "Ours: name “Ours” → “Lao Qing”, concept “Triad enforcer” → “Theirs”",
    ]
    gm.click(getattr(dialog, answer))
    assert gm.lao.name == name


def test_escape_leaves_the_question_open(gm: GM) -> None:
    a_conflict(gm)
    takes(gm, "What differs…")
    QTest.keyClick(gm.dialog(VersionsDialog), Qt.Key.Key_Escape)
    assert gm.lao.name == "Ours"
    assert "Keep mine" in offers(gm)


def test_nothing_is_compared_with_what_cannot_be_read(gm: GM) -> None:
    a_conflict(gm)
    gm.program.session.path.write_bytes(b"{")
    takes(gm, "What differs…")
    assert "The other version cannot be read now" in gm.trouble()
    assert not any(one.isVisible() for one in gm.window.findChildren(VersionsDialog))


def test_a_file_that_is_gone_can_be_saved_there_again(gm: GM) -> None:
    gm.program.session.path.unlink()
    for _ in range(PATIENCE[UNREADABLE]):
        gm.program.session.sharing.external_changes.look()
    assert offers(gm) == ["Save it there again"]
    takes(gm, "Save it there again")
    assert read_roster(gm.program.session.path) == a_roster()
    assert offers(gm) == []
