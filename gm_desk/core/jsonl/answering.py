"""Answer one JSON line: decode the request, resolve it, and encode the outcome or the error."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import DecodeError, Raw, Struct, structs

from gm_desk.core.drafts.rejudging import replayed, used
from gm_desk.core.errors import BadRequestError, RulesError
from gm_desk.core.jsonl.keys import MOST_LEVELS, AnyKeys, OrderKeys
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import SETTINGS, House, parse_house
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
    KaiserKind,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.protocol import AnyOdds, Result
from gm_desk.core.systems.registry import RULES, SYSTEMS


def outcome_as_data(outcome: Result) -> dict[str, Any]:
    """Return the keys of an outcome, which are the names of its fields."""
    data: dict[str, Any] = msgspec.to_builtins(outcome)
    return data


def odds_as_data(odds: AnyOdds) -> dict[str, Any]:
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
    """Return the keys of a request with the dice that it uses; without dice it is a request for the odds.

    The format has no keys for the dice of a roll-off, so its winner is null (Kaiser).
    """
    if isinstance(request, Ep2Damage) and house.static_damage:
        return asked(system, _fixed(request, house), {"rolls": (1,)}, House())
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
            answered: Keys = msgspec.to_builtins(request)
            del answered["request"]
            return {"system": system, "check": "damage"} | answered | _lists(fallen)
    return {"system": system, **keys, **_house(system, house)}


def _fixed(request: Ep2Damage, house: House) -> Ep2Damage:
    """Return a request for the average damage as a fixed number: a die of one side and the rest.

    The format has no key for this house rule, and refuses an expression without dice.
    """
    total = outcome_as_data(replayed(RULES["ep2"], request, {}, house))["total"]
    return structs.replace(request, expression=f"1d1{total - 1:+}", superior=0, critical=False)


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
    kind_key = {} if kind == "skill" or request.kind == "opposed_characteristic" else {"kind": kind}
    return _effort(side, kind, dice) | kind_key


def _adjust(request: KaiserCheck | KaiserContest, dice: Thrown) -> Keys:
    """Return the key of adjusted degrees, if there are dice that have degrees."""
    return {"adjust": request.adjust} if request.adjust and dice else {}


def _effort(effort: Effort, kind: KaiserKind, dice: Thrown) -> Keys:
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


MOST_BYTES = 65_536
DEEPEST = 100
MARKS = re.compile(rb'(?s)"(?:[^"\\]|\\.)*"?|[][{}]')
LONGEST_PROBLEM = 300
NOTHING = Raw(b"null")
WITHOUT_HOUSE = ("dice", "damage", "order")
"""Checks whose requests have no `house` key; of the house rules only `static_damage` affects one, the damage in EP2."""

Read = TypeVar("Read")


class Answer(Struct, frozen=True):
    """One line of output without its line end, and whether the request was valid."""

    line: bytes
    good: bool


def answer(line: bytes) -> Answer:
    """Return the answer to one line of JSON; an invalid one is answered with an error that names the key."""
    try:
        values = _values_of(line)
    except BadRequestError as error:
        return _refused({"id": NOTHING}, error.problem)
    head = {"id": values.pop("id")} if "id" in values else {}
    try:
        return Answer(msgspec.json.encode({**head, **_answered(values)}), good=True)
    except RulesError as error:
        return _refused(head, str(error))


def shapes_of(system: str) -> Mapping[str, type[AnyKeys]]:
    """Return the shape of each check of a system, loaded when first asked for."""
    if system == "kaiser":
        from gm_desk.core.jsonl import kaiser_keys

        return kaiser_keys.KAISER
    from gm_desk.core.jsonl import eclipse_keys

    return eclipse_keys.EP1 if system == "ep1" else eclipse_keys.EP2


def _refused(head: Mapping[str, Raw], problem: str) -> Answer:
    """Return an error as a line; long quotations of the request are shortened."""
    return Answer(msgspec.json.encode({**head, "error": problem[:LONGEST_PROBLEM]}), good=False)


def _values_of(line: bytes) -> dict[str, Raw]:
    """Return the keys of a line, with values not yet decoded."""
    if len(line) > MOST_BYTES:
        raise BadRequestError("line", f"the line is longer than {MOST_BYTES} bytes")
    if _depth(line) > DEEPEST:
        raise BadRequestError("line", f"the line is nested more than {DEEPEST} deep")
    try:
        return msgspec.json.decode(line.decode(), type=dict[str, Raw])
    except (DecodeError, UnicodeDecodeError) as error:
        raise BadRequestError("line", f"the line is not a JSON object: {error}") from None


def _depth(line: bytes) -> int:
    """Return how many arrays and objects lie inside one another, whether or not the line is JSON."""
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return 0
    depth = deepest = 0
    for mark in MARKS.findall(line):
        depth += 1 if mark in b"[{" else -1 if mark in b"]}" else 0
        deepest = max(deepest, depth)
    return deepest


def _answered(values: dict[str, Raw]) -> dict[str, Any]:
    """Return the outcome of the request, or its odds if it has no dice."""
    system = _word(values, "system", SYSTEMS)
    shapes = shapes_of(system)
    check = _word(values, "check", shapes)
    house = House() if check in WITHOUT_HOUSE else parse_house(system, _read_house(values))
    shape = _shape(values, shapes[check])
    if isinstance(shape, OrderKeys):
        return shape.answered()
    request, dice, rules = _settled_here(shape.to_request(), house), shape.given_dice(), RULES[system]
    if not dice and not isinstance(request, KaiserDamage):
        return odds_as_data(rules.odds(request, house))
    return outcome_as_data(replayed(rules, request, dice, house))


def _word(values: dict[str, Raw], key: str, known: Iterable[str]) -> str:
    """Remove and return a key whose value must be one of the known words."""
    if key not in values:
        raise BadRequestError(key, "is missing")
    word = _read(values.pop(key), key, str)
    if word not in known:
        raise BadRequestError(key, f"is not one of {', '.join(known)}")
    return word


def _read_house(values: dict[str, Raw]) -> dict[str, Any]:
    """Remove and return the house rules, if there are any."""
    return _read(values.pop("house"), "house", dict[str, Any]) if "house" in values else {}


def _read(raw: Raw, key: str, kind: type[Read]) -> Read:
    """Decode one value; raise BadRequestError with its key."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except DecodeError as error:
        raise BadRequestError(key, str(error)) from None


