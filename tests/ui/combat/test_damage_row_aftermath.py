"""What a wound, a failed check and a good defence lead to: offered in the test pane, and never forced."""

from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import is_broken
from gm_desk.core.drafts.draft import AbilityKind, Chip
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.scenes.conditions import ActiveCondition, Duration
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.card.health_edits import HealthEdits
from gm_desk.model.combat.aftermath import MOST_LOOKED_AT
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.combat.several_roll import SeveralRoll
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.fight_lines import DUE, note
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.stage import Stage
from gm_desk.store.journal.entries import Override
from gm_desk.ui.combat.damage_row import DamageRow
from gm_desk.ui.roll.draft_pane import DEALT, NO_HIT
from gm_desk.ui.widgets.pill import Pill
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

GUARD = Character(
    id="guard",
    name="Guard",
    stats={"SOM": 20, "WIL": 15, "DUR": 40, "WT": 8, "DR": 60},
    skills=(Skill(id="fray", name="Fray", rating=40),),
)
KNIGHT = Character(
    id="knight",
    name="Knight",
    stats={"LP": 40, "PhR": 9},
    skills=(Skill(id="block", name="Block", rating=5), Skill(id="strike", name="Strike", rating=7)),
    attacks=(Attack(id="axe", name="Axe", skill="Strike", damage="5"),),
)
STURDY = structs.replace(KNIGHT, stats={"LP": 140, "PhR": 9})
"""A knight who stands after a blow that is critical."""
GUN = Attack(id="gun", name="Gun", skill="Guns", damage="1d10+10")
GUN_OF_EP1 = structs.replace(GUN, skill="Kinetic Weapons")
SWORD = Attack(id="sword", name="Sword", skill="Strike", damage="6")


def anna_and(victim: Character, system: str, attack: Attack) -> Roster:
    skill = Skill(id="s", name=attack.skill, rating=9 if system == "kaiser" else 70)
    anna = Character(id="anna", name="Anna", stats={"SOM": 20}, skills=(skill,), attacks=(attack,))
    return Roster(id="r", name="R", system=system, characters=(anna, victim))


def strikes(gm: AtTest, attack: Attack, victim: Character) -> None:
    """Let Anna attack the victim and, if she hits, deal her damage."""
    gm.selects("Anna")
    gm.session.drafting.oppose(victim.id)
    gm.attacks(attack.name, rolls=True)
    gm.keys("F4", "F4")


def fight(qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, victim: Character = GUARD) -> RollHands:
    gm = show_test_pane(qtbot, folder, anna_and(victim, system, attack), dice=dice)
    strikes(gm, attack, victim)
    return gm


def fight_in_window(
    qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, victim: Character = GUARD
) -> GM:
    gm = sit_down(qtbot, folder, anna_and(victim, system, attack), dice=dice)
    strikes(gm, attack, victim)
    return gm


def row(gm: AtTest) -> DamageRow:
    return gm.window.test.damage


def offered(gm: AtTest) -> dict[str, Pill]:
    """The pills of what follows, by their text."""
    gm.settles()
    return {pill.text(): pill for pill in row(gm).asked.findChildren(Pill) if pill.isVisible() and pill.text()}


def follows(gm: AtTest, text: str) -> None:
    """Click on something that follows."""
    gm.click(offered(gm)[text])
    gm.settles()


def steps(gm: AtTest) -> FightSteps:
    """The steps of the fight."""
    return FightSteps(Stage(gm.session.document, gm.session.log, gm.session), gm.rolling.dice)


def notes(gm: AtTest) -> list[str]:
    """The notes of the log, newest first."""
    return [logged.entry.note for logged in gm.rolling.log.page(10)]


@pytest.mark.parametrize(
    ("system", "attack", "check", "test"),
    [("ep2", GUN, "SOM check or prone", "SOM check 60"), ("ep1", GUN_OF_EP1, "SOM × 3 or knocked down", "SOM × 3 60")],
)
def test_a_wound_offers_its_check_with_the_wound_just_taken(
    qtbot: QtBot, tmp_path: Path, system: str, attack: Attack, check: str, test: str
) -> None:
    gm = fight_in_window(qtbot, tmp_path, system, attack, 20, 90, 2, 99)
    assert list(offered(gm)) == [check]
    assert gm.test().endswith("Anna"), "nothing is forced"
    follows(gm, check)
    assert gm.test() == f"{test} Guard"
    assert gm.net() == -10
    assert gm.window.roster.current() == ("guard", False)
    assert offered(gm)[check].on


def test_what_a_failed_check_does_is_not_offered_to_whoever_suffers_it_already(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98)
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    assert list(offered(gm)) == ["Prone"]
    prone = ActiveCondition(id="p", kind="prone", name="Prone")
    gm.session.document.change_character(structs.replace(gm.character("guard"), conditions=(prone,)), "fall")
    assert list(offered(gm)) == []


def test_what_a_failed_check_does_is_offered_and_noted_in_one_step(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98)
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    assert list(offered(gm)) == ["Prone"]
    assert not notes(gm)[0]
    follows(gm, "Prone")
    assert notes(gm)[0] == "prone"
    gm.undo_of("note: prone").trigger()
    assert not notes(gm)[0]


def test_what_a_check_failed_by_somebody_else_does_is_offered_under_their_name(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98)
    follows(gm, "SOM check or prone")
    gm.window.test.row.roll()
    assert list(offered(gm)) == ["Prone"]
    gm.selects("Anna")
    gm.settles()
    assert list(offered(gm)) == ["Guard: Prone"]
    follows(gm, "Guard: Prone")
    assert notes(gm)[0] == "prone"


def test_beside_the_test_of_another_only_what_is_left_is_offered_with_a_name(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98)
    gm.session.drafting.choose("anna", AbilityKind.SKILL, "s")
    assert list(offered(gm)) == ["SOM check or prone"], "the attacker's own result"
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    gm.session.drafting.choose("anna", AbilityKind.SKILL, "s")
    assert list(offered(gm)) == ["Guard: Prone"]
    follows(gm, "Guard: Prone")
    assert list(offered(gm)) == []
    assert [one.kind for one in gm.character("guard").conditions] == ["prone"]


def test_a_hit_still_open_beside_the_test_of_another_names_its_attacker(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98)
    gm.keys("Ctrl+Z")
    dice = row(gm).damage_roll.hit
    assert dice is not None
    row(gm).damage_roll.again()
    assert row(gm).roll.text() == f"Damage {dice.expression}"
    gm.selects("Guard")
    gm.settles()
    assert row(gm).roll.text() == f"Anna: damage {dice.expression}"
    assert "Anna’s Gun" in row(gm).roll.toolTip()
    gm.selects("Anna")
    gm.settles()
    assert row(gm).roll.text() == f"Damage {dice.expression}"


def test_a_blow_still_open_beside_the_test_of_another_names_its_attacker(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, anna_and(STURDY, "kaiser", SWORD), dice=[6, 5, 1, 2])
    gm.session.drafting.oppose("knight")
    gm.attacks("Sword", rolls=True)
    gm.settles()
    assert row(gm).says.text() == "72 damage"
    gm.selects("Knight")
    gm.settles()
    assert row(gm).says.text() == "Anna: 72 damage"
    gm.keys("F4")
    gm.settles()
    assert row(gm).says.isHidden(), "what is done says nothing beside the test of somebody else"
    gm.selects("Anna")
    gm.settles()
    assert row(gm).says.text() == "✓ Knight: 72 damage, 12 degrees × 6"


