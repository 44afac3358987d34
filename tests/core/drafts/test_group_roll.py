"""Groups: what each member rolls, who rolls for all, and which verdict is the better one."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import ability_of, chosen, for_character
from gm_desk.core.drafts.attacks import draft_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, AttackSetup, Chip, Draft, Mode, Origin, Side
from gm_desk.core.drafts.group_roll import GroupContext, GroupMode, Member, as_one, members, rank
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.outcomes import (
    CheckOutcome,
    Contest,
    Grade,
    Hand,
    KaiserOutcome,
    MarginOutcome,
    Outcome,
    SideOutcome,
    SimpleOutcome,
)
from gm_desk.core.systems import ep1, ep2
from gm_desk.core.systems.definition import SkillKind, System
from gm_desk.core.systems.protocol import Result
from gm_desk.store.shipped import load_system

SYSTEM = System(
    id="ep2",
    name="Eclipse Phase 2e",
    aptitudes=("COG", "REF", "WIL"),
    check=3,
    difficulties=(),
    skills=(
        SkillKind("Guns", "REF", "Combat"),
        SkillKind("Perceive", "COG", "Mental"),
        SkillKind("Psi", "WIL", "Psi", default=False),
        SkillKind("Exotic", "", "", fields=True),
    ),
)
SMOKE = Chip("smoke", -30, "Smoke", pinned=True)
AIM = Chip("aim", 10, "Aim")
LASERS = Chip("special Lasers", 10, "Lasers", Origin.SPECIALISATION)


def a_member(name: str, skills: dict[str, int] | None = None, **more: Any) -> Character:
    owned = tuple(Skill(id=f"{name}-{skill}", name=skill, rating=rating) for skill, rating in (skills or {}).items())
    return Character(id=name.casefold(), name=name, skills=owned, **more)


EVA = a_member("Eva", {"Guns": 40, "Perceive": 50}, stats={"REF": 15})
LAO = a_member("Lao", {"Guns": 65}, stats={"REF": 20})
MOOK = a_member("Mook", stats={"REF": 10}, health=Health(wounds=2))
BROKER = a_member("Broker", {"Perceive": 30})


def guns(*made: Chip, **changes: Any) -> Draft:
    """Prepare Guns for Eva."""
    ability = ability_of(EVA, SYSTEM, AbilityKind.SKILL, "Eva-Guns")
    return structs.replace(chosen(Draft(chips=made), EVA, ability, SYSTEM, ep2), **changes)


def bases(group: list[Member]) -> dict[str, int | None]:
    return {member.name: member.draft.base if member.draft else None for member in group}


# --- What each of them rolls -----------------------------------------------------------------------------------------


def test_each_rolls_the_same_skill_or_defaults_to_its_aptitude() -> None:
    group = members(guns(), [EVA, LAO, MOOK], GroupContext(SYSTEM, ep2))
    assert bases(group) == {"Eva": 40, "Lao": 65, "Mook": 10}
    assert [member.draft.defaults for member in group if member.draft] == [False, False, True]


def test_what_stands_applies_to_all_and_what_they_suffer_to_each_alone() -> None:
    eva, mook = members(guns(AIM, SMOKE).with_chip(LASERS), [EVA, MOOK], GroupContext(SYSTEM, ep2))
    assert eva.draft is not None
    assert mook.draft is not None
    assert {chip.id for chip in eva.draft.chips} == {"aim", "smoke", LASERS.id}
    assert {chip.id: chip.value for chip in mook.draft.chips} == {"wounds": -20, "aim": 10, "smoke": -30}


@pytest.mark.parametrize(
    ("ability", "why"),
    [
        (Ability(AbilityKind.SKILL, "x", "Guns", 40, "REF", 15), "no Guns, no REF to default to"),
        (Ability(AbilityKind.UNTRAINED, "Guns", "Guns", 0, "REF", 15), "no Guns, no REF to default to"),
        (Ability(AbilityKind.SKILL, "x", "Psi", 40), "no Psi, which cannot be defaulted"),
        (Ability(AbilityKind.SKILL, "x", "Exotic: Whips", 40), "no Exotic: Whips"),
        (Ability(AbilityKind.SKILL, "x", "Basket weaving", 40), "no Basket weaving"),
        (Ability(AbilityKind.CHECK, "COG", "COG check", 45), "no COG check"),
        (Ability(AbilityKind.REP, "@", "@-rep", 45), "no @-rep"),
        (Ability(AbilityKind.BARE, "", "45", 45), "nothing to roll"),
        (None, "nothing to roll"),
    ],
)
def test_who_cannot_roll_is_told_what_they_lack(ability: Ability | None, why: str) -> None:
    (broker,) = members(Draft("eva", "Eva", ability), [BROKER], GroupContext(SYSTEM, ep2))
    assert (broker.draft, broker.refused) == (None, why)


def test_nobody_rolls_against_themselves() -> None:
    draft = structs.replace(guns(), mode=Mode.OPPOSED, opponent=Side("lao", "Lao"))
    eva, lao = members(draft, [EVA, LAO], GroupContext(SYSTEM, ep2))
    assert eva.draft == draft
    assert (lao.draft, lao.refused) == (None, "the opponent")
    assert members(structs.replace(draft, mode=Mode.ALONE), [LAO], GroupContext(SYSTEM, ep2))[0].draft is not None


NAMES = ("Guns", "Perceive", "Psi", "Exotic: Whips", "Basket weaving")
characters = st.builds(
    Character,
    id=st.sampled_from(["eva", "lao", "mook"]),
    name=st.sampled_from(["A", "B"]),
    stats=st.dictionaries(st.sampled_from(["COG", "REF", "WIL"]), st.integers(0, 30)),
    health=st.builds(Health, wounds=st.integers(0, 3), traumas=st.integers(0, 3)),
    skills=st.lists(
        st.builds(Skill, id=st.sampled_from("abc"), name=st.sampled_from(NAMES), rating=st.integers(0, 90)),
        max_size=3,
        unique_by=lambda skill: skill.name,
    ).map(tuple),
    rep=st.dictionaries(st.just("@"), st.integers(0, 90)),
)
abilities = st.none() | st.builds(
    Ability,
    kind=st.sampled_from(AbilityKind),
    key=st.sampled_from(["a", "COG", "@", "Guns"]),
    label=st.sampled_from(NAMES),
    rating=st.integers(0, 90),
    linked_rating=st.none() | st.integers(0, 30),
)
made_chips = st.lists(
    st.builds(
        Chip, id=st.sampled_from("abcd"), value=st.just(-10), origin=st.sampled_from(Origin), struck=st.booleans()
    ),
    max_size=3,
    unique_by=lambda chip: chip.id,
).map(tuple)
drafts = st.builds(Draft, character=st.just("nobody"), ability=abilities, default=st.booleans(), chips=made_chips)


@given(drafts, st.lists(characters, max_size=4))
def test_every_member_that_can_roll_gets_the_draft_that_selecting_them_alone_would_give(
    draft: Draft, group: list[Character]
) -> None:
    found = members(draft, group, GroupContext(SYSTEM, ep2))
    assert [member.id for member in found] == [one.id for one in group]
    for member, one in zip(found, group, strict=True):
        assert (member.draft is None) == bool(member.refused)
        if member.draft is not None:
            assert member.draft == for_character(draft, one, SYSTEM, ep2)
            assert ep2.ask(member.draft) is not None


# --- One for all -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "who"), [(GroupMode.HIGHEST, "Lao"), (GroupMode.LOWEST, "Mook")])
def test_one_rolls_for_all_with_the_highest_base_or_as_a_hindrance_the_lowest(way: GroupMode, who: str) -> None:
    found = as_one(members(guns(), [EVA, LAO, BROKER, MOOK], GroupContext(SYSTEM, ep2)), way)
    assert found is not None
    assert found.name == who


def test_of_equals_the_first_rolls_for_all() -> None:
    twin = structs.replace(LAO, id="twin", name="Twin")
    group = members(guns(), [EVA, LAO, twin], GroupContext(SYSTEM, ep2))
    assert as_one(group, GroupMode.HIGHEST) == group[1]


def test_nobody_rolls_for_all_where_each_rolls_or_nobody_can() -> None:
    assert as_one(members(guns(), [EVA, LAO], GroupContext(SYSTEM, ep2)), GroupMode.EACH) is None
    assert as_one(members(guns(), [BROKER], GroupContext(SYSTEM, ep2)), GroupMode.HIGHEST) is None


# --- Which verdict is the better one ---------------------------------------------------------------------------------


def outcome(grade: Grade, roll: int) -> Outcome:
    return Outcome(50, 0, 0, 50, roll, grade.succeeds, critical=False, superior=0, grade=grade)


def simple(roll: int, *, strong: bool, critical: bool) -> SimpleOutcome:
    return SimpleOutcome(50, 0, 0, 50, roll, success=True, critical=critical, strong=strong)


def contest(winner: Hand | None, mine: Grade, roll: int) -> Contest:
    return Contest(outcome(mine, roll), outcome(Grade.FAILURE, 99), winner, "only_success")


def check(total: int, *, success: bool, fumble: bool = False) -> CheckOutcome:
    return CheckOutcome(total, success, 1, fumble, open=False)


def kaiser(winner: Hand | None, total: int, *, fumble: bool = False) -> KaiserOutcome:
    mine, theirs = SideOutcome(total, fumble, open=False), SideOutcome(9, fumble=False, open=False)
    return KaiserOutcome(mine, theirs, winner, winner is None, 1, counter=False)


BEST_FIRST: dict[str, list[Result]] = {
    "EP2 tests": [
        outcome(Grade.CRITICAL_SUCCESS, 11),
        outcome(Grade.SUPERIOR_SUCCESS_X2, 67),
        outcome(Grade.SUPERIOR_SUCCESS, 40),
        outcome(Grade.SUCCESS, 30),
        outcome(Grade.SUCCESS, 2),
        outcome(Grade.FAILURE, 98),
        outcome(Grade.SUPERIOR_FAILURE, 60),
        outcome(Grade.SUPERIOR_FAILURE_X2, 12),
        outcome(Grade.CRITICAL_FAILURE, 99),
        outcome(Grade.CRITICAL_FAILURE, 77),
    ],
    "EP1 tests": [
        MarginOutcome(50, 0, 0, 50, 35, success=True, critical=False, margin=35, grade=Grade.EXCELLENT_SUCCESS),
        MarginOutcome(50, 0, 0, 50, 20, success=True, critical=False, margin=20, grade=Grade.SUCCESS),
        MarginOutcome(50, 0, 0, 50, 90, success=False, critical=False, margin=40, grade=Grade.SEVERE_FAILURE),
    ],
    "EP1 simple tests": [
        simple(11, strong=True, critical=True),
        simple(40, strong=True, critical=False),
        simple(20, strong=True, critical=False),
        simple(60, strong=False, critical=False),
        simple(99, strong=False, critical=True),
    ],
    "EP contests": [
        contest("a", Grade.CRITICAL_SUCCESS, 11),
        contest("a", Grade.SUCCESS, 30),
        contest(None, Grade.FAILURE, 80),
        contest("b", Grade.SUCCESS, 20),
        contest("b", Grade.FAILURE, 90),
    ],
    "Kaiser checks": [
        check(20, success=True),
        check(9, success=True),
        check(7, success=False),
        check(12, success=False, fumble=True),
    ],
    "Kaiser contests": [
        kaiser("a", 15),
        kaiser("a", 10),
        kaiser(None, 9),
        kaiser("b", 8),
        kaiser("b", 8, fumble=True),
    ],
}


@pytest.mark.parametrize("verdicts", BEST_FIRST.values(), ids=BEST_FIRST)
def test_the_better_grade_comes_first_then_the_higher_roll_or_total(verdicts: list[Result]) -> None:
    mixed = list(verdicts)
    random.Random(4).shuffle(mixed)
    assert sorted(mixed, key=rank) == verdicts


def test_a_system_without_defaulting_says_only_what_is_lacking() -> None:
    system = structs.replace(SYSTEM, defaults=False)
    (mook,) = members(guns(), [MOOK], GroupContext(system, ep1))
    assert mook.refused == "no Guns"


CLUB = Attack(id="club", name="Club", skill="Melee", damage="1d10")
GUN = Attack(id="gun", name="Pistol", skill="Guns", damage="2d10", modes="SA/BF")


def fighter(name: str, *attacks: Attack) -> Character:
    skills = tuple(
        Skill(id=one, name=one, rating=rating) for one, rating in (("Guns", 60), ("Melee", 45), ("Fray", 50))
    )
    return Character(id=name.casefold(), name=name, skills=skills, attacks=attacks)


def test_of_a_team_with_mixed_weapons_each_uses_their_own() -> None:
    """The target defends against each weapon in its own way: with Fray against a club, with half of it at range."""
    system, target = load_system("ep2"), fighter("Target", CLUB)
    bully, shooter, fists = fighter("Bully", CLUB), fighter("Shooter", GUN, CLUB), fighter("Fists")
    gunner = fighter("Gunner", GUN)
    scene = SceneRecord(setups={"gunner/gun": AttackSetup("BF-hit")}, weapons={"shooter": "gun"})
    about = GroupContext(system, ep2, scene, target)
    clubs = draft_of(CLUB, bully, system, ep2, target=target)
    found = [one.draft for one in members(clubs, [bully, shooter, gunner, fists], about)]
    known = [(one.attack, one.base, one.side("b").what, one.setup.use) for one in found if one is not None]
    assert known == [
        ("club", 45, "Fray", ""),
        ("club", 45, "Fray", ""),
        ("gun", 60, "Fray ÷ 2", "BF-hit"),
        ("", 45, "Fray", ""),
    ]
    shots = draft_of(GUN, gunner, system, ep2, target=target)
    found = [one.draft for one in members(shots, [gunner, shooter, bully], about)]
    assert [(one.attack, one.side("b").base) for one in found if one] == [("gun", 25), ("gun", 25), ("club", 50)]
