"""The prep check is quiet, and everything it finds can be fixed, dismissed and brought back by keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.ui.card.prep_check import PrepSection
from ui_makers import EVA, GM, LAO, a_roster, left_at, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

WT, GUNS = "WT is 8; should be 9 (DUR 45).", "Guns is 5; it starts at 20 (REF 20)."


def wrong(character: Character) -> Character:
    guns = next(skill for skill in LAO.skills if skill.name == "Guns")
    fixed = {"DUR": 45, "WT": 8}
    stats = {**LAO.stats, **fixed}
    return structs.replace(character, stats=stats, skills=LAO.skills).with_skill(structs.replace(guns, rating=5))


def to_check() -> Roster:
    """Return a roster where Lao Qing and Eva have two things to check each; the third is in order."""
    eva = structs.replace(wrong(EVA), id="eva")
    bo = structs.replace(LAO, id="bo", name="Bo")
    return a_roster(eva, wrong(LAO), bo)


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> CardHands:
    """Show the roster and the card alone."""
    made = show_card(qtbot, left_at(tmp_path, "lao"), to_check())
    made.selects("Lao Qing")
    return made


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open a whole window, which has its own sizes and messages."""
    made = sit_down(qtbot, left_at(tmp_path, "lao"), to_check())
    made.selects("Lao Qing")
    return made


def section(gm: AtCard) -> PrepSection:
    return gm.window.stat.prep


def shown(gm: AtCard, kind: type[QWidget]) -> Iterator[QWidget]:
    return (part for part in section(gm).findChildren(kind) if part.isVisible())


def said(gm: AtCard) -> list[str]:
    gm.settles()
    return [part.text() for part in shown(gm, QLabel) if isinstance(part, QLabel)]


def buttons(gm: AtCard) -> list[str]:
    gm.settles()
    return [part.text() for part in shown(gm, QPushButton) if isinstance(part, QPushButton)]


def focus_name(gm: AtCard) -> str:
    return QAccessible.queryAccessibleInterface(gm.focused()).text(QAccessible.Text.Name)


def test_it_says_how_many_things_there_are_and_is_closed_at_first(gm: AtCard) -> None:
    assert buttons(gm) == ["2 warnings ▾"]
    assert said(gm) == []


def test_whoever_is_in_order_has_none_and_it_takes_no_space(gm: AtCard) -> None:
    gm.selects("Bo")
    assert not section(gm).isVisible()


def test_opened_it_says_every_finding_with_what_can_be_done(gm: AtCard) -> None:
    gm.click(section(gm).toggle)
    assert said(gm) == [WT, GUNS]
    assert buttons(gm) == ["2 warnings ▴", "Fix all", "Fix", "Dismiss", "Fix", "Dismiss"]
    gm.click(section(gm).toggle)
    assert said(gm) == []


def test_it_is_closed_again_for_another_character(gm: AtCard) -> None:
    gm.click(section(gm).toggle)
    gm.selects("Eva")
    assert buttons(gm) == ["2 warnings ▾"]


def test_f3_opens_it_and_space_fixes_one_after_the_other(gm: AtCard) -> None:
    gm.selects("Eva")
    gm.keys("F3")
    assert gm.session.view.selected == "lao"
    assert focus_name(gm) == f"Fix: {WT.rstrip('.')}"
    gm.keys("Space")
    assert gm.lao.stats["WT"] == 9
    assert gm.undo_of("fix WT of Lao Qing").isEnabled()
    assert said(gm) == [GUNS]
    assert focus_name(gm) == f"Fix: {GUNS.rstrip('.')}"
    gm.keys("Space")
    assert not section(gm).isVisible()
    gm.keys("Ctrl+Z", "Ctrl+Z")
    assert gm.lao == wrong(LAO)


def test_f3_walks_to_everybody_with_something_to_check(gm: AtCard) -> None:
    gm.window.roster.filter.setText("Qing")
    gm.keys("F3")
    assert gm.session.view.selected == "eva"
    assert gm.window.roster.filter.text() == ""
    assert said(gm) == [WT, GUNS]
    gm.keys("F3")
    assert gm.session.view.selected == "lao"


def test_where_nothing_is_left_the_check_says_so(whole: GM) -> None:
    for _ in range(2):
        whole.keys("F3")
        whole.click(section(whole).fix_all)
    whole.keys("F3")
    assert whole.trouble() == "No warnings: every character in this roster is in order."
    whole.selects("Bo")
    assert whole.trouble() == ""


def test_fix_all_is_one_step(gm: AtCard) -> None:
    gm.click(section(gm).toggle)
    gm.click(section(gm).fix_all)
    assert not section(gm).isVisible()
    gm.undo_of("fix all of Lao Qing").trigger()
    assert gm.lao == wrong(LAO)


def test_tab_goes_from_finding_to_finding_and_space_dismisses(gm: AtCard) -> None:
    gm.keys("F3", "Tab")
    assert focus_name(gm).startswith("Dismiss: WT is 8")
    gm.keys("Tab")
    assert focus_name(gm).startswith("Fix: Guns is 5")
    gm.keys("Tab", "Space")
    assert buttons(gm)[:3] == ["1 warning ▴", "Fix all", "1 dismissed"]
    assert said(gm) == [WT]


def test_dismissed_ones_can_be_brought_back_even_where_nothing_else_is_left(gm: AtCard) -> None:
    gm.keys("F3", "Tab", "Space", "Tab", "Space")
    assert buttons(gm) == ["2 dismissed"]
    assert gm.focused() is section(gm).recall
    gm.keys("Space")
    assert len(said(gm)) == 2
    assert gm.undo_of("restore the warnings for Eva").isEnabled()


def test_what_is_typed_is_checked_at_once(gm: AtCard) -> None:
    gm.selects("Bo")
    gm.keys("Ctrl+T")
    gm.types("Fray 5")
    gm.keys("Return")
    assert buttons(gm) == ["1 warning ▾"]


def test_in_the_narrow_window_the_card_comes_to_the_front(whole: GM) -> None:
    whole.resizes(800, 640)
    whole.keys("F3")
    assert section(whole).isVisible()
    assert said(whole) == [WT, GUNS]


def test_every_finding_is_plain_text_and_whole(whole: GM) -> None:
    whole.resizes(1024, 640)
    whole.keys("F3")
    for part in shown(whole, QLabel):
        assert isinstance(part, QLabel)
        assert part.textFormat() is Qt.TextFormat.PlainText
        assert part.height() >= part.heightForWidth(part.width())


def test_a_name_that_another_one_takes_is_found_and_found_no_more_when_it_goes(gm: AtCard) -> None:
    document = gm.session.document
    bo = document.existing("bo")
    before = section(gm).toggle.text()
    document.change_character(structs.replace(bo, name="Lao Qing"), "rename")
    gm.selects("Eva")
    gm.selects("Lao Qing")
    taken = section(gm).toggle.text()
    document.change_character(structs.replace(bo, name="Somebody else"), "rename")
    gm.window.roster.reveal(LAO.id)
    assert (before[:1], taken[:1], section(gm).toggle.text()) == ("2", "3", before)


def test_a_name_taken_while_the_card_is_open_is_found_at_once(gm: AtCard) -> None:
    document, roster = gm.session.document, gm.session.document.roster
    renamed = structs.replace(document.existing("bo"), name="Lao Qing")
    document.change(roster.with_character(renamed), "rename")
    assert section(gm).toggle.text().startswith("3")
