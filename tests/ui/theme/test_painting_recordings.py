"""Rows and cells that are painted again from what was kept."""

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem

from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.theme.painting import CENTRE, LEFT, RECORDED, Recording, Recordings, filled, rounded, scaled, write
from gm_desk.ui.theme.theme import current_theme

PLACE, SIZE = QPoint(8, 6), QSize(120, 30)


class Row:
    """A row that counts how often it is worked out."""

    def __init__(self) -> None:
        self.worked_out = 0

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint all kinds of things, and change what was painted with afterwards."""
        self.worked_out += 1
        theme, font = current_theme(), scaled(QApplication.font(), 0.9, bold=True)
        rounded(painter, box, theme.panel, theme.accent)
        bar = QRectF(box.x() + 4, box.bottom() - 5, box.width() - 8, 3)
        rounded(painter, bar, theme.groove, radius=1.5)
        bar.setWidth(bar.width() / 3)
        rounded(painter, bar, theme.well, radius=1.5)
        rounded(painter, QRectF(70.3, 5.2, 40, 18), None, theme.warning, 9)
        filled(painter, QRectF(4, 4, 5, 5), theme.trouble)
        write(painter, box.adjusted(12, 0, -60, 0), "Triad mook 12", theme.text, LEFT, font)
        font.setStrikeOut(True)
        write(painter, QRectF(70, 5, 40, 18), "out", theme.warning, CENTRE, font)


@pytest.fixture
def images(qapp: QApplication) -> tuple[QImage, QImage]:
    """Two pictures of one size, in a dark window's style."""
    Appearance(qapp).choose("dark")
    pair = QImage(300, 120, QImage.Format.Format_RGB32), QImage(300, 120, QImage.Format.Format_RGB32)
    for image in pair:
        image.setDevicePixelRatio(1.5)
        image.fill(QColor(current_theme().ground))
    return pair


def option_for(place: QPoint = PLACE, size: QSize = SIZE) -> QStyleOptionViewItem:
    option = QStyleOptionViewItem()
    option.rect, option.font = QRect(place, size), QApplication.font()
    return option


def paint(pictures: Recordings, row: Row, image: QImage, option: QStyleOptionViewItem, shown: str = "one") -> None:
    painter = QPainter(image)
    pictures.paint(painter, option, shown, row.paint)
    painter.end()


def test_what_was_recorded_is_painted_as_if_it_were_painted_there(images: tuple[QImage, QImage]) -> None:
    recorded, direct = images
    pictures, row = Recordings(), Row()
    paint(pictures, row, QImage(recorded), option_for(QPoint(50, 31)))
    paint(pictures, row, recorded, option_for())
    assert row.worked_out == 1
    painter = QPainter(direct)
    painter.translate(PLACE)
    row.paint(painter, QRectF(0, 0, SIZE.width(), SIZE.height()))
    painter.end()
    assert recorded == direct


def test_the_painter_is_left_as_it_was(images: tuple[QImage, QImage]) -> None:
    painter = QPainter(images[0])
    painter.setPen(QColor("red"))
    Recordings().paint(painter, option_for(), "one", Row().paint)
    assert painter.pen().color() == QColor("red")
    assert painter.transform().isIdentity()
    assert not painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    painter.end()


def test_a_row_is_worked_out_again_where_it_shows_something_else(images: tuple[QImage, QImage]) -> None:
    pictures, row, image = Recordings(), Row(), images[0]
    larger, font = option_for(), QApplication.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    larger.font = font
    for wanted, option, shown in (
        (1, option_for(), "one"),
        (1, option_for(QPoint(0, 40)), "one"),
        (2, option_for(), "another"),
        (3, option_for(size=QSize(90, 30)), "one"),
        (4, option_for(size=QSize(90, 40)), "one"),
        (5, larger, "one"),
        (6, option_for(), "one"),
    ):
        paint(pictures, row, image, option, shown)
        assert row.worked_out == wanted, (option.rect, shown)


def test_a_row_is_worked_out_again_in_another_theme(qapp: QApplication, images: tuple[QImage, QImage]) -> None:
    appearance, pictures, row = Appearance(qapp), Recordings(), Row()
    appearance.choose("dark")
    paint(pictures, row, images[0], option_for())
    appearance.choose("light")
    paint(pictures, row, images[1], option_for())
    assert row.worked_out == 2
    assert images[0] != images[1]


def test_not_more_than_some_rows_are_kept(images: tuple[QImage, QImage], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_desk.ui.theme.painting.MOST_KEPT", 2)
    pictures, row = Recordings(), Row()
    for shown in ("one", "two", "three", "one"):
        paint(pictures, row, images[0], option_for(), shown)
    assert row.worked_out == 4


def test_a_recording_records_only_methods_that_a_painter_has() -> None:
    assert [name for name in RECORDED if not callable(getattr(QPainter, name, None))] == []
    recording = Recording()
    recording.setRenderHint(QPainter.RenderHint.Antialiasing)
    recording.setPen(Qt.PenStyle.NoPen)
    assert [values for _, values in recording.calls] == [
        (QPainter.RenderHint.Antialiasing,),
        (Qt.PenStyle.NoPen,),
    ]
