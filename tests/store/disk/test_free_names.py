"""File names that nothing has yet, and new files that replace nothing."""

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.store.disk import free_names
from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.disk.free_names import first_free, numbered, stamped, write_new

NOW = datetime(2026, 11, 20, 20, 15, 0, 999_999, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "gap", "names"),
    [
        ("mars.json", "-", ["mars.json", "mars-2.json", "mars-3.json"]),
        ("mars (GM Desk, 16.42).json", " ", ["mars (GM Desk, 16.42).json", "mars (GM Desk, 16.42) 2.json"]),
        ("1.damaged-7.sqlite", "-", ["1.damaged-7.sqlite", "1.damaged-7-2.sqlite"]),
        ("bare", "-", ["bare", "bare-2"]),
    ],
)
def test_the_number_stands_before_the_ending(name: str, gap: str, names: list[str]) -> None:
    assert [path.name for path in islice(numbered(Path(name), gap), len(names))] == names


@given(st.sets(st.integers(1, 12)))
def test_the_lowest_number_that_is_free_is_taken(numbers: set[int]) -> None:
    names = {number: "a.md" if number == 1 else f"a-{number}.md" for number in range(1, 14)}
    taken = {names[number] for number in numbers}
    found = first_free(numbered(Path("a.md")), lambda path: path.name in taken)
    assert found.name == names[min(set(names) - numbers)]


def test_whatever_has_the_name_on_the_disk_takes_it(tmp_path: Path) -> None:
    (tmp_path / "a.md").touch()
    (tmp_path / "a-2.md").mkdir()
    (tmp_path / "a-3.md").symlink_to(tmp_path / "nowhere")
    assert first_free(numbered(tmp_path / "a.md")) == tmp_path / "a-4.md"


def test_a_moment_that_is_taken_is_followed_by_the_next(tmp_path: Path) -> None:
    first, second = islice(stamped(tmp_path, NOW, "-of-1.json"), 2)
    assert [first.name, second.name] == ["20261120T201500999999Z-of-1.json", "20261120T201501000000Z-of-1.json"]
    first.touch()
    assert first_free(stamped(tmp_path, NOW, "-of-1.json")) == second


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    made = [write_new(tmp_path / "new" / "a.md", b"%d" % number) for number in range(3)]
    assert [path.name for path in made] == ["a.md", "a-2.md", "a-3.md"]
    assert [path.read_bytes() for path in made] == [b"0", b"1", b"2"]
    assert sorted((tmp_path / "new").iterdir()) == sorted(made)


def test_many_at_once_each_have_a_file_of_their_own(tmp_path: Path) -> None:
    contents = [b"%d" % number for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda content: write_new(tmp_path / "a.md", content), contents))
    assert len(set(made)) == len(contents)
    assert [path.read_bytes() for path in made] == contents


def test_a_name_that_is_taken_after_it_was_looked_at_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def a_moment_later(path: Path, gap: str) -> list[Path]:
        names = list(islice(numbered(path, gap), 2))
        names[0].write_bytes(b"theirs")
        return names

    monkeypatch.setattr(free_names, "numbered", a_moment_later)
    assert write_new(tmp_path / "a.md", b"ours") == tmp_path / "a-2.md"
    assert (tmp_path / "a.md").read_bytes() == b"theirs"


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _data: bytes, **_more: object) -> None:
        raise UnwritableFileError(path, "the disk is full")

    monkeypatch.setattr(free_names, "write_atomically", full)
    with pytest.raises(UnwritableFileError, match="the disk is full"):
        write_new(tmp_path / "a.md", b"ours")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "drive").touch()
    with pytest.raises(UnwritableFileError, match="a file is where its folder should be"):
        write_new(tmp_path / "drive" / "a.md", b"ours")


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
@pytest.mark.parametrize(("private", "mode"), [(True, 0o600), (False, 0o644)])
def test_a_new_file_is_the_users_alone_unless_it_is_not_private(tmp_path: Path, *, private: bool, mode: int) -> None:
    old = os.umask(0o022)
    try:
        assert write_new(tmp_path / "a.md", b"ours", private=private).stat().st_mode & 0o777 == mode
    finally:
        os.umask(old)
