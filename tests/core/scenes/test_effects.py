"""What conditions do to initiative, and to the tests of both sides."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.several import RollAgainstSeveral, several_of, targets_in_conditions
from gm_desk.core.drafts.abilities import ability_of, chosen, renewed_draft
from gm_desk.core.drafts.attacks import draft_of
from gm_desk.core.drafts.chips import may_have_conditions
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Side
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import KaiserCheck, SuccessTest
from gm_desk.core.scenes import effects
from gm_desk.core.scenes.conditions import ActiveCondition, OwnCondition, span_from
from gm_desk.core.scenes.conditions_in_force import initiative_change
from gm_desk.core.scenes.effects import helpless_by, is_physical
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.core.systems.combat import ConditionEffect
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
SKILLS = {"Fray": "REF", "Guns": "REF", "Melee": "SOM", "Perceive": "INT", "Athletics": "SOM", "Infosec": "COG"}
KAISER_SKILLS = {"Strike": "DEX", "Block": "DEX", "Notice": "PER"}


def being(who: str, *kinds: str, system: System = EP2, **changes: Any) -> Character:
    """Make somebody with all the skills of the system's tests, in conditions by id ("impaired 20")."""
    skills = SKILLS if system is not KAISER else KAISER_SKILLS
    owned = tuple(Skill(id=f"{who}-{name}", name=name, rating=50, aptitude=link) for name, link in skills.items())
    stats = dict.fromkeys(system.aptitudes, 15)
    conditions = tuple(a_condition(one, f"{who}-{one}") for one in kinds)
    return a_character(
        **{"id": who, "name": who.title(), "stats": stats, "skills": owned, "conditions": conditions} | changes
    )


def a_condition(text: str, condition_id: str, **changes: Any) -> ActiveCondition:
    kind, _, level = text.partition(" ")
    return ActiveCondition(id=condition_id, kind=kind, name=kind.title(), level=int(level or 0), **changes)


def roster_of(*characters: Character, system: System = EP2, **changes: Any) -> Roster:
    return Roster(id="r", name="R", system=system.id, characters=characters, **changes)


def rolls(one: Character, skill: str, system: System = EP2, **changes: Any) -> Draft:
    ability = ability_of(one, system, AbilityKind.SKILL, f"{one.id}-{skill}")
    assert ability is not None
    return chosen(Draft(**changes), one, ability, system, RULES[system.id])


def with_conditions(draft: Draft, roster: Roster, system: System) -> Draft:
    """Return a test with the chips of conditions, which whoever first asks whether it may have any does not miss."""
    found = effects.with_conditions(draft, roster, system)
    assert found == draft or may_have_conditions(draft, roster, roster.character)
    return found


def chips(side: Side) -> dict[str, int]:
    return {chip.label: chip.value for chip in side.chips}


def alone(one: Character, skill: str, system: System = EP2) -> dict[str, int]:
    """Return the labels and values of the chips of one who rolls a skill alone."""
    return chips(with_conditions(rolls(one, skill, system), roster_of(one, system=system), system))


@pytest.mark.parametrize(
    ("condition", "skill", "expected"),
    [
        ("stunned", "Guns", {"Stunned": -30}),
        ("stunned", "Perceive", {"Stunned": -10}),
        ("blinded", "Fray", {"Blinded": -30}),
        ("blinded", "Infosec", {}),
        ("deafened", "Perceive", {"Deafened": -30}),
        ("deafened", "Guns", {}),
        ("impaired 20", "Infosec", {"Impaired 20": -20}),
        ("grappled", "Fray", {"Grappled": -30}),
        ("grappled", "Guns", {}),
        ("prone", "Guns", {}),
        ("dazed", "Guns", {"Dazed: cannot act": 0}),
        ("dazed", "Fray", {}),
        ("incapacitated", "Fray", {"Incapacitated: cannot defend": 0}),
        ("immobilized", "Athletics", {"Immobilized: no physical action": 0}),
        ("immobilized", "Infosec", {}),
    ],
)
def test_a_condition_comes_into_the_tests_that_it_is_about(
    condition: str, skill: str, expected: dict[str, int]
) -> None:
    assert alone(being("ann", condition), skill) == expected


