"""Damage as requests and answers: the bounds of its keys, and the arithmetic of a hit in full."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.drafts.rejudging import replayed
from gm_desk.core.jsonl.answering import answer, asked, outcome_as_data
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage, KaiserDamage, Request
from gm_desk.core.systems.registry import RULES

Json = dict[str, Any]


EP2: Json = {"system": "ep2", "check": "damage", "expression": "1d10", "rolls": [5]}
EP1: Json = {**EP2, "system": "ep1"}
KAISER: Json = {"system": "kaiser", "check": "damage", "base": 7, "degrees": 5}


def said(request: Json) -> Json:
    reply = answer(json.dumps(request).encode())
    words: Json = json.loads(reply.line)
    assert reply.good is ("error" not in words)
    return words


def key_of(request: Json) -> str:
    return str(said(request)["error"]).partition(":")[0]


@pytest.mark.parametrize("key", ["armor", "penetration", "bonus", "absorption", "base", "degrees"])
def test_amounts_go_from_0_to_999(key: str) -> None:
    request = EP1 if key in {"armor", "penetration", "bonus"} else KAISER
    for good in (0, 999):
        assert "through" in said({**request, key: good})
    for bad in (-1, 1000, "5", 5.0, True, None):
        assert key_of({**request, key: bad}) == key


@pytest.mark.parametrize(
    ("request_", "key", "good", "bad"),
    [
        (EP2, "threshold", (1, 999), (0, 1000, None)),
        (EP1, "threshold", (1, 999), (0, 1000, None)),
        (EP1, "margin", (0, 200), (-1, 201)),
        (EP2, "critical", (False,), (1, "yes", None)),
        (EP1, "critical", (True, False), (1,)),
        (EP2, "piercing", (True, False), (1, "AP")),
        (EP2, "superior", (0,), (-1, 3)),
    ],
)
def test_every_other_key_has_bounds_of_its_own(request_: Json, key: str, good: Any, bad: Any) -> None:
    for value in good:
        assert "through" in said({**request_, key: value})
    for value in bad:
        assert key_of({**request_, key: value}) == key


@pytest.mark.parametrize(
    ("request_", "key"),
    [
        ({**EP2, "margin": 40}, "margin"),
        ({**EP2, "bonus": 2}, "bonus"),
        ({**EP2, "absorption": 2}, "absorption"),
        ({**EP2, "house": {}}, "house"),
        ({**EP1, "superior": 1}, "superior"),
        ({**EP1, "degrees": 1}, "degrees"),
        ({**KAISER, "threshold": 5}, "threshold"),
        ({**KAISER, "rolls": []}, "rolls"),
        ({**KAISER, "critical": True}, "critical"),
        ({**KAISER, "house": {}}, "house"),
    ],
)
def test_keys_of_another_system_are_refused(request_: Json, key: str) -> None:
    assert key_of(request_) == key


@pytest.mark.parametrize(
    ("request_", "missing"), [(EP2, "expression"), (EP1, "rolls"), (KAISER, "base"), (KAISER, "degrees")]
)
def test_what_has_to_be_there_is_named_where_it_is_missing(request_: Json, missing: str) -> None:
    assert key_of({key: value for key, value in request_.items() if key != missing}) == missing


def test_superior_results_go_with_a_critical_under_no_circumstances() -> None:
    assert key_of({**EP2, "rolls": [5, 3, 2], "superior": 1, "critical": True}) == "superior"
    assert said({**EP2, "rolls": [5, 3], "superior": 0, "critical": True})["total"] == 8


def test_the_dice_of_superior_results_come_last() -> None:
    assert said({**EP2, "rolls": [0, 6], "superior": 1})["total"] == 16
    assert key_of({**EP2, "rolls": [6, 0], "superior": 1}).startswith("rolls")
    assert key_of({**EP2, "rolls": [5, 6], "superior": 2}) == "rolls"
    assert key_of({**EP2, "rolls": [5, 6]}) == "rolls"


def test_more_dice_than_can_be_rolled_are_refused_also_where_a_critical_or_superior_results_make_them() -> None:
    assert key_of({**EP2, "expression": "51d6", "rolls": [1] * 100, "critical": True}) == "expression"
    assert key_of({**EP2, "expression": "100d6", "rolls": [1] * 100, "superior": 1}) == "expression"
    assert said({**EP2, "expression": "50d6+9999", "rolls": [1] * 100, "critical": True})["total"] == 100 + 2 * 9999


@given(
    st.integers(1, 6),
    st.integers(0, 2),
    st.booleans(),
    st.booleans(),
    st.integers(0, 60),
    st.none() | st.integers(1, 20),
)
def test_in_ep2_piercing_halves_armor_half_up_and_a_critical_doubles_all(
    face: int, superior: int, critical: bool, piercing: bool, armor: int, threshold: int | None
) -> None:
    superior = 0 if critical else superior
    rolls = [face] * ((2 if critical else 1) + superior)
    keys = {"superior": superior, "critical": critical, "piercing": piercing, "armor": armor}
    known = {} if threshold is None else {"threshold": threshold}
    total = sum(rolls) + (6 if critical else 3)
    counts = (armor + 1) // 2 if piercing else armor
    through = max(0, total - counts)
    wounds = {} if threshold is None else {"wounds": through // threshold}
    answered = said({**EP2, "expression": "1d6+3", "rolls": rolls, **keys, **known})
    assert answered == {"total": total, "armor": counts, "through": through, **wounds}


@given(st.integers(0, 200), st.booleans(), st.integers(0, 9), st.integers(0, 30), st.integers(0, 30))
def test_in_ep1_the_margin_and_the_bonus_add_and_penetration_never_takes_more_than_there_is(
    margin: int, critical: bool, bonus: int, penetration: int, armor: int
) -> None:
    keys = {"margin": margin, "critical": critical, "bonus": bonus, "penetration": penetration, "armor": armor}
    total = 5 + bonus + (10 if margin >= 60 else 5 if margin >= 30 else 0)
    counts = 0 if critical else max(0, armor - penetration)
    assert said({**EP1, **keys}) == {"total": total, "armor": counts, "through": max(0, total - counts)}


@given(st.integers(0, 20), st.integers(0, 30), st.integers(0, 12), st.integers(0, 12))
def test_in_kaiser_the_degrees_that_are_left_times_the_base_are_the_damage(
    base: int, degrees: int, absorption: int, armor: int
) -> None:
    dealt = max(0, degrees - absorption - armor) * base
    answered = said({**KAISER, "base": base, "degrees": degrees, "absorption": absorption, "armor": armor})
    assert answered == {"total": dealt, "armor": absorption + armor, "through": dealt}


@pytest.mark.parametrize(
    ("system", "request_", "dice"),
    [
        ("ep2", Ep2Damage("2d10", 1, piercing=True, armor=7, threshold=8), {"rolls": (5, 3, 2)}),
        ("ep1", Ep1Damage("2d10", 45, critical=False, bonus=2, penetration=3, armor=7), {"rolls": (5, 3)}),
        ("kaiser", KaiserDamage(6, 9, 2, 3), {}),
    ],
)
def test_what_the_window_logs_is_answered_as_it_was_resolved(system: str, request_: Request, dice: Thrown) -> None:
    result = replayed(RULES[system], request_, dice, House())
    assert said(asked(system, request_, {**dice, "extra": (3,)}, House())) == outcome_as_data(result)


@pytest.mark.parametrize(
    "request_",
    [
        Ep2Damage("2d10", armor=3),
        Ep2Damage("2d10+4", 2, piercing=True, armor=7, threshold=8),
        Ep2Damage("1d6", critical=True),
        Ep2Damage("1d6-3"),
        Ep2Damage("1d6-20", armor=3),
    ],
)
def test_static_damage_is_written_as_a_line_that_has_the_same_answer(request_: Ep2Damage) -> None:
    house = House(static_damage=True)
    result = replayed(RULES["ep2"], request_, {}, house)
    assert said(asked("ep2", request_, {}, house)) == outcome_as_data(result)
