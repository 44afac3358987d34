"""What a character can roll, and the same test for another."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.choosing import ability_of, aptitude_of, checks_of, chosen, for_character, renewed
from gm_desk.core.draft import Ability, AbilityKind, Chip, Draft
from gm_desk.core.roster import Character
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.core.systems import ep2
from gm_desk.core.systems.eclipse import success_test
from gm_desk.core.systems.system import SkillKind, System
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
