import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.app import activate, build, desktop_entry, free, new_id, now, versions
from gm_desk.installation import installation
from gm_desk.store.disk.places import Places
from gm_desk.store.state import State, write_state
from gm_desk.ui.theme.style import AppStyle
from gm_desk.ui.theme.theme import current_theme
from themes import DARK, LIGHT
from ui_makers import a_roster, sit_down


def test_an_empty_data_directory_opens_an_empty_roster(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path)
    assert (gm.roster.name, gm.roster.characters) == ("My campaign", ())
    assert gm.trouble() == ""


def test_looking_alone_makes_no_roster(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path)
    gm.window.close()
    assert {path.name for path in tmp_path.iterdir()} == {"locks", "state.json"}


def test_without_a_window_manager_a_new_window_has_its_shortcuts(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window, other = QWidget(), QWidget()
    qtbot.addWidget(window)
    qtbot.addWidget(other)
    window.show()
    other.show()
    other.hide()  # what was active is gone, and nothing gives the keyboard to another window
    activate(window)
    assert not window.isActiveWindow(), "elsewhere the system decides"
    monkeypatch.setattr(QApplication, "platformName", lambda: "xcb")
    activate(window)
    qtbot.waitUntil(window.isActiveWindow)


def test_the_window_waits_a_moment_for_its_turn(qapp: QApplication, tmp_path: Path) -> None:
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        free(build(qapp, Places(tmp_path), writes=False).window)
        assert sys.getswitchinterval() == pytest.approx(0.00005)
    finally:
        sys.setswitchinterval(before)


def test_the_last_roster_opens_by_itself(qtbot: QtBot, tmp_path: Path) -> None:
    sit_down(qtbot, tmp_path, a_roster()).window.close()
    assert sit_down(qtbot, tmp_path).roster == a_roster()


def test_one_that_does_not_keep_writes_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, dice=[61], writes=False)
    gm.does("files.try_ep2_sample")
    gm.keys("Ctrl+D", "Esc", "Ctrl+6")
    gm.does("window.use_light_theme")
    gm.window.close()
    assert list(tmp_path.iterdir()) == []


def test_the_program_remembers_its_theme_unless_another_is_asked_for(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    places = Places(tmp_path)
    write_state(places.state, State(theme="light"))
    program = build(qapp, places)
    qtbot.addWidget(program.window)
    assert current_theme() == LIGHT
    assert isinstance(qapp.style(), AppStyle)
    other = build(qapp, places, theme="dark")
    qtbot.addWidget(other.window)
    assert current_theme() == DARK
    assert other.session.settings.state.theme == "light", "an option is for this time only"


def test_a_state_that_cannot_be_read_starts_afresh(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("{{")
    gm = sit_down(qtbot, tmp_path)
    assert (gm.roster.name, gm.trouble()) == ("My campaign", "")


def test_a_report_names_the_versions_of_what_runs() -> None:
    named = versions()
    assert list(named) == ["GM Desk", "Installed", "Python", "Qt", "PySide6", "System"]
    assert named["Installed"] == installation().label
    assert all(named.values())


def test_the_window_is_that_of_the_desktop_entry_which_has_another_name_in_a_flatpak(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("FLATPAK_ID", raising=False)
    assert desktop_entry() == "gm-desk"
    monkeypatch.setenv("FLATPAK_ID", "org.example.Program")
    assert desktop_entry() == "org.example.Program"


def test_no_two_ids_are_the_same() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(each) == 16 for each in ids)


def test_now_is_in_milliseconds() -> None:
    assert now() // 1000 >= 1_700_000_000
    assert now() // 1000 < 100_000_000_000
