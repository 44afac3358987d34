"""Writing a file: links, permissions and owners are kept.

Files that hold more than can be shown are refused in words, and what is read is read in one pass.
"""

import errno
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from counting import lines_of
from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.store.disk.files import (
    MOST_CHARACTERS,
    MOST_ENTRIES,
    MOST_FOREIGN_BYTES,
    MOST_GROUPS,
    MOST_LINES,
    MOST_MARKS,
    MOST_POINTS,
    MOST_STATE_BYTES,
    UnreadableFileError,
    UnwritableFileError,
    holds,
    holds_too_many,
    refuse_lost_folder,
    write_atomically,
)
from gm_desk.store.disk.json_files import TOO_MANY, json_of
from gm_desk.store.exchange.importing import bring
from gm_desk.store.rosters.files import decode_in_part, encode_roster, read_in_part, write_roster
from gm_desk.store.shipped import load_system
from gm_desk.store.state import MOST_RECENT, Recent, State, read_state, sound_state, write_state
from makers import a_character, a_roster

OLD = b"old " * 1000
NEW = b"new " * 5000
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@posix
def test_a_link_stays_a_link_and_what_it_points_to_is_saved(tmp_path: Path) -> None:
    synced = tmp_path / "synced"
    synced.mkdir()
    (synced / "mars.json").write_bytes(OLD)
    link = tmp_path / "mars.json"
    link.symlink_to(synced / "mars.json")
    write_atomically(link, NEW)
    assert link.readlink() == synced / "mars.json"
    assert (synced / "mars.json").read_bytes() == NEW
    assert names_in(tmp_path) == ["mars.json", "synced"]


@pytest.mark.parametrize(
    ("content", "known"), [(b"", False), (NEW[: len(OLD)], False), (OLD + b"x", False), (OLD[:-1], False), (OLD, True)]
)
def test_a_file_holds_a_content_if_it_has_all_of_it_and_no_more(tmp_path: Path, content: bytes, known: bool) -> None:
    path = tmp_path / "state.json"
    assert not holds(path, OLD)
    path.write_bytes(content)
    assert holds(path, OLD) is known
    path.write_bytes(b"")
    assert not holds(path, b"")


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o606, 0o200])
def test_permissions_are_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    path.chmod(mode)
    write_atomically(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    path.chmod(0o600)  # whoever is no administrator could not read one that may only be written to
    assert path.read_bytes() == NEW


@posix
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only an administrator may give files away")
def test_owner_and_group_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    path.chmod(0o664)
    os.chown(path, 1001, 2000)
    write_atomically(path, NEW)
    now = path.stat()
    assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (1001, 2000, 0o664)


@posix
@pytest.mark.parametrize("allowed", [(), (-1,)])
def test_where_a_file_cannot_be_given_to_its_owner_its_group_is_tried_and_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: tuple[int, ...]
) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    asked: list[tuple[int, int]] = []

    def refusing(_: Path, owner: int, group: int) -> None:
        asked.append((owner, group))
        if owner not in allowed:
            raise PermissionError

    monkeypatch.setattr(os, "chown", refusing)
    old = path.stat()
    write_atomically(path, NEW)
    assert asked == [(old.st_uid, old.st_gid), (-1, old.st_gid)]
    assert path.read_bytes() == NEW


def test_a_folder_that_cannot_be_entered_is_said_not_to_be_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(_: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", refusing)
    with pytest.raises(UnwritableFileError, match="not allowed"):
        refuse_lost_folder(tmp_path / "roster.json")


def test_a_read_only_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(UnwritableFileError) as raised:
        write_atomically(path, NEW)
    assert raised.value.problem == "the file is read-only"
    assert path.read_bytes() == OLD
    assert names_in(tmp_path) == ["roster.json"]
    path.chmod(0o644)


def test_a_file_that_somebody_else_may_write_to_is_refused_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UnwritableFileError, match="read-only"):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD


@posix
def test_a_file_on_a_read_only_disk_is_not_blamed_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    disk = list(os.statvfs(path))
    disk[8] |= os.ST_RDONLY
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result(disk))
    with pytest.raises(UnwritableFileError, match="the disk is read-only"):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD


def test_missing_folders_are_made(tmp_path: Path) -> None:
    write_atomically(tmp_path / "data" / "rosters" / "mars.json", NEW)
    assert (tmp_path / "data" / "rosters" / "mars.json").read_bytes() == NEW


def test_a_folder_that_is_a_file_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(OLD)
    with pytest.raises(UnwritableFileError):
        write_atomically(tmp_path / "data" / "mars.json", NEW)
    assert (tmp_path / "data").read_bytes() == OLD


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "mars.json").mkdir()
    with pytest.raises(UnwritableFileError):
        write_atomically(tmp_path / "mars.json", NEW)
    assert names_in(tmp_path) == ["mars.json"]


