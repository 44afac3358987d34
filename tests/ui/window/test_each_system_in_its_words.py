"""Each system is shown in its own words: no label, tip, placeholder, hint or help page has those of another."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Roster
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entry_actions import grade_named
from gm_desk.model.log.filters import grades_of, groups_of
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_help, load_system
from gm_desk.ui.log.line_panel import LinePanel
from ui_makers import GM, sit_down

OF_EP2 = r"Guns|Infiltrate|Perceive|Persuade|Provoke|Insight|Flex|[Pp]ools?|Threat|[Rr]echarge|45\+20|lao|[Jj]aqui"
GRADES_OF_EP2, GRADES_OF_EP1 = "[Ss]uperior (success|failure|result)", "[Ee]xcellent success|[Ss]evere failure"
OF_EP = r"Fray|Moxie|[Tt]raumas?|[Ww]ounds?|WT|DUR|[Mm]orph|[Ss]martlink|[Kk]inetic|2d10|semi-automatic"
FOREIGN = {
    "ep1": rf"\b({OF_EP2}|{GRADES_OF_EP2}|Vigor|(COG|COO|INT|REF|SAV|SOM|WIL) check|check \d+|[Ss]tamina|PrR|PhR)\b",
    "ep2": rf"\b({GRADES_OF_EP1}|Kinetic Weapons|Perception|Palming|MoS|MoF|Speed|[Ss]tamina|PrR|PhR|(WIL|SOM) × 3)\b",
    "kaiser": rf"\b({OF_EP2}|{OF_EP}|{GRADES_OF_EP1}|{GRADES_OF_EP2}|Kinetic Weapons|MoS|MoF|REF|SOM|COG|SAV|WIL)\b",
}
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
MOST_ROWS = 60
WIDGET_TEXTS = ("toolTip", "accessibleName", "accessibleDescription", "statusTip", "whatsThis")
DIALOGS = (
    *("files.new_roster", "settings.set_house_rules", "settings.edit_modifiers", "settings.show_settings"),
    *(
        "scene.set_condition",
        "scene.edit_conditions",
        "exchange.paste_stat_block",
        "roster.new_npc",
        "log.show_statistics",
    ),
    *("forecast.open", "settings.set_keys", "printing.print_cards"),
)


def texts_of(widget: QWidget) -> Iterator[str]:
    """Yield what a widget shows or says, without what the roster's own values are."""
    yield from (getattr(widget, one)() for one in WIDGET_TEXTS)
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QLineEdit() | QPlainTextEdit():
            yield widget.placeholderText()
        case QComboBox():
            yield from (widget.itemText(place) for place in range(widget.count()))
        case QMenu():
            yield from (text for action in widget.actions() if action.isVisible() for text in said_by(action))


def said_by(action: QAction) -> tuple[str, str]:
    return action.text().replace("&", ""), action.toolTip()


def foreign(system: str, texts: Iterator[str]) -> set[str]:
    return {text for text in texts if re.search(FOREIGN[system], text)}


