import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.roll.roll_text import in_ranges
from gm_desk.ui.roll.odds import OddsBar
from gm_desk.ui.theme.theme import current_theme
from pane_makers import RollHands
from ui_makers import colours


def hover(roller: RollHands, share: float) -> str:
    bar = roller.find(OddsBar, "oddsBar")
    at = QPoint(round(bar.width() * share), bar.height() // 2)
    QApplication.sendEvent(bar, QHelpEvent(QEvent.Type.ToolTip, at, bar.mapToGlobal(at)))
    said = QToolTip.text()
    QToolTip.hideText()
    return said


def set_net(roller: RollHands, tens: int) -> None:
    roller.keys("Esc", *["-" if tens < 0 else "+"] * abs(tens))


def test_the_numbers_of_the_drawing(roller: RollHands) -> None:
    set_net(roller, -6)
    assert (roller.reads("targetNumber"), roller.reads("chance")) == ("5", "6%")
    legend = roller.find(QLabel, "oddsInWords")
    said = legend.text().replace("\N{NO-BREAK SPACE}", " ")
    assert said.split("   ") == ["★ 1", "✓ 5", "✗ 30", "▼ 30", "▼▼ 25", "✖ 9"]
    heard = (
        "Critical success 1%, Success 5%, Failure 30%, Superior failure 30%, Superior failure ×2 25%, "
        "Critical failure 9%"
    )
    assert roller.find(OddsBar, "oddsBar").accessibleDescription() == legend.accessibleName() == heard


def test_the_target_is_told_with_its_sum(roller: RollHands) -> None:
    set_net(roller, -6)
    assert "target number\n65 − 60" in [label.text() for label in roller.window.test.odds.findChildren(QLabel)]
    set_net(roller, 8)
    assert "target number\n65 + 20" in [label.text() for label in roller.window.test.odds.findChildren(QLabel)]


def test_a_target_below_zero_has_a_true_minus(roller: RollHands) -> None:
    roller.prepares("Deceive")
    set_net(roller, -6)
    assert (roller.reads("targetNumber"), roller.reads("chance")) == ("−20", "1%")


def test_the_bar_shows_each_grade_in_its_own_colour(roller: RollHands) -> None:
    set_net(roller, -6)
    shades = current_theme().shades
    ep1_alone = {Grade.EXCELLENT_SUCCESS, Grade.SEVERE_FAILURE}
    painted = colours(roller.widget("oddsBar"))
    shown = {grade for grade in Grade if shades[grade].fill in painted} - ep1_alone
    assert shown == {
        Grade.CRITICAL_SUCCESS,
        Grade.SUCCESS,
        Grade.FAILURE,
        Grade.SUPERIOR_FAILURE,
        Grade.SUPERIOR_FAILURE_X2,
        Grade.CRITICAL_FAILURE,
    }


def test_hovering_a_part_says_which_rolls_are_in_it(roller: RollHands) -> None:
    set_net(roller, -6)
    for share, words in (
        (0.005, "★ Critical success: 00"),
        (0.03, "✓ Success: 01–05"),
        (0.2, "✗ Failure: 67–76, 78–87, 89–98"),
        (0.5, "▼ Superior failure: 34–43, 45–54, 56–65"),
        (0.995, "✖ Critical failure: 11, 22, 33, 44, 55, 66, 77, 88, 99"),
    ):
        assert hover(roller, share) == words


def test_widths_are_to_scale(roller: RollHands) -> None:
    set_net(roller, -6)
    assert hover(roller, 0.055).startswith("✓")
    assert hover(roller, 0.065).startswith("✗")
    assert hover(roller, 0.355).startswith("✗")
    assert hover(roller, 0.365).startswith("▼ ")


@pytest.mark.parametrize(
    ("rolls", "words"), [((), ""), ((7,), "07"), ((1, 2, 3, 7), "01–03, 07"), ((0, 98, 99), "00, 98–99")]
)
def test_rolls_are_told_as_ranges(rolls: tuple[int, ...], words: str) -> None:
    assert in_ranges(rolls) == words
