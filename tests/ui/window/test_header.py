from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import read_roster
from ui_makers import EVA, GM, LAO, a_roster, names, saved, sit_down


def rename(gm: GM, name: str) -> None:
    gm.does("files.rename_roster")
    gm.types(name)
    gm.keys("Return")


def listed(menu: QMenu) -> list[str]:
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions()]


def test_it_names_the_roster_and_its_system(gm: GM) -> None:
    assert gm.window.header.name.text() == "Mars"
    assert gm.window.windowTitle() == "Mars[*] – Eclipse Phase 2e – GM Desk"
    spoken = {widget.accessibleName() for widget in gm.window.header.findChildren(QWidget)}
    assert "System: Eclipse Phase 2e" in spoken


def test_a_long_name_is_elided_at_its_end_unless_it_is_edited(gm: GM) -> None:
    name = gm.window.header.name
    rename(gm, "The very long name of a campaign that nobody ever ends")
    gm.window.roster.view.setFocus()
    seen = []
    for place in (0, len(name.text())):
        name.setCursorPosition(place)
        gm.settles()
        seen.append(name.grab().toImage())
    assert seen[0] == seen[1]
    name.setFocus()
    name.setCursorPosition(len(name.text()))
    gm.settles()
    assert name.grab().toImage() != seen[0]


def test_the_name_is_as_wide_after_other_sizes_of_text_as_when_it_is_set(gm: GM) -> None:
    rename(gm, "Mars: Noctis Blackout")
    with gm.unpainted():
        for percent in (150, 100, 200, 80, 100, 125, 175):
            gm.program.text.choose(percent)
            gm.settles()
            followed = gm.window.header.name.width()
            gm.window.header.refresh()
            assert gm.window.header.name.width() == followed, percent


def test_the_roster_is_renamed_where_its_name_stands(gm: GM) -> None:
    rename(gm, "Venus")
    assert (gm.roster.name, gm.window.windowTitle()) == ("Venus", "Venus[*] – Eclipse Phase 2e – GM Desk")
    gm.undo_of("rename roster to Venus").trigger()
    assert gm.window.header.name.text() == "Mars"


def test_an_empty_name_of_a_roster_is_refused(gm: GM) -> None:
    before = gm.roster
    rename(gm, " ")
    assert gm.refused() == "A name cannot be empty."
    assert gm.window.header.name.text() == " "
    assert gm.roster is before
    gm.keys("Esc")
    assert gm.window.header.name.text() == "Mars"


def test_a_new_roster_is_on_the_disk_at_once_and_its_first_character_comes_next(gm: GM) -> None:
    gm.makes_roster("Luna")
    assert gm.roster.characters == ()
    assert gm.focused() in gm.window.roster.findChildren(QPushButton)
    assert read_roster(gm.program.session.path).name == "Luna"


def test_new_rosters_are_numbered(gm: GM) -> None:
    gm.makes_roster()
    first = gm.roster.name
    gm.makes_roster()
    assert gm.roster.name == f"{first} 2"


@pytest.mark.parametrize("system", RULES)
def test_a_new_roster_is_made_for_the_system_chosen_and_numbered(gm: GM, system: str) -> None:
    gm.makes_roster(system=system)
    assert (gm.roster.system, gm.roster.characters) == (system, ())
    gm.makes_roster()
    assert (gm.roster.system, gm.roster.name) == (system, "My campaign 2")
    assert read_roster(gm.program.session.path).system == system


@pytest.mark.parametrize("system", RULES)
def test_every_system_has_a_sample_and_an_empty_roster_offers_that_of_its_own(gm: GM, system: str) -> None:
    gm.does(f"files.try_{system}_sample")
    sample = gm.roster
    assert (sample.system, len(sample.characters) > 5) == (system, True)
    gm.makes_roster()
    gm.click(next(one for one in gm.window.roster.findChildren(QPushButton) if one.text() == "Try the sample roster"))
    assert gm.roster.characters == sample.characters


def test_a_file_is_opened_through_the_systems_dialog(gm: GM, tmp_path: Path) -> None:
    other = saved(tmp_path / "elsewhere", a_roster(EVA, roster_id="venus", name="Venus"))
    gm.does("files.open_roster")
    dialog = gm.window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(other))
    dialog.close()
    assert gm.roster.name == "Venus"
    assert gm.program.session.path == other, "a roster from elsewhere stays there"


def test_the_switcher_and_the_menu_list_the_rosters_that_were_open(gm: GM) -> None:
    gm.makes_roster()
    expected = ["My campaign\tEclipse Phase 2e", "Mars\tEclipse Phase 2e"]
    assert listed(gm.window.header.rosters) == [*expected, "", "&New roster…", "&Open roster…"]
    assert listed(gm.submenu("files.open_recent")) == expected
    checked = [action.text() for action in gm.window.header.rosters.actions() if action.isChecked()]
    assert checked == ["My campaign\tEclipse Phase 2e"]


def test_switching_goes_to_a_roster_as_it_was_left(gm: GM) -> None:
    gm.keys("Ctrl+6")
    gm.makes_roster()
    assert gm.test() == ""
    gm.chooses("files.open_recent", "Mars")
    assert (gm.roster.name, gm.test(), gm.net()) == ("Mars", "Guns 65 Lao Qing", -20)


def test_notes_still_being_typed_are_kept_when_switching(gm: GM) -> None:
    path = gm.program.session.path
    gm.window.stat.notes.begin()
    gm.types("x")
    gm.makes_roster()
    lao = read_roster(path).character("lao")
    assert lao is not None
    assert lao.notes == LAO.notes + "x"


def test_the_switcher_pops_its_menu_up(gm: GM) -> None:
    gm.click(gm.window.header.switcher)
    assert gm.window.header.rosters.isVisible()
    gm.window.header.rosters.close()


def test_the_button_makes_a_character(gm: GM) -> None:
    button = next(one for one in gm.window.header.findChildren(QPushButton) if one.text() == "New character")
    gm.click(button)
    assert "New character" in names(gm.window.roster.view)


def test_in_a_narrow_window_the_finder_keeps_its_room(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=(500, 640))
    em = gm.window.fontMetrics().height()
    assert gm.window.header.finder.width() >= 6 * em


def test_the_menus_sample_is_a_copy_of_ones_own_each_time(gm: GM) -> None:
    gm.does("files.try_ep2_sample")
    first = gm.program.session.path
    gm.does("files.try_ep2_sample")
    assert gm.program.session.path != first
    assert first.is_file()


def test_a_narrow_header_shows_its_buttons_as_icons_that_keep_their_names(gm: GM) -> None:
    def buttons() -> dict[str, str]:
        shown = [one for one in gm.window.header.findChildren(QPushButton) if not one.icon().isNull()]
        return {one.accessibleName(): one.text() for one in shown if one.isVisible()}

    gm.window.resize(1366, 768)
    names = ["New character", "From template", "Players’ window"]
    assert buttons() == {name: name for name in names}
    gm.window.resize(1024, 640)
    assert buttons() == dict.fromkeys(names, "")
