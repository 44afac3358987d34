"""Actions that can do nothing now say why, whether chosen in a menu or by their key."""

import pytest

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.opponents import defences
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.theme.appearance import NORMAL, STEPS
from gm_desk.ui.widgets.action_rows import WindowActions
from shared_window import Seat

NOBODY = "Nobody is selected"
NOTHING = "Nothing to roll yet: choose a skill, an attack or a number on the card"
EMPTY = {
    "roll.roll": NOTHING,
    "roll.roll_anywhere": NOTHING,
    "roll.enter_dice": "There is nothing to type dice for yet: choose what is rolled",
    "roll.turn_sides": "The test has no opponent: make it opposed first",
    "roll.choose_opponent": "The test has no opponent: make it opposed first",
    "roll.keep_opponent": "The test has no opponent: make it opposed first",
    "roll.bring_back_modifiers": "The last roll spent no modifiers",
    "roll.default_to_aptitude": "This test cannot be rolled with an aptitude instead",
    "roll.start_scene": "Nothing is pinned, and no retry is counted",
    "roll.clear_modifiers": "There are no modifiers to clear",
    "roster.select_all": "The roster is empty",
    **dict.fromkeys(
        ("roster.select_group", "roster.move_group_up", "roster.move_group_down", "roster.fold_group"),
        "No group is selected",
    ),
    **dict.fromkeys(("roster.fold_all_groups", "roster.unfold_all_groups"), "The roster has no groups"),
    "window.reset_text": "The text is already at its normal size",
    **dict.fromkeys(
        (
            "roster.duplicate",
            "roster.duplicate_times",
            "roster.rename",
            "roster.remove",
            "roster.choose_portrait",
            "roster.remove_portrait",
            "log.show_character",
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


def test_in_an_empty_roster_each_action_that_can_do_nothing_says_why(seat: Seat) -> None:
    gm = seat(Roster(id="r", name="R"))
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    assert {one: actions.why_not(actions.rows[one]) for one in EMPTY} == EMPTY
    for action_id, why in EMPTY.items():
        gm.window.toast.hide()
        actions.trigger(actions.rows[action_id])
        assert gm.window.toast.isVisible(), action_id
        assert why in gm.window.toast.says.text(), action_id


@pytest.mark.parametrize("system", ["ep2", "ep1", "kaiser"])
def test_they_can_be_chosen_once_there_is_somebody_and_something_to_roll(seat: Seat, system: str) -> None:
    gm = seat(read_sample(system))
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    person = next(one for one in gm.roster.characters if len(one.skills) > 1)
    gm.selects(person.name)
    gm.prepares(person.skills[0].name)
    later = {
        *("roll.choose_opponent", "roll.turn_sides", "roll.keep_opponent", "roll.bring_back_modifiers"),
        *("roll.default_to_aptitude", "roll.start_scene", "roll.clear_modifiers", "window.reset_text"),
        "roster.remove_portrait",
        *("roster.move_group_up", "roster.move_group_down", "roster.unfold_all_groups"),
    }
    assert [one for one in EMPTY if one not in later and actions.why_not(actions.rows[one])] == []
    gm.does("roll.toggle_opposed")
    assert actions.why_not(actions.rows["roll.turn_sides"]) == "Choose the opponent and their ability first"
    other, drafting = (
        next(one for one in gm.roster.characters if one.id != person.id and one.skills),
        gm.session.drafting,
    )
    drafting.oppose(other.id, defences(drafting.draft.ability, other, gm.session.document.system)[0])
    of_opponents = ("roll.choose_opponent", "roll.turn_sides", "roll.keep_opponent")
    assert [one for one in of_opponents if actions.why_not(actions.rows[one])] == []


def test_commands_for_groups_say_what_is_so_already(seat: Seat) -> None:
    gm = seat(read_sample("ep2"))
    actions, groups = gm.window.findChild(WindowActions), gm.roster.groups
    assert actions is not None
    first, last = (next(one.name for one in gm.roster.members(group.id)) for group in (groups[0], groups[-1]))

    def why(action_id: str) -> str:
        return actions.why_not(actions.rows[action_id])

    gm.selects(first)
    assert why("roster.move_group_up") == f"{groups[0].name} is already the first group"
    assert (why("roster.move_group_down"), why("roster.fold_all_groups")) == ("", "")
    assert (why("roster.unfold_all_groups"), why("roster.remove_portrait")) == (
        "No group is folded",
        f"{first} has no portrait",
    )
    gm.selects(last)
    assert why("roster.move_group_down") == f"{groups[-1].name} is already the last group"
    gm.does("roster.fold_all_groups")
    assert (why("roster.fold_all_groups"), why("roster.unfold_all_groups")) == ("All groups are folded", "")
    gm.window.roster.filter.setText("nobody at all")
    assert why("roster.select_all") == "No characters match the filter"


def test_pins_retries_and_modifiers_can_be_dropped_once_there_are_some(seat: Seat) -> None:
    gm = seat(read_sample("ep2"))
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    dropping = [actions.rows[one] for one in ("roll.start_scene", "roll.clear_modifiers")]
    gm.window.test.chips.add.committed.emit("Smoke -30")
    assert [bool(actions.why_not(one)) for one in dropping] == [True, False]
    gm.session.drafting.modifiers.pin(gm.session.drafting.draft.chips[0])
    assert [bool(actions.why_not(one)) for one in dropping] == [False, False]
    gm.does("roll.start_scene")
    assert [bool(actions.why_not(one)) for one in dropping] == [True, True]


def test_the_size_of_the_text_says_where_it_ends(seat: Seat) -> None:
    gm = seat(read_sample("ep2"))
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    sizes = [actions.rows[f"window.{one}_text"] for one in ("enlarge", "reduce", "reset")]
    said = []
    for percent in (STEPS[0], NORMAL, STEPS[-1]):
        gm.program.text.choose(percent)
        said.append([bool(actions.why_not(one)) for one in sizes])
    gm.program.text.choose(NORMAL)
    assert said == [[False, True, False], [False, False, True], [True, False, False]]
