"""A roster from the internet is data: whatever its words are, they are shown, found, rolled, undone and saved."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFileDialog, QLabel, QMenu, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Attack, Specialisation
from gm_desk.store.rosters.files import read_roster
from thorough import LONG
from ui_makers import GM, LAO, MOOK, a_roster, sit_down

WORDS = {
    "markup": "<b>x</b><img src='/dev/zero'><table><tr><td>" * 3,
    "a path": "=../../../etc/passwd C:\\Windows\\CON",
    "a shortcut": "&File\tCtrl+Q && [*] %1 %d {name}",
    "controls": "a\0b\x07c\nd\re\x1b[31mf\x85g\u2028h",
    "turned around": "\u202egnp.\u2067evil\u2066",
    "no letters": "\u200b\u200d\ufeff",
    "long": "x" * 100_000,
    "wide": "漢\u0301 " * (10_000 if LONG else 3_000),  # still longer than anything that is shown of it
}
SCREEN = 1366
PRINTED = None if LONG else 3_000
"""Letters of a word that is printed: a whole page of one word; a hundred pages of it take half a minute."""
DIALOGS = (
    "files.new_roster",
    "settings.set_house_rules",
    "settings.edit_modifiers",
    "files.show_backups",
    "roster.new_npc",
    "roster.duplicate_times",
    "settings.set_keys",
    "help.show_about",
)


def hostile(words: str) -> Roster:
    """Make a roster that says the same wherever it can say something."""
    skill = structs.replace(LAO.skills[3], name=words, note=words, specialisations=(Specialisation(name=words),))
    attack = Attack(id="a1", name=words, skill=words, damage=words, modes=words, range=words)
    lists = dict.fromkeys(("motivations", "tags", "ware", "gear", "traits", "dismissed"), (words,))
    texts = dict.fromkeys(("concept", "morph", "threat_level", "portrait", "colour", "stress_test", "notes"), words)
    lao: Character = structs.replace(
        LAO, name=words, skills=(skill, *LAO.skills[4:]), attacks=(attack,), **lists, **texts
    )
    groups = (Group(id="triad", name=words, colour=words),)
    return structs.replace(a_roster(lao, structs.replace(MOOK, name=f"{words} 2")), name=words, groups=groups)


@pytest.fixture(params=list(WORDS.values()), ids=list(WORDS))
def words(request: pytest.FixtureRequest) -> str:
    made: str = request.param
    return made


@pytest.fixture
def gm(words: str, qtbot: QtBot, tmp_path: Path) -> GM:
    made = sit_down(qtbot, tmp_path, hostile(words), dice=[61, 44, 22, 33] * 20)
    made.window.roster.select("lao")
    return made


def looks_harmless(gm: GM, *, beside: bool = False) -> None:
    """Paint what has changed, and see that nothing is rich text, steers what is around it, or is wider than a screen.

    What is beside the window can be looked at alone, where the window itself has been looked at.
    """
    QApplication.processEvents()
    tops = [top for top in QApplication.topLevelWidgets() if top.isVisible() and top is not gm.window]
    for shown in tops if beside else [gm.window, *tops]:
        if shown is not gm.window:  # what has changed in that one has been painted
            shown.grab()
        assert shown.width() <= SCREEN
        labels = shown.findChildren(QLabel)
        assert [
            one.text()[:80] for one in labels if one.text() and one.textFormat() is not Qt.TextFormat.PlainText
        ] == []
        assert [one.text()[:80] for one in labels if "\u202e" in one.text() or len(one.text()) > 2000] == []
        tips = [one.toolTip() for one in shown.findChildren(QWidget)]
        assert [tip[:80] for tip in tips if Qt.mightBeRichText(tip) or len(tip) > 2500] == []


def test_it_is_shown_saved_undone_rolled_printed_and_exported_like_any_other(
    gm: GM, words: str, qtbot: QtBot, tmp_path: Path
) -> None:
    """Do everything in one window, since a window with these texts takes long to open."""
    it_is_opened_painted_and_found_and_no_menu_is_wider_than_the_screen(gm, words)
    no_pane_is_wider_than_the_room_it_has(gm)
    it_is_saved_as_it_is_and_only_where_it_is(gm, tmp_path)
    every_step_is_undone_and_redone_by_its_name(gm)
    it_is_rolled_alone_against_somebody_and_together(gm)
    every_dialog_opens_no_wider_than_the_screen(gm)
    it_is_exported_and_taken_in_again(gm, words, qtbot, tmp_path)
    if words != words[:PRINTED]:
        gm.opens(structs.replace(hostile(words[:PRINTED]), id="printed"))
    every_print_is_previewed_no_wider_than_the_screen(gm)


def it_is_opened_painted_and_found_and_no_menu_is_wider_than_the_screen(gm: GM, words: str) -> None:
    looks_harmless(gm)
    assert gm.lao.name == words
    assert gm.trouble() == ""
    title = gm.window.windowTitle()
    assert title.isprintable() or "\u200b" in words
    assert len(title) < 200
    for menu in gm.window.findChildren(QMenu):
        menu.aboutToShow.emit()
        assert menu.sizeHint().width() <= SCREEN, menu.title()
        assert not menu.toolTipsVisible()
    gm.keys("Ctrl+F")
    gm.window.roster.filter.setText(words[:20])
    looks_harmless(gm)
    gm.keys("Esc", "Ctrl+K")
    gm.window.header.finder.setText(words[:20])
    looks_harmless(gm)
    gm.keys("Esc")


def no_pane_is_wider_than_the_room_it_has(gm: GM) -> None:
    gm.resizes(1024, 640)
    for area in (gm.window.stat, *gm.window.test.findChildren(QScrollArea)):
        inner = area.widget()
        assert inner is not None
        assert inner.width() <= area.viewport().width()
    gm.resizes(1366, 768)


def it_is_saved_as_it_is_and_only_where_it_is(gm: GM, tmp_path: Path) -> None:
    before = gm.program.session.path.read_bytes()
    gm.keys("Ctrl+D", "Ctrl+Z")
    for part in (gm.window.stat.notes.edit, gm.window.stat.head.name, gm.window.stat.head.concept):
        part.setFocus()
        gm.settles()
    gm.window.roster.select("mook")
    gm.window.roster.select("lao")
    assert gm.program.session.save()
    assert gm.program.session.path.read_bytes() == before
    folders = {tmp_path, tmp_path / "rosters", tmp_path / "backups" / "mars", tmp_path / "locks"}
    assert {path.parent for path in tmp_path.rglob("*.json")} == folders


def it_is_rolled_alone_against_somebody_and_together(gm: GM) -> None:
    skills = gm.window.stat.skills.view
    skills.chosen.emit(skills.model().index(0, 0).data(Qt.ItemDataRole.UserRole + 1))
    gm.does("roll.roll")
    gm.does("roll.toggle_opposed")
    looks_harmless(gm)
    gm.does("roll.roll")
    gm.does("roll.toggle_opposed")
    gm.does("roster.select_all")
    looks_harmless(gm)
    gm.does("roll.roll")
    looks_harmless(gm)
    assert len(gm.log()) >= 2
    gm.window.roster.select("lao")


def every_step_is_undone_and_redone_by_its_name(gm: GM) -> None:
    before, stack = gm.roster, gm.program.session.document.stack
    stack.clear()
    gm.does("roster.duplicate")
    gm.does("roster.remove_portrait")
    gm.does("card.heal")
    undo = next(action for action in gm.window.findChildren(QMenu) if action.title() == "&Edit").actions()[0]
    assert len(undo.text()) < 300
    while stack.canUndo():
        stack.undo()
    assert gm.roster == before
    while stack.canRedo():
        stack.redo()
    looks_harmless(gm)
    stack.setIndex(0)
    gm.window.roster.select("lao")


def every_dialog_opens_no_wider_than_the_screen(gm: GM) -> None:
    dialogs = [
        "files.new_roster",
        "settings.set_house_rules",
        "settings.edit_modifiers",
        "files.show_backups",
        "roster.new_npc",
        "roster.duplicate_times",
    ]
    gm.does("roster.save_template")
    looks_harmless(gm)
    for action_id in [*dialogs, "settings.set_keys", "help.show_about"]:
        gm.does(action_id)
        looks_harmless(gm, beside=True)
        for asked in gm.window.findChildren(QDialog):
            assert max((choice.sizeHint().width() for choice in asked.findChildren(QComboBox)), default=0) <= SCREEN
            asked.reject()
        gm.settles()
    assert not [one for one in gm.window.findChildren(QFileDialog) if one.isVisible()]


def every_print_is_previewed_no_wider_than_the_screen(gm: GM) -> None:
    gm.window.roster.select("lao")
    looks_harmless(gm)
    for action_id in ("printing.print_cards", "printing.print_recap"):
        gm.does(action_id)
        looks_harmless(gm, beside=True)
        for asked in gm.window.findChildren(QDialog):
            asked.reject()
        gm.settles()


def it_is_exported_and_taken_in_again(gm: GM, words: str, qtbot: QtBot, tmp_path: Path) -> None:
    from gm_desk.store.campaign.exporting import export_campaign

    packed = tmp_path / "packed.gmdesk"
    session = gm.program.session
    export_campaign(gm.roster, session.path.read_bytes(), session.places, packed)
    other = sit_down(qtbot, tmp_path / "other")
    other.window.campaign_offered.emit(packed)
    assert other.roster == gm.roster
    assert read_roster(other.program.session.path).name == words
    looks_harmless(other)
