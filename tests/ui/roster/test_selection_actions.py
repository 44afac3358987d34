"""The Roster menu works on everybody who is selected, says how many, and takes one step for it."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from card_window import AtCard
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import read_roster
from gm_desk.ui.roster.selection_actions import CopiesDialog, TagDialog
from gm_desk.ui.widgets.action_rows import without_mnemonic
from ui_makers import GM, a_roster, names, saved

pytestmark = pytest.mark.usefixtures("unpainted")


def triad(gm: AtCard) -> None:
    """Select Lao Qing and his mook."""
    gm.selects("Lao Qing")
    gm.does("roster.select_group")


def tags(gm: AtCard) -> list[tuple[str, ...]]:
    return [one.tags for one in gm.roster.characters]


def remember(gm: GM, name: str, system: str = "ep2") -> Path:
    """Make another roster that was open lately; Mars is open."""
    mars = gm.session.path
    gm.makes_roster(name, system)
    path = gm.session.path
    assert gm.session.open_roster(mars)
    gm.selects("Lao Qing")
    return path


def test_entries_name_how_many_they_work_on(whole: GM) -> None:
    triad(whole)
    offered = [without_mnemonic(one.text()) for one in whole.context_entries()]
    for text in (
        *("Duplicate 2 characters", "Remove 2 characters", "Move 2 characters to group", "Heal 2 characters"),
        *("Tags of 2 characters", "PC or NPC: 2 characters"),
    ):
        assert text in offered
    whole.selects("Eva")
    offered = [without_mnemonic(one.text()) for one in whole.context_entries()]
    assert {"Duplicate character", "Remove", "Move to group", "Heal", "Tags", "PC or NPC", "Copy to roster"} <= set(
        offered
    )


def test_copies_are_made_with_the_keyboard_alone(gm: AtCard) -> None:
    gm.selects("Triad mook 1")
    gm.keys("Ctrl+Alt+N")
    dialog = gm.dialog(CopiesDialog)
    QTest.keyClicks(dialog.times, "4")
    QTest.keyClick(dialog.times, Qt.Key.Key_Return)
    assert names(gm.window.roster.view)[-4:] == ["Triad mook 2", "Triad mook 3", "Triad mook 4", "Triad mook 5"]
    assert len(gm.window.roster.selected_ids()) == 4
    gm.undo_of("duplicate Triad mook 1 4 times").trigger()
    assert len(gm.roster.characters) == 3


def test_of_one_row_for_five_the_dialog_proposes_four_copies(gm: AtCard) -> None:
    gm.selects("Triad mook 1")
    mook = next(one for one in gm.roster.characters if one.name == "Triad mook 1")
    gm.session.document.change_character(structs.replace(mook, number=5), "count")
    gm.keys("Ctrl+Alt+N")
    dialog = gm.dialog(CopiesDialog)
    assert dialog.times.value() == 4
    assert "stands for 5" in dialog.says.text()
    QTest.keyClick(dialog.times, Qt.Key.Key_Return)
    mooks = [one for one in gm.roster.characters if one.name.startswith("Triad mook")]
    assert [one.number for one in mooks] == [1] * 5


def test_a_new_tag_is_given_to_all_and_taken_again_as_one_step_each(gm: AtCard) -> None:
    triad(gm)
    gm.chooses("roster.tag", "New tag…")
    dialog = gm.dialog(TagDialog)
    QTest.keyClicks(dialog.tag, "dock & yard")
    QTest.keyClick(dialog.tag, Qt.Key.Key_Return)
    assert tags(gm) == [(), ("dock & yard",), ("dock & yard",)]
    QApplication.processEvents()
    gm.chooses("roster.tag", "dock & yard")
    assert tags(gm) == [(), (), ()]
    gm.undo_of("take the tag “dock & yard” from 2 characters").trigger()
    assert tags(gm)[1:] == [("dock & yard",), ("dock & yard",)]


def test_a_tag_that_some_have_is_given_to_the_others(gm: AtCard) -> None:
    gm.chooses("roster.tag", "New tag…")
    dialog = gm.dialog(TagDialog)
    QTest.keyClick(dialog.tag, Qt.Key.Key_Return)
    assert dialog.isVisible(), "a tag cannot be empty"
    QTest.keyClicks(dialog.tag, "boss")
    gm.click(dialog.does)
    triad(gm)
    gm.chooses("roster.tag", "boss")
    assert tags(gm) == [(), ("boss",), ("boss",)]


def test_the_kind_of_all_is_set(gm: AtCard) -> None:
    triad(gm)
    (checked,) = [one for one in gm.submenu("roster.set_kind", "PC or NPC: 2 characters").actions() if one.isChecked()]
    assert without_mnemonic(checked.text()) == "NPCs"
    gm.chooses("roster.set_kind", "Player characters")
    assert [one.kind for one in gm.roster.characters] == ["pc", "pc", "pc"]
    gm.undo_of("make 2 characters player characters").trigger()
    assert gm.lao.kind == "npc"


def test_a_character_is_copied_to_a_roster_of_another_system_and_what_is_left_is_said(whole: GM) -> None:
    path = remember(whole, "Gaia", "kaiser")
    whole.chooses("roster.copy_to_roster", "Gaia")
    (lao,) = read_roster(path).characters
    assert (lao.name, lao.skills) == ("Lao Qing", ())
    assert lao.notes.startswith("Wants the docks.")
    assert "Guns 65" in lao.notes
    assert not whole.window.trouble.isVisible()
    assert whole.trouble() == (
        "Lao Qing copied to “Gaia”. Values without a field in Kaiser are in the notes there: numbers, skills."
    )
    assert whole.session.document.stack.count() == 0


def test_the_open_roster_is_not_offered(whole: GM) -> None:
    remember(whole, "Gaia")
    assert [one.text() for one in whole.submenu("roster.copy_to_roster").actions()] == ["Gaia"]


def test_without_another_roster_the_menu_says_so(gm: AtCard) -> None:
    (only,) = gm.submenu("roster.copy_to_roster").actions()
    assert (only.text(), only.isEnabled()) == ("No other roster yet", False)


def test_a_file_that_is_gone_is_said_and_nothing_is_copied(whole: GM) -> None:
    path = remember(whole, "Gaia")
    path.unlink()
    whole.chooses("roster.copy_to_roster", "Gaia")
    assert whole.trouble().startswith(f"Nothing was copied to “{path.name}”")
    assert not path.exists()


def test_a_second_file_of_the_open_roster_is_refused(whole: GM, tmp_path: Path) -> None:
    twin = saved(tmp_path / "elsewhere", a_roster())
    whole.session.settings.set_open(Places(tmp_path).short(twin), "Mars")
    whole.chooses("roster.copy_to_roster", "Mars")
    assert "is the roster that is open" in whole.trouble()
