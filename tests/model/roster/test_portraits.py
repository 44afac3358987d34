import struct
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPen, QPixmap
from pytestqt.qtbot import QtBot

from gm_desk.model.roster.picture_coding import LARGE_CHUNK, BadPictureError
from gm_desk.model.roster.portraits import MOST_KEPT, Portraits
from gm_desk.store.portraits import MOST_KEPT_BYTES, hash_of
from picture_makers import a_picture, an_image


@pytest.fixture
def portraits(tmp_path: Path, qtbot: QtBot) -> Portraits:
    assert qtbot
    return Portraits(tmp_path)


def test_a_portrait_is_a_square_in_the_pixels_of_the_screen(portraits: Portraits) -> None:
    shown = portraits.pixmap(portraits.keep(a_picture(300, 200)), 40, 1.5)
    assert shown is not None
    assert (shown.width(), shown.height()) == (60, 60)
    assert shown.toImage().pixelColor(30, 30) == QColor("#cc4422")


def test_a_portrait_is_read_once(portraits: Portraits, tmp_path: Path) -> None:
    portrait = portraits.keep(a_picture(30, 30))
    first = portraits.pixmap(portrait, 40, 1.0)
    (tmp_path / f"{portrait}.png").unlink()
    assert portraits.pixmap(portrait, 40, 1.0) is first
    assert portraits.pixmap(portrait, 41, 1.0) is None


def test_of_all_that_were_painted_the_last_ones_stay(portraits: Portraits, tmp_path: Path) -> None:
    portrait = portraits.keep(a_picture(30, 30))
    first = portraits.pixmap(portrait, 1, 1.0)
    for side in range(2, MOST_KEPT + 1):
        portraits.pixmap(portrait, side, 1.0)
    (tmp_path / f"{portrait}.png").unlink()
    assert portraits.pixmap(portrait, 1, 1.0) is first
    portraits.pixmap("a" * 64, 1, 1.0)
    assert portraits.pixmap(portrait, 1, 1.0) is first
    assert portraits.pixmap(portrait, 2, 1.0) is None


@pytest.mark.parametrize("portrait", ["", "..", "../lao", "a" * 64])
def test_where_there_is_none_there_is_nothing_to_show(portraits: Portraits, portrait: str) -> None:
    assert portraits.pixmap(portrait, 40, 1.0) is None


@pytest.mark.parametrize("content", [b"no picture", a_picture(30, 30, "bmp"), a_picture(257, 30), b"\x89PNG\r\n\x1a\n"])
def test_a_file_in_the_folder_that_is_no_small_png_is_not_shown(
    portraits: Portraits, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / f"{hash_of(content)}.png").write_bytes(content)
    assert portraits.pixmap(hash_of(content), 40, 1.0) is None


def test_a_portrait_that_was_missing_is_shown_once_it_is_there(portraits: Portraits, tmp_path: Path) -> None:
    portrait = Portraits(tmp_path / "elsewhere").keep(a_picture(30, 30))
    assert portraits.pixmap(portrait, 40, 1.0) is None
    portraits.keep(a_picture(30, 30))
    assert isinstance(portraits.pixmap(portrait, 40, 1.0), QPixmap)


def test_a_picture_that_is_refused_is_not_kept(portraits: Portraits, tmp_path: Path) -> None:
    with pytest.raises(BadPictureError):
        portraits.keep(b"no picture")
    assert list(tmp_path.iterdir()) == []


def test_of_a_high_picture_the_upper_part_is_shown(portraits: Portraits, tmp_path: Path) -> None:
    image = an_image(100, 200, "#000000")
    for line in range(25, 125):
        for across in range(100):
            image.setPixelColor(across, line, QColor("#ffffff"))
    path = tmp_path / "high.png"
    assert image.save(str(path))
    shown = portraits.pixmap(portraits.keep(path.read_bytes()), 100, 1.0)
    assert shown is not None
    assert {shown.toImage().pixelColor(50, line).name() for line in (2, 50, 97)} == {"#ffffff"}


def a_photograph(side: int) -> bytes:
    """Return a picture that no format makes much smaller without a loss."""
    chance = Random(1)
    image = an_image(side, side)
    painter = QPainter(image)
    for _ in range(side):
        painter.setPen(QPen(QColor.fromHsv(chance.randrange(360), 200, chance.randrange(256)), 9))
        painter.drawLine(*(chance.randrange(side) for _ in range(4)))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


@pytest.mark.parametrize(
    ("size", "shown"), [((3000, 1500), (1024, 512)), ((600, 500), (600, 500)), ((90, 80), (90, 80))]
)
def test_a_large_picture_is_kept_inside_the_portrait(
    portraits: Portraits, tmp_path: Path, size: tuple[int, int], shown: tuple[int, int]
) -> None:
    portrait = portraits.keep(a_picture(*size))
    whole, small = portraits.whole(portrait), QImage(str(tmp_path / f"{portrait}.png"))
    assert whole is not None
    assert (whole.width(), whole.height()) == shown
    assert whole.toImage().pixelColor(30, 30) == QColor("#cc4422")
    assert max(small.width(), small.height()) <= 256, "what is painted in every row is read quickly"


def test_a_portrait_with_a_photograph_inside_is_small_enough_for_every_version(
    portraits: Portraits, tmp_path: Path
) -> None:
    portrait = portraits.keep(a_photograph(1200))
    content = (tmp_path / f"{portrait}.png").read_bytes()
    assert len(content) < MOST_KEPT_BYTES
    whole = portraits.whole(portrait)
    assert whole is not None
    assert (whole.width(), whole.height()) == (1024, 1024)


@pytest.mark.parametrize("inside", [b"", b"no picture", a_picture(1025, 8), a_picture(40, 40)[:60]])
def test_where_the_large_picture_is_none_the_portrait_is_shown(
    portraits: Portraits, tmp_path: Path, inside: bytes
) -> None:
    small = a_picture(30, 30)
    content = small[:-12] + struct.pack(">I", len(inside)) + LARGE_CHUNK + inside + b"1234" + small[-12:]
    (tmp_path / f"{hash_of(content)}.png").write_bytes(content)
    whole = portraits.whole(hash_of(content))
    assert whole is not None
    assert (whole.width(), whole.height()) == (30, 30)
