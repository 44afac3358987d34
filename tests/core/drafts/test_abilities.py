"""What a character can roll, the same test for another, and which modifiers come along."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.abilities import (
    ability_of,
    aptitude_of,
    checks_of,
    chosen,
    for_character,
    renewed,
    renewed_draft,
)
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side, Spend
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.requests import MOST_MODIFIERS, SuccessTest
from gm_desk.core.systems import ep2, kaiser
from gm_desk.core.systems.definition import SkillKind, System
from gm_desk.core.systems.eclipse import success_test
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill

SKILL, CHECK, UNTRAINED = AbilityKind.SKILL, AbilityKind.CHECK, AbilityKind.UNTRAINED
GUNS = Ability(SKILL, "skill-guns", "Guns", 65, "REF", 20)
SMOKE = Chip("smoke", -30, "Smoke")
AIM = Chip("aim", 10, "Aim", pinned=True)
SYSTEM = System(
    id="ep2",
    name="Eclipse Phase 2e",
    aptitudes=("COG", "REF", "SOM"),
    check=3,
    difficulties=(),
    skills=(
        SkillKind("Guns", "REF", "Combat"),
        SkillKind("Melee", "SOM", "Combat"),
        SkillKind("Psi", "WIL", "Psi"),
        SkillKind("Know", "COG", "Know", fields=True),
    ),
)


def a_draft(*made: Chip, **changes: Any) -> Draft:
    return structs.replace(Draft("eva", "Eva", GUNS, chips=made), **changes)


def knowing(character: Character | None) -> Callable[[str], Character | None]:
    return lambda _: character


def lao(**changes: Any) -> Character:
    """Lao shares no skill id with Eva, and rolls Melee first."""
    melee, guns = a_skill("Melee", 40, id="lao-melee", aptitude="SOM"), a_skill("guns", 30, id="lao-guns")
    return a_character(
        **{"id": "lao", "name": "Lao", "stats": {"REF": 15, "SOM": 20}, "skills": (melee, guns)} | changes
    )


# --- What a character can roll ---------------------------------------------------------------------------------------


def test_a_skill_is_rolled_by_its_id() -> None:
    assert ability_of(a_character(), SYSTEM, SKILL, "skill-guns") == GUNS
    assert ability_of(a_character(), SYSTEM, SKILL, "Guns") is None


def test_a_skill_without_its_linked_aptitude_is_rolled_all_the_same() -> None:
    bare = a_character(stats={})
    assert ability_of(bare, SYSTEM, SKILL, "skill-guns") == structs.replace(GUNS, linked_rating=None)


def test_a_check_is_a_multiple_of_its_aptitude() -> None:
    assert ability_of(a_character(), SYSTEM, CHECK, "REF") == Ability(CHECK, "REF", "REF check", 60)
    assert ability_of(a_character(stats={"REF": 0}), SYSTEM, CHECK, "REF") == Ability(CHECK, "REF", "REF check", 0)
    assert ability_of(a_character(), SYSTEM, CHECK, "WIL") is None


@pytest.mark.parametrize("name", ["Melee", "melee", "MELEE"])
def test_an_untrained_skill_is_rolled_by_its_name(name: str) -> None:
    assert ability_of(a_character(), SYSTEM, UNTRAINED, name) == Ability(UNTRAINED, "Melee", "Melee", 0, "SOM", 10)


def test_an_untrained_skill_keeps_the_field_that_was_asked_for() -> None:
    triads = Ability(UNTRAINED, "Know: Triads", "Know: Triads", 0, "COG", 15)
    assert ability_of(a_character(), SYSTEM, UNTRAINED, "Know: Triads") == triads


@pytest.mark.parametrize("name", ["Psi", "Juggling", "Guns: Rifles", ""])
def test_what_the_system_does_not_list_or_the_character_not_have_is_not_rolled_untrained(name: str) -> None:
    assert ability_of(a_character(), SYSTEM, UNTRAINED, name) is None


# --- Choosing, and the same test for another -------------------------------------------------------------------------


def test_choosing_another_ability_keeps_the_chips_and_ends_defaulting() -> None:
    draft = chosen(a_draft(SMOKE, default=True).eyeball(10), lao(), Ability(CHECK, "REF", "REF check", 45), SYSTEM, ep2)
    check = Ability(CHECK, "REF", "REF check", 45)
    assert draft == Draft("lao", "Lao", check, chips=(SMOKE,), eyeballed=10)


def test_choosing_the_same_ability_again_goes_on_defaulting() -> None:
    assert chosen(a_draft(default=True), a_character(), GUNS, SYSTEM, ep2) == a_draft(default=True)


def test_another_character_rolls_the_skill_of_that_name() -> None:
    draft = for_character(a_draft(SMOKE, AIM), lao(), SYSTEM, ep2)
    assert draft == Draft("lao", "Lao", Ability(SKILL, "lao-guns", "guns", 30, "REF", 15), chips=(SMOKE, AIM))


def test_another_character_defaults_for_a_skill_that_they_lack() -> None:
    draft = for_character(a_draft(), lao(skills=()), SYSTEM, ep2)
    assert draft.ability == Ability(UNTRAINED, "Guns", "Guns", 0, "REF", 15)
    assert success_test(draft) == SuccessTest(15, default=True)


def test_another_character_makes_the_same_check() -> None:
    draft = a_draft(ability=Ability(CHECK, "REF", "REF check", 60))
    assert for_character(draft, lao(), SYSTEM, ep2).ability == Ability(CHECK, "REF", "REF check", 45)


@pytest.mark.parametrize(
    "ability",
    [
        None,
        Ability(CHECK, "COG", "COG check", 45),
        Ability(SKILL, "juggling", "Juggling", 50),
        Ability(SKILL, "know", "Know: Triads", 60, "COG", 15),
    ],
)
def test_who_cannot_roll_that_rolls_their_first_skill(ability: Ability | None) -> None:
    draft = for_character(a_draft(SMOKE, ability=ability), lao(), SYSTEM, ep2)
    assert draft == Draft("lao", "Lao", Ability(SKILL, "lao-melee", "Melee", 40, "SOM", 20), chips=(SMOKE,))


def test_who_has_no_skill_rolls_their_first_check() -> None:
    draft = for_character(Draft(), lao(skills=(), stats={"SOM": 10, "REF": 15}), SYSTEM, ep2)
    assert draft.ability == Ability(CHECK, "REF", "REF check", 45)


def test_who_has_nothing_rolls_nothing_and_is_chosen_all_the_same() -> None:
    draft = for_character(a_draft(SMOKE, default=True), lao(skills=(), stats={}), SYSTEM, ep2)
    assert draft == Draft("lao", "Lao", chips=(SMOKE,))


def test_nobody_rolls_nothing_and_the_chips_stay() -> None:
    assert for_character(a_draft(SMOKE, default=True), None, SYSTEM, ep2) == Draft(chips=(SMOKE,))


@pytest.mark.parametrize("skill", ["skill-guns", "skill-know: triads"])
def test_going_to_another_character_and_back_ends_at_the_same_test(skill: str) -> None:
    guard = lao(skills=(), stats={"COG": 5, "REF": 5})
    there = chosen(a_draft(SMOKE), a_character(), structs.replace(GUNS, key=skill), SYSTEM, ep2)
    there = renewed(there, knowing(a_character()), SYSTEM, ep2)
    away = for_character(there, guard, SYSTEM, ep2)
    assert away.ability is not None
    assert away.ability.kind is UNTRAINED
    assert for_character(away, a_character(), SYSTEM, ep2) == there


# --- Following the character -----------------------------------------------------------------------------------------


def test_a_draft_follows_what_its_character_becomes() -> None:
    better = a_character(name="Eve", stats={"REF": 25}).with_skill(a_skill("Small arms", 70, id="skill-guns"))
    draft = renewed(a_draft(SMOKE, default=True).eyeball(10), knowing(better), SYSTEM, ep2)
    arms = Ability(SKILL, "skill-guns", "Small arms", 70, "REF", 25)
    assert draft == Draft("eva", "Eve", arms, default=True, chips=(SMOKE,), eyeballed=10)


@pytest.mark.parametrize(
    "ability", [GUNS, Ability(CHECK, "REF", "REF check", 60), Ability(UNTRAINED, "Melee", "Melee", 0)]
)
def test_an_ability_is_brought_up_to_date(ability: Ability) -> None:
    better = a_character(stats={"REF": 30, "SOM": 30})
    renewed_ability = renewed(a_draft(ability=ability), knowing(better), SYSTEM, ep2).ability
    assert renewed_ability == ability_of(better, SYSTEM, ability.kind, ability.key)
    assert renewed_ability != ability


def test_what_can_no_longer_be_rolled_makes_way_for_what_can() -> None:
    draft = renewed(a_draft(SMOKE), knowing(a_character().without_skill("skill-guns")), SYSTEM, ep2)
    assert draft.ability == ability_of(a_character(), SYSTEM, SKILL, "skill-know: triads")
    assert draft.chips == (SMOKE,)


def test_where_nothing_was_chosen_there_is_something_as_soon_as_there_can_be() -> None:
    assert renewed(Draft("eva", "Eva"), knowing(a_character()), SYSTEM, ep2) == a_draft()


def test_a_draft_for_somebody_who_is_gone_is_for_nobody() -> None:
    assert renewed(a_draft(SMOKE, default=True), knowing(None), SYSTEM, ep2) == Draft(chips=(SMOKE,))


# --- Checks of each system -------------------------------------------------------------------------------------------

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
ANYBODY = a_character(stats={"COG": 15, "SOM": 10, "DUR": 40, "STR": 7, "PhR": 12}, rep={"@": 45, "i": 0})


@pytest.mark.parametrize(
    ("key", "label", "rating"),
    [
        ("COG", "COG × 3", 45),
        ("COG × 3", "COG × 3", 45),
        ("COG × 2", "COG × 2", 30),
        ("COG × 1", "COG × 1", 15),
        ("COG + SOM", "COG + SOM", 25),
        ("SOM + COG", "SOM + COG", 25),
    ],
)
def test_the_first_edition_multiplies_an_aptitude_by_less_or_adds_two(key: str, label: str, rating: int) -> None:
    assert ability_of(ANYBODY, EP1, CHECK, key) == Ability(CHECK, key, label, rating)


@pytest.mark.parametrize(
    "key",
    [
        "COG × 4",
        "COG × 0",
        "COG × ²",
        "COG × ٢",
        "COG × ",
        "COG × -1",
        "WIL × 2",
        "COG + WIL",
        "COG + DUR",
        "COG + ",
        "COG + SOM + COG",
        "DUR",
        "DUR × 2",
        "",
    ],
)
def test_what_no_rule_makes_of_an_aptitude_is_no_check(key: str) -> None:
    assert ability_of(ANYBODY, EP1, CHECK, key) is None


@pytest.mark.parametrize("key", ["COG × 2", "COG × 1", "COG + SOM"])
def test_the_second_edition_knows_the_threefold_check_alone(key: str) -> None:
    assert ability_of(ANYBODY, EP2, CHECK, key) is None
    assert ability_of(ANYBODY, EP2, CHECK, "COG × 3") == Ability(CHECK, "COG × 3", "COG × 3", 45)


def test_kaiser_rolls_a_characteristic_as_it_is() -> None:
    assert ability_of(ANYBODY, KAISER, CHECK, "STR") == Ability(CHECK, "STR", "STR check", 7)
    assert ability_of(ANYBODY, KAISER, CHECK, "COG") is None
    assert ability_of(ANYBODY, KAISER, CHECK, "STR × 3") is None


def test_a_resistance_is_rolled_as_it_is() -> None:
    resistance = AbilityKind.RESISTANCE
    assert ability_of(ANYBODY, KAISER, resistance, "PhR") == Ability(resistance, "PhR", "PhR", 12)
    assert ability_of(ANYBODY, KAISER, resistance, "MR") is None


def test_rep_is_rolled_against_the_score_of_the_network() -> None:
    rep = AbilityKind.REP
    assert ability_of(ANYBODY, EP2, rep, "@") == Ability(rep, "@", "@-rep", 45)
    assert ability_of(ANYBODY, EP2, rep, "i") == Ability(rep, "i", "i-rep", 0)
    assert ability_of(ANYBODY, EP2, rep, "c") is None


def test_a_bare_number_is_nobodys() -> None:
    assert ability_of(ANYBODY, EP2, AbilityKind.BARE, "45") is None


@pytest.mark.parametrize("skill", ["Control", "Demolitions", "Infosec", "Programming", "Psi Assault", "Sense"])
def test_what_the_first_edition_does_not_default_is_neither_rolled_untrained_nor_defaulted(skill: str) -> None:
    able = a_character(stats=dict.fromkeys(EP1.aptitudes, 15), skills=(a_skill(skill, 40, id="own", aptitude="COG"),))
    assert ability_of(able, EP1, UNTRAINED, skill) is None
    trained = ability_of(able, EP1, SKILL, "own")
    assert trained is not None
    assert not Draft("eva", "Eva", trained, default=True).defaults


def test_kaiser_defaults_nothing() -> None:
    able = a_character(stats={"DEX": 8}, skills=(a_skill("Strike", 5, id="own", aptitude="DEX"),))
    assert ability_of(able, KAISER, UNTRAINED, "Strike") is None
    assert ability_of(able, KAISER, SKILL, "own") == Ability(SKILL, "own", "Strike", 5, "DEX", None)


# --- What a character suffers ----------------------------------------------------------------------------------------

HARD = Chip("difficulty", -20, "Hard", Origin.DIFFICULTY)
WOUNDS = Chip("wounds", -20, "Wounds", Origin.CONDITION)
TRAUMAS = Chip("traumas", -10, "Traumas", Origin.CONDITION)
SUFFERING = Health(wounds=2, traumas=1)


def eva(**changes: Any) -> Character:
    return a_character(**{"health": SUFFERING} | changes)


def of_eva(*made: Chip, **changes: Any) -> Draft:
    return chosen(a_draft(*made, **changes), eva(), GUNS, SYSTEM, ep2)


def test_wounds_and_traumas_come_by_themselves_behind_the_difficulty_and_before_the_rest() -> None:
    assert of_eva(HARD, SMOKE).chips == (HARD, WOUNDS, TRAUMAS, SMOKE)
    assert of_eva(SMOKE, HARD).chips == (HARD, WOUNDS, TRAUMAS, SMOKE)


def test_wounds_follow_the_character_and_heal_with_them() -> None:
    draft = renewed(of_eva(SMOKE), knowing(eva(health=Health(wounds=3, ignored_wounds=1))), SYSTEM, ep2)
    assert draft.chips == (WOUNDS, SMOKE)
    assert renewed(draft, knowing(a_character()), SYSTEM, ep2).chips == (SMOKE,)


def test_what_is_struck_or_pinned_stays_so_while_the_character_is_the_same() -> None:
    for marked in (structs.replace(WOUNDS, struck=True), structs.replace(WOUNDS, struck=True, pinned=True)):
        draft = of_eva().with_chip(marked)
        assert draft.chips == (marked, TRAUMAS)
        worse = renewed(draft, knowing(eva(health=Health(wounds=4))), SYSTEM, ep2)
        assert worse.chips == (structs.replace(marked, value=-40),)


def test_another_bears_their_own_wounds_and_none_of_the_one_before() -> None:
    hurt = lao(health=Health(wounds=1))
    assert for_character(of_eva(), hurt, SYSTEM, ep2).chips == (structs.replace(WOUNDS, value=-10),)
    assert for_character(of_eva(), lao(), SYSTEM, ep2).chips == ()


def test_wounds_struck_out_for_one_count_for_the_next_unless_that_is_pinned() -> None:
    struck, hurt = structs.replace(WOUNDS, struck=True), lao(health=SUFFERING)
    assert for_character(of_eva().with_chip(struck), hurt, SYSTEM, ep2).chips == (WOUNDS, TRAUMAS)
    pinned = structs.replace(struck, pinned=True)
    assert for_character(of_eva().with_chip(pinned), hurt, SYSTEM, ep2).chips == (pinned, TRAUMAS)


def test_nobody_suffers_nothing() -> None:
    assert for_character(of_eva(SMOKE), None, SYSTEM, ep2) == Draft(chips=(SMOKE,))


def test_suffering_never_makes_more_chips_than_a_draft_may_hold() -> None:
    full = of_eva(HARD, *(Chip(f"chip-{number}", 10) for number in range(MOST_MODIFIERS - 1)))
    assert len(full.chips) == MOST_MODIFIERS
    assert full.chips[:3] == (HARD, WOUNDS, TRAUMAS)
    assert msgspec.json.decode(msgspec.json.encode(full), type=Draft) == full


def test_tired_out_by_typed_stamina_or_by_what_follows_from_the_characteristics() -> None:
    tired = Chip("stamina", -4, "Stamina", Origin.CONDITION)
    strike = a_skill("Strike", 5, id="strike", aptitude="DEX")
    for stats in ({"STA": 20}, {"CON": 12, "WP": 8}, {"CON": 5, "WP": 5, "STA": 20}):
        fighter = a_character(stats=stats, skills=(strike,), health=Health(fatigue=18))
        assert for_character(Draft(), fighter, KAISER, kaiser).chips == (tired,)
    rested = a_character(stats={"CON": 12}, skills=(strike,), health=Health(fatigue=18))
    assert for_character(Draft(), rested, KAISER, kaiser).chips == ()


# --- Chips of the skill ----------------------------------------------------------------------------------------------

PISTOLS = Chip("special pistols", 10, "Pistols", Origin.SPECIALISATION)
RETRY = Chip("retry", -10, "Retry 1", Origin.RETRY)
RELATED = Chip("related", -30, "Related skill", Origin.RELATED)
HELP = Chip("teamwork", 10, "Teamwork 1", Origin.TEAMWORK)
KNOW, REF_CHECK = ability_of(a_character(), EP2, SKILL, "skill-know: triads"), Ability(CHECK, "REF", "REF check", 60)


def test_with_another_skill_go_the_chips_of_the_one_before_and_the_others_stay() -> None:
    draft = a_draft(HARD, PISTOLS, SMOKE, RETRY, AIM, RELATED)
    assert chosen(draft, a_character(), REF_CHECK, EP2, ep2).chips == (HARD, SMOKE, AIM)
    assert chosen(draft, a_character(), None, EP2, ep2).chips == (HARD, SMOKE, AIM)
    assert chosen(draft, a_character(), GUNS, EP2, ep2).chips == draft.chips


def test_with_another_character_go_the_chips_of_the_skill_though_its_name_is_the_same() -> None:
    assert for_character(a_draft(PISTOLS, SMOKE, RETRY), lao(), EP2, ep2).chips == (SMOKE,)
    assert for_character(a_draft(PISTOLS, SMOKE, RETRY), None, EP2, ep2).chips == (SMOKE,)


def test_help_stays_unless_the_helpers_of_the_new_skill_must_know_it() -> None:
    assert chosen(a_draft(HELP), a_character(), REF_CHECK, EP2, ep2).chips == (HELP,)
    assert chosen(a_draft(HELP), a_character(), KNOW, EP2, ep2).chips == ()
    assert chosen(a_draft(HELP), a_character(), KNOW, EP1, RULES["ep1"]).chips == (HELP,)
    assert chosen(a_draft(HELP), a_character(), None, EP2, ep2).chips == ()


def test_nobody_helps_themselves() -> None:
    by_lao = structs.replace(HELP, helpers=("nova", "lao"))
    assert for_character(a_draft(by_lao), lao(), EP2, ep2).chips == ()
    by_nova = structs.replace(HELP, helpers=("nova",))
    assert for_character(a_draft(by_nova), lao(), EP2, ep2).chips == (by_nova,)


def test_halving_and_a_point_to_be_spent_are_for_one_ability_of_one_character() -> None:
    point = Spend("vigor", "add_20")
    draft = a_draft(halved="up", point=point, advantage=2, fumble_degree=1)
    assert chosen(draft, a_character(), GUNS, EP2, ep2) == draft
    for other in (chosen(draft, a_character(), REF_CHECK, EP2, ep2), for_character(draft, lao(), EP2, ep2)):
        assert (other.halved, other.point, other.advantage, other.fumble_degree) == ("", None, 2, 1)
    nobody = for_character(draft, None, EP2, ep2)
    assert (nobody.halved, nobody.point) == ("", None)


# --- Both sides as the roster has them -------------------------------------------------------------------------------

BARE = Ability(AbilityKind.BARE, "", "45", 45)


def people(*characters: Character) -> Callable[[str], Character | None]:
    return {one.id: one for one in characters}.get


def against_lao(**changes: Any) -> Draft:
    side = Side("lao", "Lao", Ability(SKILL, "lao-melee", "Melee", 40, "SOM", 20), chips=(SMOKE,))
    return a_draft(AIM, mode=Mode.OPPOSED, opponent=structs.replace(side, **changes))


def test_both_sides_follow_their_characters() -> None:
    stronger = lao(name="Qing", health=SUFFERING).with_skill(a_skill("Melee", 55, id="lao-melee", aptitude="SOM"))
    draft = renewed_draft(against_lao(), people(eva(), stronger), EP2, ep2)
    assert draft.chips == (WOUNDS, TRAUMAS, AIM)
    melee = Ability(SKILL, "lao-melee", "Melee", 55, "SOM", 20)
    assert draft.opponent == Side("lao", "Qing", melee, chips=(WOUNDS, TRAUMAS, SMOKE))


def test_a_bare_number_stays_on_either_side_whatever_becomes_of_the_roster() -> None:
    draft = Draft(ability=BARE, chips=(SMOKE,), mode=Mode.OPPOSED, opponent=Side(ability=BARE, chips=(AIM,)))
    assert renewed_draft(draft, people(), EP2, ep2) == draft
    assert renewed_draft(draft, people(eva()), EP2, ep2) == draft


def test_an_opponent_who_is_gone_opposes_no_longer() -> None:
    draft = renewed_draft(against_lao(), people(a_character()), EP2, ep2)
    assert draft == a_draft(AIM, mode=Mode.OPPOSED)


def test_an_opponent_with_nothing_to_roll_is_still_there_and_what_they_answer_with_is_chosen_anew() -> None:
    lame = lao(skills=(), stats={})
    draft = renewed_draft(against_lao(), people(a_character(), lame), EP2, ep2)
    assert draft.opponent == Side("lao", "Lao", chips=(SMOKE,))
    assert renewed_draft(draft, people(a_character(), lame), EP2, ep2) == draft
    draft = renewed_draft(draft, people(a_character(), lao()), EP2, ep2)
    assert draft.opponent is not None
    assert draft.opponent.ability is None


def test_a_draft_without_an_opponent_gets_none() -> None:
    assert renewed_draft(a_draft(SMOKE), people(a_character()), EP2, ep2) == a_draft(SMOKE)


@pytest.mark.parametrize("mode", Mode)
def test_a_mode_that_the_system_lacks_is_rolled_alone(mode: Mode) -> None:
    foreign = {EP2.id: {Mode.SIMPLE, Mode.VARIABLE}, EP1.id: set(), KAISER.id: {Mode.SIMPLE, Mode.VARIABLE}}
    for system in (EP2, EP1, KAISER):
        draft = Draft(ability=BARE, mode=mode, opponent=Side(ability=BARE))
        kept = renewed_draft(draft, people(), system, RULES[system.id])
        assert kept == structs.replace(draft, mode=Mode.ALONE if mode in foreign[system.id] else mode)


def test_modifiers_between_the_tens_are_left_out_of_d100_and_kept_in_kaiser() -> None:
    odd, even = Chip("odd", 15), Chip("even", -20)
    side = Side(ability=BARE, chips=(odd, even), eyeballed=7)
    draft = Draft(ability=BARE, chips=(even, odd), eyeballed=15, mode=Mode.OPPOSED, opponent=side)
    kept = renewed_draft(draft, people(), EP2, ep2)
    assert (kept.chips, kept.eyeballed) == ((even,), None)
    assert kept.opponent == Side(ability=BARE, chips=(even,))
    assert renewed_draft(draft, people(), KAISER, kaiser) == draft
    tens = structs.replace(draft, chips=(even,), eyeballed=-40, opponent=None)
    assert renewed_draft(tens, people(), EP2, ep2) == tens


@pytest.mark.parametrize(("key", "aptitude"), [("COG", "COG"), ("COG × 2", "COG"), ("COG + SOM", "COG"), ("", "")])
def test_a_check_is_of_one_aptitude(key: str, aptitude: str) -> None:
    assert aptitude_of(key) == aptitude


def test_the_checks_of_an_aptitude_are_its_multiples_and_its_sums() -> None:
    system = System("ep1", "", ("COG", "SOM", "WIL"), 3, (), (), multiples=(3, 2, 1), sums=True)
    one = a_character(stats={"COG": 15, "SOM": 20})
    found = checks_of(one, system, "COG × 2")
    assert [(ability.key, ability.rating) for ability in found] == [
        ("COG", 45),
        ("COG × 2", 30),
        ("COG × 1", 15),
        ("COG + SOM", 35),
    ]


def test_a_system_without_multiples_lists_no_other_checks() -> None:
    assert checks_of(a_character(stats={"COG": 15}), System("ep2", "", ("COG",), 3, (), ()), "COG") == []


# --- Who suffers what ------------------------------------------------------------------------------------------------


def test_a_bare_number_follows_what_its_character_suffers() -> None:
    strike = Ability(AbilityKind.BARE, "blade", "Blade", 50)
    side = Side("eva", "Eva", strike, chips=(SMOKE,))
    hurt = renewed(side, knowing(a_character(name="Eva II", health=Health(wounds=2))), SYSTEM, ep2)
    assert (hurt.ability, hurt.name) == (strike, "Eva II")
    assert [(chip.label, chip.value) for chip in hurt.chips] == [("Wounds", -20), ("Smoke", -30)]
    healed = renewed(hurt, knowing(a_character(name="Eva II")), SYSTEM, ep2)
    assert healed.chips == (SMOKE,)


def test_a_bare_number_of_nobody_keeps_its_chips_and_loses_what_nobody_suffers() -> None:
    wounds = Chip("wounds", -20, "Wounds", Origin.CONDITION)
    side = Side("eva", "Eva", Ability(AbilityKind.BARE, "", "Target", 50), chips=(wounds, SMOKE))
    gone = renewed(side, knowing(None), SYSTEM, ep2)
    assert (gone.character, gone.chips, gone.base) == ("", (SMOKE,), 50)


def test_stamina_that_is_only_derived_tires_too() -> None:
    knight = a_character(stats={"CON": 5, "WP": 5, "DEX": 8}, health=Health(fatigue=8))
    side = chosen(Side(), knight, None, load_system("kaiser"), kaiser)
    assert [(chip.label, chip.value) for chip in side.chips] == [("Stamina", -4)]


def test_a_check_that_is_not_the_usual_multiple_is_rolled_as_it_is() -> None:
    one = a_character(stats={"SOM": 25, "REF": 20}, checks={"SOM": 95})
    assert ability_of(one, SYSTEM, CHECK, "SOM") == Ability(CHECK, "SOM", "SOM check", 95)
    assert ability_of(one, SYSTEM, CHECK, "REF") == Ability(CHECK, "REF", "REF check", 60)