def test_the_action_of_a_critical_is_not_attributed_to_the_victim(qtbot: QtBot, tmp_path: Path) -> None:
    roster = structs.replace(anna_and(GUARD, "ep2", GUN), scenes=(), stage="")
    gm = sit_down(qtbot, tmp_path, roster, dice=[1, 1, 22, 90, 2, 2, 20])
    gm.keys("Ctrl+A", "Insert", "Alt+Right")
    strikes(gm, GUN, GUARD)
    prone = next(text for text in offered(gm) if "SOM check" in text)
    follows(gm, prone)
    gm.keys("Ctrl+Return")
    assert "Anna gets an action" in offered(gm)


def test_f4_goes_on_to_what_follows_so_that_a_wound_needs_no_mouse(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep1", GUN_OF_EP1, 20, 90, 2, 98)
    gm.keys("F4")
    assert offered(gm)["SOM × 3 or knocked down"].hasFocus()
    gm.keys("Return")
    gm.settles()
    assert gm.test() == "SOM × 3 60 Guard"
    gm.keys("Return")
    gm.settles()
    assert gm.log()[0][1:3] == ["Guard", "SOM × 3"]
    gm.keys("F4", "Space")
    assert notes(gm)[0] == "knocked down"
    assert [one.kind for one in gm.character("guard").conditions] == ["knocked-down"]


def test_f4_after_a_miss_says_why_and_leaves_the_focus_so_that_enter_spends_no_point(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = fight(qtbot, tmp_path, "ep1", GUN_OF_EP1, 83, 20)
    said: list[str] = []
    gm.window.test.row.refused.connect(said.append)
    gm.window.aside.setFocus()
    gm.keys("F4", "F4")
    assert gm.window.aside.hasFocus()
    assert said == [NO_HIT, NO_HIT]


def test_f4_after_damage_that_asks_for_nothing_says_that_it_is_applied(qtbot: QtBot, tmp_path: Path) -> None:
    sturdy = structs.replace(GUARD, stats={**GUARD.stats, "DUR": 200, "WT": 90, "DR": 300})
    gm = fight(qtbot, tmp_path, "ep1", GUN_OF_EP1, 20, 90, 2, victim=sturdy)
    said: list[str] = []
    gm.window.test.row.refused.connect(said.append)
    gm.keys("F4")
    assert said == [DEALT]


def test_f4_begins_with_the_first_choice_that_is_open(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 9)
    follows(gm, "Prone")
    gm.window.test.row.button.setFocus()
    gm.keys("F4")
    assert offered(gm)["SOM check or unconscious"].hasFocus()


def test_f4_goes_from_one_choice_to_the_next_and_deals_nothing_again(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 9)
    seen = []
    for _ in range(2):
        gm.keys("F4")
        seen += [text for text, pill in offered(gm).items() if pill.hasFocus()]
    gm.keys("F4")
    assert seen == ["Prone", "SOM check or unconscious"]
    assert gm.character("guard").health.damage == 19


def test_a_check_that_succeeds_leads_to_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 10)
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    assert gm.log()[0][1:3] == ["Guard", "SOM check"]
    assert offered(gm) == {}
    assert not row(gm).isVisible()


def test_the_same_check_rolled_for_another_reason_leads_to_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98)
    follows(gm, "SOM check or prone")
    gm.prepares("Fray")
    gm.click_on(gm.window.stat.aptitudes, "SOM")
    gm.keys("Ctrl+Return")
    assert gm.log()[0][1:3] == ["Guard", "SOM check"]
    assert offered(gm) == {}


def test_a_check_that_is_composed_when_damage_is_applied_answers_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, anna_and(GUARD, "ep2", GUN), dice=[20, 90, 2, 98])
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    gm.attacks("Gun", rolls=True)
    gm.keys("F4")
    gm.selects("Guard")
    gm.click_on(gm.window.stat.aptitudes, "SOM")
    gm.keys("F4")
    assert offered(gm)["SOM check or prone"].on
    gm.window.test.row.roll()
    assert list(offered(gm)) == ["Prone"]


def test_two_wounds_make_prone_at_once_and_ask_for_a_check(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 9)
    assert list(offered(gm)) == ["Prone", "SOM check or unconscious"]
    follows(gm, "Prone")
    assert notes(gm)[0] == "Guard: 19 damage, 2 wounds; prone"
    assert offered(gm)["Prone"].on
    follows(gm, "Prone")
    assert not notes(gm)[0].endswith("prone")


def test_pinned_modifiers_count_in_the_check(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2)
    gm.session.drafting.take(gm.session.drafting.draft.with_chip(Chip("dark", -20, "Dark", pinned=True)))
    follows(gm, "SOM check or prone")
    assert gm.net() == -30


def test_damage_that_is_undone_asks_for_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2)
    assert offered(gm)
    gm.undo_of("deal 12 to Guard").trigger()
    assert offered(gm) == {}
    gm.redo_of("deal 12 to Guard").trigger()
    assert list(offered(gm)) == ["SOM check or prone"]


def test_damage_without_a_wound_asks_for_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    tough = structs.replace(GUARD, stats={**GUARD.stats, "WT": 30})
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, victim=tough)
    assert gm.character("guard").health.damage == 12
    assert offered(gm) == {}


