"""Attacks on the card, and the damage of one that hit, by mouse and by keys."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.drafts.draft import Mode
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.ui.card.attacks import AttacksSection
from gm_desk.ui.combat.damage_row import DamageRow
from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.pill import Pill
from ui_makers import EVA, GM, LAO, MOOK, a_roster, left_at, names, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

PISTOL = Attack(
    id="pistol", name="Heavy pistol", skill="Guns", damage="2d10", modes="SA/BF", ammo=Points(now=9, max=12)
)
KNIFE = Attack(id="knife", name="Knife & fork", skill="Melee", damage="1d10")
LINE = "Heavy pistol, Guns, 2d10, SA/BF, 9/12"
EVA_ARMORED = structs.replace(
    EVA, stats={**EVA.stats, "DUR": 35, "WT": 7, "DR": 53}, armor=(Armor(values={"energy": 4, "kinetic": 6}),)
)


def armed() -> Roster:
    return a_roster(EVA_ARMORED, structs.replace(LAO, attacks=(PISTOL, KNIFE)), MOOK)


def table(qtbot: QtBot, folder: Path, *dice: int, roster: Roster | None = None) -> GM:
    gm = sit_down(qtbot, left_at(folder, "lao"), roster or armed(), dice=dice)
    gm.selects("Lao Qing")
    return gm


def at_card(qtbot: QtBot, folder: Path, *dice: int, roster: Roster | None = None) -> CardHands:
    gm = show_card(qtbot, left_at(folder, "lao"), roster or armed(), dice=dice)
    gm.selects("Lao Qing")
    return gm


def section(gm: AtCard) -> AttacksSection:
    return gm.window.stat.attacks


def row(gm: GM) -> DamageRow:
    return gm.window.test.damage


def shoot(gm: AtCard) -> None:
    """Prepare the pistol against Eva, and roll it by a double click."""
    gm.session.drafting.oppose("eva")
    gm.click_on(section(gm).view, "Heavy pistol", double=True)


def roll_at_nobody(gm: GM) -> None:
    """Prepare the pistol, and roll it as a test of its own, as against a door."""
    gm.click_on(section(gm).view, "Heavy pistol")
    close_list(gm)
    gm.click(gm.window.test.modes.buttons[Mode.ALONE])
    gm.keys("Ctrl+Return")


def open_list() -> str:
    """Return what is picked from the list that is open, or nothing."""
    popup = QApplication.activePopupWidget()
    picker = popup.parentWidget() if popup else None
    return picker.accessibleName() if isinstance(picker, Picker) else ""


def close_list(gm: AtCard) -> None:
    gm.settles()
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()
    gm.settles()


# --- The card --------------------------------------------------------------------------------------------------------


def test_a_click_prepares_an_attack_and_marks_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Heavy pistol")
    assert gm.test() == "Guns 65 Lao Qing"
    assert section(gm).view.selectionModel().hasSelection()
    assert not gm.window.stat.skills.view.selectionModel().hasSelection()
    gm.click_on(gm.window.stat.skills.view, "Guns")
    assert not section(gm).view.selectionModel().hasSelection()
    assert not gm.log()


def test_a_double_click_rolls_an_attack(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path, 98, 10)
    shoot(gm)
    assert [line[2] for line in gm.log()] == ["Heavy pistol vs Eva Fray ÷ 2"]
    assert open_list() == ""


def test_arrows_prepare_attacks_and_enter_rolls_once_the_opponent_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 98, 10)
    gm.click_on(section(gm).view, "Heavy pistol")
    close_list(gm)
    gm.keys("Down")
    assert gm.test().startswith("Melee")
    assert open_list() == ""
    gm.keys("Return")
    assert (open_list(), gm.log()) == ("Opponent: nobody", [])
    gm.window.test.opponent.who.picked.emit("eva")
    close_list(gm)
    gm.keys("Return")
    assert [line[2] for line in gm.log()] == ["Knife & fork vs Eva Fray"]


def test_an_attack_without_an_opponent_asks_for_one_by_itself(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Heavy pistol")
    gm.settles()
    assert open_list() == "Opponent: nobody"
    assert gm.window.test.opponent.who.text().startswith("Choose opponent")
    assert gm.reads("opponentSays") == "Choose the opponent, then roll."
    close_list(gm)
    gm.keys("Ctrl+Return")
    assert (open_list(), gm.log()) == ("Opponent: nobody", [])
    close_list(gm)
    gm.click(gm.window.test.row.button)
    assert (open_list(), gm.log()) == ("Opponent: nobody", [])


def test_an_attack_in_a_remembered_mode_for_several_asks_for_its_targets_only_when_it_is_rolled(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = table(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Heavy pistol")
    close_list(gm)
    [two] = [one for one in gm.window.test.attack.rows["mode"].buttons if one.text() == "BF two"]
    gm.click(two)
    gm.click_on(section(gm).view, "Knife & fork")
    close_list(gm)
    gm.click_on(section(gm).view, "Heavy pistol")
    gm.settles()
    assert open_list() == ""


def test_a_double_click_on_an_attack_without_an_opponent_leaves_the_list_open(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Heavy pistol")
    gm.settles()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    QTest.mousePress(popup, Qt.MouseButton.LeftButton, pos=QPoint(-20, -20))  # the second press of a double click
    assert (open_list(), gm.log()) == ("Opponent: nobody", [])
    QTest.keyClick(gm.focused(), Qt.Key.Key_Return)
    assert (open_list(), gm.window.test.opponent.who.text()) == ("Opponent: nobody", "Choose opponent\u2003")
    popup.findChildren(QTimer)[0].stop()
    QTest.mousePress(popup, Qt.MouseButton.LeftButton, pos=QPoint(-20, -20))
    gm.settles()
    assert open_list() == ""


def test_digits_on_an_attack_are_dice(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 10)
    gm.session.drafting.oppose("eva")
    gm.click_on(section(gm).view, "Heavy pistol")
    gm.types("98")
    assert gm.window.test.row.dice.text() == "98"
    gm.keys("Return")
    assert len(gm.log()) == 1
    entry = gm.rolling.recent.last
    assert entry is not None
    assert (entry.by_hand, entry.dice["a.roll"], entry.dice["b.roll"]) == (True, (98,), (10,))
    assert gm.focused() is section(gm).view


def test_an_attack_is_edited_in_place_as_its_line(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Heavy pistol")
    close_list(gm)
    gm.keys("F2")
    editor = gm.focused()
    assert isinstance(editor, CheckedEdit)
    assert editor.text() == LINE
    gm.types_over("Heavy pistol, Guns, 2d")
    gm.keys("Return")
    assert "was not recognised" in gm.refused()
    gm.types_over("Rifle, Guns, 3d10, 30")
    gm.keys("Return")
    assert names(section(gm).view) == ["Rifle", "Knife & fork"]
    gm.keys("Ctrl+Z")
    assert gm.lao.attacks[0] == PISTOL


def test_a_digit_is_no_attack(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Heavy pistol")
    gm.keys("5")
    assert gm.lao.attacks == (PISTOL, KNIFE)
    assert not isinstance(gm.focused(), CheckedEdit)


def test_an_attack_is_typed_as_a_line(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.does("card.add_attack")
    gm.types("Claws, Melee, 1d10+2")
    gm.keys("Return")
    assert names(section(gm).view) == ["Heavy pistol", "Knife & fork", "Claws"]
    assert section(gm).add.text() == ""
    gm.types("Claws, Melee, 2d")
    gm.keys("Return")
    assert "was not recognised" in gm.refused()


def test_the_field_goes_when_the_cursor_leaves_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click(section(gm).more)
    assert section(gm).add.isVisible()
    assert not section(gm).more.isVisible()
    gm.keys("Esc")
    assert not section(gm).add.isVisible()
    assert section(gm).more.isVisible()


def test_without_attacks_the_section_takes_no_space(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.selects("Eva")
    assert not section(gm).isVisible()
    gm.keys("Ctrl+Shift+K")
    assert section(gm).isVisible()
    gm.types("Fists, 1d10")
    gm.keys("Return", "Esc")
    assert section(gm).isVisible()
    gm.keys("Ctrl+Z")
    assert not section(gm).isVisible()


def test_without_a_character_there_is_nothing_to_add(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path)
    gm.does("card.add_attack")
    assert not section(gm).add.isVisible()


def test_delete_takes_an_attack_away(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Knife & fork")
    close_list(gm)
    gm.keys("Del")
    assert names(section(gm).view) == ["Heavy pistol"]
    assert "Lao Qing" in [one.name for one in gm.roster.characters]
    gm.keys("Ctrl+Z")
    assert names(section(gm).view) == ["Heavy pistol", "Knife & fork"]


@pytest.mark.parametrize(("text", "left"), [("Reload", "12/12"), ("Remove", ""), ("Edit", "9/12")])
def test_the_menu_of_an_attack_does_the_rest(qtbot: QtBot, tmp_path: Path, text: str, left: str) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Heavy pistol")
    menu = gm.context_menu(section(gm).view)
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()
    gm.settles()
    ammo = gm.lao.attacks[0].ammo
    assert (f"{ammo.now}/{ammo.max}" if ammo else "") == left


def test_nothing_can_be_done_to_no_attack(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path, roster=a_roster())
    section(gm).view.customContextMenuRequested.emit(section(gm).view.rect().center())
    assert not section(gm).view.findChildren(QMenu)


def test_a_long_attack_takes_two_lines(qtbot: QtBot, tmp_path: Path) -> None:
    long = structs.replace(PISTOL, notes="a very long note " * 12)
    gm = at_card(qtbot, tmp_path, roster=a_roster(EVA, structs.replace(LAO, attacks=(long,)), MOOK))
    view = section(gm).view
    assert view.two_lines
    assert view.height() > view.fontMetrics().height() * 2
    gm.click_on(view, "Heavy pistol")
    close_list(gm)
    gm.keys("F2")
    gm.types_over("Pistol")
    gm.keys("Return")
    assert not view.two_lines
    assert view.height() < view.fontMetrics().height() * 2


# --- Damage ----------------------------------------------------------------------------------------------------------


def test_a_hit_is_rolled_applied_and_undone_by_one_key_each(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 30, 90, 9, 5)
    before = gm.roster
    assert not row(gm).isVisible()
    shoot(gm)
    assert gm.session.drafting.draft.mode is Mode.ATTACK
    assert row(gm).roll.text() == "Damage 2d10"
    assert not row(gm).apply.isVisible()
    gm.keys("F4")
    assert row(gm).says.text() == "14 damage (9 + 5)"
    assert row(gm).apply.text() == "Apply 8 to Eva\n8 damage, 1 wound (armor 6 kinetic)"
    assert row(gm).apply.accessibleName() == "Apply 8 to Eva (armor 6 kinetic): 8 damage, 1 wound"
    gm.keys("F4")
    assert gm.character("eva").health.damage == 8
    assert row(gm).says.text() == "✓ Eva: 8 damage, 1 wound, armor stops 6"
    assert not row(gm).apply.isVisible()
    assert gm.window.roster.current() == ("lao", False)
    assert [line[2] for line in gm.log()] == ["Heavy pistol, damage", "Heavy pistol vs Eva Fray ÷ 2"]
    gm.keys("Ctrl+Z")
    assert row(gm).apply.isVisible()
    gm.keys("Ctrl+Z")
    assert gm.roster == before
    assert not row(gm).isVisible()


def test_buttons_do_the_same(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 30, 90, 9, 5)
    shoot(gm)
    gm.click(row(gm).roll)
    gm.click(row(gm).pills["ignore_armor"])
    assert row(gm).apply.text() == "Apply 14 to Eva\n14 damage, 2 wounds (armor ignored)"
    gm.click(row(gm).pills["ignore_armor"])
    row(gm).armor.click()
    [menu] = row(gm).armor.findChildren(QMenu)
    next(action for action in menu.actions() if action.text() == "energy 4").trigger()
    assert row(gm).armor.text() == "energy 4"
    gm.click(row(gm).apply)
    assert gm.character("eva").health.damage == 10


def test_dice_are_typed_instead(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 30, 90)
    shoot(gm)
    row(gm).dice.setFocus()
    gm.types("12 1")
    gm.keys("Return")
    assert "is not 2 d10" in gm.refused()
    gm.keys("F4")
    assert row(gm).damage_roll.hit
    assert row(gm).says.text() == ""
    gm.types_over("7 7")
    gm.keys("F4")
    assert row(gm).says.text() == "14 damage (7 + 7)"
    gm.click(row(gm).again)
    row(gm).dice.setFocus()
    gm.types("1 2")
    gm.keys("Return")
    assert row(gm).says.text() == "3 damage (1 + 2)"


def test_a_critical_doubles_unless_the_gm_says_otherwise(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 44, 99)
    shoot(gm)
    assert row(gm).roll.text() == "Damage 4d10"
    assert not row(gm).pills["superior"].isVisible()
    pills = [one for one in gm.window.test.after.findChildren(Pill) if one.isVisible()]
    assert "double damage" not in [pill.text().casefold() for pill in pills], "it is decided in one place"
    assert "an extra action" in [pill.text().casefold() for pill in pills]
    gm.click(row(gm).pills["double"])
    assert row(gm).roll.text() == "Damage 2d10"


@pytest.mark.usefixtures("painted")
def test_a_superior_result_is_spent_on_damage_by_one_click(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 42, 99)
    shoot(gm)
    assert not row(gm).pills["double"].isVisible()
    gm.click(row(gm).pills["superior"])
    assert row(gm).roll.text() == "Damage 2d10 + 1d6"
    assert row(gm).pills["superior"].on


def test_somebody_else_suffers(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 30, 9, 5)
    roll_at_nobody(gm)
    gm.keys("F4")
    assert row(gm).apply.text() == "Log 14 damage"
    assert not row(gm).armor.isVisible()
    row(gm).target.click()
    gm.settles()
    row(gm).target.picked.emit("mook")
    assert row(gm).apply.text() == "Apply 14 to Triad mook 1\n14 damage (no armor)"
    gm.click(row(gm).apply)
    assert gm.character("mook").health.damage == 14


def test_damage_without_a_target_is_only_logged(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 30, 9, 5)
    roll_at_nobody(gm)
    gm.keys("F4", "F4")
    assert row(gm).says.text() == "✓ The damage is in the log."
    assert [line[2] for line in gm.log()] == ["Heavy pistol, damage", "Heavy pistol"]


def test_damage_that_is_no_dice_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    odd = structs.replace(PISTOL, damage="special")
    gm = table(qtbot, tmp_path, 30, roster=a_roster(EVA, structs.replace(LAO, attacks=(odd,)), MOOK))
    roll_at_nobody(gm)
    assert row(gm).says.text().startswith("Damage “special” cannot be rolled: “special” is not dice")
    gm.keys("F4")
    assert len(gm.log()) == 1


def test_the_key_for_damage_does_nothing_without_a_hit(qtbot: QtBot, tmp_path: Path) -> None:
    gm = table(qtbot, tmp_path, 98)
    gm.keys("F4")
    roll_at_nobody(gm)
    gm.keys("F4")
    assert len(gm.log()) == 1


def test_names_are_plain_text(qtbot: QtBot, tmp_path: Path) -> None:
    eva = structs.replace(EVA_ARMORED, name="<b>R&D</b> of the very long name")
    gm = table(qtbot, tmp_path, 30, 90, 9, 5, roster=a_roster(eva, structs.replace(LAO, attacks=(PISTOL,)), MOOK))
    shoot(gm)
    gm.keys("F4")
    assert row(gm).apply.text().startswith("Apply 8 to <b>R&&D</b> of")
    assert "<b>" not in row(gm).apply.toolTip()
    assert row(gm).says.textFormat() is Qt.TextFormat.PlainText


# --- Where attacks stand, and how they are reached -------------------------------------------------------------------


def prepared(gm: AtCard) -> str:
    """Return the id of the attack that is prepared, or nothing."""
    return gm.session.drafting.draft.attack


def above(gm: AtCard) -> bool:
    """Whether the attacks stand above the skills."""
    gm.settles()
    return section(gm).y() < gm.window.stat.skills.y()


def test_attacks_are_above_the_skills_of_an_npc_and_below_those_of_a_pc(qtbot: QtBot, tmp_path: Path) -> None:
    armed_eva = structs.replace(EVA_ARMORED, attacks=(KNIFE,))
    gm = at_card(qtbot, tmp_path, roster=a_roster(armed_eva, structs.replace(LAO, attacks=(PISTOL, KNIFE)), MOOK))
    assert above(gm)
    gm.selects("Eva")
    assert not above(gm)
    gm.session.document.change_character(structs.replace(armed_eva, kind="npc"), "make Eva an NPC")
    assert above(gm)


def test_in_a_fight_attacks_are_above_the_skills_of_a_pc_as_well(qtbot: QtBot, tmp_path: Path) -> None:
    armed_eva = structs.replace(EVA_ARMORED, attacks=(KNIFE,))
    gm = at_card(qtbot, tmp_path, roster=a_roster(armed_eva, structs.replace(LAO, attacks=(PISTOL,)), MOOK))
    gm.selects("Eva")
    document = gm.session.document
    fight = Scene(id="bar", fighters=(Fighter(id=armed_eva.id),))
    for now, others, first in ((None, (), False), (Moment(), (), True), (Moment(), (Fighter(id="lao"),), False)):
        scene = structs.replace(fight, now=now, fighters=others or fight.fighters)
        document.change(structs.replace(document.roster, scenes=(scene,), stage="bar"), "fight")
        assert above(gm) is first
    document.stack.undo()
    assert above(gm)
    gm.window.roster.view.setFocus()
    gm.types("kni")
    assert prepared(gm) == KNIFE.id


def test_tab_goes_through_attacks_and_skills_in_the_order_of_the_card(qtbot: QtBot, tmp_path: Path) -> None:
    armed_eva = structs.replace(EVA_ARMORED, attacks=(KNIFE,))
    gm = at_card(qtbot, tmp_path, roster=a_roster(armed_eva, structs.replace(LAO, attacks=(PISTOL,)), MOOK))
    skills = gm.window.stat.skills
    for name, first, second in (("Lao Qing", section(gm).view, skills.view), ("Eva", skills.view, section(gm).view)):
        gm.selects(name)
        first.setFocus()
        for _ in range(4):
            gm.keys("Tab")
            if gm.focused() is second:
                break
        assert gm.focused() is second, name


def test_letters_in_the_roster_reach_an_attack(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.window.roster.view.setFocus()
    gm.types("he")
    assert prepared(gm) == "pistol"
    assert gm.window.roster.view.hasFocus()


def test_letters_reach_a_skill_that_begins_like_an_attack(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.window.roster.view.setFocus()
    gm.types("k")
    assert prepared(gm) == "knife"
    gm.types("now")
    assert gm.test() == "Know: Triads 60 Lao Qing"
    assert not prepared(gm)


def test_letters_on_the_card_go_from_the_skills_to_an_attack(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click_on(gm.window.stat.skills.view, "Fray")
    gm.types("he")
    assert section(gm).view.hasFocus()
    assert prepared(gm) == "pistol"


def test_letters_on_the_card_go_from_an_attack_to_a_skill(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.click_on(section(gm).view, "Knife & fork")
    close_list(gm)
    section(gm).view.setFocus()
    gm.types("mel")
    assert gm.window.stat.skills.view.hasFocus()
    assert gm.test() == "Melee 65 Lao Qing"


def test_a_letter_repeated_goes_to_the_next_name(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path)
    gm.window.roster.view.setFocus()
    gm.types("p")
    assert gm.test() == "Perceive 50 Lao Qing"
    gm.types("p")
    assert gm.test() == "Persuade 45 Lao Qing"
    gm.types("zz")
    assert gm.test() == "Persuade 45 Lao Qing"


@pytest.mark.parametrize("key", ["Down", "Up"])
def test_an_arrow_prepares_the_only_attack(qtbot: QtBot, tmp_path: Path, key: str) -> None:
    gm = at_card(qtbot, tmp_path, roster=a_roster(EVA_ARMORED, structs.replace(LAO, attacks=(PISTOL,)), MOOK))
    section(gm).view.setFocus()
    assert not prepared(gm)
    gm.keys(key)
    assert prepared(gm) == "pistol"


def test_four_keys_lead_from_the_roster_to_an_attack_on_the_last_target(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path, 90, 90, 30, 80)
    shoot(gm)
    gm.selects("Triad mook 1")
    gm.selects("Lao Qing")
    gm.window.roster.view.setFocus()
    gm.keys("H", "E", "Return")
    assert gm.log()[0][1:3] == ["Lao Qing", "Heavy pistol vs Eva Fray ÷ 2"]


def test_two_clicks_lead_from_the_roster_to_an_attack_on_the_last_target(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_card(qtbot, tmp_path, 90, 90, 30, 80)
    shoot(gm)
    gm.selects("Triad mook 1")
    gm.selects("Lao Qing")
    before = len(gm.log())
    gm.click_on(section(gm).view, "Knife & fork", double=True)
    assert len(gm.log()) == before + 1
    assert gm.log()[0][1:3] == ["Lao Qing", "Knife & fork vs Eva Fray"]


def test_one_line_arms_all_selected_as_one_step_and_names_what_it_does_not_understand(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = at_card(qtbot, tmp_path, roster=a_roster(EVA_ARMORED, LAO, MOOK))
    gm.window.roster.select_several(["lao", "mook"])
    section(gm).begin()
    gm.types("Heavy pistol, Guns, 2d10+3, SA/XX, 12")
    gm.keys("Return")
    assert "XX" in gm.refused()
    assert section(gm).add.text() == "Heavy pistol, Guns, 2d10+3, SA/XX, 12"
    assert not gm.lao.attacks
    gm.types_over("Heavy pistol, Guns, 2d10+3, SA/BF, 12")
    gm.keys("Return")
    assert [one.name for owner in ("lao", "mook") for one in gm.character(owner).attacks] == ["Heavy pistol"] * 2
    gm.undo_of("add Heavy pistol to 2 characters").trigger()
    assert not gm.lao.attacks
    assert not gm.character("mook").attacks
