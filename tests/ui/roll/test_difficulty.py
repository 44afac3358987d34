import pytest
from PySide6.QtWidgets import QLabel

from gm_desk.ui.roll.difficulty import DifficultyBar
from gm_desk.ui.theme.painting import scaled, width_of
from gm_desk.ui.theme.theme import COMPACT, TINY
from gm_desk.ui.widgets.buttons import Segment
from pane_makers import RollHands
from ui_makers import GM

LADDER = {
    "Very Easy": 30,
    "Easy": 20,
    "Slightly Easy": 10,
    "Average": 0,
    "Slightly Hard": -10,
    "Hard": -20,
    "Very Hard": -30,
}


def segments(roller: GM | RollHands) -> list[Segment]:
    return [button for button in roller.window.test.difficulty.findChildren(Segment) if button.isVisible()]


def chosen(roller: RollHands) -> list[str]:
    return [button.text() for button in segments(roller) if button.isChecked()]


def test_the_seven_difficulties_stand_in_a_row(roller: RollHands) -> None:
    assert [button.text() for button in segments(roller)] == ["+30", "+20", "+10", "0", "−10", "−20", "−30"]


def test_each_is_named_on_hover_and_for_screen_readers(roller: RollHands) -> None:
    for button, name in zip(segments(roller), LADDER, strict=True):
        assert name in button.toolTip()
        assert button.accessibleName().startswith(name)


def test_average_is_on_at_first(roller: RollHands) -> None:
    assert chosen(roller) == ["0"]


def test_a_click_sets_the_difficulty_and_names_it_beside_the_label(roller: RollHands) -> None:
    roller.click(segments(roller)[5])
    assert (chosen(roller), roller.net()) == (["−20"], -20)
    assert "Hard" in [label.text() for label in roller.window.test.difficulty.findChildren(QLabel)]


def test_control_and_a_digit_set_the_difficulty(roller: RollHands) -> None:
    for place, value in enumerate(LADDER.values(), start=1):
        roller.keys(f"Ctrl+{place}")
        assert roller.net() == value, place
        assert roller.reads("targetNumber") == str(65 + value), place


def test_the_arrows_walk_along_the_row_and_stop_at_its_ends(roller: RollHands) -> None:
    roller.keys("Ctrl+6")
    segments(roller)[5].setFocus()
    roller.keys("Right")
    assert roller.net() == -30
    roller.keys("Right")
    assert roller.net() == -30
    roller.keys("Left")
    assert (roller.net(), chosen(roller)) == (-20, ["−20"])
    assert segments(roller)[5].hasFocus()


@pytest.mark.parametrize("key", ["Return", "Enter"])
def test_enter_rolls_from_the_row_too(gm: GM, key: str) -> None:
    segments(gm)[3].setFocus()
    gm.keys(key)
    assert len(gm.log()) == 1


def test_the_difficulty_is_spent_by_the_roll(roller: RollHands) -> None:
    roller.keys("Ctrl+6", "Return")
    assert chosen(roller) == ["0"]


def test_the_name_beside_the_row_of_a_past_roll_gives_its_room_to_the_numbers(roller: RollHands) -> None:
    bar = DifficultyBar(roller.session.drafting, low=True)
    roller.qtbot.addWidget(bar)
    bar.show()
    name = next(label for label in bar.findChildren(QLabel) if label.text() == "Average")
    for width, seen in ((600, True), (260, False), (600, True)):
        bar.resize(width, 40)
        roller.settles()
        assert name.isVisible() is seen


def test_the_number_of_a_narrow_segment_is_smaller_and_not_cut(roller: RollHands) -> None:
    pictures = []
    for text in ("+30", "+20"):
        segment = Segment(text)
        roller.qtbot.addWidget(segment)
        segment.resize(int(width_of(scaled(segment.font(), TINY), text)) + 1, 30)
        assert width_of(scaled(segment.font(), COMPACT), text) > segment.width()
        pictures.append(segment.grab().toImage())
    assert pictures[0] != pictures[1], "both would be “…” if they were cut"
