"""How fast the rules are: ratios measured side by side in one run, printed and never asserted.

Run it with `python tests/benchmarks/bench_rules.py`.
"""

import io
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import icepool  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from gm_desk.core.rules.house import House  # noqa: E402
from gm_desk.core.rules.requests import Effort, KaiserContest, OpposedTest, SuccessTest  # noqa: E402
from gm_desk.core.systems import ep2, kaiser  # noqa: E402
from gm_desk.rules_command import run  # noqa: E402
from worked import cases  # noqa: E402 - the checkout is found first

BOOK = House()
TEST = OpposedTest(SuccessTest(65), SuccessTest(40))
RESOLVES = 1_000_000
REQUESTS = 10_000
COMMAND = "import sys\nfrom gm_desk.rules_command import run\nsys.exit(run(sys.stdin.buffer, sys.stdout.buffer))"
ONE = b'{"system": "ep2", "check": "success", "target": 55, "roll": 53}\n'


def seconds(action: Callable[[], object], times: int) -> float:
    """Return the median time of an action."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def icepools_odds() -> object:
    """Have icepool count the same opposed test."""

    def winner(x: int, y: int) -> int:
        a, b = (x == 0 or (x <= 65 and x != 99)), (y == 0 or (y <= 40 and y != 99))
        if not (a and b):
            return a - b
        if (x % 11 == 0) != (y % 11 == 0):
            return 1 if x % 11 == 0 else -1
        return (x > y) - (x < y) or (x % 11 == 0)

    return icepool.map(winner, icepool.z(100), icepool.z(100))


def python(code: str, given: bytes) -> Callable[[], object]:
    """Return a fresh interpreter that runs a script."""
    return lambda: subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, cwd=ROOT, check=True)


def bench_odds() -> None:
    """Compare opposed odds with icepool's."""
    ours = seconds(lambda: ep2.odds(TEST, BOOK), 200)
    theirs = seconds(icepools_odds, 20)
    contest = KaiserContest("attack", Effort(12, advantage=6), Effort(10, disadvantage=6))
    print(
        f"opposed odds        {ours * 1e3:8.3f} ms   icepool {theirs * 1e3:.1f} ms, {theirs / ours:.0f} times as long"
    )
    print(f"Kaiser attack odds  {seconds(lambda: kaiser.odds(contest, BOOK), 100) * 1e3:8.3f} ms")


def bench_command() -> None:
    """Feed ten thousand requests, and compare the start with Python's own."""
    requests = [json.dumps(case["request"]).encode() + b"\n" for case in cases()]
    many = b"".join((requests * (REQUESTS // len(requests) + 1))[:REQUESTS])
    inside = seconds(lambda: run(io.BytesIO(many), io.BytesIO()), 3)
    print(f"{REQUESTS} requests      {inside:8.3f} s    as a process {seconds(python(COMMAND, many), 3):.3f} s")
    bare = seconds(python("pass", b""), 21)
    for name, given in (("no request", b""), ("one request", ONE)):
        start = seconds(python(COMMAND, given), 21)
        print(
            f"start, {name:<12} {start * 1e3:8.1f} ms   {start / bare:.1f} times python -c pass ({bare * 1e3:.1f} ms)"
        )


def bench_resolve() -> None:
    """Resolve in memory."""
    test, dice = SuccessTest(55), {"roll": (53,)}

    def resolve() -> None:
        for _ in range(RESOLVES):
            ep2.resolve(test, dice, BOOK)

    print(f"{RESOLVES} resolves  {seconds(resolve, 1):8.2f} s")


if __name__ == "__main__":
    bench_odds()
    bench_command()
    bench_resolve()
