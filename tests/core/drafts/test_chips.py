"""The chips that a test suggests by itself, how they step, and who may help."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.drafts.chips import (
    further_relatives,
    helped,
    helpers_for,
    related_chip,
    relatives,
    retry_chip,
    stepped,
    steps_of,
    suggested,
    teamwork_chip,
)
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Origin, Side
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
GUNS = Ability(AbilityKind.SKILL, "skill-guns", "Guns", 65, "REF", 20)
RETRY = Chip("retry", -10, "Retry 1", Origin.RETRY)


def a_side(**changes: Any) -> Draft:
    return structs.replace(Draft("eva", "Eva", GUNS), **changes)


def versed(*specials: Specialisation) -> Character:
    """Make an Eva whose Guns have specialisations."""
    return a_character(skills=(a_skill(specialisations=specials),))


# --- What is suggested -----------------------------------------------------------------------------------------------


def test_a_specialisation_is_suggested_with_its_usual_bonus() -> None:
    chips = suggested(a_side(), versed(Specialisation(name="Pistols"), Specialisation(name="Sniping")), 0, EP2)
    assert chips == [
        Chip("special Pistols", 10, "Pistols", Origin.SPECIALISATION),
        Chip("special Sniping", 10, "Sniping", Origin.SPECIALISATION),
    ]


@pytest.mark.parametrize(
    ("rating", "values"), [(75, [10]), (85, [20]), (55, [-10]), (65, []), (70, []), (9999, []), (365, [300])]
)
def test_a_specialisation_with_a_rating_of_its_own_counts_by_the_difference(rating: int, values: list[int]) -> None:
    chips = suggested(a_side(), versed(Specialisation(name="Pistols", rating=rating)), 0, EP2)
    assert [chip.value for chip in chips] == values


@pytest.mark.parametrize(
    "side",
    [
        a_side(default=True),
        a_side(ability=Ability(AbilityKind.CHECK, "REF", "REF check", 60)),
        a_side(ability=Ability(AbilityKind.UNTRAINED, "Guns", "Guns", 0, "REF", 20)),
        a_side(ability=Ability(AbilityKind.BARE, "", "45", 45)),
        a_side(ability=structs.replace(GUNS, key="gone")),
        a_side(ability=None),
    ],
)
def test_a_specialisation_is_for_its_skill_alone(side: Draft) -> None:
    assert suggested(side, versed(Specialisation(name="Pistols")), 0, EP2) == []


def test_what_stands_already_is_not_suggested_again() -> None:
    pistols = Chip("special Pistols", 10, "Pistols", Origin.SPECIALISATION)
    eva = versed(Specialisation(name="Pistols"))
    assert suggested(a_side(chips=(pistols, RETRY)), eva, 1, EP2) == []
    assert suggested(a_side(chips=(RETRY,)), eva, 1, EP2) == [pistols]


@pytest.mark.parametrize(("failures", "value"), [(1, -10), (2, -20), (7, -70), (30, -300), (31, -300), (999, -300)])
def test_trying_again_is_suggested_after_failures_and_can_always_be_written_down(failures: int, value: int) -> None:
    (chip,) = suggested(a_side(), a_character(), failures, EP1)
    assert chip == Chip("retry", value, f"Retry {failures}", Origin.RETRY)
    assert msgspec.json.decode(msgspec.json.encode(chip), type=Chip) == chip


def test_nobody_has_no_specialisation_but_may_try_again() -> None:
    assert suggested(a_side(), None, 1, EP2) == [RETRY]
    assert suggested(a_side(), None, 0, EP2) == []


def test_kaiser_suggests_nothing() -> None:
    assert suggested(a_side(), versed(Specialisation(name="Pistols")), 3, KAISER) == []


# --- Steps -----------------------------------------------------------------------------------------------------------


def up_and_down(chip: Chip, system: System = EP2) -> list[int]:
    """List the values a chip takes on its way down to the lowest and then up to the highest."""
    seen = [chip]
    for step in (-1, 1):
        while (following := stepped(seen[-1], system, step)) != seen[-1]:
            seen.append(following)
    return [one.value for one in seen]


def test_help_steps_from_ten_to_thirty_and_no_further() -> None:
    assert up_and_down(teamwork_chip(2)) == [20, 10, 20, 30]
    assert stepped(teamwork_chip(2), EP2, 1) == Chip("teamwork", 30, "Teamwork 3", Origin.TEAMWORK)
    assert stepped(teamwork_chip(3), EP2, 1) == teamwork_chip(3)


@pytest.mark.parametrize(("helpers", "value"), [(1, 10), (3, 30), (4, 30), (9, 30)])
def test_three_helpers_are_worth_the_most(helpers: int, value: int) -> None:
    assert teamwork_chip(helpers).value == value


def test_helpers_by_name_are_named_until_their_number_changes() -> None:
    named = teamwork_chip(2, ["Lao", "Nova"], ["lao", "nova"])
    assert (named.label, named.helpers) == ("Teamwork 2: Lao, Nova", ("lao", "nova"))
    fewer = stepped(named, EP2, -1)
    assert (fewer.label, fewer.helpers) == ("Teamwork 1", ())
    assert stepped(teamwork_chip(1, ["Lao"], ["lao"]), EP2, -1).helpers == ("lao",)


def test_a_related_skill_costs_what_the_system_says() -> None:
    assert up_and_down(related_chip(-10, "Guns")) == [-10, -20, -30, -20, -10]
    assert up_and_down(related_chip(-30, "Guns")) == [-30, -20, -10]
    assert up_and_down(related_chip(-30, "Guns"), EP1) == [-30]
    assert stepped(related_chip(-10, "Guns"), EP2, -1).label == "For Guns"


def test_a_retry_steps_by_ten_and_never_below_one_failure() -> None:
    assert up_and_down(RETRY) == [-10, -20, -30, -40, -50, -60, -50, -40, -30, -20, -10]
    assert stepped(RETRY, EP2, -1) == Chip("retry", -20, "Retry 2", Origin.RETRY)
    assert stepped(RETRY, EP2, 1) == RETRY


def test_a_retry_after_many_failures_steps_up_again() -> None:
    assert stepped(retry_chip(9), EP2, -1) == retry_chip(9)
    assert stepped(retry_chip(9), EP2, 1) == retry_chip(8)
    assert steps_of(retry_chip(9), EP2)[0] == -90


def test_what_has_no_steps_stays_as_it_is() -> None:
    for chip in (Chip("smoke", -30, "Smoke"), Chip("wounds", -10, "Wounds", Origin.CONDITION)):
        assert stepped(chip, EP2, 1) == stepped(chip, EP2, -1) == chip
    odd = structs.replace(related_chip(-10, "Guns"), value=-40)
    assert stepped(odd, EP2, -1) == odd


@given(st.sampled_from([teamwork_chip(1), related_chip(-20, "Guns"), RETRY]), st.lists(st.integers(-3, 3), max_size=9))
def test_a_step_stays_a_chip_of_its_kind_struck_and_pinned_as_it_was(chip: Chip, steps: list[int]) -> None:
    marked = chip = structs.replace(chip, struck=True, pinned=True)
    for step in steps:
        chip = stepped(chip, EP2, step)
    assert chip.value in steps_of(chip, EP2)
    assert (chip.id, chip.origin, chip.struck, chip.pinned) == (marked.id, marked.origin, True, True)


# --- Helpers ---------------------------------------------------------------------------------------------------------


def crew(skill: str, **ratings: int) -> list[Character]:
    """Make characters with a rating in one skill; 0 lacks it."""
    return [
        Character(id=name, name=name.title(), skills=(Skill(id="own", name=skill, rating=rating),) if rating else ())
        for name, rating in ratings.items()
    ]


def rolling(skill: str) -> Side:
    return Side("eva", "Eva", Ability(AbilityKind.SKILL, "own", skill, 50))


@pytest.mark.parametrize("skill", ["Know: Triads", "Infosec", "Hardware: Robotics", "Research", "Pilot: Ground"])
def test_for_know_technical_and_vehicle_skills_a_helper_needs_forty_and_hears_so(skill: str) -> None:
    helpers = helpers_for(rolling(skill), crew(skill, lao=39, nova=40, okoro=0), EP2)
    assert [(one.id, one.refused) for one in helpers] == [
        ("nova", ""),
        ("lao", f"Lao: {skill} 39 (40 required)"),
        ("okoro", f"Okoro: no {skill} (40 required)"),
    ]


def test_the_other_side_never_helps() -> None:
    everybody = crew("Infosec", lao=50, nova=60)
    nova = next(one for one in everybody if one.id == "nova")
    assert [one.id for one in helpers_for(rolling("Infosec"), everybody, EP2, against=nova)] == ["lao"]


def test_the_group_of_the_other_side_does_not_help_and_the_own_group_is_named_first() -> None:
    groups = {"eva": "crew", "lao": "triad", "nova": "triad", "okoro": "", "rusty": "crew", "sava": "crew"}
    known = {"lao": 50, "nova": 60, "okoro": 50, "rusty": 50, "sava": 10}
    people = [structs.replace(one, group=groups[one.id]) for one in crew("Infosec", eva=50, **known)]
    lao = next(one for one in people if one.id == "lao")
    found = helpers_for(rolling("Infosec"), people, EP2, against=lao)
    assert [one.id for one in found] == ["rusty", "okoro", "sava"]
    rusty = next(one for one in people if one.id == "rusty")
    within = helpers_for(rolling("Infosec"), people, EP2, against=rusty)
    assert [one.id for one in within] == ["lao", "nova", "okoro", "sava"]


@pytest.mark.parametrize(
    "skill", ["Guns", "Athletics", "Persuade", "Perceive", "Psi", "COG check", "Exotic Skill: Whip"]
)
def test_with_any_other_test_anybody_helps(skill: str) -> None:
    assert [one.refused for one in helpers_for(rolling(skill), crew(skill, lao=10, okoro=0), EP2)] == ["", ""]


def test_in_the_first_edition_anybody_helps() -> None:
    assert [one.refused for one in helpers_for(rolling("Infosec"), crew("Infosec", lao=10, okoro=0), EP1)] == ["", ""]


def test_another_field_is_another_skill() -> None:
    (lao,) = helpers_for(rolling("Know: Triads"), crew("Know: Opera", lao=90), EP2)
    assert lao.refused == "Lao: no Know: Triads (40 required)"


def test_nobody_helps_themselves_nothing_or_in_kaiser() -> None:
    assert [one.id for one in helpers_for(rolling("Guns"), crew("Guns", eva=50, lao=50), EP2)] == ["lao"]
    assert helpers_for(Side("eva"), crew("Guns", lao=50), EP2) == []
    assert helpers_for(rolling("Strike"), crew("Strike", lao=50), KAISER) == []


# --- Relatives -------------------------------------------------------------------------------------------------------


def test_related_are_other_fields_first_and_then_skills_of_the_category() -> None:
    skills = (
        a_skill("Infosec", 40, category="Technical"),
        a_skill("Hardware: Robotics", 50, category="Technical"),
        a_skill("Guns", 60),
        a_skill("hardware: Aerospace", 30, category=""),
    )
    side = rolling("Hardware: Industrial")
    near = relatives(side, a_character(skills=skills), EP2)
    assert [skill.name for skill in near] == ["Hardware: Robotics", "hardware: Aerospace", "Infosec"]


def test_every_other_skill_may_stand_in_too_those_of_the_same_aptitude_first() -> None:
    listed = {"Guns": "REF", "Athletics": "SOM", "Melee": "SOM", "Know: Triads": "COG", "Infiltrate": "REF"}
    skills = tuple(Skill(id=name, name=name, rating=40, aptitude=aptitude) for name, aptitude in listed.items())
    character = a_character(skills=skills)
    ability = Ability(AbilityKind.UNTRAINED, "Fray", "Fray", 0, "REF", 20)
    side = Side("eva", ability=ability)
    likely, others = relatives(side, character, EP2), further_relatives(side, character, EP2)
    assert [skill.name for skill in likely] == ["Guns", "Melee"]
    assert [skill.name for skill in others] == ["Infiltrate", "Athletics", "Know: Triads"]


def test_a_check_has_no_relatives_at_all() -> None:
    character = a_character(skills=(Skill(id="guns", name="Guns", rating=40, aptitude="REF"),))
    check = Side("eva", ability=Ability(AbilityKind.CHECK, "REF", "REF check", 60))
    assert further_relatives(check, character, EP2) == []
    assert further_relatives(Side("eva"), character, EP2) == []


def test_a_skill_is_not_related_to_itself_nor_to_a_check() -> None:
    fighter = a_character(skills=(a_skill("GUNS"), a_skill("Melee", 40)))
    assert [skill.name for skill in relatives(rolling("Guns"), fighter, EP2)] == ["Melee"]
    assert relatives(rolling("REF check"), fighter, EP2) == []
    assert relatives(Side("eva"), fighter, EP2) == []


# --- One more helper, or one fewer -----------------------------------------------------------------------------------

LAO, NOVA, OKORO, ZAN = (Character(id=name.casefold(), name=name) for name in ("Lao", "Nova", "Okoro", "Zan"))
CREW = (LAO, NOVA, OKORO, ZAN)


def test_helpers_come_and_go_by_name() -> None:
    one = helped(None, NOVA, CREW)
    assert one == teamwork_chip(1, ["Nova"], ["nova"])
    assert helped(one, NOVA, CREW) is None
    two = helped(one, LAO, CREW)
    assert two == Chip("teamwork", 20, "Teamwork 2: Lao, Nova", Origin.TEAMWORK, helpers=("nova", "lao"))
    assert helped(two, NOVA, CREW) == teamwork_chip(1, ["Lao"], ["lao"])


def test_somebody_without_a_name_helps_too() -> None:
    assert helped(None, None, CREW) == teamwork_chip(1)
    assert helped(teamwork_chip(1, ["Lao"], ["lao"]), None, CREW) == teamwork_chip(2, ["Lao"], ["lao"])


def test_a_fourth_helper_is_named_and_adds_nothing() -> None:
    chip = None
    for helper in CREW:
        chip = helped(chip, helper, CREW)
    assert chip is not None
    assert (chip.value, chip.label) == (30, "Teamwork 4: Lao, Nova, Okoro, Zan")
    fewer = helped(chip, ZAN, CREW)
    assert fewer == teamwork_chip(3, ["Lao", "Nova", "Okoro"], ["lao", "nova", "okoro"])


def test_so_many_specialisations_are_suggested_and_no_more() -> None:
    eva = versed(*(Specialisation(name=f"S{number}") for number in range(5000)))
    assert len(suggested(a_side(), eva, 0, EP2)) == 20
