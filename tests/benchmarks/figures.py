"""The figures of benchmarks in words, with their targets, and how much is measured."""

import os
from typing import NamedTuple

SMALL = bool(os.environ.get("GM_DESK_SMALL"))
"""Whether the benchmarks run once in small, to see that they still run: the figures then say nothing."""


class Figure(NamedTuple):
    what: str
    measured: str
    aim: str
    verdict: str


def sized(full: int, small: int) -> int:
    """Return how many of something are measured."""
    return small if SMALL else full
