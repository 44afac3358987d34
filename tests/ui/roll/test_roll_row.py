from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.abilities import ability_of
from gm_desk.core.drafts.draft import AbilityKind, Chip, Mode
from gm_desk.core.drafts.opponents import Defence
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.roll.roll_row import short_names
from gm_desk.ui.roll.verdict import VerdictLine
from gm_desk.ui.widgets.pill import Pill
from pane_makers import AtTest, RollHands, show_test_pane
from themes import DARK
from ui_makers import GM, LAO, MOOK, a_roster, colours, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def verdict(gm: AtTest) -> str:
    return gm.find(VerdictLine, "verdict").accessibleName()


def test_the_button_rolls_once(roller: RollHands) -> None:
    roller.click(roller.widget("rollButton"))
    assert [line[1:7] for line in roller.log()] == [["Lao Qing", "Guns", "net 0", "TN 65", "61", "▲ Superior success"]]
    assert verdict(roller).startswith("61: Superior success, TN 65")


@pytest.mark.parametrize("key", ["Return", "Enter"])
def test_enter_in_the_roster_rolls(roller: RollHands, key: str) -> None:
    roller.window.aside.setFocus()
    roller.keys(key)
    assert len(roller.log()) == 1


@pytest.mark.parametrize("key", ["Ctrl+Return", "Ctrl+Enter"])
def test_control_and_enter_roll_from_anywhere(roller: RollHands, key: str) -> None:
    roller.keys("Ctrl+F", key)
    assert len(roller.log()) == 1


def test_the_row_is_divided_alike_with_a_test_and_without(qtbot: QtBot, tmp_path: Path) -> None:
    widths = []
    for name, roster in (("none", Roster(id="r", name="R", system="ep2")), ("some", a_roster())):
        roller = show_test_pane(qtbot, tmp_path / name, roster)
        if roster.characters:
            roller.selects("Lao Qing")
            roller.prepares("Guns")
        roller.settles()
        row = roller.window.test.row
        widths.append([one.width() for one in (row.button, row.dice, row.secret)])
    assert widths[0] == widths[1]


def test_enter_in_a_field_does_not_roll(gm: GM) -> None:
    gm.keys("Ctrl+F", "Return")
    assert gm.log() == []


def test_typed_dice_show_their_verdict_while_typing_and_log_nothing_yet(roller: RollHands) -> None:
    roller.keys("Ctrl+E")
    roller.types("9")
    assert verdict(roller).startswith("would be 09: Success")
    roller.types("9")
    assert verdict(roller).startswith("would be 99: Critical failure")
    assert roller.log() == []


def test_digits_on_the_button_or_anywhere_in_the_pane_begin_the_dice(gm: GM) -> None:
    button = gm.window.test.row.button
    for start in (button, gm.window.test.difficulty):
        start.setFocus()
        QTest.keyClicks(start, "5")
        gm.types("3")
        assert gm.window.test.row.dice.text() == "53"
        gm.keys("Escape")
    button.setFocus()
    QTest.keyClicks(button, "0")
    gm.types("7")
    gm.keys("Return")
    assert gm.log()[0][5] == "07"
    assert button.hasFocus(), "so that Enter rolls again"


def test_after_dice_that_were_typed_with_their_key_the_focus_returns(roller: RollHands) -> None:
    row = roller.window.test.row
    row.secret.setFocus()
    roller.keys("4")
    row.clear_dice()
    row.button.setFocus()
    roller.keys("Ctrl+E")
    QTest.keyClicks(row.dice, "44")
    roller.keys("Return")
    assert row.button.hasFocus(), "and not what had it when dice were typed that nobody rolled"


def test_dice_typed_in_one_turn_and_not_rolled_are_not_those_of_whoever_acts_next(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), dice=range(9, 99, 7))
    gm.does("scene.begin")
    row = gm.window.test.row
    for turn in ("scene.next", "scene.back"):
        gm.keys("Ctrl+E")
        gm.types("55")
        assert row.dice.text() == "55"
        gm.does(turn)
        assert row.dice.text() == ""
    gm.keys("Ctrl+Return")
    assert all(line[5] != "55" for line in gm.log())


def test_the_preview_follows_the_modifiers(roller: RollHands) -> None:
    roller.keys("Ctrl+E")
    roller.types("60")
    assert verdict(roller).startswith("would be 60: Superior success")
    roller.keys("Ctrl+6")
    assert verdict(roller).startswith("would be 60: Superior failure")


def test_dice_typed_in_one_roster_are_not_those_of_the_next(gm: GM) -> None:
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Ctrl+E")
    gm.types("33")
    assert gm.window.test.row.dice.text() == "33"
    gm.does("files.try_kaiser_sample")
    gm.settles()
    assert gm.session.drafting.draft.ability is not None
    assert gm.window.test.row.dice.text() == ""


