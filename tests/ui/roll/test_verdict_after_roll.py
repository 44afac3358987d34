"""After the roll: only what changes the last roll, in two lines at most, by mouse and by keyboard."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Group, Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import Mode
from gm_desk.core.drafts.opponents import Defence, everything
from gm_desk.ui.widgets.action_rows import without_mnemonic
from gm_desk.ui.widgets.pill import Pill
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import EVA, GM, LAO, MOOK, a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def with_points(**points: int) -> Roster:
    eva = structs.replace(EVA, points={kind: Points(now=now, max=3) for kind, now in points.items()})
    triad = Group(id="triad", name="Dockside Triad", threat=Points(now=2, max=3))
    return a_roster(eva, LAO, MOOK).with_group(triad)


@pytest.fixture
def eva(qtbot: QtBot, tmp_path: Path) -> RollHands:
    """Eva has Guns 30, two points of Vigor and one of Flex."""
    made = show_test_pane(qtbot, tmp_path, with_points(vigor=2, flex=1), dice=(41, 92, 17, 25))
    made.selects("Eva")
    made.prepares("Guns")
    return made


@pytest.fixture
def eva_in_window(qtbot: QtBot, tmp_path: Path) -> GM:
    """Eva has Guns 30, two points of Vigor and one of Flex."""
    made = sit_down(qtbot, tmp_path, with_points(vigor=2, flex=1), dice=(41, 92, 17, 25))
    made.selects("Eva")
    made.prepares("Guns")
    return made


def pills(gm: AtTest) -> list[Pill]:
    shown = [pill for pill in gm.window.test.after.findChildren(Pill) if pill.isVisible()]
    return sorted(shown, key=lambda pill: (pill.y(), pill.x()))


def offers(gm: AtTest) -> list[str]:
    return [pill.text() for pill in pills(gm)]


def roll(gm: AtTest, dice: str) -> None:
    gm.window.test.row.dice.setFocus()
    gm.types(dice)
    gm.keys("Return")


def open_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def double_click(gm: AtTest, pill: Pill) -> None:
    """Click twice at one place, whatever is there the second time."""
    place, flow = pill.mapTo(gm.window, QPoint(20, 8)), gm.window.test.after.flow
    QTest.mouseClick(pill, Qt.MouseButton.LeftButton, pos=QPoint(20, 8))
    gm.settles()
    there = gm.window.childAt(place)
    assert isinstance(there, Pill)
    assert flow.isAncestorOf(there)
    QTest.mouseDClick(there, Qt.MouseButton.LeftButton, pos=QPoint(20, 8))
    QTest.mouseRelease(there, Qt.MouseButton.LeftButton, pos=QPoint(20, 8))


def test_before_a_roll_there_is_nothing_and_it_takes_no_space(eva: RollHands) -> None:
    assert not eva.window.test.after.isVisible()


def test_a_click_spends_a_point_and_the_log_the_pool_and_the_verdict_follow(eva: RollHands) -> None:
    roll(eva, "81")
    assert offers(eva) == ["Vigor · flip-flop 81 → 18: success"]
    eva.settles()
    eva.click(pills(eva)[0], QPoint(20, 8))
    assert eva.log()[0][6] == "✓ Success"
    assert "Success" in eva.widget("verdict").accessibleName()
    assert eva.character("eva").points["vigor"].now == 1
    assert not eva.window.test.after.isVisible()
    eva.keys("Ctrl+Z")
    assert eva.log()[0][6] == "✗ Failure"
    assert eva.character("eva").points["vigor"].now == 2
    assert offers(eva) == ["Vigor · flip-flop 81 → 18: success"]


@pytest.mark.parametrize("by_key", [True, False])
def test_the_arrow_offers_all_pools_that_can_pay(eva: RollHands, by_key: bool) -> None:
    roll(eva, "81")
    (pill,) = pills(eva)
    if by_key:
        pill.setFocus()
        QTest.keyClick(pill, Qt.Key.Key_Down)
    else:
        eva.click(pill, QPoint(pill.width() - 12, pill.height() // 2))
    menu = open_menu()
    assert [action.text() for action in menu.actions()] == [
        "Vigor (2 left) · flip-flop 81 → 18: success",
        "Flex (1 left) · flip-flop 81 → 18: success",
    ]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    eva.settles()
    assert eva.character("eva").points["flex"].now == 0
    assert eva.log()[0][6] == "✓ Success"


def test_it_is_reached_with_tab_after_the_roll_row_and_enter_does_it(eva: RollHands) -> None:
    roll(eva, "81")
    eva.window.test.row.secret.setFocus()
    eva.keys("Tab")
    assert eva.focused() is pills(eva)[0]
    assert eva.focused().accessibleName() == "Vigor · flip-flop 81 → 18: success"
    assert eva.focused().accessibleDescription() == "Down: more choices"
    eva.keys("Return")
    assert eva.log()[0][6] == "✓ Success"


def test_a_double_click_does_not_take_the_choice_that_moves_up(eva: RollHands) -> None:
    eva.session.drafting.oppose("lao")
    eva.session.drafting.set_mode(Mode.OPPOSED)
    roll(eva, "18")  # a success, and Lao Qing fails with 41
    assert offers(eva) == ["Vigor · upgrade to superior", "Lao Qing, Threat · flip-flop 41 → 14: success"]
    eva.settles()
    double_click(eva, pills(eva)[0])
    assert "Superior success" in eva.log()[0][6]
    assert [one.threat.now for one in eva.session.document.roster.groups if one.threat] == [2]


def test_a_double_click_spends_two_superior_results_on_one_use(eva: RollHands) -> None:
    eva.window.test.net.scale.setFocus()
    for _ in range(6):
        eva.keys("+")
    roll(eva, "68")
    eva.settles()
    double_click(eva, next(pill for pill in pills(eva) if pill.text() == "Quality"))
    assert "Quality ×2" in eva.log()[0][7]


def test_a_superior_result_is_spent_doubled_and_keeps_the_focus(eva: RollHands) -> None:
    eva.keys("Esc")
    eva.window.test.net.scale.setFocus()
    for _ in range(6):
        eva.keys("+")
    roll(eva, "68")
    assert offers(eva)[-1] == "Damage"
    pills(eva)[-1].setFocus()
    eva.keys("Space", "Space")
    assert eva.focused() is pills(eva)[-1]
    assert offers(eva)[-1] == "Damage ×2"
    assert eva.log()[0][7] == "Damage ×2, dice typed by hand"


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_what_finds_no_room_in_two_lines_stands_in_a_menu(eva_in_window: GM, size: tuple[int, int]) -> None:
    eva_in_window.resizes(*size)
    roll(eva_in_window, "99")
    eva_in_window.settles()
    flow = eva_in_window.window.test.after.flow
    lines = {pill.y() for pill in pills(eva_in_window)}
    assert len(lines) <= 2
    assert eva_in_window.window.test.row.button.isVisible()
    assert (
        eva_in_window.window.test.row.button.visibleRegion().boundingRect()
        == eva_in_window.window.test.row.button.rect()
    )
    assert offers(eva_in_window)[-1] == "More"
    eva_in_window.click(flow.more)
    hidden = [without_mnemonic(action.text()) for action in open_menu().actions()]
    ideas = list(eva_in_window.session.document.system.criticals.failure)
    assert sorted([*offers(eva_in_window)[1:-1], *hidden]) == sorted(ideas)
    open_menu().actions()[-1].trigger()
    open_menu().close()
    assert eva_in_window.log()[0][7].casefold().startswith(hidden[-1].casefold())


def test_a_roll_that_is_undone_offers_nothing(eva: RollHands) -> None:
    roll(eva, "81")
    eva.keys("Esc", "Ctrl+Z")
    assert offers(eva) == []


def test_a_ruling_is_a_click(eva: RollHands) -> None:
    eva.session.drafting.oppose("lao")
    eva.session.drafting.set_mode(Mode.OPPOSED)
    eva.keys("Esc", "Return")  # 41 over 30, 92 over 60
    assert offers(eva)[:2] == ["Deadlock", "Higher roll: Lao Qing wins"]
    eva.click(pills(eva)[1])
    assert "Lao Qing wins" in eva.log()[0][7]
    assert pills(eva)[1].on
    assert (pills(eva)[1].isCheckable(), pills(eva)[1].isChecked()) == (True, True)
    assert "chosen" not in pills(eva)[1].accessibleName()


def test_both_succeeding_in_a_variable_test_asks_for_the_third_result(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, structs.replace(with_points(), system="ep1"), dice=(12, 13))
    gm.selects("Lao Qing")
    eva = gm.character("eva")
    gm.session.drafting.oppose("eva", Defence(everything(eva, gm.session.document.system)[0]))
    gm.session.drafting.set_mode(Mode.VARIABLE)
    gm.keys("Return")
    third = gm.window.test.after.third
    assert third.isVisible()
    third.setFocus()
    gm.types("both are <b>seen</b>")
    gm.keys("Return")
    assert gm.log()[0][7].startswith("Both are <b>seen</b>, ")
    gm.keys("Esc", "Ctrl+Z")
    assert "</b>" not in gm.log()[0][7]
    assert third.text() == ""