def test_a_critical_of_kaiser_is_resisted_at_its_level_and_its_degrees_are_a_penalty(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = fight(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, 1, 1, 6, 6, victim=STURDY)
    dealt = gm.character("knight").health.damage
    assert dealt >= 20
    (text,) = offered(gm)
    assert text.startswith("PhR against level 2d6 + ")
    follows(gm, text)
    draft = gm.session.drafting.draft
    assert (draft.character, draft.what, draft.side("b").what) == ("knight", "PhR", "Critical level")
    gm.session.document.change_character(
        structs.replace(gm.character("knight"), concept="An axeman"), "describe Knight"
    )
    assert gm.session.drafting.draft.side("b").base == draft.side("b").base
    gm.keys("Ctrl+Return")
    (text,) = offered(gm)
    assert text.startswith("−")
    assert text.endswith("to all actions")
    follows(gm, text)
    assert notes(gm)[0] == text


def test_of_two_criticals_against_one_victim_only_the_chosen_one_is_composed(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns_in_window(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, 6, 4, 1, 2, victim=STURDY)
    strikes(gm, SWORD, STURDY)
    assert {"PhR against level 2d6 + 6", "Knight: PhR against level 2d6 + 7"} < offered(gm).keys()
    follows(gm, "Knight: PhR against level 2d6 + 7")
    assert not offered(gm)["PhR against level 2d6 + 6"].on
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(1, 1, 6, 6))
    again.window.test.row.roll()
    assert "−8 to all actions" in offered(again)
    assert "Knight: PhR against level 2d6 + 6" in offered(again)


@pytest.mark.parametrize("restarts", [False, True])
def test_the_same_check_after_a_second_hit_is_offered_as_soon_as_the_first_is_rolled(
    qtbot: QtBot, tmp_path: Path, restarts: bool
) -> None:
    gm = in_turns_in_window(qtbot, tmp_path, "ep1", GUN_OF_EP1, 20, 90, 2, 20, 90, 2, 10, 98)
    strikes(gm, GUN_OF_EP1, GUARD)
    first, second = "SOM × 3 or knocked down", "Guard: SOM × 3 or knocked down"
    assert {first, second} < offered(gm).keys()
    follows(gm, first)
    gm.window.test.row.roll()
    assert not offered(gm)[second].on
    if restarts:
        gm.window.close()
        gm = sit_down(qtbot, tmp_path, dice=(98,))
        assert not offered(gm)[second].on
    follows(gm, second)
    assert second not in offered(gm), "it is composed"
    gm.window.test.row.roll()
    assert "Knocked down" in offered(gm)
    assert not any(text.endswith(first) for text in offered(gm))


def test_nothing_is_asked_of_whom_a_critical_has_put_out(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(KNIGHT, "kaiser", SWORD)
    scene = Scene(id="s", name="Lock", fighters=(Fighter(id="anna"), Fighter(id="knight")), now=Moment())
    gm = show_test_pane(qtbot, tmp_path, structs.replace(roster, scenes=(scene,), stage="s"), dice=(6, 5, 1, 2))
    gm.selects("Anna")
    gm.session.drafting.oppose("knight")
    gm.attacks("Sword", rolls=True)
    assert list(offered(gm)) == ["Knight loses an action point"]
    gm.keys("F4", "F4")
    assert "unconscious" in notes(gm)[0]
    assert offered(gm) == {}


def test_no_shock_is_offered_for_a_body_that_is_immune(qtbot: QtBot, tmp_path: Path) -> None:
    gun = structs.replace(GUN_OF_EP1, name="Shock baton", damage="1d10")
    gm = fight(qtbot, tmp_path, "ep1", gun, 20, 90, 2, victim=structs.replace(GUARD, body="synthmorph"))
    assert list(offered(gm)) == []


def test_of_alternatives_after_a_hit_the_others_go_when_one_is_taken(qtbot: QtBot, tmp_path: Path) -> None:
    gun = structs.replace(GUN_OF_EP1, name="Shock baton", damage="1d10")
    gm = fight(qtbot, tmp_path, "ep1", gun, 20, 90, 2)
    both = ["Shock 3", "Shock resisted"]
    assert list(offered(gm)) == ["DUR + energy armor or shock", *both]
    follows(gm, "Shock resisted")
    assert [(text, pill.on) for text, pill in offered(gm).items()] == [("Shock resisted", True)]
    gm.session.drafting.select("guard")
    assert offered(gm) == {}, "beside the test of another one, nothing is left to choose"
    gm.session.drafting.select("anna")
    follows(gm, "Shock resisted")
    assert list(offered(gm)) == ["DUR + energy armor or shock", *both]


def test_a_blow_does_not_become_critical_because_another_one_follows(qtbot: QtBot, tmp_path: Path) -> None:
    sturdy = structs.replace(KNIGHT, stats={"LP": 97, "PhR": 9})
    roster = anna_and(sturdy, "kaiser", SWORD)
    (anna,) = (one for one in roster.characters if one.id == "anna")
    roster = structs.replace(roster, characters=(anna, structs.replace(anna, id="bert", name="Bert"), sturdy))
    gm = show_test_pane(qtbot, tmp_path, roster, dice=(4, 3, 2, 3, 4, 2, 2, 3))
    gm.selects("Anna", "Bert")
    gm.session.drafting.oppose("knight")
    gm.attacks("Sword", rolls=True)
    gm.keys("F4", "F4", "F4", "F4")
    assert gm.character("knight").health.damage == 36 + 30, "36 is less than half of 97, and 30 of 61"
    assert not [one for one in offered(gm) if "PhR" in one]


def test_the_ruling_of_a_critical_does_not_stay_for_another_test(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, victim=STURDY)
    (text,) = offered(gm)
    follows(gm, text)
    assert gm.session.drafting.draft.ruling == "defender"
    gm.prepares("Block")
    assert gm.session.drafting.draft.ruling is None


def test_a_defender_who_may_counter_strikes_back_by_one_click(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "kaiser", SWORD, 1, 2, 6, 5, victim=KNIGHT)
    assert list(offered(gm)) == ["Counter: Knight, Axe"]
    assert all(pill.text() for pill in row(gm).findChildren(Pill) if pill.isVisible()), "and nothing without a name"
    follows(gm, "Counter: Knight, Axe")
    draft = gm.session.drafting.draft
    assert (draft.character, draft.attack, draft.side("b").character) == ("knight", "axe", "anna")
    assert gm.window.roster.current() == ("knight", False)


def test_a_counter_is_not_offered_beside_the_test_of_somebody_else(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(KNIGHT, "kaiser", SWORD)
    watching = structs.replace(roster, characters=(*roster.characters, structs.replace(KNIGHT, id="eva", name="Eva")))
    gm = show_test_pane(qtbot, tmp_path, watching, dice=[1, 2, 6, 5])
    gm.session.drafting.oppose("knight")
    gm.attacks("Sword", rolls=True)
    assert list(offered(gm)) == ["Counter: Knight, Axe"]
    gm.selects("Eva")
    assert offered(gm) == {}
    gm.selects("Knight")
    assert list(offered(gm)) == ["Counter: Knight, Axe"]


def test_whoever_defends_against_a_group_may_counter_each_of_those_who_missed(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(KNIGHT, "kaiser", SWORD)
    group = [structs.replace(roster.characters[0], id=name.casefold(), name=name) for name in ("Bea", "Cleo")]
    joined = structs.replace(roster, characters=(*roster.characters, *group))
    gm = show_test_pane(qtbot, tmp_path, joined, dice=[1, 2, 6, 5, 6, 5, 1, 2, 1, 3, 6, 5])
    gm.selects("Anna", "Bea", "Cleo")
    gm.session.drafting.oppose("knight")
    gm.attacks("Sword", rolls=True)
    assert list(offered(gm)) == ["Counter Cleo: Knight, Axe", "Counter Anna: Knight, Axe"]
    follows(gm, "Counter Anna: Knight, Axe")
    draft = gm.session.drafting.draft
    assert (draft.character, draft.attack, draft.side("b").character) == ("knight", "axe", "anna")
    assert {text: pill.on for text, pill in offered(gm).items()} == {
        "Counter Cleo: Knight, Axe": False,
        "Counter Anna: Knight, Axe": True,
    }


def test_a_defender_who_is_out_strikes_back_at_nobody(qtbot: QtBot, tmp_path: Path) -> None:
    fallen = structs.replace(KNIGHT, health=Health(damage=40))
    gm = fight(qtbot, tmp_path, "kaiser", SWORD, 1, 2, 6, 5, victim=fallen)
    assert offered(gm) == {}


def test_a_hit_of_kaiser_offers_no_counter(qtbot: QtBot, tmp_path: Path) -> None:
    sturdy = structs.replace(KNIGHT, stats={"LP": 400, "PhR": 9})
    gm = fight(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, victim=sturdy)
    assert gm.character("knight").health.damage
    assert offered(gm) == {}


def test_what_a_wound_asks_for_is_offered_again_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 99)
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(99,))
    assert list(offered(again)) == ["Guard: SOM check or prone"]
    follows(again, "Guard: SOM check or prone")
    assert again.test() == "SOM check 60 Guard"
    again.window.test.row.roll()
    assert list(offered(again)) == ["Prone"]


def test_what_was_noted_before_a_restart_is_known_after_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 9)
    follows(gm, "Prone")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert [(text, pill.on) for text, pill in offered(again).items()] == [
        ("Guard: Prone", True),
        ("Guard: SOM check or unconscious", False),
    ]


def test_of_what_many_victims_are_asked_the_first_that_is_open_is_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    gun = structs.replace(GUN, damage="2d10+10", modes="SA/BF/FA")
    others = [structs.replace(GUARD, id=f"g{one}", name=f"Guard {one}") for one in range(2, 4)]
    roster = anna_and(GUARD, "ep2", gun)
    roster = structs.replace(roster, characters=(*roster.characters, *others))
    gm = show_test_pane(qtbot, tmp_path, roster, dice=(20, 90, 91, 92, 3, 4, 3, 4, 3, 4))
    gm.window.resize(330, 679)  # what the pane has in a window of 1366 × 740 pixels
    session = gm.session
    prepare(session.document, session.drafting, "anna", "gun")
    several = SeveralRoll(session.document, gm.rolling, session.drafting.draft)
    several.targets.add(["guard", "g2", "g3"])
    several.roll()
    several.damage.roll()
    several.apply()
    for name in ("Guard: Prone", "Guard: SOM check or unconscious"):
        pill = next(one for text, one in offered(gm).items() if text.casefold() == name.casefold())
        assert pill.visibleRegion().boundingRect().height() == pill.height(), name
        follows(gm, pill.text())


def test_checks_that_are_open_in_the_middle_of_others_are_there_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(GUARD, "ep2", structs.replace(GUN, area="blast"))
    roster = structs.replace(roster, characters=(*roster.characters, structs.replace(GUARD, id="g2", name="Guard 2")))
    gm = sit_down(qtbot, tmp_path, roster, dice=(20, 90, 91, 2, 98))
    session = gm.session
    prepare(session.document, session.drafting, "anna", "gun")
    several = SeveralRoll(session.document, gm.rolling, session.drafting.draft)
    several.targets.add(["guard", "g2"])
    several.roll()
    several.damage.roll()
    several.apply()
    follows(gm, "Guard: SOM check or prone")
    gm.window.test.row.roll()
    assert list(offered(gm)) == ["Prone", "Guard 2: SOM check or prone"]
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert list(offered(again)) == ["Prone", "Guard 2: SOM check or prone"]


def test_what_was_asked_before_a_restart_waits_when_a_group_has_rolled(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 99)
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(95, 96))
    assert list(offered(again)) == ["Guard: SOM check or prone"]
    again.window.roster.select_several(["anna", "guard"])
    again.settles()
    again.window.test.row.roll()
    again.settles()
    assert again.rolling.group.results
    assert list(offered(again)) == ["Guard: SOM check or prone", "Dismiss"]