@posix
def test_a_name_as_long_as_names_may_be_can_be_saved(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 250}.json"
    write_atomically(path, NEW)
    assert path.read_bytes() == NEW


def test_a_save_leaves_no_file_open(tmp_path: Path) -> None:
    free_before = next_free_handle()
    write_atomically(tmp_path / "roster.json", NEW)
    assert next_free_handle() == free_before


def next_free_handle() -> int:
    handle = os.open(os.devnull, os.O_RDONLY)
    os.close(handle)
    return handle


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has modes")
def test_a_new_file_is_the_users_alone_unless_it_is_said_to_be_for_others(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    write_atomically(tmp_path / "own", b"x")
    write_atomically(tmp_path / "sent", b"x", private=False)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"usual": modes["usual"], "own": 0o600, "sent": modes["usual"]}


PATH = Path("mars.json")
HEAD = '{"format": 1, "id": "x", "name": "X", "system": "ep2"'


def problem_of(read: Callable[[], object]) -> str:
    with pytest.raises(UnreadableFileError) as refused:
        read()
    return refused.value.problem


def in_part(content: str) -> Callable[[], object]:
    return lambda: decode_in_part(content.encode(), PATH)


def unread(roster: Roster) -> list[str]:
    """Write a roster's data without the checks, and list what of it cannot be read."""
    return [problem.problem for problem in decode_in_part(encode_roster(roster), PATH).problems]


@pytest.mark.parametrize(
    "piece",
    ["[],", "[", '{"a":', '{"a":{"a":', "0,", '"",'],
    ids=["lists", "deep", "objects", "both", "numbers", "texts"],
)
def test_a_file_of_too_many_values_is_refused_before_any_is_made(piece: str) -> None:
    content = '{"z": [' + piece * MOST_MARKS
    assert holds_too_many(content.encode())
    assert problem_of(in_part(content)) == TOO_MANY, "that it is no JSON either was not looked at"
    assert problem_of(lambda: json_of(content.encode(), PATH, doubled=True)) == TOO_MANY


def test_as_many_values_as_may_be_are_read() -> None:
    marks = HEAD.count(",") + HEAD.count(":") + HEAD.count("{") + 3
    content = f'{HEAD}, "z": [{",".join(["0"] * (MOST_MARKS - marks + 1))}]}}'
    assert not holds_too_many(content.encode())
    assert len(decode_in_part(content.encode(), PATH).roster.extra["z"]) == MOST_MARKS - marks + 1
    assert holds_too_many(content.encode() + b",")


@pytest.mark.parametrize("size", [20, 9 * 1024 * 1024])
def test_a_key_that_stands_twice_is_found_in_a_file_of_any_size(size: int) -> None:
    content = json.dumps({"a": "x" * size})[:-1] + ', "a": 1}'
    assert problem_of(lambda: json_of(content.encode(), PATH)) == "“a” is there twice"
    assert json_of(content.encode(), PATH, doubled=True) == {"a": 1}
    once = content.replace(', "a": 1}', ', "b": 1}')
    assert json_of(once.encode(), PATH) == {"a": "x" * size, "b": 1}


def test_more_groups_than_can_be_listed_are_refused_with_their_number() -> None:
    groups = tuple(Group(id=f"g{number}", name="G") for number in range(MOST_GROUPS + 1))
    content = encode_roster(a_roster(groups=groups, characters=())).decode()
    assert problem_of(in_part(content)) == "it has 50,001 groups, and at most 50,000 can be shown"
    assert unread(a_roster(groups=groups[1:], characters=())) == []


@pytest.mark.parametrize("one", ['{"id": "", "name": ""}', "{x}", '{"id": "c", "name": "\\ud800"}', "0"])
def test_more_characters_than_can_be_listed_are_refused_also_where_none_can_be_read(one: str) -> None:
    content = f'{HEAD}, "characters": [{",".join([one] * (MOST_CHARACTERS + 1))}]}}'
    assert problem_of(in_part(content)) == "it has 50,001 characters, and at most 50,000 can be shown"


def test_each_of_many_characters_that_are_no_json_says_its_own_line() -> None:
    content = f'{HEAD}, "characters": [\n{{"id": "c", "name": "C"}},\n{{x}}\n,\n{{\ny}},\n{{z}}]}}'
    reading = decode_in_part(content.encode(), PATH)
    assert [problem.place for problem in reading.problems] == [
        "character 2, line 3",
        "character 3, line 6",
        "character 4, line 7",
    ]
    written = encode_roster(reading.roster)
    assert [text in written for text in (b"{x}", b"{\ny}", b"{z}")] == [True] * 3
    assert encode_roster(decode_in_part(written, PATH).roster) == written


