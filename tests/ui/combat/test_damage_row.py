"""What is taken into account for damage, in all three systems: attack, F4, F4."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.ui.combat.damage_row import DamageRow
from gm_desk.ui.settings.house_rules import HouseDialog
from gm_desk.ui.widgets.buttons import LONGEST_LINE
from gm_desk.ui.widgets.pill import Pill
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

EP_GUARD = Character(
    id="guard",
    name="Guard",
    stats={"DUR": 40, "WT": 8, "DR": 60},
    skills=(Skill(id="fray", name="Fray", rating=40),),
    armor=(Armor(values={"energy": 5, "kinetic": 7}),),
)
KAISER_GUARD = structs.replace(
    EP_GUARD,
    stats={"LP": 90, "ABS": 2},
    skills=(Skill(id="block", name="Block", rating=5),),
    armor=(Armor(values={"Cut": 1, "Thrust": 3}),),
)
SABRE = Attack(id="sabre", name="Sabre", skill="Blades", damage="1d10+1", penetration=5)
RAIL_GUN = Attack(id="rail", name="Rail gun", skill="Guns", damage="2d10+3", armor_piercing=True)
SWORD = Attack(id="sword", name="Sword", skill="Strike", damage="6 cut")


def anna_and(guard: Character, system: str, attack: Attack) -> Roster:
    skill = Skill(id="s", name=attack.skill, rating=9 if system == "kaiser" else 70)
    anna = Character(id="anna", name="Anna", stats={"SOM": 29}, skills=(skill,), attacks=(attack,))
    return Roster(id="r", name="R", system=system, characters=(anna, guard))


def strikes(gm: AtTest, attack: Attack) -> None:
    """Let Anna attack the guard."""
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    gm.attacks(attack.name, rolls=True)


def table(
    qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, guard: Character = EP_GUARD
) -> RollHands:
    gm = show_test_pane(qtbot, folder, anna_and(guard, system, attack), dice=dice)
    strikes(gm, attack)
    return gm


def table_in_window(
    qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, guard: Character = EP_GUARD
) -> GM:
    gm = sit_down(qtbot, folder, anna_and(guard, system, attack), dice=dice)
    strikes(gm, attack)
    return gm


def row(gm: AtTest) -> DamageRow:
    return gm.window.test.damage


def pills(gm: AtTest) -> list[str]:
    """List what can be struck or counted, in the order it is shown."""
    return [pill.text() for pill in row(gm).options.findChildren(Pill) if pill.isVisible()]


def test_a_click_that_applies_the_damage_leaves_the_focus_on_roll(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "ep1", SABRE, 65, 90, 9)
    gm.click(row(gm).roll)
    gm.click(row(gm).apply)
    assert gm.window.focusWidget() is gm.window.test.row.button


def test_in_ep1_the_margin_the_bonus_and_the_ap_number_are_on_the_button(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep1", SABRE, 65, 90, 9)
    assert row(gm).roll.text() == "Damage 1d10 + 1 + 10"
    assert pills(gm) == ["+10 margin", "+2 DB"]
    gm.click(row(gm).pills["bonus"])
    assert row(gm).roll.text() == "Damage 1d10 + 1 + 10 + 2"
    gm.keys("F4")
    assert pills(gm) == ["+10 margin", "+2 DB", "AP −5", "Again"]
    assert all(pill.on for pill in (row(gm).pills["margin"], row(gm).pills["bonus"], row(gm).pills["piercing"]))
    lines = row(gm).apply.text().splitlines()
    assert lines[0] == "Apply 20 to Guard"
    assert " ".join(lines[1:]) == "20 damage, 2 wounds (+10 margin, +2 DB, armor 7 kinetic − AP 5)"
    assert row(gm).apply.sizeHint().width() <= row(gm).apply.width()
    gm.keys("F4")
    assert gm.character("guard").health.damage == 20
    assert row(gm).says.text() == "✓ Guard: 20 damage, 2 wounds, +10 margin, +2 DB, armor 7 kinetic − AP 5"
    assert pills(gm) == []
    assert gm.character("anna").attacks[0].damage_bonus


def test_each_part_of_ep1_can_be_struck_out(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep1", SABRE, 65, 90, 9)
    gm.keys("F4")
    gm.click(row(gm).pills["margin"])
    gm.click(row(gm).pills["piercing"])
    assert row(gm).apply.text() == "Apply 3 to Guard\n3 damage (armor 7 kinetic)"
    gm.click(row(gm).pills["piercing"])
    assert row(gm).apply.text().startswith("Apply 8 to Guard\n8 damage, 1 wound")


def test_a_critical_of_ep1_says_that_it_ignores_armor(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep1", SABRE, 22, 90, 9)
    gm.keys("F4")
    assert row(gm).apply.accessibleName() == "Apply 10 to Guard (critical: armor ignored): 10 damage, 1 wound"
    assert not row(gm).pills["margin"].isVisible()


def test_in_ep2_half_of_the_armor_counts(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep2", RAIL_GUN, 30, 90, 9, 5)
    assert pills(gm) == []
    gm.keys("F4")
    assert pills(gm) == ["AP", "Again"]
    assert row(gm).apply.accessibleName() == (
        "Apply 13 to Guard (armor 7 kinetic halved to 4 by AP): 13 damage, 1 wound"
    )
    gm.click(row(gm).pills["piercing"])
    assert row(gm).apply.text() == "Apply 10 to Guard\n10 damage, 1 wound (armor 7 kinetic)"
    gm.click(row(gm).pills["piercing"])
    gm.keys("F4")
    assert gm.character("guard").health.damage == 13


@pytest.mark.parametrize(
    ("dice", "picks", "says"),
    [
        ((44, 90, 9, 5, 1, 2), 0, "doubled"),
        ((40, 90, 9, 5, 6), 1, "+1d6 superior"),
    ],
)
def test_in_ep2_what_the_roll_adds_is_said(
    qtbot: QtBot, tmp_path: Path, dice: tuple[int, ...], picks: int, says: str
) -> None:
    gm = table(qtbot, tmp_path, "ep2", RAIL_GUN, *dice)
    for _ in range(picks):
        gm.click(row(gm).pills["superior"])
    gm.keys("F4")
    assert row(gm).apply.accessibleName() == (
        f"Apply 19 to Guard ({says}, armor 7 kinetic halved to 4 by AP): 19 damage, 2 wounds"
    )


def test_in_kaiser_the_first_key_deals_what_the_degrees_make(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "kaiser", SWORD, 5, 4, 1, 2, guard=KAISER_GUARD)
    assert not row(gm).roll.isVisible()
    assert not row(gm).again.isVisible()
    assert row(gm).says.text() == "42 damage"
    assert pills(gm) == ["absorption 2"]
    assert row(gm).apply.accessibleName() == (
        "Apply 42 to Guard (10 degrees − absorption 2 − armor 1 Cut = 7, × 6): 42 damage"
    )
    gm.click(row(gm).pills["absorption"])
    assert row(gm).says.text() == "54 damage"
    gm.click(row(gm).pills["ignore_armor"])
    assert row(gm).says.text() == "60 damage"
    gm.click(row(gm).pills["ignore_armor"])
    gm.click(row(gm).pills["absorption"])
    gm.keys("F4")
    assert gm.character("guard").health.damage == 42
    gm.keys("Ctrl+Z")
    assert gm.character("guard").health.damage == 0
    assert row(gm).apply.isVisible()


def test_a_button_that_goes_with_an_undone_attack_leaves_the_focus_at_the_roll(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "kaiser", SWORD, 5, 4, 1, 2, guard=KAISER_GUARD)
    gm.click(row(gm).pills["ignore_armor"])
    assert row(gm).pills["ignore_armor"].hasFocus()
    gm.does("window.undo")
    assert not row(gm).isVisible()
    assert gm.window.test.row.button.hasFocus()


def test_an_attack_of_kaiser_is_typed_with_its_base_damage(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "kaiser", SWORD, 5, 4, 1, 2, guard=KAISER_GUARD)
    gm.does("card.add_attack")
    assert gm.window.stat.attacks.add.placeholderText() == "Add an attack, like “Sword, Strike, 6 cut”"
    gm.types("Axe, Strike, 9 cut")
    gm.keys("Return")
    assert gm.character("anna").attacks[-1].damage == "9 cut"
    assert gm.character("anna").attacks[-1].ammo is None


def test_the_lines_of_the_button_are_short_and_everything_is_reached_by_keys(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep1", structs.replace(SABRE, damage_bonus=True), 65, 90, 9)
    gm.keys("F4")
    assert max(map(len, row(gm).apply.text().splitlines())) <= LONGEST_LINE
    for pill in (row(gm).pills["margin"], row(gm).pills["bonus"], row(gm).pills["piercing"]):
        assert (pill.accessibleName(), pill.isCheckable(), pill.isChecked()) == (pill.text(), True, True)
        assert pill.toolTip()
        pill.setFocus()
        gm.keys("Space")
        assert not pill.on
        assert not pill.isChecked()


def test_by_a_house_rule_of_ep2_the_average_is_applied_without_dice(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "ep2", RAIL_GUN, 30, 90)
    assert row(gm).roll.isVisible()
    gm.does("settings.set_house_rules")
    dialog = gm.dialog(HouseDialog)
    dialog.choices["static_damage"].setCurrentIndex(1)
    gm.click(dialog.does)
    gm.settles()
    assert row(gm).says.text() == "14 damage (average)"
    assert not row(gm).roll.isVisible()
    gm.keys("F4")
    assert gm.character("guard").health.damage == 10
    assert gm.log()[0][-1] != ""
    gm.keys("Ctrl+Z", "Ctrl+Z")
    assert row(gm).roll.isVisible()


def test_what_an_attack_asks_for_next_is_in_sight_on_a_small_screen(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep1", SABRE, 65, 90, 9)
    gm.window.resize(1366, 700)
    gm.settles()
    for part in (row(gm).roll, row(gm).apply, row(gm).says):
        gm.settles()
        assert part.visibleRegion().boundingRect().height() == part.height()
        gm.keys("F4")


def test_an_attack_that_misses_leaves_no_empty_options_beside_what_follows(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep2", RAIL_GUN, 99, 33)
    assert row(gm).asked.isVisible(), "the critical failure may break the weapon"
    assert not row(gm).options.isVisible()
    assert not pills(gm)


def test_the_dice_of_a_long_sum_have_room_beside_it(qtbot: QtBot, tmp_path: Path) -> None:
    rifle = Attack(id="rifle", name="Rifle", skill="Kinetic Weapons", damage="3d10+12+1d6", modes="FA")
    gm = table(qtbot, tmp_path, "ep1", rifle, 65, 90)
    gm.window.resize(1366, 768)
    gm.settles()
    assert row(gm).roll.text() == "Damage 3d10 + 12 + 1d6 + 1d10 + 10 + 10"
    for part in (row(gm).roll, row(gm).dice):
        assert part.visibleRegion().boundingRect().size() == part.size()


def test_dice_of_damage_that_cannot_fall_are_refused_by_a_click_and_not_rolled_instead(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = table(qtbot, tmp_path, "ep1", SABRE, 65, 90, 5)
    row(gm).dice.setFocus()
    gm.types("13")
    gm.click(row(gm).roll)
    assert gm.refused()
    assert row(gm).dice.text() == "13"
    hit = row(gm).damage_roll.hit
    assert hit is not None
    assert hit.total is None


def test_what_a_blow_asks_for_stands_alone_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "ep2", RAIL_GUN, 65, 90, 9, 9)
    gm.keys("F4", "F4")
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=[1])
    assert row(again).asked.isVisible()
    assert not row(again).options.isVisible()
    assert pills(again) == []


def test_a_hit_without_damage_is_offered_again_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "ep2", RAIL_GUN, 65, 90)
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=[9, 9])
    assert row(again).next.isVisible()
    again.keys("F4", "F4", "F4")
    assert again.character("guard").health.damage > 0
    again.window.close()
    assert not row(sit_down(qtbot, tmp_path, dice=[1])).next.isVisible(), "it is done"


def test_a_click_on_each_step_of_the_damage_leaves_the_focus_at_the_roll(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "ep2", RAIL_GUN, 65, 90)
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=[9, 9])
    for step in (row(again).next, row(again).roll, row(again).apply):
        step.setFocus()
        again.click(step)
        again.settles()
        assert again.window.test.row.button.hasFocus()


def test_after_typed_damage_dice_enter_applies_the_damage_and_then_rolls(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "ep2", RAIL_GUN, 65, 90)
    row(gm).dice.setFocus()
    gm.types("10 4")
    gm.keys("Return")
    assert row(gm).apply.hasFocus()
    gm.keys("Return")
    assert gm.character("guard").health.damage > 0
    assert gm.window.test.row.button.hasFocus()


def test_damage_dice_that_are_no_longer_asked_for_leave_the_focus_on_roll(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table_in_window(qtbot, tmp_path, "ep2", RAIL_GUN, 65, 90)
    row(gm).dice.setFocus()
    gm.does("window.undo")
    assert not row(gm).dice.isVisible()
    assert gm.window.test.row.button.hasFocus()


def test_digits_on_the_button_of_the_damage_begin_its_dice(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep2", RAIL_GUN, 65, 90)
    row(gm).roll.setFocus()
    QTest.keyClicks(row(gm).roll, "1")
    gm.types("0 4")
    assert (row(gm).dice.text(), gm.window.test.row.dice.text()) == ("10 4", "")
    gm.keys("Return")
    hit = row(gm).damage_roll.hit
    assert hit is not None
    assert hit.total == 17


def test_the_button_has_what_gets_through_for_dice_of_kaiser_too(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(
        qtbot, tmp_path, "kaiser", structs.replace(SWORD, damage="2d10+10"), 5, 4, 1, 2, 9, 9, guard=KAISER_GUARD
    )
    gm.keys("F4")
    assert row(gm).says.text().startswith("28 damage")
    assert row(gm).apply.text().startswith("Apply 25 to Guard\n25 damage")
    gm.keys("F4")
    assert gm.character("guard").health.damage == 25


def test_the_undo_step_of_an_attack_names_its_weapon(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, "ep2", RAIL_GUN, 65, 90)
    assert gm.session.document.stack.undoText() == "roll Rail gun of Anna"