def test_what_a_condition_forbids_changes_no_number() -> None:
    one = being("ann", "dazed")
    request = RULES["ep2"].ask(with_conditions(rolls(one, "Guns"), roster_of(one), EP2))
    assert isinstance(request, SuccessTest)
    assert request.modifiers == ()


def test_a_check_against_what_is_done_to_somebody_forbids_nothing() -> None:
    one = being("ann", "unconscious")
    ability = ability_of(one, EP2, AbilityKind.CHECK, "SOM")
    draft = chosen(Draft(), one, ability, EP2, RULES["ep2"])
    assert with_conditions(draft, roster_of(one), EP2) == draft


def test_coordination_is_physical_in_the_first_edition() -> None:
    one = being("ann")
    coordination = Ability(AbilityKind.CHECK, "COO", "COO check", 45)
    assert is_physical(coordination, EP1) is True
    assert is_physical(structs.replace(coordination, key="COG + COO"), EP1) is True
    assert is_physical(structs.replace(coordination, key="COG × 2"), EP1) is False
    assert is_physical(Ability(AbilityKind.REP, "@", "@-rep", 40), EP2) is False
    assert is_physical(Ability(AbilityKind.RESISTANCE, "PhR", "PhR", 4), KAISER) is True
    assert is_physical(Ability(AbilityKind.BARE, "", "Something", 40), EP2) is None
    assert is_physical(Ability(AbilityKind.BARE, "", "Guns", 40), EP2) is True
    assert one.conditions == ()


def attack(one: Character, other: Character, name: str, skill: str, **options: str) -> Draft:
    line = Attack(id="x", name=name, skill=skill, damage="2d10")
    one = structs.replace(one, attacks=(line,))
    draft = draft_of(line, one, EP2, RULES["ep2"], target=other)
    setup = structs.replace(draft.setup, options=options)
    return with_conditions(structs.replace(draft, setup=setup), roster_of(one, other), EP2)


def test_the_conditions_of_a_target_are_in_the_attacks_against_it() -> None:
    ann, bob = being("ann"), being("bob", "prone", "stunned")
    blow = attack(ann, bob, "Knife", "Melee")
    assert chips(blow) == {"Prone: Bob": 20}
    assert chips(blow.side("b")) == {"Stunned": -30}
    assert chips(attack(ann, bob, "Pistol", "Guns")) == {}
    assert chips(attack(ann, bob, "Pistol", "Guns", range="range")) == {"Prone: Bob": -10}


def test_a_defender_who_cannot_defend_says_so_and_an_attacker_who_cannot_act() -> None:
    blow = attack(being("ann", "unconscious"), being("bob", "unconscious", "dazed"), "Knife", "Melee")
    assert chips(blow) == {"Unconscious: cannot act": 0}
    assert chips(blow.side("b")) == {"Unconscious: cannot defend": 0}


def test_a_bare_attack_counts_as_its_skill() -> None:
    bob = being("bob", "prone")
    line = Attack(id="x", name="Claws", skill="Melee", rating=70, damage="1d10")
    ann = structs.replace(being("ann", "stunned"), attacks=(line,))
    draft = draft_of(line, ann, EP2, RULES["ep2"], target=bob)
    assert draft.ability is not None
    assert draft.ability.kind is AbilityKind.BARE
    assert chips(with_conditions(draft, roster_of(ann, bob), EP2)) == {"Stunned": -30, "Prone: Bob": 20}