@pytest.mark.parametrize(("death", "state"), [(60, "out"), (42, "dead")])
def test_whoever_is_out_is_not_asked_whether_they_fall_down(
    qtbot: QtBot, tmp_path: Path, death: int, state: str
) -> None:
    victim = structs.replace(GUARD, stats={**GUARD.stats, "DR": death}, health=Health(damage=30))
    gm = fight(qtbot, tmp_path, "ep1", GUN_OF_EP1, 20, 90, 2, victim=victim)
    assert state in notes(gm)[0]
    assert not any("SOM" in text for text in offered(gm))


def test_an_action_gained_is_named_after_whoever_gains_it(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(GUARD, "ep1", GUN_OF_EP1)
    scene = Scene(id="s", name="Lock", fighters=(Fighter(id="anna"), Fighter(id="guard")), now=Moment())
    gm = show_test_pane(qtbot, tmp_path, structs.replace(roster, scenes=(scene,), stage="s"), dice=(22, 90, 2, 10))
    strikes(gm, GUN_OF_EP1, GUARD)
    assert "Anna gets an action" in offered(gm)
    follows(gm, "SOM × 3 or knocked down")
    gm.window.test.row.roll()
    assert "Anna gets an action" in offered(gm)


@pytest.mark.parametrize("conscious", [True, False])
def test_an_action_is_lost_only_by_whoever_could_still_act(qtbot: QtBot, tmp_path: Path, conscious: bool) -> None:
    roster = anna_and(GUARD, "ep1", GUN_OF_EP1)
    scene = Scene(id="s", name="Lock", fighters=(Fighter(id="anna"), Fighter(id="guard")), now=Moment())
    gm = show_test_pane(qtbot, tmp_path, structs.replace(roster, scenes=(scene,), stage="s"), dice=(20, 99, 10))
    strikes(gm, GUN_OF_EP1, GUARD)
    if not conscious:
        asleep = ActiveCondition(id="u", kind="unconscious", name="Unconscious")
        gm.session.document.change_character(
            structs.replace(gm.character("guard"), conditions=(asleep,)), "fall asleep"
        )
        gm.settles()
    assert ("Guard loses an action" in offered(gm)) is conscious


def test_undone_damage_asks_for_nothing_and_redone_damage_asks_again(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2)
    gm.does("window.undo")
    assert "SOM check or prone" not in offered(gm)
    gm.does("window.redo")
    assert "SOM check or prone" in offered(gm)


def test_damage_undone_before_a_restart_asks_for_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 2)
    gm.does("window.undo")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert "damage" not in vars(again.window.test) or not offered(again)


def grenade(qtbot: QtBot, folder: Path, *dice: int, victims: int = 2, name: str = "Gun") -> RollHands:
    """Let Anna's gun do 12 or more damage to two guards or more, who fail to defend."""
    skill = Skill(id="s", name="Guns", rating=70)
    anna = Character(id="anna", name="Anna", skills=(skill,), attacks=(structs.replace(GUN, name=name, area="blast"),))
    ids = [f"guard{place}" for place in range(1, victims + 1)]
    guards = tuple(structs.replace(GUARD, id=one, name=f"Guard {one[-1]}") for one in ids)
    thrown = (20, *[90, 91, 92, 93][:victims], *dice)
    gm = show_test_pane(qtbot, folder, Roster(id="r", name="R", characters=(anna, *guards)), dice=thrown)
    gm.session.drafting.oppose("guard1")
    throws(gm, ids)
    return gm


def throws(gm: AtTest, ids: list[str]) -> None:
    prepare(gm.session.document, gm.session.drafting, "anna", "gun")
    several = SeveralRoll(gm.session.document, gm.rolling, gm.session.drafting.draft)
    several.targets.add(ids)
    several.roll()
    several.damage.roll()
    several.apply()


def test_each_victim_of_an_area_is_asked_for_its_own_check(qtbot: QtBot, tmp_path: Path) -> None:
    gm = grenade(qtbot, tmp_path, 2)
    assert list(offered(gm)) == ["Guard 1: SOM check or prone", "Guard 2: SOM check or prone"]
    follows(gm, "Guard 2: SOM check or prone")
    assert gm.test() == "SOM check 60 Guard 2"


def test_the_checks_of_four_victims_are_all_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    gm = grenade(qtbot, tmp_path, 2, victims=4)
    assert list(offered(gm)) == [f"Guard {number}: SOM check or prone" for number in range(1, 5)]


def test_the_checks_of_the_other_victims_wait_until_each_is_rolled(qtbot: QtBot, tmp_path: Path) -> None:
    gm = grenade(qtbot, tmp_path, 2, 98, 10)
    follows(gm, "Guard 1: SOM check or prone")
    gm.keys("Ctrl+Return")
    assert list(offered(gm)) == ["Prone", "Guard 2: SOM check or prone"]
    follows(gm, "Guard 2: SOM check or prone")
    gm.keys("Ctrl+Return")
    assert list(offered(gm)) == ["Guard 1: Prone"], "and what a failure means waits as well"
    follows(gm, "Guard 1: Prone")
    assert [one.kind for one in gm.character("guard1").conditions] == ["prone"]
    assert offered(gm) == {}


