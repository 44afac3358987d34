"""An export or an import owns what it does, and is bound to the roster that it began with."""

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gm_desk.model.log.export import SLICE, LogFormat
from gm_desk.store.campaign.importing import check_campaign
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.journal import Journal
from gm_desk.ui.exchange.exporting import CharacterExportDialog
from gm_desk.ui.exchange.importing import ImportReport
from gm_desk.ui.exchange.paste_preview import PastePreview
from gm_desk.ui.log.export import FORMATS, ExportDialog
from gm_desk.ui.printing.dialogs import RecapDialog
from model_makers import HOUR, an_entry
from other_rosters import KAISER
from ui_makers import EVA, GM, LAO, a_roster, left_at, saved, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

BLOCK = "Dock Hand\nCOG 10, INT 10, REF 15, SAV 10, SOM 20, WIL 10\nSkills: Guns 45, Fray 40, Athletics 55\n"


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit before a log of more rolls than one slice of an export."""
    journal = Journal(Places(tmp_path / "data").journal("mars"))
    journal.add([an_entry(f"roll-{number}", time=HOUR + number) for number in range(SLICE + 5)])
    journal.close()
    made = sit_down(qtbot, left_at(tmp_path / "data", "lao"), a_roster(EVA, LAO), dice=[61] * 9)
    made.selects("Lao Qing")
    made.prepares("Guns")
    return made


def opens_another(gm: GM, tmp_path: Path) -> None:
    """Open a roster of another system, whose log holds nothing."""
    assert gm.session.open_roster(saved(tmp_path / "data", KAISER))
    assert gm.roster.name == "Harbour"


def asks(gm: GM, form: LogFormat = LogFormat.TEXT) -> ExportDialog:
    gm.does("log.export_rolls")
    dialog = gm.dialog(ExportDialog)
    dialog.form.setCurrentIndex(list(FORMATS).index(form))
    dialog.scope.setCurrentIndex(dialog.scope.count() - 1)
    return dialog


def chooses(gm: GM, path: Path) -> None:
    """Choose a file, as the button of the dialog does."""
    dialog = gm.dialog(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.done(QFileDialog.DialogCode.Accepted)


def told(gm: GM, what: str) -> None:
    """Wait until the window tells of something."""
    gm.qtbot.waitUntil(lambda: what in gm.trouble())


def test_an_export_to_a_file_and_a_copy_at_once_give_both(gm: GM, tmp_path: Path) -> None:
    path = tmp_path / "rolls.csv"
    asks(gm, LogFormat.CSV).does.click()
    chooses(gm, path)
    gm.click(asks(gm).copy)
    gm.qtbot.waitUntil(lambda: path.exists() and "Guns" in QGuiApplication.clipboard().text())
    assert len(path.read_text(encoding="utf-8-sig").splitlines()) == SLICE + 5 + 1
    assert len(QGuiApplication.clipboard().text().splitlines()) == SLICE + 5


def test_a_copy_and_then_an_export_to_a_file_give_both(gm: GM, tmp_path: Path) -> None:
    QGuiApplication.clipboard().clear()
    path = tmp_path / "rolls.txt"
    gm.click(asks(gm).copy)
    asks(gm).does.click()
    chooses(gm, path)
    gm.qtbot.waitUntil(lambda: path.exists() and bool(QGuiApplication.clipboard().text()))
    assert path.read_text(encoding="utf-8").rstrip("\n") == QGuiApplication.clipboard().text().rstrip("\n")


def test_two_exports_go_each_into_its_own_file(gm: GM, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.csv"
    asks(gm).does.click()
    chooses(gm, first)
    asks(gm, LogFormat.CSV).does.click()
    chooses(gm, second)
    gm.qtbot.waitUntil(lambda: first.exists() and second.exists())
    assert "Lao Qing: Guns" in first.read_text(encoding="utf-8")
    assert len(second.read_text(encoding="utf-8-sig").splitlines()) == SLICE + 5 + 1


@pytest.mark.parametrize("when", ["before the file is chosen", "while rolls are gathered"])
def test_another_roster_that_is_opened_meanwhile_changes_nothing_of_an_export(
    when: str, gm: GM, tmp_path: Path
) -> None:
    path = tmp_path / "rolls.txt"
    asks(gm).does.click()
    if when == "before the file is chosen":
        opens_another(gm, tmp_path)
    chooses(gm, path)
    if when == "while rolls are gathered":
        opens_another(gm, tmp_path)
    told(gm, "exported to")
    assert len(path.read_text(encoding="utf-8").splitlines()) == SLICE + 5
    assert gm.trouble() == f"{SLICE + 5} rolls exported to {path}."
    gm.window.test.row.roll()
    assert len(gm.log()) <= 2, "the log of the other roster is its own"


def test_rolls_that_are_exported_while_their_roster_is_closed_leave_no_file_open(gm: GM, tmp_path: Path) -> None:
    opened = []
    log = gm.session.log
    really = log.journal.open_journal
    log.journal.open_journal = lambda roster: opened.append(really(roster)) or opened[-1]  # type: ignore[func-returns-value]
    gm.click(asks(gm).copy)
    opens_another(gm, tmp_path)
    told(gm, "copied")
    assert [journal._connection for journal in opened if journal.path.stem == "mars"] == [None]  # noqa: SLF001


def test_the_recap_that_is_printed_is_of_the_roster_it_began_with(gm: GM, tmp_path: Path) -> None:
    gm.does("printing.print_recap")
    dialog = gm.dialog(RecapDialog)
    opens_another(gm, tmp_path)
    gm.qtbot.waitUntil(lambda: dialog.sheets is not None)
    assert dialog.says.text().startswith(f"{SLICE + 5} rolls on")
    dialog.close()


def test_a_log_that_cannot_be_read_to_its_end_is_not_exported_as_if_it_ended_there(
    gm: GM, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rolls.txt"
    asks(gm).does.click()
    journal = gm.session.log.journal._opened  # noqa: SLF001 - its disk fails
    assert journal is not None

    def gone(*_: object) -> None:
        raise UnreadableFileError(tmp_path, "the disk is gone")

    monkeypatch.setattr(journal, "page", gone)
    chooses(gm, path)
    told(gm, "Nothing was exported: the log could not be read: the disk is gone.")
    assert not path.exists()


def test_characters_are_exported_as_their_own_system_spells_them(gm: GM, tmp_path: Path) -> None:
    path = tmp_path / "lao.md"
    gm.does("exchange.export_characters")
    dialog = gm.dialog(CharacterExportDialog)
    before = dialog.preview.toPlainText()
    dialog.does.click()
    opens_another(gm, tmp_path)
    chooses(gm, path)
    assert path.read_text(encoding="utf-8").split() == before.split()


def test_characters_that_were_brought_in_for_one_roster_are_not_added_to_another(gm: GM, tmp_path: Path) -> None:
    path = tmp_path / "blocks.txt"
    path.write_text(BLOCK)
    gm.does("exchange.import_characters")
    chooser = gm.dialog(QFileDialog)
    chooser.filesSelected.emit([str(path)])
    chooser.reject()
    report = gm.dialog(ImportReport)
    gm.qtbot.waitUntil(lambda: not report.progress.isVisible())
    mars = gm.session.path
    opens_another(gm, tmp_path)
    before = gm.roster
    report.does.click()
    assert gm.roster == before
    assert gm.trouble() == (
        "Nobody was added: the characters were meant for “Mars”, but another roster is open now. "
        "Open that roster and import them again."
    )
    assert gm.session.open_roster(mars)
    assert [one.name for one in gm.roster.characters] == ["Eva", "Lao Qing"]


def test_a_stat_block_that_was_pasted_for_one_roster_is_not_added_to_another(gm: GM, tmp_path: Path) -> None:
    QGuiApplication.clipboard().setText(BLOCK)
    gm.does("exchange.paste_stat_block")
    dialog = gm.dialog(PastePreview)
    QGuiApplication.clipboard().clear()
    opens_another(gm, tmp_path)
    before = gm.roster
    dialog.does.click()
    assert gm.roster == before
    assert gm.trouble().startswith("Nobody was added: the characters were meant for “Mars”")


def test_a_campaign_is_exported_whole_though_another_roster_is_opened(gm: GM, tmp_path: Path) -> None:
    path = tmp_path / "mars.gmdesk"
    mars = gm.roster
    gm.does("files.export_campaign")
    opens_another(gm, tmp_path)
    chooses(gm, path)
    assert "“Mars” was exported to" in gm.trouble()
    assert check_campaign(path) == mars