def test_a_struck_condition_stays_struck_when_time_goes_on_and_it_fades() -> None:
    span = span_from(Moment(acting=("ann",)), "ann", None)
    shock = ActiveCondition(id="s", kind="shock-resisted", name="Shock resisted", span=span, scene="bar")
    ann = being("ann", system=EP1, conditions=(shock,))
    draft = with_conditions(rolls(ann, "Fray", EP1), at_turn(1, ann), EP1)
    (chip,) = draft.chips
    assert chip.value == -30
    struck = draft.with_chip(structs.replace(chip, struck=True))
    (later,) = with_conditions(struck, at_turn(2, ann), EP1).chips
    assert (later.value, later.struck) == (-20, True)
    assert with_conditions(struck, at_turn(9, ann), EP1).chips == ()


def at_turn(turn: int, *characters: Character) -> Roster:
    scene = Scene(id="bar", now=Moment(turn=turn))
    return roster_of(*characters, system=EP1, scenes=(scene,), stage="bar")


def test_conditions_stand_after_wounds_and_before_what_was_added_by_hand() -> None:
    ann = being("ann", "stunned", health=Health(damage=10, wounds=1))
    draft = rolls(ann, "Guns").with_chip(Chip("smoke", -20, "Smoke")).with_difficulty(10, "Easy")
    draft = with_conditions(draft, roster_of(ann), EP2)
    assert [chip.label for chip in draft.chips] == ["Easy", "Wounds", "Stunned", "Smoke"]
    again = renewed_draft(draft, roster_of(ann).character, EP2, RULES["ep2"])
    assert with_conditions(again, roster_of(ann), EP2) == draft
    healed = structs.replace(ann, conditions=())
    assert [chip.label for chip in with_conditions(again, roster_of(healed), EP2).chips] == ["Easy", "Wounds", "Smoke"]


def test_disadvantage_is_a_chip_that_can_be_struck() -> None:
    ann = being("ann", "prone", "shaken", "pain 3", system=KAISER)
    draft = with_conditions(rolls(ann, "Strike", KAISER), roster_of(ann, system=KAISER), KAISER)
    assert [(chip.label, chip.value, chip.disadvantage) for chip in draft.chips] == [
        ("Prone", 0, 2),
        ("Shaken", 0, 1),
        ("Pain 3", -3, 0),
    ]
    request = RULES["kaiser"].ask(structs.replace(draft, disadvantage=1))
    assert isinstance(request, KaiserCheck)
    assert (request.effort.disadvantage, [one.value for one in request.effort.modifiers]) == (4, [-3])
    struck = draft.with_chip(structs.replace(draft.chips[0], struck=True))
    request = RULES["kaiser"].ask(struck)
    assert isinstance(request, KaiserCheck)
    assert request.effort.disadvantage == 1


def test_a_characteristic_has_no_disadvantage() -> None:
    ann = being("ann", "prone", "pain 3", system=KAISER)
    ability = ability_of(ann, KAISER, AbilityKind.CHECK, "STR")
    draft = chosen(Draft(), ann, ability, KAISER, RULES["kaiser"])
    assert chips(with_conditions(draft, roster_of(ann, system=KAISER), KAISER)) == {"Pain 3": -3}


def test_flanked_costs_one_when_attacking_and_three_when_defending() -> None:
    ann, bob = (being(who, "flanked", system=KAISER) for who in ("ann", "bob"))
    draft = rolls(ann, "Strike", KAISER, mode=Mode.ATTACK)
    block = ability_of(bob, KAISER, AbilityKind.SKILL, "bob-Block")
    other = Side("bob", "Bob", block)
    draft = with_conditions(structs.replace(draft, opponent=other), roster_of(ann, bob, system=KAISER), KAISER)
    assert (chips(draft), chips(draft.side("b"))) == ({"Flanked": -1}, {"Flanked": -3})
    assert alone(ann, "Notice", KAISER) == {}


def test_own_conditions_count_and_replace_those_of_the_system() -> None:
    own = OwnCondition(id="stunned", name="Stunned", effects=(ConditionEffect(-20),))
    mine = OwnCondition(id="mine", name="Drunk", effects=(ConditionEffect(-10, tests="mental"),))
    ann = being("ann", "stunned", "mine")
    roster = roster_of(ann, conditions=(own, mine))
    assert chips(with_conditions(rolls(ann, "Infosec"), roster, EP2)) == {"Stunned": -20, "Mine": -10}