def shocked(qtbot: QtBot, folder: Path, *dice: int, victims: tuple[Character, ...]) -> GM:
    """Let Anna's shock grenade hit several guards, and do 1 point of damage to each."""
    skill = Skill(id="s", name="Throwing Weapons", rating=70)
    bomb = structs.replace(GUN, name="Shock grenade", skill="Throwing Weapons", damage="1d10", area="blast")
    anna = Character(id="anna", name="Anna", skills=(skill,), attacks=(bomb,))
    roster = Roster(id="r", name="R", system="ep1", characters=(anna, *victims))
    gm = sit_down(qtbot, folder, roster, dice=(20, *[90] * len(victims), *dice))
    gm.window.faces.show_everyone()
    gm.selects("Anna")
    throws(gm, [one.id for one in victims])
    return gm


GUARDS = tuple(structs.replace(GUARD, id=f"guard{one}", name=f"Guard {one}") for one in (1, 2))


@pytest.mark.parametrize("restarts", [False, True])
def test_each_victim_of_a_shock_grenade_is_asked_for_the_check_against_it(
    qtbot: QtBot, tmp_path: Path, *, restarts: bool
) -> None:
    gm = shocked(qtbot, tmp_path, 1, 98, 97, victims=GUARDS)
    asked = [f"Guard {one}: DUR + energy armor or shock" for one in (1, 2)]
    assert list(offered(gm)) == asked
    follows(gm, asked[0])
    assert gm.test().startswith("DUR + energy armor")
    gm.window.test.row.roll()
    if restarts:
        gm.window.close()
        gm = sit_down(qtbot, tmp_path, dice=(97,))
    first, *others = offered(gm)
    assert (first.partition(" ")[0], others) == ("Shock", asked[1:])
    follows(gm, first)
    assert [one.kind for one in gm.character("guard1").conditions] == ["shock"]
    follows(gm, asked[1])
    gm.window.test.row.roll()
    last, *others = offered(gm)
    assert ("shock" in last.casefold(), others) == (True, [])


def test_bodies_that_are_immune_and_those_who_are_down_are_not_asked_to_resist_a_shock(
    qtbot: QtBot, tmp_path: Path
) -> None:
    robot = structs.replace(GUARDS[0], body="synthmorph")
    down = structs.replace(GUARDS[1], id="down", name="Down", health=Health(damage=99))
    gm = shocked(qtbot, tmp_path, 1, victims=(robot, GUARDS[1], down))
    assert [text for text in offered(gm) if "shock" in text.casefold()] == ["Guard 2: DUR + energy armor or shock"]


def test_what_happens_without_a_check_is_still_offered_after_the_check(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 9, 10)
    follows(gm, "SOM check or unconscious")
    gm.keys("Ctrl+Return")
    assert list(offered(gm)) == ["Guard: Prone"]
    follows(gm, "Guard: Prone")
    assert [one.kind for one in gm.character("guard").conditions] == ["prone"]


def test_a_check_that_is_taken_back_is_asked_again(qtbot: QtBot, tmp_path: Path) -> None:
    gm = grenade(qtbot, tmp_path, 2, 10, 10)
    for _ in range(2):
        follows(gm, "Guard 1: SOM check or prone")
        gm.keys("Ctrl+Return")
        assert list(offered(gm)) == ["Guard 2: SOM check or prone"]
        gm.does("window.undo")
        assert list(offered(gm)) == ["Guard 1: SOM check or prone", "Guard 2: SOM check or prone"]


def test_a_check_that_is_taken_back_and_rolled_again_leads_to_its_failure(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 98, 99)
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    gm.does("window.undo")
    assert offered(gm)["SOM check or prone"].on
    gm.keys("Ctrl+Return")
    assert list(offered(gm)) == ["Prone"]


def test_a_check_composed_before_a_restart_leads_to_its_failure_after_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, victim=STURDY)
    (text,) = offered(gm)
    follows(gm, text)
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(1, 1, 6, 6))
    assert again.test() == "PhR 9 Knight"
    again.window.test.row.roll()
    (text,) = offered(again)
    assert text.endswith("to all actions")


