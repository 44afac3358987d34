"""What is chosen in the table of a roll against several: a sum of damage, kept choices, and a counter-attack."""

from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.combat.target_table import TargetColumn
from gm_desk.ui.combat.several import SeveralDialog
from ui_makers import GM, a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

FRAG = Attack(id="frag", name="Frag grenade", skill="Athletics", damage="3d10+6", area="blast")
SWORD = Attack(id="sword", name="Sword", skill="Strike", damage="6")
ATHLETICS = Skill(id="ath", name="Athletics", rating=60)
BOMBER = Character(id="eva", name="Eva", kind="pc", group="players", skills=(ATHLETICS,), attacks=(FRAG,))
KNIGHT = Character(
    id="eva",
    name="Eva",
    group="players",
    stats={"LP": 90, "PhR": 9},
    skills=(Skill(id="strike", name="Strike", rating=9), Skill(id="block", name="Block", rating=5)),
    attacks=(SWORD,),
)


def thug(number: int, **changes: Any) -> Character:
    made = Character(
        id=f"thug{number}",
        name=f"Thug {number}",
        group="triad",
        stats={"DUR": 35, "WT": 7, "DR": 53},
        skills=(Skill(id="fray", name="Fray", rating=50),),
        armor=(Armor(values={"energy": 2, "kinetic": 4}),),
    )
    return structs.replace(made, **changes)


def attacks_all(qtbot: QtBot, folder: Path, roster: Roster, *dice: int) -> tuple[GM, SeveralDialog]:
    """Let Eva attack all thugs, and open the table."""
    gm = sit_down(qtbot, folder, roster, dice=dice)
    gm.window.faces.show_everyone()
    gm.selects("Eva")
    gm.session.drafting.oppose("thug1")
    gm.click_on(gm.window.stat.attacks.view, gm.character("eva").attacks[0].name)
    gm.window.roster.select_several([one.id for one in gm.roster.characters if one.group == "triad"])
    gm.does("combat.against_several")
    return gm, gm.dialog(SeveralDialog)


def bombed(qtbot: QtBot, folder: Path, roll: int = 45) -> tuple[GM, SeveralDialog]:
    thugs = (thug(number) for number in (1, 2, 3))
    gm, dialog = attacks_all(qtbot, folder, a_roster(BOMBER, *thugs), roll, 20, 60, 70, 5, 5, 5, 5, 5, 5)
    dialog.go_on()
    return gm, dialog


def hurt(gm: GM) -> list[int]:
    return [one.health.damage for one in gm.roster.characters if one.group == "triad"]


def after_a_kill(gm: GM, qtbot: QtBot, folder: Path) -> tuple[GM, SeveralDialog]:
    """Start again from what is on the disk, and open the table of the last roll."""
    killed = folder / "killed"
    gm.session.save()
    copytree(folder, killed, ignore=ignore_patterns("killed", "*.lock"))
    again = sit_down(qtbot, killed)
    again.settles()
    again.keys("F4")
    return again, again.dialog(SeveralDialog)


@pytest.mark.parametrize("typed", ["15", "=15", "5 5 5"])
def test_the_dice_of_damage_or_their_sum_are_typed(qtbot: QtBot, tmp_path: Path, typed: str) -> None:
    gm, dialog = bombed(qtbot, tmp_path)
    dialog.choices.dice.setText(typed)
    dialog.go_on()
    assert "17, 17, 17 damage" in dialog.says.text()
    dialog.go_on()
    assert hurt(gm) == [17, 17, 17]
    entry = gm.session.log.page(1)[0].entry
    assert entry.by_hand
    assert ("15 typed as the sum of 3d10" in entry.note) == (typed != "5 5 5")


