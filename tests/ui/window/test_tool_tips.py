"""No tool tip of the window is rich text that holds what somebody else wrote, in any system and any dialog."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from dialog_makers import OPENING, open_dialog
from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Attack, Points, Specialisation
from gm_desk.core.drafts.opponents import Defence, everything
from gm_desk.model.item_models import Role
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.exchange.importing import ImportReport
from ui_makers import GM, sit_down

EVIL = "<img src='file:///etc/passwd'>"
SYSTEMS = ("ep2", "ep1", "kaiser")


def everywhere(character: Character) -> Character:
    """Return a character that says the same wherever it can say something."""
    skills = tuple(
        structs.replace(skill, name=f"{skill.name} {EVIL}", note=EVIL, specialisations=(Specialisation(name=EVIL),))
        for skill in character.skills[1:]
    )
    attack = Attack(id="a1", name=EVIL, skill=character.skills[0].name, damage=EVIL, modes=EVIL, range=EVIL, notes=EVIL)
    rolled = structs.replace(attack, id="a2", damage=f"2d10 {EVIL}", ammo=Points(now=3, max=9))
    lists = dict.fromkeys(("motivations", "tags", "ware", "gear", "traits"), (EVIL,))
    texts = dict.fromkeys(("concept", "morph", "threat_level", "notes"), EVIL)
    words = {**lists, **texts}
    return structs.replace(
        character,
        name=f"{EVIL} {character.name}",
        skills=(character.skills[0], *skills),
        attacks=(attack, rolled),
        **words,
    )


def hostile(system: str) -> Roster:
    sample = read_sample(system)
    groups = tuple(Group(id=group.id, name=EVIL) for group in sample.groups)
    return structs.replace(
        sample, name=EVIL, groups=groups, characters=tuple(everywhere(one) for one in sample.characters)
    )


def tips() -> Iterator[tuple[str, str]]:
    """Yield every tool tip there is now, of widgets, actions and models, with whose it is."""
    for window in QApplication.topLevelWidgets():
        for widget in [window, *window.findChildren(QWidget)]:
            yield widget.objectName() or type(widget).__name__, widget.toolTip()
            if isinstance(widget, QMenu) and widget.toolTipsVisible():
                yield from ((f"action {action.text()}", action.toolTip()) for action in widget.actions())
        models = window.findChildren(QAbstractItemModel)
        models += [view.model() for view in window.findChildren(QAbstractItemView) if view.model() is not None]
        for model in dict.fromkeys(models):
            yield from ((type(model).__name__, tip) for tip in tips_of(model, QModelIndex()))


def tips_of(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            index = model.index(row, column, parent)
            yield str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
            if column == 0 and not isinstance(model, QAbstractListModel):
                yield from tips_of(model, index)


def rich_tips() -> list[str]:
    return [f"{whose}: {tip}" for whose, tip in tips() if QtText.mightBeRichText(tip) and ("<" in tip or "&" in tip)]


def said_by(kind: str) -> list[str]:
    return [tip for whose, tip in tips() if whose == kind and "passwd" in tip]


@pytest.fixture(params=SYSTEMS)
def gm(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> GM:
    made = sit_down(qtbot, tmp_path, hostile(request.param), dice=[1, 5, 6] * 40)
    first = made.window.roster.view.model().index(0, 0)
    made.window.roster.select(first.data(Role.ID))
    return made


def test_no_tip_is_rich_while_tests_are_composed_and_rolled(gm: GM) -> None:
    assert rich_tips() == []
    drafting, roster = gm.program.session.drafting, gm.roster
    one, other = roster.characters[:2]
    gm.window.roster.select(one.id)
    gm.window.stat.skills.view.chosen.emit(one.skills[0].id)
    drafting.oppose(other.id)
    assert rich_tips() == []
    gm.does("roll.roll")
    assert rich_tips() == []
    gm.does("roster.select_all")
    assert rich_tips() == []
    assert said_by("AttackModel") != []


def test_the_dice_field_of_two_sides_says_plainly_whose_dice_it_takes(gm: GM) -> None:
    one, other = gm.roster.characters[:2]
    gm.window.roster.select(one.id)
    gm.window.stat.skills.view.chosen.emit(one.skills[0].id)
    answer = everything(other, gm.program.session.document.system)[0]
    gm.program.session.drafting.oppose(other.id, Defence(answer))
    assert said_by("diceEdit") + said_by("DiceEdit") + said_by("dice") != []
    assert rich_tips() == []


def test_no_tip_of_a_dialog_is_rich(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, hostile("ep2"), dice=[1, 5, 6] * 40)
    gm.window.roster.select(gm.roster.characters[0].id)
    gm.does("roster.save_template")
    gm.window.stat.skills.view.chosen.emit(gm.roster.characters[0].skills[0].id)
    gm.does("roll.roll")
    for which in OPENING:
        with open_dialog(gm, which):
            assert rich_tips() == [], which


def test_what_was_refused_says_the_game_of_an_actor_plainly(gm: GM, tmp_path: Path) -> None:
    path = tmp_path / "actor.json"
    path.write_text(json.dumps({"name": EVIL, "type": EVIL, "system": {}, "_stats": {"systemId": EVIL}}))
    gm.does("exchange.import_characters")
    chooser = gm.dialog(QFileDialog)
    chooser.filesSelected.emit([str(path)])
    chooser.reject()
    report = gm.dialog(ImportReport)
    gm.qtbot.waitUntil(lambda: not report.progress.isVisible())
    assert said_by("ArrivalModel") != []
    assert rich_tips() == []