def test_what_is_carried_along_unread_is_written_in_one_pass(tmp_path: Path) -> None:
    def taken(count: int) -> int:
        content = f'{HEAD}, "characters": [{",".join(f"{{x{number}}}" for number in range(count))}]}}'
        roster = decode_in_part(content.encode(), PATH).roster
        _, lines = lines_of(lambda: write_roster(tmp_path / "x.json", roster))
        assert len(read_in_part(tmp_path / "x.json").problems) == count
        return lines

    assert taken(400) < 2.2 * taken(200)


def test_a_character_with_more_kinds_of_points_than_the_card_has_room_for_stays_in_the_file() -> None:
    points = {f"kind {number}": Points(now=1, max=2) for number in range(MOST_POINTS + 1)}
    roster = a_roster(characters=(a_character(points=points),))
    assert unread(roster) == ["it has 101 kinds of points, and at most 100 can be shown"]
    reading = decode_in_part(encode_roster(roster), PATH)
    assert b"kind 100" in encode_roster(reading.roster)
    points.popitem()
    assert unread(a_roster(characters=(a_character(points=points),))) == []


# --- Files of other programs -----------------------------------------------------------------------------------------


def brings(path: Path) -> list[Any]:
    return list(bring(path, [load_system("ep2")], iter(map(str, range(10**9))).__next__))


def test_a_file_of_another_program_that_is_too_large_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    path.touch()
    os.truncate(path, 200 * 1024 * 1024)
    assert problem_of(lambda: brings(path)) == f"it is larger than {MOST_FOREIGN_BYTES // 1024**2} MB"


def test_more_actors_than_can_be_listed_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps([{}] * (MOST_ENTRIES + 1)))
    assert problem_of(lambda: brings(path)) == "it has 20,001 entries, and at most 20,000 can be listed"
    path.write_text("\n".join(f'{{"_id": "{number}"}}' for number in range(MOST_ENTRIES + 1)))
    assert problem_of(lambda: brings(path)) == "it has 20,001 entries, and at most 20,000 can be listed"
    path.write_text("\n".join(f'{{"_id": "{number % 5}"}}' for number in range(MOST_ENTRIES + 1)))
    assert len(brings(path)) == 5, "of lines about one thing only the last one counts"


def test_a_pack_of_more_lines_than_one_has_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pack.db"
    path.write_text("{}\n" * MOST_LINES)
    assert problem_of(lambda: brings(path)) == "it has 100,001 lines, and a pack of at most 100,000 is read"


# --- The state of the program ----------------------------------------------------------------------------------------


def test_a_state_of_any_size_is_not_read_and_put_aside_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(b'{"theme": "dark"}')
    os.truncate(path, 10 * MOST_STATE_BYTES)
    assert read_state(path) == State()
    write_state(path, State(theme="light"))
    assert read_state(path).theme == "light"
    (aside,) = tmp_path.glob("state-damaged-*.json")
    assert aside.stat().st_size == 10 * MOST_STATE_BYTES
    assert aside.read_bytes().startswith(b'{"theme": "dark"}')


def test_a_sound_state_that_is_too_large_is_not_merged_as_if_it_were_empty(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(b'{"theme": "dark"}' + b" " * MOST_STATE_BYTES)
    assert sound_state(path) is None


def test_no_more_rosters_are_remembered_than_are_offered(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    many = tuple(Recent(f"/{number}.json", "X") for number in range(1000))
    write_state(path, State(recent=many))
    assert read_state(path).recent == many[:MOST_RECENT]


# --- What is done with many ------------------------------------------------------------------------------------------


def test_everybody_is_listed_group_by_group_in_one_pass() -> None:
    def crowd(count: int) -> Roster:
        groups = tuple(Group(id=f"g{number}", name="G") for number in range(count))
        people = tuple(
            Character(id=f"c{number}", name="C", group=f"g{number % (count + 1)}") for number in range(2 * count)
        )
        return Roster(id="x", name="X", groups=groups, characters=people)

    small, large = (lines_of(crowd(count).grouped)[1] for count in (200, 400))
    assert large < 2.2 * small
    roster = crowd(20)
    assert roster.grouped() == {group: roster.members(group) for group in [*(one.id for one in roster.groups), ""]}
    assert list(structs.replace(roster, groups=roster.groups[::-1]).grouped())[:2] == ["g19", "g18"]
