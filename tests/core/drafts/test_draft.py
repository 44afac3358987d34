"""The test as the GM composes it, from the first chip to what stays after the roll."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.draft import (
    EYEBALLED,
    LEVELS,
    Ability,
    AbilityKind,
    AttackSetup,
    Chip,
    Draft,
    Level,
    Mode,
    Origin,
    Side,
    Spend,
)
from gm_desk.core.rules.dice import Halving
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import MOST_MODIFIERS, SuccessTest
from gm_desk.core.systems.eclipse import success_test
from makers import chips, drafts, values

HANDS: tuple[Hand, Hand] = ("a", "b")
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
    assert [chip.label for chip in draft.counting] == ["Net set by hand"]


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


def test_after_the_roll_the_condition_stands_and_counts_again() -> None:
    wounds = Chip("wounds", -20, "Wounds", Origin.CONDITION)
    struck, pinned = structs.replace(wounds, struck=True), structs.replace(wounds, struck=True, pinned=True)
    assert a_draft(wounds, SMOKE).spent() == a_draft(wounds)
    assert a_draft(struck).spent() == a_draft(wounds)
    assert a_draft(pinned).spent() == a_draft(pinned)


def test_after_the_roll_points_and_levels_are_gone() -> None:
    loaded = a_draft(point=Spend("vigor", "add_20"), advantage=2, disadvantage=1, fumble_degree=-3, eyeballed=10)
    assert loaded.spent() == a_draft()


@given(drafts)
def test_after_the_roll_only_pinned_chips_the_condition_and_choices_are_left(draft: Draft) -> None:
    left = draft.spent()
    assert all(chip.pinned or chip.origin in {Origin.CONDITION, Origin.CHOICE} for chip in left.chips)
    assert [chip.id for chip in left.chips if chip.pinned] == [chip.id for chip in draft.chips if chip.pinned]
    assert left.spent() == left
    assert (left.base, left.what, left.defaults) == (draft.base, draft.what, draft.defaults)


# --- Halving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rating", "halved", "base"),
    [(45, "", 45), (45, "up", 23), (45, "down", 22), (60, "up", 30), (60, "down", 30), (1, "up", 1), (1, "down", 0)],
)
def test_the_base_is_halved_before_any_modifier(rating: int, halved: Halving, base: int) -> None:
    draft = a_draft(SMOKE, ability=structs.replace(GUNS, rating=rating), halved=halved)
    assert success_test(draft) == SuccessTest(base, (Modifier(-30, "Smoke"),))


def test_a_defaulted_defence_is_halved_too() -> None:
    fray = Ability(AbilityKind.UNTRAINED, "Fray", "Fray", 0, "REF", 25)
    assert (a_draft(ability=fray, halved="up").base, a_draft(ability=fray, halved="down").base) == (13, 12)
    assert a_draft(default=True, halved="up").base == 10


def test_a_base_is_held_to_what_a_request_may_hold_and_halved_then() -> None:
    assert a_draft(ability=structs.replace(GUNS, rating=999), halved="up").base == 100


def test_what_is_rolled_says_that_it_is_halved() -> None:
    assert (a_draft().what, a_draft(halved="down").what, Draft(halved="up").what) == ("Guns", "Guns ÷ 2", "")


# --- Difficulties to reach -------------------------------------------------------------------------------------------


def test_a_difficulty_to_reach_is_a_chip_unless_it_is_the_usual_one() -> None:
    draft = a_draft(SMOKE).with_difficulty(12, "Difficult", 8)
    assert (draft.difficulty, draft.chips) == (12, (Chip("difficulty", 12, "Difficult", Origin.DIFFICULTY), SMOKE))
    assert draft.with_difficulty(8, "Moderate", 8) == a_draft(SMOKE)
    assert draft.with_difficulty(0, "", 8).difficulty == 0


def test_a_difficulty_to_reach_is_no_modifier_and_leaves_an_eyeballed_net() -> None:
    assert a_draft(SMOKE).eyeball(-20).with_difficulty(12, "Difficult", 8).eyeballed == -20


# --- Two sides -------------------------------------------------------------------------------------------------------

FRAY = Ability(AbilityKind.SKILL, "fray", "Fray", 45, "REF", 15)
LAO = Side("lao", "Lao", FRAY)


def against(*made: Chip, opponent: Side | None = LAO, **changes: Any) -> Draft:
    return a_draft(*made, mode=Mode.ATTACK, opponent=opponent, **changes)


@pytest.mark.parametrize("mode", Mode)
def test_two_sides_roll_in_some_modes(mode: Mode) -> None:
    two = mode in {Mode.OPPOSED, Mode.VARIABLE, Mode.ATTACK}
    assert (mode.two_sided, Draft(mode=mode).opposed) == (two, two)


def test_the_first_side_is_the_draft_and_the_other_one_its_opponent() -> None:
    draft = against()
    assert draft.side("a") is draft
    assert draft.side("b") == LAO
    assert Draft().side("b") == Side()


def test_one_side_is_put_in_place_and_the_other_stays() -> None:
    changed = against(AIM).with_side("b", LAO.with_chip(SMOKE))
    assert changed == against(AIM, opponent=Side("lao", "Lao", FRAY, chips=(SMOKE,)))
    assert changed.with_side("a", changed.without_chip("aim")).opponent == changed.opponent


def test_the_first_side_cannot_be_anything_but_a_draft() -> None:
    with pytest.raises(TypeError):
        against().with_side("a", LAO)


def test_after_the_roll_both_sides_are_spent_and_the_ruling_is_over() -> None:
    wounded = LAO.with_chip(structs.replace(AIM, id="cover")).with_chip(SMOKE)
    draft = against(AIM, SMOKE, opponent=wounded, ruling="higher_roll", most_severe=True)
    cover = structs.replace(AIM, id="cover")
    assert draft.after_roll() == against(AIM, opponent=Side("lao", "Lao", FRAY, chips=(cover,)))
    assert a_draft(SMOKE).after_roll() == a_draft()


def test_a_halved_opponent_stands_halved_after_the_roll() -> None:
    halved = structs.replace(LAO, halved="up")
    assert against(opponent=halved).after_roll().opponent == halved


def test_the_most_severe_alone_counts_in_the_tests_own_house() -> None:
    assert a_draft(most_severe=True).house(House(cap=40)) == House(cap=40, most_severe=True)
    assert a_draft().house(House(cap=40)) == House(cap=40)
    assert a_draft().house(House(most_severe=True)) == House(most_severe=True)


@given(drafts, drafts, st.sampled_from(Mode))
def test_two_sides_can_be_written_down_and_read_again(draft: Draft, other: Draft, mode: Mode) -> None:
    side = Side(other.character, other.name, other.ability, other.default, other.chips, other.eyeballed, "up")
    whole = structs.replace(draft, mode=mode, opponent=side, ruling="roll_off", most_severe=True)
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Draft) == whole


# --- Pinning ---------------------------------------------------------------------------------------------------------

PINNED_SMOKE = structs.replace(SMOKE, pinned=True)


def test_what_is_pinned_on_one_side_stands_on_both() -> None:
    for hand, draft in (("a", against(SMOKE)), ("b", against(opponent=LAO.with_chip(SMOKE)))):
        pinned = draft.pinning(SMOKE, hand="a" if hand == "a" else "b")
        assert pinned.chips == (PINNED_SMOKE,)
        assert pinned.side("b").chips == (PINNED_SMOKE,)


def test_what_is_let_go_of_is_a_one_shot_of_its_side_and_gone_from_the_other() -> None:
    pinned = against(SMOKE, AIM).pinning(SMOKE, hand="a")
    freed = pinned.pinning(PINNED_SMOKE, hand="a")
    assert (freed.chips, freed.side("b").chips) == ((SMOKE, AIM), ())
    freed = pinned.pinning(PINNED_SMOKE, hand="b")
    assert (freed.chips, freed.side("b").chips) == ((AIM,), (SMOKE,))


def test_without_an_opponent_only_one_side_pins() -> None:
    assert a_draft(SMOKE).pinning(SMOKE, hand="a") == a_draft(PINNED_SMOKE)
    assert a_draft(PINNED_SMOKE).pinning(PINNED_SMOKE, hand="a") == a_draft(SMOKE)


def test_what_a_character_suffers_is_nobody_elses_though_it_is_pinned() -> None:
    mine, theirs = (Chip("wounds", value, "Wounds", Origin.CONDITION) for value in (-10, -30))
    pinned = against(mine, opponent=LAO.with_chip(theirs)).pinning(mine, hand="a")
    assert pinned.chips == (structs.replace(mine, pinned=True),)
    assert pinned.side("b").chips == (theirs,)
    freed = pinned.pinning(structs.replace(mine, pinned=True), hand="a")
    assert (freed.chips, freed.side("b").chips) == ((mine,), (theirs,))
    assert against(mine).pinning(mine, hand="a").side("b").chips == ()


def test_a_pinned_level_stays_after_the_roll_and_the_others_go() -> None:
    draft = a_draft(advantage=2, disadvantage=1, fumble_degree=-3, pinned=("disadvantage",), adjust=4)
    assert draft.after_roll() == a_draft(disadvantage=1, pinned=("disadvantage",))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hand", ["a", "b"])
def test_a_level_that_is_pinned_on_one_side_stands_on_both(level: Level, hand: Hand) -> None:
    draft = against()
    draft = draft.with_side(hand, draft.side(hand).with_level(level, 2))
    pinned = draft.pinning_both(level, hand=hand)
    assert [(pinned.side(one).level(level), pinned.side(one).pinned) for one in HANDS] == [(2, (level,))] * 2
    freed = pinned.pinning_both(level, hand=hand)
    assert freed == draft
    assert a_draft().with_level(level, 2).pinning_both(level, hand="a").opponent is None


def test_who_comes_to_oppose_brings_what_is_pinned_and_nothing_else() -> None:
    draft = a_draft(SMOKE, AIM, advantage=1, disadvantage=2, pinned=("disadvantage",))
    assert draft.newcomer == Side(chips=(AIM,), disadvantage=2, pinned=("disadvantage",))


def test_a_new_scene_lets_both_sides_go_of_pinned_levels_and_keeps_the_others() -> None:
    draft = against(advantage=1, fumble_degree=3).with_level("advantage", 1).pinning_both("advantage", hand="a")
    scene = draft.in_new_scene()
    assert (scene.advantage, scene.fumble_degree, scene.pinned) == (0, 3, ())
    assert scene.side("b") == LAO


@given(drafts)
def test_levels_are_kept_or_taken_with_their_pins(draft: Draft) -> None:
    for keep in ((), ("advantage",), LEVELS):
        left = draft.without_levels(keep=keep)
        assert [left.level(one) for one in LEVELS] == [draft.level(one) if one in keep else 0 for one in LEVELS]
        assert left.pinned == tuple(one for one in draft.pinned if one in keep)


def test_a_difficulty_off_the_ladder_is_called_one() -> None:
    assert a_draft().with_difficulty(14, "", 8).chips == (Chip("difficulty", 14, "Difficulty", Origin.DIFFICULTY),)


def test_what_is_composed_is_another_once_degrees_or_levels_are() -> None:
    draft = against()
    others = [structs.replace(draft, adjust=1), *(draft.with_level(level, 1) for level in LEVELS)]
    others.append(structs.replace(draft, setup=AttackSetup("BF-hit", {"range": "beyond"})))
    assert len({one.whole_composition for one in (draft, *others)}) == 6


def test_a_new_scene_lets_both_sides_go_of_what_is_pinned_and_of_nothing_else() -> None:
    draft = against(SMOKE, AIM, opponent=LAO.with_chip(AIM).with_chip(SMOKE), eyeballed=20)
    scene = draft.in_new_scene()
    assert (scene.chips, scene.side("b").chips, scene.eyeballed) == ((SMOKE,), (SMOKE,), 20)
    assert a_draft(AIM).in_new_scene() == a_draft()


def test_a_new_scene_heals_nobody() -> None:
    wounds = Chip("wounds", -20, "Wounds", Origin.CONDITION)
    for marked in (wounds, structs.replace(wounds, pinned=True), structs.replace(wounds, struck=True, pinned=True)):
        assert a_draft(marked, AIM).in_new_scene() == a_draft(wounds)