def test_a_condition_whose_kind_is_gone_does_nothing() -> None:
    ann = being("ann", "gone")
    draft = rolls(ann, "Guns")
    assert with_conditions(draft, roster_of(ann), EP2) is draft


def throw_grenade(*targets: Character) -> RollAgainstSeveral:
    """Return the throw of a grenade of Ann at some targets in their conditions."""
    line = Attack(id="x", name="Grenade", skill="Guns", damage="2d10")
    ann = structs.replace(being("ann"), attacks=(line,))
    several = several_of(draft_of(line, ann, EP2, RULES["ep2"], target=targets[0]), targets, line, EP2, RULES["ep2"])
    return targets_in_conditions(several, roster_of(ann, *targets), EP2, RULES["ep2"], House())


def test_each_of_several_targets_answers_in_its_own_conditions() -> None:
    found = throw_grenade(being("bob", "stunned"), being("cid"))
    assert [chips(target.side) for target in found.targets] == [{"Stunned": -30}, {}]


def test_what_forbids_a_test_comes_before_the_modifiers() -> None:
    ann = being("ann", "stunned", "unconscious", health=Health(wounds=2))
    found = with_conditions(rolls(ann, "Guns"), roster_of(ann), EP2)
    assert [chip.label for chip in found.chips] == ["Unconscious: cannot act", "Wounds", "Stunned"]


def test_a_target_that_cannot_defend_has_no_defence_in_an_attack() -> None:
    found = throw_grenade(being("bob", "unconscious"), being("cid"))
    assert [target.side.ability is None for target in found.targets] == [True, False]
    assert [helpless_by(target.side) for target in found.targets] == ["Unconscious", ""]


def test_initiative_follows_what_is_in_force() -> None:
    span = span_from(Moment(), "ann", 1)
    deaf = a_condition("deafened", "d", span=span, scene="bar")
    ann = being("ann", conditions=(deaf,))
    scene = Scene(id="bar", now=Moment(turn=1))
    roster = roster_of(ann, scenes=(scene,), stage="bar")
    assert initiative_change(ann, roster, EP2) == -3
    later = roster.with_scene(structs.replace(scene, now=Moment(turn=2)))
    assert initiative_change(ann, later, EP2) == 0
    assert initiative_change(being("bob", "stunned"), roster, EP2) == 0


@pytest.mark.parametrize(("damage", "state"), [(0, ""), (29, ""), (30, "Out"), (45, "Dead")])
def test_who_is_out_by_damage_is_said_not_to_act_but_may_still_roll_checks(damage: int, state: str) -> None:
    stats = {**dict.fromkeys(EP2.aptitudes, 15), "DUR": 30, "WT": 6, "DR": 45}
    hurt = being("eva", stats=stats, health=Health(damage=damage))
    said = {f"{state}: cannot act": 0} if state else {}
    assert alone(hurt, "Guns") == said
    blow = with_conditions(rolls(hurt, "Guns", mode=Mode.ATTACK), roster_of(hurt), EP2)
    assert chips(blow) == said
    check = ability_of(hurt, EP2, AbilityKind.CHECK, "SOM")
    checked = chosen(Draft(), hurt, check, EP2, RULES["ep2"])
    assert chips(with_conditions(checked, roster_of(hurt), EP2)) == {}
    healed = structs.replace(hurt, health=Health())
    assert chips(with_conditions(blow, roster_of(healed), EP2)) == {}


def test_in_kaiser_who_has_no_life_left_is_said_not_to_act() -> None:
    fallen = being("eva", system=KAISER, stats={"DEX": 5, "AGI": 5, "LP": 20}, health=Health(damage=20))
    (label,) = alone(fallen, "Strike", KAISER)
    assert label.endswith(": cannot act")
