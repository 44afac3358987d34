from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from gm_desk.ui.theme import painting, theme
from gm_desk.ui.theme.painting import (
    LEFT,
    dice_width,
    em_of,
    fitting_parts,
    framed,
    keeping_whom,
    paint_dice,
    rounded,
    scaled,
    width_of,
    write,
)
from gm_desk.ui.theme.theme import MeasuredTexts
from themes import CONTRAST


@pytest.fixture
def image() -> QImage:
    made = QImage(100, 40, QImage.Format.Format_RGB32)
    made.fill(Qt.GlobalColor.black)
    return made


@pytest.fixture
def painter(image: QImage, qapp: QApplication) -> Iterator[QPainter]:
    made = QPainter(image)
    made.setFont(qapp.font())
    yield made
    made.end()


def painted(image: QImage) -> set[tuple[int, int]]:
    black = image.pixel(image.width() - 1, image.height() - 1)
    return {(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixel(x, y) != black}


def test_a_box_with_the_focus_has_its_ring(image: QImage, painter: QPainter) -> None:
    box = QRectF(10, 5, 60, 30)
    framed(painter, box, CONTRAST, None, CONTRAST.line, focus=False)
    assert QColor(CONTRAST.focus) not in colours(image)
    framed(painter, box, CONTRAST, None, CONTRAST.line, focus=True)
    assert QColor(CONTRAST.focus) in colours(image)


def colours(image: QImage) -> list[QColor]:
    return [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]


@pytest.mark.parametrize("faces", [("24",), ("10", "4", "10"), ("124",), ("7", "7")])
def test_a_number_on_a_die_does_not_touch_its_border(
    faces: tuple[str, ...], painter: QPainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[tuple[str, float, float]]()

    def write_on(_: QPainter, tile: QRectF, face: str, __: object, ___: object, font: QFont) -> None:
        written.append((face, tile.width(), width_of(font, face)))

    monkeypatch.setattr(painting, "write", write_on)
    used = paint_dice(painter, QRectF(0, 0, 600, 40), faces, typed=True)
    assert [face for face, _, _ in written] == [*faces]
    assert all(wide - number >= 6 for _, wide, number in written), "three pixels on either side"
    assert used == pytest.approx(dice_width(painter.font(), faces) + 3)


def test_dice_that_do_not_fit_are_left_out_and_the_last_tile_says_so(
    painter: QPainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[str]()
    monkeypatch.setattr(painting, "write", lambda *given: written.append(given[2]))
    paint_dice(painter, QRectF(0, 0, dice_width(painter.font(), ("10", "4", "…")), 40), ("10", "4", "10", "4"))
    assert written == ["10", "4", "…"]


def test_a_font_is_scaled_in_points(qapp: QApplication) -> None:
    font = qapp.font()
    assert scaled(font, 1.5).pointSizeF() == pytest.approx(font.pointSizeF() * 1.5)
    assert scaled(font, 1.0, bold=True).weight() > scaled(font, 1.0).weight()


def test_a_text_that_is_too_long_stays_in_its_box(image: QImage, painter: QPainter) -> None:
    write(painter, QRectF(0, 0, 50, 30), "a very long name of a character", "#ffffff", LEFT, painter.font())
    columns = {x for x, _ in painted(image)}
    assert columns
    assert max(columns) <= 51


def test_markup_is_painted_as_it_stands(image: QImage, painter: QPainter) -> None:
    write(painter, QRectF(0, 0, 100, 40), "<b></b>", "#ffffff", LEFT, painter.font())
    assert painted(image)


def test_a_box_without_fill_leaves_its_middle_free(image: QImage, painter: QPainter) -> None:
    rounded(painter, QRectF(10, 10, 40, 20), None, "#ffffff")
    assert (30, 20) not in painted(image)
    rounded(painter, QRectF(10, 10, 40, 20), "#ffffff")
    assert (30, 20) in painted(image)


def test_parts_of_which_only_the_first_letters_fit_are_left_out(qapp: QApplication) -> None:
    font, text = qapp.font(), "TN −14 · Free Fall · Jaqui"

    def shown(fits: str) -> str:
        return fitting_parts(font, text, width_of(font, fits) + 1)

    assert shown(text) == text
    assert shown("TN −14 · Free Fall · J") == "TN −14 · Free Fall"
    assert shown("TN −14 · Free F…") == "TN −14 · Free Fall", "elided as it is painted"
    assert shown("TN −14 · F…") == "TN −14"
    assert shown("T") == "TN −14"


def test_the_opponent_is_named_however_narrow_the_column(qapp: QApplication) -> None:
    font = qapp.font()
    text = "Automatic pistol vs Thug 5 Fray ÷ 2"
    wide = width_of(font, text)
    assert keeping_whom(font, text, "Thug 5", wide) == text
    assert keeping_whom(font, text, "Thug 5", wide - 1) == "Automatic pistol vs Thug 5…"
    room = width_of(font, "Automatic vs Thug 5")
    short = keeping_whom(font, text, "Thug 5", room)
    assert short.startswith("Auto")
    assert short.endswith("… vs Thug 5")
    assert width_of(font, short) <= room
    assert keeping_whom(font, "SOM × 3", "", 5) == "SOM × 3"
    room = width_of(font, "vs The Drowned Bell…")
    long = keeping_whom(font, "Long axe vs The Drowned Bell Dodge", "The Drowned Bell", room)
    ability, _, whom = long.partition(" vs ")
    assert (ability[:2], whom[:2], whom[-2:], "…" in whom) == ("Lo", "Th", "ll", True), "neither is lost"
    assert width_of(font, long) <= room


def test_widths_are_measured_by_the_letters_where_they_are_narrow(qapp: QApplication) -> None:
    usual = qapp.font()
    narrow = QFont(usual)
    narrow.setStretch(50)
    assert em_of(usual) == QFontMetrics(usual).height()
    assert em_of(narrow) < em_of(usual)


def test_an_outline_on_whole_pixels_is_one_crisp_line(image: QImage, painter: QPainter) -> None:
    rounded(painter, QRectF(10, 5, 60, 30), None, "#ffffff")
    across = [image.pixelColor(x, 20).value() for x in range(image.width())]
    down = [image.pixelColor(40, y).value() for y in range(image.height())]
    assert [at for at, value in enumerate(across) if value] == [10, 69]
    assert [at for at, value in enumerate(down) if value] == [5, 34]
    assert set(across) == set(down) == {0, 255}


def test_an_outline_surrounds_what_is_filled(image: QImage, painter: QPainter) -> None:
    rounded(painter, QRectF(10, 5, 60, 30), "#ff0000", "#ffffff", thick=2)
    inside, line, outside = (image.pixelColor(x, 20).name() for x in (40, 11, 9))
    assert (inside, line, outside) == ("#ff0000", "#ffffff", "#000000")


def test_an_outline_as_thick_as_its_box_leaves_nothing_of_it(image: QImage, painter: QPainter) -> None:
    rounded(painter, QRectF(10, 5, 2, 2), None, "#ffffff", thick=2)
    assert painted(image) <= {(x, y) for x in range(10, 12) for y in range(5, 7)}


@given(
    st.lists(
        st.tuples(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), st.integers(6, 20), st.booleans()),
        max_size=12,
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_text_measured_once_is_as_wide_as_measured_again(
    qapp: QApplication, asked: list[tuple[str, int, bool]]
) -> None:
    texts, elide = MeasuredTexts(), Qt.TextElideMode.ElideMiddle
    font = QFont(qapp.font())
    for text, size, bold in asked * 2:
        font.setPointSize(size)  # one font that is changed, as that of a painted row is
        font.setBold(bold)
        metrics = QFontMetricsF(QFont(font))
        assert texts.of(font).width(text) == metrics.horizontalAdvance(text)
        assert texts.of(font).elided(text, elide, 40.0) == metrics.elidedText(text, elide, 40.0)


def test_no_more_texts_are_kept_than_there_is_room_for(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "MOST_TEXTS", 3)
    texts, metrics = MeasuredTexts(), QFontMetricsF(qapp.font())
    for text in ("a", "bb", "ccc", "dddd", "eeeee", "a"):
        assert texts.of(qapp.font()).width(text) == metrics.horizontalAdvance(text)
        assert texts.of(qapp.font()).elided(text, Qt.TextElideMode.ElideRight, 500.0) == text


def test_a_scaled_font_can_be_changed_without_changing_the_next_one(qapp: QApplication) -> None:
    first = scaled(qapp.font(), 0.8)
    first.setStrikeOut(True)
    first.setPointSize(40)
    assert scaled(qapp.font(), 0.8) != first
    assert not scaled(qapp.font(), 0.8).strikeOut()


def test_no_more_fonts_are_kept_than_there_is_room_for(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "MOST_FONTS", 3)
    texts, font = MeasuredTexts(), QFont(qapp.font())
    for size in (8, 9, 10, 11, 12, 8, 9):
        font.setPointSize(size)
        assert texts.of(font).width("word") == QFontMetricsF(font).horizontalAdvance("word")
        assert texts.of(font).scaled(size / 10, bold=False).pointSizeF() == pytest.approx(size * size / 10)
