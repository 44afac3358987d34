"""Answer one JSON line: decode the request, resolve it, and encode the outcome or the error."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import DecodeError, Raw, Struct, structs

from gm_desk.core.drafts.rejudging import replayed
from gm_desk.core.errors import BadRequestError, RulesError
from gm_desk.core.jsonl.encoding import odds_in_words, outcome_in_words
from gm_desk.core.jsonl.keys import AnyKeys, OrderKeys
from gm_desk.core.rules.house import House, parse_house
from gm_desk.core.rules.requests import KaiserContest, KaiserDamage, Request
from gm_desk.core.systems.registry import RULES, SYSTEMS

MOST_BYTES = 65_536
LONGEST_PROBLEM = 300
NOTHING = Raw(b"null")
WITHOUT_HOUSE = ("dice", "damage", "order")
"""Checks that no house rule affects."""

Kind = TypeVar("Kind")


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
    except RecursionError:
        return _refused(head, "the line is nested too deeply")


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
    try:
        return msgspec.json.decode(line.decode(), type=dict[str, Raw])
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequestError("line", f"the line is no JSON object: {error}") from None


def _answered(values: dict[str, Raw]) -> dict[str, Any]:
    """Return the outcome of the request, or its odds if it has no dice."""
    system = _word(values, "system", SYSTEMS)
    shapes = shapes_of(system)
    check = _word(values, "check", shapes)
    house = House() if check in WITHOUT_HOUSE else parse_house(system, _house(values))
    shape = _shape(values, shapes[check])
    if isinstance(shape, OrderKeys):
        return shape.answered()
    request, dice, rules = _settled_here(shape.asks(), house), shape.brings(), RULES[system]
    if not dice and not isinstance(request, KaiserDamage):
        return odds_in_words(rules.odds(request, house))
    return outcome_in_words(replayed(rules, request, dice, house))


def _word(values: dict[str, Raw], key: str, known: Iterable[str]) -> str:
    """Remove and return a key whose value must be one of the known words."""
    if key not in values:
        raise BadRequestError(key, "is missing")
    word = _read(values.pop(key), key, str)
    if word not in known:
        raise BadRequestError(key, f"is none of {', '.join(known)}")
    return word


def _house(values: dict[str, Raw]) -> dict[str, Any]:
    """Remove and return the house rules, if there are any."""
    return _read(values.pop("house"), "house", dict[str, Any]) if "house" in values else {}


def _read(raw: Raw, key: str, kind: type[Kind]) -> Kind:
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
            yield BadRequestError(outer + name, "is no key of this check")
    for name, value in values.items():
        if name in fields:
            yield from _mistakes_of(value, fields[name].type, outer + name)


def _mistakes_of(raw: Raw, wanted: Any, key: str) -> Iterator[BadRequestError]:
    """Yield the mistakes of one value, at any depth."""
    try:
        msgspec.json.decode(raw, type=wanted)
    except DecodeError as error:
        inner = list(_inside(raw, wanted, key))
        said = str(error).partition(" - at `")[0]
        yield from inner or [BadRequestError(key, said[:1].lower() + said[1:])]


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
