from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from gm_desk.store.state import read_state
from gm_desk.ui.settings.keys_dialog import KeyDialog
from gm_desk.ui.settings.settings import SettingsDialog
from gm_desk.ui.theme.theme import current_theme
from shared_window import Seat
from themes import LIGHT
from ui_makers import GM, a_roster


class Browser(QObject):
    """Stand in for the system's file manager."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


@pytest.fixture
def settings(gm: GM) -> SettingsDialog:
    gm.keys("Ctrl+,")
    return gm.dialog(SettingsDialog)


def button(settings: SettingsDialog, text: str) -> QPushButton:
    return next(one for one in settings.findChildren(QPushButton) if one.text() == text)


def test_they_are_shown_as_they_are(gm: GM, settings: SettingsDialog) -> None:
    themes = [settings.theme.itemText(place) for place in range(settings.theme.count())]
    assert themes == ["Follow system", "Dark", "Light", "High contrast"]
    assert (settings.animation.isChecked(), settings.secret.isChecked()) == (True, False)
    assert settings.where.text() == str(gm.program.session.places.root)
    assert settings.theme.hasFocus()


def test_a_theme_is_shown_at_once_and_remembered(gm: GM, settings: SettingsDialog) -> None:
    settings.theme.setCurrentText("Light")
    assert current_theme() == LIGHT
    assert gm.action("window.use_light_theme").isChecked()
    gm.program.session.save()
    assert read_state(gm.program.session.places.state).theme == "light"


def test_switches_do_what_their_entries_in_the_menus_do(gm: GM, settings: SettingsDialog) -> None:
    settings.secret.click()
    settings.animation.click()
    assert (
        gm.action("roll.toggle_secret_by_default").isChecked(),
        gm.action("window.toggle_animation").isChecked(),
    ) == (True, False)
    assert (gm.program.session.settings.state.secret, gm.program.session.settings.state.animation) == (True, False)
    settings.reject()
    gm.settles()
    gm.does("settings.show_settings")
    again = gm.dialog(SettingsDialog)
    assert (again.animation.isChecked(), again.secret.isChecked()) == (False, True)


def test_the_size_of_text_is_set_by_three_buttons(gm: GM, settings: SettingsDialog) -> None:
    before = gm.program.text.percent
    for button in reversed(settings.sizes):
        gm.click(button)
        assert (gm.program.text.percent > before) == (button is settings.sizes[2])
    gm.does("window.reset_text")


def test_the_keys_are_set_in_their_own_dialog(gm: GM, settings: SettingsDialog) -> None:
    gm.click(settings.keys)
    assert gm.dialog(KeyDialog).isVisible()


def test_the_folder_of_the_data_is_shown_by_the_system(gm: GM, settings: SettingsDialog) -> None:
    browser = Browser()
    QDesktopServices.setUrlHandler("file", browser, "open")  # type: ignore[arg-type]  # it takes text alone
    gm.click(settings.folder)
    QDesktopServices.unsetUrlHandler("file")
    assert [Path(one) for one in browser.opened] == [gm.program.session.places.root]


def test_esc_closes_and_leaves_the_settings_set(gm: GM, settings: SettingsDialog) -> None:
    settings.secret.click()
    QTest.keyClick(settings.theme, Qt.Key.Key_Escape)
    gm.settles()
    assert gm.window.findChildren(SettingsDialog) == [] or not settings.isVisible()
    assert gm.program.session.settings.state.secret


def test_a_mac_finds_about_settings_and_quit_where_it_looks_for_them(seat: Seat) -> None:
    gm = seat(a_roster())
    roles = {
        name: gm.action(name).menuRole()
        for name in ("help.show_about", "settings.show_settings", "window.quit", "settings.set_keys")
    }
    role = QAction.MenuRole
    assert list(roles.values()) == [role.AboutRole, role.PreferencesRole, role.QuitRole, role.NoRole]
