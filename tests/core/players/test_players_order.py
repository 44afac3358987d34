"""The turn order as the players see it."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.players.players_order import PlayersRow, health_in_words
from gm_desk.core.players.players_view import NOTHING_SHOWN, PlayersRoll, PlayersRollSide, PlayersView, players_view
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Moment, Scene
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system

EP2, EP1, KAISER = (load_system(name) for name in ("ep2", "ep1", "kaiser"))
STATS = {"INIT": 5, "REF": 20, "DUR": 30, "WT": 6, "DR": 45, "SPD": 1}
ROLLS = {"jaqui": 6, "lao": 4, "thug": 2, "thug2": 2}


def a_character(character_id: str, name: str, **more: Any) -> Character:
    return Character(id=character_id, name=name, **{"stats": STATS} | more)


JAQUI, LAO = a_character("jaqui", "Jaqui", kind="pc"), a_character("lao", "Lao Qing", portrait="f" * 64)
THUG, THUG_2 = a_character("thug", "Triad thug 1"), a_character("thug2", "Triad thug 2")


def in_scene(*fighters: Fighter, people: tuple[Character, ...] = (JAQUI, LAO, THUG, THUG_2), **more: Any) -> Roster:
    """Return a roster with a fight under way in which Jaqui acts, before Lao Qing and the thugs."""
    known = fighters or tuple(Fighter(id=one.id, name=one.name) for one in people)
    now = Moment(began=("jaqui",), acting=("jaqui",), throws=ROLLS)
    scene = Scene(id="s", name="Lock 9", fighters=known, **{"now": now, **more})
    return Roster(id="mars", name="Mars", characters=people, scenes=(scene,), stage="s")


def no_hue(_character: Character) -> int:
    return -1


def seen(roster: Roster, system: System = EP2) -> PlayersView:
    return players_view(structs.replace(roster, system=system.id), system, House(), no_hue)


def row(roster: Roster, name: str) -> PlayersRow:
    (found,) = [one for one in seen(roster).rows if one.name == name]
    return found


def words(roster: Roster, name: str) -> list[str]:
    return [word.text for word in row(roster, name).labels]


def test_the_order_says_whose_turn_it_is_and_who_is_next() -> None:
    view = seen(in_scene())
    assert (view.scene, view.turn) == ("Lock 9", "turn 1")
    assert [(one.name, one.acting, one.next) for one in view.rows] == [
        ("Jaqui", True, False),
        ("Lao Qing", False, True),
        ("Triad thug 1", False, False),
        ("Triad thug 2", False, False),
    ]


def test_before_the_fight_everybody_is_shown_without_a_turn() -> None:
    view = seen(in_scene(now=None))
    assert view.turn == ""
    assert [one.name for one in view.rows] == ["Jaqui", "Lao Qing", "Triad thug 1", "Triad thug 2"]
    assert not any(one.acting or one.next or one.acted for one in view.rows)


def test_whoever_is_hidden_is_not_there_and_the_next_one_revealed_is_next() -> None:
    view = seen(in_scene(Fighter(id="jaqui"), Fighter(id="lao", hidden=True), Fighter(id="thug")))
    assert [(one.name, one.next) for one in view.rows] == [("Jaqui", False), ("Triad thug 1", True)]


def test_while_somebody_hidden_acts_it_is_nobodys_turn() -> None:
    now = Moment(began=("lao",), acting=("lao",), acted=("jaqui",), throws=ROLLS)
    view = seen(in_scene(Fighter(id="jaqui"), Fighter(id="lao", hidden=True), Fighter(id="thug"), now=now))
    assert [(one.name, one.acting, one.next, one.acted) for one in view.rows] == [
        ("Jaqui", False, False, True),
        ("Triad thug 1", False, True, False),
    ]


def test_an_alias_stands_for_the_name_and_there_is_no_portrait_under_it() -> None:
    assert row(in_scene(), "Lao Qing").portrait == "f" * 64
    masked = in_scene(Fighter(id="jaqui"), Fighter(id="lao", alias="Masked gunman"))
    assert [(one.name, one.portrait) for one in seen(masked).rows] == [("Jaqui", ""), ("Masked gunman", "")]


def test_the_colour_of_an_alias_does_not_tell_who_is_behind_it() -> None:
    def hues(character: Character) -> set[int]:
        roster = in_scene(Fighter(id=character.id, alias="Masked gunman"), people=(character,), now=None)
        return {one.hue for one in players_view(roster, EP2, House(), lambda _: 7).rows}

    assert hues(LAO) == hues(THUG)
    assert 7 not in hues(LAO)


def test_those_who_act_together_are_one_row_with_their_number() -> None:
    team = [Fighter(id=one, team="t") for one in ("thug", "thug2")]
    roster = in_scene(Fighter(id="jaqui"), *team)
    assert [(one.name, one.number) for one in seen(roster).rows] == [("Jaqui", 1), ("Triad thug", 2)]


def test_the_hidden_of_a_team_are_not_counted() -> None:
    team = (Fighter(id="thug", team="t"), Fighter(id="thug2", team="t", hidden=True))
    assert [(one.name, one.number) for one in seen(in_scene(*team)).rows] == [("Triad thug 1", 1)]


def test_of_a_team_it_is_said_how_many_are_so() -> None:
    prone = ActiveCondition(id="c", kind="prone", name="Prone")
    down = structs.replace(THUG, conditions=(prone,), health=Health(damage=3))
    team = [Fighter(id=one, team="t") for one in ("thug", "thug2")]
    roster = in_scene(*team, people=(down, THUG_2))
    assert words(roster, "Triad thug") == ["one hurt", "one prone"]


@pytest.mark.parametrize(
    ("health", "word"),
    [
        (Health(), "unhurt"),
        (Health(stress=5), "unhurt"),
        (Health(damage=1), "hurt"),
        (Health(wounds=1), "hurt"),
        (Health(damage=14), "hurt"),
        (Health(damage=15), "badly hurt"),
        (Health(damage=30), "out"),
        (Health(damage=99), "out"),
    ],
)
def test_health_is_one_word_of_four(health: Health, word: str) -> None:
    assert health_in_words(structs.replace(LAO, health=health), EP2, House()) == word


def test_without_a_durability_damage_is_just_hurt() -> None:
    assert health_in_words(a_character("x", "X", stats={}, health=Health(damage=40)), EP2, House()) == "hurt"


@pytest.mark.parametrize(
    ("of_all", "own", "told"),
    [(True, None, True), (True, False, False), (False, None, False), (False, True, True)],
)
def test_health_is_told_where_the_gm_allows_it(*, of_all: bool, own: bool | None, told: bool) -> None:
    hurt = structs.replace(LAO, health=Health(damage=3))
    roster = in_scene(Fighter(id="lao", health=own), people=(hurt,), health=of_all)
    assert words(roster, "Lao Qing") == ["hurt"] * told


def test_that_somebody_is_out_is_not_told_by_other_ways_where_health_is_not_told() -> None:
    faint = ActiveCondition(id="c", kind="unconscious", name="Unconscious")
    gone = structs.replace(LAO, health=Health(damage=40), conditions=(faint,))
    quiet = row(in_scene(Fighter(id="lao", health=False), people=(gone,)), "Lao Qing")
    assert (quiet.labels, quiet.out) == ((), False)
    told = row(in_scene(Fighter(id="lao"), people=(gone,)), "Lao Qing")
    assert ([word.text for word in told.labels], told.out) == (["out", "unconscious"], True)


def test_only_conditions_that_can_be_seen_are_shown_of_npcs() -> None:
    held = tuple(ActiveCondition(id=kind, kind=kind, name=kind) for kind in ("stunned", "confused", "cursed", ""))
    roster = in_scene(people=tuple(structs.replace(one, conditions=held) for one in (JAQUI, LAO)), health=False)
    assert words(roster, "Lao Qing") == ["stunned"]
    assert words(roster, "Jaqui") == ["confused", "stunned"]


def test_a_condition_is_called_as_in_the_rules_whatever_the_gm_calls_it() -> None:
    held = ActiveCondition(id="c", kind="stunned", name="Stunned by the traitor")
    roster = in_scene(people=(structs.replace(LAO, conditions=(held,)),), health=False)
    assert words(roster, "Lao Qing") == ["stunned"]


def test_whoever_delays_waits() -> None:
    now = Moment(began=("lao",), acting=("lao",), waiting=("jaqui",), throws=ROLLS)
    assert words(in_scene(now=now), "Jaqui") == ["unhurt", "waits"]


def test_a_turn_of_ep1_says_its_phase_and_kaiser_counts_rounds() -> None:
    assert seen(in_scene(), EP1).turn == "turn 1, phase 1"
    assert seen(in_scene(), KAISER).turn == "round 1"


def test_who_is_next_is_not_told_where_initiative_is_rolled_again() -> None:
    now = Moment(began=("thug",), acting=("thug", "thug2"), acted=("jaqui", "lao"), throws=ROLLS)
    assert [one.name for one in seen(in_scene(now=now), EP2).rows if one.next] == ["Jaqui"]
    assert [one.name for one in seen(in_scene(now=now), KAISER).rows if one.next] == []


def test_clocks_and_markers_are_shown_where_the_gm_shows_them() -> None:
    roster = in_scene(
        clocks=(Clock(id="a", name="Security arrives", size=5, filled=3, shown=True), Clock(id="b", name="Ambush")),
        markers=(
            Marker(id="m", text="The reactor blows", turn=1, hidden=False),
            Marker(id="n", text="Reinforcements", turn=1),
            Marker(id="o", text="Later", turn=2, hidden=False),
        ),
    )
    view = seen(roster)
    assert [(one.name, one.size, one.filled) for one in view.clocks] == [("Security arrives", 5, 3)]
    assert view.events == ("The reactor blows",)


def test_without_a_scene_there_are_the_roll_and_the_picture_alone() -> None:
    roll = PlayersRoll((PlayersRollSide(("4", "4"), "Jaqui"),))
    roster = structs.replace(in_scene(), stage="", picture="a" * 64, caption="Mars")
    assert players_view(roster, EP2, House(), no_hue, roll) == PlayersView(roll=roll, picture="a" * 64, caption="Mars")


def test_the_picture_of_the_scene_is_shown_instead_of_the_rosters() -> None:
    roster = structs.replace(in_scene(picture="b" * 64, caption="Lock 9, Noctis"), picture="a" * 64, caption="Mars")
    view = seen(roster)
    assert (view.picture, view.caption) == ("b" * 64, "Lock 9, Noctis")


def test_nothing_is_shown_of_an_empty_roster() -> None:
    assert seen(Roster(id="mars", name="Mars")) == NOTHING_SHOWN
    assert NOTHING_SHOWN.empty
    assert not seen(in_scene()).empty
