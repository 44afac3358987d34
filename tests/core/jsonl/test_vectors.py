"""Every worked case of the rules, put to the functions themselves."""

from typing import Any

import msgspec
import pytest

from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import parse_house
from gm_desk.core.rules.modifiers import FlatModifier, Modifier
from gm_desk.core.rules.outcomes import ContestOdds, Odds
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    KaiserCheck,
    KaiserContest,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.registry import RULES
from worked import cases

CASES = cases()
DICE = ("roll", "rolls", "dice", "extra", "fumble")
KAISER_CHECKS = {"skill", "resistance", "characteristic"}


def modifiers(line: dict[str, Any]) -> list[tuple[int, str]]:
    return [(one, "") if isinstance(one, int) else (one["value"], one["label"]) for one in line.get("modifiers", ())]


def success(line: dict[str, Any]) -> SuccessTest:
    held = tuple(Modifier(*one) for one in modifiers(line))
    points = line.get("pool"), line.get("after"), line.get("printing")
    return SuccessTest(line["target"], held, line.get("default", False), *points)


def effort(line: dict[str, Any]) -> Effort:
    flat = tuple(FlatModifier(*one) for one in modifiers(line))
    levels = {name: line.get(name, 0) for name in ("advantage", "disadvantage", "fumble_degree")}
    return Effort(line["value"], flat, **levels, kind=line.get("kind", "skill"))


def asked(line: dict[str, Any]) -> Request:
    match line["check"]:
        case "dice":
            return DiceSum(line["expression"])
        case "success":
            return success(line)
        case "simple":
            return SimpleTest(line["target"], success(line).modifiers)
        case "opposed":
            flags = line.get("attack", False), line.get("variable", False)
            return OpposedTest(success(line["a"]), success(line["b"]), line.get("ruling"), *flags)
        case kind if kind in KAISER_CHECKS:
            return KaiserCheck(kind, effort(line), line["difficulty"], line.get("adjust", 0))
        case kind:
            ruling: Any = "gm" if line.get("ruling") == "roll_off" else line.get("ruling")
            return KaiserContest(kind, effort(line["a"]), effort(line["b"]), ruling, line.get("adjust", 0))


def thrown(line: dict[str, Any]) -> Thrown:
    lying = {name: line[name] for name in DICE if name in line}
    for side in ("a", "b"):
        lying.update({f"{side}.{name}": line[side][name] for name in DICE if name in line.get(side, {})})
    return {name: (faces,) if isinstance(faces, int) else tuple(faces) for name, faces in lying.items()}


CURVE = {"totals", "opened", "beyond"}


def odds_said(line: dict[str, Any]) -> dict[str, Any]:
    request, house = asked(line), parse_house(line["system"], line.get("house", {}))
    odds = RULES[line["system"]].odds(request, house)
    if isinstance(odds, Odds):
        head = {"base": odds.base, "sum": odds.sum, "net": odds.net, "target": odds.target}
        return {**head, "odds": odds.counts, "of": odds.of}
    if isinstance(odds, ContestOdds):
        return {"odds": {"a": odds.a, "b": odds.b, "neither": odds.neither}, "of": odds.of}
    names = odds.__struct_fields__
    return {"odds": {name: pytest.approx(float(getattr(odds, name)), abs=1e-12) for name in names if name not in CURVE}}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["request"]["id"]))
def test_the_functions_answer_every_worked_case(case: dict[str, Any]) -> None:
    line, answer = case["request"], {key: value for key, value in case["answer"].items() if key != "id"}
    if "odds" in answer:
        assert answer == odds_said(line)
    else:
        house = (
            parse_house(line["system"], line.get("house", {})) if line["check"] != "dice" else parse_house("ep2", {})
        )
        outcome = RULES[line["system"]].resolve(asked(line), thrown(line), house)
        assert msgspec.json.decode(msgspec.json.encode(outcome)) == answer


def test_there_are_more_than_a_thousand_of_them() -> None:
    assert len(CASES) == 1041