def test_enter_logs_the_dice_that_were_typed(roller: RollHands) -> None:
    roller.keys("Ctrl+E")
    roller.types("00")
    roller.keys("Return")
    assert roller.log()[0][5:] == ["00", "★ Critical success", "Dice typed by hand"]
    assert roller.window.test.row.dice.text() == ""
    assert verdict(roller).startswith("00: Critical success")


@pytest.mark.parametrize("typed", ["100", "1e", "7.5"])
def test_a_roll_outside_00_to_99_is_refused_and_stays_to_be_corrected(roller: RollHands, typed: str) -> None:
    roller.keys("Ctrl+E")
    roller.types(typed)
    roller.keys("Return")
    assert "is not a roll" in roller.refused()
    assert (roller.window.test.row.dice.text(), roller.window.test.row.dice.hasFocus()) == (typed, True)
    assert roller.log() == []


def test_dice_that_cannot_fall_are_refused_by_a_click_on_roll_and_not_rolled_instead(roller: RollHands) -> None:
    roller.keys("Ctrl+E")
    roller.types("777")
    roller.click(roller.widget("rollButton"))
    assert "is not a roll" in roller.refused()
    assert roller.window.test.row.dice.text() == "777"
    assert roller.log() == []


def test_nothing_typed_logs_nothing(roller: RollHands) -> None:
    roller.keys("Ctrl+E", "Return")
    assert (roller.log(), roller.refused()) == ([], "")


def test_enter_without_typed_dice_says_what_rolls(gm: GM) -> None:
    gm.keys("Ctrl+E", "Return")
    assert gm.log() == []
    assert gm.window.toast.says.text().startswith("No dice are typed here: type them, or press Roll (Ctrl+")


def secret(gm: AtTest) -> list[bool]:
    """Return of each line of the log whether it is secret, oldest first."""
    return [line[1].endswith(" secret") for line in reversed(gm.log())]


def toggle(gm: AtTest) -> QPushButton:
    return gm.find(QPushButton, "secretToggle")


def test_secret_marks_the_next_roll_alone(roller: RollHands) -> None:
    roller.click(toggle(roller))
    assert toggle(roller).isChecked()
    roller.click(roller.widget("rollButton"))
    assert not toggle(roller).isChecked()
    roller.click(roller.widget("rollButton"))
    assert secret(roller) == [True, False]


def test_secret_is_taken_back_by_its_key(roller: RollHands) -> None:
    roller.keys("Ctrl+Shift+S", "Ctrl+Shift+S", "Return")
    assert secret(roller) == [False]


def test_rolls_that_are_secret_by_default_are_open_only_when_asked_for(roller: RollHands) -> None:
    roller.does("roll.toggle_secret_by_default")
    roller.keys("Return")
    assert toggle(roller).isChecked()
    roller.click(toggle(roller))
    roller.keys("Ctrl+Return", "Ctrl+Return")
    assert secret(roller) == [True, False, True]
    roller.does("roll.toggle_secret_by_default")
    assert not toggle(roller).isChecked()


def test_secret_by_default_is_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.does("roll.toggle_secret_by_default")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert toggle(again).isChecked()
    assert again.action("roll.toggle_secret_by_default").isChecked()


def test_the_toggle_says_what_the_next_roll_will_be(roller: RollHands) -> None:
    assert toggle(roller).accessibleDescription() == "The next roll is public"
    roller.keys("Ctrl+Shift+S")
    assert toggle(roller).accessibleDescription() == "The next roll is secret"
    assert "Ctrl+Shift+S" in toggle(roller).toolTip()


@pytest.mark.usefixtures("painted")
def test_the_toggle_has_the_accent_when_it_is_on(roller: RollHands) -> None:
    assert DARK.accent not in colours(toggle(roller))
    roller.keys("Ctrl+Shift+S")
    assert DARK.accent in colours(toggle(roller))


def test_a_roll_says_what_it_spent_and_brings_it_back(gm: GM) -> None:
    gm.keys("Ctrl+6", "Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return", "Ctrl+Return")
    assert gm.net() == 0
    assert spent(gm) == "Spent: Hard, Smoke −30"
    gm.click(gm.find(QPushButton, "bringBack"))
    assert (gm.net(), gm.window.test.spent.isVisible()) == (-50, False)


def test_what_was_spent_names_who_spent_it_as_soon_as_somebody_else_is_to_roll(gm: GM) -> None:
    gm.keys("Ctrl+6", "Ctrl+Return")
    assert spent(gm) == "Spent: Hard"
    gm.selects("Triad mook 1")
    assert spent(gm) == "Spent by Lao Qing: Hard"
    gm.selects("Lao Qing")
    assert spent(gm) == "Spent: Hard"


