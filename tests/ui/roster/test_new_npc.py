"""From nothing to an NPC in a few keys, and from any character to a template."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, show_card
from gm_desk.core.characters.roster import Roster
from gm_desk.model.item_models import Role
from gm_desk.store.rosters.templates import load_templates, read_shipped, save_template
from gm_desk.store.shipped import load_names
from gm_desk.ui.roster.new_npc import NewNpc
from gm_desk.ui.window.menus import OF_A_GROUP
from ui_makers import GM, LAO, a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def dialog(gm: AtCard) -> NewNpc:
    """Return the dialog that is open."""
    (found,) = [one for one in gm.window.findChildren(NewNpc) if one.isVisible()]
    return found


def opened(gm: AtCard) -> NewNpc:
    gm.keys("Ctrl+Shift+T")
    return dialog(gm)


def press(asked: NewNpc, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press keys where the dialog has the focus; drawn offscreen, a dialog that is gone stays active."""
    window = asked.parentWidget()
    for key in keys:
        QTest.keyClick(asked.focusWidget() or asked, key, modifiers)
    QApplication.processEvents()
    active = QApplication.activeWindow()
    if window is not None and (active is None or not active.isVisible()):
        window.activateWindow()
        QApplication.processEvents()


def types(asked: NewNpc, text: str) -> None:
    QTest.keyClicks(asked.focusWidget(), text)


def over(asked: NewNpc, field: QWidget, text: str) -> None:
    field.setFocus()
    press(asked, Qt.Key.Key_A, modifiers=Qt.KeyboardModifier.ControlModifier)
    types(asked, text)


def listed(asked: NewNpc) -> list[str]:
    return [asked.rows.item(row).data(Role.NAME) for row in range(asked.rows.count())]


def members(gm: AtCard, group: str = "triad") -> list[str]:
    return [one.name for one in gm.roster.members(group)]


def own(gm: AtCard, name: str = "Old friend") -> None:
    """Keep a template of the user's own."""
    save_template(structs.replace(LAO, name=name), "ep2", gm.session.places, gm.session.document.new_id)


def test_six_keys_make_a_thug_beside_whoever_is_selected(gm: AtCard) -> None:
    asked = opened(gm)
    types(asked, "thug")
    press(asked, Qt.Key.Key_Return)
    assert members(gm) == ["Lao Qing", "Dock thug", "Triad mook 1"]
    assert gm.window.stat.head.name.text() == "Dock thug"
    assert gm.window.roster.view.hasFocus()
    assert gm.undo_of("add Dock thug").isEnabled()
    gm.keys("Ctrl+Z")
    assert gm.roster == a_roster()


def test_nine_keys_make_five_of_them_as_one_step_all_selected_and_the_first_is_shown(gm: AtCard) -> None:
    asked = opened(gm)
    types(asked, "thug")
    press(asked, Qt.Key.Key_H, modifiers=Qt.KeyboardModifier.AltModifier)
    types(asked, "5")
    assert asked.says.text() == "Adds Dock thug 1 … Dock thug 5 to Dockside Triad."
    press(asked, Qt.Key.Key_Return)
    assert members(gm)[1:6] == [f"Dock thug {number}" for number in range(1, 6)]
    assert gm.window.stat.head.name.text() == "Dock thug 1"
    assert gm.window.roster.selected_ids() == [one.id for one in gm.roster.members("triad")[1:6]]
    gm.keys("Ctrl+Z")
    assert gm.roster == a_roster()


def test_there_are_one_to_thirty_of_them(gm: AtCard) -> None:
    copies = opened(gm).copies
    assert (copies.minimum(), copies.value(), copies.maximum()) == (1, 1, 30)


@pytest.mark.usefixtures("painted")
def test_a_group_that_is_selected_gets_them(gm: AtCard) -> None:
    gm.window.roster.select("players")
    asked = opened(gm)
    types(asked, "thug")
    press(asked, Qt.Key.Key_Return)
    assert members(gm, "players") == ["Eva", "Dock thug"]


def test_beside_a_player_character_they_go_where_npcs_are(gm: AtCard) -> None:
    gm.selects("Eva")
    assert opened(gm).group.currentText() == "Dockside Triad"


