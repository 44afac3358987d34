"""The head of the card: everything that says who somebody is, edited where it stands."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, show_card
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.model.roster.roster_rows import HUES, colour_of
from gm_desk.ui.card.stat_head import CardHead
from gm_desk.ui.theme.painting import width_of
from ui_makers import LAO, MOOK, a_roster, colours

PARTS = ["Morph", "Threat level", "Number", "Motivations", "Tags"]
WHOLE = structs.replace(
    LAO,
    morph="Ghost",
    threat_level="Orange",
    number=3,
    motivations=("+Family", "−The law"),
    tags=("docks",),
    colour=colour_of(HUES["Red"]),
)


def head(gm: AtCard) -> CardHead:
    return gm.window.stat.head


def at_the_card_of(qtbot: QtBot, folder: Path, *characters: Character, roster: Roster | None = None) -> AtCard:
    gm = show_card(qtbot, folder, roster or a_roster(*characters))
    gm.selects(characters[0].name)
    return gm


def line(gm: AtCard) -> str:
    """Read the line under the name, from left to right."""
    under = head(gm).concept.parentWidget()
    assert under is not None
    shown = [part for part in under.findChildren(QWidget) if part.isVisible()]
    shown.sort(key=lambda part: part.mapTo(gm.window, part.rect().topLeft()).x())
    words = [part.text() for part in shown if isinstance(part, QLabel) or hasattr(part, "text")]
    return " ".join(words).removesuffix("Add").strip()


def choose(owner: QWidget, text: str) -> None:
    """Choose from the menu that is open at a widget."""
    menu = next(menu for menu in owner.findChildren(QMenu) if menu.isVisible())
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


def test_the_line_under_the_name_reads_as_a_sentence_would(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_the_card_of(qtbot, tmp_path, WHOLE)
    assert line(gm) == "Triad enforcer · Ghost morph · Orange · ×3"
    assert head(gm).motivations.edit.toPlainText() == "+Family, −The law"
    assert head(gm).tags.edit.toPlainText() == "docks"
    assert not head(gm).add.isVisible()


def test_what_is_empty_takes_no_space_and_can_be_added(gm: AtCard) -> None:
    assert line(gm) == "Triad enforcer"
    assert not head(gm).motivations.isVisible()
    assert not head(gm).tags.isVisible()
    assert head(gm).add.offers() == PARTS


def test_the_menu_opens_at_the_button_and_brings_what_is_chosen(gm: AtCard) -> None:
    gm.click(head(gm).add)
    choose(head(gm).add, "Morph")
    assert gm.focused() is head(gm).morph.edit
    gm.types("Ghost synthmorph")
    gm.keys("Return")
    assert (gm.lao.morph, gm.lao.body) == ("Ghost", "synthmorph")
    assert line(gm) == "Triad enforcer · Ghost synthmorph"
    assert "Morph" not in head(gm).add.offers()
    gm.undo_of("set morph of Lao Qing").trigger()
    assert line(gm).startswith("Triad enforcer")


def test_a_part_that_was_left_empty_goes_again(gm: AtCard) -> None:
    for part in (head(gm).morph, head(gm).number):
        head(gm).add.add(part.name)
        assert part.isVisible()
        gm.window.roster.view.setFocus()
        assert not part.isVisible()


def test_the_kind_of_body_and_the_threat_level_are_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_the_card_of(qtbot, tmp_path, WHOLE)
    gm.click(head(gm).morph.body)
    choose(head(gm).morph.body, "biomorph")
    gm.click(head(gm).threat.level)
    choose(head(gm).threat.level, "Red")
    assert line(gm) == "Triad enforcer · Ghost biomorph · Red · ×3"
    assert head(gm).threat.level.accessibleName() == "Threat level: Red"
    gm.click(head(gm).threat.level)
    choose(head(gm).threat.level, "None")
    assert line(gm) == "Triad enforcer · Ghost biomorph · ×3"


def test_a_threat_level_is_added_from_its_menu(gm: AtCard) -> None:
    head(gm).add.add("Threat level")
    choose(head(gm).threat.level, "Yellow")
    assert gm.lao.threat_level == "Yellow"
    gm.undo_of("set threat level of Lao Qing").trigger()
    assert not head(gm).threat.isVisible()


def test_a_number_says_how_many_and_refuses_what_is_none(gm: AtCard) -> None:
    head(gm).add.add("Number")
    gm.types("many")
    gm.keys("Return")
    assert "1 to 9999" in gm.refused()
    gm.types_over("4")
    gm.keys("Return")
    assert (gm.lao.number, head(gm).number.edit.text()) == (4, "×4")


def test_lists_of_the_head_are_typed_with_commas(gm: AtCard) -> None:
    head(gm).add.add("Motivations")
    gm.types("+Family,-The law")
    gm.keys("Return")
    assert gm.lao.motivations == ("+Family", "-The law")
    assert head(gm).motivations.edit.toPlainText() == "+Family, -The law"
    gm.undo_of("set motivations of Lao Qing").trigger()
    assert not gm.lao.motivations


def test_a_colour_is_chosen_at_the_initials_and_shown_in_the_roster_too(gm: AtCard) -> None:
    red = colour_of(HUES["Red"])
    assert red not in colours(head(gm).avatar) | colours(gm.window.roster.view)
    gm.click(head(gm).avatar)
    choose(head(gm).avatar, "Red")
    assert gm.lao.colour == red
    assert red in colours(head(gm).avatar)
    assert red in colours(gm.window.roster.view)
    gm.undo_of("set colour of Lao Qing").trigger()
    assert red not in colours(head(gm).avatar)


def test_a_name_that_stands_twice_in_a_group_is_flagged_quietly(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_the_card_of(qtbot, tmp_path, LAO, MOOK)
    assert not head(gm).twin.isVisible()
    head(gm).name.setFocus()
    gm.types_over("triad  MOOK 1")
    gm.keys("Return")
    assert gm.lao.name == "triad MOOK 1"
    assert head(gm).twin.isVisible()
    gm.undo_of("rename Lao Qing").trigger()
    assert not head(gm).twin.isVisible()


@pytest.mark.parametrize(
    "name", ["Very " * 59 + "long", "שלום עולם", "👩\u200d🚀🇩🇪🔥 Nova", "a\u0301\u0301", "\u202eabc"]
)
def test_the_card_keeps_its_width_whatever_somebody_is_called(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    plain = at_the_card_of(qtbot, tmp_path / "plain", LAO)
    odd = structs.replace(WHOLE, name=name, concept=name, morph=name, tags=(name,), motivations=(name,))
    gm = at_the_card_of(qtbot, tmp_path / "odd", odd)
    for size in ((1366, 768), (1024, 640)):
        plain.resizes(*size)
        gm.resizes(*size)
        assert head(gm).kind.isVisible()
        assert head(gm).width() <= gm.window.stat.viewport().width()
        assert gm.window.stat.width() == plain.window.stat.width()
    assert head(gm).name.text() == " ".join(name.split())


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_a_long_name_is_seen_whole_and_moves_nothing(qtbot: QtBot, tmp_path: Path, size: tuple[int, int]) -> None:
    people = [
        structs.replace(LAO, kind="pc", name=name, id=f"long-{number}")
        for number, name in enumerate(("Eva", "Ørjan Ångström of 45", "Dr. Iphigenia Featherstone 12"))
    ]
    gm = at_the_card_of(qtbot, tmp_path, *people)
    gm.resizes(*size)
    places = set()
    for one in people:
        gm.selects(one.name)
        gm.settles()
        field = head(gm).name
        assert width_of(field.font(), one.name) <= field.width()
        places.add(head(gm).concept.mapTo(gm.window, QPoint(0, 0)).y())
    assert len(places) == 1


def test_only_what_the_system_knows_is_offered(qtbot: QtBot, tmp_path: Path) -> None:
    roster = structs.replace(a_roster(structs.replace(LAO, stats={}, skills=())), system="kaiser")
    gm = at_the_card_of(qtbot, tmp_path, LAO, roster=roster)
    assert head(gm).add.offers() == ["Number", "Motivations", "Tags"]
