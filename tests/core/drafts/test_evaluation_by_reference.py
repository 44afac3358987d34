"""What a draft comes to before the roll: the rules' own answers, told by an independent reference."""

from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side, Spend
from gm_desk.core.drafts.evaluation import Evaluation, evaluate, idle_chips
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import CheckOdds, ContestOdds, KaiserOdds, Odds
from gm_desk.core.rules.requests import OpposedTest, SimpleTest, SuccessTest
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system
from reference import answered
from thorough import tries

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
GUNS = Ability(AbilityKind.SKILL, "skill-guns", "Guns", 65, "REF", 20)
BOOK = House()
Json = dict[str, Any]

tens = st.integers(-6, 6).map(lambda n: n * 10)
points = st.sampled_from(["ignore_modifiers", "add_20"])


def abilities(*kinds: AbilityKind, least: int = 0, most: int = 120) -> st.SearchStrategy[Ability]:
    return st.builds(
        Ability,
        kind=st.sampled_from(kinds),
        key=st.just("key"),
        label=st.just("Guns"),
        rating=st.integers(least, most),
        linked=st.just("REF"),
        linked_rating=st.none() | st.integers(0, 30),
    )


def chips_of(values: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[Chip, ...]]:
    made = st.lists(st.tuples(values, st.booleans()), max_size=5)
    return made.map(lambda some: tuple(Chip(str(n), value, struck=struck) for n, (value, struck) in enumerate(some)))


def eclipse_sides(point: st.SearchStrategy[Any]) -> st.SearchStrategy[Draft]:
    return st.builds(
        Draft,
        ability=abilities(AbilityKind.SKILL, AbilityKind.UNTRAINED, AbilityKind.CHECK),
        default=st.booleans(),
        chips=chips_of(tens),
        eyeballed=st.none() | tens,
        halved=st.sampled_from(["", "", "up", "down"]),
        point=st.none() | st.builds(Spend, points=st.just("flex"), use=point),
    )


EP1_SIDES, EP2_SIDES = eclipse_sides(st.just("ignore_modifiers")), eclipse_sides(points)
HOUSES = {
    "ep1": st.fixed_dictionaries(
        {}, optional={"cap": st.none() | st.integers(0, 80), "printing": st.sampled_from(["late", "first"])}
    ),
    "ep2": st.fixed_dictionaries(
        {},
        optional={
            "cap": st.none() | st.integers(0, 80),
            "pool_in_cap": st.booleans(),
            "default_criticals": st.sampled_from(["ignored", "count"]),
        },
    ),
}