def test_a_sum_or_dice_that_cannot_fall_are_refused_where_they_are_typed(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = bombed(qtbot, tmp_path)
    for typed in ("2", "31", "5 5", "5 5 11", "soup"):
        dialog.choices.dice.setText(typed)
        assert not dialog.choices.dice.hasAcceptableInput(), typed
        dialog.go_on()
        assert dialog.isVisible(), typed
        assert hurt(gm) == [0, 0, 0], typed


def test_damage_is_discarded_and_rolled_again_before_it_is_applied(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = bombed(qtbot, tmp_path)
    assert not dialog.choices.again.isVisible()
    dialog.choices.dice.setText("1 1 1")
    dialog.go_on()
    gm.click(dialog.choices.again)
    assert (dialog.go.text(), dialog.choices.dice.isVisible(), dialog.choices.again.isVisible()) == (
        "Damage 3d10 + 6",
        True,
        False,
    )
    dialog.go_on()
    dialog.go_on()
    assert hurt(gm) == [17, 17, 17]
    assert not gm.session.log.page(1)[0].entry.by_hand


def test_a_typed_sum_is_kept_over_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = bombed(qtbot, tmp_path)
    dialog.choices.dice.setText("16")
    dialog.go_on()
    again, table = after_a_kill(gm, qtbot, tmp_path)
    assert "18, 18, 18 damage" in table.says.text()
    table.go_on()
    assert hurt(again) == [18, 18, 18]


def test_dice_are_typed_for_one_target_in_its_row(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = bombed(qtbot, tmp_path)
    cell = dialog.model.index(1, TargetColumn.DAMAGE)
    assert dialog.model.setData(cell, "9 9 9")
    assert cell.data() == "33"
    assert not dialog.model.setData(cell, "9 9 11")
    assert dialog.model.setData(cell, "14")
    assert cell.data().endswith(" 14")
    dialog.go_on()
    dialog.go_on()
    assert hurt(gm) == [17, 10, 17]


def test_what_was_chosen_for_the_damage_is_kept_over_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = bombed(qtbot, tmp_path, roll=44)
    dialog.choices.options["double"].click()
    dialog.go_on()
    dialog.choices.options["ignore_armor"].click()
    assert (dialog.choices.options["double"].on, dialog.choices.options["ignore_armor"].on) == (False, True)
    seen = dialog.says.text()
    again, table = after_a_kill(gm, qtbot, tmp_path)
    assert (
        table.choices.options["double"].isVisible(),
        table.choices.options["double"].on,
        table.choices.options["ignore_armor"].on,
    ) == (True, False, True)
    assert table.says.text() == seen
    table.go_on()
    assert hurt(again) == [21, 21, 21]


def knights(*blocks: int) -> Roster:
    """Return Eva and thugs who block as well as they do, in a fight by Kaiser's rules."""
    thugs = [
        thug(
            number,
            stats={"LP": 90, "PhR": 9},
            armor=(),
            attacks=(SWORD,),
            skills=(Skill(id="block", name="Block", rating=block), Skill(id="strike", name="Strike", rating=7)),
        )
        for number, block in enumerate(blocks, 1)
    ]
    people = (KNIGHT, *thugs)
    scene = Scene(id="s", name="Hall", now=Moment(), fighters=tuple(Fighter(id=one.id) for one in people))
    return structs.replace(a_roster(*people), system="kaiser", scenes=(scene,), stage="s")


def test_that_hits_cost_no_action_points_is_kept_over_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = attacks_all(qtbot, tmp_path, knights(1, 1), 4, 3, 2, 3, 2, 3)
    dialog.go_on()
    assert (dialog.choices.cost.isVisible(), dialog.choices.cost.on) == (True, True)
    dialog.choices.cost.click()
    dialog.reject()
    again, table = after_a_kill(gm, qtbot, tmp_path)
    assert (table.choices.cost.isVisible(), table.choices.cost.on) == (True, False)
    table.go_on()
    assert not any("lost an action point" in one.entry.note for one in again.session.log.page(9))


def test_one_who_defends_better_may_strike_back(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = attacks_all(qtbot, tmp_path, knights(1, 12), 4, 3, 2, 3, 4, 3)
    assert not dialog.choices.counter.isVisible()
    dialog.go_on()
    assert (dialog.choices.counter.isVisible(), dialog.choices.counter.text()) == (True, "Counter: Thug 2, Sword")
    dialog.choices.counter.click()
    gm.settles()
    draft = gm.session.drafting.draft
    assert not gm.window.findChildren(SeveralDialog)
    assert (draft.name, draft.attack, draft.side("b").name) == ("Thug 2", "sword", "Eva")
    assert gm.window.test.damage.next.isVisible(), "the damage of the other one can still be dealt"


@pytest.mark.usefixtures("painted")
def test_of_several_who_may_strike_back_one_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    gm, dialog = attacks_all(qtbot, tmp_path, knights(12, 12, 1), 4, 3, 2, 3, 4, 3, 2, 3)
    dialog.go_on()
    assert dialog.choices.counter.text() == "Counter: 2 may"
    dialog.choices.counter.click()
    menu = dialog.choices.counter.findChild(QMenu)
    assert menu is not None
    offered = {action.text(): action for action in menu.actions()}
    assert list(offered) == ["Thug 1, Sword", "Thug 2, Sword"]
    offered["Thug 2, Sword"].trigger()
    menu.close()
    assert gm.session.drafting.draft.name == "Thug 2"


def test_nobody_strikes_back_in_other_systems(qtbot: QtBot, tmp_path: Path) -> None:
    _, dialog = bombed(qtbot, tmp_path, roll=99)
    assert not dialog.choices.counter.isVisible()


def test_a_uniform_blast_without_a_radius_says_from_where_its_damage_lessens(qtbot: QtBot, tmp_path: Path) -> None:
    roster = a_roster(structs.replace(BOMBER, attacks=(structs.replace(FRAG, area="uniform"),)), thug(1), thug(2))
    gm, dialog = attacks_all(qtbot, tmp_path, roster, 45, 60, 70, 5, 5, 5)
    says = "The blast has no radius: −2 damage for each metre from its centre."
    assert dialog.says.text().startswith(f"{says} One roll, TN 60")
    dialog.go_on()
    assert dialog.says.text().startswith(f"{says} 45, TN 60")
    eva = gm.character("eva")
    attacks = (structs.replace(eva.attacks[0], radius=10),)
    assert gm.session.document.change_character(structs.replace(eva, attacks=attacks), "type the radius")
    assert dialog.says.text().startswith("45, TN 60")
