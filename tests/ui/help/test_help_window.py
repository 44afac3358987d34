"""The help opens at the thing that has the focus, is searched as one types, and leaves the window at work."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QDialog,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QScrollBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

import gm_desk
from gm_desk.core.characters.roster import Roster
from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import KEY, load_help, load_system, resource
from gm_desk.ui.help.help_window import DIALOGS, FIRST, INSTEAD, TOPIC, TOPICS, HelpWindow, topic_of
from gm_desk.ui.widgets.pill import Pill
from gm_desk.ui.window.menus import ROWS
from shared_window import Seat
from themes import DARK, LIGHT
from ui_makers import GM, saved, sit_down

SHARED = {"Ctrl+C", "Ctrl+V", "Alt+Up", "Alt+Down"}
"""Keys of several actions, or that do the same thing in other places."""


def shown(dialog: HelpWindow) -> list[str]:
    items = [dialog.list.item(row) for row in range(dialog.list.count())]
    return [item.data(TOPIC) for item in items if not item.isHidden() and item.data(TOPIC)]


def current(dialog: HelpWindow) -> str:
    return str(dialog.list.currentItem().data(TOPIC))


def helped(gm: GM, *keys: str) -> HelpWindow:
    gm.keys(*keys)
    return gm.dialog(HelpWindow)


def test_it_opens_at_what_has_the_focus(gm: GM) -> None:
    gm.window.roster.view.setFocus()
    dialog = helped(gm, "F1")
    assert current(dialog) == "desk/roster"
    assert "Ctrl+D a numbered copy" in dialog.text.toPlainText()


def test_a_number_of_the_card_leads_to_its_rules(gm: GM) -> None:
    gm.window.stat.skills.view.setFocus()
    assert current(helped(gm, "F1")) == "rules/skills"


def test_words_find_articles_and_are_marked_in_them(gm: GM) -> None:
    dialog = helped(gm, "F1")
    dialog.search.setText("flex VIGOR")
    assert shown(dialog) == ["rules/points"]
    assert current(dialog) == "rules/points"
    marked = {mark.cursor.selectedText().casefold() for mark in dialog.text.extraSelections()}
    assert marked == {"flex", "vigor"}
    dialog.search.setText("xyzzy")
    assert shown(dialog) == []
    dialog.search.clear()
    assert len(shown(dialog)) > 15


@pytest.mark.parametrize("system", RULES)
def test_the_common_modifiers_are_found_in_every_system(system: str, seat: Seat) -> None:
    gm = seat(read_sample(system))
    gm.window.test.chips.common.setFocus()
    dialog = helped(gm, "F1")
    assert current(dialog) == "rules/common"
    for words in ("complementary", "taking time", "called shot", "common modifiers"):
        dialog.search.setText(words)
        assert "rules/common" in shown(dialog), words
        dialog.search.clear()


def test_a_topic_that_a_system_does_not_have_leads_to_its_tests(seat: Seat) -> None:
    gm = seat(read_sample("kaiser"))
    gm.window.stat.aptitudes.setFocus()
    assert current(helped(gm, "F1")) == "rules/test"


def test_arrows_choose_an_article_while_words_are_typed(gm: GM) -> None:
    dialog = helped(gm, "Shift+F1")
    assert current(dialog) == "rules/test"
    assert dialog.focusWidget() is dialog.search
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    assert current(dialog) == "rules/checks"


def test_opened_again_there_is_still_one_of_it(gm: GM) -> None:
    helped(gm, "F1")
    gm.does("help.show_rules")
    gm.settles()
    assert len([one for one in gm.window.findChildren(HelpWindow) if one.isVisible()]) == 1


def test_every_topic_has_an_article_in_some_system() -> None:
    known = {article.topic for system in RULES for article in load_help(load_system(system))}
    assert {*TOPICS.values(), *DIALOGS.values(), FIRST} <= known


def controls_of(window: QWidget) -> list[QWidget]:
    """List what can have the focus, without what only scrolls something else."""
    found = window.findChildren(QWidget)
    stops = [one for one in found if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.isVisibleTo(window)]
    views = (QAbstractItemView, QTextEdit, QPlainTextEdit)
    return [
        one
        for one in stops
        if not isinstance(one, QScrollBar) and (not isinstance(one, QAbstractScrollArea) or isinstance(one, views))
    ]


OF_DIALOGS = {
    "files.new_roster": "desk/files",
    "files.show_backups": "desk/files",
    "settings.set_house_rules": "rules/house",
    "settings.edit_modifiers": "rules/common",
    "settings.show_settings": "desk/window",
    "settings.set_keys": "desk/keys",
    "scene.set_condition": "desk/conditions",
    "scene.edit_conditions": "desk/conditions",
    "exchange.paste_stat_block": "desk/paste",
    "exchange.export_characters": "desk/exchange",
    "roster.new_npc": "desk/roster",
    "roster.duplicate_times": "desk/roster",
    "log.show_statistics": "desk/log",
    "log.export_rolls": "desk/log",
    "forecast.open": "desk/forecast",
    "printing.print_cards": "desk/print",
    "printing.print_recap": "desk/print",
}


def test_the_key_of_the_help_opens_the_right_place_in_every_control_of_a_dialog(gm: GM) -> None:
    for action_id, topic in OF_DIALOGS.items():
        gm.does(action_id)
        gm.settles()
        dialog = gm.dialog(QDialog)
        controls = controls_of(dialog)
        assert {topic_of(one) for one in controls} == {topic}, action_id
        stop = next(one for one in controls if one.isEnabled())
        stop.setFocus()
        gm.settles()
        QTest.keyClick(stop, Qt.Key.Key_F1)
        (opened,) = [one for one in gm.window.findChildren(HelpWindow) if one.isVisible()]
        assert current(opened) == topic, action_id
        opened.close()
        dialog.reject()
        gm.settles()


def test_every_dialog_of_ours_has_a_topic() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(gm_desk.__file__).parent.rglob("ui/**/*.py")]
    named = {name for text in sources for name in re.findall(r"^class (\w+)\((?:\w*Dialog)\):", text, re.MULTILINE)}
    named -= {"AskingDialog", "OwnListDialog", "PreviewDialog", "HelpWindow"}
    assert named - {*DIALOGS} == set()
    assert len(named) > 20


def test_the_help_shows_the_keys_that_are_set(gm: GM) -> None:
    action = gm.action("roster.new_character")
    gm.window.roster.view.setFocus()
    assert "Ctrl+N creates a character" in helped(gm, "F1").text.toPlainText()
    gm.dialog(HelpWindow).close()
    gm.settles()
    action.setShortcut(QKeySequence("Ctrl+Alt+7"))
    gm.window.roster.view.setFocus()
    shown = helped(gm, "F1").text.toPlainText()
    assert "Ctrl+Alt+7 creates a character" in shown
    gm.dialog(HelpWindow).close()
    gm.settles()
    action.setShortcuts([])
    gm.window.roster.view.setFocus()
    assert "New character creates a character" in helped(gm, "F1").text.toPlainText()


def test_every_key_in_the_help_is_that_of_an_action(gm: GM) -> None:
    for system in RULES:
        asked = re.findall(KEY, "\n".join(one.text for one in load_help(load_system(system), "{{{}}}".format)))
        assert [one for one in asked if gm.window.findChild(QAction, one) is None] == [], system
        assert len(asked) > 60, system
    keys = {row.keys for row in ROWS if row.keys and "+" in row.keys[1:]} - SHARED
    text = "\n".join(path.read_text(encoding="utf-8") for path in resource("help").glob("*.md"))
    assert sorted(one for one in keys if re.search(rf"(?<![\w+]){re.escape(one)}(?![\w+])", text)) == []


@pytest.mark.parametrize("system", RULES)
def test_every_control_that_can_have_the_focus_is_told_of(system: str, seat: Seat) -> None:
    gm = seat(read_sample(system))
    gm.keys("Ctrl+Shift+O")
    controls = controls_of(gm.window)
    for action_id in ("roster.select_all", "roll.roll", "scene.new_scene"):
        gm.does(action_id)
        gm.settles()
        controls += controls_of(gm.window)
    gm.window.log.view.setFocus()
    gm.keys("Home", "Return")
    controls += controls_of(gm.window)
    lost = [f"{type(one).__name__} {one.objectName()}" for one in controls if topic_of(one) == FIRST]
    assert len(controls) > 20
    assert lost == []


PLACES = {
    "Name of the roster": "desk/files",
    "Other rosters": "desk/files",
    "New character": "desk/roster",
    "From template": "desk/roster",
    "Players’ window": "desk/players",
    "The players’ window is open": "desk/players",
    "Veil": "desk/secret",
    "Find a character, skill or action, or type a test to roll": "desk/finder",
    "Filter roster": "desk/roster",
    "Roster": "desk/roster",
    "Everyone": "desk/scene",
    "Add attack": "rules/attack",
    "Attacks": "rules/attack",
    "Skills": "rules/skills",
    "Untrained: roll a skill that is not on this card": "rules/checks",
    "Add a modifier: a label and a multiple of ten": "desk/chips",
    "Add a modifier: a label and a number": "desk/chips",
    "Presets: situation, teamwork, retry, related skill": "rules/modifiers",
    "Common modifiers": "rules/common",
    "Net modifier": "desk/net",
    "Raise modifier": "desk/net",
    "Lower modifier": "desk/net",
    "Simple": "rules/simple",
    "Opposed": "rules/opposed",
    "Success": "rules/test",
    "Check": "rules/test",
    "Advantage": "rules/advantage",
    "Spend Moxie before the roll": "rules/points",
    "Spend a pool point before the roll": "rules/points",
    "Secret": "desk/secret",
    "Roll": "desk/test",
    "Filter the log": "desk/log",
    "Export": "desk/log",
    "Paste stat block…": "desk/paste",
    "Paste or type a stat block…": "desk/paste",
    "Import characters…": "desk/exchange",
    "Other system…": "desk/files",
    "Try the sample roster": "desk/roster",
}
"""The article for each control of the window, by its name."""


def name_of(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


@pytest.mark.parametrize("system", RULES)
def test_the_help_opens_at_the_right_article_for_each_control(system: str, qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system))
    found = {name_of(one): topic_of(one) for one in controls_of(gm.window)}
    bare = sit_down(qtbot, tmp_path / "bare", Roster(id="bare", name="Bare", system=system))
    found |= {name_of(one): topic_of(one) for one in controls_of(bare.window)}
    assert {name: topic for name, topic in found.items() if PLACES.get(name, topic) != topic} == {}
    assert len(found.keys() & PLACES.keys()) > 25


PREPARING = ("roster.select_all", "roll.roll", "scene.new_scene", "scene.begin", "players.toggle_window")


@pytest.mark.parametrize("system", RULES)
def test_every_control_leads_to_an_article_that_its_system_has(system: str, seat: Seat) -> None:
    known = {article.topic for article in load_help(load_system(system))} | INSTEAD.keys()
    instead = {"rules/checks", "rules/points"} if system == "kaiser" else set()  # what leads to the checks of Kaiser
    gm = seat(read_sample(system), dice=[61, 5, 6, 3] * 30)
    found: dict[str, set[str]] = {}

    def look() -> None:
        gm.settles()
        for one in controls_of(gm.window):
            found.setdefault(topic_of(one), set()).add(name_of(one) or one.objectName())

    with gm.unpainted():
        for character in gm.roster.characters[:6]:
            gm.selects(character.name)
            for view in (gm.window.stat.skills.view, gm.window.stat.attacks.view):
                view.setFocus()
                gm.keys("Home", "Space")
                look()
                gm.keys("Ctrl+Return")
                look()
        for action_id in PREPARING:
            if gm.action(action_id).isEnabled():
                gm.does(action_id)
            look()
    assert {topic: names for topic, names in found.items() if topic not in known | instead} == {}
    assert len(found) > 20


AFTER = [
    (61, {"Vigor · ": "rules/points", "Quality": "rules/superior"}),
    (99, {"a lost action": "rules/superior"}),
]


@pytest.mark.parametrize(("die", "topics"), AFTER)
def test_what_is_offered_after_a_roll_leads_to_its_rules(seat: Seat, die: int, topics: dict[str, str]) -> None:
    gm = seat(read_sample("ep2"), dice=[die])
    gm.selects("Jaqui")
    gm.window.stat.skills.view.setFocus()
    gm.keys("Home", "Return")
    pills = gm.window.test.after.flow.findChildren(Pill)
    for words, topic in topics.items():
        pill = next(one for one in pills if one.text().startswith(words))
        assert topic_of(pill) == topic, words


def test_a_topic_stands_for_another_where_a_system_lacks_it(seat: Seat) -> None:
    gm = seat(read_sample("ep1"))
    dialog = helped(gm, "F1")
    dialog.open_at("rules/superior")
    assert current(dialog) == "rules/criticals"


def lines_of_tables(dialog: HelpWindow) -> set[str]:
    frames = dialog.text.document().rootFrame().childFrames()
    return {one.format().borderBrush().color().name() for one in frames if isinstance(one, QTextTable)}


def test_tables_have_the_lines_of_the_theme_also_after_it_changes(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, saved(tmp_path, read_sample("kaiser")), theme="dark")
    dialog = helped(gm, "F1")
    dialog.open_at("rules/stats")
    assert lines_of_tables(dialog) == {DARK.line}
    gm.does("window.use_light_theme")
    gm.settles()
    assert lines_of_tables(dialog) == {LIGHT.line}


def test_no_title_of_an_article_is_cut_off(gm: GM) -> None:
    dialog = helped(gm, "F1")
    gm.settles()
    assert dialog.list.horizontalScrollBar().maximum() == 0
    assert not dialog.list.horizontalScrollBar().isVisible()


def names_below(menu: QMenu | QMenuBar) -> dict[str, QMenu | None]:
    """Return the entries of a menu by name, each with its submenu."""
    inner = {action: action.menu() for action in menu.actions()}
    named = {action: action.text().replace("&", "").removesuffix("…") for action in inner}
    return {named[action]: one if isinstance(one, QMenu) else None for action, one in inner.items()}


@pytest.mark.parametrize("system", RULES)
def test_every_path_through_the_menus_in_the_help_leads_somewhere(system: str, seat: Seat) -> None:
    gm = seat(read_sample(system))
    texts = [re.sub(r"[*`]", "", one.text) for one in load_help(load_system(system))]
    tops = names_below(gm.window.menuBar())
    paths = [found for text in texts for found in re.findall(rf"\b({'|'.join(tops)})((?: ▸ [^▸\n]+)+)", text)]
    assert len(paths) > 15
    for top, rest in paths:
        below, seen = tops[top], [top]
        for step in rest.split(" ▸ ")[1:]:
            assert below is not None, (seen, step)
            below.aboutToShow.emit()
            known = names_below(below)
            name = max((one for one in known if one and step.startswith(one)), key=len, default="")
            assert name, (seen, step[:60], list(known))
            below, seen = known[name], [*seen, name]
