"""Encode requests and outcomes as JSON keys."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from gm_desk.core.drafts.rejudging import used
from gm_desk.core.jsonl.keys import MOST_LEVELS
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import SETTINGS, House
from gm_desk.core.rules.modifiers import FlatModifier, Modifier
from gm_desk.core.rules.outcomes import CheckOdds, ContestOdds, KaiserOdds, Odds
from gm_desk.core.rules.requests import (
    ROLL,
    DiceSum,
    Effort,
    Ep1Damage,
    Ep2Damage,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    Kind,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.protocol import AnyOdds, Result
from gm_desk.core.systems.registry import RULES


def outcome_in_words(outcome: Result) -> dict[str, Any]:
    """Return the keys of an outcome, which are the names of its fields."""
    words: dict[str, Any] = msgspec.to_builtins(outcome)
    return words


def odds_in_words(odds: AnyOdds) -> dict[str, Any]:
    """Return the odds: counts of a hundred or ten thousand for d100, probabilities for Kaiser."""
    match odds:
        case Odds():
            head = {"base": odds.base, "sum": odds.sum, "net": odds.net, "target": odds.target}
            return {**head, "odds": odds.counts, "of": odds.of}
        case ContestOdds():
            return {"odds": {"a": odds.a, "b": odds.b, "neither": odds.neither}, "of": odds.of}
        case CheckOdds():
            exact = {"success": odds.success, "failure": odds.failure, "open": odds.open, "fumble": odds.fumble}
        case KaiserOdds():
            exact = {"a": odds.a, "b": odds.b, "tie": odds.tie}
    return {"odds": {name: float(chance) for name, chance in exact.items()}}


Keys = dict[str, Any]

ROLL_OFF = "roll_off"


def asked(system: str, request: Request, dice: Thrown, house: House) -> Keys:
    """Return the keys of a request with the dice that it uses; without dice it asks for the odds.

    The format has no keys for the dice of a roll-off, so its winner is null (Kaiser).
    """
    fallen = used(RULES[system], request, dice, house)
    match request:
        case SuccessTest():
            keys = {"check": "success", **_test(request, fallen)}
        case SimpleTest():
            modifiers = _modifiers(request.modifiers)
            keys = {"check": "simple", "target": request.base, **modifiers, **_roll(fallen)}
        case OpposedTest():
            keys = {"check": "opposed", **_opposed(request, fallen)}
        case KaiserCheck():
            effort = _effort(request.effort, request.kind, fallen)
            keys = {"check": request.kind, **effort, "difficulty": request.difficulty, **_adjust(request, fallen)}
        case KaiserContest():
            keys = {"check": request.kind, **_contest(request, fallen), **_adjust(request, fallen)}
        case DiceSum():
            return {"system": system, "check": "dice", "expression": request.expression, **_lists(fallen)}
        case Ep2Damage() | Ep1Damage() | KaiserDamage():
            said: Keys = msgspec.to_builtins(request)
            del said["request"]
            return {"system": system, "check": "damage"} | said | _lists(fallen)
    return {"system": system, **keys, **_house(system, house)}


def _test(test: SuccessTest, dice: Thrown) -> Keys:
    """Return the keys of a success test, alone or as a side."""
    choices = {"pool": test.pool, "after": test.after, "printing": test.printing}
    chosen = {key: choice for key, choice in choices.items() if choice is not None}
    default = {"default": True} if test.default else {}
    return {"target": test.base, **_modifiers(test.modifiers), **default, **chosen, **_roll(dice)}


def _opposed(request: OpposedTest, dice: Thrown) -> Keys:
    """Return the keys of both sides of an opposed test; in an attack there is no ruling."""
    flags = {key: True for key in ("attack", "variable") if getattr(request, key)}
    ruling = {"ruling": request.ruling} if request.ruling and not request.attack else {}
    return {"a": _test(request.a, _of("a", dice)), "b": _test(request.b, _of("b", dice)), **ruling, **flags}


def _contest(request: KaiserContest, dice: Thrown) -> Keys:
    """Return the keys of both sides of a contest; a tie left open by the GM is encoded as a roll-off."""
    ruling = {"ruling": ROLL_OFF if request.ruling == "gm" else request.ruling} if request.ruling else {}
    a, b = (_side(request, side, _of(hand, dice)) for hand, side in (("a", request.a), ("b", request.b)))
    return {"a": a, "b": b, **ruling}


def _side(request: KaiserContest, side: Effort, dice: Thrown) -> Keys:
    """Return the keys of one side of a contest, with its kind if that is not a skill.

    The format does not have a characteristic against a skill, so such a line will be refused because of its `kind`.
    """
    kind = request.kind_of(side)
    said = {} if kind == "skill" or request.kind == "opposed_characteristic" else {"kind": kind}
    return _effort(side, kind, dice) | said


def _adjust(request: KaiserCheck | KaiserContest, dice: Thrown) -> Keys:
    """Return the key of adjusted degrees, if there are dice that have degrees."""
    return {"adjust": request.adjust} if request.adjust and dice else {}


def _effort(effort: Effort, kind: Kind, dice: Thrown) -> Keys:
    """Return the keys of one side that its kind of check has."""
    keys: Keys = {"value": effort.value, **_modifiers(effort.modifiers)}
    if kind != "characteristic":
        keys |= {key: level for key, level in _levels(effort).items() if level}
    if kind == "skill" and effort.fumble_degree:
        keys["fumble_degree"] = effort.fumble_degree
    return keys | _lists(dice)


def _levels(effort: Effort) -> dict[str, int]:
    """Return the levels of a side, or their net if they exceed the format's limit, which has the same effect."""
    level, net = max(effort.advantage, effort.disadvantage), effort.net_levels
    if level <= MOST_LEVELS:
        return {"advantage": effort.advantage, "disadvantage": effort.disadvantage}
    return {"advantage": max(0, net), "disadvantage": max(0, -net)}


def _modifiers(modifiers: Iterable[Modifier | FlatModifier]) -> Keys:
    """Return modifiers; those without a label are bare numbers."""
    spelt = [{"label": one.label, "value": one.value} if one.label else one.value for one in modifiers]
    return {"modifiers": spelt} if spelt else {}


def _roll(dice: Thrown) -> Keys:
    return {"roll": dice[ROLL][0]} if ROLL in dice else {}


def _lists(dice: Thrown) -> Keys:
    return {name: list(faces) for name, faces in dice.items() if name != ROLL_OFF}


def _of(side: str, dice: Thrown) -> Thrown:
    """Return the dice of one side, without the side in their names."""
    return {name.partition(".")[2]: faces for name, faces in dice.items() if name.startswith(f"{side}.")}


def _house(system: str, house: House) -> Mapping[str, Keys]:
    """Return the house rules of a system that are not the default."""
    book = House()
    fields = {key: getattr(house, field) for key, field in SETTINGS[system].items()}
    changed = {key: value for key, value in fields.items() if value != getattr(book, SETTINGS[system][key])}
    return {"house": changed} if changed else {}
