"""Files in which a character is no JSON: the others open, and it is written back byte for byte."""

from pathlib import Path

import pytest

from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.rosters.files import RosterReading, decode_in_part, encode_roster, read_in_part, write_roster
from makers import a_character, a_roster

PATH = Path("mars.json")
ROSTER = a_roster(characters=tuple(a_character(id=one, name=one, notes="[{") for one in ("lao", "eva", "okoro")))
WHOLE = encode_roster(ROSTER)
BROKEN = [
    b'"eva", "id": "x"',
    b"NaN",
    b"1e999",
    b'"\\ud800"',
    b'"\xff"',
    b'"a\x01b"',
    b'"a\nb"',
    b"'eva'",
    b'"eva" // }]',
    b"[" * 150 + b"]" * 150,
]


def damaged(broken: bytes) -> bytes:
    return WHOLE.replace(b'"eva"', broken, 1)


def ids(reading: RosterReading) -> list[str]:
    return [one.id for one in reading.roster.characters]


@pytest.mark.parametrize("broken", [one for one in BROKEN if b"}" not in one], ids=repr)
def test_the_other_characters_open_and_the_broken_one_stays_byte_for_byte(broken: bytes, tmp_path: Path) -> None:
    content = damaged(broken)
    reading = decode_in_part(content, PATH)
    assert ids(reading) == ["lao", "okoro"]
    (unread,), (problem,) = reading.roster.unread, reading.problems
    assert unread.place == ("characters", 1)
    assert unread.raw in content
    line = content.count(b"\n", 0, content.index(broken)) + 1
    assert problem.place == f"character 2, line {line}"
    assert encode_roster(reading.roster) == content
    write_roster(tmp_path / "saved.json", reading.roster)
    assert read_in_part(tmp_path / "saved.json").roster == reading.roster


def test_several_may_be_broken_and_are_told_in_their_order() -> None:
    content = damaged(b"NaN").replace(b'"okoro"', b'"\xff"', 1)
    reading = decode_in_part(content, PATH)
    assert ids(reading) == ["lao"]
    assert [one.problem for one in reading.problems] == ["“NaN” is not a number", "it is not UTF-8 text"]
    assert encode_roster(reading.roster) == content


@pytest.mark.parametrize(
    "content",
    [
        b"",
        WHOLE[:200],
        damaged(b'"eva" }'),
        damaged(b'"eva" // }]'),
        damaged(b'"eva'),
        WHOLE.replace(b'"Mars"', b"NaN"),
        WHOLE.replace(b'"format"', b'"characters": [NaN], "format"'),
        damaged(b"NaN") + b"x",
        b'{"characters": [',
        b'{"characters": [NaN]',
        b'["characters", [NaN]]',
        b"]" + WHOLE,
    ],
    ids=repr,
)
def test_what_is_broken_elsewhere_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableFileError):
        decode_in_part(content, PATH)
