"""One grade for every result, of all systems."""

from typing import Any

import pytest

from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    Ep2Damage,
    KaiserCheck,
    KaiserContest,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems import RULES
from gm_desk.core.verdict import grade_of

DUEL = {"a.dice": (3,), "b.dice": (1,)}


def duel(a: int, b: int) -> Request:
    return KaiserContest("opposed_characteristic", Effort(a), Effort(b))


@pytest.mark.parametrize(
    ("system", "request_", "dice", "grade"),
    [
        ("ep2", SuccessTest(65), {"roll": (40,)}, Grade.SUPERIOR_SUCCESS),
        ("ep1", SuccessTest(65), {"roll": (99,)}, Grade.CRITICAL_FAILURE),
        ("ep2", OpposedTest(SuccessTest(10), SuccessTest(90)), {"a.roll": (70,), "b.roll": (1,)}, Grade.FAILURE),
        ("ep1", SimpleTest(50), {"roll": (40,)}, Grade.SUCCESS),
        ("ep1", SimpleTest(50), {"roll": (33,)}, Grade.CRITICAL_SUCCESS),
        ("ep1", SimpleTest(50), {"roll": (77,)}, Grade.CRITICAL_FAILURE),
        ("kaiser", KaiserCheck("resistance", Effort(5), 10), {"dice": (3, 4)}, Grade.SUCCESS),
        ("kaiser", KaiserCheck("resistance", Effort(1), 10), {"dice": (3, 4)}, Grade.FAILURE),
        ("kaiser", duel(9, 0), DUEL, Grade.SUCCESS),
        ("kaiser", duel(0, 9), DUEL, Grade.FAILURE),
        ("ep2", DiceSum("2d10"), {"rolls": (3, 4)}, None),
        ("ep2", Ep2Damage("2d10"), {"rolls": (3, 4)}, None),
    ],
)
def test_the_first_side_has_one_grade(system: str, request_: Request, dice: dict[str, Any], grade: Grade) -> None:
    result = RULES[system].resolve(request_, dice, House())
    assert not isinstance(result, Needs)
    assert grade_of(result) is grade
