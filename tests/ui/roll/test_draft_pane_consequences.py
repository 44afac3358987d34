"""What a roll leaves behind: conditions set in one click, broken weapons, and actions added to a fight or lost."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.ui.widgets.pill import Pill
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

GUARD = Character(
    id="guard",
    name="Guard",
    stats={"SOM": 20, "WIL": 15, "DUR": 40, "WT": 8, "DR": 60, "LP": 140, "PhR": 9},
    skills=(Skill(id="fray", name="Fray", rating=40, aptitude="REF"), Skill(id="block", name="Block", rating=5)),
)
GUN = Attack(id="gun", name="Gun", skill="Guns", damage="1d10+10")
STUNNER = structs.replace(GUN, name="Stunner", skill="Kinetic Weapons", notes="Stuns")
SWORD = Attack(id="sword", name="Sword", skill="Strike", damage="6")
FIGHT = Scene(id="bar", now=Moment(), fighters=(Fighter(id="anna"), Fighter(id="guard")))


def a_fight(system: str, attack: Attack, scene: Scene | None) -> Roster:
    skill = Skill(id="s", name=attack.skill, rating=9 if system == "kaiser" else 70, aptitude="REF")
    anna = Character(id="anna", name="Anna", stats={"SOM": 20}, skills=(skill,), attacks=(attack,))
    roster = Roster(id="r", name="R", system=system, characters=(anna, GUARD))
    return roster if scene is None else structs.replace(roster, scenes=(scene,), stage=scene.id)


def strikes(gm: AtTest, attack: Attack) -> None:
    """Let Anna attack the guard and, if she hits, deal the damage."""
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    gm.attacks(attack.name, rolls=True)
    gm.keys("F4", "F4")


def fight(qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, scene: Scene | None = None) -> RollHands:
    gm = show_test_pane(qtbot, folder, a_fight(system, attack, scene), dice=dice)
    strikes(gm, attack)
    return gm


def fight_in_window(
    qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, scene: Scene | None = None
) -> GM:
    gm = sit_down(qtbot, folder, a_fight(system, attack, scene), dice=dice)
    strikes(gm, attack)
    return gm


def offered(gm: AtTest) -> dict[str, Pill]:
    gm.settles()
    pills = gm.window.test.damage.asked.findChildren(Pill)
    return {pill.text(): pill for pill in pills if pill.isVisible() and pill.text()}


def follows(gm: AtTest, text: str) -> None:
    gm.click(offered(gm)[text])
    gm.settles()


def conditions(gm: AtTest, who: str = "guard") -> list[tuple[str, int]]:
    character = gm.session.document.character(who)
    assert character is not None
    return [(one.name, one.level) for one in character.conditions]


def note(gm: AtTest) -> str:
    return gm.rolling.log.page(1)[0].entry.note


def test_a_failed_check_makes_prone_in_one_click_and_one_step(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98)
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    assert conditions(gm) == []
    follows(gm, "Prone")
    assert (conditions(gm), note(gm)) == ([("Prone", 0)], "prone")
    assert offered(gm)["Prone"].on
    gm.undo_of("note: prone").trigger()
    assert (conditions(gm), note(gm)) == ([], "")
    follows(gm, "Prone")
    follows(gm, "Prone")
    assert (conditions(gm), note(gm)) == ([], "")


def test_two_wounds_make_prone_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 9)
    follows(gm, "Prone")
    assert conditions(gm) == [("Prone", 0)]


def test_a_stunning_hit_offers_the_shock(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep1", STUNNER, 20, 90, 2)
    assert {"Shock 3", "Shock resisted"} <= set(offered(gm))
    follows(gm, "Shock 3")
    assert conditions(gm) == [("Shock", 0)]


CHECK = "DUR + energy armor or shock"


@pytest.mark.parametrize(("roll", "effect", "turns"), [(70, "Shock 5", 5), (30, "Shock 3", 3)])
def test_a_failed_check_against_a_shock_says_for_how_many_turns(
    qtbot: QtBot, tmp_path: Path, roll: int, effect: str, turns: int
) -> None:
    gm = fight(qtbot, tmp_path, "ep1", STUNNER, 20, 90, 2, roll, scene=FIGHT)
    follows(gm, CHECK)
    assert (gm.net(), gm.session.drafting.draft.base) == (-10, 28)
    gm.keys("Ctrl+Return")
    assert {"Shock 3", "Shock 5", "Shock resisted"} & set(offered(gm)) == {effect}, "the check decides"
    follows(gm, effect)
    guard = gm.character("guard")
    assert [(one.kind, one.span.count) for one in guard.conditions if one.span] == [("shock", turns)]
    assert note(gm) == effect.casefold()
    gm.undo_of(f"note: {effect.casefold()}").trigger()
    assert (conditions(gm), note(gm)) == ([], "")


def test_a_shock_that_is_resisted_hinders(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep1", STUNNER, 20, 90, 2, 10)
    follows(gm, CHECK)
    gm.keys("Ctrl+Return")
    follows(gm, "Shock resisted")
    assert conditions(gm) == [("Shock resisted", 0)]


def test_the_check_against_a_shock_counts_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "ep1", STUNNER, 20, 90, 2, 70)
    follows(gm, CHECK)
    gm.window.test.row.roll()
    assert "Shock 5" in offered(gm)
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert "Shock 5" in offered(again)
    assert not {CHECK, "Shock 3", "Shock resisted"} & set(offered(again))


def test_an_attack_that_misses_stuns_nobody(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep1", STUNNER, 90, 20)
    assert offered(gm) == {}


def test_pain_has_the_level_of_the_failure_and_adds_up(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, 1, 2, 6, 6)
    (check,) = (text for text in offered(gm) if text.startswith("PhR"))
    follows(gm, check)
    gm.keys("Ctrl+Return")
    (penalty,) = (text for text in offered(gm) if text.endswith("to all actions"))
    gm.selects("Anna")
    gm.attacks("Sword")
    assert f"Guard: {penalty}" in offered(gm), "while the test of somebody else is prepared"
    follows(gm, f"Guard: {penalty}")
    ((name, level),) = conditions(gm)
    assert (name, f"−{level} to all actions") == ("Pain", penalty)
    assert level > 0
    assert f"Guard: {penalty}" not in offered(gm), "nothing is left of it"


def test_a_critical_failure_breaks_the_weapon_which_says_so_before_the_next_roll(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 99, 20)
    assert list(offered(gm)) == ["Gun breaks"], "there is no fight in which an action could be lost"
    follows(gm, "Gun breaks")
    anna = gm.session.document.character("anna")
    assert anna is not None
    assert anna.attacks[0].traits == ("broken",)
    assert "Gun: broken" in [chip.label for chip in gm.session.drafting.draft.chips]
    follows(gm, "Gun breaks")
    assert gm.session.document.character("anna") != anna


@pytest.mark.parametrize(("dice", "text", "change"), [((99, 20), "loses", -1), ((0, 90), "gets", 1)])
def test_a_critical_adds_an_action_in_a_fight_or_costs_one(
    qtbot: QtBot, tmp_path: Path, dice: tuple[int, ...], text: str, change: int
) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, *dice, 5, 5, 5, scene=FIGHT)
    told: list[tuple[str, int]] = []
    gm.rolling.action_changed.connect(lambda who, by: told.append((who, by)))
    follows(gm, f"Anna {text} an action")
    follows(gm, f"Anna {text} an action")
    assert told == [("anna", change), ("anna", -change)]
    ideas = [pill.text() for pill in gm.window.test.after.findChildren(Pill) if pill.isVisible()]
    assert not {"an extra action", "a lost action", "a weapon or tool breaks"} & set(ideas), "each has one control"
    assert any("on the next test" in idea for idea in ideas)


def test_a_hit_of_kaiser_costs_the_defender_an_action_point_by_one_click(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, scene=FIGHT)
    text = "Guard loses an action point"
    spent = []
    for _ in range(2):
        follows(gm, text)
        scene = gm.session.document.roster.on_stage
        assert scene is not None
        assert scene.now is not None
        spent.append(dict(scene.now.spent))
    assert spent == [{"guard": 1}, {}]


def test_outside_of_a_fight_no_action_point_is_lost(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2)
    assert not any("action point" in text for text in offered(gm))


@pytest.mark.usefixtures("painted")
def test_enter_rolls_for_whoever_is_next_though_something_follows_from_the_last_roll(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = fight_in_window(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, *[3] * 40, scene=FIGHT)
    gm.keys("F4")
    assert offered(gm)["Guard loses an action point"].hasFocus()
    gm.keys("Alt+Right")
    gm.settles()
    assert not any(pill.hasFocus() for pill in offered(gm).values())


def test_a_superior_result_spent_on_damage_is_gone_once_the_damage_is_dealt(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, a_fight("ep2", GUN, None), dice=(35, 90, 2, 3))
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    gm.attacks(GUN.name, rolls=True)

    def offers() -> set[str]:
        gm.settles()
        return {pill.text() for pill in gm.window.test.after.findChildren(Pill) if not pill.isHidden()}

    assert "Quality" in offers()
    assert "Damage" not in offers(), "the button +1d6 stands beside the damage"
    gm.window.test.damage.damage_roll.spend()
    gm.keys("F4", "F4")
    assert offers() == {"Undo damage: Guard"}
    undo = next(pill for pill in gm.window.test.after.findChildren(Pill) if not pill.isHidden())
    assert not undo.isCheckable()
    assert QAccessible.queryAccessibleInterface(undo).role() == QAccessible.Role.Button
    gm.session.document.stack.undo()
    assert "Quality" in offers()


@pytest.mark.parametrize(("dice", "asks"), [((2,), set()), ((9,), {"SOM check or unconscious"})])
def test_whoever_is_prone_already_is_not_asked_to_fall(
    qtbot: QtBot, tmp_path: Path, dice: tuple[int, ...], asks: set[str]
) -> None:
    gm = show_test_pane(qtbot, tmp_path, a_fight("ep2", GUN, None), dice=(20, 90, *dice))
    document = gm.session.document
    prone = ActiveCondition(id="p1", kind="prone", name="Prone")
    document.change(document.roster.with_character(structs.replace(GUARD, conditions=(prone,))), "fall")
    strikes(gm, GUN)
    assert set(offered(gm)) == asks
