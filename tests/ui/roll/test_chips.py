from pathlib import Path

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.theme.theme import current_theme
from ui_makers import GM, a_roster, colours, said_of, sit_down


def chips(gm: GM) -> list[ChipButton]:
    return [chip for chip in gm.window.test.chips.findChildren(ChipButton) if chip.isVisible()]


def spoken(gm: GM) -> list[str]:
    return [said_of(chip) for chip in chips(gm)]


def add(gm: GM, *lines: str) -> None:
    gm.keys("Ctrl+M")
    for line in lines:
        gm.types(line)
        gm.keys("Return")


def test_a_line_of_label_and_value_becomes_a_chip_and_moves_the_net_at_once(gm: GM) -> None:
    add(gm, "Smoke -30")
    assert spoken(gm) == ["Smoke, −30"]
    assert gm.reads("targetNumber") == "35"
    assert gm.window.test.chips.add.text() == ""


def test_a_value_needs_no_label(gm: GM) -> None:
    add(gm, "+20")
    assert spoken(gm) == ["Modifier, +20"]


def test_the_field_keeps_the_focus_for_the_next_modifier(gm: GM) -> None:
    add(gm, "Wounds -20", "Smoke -30")
    assert spoken(gm) == ["Wounds, −20", "Smoke, −30"]
    assert gm.reads("netSays") == "−50"


def test_a_modifier_of_fifteen_is_refused_where_it_is_typed_and_stays_to_be_corrected(gm: GM) -> None:
    add(gm, "Smoke 15")
    assert gm.refused() == "15 is not a multiple of ten."
    assert gm.window.test.chips.add.text() == "Smoke 15"
    assert gm.window.test.chips.add.hasFocus()
    assert (spoken(gm), gm.reads("targetNumber")) == ([], "65")


def test_a_modifier_without_a_number_is_refused(gm: GM) -> None:
    add(gm, "Smoke")
    assert "number is missing" in gm.refused()
    assert spoken(gm) == []


def test_the_reason_goes_as_soon_as_something_else_is_typed(gm: GM) -> None:
    add(gm, "Smoke 15")
    gm.keys("Backspace")
    assert gm.refused() == ""


def test_a_click_strikes_a_chip_out_and_in_again(gm: GM) -> None:
    add(gm, "Smoke -30")
    gm.click(chips(gm)[0], QPoint(12, 10))
    assert (spoken(gm), gm.reads("targetNumber")) == (["Smoke, −30, struck out"], "65")
    gm.click(chips(gm)[0], QPoint(12, 10))
    assert (spoken(gm), gm.reads("targetNumber")) == (["Smoke, −30"], "35")


def test_the_cross_removes_a_chip(gm: GM) -> None:
    add(gm, "Smoke -30")
    chip = chips(gm)[0]
    gm.click(chip, QPoint(chip.width() - 10, chip.height() // 2))
    assert (spoken(gm), gm.reads("targetNumber")) == ([], "65")


def test_space_strikes_p_pins_and_delete_removes_the_chip_with_the_focus(gm: GM) -> None:
    add(gm, "Smoke -30")
    chips(gm)[0].setFocus()
    gm.keys("Space")
    assert spoken(gm) == ["Smoke, −30, struck out"]
    gm.keys("Space", "P")
    assert spoken(gm) == ["Smoke, −30, pinned"]
    gm.keys("P")
    assert spoken(gm) == ["Smoke, −30"]
    gm.keys("Delete")
    assert spoken(gm) == []
    assert gm.window.test.chips.add.hasFocus()


def test_a_context_menu_strikes_pins_and_removes(gm: GM) -> None:
    for words, expected in (
        ("Strike out", ["Smoke, −30, struck out"]),
        ("Count it again", ["Smoke, −30"]),
        ("Pin: keep it for the scene", ["Smoke, −30, pinned"]),
        ("Unpin", ["Smoke, −30"]),
        ("Remove", []),
    ):
        if not chips(gm):
            add(gm, "Smoke -30")
        menu = gm.context_menu(chips(gm)[0])
        next(action for action in menu.actions() if action.text() == words).trigger()
        menu.close()
        assert spoken(gm) == expected


def test_tab_walks_from_chip_to_chip_to_the_field(gm: GM) -> None:
    add(gm, "Wounds -20", "Smoke -30")
    chips(gm)[0].setFocus()
    gm.keys("Tab")
    assert chips(gm)[1].hasFocus()
    gm.keys("Tab")
    assert gm.window.test.chips.add.hasFocus()


def test_a_pinned_chip_survives_the_roll_and_a_one_shot_does_not(gm: GM) -> None:
    add(gm, "Dark -10", "Smoke -30")
    chips(gm)[0].setFocus()
    gm.keys("P", "Esc", "Return")
    assert spoken(gm) == ["Dark, −10, pinned", "Retry 1, −10, suggested"]


def test_a_chip_that_the_cap_makes_pointless_says_so_and_is_dimmed(gm: GM) -> None:
    add(gm, "Wounds -60")
    gm.keys("Esc")
    minus = current_theme().minus
    assert minus in colours(chips(gm)[0])
    add(gm, "Smoke -30", "Retry -10")
    assert spoken(gm)[2] == "Retry, −10, changes nothing"
    assert minus not in colours(chips(gm)[2])


def test_the_row_counts_what_makes_up_the_net_difficulty_included(gm: GM) -> None:
    add(gm, "Wounds -20", "Smoke -30")
    gm.keys("Esc", "Ctrl+6")
    texts = [label.text() for label in gm.window.test.chips.findChildren(type(gm.window.trouble.says))]
    assert "3 modifiers" in texts


def test_the_difficulty_has_a_row_of_its_own_and_is_no_chip(gm: GM) -> None:
    gm.keys("Ctrl+6")
    assert spoken(gm) == []


def test_control_0_takes_all_modifiers_away(gm: GM) -> None:
    add(gm, "Wounds -20")
    gm.keys("Esc", "Ctrl+6", "Ctrl+0")
    assert (spoken(gm), gm.net()) == ([], 0)


def test_a_modifier_counts_while_it_is_still_being_typed(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    assert gm.reads("targetNumber") == "35"
    gm.keys("Backspace", "Backspace")
    assert gm.reads("targetNumber") == "65"
    gm.types("20")
    assert gm.reads("targetNumber") == "45"
    gm.keys("Esc")
    assert (gm.reads("targetNumber"), spoken(gm)) == ("65", [])


def test_a_modifier_that_was_rolled_while_being_typed_is_spent(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Ctrl+Return")
    assert gm.log()[0][3] == "net −30"
    gm.window.roster.view.setFocus()
    assert (gm.net(), spoken(gm), gm.window.test.chips.add.text()) == (0, ["Retry 1, −10, suggested"], "")


def test_a_modifier_left_in_its_field_is_a_chip_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert (again.net(), spoken(again)) == (-30, ["Smoke, −30"])


def test_a_chip_that_goes_leaves_its_button_for_the_next_one(gm: GM) -> None:
    gm.window.test.chips.add.setText("Smoke −30")
    gm.window.test.chips.commit()
    before = set(gm.window.test.chips.findChildren(ChipButton))
    for _ in range(3):
        gm.program.desk.drafting.modifiers.remove(chips(gm)[0].chip)
        assert not chips(gm)
        gm.program.desk.drafting.modifiers.add("Dark −20")
        assert [one.chip.label for one in chips(gm)] == ["Dark"]
    assert set(gm.window.test.chips.findChildren(ChipButton)) == before
