"""The pictures for the players on the disk."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from gm_desk.model.players.pictures import LONGEST, Pictures
from gm_desk.model.roster.portraits import BadPictureError, Portraits
from gm_desk.store.portraits import MOST_BYTES, MOST_PICTURE_BYTES
from picture_makers import a_picture

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(
    ("size", "kept"), [((300, 200), (300, 200)), ((4096, 1024), (2048, 512)), ((2048, 2048), (2048, 2048))]
)
def test_a_picture_is_kept_at_up_to_2048_pixels(size: tuple[int, int], kept: tuple[int, int], tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    assert pictures.size(pictures.keep(a_picture(*size, "jpeg"))).toTuple() == kept


def test_a_picture_is_painted_to_fit_its_room(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    found = pictures.pixmap(pictures.keep(a_picture(600, 300)), QSize(200, 200), 2.0)
    assert found is not None
    assert (found.size().toTuple(), found.deviceIndependentSize().toTuple()) == ((400, 200), (200.0, 100.0))


def test_a_portrait_can_be_shown_as_it_is(tmp_path: Path) -> None:
    portrait = Portraits(tmp_path).keep(a_picture(600, 300))
    assert Pictures(tmp_path).size(portrait).toTuple() == (256, 128)


@pytest.mark.parametrize("content", [b"no picture", b"\x89PNG\r\n\x1a\n but damaged", b"\xff" * (MOST_BYTES + 1)])
def test_what_is_no_picture_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadPictureError):
        Pictures(tmp_path).keep(content)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "a" * 64])
def test_where_there_is_no_picture_there_is_none(name: str, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    assert pictures.size(name).isEmpty()
    assert pictures.pixmap(name, QSize(10, 10), 1.0) is None


def test_a_file_that_was_changed_or_is_too_large_is_not_shown(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    picture = pictures.keep(a_picture(30, 30))
    (tmp_path / f"{picture}.png").write_bytes(a_picture(31, 30))
    pictures.forget()
    assert pictures.size(picture).isEmpty()
    (tmp_path / f"{picture}.png").write_bytes(b"0" * (MOST_PICTURE_BYTES + 1))
    pictures.forget()
    assert pictures.size(picture).isEmpty()


def test_the_largest_picture_fits_its_limit() -> None:
    assert LONGEST * LONGEST * 4 < MOST_PICTURE_BYTES
