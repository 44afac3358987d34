import re
import sys
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from gm_desk.core.characters.roster import Roster
from gm_desk.model.scene import scene_edits
from gm_desk.store.state import PerPage, Printing
from gm_desk.ui.printing.dialogs import PER_PAGE, CardsDialog, RecapDialog
from gm_desk.ui.printing.page_view import PageView
from gm_desk.ui.printing.printer import PrintJob
from ui_makers import GM


def opened(gm: GM) -> CardsDialog:
    gm.settles()
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+P")
    return gm.dialog(CardsDialog)


def everybody(gm: GM, per_page: PerPage = 4) -> CardsDialog:
    dialog = opened(gm)
    dialog.who.setCurrentText("Everybody (3)")
    dialog.per_page.setCurrentIndex(list(PER_PAGE).index(per_page))
    return dialog


def pages(path: Path) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", path.read_bytes()))


def presses(view: PageView, key: Qt.Key) -> None:
    QApplication.sendEvent(view, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))


def gathered(gm: GM) -> RecapDialog:
    gm.does("printing.print_recap")
    dialog = gm.dialog(RecapDialog)
    gm.qtbot.waitUntil(lambda: dialog.sheets is not None)
    return dialog


def test_those_in_the_scene_on_stage_are_offered_in_its_order(gm: GM) -> None:
    scene_edits.add_scene(gm.program.session.document, ["mook", "eva"], "Lock 9")
    dialog = opened(gm)
    offered = [dialog.who.itemText(row) for row in range(dialog.who.count())]
    assert offered[:2] == ["Lao Qing", "This scene (2)"]
    dialog.who.setCurrentIndex(1)
    assert dialog.says.text().startswith("2 characters on")


def test_whoever_is_selected_is_previewed_and_groups_and_everybody_are_offered(gm: GM) -> None:
    dialog = opened(gm)
    offered = [dialog.who.itemText(row) for row in range(dialog.who.count())]
    assert offered == ["Lao Qing", "Players (1)", "Dockside Triad (2)", "All NPCs (2)", "Everybody (3)"]
    assert dialog.says.text() == "1 character on 1 page."
    assert dialog.place.text() == "Page 1 of 1"


def test_several_who_are_selected_are_printed_together(gm: GM) -> None:
    gm.window.roster.select_all()
    assert opened(gm).who.currentText() == "3 selected characters"


def test_pages_are_counted_before_anything_is_printed(gm: GM) -> None:
    dialog = everybody(gm, 1)
    assert dialog.says.text() == "3 characters on 3 pages."
    dialog.per_page.setCurrentIndex(list(PER_PAGE).index(2))
    assert dialog.says.text() == "3 characters on 2 pages."


def test_the_preview_is_white_in_the_dark(gm: GM) -> None:
    dialog = opened(gm)
    image = dialog.view.pages.grab().toImage()
    place = dialog.view.pages.place(0)
    assert QColor(image.pixel(place.topLeft() * image.devicePixelRatio() + place.topLeft() / 4)).lightness() > 0
    assert QColor(image.pixel((place.bottomRight() * image.devicePixelRatio()) - place.topLeft() / 4)) == QColor(
        "white"
    )


def test_keys_turn_the_pages(gm: GM) -> None:
    dialog = everybody(gm, 1)
    view = dialog.view
    for key, page in ((Qt.Key.Key_PageDown, 1), (Qt.Key.Key_End, 2), (Qt.Key.Key_PageUp, 1), (Qt.Key.Key_Home, 0)):
        presses(view, key)
        assert view.page == page
        assert dialog.place.text() == f"Page {page + 1} of 3"


def test_a_page_fits_the_view_or_its_width_does(gm: GM) -> None:
    dialog = everybody(gm, 1)
    whole = dialog.view.pages.place(0)
    assert whole.height() <= dialog.view.viewport().height()
    dialog.view.go_to(1)
    dialog.wide.setChecked(True)
    assert dialog.view.pages.place(0).width() > whole.width()
    assert dialog.view.page == 1


def test_cards_are_saved_as_a_pdf(gm: GM, tmp_path: Path) -> None:
    everybody(gm, 1).save.click()
    asked = gm.dialog(QFileDialog)
    assert asked.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert asked.defaultSuffix() == "pdf"
    asked.fileSelected.emit(str(tmp_path / "mars.pdf"))
    asked.close()
    assert pages(tmp_path / "mars.pdf") == 3
    assert gm.trouble() == f"Saved to {tmp_path / 'mars.pdf'}."
    assert not [one for one in gm.window.findChildren(CardsDialog) if one.isVisible()]


def test_a_pdf_that_cannot_be_saved_is_told_and_the_preview_stays(gm: GM, tmp_path: Path) -> None:
    dialog = opened(gm)
    dialog.save.click()
    asked = gm.dialog(QFileDialog)
    (tmp_path / "file").touch()
    asked.fileSelected.emit(str(tmp_path / "file" / "mars.pdf"))
    asked.close()
    assert dialog.says.text().startswith("The PDF could not be saved to")
    assert not gm.trouble(), "the preview covers the window"
    assert dialog.isVisible()


