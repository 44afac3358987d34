"""Group rolls in the window: select several, roll for each or for all, and read the table."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gm_desk.core.drafts.group_roll import GroupMode
from gm_desk.model.roll.group_roll import FACES, GroupColumn
from gm_desk.store.state import Theme
from gm_desk.ui.theme.painting import dice_width, scaled, width_of
from gm_desk.ui.theme.theme import COMPACT, GAP
from gm_desk.ui.theme.verdict_pills import verdict_width
from other_rosters import KAISER
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM, LAO, MOOK, a_roster, table

pytestmark = pytest.mark.usefixtures("unpainted")

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def rows(gm: AtTest) -> list[list[str]]:
    return table(gm.window.test.group.model)


def cell(gm: AtTest, row: int) -> QPoint:
    view = gm.window.test.group.view
    return view.visualRect(gm.window.test.group.model.index(row, GroupColumn.WHO)).center()


@pytest.fixture
def group(roller: RollHands) -> RollHands:
    """Select Lao Qing and the mook below him."""
    roller.selects("Lao Qing", "Triad mook 1")
    return roller


@pytest.fixture
def group_in_window(whole: GM) -> GM:
    """Select Lao Qing and the mook below him, with the keyboard."""
    whole.window.roster.view.setFocus()
    whole.keys("Shift+Down")
    return whole


def test_it_is_hidden_while_one_character_is_selected(roller: RollHands) -> None:
    assert not roller.window.test.group.isVisible()
    assert roller.window.test.odds.isVisible()


def test_with_several_selected_a_table_stands_in_the_place_of_the_odds(group: RollHands) -> None:
    assert group.window.test.group.view.isVisible()
    assert not group.window.test.odds.isVisible()
    assert group.reads("groupName") == "Group of 2"
    assert f"{group.reads('abilityName')} {group.reads('abilityOwner')}" == "Guns · 2 characters"
    assert [row[:4] for row in rows(group)] == [["Lao Qing", "65", "65", "66%"], ["Triad mook 1", "40", "40", "41%"]]


def test_enter_rolls_for_each_and_the_table_shows_the_verdicts(group: RollHands) -> None:
    group.keys("Return")
    assert [(row[0], *row[4:]) for row in rows(group)] == [
        ("Lao Qing", "61", "▲ Superior success"),
        ("Triad mook 1", "44", "✖ Critical failure"),
    ]
    assert [line[1] for line in group.log()] == ["Lao Qing", "Triad mook 1"]
    assert [bool(line[0]) for line in group.log()] == [True, False]
    assert group.window.test.verdict.accessibleName().endswith("1 of 2 succeed")


def test_one_undo_takes_the_whole_roll_back(group: RollHands) -> None:
    group.keys("Ctrl+6", "Return")
    assert group.net() == 0
    group.undo_of("roll Guns of 2 characters").trigger()
    assert all("Struck out" in line[-1] for line in group.log())
    assert group.net() == -20
    assert [row[2] for row in rows(group)] == ["45", "20"]


def test_the_table_shows_chances_again_once_the_draft_changes(group: RollHands) -> None:
    group.keys("Return", "-")
    assert [row[3:] for row in rows(group)] == [["56%", "", ""], ["31%", "", ""]]


def test_a_roll_of_the_table_can_be_looked_at(group: RollHands) -> None:
    group.keys("Return")
    view = group.window.test.group.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cell(group, 1))
    assert "Triad mook 1" in group.window.test.verdict.accessibleName()
    assert group.rolling.recent.last is not None
    assert group.rolling.recent.last.draft.name == "Triad mook 1"


def test_a_row_that_is_not_rolled_yet_does_nothing(group: RollHands) -> None:
    view = group.window.test.group.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cell(group, 1))
    assert group.rolling.recent.last is None


def test_one_rolls_for_all_with_the_highest_skill_and_the_log_says_so(group: RollHands) -> None:
    group.click(group.window.test.group.ways[GroupMode.HIGHEST])
    assert group.test() == "Guns 65 Lao Qing"
    assert group.window.test.odds.isVisible()
    assert not group.window.test.group.view.isVisible()
    group.click(group.widget("rollButton"))
    assert [line[1] for line in group.log()] == ["Lao Qing"]
    assert group.log()[0][-1] == "For 2 characters"


def test_with_the_lowest_another_than_the_one_on_the_card_may_roll(group_in_window: GM) -> None:
    group_in_window.keys("Shift+Up")
    assert group_in_window.window.stat.head.name.text() == "Lao Qing"
    group_in_window.keys("Shift+Up")
    group_in_window.click(group_in_window.window.test.group.ways[GroupMode.LOWEST])
    assert group_in_window.test() == "Guns 30 Eva"
    group_in_window.selects("Lao Qing")
    assert group_in_window.test() == "Guns 65 Lao Qing"


def test_a_click_on_the_one_who_is_current_already_ends_the_group(group_in_window: GM) -> None:
    group_in_window.click(group_in_window.window.test.group.ways[GroupMode.HIGHEST])
    assert group_in_window.test() == "Guns 65 Lao Qing"
    assert group_in_window.window.stat.head.name.text() == "Triad mook 1"
    group_in_window.selects("Triad mook 1")
    assert group_in_window.test() == "Guns 40 Triad mook 1"


def test_a_double_click_on_a_skill_rolls_it_for_the_whole_group(group_in_window: GM) -> None:
    group_in_window.click_on(group_in_window.window.stat.skills.view, "Guns", double=True)
    assert len(group_in_window.log()) == 2


def test_digits_typed_while_each_rolls_say_why_they_go_nowhere(group_in_window: GM) -> None:
    group_in_window.window.roster.view.setFocus()
    group_in_window.types("4")
    assert "Each rolls separately" in group_in_window.window.toast.says.text()


def test_dice_are_not_typed_while_each_rolls(group: RollHands) -> None:
    assert not group.window.test.row.dice.isEnabled()
    group.click(group.window.test.group.ways[GroupMode.LOWEST])
    assert group.window.test.row.dice.isEnabled()


@pytest.mark.usefixtures("painted")
def test_who_cannot_roll_is_named_with_what_they_lack(qtbot: QtBot, tmp_path: Path) -> None:
    nobody = structs.replace(MOOK, id="nobody", name="Nobody", skills=(), stats={})
    gm = show_test_pane(qtbot, tmp_path, a_roster(LAO, nobody), dice=(61,))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.selects("Lao Qing", "Nobody")
    gm.keys("Return")
    assert [row[0] for row in rows(gm)] == ["Lao Qing", "Nobody"]
    view, model = gm.window.test.group.view, gm.window.test.group.model
    assert view.columnSpan(1, 0) == len(GroupColumn)
    assert "no Guns" in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_thirty_characters_leave_roll_and_verdict_in_sight(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], theme: Theme
) -> None:
    swarm = [structs.replace(MOOK, id=f"mook-{n}", name=f"Triad mook {n}") for n in range(30)]
    gm = show_test_pane(qtbot, tmp_path, a_roster(LAO, *swarm), dice=range(31), size=size, theme=theme)
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.selects("Lao Qing", *(one.name for one in swarm))
    gm.keys("Return")
    pane = gm.window.test
    for part in (pane.row.button, pane.verdict):
        bottom = part.mapTo(gm.window, QPoint(0, part.height())).y()
        assert part.isVisible()
        assert bottom <= gm.window.height()
    assert pane.group.view.height() >= 3 * pane.group.view.rowHeight(0)
    assert len(gm.log()) == 31
    assert gm.find(QLabel, "groupName").text() == "Group of 31"


def test_a_target_of_kaiser_has_room_in_its_column(qtbot: QtBot, tmp_path: Path) -> None:
    bram = structs.replace(KAISER.characters[0], id="other", name="Other")
    gm = show_test_pane(qtbot, tmp_path, structs.replace(KAISER, characters=(KAISER.characters[0], bram)))
    gm.prepares("Strike")
    gm.selects(*(one.name for one in gm.roster.characters))
    gm.settles()
    view = gm.window.test.group.view
    font = scaled(view.font(), COMPACT)
    for row in range(2):
        text = gm.window.test.group.model.index(row, GroupColumn.TARGET).data()
        assert "vs" in text
        assert width_of(font, "+15 vs 12") < view.columnWidth(GroupColumn.TARGET)


def test_names_take_the_room_that_short_verdicts_leave(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, a_roster(LAO, MOOK), dice=[20, 21])
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.selects("Lao Qing", MOOK.name)
    gm.keys("Return")
    view, model = gm.window.test.group.view, gm.window.test.group.model
    texts = [str(model.index(row, GroupColumn.VERDICT).data()) for row in range(model.rowCount())]
    widest = max(verdict_width(view.font(), text) for text in texts)
    assert widest <= view.columnWidth(GroupColumn.VERDICT) <= widest + 2 * GAP
    rest = sum(view.columnWidth(column) for column in GroupColumn if not view.isColumnHidden(column))
    assert rest == view.viewport().width()


def test_all_dice_of_an_open_roll_are_seen(qtbot: QtBot, tmp_path: Path) -> None:
    bram = structs.replace(KAISER.characters[0], id="other", name="Other")
    roster = structs.replace(KAISER, characters=(KAISER.characters[0], bram))
    gm = show_test_pane(qtbot, tmp_path, roster, dice=[6, 6, 2, 3, 4])
    gm.prepares("Strike")
    gm.selects(*(one.name for one in gm.roster.characters))
    gm.keys("Return")
    view, model = gm.window.test.group.view, gm.window.test.group.model
    most = max((model.index(row, GroupColumn.DICE).data(FACES) for row in range(2)), key=len)
    assert len(most) == 3
    assert dice_width(view.font(), most) <= view.columnWidth(GroupColumn.DICE) - 4
