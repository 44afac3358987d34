"""The first minutes: what an empty window offers, and how it leads to the first roll."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard
from gm_desk.core.characters.roster import Roster
from gm_desk.installation import NO_UPDATES
from gm_desk.store.disk.places import Places
from gm_desk.store.state import State, write_state
from gm_desk.ui.card.stat_head import CHOOSE, EMPTY, KeyLabel
from gm_desk.ui.roster.empty_roster import OTHER
from gm_desk.ui.theme.theme import icon
from gm_desk.ui.widgets.action_rows import show_keys
from ui_makers import GM, sit_down


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_down(qtbot, tmp_path, Roster(id="first", name="My campaign"), dice=(42, 1))


def offered(gm: AtCard, text: str) -> QPushButton:
    return gm.window.roster.empty.buttons[text]


OFFERS = {
    "From template": "New NPC from a template",
    "Paste stat block…": "Paste stat blocks",
    "Import characters…": "Import characters",
    "Other system…": "New roster",
}


def test_each_offer_opens_what_its_entry_in_the_menus_opens(gm: AtCard, subtests: pytest.Subtests) -> None:
    for text, title in OFFERS.items():
        with subtests.test(text):
            gm.click(offered(gm, text))
            asked = [dialog for dialog in gm.window.findChildren(QDialog) if dialog.isVisible()]
            assert [dialog.windowTitle() for dialog in asked] == [title]
            for dialog in asked:
                dialog.reject()


def test_another_system_begins_with_a_new_roster_and_has_its_icon(gm: AtCard) -> None:
    shown, drawn = offered(gm, OTHER).icon(), icon("add")
    assert shown.pixmap(32, 32).toImage() == drawn.pixmap(32, 32).toImage()


def test_offers_tell_their_keys(gm: AtCard) -> None:
    tips = {text: button.toolTip() for text, button in gm.window.roster.empty.buttons.items()}
    assert tips["New character"].endswith("(Ctrl+N)")
    assert tips["Paste stat block…"].endswith("(Ctrl+Shift+V)")


def test_only_the_first_start_says_that_nothing_looks_for_updates(qtbot: QtBot, tmp_path: Path) -> None:
    def said() -> list[str]:
        words = [one.text() for one in sit_down(qtbot, tmp_path).window.roster.empty.findChildren(QLabel)]
        return [text for text in words if "updates" in text]

    assert said() == [NO_UPDATES]
    write_state(Places(tmp_path).state, State().with_recent(tmp_path / "rosters" / "mine.json", "Mine"))
    assert said() == []


def test_five_keys_lead_from_an_empty_window_to_the_first_roll_of_the_sample(gm: AtCard) -> None:
    gm.keys("Tab", "Tab", "Space")
    assert gm.roster.characters
    assert gm.test(), "the sample has a test prepared"
    gm.keys("Return")
    assert len(gm.log()) == 1


def test_the_card_tells_the_way_to_a_roll_until_somebody_is_on_it(gm: AtCard) -> None:
    nobody = gm.window.stat.nobody
    assert nobody.isVisible()
    assert nobody.says.text() == EMPTY
    gm.does("roster.new_character")
    assert not nobody.isVisible()
    assert nobody.says.text() == CHOOSE


def test_the_card_names_the_keys_that_are_set(gm: AtCard) -> None:
    def said() -> list[str]:
        return [label.text() for label in gm.window.stat.nobody.findChildren(KeyLabel)]

    assert said()[0].endswith("press Enter to roll.")
    assert said()[1] == "F1 opens the help on whatever has the focus."
    gm.action("help.explain_focus").setShortcut("Ctrl+F1")
    gm.action("roll.roll").setShortcuts([])
    show_keys(gm.window.findChildren(QWidget))
    assert said()[0].endswith("and click Roll.")
    assert said()[1].startswith("Ctrl+F1 opens the help")
