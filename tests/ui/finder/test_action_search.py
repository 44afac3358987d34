"""The finder offers every action by its words, what can be chosen in menus that fill themselves, and numbers."""

import pytest
from msgspec import structs

from finder_makers import finds
from gm_desk.core.characters.roster import Group
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.health import Health
from gm_desk.ui.finder.action_search import ActionFinder
from gm_desk.ui.widgets.action_rows import WindowActions, without_mnemonic
from shared_window import Seat
from ui_makers import EVA, GM, LAO, MOOK, a_roster


@pytest.fixture
def table(seat: Seat) -> GM:
    """Eva lacks three points and is hurt, the triad has one point of Threat of two."""
    eva = structs.replace(EVA, points={"vigor": Points(now=0, max=3)}, health=Health(damage=4))
    triad = Group(id="triad", name="Dockside Triad", threat=Points(now=1, max=2))
    made = seat(a_roster(eva, LAO, MOOK).with_group(triad), dice=(2, 81))
    made.selects("Eva")
    return made


def actions_of(gm: GM) -> WindowActions:
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    return actions


def triad(gm: GM) -> tuple[int, int]:
    group = gm.roster.group("triad")
    assert group is not None
    assert group.threat is not None
    return group.threat.now, group.threat.max


def test_every_action_is_found_by_the_words_it_is_called(gm: GM) -> None:
    actions, missing = actions_of(gm), []
    finder = ActionFinder(actions)
    for action in actions.actions.values():
        able, unable = finder.find(without_mnemonic(action.text()))
        found = [one.target.row.id for one in (*able, *unable)]
        if action.isVisible() and action.row.id not in found:
            missing.append(action.row.id)
    for row in actions.rows.values():
        able, unable = finder.find(row.name)
        if row.choices and row.id not in {one.target.row.id for one in (*able, *unable)}:
            missing.append(row.id)
    assert missing == []


def test_heal_heals(table: GM) -> None:
    assert finds(table, "heal")[0] == ("Damage and rest ▸ Heal", "Ctrl+Alt+H", True)
    table.keys("Return")
    assert table.character("eva").health.damage == 0


def test_what_a_menu_offers_is_found_by_the_words_of_the_menu(table: GM) -> None:
    assert [text for text, _, _ in finds(table, "recharge")] == [
        "Recharge ▸ Short recharge",
        "Recharge ▸ Long recharge",
    ]
    finds(table, "long recharge")
    table.keys("Return")
    assert table.character("eva").points["vigor"].now == 3
    assert finds(table, "move triad")[0] == ("Move to group ▸ Dockside Triad", "", True)
    table.keys("Return")
    assert table.character("eva").group == "triad"


def test_an_action_takes_the_number_that_is_typed_behind_it(table: GM) -> None:
    table.selects("Triad mook 1")
    assert finds(table, "threat 2") == [("Threat 2", "", True)]
    table.keys("Return")
    assert triad(table) == (2, 2)
    finds(table, "threat 4")
    table.keys("Return")
    assert triad(table) == (4, 4), "a pool that is too small grows"
    table.undo_of("set Threat of Dockside Triad").trigger()
    assert triad(table) == (2, 2)


def test_copies_are_made_by_their_number(table: GM) -> None:
    finds(table, "duplicate several times 3")
    table.keys("Return")
    assert len(table.roster.characters) == 6


def test_a_number_behind_what_takes_none_finds_no_action(gm: GM) -> None:
    able, unable = ActionFinder(actions_of(gm)).find("heal 4")
    assert (able, unable) == ([], [])
    assert ActionFinder(actions_of(gm)).find("4") == ([], [])


def test_an_attack_on_the_card_is_found_by_its_name_and_prepared_as_by_a_click(seat: Seat) -> None:
    pistol = Attack(id="pistol", name="Heavy pistol", skill="Guns", damage="2d10")
    gm = seat(a_roster(EVA, structs.replace(LAO, attacks=(pistol,)), MOOK), dice=(61, 20))
    gm.selects("Lao Qing")
    gm.program.session.drafting.oppose("eva")
    assert ("Attack with ▸ Heavy pistol", "", True) in finds(gm, "heavy pistol")
    gm.keys("Esc")
    assert finds(gm, "attack with heavy")[0] == ("Attack with ▸ Heavy pistol", "", True)
    gm.keys("Return")
    draft = gm.program.session.drafting.draft
    assert (draft.attack, draft.mode, draft.side("b").name) == ("pistol", Mode.ATTACK, "Eva")
    gm.keys("Return")
    assert gm.log()[0][1] == "Lao Qing"
    gm.selects("Eva")
    assert finds(gm, "attack with")[-1] == ("Attack with", "The card has no attacks", False)


