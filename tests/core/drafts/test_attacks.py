"""Attack lines: what is rolled for one, and what the roll means."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Points, Specialisation
from gm_desk.core.combat.ammunition import fired, spend_ammo
from gm_desk.core.drafts import attacks
from gm_desk.core.drafts.abilities import ability_for, attack_of, rating_of
from gm_desk.core.drafts.attacks import Strike, draft_of, strike
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side, Spend
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    KaiserCheck,
    KaiserContest,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Result
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
HOUSE = House()
PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10+3", range="30", ammo=Points(now=9, max=12))
SMOKE = Chip("smoke", -30, "Smoke")
AIM = Chip("special Pistols", 10, "Pistols", Origin.SPECIALISATION)
GUNS = Skill(id="guns", name="Guns", rating=60, aptitude="REF", specialisations=(Specialisation(name="Pistols"),))


def shooter(*skills: Skill, **changes: Any) -> Character:
    """Make somebody with 15 in every aptitude of every system, and a pistol."""
    stats = dict.fromkeys((*EP1.aptitudes, *KAISER.aptitudes), 15)
    one = Character(id="eva", name="Eva", stats=stats, skills=skills or (GUNS,), attacks=(PISTOL,))
    return structs.replace(one, **changes)


def the_target(**changes: Any) -> Character:
    """Make somebody who can dodge in every system, and is hard to hurt with kinetic weapons."""
    skills = (("Athletics", 50), ("Fray", 45), ("Melee", 35), ("Block", 8), ("Dodge", 6))
    target = Character(
        id="guard",
        name="Guard",
        stats={"DUR": 30, "WT": 6, "DR": 45},
        armor=(Armor(values={"energy": 3, "kinetic": 8}),),
        skills=tuple(Skill(id=name.casefold(), name=name, rating=rating) for name, rating in skills),
    )
    return structs.replace(target, **changes)


def drafted(attack: Attack, one: Character, system: System = EP2, **changes: Any) -> Draft:
    return draft_of(attack, one, system, RULES[system.id], **changes)


def pistol(**changes: Any) -> Attack:
    return structs.replace(PISTOL, **changes)


def the_result(system: System, request: Request, dice: Thrown) -> Result:
    found = RULES[system.id].resolve(request, dice, HOUSE)
    assert not isinstance(found, Needs)
    return found


def shot(roll: int, *, against: int = 99, system: System = EP2) -> Result:
    """Attack with 80 against 40; unless another defence is thrown, it fails."""
    request = OpposedTest(SuccessTest(80), SuccessTest(40), attack=True)
    return the_result(system, request, {"a.roll": (roll,), "b.roll": (against,)})


def blow(a: tuple[int, ...], b: tuple[int, ...]) -> Result:
    """Strike with 5 against a block of 5."""
    return the_result(KAISER, KaiserContest("attack", Effort(5), Effort(5)), {"a.dice": a, "b.dice": b})


# --- What an attack rolls --------------------------------------------------------------------------------------------


def test_an_attack_rolls_the_skill_it_names_whatever_the_case() -> None:
    expected = Ability(AbilityKind.SKILL, "guns", "Guns", 60, "REF", 15)
    assert ability_for(PISTOL, shooter(), EP2) == expected
    assert ability_for(pistol(skill="guns"), shooter(), EP2) == expected
    assert ability_for(pistol(rating=60), shooter(), EP2) == expected


def test_a_skill_with_a_field_is_found_as_the_system_spells_it() -> None:
    flail = Skill(id="flail", name="Exotic Skill: Flail", rating=50)
    found = ability_for(pistol(skill="exotic skill:Flail"), shooter(flail), EP2)
    assert found == Ability(AbilityKind.SKILL, "flail", "Exotic Skill: Flail", 50, "", None)


def test_an_attack_with_another_rating_than_its_skill_rolls_that() -> None:
    assert ability_for(pistol(rating=75), shooter(), EP2) == Ability(AbilityKind.BARE, "pistol", "Guns", 75)
    assert ability_for(pistol(rating=40, skill="melee"), shooter(), EP2) == Ability(
        AbilityKind.BARE, "pistol", "Melee", 40
    )
    assert ability_for(pistol(rating=40, skill=""), shooter(), EP2) == Ability(AbilityKind.BARE, "pistol", "Pistol", 40)


def test_an_attack_without_its_skill_is_rolled_untrained() -> None:
    found = ability_for(pistol(skill="melee"), shooter(), EP2)
    assert found == Ability(AbilityKind.UNTRAINED, "Melee", "Melee", 0, "SOM", 15)


@pytest.mark.parametrize("attack", [PISTOL, structs.replace(PISTOL, ammo=None, modes="", name="Gaze", skill="")])
def test_an_attack_with_nothing_to_roll_prepares_nothing(attack: Attack) -> None:
    attack = structs.replace(attack, skill="Luck" if attack.skill else "")
    assert ability_for(attack, shooter(), EP2) is None
    draft = drafted(attack, shooter(), target=the_target())
    assert RULES["ep2"].ask(draft) is None


def test_an_attack_without_a_skill_is_rolled_with_the_only_one_for_such_a_weapon() -> None:
    assert ability_for(pistol(skill=""), shooter(), EP2) == Ability(AbilityKind.SKILL, "guns", "Guns", 60, "REF", 15)
    blades = Skill(id="blades", name="Blades", rating=40)
    rifles = Skill(id="kinetic", name="Kinetic Weapons", rating=45)
    thrown = Skill(id="throwing", name="Throwing Weapons", rating=35)
    beams = Skill(id="beam", name="Beam Weapons", rating=30)

    def rolled(attack: Attack, *skills: Skill) -> str:
        found = ability_for(attack, shooter(*skills), EP1)
        return found.key if found else ""

    gun, knife = Attack(id="gun", name="Pistol"), Attack(id="knife", name="Wasp knife")
    assert rolled(gun, blades, rifles, thrown) == "kinetic"
    assert rolled(gun, blades, rifles, beams) == "", "two skills would do"
    assert rolled(structs.replace(gun, notes="loud, Beam Weapons"), blades, rifles, beams) == "beam"
    assert rolled(Attack(id="frag", name="Frag grenade", area="blast"), rifles, thrown) == "throwing"
    assert rolled(knife, blades, rifles) == "blades"
    assert rolled(knife, rifles) == ""
    katana = structs.replace(blades, specialisations=(Specialisation(name="Wakizashi", rating=60),))
    assert rolled(Attack(id="w", name="Wakizashi"), rifles, katana) == "blades"
    assert rolled(Attack(id="w", name="Wakizashi"), rifles, blades) == ""


@pytest.mark.parametrize(
    ("weapon", "skill"),
    [
        ("Vibroblade", "Blades"),
        ("Monomolecular Sword", "Blades"),
        ("Diamond Ax", "Blades"),
        ("Shock Baton", "Clubs"),
        ("Cyberclaws", "Unarmed Combat"),
        ("Sniper Rifle", "Kinetic Weapons"),
        ("Machine Gun", "Kinetic Weapons"),
        ("Seeker Pistol", "Seeker Weapons"),
        ("Laser Pulser", "Beam Weapons"),
        ("Plasma Rifle", "Beam Weapons"),
        ("Shard Pistol", "Spray Weapons"),
        ("Frag Grenade", "Throwing Weapons"),
    ],
)
def test_of_many_skills_an_attack_is_rolled_with_that_of_such_weapons(weapon: str, skill: str) -> None:
    """The stat blocks of the first edition list weapons without their skills."""
    skills = ("Beam Weapons", "Blades", "Clubs", "Fray", "Gunnery", "Kinetic Weapons", "Seeker Weapons")
    all_of_them = (*skills, "Spray Weapons", "Throwing Weapons", "Unarmed Combat")
    one = shooter(*(Skill(id=name, name=name, rating=45) for name in all_of_them))
    found = ability_for(Attack(id="weapon", name=weapon, damage="2d10"), one, EP1)
    assert found is not None
    assert found.key == skill


def test_an_attack_whose_skill_is_missing_among_many_has_none() -> None:
    one = shooter(*(Skill(id=name, name=name, rating=45) for name in ("Blades", "Unarmed Combat")))
    assert ability_for(Attack(id="weapon", name="Shock Baton", damage="2d10"), one, EP1) is None


def test_a_specialisation_that_makes_up_the_rating_stands_as_a_chip() -> None:
    draft = drafted(pistol(rating=70), shooter())
    assert draft.ability == Ability(AbilityKind.SKILL, "guns", "Guns", 60, "REF", 15)
    assert draft.chips == (AIM,)
    alone = structs.replace(draft, mode=Mode.ALONE)
    assert RULES["ep2"].ask(alone) == SuccessTest(60, (Modifier(10, "Pistols"),))


def test_a_specialisation_with_a_rating_of_its_own_counts_by_the_difference() -> None:
    sharp = structs.replace(GUNS, specialisations=(Specialisation(name="Long arms", rating=80),))
    assert [chip.value for chip in drafted(pistol(rating=80), shooter(sharp)).chips] == [20]
    odd = structs.replace(GUNS, specialisations=(Specialisation(name="Long arms", rating=65),))
    assert drafted(pistol(rating=65), shooter(odd)).ability == Ability(AbilityKind.BARE, "pistol", "Guns", 65)
    none = structs.replace(GUNS, specialisations=(Specialisation(name="Long arms", rating=60),))
    assert drafted(pistol(rating=60), shooter(none)).chips == ()


def test_the_specialisation_of_another_attack_goes_and_its_own_stays_as_it_is() -> None:
    struck = structs.replace(AIM, struck=True)
    before = drafted(PISTOL, shooter(), draft=Draft(chips=(SMOKE,)))
    before = before.with_chip(struck).with_chip(Chip("special Bows", 10, "Bows", Origin.SPECIALISATION))
    assert drafted(pistol(rating=70), shooter(), draft=before).chips == (SMOKE, struck)
    assert drafted(pistol(rating=60), shooter(), draft=before).chips == (SMOKE,)
    assert len(drafted(PISTOL, shooter(), draft=before).chips) == 3


def test_modifiers_wounds_and_an_eyeballed_net_stand_as_for_any_test() -> None:
    wounded = shooter(health=Health(wounds=1))
    draft = drafted(pistol(rating=70), wounded, draft=Draft(chips=(SMOKE,), eyeballed=-20))
    assert [chip.label for chip in draft.chips] == ["Wounds", "Smoke", "Pistols"]
    assert draft.eyeballed == -20


def test_a_point_for_another_test_is_let_go_of() -> None:
    assert drafted(PISTOL, shooter(), draft=Draft(point=Spend("vigor", "add_20"))).point is None


# --- Against whom ----------------------------------------------------------------------------------------------------


def faced(attack: Attack, system: System, *skills: str) -> tuple[Mode, str, int]:
    """Return how an attack on the target is rolled, and what the other side brings."""
    one = shooter(*(Skill(id=name, name=name, rating=50) for name in skills))
    draft = drafted(attack, one, system, target=the_target())
    other = draft.opponent or Side()
    return draft.mode, other.what, other.base


@pytest.mark.parametrize(
    ("system", "skill", "theirs", "base"),
    [
        (EP2, "Guns", "Fray ÷ 2", 23),
        (EP2, "Melee", "Fray", 45),
        (EP2, "Athletics", "Fray ÷ 2", 23),
        (EP1, "Kinetic Weapons", "Fray ÷ 2", 22),
        (EP1, "Blades", "Fray", 45),
        (KAISER, "Strike", "Block", 8),
    ],
)
def test_an_attack_meets_the_usual_defence(system: System, skill: str, theirs: str, base: int) -> None:
    assert faced(pistol(skill=skill), system, skill) == (Mode.ATTACK, theirs, base)
    assert faced(pistol(skill=skill, rating=70), system, skill) == (Mode.ATTACK, theirs, base)


@pytest.mark.parametrize(
    ("system", "reach", "theirs"),
    [
        (EP2, "", "Fray"),
        (EP2, "close", "Fray"),
        (EP2, "30", "Fray ÷ 2"),
        (EP1, "", "Fray"),
        (EP1, "10/25/40", "Fray ÷ 2"),
        (KAISER, "", "Block"),
        (KAISER, "80 m", "Block"),
    ],
)
def test_an_attack_by_a_skill_that_is_paired_with_nothing_is_one_too(system: System, reach: str, theirs: str) -> None:
    mode, what, _ = faced(pistol(skill="Flail", range=reach), system, "Flail")
    assert (mode, what) == (Mode.ATTACK, theirs)


def test_who_lacks_the_first_defence_against_such_a_skill_uses_the_next() -> None:
    animals, dodge = (Skill(id=name, name=name, rating=6) for name in ("Animals", "Dodge"))
    draft = drafted(pistol(skill="Flail", rating=5), shooter(), KAISER, target=the_target(skills=(animals, dodge)))
    assert draft.opponent is not None
    assert draft.opponent.what == "Dodge"


def test_an_attack_of_the_mind_is_opposed_by_the_mind_and_no_physical_attack() -> None:
    one = shooter(Skill(id="psi", name="Psi", rating=50))
    draft = drafted(pistol(skill="Psi"), one, target=the_target(stats={"WIL": 20}))
    assert (draft.mode, draft.opponent and draft.opponent.what) == (Mode.ATTACK, "WIL check")


@pytest.mark.parametrize("mode", Mode)
def test_how_the_last_test_was_rolled_makes_no_difference(mode: Mode) -> None:
    before = Draft(mode=mode, opponent=Side("other", "Other"))
    after = drafted(PISTOL, shooter(), draft=before, target=the_target())
    assert after.mode is Mode.ATTACK
    assert after.opponent is not None
    assert after.opponent.character == "guard"
    unaimed = drafted(PISTOL, shooter(), draft=before)
    assert (unaimed.mode, unaimed.opponent) == (Mode.ATTACK, None)
    assert RULES["ep2"].ask(unaimed) is None


def test_who_has_nothing_to_defend_with_is_a_side_without_an_ability() -> None:
    nobody = Character(id="crate", name="Crate")
    draft = drafted(pistol(skill="Flail", rating=50), shooter(), target=nobody)
    assert draft.opponent is not None
    assert draft.opponent.ability is None


# --- What a roll means for an attack ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "meant"),
    [
        (7, Strike(hit=True)),
        (34, Strike(hit=True, superior=1)),
        (67, Strike(hit=True, superior=2)),
        (44, Strike(hit=True, doubles=True)),
        (90, Strike(hit=False)),
        (81, Strike(hit=False)),
        (88, Strike(hit=False)),
    ],
)
def test_in_ep2_superior_results_and_criticals_count_for_a_hit(roll: int, meant: Strike) -> None:
    assert strike(shot(roll)) == meant
    assert strike(the_result(EP2, SuccessTest(80), {"roll": (roll,)})) == meant


def test_who_loses_the_contest_hits_nobody() -> None:
    assert strike(shot(7, against=23)) == Strike(hit=False)
    assert strike(shot(7, against=33)) == Strike(hit=False)


def test_neither_a_tie_nor_a_double_failure_hits() -> None:
    assert not strike(shot(23, against=23)).hit
    assert not strike(shot(85, against=70)).hit


def test_in_ep1_a_critical_ignores_armor_and_doubles_nothing() -> None:
    assert strike(shot(44, system=EP1)) == Strike(hit=True, ignores_armor=True, margin=44)
    assert strike(shot(67, system=EP1)) == Strike(hit=True, margin=67)
    assert strike(shot(99, against=7, system=EP1)) == Strike(hit=False)
    assert strike(the_result(EP1, SimpleTest(50), {"roll": (33,)})) == Strike(hit=True, ignores_armor=True)
    assert strike(the_result(EP1, SimpleTest(50), {"roll": (88,)})) == Strike(hit=True)


def test_in_kaiser_a_hit_has_degrees_and_a_defence_may_counter() -> None:
    assert strike(blow((3, 6), (1, 3))) == Strike(hit=True, degrees=5)
    assert strike(blow((1, 3), (3, 6))) == Strike(hit=False, counter=True)
    assert strike(blow((1, 3), (1, 3))) == Strike(hit=False)
    check = KaiserCheck("skill", Effort(5), 8)
    assert strike(the_result(KAISER, check, {"dice": (3, 6)})) == Strike(hit=True, degrees=6)
    assert strike(the_result(KAISER, check, {"dice": (1, 1), "fumble": (1, 2)})) == Strike(hit=False)


def test_a_sum_of_dice_hits_nobody() -> None:
    assert strike(the_result(EP2, DiceSum("1d6"), {"rolls": (6,)})) == Strike(hit=False)


# --- Ammunition ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shots", "left"), [(1, 8), (3, 6), (9, 0), (10, 0), (0, 9), (-1, 10), (-99, 12)])
def test_shots_are_counted_down_to_none_and_up_to_a_full_load(shots: int, left: int) -> None:
    knife = Attack(id="knife", name="Knife")
    after = spend_ammo(shooter(attacks=(knife, PISTOL)), "pistol", shots)
    assert after.attacks == (knife, pistol(ammo=Points(now=left, max=12)))


def test_what_is_loaded_beyond_the_maximum_is_not_lost() -> None:
    full = shooter(attacks=(pistol(ammo=Points(now=13, max=12)),))
    assert spend_ammo(full, "pistol", -1) == full
    assert spend_ammo(full, "pistol").attacks[0].ammo == Points(now=12, max=12)


def test_an_attack_that_counts_no_ammunition_has_enough() -> None:
    endless = shooter(attacks=(pistol(ammo=None),))
    assert spend_ammo(endless, "pistol") == endless
    assert spend_ammo(shooter(), "bow") == shooter()


def test_the_draft_remembers_which_attack_it_is() -> None:
    draft = drafted(PISTOL, shooter())
    assert draft.attack == "pistol"
    assert attack_of(draft, shooter()) == PISTOL
    assert attack_of(draft, shooter(attacks=())) is None
    assert attack_of(draft, None) is None
    assert attack_of(Draft(), shooter(attacks=(pistol(id=""),))) is None


def test_each_attack_that_is_rolled_takes_a_shot() -> None:
    roster = Roster(id="mars", name="Mars", characters=(shooter(), the_target()))
    shot_at = drafted(PISTOL, shooter(), target=the_target())
    stranger = structs.replace(shot_at, character="nobody")
    after = fired(roster, [shot_at, shot_at, stranger, Draft("guard"), Draft("eva")], EP2)
    assert after == roster.with_character(spend_ammo(shooter(), "pistol", 2))
    assert fired(roster, [Draft("eva")], EP2) is roster


def test_an_attack_is_told_with_its_own_rating_also_where_a_specialisation_makes_it_up() -> None:
    sting = Attack(id="sting", name="Tail sting", skill="Melee", rating=90, damage="2d10")
    special = Specialisation(name="Tail sting", rating=90)
    beast = a_character(skills=(a_skill("Melee", 80, specialisations=(special,)),), attacks=(sting,))
    ability = ability_for(sting, beast, EP2)
    assert ability is not None
    assert (ability.rating, rating_of(sting, beast, EP2)) == (80, 90)
    assert rating_of(structs.replace(sting, rating=None), beast, EP2) == 80
    assert rating_of(Attack(id="x", name="Spit"), beast, EP2) is None


def test_an_empty_weapon_is_nobodys_usual_attack_while_another_can_be_used() -> None:
    empty = pistol(id="grenade", ammo=Points(now=0, max=2))
    knife = pistol(id="knife", ammo=None)
    one = shooter(attacks=(empty, knife, PISTOL))
    assert attacks.usual_attack(one, {}) == knife
    assert attacks.usual_attack(one, {"eva": "grenade"}) == knife
    assert attacks.usual_attack(one, {"eva": "pistol"}) == PISTOL
    assert attacks.usual_attack(shooter(attacks=(empty,)), {}) == empty
    assert attacks.usual_attack(shooter(attacks=()), {}) is None
