"""Which key of a bad request is wrong, and why: looked for only once a request has been refused."""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import DecodeError, Raw, Struct, structs

from gm_desk.core.errors import BadRequestError


def mistakes_in(raw: bytes | Raw, shape: Any, outer: str = "") -> Iterator[BadRequestError]:
    """Name the mistakes of an object, worst first: missing keys, unknown ones, wrong values.

    `outer` is what stands before its keys ("a.").
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
    """Name the mistakes of one value, as deep inside as they are."""
    try:
        msgspec.json.decode(raw, type=wanted)
    except DecodeError as error:
        inner = list(_inside(raw, wanted, key))
        said = str(error).partition(" - at `")[0]
        yield from inner or [BadRequestError(key, said[:1].lower() + said[1:])]


def _inside(raw: Raw, wanted: Any, key: str) -> Iterator[BadRequestError]:
    """Look into an object or a list for what is wrong with it."""
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
    """Give the kinds of value that are wanted, without their bounds."""
    if get_origin(wanted) is Annotated:
        return _kinds(get_args(wanted)[0])
    return (wanted,) if get_origin(wanted) is tuple else get_args(wanted) or (wanted,)
