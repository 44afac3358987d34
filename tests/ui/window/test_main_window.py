import os
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.store.rosters.files import read_roster
from ui_makers import GM, a_roster, drag, names, saved, sit_down

NAMES = [
    "rosterView",
    "rosterFilter",
    "statBlock",
    "skillView",
    "testPanel",
    "difficulty",
    "modifierChips",
    "netModifier",
    "targetNumber",
    "oddsBar",
    "secretToggle",
    "diceEdit",
    "rollButton",
    "logView",
    "logFilter",
    "finder",
]


def test_every_fixed_name_is_there_once_and_seen(gm: GM) -> None:
    gm.keys("Return")
    found = {name: [widget.isVisible() for widget in gm.window.findChildren(QWidget, name)] for name in NAMES}
    assert {name: seen for name, seen in found.items() if seen != [True]} == {}


def test_the_shortest_way_is_two_clicks(gm: GM) -> None:
    gm.click_on(gm.window.stat.skills.view, "Melee")
    gm.click(gm.widget("rollButton"))
    assert gm.log()[0][2] == "Melee"


def test_escape_comes_back_to_the_roster_from_every_field(gm: GM) -> None:
    for key in ("Ctrl+K", "Ctrl+F", "Ctrl+L", "Ctrl+M", "Ctrl+E", "Ctrl+T"):
        gm.keys(key)
        assert not gm.window.roster.view.hasFocus(), key
        gm.keys("Esc")
        assert gm.window.roster.view.hasFocus(), key


def test_escape_first_clears_what_was_typed_then_comes_back(gm: GM) -> None:
    test, skills = gm.window.test, gm.window.stat.skills
    for key in ("Ctrl+M", "Ctrl+T", "Ctrl+E"):
        gm.keys(key)
        gm.types("1")
        gm.keys("Esc")
        gm.keys("Esc")
        assert gm.window.roster.view.hasFocus(), key
        assert test.chips.add.text() == skills.add.text() == test.row.dice.text() == "", key


def test_the_roster_has_the_focus_at_first(qtbot: QtBot, tmp_path: Path) -> None:
    assert sit_down(qtbot, tmp_path, a_roster()).window.roster.view.hasFocus()


def test_everything_changed_is_saved_within_a_second(gm: GM) -> None:
    path = gm.program.session.path
    gm.selects("Lao Qing")
    gm.keys("Delete")
    gm.qtbot.waitUntil(lambda: read_roster(path).character("lao") is None, timeout=1000)


def test_selection_and_test_are_back_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Melee")
    gm.keys("Ctrl+6")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert again.roster.name == "Mars"
    assert (again.test(), again.net()) == ("Melee 65 Lao Qing", -20)
    assert again.window.stat.head.name.text() == "Lao Qing"
    assert again.window.roster.view.currentIndex().data() == "Lao Qing"


def test_selecting_alone_is_remembered_too(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.selects("Triad mook 1")
    gm.window.close()
    assert sit_down(qtbot, tmp_path).window.stat.head.name.text() == "Triad mook 1"


def test_window_and_pane_sizes_are_back_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=(780, 700))
    (tabs,) = gm.window.panes.findChildren(QTabWidget)
    drag(tabs, -40)
    width, size = tabs.width(), gm.window.size()
    gm.window.close()
    again = sit_down(qtbot, tmp_path, size=None)
    assert again.window.size() == size
    assert again.window.panes.findChildren(QTabWidget)[0].width() == width


def test_the_theme_is_back_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.does("window.use_light_theme")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert again.program.session.settings.state.theme == "light"
    assert again.action("window.use_light_theme").isChecked()


