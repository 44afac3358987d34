"""The points on the card: shown where there are some, changed by a step or by typing, added from a menu."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from card_window import AtCard, show_card
from gm_desk.core.characters.stat_block import Points
from gm_desk.ui.card.points import PointsBox, PointsSection
from ui_makers import EVA, LAO, a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def eva(qtbot: QtBot, tmp_path: Path) -> AtCard:
    """Eva has two of three points of Vigor, many of Flex, and something of another program."""
    owned = {"vigor": Points(now=2, max=3), "flex": Points(now=9, max=12), "karma": Points(now=1, max=1)}
    made = sit_down(qtbot, tmp_path, a_roster(structs.replace(EVA, points=owned), LAO))
    made.selects("Eva")
    return made


def section(gm: AtCard) -> PointsSection:
    return gm.window.stat.points


def boxes(gm: AtCard) -> dict[str, PointsBox]:
    return {box.kind.name: box for box in section(gm).findChildren(PointsBox) if box.isVisible()}


def vigor(gm: AtCard) -> Points:
    return gm.character("eva").points["vigor"]


def test_the_card_shows_what_is_left_of_each_kind(eva: AtCard) -> None:
    assert {name: box.edit.text() for name, box in boxes(eva).items()} == {
        "Vigor": "2 / 3",
        "Flex": "9 / 12",
        "karma": "1 / 1",
    }
    eva.selects("Lao Qing")
    assert boxes(eva) == {}
    assert not section(eva).isVisible()
    assert "Pools" in eva.window.stat.add.offers()
    section(eva).begin()
    assert section(eva).add.isVisible()


def test_a_step_takes_or_gives_one_undoably_between_none_and_all(eva: AtCard) -> None:
    box = boxes(eva)["Vigor"]
    eva.click(box.more)
    assert (vigor(eva).now, box.more.isEnabled()) == (3, False)
    for _ in range(3):
        eva.click(box.less)
    assert (vigor(eva).now, box.less.isEnabled(), box.edit.text()) == (0, False, "0 / 3")
    assert eva.session.document.stack.undoText() == "set Vigor of Eva"
    for _ in range(4):
        eva.keys("Ctrl+Z")
    assert vigor(eva).now == 2


@pytest.mark.parametrize(("typed", "points"), [("1", (1, 3)), ("4/5", (4, 5)), ("6", (6, 6))])
def test_points_are_typed(eva: AtCard, typed: str, points: tuple[int, int]) -> None:
    boxes(eva)["Vigor"].edit.setFocus()
    eva.types_over(typed)
    eva.keys("Return")
    assert (vigor(eva).now, vigor(eva).max) == points


def test_what_are_no_points_is_refused_where_it_is_typed(eva: AtCard) -> None:
    boxes(eva)["Vigor"].edit.setFocus()
    eva.types_over("7/3")
    eva.keys("Return")
    assert eva.refused() == "7 of 3 is more than the maximum."
    eva.keys("Esc")
    assert vigor(eva).now == 2


def test_nothing_typed_takes_a_kind_away_and_the_menu_brings_it_back(eva: AtCard) -> None:
    boxes(eva)["Vigor"].edit.setFocus()
    eva.types_over(" ")
    eva.keys("Return")
    assert "Vigor" not in boxes(eva)
    eva.click(section(eva).add)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["Insight", "Moxie", "Vigor"]
    menu.actions()[2].trigger()
    menu.close()
    eva.settles()
    assert boxes(eva)["Vigor"].edit.hasFocus()
    eva.types("2/4")
    eva.keys("Return")
    assert (vigor(eva).now, vigor(eva).max) == (2, 4)


def test_a_system_without_points_has_no_such_section(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, structs.replace(a_roster(LAO), system="kaiser"))
    gm.selects("Lao Qing")
    assert not section(gm).isVisible()


def test_every_control_of_the_points_is_named_and_in_order(eva: AtCard) -> None:
    box = boxes(eva)["Vigor"]
    assert [part.accessibleName() for part in (box.edit, box.less, box.more)] == [
        "Vigor: points left and maximum",
        "One Vigor less",
        "One Vigor more",
    ]
    box.edit.setFocus()
    eva.keys("Tab")
    assert eva.focused() is box.less
    eva.keys("Tab")
    assert eva.focused() is box.more
