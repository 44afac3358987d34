"""A bare card offers to type a stat block, which then stands on that card."""

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gm_desk.ui.exchange.paste_preview import PastePreview
from ui_makers import EVA, GM, LAO, MOOK, a_roster, left_at, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

BLOCK = "Dock hand\nCOG 10, INT 15, REF 15, SAV 10, SOM 20, WIL 10\nDUR 35\nSkills: Fray 40, Guns 45\n"


@pytest.fixture
def bare(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit before a new character between two others, with nothing copied."""
    QGuiApplication.clipboard().clear()
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster(EVA, LAO, MOOK))
    gm.selects("Lao Qing")
    gm.does("roster.new_character")
    return gm


def adds(gm: GM, text: str) -> None:
    preview = gm.dialog(PastePreview)
    preview.source.setPlainText(text)
    gm.settles()
    preview.does.click()
    gm.settles()


def names(gm: GM) -> list[str]:
    return [one.name for one in gm.roster.characters]


def test_only_a_bare_card_offers_it(bare: GM) -> None:
    offer = bare.window.stat.offer
    assert offer.isVisible()
    assert offer.text().startswith("Paste or type a stat block")
    assert "Ctrl+Shift+V" in offer.toolTip()
    bare.window.stat.skills.add.setFocus()
    bare.types("Fray 40")
    bare.keys("Return")
    assert not offer.isVisible()
    bare.keys("Ctrl+Z")
    assert offer.isVisible()
    bare.selects("Lao Qing")
    assert not offer.isVisible()


def test_a_bare_card_is_not_told_what_it_lacks_unless_that_is_asked_for(bare: GM) -> None:
    prep = bare.window.stat.prep
    assert not prep.isVisible()
    prep.open()
    assert prep.isVisible()
    prep.toggle.setChecked(False)
    bare.window.stat.skills.add.setFocus()
    bare.types("Fray 40")
    bare.keys("Return")
    assert prep.isVisible()


def test_what_is_typed_there_stands_on_the_same_card(bare: GM) -> None:
    shown = bare.program.session.view.selected
    bare.click(bare.window.stat.offer)
    assert bare.dialog(PastePreview).source.toPlainText() == ""
    adds(bare, BLOCK)
    assert names(bare) == ["Eva", "Lao Qing", "Dock hand", "Triad mook 1"]
    made = bare.character(shown)
    assert (made.name, made.group, made.stats["DUR"], len(made.skills)) == ("Dock hand", "triad", 35, 2)
    assert bare.program.session.view.selected == shown
    bare.does("window.undo")
    assert names(bare) == ["Eva", "Lao Qing", "New character", "Triad mook 1"]


def test_a_name_and_concept_typed_before_are_taken_along(bare: GM) -> None:
    bare.types_over("Dock hand")
    bare.keys("Tab")
    bare.types("Porter")
    bare.click(bare.window.stat.offer)
    text = bare.dialog(PastePreview).source.toPlainText()
    assert text == "Dock hand\n"
    adds(bare, BLOCK)
    made = bare.character(bare.program.session.view.selected)
    assert (made.name, made.concept) == ("Dock hand", "Porter")


def test_the_command_of_the_menu_fills_a_card_that_was_only_created(bare: GM) -> None:
    bare.does("exchange.paste_stat_block")
    adds(bare, BLOCK)
    assert names(bare) == ["Eva", "Lao Qing", "Dock hand", "Triad mook 1"]


def test_the_command_of_the_menu_leaves_a_named_contact_alone(bare: GM) -> None:
    bare.types_over("The broker")
    bare.keys("Return")
    bare.does("exchange.paste_stat_block")
    adds(bare, BLOCK)
    assert names(bare) == ["Eva", "Lao Qing", "The broker", "Dock hand", "Triad mook 1"]


def test_what_was_typed_meanwhile_is_not_lost(bare: GM) -> None:
    bare.click(bare.window.stat.offer)
    preview = bare.dialog(PastePreview)
    preview.source.setPlainText(BLOCK)
    bare.settles()
    bare.window.stat.skills.add.committed.emit("Fray 40")
    preview.does.click()
    assert names(bare) == ["Eva", "Lao Qing", "New character", "Dock hand", "Triad mook 1"]


def test_nobody_on_the_card_offers_it_too(qtbot: QtBot, tmp_path: Path) -> None:
    QGuiApplication.clipboard().clear()
    gm = sit_down(qtbot, tmp_path, a_roster(LAO))
    gm.selects("Lao Qing")
    gm.does("roster.remove")
    gm.click(gm.window.stat.nobody.offer)
    adds(gm, BLOCK)
    assert names(gm) == ["Dock hand"]
