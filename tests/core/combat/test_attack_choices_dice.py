"""What the choices for an attack add to its damage, and damage without dice."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.combat.attack_choices import with_use
from gm_desk.core.drafts.attack_damage import AttackContext, Choices, damage_request, with_dice_of
from gm_desk.core.drafts.attacks import Strike, draft_of
from gm_desk.core.errors import BadHouseError
from gm_desk.core.rules.damage import added_up, average, sum_of
from gm_desk.core.rules.dice import DieReading, Expression, Needs
from gm_desk.core.rules.house import House, parse_house, parse_known_house
from gm_desk.core.rules.outcomes import DamageOutcome
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

RIFLE = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10+3", modes="SA/BF/FA")
EVA = Character(id="eva", name="Eva", skills=(Skill(id="guns", name="Guns", rating=60),), attacks=(RIFLE,))
GUARD = Character(id="guard", name="Guard", stats={"DUR": 30, "WT": 6}, armor=(Armor(values={"kinetic": 8}),))
STATIC = House(static_damage=True)


def context_in(system: str, house: House = House()) -> AttackContext:  # noqa: B008 - a frozen value
    return AttackContext(EVA, GUARD, load_system(system), RULES[system], house)


def rolled(use: str, strike: Strike, system: str = "ep2", picks: tuple[str, ...] = ()) -> str:
    context = context_in(system)
    draft = with_use(draft_of(RIFLE, EVA, context.system, context.rules), RIFLE, use, context.system)
    request = damage_request(RIFLE, strike, picks, context, Choices(), draft.damage_dice)
    assert request is not None
    return sum_of(request)


@pytest.mark.parametrize(
    ("system", "use", "dice"),
    [
        ("ep2", "SA", "2d10 + 3"),
        ("ep2", "BF-hit", "2d10 + 3"),
        ("ep2", "BF-damage", "2d10 + 3 + 1d10"),
        ("ep2", "FA-damage", "2d10 + 3 + 2d10"),
        ("ep1", "BF-damage", "2d10 + 3 + 1d10"),
        ("ep1", "FA-damage", "2d10 + 3 + 1d10 + 10"),
    ],
)
def test_a_burst_for_damage_adds_its_dice(system: str, use: str, dice: str) -> None:
    assert rolled(use, Strike(hit=True), system) == dice


def test_a_critical_success_doubles_the_whole_expression_and_superior_dice_come_last() -> None:
    assert rolled("BF-damage", Strike(hit=True, doubles=True)) == "4d10 + 6 + 2d10"
    assert rolled("BF-damage", Strike(hit=True, superior=1), picks=("damage",)) == "2d10 + 3 + 1d10 + 1d6"


def test_dice_of_choices_stand_before_the_words_of_the_damage_and_never_join_base_damage() -> None:
    assert with_dice_of("2d10+3 energy", ["1d10"]) == "2d10+3 + 1d10 energy"
    assert with_dice_of("6 cut", ["1d10"]) == "6 cut"
    assert with_dice_of("2d10", []) == "2d10"


def test_static_damage_is_the_average_of_the_dice_less_armor() -> None:
    context = context_in("ep2", STATIC)
    request = damage_request(RIFLE, Strike(hit=True), (), context, Choices())
    assert request is not None
    assert context.rules.resolve(request, {}, STATIC) == DamageOutcome(14, 8, 6, 1)
    assert isinstance(context.rules.resolve(request, {}, House()), Needs)


@pytest.mark.parametrize(
    ("dice", "value"),
    [("1d6", 4), ("2d6", 7), ("1d10", 6), ("2d10", 11), ("3d10+6", 23), ("d10−d6", 2), ("d100", 50)],
)
def test_averages_are_rounded_half_up(dice: str, value: int) -> None:
    assert average(Expression.parse(dice), DieReading.FROM_ZERO) == value


small = st.sampled_from(["d4", "2d6", "d10", "d4+d6", "d6-d4+2", "2d10"])


@given(small)
def test_an_average_is_that_of_all_rolls(dice: str) -> None:
    expression = Expression.parse(dice)
    sides = [term.sides for term in expression.dice for _ in range(term.count)]
    signs = [term.sign for term in expression.dice for _ in range(term.count)]
    flat = sum(term.sign * term.count for term in expression.terms if not term.sides)
    rolls = list(product(*(range(1, side + 1) for side in sides)))
    sums = [sum(sign * face for sign, face in zip(signs, roll, strict=True)) for roll in rolls]
    exact = Fraction(sum(sums), len(sums)) + flat
    assert average(expression, DieReading.FROM_ZERO) == (exact + Fraction(1, 2)).__floor__()


def test_static_damage_is_a_setting_of_rosters_and_no_key_of_a_request() -> None:
    assert parse_known_house("ep2", {"static_damage": True}) == STATIC
    assert parse_known_house("ep1", {"static_damage": True}) == House()
    with pytest.raises(BadHouseError, match="static_damage"):
        parse_house("ep2", {"static_damage": True})
    with pytest.raises(BadHouseError, match="static_damage"):
        parse_known_house("ep2", {"static_damage": "often"})


def test_a_target_without_a_threshold_has_no_wounds_by_static_damage() -> None:
    context = structs.replace(context_in("ep2", STATIC), target=None)
    request = damage_request(RIFLE, Strike(hit=True), (), context, Choices())
    assert request is not None
    assert context.rules.resolve(request, {}, STATIC) == DamageOutcome(14, 0, 14, None)


@pytest.mark.parametrize(
    ("system", "use", "strike", "faces", "says"),
    [
        ("ep2", "SA", Strike(hit=True), (9, 0), "9 + 10 + 3"),
        ("ep2", "BF-damage", Strike(hit=True), (9, 5, 4), "9 + 5 + 3 + 4"),
        ("ep2", "BF-damage", Strike(hit=True, doubles=True), (1, 2, 3, 4, 5, 6), "1 + 2 + 3 + 4 + 6 + 5 + 6"),
        ("ep1", "FA-damage", Strike(hit=True, margin=30), (9, 5, 4), "9 + 5 + 3 + 4 + 10 + 5"),
    ],
)
def test_thrown_damage_is_added_up_die_by_die(
    system: str, use: str, strike: Strike, faces: tuple[int, ...], says: str
) -> None:
    context = context_in(system)
    draft = with_use(draft_of(RIFLE, EVA, context.system, context.rules), RIFLE, use, context.system)
    request = damage_request(RIFLE, strike, (), context, Choices(), draft.damage_dice)
    assert request is not None
    assert added_up(request, faces, context.rules.HUNDRED) == says
    outcome = context.rules.resolve(request, {"rolls": faces}, context.house)
    assert isinstance(outcome, DamageOutcome)
    assert outcome.total == sum(map(int, says.split(" + ")))


def test_what_is_subtracted_has_its_sign() -> None:
    assert Expression.parse("2d10−1d6−2").added_up((9, 5, 4), DieReading.FROM_ZERO) == "9 + 5 − 4 − 2"
