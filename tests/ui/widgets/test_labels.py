import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gm_desk.core.wording.phrases import tip_of
from gm_desk.ui.widgets.labels import ElidedLabel, FlowingLabel, PartsLabel, dim_label, heading, label


@pytest.mark.parametrize("make", [label, dim_label, heading])
def test_no_label_takes_its_words_for_rich_text(qtbot: QtBot, make: type[QLabel]) -> None:
    made = make("<b>x</b>")
    qtbot.addWidget(made)
    assert made.textFormat() is Qt.TextFormat.PlainText


def test_a_size_is_relative_to_the_font_of_the_window(qtbot: QtBot, qapp: QApplication) -> None:
    made = label("5", size=3.0, bold=True)
    qtbot.addWidget(made)
    assert made.font().pointSizeF() == pytest.approx(qapp.font().pointSizeF() * 3)


def test_a_quiet_label_has_the_quiet_colour(qtbot: QtBot) -> None:
    made = dim_label("Difficulty")
    qtbot.addWidget(made)
    assert made.foregroundRole() is QPalette.ColorRole.PlaceholderText


def test_a_label_that_is_elided_can_be_much_narrower_than_its_words(qtbot: QtBot) -> None:
    made = ElidedLabel()
    qtbot.addWidget(made)
    made.setText("a very long name of a character")
    assert made.minimumSizeHint().width() < made.sizeHint().width() / 3
    assert made.textFormat() is Qt.TextFormat.PlainText


def test_where_there_is_no_room_an_ellipsis_is_painted(qtbot: QtBot) -> None:
    made, same = ElidedLabel(), ElidedLabel()
    for each in (made, same):
        qtbot.addWidget(each)
        each.setText("Triad enforcer of the docks")
        each.resize(80, 20)
    same.setText(made.fontMetrics().elidedText(made.text(), Qt.TextElideMode.ElideRight, 80))
    assert same.text().endswith("…")
    assert made.grab().toImage() == same.grab().toImage()


def test_a_label_shows_what_anybody_wrote_as_it_is_but_not_all_of_a_megabyte(qtbot: QtBot) -> None:
    made = label("<b>x</b>\u202e\nz")
    qtbot.addWidget(made)
    assert made.text() == "<b>x</b>\nz"
    made.setText("x" * 1_000_000)
    assert len(made.text()) < 2000
    assert len(tip_of("<" * 1_000_000)) < 10_000


def test_parts_without_room_are_left_out_whole(qtbot: QtBot) -> None:
    made = PartsLabel()
    qtbot.addWidget(made)
    made.setText("TN 18 · Wounds −10 · Prone −20")
    metrics = made.fontMetrics()
    for whole in ("TN 18 · Wounds −10 · Prone −20", "TN 18 · Wounds −10", "TN 18"):
        assert made.fitting(metrics.horizontalAdvance(whole) + 1) == whole
    assert made.fitting(metrics.horizontalAdvance("TN 18 · Wounds")) == "TN 18"


def test_of_parts_the_first_is_never_cut_off_unless_it_is_a_sentence(qtbot: QtBot) -> None:
    made = PartsLabel()
    qtbot.addWidget(made)
    made.setText("cannot defend · TN 20 · Unconscious: cannot defend")
    assert made.fitting(made.minimumSizeHint().width()) == "cannot defend"
    made.setText("Choose the opponent, then roll.")
    assert made.minimumSizeHint().width() == ElidedLabel.minimumSizeHint(made).width()


def test_a_text_in_a_flow_wraps_but_never_between_a_number_and_its_word(qtbot: QtBot) -> None:
    made = FlowingLabel()
    qtbot.addWidget(made)
    words = "23 damage, 2 wounds, armor 12 kinetic − AP 5"
    made.setText(words)
    assert made.text() == words
    metrics = made.fontMetrics()
    assert made.sizeHint().width() >= metrics.horizontalAdvance(words)
    for room in range(metrics.horizontalAdvance("armor 12 kinetic") + 4, metrics.horizontalAdvance(words), 9):
        made.resize(room, 400)
        assert made.heightForWidth(room) >= 2 * metrics.height()
    chunks = {chunk.replace("\N{NO-BREAK SPACE}", " ") for chunk in QLabel.text(made).split(" ")}
    assert chunks == {"23 damage,", "2 wounds,", "armor 12 kinetic", "− AP 5"}
