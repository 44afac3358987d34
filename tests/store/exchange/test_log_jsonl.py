"""Rolls as JSON lines: answered by the rules, and brought back whole."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.jsonl.answering import answer
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.exchange.log_jsonl import MOST_BYTES, json_line_of, read_lines, read_log
from gm_desk.store.journal.entries import Naming, Override, Revision, StoredEntry
from makers import an_entry, texts

changes = st.fixed_dictionaries(
    {},
    optional={
        "request": st.builds(SuccessTest, base=st.integers(0, 200)),
        "dice": st.integers(0, 99).map(lambda roll: {"roll": (roll,)}),
        "override": st.none() | st.builds(Override, words=texts, grade=st.none() | st.sampled_from(Grade)),
        "note": texts,
        "secret": st.booleans(),
        "struck": st.booleans(),
        "picks": st.lists(texts, max_size=2).map(tuple),
    },
)


def as_read(content: bytes) -> list[StoredEntry]:
    """Apply what was read, as a journal does."""
    read = read_lines(content)
    assert not read.problems
    known = {entry.id: StoredEntry(entry) for entry in read.rolls}
    for revision in read.revisions:
        known[revision.entry] = known[revision.entry].revised(revision)
    return list(known.values())


@given(st.lists(changes, max_size=5))
def test_a_roll_comes_back_as_it_was_with_all_that_it_was_judged_before(steps: list[dict[str, Any]]) -> None:
    kept = StoredEntry(an_entry())
    for number, step in enumerate(steps):
        kept = kept.revised(Revision(id=str(number), entry="roll-1", time=number, **step))
    (again,) = as_read(json_line_of(kept))
    assert again.entry == kept.entry
    assert [old.judged for old in again.past] == [old.judged for old in kept.past]


def test_a_line_is_a_request_that_the_rules_answer() -> None:
    reply = answer(json_line_of(StoredEntry(an_entry())))
    words = json.loads(reply.line)
    assert reply.good
    assert (words["target"], words["roll"], words["grade"]) == (65, 53, "superior_success")


def test_the_same_roll_twice_is_read_once() -> None:
    line = json_line_of(StoredEntry(an_entry()))
    assert len(read_lines(line + b"\n\n" + line + b"\n").rolls) == 1


def test_the_name_of_an_evening_comes_along_and_is_the_same_one_every_time() -> None:
    lines = b"\n".join(json_line_of(StoredEntry(an_entry(f"roll-{n}", time=n)), "Arrival") for n in (3, 7))
    named = read_lines(lines).namings
    assert named == (Naming(id="evening~Arrival", session="evening", time=7, name="Arrival"),)


def changed(change: Any) -> bytes:
    """Change what a line carries."""
    raw = msgspec.json.decode(json_line_of(StoredEntry(an_entry())))
    change(raw["id"])
    return msgspec.json.encode(raw)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{}", "it is not a roll exported by GM Desk"),
        (b"\xff\xfe", "it is not a roll exported by GM Desk"),
        (b"[" * 20_000, "it is not a roll exported by GM Desk"),
        (b'{"id": 3, "system": "ep2", "check": "success", "target": 65}', "it is not a roll exported by GM Desk"),
        (changed(lambda carried: carried.update(format=2)), "it was written by a newer GM Desk"),
        (
            changed(lambda carried: carried["entry"].update(system="gurps")),
            "this version does not know the system “gurps”",
        ),
        (changed(lambda carried: carried["entry"].update(time=-1)), "its time is not valid"),
        (changed(lambda carried: carried["entry"].update(time=10**18)), "its time is not valid"),
        (changed(lambda carried: carried["entry"].update(dice={})), "its dice do not match what was rolled"),
        (
            changed(lambda carried: carried.update(revisions=[{"id": "1", "entry": "other", "time": 1, "note": "x"}])),
            "it refers to another roll",
        ),
        (
            changed(lambda carried: carried.update(revisions=[{"id": "1", "entry": "roll-1", "time": 1, "dice": {}}])),
            "its dice do not match what was rolled",
        ),
    ],
)
def test_a_line_that_is_none_of_ours_is_named_and_the_others_are_read(line: bytes, says: str) -> None:
    good = json_line_of(StoredEntry(an_entry()))
    read = read_lines(good + b"\n" + line + b"\n" + json_line_of(StoredEntry(an_entry("roll-2"))))
    assert [entry.id for entry in read.rolls] == ["roll-1", "roll-2"]
    assert [(problem.line, problem.says) for problem in read.problems] == [(2, says)]


@given(st.binary(max_size=200), st.integers(0, 2000))
def test_whatever_is_in_a_file_it_is_read_or_named(noise: bytes, place: int) -> None:
    line = json_line_of(StoredEntry(structs.replace(an_entry(), note="Ha")))
    read = read_lines(line[:place] + noise + line[place:])
    assert len(read.rolls) + len(read.problems) >= 1


def test_a_file_too_large_or_none_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "rolls.jsonl"
    with pytest.raises(UnreadableFileError):
        read_log(path)
    path.write_bytes(b"")
    with path.open("r+b") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(UnreadableFileError) as raised:
        read_log(path)
    assert raised.value.problem == "it is larger than 256 MB"


@pytest.mark.parametrize("roll", [(100,), (999,), (-7,), ()])
def test_dice_that_cannot_be_are_not_read(roll: tuple[int, ...]) -> None:
    line = json_line_of(StoredEntry(an_entry()))
    raw = msgspec.json.decode(line)
    raw["id"]["entry"]["dice"] = {"roll": roll}
    assert [problem.says for problem in read_lines(msgspec.json.encode(raw)).problems] == [
        "its dice do not match what was rolled"
    ]


def test_the_mark_that_some_editors_put_first_does_no_harm() -> None:
    assert len(read_lines(b"\xef\xbb\xbf" + json_line_of(StoredEntry(an_entry()))).rolls) == 1


def test_however_often_a_roll_was_judged_its_line_is_not_too_long_for_the_rules() -> None:
    past = tuple(an_entry(override=Override(f"{number} " + "x" * 400)) for number in range(400))
    line = json_line_of(StoredEntry(an_entry(), past))
    assert answer(line).good
    (kept,) = as_read(line)
    assert kept.past[-1].override == past[-1].override
