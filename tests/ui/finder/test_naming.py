"""Actions on selected characters are run for somebody who is named in the finder, before or after the action."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from finder_makers import finds
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.ui.finder.naming import splits, words_in
from gm_desk.ui.widgets.action_rows import WindowActions
from shared_window import Seat
from ui_makers import GM, a_roster

ORDER = ("tyska", "jaqui", "thug1", "thug2")
"""Those in the fight, the first one first."""


def somebody(one: str, name: str, init: int) -> Character:
    stats = {"INIT": init, "REF": 20, "COG": 15, "DUR": 40, "WT": 8, "DR": 60}
    vigor = {"vigor": Points(now=1, max=3)}
    return Character(id=one, name=name, stats=stats, points=vigor, kind="pc" if init > 6 else "npc")


PEOPLE = (
    somebody("jaqui", "Jaqui", 7),
    somebody("tyska", "Tyska", 9),
    somebody("thug1", "Thug 1", 5),
    somebody("thug2", "Thug 2", 4),
    somebody("boss", "Madame Wu", 3),
)


@pytest.fixture
def gm(seat: Seat) -> GM:
    """Tyska acts in a fight of four, Madame Wu is not in it, and Thug 1 is selected."""
    now = Moment(throws=dict.fromkeys(ORDER, 3), began=("tyska",), acting=("tyska",))
    scene = Scene(id="bar", name="Bar", now=now, fighters=tuple(Fighter(id=one) for one in ORDER))
    roster = structs.replace(a_roster(*PEOPLE), scenes=(scene,), stage="bar")
    made = seat(roster, dice=[3] * 40)
    made.window.roster.select("thug1")
    made.settles()
    return made


def does(gm: GM, line: str) -> None:
    """Type a line, and take its first row."""
    assert finds(gm, line)[0][2], f"{line} is not possible"
    gm.keys("Return")
    gm.settles()


def now(gm: GM) -> Moment:
    assert gm.roster.on_stage is not None
    assert gm.roster.on_stage.now is not None
    return gm.roster.on_stage.now


def fighter(gm: GM, one: str) -> Fighter | None:
    return gm.roster.on_stage.fighter(one) if gm.roster.on_stage else None


@pytest.mark.parametrize("line", ["delay jaqui", "jaqui delay", "Jaq delay"])
def test_a_named_one_delays_and_the_finder_says_so(gm: GM, line: str) -> None:
    assert finds(gm, line)[0][0].startswith("Jaqui · ")
    does(gm, line)
    assert now(gm).waiting == ("jaqui",)
    assert gm.trouble() == "Jaqui delays."
    assert gm.window.roster.selected_ids() == ["thug1"], "the selection is as it was"


@pytest.mark.parametrize("line", ["hide thug 2", "thug 2 hide"])
def test_a_named_one_is_hidden_and_nobody_else(gm: GM, line: str) -> None:
    does(gm, line)
    assert [one.id for one in (gm.roster.on_stage or Scene(id="x")).fighters if one.hidden] == ["thug2"]
    assert gm.trouble() == "Hide Thug 2."


def test_a_named_one_pays_to_go_first(gm: GM) -> None:
    rows = finds(gm, "go first jaqui")
    assert rows[0][0] == "Jaqui · Pay to go first"
    assert [text for text, _, _ in rows if "▸" in text][:1] == ["Jaqui · Go first ▸ Vigor"]
    does(gm, "go first jaqui")
    assert 1 in now(gm).paid["jaqui"]
    assert gm.character("jaqui").points["vigor"].now == 0
    assert finds(gm, "go first jaqui")[0][0] != "Jaqui · Pay to go first", "there is no point left"


def test_what_is_not_possible_for_a_named_one_says_why(gm: GM) -> None:
    does(gm, "delay jaqui")
    assert ("Jaqui · Delay", "Jaqui is already waiting", False) in finds(gm, "delay jaqui")
    assert ("Thug 2 · Act now", "Thug 2 is not waiting to act", False) in finds(gm, "thug 2 act now")
    assert ("Madame Wu · Delay", "Madame Wu is not in the scene", False) in finds(gm, "delay wu")


def test_who_has_acted_or_acts_cannot_go_first_and_says_so(gm: GM) -> None:
    rows = finds(gm, "go first tyska")
    assert ("Tyska · Pay to go first", "Tyska has acted already", False) in rows
    assert ("Tyska · Go first", "Tyska has acted already", False) in rows


def test_who_is_the_last_to_act_and_cannot_delay_says_so(seat: Seat) -> None:
    now = Moment(throws={"jaqui": 9, "tyska": 3}, acted=("jaqui",), began=("tyska",), acting=("tyska",))
    scene = Scene(id="hall", now=now, fighters=(Fighter(id="jaqui"), Fighter(id="tyska")))
    roster = structs.replace(a_roster(*PEOPLE), system="kaiser", scenes=(scene,), stage="hall")
    gm = seat(roster)
    rows = finds(gm, "delay tyska")
    assert rows[0] == ("Tyska · Delay", "Tyska is the last to act: nobody is left to wait for", False)


def test_somebody_outside_is_put_into_the_scene_and_taken_out_by_name(gm: GM) -> None:
    does(gm, "put into wu")
    assert fighter(gm, "boss") is not None
    does(gm, "take out wu")
    gone = [one.id for one in (gm.roster.on_stage or Scene(id="x")).fighters if one.withdrawn]
    assert gone == ["boss"]


def test_more_actions_take_a_name(gm: GM) -> None:
    does(gm, "earlier thug 2")
    assert [one.name for one in map(gm.character, ORDER)] == ["Tyska", "Jaqui", "Thug 1", "Thug 2"]
    assert gm.trouble()
    does(gm, "extra action tyska vigor")
    assert now(gm).later == ("tyska",)
    does(gm, "jaqui prone")
    does(gm, "remove all conditions jaqui")
    assert gm.character("jaqui").conditions == ()
    hurt = structs.replace(gm.character("jaqui"), health=Health(damage=9))
    gm.session.document.change_character(hurt, "hurt")
    does(gm, "heal jaqui")
    assert gm.character("jaqui").health.damage == 0


@pytest.mark.parametrize("line", ["wound jaqui", "jaqui 1 wound", "jaqui wound"])
def test_a_named_one_is_wounded(gm: GM, line: str) -> None:
    does(gm, line)
    assert gm.character("jaqui").health.wounds == 1


@pytest.mark.parametrize("line", ["prone thug 2", "thug 2 prone"])
def test_a_condition_stands_before_or_after_the_name(gm: GM, line: str) -> None:
    does(gm, line)
    assert [one.kind for one in gm.character("thug2").conditions] == ["prone"]
    assert gm.character("thug1").conditions == ()


def test_a_name_that_could_be_two_is_asked_about(gm: GM) -> None:
    for line in ("hide thug", "delay thug", "wound thug"):
        rows = finds(gm, line)
        told = [f"{text} {beside}" for text, beside, able in rows if not able]
        assert any("could be Thug 1 or Thug 2" in one for one in told), line
        gm.keys("Return")
        assert not [one for one in (gm.roster.on_stage or Scene(id="x")).fighters if one.hidden], line
        assert now(gm).waiting == (), line


def test_without_a_name_an_action_is_for_those_selected(gm: GM) -> None:
    does(gm, "delay")
    assert now(gm).waiting == ("thug1",)


def test_every_action_on_one_who_is_selected_can_be_for_a_named_one(gm: GM) -> None:
    actions = gm.window.findChild(WindowActions)
    assert actions is not None
    rows = [row for row in actions.rows.values() if row.person]
    assert len(rows) > 15
    for row in rows:
        line = " ".join(words_in(row.name))
        found = finds(gm, f"{line} tyska")
        assert any(text.startswith(f"Tyska · {row.name}") for text, _, _ in found), row.id


def test_words_are_split_before_and_after_those_of_an_action() -> None:
    known = words_in("Go first ▸ Vigor")
    read = splits(["go", "first", "thug", "2"], known)
    assert (read[0].who, read[0].words) == ("thug 2", ("go", "first"))
    assert splits(["thug", "2", "go", "first"], known)[0].who == "thug 2"
    assert splits(["go", "first", "thug", "2", "vigor"], known)[0].who == "thug 2"
    assert splits(["thug", "2"], known) == []
    assert splits(["g", "thug"], known) == [], "one letter names nothing"


@given(st.lists(st.text("abcdefgh123", min_size=1, max_size=5), max_size=12))
def test_nothing_of_a_line_is_lost_when_it_is_split(words: list[str]) -> None:
    for one in splits(words, ["abcdefgh", "go", "first"]):
        assert sorted([*one.who.split(), *one.words]) == sorted(words)
        assert one.who
        assert one.words
