import re
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import QTextDocument, QTextTable
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gm_desk.model.scene.turn_sheet import TURNS
from gm_desk.ui.printing.dialogs import TurnSheetDialog
from ui_makers import GM, LAO, MOOK, a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_down(qtbot, tmp_path, a_roster(LAO, MOOK), dice=[3] * 9)


def previewed(gm: GM) -> TurnSheetDialog:
    gm.window.roster.view.setFocus()
    for keys in ("Ctrl+A", "Insert", "Alt+Right", "Alt+Shift+B"):
        gm.keys(keys)
    return gm.dialog(TurnSheetDialog)


def test_the_scene_is_previewed_on_either_paper_and_saved(gm: GM, tmp_path: Path) -> None:
    dialog = previewed(gm)
    assert dialog.says.text() == "2 in the scene, on 1 page."
    dialog.paper.setCurrentIndex(1 - dialog.paper.currentIndex())
    assert dialog.sheets is not None
    assert dialog.sheets.paper == dialog.paper_chosen
    dialog.save.click()
    asked = gm.dialog(QFileDialog)
    asked.fileSelected.emit(str(tmp_path / "sheet.pdf"))
    asked.close()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", (tmp_path / "sheet.pdf").read_bytes())) == 1


def test_without_a_scene_it_says_so(gm: GM) -> None:
    gm.keys("Alt+Shift+B")
    assert "No scene is on stage" in gm.trouble()


def test_each_turn_has_a_box_of_its_own_for_everybody(gm: GM) -> None:
    previewed(gm)
    document = gm.window.findChildren(TurnSheetDialog)[0].findChildren(QTextDocument)[-1]
    [table] = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    cells = [(row, column) for row in range(table.rows()) for column in range(table.columns())]
    assert table.columns() == 3 + TURNS
    assert [one for one in cells if table.cellAt(*one).columnSpan() != 1] == []


def test_the_sheet_has_the_modifiers_that_are_pinned_now_and_count(gm: GM) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert")
    modifiers = gm.session.drafting.modifiers
    for line in ("Smoke -20", "Rain -10", "Sirens -10"):
        modifiers.add(line)
    smoke, rain, _ = gm.session.drafting.draft.chips
    modifiers.pin(smoke)
    gm.session.drafting.put(gm.session.drafting.side.with_chip(structs.replace(rain, pinned=True, struck=True)))
    gm.keys("Alt+Shift+B")
    text = gm.window.findChildren(TurnSheetDialog)[0].findChildren(QTextDocument)[-1].toPlainText()
    assert "Smoke −20" in text
    assert "Rain" not in text
    assert "Sirens" not in text