def rows_of(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    """Yield what the rows of a list, table or tree show and say."""
    above = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
    for row in range(min(model.rowCount(above), MOST_ROWS)):
        for column in range(columns):
            index = model.index(row, column, above)
            yield from (text for role in ROLES if isinstance(text := index.data(role), str))
        if not isinstance(model, QAbstractListModel):
            yield from rows_of(model, model.index(row, 0, above))


def everything_in(window: QWidget) -> Iterator[str]:
    for one in (window, *window.findChildren(QWidget)):
        if one.isVisibleTo(window) or (isinstance(one, QMenu) and one.menuAction().isVisible()):
            yield from texts_of(one)
            if isinstance(one, QAbstractItemView) and one.model() is not None:
                yield from rows_of(one.model())


def opened_menus(gm: GM) -> None:
    for menu in gm.window.findChildren(QMenu):
        menu.aboutToShow.emit()


@pytest.fixture(params=sorted(RULES))
def gm(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_down(qtbot, tmp_path, read_sample(request.param), dice=[4, 3, 5, 2, 6, 1] * 60)


def system_of(gm: GM) -> str:
    return gm.roster.system


def test_the_window_shows_no_words_of_another_system(gm: GM) -> None:
    gm.keys("Ctrl+Shift+O")
    gm.settles()
    opened_menus(gm)
    assert sorted(foreign(system_of(gm), everything_in(gm.window))) == []


def test_no_roll_attack_damage_or_scene_shows_words_of_another_system(gm: GM) -> None:
    npc = next(one for one in gm.roster.characters if one.kind == "npc" and one.attacks)
    gm.selects(npc.name)
    gm.settles()
    shown = foreign(system_of(gm), everything_in(gm.window))
    for action_id in ("roll.roll", "roll.toggle_opposed", "roll.roll_damage", "roster.select_all", "roll.roll"):
        gm.does(action_id)
        gm.settles()
        shown |= foreign(system_of(gm), everything_in(gm.window))
    gm.does("scene.new_scene")
    gm.does("scene.begin")
    gm.settles()
    gm.window.log.view.setFocus()
    gm.keys("Home", "Return")
    opened_menus(gm)
    assert sorted(shown | foreign(system_of(gm), everything_in(gm.window))) == []


def test_verdicts_are_completed_in_the_words_of_the_system(gm: GM) -> None:
    gm.does("roll.roll")
    gm.settles()
    gm.window.log.view.setFocus()
    gm.keys("Home", "Return")
    (panel,) = (one for one in gm.window.findChildren(LinePanel) if one.isVisible())
    known = panel.verdict.completer().model()
    words = [known.index(row, 0).data() for row in range(known.rowCount())]
    assert {"Success", "Failure"} < {*words}
    assert [grade_named(one) for one in words] == [*RULES[system_of(gm)].GRADES]
    assert foreign(system_of(gm), iter(words)) == set()


@pytest.mark.parametrize("system", RULES)
def test_an_empty_roster_shows_no_words_of_another_system(system: str, qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, Roster(id="bare", name="Bare", system=system))
    opened_menus(gm)
    shown = foreign(system, everything_in(gm.window))
    gm.does("roster.new_character")
    gm.settles()
    assert sorted(shown | foreign(system, everything_in(gm.window))) == []


@pytest.mark.parametrize("system", RULES)
def test_verdicts_are_narrowed_and_graded_in_the_words_of_the_system(system: str) -> None:
    known = {*groups_of(system), *grades_of(system)}
    assert {"Successes", "Failures"} < known
    assert ("Criticals" in known) == (system != "kaiser")
    assert any("Superior" in one for one in known) == (system == "ep2")
    assert any("Excellent" in one for one in known) == (system == "ep1")
    assert ("✖ Fumble" in known) == (system == "kaiser")


def test_no_dialog_shows_words_of_another_system(gm: GM) -> None:
    said = set()
    for action_id in DIALOGS:
        gm.does(action_id)
        gm.settles()
        dialogs = [one for one in gm.window.findChildren(QDialog) if one.isVisible()]
        assert dialogs, action_id
        said |= {f"{action_id}: {text}" for one in dialogs for text in foreign(system_of(gm), everything_in(one))}
        for one in dialogs:
            one.reject()
        gm.settles()
    assert sorted(said) == []


@pytest.mark.parametrize("system", RULES)
def test_no_help_page_has_words_of_another_system(system: str) -> None:
    lines = (line for article in load_help(load_system(system)) for line in article.text.splitlines())
    reading = ("Foundry", "Eclipse Phase", "recognised", "layouts")
    assert foreign(system, (line for line in lines if not any(word in line for word in reading))) == set()


@pytest.mark.parametrize("system", RULES)
def test_every_example_is_read_in_its_system(system: str, qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system))
    examples = load_system(system).examples
    for line in (examples.roll, examples.against, examples.bare, examples.target, examples.dice, examples.condition):
        found = gm.window.header.finder.listing._finding.find(line)  # noqa: SLF001
        assert found.sharp or found.rows, line
        assert TRUE_MINUS in line or "-" not in line


def test_a_new_roster_has_no_system_until_one_is_chosen(gm: GM) -> None:
    from gm_desk.ui.files.actions import RosterDialog

    gm.does("files.new_roster")
    dialog = gm.dialog(RosterDialog)
    assert dialog.system == ""
