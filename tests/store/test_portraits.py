import os
from pathlib import Path

import pytest

from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.portraits import (
    MOST_BYTES,
    MOST_KEPT_BYTES,
    hash_of,
    is_hash,
    keep_portrait,
    portrait_path,
    read_picture,
    read_portrait,
)

FACE = b"\x89PNG a face"


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    assert read_portrait(tmp_path / "portraits", keep_portrait(tmp_path / "portraits", FACE)) == FACE


def test_the_same_bytes_are_kept_once(tmp_path: Path) -> None:
    first, again = keep_portrait(tmp_path, FACE), keep_portrait(tmp_path, FACE)
    assert first == again
    assert [path.name for path in tmp_path.iterdir()] == [f"{first}.png"]


def test_a_portrait_that_was_damaged_is_kept_anew(tmp_path: Path) -> None:
    portrait = keep_portrait(tmp_path, FACE)
    (tmp_path / f"{portrait}.png").write_bytes(b"torn")
    assert read_portrait(tmp_path, portrait) is None
    keep_portrait(tmp_path, FACE)
    assert read_portrait(tmp_path, portrait) == FACE


@pytest.mark.parametrize(
    "text", ["", "..", "../../etc/passwd", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", "/" + "a" * 63]
)
def test_what_is_no_hash_is_never_looked_for(tmp_path: Path, text: str) -> None:
    assert not is_hash(text)
    assert portrait_path(tmp_path, text) is None
    assert read_portrait(tmp_path, text) is None


def test_a_portrait_that_is_not_there_is_none(tmp_path: Path) -> None:
    assert read_portrait(tmp_path, "a" * 64) is None


def test_a_portrait_larger_than_any_is_not_read(tmp_path: Path) -> None:
    content = b"x" * (MOST_KEPT_BYTES + 1)
    (tmp_path / f"{hash_of(content)}.png").write_bytes(content)
    assert read_portrait(tmp_path, hash_of(content)) is None


def test_a_picture_of_ten_megabytes_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "face.png"
    path.write_bytes(b"x" * MOST_BYTES)
    assert len(read_picture(path)) == MOST_BYTES
    path.write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(UnreadableFileError) as caught:
        read_picture(path)
    assert caught.value.problem == "it is larger than 10 MB"


@pytest.mark.parametrize("path", ["/dev/zero", "/", "a\0b", "no/such/file.png"])
def test_what_is_no_file_is_not_read(path: str) -> None:
    with pytest.raises(UnreadableFileError):
        read_picture(Path(path))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "face.png")
    with pytest.raises(UnreadableFileError):
        read_picture(tmp_path / "face.png")
