"""A second implementation of the rules, as simple as their text: slow, and without any code of the program.

It answers requests in JSON; the tests compare the program's answers with it on random requests.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

Json = dict[str, Any]
DEPTH = 16


def answered(request: Json) -> Json:
    """Return the answer to a well-formed request."""
    house = request.get("house", {})
    system, check = request["system"], request["check"]
    if check == "dice":
        return {"total": _sum(request["expression"], request["rolls"], system)}
    if system == "kaiser":
        return _kaiser(request, check, house)
    if check == "opposed":
        return _opposed(request, system, house)
    if check == "simple":
        test = _test(request, "ep1", house, request["roll"])
        strong = test["success"]
        del test["margin"], test["grade"]
        return test | {"success": True, "strong": strong}
    if "roll" in request:
        return _test(request, system, house, request["roll"])
    tests = [_test(request, system, house, roll) for roll in range(100)]
    head = {key: tests[0][key] for key in ("base", "sum", "net", "target")}
    return {**head, "odds": dict(Counter(test["grade"] for test in tests)), "of": 100}


def _sum(expression: str, rolls: list[int], system: str) -> int:
    total, rest = 0, list(rolls)
    for term in expression.replace("\N{MINUS SIGN}", "-").replace(" ", "").replace("-", "+-").lstrip("+").split("+"):
        sign, plain = (-1, term[1:]) if term.startswith("-") else (1, term)
        count, has_dice, sides = plain.lower().partition("d")
        if not has_dice:
            total += sign * int(plain)
            continue
        zero = {"10": 10, "100": 100 if system == "kaiser" else 0}.get(sides, 0)
        thrown, rest = rest[: int(count or 1)], rest[int(count or 1) :]
        total += sign * sum(face or zero for face in thrown)
    return total


def _net(test: Json, system: str, house: Json) -> tuple[int, int]:
    values = [one["value"] if isinstance(one, dict) else one for one in test.get("modifiers", [])]
    cap, pool = house.get("cap", 60), test.get("pool")
    if house.get("most_severe") and values:
        values = [min(values, key=lambda value: (-abs(value), value))]
    if pool == "ignore_modifiers":
        late = test.get("printing", house.get("printing", "late")) == "late"
        values = [value for value in values if value > 0] if system == "ep1" and late else []
    bonus = 20 if pool == "add_20" else 0
    inside, outside = (bonus, 0) if house.get("pool_in_cap", True) else (0, bonus)
    total = sum(values) + inside
    held = total if cap is None else min(cap, max(-cap, total))
    return sum(values) + bonus, held + outside


def _test(test: Json, system: str, house: Json, roll: int) -> Json:
    raw, net = _net(test, system, house)
    target = test["target"] + net
    after = test.get("after")
    roll = int(f"{roll:02}"[::-1]) if after == "flip_flop" else roll
    success = roll == 0 or (roll != 99 and roll <= target)
    critical = f"{roll:02}"[0] == f"{roll:02}"[1]
    answer = {"base": test["target"], "sum": raw, "net": net, "target": target, "roll": roll, "success": success}
    if system == "ep1":
        critical = {"upgrade": True, "downgrade": False}.get(after or "", critical)
        return answer | {"critical": critical} | _ep1(roll, target, success, critical, test, house)
    if success and test.get("default") and house.get("default_criticals", "ignored") == "ignored":
        critical = False
    degree = (0 if roll < 33 else 1 if roll < 66 else 2) if success else (2 if roll <= 33 else 1 if roll <= 66 else 0)
    degree = 0 if critical or after == "downgrade" else degree + (after == "upgrade")
    critical = critical and after != "downgrade"
    word = "success" if success else "failure"
    grade = f"critical_{word}" if critical else [word, f"superior_{word}", f"superior_{word}_x2"][degree]
    return answer | {"critical": critical, "superior": degree, "grade": grade}


def _ep1(roll: int, target: int, success: bool, critical: bool, test: Json, house: Json) -> Json:
    late = test.get("printing", house.get("printing", "late")) == "late"
    margin = max(0, (roll if late else target - roll) if success else roll - target)
    words = ("success", "excellent_success") if success else ("failure", "severe_failure")
    return {"margin": margin, "grade": f"critical_{words[0]}" if critical else words[margin >= 30]}


def _opposed(request: Json, system: str, house: Json) -> Json:
    def winner(a: Json, b: Json) -> tuple[str | None, str]:
        return _winner(a, b, request, system, house)

    sides = [request["a"], request["b"]]
    if "roll" in request["a"]:
        a, b = (_test(side, system, house, side["roll"]) for side in sides)
        won, reason = winner(a, b)
        return {"a": a, "b": b, "winner": won, "reason": reason}
    rolls = [[_test(side, system, house, roll) for roll in range(100)] for side in sides]
    wins = Counter(winner(a, b)[0] for a, b in product(*rolls))
    return {"odds": {"a": wins["a"], "b": wins["b"], "neither": wins[None]}, "of": 10000}


def _winner(a: Json, b: Json, request: Json, system: str, house: Json) -> tuple[str | None, str]:
    def larger(key: str) -> str | None:
        return None if a[key] == b[key] else "a" if a[key] > b[key] else "b"

    if only := larger("success"):
        return only, "only_success"
    why = "tie" if a["success"] else "both_failed"
    ruling = "deadlock" if system == "ep1" or request.get("attack") else request.get("ruling", house.get("ruling"))
    if a["success"]:
        if request.get("variable"):
            return None, "both_succeeded"
        if better := larger("critical"):
            return better, "critical"
        if higher := larger("roll"):
            return higher, "higher_roll"
        if a["critical"] and system == "ep2":
            ruling = "higher_skill"
    key = {"higher_roll": "roll", "higher_skill": "base"}.get(ruling or "")
    return (larger(key), ruling) if key and larger(key) and ruling else (None, why)


def _kaiser(request: Json, check: str, house: Json) -> Json:
    if "difficulty" in request:
        if "dice" in request:
            checked = _check(request, check, request, request)
            return checked | {"degrees": max(0, checked["degrees"] + request.get("adjust", 0))}
        made = [(chance, _check(request, check, request, dice)) for chance, dice in _throws(request, check, house)]
        chances = {key: sum(chance for chance, one in made if one[key]) for key in ("success", "open", "fumble")}
        return _odds(**chances, failure=1 - chances["success"])
    if "dice" in request["a"]:
        return _contest(request, check, house)
    totals = [_totals(request[side], _kind(request[side], check), house) for side in "ab"]
    pairs = [(x - y, p * q) for x, p in totals[0].items() for y, q in totals[1].items()]
    return _odds(
        a=sum(chance for ahead, chance in pairs if ahead > 0),
        b=sum(chance for ahead, chance in pairs if ahead < 0),
        tie=sum(chance for ahead, chance in pairs if ahead == 0),
    )


def _kind(side: Json, check: str) -> str:
    return "characteristic" if check == "opposed_characteristic" else str(side.get("kind", "skill"))


def _odds(**chances: Fraction | int) -> Json:
    return {"odds": {name: float(chance) for name, chance in chances.items()}}


def _flat(side: Json) -> int:
    return int(side["value"]) + sum(
        int(one["value"]) if isinstance(one, dict) else int(one) for one in side.get("modifiers", [])
    )


def _read(side: Json, check: str, dice: Json) -> Json:
    rolled = sorted(dice["dice"])
    if check == "characteristic":
        return {"sum": sum(rolled), "fumble": False, "open": False}
    net = side.get("advantage", 0) - side.get("disadvantage", 0)
    kept = rolled[:2] if net < 0 else rolled[-2:]
    if check == "resistance":
        return {"sum": sum(kept), "fumble": False, "open": False, "kept": kept}
    degree = min(5, side.get("fumble_degree", 0))
    fumble = kept[0] == kept[1] and kept[0] <= degree + 1
    if degree < 0:
        ones = {-1: (3, 1), -2: (4, 2), -3: (5, 3)}.get(degree)
        fumble = ones is not None and rolled.count(1) >= ones[0] and -net >= ones[1]
    opened = not fumble and kept == [6, 6]
    total = sum(kept) + (sum(dice["extra"]) if opened else 0)
    level = {"fumble_level": sum(dice["fumble"])} if fumble else {}
    return {"sum": total, "fumble": fumble, "open": opened, "kept": kept, **level}


def _check(side: Json, check: str, request: Json, dice: Json) -> Json:
    hand = _read(side, check, dice)
    total = _flat(side) + hand.pop("sum")
    success = total >= request["difficulty"] and not hand["fumble"]
    ahead = total - request["difficulty"]
    return {**hand, "total": total, "success": success, "degrees": max(1, ahead if success else -ahead)}


def _side(side: Json, check: str, dice: Json) -> Json:
    hand = _read(side, check, dice)
    total = _flat(side) + hand.pop("sum")
    if hand["fumble"]:
        level = hand["fumble_level"]
        total = max(0, _flat(side) - (0 if level <= 5 else 5 if level <= 11 else 10))
    return {**hand, "total": total}


def _contest(request: Json, check: str, house: Json) -> Json:
    a, b = (_side(request[side], _kind(request[side], check), request[side]) for side in "ab")
    ahead = a["total"] - b["total"]
    ruling = "defender" if check == "attack" else request.get("ruling", house.get("ruling", "defender"))
    winner = "a" if ahead > 0 else "b" if ahead < 0 or ruling == "defender" else None
    counter = check == "attack" and ahead < 0
    degrees = max(0, abs(ahead) + request.get("adjust", 0)) if ahead else 0
    return {"a": a, "b": b, "winner": winner, "tie": ahead == 0, "degrees": degrees, "counter": counter}


def _throws(side: Json, check: str, house: Json) -> Iterator[tuple[Fraction, Json]]:
    """Yield every roll of a side with its chance; open rolls are cut off where they no longer matter."""
    count = 2 + abs(side.get("advantage", 0) - side.get("disadvantage", 0))
    if check == "characteristic":
        count = house.get("characteristic_dice", 1)
    for dice, ways in Counter(tuple(sorted(one)) for one in product(range(1, 7), repeat=count)).items():
        chance = Fraction(ways, 6**count)
        throw: Json = {"dice": list(dice), "extra": [0], "fumble": [0, 0]}
        hand = _read(side, check, throw)
        if hand["fumble"]:
            for level in product(range(1, 7), repeat=2):
                yield chance / 36, throw | {"fumble": list(level)}
        elif hand["open"]:
            for sixes in range(DEPTH):
                for last in range(1, 6):
                    yield chance / 6 ** (sixes + 1), throw | {"extra": [6] * sixes + [last]}
        else:
            yield chance, throw


def _totals(side: Json, check: str, house: Json) -> dict[int, Fraction]:
    totals: dict[int, Fraction] = {}
    for chance, dice in _throws(side, check, house):
        total = _side(side, check, dice)["total"]
        totals[total] = totals.get(total, Fraction(0)) + chance
    return totals
