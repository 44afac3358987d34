"""The record of failed tests in a scene."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Side
from gm_desk.core.drafts.scene_record import SceneRecord, key_of
from makers import drafts

GUNS = Ability(AbilityKind.SKILL, "skill-guns", "Guns", 65, "REF", 20)
BARE = Ability(AbilityKind.BARE, "", "45", 45)


def a_draft(**changes: Any) -> Draft:
    return structs.replace(Draft("eva", "Eva", GUNS), **changes)


def against(character: str, ability: Ability = GUNS) -> Draft:
    return a_draft(mode=Mode.OPPOSED, opponent=Side(character, ability=ability))


def failed(*drafts: Draft) -> SceneRecord:
    scene = SceneRecord()
    for draft in drafts:
        scene = scene.after(draft, success=False)
    return scene


def test_failures_of_a_test_are_counted() -> None:
    assert [failed(*[a_draft()] * count).failures_of(a_draft()) for count in range(4)] == [0, 1, 2, 3]


def test_a_success_ends_the_counting_for_this_test_alone() -> None:
    other = a_draft(character="lao")
    scene = failed(a_draft(), a_draft(), other).after(a_draft(), success=True)
    assert (scene.failures_of(a_draft()), scene.failures_of(other)) == (0, 1)
    assert SceneRecord().after(a_draft(), success=True) == SceneRecord()


@pytest.mark.parametrize(
    "same",
    [
        a_draft(chips=(Chip("smoke", -30),)),
        a_draft(default=True),
        a_draft(name="Eve", ability=structs.replace(GUNS, label="Small arms", rating=70)),
        a_draft(opponent=Side("lao", ability=GUNS)),
    ],
    ids=["modifiers", "default", "renamed", "nobody opposes now"],
)
def test_the_same_test_is_the_same_whatever_else_changes(same: Draft) -> None:
    assert failed(a_draft()).failures_of(same) == 1


@pytest.mark.parametrize(
    "other",
    [
        a_draft(character="lao"),
        a_draft(ability=structs.replace(GUNS, key="skill-fray")),
        a_draft(ability=structs.replace(GUNS, kind=AbilityKind.CHECK)),
        against("lao"),
    ],
    ids=["character", "skill", "kind", "opponent"],
)
def test_another_test_has_failures_of_its_own(other: Draft) -> None:
    scene = failed(a_draft(), other, other)
    assert (scene.failures_of(a_draft()), scene.failures_of(other)) == (1, 2)


def test_each_opponent_makes_another_test() -> None:
    scene = failed(against("lao"), against("lao"), against("jaqui"))
    assert [scene.failures_of(against(one)) for one in ("lao", "jaqui", "nova")] == [2, 1, 0]
    defence = against("lao", structs.replace(GUNS, key="skill-fray"))
    assert scene.failures_of(defence) == 2, "the opponent is the same, whatever they answer with"


def test_what_is_nobodys_is_not_remembered() -> None:
    assert failed(Draft(ability=BARE), a_draft(ability=None), Draft()) == SceneRecord()


@given(st.lists(st.tuples(drafts, st.booleans()), max_size=12))
def test_a_scene_counts_failures_since_the_last_success_and_can_be_written_down(
    rolls: list[tuple[Draft, bool]],
) -> None:
    scene = SceneRecord()
    counted: dict[str, int] = {}
    for draft, success in rolls:
        scene = scene.after(draft, success=success)
        counted[key_of(draft)] = 0 if success else counted.get(key_of(draft), 0) + 1
    assert [scene.failures_of(draft) for draft, _ in rolls] == [counted[key_of(draft)] for draft, _ in rolls]
    assert msgspec.json.decode(msgspec.json.encode(scene), type=SceneRecord) == scene


def test_more_failures_than_anybody_counts_can_still_be_written_down() -> None:
    scene = SceneRecord({key_of(a_draft()): 999}).after(a_draft(), success=False)
    assert msgspec.json.decode(msgspec.json.encode(scene), type=SceneRecord) == scene


def test_a_roll_that_changes_nothing_leaves_the_scene_itself() -> None:
    scene = failed(a_draft())
    assert scene.after(against("lao", BARE), success=True) is scene
    assert scene.after(a_draft(), success=True) == SceneRecord()


def test_a_scene_that_is_given_back_goes_on_with_the_rolls_and_targets_of_the_present_one() -> None:
    before, now = failed(a_draft()).rolled(["r1"]), SceneRecord(aims={"eva": "lao"}).rolled(["r1", "r2"])
    assert before.without_rolls().going_on(now) == structs.replace(before, aims=now.aims, rolls=("r1", "r2"))
