import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from gm_desk.core.rules.modifiers import Net
from gm_desk.ui.roll.net import net_in_words
from gm_desk.ui.theme.theme import current_theme
from ui_makers import GM, LEFT, colours


def pile_up(gm: GM) -> None:
    """Set the modifiers of the drawing: −70 in all."""
    gm.keys("Ctrl+6", "Ctrl+M")
    for line in ("Smoke -30", "Retry -10", "Wounds -20", "Teamwork +10"):
        gm.types(line)
        gm.keys("Return")
    gm.keys("Esc")


def click_scale(gm: GM, share: float) -> None:
    scale = gm.window.test.net.scale
    gm.click(scale, QPoint(round(scale.width() * share), scale.height() // 3))


def test_a_sum_past_the_cap_is_told_with_the_cap(gm: GM) -> None:
    pile_up(gm)
    assert gm.reads("netSays").startswith("sum −70, capped at −60")
    assert gm.net() == -60


def test_the_cap_holds_above_too(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Everything 80")
    gm.keys("Return")
    assert gm.reads("netSays").startswith("sum +80, capped at +60")


@pytest.mark.parametrize(("net", "words"), [(Net(-30, -30), "−30"), (Net(0, 0), "0"), (Net(20, 20), "+20")])
def test_a_net_within_the_cap_is_told_alone(net: Net, words: str) -> None:
    assert net_in_words(net) == words


def test_the_scale_reaches_from_cap_to_cap_and_shows_the_net(gm: GM) -> None:
    pile_up(gm)
    scale = gm.window.test.net.scale
    assert (scale.minimum(), scale.maximum(), scale.value()) == (-60, 60, -60)


def test_both_caps_are_marked_on_the_scale(gm: GM) -> None:
    assert current_theme().warning in colours(gm.window.test.net.scale)


def test_plus_and_minus_move_the_net_by_ten(gm: GM) -> None:
    gm.keys("Esc", "-", "-", "+")
    assert (gm.net(), gm.reads("targetNumber"), gm.reads("netSays")) == (-10, "55", "−10, set by hand")


def test_the_net_moves_no_further_than_the_cap(gm: GM) -> None:
    gm.keys("Esc", *["-"] * 9)
    assert gm.net() == -60


@pytest.mark.parametrize("place", ["skills", "aptitudes", "attacks", "concept", "pill", "log"])
def test_on_the_card_and_in_the_log_plus_and_minus_move_no_net(gm: GM, place: str) -> None:
    stat = gm.window.stat
    {
        "skills": stat.skills.view,
        "aptitudes": stat.aptitudes,
        "attacks": stat.attacks.add,
        "concept": stat.head.concept,
        "pill": stat.values.add,
        "log": gm.window.log.view,
    }[place].setFocus()
    gm.keys("-", "+", "-")
    assert gm.net() == 0


@pytest.mark.parametrize("place", ["roster", "roll", "secret", "scale"])
def test_where_nothing_can_be_typed_plus_and_minus_move_the_net(gm: GM, place: str) -> None:
    test = gm.window.test
    {
        "roster": gm.window.roster.view,
        "roll": test.row.button,
        "secret": test.row.secret,
        "scale": test.net.scale,
    }[place].setFocus()
    gm.keys("-")
    assert gm.net() == -10


def test_in_the_fields_of_the_test_plus_and_minus_are_typed(gm: GM) -> None:
    gm.keys("Ctrl+M", "-")
    assert (gm.net(), gm.window.test.chips.add.text()) == (0, "-")


def test_a_click_on_the_scale_sets_one_net_instead_of_the_chips(gm: GM) -> None:
    pile_up(gm)
    click_scale(gm, 0.5)
    assert (gm.net(), gm.reads("targetNumber")) == (0, "65")
    click_scale(gm, 0.99)
    assert gm.net() == 60


def test_a_drag_follows_the_mouse(gm: GM) -> None:
    scale = gm.window.test.net.scale
    y = scale.height() // 3
    QTest.mousePress(scale, LEFT, pos=QPoint(scale.width() // 2, y))
    QTest.mouseMove(scale, QPoint(2, y))
    assert gm.net() == -60
    QTest.mouseRelease(scale, LEFT, pos=QPoint(2, y))
    assert gm.net() == -60


def test_the_arrows_move_the_scale_that_has_the_focus(gm: GM) -> None:
    gm.window.test.net.scale.setFocus()
    gm.keys("Left", "Left")
    assert gm.net() == -20
    gm.keys("End")
    assert gm.net() == 60


def test_a_net_that_was_set_by_hand_is_told_and_can_be_taken_back_without_any_chips(gm: GM) -> None:
    gm.keys("Esc", "-")
    use = gm.find(QPushButton, "useChips")
    assert (gm.reads("netSays"), use.isVisible(), use.text()) == ("−10, set by hand", True, "Use listed modifiers")
    gm.click(use)
    assert (gm.net(), use.isVisible()) == (0, False)


def test_another_test_begins_without_the_net_that_was_set_by_hand(gm: GM) -> None:
    gm.keys("Esc", "-")
    gm.click_on(gm.window.stat.skills.view, "Melee")
    assert (gm.net(), gm.reads("netSays")) == (0, "0")


def test_the_chips_can_count_again_after_eyeballing(gm: GM) -> None:
    pile_up(gm)
    use = gm.find(QPushButton, "useChips")
    assert not use.isVisible()
    click_scale(gm, 0.5)
    gm.click(use)
    assert (gm.net(), use.isVisible()) == (-60, False)


def test_an_eyeballed_net_goes_with_the_roll(gm: GM) -> None:
    gm.keys("Esc", "-", "Return")
    assert (gm.net(), gm.log()[0][3]) == (0, "net −10")


@pytest.mark.parametrize("cap", [30, 50, 60, 70, 90])
def test_the_numbers_at_the_scale_are_the_same_on_both_sides(gm: GM, cap: int) -> None:
    scale = gm.window.test.net.scale
    scale.show_net(Net(0, 0), cap)
    assert scale.marks()[::-1] == [-mark for mark in scale.marks()]
    assert (scale.marks()[0], scale.marks()[-1]) == (-cap, cap)
