from card_window import AtCard
from gm_desk.model.roster import edits
from gm_desk.ui.roster.roster_view import HEADING_EMS, ROW_EMS
from ui_makers import GM, index_of


def heights(gm: AtCard) -> list[int]:
    view = gm.window.roster.view
    return [view.rowHeight(row) for row in range(view.model().rowCount())]


def as_tall_as_they_should_be(gm: AtCard) -> list[int]:
    em = gm.window.roster.view.fontMetrics().height()
    return [int(em * ems) for ems in (HEADING_EMS, ROW_EMS, HEADING_EMS, ROW_EMS, ROW_EMS)]


def test_headings_are_lower_than_characters(gm: AtCard) -> None:
    assert heights(gm) == as_tall_as_they_should_be(gm)


def test_after_a_filter_each_row_has_its_own_height_again(gm: AtCard) -> None:
    gm.window.roster.filter.setText("lao")
    gm.window.roster.filter.clear()
    assert heights(gm) == as_tall_as_they_should_be(gm)


def test_rows_grow_with_the_font(whole: GM) -> None:
    edits.rename_group(whole.session.document, "triad", "Triad")  # a longer name needs two lines then
    before = heights(whole)
    font = whole.window.roster.view.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    whole.window.roster.view.setFont(font)
    assert heights(whole) == as_tall_as_they_should_be(whole)
    assert min(heights(whole)) > min(before)


def test_home_and_end_go_to_the_first_and_the_last_character(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("End")
    assert gm.window.stat.head.name.text() == "Triad mook 1"
    gm.keys("Home")
    assert gm.window.stat.head.name.text() == "Eva"


def test_a_chosen_row_has_round_corners(gm: AtCard) -> None:
    gm.selects("Lao Qing")
    view = gm.window.roster.view
    box = view.visualRect(index_of(view.model(), "Lao Qing"))
    picture = view.viewport().grab().toImage()
    beside = picture.pixelColor(box.center().x(), box.bottom() + 1)
    assert picture.pixelColor(box.left(), box.top() + 1) == beside
    assert picture.pixelColor(box.center().x(), box.top() + 4) != beside


def test_who_comes_where_a_heading_was_is_as_tall_as_others(whole: GM) -> None:
    edits.move_characters(whole.session.document, [whole.lao.id], whole.roster.groups[0].id)
    em = whole.window.roster.view.fontMetrics().height()
    assert heights(whole) == [int(em * ems) for ems in (HEADING_EMS, ROW_EMS, ROW_EMS, HEADING_EMS, ROW_EMS)]
