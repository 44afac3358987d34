"""Versions put aside: under names of their own, and never over another."""

import re
from pathlib import Path

import pytest

from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.rosters.backups import take_back, write_aside

NAME = r"mars \(GM Desk, \d{4}-\d\d-\d\d \d\d\.\d\d\)\.json"


def test_a_version_is_put_beside_its_file_and_says_whose_it_is_and_when(tmp_path: Path) -> None:
    path = write_aside(tmp_path / "mars.json", b"ours", "GM Desk", tmp_path / "rosters")
    assert re.fullmatch(NAME, path.name)
    assert (path.parent, path.read_bytes()) == (tmp_path, b"ours")


def test_no_version_overwrites_another(tmp_path: Path) -> None:
    made = [write_aside(tmp_path / "mars.json", b"%d" % number, "GM Desk", tmp_path) for number in range(3)]
    assert [path.read_bytes() for path in made] == [b"0", b"1", b"2"]


def test_where_nothing_can_be_put_beside_the_file_it_goes_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "drive").write_text("not a folder")
    path = write_aside(tmp_path / "drive" / "mars.json", b"ours", "GM Desk", tmp_path / "rosters")
    assert (path.parent, path.read_bytes()) == (tmp_path / "rosters", b"ours")


def test_where_nothing_can_be_put_anywhere_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "drive").write_text("not a folder")
    with pytest.raises(UnwritableFileError):
        write_aside(tmp_path / "drive" / "mars.json", b"ours", "GM Desk", tmp_path / "drive" / "rosters")


@pytest.mark.parametrize("name", ["x" * 240, "\N{ROCKET}" * 60])
def test_a_long_name_is_shortened_to_what_file_systems_take(tmp_path: Path, name: str) -> None:
    path = write_aside(tmp_path / f"{name}.json", b"ours", "changed outside", tmp_path / "rosters")
    assert path.parent == tmp_path


def test_what_is_kept_elsewhere_is_taken_back(tmp_path: Path) -> None:
    path = write_aside(tmp_path / "mars.json", b"ours", "GM Desk", tmp_path)
    take_back(path, b"ours")
    assert list(tmp_path.iterdir()) == []


def test_what_says_something_else_by_now_stays(tmp_path: Path) -> None:
    path = write_aside(tmp_path / "mars.json", b"ours", "GM Desk", tmp_path)
    take_back(path, b"other")
    assert path.read_bytes() == b"ours"


def test_what_is_gone_need_not_be_taken_back(tmp_path: Path) -> None:
    take_back(tmp_path / "mars.json", b"ours")
    assert list(tmp_path.iterdir()) == []
