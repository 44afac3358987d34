"""A file is recognised by its contents, whatever its name, and refused in words if it cannot be read."""

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.store.disk.files import MOST_TEXT_BYTES, MOST_TEXT_CHARACTERS, UnreadableFileError
from gm_desk.store.exchange.importing import (
    Data,
    Pack,
    PackedObject,
    Plain,
    decoded_text,
    read_foreign,
    read_text,
)


def a_file(folder: Path, content: bytes) -> Path:
    path = folder / "some file"
    path.write_bytes(content)
    return path


def test_an_object_is_data_also_when_it_is_spread_over_lines(tmp_path: Path) -> None:
    content = b'{\n "name": "Mara"\n}\n'
    assert read_foreign(a_file(tmp_path, content)) == Data(content, {"name": "Mara"})


def test_a_list_is_data_and_an_editors_mark_before_it_does_not_count(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf [1, 2]"
    assert read_foreign(a_file(tmp_path, content)) == Data(content, [1, 2])


def test_an_object_a_line_is_a_pack_and_lines_that_are_none_stay_in_it(tmp_path: Path) -> None:
    content = b'{"a": 1}\n\n{"a": \r\n{"a": 3}'
    lines = (PackedObject(1, b'{"a": 1}'), PackedObject(3, b'{"a":'), PackedObject(4, b'{"a": 3}'))
    assert read_foreign(a_file(tmp_path, content)) == Pack(lines)


def test_one_object_in_one_line_is_data(tmp_path: Path) -> None:
    assert read_foreign(a_file(tmp_path, b'{"a": 1}\n')) == Data(b'{"a": 1}\n', {"a": 1})


READERS: list[Callable[[Path], object]] = [read_foreign, read_text]


@pytest.mark.parametrize(
    "content",
    [
        "Mörk\nCOG 5".encode(),
        "Mörk\nCOG 5".encode("utf-8-sig"),
        "Mörk\nCOG 5".encode("utf-16"),
        codecs.BOM_UTF16_BE + "Mörk\nCOG 5".encode("utf-16-be"),
        b"M\xf6rk\nCOG 5",
    ],
)
def test_text_is_read_in_the_ways_that_programs_write_it(content: bytes, tmp_path: Path) -> None:
    path = a_file(tmp_path, content)
    assert read_foreign(path) == Plain("Mörk\nCOG 5")
    assert read_text(path) == "Mörk\nCOG 5"


def test_marked_text_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    assert read_text(a_file(tmp_path, "COG 5".encode("utf-16") + b"!")) == "COG 5\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0", b"PK\x03\x04", bytes(range(256))])
def test_a_binary_file_is_refused_in_words(content: bytes, read: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read(a_file(tmp_path, content))
    assert caught.value.problem == "it is neither text nor JSON"


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_text_of_more_letters_than_any_has_is_refused_in_words(
    encoding: str, read: Callable[[Path], object], tmp_path: Path
) -> None:
    read(a_file(tmp_path, ("ö" * (MOST_TEXT_CHARACTERS - 1) + "\n").encode(encoding)))
    with pytest.raises(UnreadableFileError) as caught:
        read(a_file(tmp_path, ("ö" * MOST_TEXT_CHARACTERS + "\n").encode(encoding)))
    assert caught.value.problem == "it has more than 1,000,000 characters, too many for a text of stat blocks"


def test_text_without_end_is_refused_in_words(tmp_path: Path) -> None:
    path = a_file(tmp_path, b"COG 5\n" * (MOST_TEXT_BYTES // 6 + 1))
    with pytest.raises(UnreadableFileError, match="it has more than 1,000,000 characters"):
        read_foreign(path)
    with pytest.raises(UnreadableFileError, match="it is larger than 4 MB"):
        read_text(path)


def test_json_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_foreign(a_file(tmp_path, b'{\n"a": 1,\n"b" 2}'))
    assert caught.value.place == "line 3"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        read_foreign(tmp_path)


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_are_refused(content: bytes) -> None:
    try:
        text = decoded_text(content, Path("a.txt"))
    except UnreadableFileError:
        assert any(byte < 32 for byte in content)
    else:
        assert text.encode().decode() == text


pytestmark = pytest.mark.usefixtures("qapp")
