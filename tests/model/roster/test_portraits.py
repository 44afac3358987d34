from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QPixmap
from pytestqt.qtbot import QtBot

from gm_desk.model.roster.portraits import MOST_KEPT, BadPictureError, Portraits
from gm_desk.store.portraits import hash_of
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