def test_closing_keeps_notes_that_are_still_being_typed(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.window.stat.notes.begin()
    gm.types("x")
    gm.window.close()
    assert read_roster(gm.program.session.path).characters[0].notes == "x"


def test_a_damaged_roster_is_named_with_the_place_and_left_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    path = saved(tmp_path, a_roster())
    path.write_bytes(path.read_bytes().replace(b'"rating": 65', b'"rating": 650'))
    damaged = path.read_bytes()
    gm = sit_down(qtbot, tmp_path, path)
    for words in (path.name, "“Lao Qing”", "“Guns”", "rating", "above 150", "stays in the file as it is"):
        assert words in gm.trouble()
    assert names(gm.window.roster.view) == ["Players", "Eva", "Dockside Triad", "Triad mook 1"]
    gm.window.close()
    assert path.read_bytes() == damaged


def test_with_a_damaged_roster_the_window_still_works(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "torn.json"
    path.write_text('{"format": 1, ')
    gm = sit_down(qtbot, tmp_path, path)
    assert "not complete JSON" in gm.trouble()
    gm.keys("Ctrl+N")
    gm.types("Eva")
    gm.keys("Return")
    assert names(gm.window.roster.view) == ["Eva"]


def test_a_damaged_last_roster_is_named_too(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    path = gm.program.session.path
    gm.window.close()
    path.write_text("{}")
    again = sit_down(qtbot, tmp_path)
    assert "“id” is missing" in again.trouble()


def test_a_trouble_that_was_read_can_be_put_away(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "torn.json"
    path.write_text("{")
    gm = sit_down(qtbot, tmp_path, path)
    gm.click(next(one for one in gm.window.trouble.findChildren(QPushButton) if one.isVisible()))
    assert gm.trouble() == ""


@pytest.fixture
def unwritable(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit before a data directory in which nothing can be made."""
    (tmp_path / "data").write_text("a file, where a folder should be")
    gm = sit_down(qtbot, tmp_path / "data", dice=[61])
    gm.keys("Ctrl+N", "Return", "Ctrl+T")
    gm.types("Guns 65")
    gm.keys("Return", "Esc")
    gm.program.session.save()
    return gm


def test_a_data_directory_that_cannot_be_written_is_told(unwritable: GM) -> None:
    assert "Not saved" in unwritable.trouble()
    assert str(unwritable.program.session.places.root) in unwritable.trouble()


def test_it_is_told_at_the_start_before_anything_is_lost(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, where a folder should be")
    gm = sit_down(qtbot, tmp_path / "data")
    gm.qtbot.waitUntil(lambda: "Not saved" in gm.trouble(), timeout=2000)


def test_the_window_works_on_and_says_of_each_roll_that_it_is_not_saved(unwritable: GM) -> None:
    unwritable.keys("Return")
    assert [line[2:] for line in unwritable.log()] == [
        ["Guns", "net 0", "TN 65", "61", "▲ Superior success", "Not saved"]
    ]
    assert "1 roll is not saved" in unwritable.trouble()


def question(gm: GM) -> QMessageBox:
    found = [box for box in gm.window.findChildren(QMessageBox) if box.isVisible()]
    assert found, "closing asked nothing"
    return found[0]


def test_closing_with_unsaved_changes_asks(unwritable: GM) -> None:
    unwritable.window.close()
    assert unwritable.window.isVisible()
    assert "could not be saved" in question(unwritable).text()
    next(button for button in question(unwritable).buttons() if button.text() == "Keep GM Desk open").click()
    assert unwritable.window.isVisible()
    unwritable.program.session.give_up()


def test_enter_keeps_the_window_open_rather_than_losing_work(unwritable: GM) -> None:
    unwritable.window.close()
    QTest.keyClick(question(unwritable), Qt.Key.Key_Return)
    assert unwritable.window.isVisible()
    unwritable.program.session.give_up()


def test_one_can_close_and_lose_them(unwritable: GM) -> None:
    unwritable.window.close()
    next(button for button in question(unwritable).buttons() if button.text() == "Close without saving").click()
    assert not unwritable.window.isVisible()


@pytest.mark.skipif(os.name != "posix", reason="the folder is given back by renaming it")
def test_what_could_not_be_saved_is_saved_when_the_disk_is_back(unwritable: GM) -> None:
    root = unwritable.program.session.places.root
    unwritable.keys("Return")
    root.unlink()
    assert unwritable.program.session.save()
    assert unwritable.trouble() == ""
    assert unwritable.log()[0][7] == ""
    assert read_roster(unwritable.program.session.path).characters[0].skills[0].name == "Guns"


def test_a_window_that_is_gone_leaves_no_widget_behind(qtbot: QtBot, tmp_path: Path) -> None:
    before = set(map(id, QApplication.allWidgets()))
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[61])
    gm.keys("Return", "Ctrl+M")
    gm.types("Smoke 15")
    gm.keys("Return", "Esc", "F1")
    gm.window.close()
    gm.window.deleteLater()
    del gm
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert [widget for widget in QApplication.allWidgets() if id(widget) not in before] == []


def test_a_window_that_is_used_does_not_grow(gm: GM) -> None:
    def use() -> int:
        gm.keys("Ctrl+M")
        for line in ("Smoke 15", "Smoke 10"):
            gm.types_over(line)
            gm.keys("Return")
        gm.keys("Esc", "Ctrl+0", "F2", "Esc", "Ctrl+K")
        gm.types("eva")
        gm.keys("Esc", "F1")
        for dialog in QApplication.topLevelWidgets():
            if dialog is not gm.window and dialog.isVisible():
                dialog.close()
        gm.does("roll.bring_back_modifiers")
        gm.selects("Eva")
        gm.selects("Lao Qing")
        gm.resizes(800, 640)
        gm.resizes(1366, 768)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        return len(gm.window.findChildren(QWidget))

    first = use()
    assert [use(), use()] == [first, first]


def test_an_edit_that_came_too_late_is_said_to_be_refused(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    skills = gm.window.stat.skills.model
    assert not skills.setData(skills.index(0), "Guns 400")
    assert gm.window.toast.isVisible()
    assert gm.window.toast.says.text() == "400 is outside the range 0 to 150."
