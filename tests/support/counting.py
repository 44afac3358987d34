"""Work counted in lines of Python instead of seconds, so that other load on the computer does not matter."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_of(work: Callable[[], Any]) -> tuple[Any, int]:
    """Call a function; return its result and how many lines of Python it executed."""
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