def test_a_check_that_is_undone_and_rolled_again_still_leads_to_what_its_failure_does(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = fight(qtbot, tmp_path, "ep1", GUN_OF_EP1, 20, 90, 2, 97, 98)
    follows(gm, "SOM × 3 or knocked down")
    for _ in range(2):
        gm.keys("Ctrl+Return")
        assert list(offered(gm)) == ["Knocked down"]
        gm.does("window.undo")
    assert list(offered(gm)) == ["SOM × 3 or knocked down"]
    gm.does("window.redo")
    assert list(offered(gm)) == ["Knocked down"]


def test_what_a_hit_does_besides_its_damage_is_still_offered_after_the_check(qtbot: QtBot, tmp_path: Path) -> None:
    stunner = structs.replace(GUN, traits=("shock",))
    gm = fight(qtbot, tmp_path, "ep2", stunner, 20, 90, 2, 10)
    (special,) = [text for text in offered(gm) if text != "SOM check or prone"]
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    assert list(offered(gm)) == [f"Guard: {special}"]
    follows(gm, f"Guard: {special}")
    assert gm.character("guard").conditions
    assert offered(gm) == {}


def test_the_last_choice_taken_by_keys_leaves_the_focus_at_the_roll(qtbot: QtBot, tmp_path: Path) -> None:
    stunner = structs.replace(GUN, traits=("shock",))
    gm = fight(qtbot, tmp_path, "ep2", stunner, 20, 90, 2, 10)
    follows(gm, "SOM check or prone")
    gm.keys("Ctrl+Return")
    gm.settles()
    gm.keys("F4", "Return")
    assert offered(gm) == {}
    assert gm.window.test.row.button.hasFocus()


def test_an_action_gained_is_undone_with_its_note_in_one_step(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(GUARD, "ep1", GUN_OF_EP1)
    scene = Scene(id="s", name="Lock", fighters=(Fighter(id="anna"), Fighter(id="guard")), now=Moment())
    gm = sit_down(qtbot, tmp_path, structs.replace(roster, scenes=(scene,), stage="s"), dice=(22, 90, 2, 10))
    strikes(gm, GUN_OF_EP1, GUARD)
    follows(gm, "Anna gets an action")

    def now() -> Moment | None:
        there = gm.session.document.roster.on_stage
        return None if there is None else there.now

    assert (found := now()) is not None
    assert found.later == ("anna",)
    gm.does("window.undo")
    assert (found := now()) is not None
    assert not found.later
    assert not any("gets an action" in note for note in notes(gm))


def test_stress_typed_on_the_card_asks_for_the_check_of_its_traumas(qtbot: QtBot, tmp_path: Path) -> None:
    victim = structs.replace(GUARD, stats={**GUARD.stats, "LUC": 30, "TT": 6, "IR": 60})
    gm = fight(qtbot, tmp_path, "ep1", GUN_OF_EP1, 99, 90, 98, victim=victim)
    session = gm.session
    harming = HealthEdits(session.document, session.log, gm.rolling.secrecy.beside_rolls)
    harming.suffer(["guard"], "stress", "13")
    check = "Guard: WIL × 3 or acute stress"
    assert check in offered(gm)
    gm.does("window.undo")
    assert check not in offered(gm)
    gm.does("window.redo")
    follows(gm, check)
    assert gm.test() == "WIL × 3 45 Guard"
    assert gm.net() == -20
    gm.window.test.row.roll()
    follows(gm, "Acute stress")
    assert notes(gm)[0] == "acute stress"
    assert check not in offered(gm)


def test_typed_damage_asks_for_its_check_until_that_is_rolled_or_dismissed(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight(qtbot, tmp_path, "ep1", GUN_OF_EP1, 95, 90, 98, 97)
    session = gm.session
    HealthEdits(session.document, session.log, gm.rolling.secrecy.beside_rolls).suffer(["guard"], "damage", "9")
    check = "Guard: SOM × 3 or knocked down"
    assert list(offered(gm)) == [check]
    gm.window.test.row.roll()
    assert list(offered(gm)) == [check, "Dismiss"]
    gm.does("window.undo")
    assert list(offered(gm)) == [check], "nothing else is rolled now"
    gm.does("window.redo")
    follows(gm, "Dismiss")
    assert offered(gm) == {}


def test_damage_typed_for_several_asks_each_of_them_until_they_have_rolled(qtbot: QtBot, tmp_path: Path) -> None:
    second = structs.replace(GUARD, id="second", name="Second")
    roster = anna_and(GUARD, "ep1", GUN_OF_EP1)
    gm = show_test_pane(
        qtbot, tmp_path, structs.replace(roster, characters=(*roster.characters, second)), dice=(99, 90, 98, 2)
    )
    strikes(gm, GUN_OF_EP1, GUARD)
    session = gm.session
    HealthEdits(session.document, session.log, gm.rolling.secrecy.beside_rolls).suffer(
        ["guard", "second"], "damage", "9"
    )
    checks = [f"{name}: SOM × 3 or knocked down" for name in ("Guard", "Second")]
    asked = row(gm).aftermath
    assert [choice.text for choice in asked.choices][:2] == checks
    follows(gm, checks[0])
    gm.window.test.row.roll()
    left = [choice.text for choice in asked.choices]
    assert left[0] == "Knocked down"
    assert checks[0] not in left
    assert checks[1] in left


def test_what_damage_typed_for_several_asks_is_offered_again_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    second = structs.replace(GUARD, id="second", name="Second")
    roster = anna_and(GUARD, "ep2", GUN)
    gm = sit_down(qtbot, tmp_path, structs.replace(roster, characters=(*roster.characters, second)), dice=(99, 90))
    session = gm.session
    HealthEdits(session.document, session.log, gm.rolling.secrecy.beside_rolls).suffer(
        ["guard", "second"], "damage", "9"
    )
    checks = [f"{name}: SOM check or prone" for name in ("Guard", "Second")]
    assert list(offered(gm)) == checks
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(98,))
    assert list(offered(again)) == checks
    follows(again, checks[0])
    again.window.test.row.roll()
    assert list(offered(again)) == ["Prone", checks[1]]
    again.window.close()
    last = sit_down(qtbot, tmp_path)
    assert list(offered(last)) == ["Prone", checks[1]]


def test_a_counter_is_offered_again_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm = fight_in_window(qtbot, tmp_path, "kaiser", SWORD, 1, 2, 6, 5, victim=KNIGHT)
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    follows(again, "Counter: Knight, Axe")
    draft = again.session.drafting.draft
    assert (draft.character, draft.attack, draft.side("b").character) == ("knight", "axe", "anna")


def test_what_a_critical_gives_is_offered_again_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(GUARD, "ep2", GUN)
    scene = Scene(id="s", name="Lock", fighters=(Fighter(id="anna"), Fighter(id="guard")), now=Moment())
    gm = sit_down(qtbot, tmp_path, structs.replace(roster, scenes=(scene,), stage="s"), dice=(22, 90))
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    gm.attacks("Gun", rolls=True)
    assert list(offered(gm)) == ["Anna gets an action"]
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(5,))
    assert list(offered(again)) == ["Anna gets an action"]
    assert again.window.test.damage.next.text() == "Next hit: Anna"
    follows(again, "Anna gets an action")
    scene = again.roster.on_stage or scene
    assert scene.now
    assert scene.now.later == ("anna",)


def test_what_is_offered_after_a_restart_is_done_and_reverted_once_each(qtbot: QtBot, tmp_path: Path) -> None:
    roster = anna_and(GUARD, "ep1", GUN_OF_EP1)
    scene = Scene(id="s", name="Lock", fighters=(Fighter(id="anna"), Fighter(id="guard")), now=Moment())
    gm = sit_down(qtbot, tmp_path, structs.replace(roster, scenes=(scene,), stage="s"), dice=(22, 90))
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    gm.attacks("Gun", rolls=True)
    gm.window.close()
    again, seen = sit_down(qtbot, tmp_path), list[tuple[bool, tuple[str, ...]]]()
    for _ in range(4):
        follows(again, "Anna gets an action")
        now = again.roster.on_stage and again.roster.on_stage.now
        assert now
        seen.append((offered(again)["Anna gets an action"].on, now.later))
    assert seen == [(True, ("anna",)), (False, ())] * 2


TURNS = Scene(id="s", name="Lock", fighters=(Fighter(id="anna"), Fighter(id="guard"), Fighter(id="knight")))


def people_in_turns(system: str, attack: Attack, victim: Character) -> Roster:
    """Anna and the victim in a scene in which she acts first."""
    roster = structs.replace(anna_and(victim, system, attack), scenes=(TURNS,), stage="s")
    people = (structs.replace(one, stats={**one.stats, "INIT": 5 - n}) for n, one in enumerate(roster.characters))
    return structs.replace(roster, characters=tuple(people))


def in_turns(
    qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, victim: Character = GUARD
) -> RollHands:
    """Begin a fight in which Anna has hit in the first turn and dealt her damage."""
    thrown = [*[1] * (4 if system == "kaiser" else 2), *dice, *[3] * 60]
    gm = show_test_pane(qtbot, folder, people_in_turns(system, attack, victim), dice=thrown)
    steps(gm).next()
    strikes(gm, attack, victim)
    return gm


def in_turns_in_window(
    qtbot: QtBot, folder: Path, system: str, attack: Attack, *dice: int, victim: Character = GUARD
) -> GM:
    thrown = [*[1] * (4 if system == "kaiser" else 2), *dice, *[3] * 60]
    gm = sit_down(qtbot, folder, people_in_turns(system, attack, victim), dice=thrown)
    gm.keys("Alt+Right")
    strikes(gm, attack, victim)
    return gm


def rolls_guns(gm: AtTest) -> None:
    gm.selects("Anna")
    gm.prepares("Guns")
    gm.window.test.row.roll()
    gm.settles()


def had(gm: AtTest, who: str, kind: str, level: int = 0) -> None:
    """Let somebody have had a condition that ended with the beginning of Anna's turn."""
    span = Duration("anna", first=1, at="start", count=1)
    over = ActiveCondition(id="over", kind=kind, name=kind, level=level, span=span, scene="s")
    gm.session.document.change_character(structs.replace(gm.character(who), conditions=(over,)), "have had it")


def test_a_pain_that_is_over_does_not_add_to_that_of_a_critical(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, 1, 1, 6, 6, victim=STURDY)
    had(gm, "knight", "pain", 3)
    follows(gm, "PhR against level 2d6 + 7")
    gm.window.test.row.roll()
    follows(gm, "−8 to all actions")
    assert [(one.kind, one.level) for one in gm.character("knight").conditions] == [("pain", 8)]


def test_a_check_is_asked_of_whom_its_condition_has_left(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2)
    had(gm, "guard", "prone")
    assert "SOM check or prone" in offered(gm)


def test_a_check_that_a_wound_asks_for_waits_over_other_rolls_until_it_is_rolled(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 95, 95, 98)
    check = "Guard: SOM check or prone"
    for _ in range(2):
        rolls_guns(gm)
        assert list(offered(gm)) == [check, "Dismiss"]
    follows(gm, check)
    assert (gm.test(), gm.net()) == ("SOM check 60 Guard", -10)
    gm.window.test.row.roll()
    assert list(offered(gm)) == ["Prone"]
    rolls_guns(gm)
    assert list(offered(gm)) == ["Guard: Prone", "Dismiss"], "what its failure leads to waits as well"
    follows(gm, "Guard: Prone")
    assert [one.kind for one in gm.character("guard").conditions] == ["prone"]
    assert offered(gm) == {}


def test_what_waits_comes_after_the_damage_of_a_hit(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 30, 90)
    gm.selects("Anna")
    gm.attacks("Gun", rolls=True)
    assert offered(gm) == {}
    gm.keys("F4")
    assert offered(gm) == {}
    gm.keys("F4")
    assert list(offered(gm)) == ["SOM check or prone", "Guard: SOM check or prone", "Dismiss"]


def test_what_waits_leaves_room_for_the_many_checks_of_a_grenade(qtbot: QtBot, tmp_path: Path) -> None:
    gm = grenade(qtbot, tmp_path, 2, 20, 90, 91, 92, 93, 2, 95, victims=4)
    checks = [f"Guard {number}: SOM check or prone" for number in range(1, 5)]
    throws(gm, [f"guard{number}" for number in range(1, 5)])
    assert list(offered(gm)) == checks
    gm.selects("Anna")
    gm.prepares("Guns")
    gm.window.test.row.roll()
    assert list(offered(gm)) == [*checks, "Dismiss"]


def test_a_check_waits_however_many_turns_until_it_is_made(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 95, 10)
    rolls_guns(gm)
    found = []
    for _ in range(9):
        found.append(list(offered(gm)))
        steps(gm).next()
        gm.settles()
    assert found == [["Guard: SOM check or prone", "Dismiss"]] * 9
    steps(gm).back()
    assert list(offered(gm)) == found[0]
    follows(gm, found[0][0])
    gm.window.test.row.roll()
    steps(gm).next()
    assert offered(gm) == {}


def test_a_check_waits_however_many_turns_whatever_their_phases(qtbot: QtBot, tmp_path: Path) -> None:
    quick = structs.replace(GUARD, stats={**GUARD.stats, "SPD": 3})
    gm = in_turns(qtbot, tmp_path, "ep1", GUN_OF_EP1, 20, 90, 2, 95, victim=quick)
    gm.selects("Anna")
    gm.prepares("Kinetic Weapons")
    gm.window.test.row.roll()
    gm.settles()
    found = []
    for _ in range(16):  # two act in the first phase of a turn, one in the second and in the third
        found.append(list(offered(gm)))
        steps(gm).next()
        gm.settles()
    assert found == [["Guard: SOM × 3 or knocked down", "Dismiss"]] * 16
    follows(gm, "Dismiss")
    assert offered(gm) == {}


def test_an_action_point_lost_by_a_hit_is_of_its_round_and_the_one_after_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, 4, 3, victim=STURDY)
    lost, critical = "Knight loses an action point", "Knight: PhR against level 2d6 + 7"
    gm.selects("Knight")
    gm.prepares("Block")
    gm.window.test.row.roll()
    assert {lost, critical} <= set(offered(gm))
    for _ in range(4):
        steps(gm).next()
    assert list(offered(gm)) == [critical, "Dismiss"]


