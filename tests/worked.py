"""The worked cases of the rules, and how answers are compared with them."""

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parent / "vectors"
PRECISION = 1e-12


def cases() -> list[dict[str, Any]]:
    """Give every worked case: a request and its answer."""
    return [json.loads(line) for line in (VECTORS / "rules.jsonl").read_text("utf-8").splitlines()]


def bad_lines() -> list[dict[str, Any]]:
    """Give every line to refuse, and the key that its error names."""
    return [json.loads(line) for line in (VECTORS / "errors.jsonl").read_text("utf-8").splitlines()]


def same(got: Any, wanted: Any) -> bool:
    """Tell whether two answers are the same: keys, types and values, probabilities to 1e-12."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return got.keys() == wanted.keys() and all(same(got[key], wanted[key]) for key in wanted)
    if isinstance(got, float):
        return bool(abs(got - wanted) <= PRECISION)
    return type(got) is type(wanted) and bool(got == wanted)