def side_as_json(side: Side) -> Json:
    """Spell a side as a request has it, by the words of the rules page."""
    assert side.ability is not None
    defaulted = side.ability.linked_rating is not None and (side.default or side.ability.kind == "untrained")
    base = side.ability.linked_rating if defaulted else side.ability.rating
    assert base is not None
    base = {"": base, "up": (base + 1) // 2, "down": base // 2}[side.halved]
    values = [chip.value for chip in side.chips if not chip.struck]
    spelled: Json = {"target": base, "modifiers": values if side.eyeballed is None else [side.eyeballed]}
    if defaulted:
        spelled["default"] = True
    if side.point:
        spelled["pool"] = side.point.use
    return spelled


def opposed(first: Draft, second: Draft, mode: Mode) -> Draft:
    """Set the values of one draft against another."""
    fields = {name: getattr(second, name) for name in Side.__struct_fields__}
    return structs.replace(first, mode=mode, opponent=Side(**fields))


def agrees(reading: Evaluation, asked: Json) -> None:
    """Compare a reading of one side with what the reference answers."""
    answer = answered(asked)
    assert isinstance(reading.odds, Odds)
    assert (reading.net.sum, reading.net.net) == (answer["sum"], answer["net"])
    assert (reading.odds.base, reading.odds.target) == (answer["base"], answer["target"])
    assert {grade.value: count for grade, count in reading.odds.counts.items()} == answer["odds"]


# --- Net and odds ----------------------------------------------------------------------------------------------------


@settings(max_examples=tries(60))
@given(EP2_SIDES, HOUSES["ep2"])
def test_net_and_odds_of_any_draft_are_those_of_the_second_edition(draft: Draft, house: Json) -> None:
    reading = evaluate(draft, "a", EP2, House(**house))
    agrees(reading, {"system": "ep2", "check": "success", "house": house, **side_as_json(draft)})


@settings(max_examples=tries(60))
@given(EP1_SIDES, HOUSES["ep1"], st.booleans(), st.booleans())
def test_net_and_odds_of_any_draft_are_those_of_the_first_edition(
    draft: Draft, house: Json, severe: bool, severe_house: bool
) -> None:
    draft = structs.replace(draft, most_severe=severe)
    reading = evaluate(draft, "a", EP1, House(**house, most_severe=severe_house))
    told = {**house, "most_severe": severe or severe_house}
    agrees(reading, {"system": "ep1", "check": "success", "house": told, **side_as_json(draft)})


@settings(max_examples=6, deadline=None)
@given(
    EP2_SIDES, EP2_SIDES, st.sampled_from([Mode.OPPOSED, Mode.ATTACK]), st.sampled_from(["deadlock", "higher_skill"])
)
def test_both_sides_of_any_draft_have_the_odds_of_the_second_edition(
    first: Draft, second: Draft, mode: Mode, ruling: Any
) -> None:
    draft = structs.replace(opposed(first, second, mode), ruling=ruling)
    a, b = side_as_json(first), side_as_json(second)
    asked: Json = {"system": "ep2", "check": "opposed", "a": a, "b": b, "attack": mode is Mode.ATTACK}
    both = evaluate(draft, "a", EP2, BOOK).both
    assert isinstance(both, ContestOdds)
    assert {"a": both.a, "b": both.b, "neither": both.neither} == answered({**asked, "ruling": ruling})["odds"]
    agrees(evaluate(draft, "b", EP2, BOOK), {"system": "ep2", "check": "success", **b})


@settings(max_examples=6, deadline=None)
@given(EP1_SIDES, EP1_SIDES, st.sampled_from([Mode.OPPOSED, Mode.VARIABLE, Mode.ATTACK]))
def test_both_sides_of_any_draft_have_the_odds_of_the_first_edition(first: Draft, second: Draft, mode: Mode) -> None:
    a, b = side_as_json(first), side_as_json(second)
    asked: Json = {"system": "ep1", "check": "opposed", "a": a, "b": b, "variable": mode is Mode.VARIABLE}
    both = evaluate(opposed(first, second, mode), "a", EP1, BOOK).both
    assert isinstance(both, ContestOdds)
    assert {"a": both.a, "b": both.b, "neither": both.neither} == answered(asked)["odds"]


# --- Kaiser ----------------------------------------------------------------------------------------------------------


def kaiser_sides(*kinds: AbilityKind) -> st.SearchStrategy[Draft]:
    return st.builds(
        Draft,
        ability=abilities(*kinds, least=-5, most=12),
        chips=chips_of(st.integers(-7, 7)),
        eyeballed=st.none() | st.integers(-4, 4),
        advantage=st.integers(0, 2),
        disadvantage=st.integers(0, 2),
        fumble_degree=st.integers(-4, 6),
    )


def effort_as_json(side: Side, *, levels: bool, fumbles: bool) -> Json:
    assert side.ability is not None
    values = [chip.value for chip in side.chips if not chip.struck and chip.origin is not Origin.DIFFICULTY]
    spelled: Json = {"value": side.ability.rating, "modifiers": values if side.eyeballed is None else [side.eyeballed]}
    if levels:
        spelled |= {"advantage": side.advantage, "disadvantage": side.disadvantage}
    return spelled | ({"fumble_degree": side.fumble_degree} if fumbles else {})


@settings(max_examples=25, deadline=None)
@given(
    kaiser_sides(AbilityKind.SKILL, AbilityKind.RESISTANCE, AbilityKind.CHECK, AbilityKind.BARE),
    st.none() | st.sampled_from([one.value for one in KAISER.difficulties]),
    st.sampled_from([1, 2]),
)
def test_net_and_odds_of_any_draft_are_those_of_kaiser(draft: Draft, reach: int | None, dice: Literal[1, 2]) -> None:
    kind = draft.ability.kind if draft.ability else ""
    draft = draft if reach is None else draft.with_difficulty(reach, "", KAISER.reach)
    check = {"resistance": "resistance", "check": "characteristic"}.get(kind, "skill")
    effort = effort_as_json(draft, levels=check != "characteristic", fumbles=check == "skill")
    house = {"characteristic_dice": dice}
    asked = {"system": "kaiser", "check": check, "difficulty": 8 if reach is None else reach, "house": house, **effort}
    reading = evaluate(draft, "a", KAISER, House(characteristic_dice=dice))
    assert reading.net == Net(sum(effort["modifiers"]), sum(effort["modifiers"]))
    assert isinstance(reading.odds, CheckOdds)
    for name, chance in answered(asked)["odds"].items():
        assert float(getattr(reading.odds, name)) == pytest.approx(chance, abs=1e-9)


@settings(max_examples=8, deadline=None)
@given(kaiser_sides(AbilityKind.SKILL), kaiser_sides(AbilityKind.SKILL), st.sampled_from([Mode.OPPOSED, Mode.ATTACK]))
def test_both_sides_of_any_draft_have_the_odds_of_kaiser(first: Draft, second: Draft, mode: Mode) -> None:
    a, b = (effort_as_json(side, levels=True, fumbles=True) for side in (first, second))
    check = "attack" if mode is Mode.ATTACK else "opposed_skill"
    both = evaluate(opposed(first, second, mode), "a", KAISER, BOOK).both
    assert isinstance(both, KaiserOdds)
    for name, chance in answered({"system": "kaiser", "check": check, "a": a, "b": b})["odds"].items():
        assert float(getattr(both, name)) == pytest.approx(chance, abs=1e-9)


def test_the_difficulty_to_reach_is_the_tests_whichever_side_is_in_hand() -> None:
    strike = Ability(AbilityKind.SKILL, "strike", "Strike", 5)
    draft = Draft(ability=strike, mode=Mode.ATTACK, opponent=Side(ability=strike)).with_difficulty(12, "", 8)
    for hand in ("a", "b"):
        odds = evaluate(draft, hand, KAISER, BOOK).odds
        alone = evaluate(structs.replace(draft, mode=Mode.ALONE, opponent=None), "a", KAISER, BOOK).odds
        assert odds == alone


# --- What is missing -------------------------------------------------------------------------------------------------


def test_while_nothing_is_chosen_there_is_a_net_and_nothing_else() -> None:
    for system in (EP1, EP2, KAISER):
        reading = evaluate(Draft(chips=(Chip("smoke", -30),)), "a", system, BOOK)
        assert reading == Evaluation(None, Net(-30, -30), None, None, frozenset(), routine=False)


def test_while_an_opponent_is_missing_each_side_has_its_own_odds_and_there_are_none_for_both() -> None:
    for system in (EP1, EP2, KAISER):
        draft = Draft(ability=GUNS, mode=Mode.OPPOSED)
        for reading in (
            evaluate(draft, "a", system, BOOK),
            evaluate(opposed(draft, Draft(), Mode.OPPOSED), "a", system, BOOK),
        ):
            assert (reading.request, reading.both) == (None, None)
            assert reading.odds is not None
        assert evaluate(draft, "b", system, BOOK).odds is None


def test_a_simple_test_has_the_odds_of_being_strong() -> None:
    draft = Draft(ability=GUNS, mode=Mode.SIMPLE, chips=(Chip("smoke", -30),))
    reading = evaluate(draft, "a", EP1, BOOK)
    assert isinstance(reading.request, SimpleTest)
    assert isinstance(reading.odds, Odds)
    assert (reading.odds.target, reading.both, reading.net) == (35, None, Net(-30, -30))


def test_an_opponent_that_is_remembered_while_one_rolls_alone_does_not_roll() -> None:
    draft = opposed(Draft(ability=GUNS), Draft(ability=GUNS), Mode.ALONE)
    reading = evaluate(draft, "a", EP2, BOOK)
    assert isinstance(reading.request, SuccessTest)
    assert reading.both is None
    assert isinstance(evaluate(structs.replace(draft, mode=Mode.ATTACK), "a", EP2, BOOK).request, OpposedTest)


# --- Chips that change nothing ---------------------------------------------------------------------------------------


def idle(*values: int, system: System = EP2, house: House = BOOK, **changes: Any) -> list[str]:
    """Name the idle ones of some chips, called by their place: "0", "1" …"""
    chips = tuple(Chip(str(place), value) for place, value in enumerate(values))
    return sorted(idle_chips(Draft(ability=GUNS, chips=chips, **changes), system, house))


def test_beyond_the_cap_chips_are_idle_without_which_the_net_would_be_the_same() -> None:
    assert idle(-80, -10, -30) == ["1", "2"]
    assert idle(-40, -20) == []
    assert idle(-40, -20, -10) == ["2"]
    assert idle(-80, -10, house=House(cap=None)) == []
    assert idle(0, -10) == [], "a zero is never idle"


def test_a_struck_chip_is_not_called_idle() -> None:
    chips = (Chip("wounds", -80), Chip("smoke", -30, struck=True))
    assert idle_chips(Draft(ability=GUNS, chips=chips), EP2, BOOK) == frozenset()


def test_behind_an_eyeballed_net_all_chips_are_idle() -> None:
    assert idle(-30, 0, 10, eyeballed=-20) == ["0", "1", "2"]
    assert idle(-30, eyeballed=0) == ["0"]


def test_a_point_that_ignores_modifiers_makes_them_idle() -> None:
    point = Spend("vigor", "ignore_modifiers")
    assert idle(-30, 10, point=point) == ["0", "1"]
    assert idle(-30, 10, system=EP1, point=point) == ["0"]
    assert idle(-30, 10, system=EP1, point=point, house=House(printing="first")) == ["0", "1"]
    assert idle(50, 30, point=Spend("vigor", "add_20")) == ["1"]


SEVERE = House(most_severe=True)


@pytest.mark.parametrize(
    ("values", "left"),
    [
        ((-30, 10, -20), [0]),
        ((10, 20), [1]),
        ((-30, -30), [0]),
        ((-30, -30, -30, -10), [0]),
        ((-30, -30, 0), [0, 2]),
        ((30, -30), [1]),
        ((30, 30), [0]),
        ((30, -30, -30), [1]),
        ((-80, -70, -10), [0]),
        ((0,), [0]),
        ((), []),
    ],
)
def test_where_the_most_severe_alone_counts_all_others_are_idle(values: tuple[int, ...], left: list[int]) -> None:
    others = [str(place) for place in range(len(values)) if place not in left]
    assert idle(*values, system=EP1, house=SEVERE) == others


@given(st.lists(tens, max_size=6), st.sampled_from([EP1, EP2, KAISER]), st.booleans())
def test_what_is_idle_changes_the_net_neither_alone_nor_for_want_of_a_rule(
    values: list[int], system: System, severe: bool
) -> None:
    chips = tuple(Chip(str(place), value) for place, value in enumerate(values))
    draft, house = Draft(ability=GUNS, chips=chips), House(most_severe=severe)
    net = evaluate(draft, "a", system, house).net.net
    for name in idle_chips(draft, system, house):
        assert evaluate(draft.without_chip(name), "a", system, house).net.net == net


@given(st.lists(tens.filter(bool), min_size=1, max_size=6))
def test_where_the_most_severe_alone_counts_one_chip_is_not_idle_and_is_the_net(values: list[int]) -> None:
    idlers = idle(*values, system=EP1, house=House(most_severe=True, cap=None))
    (left,) = [value for place, value in enumerate(values) if str(place) not in idlers]
    assert abs(left) == max(map(abs, values))


def test_a_difficulty_to_reach_is_never_idle() -> None:
    difficulty = Chip("difficulty", 12, "Difficult", Origin.DIFFICULTY)
    draft = Draft(ability=GUNS, chips=(difficulty, Chip("rain", -3)), eyeballed=1)
    assert idle_chips(draft, KAISER, BOOK) == {"rain"}
    assert idle_chips(structs.replace(draft, eyeballed=None), KAISER, BOOK) == frozenset()


# --- Routine ---------------------------------------------------------------------------------------------------------


def routine(rating: int, *values: int, system: System = EP2, **changes: Any) -> bool:
    chips = tuple(Chip(str(place), value) for place, value in enumerate(values))
    draft = Draft(ability=structs.replace(GUNS, rating=rating), chips=chips)
    return evaluate(structs.replace(draft, **changes), "a", system, BOOK).routine


@pytest.mark.parametrize(("system", "least"), [(EP2, 40), (EP1, 30)], ids=["ep2", "ep1"])
def test_a_skill_is_routine_from_a_rating_on(system: System, least: int) -> None:
    assert routine(least, system=system)
    assert not routine(least - 1, system=system)
    assert routine(least, 10, system=system)


def test_nothing_is_routine_with_something_against_it() -> None:
    assert not routine(90, -10)
    assert not routine(90, eyeballed=-10)
    assert routine(90, -10, eyeballed=0)
    hindered = Draft(ability=structs.replace(GUNS, rating=90), chips=(Chip("smoke", -10),))
    assert not evaluate(hindered, "a", EP2, House(cap=0)).routine


def test_a_hindrance_that_is_made_up_for_is_still_against_it() -> None:
    assert not routine(90, -10, 10)
    assert not routine(90, -10, 20)
    assert not routine(90, -10, 30, eyeballed=-10)


def test_neither_a_default_nor_anything_but_a_skill_is_routine() -> None:
    linked = structs.replace(GUNS, linked_rating=60)
    assert not routine(90, ability=linked, default=True)
    assert not routine(90, ability=structs.replace(linked, kind=AbilityKind.UNTRAINED))
    for kind in (AbilityKind.CHECK, AbilityKind.REP, AbilityKind.BARE):
        assert not routine(90, ability=structs.replace(GUNS, kind=kind, rating=90))


@pytest.mark.parametrize("system", [EP1, EP2], ids=["ep1", "ep2"])
def test_neither_an_attack_nor_fray_is_routine(system: System) -> None:
    assert not routine(90, system=system, attack="pistol")
    fray = structs.replace(GUNS, label="Fray", rating=90)
    assert not routine(90, system=system, ability=fray)
    assert routine(90, system=system, ability=structs.replace(fray, label="Freerunning"))


def test_nothing_that_is_opposed_or_simple_is_routine() -> None:
    for mode in (Mode.SIMPLE, Mode.OPPOSED, Mode.VARIABLE, Mode.ATTACK):
        assert not routine(90, system=EP1, mode=mode, opponent=Side(ability=GUNS))


def test_nothing_is_routine_in_kaiser() -> None:
    assert not routine(90, system=KAISER)