def test_what_cannot_be_done_now_says_why_and_is_not_done(gm: GM) -> None:
    assert finds(gm, "undo") == [("Undo", "Nothing to undo", False)]
    gm.keys("Return")
    assert gm.window.header.finder.text() == "undo"
    assert finds(gm, "strike out") == [("Strike out", "No roll is selected in the log", False)]
    rows = gm.window.header.finder.list
    gm.click(rows.viewport(), rows.visualItemRect(rows.item(0)).center())
    assert gm.window.header.finder.text() == "strike out"


def test_where_no_group_could_share_points_threat_says_so(seat: Seat) -> None:
    gm = seat(structs.replace(a_roster(), system="kaiser"))
    why_not = "Select a group that shares points"
    assert ("Threat", why_not, False) in finds(gm, "threat")
    assert ("Threat 4", why_not, False) in finds(gm, "threat 4")


def test_what_can_be_done_comes_before_what_cannot(gm: GM) -> None:
    gm.keys("Ctrl+D")
    found = finds(gm, "do")
    able = [able for _, _, able in found]
    assert able == sorted(able, reverse=True)


def test_a_find_after_an_action_knows_what_it_changed(gm: GM) -> None:
    gm.keys("Ctrl+K")
    gm.types("new group")
    gm.keys("Return")
    assert finds(gm, "undo")[0][::2] == ("Undo new group", True)


@pytest.mark.parametrize(
    ("line", "goes_to"),
    [
        ("lower modifier", "roll"),
        ("roll in secret by default", "roll"),
        ("unfold all groups", "roster"),
        ("enter dice", "dice"),
    ],
)
def test_after_an_action_the_focus_is_where_it_was_about(table: GM, line: str, goes_to: str) -> None:
    assert any(able for _, _, able in finds(table, line))
    table.keys("Return")
    table.settles()
    test, roster = table.window.test, table.window.roster
    places = {"roll": test.row.button, "roster": roster.view, "dice": test.row.dice}
    assert places[goes_to].hasFocus()
    assert not table.window.header.finder.text()


def test_what_is_typed_again_is_done_again_and_not_undone(table: GM) -> None:
    finds(table, "recharge long")
    table.keys("Return")
    rows = [text for text, _, _ in finds(table, "recharge long")]
    assert rows[0] == "Recharge ▸ Long recharge"
    assert not [text for text in rows if text.startswith("Undo")]
    table.keys("Esc")
    step = finds(table, "undo")[0][0]
    assert step.startswith("Undo "), "it is found by its own verb, with the step behind it"
    assert finds(table, f"undo {step.split()[-1].casefold()}")[0][0] == step
    table.keys("Return")
    assert finds(table, "redo")[0][0].startswith("Redo ")


def test_exact_words_come_before_words_among_others(table: GM) -> None:
    table.keys("Alt+Shift+N")
    table.settles()
    rows = [text for text, _, able in finds(table, "surprised") if able]
    assert rows == ["Surprise ▸ Surprised: neither acts nor defends in turn 1", "Surprise ▸ Not surprised"]


OTHER_WORDS = {
    "help": "What is this?",
    "preferences": "Settings…",
    "hotkeys": "Keyboard shortcuts…",
    "restore": "Backups…",
    "roll initiative": "Roll for everyone and begin",
    "next turn": "Next",
    "dark mode": "Dark",
    "text size": "Larger text",
    "luck": "Statistics",
}


def test_what_others_call_an_action_finds_it(gm: GM) -> None:
    for words, name in OTHER_WORDS.items():
        able, unable = ActionFinder(actions_of(gm)).find(words)
        assert name in [one.name for one in (*able, *unable)], words
