"""Actions that can do nothing now say why, whether chosen in a menu or by their key."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.opponents import defences
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.widgets.action_rows import WindowActions
from ui_makers import sit_down

NOBODY = "Nobody is selected"
NOTHING = "Nothing to roll yet: choose a skill, an attack or a number on the card"
EMPTY = {
    "roll.roll": NOTHING,
    "roll.roll_anywhere": NOTHING,
    "roll.enter_dice": "There is nothing to type dice for yet: choose what is rolled",
    "roll.turn_sides": "The test has no opponent: make it opposed first",
    "roll.keep_opponent": "The test has no opponent: make it opposed first",
    "roll.bring_back_modifiers": "The last roll spent no modifiers",
    "roll.default_to_aptitude": "This test cannot be rolled with an aptitude instead",
    **dict.fromkeys(
        (
            "roster.duplicate",
            "roster.duplicate_times",
            "roster.rename",
            "roster.remove",
            "roster.choose_portrait",
            "roster.remove_portrait",
            "roster.save_template",
            "card.add_skill",
            "card.add_attack",
            "card.type_damage",
            "exchange.export_characters",
            "exchange.copy_text",
            "exchange.copy_markdown",
        ),
        NOBODY,
    ),
}


def test_in_an_empty_roster_each_action_that_can_do_nothing_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, Roster(id="r", name="R"))
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    assert {one: actions.why_not(actions.rows[one]) for one in EMPTY} == EMPTY
    for action_id, why in EMPTY.items():
        gm.window.toast.hide()
        actions.trigger(actions.rows[action_id])
        assert gm.window.toast.isVisible(), action_id
        assert why in gm.window.toast.says.text(), action_id


@pytest.mark.parametrize("system", ["ep2", "ep1", "kaiser"])
def test_they_can_be_chosen_once_there_is_somebody_and_something_to_roll(
    qtbot: QtBot, tmp_path: Path, system: str
) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system))
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    person = next(one for one in gm.roster.characters if len(one.skills) > 1)
    gm.selects(person.name)
    gm.prepares(person.skills[0].name)
    later = {"roll.turn_sides", "roll.keep_opponent", "roll.bring_back_modifiers", "roll.default_to_aptitude"}
    assert [one for one in EMPTY if one not in later and actions.why_not(actions.rows[one])] == []
    gm.does("roll.toggle_opposed")
    assert actions.why_not(actions.rows["roll.turn_sides"]) == "Choose the opponent and their ability first"
    other, drafting = (
        next(one for one in gm.roster.characters if one.id != person.id and one.skills),
        gm.session.drafting,
    )
    drafting.oppose(other.id, defences(drafting.draft.ability, other, gm.session.document.system)[0])
    assert [one for one in ("roll.turn_sides", "roll.keep_opponent") if actions.why_not(actions.rows[one])] == []
