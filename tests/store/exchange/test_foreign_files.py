"""A file is told apart by what is in it, whatever it is called, and refused in words where it is nothing to read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.disk.limits import MOST_TEXT_BYTES
from gm_desk.store.exchange.foreign_files import Data, Pack, PackedObject, Plain, read_foreign, text_of


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


@pytest.mark.parametrize(
    "content",
    ["Mörk\nCOG 5".encode(), "Mörk\nCOG 5".encode("utf-8-sig"), "Mörk\nCOG 5".encode("utf-16"), b"M\xf6rk\nCOG 5"],
)
def test_text_is_read_in_the_ways_that_programs_write_it(content: bytes, tmp_path: Path) -> None:
    assert read_foreign(a_file(tmp_path, content)) == Plain("Mörk\nCOG 5")


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0", b"PK\x03\x04", b"%PDF-1.7\n\x00\x01", bytes(range(256))])
def test_a_binary_file_is_refused_in_words(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_foreign(a_file(tmp_path, content))
    assert caught.value.problem == "it is neither text nor JSON"


def test_text_without_end_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_foreign(a_file(tmp_path, b"COG 5\n" * (MOST_TEXT_BYTES // 6 + 1)))
    assert caught.value.problem == "it is larger than 1 MB, as no text of stat blocks is"


def test_json_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_foreign(a_file(tmp_path, b'{\n"a": 1,\n"b" 2}'))
    assert caught.value.place == "line 3"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        read_foreign(tmp_path)


@given(st.binary(max_size=60))
def test_any_bytes_can_be_decoded(content: bytes) -> None:
    assert isinstance(text_of(content), str)
