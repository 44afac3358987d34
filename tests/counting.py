"""Count the work that something takes, which no other work on the computer changes, instead of timing it."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_of(work: Callable[[], Any]) -> tuple[Any, int]:
    """Do some work, and return with its answer how many lines of Python that took."""
    lines = 0

    def count(_: FrameType, event: str, __: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        answer = work()
    finally:
        sys.settrace(before)
    return answer, lines
