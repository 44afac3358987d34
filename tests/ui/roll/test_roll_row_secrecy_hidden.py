"""Whoever is hidden in the scene is named by no roll that players may see, however it is rolled."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.chips import helped
from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.core.drafts.group_roll import GroupMode
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.export import Exporting, ExportRequest, LogFormat, RosterLog
from gm_desk.model.players.players_display import last_shown
from gm_desk.model.roll.other_rolls import roll_apart
from gm_desk.model.scene.scene_edits import set_hidden
from gm_desk.ui.combat.several import SeveralDialog
from gm_desk.ui.roll.roll_row import BECAUSE_HIDDEN, WORD
from ui_makers import GM, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

GUN = Attack(id="gun", name="Gun", skill="Guns", damage="1d10+10", modes="SA/BF")
NAME = "Ambusher"


def somebody(one: str, name: str, group: str) -> Character:
    return Character(
        id=one,
        name=name,
        group=group,
        kind="pc" if group == "players" else "npc",
        stats={"SOM": 20, "WIL": 15, "REF": 20, "COG": 15, "DUR": 40, "WT": 8, "DR": 60, "INIT": 5},
        skills=(Skill(id="guns", name="Guns", rating=70), Skill(id="fray", name="Fray", rating=40)),
        attacks=(GUN,),
    )


PEOPLE = (
    somebody("jaqui", "Jaqui", "players"),
    somebody("tyska", "Tyska", "players"),
    somebody("amb", NAME, "triad"),
    somebody("thug", "Thug", "triad"),
)
FIGHT = Scene(
    id="bar",
    now=Moment(turn=1, throws={one.id: 3 for one in PEOPLE}, acting=("jaqui",)),
    fighters=tuple(Fighter(id=one.id, hidden=one.id == "amb") for one in PEOPLE),
)
ROSTER = Roster(id="r", name="R", system="ep2", characters=PEOPLE, scenes=(FIGHT,), stage="bar")
HITS = (31, 80, 5, 5, 31, 80, 5, 5, 31, 80, 5, 5, 31, 80, 5, 5)


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    made = sit_down(qtbot, tmp_path, ROSTER, dice=cycle(HITS))
    made.window.faces.show_everyone()
    made.settles()
    return made


def for_players(gm: GM) -> str:
    """Return all that an export without secret rolls says, in every format, and the roll that players see."""
    log = gm.session.log
    told = [Exporting(RosterLog(log), ExportRequest(form, "R")).preview(200) for form in LogFormat]
    shown = last_shown((one.entry for one in log.page(200)), gm.roster)
    return f"{told} {shown}"


def rolled(gm: GM) -> list[str]:
    """Return who has rolled, or was damaged, in all lines of the log."""
    return [one.entry.draft.name for one in gm.session.log.page(200)]


def finds(gm: GM, line: str) -> None:
    gm.keys("Ctrl+K")
    gm.types(line)
    gm.keys("Return")


def attack(gm: GM, who: str, whom: str) -> None:
    gm.session.drafting.attack(gm.character(who), GUN)
    gm.session.drafting.oppose(whom)
    gm.settles()


def single(gm: GM) -> None:
    gm.selects(NAME)
    gm.prepares("Fray")
    gm.keys("Return")


def typed(gm: GM) -> None:
    gm.selects(NAME)
    gm.prepares("Fray")
    gm.window.test.row.dice.setText("33")
    gm.window.test.row.roll()


def opposing(gm: GM) -> None:
    gm.selects("Jaqui")
    gm.prepares("Guns")
    gm.session.drafting.oppose("amb")
    gm.window.test.row.roll()


def shooting(gm: GM) -> None:
    attack(gm, "amb", "jaqui")
    gm.window.test.row.roll()
    gm.keys("F4", "F4")


def shot_at(gm: GM) -> None:
    attack(gm, "jaqui", "amb")
    gm.window.test.row.roll()
    gm.keys("F4", "F4")


def each_of_a_group(gm: GM) -> None:
    gm.window.roster.select_several(["thug", "amb"])
    gm.session.drafting.choose("thug", AbilityKind.SKILL, "fray")
    gm.window.test.row.roll()


def best_of_a_group(gm: GM) -> None:
    each = {"amb": 90, "thug": 20}
    for one, rating in each.items():
        skills = (Skill(id="fray", name="Fray", rating=rating),)
        gm.session.document.change_character(structs.replace(gm.character(one), skills=skills), "rating")
    gm.window.roster.select_several(["thug", "amb"])
    gm.session.drafting.choose("thug", AbilityKind.SKILL, "fray")
    gm.rolling.group.choose(GroupMode.HIGHEST)
    assert gm.session.drafting.draft.name == NAME
    gm.window.test.row.roll()


def several(gm: GM, who: str, *targets: str) -> None:
    attack(gm, who, targets[0])
    gm.window.roster.select_several(list(targets))
    gm.does("combat.against_several")
    dialog = gm.dialog(SeveralDialog)
    for _ in range(3):
        dialog.go_on()
    gm.settles()


def against_several(gm: GM) -> None:
    several(gm, "amb", "jaqui", "tyska")


def one_of_several(gm: GM) -> None:
    several(gm, "jaqui", "thug", "amb")


def by_the_finder(gm: GM) -> None:
    finds(gm, "ambusher fray")


def found_damage(gm: GM) -> None:
    finds(gm, "ambusher damage 9")


def found_condition(gm: GM) -> None:
    finds(gm, "ambusher prone")


def beside_another(gm: GM) -> None:
    gm.selects("Jaqui")
    gm.prepares("Guns")
    draft = gm.session.drafting.draft
    roll_apart(gm.rolling, structs.replace(draft, character="amb", name=NAME, opponent=None))


def helping(gm: GM) -> None:
    gm.selects("Jaqui")
    gm.prepares("Guns")
    chip = helped(None, gm.character("amb"), gm.roster.characters)
    assert chip is not None
    gm.session.drafting.take(gm.session.drafting.draft.with_chip(chip))
    gm.window.test.row.roll()


def again(gm: GM) -> None:
    single(gm)
    actions = EntryActions(gm.session.document, gm.session.drafting, gm.rolling)
    actions.roll_again(gm.session.log.page(1)[0].entry)


def a_turn(gm: GM) -> None:
    for _ in range(9):
        gm.does("scene.next")


WAYS = (
    *(single, typed, opposing, shooting, shot_at, each_of_a_group, best_of_a_group, against_several, one_of_several),
    *(by_the_finder, found_damage, found_condition, beside_another, helping, again),
)


def test_no_roll_names_somebody_hidden(gm: GM, subtests: pytest.Subtests) -> None:
    for way in WAYS:
        with subtests.test(way.__name__):
            gm.opens(structs.replace(ROSTER, id=way.__name__))
            assert rolled(gm) == []
            way(gm)
            assert rolled(gm) != []
            assert NAME not in for_players(gm)
            a_turn(gm)
            assert NAME not in for_players(gm)


@pytest.mark.parametrize("way", [single, shooting, against_several], ids=lambda way: way.__name__)
def test_whoever_is_revealed_is_named(gm: GM, way: Callable[[GM], None]) -> None:
    set_hidden(gm.session.document, ["amb"], hidden=False)
    way(gm)
    assert NAME in for_players(gm)


def shown(gm: GM) -> tuple[str, bool, str]:
    button = gm.window.test.row.secret
    return button.text(), button.isChecked(), button.accessibleDescription()


def test_the_pane_shows_that_a_roll_is_secret_and_why_and_the_gm_decides(gm: GM) -> None:
    gm.selects("Thug")
    gm.prepares("Fray")
    assert shown(gm) == (WORD, False, "The next roll is public")
    gm.selects(NAME)
    gm.prepares("Fray")
    assert shown(gm) == (BECAUSE_HIDDEN, True, f"The next roll is secret: {NAME} is hidden")
    gm.selects("Thug")
    assert shown(gm) == (WORD, False, "The next roll is public"), "what is shown is no choice"
    gm.selects(NAME)
    gm.click(gm.window.test.row.secret)
    assert shown(gm) == (WORD, False, f"The next roll is public, though {NAME} is hidden")
    gm.selects("Thug")
    gm.selects(NAME)
    assert not gm.rolling.secrecy.secret, "it is remembered for that roll"
    gm.keys("Return")
    assert NAME in for_players(gm)
    assert shown(gm)[:2] == (BECAUSE_HIDDEN, True), "the next one is secret again"


def test_what_the_gm_lets_be_seen_of_one_is_not_let_be_seen_of_another(gm: GM) -> None:
    set_hidden(gm.session.document, ["thug"], hidden=True)
    gm.selects(NAME)
    gm.prepares("Fray")
    gm.click(gm.window.test.row.secret)
    gm.selects("Thug")
    assert gm.rolling.secrecy.secret
    gm.keys("Return")
    assert "Thug" not in for_players(gm)


def test_hiding_and_revealing_changes_what_is_shown_at_once(gm: GM) -> None:
    set_hidden(gm.session.document, ["amb"], hidden=False)
    gm.selects(NAME)
    gm.prepares("Fray")
    assert shown(gm)[:2] == (WORD, False)
    set_hidden(gm.session.document, ["amb"], hidden=True)
    assert shown(gm)[:2] == (BECAUSE_HIDDEN, True)
    gm.session.document.stack.undo()
    assert shown(gm)[:2] == (WORD, False)


def test_a_secret_roll_of_the_gms_own_stays_one_whoever_rolls(gm: GM) -> None:
    gm.selects(NAME)
    gm.prepares("Fray")
    gm.click(gm.window.test.row.secret)
    gm.click(gm.window.test.row.secret)
    assert shown(gm)[:2] == (WORD, True)
    gm.selects("Thug")
    assert gm.rolling.secrecy.secret


def test_damage_typed_beside_the_test_of_somebody_hidden_is_public(gm: GM) -> None:
    attack(gm, "amb", "jaqui")
    finds(gm, "jaqui damage 9")
    assert "9 damage" in for_players(gm)
    assert isinstance(gm.session.drafting.draft, Draft)
