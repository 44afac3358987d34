"""The worked cases of the rules, and the comparison of answers with them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"
PRECISION = 1e-12


def cases() -> list[dict[str, Any]]:
    """Return every worked case: a request and its answer."""
    return _lines("rules.jsonl", "combat.jsonl")


def bad_lines() -> list[dict[str, Any]]:
    """Return every line to refuse, and the key that its error names."""
    return _lines("errors.jsonl", "combat_errors.jsonl")


def _lines(*names: str) -> list[dict[str, Any]]:
    return [json.loads(line) for name in names for line in (VECTORS / name).read_text("utf-8").splitlines()]


def same(got: Any, wanted: Any) -> bool:
    """Return whether two answers are equal: keys, types and values, probabilities to 1e-12."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return got.keys() == wanted.keys() and all(same(got[key], wanted[key]) for key in wanted)
    if isinstance(got, float):
        return bool(abs(got - wanted) <= PRECISION)
    return type(got) is type(wanted) and bool(got == wanted)


def wrong(replies: Iterable[tuple[dict[str, Any], dict[str, Any]]]) -> list[Any]:
    """List the ids of the cases with a wrong reply, each with the reply."""
    return [(case["request"]["id"], got) for case, got in replies if not same(got, case["answer"])]
