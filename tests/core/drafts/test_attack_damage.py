"""The damage of an attack that hit: what is asked of the dice, what armor does, and how it is worded."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.drafts import attack_damage
from gm_desk.core.drafts.attack_damage import AttackContext, Choices, damage_request
from gm_desk.core.drafts.attacks import Strike, strike
from gm_desk.core.errors import BadExpressionError, BadPicksError
from gm_desk.core.rules.damage import dice_of, margin_bonus, sum_of
from gm_desk.core.rules.dice import Expression, Needs, Thrown
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import DamageOutcome, DiceTotal
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    Ep1Damage,
    Ep2Damage,
    KaiserContest,
    KaiserDamage,
    OpposedTest,
    SuccessTest,
)
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
HOUSE = House()
GUARD = Character(
    id="guard",
    name="Guard",
    stats={"DUR": 30, "WT": 6, "DR": 45},
    armor=(Armor(values={"energy": 3, "kinetic": 8}),),
)
KNIGHT = Character(id="knight", name="Knight", stats={"LP": 90, "ABS": 2}, armor=(Armor(values={"Cut": 3, "Blow": 1}),))
EVA = Character(id="eva", name="Eva", stats={"SOM": 29})
HIT = Strike(hit=True)


def an_attack(**changes: Any) -> Attack:
    return structs.replace(Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10+3"), **changes)


def a_context(system: System, target: Character | None = GUARD, attacker: Character | None = EVA) -> AttackContext:
    return AttackContext(attacker, target, system, RULES[system.id], HOUSE)


def asked(attack: Attack, meant: Strike = HIT, *picks: str, system: System = EP2, **choices: Any) -> Any:
    return damage_request(
        attack, meant, picks, a_context(system, KNIGHT if system is KAISER else GUARD), Choices(**choices)
    )


def rolled(text: str, meant: Strike, *picks: str, **choices: Any) -> str | None:
    request = asked(an_attack(damage=text), meant, *picks, **choices)
    return None if request is None else sum_of(request)


def shot(roll: int, against: int = 99, system: str = "ep2") -> Strike:
    """Attack with 80 against 40; unless another defence is thrown, it fails."""
    request = OpposedTest(SuccessTest(80), SuccessTest(40), attack=True)
    found = RULES[system].resolve(request, {"a.roll": (roll,), "b.roll": (against,)}, HOUSE)
    assert not isinstance(found, Needs)
    return strike(found)


# --- What is rolled --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "picks", "expression"),
    [
        (7, (), "2d10 + 3"),
        (34, (), "2d10 + 3"),
        (34, ("damage",), "2d10 + 3 + 1d6"),
        (34, ("time",), "2d10 + 3"),
        (67, ("damage", "time"), "2d10 + 3 + 1d6"),
        (67, ("damage", "damage"), "2d10 + 3 + 2d6"),
        (44, (), "4d10 + 6"),
    ],
)
def test_superior_results_add_dice_and_a_critical_doubles_them(
    roll: int, picks: tuple[str, ...], expression: str
) -> None:
    assert rolled("2d10+3", shot(roll), *picks) == expression


def test_the_gm_may_keep_a_critical_from_doubling() -> None:
    assert rolled("2d10+3", shot(44), double=False) == "2d10 + 3"


@pytest.mark.parametrize(("margin", "more"), [(0, 0), (29, 0), (30, 5), (59, 5), (60, 10), (98, 10), (200, 10)])
def test_a_wide_margin_adds_to_the_damage_of_the_first_edition(margin: int, more: int) -> None:
    assert margin_bonus(margin) == more
    wide = Strike(hit=True, margin=margin)
    assert asked(an_attack(), wide, system=EP1) == Ep1Damage("2d10 + 3", margin, armor=8, threshold=6)
    assert asked(an_attack(), wide, system=EP1, margin=False) == Ep1Damage("2d10 + 3", armor=8, threshold=6)


def test_a_strike_has_the_margin_of_the_attacker_alone() -> None:
    assert shot(45, system="ep1") == Strike(hit=True, margin=45)
    assert shot(99, against=7, system="ep1") == Strike(hit=False)


def test_in_kaiser_the_degrees_make_the_damage_where_it_is_a_number() -> None:
    meant = Strike(hit=True, degrees=9)
    assert asked(an_attack(damage="6"), meant, system=KAISER) == KaiserDamage(6, 9, 2, 3)
    assert asked(an_attack(damage="6 blow"), meant, system=KAISER) == KaiserDamage(6, 9, 2, 1)
    assert asked(an_attack(damage="6"), meant, system=KAISER, absorption=False) == KaiserDamage(6, 9, 0, 3)
    assert asked(an_attack(damage="6"), meant, system=KAISER, ignore_armor=True) == KaiserDamage(6, 9, 2, 0)
    assert asked(an_attack(damage="2d6+3"), meant, system=KAISER) == DiceSum("2d6 + 3")


def test_degrees_come_from_the_contest() -> None:
    contest = KaiserContest("attack", Effort(9), Effort(5))
    found = RULES["kaiser"].resolve(contest, {"a.dice": (3, 6), "b.dice": (1, 3)}, HOUSE)
    assert not isinstance(found, Needs)
    assert asked(an_attack(damage="6"), strike(found), system=KAISER) == KaiserDamage(6, 9, 2, 3)


def test_a_miss_and_an_attack_without_damage_have_none() -> None:
    assert rolled("2d10+3", shot(90)) is None
    assert rolled("2d10+3", shot(7, against=23), "damage") is None  # the winner's picks are no concern of a miss
    assert rolled("", shot(7)) is None
    assert rolled("  ", shot(7)) is None


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("2d10+3 energy", "2d10 + 3"),
        ("1d6 (kinetic)", "1d6"),
        ("3d10, stuns", "3d10"),
        ("2D6 − 1", "2d6 − 1"),
        ("d10 + 1d6", "1d10 + 1d6"),
        ("d100; burns", "1d100"),
        ("2d10+3 AP −5", "2d10 + 3"),
        ("2d10 (AP 5)", "2d10"),
        ("2d10 AP", "2d10"),
    ],
)
def test_words_behind_the_dice_are_no_part_of_them(text: str, expression: str) -> None:
    assert rolled(text, shot(7)) == expression


@pytest.mark.parametrize("text", ["2d10 x2", "2d10×2", "1d10+DB", "energy", "12", "2d10 d6", "1d6 or 2d6", "0d6"])
def test_damage_that_cannot_be_rolled_is_refused_and_not_guessed(text: str) -> None:
    with pytest.raises(BadExpressionError):
        rolled(text, shot(7))


def test_damage_that_grows_beyond_what_can_be_rolled_is_refused() -> None:
    with pytest.raises(BadExpressionError, match="more than 100 dice"):
        rolled("51d6", shot(44))
    with pytest.raises(BadExpressionError, match="more than 100 dice"):
        rolled("100d6", shot(34), "damage")
    assert rolled("50d6+4999", shot(44)) == "100d6 + 9998"


def test_no_more_can_be_picked_than_the_roll_gives() -> None:
    with pytest.raises(BadPicksError, match="1 were chosen, but the roll has 0"):
        rolled("1d6", shot(7), "damage")
    with pytest.raises(BadPicksError):
        rolled("1d6", shot(44), "damage")


terms = st.builds(lambda count, sides: f"{count}d{sides}", st.integers(1, 9), st.sampled_from([4, 6, 10, 100]))
numbers = st.integers(0, 50).map(str)


@given(first=terms, more=st.lists(st.tuples(st.sampled_from("+-−"), terms | numbers), max_size=3))
def test_a_doubled_sum_has_twice_the_dice_and_twice_the_numbers(first: str, more: list[tuple[str, str]]) -> None:
    text = first + "".join(sign + part for sign, part in more)
    plain, doubled = rolled(text, shot(7)), rolled(text, shot(44))
    assert plain is not None
    assert doubled is not None
    once, twice = Expression.parse(plain), Expression.parse(doubled)
    assert once == Expression.parse(text)
    assert [(term.sign, 2 * term.count, term.sides) for term in once.terms] == [
        (term.sign, term.count, term.sides) for term in twice.terms
    ]


def test_the_dice_of_a_request_are_listed_in_the_order_they_are_rolled() -> None:
    assert [(term.count, term.sides) for term in dice_of(Ep2Damage("2d10+3", superior=2))] == [(2, 10), (2, 6)]
    assert [(term.count, term.sides) for term in dice_of(Ep1Damage("1d10", margin=60, bonus=3))] == [(1, 10)]
    assert dice_of(KaiserDamage(6, 9)) == ()
    assert [sum_of(one) for one in (KaiserDamage(6, 9), Ep1Damage("1d10", 60, bonus=3), DiceSum("d6"))] == [
        "",
        "1d10 + 10 + 3",
        "d6",
    ]


# --- Armor-piercing and the damage bonus -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "pierces"),
    [
        (an_attack(), False),
        (an_attack(armor_piercing=True), True),
        (an_attack(notes="loud, armor-piercing"), True),
        (an_attack(notes="Armour piercing"), True),
        (an_attack(notes="loud, AP"), True),
        (an_attack(damage="2d10 AP"), True),
        (an_attack(notes="not armor-piercing"), False),
        (an_attack(notes="no recoil, armor-piercing"), True),
        (an_attack(notes="non-armor-piercing rounds"), False),
        (an_attack(notes="fires armor-piercing rounds; loud"), True),
        (an_attack(notes="loud. Armor-piercing."), True),
        (an_attack(notes="It may burst with DV 8d10, armor-piercing"), False),
        (an_attack(notes="armor-piercing only against synthmorphs"), False),
        (an_attack(notes="costs 3 AP"), False),
        (an_attack(notes="AP −5"), False),
        (an_attack(notes="APEX hunters; a tap"), False),
    ],
)
def test_an_attack_is_armor_piercing_by_its_mark_or_by_the_words_of_an_older_file(
    attack: Attack, *, pierces: bool
) -> None:
    assert asked(attack).piercing is pierces


@pytest.mark.parametrize(
    ("attack", "number"),
    [
        (an_attack(), 0),
        (an_attack(penetration=5), 5),
        (an_attack(notes="AP -5"), 5),
        (an_attack(notes="loud; AP −12."), 12),
        (an_attack(notes="(AP: 3)"), 3),
        (an_attack(damage="2d10 AP –2"), 2),
        (an_attack(penetration=5, notes="AP -9"), 5),
        (an_attack(notes="reach, AP -5 (slugs)"), 5),
        (an_attack(notes="burst mode: DV 3d10, AP −9"), 0),
        (an_attack(notes="AP −9 if aimed; AP −2"), 2),
        (an_attack(notes="AP"), 0),
        (an_attack(notes="tap 5"), 0),
    ],
)
def test_the_number_is_the_attacks_own_or_that_of_its_notes(attack: Attack, number: int) -> None:
    assert asked(attack, system=EP1).penetration == number


@pytest.mark.parametrize(
    ("attack", "mentioned"),
    [
        (an_attack(), False),
        (an_attack(armor_piercing=True), True),
        (an_attack(penetration=3), True),
        (an_attack(notes="It may burst with DV 8d10, armor-piercing"), True),
        (an_attack(notes="taps"), False),
    ],
)
def test_armor_piercing_is_offered_where_it_is_mentioned(attack: Attack, *, mentioned: bool) -> None:
    assert attack_damage.mentions_piercing(attack) is mentioned


def test_the_gm_may_strike_armor_piercing_out_or_count_it() -> None:
    assert not asked(an_attack(armor_piercing=True), piercing=False).piercing
    assert asked(an_attack(), piercing=True).piercing
    assert asked(an_attack(penetration=5), system=EP1, piercing=False).penetration == 0


SABRE = an_attack(skill="Blades", damage="1d10")


@pytest.mark.parametrize(
    ("skill", "offered"),
    [
        ("Blades", 2),
        ("clubs", 2),
        ("Unarmed Combat", 2),
        ("Throwing Weapons", 2),
        ("Exotic Melee Weapon: Drill", 2),
        ("Kinetic Weapons", 0),
        ("Exotic Ranged Weapon: Net", 0),
        ("", 0),
        ("Spit", 0),
    ],
)
def test_the_damage_bonus_is_offered_for_melee_and_thrown_weapons(skill: str, offered: int) -> None:
    attack = structs.replace(SABRE, skill=skill)
    assert attack_damage.bonus_offered(attack, a_context(EP1)) == offered
    assert asked(structs.replace(attack, damage_bonus=True), system=EP1).bonus == offered
    assert asked(attack, system=EP1).bonus == 0


@pytest.mark.parametrize(
    "grenade", [{"name": "Frag grenade"}, {"name": "Bombs"}, {"name": "Concussion", "area": "blast"}]
)
def test_no_damage_bonus_is_offered_for_what_explodes_unless_it_was_typed(grenade: dict[str, str]) -> None:
    attack = structs.replace(SABRE, skill="Throwing Weapons", **grenade)
    assert attack_damage.bonus_offered(attack, a_context(EP1)) == 0
    assert attack_damage.bonus_offered(structs.replace(attack, damage_bonus=True), a_context(EP1)) == 2


def test_a_typed_damage_bonus_counts_and_nobody_has_none() -> None:
    strong = structs.replace(EVA, stats={"SOM": 29, "DB": 4})
    assert attack_damage.bonus_offered(SABRE, a_context(EP1, attacker=strong)) == 4
    assert attack_damage.bonus_offered(SABRE, a_context(EP1, attacker=None)) == 0
    assert attack_damage.bonus_offered(an_attack(skill="Melee"), a_context(EP2)) == 0


# --- Whom it hurts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "notes", "kind"),
    [
        ("2d10", "", "kinetic"),
        ("2d10 energy", "", "energy"),
        ("2d10", "Energy, loud", "energy"),
        ("2d10 kinetic", "energy cell", "kinetic"),
        ("2d10", "synergy", "kinetic"),
        ("2d10 acid", "", "Acid"),
    ],
)
def test_the_armor_is_of_the_kind_that_the_attack_names(text: str, notes: str, kind: str) -> None:
    target = structs.replace(GUARD, armor=(Armor(values={"kinetic": 8, "Acid": 2}),))
    assert attack_damage.armor_used(an_attack(damage=text, notes=notes), target, Choices(), EP2) == kind
    assert attack_damage.armor_used(an_attack(damage=text, notes=notes), target, Choices(armor="cold"), EP2) == "cold"


def test_base_damage_of_a_kind_without_armor_is_met_by_none() -> None:
    assert attack_damage.armor_used(an_attack(damage="4 burn"), KNIGHT, Choices(), KAISER) == "burn"
    assert attack_damage.armor_used(an_attack(damage="4 BLOW"), KNIGHT, Choices(), KAISER) == "Blow"
    assert (
        attack_damage.armor_used(an_attack(damage="4 burn", notes="cuts"), KNIGHT, Choices(armor="Cut"), KAISER)
        == "Cut"
    )


@pytest.mark.parametrize(("system", "skill"), [(EP1, "Psi Assault"), (EP1, "Control"), (EP2, "Psi")])
def test_what_psi_does_to_a_mind_is_met_by_no_armor_but_that_against_psi(system: System, skill: str) -> None:
    stab = an_attack(skill=skill, damage="1d10+2")
    assert asked(stab, system=system) == structs.replace(asked(an_attack(damage="1d10+2"), system=system), armor=0)
    assert asked(structs.replace(stab, against="kinetic"), system=system).armor == 8
    shielded = structs.replace(GUARD, armor=(*GUARD.armor, Armor(values={"Psi": 3})))
    assert attack_damage.armor_used(stab, shielded, Choices(), system) == "Psi"


@pytest.mark.parametrize(
    ("skill", "kind"), [("Beam Weapons", "energy"), ("Kinetic Weapons", "kinetic"), ("", "kinetic")]
)
def test_a_beam_of_the_first_edition_is_met_by_energy_armor(skill: str, kind: str) -> None:
    assert attack_damage.armor_used(an_attack(skill=skill), GUARD, Choices(), EP1) == kind
    assert attack_damage.armor_used(an_attack(skill=skill, notes="kinetic"), GUARD, Choices(), EP1) == "kinetic"


def test_a_target_with_kinds_of_its_own_is_behind_the_first_of_them() -> None:
    assert attack_damage.armor_used(an_attack(), KNIGHT, Choices(), KAISER) == "Cut"
    assert attack_damage.armor_used(an_attack(notes="blow"), KNIGHT, Choices(), KAISER) == "Blow"
    assert attack_damage.armor_used(an_attack(damage="7"), KNIGHT, Choices(), KAISER) == "Cut"
    assert attack_damage.armor_kind(an_attack(), KNIGHT, "cut") == "Cut"
    assert attack_damage.armor_kind(an_attack(), KNIGHT, "cold") == "cold"
    assert attack_damage.armor_kind(an_attack(against="CUT", notes="energy"), KNIGHT) == "Cut"
    assert attack_damage.armor_kind(an_attack(against="energy", notes="kinetic"), KNIGHT) == "energy"


def dealt(
    attack: Attack, faces: Thrown, meant: Strike = HIT, system: System = EP2, **choices: Any
) -> tuple[DamageOutcome, str]:
    """Deal an attack; give what it comes to and how it is worded."""
    target = KNIGHT if system is KAISER else GUARD
    context, chosen = a_context(system, target), Choices(**choices)
    request = damage_request(attack, meant, (), context, chosen)
    assert request is not None
    result = RULES[system.id].resolve(request, faces, HOUSE)
    assert isinstance(result, DamageOutcome | DiceTotal)
    outcome = attack_damage.settled(result, attack, context, chosen)
    suffered = attack_damage.suffered(outcome, request, context)
    assert suffered is not None
    assert suffered.character.health == Health(damage=outcome.through, wounds=outcome.wounds or 0)
    return outcome, ", ".join(attack_damage.effects_of(suffered, request, attack, context, chosen))


FACES = {"rolls": (9, 8)}  # 20 with the 3 of the weapon
BURST = {"rolls": (9, 8, 1, 1)}


@pytest.mark.parametrize(
    ("attack", "system", "meant", "choices", "through", "words"),
    [
        (an_attack(), EP2, HIT, {}, 12, "12 damage, 2 wounds, armor stops 8"),
        (an_attack(notes="energy"), EP2, HIT, {}, 17, "17 damage, 2 wounds, armor stops 3"),
        (an_attack(), EP2, HIT, {"armor": "cold"}, 20, "20 damage, 3 wounds"),
        (an_attack(), EP2, HIT, {"ignore_armor": True}, 20, "20 damage, 3 wounds, armor ignored"),
        (
            an_attack(armor_piercing=True, notes="energy"),
            EP2,
            HIT,
            {},
            18,
            "18 damage, 3 wounds, armor 3 energy halved to 2 by AP",
        ),
        (
            an_attack(penetration=5),
            EP1,
            HIT,
            {},
            17,
            "17 damage, 2 wounds, armor 8 kinetic − AP 5",
        ),
        (
            an_attack(penetration=12),
            EP1,
            Strike(hit=True, margin=64),
            {},
            30,
            "30 damage, 5 wounds, out, +10 margin, armor 8 kinetic − AP 12",
        ),
        (
            structs.replace(SABRE, damage="2d10+3", damage_bonus=True),
            EP1,
            Strike(hit=True, ignores_armor=True, margin=33),
            {"ignore_armor": True},
            27,
            "27 damage, 4 wounds, +5 margin, +2 DB, critical: armor ignored",
        ),
        (
            an_attack(),
            EP1,
            Strike(hit=True, ignores_armor=True),
            {},
            20,
            "20 damage, 3 wounds, critical: armor ignored",
        ),
        (
            an_attack(),
            EP1,
            Strike(hit=True, ignores_armor=True),
            {"ignore_armor": False},
            12,
            "12 damage, 2 wounds, armor stops 8",
        ),
        (
            an_attack(armor_piercing=True),
            EP1,
            HIT,
            {},
            12,
            "12 damage, 2 wounds, armor 8 kinetic, AP has no number",
        ),
    ],
)
def test_armor_stands_against_damage_and_all_that_changes_it_is_said(
    attack: Attack, system: System, meant: Strike, choices: Any, through: int, words: str
) -> None:
    outcome, said = dealt(attack, FACES, meant, system, **choices)
    assert (outcome.through, said) == (through, words)


def test_a_critical_of_the_second_edition_and_superior_results_are_said() -> None:
    outcome, said = dealt(an_attack(), BURST, Strike(hit=True, doubles=True))
    assert (outcome.total, outcome.through) == (25, 17)
    assert said == "17 damage, 2 wounds, doubled, armor 8 kinetic"
    request = asked(an_attack(), Strike(hit=True, superior=2), "damage", "damage")
    assert attack_damage.account_of(request, an_attack(), a_context(EP2), Choices()) == (
        "+2d6 superior",
        "armor 8 kinetic",
    )


@pytest.mark.parametrize(
    ("damage", "degrees", "choices", "through", "words"),
    [
        ("6", 9, {}, 24, "24 damage, 9 degrees − absorption 2 − armor 3 Cut = 4, × 6"),
        ("6", 5, {}, 0, "0 damage, 5 degrees − absorption 2 − armor 3 Cut = 0, × 6"),
        ("6", 1, {}, 0, "0 damage, 1 degree − absorption 2 − armor 3 Cut = 0, × 6"),
        ("6 blow", 9, {"absorption": False}, 48, "48 damage, 9 degrees − armor 1 Blow = 8, × 6"),
        (
            "6",
            20,
            {"absorption": False, "ignore_armor": True},
            120,
            "120 damage, unconscious, 20 degrees × 6, armor ignored",
        ),
        ("2d10+3", 9, {}, 15, "15 damage, armor stops 5"),
        ("2d10+3", 9, {"absorption": False}, 17, "17 damage, armor stops 3"),
    ],
)
def test_in_kaiser_absorption_and_armor_lessen_the_degrees_or_the_dice(
    damage: str, degrees: int, choices: Any, through: int, words: str
) -> None:
    faces = FACES if "d" in damage else {}
    outcome, said = dealt(an_attack(damage=damage), faces, Strike(hit=True, degrees=degrees), KAISER, **choices)
    assert (outcome.through, said) == (through, words)


def test_what_is_less_than_nothing_hurts_nobody() -> None:
    outcome, said = dealt(an_attack(damage="1d10-9"), {"rolls": (1,)})
    assert (outcome.total, outcome.through, said) == (-8, 0, "0 damage")


def test_nobody_suffers_where_there_is_no_target() -> None:
    request = damage_request(an_attack(), HIT, (), a_context(EP2, None), Choices())
    assert request == Ep2Damage("2d10 + 3")
    assert attack_damage.suffered(DamageOutcome(20, 0, 20), request, a_context(EP2, None)) is None
    assert attack_damage.account_of(request, an_attack(), a_context(EP2, None), Choices()) == ()
    naked = a_context(EP2, structs.replace(GUARD, armor=()))
    assert attack_damage.account_of(request, an_attack(), naked, Choices()) == ("no armor",)


def test_damage_that_is_a_number_is_right_where_the_system_has_it() -> None:
    attack_damage.check_damage(an_attack(damage="6 cut"), KAISER)
    attack_damage.check_damage(an_attack(damage="2d6"), KAISER)
    attack_damage.check_damage(an_attack(damage=""), EP2)
    for system, damage in ((EP2, "6"), (EP1, "6 cut"), (KAISER, "six")):
        with pytest.raises(BadExpressionError):
            attack_damage.check_damage(an_attack(damage=damage), system)
