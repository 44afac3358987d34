"""Requests as values that can be kept and read again."""

import msgspec
import pytest

from gm_desk.core.rules.modifiers import FlatModifier, Modifier
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    Ep1Damage,
    Ep2Damage,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)

TEST = SuccessTest(50, (Modifier(-20, "Smoke"),), pool="add_20")
EFFORT = Effort(5, (FlatModifier(-7, "Rain"),), advantage=2, fumble_degree=-1)


@pytest.mark.parametrize(
    "request_",
    [
        TEST,
        SimpleTest(50),
        OpposedTest(TEST, SuccessTest(40, default=True, printing="first"), ruling="higher_roll"),
        KaiserCheck("resistance", EFFORT, 12),
        KaiserCheck("skill", EFFORT, 12, adjust=-3),
        KaiserContest("attack", EFFORT, Effort(3)),
        KaiserContest("opposed_skill", EFFORT, Effort(3, kind="resistance"), adjust=50),
        KaiserContest("opposed_skill", EFFORT, Effort(3, kind="characteristic")),
        DiceSum("2d10+3"),
        Ep2Damage("2d10+3", 1, piercing=True, armor=8, threshold=7),
        Ep1Damage("2d10+3", 45, critical=True, bonus=2, penetration=5, armor=8),
        KaiserDamage(6, 9, 2, 1),
    ],
    ids=lambda request: type(request).__name__,
)
def test_every_kind_of_request_is_read_as_it_was_written(request_: Request) -> None:
    assert msgspec.json.decode(msgspec.json.encode(request_), type=Request) == request_


def test_a_contest_of_before_there_were_kinds_is_read_as_it_was_rolled() -> None:
    old = b'{"request": "kaiser_contest", "kind": "%s", "a": {"value": 5}, "b": {"value": 4, "advantage": 6}}'
    skills = msgspec.json.decode(old % b"opposed_skill", type=Request)
    assert skills == KaiserContest("opposed_skill", Effort(5), Effort(4, advantage=6))
    assert isinstance(skills, KaiserContest)
    assert skills.kind_of(skills.b) == "skill"
    raw = msgspec.json.decode(old % b"opposed_characteristic", type=Request)
    assert isinstance(raw, KaiserContest)
    assert raw.kind_of(raw.a) == raw.kind_of(raw.b) == "characteristic"


def test_a_base_is_written_as_the_target() -> None:
    assert msgspec.to_builtins(SuccessTest(50)) == {"request": "success", "target": 50}


def test_the_flat_sum_of_an_effort_holds_its_value_and_modifiers() -> None:
    assert EFFORT.flat == -2
    assert EFFORT.net_levels == 2
