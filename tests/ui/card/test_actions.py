"""Recharges and Threat: chosen from the Roster menu, undoable, and said."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Group
from gm_desk.core.characters.stat_block import Points
from gm_desk.model.item_models import Role
from gm_desk.ui.widgets.action_rows import without_mnemonic
from ui_makers import EVA, GM, LAO, MOOK, a_roster, index_of, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> GM:
    """Eva lacks three points, the triad one of two."""
    eva = structs.replace(EVA, points={"vigor": Points(now=0, max=3)})
    triad = Group(id="triad", name="Dockside Triad", threat=Points(now=1, max=2))
    made = sit_down(qtbot, tmp_path, a_roster(eva, LAO, MOOK).with_group(triad), dice=(2, 81))
    made.selects("Eva")
    return made


def threat(gm: GM, group_id: str = "triad") -> tuple[int, int] | None:
    group = gm.roster.group(group_id)
    assert group is not None
    return (group.threat.now, group.threat.max) if group.threat else None


def verdict(gm: GM) -> str:
    return gm.widget("verdict").accessibleName()


def test_a_rest_that_is_refused_says_why_and_of_no_points(table: GM) -> None:
    before = verdict(table)
    table.program.session.document.set_read_only("another window has it open")
    table.chooses("card.recharge", "Short recharge")
    assert (verdict(table), table.trouble()) == (before, "Another window has it open.")
    assert table.character("eva").points["vigor"].now == 0


def test_a_short_recharge_throws_its_die_and_says_how_many_points_came_back(table: GM) -> None:
    table.chooses("card.recharge", "Short recharge")
    assert table.character("eva").points["vigor"].now == 2
    assert verdict(table) == "2: Short recharge of Eva: 2 points regained"
    assert table.undo_of("short recharge of Eva (2)").isEnabled()
    table.keys("Ctrl+Z")
    assert table.character("eva").points["vigor"].now == 0
    assert "recharge" not in verdict(table)


def test_after_a_recharge_the_next_roll_shows_its_own_verdict(table: GM) -> None:
    table.chooses("card.recharge", "Long recharge")
    assert table.character("eva").points["vigor"].now == 3
    table.keys("Return")
    assert "back" not in verdict(table)


def test_a_long_recharge_of_an_npc_refills_what_the_group_shares(table: GM) -> None:
    table.selects("Lao Qing")
    table.chooses("card.recharge", "Long recharge")
    assert threat(table) == (2, 2)


def test_the_heading_of_a_group_shows_its_threat(table: GM) -> None:
    heading = index_of(table.window.roster.view.model(), "Dockside Triad")
    assert heading.data(Role.DETAIL) == "Threat ◆◇  2"
    assert heading.data(Qt.ItemDataRole.AccessibleTextRole) == "Dockside Triad, group of 2 characters, Threat 1 of 2"
    plain = index_of(table.window.roster.view.model(), "Players")
    assert plain.data(Role.DETAIL) == "1"


CHANGES = {
    "Threat +1": (2, 2),
    "Threat −1": (0, 2),
    "Refill": (2, 2),
    "Maximum +1": (2, 3),
    "Maximum −1": (1, 1),
}
"""What is left of the threat, and its maximum, after each entry of the menu."""


def test_threat_is_changed_from_the_menu(table: GM) -> None:
    table.selects("Triad mook 1")
    for entry, now in CHANGES.items():
        table.chooses("card.change_threat", entry)
        assert threat(table) == now, entry
        assert table.session.document.stack.undoText() == "set Threat of Dockside Triad", entry
        table.keys("Ctrl+Z")
        assert threat(table) == (1, 2), entry


def test_only_what_changes_something_can_be_chosen(table: GM) -> None:
    table.selects("Players")
    able = [without_mnemonic(one.text()) for one in table.submenu("card.change_threat").actions() if one.isEnabled()]
    assert able == ["Type it…", "Maximum +1"]
    table.chooses("card.change_threat", "Maximum +1")
    assert threat(table, "players") == (1, 1)
    able = [without_mnemonic(one.text()) for one in table.submenu("card.change_threat").actions() if one.isEnabled()]
    assert able == ["Type it…", "Threat −1", "Maximum +1", "Maximum −1"]


def test_systems_have_their_own_recharges_and_no_threat(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, structs.replace(a_roster(), system="ep1"))
    assert [one.text() for one in gm.submenu("card.recharge").actions()] == ["Refresh Moxie"]
    assert not any(one.isEnabled() for one in gm.submenu("card.change_threat").actions())
    other = sit_down(qtbot, tmp_path / "other", structs.replace(a_roster(), system="kaiser"))
    assert not any(one.isEnabled() for one in other.submenu("card.recharge").actions())
