"""A campaign goes out into one file and comes in again; what is here already is never lost."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from campaign_makers import files_of, members
from drop_makers import drop, files
from gm_desk.core.characters.roster import Roster
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.store.disk.locks import HeldLock, Holder, take, this_process
from gm_desk.store.rosters.files import encode_roster, read_roster
from gm_desk.store.state import read_state
from gm_desk.ui.files.campaign import ExistingCampaignDialog
from makers import a_disk_with_room_for
from ui_makers import GM, LAO, a_roster, left_at, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    made = sit_down(qtbot, left_at(tmp_path / "data", "lao"), a_roster(), dice=(61, 44, 99))
    made.selects("Lao Qing")
    made.click_on(made.window.stat.skills.view, "Guns")
    made.keys("Return")
    return made


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    return tmp_path / "mars.gmdesk"


def exports(gm: GM, path: Path) -> None:
    gm.does("files.export_campaign")
    dialog = gm.dialog(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    gm.settles()


def imports(gm: GM, path: Path) -> None:
    gm.does("files.import_campaign")
    dialog = gm.dialog(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    gm.settles()


def rolls(gm: GM) -> list[list[str]]:
    gm.program.log.load()
    return gm.log()


def says(dialog: ExistingCampaignDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


def presses(dialog: ExistingCampaignDialog, text: str) -> None:
    (button,) = [one for one in dialog.findChildren(QPushButton) if one.text().replace("&", "") == text]
    button.click()


def test_a_campaign_goes_to_another_laptop(gm: GM, packed: Path, qtbot: QtBot, tmp_path: Path) -> None:
    exports(gm, packed)
    assert gm.trouble().startswith(f"“Mars” was exported to {packed}.")
    other = sit_down(qtbot, tmp_path / "other")
    imports(other, packed)
    assert other.roster == gm.roster
    assert rolls(other) == rolls(gm) != []
    assert other.trouble() == "“Mars” was imported."
    assert other.program.session.path.read_bytes() == gm.program.session.path.read_bytes()


def test_whoever_acts_in_the_fight_of_an_imported_campaign_is_selected(
    gm: GM, packed: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    scene = Scene(id="dock", fighters=(Fighter(id="lao"), Fighter(id="mook")), now=Moment(acting=("mook",)))
    gm.program.session.document.change(structs.replace(gm.roster, scenes=(scene,), stage="dock"), "fight")
    exports(gm, packed)
    other = sit_down(qtbot, tmp_path / "other")
    imports(other, packed)
    assert other.program.session.view.selected == "mook"
    assert other.window.roster.selected_ids() == ["mook"]
    imports(gm, packed)
    presses(gm.dialog(ExistingCampaignDialog), "Replace")
    assert gm.program.session.view.selected == "mook"


def test_the_modifiers_pinned_in_the_current_scene_go_along(gm: GM, packed: Path, qtbot: QtBot, tmp_path: Path) -> None:
    scene = Scene(id="dock", fighters=(Fighter(id="lao"),))
    gm.session.document.change(structs.replace(gm.roster, scenes=(scene,), stage="dock"), "scene")
    gm.session.drafting.modifiers.add("Smoke -20")
    gm.session.drafting.modifiers.pin(gm.session.drafting.draft.chips[-1])
    exports(gm, packed)
    other = sit_down(qtbot, tmp_path / "other")
    imports(other, packed)
    assert [(chip.label, chip.value, chip.pinned) for chip in other.session.drafting.draft.chips] == [
        ("Smoke", -20, True)
    ]


def test_an_export_asks_once_and_secrets_are_named_before_and_after(gm: GM, packed: Path) -> None:
    gm.does("files.export_campaign")
    assert [type(one) for one in gm.window.findChildren(QDialog) if one.isVisible()] == [QFileDialog]
    dialog = gm.dialog(QFileDialog)
    assert dialog.windowTitle() == "Export campaign with its log, your notes and secret rolls"
    assert Path(dialog.selectedFiles()[0]).name == "mars.gmdesk"
    dialog.reject()
    exports(gm, packed)
    assert gm.trouble().endswith("It contains your notes and secret rolls: it is for you, not for your players.")


def test_what_is_still_being_typed_goes_along(gm: GM, packed: Path) -> None:
    gm.window.stat.notes.begin()
    gm.types(" And more.")
    exports(gm, packed)
    assert b"Wants the docks. And more." in members(packed)["roster.json"]


def test_an_export_that_fails_says_so(gm: GM, tmp_path: Path) -> None:
    target = tmp_path / "folder.gmdesk"
    target.mkdir()
    exports(gm, target)
    assert gm.trouble().startswith("“folder.gmdesk” was not exported: ")


def test_a_roster_is_not_written_over_by_an_export(gm: GM) -> None:
    path = gm.program.session.path
    before = path.read_bytes()
    exports(gm, path)
    assert gm.trouble().startswith(f"“{path.name}” was not exported: that is a place for rosters.")
    assert path.read_bytes() == before


@pytest.mark.parametrize("own", ["state.json", "journals/mars.sqlite", "link"])
def test_nothing_of_ours_is_written_over_by_an_export(gm: GM, tmp_path: Path, own: str) -> None:
    assert gm.program.session.save()
    path = gm.program.session.places.root / own
    if own == "link":
        path = tmp_path / "link.gmdesk"
        path.symlink_to(gm.program.session.path)
    before, recent = path.read_bytes(), gm.program.session.settings.state.recent
    exports(gm, path)
    assert gm.trouble().startswith(f"“{path.name}” was not exported: that is a place for ")
    if own == "state.json":
        assert read_state(path).recent == recent != (), "it has changed by the folder that was chosen, and is whole"
    else:
        assert path.read_bytes() == before


def test_what_is_missing_in_an_export_is_said(qtbot: QtBot, tmp_path: Path, packed: Path) -> None:
    gm = sit_down(qtbot, tmp_path / "data", a_roster(structs.replace(LAO, portrait="a" * 64)))
    exports(gm, packed)
    assert "Not in it: 1 portrait whose file is missing or damaged." in gm.trouble()


def changed_since(gm: GM) -> None:
    gm.does("roster.duplicate")
    gm.does("roll.roll")


def test_a_campaign_that_is_here_is_kept_beside_the_other(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    before = gm.roster
    changed_since(gm)
    here, path = gm.roster, gm.program.session.path
    imports(gm, packed)
    presses(gm.dialog(ExistingCampaignDialog), "Keep both")
    assert gm.roster == structs.replace(before, id=gm.roster.id, name="Mars 2")
    assert gm.roster.id != before.id
    assert len(rolls(gm)) == 1
    assert read_roster(path) == here


def test_a_campaign_takes_the_place_of_the_open_one_which_is_put_aside(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    before, path = gm.roster, gm.program.session.path
    changed_since(gm)
    here = gm.roster
    imports(gm, packed)
    dialog = gm.dialog(ExistingCampaignDialog)
    assert (
        "“Mars” exists here already, with 4 characters. The campaign in the file is “Mars”, with 3 characters"
        in says(dialog)
    )
    presses(dialog, "Replace")
    assert (gm.roster, gm.program.session.path, len(rolls(gm))) == (before, path, 1)
    (aside,) = gm.program.session.places.backups_of("mars").glob("*.gmdesk")
    assert str(aside) in gm.trouble()
    assert members(aside)["roster.json"] == encode_roster(here)
    gm.does("roster.duplicate")
    assert gm.program.session.save()
    assert len(read_roster(path).characters) == 4


def test_what_was_put_aside_comes_back(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    changed_since(gm)
    here = gm.roster
    imports(gm, packed)
    presses(gm.dialog(ExistingCampaignDialog), "Replace")
    (aside,) = gm.program.session.places.backups_of("mars").glob("*.gmdesk")
    imports(gm, aside)
    presses(gm.dialog(ExistingCampaignDialog), "Replace")
    assert gm.roster == here
    assert len(rolls(gm)) == 2


@pytest.fixture
def held(gm: GM, packed: Path) -> Iterator[GM]:
    """Export Mars, and open another roster, while another window opens Mars and changes it."""
    exports(gm, packed)
    changed_since(gm)
    assert gm.program.session.new_roster("Venus")
    other_window = take(gm.program.session.places.lock("mars"), this_process(0))
    assert isinstance(other_window, HeldLock)
    yield gm
    other_window.release()


def of_mars(gm: GM) -> dict[str, bytes]:
    kept = {name: content for name, content in files_of(gm.program.session.places).items() if "mars" in name}
    return {name: content for name, content in kept.items() if not name.startswith("locks")}


def test_a_roster_that_another_window_has_is_not_replaced(held: GM, packed: Path) -> None:
    before = of_mars(held)
    imports(held, packed)
    presses(held.dialog(ExistingCampaignDialog), "Replace")
    said = f"“Mars” is open in another GM Desk window (process {os.getpid()}); close it there, or keep both."
    assert held.trouble() == f"“mars.gmdesk” was not imported: {said}"
    assert of_mars(held) == before
    assert held.roster.name == "Venus"


def test_a_roster_that_another_window_has_is_kept_beside_the_one_in_the_file(held: GM, packed: Path) -> None:
    before = of_mars(held)
    imports(held, packed)
    presses(held.dialog(ExistingCampaignDialog), "Keep both")
    assert held.roster.name == "Mars 2"
    assert len(rolls(held)) == 1
    assert before.items() <= of_mars(held).items()


def test_a_roster_that_only_another_window_knows_is_left_to_it(held: GM, packed: Path) -> None:
    places = held.program.session.places
    for path in (*places.rosters.glob("*mars.json"), places.journal("mars")):
        path.unlink()
    imports(held, packed)
    assert "; close it there first." in held.trouble()
    assert not [*places.rosters.glob("*mars.json")]


def test_a_roster_that_can_only_be_read_here_is_not_replaced(held: GM, packed: Path) -> None:
    before = of_mars(held)
    (path,) = held.program.session.places.rosters.glob("*mars.json")
    assert held.program.session.open_roster(path)
    imports(held, packed)
    presses(held.dialog(ExistingCampaignDialog), "Replace")
    assert "“mars.gmdesk” was not imported: this roster is open in another GM Desk window" in held.trouble()
    assert of_mars(held) == before


def test_a_campaign_that_was_taken_in_is_held_by_this_window_alone(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    assert gm.program.session.new_roster("Venus")
    imports(gm, packed)
    presses(gm.dialog(ExistingCampaignDialog), "Replace")
    places = gm.program.session.places
    assert isinstance(take(places.lock("mars"), this_process(0)), Holder)
    assert gm.program.session.new_roster("Phobos")
    freed = take(places.lock("mars"), this_process(0))
    assert isinstance(freed, HeldLock)
    freed.release()


def test_a_campaign_that_cannot_be_put_in_its_place_leaves_roster_and_rolls(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    changed_since(gm)
    here, path = gm.roster, gm.program.session.path
    assert gm.program.session.save()
    imports(gm, packed)
    path.chmod(0o400)
    presses(gm.dialog(ExistingCampaignDialog), "Replace")
    (aside,) = gm.program.session.places.backups_of("mars").glob("*.gmdesk")
    assert gm.trouble() == (
        f"“mars.gmdesk” was not imported: the file is read-only. ({path}) The previous version is kept in {aside}."
    )
    assert (gm.roster, len(rolls(gm)), read_roster(path)) == (here, 2, here)
    gm.does("roll.roll")
    assert len(rolls(gm)) == 3


def test_what_was_done_before_is_not_said_beside_why_an_import_was_refused(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    imports(gm, packed)
    presses(gm.dialog(ExistingCampaignDialog), "Keep both")
    assert "was imported" in gm.trouble()
    packed.write_bytes(b"torn")
    imports(gm, packed)
    assert "was not imported" in gm.trouble()
    assert "was imported" not in gm.trouble()


def test_no_more_than_five_that_were_replaced_are_kept(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    for _ in range(7):
        imports(gm, packed)
        presses(gm.dialog(ExistingCampaignDialog), "Replace")
    kept = {str(path) for path in gm.program.session.places.backups_of("mars").glob("*.gmdesk")}
    assert len(kept) == 5
    assert any(f"The previous version is kept in {path}." in gm.trouble() for path in kept)


@pytest.mark.parametrize("leave", ["Esc", "Cancel"])
def test_leaving_the_question_changes_nothing(gm: GM, packed: Path, leave: str) -> None:
    exports(gm, packed)
    changed_since(gm)
    before = gm.roster
    imports(gm, packed)
    dialog = gm.dialog(ExistingCampaignDialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape) if leave == "Esc" else presses(dialog, "Cancel")
    assert (gm.roster, len(rolls(gm))) == (before, 2)
    assert not [*gm.program.session.places.backups.rglob("*.gmdesk")]


def test_enter_keeps_both(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    imports(gm, packed)
    QTest.keyClick(gm.dialog(ExistingCampaignDialog), Qt.Key.Key_Return)
    assert gm.roster.name == "Mars 2"


def test_a_damaged_campaign_is_refused_and_the_roster_stays(gm: GM, packed: Path) -> None:
    packed.write_bytes(b"torn")
    before = gm.roster
    imports(gm, packed)
    said = "“mars.gmdesk” was not imported: it is not a GM Desk campaign, or it is damaged."
    assert gm.trouble() == f"{said} ({packed})"
    assert gm.roster == before
    exports(gm, packed)
    imports(gm, packed)
    presses(gm.dialog(ExistingCampaignDialog), "Keep both")
    assert gm.trouble() == "“Mars 2” was imported."


def test_nothing_is_taken_in_while_what_is_open_cannot_be_saved(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    imports(gm, packed)
    gm.program.session.document.change(structs.replace(gm.roster, name="Changed"), "change")
    with a_disk_with_room_for(0):
        presses(gm.dialog(ExistingCampaignDialog), "Keep both")
    assert "was not imported: the open roster could not be saved first" in gm.trouble()
    assert gm.roster.name == "Changed"
    assert gm.program.session.save()


def test_a_campaign_is_dropped_on_the_window(gm: GM, packed: Path, qtbot: QtBot, tmp_path: Path) -> None:
    exports(gm, packed)
    other = sit_down(qtbot, tmp_path / "other")
    assert not drop(other.window, files(packed, packed))
    assert drop(other.window, files(packed))
    assert other.roster == gm.roster


def test_nothing_is_taken_while_the_veil_is_down(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    gm.does("window.toggle_veil")
    assert not drop(gm.window, files(packed))


def test_a_field_of_text_takes_no_campaign_for_words(gm: GM, packed: Path) -> None:
    exports(gm, packed)
    assert drop(gm.window.roster.filter, files(packed))
    assert gm.window.roster.filter.text() == ""
    presses(gm.dialog(ExistingCampaignDialog), "Cancel")


def test_a_campaign_named_on_the_command_line_comes_in(gm: GM, packed: Path, qtbot: QtBot, tmp_path: Path) -> None:
    exports(gm, packed)
    other = sit_down(qtbot, tmp_path / "other")
    other.window.campaign_offered.emit(packed)
    assert other.roster == gm.roster


def test_names_are_no_markup_in_the_dialogs(qtbot: QtBot, tmp_path: Path, packed: Path) -> None:
    name = "<img src='/dev/zero'>&x"
    roster: Roster = a_roster(name=name)
    gm = sit_down(qtbot, tmp_path / "data", roster)
    exports(gm, packed)
    imports(gm, packed)
    present = gm.dialog(ExistingCampaignDialog)
    assert {label.textFormat() for label in present.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    presses(present, "Cancel")
