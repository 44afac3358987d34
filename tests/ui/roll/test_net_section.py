from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from gm_desk.core.rules.modifiers import Net
from gm_desk.ui.roll.net import net_in_words
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.labels import ElidedLabel
from pane_makers import AtTest, RollHands
from ui_makers import GM, LEFT, colours


def pile_up(gm: AtTest) -> None:
    """Set the modifiers of the drawing: −70 in all."""
    gm.keys("Ctrl+6", "Ctrl+M")
    for line in ("Smoke -30", "Retry -10", "Wounds -20", "Teamwork +10"):
        gm.types(line)
        gm.keys("Return")
    gm.keys("Esc")


def click_scale(gm: AtTest, share: float) -> None:
    scale = gm.window.test.net.scale
    gm.click(scale, QPoint(round(scale.width() * share), scale.height() // 3))


def test_a_sum_past_the_cap_is_told_with_the_cap(roller: RollHands) -> None:
    pile_up(roller)
    assert roller.reads("netSays").startswith("sum −70, capped at −60")
    assert roller.net() == -60


def test_the_cap_holds_above_too(roller: RollHands) -> None:
    roller.keys("Ctrl+M")
    roller.types("Everything 80")
    roller.keys("Return")
    assert roller.reads("netSays").startswith("sum +80, capped at +60")


@pytest.mark.parametrize(("net", "words"), [(Net(-30, -30), "−30"), (Net(0, 0), "0"), (Net(20, 20), "+20")])
def test_a_net_within_the_cap_is_told_alone(net: Net, words: str) -> None:
    assert net_in_words(net) == words


def test_the_scale_reaches_from_cap_to_cap_and_shows_the_net(roller: RollHands) -> None:
    pile_up(roller)
    scale = roller.window.test.net.scale
    assert (scale.minimum(), scale.maximum(), scale.value()) == (-60, 60, -60)


def test_both_caps_are_marked_on_the_scale(roller: RollHands) -> None:
    assert current_theme().warning in colours(roller.window.test.net.scale)


def test_plus_and_minus_move_the_net_by_ten(roller: RollHands) -> None:
    roller.keys("Esc", "-", "-", "+")
    assert (roller.net(), roller.reads("targetNumber"), roller.reads("netSays")) == (-10, "55", "−10, set by hand")


def test_the_net_moves_no_further_than_the_cap(roller: RollHands) -> None:
    roller.keys("Esc", *["-"] * 9)
    assert roller.net() == -60


def test_on_the_card_and_in_the_log_plus_and_minus_move_no_net(gm: GM) -> None:
    gm.does("roll.roll")
    stat = gm.window.stat
    places: dict[str, tuple[Callable[[], object], QWidget]] = {
        "skills": (stat.skills.view.setFocus, stat.skills.view),
        "aptitudes": (stat.aptitudes.setFocus, stat.aptitudes),
        "attacks": (stat.attacks.begin, stat.attacks.add),
        "concept": (stat.head.concept.setFocus, stat.head.concept),
        "pill": (stat.values.add.setFocus, stat.values.add),
        "log": (gm.window.log.view.setFocus, gm.window.log.view),
    }
    for name, (go, place) in places.items():
        go()
        assert place.hasFocus(), name
        gm.keys("-", "+", "-")
        assert gm.net() == 0, name


@pytest.mark.parametrize("place", ["roster", "roll", "secret", "scale"])
def test_where_nothing_can_be_typed_plus_and_minus_move_the_net(roller: RollHands, place: str) -> None:
    test = roller.window.test
    {
        "roster": roller.window.aside,
        "roll": test.row.button,
        "secret": test.row.secret,
        "scale": test.net.scale,
    }[place].setFocus()
    roller.keys("-")
    assert roller.net() == -10


def test_in_the_fields_of_the_test_plus_and_minus_are_typed(roller: RollHands) -> None:
    roller.keys("Ctrl+M", "-")
    assert (roller.net(), roller.window.test.chips.add.text()) == (0, "-")


def test_a_click_on_the_scale_sets_one_net_instead_of_the_chips(roller: RollHands) -> None:
    pile_up(roller)
    click_scale(roller, 0.5)
    assert (roller.net(), roller.reads("targetNumber")) == (0, "65")
    click_scale(roller, 0.99)
    assert roller.net() == 60


def test_a_drag_follows_the_mouse(roller: RollHands) -> None:
    scale = roller.window.test.net.scale
    y = scale.height() // 3
    QTest.mousePress(scale, LEFT, pos=QPoint(scale.width() // 2, y))
    QTest.mouseMove(scale, QPoint(2, y))
    assert roller.net() == -60
    QTest.mouseRelease(scale, LEFT, pos=QPoint(2, y))
    assert roller.net() == -60


def test_the_arrows_move_the_scale_that_has_the_focus(roller: RollHands) -> None:
    roller.window.test.net.scale.setFocus()
    roller.keys("Left", "Left")
    assert roller.net() == -20
    roller.keys("End")
    assert roller.net() == 60


def test_a_net_that_was_set_by_hand_is_told_and_can_be_taken_back_without_any_chips(roller: RollHands) -> None:
    roller.keys("Esc", "-")
    use = roller.find(QPushButton, "useChips")
    assert (roller.reads("netSays"), use.isVisible(), use.text()) == ("−10, set by hand", True, "Use listed modifiers")
    roller.click(use)
    assert (roller.net(), use.isVisible()) == (0, False)


def test_another_test_begins_without_the_net_that_was_set_by_hand(roller: RollHands) -> None:
    roller.keys("Esc", "-")
    roller.prepares("Melee")
    assert (roller.net(), roller.reads("netSays")) == (0, "0")


def test_the_chips_can_count_again_after_eyeballing(roller: RollHands) -> None:
    pile_up(roller)
    use = roller.find(QPushButton, "useChips")
    assert not use.isVisible()
    click_scale(roller, 0.5)
    roller.click(use)
    assert (roller.net(), use.isVisible()) == (-60, False)


def test_an_eyeballed_net_goes_with_the_roll(roller: RollHands) -> None:
    roller.keys("Esc", "-", "Return")
    assert (roller.net(), roller.log()[0][3]) == (0, "net −10")


def test_the_numbers_at_the_scale_are_the_same_on_both_sides(roller: RollHands) -> None:
    scale = roller.window.test.net.scale
    for cap in (30, 50, 60, 70, 90):
        scale.show_net(Net(0, 0), cap)
        assert scale.marks()[::-1] == [-mark for mark in scale.marks()], cap
        assert (scale.marks()[0], scale.marks()[-1]) == (-cap, cap)


def test_a_net_without_room_for_its_sum_in_words_is_a_whole_number(roller: RollHands) -> None:
    pile_up(roller)
    says = roller.find(ElidedLabel, "netSays")
    room = says.fontMetrics().horizontalAdvance
    whole = says.text()
    assert says.fitting(room(whole)) == whole
    assert says.fitting(room(whole) - 1) == "−60 of −70"
    assert says.fitting(room("−60 of −7")) == "−60"
    assert whole in says.toolTip()
