"""Tables are pasted and dropped: columns are assigned with one click, pages of a PDF are chosen one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from drop_makers import drop, files
from exchange_window import AtExchange
from gm_desk.ui.exchange.paste_preview import PastePreview
from gm_desk.ui.exchange.preview_parts import PageProgress
from model_makers import ByHand, ring
from pdf_makers import column, write_pdf

pytestmark = pytest.mark.usefixtures("unpainted")

TABLE = "Name\tDUR\tWT\tGunz\tHide\nThug\t30\t6\t40\t7\nBoss\t40\t8\t60\t9\n"
MONK = "Ash Monk\nInitiative 6\nWT 5, DUR 25\nCOG 15, INT 10\nSkills: Guns 40, Fray 30"
OLD = "### Old Hand\n\n- **COO:** 15 • **SOM:** 10 • **MOX:** 2\n- **Skills:** Scrounging 40, Fray 50\n"


@pytest.fixture(autouse=True)
def clipboard() -> Iterator[None]:
    yield
    QGuiApplication.clipboard().clear()


def pastes(gm: AtExchange, text: str) -> PastePreview:
    QGuiApplication.clipboard().setText(text)
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+V")
    return gm.dialog(PastePreview)


def test_a_range_of_a_spreadsheet_is_pasted_and_a_column_assigned_with_one_click(gm: AtExchange) -> None:
    dialog = pastes(gm, TABLE)
    assert dialog.does.text() == "&Add 2 characters"
    assert "The columns “Gunz”, “Hide” are not recognised" in dialog.card.toPlainText()
    guns, hide = dialog.columns.buttons
    assert (guns.text(), hide.text()) == ("Gunz → Guns?", "Hide …")
    guns.click()
    gm.settles()
    assert "Guns 40" in dialog.card.toPlainText()
    guns, hide = dialog.columns.buttons
    assert guns.text() == "Gunz = Guns"
    hide.menu().aboutToShow.emit()
    wanted = next(action for action in hide.menu().actions() if action.data() == "skill:Fray")
    wanted.trigger()
    gm.settles()
    assert "Guns 40, Fray 7" in dialog.card.toPlainText()
    assert "are not known" not in dialog.card.toPlainText()
    dialog.does.click()
    gm.settles()
    made = [one for one in gm.roster.characters if one.name in {"Thug", "Boss"}]
    assert [[skill.rating for skill in one.skills] for one in made] == [[40, 7], [60, 9]]


def test_a_column_for_the_notes_is_not_asked_about_again(gm: AtExchange) -> None:
    dialog = pastes(gm, TABLE)
    menu = dialog.columns.buttons[1].menu()
    menu.aboutToShow.emit()
    menu.actions()[-1].trigger()
    gm.settles()
    assert dialog.columns.buttons[1].text() == "Hide = Notes"
    assert "“Hide”" not in dialog.card.toPlainText().split("Notes")[0]


def test_a_table_with_known_columns_asks_about_none(gm: AtExchange) -> None:
    assert pastes(gm, "Name\tDUR\tWT\tGuns\nThug\t30\t6\t40\n").columns.isHidden()


def test_pasted_text_is_in_letters_of_one_width_and_can_be_edited(gm: AtExchange) -> None:
    dialog = pastes(gm, TABLE)
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    assert dialog.source.font().family() == fixed.family()
    assert dialog.list.hasFocus()
    dialog.source.setPlainText(TABLE.replace("Gunz", "Guns"))
    gm.settles()
    assert "Guns 40" in dialog.card.toPlainText()


@pytest.mark.usefixtures("painted")
def test_a_table_in_a_file_is_dropped(gm: AtExchange, tmp_path: Path) -> None:
    path = tmp_path / "mooks.csv"
    path.write_text(TABLE.replace("\t", ";"), encoding="utf-8-sig")
    assert drop(gm.window, files(path))
    assert gm.dialog(PastePreview).does.text() == "&Add 2 characters"


def test_a_pdf_is_dropped_and_looked_at_page_by_page(gm: AtExchange, tmp_path: Path) -> None:
    other = MONK.replace("Ash Monk", "Salt Monk").replace("DUR 25", "DUR 45")
    pages = [[(60.0, 100.0, "A quiet page.")], column(60, 100, MONK), [], column(60, 100, other)]
    path = write_pdf(tmp_path / "book.pdf", *pages)
    assert drop(gm.window, files(path))
    gm.settles()
    dialog = gm.dialog(PastePreview)
    assert (dialog.pages.number.value(), dialog.pages.number.maximum()) == (2, 4)
    assert dialog.does.text() == "&Add Ash Monk"
    dialog.pages.next.click()
    gm.settles()
    assert (dialog.pages.number.value(), dialog.does.text()) == (4, "&Add Salt Monk")
    dialog.pages.next.click()
    gm.settles()
    assert dialog.pages.number.value() == 2
    dialog.pages.number.setValue(1)
    gm.settles()
    assert not dialog.does.isEnabled()


def test_the_rows_of_a_table_are_not_broken_and_other_lines_are(gm: AtExchange) -> None:
    dialog = pastes(gm, TABLE)
    assert dialog.source.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap
    dialog.source.setPlainText(MONK)
    gm.settles()
    assert dialog.source.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth
    assert dialog.says.isHidden()


def test_a_pdf_that_takes_a_while_shows_how_far_it_is_and_can_be_cancelled(
    gm: AtExchange, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = ByHand()
    monkeypatch.setattr(gm.session, "runner", runner)
    assert drop(gm.window, files(write_pdf(tmp_path / "book.pdf", column(60, 100, MONK))))
    [dialog] = gm.window.findChildren(PageProgress)
    assert not dialog.isVisible()
    ring(dialog)
    assert dialog.isVisible()
    dialog.show_progress(37, 200)
    assert (dialog.says.text(), dialog.bar.value(), dialog.bar.maximum()) == (
        "Reading “book.pdf”: 37 of 200 pages",
        37,
        200,
    )
    dialog.cancel.click()
    runner.go_on()
    gm.settles()
    assert not gm.window.findChildren(PastePreview)
    assert not gm.trouble()


def test_a_pdf_that_is_read_at_once_shows_no_progress(gm: AtExchange, tmp_path: Path) -> None:
    assert drop(gm.window, files(write_pdf(tmp_path / "book.pdf", column(60, 100, MONK))))
    gm.settles()
    assert gm.dialog(PastePreview).does.text() == "&Add Ash Monk"
    assert not [one for one in gm.window.findChildren(PageProgress) if one.isVisible()]


def test_a_pdf_that_is_a_scan_says_so(gm: AtExchange, tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "scan.pdf", [])
    assert drop(gm.window, files(path))
    gm.settles()
    assert gm.trouble().startswith("“scan.pdf” was not read: it has no text, only pictures")


def test_a_block_of_another_system_offers_a_roster_of_its_own(gm: AtExchange) -> None:
    dialog = pastes(gm, OLD)
    assert dialog.elsewhere.isVisible()
    assert dialog.elsewhere.text() == "Add to a new roster of Eclipse Phase 1e"
    dialog.elsewhere.click()
    gm.settles()
    assert (gm.roster.system, gm.roster.name) == ("ep1", "Eclipse Phase 1e")
    assert [one.name for one in gm.roster.characters] == ["Old Hand"]
    assert gm.roster.characters[0].stats["MOX"] == 2


def test_a_block_of_the_rosters_own_system_offers_none(gm: AtExchange) -> None:
    assert not pastes(gm, MONK).elsewhere.isVisible()
