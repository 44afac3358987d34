"""Points that a draft is about to spend: who can still pay, and what a rest brings back."""

from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side, Spend
from gm_desk.core.drafts.spending import payable, points_in, pools_of, rested
from gm_desk.store.shipped import load_system

EP2 = load_system("ep2")
GUNS = Ability(AbilityKind.SKILL, "guns", "Guns", 65, "REF", 20)
THREAT = Spend("threat", "add_20")
VIGOR = Spend("vigor", "ignore_modifiers")


def a_roster(threat: int, vigor: int = 0) -> Roster:
    """Lao and a mook share Threat; Jaqui has her own points."""
    triad = Group(id="triad", name="Triad", threat=Points(now=threat, max=3))
    jaqui = Character(id="jaqui", name="Jaqui", kind="pc", group="triad", points={"vigor": Points(now=vigor, max=3)})
    lao, mook = (Character(id=name, name=name, group="triad") for name in ("lao", "mook"))
    return Roster(id="mars", name="Mars", groups=(triad,), characters=(jaqui, lao, mook))


def a_draft(who: str, point: Spend | None = None, other: str = "", theirs: Spend | None = None) -> Draft:
    opponent = Side(other, other, GUNS, point=theirs) if other else None
    return Draft(who, who, GUNS, mode=Mode.OPPOSED if other else Mode.ALONE, opponent=opponent, point=point)


def spent(draft: Draft) -> tuple[Spend | None, Spend | None]:
    return draft.point, draft.side("b").point


def test_a_point_stays_as_long_as_it_can_be_paid() -> None:
    for draft in (a_draft("jaqui", VIGOR), a_draft("lao", THREAT), a_draft("jaqui", VIGOR, "lao", THREAT)):
        assert payable(draft, a_roster(1, 1), EP2) is draft
        assert spent(payable(draft, a_roster(0, 0), EP2)) == (None, None)


def test_two_sides_cannot_spend_the_last_point_of_one_purse() -> None:
    both = a_draft("lao", THREAT, "mook", THREAT)
    assert payable(both, a_roster(2), EP2) is both
    assert spent(payable(both, a_roster(1), EP2)) == (THREAT, None)
    assert [pool.left for pool in pools_of(a_roster(2), both, "b", EP2)] == [1]
    assert pools_of(a_roster(1), both, "b", EP2) == []


def test_what_the_other_side_spends_counts_only_while_it_rolls() -> None:
    alone = Draft("lao", "lao", GUNS, opponent=Side("mook", "mook", GUNS, point=THREAT))
    assert [pool.left for pool in pools_of(a_roster(2), alone, "a", EP2)] == [2]


def test_a_simple_test_spends_no_points() -> None:
    simple = Draft("lao", "lao", GUNS, mode=Mode.SIMPLE, point=THREAT)
    assert pools_of(a_roster(2), simple, "a", EP2) == []
    assert spent(payable(simple, a_roster(2), EP2)) == (None, None)


def test_points_of_a_kind_that_does_not_fit_cannot_be_spent() -> None:
    assert spent(payable(a_draft("jaqui", THREAT), a_roster(2, 2), EP2)) == (None, None)


def test_a_long_rest_of_an_npc_refills_what_the_group_shares_and_a_short_one_does_not() -> None:
    tired = a_roster(1, 1)
    assert points_in(rested(tired, "lao")) == points_in(tired) + 2
    assert points_in(rested(tired, "jaqui")) == points_in(tired) + 2
    assert rested(tired, "lao", 6) == tired
    assert rested(tired, "nobody") == tired


@given(st.integers(0, 3), st.integers(0, 3), st.none() | st.integers(0, 9), st.sampled_from(["jaqui", "lao", "mook"]))
def test_a_rest_brings_no_more_back_than_was_thrown_or_is_missing(
    threat: int, vigor: int, back: int | None, who: str
) -> None:
    tired = a_roster(threat, vigor)
    gained = points_in(rested(tired, who, back)) - points_in(tired)
    missing = 3 - vigor if who == "jaqui" else 3 - threat if back is None else 0
    assert gained == min(missing, missing if back is None else back)
