"""What a benchmark has to say: a figure in words, beside its aim."""

from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    measured: str
    aim: str
    verdict: str
