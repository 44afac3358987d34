"""Thousands of damaged rosters: each is opened equal, or in part with the rest kept, or refused with a reason."""

import contextlib
import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.rosters.files import decode_in_part, encode_roster, read_in_part, write_roster
from gm_desk.store.rosters.repair import Broken, json_in_pieces
from makers import a_character, a_roster
from thorough import tries

ROUNDS = tries(10_000)
PATH = Path("mars.json")
VALUES: list[Any] = [
    None,
    True,
    -1,
    1.5,
    10**30,
    10_000,
    "",
    "x" * 70,
    "\u2028",
    [],
    [[]],
    {},
    {"": None},
    [None],
    "eva",
]

Mutation = Callable[[random.Random, bytes], bytes]


def the_roster() -> Roster:
    attack = Attack(id="pistol", name="Pistol", ammo=Points(now=3, max=12), extra={"later": [1]})
    people = [a_character(id=f"c{number}", name=f"C{number}", attacks=(attack,)) for number in range(4)]
    return a_roster(characters=(*a_roster().characters, *people), house={"cap": 40, "later": "rain"}, extra={"x": {}})


WHOLE = encode_roster(the_roster())


def flipped(chance: random.Random, content: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(content)
    for _ in range(chance.randint(1, 3)):
        changed[chance.randrange(len(changed))] = chance.choice([chance.randrange(256), *b'{}[]",:0 \n'])
    return bytes(changed)


def cut(chance: random.Random, content: bytes) -> bytes:
    return content[: chance.randrange(len(content))]


def deleted(chance: random.Random, content: bytes) -> bytes:
    start = chance.randrange(len(content))
    return content[:start] + content[start + chance.randint(1, 200) :]


def doubled(chance: random.Random, content: bytes) -> bytes:
    """Let a stretch of lines stand there twice."""
    lines = content.splitlines(keepends=True)
    start = chance.randrange(len(lines))
    return b"".join(lines[: start + 1] + lines[start : start + chance.randint(1, 8)] + lines[start + 1 :])


def zeroed(chance: random.Random, content: bytes) -> bytes:
    """Leave nothing but zeros from some place on, as a power cut may."""
    start = chance.randrange(len(content))
    return content[:start] + b"\0" * (len(content) - start)


def deepened(chance: random.Random, content: bytes) -> bytes:
    start, depth = chance.randrange(len(content)), chance.choice([50, 99, 101, 5_000])
    return content[:start] + b"[" * depth + b"]" * depth + content[start:]


def a_place(chance: random.Random, raw: Any) -> tuple[Any, Any]:
    """Choose a place in plain data: what holds it, and its key or index."""
    while True:
        key = chance.choice(list(raw) if isinstance(raw, dict) else range(len(raw)))
        if not isinstance(raw[key], (dict, list)) or not raw[key] or chance.random() < 0.3:
            return raw, key
        raw = raw[key]


def retyped(chance: random.Random, content: bytes) -> bytes:
    """Put other values in some places."""
    raw = json.loads(content)
    for _ in range(chance.randint(1, 4)):
        holder, key = a_place(chance, raw)
        holder[key] = copy.deepcopy(chance.choice(VALUES))
    return json.dumps(raw, indent=1).encode()


def stripped(chance: random.Random, content: bytes) -> bytes:
    """Leave some things out."""
    raw = json.loads(content)
    for _ in range(chance.randint(1, 4)):
        holder, key = a_place(chance, raw)
        del holder[key]
        if not raw:
            break
    return json.dumps(raw).encode()


def repeated(chance: random.Random, content: bytes) -> bytes:
    """Let things of a list stand there twice, ids and all."""
    raw = json.loads(content)
    people = chance.choice([raw["characters"], raw["groups"], raw["characters"][0]["skills"]])
    people.insert(chance.randint(0, len(people)), chance.choice(people))
    return json.dumps(raw).encode()


MUTATIONS: dict[str, Mutation] = {
    "flipped": flipped,
    "cut": cut,
    "deleted": deleted,
    "doubled": doubled,
    "zeroed": zeroed,
    "deepened": deepened,
    "retyped": retyped,
    "stripped": stripped,
    "repeated": repeated,
}


DEFAULTS: list[Any] = ["", None, 0, 1, [], "npc"]
"""What needs not be written, as reading gives it where nothing stands."""


def says_nothing(value: Any) -> bool:
    return all(map(says_nothing, value.values())) if isinstance(value, dict) else value in DEFAULTS


def is_kept(before: Any, after: Any) -> bool:
    """Return whether all that plain data hold stands in others, where it stood."""
    if isinstance(before, dict) and isinstance(after, dict):
        return all(is_kept(value, after[key]) if key in after else says_nothing(value) for key, value in before.items())
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(is_kept, before, after))
    return type(before) is type(after) and bool(before == after)


def data_of(content: bytes) -> Any:
    """Read plain data, and of a character that is no JSON the bytes."""
    raw = json_in_pieces(content, PATH)
    if isinstance(raw.get("characters"), list):
        raw["characters"] = [one.text if isinstance(one, Broken) else one for one in raw["characters"]]
    return raw


def outcome(content: bytes) -> str:
    """Open damaged content; gives what became of it."""
    try:
        reading = decode_in_part(content, PATH)
    except UnreadableFileError as error:
        return "refused" if error.problem and "`" not in str(error) else f"refused badly: {error}"
    again = encode_roster(reading.roster)
    assert is_kept(data_of(content), data_of(again))
    assert encode_roster(decode_in_part(again, PATH).roster) == again
    assert len(reading.problems) == len(reading.roster.unread)
    return "in part" if reading.problems else "whole"


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_damaged_roster_is_opened_whole_or_in_part_or_refused_with_a_reason(name: str) -> None:
    chance, mutation = random.Random(name), MUTATIONS[name]
    seen = {outcome(mutation(chance, WHOLE)) for _ in range(ROUNDS // len(MUTATIONS))}
    assert seen <= {"whole", "in part", "refused"}
    assert seen != {"whole"}


def test_a_damaged_file_is_left_as_it_is(tmp_path: Path) -> None:
    chance, path = random.Random(7), tmp_path / "mars.json"
    for mutation in [*MUTATIONS.values()] * 5:
        content = mutation(chance, WHOLE)
        path.write_bytes(content)
        with contextlib.suppress(UnreadableFileError):
            read_in_part(path)
        assert path.read_bytes() == content


def test_a_partly_read_roster_can_be_changed_and_saved_and_loses_nothing(tmp_path: Path) -> None:
    chance, path, unread = random.Random(11), tmp_path / "mars.json", 0
    for _ in range(50):
        content = chance.choice([retyped, repeated])(chance, WHOLE)
        try:
            roster = decode_in_part(content, PATH).roster
        except UnreadableFileError:
            continue
        write_roster(path, structs.replace(roster, name="Luna"))
        again, kept = read_in_part(path).roster, [one.raw for one in roster.unread if one.place != ("name",)]
        assert (again.name, again.characters) == ("Luna", roster.characters)
        assert is_kept(kept, [one.raw for one in again.unread])
        unread += len(kept)
    assert unread > 20
