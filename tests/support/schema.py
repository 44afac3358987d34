"""The facts of other programs' schemas: where which kind of value may stand, and what the lists offer."""

import json
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from makers import CHECKOUT

FOLDER = CHECKOUT / "tests" / "schemas"
KINDS: Mapping[str, tuple[type, ...]] = {
    "number": (int,),
    "text": (str,),
    "flag": (bool,),
    "list": (list,),
    "number or text": (int, str),
}


def schema(name: str) -> Any:
    """Return the facts about a system."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def misfits(value: Any, shape: Any, place: str) -> Iterator[str]:
    """Yield what of a value does not fit a shape; a field may always be empty."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            yield f"{place} is no group of fields"
            return
        for key, inner in value.items():
            if key in shape:
                yield from misfits(inner, shape[key], f"{place}.{key}")
            else:
                yield f"{place}.{key} is no field"
    elif value is not None and (type(value) not in KINDS[shape]):
        yield f"{place} is {value!r} and not {shape}"


def off_the_lists(value: Any, lists: Mapping[str, list[Any]], place: str) -> Iterator[str]:
    """Yield the values that are not on the list for their place; a field may always be empty."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from off_the_lists(inner, lists, f"{place}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from off_the_lists(inner, lists, f"{place}.{index}")
    else:
        for pattern, allowed in lists.items():
            if fnmatchcase(place, pattern) and value is not None and value not in allowed:
                yield f"{place} is {value!r}"
