"""`gm-desk rules`, from its input to its exit code."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from typing_extensions import override

from gm_desk.core.jsonl.answering import MOST_BYTES, shapes_of
from gm_desk.core.systems.registry import RULES
from gm_desk.rules_command import HELP, run
from worked import bad_lines, cases, wrong

GOOD = b'{"id": 1, "system": "ep2", "check": "success", "target": 55, "roll": 53}\n'


def answered(content: bytes) -> tuple[int, list[bytes]]:
    stdout = io.BytesIO()
    code = run(io.BytesIO(content), stdout)
    return code, stdout.getvalue().splitlines()


def test_all_worked_cases_are_answered_in_their_order() -> None:
    code, lines = answered(b"\n".join(json.dumps(case["request"]).encode() for case in cases()))
    assert code == 0
    assert wrong(zip(cases(), map(json.loads, lines), strict=True)) == []


def test_there_are_more_than_a_thousand_worked_cases_and_all_systems_and_checks_among_them() -> None:
    assert len(cases()) == 1300
    assert set(RULES) == {case["request"]["system"] for case in cases()}
    asked = {(case["request"]["system"], case["request"]["check"]) for case in cases()}
    assert asked >= {(system, check) for system in RULES for check in shapes_of(system)}


@pytest.mark.parametrize("bad", bad_lines(), ids=lambda bad: bad["line"][:60])
def test_a_bad_line_is_refused_by_the_key_that_is_wrong_and_the_others_are_answered(bad: dict[str, Any]) -> None:
    code, lines = answered(GOOD + bad["line"].encode() + b"\n" + GOOD)
    replies = [json.loads(line) for line in lines]
    assert code == 1
    assert ["error" in reply for reply in replies] == [False, True, False]
    assert bad["names"] is None or bad["names"] in replies[1]["error"].partition(":")[0]


def test_blank_lines_are_skipped_and_the_last_line_needs_no_end() -> None:
    code, lines = answered(b"\n  \n" + GOOD + b"\r\n\t\n" + GOOD.rstrip())
    assert (code, len(lines)) == (0, 2)
    assert answered(b"") == (0, [])


def test_a_line_that_is_too_long_is_refused_once_and_never_held_whole() -> None:
    class Input(io.BytesIO):
        longest = 0

        @override
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            self.longest = max(self.longest, len(line))
            return line

    stdin, stdout = Input(b"x" * 3_000_000 + b"\n" + GOOD), io.BytesIO()
    assert run(stdin, stdout) == 1
    first, second = (json.loads(line) for line in stdout.getvalue().splitlines())
    assert (first["id"], "longer than" in first["error"], second["id"]) == (None, True, 1)
    assert stdin.longest <= MOST_BYTES + 1


def test_a_line_of_the_greatest_length_is_answered() -> None:
    padded = GOOD.rstrip().ljust(MOST_BYTES) + b"\n"
    assert answered(padded + GOOD)[0] == 0
    assert answered(b" " + padded + GOOD)[0] == 1
    assert len(answered(b" " + padded + GOOD)[1]) == 2


def test_each_answer_is_out_before_the_next_line_is_read() -> None:
    said: list[bytes] = []

    class Output(io.BytesIO):
        @override
        def flush(self) -> None:
            said.append(self.getvalue())

    run(io.BytesIO(GOOD * 3), Output())
    assert [len(lines.splitlines()) for lines in said] == [1, 2, 3]


def test_the_help_shows_an_example_that_is_true() -> None:
    request, answer = (line for line in HELP.splitlines() if line.startswith("  {"))
    assert answered(request.encode())[1] == [answer.strip().encode()]


def test_the_help_names_every_key_of_damage() -> None:
    for system in ("ep1", "ep2", "kaiser"):
        shape: Any = shapes_of(system)["damage"]
        for field in structs.fields(shape):
            assert re.search(rf"\b{field.name}\b", HELP)


def test_the_help_names_every_check() -> None:
    for check in {case["request"]["check"] for case in cases()}:
        assert check in HELP


SCRIPT = """
import sys
sys.modules["PySide6"] = None
from gm_desk.core.systems.registry import RULES
from gm_desk.rules_command import run
code = run(sys.stdin.buffer, sys.stdout.buffer)
assert not [name for name in sys.modules if name.startswith("PySide6.")]
sys.exit(code)
"""
ROOT = Path(__file__).parents[1]


def test_the_command_never_loads_qt() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], input=GOOD, capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["grade"] == "superior_success"


def test_a_reader_who_leaves_early_causes_no_noise() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdout
        process.stdout.close()
        process.stdout = None
        _, noise = process.communicate(GOOD)
    assert (process.returncode, noise) == (1, b"")