def test_checks_for_which_there_is_no_room_are_counted_and_listed_by_victim(qtbot: QtBot, tmp_path: Path) -> None:
    gm = grenade(qtbot, tmp_path, 2, 10, victims=4)
    checks = [f"Guard {number}: SOM check or prone" for number in range(1, 5)]
    harming = HealthEdits(gm.session.document, gm.session.log, gm.rolling.secrecy.beside_rolls)
    rolls_guns(gm)
    harming.suffer(["guard1", "guard2"], "damage", "16")
    gm.settles()
    asked = [one.text for one in row(gm).aftermath.choices]
    assert asked[-2:] == ["4 still open", "Dismiss all"]
    [listed] = [one for one in row(gm).aftermath.choices if one.text == "4 still open"]
    assert [one.text for one in listed.others] == checks
    row(gm).asked.chosen.emit(listed.others[2])
    gm.settles()
    assert gm.test() == "SOM check 60 Guard 3"


def test_checks_that_wait_are_there_again_after_a_restart_without_those_rolled(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 30, 90, 2, 10, 95)
    strikes(gm, GUN, GUARD)
    follows(gm, "SOM check or prone")
    gm.window.test.row.roll()
    rolls_guns(gm)
    assert list(offered(gm)) == ["Guard: SOM check or prone", "Dismiss"], "of the first wound"
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(98,))
    assert "Guard: SOM check or prone" in offered(again)
    follows(again, "Guard: SOM check or prone")
    again.window.test.row.roll()
    assert list(offered(again)) == ["Prone"]


