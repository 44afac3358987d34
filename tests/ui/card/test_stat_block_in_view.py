"""What is edited on the card is in view, and what was looked at stays there."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QModelIndex, QPoint, QRect
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.app import SMALLEST_FONT
from gm_desk.core.characters.stat_block import Points
from gm_desk.model.item_models import Role
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.card.lists import GridList
from gm_desk.ui.card.points import PointsBox
from gm_desk.ui.widgets.fields import CheckedEdit
from ui_makers import LAO, a_roster, index_of, saved, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

SYSTEMS = ("ep2", "ep1", "kaiser")
SIZES = ((1366, 768, 1.0), (1024, 640, 1.0), (1024, 640, 1.5))


def in_view(gm: AtCard, field: QWidget) -> bool:
    """Return whether all of a field can be seen."""
    port = gm.window.stat.viewport()
    return port.rect().contains(QRect(field.mapTo(port, QPoint()), field.size()))


def fits(field: QLineEdit) -> bool:
    """Return whether the text of a field has room in it, with a little around it."""
    metrics, margins = field.fontMetrics(), field.textMargins()
    room = field.width() - margins.left() - margins.right()
    return field.height() >= metrics.height() + 2 and room >= metrics.horizontalAdvance(field.text())


def row_of(view: GridList, name: str) -> QModelIndex:
    return index_of(view.model(), name)


def box_in_view(gm: AtCard, view: GridList, index: QModelIndex) -> bool:
    """Return whether all of a row can be seen."""
    port, box = gm.window.stat.viewport(), view.visualRect(index)
    return port.rect().contains(QRect(view.viewport().mapTo(port, box.topLeft()), box.size()))


def selects_armed(gm: AtCard, kind: str) -> None:
    """Select the first character of a kind who has an attack."""
    gm.selects(next(one.name for one in gm.roster.characters if one.kind == kind and one.attacks))
    gm.settles()


def at_a_card(qtbot: QtBot, folder: Path, system: str, size: tuple[int, int, float], kind: str) -> CardHands:
    wide, high, scale = size
    gm = show_card(qtbot, folder, read_sample(system), size=(wide, high), points=SMALLEST_FONT * scale)
    selects_armed(gm, kind)
    return gm


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("size", SIZES)
def test_every_editor_opens_in_view_and_has_room_for_its_text(
    qtbot: QtBot, tmp_path: Path, system: str, size: tuple[int, int, float]
) -> None:
    gm = at_a_card(qtbot, tmp_path, system, size, "pc")
    every_editor_fits(gm)
    selects_armed(gm, "npc")
    every_editor_fits(gm)


def every_editor_fits(gm: AtCard) -> None:
    stat = gm.window.stat
    with gm.unpainted():
        for view in (stat.aptitudes, stat.skills.view, stat.attacks.view):
            for row in range(view.model().rowCount()):
                stat.verticalScrollBar().setValue(0)
                index = view.model().index(row, 0)
                view.setCurrentIndex(index)
                view.edit(index)
                gm.settles()
                editor = view.indexWidget(index)
                assert isinstance(editor, CheckedEdit)
                assert in_view(gm, editor), editor.text()
                assert fits(editor) or editor.width() >= view.width() - 16, editor.text()
                assert view.viewport().rect().contains(editor.geometry()), editor.text()
                gm.keys("Esc")


@pytest.mark.parametrize("size", SIZES)
def test_every_field_of_the_card_comes_into_view_with_the_focus(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int, float]
) -> None:
    gm = at_a_card(qtbot, tmp_path, "ep2", size, "pc")
    stat = gm.window.stat
    with gm.unpainted():
        for field in stat.findChildren(CheckedEdit):
            if not field.isVisible():
                continue
            for far in (0, stat.verticalScrollBar().maximum()):
                stat.verticalScrollBar().setValue(far)
                field.setFocus()
                gm.settles()
                assert in_view(gm, field), field.accessibleName()
                gm.window.roster.view.setFocus()


def test_an_editor_grows_with_what_is_typed(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_a_card(qtbot, tmp_path, "ep2", (1024, 640, 1.0), "npc")
    view = gm.window.stat.skills.view
    index = view.model().index(0, 0)
    view.setCurrentIndex(index)
    view.edit(index)
    gm.types_over("Know: Habitats of the outer system 55")
    editor = view.indexWidget(index)
    assert isinstance(editor, CheckedEdit)
    assert fits(editor)
    assert in_view(gm, editor)


def test_a_new_attack_is_typed_in_view_and_seen_where_it_was_added(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_a_card(qtbot, tmp_path, "ep2", (1024, 640, 1.5), "npc")
    stat = gm.window.stat
    stat.verticalScrollBar().setValue(stat.verticalScrollBar().maximum())
    stat.attacks.begin()
    gm.settles()
    assert in_view(gm, stat.attacks.add)
    gm.types("Baton, Melee, 1d10")
    gm.keys("Return")
    row = row_of(stat.attacks.view, "Baton")
    assert box_in_view(gm, stat.attacks.view, row)
    assert stat.attacks.view.is_new(row.data(Role.ID))
    gm.window.stat.show_character("")
    gm.window.stat.show_character(gm.session.view.selected)
    assert not stat.attacks.view.is_new(row.data(Role.ID)), "new is what was added since the card was turned to"


def test_a_new_skill_is_seen_and_the_next_can_be_typed(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_a_card(qtbot, tmp_path, "ep2", (1024, 640, 1.5), "pc")
    skills = gm.window.stat.skills
    skills.add.setFocus()
    gm.types("Hardware: Robotics 55")
    gm.keys("Return")
    row = row_of(skills.view, "Hardware: Robotics")
    assert skills.view.is_new(row.data(Role.ID))
    assert gm.focused() is skills.add
    assert box_in_view(gm, skills.view, row)
    gm.types("P")
    assert in_view(gm, skills.add)


@pytest.mark.parametrize("name", ["gear", "traits", "ware"])
def test_what_is_added_from_the_menu_is_typed_in_view(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    gm = at_a_card(qtbot, tmp_path, "ep2", (1024, 640, 1.0), "npc")
    stat = gm.window.stat
    stat.add.add(stat.lists[name].name)
    gm.settles()
    assert gm.focused() is stat.lists[name].edit
    assert in_view(gm, stat.lists[name].edit)


def test_notes_are_typed_in_view(qtbot: QtBot, tmp_path: Path) -> None:
    gm = at_a_card(qtbot, tmp_path, "ep2", (1024, 640, 1.0), "npc")
    gm.window.stat.verticalScrollBar().setValue(0)
    gm.window.stat.notes.begin()
    gm.settles()
    assert in_view(gm, gm.window.stat.notes.edit)


@pytest.fixture
def hurt(qtbot: QtBot, tmp_path: Path) -> CardHands:
    """Sit before a long card in a low window, scrolled some way down."""
    stats, points = {**LAO.stats, "DUR": 40}, {"vigor": Points(now=2, max=3)}
    lao = structs.replace(LAO, points=points, stats=stats, notes="Line.\n" * 40)
    gm = show_card(qtbot, tmp_path, a_roster(lao), size=(1024, 640), dice=(61, 44, 99))
    gm.selects("Lao Qing")
    return gm


def test_the_card_stays_where_it_is_when_points_damage_and_undo_change_it(hurt: CardHands) -> None:
    stat = hurt.window.stat
    bar = stat.verticalScrollBar()
    box = stat.points.findChildren(PointsBox)[0]
    bar.setValue(120)
    hurt.settles()
    hurt.click(box.less)
    hurt.settles()
    assert (bar.value(), hurt.lao.points["vigor"].now) == (120, 1)
    hurt.keys("Ctrl+Z")
    assert (bar.value(), hurt.lao.points["vigor"].now) == (120, 2)
    stat.tracks.rows["damage"].open("7")
    hurt.settles()
    at = bar.value()
    hurt.keys("Return")
    assert (bar.value(), hurt.lao.health.damage) == (at, 7)
    hurt.does("window.undo")
    hurt.settles()
    assert (bar.value(), hurt.lao.health.damage) == (at, 0)


def test_the_last_point_spent_moves_nothing_either(hurt: CardHands) -> None:
    stat, bar = hurt.window.stat, hurt.window.stat.verticalScrollBar()
    box = stat.points.findChildren(PointsBox)[0]
    bar.setValue(150)
    for _ in range(2):
        hurt.click(box.less)
        hurt.settles()
    assert (hurt.lao.points["vigor"].now, bar.value()) == (0, 150)


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1440)])
def test_on_a_wide_screen_the_columns_stay_together(qtbot: QtBot, tmp_path: Path, size: tuple[int, int]) -> None:
    gm = at_a_card(qtbot, tmp_path, "ep2", (*size, 1.0), "npc")
    stat, em = gm.window.stat, gm.window.fontMetrics().height()
    for part in (stat.head, stat.aptitudes, stat.tracks, stat.skills, stat.attacks, stat.notes):
        assert part.width() <= 57 * em
    cell = stat.skills.view.visualRect(stat.skills.view.model().index(0, 0))
    assert cell.width() <= 30 * em


@pytest.mark.parametrize("width", [1024, 1366, 1920])
def test_the_bars_of_damage_and_stress_are_of_one_length(qtbot: QtBot, tmp_path: Path, width: int) -> None:
    gm = sit_down(qtbot, tmp_path, saved(tmp_path, read_sample("ep2")), size=(width, 768))
    gm.selects("Lao Qing")
    gm.settles()
    rows = gm.window.stat.tracks.rows
    assert rows["damage"].bar.geometry().width() == rows["stress"].bar.geometry().width()


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_the_card_is_laid_out_as_soon_as_somebody_else_is_shown(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system), size=(1366, 1400))
    card = gm.window.stat
    inner = card.widget()
    assert inner is not None
    for character in gm.program.session.document.roster.characters * 2:
        card.show_character(character.id)
        at_once = {part: part.geometry() for part in inner.findChildren(QWidget) if part.isVisible()}
        gm.settles()
        assert {part: part.geometry() for part in at_once} == at_once
