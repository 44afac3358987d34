"""The table of one roll against several on a small screen: nothing scrolls sideways, and dice move no column."""

from itertools import repeat
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.model.combat.acting_side import SeveralRequest
from gm_desk.model.combat.target_table import TargetColumn
from gm_desk.ui.combat.several import SeveralDialog
from gm_desk.ui.combat.target_view import TargetView
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import COMPACT
from ui_makers import GM, LAO, a_roster, sit_down

WEAPONS = {
    "frag": Attack(id="frag", name="Frag grenade", skill="Athletics", damage="3d10+6", area="blast"),
    "smg": Attack(id="smg", name="SMG", skill="Guns", damage="2d10", modes="SA/BF/FA", range="50"),
}
THUGS = [
    Character(
        id=f"thug{n}",
        name=f"Thug {n}",
        stats={"DUR": 35, "WT": 7},
        skills=(Skill(id="fray", name="Fray", rating=50),),
        armor=(Armor(values={"energy": 2, "kinetic": 14}),),
    )
    for n in range(4)
]


def widths(view: TargetView) -> list[int]:
    return [view.columnWidth(column) for column in TargetColumn]


@pytest.mark.parametrize("percent", [150, 200])
def test_all_columns_fit_on_a_small_screen_with_large_text(
    qtbot: QtBot, tmp_path: Path, percent: int, subtests: pytest.Subtests
) -> None:
    shooter = structs.replace(LAO, attacks=tuple(WEAPONS.values()))
    gm = sit_down(qtbot, tmp_path, a_roster(shooter, *THUGS), dice=repeat(45), size=(1024, 640))
    gm.program.text.choose(percent)
    for weapon in WEAPONS:
        with subtests.test(weapon):
            gm.opens(a_roster(shooter, *THUGS, roster_id=weapon))
            all_columns_fit(gm, weapon, percent)


def all_columns_fit(gm: GM, weapon: str, percent: int) -> None:
    shooter = gm.lao
    gm.settles()
    gm.selects(shooter.name)
    gm.session.drafting.attack(shooter, WEAPONS[weapon])
    gm.window.several_requested.emit(SeveralRequest(gm.session.drafting.draft, tuple(one.id for one in THUGS)))
    gm.settles()
    dialog = gm.dialog(SeveralDialog)
    usual = dialog.fontMetrics().height() / (percent / 100)
    view, before = dialog.view, widths(dialog.view)
    for step in ("before the roll", "after the roll", "after the damage"):
        assert view.horizontalScrollBar().maximum() == 0, step
        assert widths(view) == before, step
        em = view.fontMetrics()
        assert em.height() >= usual, "the text is not smaller than at 100 %"
        for column in {TargetColumn.NET, TargetColumn.DICE, TargetColumn.DAMAGE, TargetColumn.THROUGH}:
            assert em.horizontalAdvance("−120") <= view.columnWidth(column), "numbers are read whole"
        assert em.horizontalAdvance("Fray ÷ 2 = 25") <= view.columnWidth(TargetColumn.DEFENCE)
        headings = QFontMetrics(view.horizontalHeader().font())
        for column in dialog.model.shown:
            heading = dialog.model.headerData(column, Qt.Orientation.Horizontal)
            assert headings.horizontalAdvance(heading) + 10 <= view.columnWidth(column), heading
        compact = QFontMetrics(scaled(view.font(), COMPACT))
        assert compact.horizontalAdvance("Triad mook 12") + 8 <= view.columnWidth(TargetColumn.WHO), "numbers are seen"
        dialog.go_on()
        gm.settles()