def test_what_the_other_side_spent_has_its_name(gm: GM) -> None:
    drafting = gm.program.session.drafting
    drafting.oppose("eva")
    drafting.set_mode(Mode.OPPOSED)
    other = drafting.draft.side("b")
    dark = Chip("dark", -30, "Darkness")
    drafting.take(drafting.draft.with_side("b", structs.replace(other, chips=(*other.chips, dark))))
    gm.keys("Ctrl+6", "Ctrl+Return")
    assert spent(gm) == "Spent: Hard; by Eva: Darkness −30"


def test_control_b_brings_an_eyeballed_net_back(gm: GM) -> None:
    gm.keys("Esc", "-", "Return")
    assert spent(gm) == "Spent: Net set by hand −10"
    gm.keys("Ctrl+B")
    assert gm.net() == -10


def test_the_offer_goes_with_the_next_modifier(roller: RollHands) -> None:
    roller.keys("Ctrl+6", "Return", "Ctrl+5")
    assert not roller.window.test.spent.isVisible()


def test_a_roll_that_spends_nothing_says_nothing(roller: RollHands) -> None:
    roller.keys("Return")
    assert not roller.window.test.spent.isVisible()


def spent(gm: GM) -> str:
    return " ".join(label.text() for label in gm.window.test.spent.findChildren(type(gm.window.trouble.says)))


def test_enter_rolls_on_the_roll_button_too(roller: RollHands) -> None:
    roller.window.test.row.button.setFocus()
    roller.keys("Return")
    roller.keys("Enter")
    assert len(roller.log()) == 2


def test_after_a_point_turned_a_failure_into_a_success_no_other_try_is_suggested(roller: RollHands) -> None:
    lao = structs.replace(roller.lao, points={"vigor": Points(now=2, max=3)})
    roller.session.document.change_character(lao, "give points")
    roller.keys("Ctrl+E")
    roller.types("82")
    roller.keys("Return")
    drafting = roller.session.drafting
    assert [chip.label for chip in drafting.modifiers.suggested] == ["Retry 1"]
    pill = next(one for one in roller.window.test.after.findChildren(Pill) if "flip-flop" in one.accessibleName())
    roller.click(pill)
    assert drafting.modifiers.suggested == []
    assert "flip-flop of 82" in roller.log()[0][-1].lower()
    roller.keys("Esc", "Ctrl+Z")
    assert [chip.label for chip in drafting.modifiers.suggested] == ["Retry 1"]


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_fields_of_two_mooks_are_told_apart_and_named_in_full(qtbot: QtBot, tmp_path: Path, percent: int) -> None:
    second = structs.replace(MOOK, id="mook2", name="Triad mook 2")
    gm = sit_down(qtbot, tmp_path, a_roster(LAO, MOOK, second))
    gm.program.text.choose(percent)
    gm.selects("Triad mook 1")
    gm.prepares("Guns")
    gm.does("roll.toggle_opposed")
    gm.window.test.opponent.who.picked.emit("mook2")
    gm.settles()
    row = gm.window.test.row
    told = [row.dice.placeholderText(), row.other.placeholderText()]
    assert told in (["mook 1", "mook 2"], ["T1", "T2"])
    assert ", of Triad mook 1" in row.dice.accessibleName()
    assert ", of the opponent Triad mook 2" in row.other.toolTip()


def test_the_fields_are_named_when_the_ability_of_the_opponent_is_chosen_last(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("kaiser"))
    gm.selects("Runa")
    gm.prepares("Athletics")
    gm.does("roll.toggle_opposed")
    drafting = gm.program.session.drafting
    gerlach = next(one for one in gm.roster.characters if one.name == "Gerlach")
    drafting.oppose(gerlach.id)
    assert drafting.draft.lacks == "answer"
    ability = ability_of(gerlach, gm.program.session.document.system, AbilityKind.SKILL, "sample-gerlach-athletics")
    assert ability is not None
    drafting.oppose(gerlach.id, Defence(ability))
    gm.settles()
    assert gm.window.test.row.dice.placeholderText() == "Runa"


def test_a_name_is_told_by_its_last_word_or_with_its_number() -> None:
    assert short_names("Sergeant Okoro") == ["Sergeant Okoro", "Okoro", "Sergeant", "SO"]
    assert short_names("Triad mook 12") == ["Triad mook 12", "mook 12", "T12"]
    assert short_names("THE WRETCH") == ["THE WRETCH", "WRETCH", "TW"]
    assert short_names("") == []


def test_another_roster_offers_nothing_that_the_last_roll_of_this_one_spent(gm: GM) -> None:
    gm.keys("Ctrl+6", "Ctrl+Return")
    assert gm.window.test.spent.isVisible()
    gm.makes_roster("Luna")
    assert not gm.window.test.spent.isVisible()
