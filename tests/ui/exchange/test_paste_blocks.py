"""A stat block as a GM copies it somewhere goes from the clipboard to the card."""

from collections.abc import Iterator, Mapping
from typing import cast

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from exchange_window import AtExchange
from gm_desk.core.characters.roster import NewId
from gm_desk.core.systems.definition import System
from gm_desk.model.exchange.paste import PastedReading, read_pasted, refusal_of
from gm_desk.ui.exchange import paste
from gm_desk.ui.exchange.paste import PasteKey
from gm_desk.ui.exchange.paste_preview import PastePreview
from gm_desk.ui.window.main_window import MainWindow
from model_makers import ByHand

BLOCK = """### Quay Warden

- **Initiative:** 5 • **Fray:** 30 • **AV:** 4/6
- **WT:** 7 • **DUR:** 35 • **DR:** 53
- **Threat Pool:** 1

---

- **Harpoon Gun:** 55, DV 2d10, SA, Ammo 6, armor-piercing

---

- **COG:** 10&nbsp;<sup>30</sup> • **INT:** 15&nbsp;<sup>45</sup> • **SOM:** 20&nbsp;<sup>60</sup>
- **Skills:** Athletics 50 (60), Guns 55 (Rifles 65), Provoke 40
- **Whistles:** always the same tune
"""


@pytest.fixture
def clipboard() -> Iterator[None]:
    QGuiApplication.clipboard().setText(BLOCK)
    yield
    QGuiApplication.clipboard().clear()


@pytest.mark.usefixtures("clipboard")
def test_a_block_is_pasted_as_it_stands_in_a_book(gm: AtExchange) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+V")
    dialog = gm.dialog(PastePreview)
    assert dialog.count.text() == "1 stat block"
    QTest.keyClick(dialog.card, Qt.Key.Key_Return)
    gm.settles()
    (made,) = [one for one in gm.roster.characters if one.name == "Quay Warden"]
    assert made.stats["SOM"] == 20
    assert made.checks == {}
    assert {skill.name: (skill.rating, skill.note) for skill in made.skills}["Athletics"] == (50, "60")
    assert [(one.name, one.damage, one.armor_piercing) for one in made.attacks] == [("Harpoon Gun", "2d10", True)]
    assert "always the same tune" in made.notes
    assert made.source.strip() == BLOCK.strip()
    assert gm.window.stat.head.name.text() == "Quay Warden"


def test_the_key_works_before_the_focus_has_moved_since_the_start(gm: AtExchange) -> None:
    gm.window.roster.view.setFocus()
    gm.settles()
    pasted = list[bool]()
    late = PasteKey(cast(MainWindow, gm.window), lambda _lines: True, lambda: pasted.append(True))
    gm.keys("Ctrl+V")
    assert pasted == [True]
    late.deleteLater()


ONE_LINE = "Initiative: 6 • WT: 5 • DUR: 25 • COG: 10 • SOM: 10 • Skills: Guns 50, Melee 40"


def test_a_block_of_one_line_that_is_pasted_into_a_field_is_text(gm: AtExchange) -> None:
    assert refusal_of(ONE_LINE) == ""
    QGuiApplication.clipboard().setText(ONE_LINE)
    gm.window.roster.filter.setFocus()
    gm.keys("Ctrl+V")
    assert gm.window.findChildren(PastePreview) == []
    assert gm.window.roster.filter.text() == ONE_LINE
    gm.window.roster.filter.clear()
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+V")
    gm.dialog(PastePreview).reject()
    QGuiApplication.clipboard().clear()


def test_what_the_first_paste_needs_is_read_by_a_worker_while_the_window_goes_on(
    gm: AtExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(text: str, systems: Mapping[str, System], new_id: NewId) -> PastedReading:
        read.append(text)
        return read_pasted(text, systems, new_id)

    monkeypatch.setattr(paste, "read_pasted", noted)
    gm.session.runner = runner = ByHand()
    commands = gm.window.findChild(paste.PasteCommands)
    assert commands is not None
    (timer,) = commands.findChildren(QTimer)
    timer.timeout.emit()
    assert read == []
    runner.go_on()
    assert read == [""]
    assert runner.waiting == []
