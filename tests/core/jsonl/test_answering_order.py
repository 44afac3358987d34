"""Turn orders as lines: what wounds and traumas that are ignored leave of a count."""

import json
from typing import Any

import pytest

from gm_desk.core.jsonl.answering import answer

Json = dict[str, Any]


def counts(system: str, *combatants: Json, **keys: Any) -> list[int]:
    listed = [{"id": f"c{place}", "init": 20, "roll": 5, **one} for place, one in enumerate(combatants)]
    line = json.dumps({"system": system, "check": "order", "combatants": listed, **keys})
    answered: Json = json.loads(answer(line.encode()).line)
    return list(answered["counts"].values())


@pytest.mark.parametrize(
    ("wounds", "traumas", "ignored", "count"),
    [(1, 2, 3, 25), (1, 4, 3, 23), (2, 2, 2, 23), (2, 2, 4, 25), (0, 2, 1, 24), (1, 0, 6, 25), (20, 20, 6, -9)],
)
@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_ignored_wounds_and_traumas_are_counted_together(
    system: str, wounds: int, traumas: int, ignored: int, count: int
) -> None:
    assert counts(system, {"wounds": wounds, "traumas": traumas, "ignored": ignored}) == [count]


def test_at_most_three_of_each_are_ignored_in_ep2_alone() -> None:
    hurt: list[Json] = [
        {"wounds": 4, "ignored": 4},
        {"traumas": 6, "ignored": 6},
        {"wounds": 4, "traumas": 1, "ignored": 4},
    ]
    assert counts("ep2", *hurt) == [24, 22, 24]
    assert counts("ep1", *hurt) == [25, 25, 24]


def test_the_first_printing_of_ep1_takes_ten_for_each_that_is_not_ignored() -> None:
    assert counts("ep1", {"wounds": 2, "traumas": 2, "ignored": 3}, printing="first") == [15]
