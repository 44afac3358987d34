import pytest
from PySide6.QtWidgets import QLabel

from gm_desk.ui.widgets.buttons import Segment
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


def segments(gm: GM) -> list[Segment]:
    return [button for button in gm.window.test.difficulty.findChildren(Segment) if button.isVisible()]


def chosen(gm: GM) -> list[str]:
    return [button.text() for button in segments(gm) if button.isChecked()]


def test_the_seven_difficulties_stand_in_a_row(gm: GM) -> None:
    assert [button.text() for button in segments(gm)] == ["+30", "+20", "+10", "0", "−10", "−20", "−30"]


def test_each_is_named_on_hover_and_for_screen_readers(gm: GM) -> None:
    for button, name in zip(segments(gm), LADDER, strict=True):
        assert name in button.toolTip()
        assert button.accessibleName().startswith(name)


def test_average_is_on_at_first(gm: GM) -> None:
    assert chosen(gm) == ["0"]


def test_a_click_sets_the_difficulty_and_names_it_beside_the_label(gm: GM) -> None:
    gm.click(segments(gm)[5])
    assert (chosen(gm), gm.net()) == (["−20"], -20)
    assert "Hard" in [label.text() for label in gm.window.test.difficulty.findChildren(QLabel)]


@pytest.mark.parametrize(("place", "value"), list(enumerate(LADDER.values(), start=1)))
def test_control_and_a_digit_set_the_difficulty(gm: GM, place: int, value: int) -> None:
    gm.keys(f"Ctrl+{place}")
    assert gm.net() == value
    assert gm.reads("targetNumber") == str(65 + value)


def test_the_arrows_walk_along_the_row_and_stop_at_its_ends(gm: GM) -> None:
    gm.keys("Ctrl+6")
    segments(gm)[5].setFocus()
    gm.keys("Right")
    assert gm.net() == -30
    gm.keys("Right")
    assert gm.net() == -30
    gm.keys("Left")
    assert (gm.net(), chosen(gm)) == (-20, ["−20"])
    assert segments(gm)[5].hasFocus()


@pytest.mark.parametrize("key", ["Return", "Enter"])
def test_enter_rolls_from_the_row_too(gm: GM, key: str) -> None:
    segments(gm)[3].setFocus()
    gm.keys(key)
    assert len(gm.log()) == 1


def test_the_difficulty_is_spent_by_the_roll(gm: GM) -> None:
    gm.keys("Ctrl+6", "Return")
    assert chosen(gm) == ["0"]