def test_pages_go_to_a_printer_as_they_are_previewed(gm: GM, tmp_path: Path) -> None:
    pytest.importorskip("PySide6.QtPrintSupport", exc_type=ImportError)
    dialog = everybody(gm, 1)
    dialog.does.click()
    (job,) = dialog.findChildren(PrintJob)
    assert job.dialog.isVisible()
    job.printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    job.dialog.accepted.emit(job.printer)
    assert pages(tmp_path / "printed.pdf") == 3
    assert not dialog.isVisible()


def test_only_the_pages_asked_for_are_printed(gm: GM, tmp_path: Path) -> None:
    pytest.importorskip("PySide6.QtPrintSupport", exc_type=ImportError)
    dialog = everybody(gm, 1)
    dialog.does.click()
    (job,) = dialog.findChildren(PrintJob)
    job.printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    job.printer.setFromTo(2, 3)
    job.print_pages()
    job.dialog.reject()
    assert pages(tmp_path / "printed.pdf") == 2


@pytest.mark.qt_log_ignore("QPainter::begin")
def test_a_printer_that_does_not_answer_is_told(gm: GM, tmp_path: Path) -> None:
    pytest.importorskip("PySide6.QtPrintSupport", exc_type=ImportError)
    dialog = opened(gm)
    dialog.does.click()
    (job,) = dialog.findChildren(PrintJob)
    job.printer.setOutputFileName(str(tmp_path / "no folder" / "printed.pdf"))
    job.dialog.accepted.emit(job.printer)
    assert dialog.says.text() == "Nothing could be printed: the printer is not responding."
    assert dialog.isVisible()


def test_without_a_way_to_print_the_pdf_is_offered(gm: GM, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtPrintSupport", None)
    dialog = opened(gm)
    dialog.does.click()
    assert "Save a PDF instead" in dialog.says.text()
    assert dialog.isVisible()
    assert dialog.save.isEnabled()


def test_the_last_choice_is_remembered(gm: GM) -> None:
    dialog = everybody(gm, 8)
    dialog.paper.setCurrentText("Letter")
    dialog.reject()
    assert gm.program.session.settings.state.printing == Printing(8, "letter")
    again = opened(gm)
    assert (again.per_page.currentText(), again.paper.currentText()) == (PER_PAGE[8], "Letter")


def test_cards_can_be_printed_from_the_context_menu_of_the_roster(gm: GM) -> None:
    inner = [action.menu() for action in gm.context_entries() if action.menu()]
    assert any(isinstance(menu, QMenu) and gm.action("printing.print_cards") in menu.actions() for menu in inner)


def test_an_empty_roster_has_no_cards(gm: GM) -> None:
    gm.program.session.document.change(Roster(id="mars", name="Mars"), "empty")
    gm.does("printing.print_cards")
    assert gm.trouble() == "There are no characters to print in this roster."


def test_what_is_being_typed_is_printed(gm: GM) -> None:
    gm.program.session.document.stack.settle()
    gm.window.stat.head.concept.setFocus()
    gm.types_over("Dock boss")
    gm.keys("Ctrl+P")
    gm.dialog(CardsDialog)
    assert gm.lao.concept == "Dock boss"


def test_the_recap_is_previewed_with_its_pages(gm: GM) -> None:
    gm.window.test.row.roll()
    gm.window.test.row.roll()
    dialog = gathered(gm)
    assert dialog.says.text() == "2 rolls on 1 page. Secret and struck rolls are left out."
    assert dialog.place.text() == "Page 1 of 1"


def test_the_name_of_an_evening_fits_its_box(gm: GM) -> None:
    gm.window.test.row.roll()
    gm.window.resize(1366, 768)
    dialog = gathered(gm)
    gm.settles()
    words = dialog.scope.fontMetrics().horizontalAdvance("Latest evening: Wednesday 20 November (1 roll)")
    dialog.scope.setItemText(0, "Latest evening: Wednesday 20 November (1 roll)")
    dialog.make_room(dialog.scope)
    gm.settles()
    assert dialog.scope.width() >= words + dialog.scope.height()


def test_the_recap_is_saved_as_a_pdf_too(gm: GM, tmp_path: Path) -> None:
    gm.window.test.row.roll()
    dialog = gathered(gm)
    dialog.paper.setCurrentText("Letter")
    dialog.save.click()
    asked = gm.dialog(QFileDialog)
    asked.fileSelected.emit(str(tmp_path / "recap.pdf"))
    asked.close()
    assert pages(tmp_path / "recap.pdf") == 1


def test_secret_rolls_are_in_the_recap_only_where_they_are_asked_for(gm: GM) -> None:
    gm.does("roll.toggle_secret")
    gm.window.test.row.roll()
    dialog = gathered(gm)
    assert dialog.says.text().startswith("0 rolls")
    dialog.secrets.setChecked(True)
    gm.qtbot.waitUntil(lambda: dialog.sheets is not None)
    assert dialog.says.text() == "1 roll on 1 page. Struck rolls are left out."


def test_struck_rolls_are_in_the_recap_only_where_they_are_asked_for(gm: GM) -> None:
    gm.window.test.row.roll()
    gm.window.test.row.roll()
    entry = gm.program.session.log.page(1)[0].entry
    gm.program.session.log.revise(entry, structs.replace(entry, struck=True))
    dialog = gathered(gm)
    assert dialog.says.text().startswith("1 roll on")
    dialog.struck.setChecked(True)
    gm.qtbot.waitUntil(lambda: dialog.sheets is not None)
    assert dialog.says.text() == "1 roll on 1 page. Secret rolls are left out."
