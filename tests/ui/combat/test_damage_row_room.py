"""What follows an attack has room in the test pane, whatever its weapon can do and whoever rolls."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.widgets.pill import Pill
from gm_desk.ui.widgets.scrolling import FittingScroll
from ui_makers import GM, left_at, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

FRAMED, SMALL = (1366, 738), (1024, 640)
SMG = Attack(
    id="smg",
    name="Heavy machine pistol",
    skill="Guns",
    damage="2d10+3",
    modes="SA/BF/FA",
    range="50",
    armor_piercing=True,
    ammo=Points(now=40, max=50),
)
SHOOTER = Character(
    id="shooter", name="Lao Qing", skills=(Skill(id="guns", name="Guns", rating=65),), attacks=(SMG,), stats={"WT": 9}
)
JAQUI = Character(
    id="jaqui",
    name="Jaqui Alexandra the Swift",
    stats={"DUR": 40, "WT": 8, "DR": 60, "SOM": 25},
    skills=(Skill(id="fray", name="Fray", rating=55),),
    armor=(Armor(values={"energy": 6, "kinetic": 12}),),
)
TWELVE = tuple(structs.replace(SHOOTER, id=f"mook-{n}", name=f"Triad mook {n}") for n in range(1, 13))
SETTLING = 12
SUPERIOR, CRITICAL = 40, 44


def shooting(qtbot: QtBot, folder: Path, size: tuple[int, int], *dice: int) -> GM:
    """Prepare an attack with a weapon of eight firing modes against somebody in armor."""
    roster = Roster(id="r", name="R", characters=(JAQUI, SHOOTER, *TWELVE))
    gm = sit_down(qtbot, left_at(folder, "lao"), roster, dice=[*dice, *[5] * 40], size=size)
    gm.selects("Lao Qing")
    gm.session.drafting.oppose("jaqui")
    gm.attacks("Heavy machine pistol")
    settled(gm)
    return gm


def settled(gm: GM) -> None:
    for _ in range(SETTLING):
        gm.settles()


def cut(*parts: QWidget) -> list[str]:
    """List the parts that are not wholly in sight."""
    return [
        f"{one.objectName()} {one.accessibleName()}"
        for one in parts
        if not one.isVisible() or one.visibleRegion().boundingRect() != one.rect()
    ]


def wraps_whole(label: QLabel) -> bool:
    """Return whether all words of a label are seen, on however many lines."""
    one_line = label.fontMetrics().horizontalAdvance(label.text()) <= label.width()
    return one_line or (label.wordWrap() and label.heightForWidth(label.width()) <= label.height())


def pills_of(part: QWidget) -> list[Pill]:
    return [pill for pill in part.findChildren(Pill) if not pill.isHidden()]


@pytest.mark.parametrize("size", [FRAMED, SMALL])
@pytest.mark.parametrize("roll", [SUPERIOR, CRITICAL])
def test_everything_from_the_hit_to_its_wounds_is_seen_without_scrolling(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], roll: int
) -> None:
    gm = shooting(qtbot, tmp_path, size, roll, 90, 9, 8, 4, 6)
    pane = gm.window.test
    attack, chips = pane.attack, pane.chips
    shown = [one for one in (*attack.rows.values(), *attack.pickers.values()) if not one.isHidden()]
    assert len(shown) == 4
    assert cut(*shown, chips.add, pane.difficulty, pane.row.button) == []
    pane.row.roll()
    settled(gm)
    row = pane.damage
    assert cut(pane.verdict, row.roll, row.dice, *pills_of(row.options), *pills_of(pane.after)) == []
    under_mouse = row.roll.mapToGlobal(row.roll.rect().center())
    row.go_on()
    settled(gm)
    assert row.apply.rect().contains(row.apply.mapFromGlobal(under_mouse)), "the same click again applies it"
    assert wraps_whole(row.says)
    assert (
        cut(pane.verdict, row.says, row.target, row.armor, row.pills["ignore_armor"], row.apply, *pills_of(row.options))
        == []
    )
    row.go_on()
    settled(gm)
    assert wraps_whole(row.says)
    assert pills_of(row.asked)
    assert cut(pane.verdict, row.says, *pills_of(row.asked)) == []


@pytest.mark.parametrize("size", [FRAMED, SMALL])
def test_twelve_attackers_leave_room_for_difficulty_modifiers_and_damage(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int]
) -> None:
    gm = shooting(qtbot, tmp_path, size)
    gm.rolling.group.select([one.id for one in TWELVE])
    settled(gm)
    pane = gm.window.test
    assert cut(*[one for one in pane.attack.pickers.values() if not one.isHidden()]) == []
    assert cut(pane.difficulty, pane.chips.add, pane.row.button, pane.verdict) == []
    [column] = [one for one in pane.findChildren(FittingScroll) if one.isVisible()]
    assert column.verticalScrollBar().maximum() == 0
    assert pane.group.view.viewport().height() >= 3 * pane.group.view.row_height


def test_a_pane_whose_parts_all_fit_can_still_be_made_lower(qtbot: QtBot, tmp_path: Path) -> None:
    gm = shooting(qtbot, tmp_path, FRAMED)
    gm.rolling.group.select([one.id for one in TWELVE])
    settled(gm)
    gm.window.resize(*SMALL)
    settled(gm)
    assert gm.window.size().toTuple() == SMALL


@pytest.mark.usefixtures("painted")
def test_a_sum_of_many_dice_wraps_instead_of_being_cut(qtbot: QtBot, tmp_path: Path) -> None:
    gm = shooting(qtbot, tmp_path, SMALL, CRITICAL, 90)
    gm.window.test.row.roll()
    says = gm.window.test.damage.says
    says.show()
    long = f"99 damage ({' + '.join(['10'] * 20)})"
    says.setText(long)
    settled(gm)
    assert says.text() == long
    assert wraps_whole(says)
    assert says.height() > 2 * says.fontMetrics().height()


def test_the_button_that_applies_damage_is_whole_on_a_small_screen_with_large_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep1"), dice=[5, 72, 6, 8, 7], size=SMALL)
    gm.program.text.choose(150)
    armored = next(one for one in gm.roster.characters if one.name == "Mirela")
    shooter = next(one for one in gm.roster.characters if any(each.name == "Rail carbine" for each in one.attacks))
    gm.selects(shooter.name)
    gm.session.drafting.attack(shooter, next(one for one in shooter.attacks if one.name == "Rail carbine"))
    gm.session.drafting.oppose(armored.id)
    settled(gm)
    pane = gm.window.test
    pane.row.roll()
    pane.damage.go_on()
    settled(gm)
    assert cut(pane.damage.apply) == []
    assert pane.damage.apply.text() == "Apply 23 to Mirela\n23 damage, 3 wounds"
    assert "armor 4 kinetic" in pane.damage.apply.toolTip()
