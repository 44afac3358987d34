"""A picture from anywhere becomes a small PNG, or is refused before it is decoded."""

import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QUrl
from PySide6.QtGui import QColor, QImage, QImageWriter

from gm_desk.model.roster.picture_coding import PNG, BadPictureError, as_portrait, holds_picture, picture_in
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.portraits import MOST_BYTES
from picture_makers import a_gif, a_picture, an_image

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'


def size_of(content: bytes) -> tuple[int, int]:
    assert content.startswith(PNG)
    image = QImage.fromData(content)
    return image.width(), image.height()


def a_png_that_says_it_is(wide: int, high: int) -> bytes:
    head, rows = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0), zlib.compress(bytes(1000))
    chunks = ((b"IHDR", head), (b"IDAT", rows))
    return PNG + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


@pytest.mark.parametrize("kind", ["png", "jpeg", "webp", "bmp"])
def test_a_picture_of_any_of_these_formats_becomes_a_small_png(kind: str) -> None:
    assert size_of(as_portrait(a_picture(600, 300, kind))) == (256, 128)


def test_of_what_moves_the_first_frame_is_taken() -> None:
    assert size_of(as_portrait(a_gif())) == (1, 1)


@pytest.mark.parametrize(("size", "small"), [((40, 30), (40, 30)), ((256, 256), (256, 256)), ((2000, 3), (256, 1))])
def test_a_picture_keeps_its_shape(size: tuple[int, int], small: tuple[int, int]) -> None:
    assert size_of(as_portrait(a_picture(*size))) == small


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert as_portrait(a_picture(300, 300)) == as_portrait(a_picture(300, 300))


def test_what_a_file_says_besides_its_pixels_stays_behind() -> None:
    image = an_image(20, 20)
    image.setText("Comment", "taken at home")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, b"png").write(image)
    content = bytes(buffer.data().data())
    assert b"taken at home" in content
    assert b"taken at home" not in as_portrait(content)


def test_pixels_that_are_see_through_stay_so() -> None:
    image = an_image(8, 8)
    image.fill(QColor(0, 0, 0, 0))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, b"png").write(image)
    small = QImage.fromData(as_portrait(bytes(buffer.data().data())))
    assert small.pixelColor(4, 4).alpha() == 0


@pytest.mark.parametrize("content", [b"", b"no picture", SVG, b"<?xml version='1.0'?>" + SVG, b"%PDF-1.4", b"RIFF"])
def test_what_is_no_picture_of_pixels_is_refused(content: bytes) -> None:
    with pytest.raises(BadPictureError) as caught:
        as_portrait(content)
    assert caught.value.problem == "it is not a supported picture: PNG, JPEG, WebP, GIF or BMP"


@pytest.mark.qt_log_ignore("JPEG|component ID|Huffman", extend=True)
@pytest.mark.parametrize("kind", ["png", "jpeg", "webp", "bmp"])
def test_a_picture_cut_short_is_refused_or_shown_as_far_as_it_goes(kind: str) -> None:
    whole = a_picture(300, 300, kind)
    for length in range(2, len(whole), max(1, len(whole) // 40)):
        try:
            assert max(size_of(as_portrait(whole[:length]))) <= 256
        except BadPictureError as error:
            assert "picture" in error.problem  # noqa: PT017 - both ends are right


@pytest.mark.parametrize(("wide", "high"), [(8000, 5001), (20_001, 1), (1, 20_001)])
def test_a_picture_that_says_it_is_huge_is_refused_before_it_is_decoded(wide: int, high: int) -> None:
    with pytest.raises(BadPictureError) as caught:
        as_portrait(a_png_that_says_it_is(wide, high))
    assert "at most 40 megapixels" in caught.value.problem


def test_a_picture_that_says_it_is_larger_than_any_is_refused() -> None:
    with pytest.raises(BadPictureError):
        as_portrait(a_png_that_says_it_is(2**31 - 1, 2**31 - 1))


def test_a_file_too_large_is_refused_before_it_is_looked_at() -> None:
    with pytest.raises(BadPictureError) as caught:
        as_portrait(b"x" * (MOST_BYTES + 1))
    assert caught.value.problem == "the picture is larger than 10 MB"


def dropped(*paths: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(path) for path in paths])
    return data


def test_a_dropped_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lao.PNG"
    path.write_bytes(a_picture(9, 9))
    data = dropped(QUrl.fromLocalFile(str(path)).toString())
    assert holds_picture(data)
    assert picture_in(data) == path.read_bytes()


@pytest.mark.parametrize(
    "paths", [(), ("https://example.org/a.png",), ("file:///a.svg",), ("file:///a.txt",), ("file:///a.png",) * 2]
)
def test_nothing_is_fetched_and_no_other_file_is_read(paths: tuple[str, ...]) -> None:
    data = dropped(*paths)
    assert not holds_picture(data)
    assert picture_in(data) is None


def test_a_device_is_not_read() -> None:
    data = dropped("file:///dev/zero.png")
    with pytest.raises(UnreadableFileError):
        picture_in(data)


def test_a_picture_from_the_clipboard_is_taken() -> None:
    data = QMimeData()
    data.setImageData(an_image(300, 100))
    content = picture_in(data)
    assert content is not None
    assert size_of(content) == (256, 85)
