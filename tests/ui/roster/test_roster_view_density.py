"""How much of a roster is seen at once, and that it is seen in full."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import QFontMetricsF, QTextLayout
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.core.characters.roster import Character, Group
from gm_desk.core.scenes.scene import Fighter, Scene
from gm_desk.model.item_models import Role
from gm_desk.model.roster import edits, selection_edits
from gm_desk.ui.card import stat_head
from gm_desk.ui.roster.group_actions import NewGroupDialog, SharedPointsDialog
from gm_desk.ui.roster.new_npc import NewNpc
from gm_desk.ui.roster.roster_pane import AVATAR
from gm_desk.ui.roster.roster_view import heading_detail, heading_font, heading_lines, heading_room, wrapping
from gm_desk.ui.theme.painting import letters_font, width_of
from ui_makers import GM, a_roster, sit_down


def a_crowd(groups: int = 3, each: int = 8) -> list[Character]:
    ids = ("players", "triad", "police")[:groups]
    return [Character(id=f"{group}{one}", name=f"{group} {one}", group=group) for group in ids for one in range(each)]


def crowded(qtbot: QtBot, folder: Path) -> CardHands:
    roster = a_roster(*a_crowd())
    police = Group(id="police", name="Habitat security of the third ring and all its many docks")
    return show_card(qtbot, folder, structs.replace(roster, groups=(*roster.groups, police)))


@pytest.mark.parametrize("letters", ["RU", "MW", "ÅQ", "1", "", "\u200b"])
def test_initials_fit_their_avatar_at_the_size_of_a_row(letters: str, qapp: QApplication) -> None:
    for ems in (AVATAR, stat_head.AVATAR):
        side = ems * QFontMetricsF(qapp.font()).height()
        font = letters_font(qapp.font(), letters, side)
        assert width_of(font, letters) <= side
        assert font.pointSizeF() > qapp.font().pointSizeF() * 0.5


def test_initials_are_of_one_size_unless_they_are_wide(qapp: QApplication) -> None:
    side = AVATAR * QFontMetricsF(qapp.font()).height()
    sizes = {letters_font(qapp.font(), letters, side).pointSizeF() for letters in ("T1", "LQ", "PD", "FJ", "MA")}
    assert len(sizes) == 1


def names(gm: AtCard, group: str) -> list[str]:
    return [one.name for one in gm.roster.members(group)]


def test_twenty_characters_are_seen_at_768_pixels_with_the_frame_of_a_window(qtbot: QtBot, tmp_path: Path) -> None:
    gm = crowded(qtbot, tmp_path)
    gm.resizes(1366, 768 - 24)
    view = gm.window.roster.view
    seen = [
        row
        for row in range(view.model().rowCount())
        if view.viewport().rect().contains(view.visualRect(view.model().index(row, 0)))
        and not view.model().index(row, 0).data(Role.HEADING)
    ]
    assert len(seen) >= 20


def test_the_name_of_a_group_is_never_cut(qtbot: QtBot, tmp_path: Path) -> None:
    gm = crowded(qtbot, tmp_path)
    edits.set_threat(gm.session.document, "triad", 2, 3)
    gm.resizes(1366, 768)
    view = gm.window.roster.view
    font, room = heading_font(view.font()), heading_room(view)
    headings = {view.model().index(row, 0).data(Role.NAME): row for row in gm.window.roster.model.headings()}
    triad, police = (
        view.model().index(headings[name], 0) for name in (gm.roster.groups[1].name, gm.roster.groups[2].name)
    )
    assert heading_lines(triad, font, room) == ["DOCKSIDE TRIAD"]
    assert width_of(font, "DOCKSIDE TRIAD") + width_of(font, heading_detail(triad, font, room)) < room
    assert "◆◆◇" in heading_detail(triad, font, room)
    assert view.rowHeight(police.row()) > view.rowHeight(triad.row())


@pytest.mark.parametrize("percent", [100, 200])
def test_the_longest_name_of_a_group_is_cut_off_in_its_own_row(qtbot: QtBot, tmp_path: Path, percent: int) -> None:
    roster = a_roster(*a_crowd(groups=2))
    long = structs.replace(roster.groups[1], name="The Association of Free Habitat Mechanics and their Families " * 3)
    gm = sit_down(qtbot, tmp_path, structs.replace(roster, groups=(roster.groups[0], long)), points=9 * percent / 100)
    view, (_, row) = gm.window.roster.view, gm.window.roster.model.headings()
    index, font, room = view.model().index(row, 0), heading_font(view.font()), heading_room(view)
    lines = heading_lines(index, font, room)
    assert "".join(lines).replace(" ", "") == long.name.upper().replace(" ", "")
    assert len(lines) * QFontMetricsF(font).lineSpacing() <= view.rowHeight(row)
    room -= width_of(font, heading_detail(index, font, room))
    assert all(width_of(font, line) <= room for line in lines[:-1])


def test_the_name_of_a_group_wraps_between_words(qtbot: QtBot, tmp_path: Path) -> None:
    gm = crowded(qtbot, tmp_path)
    name, font = gm.roster.groups[2].name.upper(), heading_font(gm.window.roster.view.font())
    for text, ems in ((name, 8), (name, 11), ("A" * 60, 8)):
        layout = QTextLayout(text, font)
        layout.setTextOption(wrapping())
        layout.beginLayout()
        starts = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(ems * gm.window.fontMetrics().height())
            starts.append(line.textStart())
        layout.endLayout()
        assert len(starts) > 1
        assert all(text[start - 1] == " " for start in starts[1:]) or " " not in text


def test_whoever_is_hidden_is_marked_among_everyone(whole: GM) -> None:
    document, model = whole.session.document, whole.window.roster.model
    scene = Scene(id="docks", name="Docks", fighters=(Fighter(id="mook", hidden=True), Fighter(id="eva")))
    document.change(structs.replace(document.roster, scenes=(scene,), stage="docks"), "new scene")
    QApplication.processEvents()
    assert model.index_of("mook").data(Role.CONDITIONS) == ("hidden",)
    assert model.index_of("eva").data(Role.CONDITIONS) == ()
    document.stack.undo()
    assert model.index_of("mook").data(Role.CONDITIONS) == ()


def test_a_numbered_gang_stays_together(whole: GM) -> None:
    document = whole.session.document
    selection_edits.duplicate_times(document, ["mook"], 2)
    assert names(whole, "triad") == ["Lao Qing", "Triad mook 1", "Triad mook 2", "Triad mook 3"]
    edits.duplicate_characters(document, ["mook"])
    edits.duplicate_characters(document, ["mook", "lao"])
    assert names(whole, "triad")[2:] == ["Triad mook 1", "Triad mook 2", "Triad mook 3", "Triad mook 4", "Triad mook 5"]


def test_several_selected_are_grouped_as_one_step(whole: GM) -> None:
    whole.window.roster.select_several(["eva", "mook"])
    whole.does("roster.new_group")
    dialog = whole.window.findChild(NewGroupDialog)
    assert dialog is not None
    dialog.name.setText("Allies")
    dialog.does.click()
    made = whole.roster.groups[-1]
    assert (made.name, names(whole, made.id)) == ("Allies", ["Eva", "Triad mook 1"])
    assert whole.window.roster.selected_ids() == ["eva", "mook"]
    whole.session.document.stack.undo()
    assert [one.name for one in whole.roster.groups] == ["Players", "Dockside Triad"]


def test_the_threat_of_a_group_is_typed(whole: GM) -> None:
    edits.set_threat(whole.session.document, "triad", 1, 3)
    dialog = SharedPointsDialog(whole.roster.groups[1], "Threat", whole.window)
    typed: list[tuple[str, int, int]] = []
    dialog.points_requested.connect(lambda *numbers: typed.append(numbers))
    dialog.now.setValue(4)
    dialog.does.click()
    assert typed == [("triad", 4, 4)]


def test_an_npc_from_a_template_comes_into_the_group_that_is_typed(whole: GM) -> None:
    whole.does("roster.new_npc")
    dialog = whole.window.findChild(NewNpc)
    assert dialog is not None
    assert dialog.group.currentText() == "Dockside Triad"
    dialog.group.setCurrentText("Dock workers")
    dialog.name.setText("Bo")
    assert dialog.says.text() == "Adds Bo to Dock workers."
    dialog.make.click()
    assert names(whole, whole.roster.groups[-1].id) == ["Bo"]
    assert whole.roster.groups[-1].name == "Dock workers"
    whole.session.document.stack.undo()
    assert len(whole.roster.groups) == 2
