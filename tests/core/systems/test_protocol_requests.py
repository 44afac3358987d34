"""How a draft becomes a request, in each system and mode."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side, Spend
from gm_desk.core.rules.modifiers import FlatModifier, Modifier
from gm_desk.core.rules.requests import (
    Effort,
    KaiserCheck,
    KaiserContest,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.registry import RULES

SKILL, CHECK, RESISTANCE, UNTRAINED = (
    AbilityKind.SKILL,
    AbilityKind.CHECK,
    AbilityKind.RESISTANCE,
    AbilityKind.UNTRAINED,
)
SMOKE, STRUCK = Chip("smoke", -30, "Smoke"), Chip("aim", 10, "Aim", struck=True)
FRAY = Ability(SKILL, "fray", "Fray", 45, "REF", 15)


def an_ability(kind: AbilityKind = SKILL, rating: int = 65) -> Ability:
    return Ability(kind, "key", "Label", rating, "REF", 20 if kind in {SKILL, UNTRAINED} else None)


def a_draft(mode: Mode = Mode.ALONE, **changes: Any) -> Draft:
    opponent = Side(ability=FRAY, halved="up", chips=(SMOKE,))
    return structs.replace(Draft(ability=an_ability(), chips=(SMOKE, STRUCK), mode=mode, opponent=opponent), **changes)


def asked(system: str, draft: Draft) -> Request | None:
    return RULES[system].ask(draft)


FIRST = SuccessTest(65, (Modifier(-30, "Smoke"),))
SECOND = SuccessTest(23, (Modifier(-30, "Smoke"),))

# --- Eclipse Phase ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["ep1", "ep2"])
@pytest.mark.parametrize(
    ("mode", "request_"),
    [
        (Mode.ALONE, FIRST),
        (Mode.SIMPLE, SimpleTest(65, (Modifier(-30, "Smoke"),))),
        (Mode.OPPOSED, OpposedTest(FIRST, SECOND)),
        (Mode.VARIABLE, OpposedTest(FIRST, SECOND, variable=True)),
        (Mode.ATTACK, OpposedTest(FIRST, SECOND, attack=True)),
    ],
)
def test_each_mode_asks_its_own_request(system: str, mode: Mode, request_: Request) -> None:
    assert asked(system, a_draft(mode)) == request_


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
@pytest.mark.parametrize("mode", Mode)
def test_nothing_is_asked_while_a_side_that_rolls_has_nothing_to_roll(system: str, mode: Mode) -> None:
    assert asked(system, a_draft(mode, ability=None)) is None
    if mode.two_sided:
        assert asked(system, a_draft(mode, opponent=None)) is None
        assert asked(system, a_draft(mode, opponent=Side(chips=(SMOKE,)))) is None


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_point_and_default_travel_with_their_side(system: str) -> None:
    point = Spend("vigor", "ignore_modifiers")
    first = a_draft(Mode.OPPOSED, default=True, point=point)
    request = asked(system, first)
    spent = SuccessTest(20, (Modifier(-30, "Smoke"),), default=True, pool="ignore_modifiers")
    assert request == OpposedTest(spent, SECOND)
    assert asked(system, structs.replace(first, mode=Mode.ALONE)) == spent
    untrained = Side(ability=an_ability(UNTRAINED), point=point, eyeballed=10)
    other = asked(system, a_draft(Mode.OPPOSED, opponent=untrained))
    assert isinstance(other, OpposedTest)
    assert other.b == SuccessTest(20, (Modifier(10, "Net set by hand"),), default=True, pool="ignore_modifiers")


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_each_side_can_be_asked_as_if_it_rolled_alone(system: str) -> None:
    for mode in Mode:
        draft = a_draft(mode)
        assert RULES[system].alone(draft, draft) == FIRST
        assert RULES[system].alone(draft, draft.side("b")) == SECOND
        assert RULES[system].alone(draft, Side()) is None


@pytest.mark.parametrize("ruling", ["deadlock", "higher_roll", "higher_skill"])
def test_a_ruling_travels_but_not_into_an_attack(ruling: Any) -> None:
    assert asked("ep2", a_draft(Mode.OPPOSED, ruling=ruling)) == OpposedTest(FIRST, SECOND, ruling)
    assert asked("ep2", a_draft(Mode.ATTACK, ruling=ruling)) == OpposedTest(FIRST, SECOND, attack=True)


@pytest.mark.parametrize("ruling", ["defender", "roll_off", "gm"])
def test_a_ruling_of_kaiser_is_left_out(ruling: Any) -> None:
    assert asked("ep2", a_draft(Mode.OPPOSED, ruling=ruling)) == OpposedTest(FIRST, SECOND)


# --- Kaiser ----------------------------------------------------------------------------------------------------------

DIFFICULT = Chip("difficulty", 12, "Difficult", Origin.DIFFICULTY)
RAIN = Chip("rain", -3, "Rain")


def fighting(mode: Mode = Mode.ALONE, kind: AbilityKind = SKILL, other: AbilityKind = SKILL, **changes: Any) -> Draft:
    opponent = Side(ability=an_ability(other, 6), advantage=1)
    draft = Draft(ability=an_ability(kind, 7), chips=(DIFFICULT, RAIN), disadvantage=2, fumble_degree=-1)
    return structs.replace(draft, mode=mode, opponent=opponent, **changes)


OURS, THEIRS = Effort(7, (FlatModifier(-3, "Rain"),), 0, 2, -1), Effort(6, (), 1)


@pytest.mark.parametrize(
    ("kind", "check"),
    [
        (SKILL, "skill"),
        (UNTRAINED, "skill"),
        (AbilityKind.BARE, "skill"),
        (RESISTANCE, "resistance"),
        (CHECK, "characteristic"),
    ],
)
def test_what_is_rolled_decides_which_check_it_is(kind: AbilityKind, check: Any) -> None:
    draft = structs.replace(fighting(), ability=structs.replace(an_ability(kind, 7), linked_rating=None))
    assert asked("kaiser", draft) == KaiserCheck(check, OURS, 12)


def test_the_usual_difficulty_is_moderate() -> None:
    assert asked("kaiser", fighting(chips=(RAIN,))) == KaiserCheck("skill", OURS, 8)


@pytest.mark.parametrize(
    ("mode", "kind", "other", "check"),
    [
        (Mode.OPPOSED, SKILL, SKILL, "opposed_skill"),
        (Mode.OPPOSED, SKILL, RESISTANCE, "opposed_skill"),
        (Mode.OPPOSED, CHECK, CHECK, "opposed_characteristic"),
        (Mode.OPPOSED, CHECK, SKILL, "opposed_skill"),
        (Mode.OPPOSED, SKILL, CHECK, "opposed_skill"),
        (Mode.OPPOSED, RESISTANCE, CHECK, "opposed_skill"),
        (Mode.ATTACK, SKILL, SKILL, "attack"),
        (Mode.ATTACK, SKILL, RESISTANCE, "attack"),
        (Mode.ATTACK, CHECK, CHECK, "attack"),
    ],
)
def test_a_contest_is_opposed_or_an_attack_and_knows_no_difficulty(
    mode: Mode, kind: AbilityKind, other: AbilityKind, check: Any
) -> None:
    kinds: dict[AbilityKind, Any] = {SKILL: "skill", RESISTANCE: "resistance", CHECK: "characteristic"}
    a, b = structs.replace(OURS, kind=kinds[kind]), structs.replace(THEIRS, kind=kinds[other])
    if check == "opposed_characteristic":
        a, b = OURS, THEIRS
    assert asked("kaiser", fighting(mode, kind, other)) == KaiserContest(check, a, b)


@pytest.mark.parametrize("mode", [Mode.OPPOSED, Mode.ATTACK])
@pytest.mark.parametrize(
    ("kind", "other", "adjusts"),
    [(SKILL, SKILL, True), (RESISTANCE, SKILL, True), (SKILL, CHECK, False), (CHECK, SKILL, False)],
)
def test_degrees_of_a_contest_are_adjusted_where_no_characteristic_rolls(
    mode: Mode, kind: AbilityKind, other: AbilityKind, *, adjusts: bool
) -> None:
    request = asked("kaiser", fighting(mode, kind, other, adjust=-2))
    assert isinstance(request, KaiserContest)
    assert request.adjust == (-2 if adjusts else 0)


@pytest.mark.parametrize(("kind", "adjusts"), [(SKILL, True), (RESISTANCE, True), (CHECK, False)])
def test_degrees_of_a_check_are_adjusted_where_it_is_of_no_characteristic(kind: AbilityKind, *, adjusts: bool) -> None:
    request = asked("kaiser", fighting(kind=kind, adjust=3))
    assert isinstance(request, KaiserCheck)
    assert request.adjust == (3 if adjusts else 0)


@pytest.mark.parametrize("ruling", ["defender", "roll_off", "gm"])
def test_a_ruling_of_kaiser_travels_but_not_into_an_attack(ruling: Any) -> None:
    contest = KaiserContest("opposed_skill", OURS, THEIRS, ruling)
    assert asked("kaiser", fighting(Mode.OPPOSED, ruling=ruling)) == contest
    assert asked("kaiser", fighting(Mode.ATTACK, ruling=ruling)) == KaiserContest("attack", OURS, THEIRS)


def test_a_ruling_of_eclipse_phase_is_left_out_of_kaiser() -> None:
    for ruling in ("deadlock", "higher_roll", "higher_skill"):
        draft = fighting(Mode.OPPOSED, ruling=ruling)
        assert asked("kaiser", draft) == KaiserContest("opposed_skill", OURS, THEIRS)


def test_each_side_of_a_contest_can_be_asked_against_the_difficulty() -> None:
    draft = fighting(Mode.ATTACK)
    assert RULES["kaiser"].alone(draft, draft) == KaiserCheck("skill", OURS, 12)
    assert RULES["kaiser"].alone(draft, draft.side("b")) == KaiserCheck("skill", THEIRS, 12)
    assert RULES["kaiser"].alone(draft, Side()) is None
