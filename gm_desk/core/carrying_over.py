"""A change that was worked out from an older value, made to the value as it is now."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct, structs

_Value = TypeVar("_Value")


def carried_over(before: _Value, after: _Value, now: _Value) -> _Value:
    """Return `now` with what was changed from `before` to `after`; where both changed the same thing, `after` counts.

    Values are compared field by field, mappings key by key, and what has ids by its ids.
    """
    if now is before or now == before:
        return after
    if after is before or after == before:
        return now
    merged: _Value = _merged(before, after, now)
    return merged


def _merged(before: Any, after: Any, now: Any) -> Any:
    """Merge two changes of one value by its parts; a value that has none is the one of `after`."""
    many = (before, after, now)
    if isinstance(after, Struct) and all(type(one) is type(after) for one in many):
        fields = after.__struct_fields__
        parts = {name: carried_over(*(getattr(one, name) for one in many)) for name in fields}
        return structs.replace(now, **parts)
    if all(isinstance(one, Mapping) for one in many):
        return _merged_by_key(before, after, now)
    if all(isinstance(one, tuple) and all(hasattr(item, "id") for item in one) for one in many):
        old, wanted, here = ({item.id: item for item in one} for one in many)
        order = [*wanted, *(key for key in here if key not in wanted)]
        found = _merged_by_key(old, wanted, here)
        return tuple(found[key] for key in order if key in found)
    return after


def _merged_by_key(before: Mapping[Any, Any], after: Mapping[Any, Any], now: Mapping[Any, Any]) -> dict[Any, Any]:
    """Merge what stands under each key; what either change took away is gone."""
    keys: Sequence[Any] = [*now, *(key for key in after if key not in now)]
    gone = {key for key in before if key not in after or key not in now}
    return {key: _under(key, before, after, now) for key in keys if key not in gone}


def _under(key: Any, before: Mapping[Any, Any], after: Mapping[Any, Any], now: Mapping[Any, Any]) -> Any:
    """Return what stands under a key; one that is new on one side, or on both, has no older value."""
    if key in before:
        return carried_over(before[key], after[key], now[key])
    return after[key] if key in after else now[key]
