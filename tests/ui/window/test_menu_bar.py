from PySide6.QtCore import QCoreApplication, QEvent, Qt, qVersion
from PySide6.QtGui import QAction, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QStyle

from gm_desk.ui.help.actions import LIBRARIES
from gm_desk.ui.settings.keys_dialog import KeyDialog
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.action_rows import without_mnemonic
from gm_desk.ui.widgets.dialogs import TextDialog
from themes import CONTRAST, DARK, LIGHT
from ui_makers import GM, entries, table


def menus(gm: GM) -> list[QMenu]:
    return [menu for action in gm.window.menuBar().actions() if isinstance(menu := action.menu(), QMenu)]


def test_the_menus_are_those_of_the_drawing_and_one_for_the_log(gm: GM) -> None:
    titles = [without_mnemonic(menu.title()) for menu in menus(gm)]
    assert titles == ["File", "Edit", "Roster", "Scene", "Roll", "Log", "View", "Help"]


def test_every_action_of_the_window_stands_in_a_menu(gm: GM) -> None:
    in_menus = {action.text() for menu in menus(gm) for action in entries(menu)}
    assert {action.text() for action in gm.window.actions()} <= in_menus


def test_every_entry_has_a_mnemonic_of_its_own(gm: GM) -> None:
    bars = [[action.text() for action in gm.window.menuBar().actions()]]
    for texts in bars + [[action.text() for action in menu.actions() if action.text()] for menu in menus(gm)]:
        letters = [text[text.index("&") + 1].casefold() for text in texts if "&" in text]
        assert len(set(letters)) == len(letters), f"{texts} share a letter"


def test_no_key_does_two_things_in_one_place(gm: GM) -> None:
    everywhere = [
        key.toString()
        for action in gm.window.findChildren(QAction)
        if action.shortcutContext() is Qt.ShortcutContext.WindowShortcut
        for key in action.shortcuts()
    ]
    everywhere += [
        shortcut.key().toString()
        for shortcut in gm.window.findChildren(QShortcut)
        if shortcut.context() is Qt.ShortcutContext.WindowShortcut
    ]
    assert sorted(everywhere) == sorted(set(everywhere))


def test_a_field_is_reached_by_the_key_that_its_tool_tip_names(gm: GM) -> None:
    fields = [field for field in gm.window.findChildren(QLineEdit) if "(Ctrl+" in field.toolTip()]
    assert len(fields) == 5
    for field in fields:
        gm.keys(field.toolTip().partition("(")[2].rstrip(")"))
        assert field.hasFocus(), field.toolTip()


def letters(actions: list[QAction]) -> list[str]:
    keys = [key.toString() for action in actions for key in action.shortcuts()]
    return [key for key in keys if len(key) == 1 and key.isalnum()]


def test_no_letter_is_a_command(gm: GM) -> None:
    assert letters(gm.window.findChildren(QAction)) == []


def test_undo_and_redo_name_what_they_do(gm: GM) -> None:
    assert not gm.action("window.undo").isEnabled()
    gm.selects("Lao Qing")
    gm.keys("Ctrl+D")
    assert gm.undo_of("duplicate Lao Qing").isEnabled()
    gm.keys("Ctrl+Z")
    assert gm.redo_of("duplicate Lao Qing").isEnabled()
    gm.keys("Ctrl+Y")
    assert gm.roster.characters[2].name == "Lao Qing 2"


def test_the_theme_changes_at_once_and_is_remembered(gm: GM) -> None:
    gm.does("window.use_light_theme")
    assert current_theme() == LIGHT
    QApplication.processEvents()
    assert gm.window.palette().window().color().name() == LIGHT.panel
    assert gm.program.session.settings.state.theme == "light"
    gm.does("window.use_contrast_theme")
    assert (current_theme(), gm.program.session.settings.state.theme) == (CONTRAST, "contrast")
    gm.does("window.use_dark_theme")
    assert current_theme() == DARK
    assert gm.action("window.use_dark_theme").isChecked()
    assert not gm.action("window.use_light_theme").isChecked()


def test_animation_can_be_switched_off_and_that_is_remembered(gm: GM) -> None:
    assert gm.program.appearance.animated
    gm.does("window.toggle_animation")
    assert not gm.program.appearance.animated
    assert not gm.program.session.settings.state.animation
    assert gm.window.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0
    gm.does("window.toggle_animation")
    assert gm.program.appearance.animated
    assert gm.window.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


def test_full_screen_comes_and_goes(gm: GM) -> None:
    gm.does("window.toggle_full_screen")
    assert gm.window.isFullScreen()
    gm.does("window.toggle_full_screen")
    assert not gm.window.isFullScreen()


def test_the_sheet_of_keys_lists_every_shortcut(gm: GM) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("?")
    sheet = gm.dialog(KeyDialog)
    rows = {(row[0], row[2]) for row in table(sheet.model)}
    for menu in menus(gm):
        for action in entries(menu):
            if action.shortcuts() and not action.objectName().startswith("roll.set_difficulty"):
                keys = ", ".join(key.toString() for key in action.shortcuts())
                assert (without_mnemonic(action.text()), keys) in rows
    sheet.close()


def test_what_help_opens_does_not_block_the_window_and_leaves_nothing_behind(gm: GM) -> None:
    for command in ("help.show_about", "settings.set_keys"):
        gm.does(command)
        (dialog,) = gm.window.findChildren(QDialog)
        assert dialog.isVisible(), command
        assert dialog.windowModality() is Qt.WindowModality.WindowModal, command
        assert dialog.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose), command
        dialog.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_about_tells_versions_licences_and_how_to_update(gm: GM) -> None:
    from gm_desk import __version__
    from gm_desk.installation import installation

    gm.does("help.show_about")
    dialog = gm.dialog(TextDialog)
    text = dialog.text.toPlainText()
    assert f"GM Desk {__version__} is free software under the MIT licence" in text
    assert f"Qt {qVersion()}, LGPL 3" in text
    assert f"Installation: {installation().label}\n{installation().updates}" in text
    assert [name for name in LIBRARIES if f"\n{name} " not in text] == []
    dialog.close()


def test_quit_closes_the_window(gm: GM) -> None:
    gm.keys("Ctrl+Q")
    assert not gm.window.isVisible()


def marked(gm: GM) -> list[bool]:
    return [gm.action(f"window.toggle_{pane}_pane").isChecked() for pane in ("roster", "card", "log")]


def test_the_view_menu_has_a_check_mark_on_each_pane_that_is_shown(gm: GM) -> None:
    gm.resizes(1366, 768)
    assert marked(gm) == [True, True, True]
    gm.does("window.toggle_log_pane")
    assert marked(gm) == [True, True, False]
    gm.does("log.filter")
    assert marked(gm) == [True, True, True]


def test_of_panes_that_are_tabs_the_one_in_front_has_the_check_mark(gm: GM) -> None:
    gm.resizes(700, 640)
    gm.does("window.toggle_card_pane")
    assert marked(gm) == [False, True, False]
    gm.does("window.toggle_card_pane")
    assert marked(gm) == [False, True, False]