def test_the_templates_are_grouped_each_with_its_line(gm: AtCard) -> None:
    own(gm)
    asked = opened(gm)
    shipped = [one.name for one in read_shipped("ep2")]
    assert listed(asked) == ["Built-in", *shipped, "Your own", "Old friend"]
    thug = asked.rows.item(listed(asked).index("Dock thug"))
    assert thug.data(Role.DETAIL) == "Yellow · Athletics 40, Melee 40, Provoke 40 · Cargo hook 1d10+3"
    assert asked.rows.currentItem().data(Role.NAME) == shipped[0]


@pytest.mark.parametrize("system", ["ep1", "kaiser"])
def test_a_roster_of_another_system_lists_its_own_templates(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = show_card(qtbot, tmp_path, Roster(id="r", name="R", system=system))
    asked = opened(gm)
    assert listed(asked) == ["Built-in", *(one.name for one in read_shipped(system))]
    press(asked, Qt.Key.Key_Return)
    assert len(gm.roster.characters) == 1


def test_the_arrows_walk_through_the_templates_while_the_filter_has_the_focus(gm: AtCard) -> None:
    own(gm)
    asked = opened(gm)
    types(asked, "guns")
    first = asked.rows.currentRow()
    press(asked, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up)
    assert asked.rows.currentRow() == first + 1
    press(asked, *[Qt.Key.Key_Down] * 40)
    assert asked.rows.currentItem().data(Role.NAME) == "Old friend"
    press(asked, *[Qt.Key.Key_Up] * 40)
    assert asked.rows.currentRow() == first


def test_the_filter_looks_at_every_word_of_name_line_and_tags(gm: AtCard) -> None:
    asked = opened(gm)
    types(asked, "mook GUNS")
    assert listed(asked) == ["Built-in", "Corner shooter"]


def test_where_no_template_is_left_nothing_can_be_made(gm: AtCard) -> None:
    asked = opened(gm)
    types(asked, "zzz")
    assert listed(asked) == []
    assert asked.says.text() == "No template matches."
    press(asked, Qt.Key.Key_Return)
    assert asked.isVisible()
    assert gm.roster == a_roster()


def test_people_are_proposed_a_name_of_the_lists_and_another_at_a_key(gm: AtCard) -> None:
    names = {name for culture in load_names("ep2") for name in culture.names()}
    asked = opened(gm)
    types(asked, "clerk")
    first = asked.name.text()
    press(asked, Qt.Key.Key_A, modifiers=Qt.KeyboardModifier.AltModifier)
    gm.qtbot.waitUntil(lambda: asked.name.text() != first)
    assert {first, asked.name.text()} <= names


def test_a_thug_is_called_so_until_another_name_is_asked_for(gm: AtCard) -> None:
    asked = opened(gm)
    types(asked, "thug")
    assert asked.name.text() == "Dock thug"
    gm.click(asked.again)
    assert asked.name.text() in {name for culture in load_names("ep2") for name in culture.names()}
    assert asked.says.text() == f"Adds {asked.name.text()} to Dockside Triad."


def test_a_name_that_is_typed_stays_whatever_is_chosen_then(gm: AtCard) -> None:
    asked = opened(gm)
    over(asked, asked.name, "Big Bo")
    asked.filter.setFocus()
    press(asked, Qt.Key.Key_Down)
    assert asked.says.text() == "Adds Big Bo to Dockside Triad."
    press(asked, Qt.Key.Key_Return)
    assert members(gm)[1] == "Big Bo"


def test_no_name_at_all_is_refused_where_it_is_typed(gm: AtCard) -> None:
    asked = opened(gm)
    over(asked, asked.name, " ")
    assert asked.says.text() == "Type a name."
    press(asked, Qt.Key.Key_Return)
    assert gm.refused() == "A name cannot be empty."
    assert asked.isVisible()
    assert gm.roster == a_roster()


def test_esc_leaves_everything_as_it_was(gm: AtCard) -> None:
    asked = opened(gm)
    over(asked, asked.name, "Big Bo")
    press(asked, Qt.Key.Key_Escape)
    assert asked.name.text() != "Big Bo"
    press(asked, Qt.Key.Key_Escape)
    assert gm.window.findChildren(NewNpc) == []
    assert gm.roster == a_roster()


def test_a_double_click_makes_one(gm: AtCard) -> None:
    asked = opened(gm)
    types(asked, "thug")
    item = asked.rows.item(1)
    at = asked.rows.visualItemRect(item).center()
    QTest.mouseClick(asked.rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(asked.rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert members(gm)[1] == "Dock thug"


def test_a_damaged_file_is_said_and_the_others_work(gm: AtCard) -> None:
    own(gm)
    folder = gm.session.places.templates
    (folder / "<b>torn.json").write_text("{")
    asked = opened(gm)
    assert asked.damaged.text() == "“<b>torn.json” is left out, line 1: it is not complete JSON."
    assert asked.damaged.isVisible()
    types(asked, "friend")
    press(asked, Qt.Key.Key_Return)
    assert len(members(gm)) == 3


def test_where_no_file_is_damaged_nothing_is_said_of_it(gm: AtCard) -> None:
    assert not opened(gm).damaged.isVisible()


def test_an_empty_roster_and_the_header_offer_it_too(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, Roster(id="r", name="R"), dice=[1] * 6)
    for pane in (gm.window.roster, gm.window.header):
        (button,) = [one for one in pane.findChildren(QPushButton) if one.text() == "From template"]
        gm.click(button)
        press(dialog(gm), Qt.Key.Key_Escape)
    asked = opened(gm)
    assert asked.says.text() == f"Adds {asked.name.text()}."
    press(asked, Qt.Key.Key_Return)
    assert len(gm.roster.characters) == 1


def test_the_veil_closes_it(gm: AtCard) -> None:
    asked = opened(gm)
    gm.window.veil_stack.set_veiled(True)
    assert not asked.isVisible()


def test_everything_in_it_has_a_name_and_is_plain_text(gm: AtCard) -> None:
    asked = opened(gm)
    controls = (QAbstractButton, QAbstractItemView, QLineEdit)
    found = [one for one in asked.findChildren(QWidget) if isinstance(one, controls) and one.isVisible()]
    inner = [one for one in found if not isinstance(one.parent(), QLineEdit) and "qt_" not in one.objectName()]
    spoken = [QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name) for one in inner]
    assert len(inner) >= 6
    assert all(name.strip() for name in spoken)
    assert all(one.textFormat() is Qt.TextFormat.PlainText for one in asked.findChildren(QLabel) if one.text())


# --- Templates of the user's own -------------------------------------------------------------------------------------


def test_any_character_becomes_a_template_and_it_is_said_where(gm: AtCard) -> None:
    gm.does("roster.save_template")
    places = gm.session.places
    assert gm.trouble() == f"“Lao Qing” was saved as a template in {places.templates}."
    assert [one.name for one in load_templates("ep2", places).own] == ["Lao Qing"]
    asked = opened(gm)
    assert listed(asked)[-2:] == ["Your own", "Lao Qing"]
    types(asked, "lao qing")
    press(asked, Qt.Key.Key_Return)
    made = gm.character(gm.session.view.selected)
    assert (made.concept, made.stats, made.notes) == (LAO.concept, LAO.stats, LAO.notes)
    assert gm.trouble() == ""


def test_the_context_menu_offers_it(whole: GM) -> None:
    texts = [action.text().replace("&", "") for action in whole.context_entries()]
    assert {"Save as template", "Prep check"} <= set(texts)
    assert "roster.new_npc" in OF_A_GROUP


def test_a_folder_that_is_none_is_no_place_for_a_template(gm: AtCard) -> None:
    places = gm.session.places
    places.templates.write_text("a file in its place")
    gm.does("roster.save_template")
    assert gm.trouble().startswith("“Lao Qing” could not be saved as a template: ")
    assert str(places.templates) in gm.trouble()
    places.templates.unlink()
    gm.does("roster.save_template")
    assert "could not" not in gm.trouble()
    assert "was saved as a template" in gm.trouble()


def test_where_nobody_is_selected_there_is_no_template(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, Roster(id="r", name="R"))
    gm.action("roster.save_template").trigger()
    assert gm.trouble() == "Nobody is selected."
    assert load_templates("ep2", gm.session.places).own == ()
