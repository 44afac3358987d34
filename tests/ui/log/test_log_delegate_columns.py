"""The columns of the log share whatever room there is."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from gm_desk.model.log.cells import LogColumn
from gm_desk.ui.log.log_delegate import LEAST, SPARE, WISHED, widths
from gm_desk.ui.theme.painting import dice_width, scaled, width_of
from gm_desk.ui.theme.theme import COMPACT


@pytest.mark.parametrize("room", [10, 26, 30, 36, 42, 44, 46, 50, 60, 75, 120])
def test_no_room_is_overdrawn_and_no_column_gets_more_than_it_wishes(room: float) -> None:
    given = widths(room)
    assert sum(given.values()) <= room + 0.001
    assert all(0 < width <= WISHED[column] for column, width in given.items())


def test_where_there_is_room_every_column_gets_what_it_wishes() -> None:
    assert widths(sum(WISHED.values())) == WISHED


def test_the_net_goes_first_and_then_target_time_and_note() -> None:
    whole = sum(LEAST.values())
    rooms = (whole + SPARE, whole + SPARE - 1, whole - 5, whole - 9, whole - 13)
    gone = [set(LogColumn) - set(widths(room)) for room in rooms]
    assert [len(one) for one in gone] == [0, 1, 2, 3, 4]
    assert gone[1] == {LogColumn.NET}
    assert gone[4] == {LogColumn.TIME, LogColumn.TARGET, LogColumn.NET, LogColumn.NOTE}


@pytest.mark.parametrize("room", [44, 50, 75])
def test_as_many_dice_as_are_usual_are_shown_whole(room: float, qapp: QApplication) -> None:
    font, em = qapp.font(), QFontMetrics(qapp.font()).height()
    assert widths(room)[LogColumn.DICE] * em - 4 >= dice_width(font, "61")
    assert widths(room, more_dice=True)[LogColumn.DICE] * em - 4 >= dice_width(font, "616")


def test_names_of_two_words_are_shown_whole_on_a_laptop(qapp: QApplication) -> None:
    assert widths(50)[LogColumn.WHO] * QFontMetrics(qapp.font()).height() - 4 >= width_of(qapp.font(), "Sergeant Okoro")


def test_what_was_rolled_has_the_spare_room_first() -> None:
    whole = sum(LEAST.values()) - LEAST[LogColumn.NET]
    more = widths(whole + 4)
    assert more[LogColumn.WHAT] == pytest.approx(LEAST[LogColumn.WHAT] + 4)
    assert more[LogColumn.NOTE] == pytest.approx(LEAST[LogColumn.NOTE])


def test_a_long_skill_is_shown_whole_on_a_laptop(qapp: QApplication) -> None:
    em = QFontMetrics(qapp.font()).height()
    assert widths(47.8)[LogColumn.WHAT] * em - 4 >= width_of(scaled(qapp.font(), COMPACT), "Medicine: Paramedic")


def test_dice_are_left_out_where_not_even_two_fit() -> None:
    assert LogColumn.DICE not in widths(13)
    for room in (20, 22.7, 25):
        assert widths(room)[LogColumn.DICE] >= widths(40)[LogColumn.DICE], "two dice are read whole"
        assert sum(widths(room).values()) == pytest.approx(room)
    assert LogColumn.DICE in widths(20)


def test_dice_keep_their_width_where_the_letters_are_narrow() -> None:
    usual, narrow = widths(60), widths(60, tall=1.5)
    assert narrow[LogColumn.DICE] >= LEAST[LogColumn.DICE] * 1.5
    assert sum(narrow.values()) <= 60.001
    assert LogColumn.TIME in narrow
    assert LogColumn.TIME in usual
    assert LogColumn.DICE not in widths(20, tall=1.5)
