import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton

from drop_makers import drop, files
from exchange_window import AtExchange
from gm_desk.ui.exchange.importing import ImportReport
from ui_makers import EVA, GM, a_roster, saved


@pytest.fixture
def venus(tmp_path: Path) -> Path:
    return saved(tmp_path / "elsewhere", a_roster(EVA, roster_id="venus", name="Venus"))


def answers(gm: AtExchange, text: str) -> None:
    asked = gm.dialog(QMessageBox)
    assert asked.text() == "“Venus” is a roster of GM Desk."
    gm.click(next(one for one in asked.findChildren(QPushButton) if one.text().replace("&", "") == text))
    gm.settles()


def test_a_roster_that_is_dropped_is_opened_when_the_gm_says_so(gm: AtExchange, venus: Path) -> None:
    assert drop(gm.window, files(venus))
    assert gm.roster.name == "Mars"
    answers(gm, "Open it")
    assert (gm.roster.name, gm.session.path) == ("Venus", venus)


def test_its_characters_are_added_instead_through_the_report_of_imports(gm: AtExchange, venus: Path) -> None:
    drop(gm.window.roster.filter, files(venus))
    answers(gm, "Add its characters…")
    gm.dialog(ImportReport).close()
    assert gm.roster.name == "Mars"


def test_nothing_happens_when_the_gm_leaves_it(gm: AtExchange, venus: Path) -> None:
    drop(gm.window, files(venus))
    answers(gm, "Cancel")
    assert gm.roster.name == "Mars"


def test_what_is_no_roster_is_imported_as_ever(gm: AtExchange, tmp_path: Path) -> None:
    actor = tmp_path / "guard.json"
    actor.write_text(json.dumps({"name": "Guard", "type": "npc", "system": {}, "items": []}), encoding="utf-8")
    assert drop(gm.window, files(actor))
    assert gm.window.findChildren(QMessageBox) == []
    gm.dialog(ImportReport).close()


def test_under_the_veil_no_roster_is_named(whole: GM, venus: Path) -> None:
    whole.does("window.toggle_veil")
    drop(whole.window, files(venus))
    assert whole.window.findChildren(QMessageBox) == []
    assert whole.roster.name == "Mars"