def test_what_a_failed_check_does_waits_no_longer_for_whoever_is_out(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep1", GUN_OF_EP1, 20, 90, 2, 98, 95, 95)
    follows(gm, "SOM × 3 or knocked down")
    gm.window.test.row.roll()
    for waits in ({"Guard: Knocked down", "Dismiss"}, set[str]()):
        gm.selects("Anna")
        gm.prepares("Kinetic Weapons")
        gm.window.test.row.roll()
        assert set(offered(gm)) == waits
        guard = gm.character("guard")
        dead = structs.replace(guard, health=structs.replace(guard.health, damage=60))
        gm.session.document.change_character(dead, "die")


def test_a_check_against_a_shock_that_was_rolled_is_not_asked_again_after_a_restart(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shock = structs.replace(GUN_OF_EP1, name="Shock baton", skill="Kinetic Weapons", damage="1d6")
    gm = in_turns_in_window(qtbot, tmp_path, "ep1", shock, 20, 90, 1, 98, 95)
    follows(gm, "DUR + energy armor or shock")
    gm.window.test.row.roll()
    follows(gm, next(iter(offered(gm))))
    assert [one.kind for one in gm.character("guard").conditions] == ["shock"]
    gm.selects("Anna")
    gm.prepares("Kinetic Weapons")
    gm.window.test.row.roll()
    assert offered(gm) == {}
    gm.window.close()
    assert offered(sit_down(qtbot, tmp_path)) == {}


def test_what_a_hit_of_an_earlier_fight_left_is_not_offered_in_a_new_one(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "kaiser", SWORD, 6, 5, 1, 2, victim=STURDY)
    assert "Knight loses an action point" in offered(gm)
    steps(gm).end()
    steps(gm).next()
    gm.settles()
    assert not any("action point" in text for text in offered(gm))
    gm.does("window.undo")
    gm.does("window.undo")
    assert any("action point" in text for text in offered(gm))


@pytest.mark.parametrize("how", ["hit", "typed", "rolled since"])
@pytest.mark.parametrize("ends", [True, False])
def test_checks_after_the_last_blow_of_a_fight_are_not_asked_in_a_new_one(
    qtbot: QtBot, tmp_path: Path, how: str, *, ends: bool
) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, *([95] if how == "rolled since" else []))
    if how == "typed":
        HealthEdits(gm.session.document, gm.session.log, gm.rolling.secrecy.beside_rolls).suffer(
            ["guard"], "damage", "9"
        )
    elif how == "rolled since":
        rolls_guns(gm)
    before = list(offered(gm))
    assert before[0].endswith("SOM check or prone")
    if ends:
        steps(gm).end()
        gm.settles()
    steps(gm).begin()
    assert offered(gm) == {}
    gm.does("window.undo")
    assert (list(offered(gm)) == before) is (how != "rolled since" or not ends)


def test_the_checks_of_an_ambush_are_still_asked_when_the_fight_begins(qtbot: QtBot, tmp_path: Path) -> None:
    roster = structs.replace(anna_and(GUARD, "ep2", GUN), scenes=(TURNS,), stage="s")
    gm = show_test_pane(qtbot, tmp_path, roster, dice=[20, 90, 2, *[3] * 60])
    strikes(gm, GUN, GUARD)
    steps(gm).next()
    assert next(iter(offered(gm))).endswith("SOM check or prone")
    steps(gm).next()
    rolls_guns(gm)
    assert list(offered(gm)) == ["Guard: SOM check or prone", "Dismiss"]


def test_a_check_waits_over_more_lines_of_a_fight_than_rolls_are_looked_at(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 95)
    for _ in range(MOST_LOOKED_AT):
        gm.session.log.add([note(gm.roster.on_stage, DUE, ("A door opens", "turn 1"), gm.session.document.house)])
    rolls_guns(gm)
    assert list(offered(gm)) == ["Guard: SOM check or prone", "Dismiss"]


def test_checks_of_an_earlier_fight_do_not_wait_in_a_new_one(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 95)
    rolls_guns(gm)
    steps(gm).end()
    steps(gm).next()
    assert offered(gm) == {}


def test_what_a_hit_left_is_offered_again_after_a_fight_in_another_scene(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns_in_window(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 95)
    check = "Guard: SOM check or prone"
    scene_edits.add_scene(gm.session.document, ["anna"], "Hold")
    gm.does("scene.begin")
    rolls_guns(gm)
    assert offered(gm) == {}
    scene_edits.go_to_scene(gm.session.document, "s")
    assert list(offered(gm)) == [check, "Dismiss"]
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=(98,))
    assert check in offered(again)


def test_an_open_hit_is_there_again_after_a_fight_in_another_scene(qtbot: QtBot, tmp_path: Path) -> None:
    roster = structs.replace(anna_and(GUARD, "ep2", GUN), scenes=(TURNS,), stage="s")
    gm = sit_down(qtbot, tmp_path, roster, dice=[1, 2, 20, 90, *[3] * 60])
    gm.does("scene.begin")
    gm.selects("Anna")
    gm.session.drafting.oppose("guard")
    gm.attacks("Gun", rolls=True)
    scene_edits.add_scene(gm.session.document, ["anna"], "Hold")
    gm.does("scene.begin")
    assert not row(gm).roll.isVisible()
    rolls_guns(gm)
    scene_edits.go_to_scene(gm.session.document, "s")
    gm.settles()
    assert row(gm).next.text() == "Next hit: Anna"


def test_an_action_gained_waits_over_other_rolls(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns_in_window(qtbot, tmp_path, "ep2", GUN, 22, 90, 1, 1, 95)
    assert "Anna gets an action" in offered(gm)
    rolls_guns(gm)
    assert "Anna gets an action" in offered(gm)
    follows(gm, "Anna gets an action")
    assert "Anna gets an action" not in offered(gm)
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert scene.now.later == ("anna",)


def test_a_weapon_that_may_break_waits_with_the_name_of_its_bearer(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 99, 10, 95)
    assert "Gun breaks" in offered(gm)
    rolls_guns(gm)
    assert list(offered(gm)) == ["Anna: Gun breaks", "Anna loses an action", "Dismiss"]
    follows(gm, "Dismiss")
    assert offered(gm) == {}


def test_of_the_effects_of_a_critical_none_waits_once_one_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 99, 10, 95)
    follows(gm, "Gun breaks")
    assert "Anna loses an action" in offered(gm), "the GM may add it while the roll is shown"
    rolls_guns(gm)
    assert offered(gm) == {}


def test_what_a_hit_does_besides_its_damage_waits_over_other_rolls(qtbot: QtBot, tmp_path: Path) -> None:
    shock = structs.replace(GUN, name="Shock baton", damage="1d6")
    gm = in_turns(qtbot, tmp_path, "ep2", shock, 20, 90, 1, 95)
    effects = list(offered(gm))
    assert effects
    rolls_guns(gm)
    assert list(offered(gm)) == [*(f"Guard: {one}" for one in effects), "Dismiss"]
    follows(gm, f"Guard: {effects[0]}")
    assert offered(gm) == {}, "alternatives exclude each other"


@pytest.mark.parametrize("how", ["damage", "unconscious"])
def test_no_shock_is_offered_for_whoever_is_down(qtbot: QtBot, tmp_path: Path, how: str) -> None:
    shock = structs.replace(GUN, name="Shock baton", damage="1d10+30" if how == "damage" else "1d6")
    down = (ActiveCondition(id="c", kind="unconscious", name="Unconscious"),) if how == "unconscious" else ()
    victim = structs.replace(GUARD, conditions=down, health=Health(damage=20 if how == "damage" else 0))
    gm = in_turns(qtbot, tmp_path, "ep2", shock, 20, 90, 1, victim=victim)
    assert not any(text.startswith(("Stunned", "Shock", "Guard: S")) for text in offered(gm))


def test_what_a_failure_did_can_be_reverted_when_a_point_has_turned_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 20, 90, 2, 81)
    follows(gm, "SOM check or prone")
    gm.window.test.row.roll()
    follows(gm, "Prone")
    entry = gm.rolling.log.page(1)[0].entry
    gm.rolling.recent.revise(structs.replace(entry, override=Override("Stands", Grade.SUCCESS)), "rule")
    assert offered(gm)["Prone"].on
    follows(gm, "Prone")
    assert gm.character("guard").conditions == ()
    assert "Prone" not in offered(gm)


def test_what_a_hit_did_can_be_reverted_when_it_is_none_any_more(qtbot: QtBot, tmp_path: Path) -> None:
    shock = structs.replace(GUN, name="Shock baton", damage="1d6")
    gm = in_turns(qtbot, tmp_path, "ep2", shock, 20, 90, 1)
    follows(gm, "Stunned 3")
    entry = gm.rolling.recent.last
    assert entry is not None
    gm.rolling.recent.revise(structs.replace(entry, override=Override("Misses", Grade.FAILURE)), "rule")
    assert offered(gm)["Stunned 3"].on
    follows(gm, "Stunned 3")
    assert gm.character("guard").conditions == ()
    assert "Stunned 3" not in offered(gm)


def test_what_a_critical_did_can_be_reverted_when_it_is_none_any_more(qtbot: QtBot, tmp_path: Path) -> None:
    gm = in_turns(qtbot, tmp_path, "ep2", GUN, 99, 10)
    follows(gm, "Gun breaks")
    entry = gm.rolling.recent.last
    assert entry is not None
    gm.rolling.recent.revise(structs.replace(entry, override=Override("Fails", Grade.FAILURE)), "rule")
    assert [text for text in offered(gm) if text.startswith(("Gun", "Anna"))] == ["Gun breaks"]
    follows(gm, "Gun breaks")
    assert not is_broken(gm.character("anna").attacks[0])
    assert "Gun breaks" not in offered(gm)


def test_what_an_area_does_besides_its_damage_is_offered_for_each_victim(qtbot: QtBot, tmp_path: Path) -> None:
    gm = grenade(qtbot, tmp_path, 2, 95, name="Stun grenade")
    stunned = ["Guard 1: stunned 3", "Guard 2: stunned 3"]
    assert [text for text in offered(gm) if "stunned" in text] == stunned
    follows(gm, stunned[1])
    assert [one.kind for one in gm.character("guard2").conditions] == ["stunned"]
    gm.selects("Anna")
    gm.prepares("Guns")
    gm.window.test.row.roll()
    assert [text for text in offered(gm) if "stunned" in text] == stunned[:1]
