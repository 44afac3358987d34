import pytest
from PySide6.QtWidgets import QPushButton

from gm_desk.ui.verdict_line import VerdictLine
from ui_makers import GM


def verdict(gm: GM) -> str:
    return gm.find(VerdictLine, "verdict").accessibleName()


def test_the_button_rolls_once(gm: GM) -> None:
    gm.click(gm.widget("rollButton"))
    assert [line[1:7] for line in gm.log()] == [["Lao Qing", "Guns", "net 0", "TN 65", "61", "▲ Superior success"]]
    assert verdict(gm).startswith("61: Superior success, TN 65")


@pytest.mark.parametrize("key", ["Return", "Enter"])
def test_enter_in_the_roster_rolls(gm: GM, key: str) -> None:
    gm.window.roster.view.setFocus()
    gm.keys(key)
    assert len(gm.log()) == 1


@pytest.mark.parametrize("key", ["Ctrl+Return", "Ctrl+Enter"])
def test_control_and_enter_roll_from_anywhere(gm: GM, key: str) -> None:
    gm.keys("Ctrl+F", key)
    assert len(gm.log()) == 1


def test_enter_in_a_field_does_not_roll(gm: GM) -> None:
    gm.keys("Ctrl+F", "Return")
    assert gm.log() == []


def test_typed_dice_show_their_verdict_while_typing_and_log_nothing_yet(gm: GM) -> None:
    gm.keys("Ctrl+E")
    gm.types("9")
    assert verdict(gm).startswith("would be 09: Success")
    gm.types("9")
    assert verdict(gm).startswith("would be 99: Critical failure")
    assert gm.log() == []


def test_the_preview_follows_the_modifiers(gm: GM) -> None:
    gm.keys("Ctrl+E")
    gm.types("60")
    assert verdict(gm).startswith("would be 60: Superior success")
    gm.keys("Ctrl+6")
    assert verdict(gm).startswith("would be 60: Superior failure")


def test_enter_logs_the_dice_that_were_typed(gm: GM) -> None:
    gm.keys("Ctrl+E")
    gm.types("00")
    gm.keys("Return")
    assert gm.log()[0][5:] == ["00", "★ Critical success", "Dice typed by hand"]
    assert gm.window.test.row.dice.text() == ""
    assert verdict(gm).startswith("00: Critical success")


@pytest.mark.parametrize("typed", ["100", "1e", "7.5"])
def test_a_roll_outside_00_to_99_is_refused_and_stays_to_be_corrected(gm: GM, typed: str) -> None:
    gm.keys("Ctrl+E")
    gm.types(typed)
    gm.keys("Return")
    assert "is not a roll" in gm.refused()
    assert (gm.window.test.row.dice.text(), gm.window.test.row.dice.hasFocus()) == (typed, True)
    assert gm.log() == []


def test_nothing_typed_logs_nothing(gm: GM) -> None:
    gm.keys("Ctrl+E", "Return")
    assert (gm.log(), gm.refused()) == ([], "")


def test_secret_marks_the_rolls_to_come(gm: GM) -> None:
    gm.click(gm.widget("secretToggle"))
    gm.click(gm.widget("rollButton"))
    gm.keys("Ctrl+Shift+S")
    gm.click(gm.widget("rollButton"))
    assert [line[1].startswith("secret · ") for line in gm.log()] == [False, True]


def test_a_roll_says_what_it_spent_and_brings_it_back(gm: GM) -> None:
    gm.keys("Ctrl+6", "Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return", "Ctrl+Return")
    assert gm.net() == 0
    assert spent(gm) == "Spent: Hard −20, Smoke −30"
    gm.click(gm.find(QPushButton, "bringBack"))
    assert (gm.net(), gm.window.test.chips.spent.isVisible()) == (-50, False)


def test_control_b_brings_an_eyeballed_net_back(gm: GM) -> None:
    gm.keys("-", "Return")
    assert spent(gm) == "Spent: Eyeballed −10"
    gm.keys("Ctrl+B")
    assert gm.net() == -10


def test_the_offer_goes_with_the_next_modifier(gm: GM) -> None:
    gm.keys("Ctrl+6", "Return", "Ctrl+5")
    assert not gm.window.test.chips.spent.isVisible()


def test_a_roll_that_spends_nothing_says_nothing(gm: GM) -> None:
    gm.keys("Return")
    assert not gm.window.test.chips.spent.isVisible()


def spent(gm: GM) -> str:
    return " ".join(label.text() for label in gm.window.test.chips.spent.findChildren(type(gm.window.trouble.says)))
