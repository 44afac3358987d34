"""The test as the GM composes it, from the first chip to what stands after the roll."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.draft import EYEBALLED, Ability, AbilityKind, Chip, Draft, Origin
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.requests import MOST_MODIFIERS, SuccessTest
from gm_desk.core.systems.eclipse import success_test
from makers import chips, drafts, values

GUNS = Ability(AbilityKind.SKILL, "skill-guns", "Guns", 65, "REF", 20)
SMOKE = Chip("smoke", -30, "Smoke")
AIM = Chip("aim", 10, "Aim", pinned=True)


def a_draft(*made: Chip, **changes: Any) -> Draft:
    return structs.replace(Draft("eva", "Eva", GUNS, chips=made), **changes)


# --- What is asked of the dice ---------------------------------------------------------------------------------------


def counted(draft: Draft) -> tuple[Modifier, ...]:
    return tuple(Modifier(chip.value, chip.label) for chip in draft.counting)


def test_nothing_is_asked_while_nothing_is_chosen() -> None:
    assert success_test(Draft(chips=(SMOKE,))) is None
    assert Draft().base == 0


def test_a_request_holds_the_rating_and_the_labelled_modifiers_in_their_order() -> None:
    modifiers = (Modifier(-30, "Smoke"), Modifier(10, "Aim"))
    assert success_test(a_draft(SMOKE, AIM)) == SuccessTest(65, modifiers, default=False)


def test_a_struck_chip_does_not_count() -> None:
    assert counted(a_draft(structs.replace(SMOKE, struck=True), AIM)) == (Modifier(10, "Aim"),)


def test_one_eyeballed_net_stands_for_all_chips() -> None:
    assert counted(a_draft(SMOKE, AIM).eyeball(-20)) == (Modifier(-20, EYEBALLED),)
    assert counted(a_draft(SMOKE, AIM).eyeball(0)) == (Modifier(0, EYEBALLED),)


def test_chips_count_again_when_eyeballing_ends() -> None:
    assert a_draft(SMOKE, AIM).eyeball(-20).eyeball(None) == a_draft(SMOKE, AIM)


@pytest.mark.parametrize(
    "itemise",
    [
        lambda draft: draft.with_chip(Chip("new", 10)),
        lambda draft: draft.without_chip("smoke"),
        lambda draft: draft.with_difficulty(-10, "Slightly Hard"),
    ],
)
def test_itemising_ends_eyeballing(itemise: Any) -> None:
    assert itemise(a_draft(SMOKE).eyeball(-20)).eyeballed is None


@pytest.mark.parametrize(("net", "eyeballed"), [(60, 60), (300, 300), (500, 300), (-500, -300)])
def test_an_eyeballed_net_is_at_most_what_a_modifier_may_be(net: int, eyeballed: int) -> None:
    assert Draft().eyeball(net).eyeballed == eyeballed


def test_a_base_is_at_most_what_a_request_may_hold() -> None:
    assert a_draft(ability=structs.replace(GUNS, rating=999)).base == 200


@given(drafts, st.lists(chips, max_size=60), values, values)
def test_whatever_is_drafted_can_be_written_down_and_read_again(
    draft: Draft, more: list[Chip], difficulty: int, net: int
) -> None:
    for chip in more:
        draft = draft.with_chip(chip)
    for drafted in (draft, draft.with_difficulty(difficulty, "Hard"), draft.eyeball(2 * net), draft.spent()):
        request = success_test(drafted)
        assert msgspec.json.decode(msgspec.json.encode(drafted), type=Draft) == drafted
        assert msgspec.json.decode(msgspec.json.encode(request), type=SuccessTest) == request


def test_a_draft_is_written_down_in_words_that_stay() -> None:
    difficulty = Chip("difficulty", -20, "Hard", Origin.DIFFICULTY)
    draft = a_draft(difficulty, structs.replace(AIM, struck=True), default=True, eyeballed=10)
    assert json.loads(msgspec.json.encode(draft)) == {
        "character": "eva",
        "name": "Eva",
        "ability": {
            "kind": "skill",
            "key": "skill-guns",
            "label": "Guns",
            "rating": 65,
            "linked": "REF",
            "linked_rating": 20,
        },
        "default": True,
        "chips": [
            {"id": "difficulty", "value": -20, "label": "Hard", "origin": "difficulty"},
            {"id": "aim", "value": 10, "label": "Aim", "struck": True, "pinned": True},
        ],
        "eyeballed": 10,
    }
    assert json.loads(msgspec.json.encode(Draft(chips=(Chip("10", 10),)))) == {"chips": [{"id": "10", "value": 10}]}
    assert [str(kind) for kind in AbilityKind] == ["skill", "check", "untrained", "resistance", "rep", "bare"]
    assert [chip.label for chip in draft.counting] == ["Eyeballed"]


# --- Defaulting ------------------------------------------------------------------------------------------------------


def test_defaulting_rolls_on_the_linked_aptitude() -> None:
    draft = a_draft().defaulting(default=True)
    assert draft.defaults
    assert success_test(draft) == SuccessTest(20, default=True)
    assert success_test(draft.defaulting(default=False)) == SuccessTest(65)


def test_an_untrained_skill_is_always_defaulted() -> None:
    draft = a_draft(ability=Ability(AbilityKind.UNTRAINED, "Melee", "Melee", 0, "SOM", 10))
    assert draft.defaults
    assert success_test(draft) == SuccessTest(10, default=True)


def test_without_a_linked_aptitude_nothing_is_defaulted() -> None:
    check = Ability(AbilityKind.CHECK, "REF", "REF check", 60)
    assert not a_draft(ability=check, default=True).defaults
    assert success_test(a_draft(ability=check, default=True)) == SuccessTest(60)
    assert not Draft(default=True).defaults


def test_a_linked_aptitude_of_zero_is_one() -> None:
    draft = a_draft(ability=structs.replace(GUNS, linked_rating=0), default=True)
    assert success_test(draft) == SuccessTest(0, default=True)


# --- Chips -----------------------------------------------------------------------------------------------------------


def test_a_new_chip_comes_last() -> None:
    assert a_draft(SMOKE).with_chip(AIM).chips == (SMOKE, AIM)


def test_a_chip_takes_the_place_of_the_one_with_its_id() -> None:
    struck = structs.replace(SMOKE, struck=True)
    assert a_draft(SMOKE, AIM).with_chip(struck).chips == (struck, AIM)


def test_a_chip_is_taken_away_by_its_id() -> None:
    assert a_draft(SMOKE, AIM).without_chip("smoke").chips == (AIM,)
    assert a_draft(SMOKE).eyeball(10).without_chip("nothing") == a_draft(SMOKE).eyeball(10)


def test_there_are_never_more_chips_than_a_request_may_hold() -> None:
    full = a_draft(*(Chip(f"chip-{number}", 10) for number in range(MOST_MODIFIERS)))
    assert full.with_chip(SMOKE) == full
    assert full.with_chip(Chip("chip-0", 20)).chips[0].value == 20
    harder = full.with_difficulty(-30, "Very Hard")
    assert (len(harder.chips), harder.difficulty) == (MOST_MODIFIERS, -30)


def test_a_difficulty_is_the_first_chip_and_there_is_one() -> None:
    draft = a_draft(SMOKE).with_difficulty(-10, "Slightly Hard").with_difficulty(-20, "Hard")
    assert draft.difficulty == -20
    assert draft.chips == (Chip("difficulty", -20, "Hard", Origin.DIFFICULTY), SMOKE)
    assert counted(draft) == (Modifier(-20, "Hard"), Modifier(-30, "Smoke"))


def test_an_average_difficulty_is_no_chip() -> None:
    assert a_draft(SMOKE).with_difficulty(-10, "Slightly Hard").with_difficulty(0, "Average") == a_draft(SMOKE)
    assert a_draft(SMOKE).difficulty is None


def test_after_the_roll_pinned_chips_stand_and_one_shots_do_not() -> None:
    difficulty = Chip("difficulty", -20, "Hard", Origin.DIFFICULTY)
    struck = structs.replace(AIM, struck=True)
    assert a_draft(difficulty, SMOKE, AIM).eyeball(-20).spent() == a_draft(AIM)
    assert a_draft(struck).spent() == a_draft(struck)


def test_after_the_roll_who_and_what_stand() -> None:
    assert a_draft(SMOKE, default=True).spent() == a_draft(default=True)
