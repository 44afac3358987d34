"""Who pays for the points of a test, and how points come back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import Ability, AbilityKind, Side
from gm_desk.core.drafts.spending import PointPool, paid, point_pools, recharged, refreshed
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system
from makers import a_character, a_roster

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
POOLS = {
    "insight": Points(now=1, max=2),
    "moxie": Points(now=2, max=2),
    "vigor": Points(now=3, max=4),
    "flex": Points(now=1, max=1),
}


def a_table(*, kind: str = "npc", group: str = "triad", pools: dict[str, Points] | None = None) -> Roster:
    """Put Eva, with her pools, into a group with two points of Threat."""
    eva = a_character(kind=kind, group=group, points=POOLS if pools is None else pools)
    triad = Group(id="triad", name="Triad", threat=Points(now=2, max=3))
    return a_roster(groups=(triad, Group(id="players", name="Players")), characters=(eva, Character(id="x", name="X")))


def the(roster: Roster) -> Character:
    eva = roster.character("eva")
    assert eva is not None
    return eva


def threat(roster: Roster) -> Points | None:
    group = roster.group("triad")
    assert group is not None
    return group.threat


def a_side(linked: str, kind: AbilityKind = AbilityKind.SKILL, key: str = "own") -> Side:
    return Side("eva", "Eva", Ability(kind, key, "Anything", 50, linked))


def ids(side: Side, system: System = EP2, **changes: Any) -> list[str]:
    return [pool.points for pool in point_pools(a_table(**changes), side, system)]


# --- Whose points ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aptitude", "pool"),
    [("COG", "insight"), ("INT", "insight"), ("SAV", "moxie"), ("WIL", "moxie"), ("REF", "vigor"), ("SOM", "vigor")],
)
def test_each_pool_pays_for_its_aptitudes_and_flex_for_anything(aptitude: str, pool: str) -> None:
    for side in (a_side(aptitude), a_side("", AbilityKind.CHECK, aptitude), a_side(aptitude, AbilityKind.UNTRAINED)):
        assert ids(side, group="players") == [pool, "flex"]


def test_moxie_pays_for_rep_too() -> None:
    assert ids(a_side("", AbilityKind.REP, "@"), group="players") == ["moxie", "flex"]


def test_a_skill_that_is_linked_to_nothing_is_paid_by_what_pays_for_anything() -> None:
    assert ids(a_side("")) == ["flex", "threat"]


def test_a_pool_says_what_is_in_it() -> None:
    assert point_pools(a_table(), a_side("REF"), EP2) == [
        PointPool("vigor", "Vigor", 3, 4),
        PointPool("flex", "Flex", 1, 1),
        PointPool("threat", "Threat", 2, 3),
    ]


def test_threat_is_for_the_npcs_of_a_group_that_has_some() -> None:
    assert "threat" in ids(a_side("REF"))
    assert "threat" not in ids(a_side("REF"), kind="pc")
    assert "threat" not in ids(a_side("REF"), group="players")
    assert "threat" not in ids(a_side("REF"), group="")


def test_what_is_spent_or_was_never_there_is_no_purse() -> None:
    assert ids(a_side("REF"), pools={"vigor": Points(now=0, max=4)}, kind="pc") == []
    assert ids(a_side("REF"), pools={}, kind="pc") == []


def test_in_the_first_edition_moxie_pays_for_anything() -> None:
    pools = {"moxie": Points(now=4, max=5)}
    for side in (a_side("REF"), a_side(""), a_side("", AbilityKind.CHECK, "COG + SOM")):
        assert ids(side, EP1, pools=pools) == ["moxie"]


def test_nobody_and_nothing_pays_in_kaiser_for_nothing_or_for_no_one() -> None:
    assert ids(a_side("DEX"), KAISER) == []
    assert ids(Side("eva", "Eva")) == []
    assert ids(Side("gone", "Gone", a_side("REF").ability)) == []
    assert ids(Side(ability=a_side("REF").ability)) == []


# --- Paying ----------------------------------------------------------------------------------------------------------


def test_a_point_comes_out_of_the_pool_and_nothing_else_changes() -> None:
    before = a_table()
    after = paid(before, "eva", "vigor", EP2)
    assert the(after).points == {**POOLS, "vigor": Points(now=2, max=4)}
    assert after == before.with_character(the(after))


def test_threat_comes_out_of_the_group() -> None:
    before = a_table()
    after = paid(before, "eva", "threat", EP2)
    assert (threat(after), the(after)) == (Points(now=1, max=3), the(before))


def test_a_point_can_be_given_back() -> None:
    for kind in ("vigor", "threat"):
        assert paid(paid(a_table(), "eva", kind, EP2), "eva", kind, EP2, -1) == a_table()


@given(st.integers(0, 20), st.sampled_from(["vigor", "threat", "flex"]))
def test_nothing_is_paid_below_zero(amount: int, kind: str) -> None:
    after = paid(a_table(), "eva", kind, EP2, amount)
    left = threat(after) if kind == "threat" else the(after).points[kind]
    before = threat(a_table()) if kind == "threat" else POOLS[kind]
    assert left is not None
    assert before is not None
    assert (left.now, left.max) == (max(0, before.now - amount), before.max)


def test_who_cannot_pay_or_is_not_there_changes_nothing() -> None:
    cases: tuple[tuple[str, dict[str, Any]], ...] = (
        ("vigor", {"pools": {}}),
        ("threat", {"kind": "pc"}),
        ("threat", {"group": "players"}),
    )
    for kind, changes in cases:
        roster = a_table(**changes)
        assert paid(roster, "eva", kind, EP2) is roster
    roster = a_table()
    for who, kind in (("gone", "vigor"), ("", "threat"), ("eva", "luck"), ("eva", "")):
        assert paid(roster, who, kind, EP2) is roster
    assert paid(roster, "eva", "threat", EP1) is roster


# --- Coming back -----------------------------------------------------------------------------------------------------


def pools(**now_and_max: tuple[int, int]) -> dict[str, Points]:
    return {name: Points(now=now, max=most) for name, (now, most) in now_and_max.items()}


def test_a_long_recharge_brings_everything_back() -> None:
    spent = a_character(points=pools(insight=(0, 2), vigor=(1, 4), flex=(1, 1)))
    assert recharged(spent).points == pools(insight=(2, 2), vigor=(4, 4), flex=(1, 1))


@pytest.mark.parametrize(
    ("back", "left"), [(0, (0, 1)), (1, (0, 2)), (2, (1, 2)), (3, (1, 3)), (5, (2, 4)), (6, (2, 4))]
)
def test_a_short_recharge_brings_points_back_where_most_are_missing(back: int, left: tuple[int, int]) -> None:
    spent = a_character(points=pools(insight=(0, 2), vigor=(1, 4)))
    assert recharged(spent, back).points == pools(insight=(left[0], 2), vigor=(left[1], 4))


@given(
    st.dictionaries(
        st.sampled_from(["insight", "moxie", "vigor", "flex"]), st.tuples(st.integers(0, 9), st.integers(0, 9))
    ),
    st.none() | st.integers(0, 20),
)
def test_as_many_come_back_as_are_missing_and_allowed_and_never_more_than_there_may_be(
    spent: dict[str, tuple[int, int]], back: int | None
) -> None:
    before = pools(**spent)
    after = recharged(a_character(points=before), back).points
    missing = sum(max(0, pool.max - pool.now) for pool in before.values())
    gained = {name: after[name].now - before[name].now for name in before}
    assert sum(gained.values()) == (missing if back is None else min(back, missing))
    assert all(gain >= 0 for gain in gained.values())
    assert all(pool.now <= max(pool.max, before[name].now) for name, pool in after.items())
    assert {name: pool.max for name, pool in after.items()} == {name: pool.max for name, pool in before.items()}


def test_whoever_has_no_points_gets_none() -> None:
    assert recharged(a_character()) == a_character()


def test_all_threat_of_a_group_comes_back() -> None:
    triad = Group(id="triad", name="Triad", threat=Points(now=0, max=3))
    assert refreshed(triad) == structs.replace(triad, threat=Points(now=3, max=3))
    assert refreshed(Group(id="players", name="Players")) == Group(id="players", name="Players")


def test_threat_that_an_npc_has_of_its_own_pays_before_that_of_its_group() -> None:
    table = a_table(pools={"threat": Points(now=1, max=2)})
    assert point_pools(table, a_side("REF"), EP2) == [PointPool("threat", "Threat", 1, 2)]
    after = paid(table, "eva", "threat", EP2)
    assert (the(after).points["threat"].now, threat(after)) == (0, Points(now=2, max=3))
