"""Copies of files of any size."""

import os
from pathlib import Path

import pytest

from gm_desk.store.disk.files import PIECE, UnreadableFileError, UnwritableFileError, copy_atomically, digest_of


@pytest.mark.parametrize("size", [0, 1, PIECE, 2 * PIECE + 1])
def test_a_copy_holds_the_same(size: int, tmp_path: Path) -> None:
    source, copy = tmp_path / "a", tmp_path / "made" / "b"
    source.write_bytes(os.urandom(size))
    copy_atomically(source, copy)
    assert copy.read_bytes() == source.read_bytes()
    assert digest_of(copy) == digest_of(source)
    assert list(copy.parent.iterdir()) == [copy]


def test_what_is_no_file_is_not_copied(tmp_path: Path) -> None:
    for source in (tmp_path, tmp_path / "none"):
        with pytest.raises(UnreadableFileError):
            copy_atomically(source, tmp_path / "copy")
        with pytest.raises(OSError, match="file"):
            digest_of(source)
    assert list(tmp_path.iterdir()) == []


def test_a_copy_that_fails_leaves_no_half(tmp_path: Path) -> None:
    source, folder = tmp_path / "a", tmp_path / "copy"
    source.write_bytes(b"a")
    folder.mkdir()
    (folder / "in the way").touch()
    with pytest.raises(UnwritableFileError):
        copy_atomically(source, folder)
    with pytest.raises(UnwritableFileError):
        copy_atomically(source, source / "no folder")
    assert {one.name for one in tmp_path.iterdir()} == {"a", "copy"}
