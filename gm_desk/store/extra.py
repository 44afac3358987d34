"""Keys that are not known here: carried along in `extra`, and written back where they stood."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct, structs

OURS = {"extra", "unread"}
"""Fields that are no keys of a file: in a file, these are unknown keys like any other."""


def spread_extra(value: Any, data: Any) -> None:
    """Put the unknown keys of a value, and of everything in it, back where they stood in its plain data."""
    for key, part in _parts(value):
        if not isinstance(data, dict) or key in data:
            spread_extra(part, data[key])
    if isinstance(value, Struct):
        data.update(data.pop("extra", None) or {})


def with_extra(value: Any, raw: Any) -> Any:
    """Give a value, and everything in it, the keys that its type does not know; what knows all stays what it is."""
    parts = {}
    for key, part in _parts(value):
        if isinstance(raw, list) or key in raw:
            whole = with_extra(part, raw[key])
            if whole is not part:
                parts[key] = whole
    if isinstance(value, Struct):
        unknown = _unknown(value, raw)
        return structs.replace(value, **parts, **unknown) if parts or unknown else value
    if not parts:
        return value
    if isinstance(value, dict):
        return {**value, **parts}
    return tuple(parts.get(place, part) for place, part in enumerate(value))


def _unknown(value: Struct, raw: dict[str, Any]) -> dict[str, Any]:
    """Give the keys that a value's type does not know, as its `extra`, where it carries any."""
    fields = value.__struct_fields__
    if raw.keys() <= _known(type(value)):
        return {}
    unknown = {key: item for key, item in raw.items() if key not in fields or key in OURS}
    return {"extra": unknown} if unknown and "extra" in fields else {}


@cache
def _known(kind: type[Struct]) -> frozenset[str]:
    """Name the keys that a type knows."""
    return frozenset(kind.__struct_fields__) - OURS


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Walk over the parts of a value that may hold unknown keys, each with its name or place."""
    if isinstance(value, Struct):
        parts: Iterable[tuple[Any, Any]] = ((name, getattr(value, name)) for name in value.__struct_fields__)
    else:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    return ((key, part) for key, part in parts if part and key not in OURS and isinstance(part, (Struct, dict, tuple)))