def _shape(values: dict[str, Raw], shape: type[AnyKeys]) -> AnyKeys:
    """Decode the rest of a line; raise BadRequestError with the key that is wrong."""
    body = msgspec.json.encode(values)
    try:
        return msgspec.json.decode(body, type=shape)
    except DecodeError as error:
        raise next(mistakes_in(body, shape), BadRequestError("request", str(error))) from None


def _settled_here(request: Request, house: House) -> Request:
    """Leave the winner of a rolled-off tie open, because this format has no dice for it."""
    if isinstance(request, KaiserContest) and (request.ruling or house.tie) == "roll_off":
        return structs.replace(request, ruling="gm")
    return request


def mistakes_in(raw: bytes | Raw, shape: Any, outer: str = "") -> Iterator[BadRequestError]:
    """Yield the mistakes of an object, worst first: missing keys, unknown ones, wrong values.

    `outer` is the prefix of its keys ("a.").
    """
    values = msgspec.json.decode(raw, type=dict[str, Raw])
    fields = {field.encode_name: field for field in structs.fields(shape)}
    for name, field in fields.items():
        if field.required and name not in values:
            yield BadRequestError(outer + name, "is missing")
    for name in values:
        if name not in fields:
            yield BadRequestError(outer + name, "is not a key of this check")
    for name, value in values.items():
        if name in fields:
            yield from _mistakes_of(value, fields[name].type, outer + name)


def _mistakes_of(raw: Raw, wanted: Any, key: str) -> Iterator[BadRequestError]:
    """Yield the mistakes of one value, at any depth."""
    try:
        msgspec.json.decode(raw, type=wanted)
    except DecodeError as error:
        inner = list(_inside(raw, wanted, key))
        problem = str(error).partition(" - at `")[0]
        yield from inner or [BadRequestError(key, problem[:1].lower() + problem[1:])]


def _inside(raw: Raw, wanted: Any, key: str) -> Iterator[BadRequestError]:
    """Yield the mistakes inside an object or a list."""
    kinds = _kinds(wanted)
    if bytes(raw).startswith(b"{"):
        for shape in kinds:
            if isinstance(shape, type) and issubclass(shape, Struct):
                yield from mistakes_in(raw, shape, f"{key}.")
    if bytes(raw).startswith(b"["):
        for elements in kinds:
            if get_origin(elements) is tuple:
                for place, element in enumerate(msgspec.json.decode(raw, type=list[Raw])):
                    yield from _mistakes_of(element, get_args(elements)[0], f"{key}[{place}]")


def _kinds(wanted: Any) -> tuple[Any, ...]:
    """Return the types of a value, without their bounds."""
    if get_origin(wanted) is Annotated:
        return _kinds(get_args(wanted)[0])
    return (wanted,) if get_origin(wanted) is tuple else get_args(wanted) or (wanted,)
