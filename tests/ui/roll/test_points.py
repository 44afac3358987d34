"""A point before the roll: what it would do is said, and it can be taken back until it is spent."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Group
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import Mode, Spend
from gm_desk.model.roster import edits
from gm_desk.ui.roll.points import PointsRow
from pane_makers import RollHands, show_test_pane
from ui_makers import LAO, MOOK, a_roster

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def boss(qtbot: QtBot, tmp_path: Path) -> RollHands:
    """Lao Qing has Guns 65, a point of Vigor and a share in Threat."""
    lao = structs.replace(LAO, points={"vigor": Points(now=1, max=2), "moxie": Points(now=2, max=2)})
    roster = a_roster(lao, MOOK).with_group(Group(id="triad", name="Dockside Triad", threat=Points(now=2, max=3)))
    made = show_test_pane(qtbot, tmp_path, roster, dice=(61, 62))
    made.selects("Lao Qing")
    made.prepares("Guns")
    return made


def row(roller: RollHands) -> PointsRow:
    return roller.window.test.points


def menu(roller: RollHands) -> QMenu:
    row(roller).offer.setFocus()
    roller.keys("Space")
    opened = QApplication.activePopupWidget()
    assert isinstance(opened, QMenu)
    return opened


def choose(roller: RollHands, number: int) -> None:
    opened = menu(roller)
    for _ in range(number):
        QTest.keyClick(opened, Qt.Key.Key_Down)
    QTest.keyClick(opened, Qt.Key.Key_Return)
    roller.settles()


def test_without_points_there_is_no_row(roller: RollHands) -> None:
    assert not row(roller).isVisible()


def test_each_pool_and_use_says_what_the_target_would_be(boss: RollHands) -> None:
    boss.keys("Ctrl+6")
    opened = menu(boss)
    assert [action.text() for action in opened.actions()] == [
        "Vigor (1 left): ignore all modifiers → target 65",
        "Vigor (1 left): +20 → target 65",
        "Threat (2 left): ignore all modifiers → target 65",
        "Threat (2 left): +20 → target 65",
    ]
    opened.close()


def test_a_point_is_chosen_shown_and_spent_with_the_roll(boss: RollHands) -> None:
    choose(boss, 2)
    assert boss.session.drafting.draft.point == Spend("vigor", "add_20")
    assert (row(boss).spent.text(), row(boss).offer.isVisible()) == ("Vigor: +20", False)
    assert row(boss).spent.accessibleName() == "Vigor: +20"
    assert boss.widget("targetNumber").accessibleName() == "Target number 85"
    boss.keys("Esc", "Return")
    assert boss.lao.points["vigor"].now == 0
    assert boss.log()[0][4] == "TN 85"
    assert row(boss).offer.isVisible()
    boss.keys("Ctrl+Z")
    assert boss.lao.points["vigor"].now == 1
    assert row(boss).spent.text() == "Vigor: +20"


@pytest.mark.parametrize("how", ["click", "Delete", "cross"])
def test_a_point_is_taken_back(boss: RollHands, how: str) -> None:
    choose(boss, 1)
    pill = row(boss).spent
    assert pill.hasFocus()
    if how == "Delete":
        boss.keys(how)
    else:
        boss.click(pill, QPoint(pill.width() - 10 if how == "cross" else 10, pill.height() // 2))
    assert boss.session.drafting.draft.point is None
    assert row(boss).offer.isVisible()


def test_a_point_that_is_gone_by_the_roll_is_taken_back_and_said(boss: RollHands) -> None:
    choose(boss, 1)
    edits.set_points(boss.session.document, "lao", "vigor", "0/2")
    says = row(boss).findChild(QLabel)
    assert says is not None
    assert says.text() == "Vigor cannot be spent on this test any more."
    boss.keys("Esc", "+")
    assert says.text() == ""


def test_moxie_ignores_negative_modifiers_and_a_simple_test_knows_no_points(qtbot: QtBot, tmp_path: Path) -> None:
    lao = structs.replace(LAO, points={"moxie": Points(now=3, max=5)})
    roller = show_test_pane(qtbot, tmp_path, structs.replace(a_roster(lao), system="ep1"))
    roller.selects("Lao Qing")
    roller.keys("Ctrl+M")
    roller.types("Smoke -30")
    roller.keys("Return")
    roller.types("Aim 10")
    roller.keys("Return", "Esc")
    opened = menu(roller)
    assert [action.text() for action in opened.actions()] == ["Moxie (3 left): ignore negative modifiers → target 65"]
    opened.close()
    roller.session.drafting.set_mode(Mode.SIMPLE)
    assert not row(roller).isVisible()


def test_a_roll_that_spends_only_a_point_does_not_offer_modifiers_back(boss: RollHands) -> None:
    choose(boss, 1)
    boss.keys("Esc", "Return")
    assert not boss.window.test.spent.isVisible()
