"""The row of derived values, armor and movement: hints are taken, values typed, and nothing overwrites itself."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, show_card
from gm_desk.core.characters.stat_block import Armor, Movement
from gm_desk.ui.card.values import TextBox, ValueBox, ValuesSection
from other_rosters import KAISER
from ui_makers import EVA, LAO, a_roster

pytestmark = pytest.mark.usefixtures("unpainted")

VEST = Armor(values={"energy": 6, "kinetic": 12}, name="mesh armor")


@pytest.fixture
def lao(qtbot: QtBot, tmp_path: Path) -> AtCard:
    """Lao Qing's WT is typed otherwise than DUR makes it."""
    stats = {**LAO.stats, "INIT": 7, "DUR": 45, "WT": 8}
    typed = structs.replace(LAO, stats=stats, armor=(VEST,), movement=(Movement(base=4, full=20),))
    made = show_card(qtbot, tmp_path, a_roster(typed, EVA))
    made.selects("Lao Qing")
    return made


def section(gm: AtCard) -> ValuesSection:
    return gm.window.stat.values


def box(gm: AtCard, key: str) -> ValueBox:
    found = section(gm).box(key)
    assert isinstance(found, ValueBox)
    return found


def shown(gm: AtCard) -> list[str]:
    """Read the row as it is seen, hints in brackets."""
    gm.settles()
    boxes = section(gm).findChildren(ValueBox) + section(gm).findChildren(TextBox)
    words = []
    for one in sorted(filter(QWidget.isVisible, boxes), key=lambda one: (one.geometry().center().y() // 8, one.x())):
        parts = [one.label.text()] + [one.edit.text()] * one.edit.isVisible()
        if isinstance(one, ValueBox) and one.hint.isVisible():
            parts.append(f"[{one.hint.text()}]")
        words.append(" ".join(parts))
    return words


def test_typed_values_hints_and_lines_stand_in_one_row(lao: AtCard) -> None:
    assert shown(lao) == [
        "DUR 45",
        "Armor 6/12 (mesh armor)",
        "Movement 4/20",
        "INIT 7",
        "LUC [30]",
        "TT [6]",
        "IR [60]",
        "WT 8 [→ 9]",
    ]


def test_a_click_takes_a_hint_and_nothing_else_does(lao: AtCard) -> None:
    lao.click(box(lao, "WT").hint)
    assert lao.lao.stats["WT"] == 9
    assert lao.session.document.stack.undoText() == "set WT of Lao Qing"
    lao.click(box(lao, "LUC").hint)
    assert shown(lao)[4:6] == ["LUC 30", "TT [6]"]
    lao.keys("Ctrl+Z", "Ctrl+Z")
    assert shown(lao)[-1] == "WT 8 [→ 9]"


def test_what_was_typed_stays_when_what_it_derives_from_changes(lao: AtCard) -> None:
    box(lao, "DUR").edit.setFocus()
    lao.types_over("50")
    lao.keys("Return")
    assert (lao.lao.stats["WT"], box(lao, "WT").hint.text()) == (8, "→ 10")


def test_a_hint_is_taken_or_typed_over_by_the_keyboard(lao: AtCard) -> None:
    box(lao, "LUC").hint.setFocus()
    lao.keys("F2")
    lao.types("25")
    lao.keys("Return")
    assert lao.lao.stats["LUC"] == 25
    box(lao, "TT").hint.setFocus()
    lao.keys("7", "Return")
    assert lao.lao.stats["TT"] == 7
    box(lao, "IR").hint.setFocus()
    lao.keys("Return")
    assert lao.lao.stats["IR"] == 50


def test_a_hint_that_was_opened_and_left_comes_back(lao: AtCard) -> None:
    box(lao, "LUC").hint.setFocus()
    lao.keys("F2", "Tab")
    assert shown(lao)[4] == "LUC [30]"
    assert "LUC" not in lao.lao.stats


@pytest.mark.parametrize("typed", ["x", "1000", "-1"])
def test_what_is_no_value_is_refused(lao: AtCard, typed: str) -> None:
    box(lao, "DUR").edit.setFocus()
    lao.types_over(typed)
    lao.keys("Return")
    assert lao.refused()
    lao.keys("Esc")
    assert lao.lao.stats["DUR"] == 45


def test_nothing_typed_takes_a_value_away(lao: AtCard) -> None:
    box(lao, "DUR").edit.setFocus()
    lao.types_over(" ")
    lao.keys("Return")
    assert "DUR" not in lao.lao.stats
    assert [words for words in shown(lao) if words.startswith(("DUR", "WT"))] == ["WT 8"]


def test_armor_and_movement_are_typed_as_lines(lao: AtCard) -> None:
    section(lao).box("armor").edit.setFocus()
    lao.types_over("8/14 hard suit; 0/2 (helmet)")
    lao.keys("Return")
    assert [one.name for one in lao.lao.armor] == ["hard suit", "helmet"]
    assert lao.session.document.stack.undoText() == "set armor of Lao Qing"
    section(lao).box("movement").edit.setFocus()
    lao.types_over("Walker 4/20")
    lao.keys("Return")
    assert lao.lao.movement == (Movement(name="Walker", base=4, full=20),)
    lao.keys("Ctrl+Z", "Ctrl+Z")
    assert shown(lao)[1:3] == ["Armor 6/12 (mesh armor)", "Movement 4/20"]


def test_what_is_no_armor_is_refused_where_it_is_typed(lao: AtCard) -> None:
    section(lao).box("armor").edit.setFocus()
    lao.types_over("thick")
    lao.keys("Return")
    assert "“thick” is not armor" in lao.refused()


def test_what_is_missing_can_be_added(lao: AtCard) -> None:
    lao.selects("Eva")
    assert shown(lao) == []
    lao.click(section(lao).add)
    assert len(shown(lao)) == 9
    assert not section(lao).add.isVisible()
    assert lao.focused() is box(lao, "DUR").edit
    section(lao).box("armor").edit.setFocus()
    lao.types("2/2")
    lao.keys("Return")
    lao.selects("Lao Qing")
    lao.selects("Eva")
    assert shown(lao) == ["Armor 2/2"]


def test_a_card_without_any_number_shows_all_fields_until_it_is_left(lao: AtCard) -> None:
    lao.does("roster.new_character")
    bare = ["DUR ", "Armor ", "Movement ", "INIT ", "LUC ", "TT ", "IR ", "WT ", "DR "]
    assert shown(lao) == bare
    section(lao).box("DUR").edit.setFocus()
    lao.types("30")
    lao.keys("Return")
    assert len(shown(lao)) == len(bare), "nothing moves away while it is typed"
    lao.selects("Lao Qing")
    lao.selects("New character")
    assert shown(lao) == ["DUR 30", "WT [6]"]


def test_nobody_has_no_values(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, structs.replace(a_roster(), characters=()))
    assert not section(gm).isVisible()


def test_kaiser_derives_what_it_does_not_roll(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, KAISER)
    gm.selects("Yrsa")
    assert shown(gm) == ["INIT [15]", "AP [6]", "LP [90]", "STA [15]"]
    gm.click(box(gm, "LP").hint)
    assert gm.character("yrsa").stats["LP"] == 90


def test_every_value_can_be_heard(lao: AtCard) -> None:
    assert box(lao, "WT").edit.accessibleName() == "Wound Threshold"
    assert box(lao, "WT").hint.accessibleName() == "Use the derived Wound Threshold, 9"
    assert section(lao).box("armor").edit.accessibleName() == "Armor"
    assert "energy, kinetic" in section(lao).box("armor").edit.toolTip()


def test_a_hint_that_what_was_typed_has_just_made_none_is_not_taken(lao: AtCard) -> None:
    box(lao, "WT").edit.setFocus()
    lao.types_over("9")
    QTest.mousePress(box(lao, "WT").hint, Qt.MouseButton.LeftButton)
    lao.keys("Return")
    box(lao, "WT").hint.click()
    assert lao.lao.stats["WT"] == 9
