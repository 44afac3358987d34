"""Shift+F10 opens the menu of whatever has the focus."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.model.card import attack_edits
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.widgets.action_rows import without_mnemonic
from ui_makers import GM

PLACES: dict[str, Callable[[GM], QWidget]] = {
    "roster": lambda gm: gm.window.roster.view,
    "skills": lambda gm: gm.window.stat.skills.view,
    "log": lambda gm: gm.window.log.view,
    "portrait": lambda gm: gm.window.stat.head.avatar,
    "chip": lambda gm: gm.window.test.chips.findChildren(ChipButton)[0],
    "field": lambda gm: gm.window.roster.filter,
}


class Asked(QObject):
    """Keep what a widget is asked for its menu with; some menus would wait to be closed."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.widget = widget
        self.where: list[tuple[bool, bool]] = []
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QContextMenuEvent) or not isinstance(watched, QWidget):
            return False
        keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        self.where.append((keyboard, watched.rect().contains(event.pos())))
        return True


def test_shift_f10_asks_what_has_the_focus_for_its_menu(gm: GM, subtests: pytest.Subtests) -> None:
    gm.window.test.chips.add.committed.emit("Smoke -10")
    gm.keys("Return")
    gm.window.log.view.selectRow(0)
    all_asked = [Asked(find(gm)) for find in PLACES.values()]
    for place, asked in zip(PLACES, all_asked, strict=True):
        with subtests.test(place):
            asked.widget.setFocus()
            gm.keys("Shift+F10")
            assert asked.where == [(True, True)]
            assert not any(other.where for other in all_asked if other is not asked), "no other is asked"
            asked.where.clear()


def test_under_the_veil_no_menu_opens(gm: GM) -> None:
    gm.keys("F8")
    asked = Asked(gm.window.roster.view)
    gm.keys("Shift+F10")
    assert asked.where == []


def test_a_skill_and_an_attack_are_edited_and_removed_from_their_menus(whole: GM) -> None:
    attack_edits.add_attack(whole.program.session.document, "lao", "Knife, Melee, 1d10")
    whole.settles()
    for view in (whole.window.stat.skills.view, whole.window.stat.attacks.view):
        view.setFocus()
        view.setCurrentIndex(view.model().index(0, 0))
        before = view.model().rowCount()
        menu = whole.context_menu(view)
        offered = {without_mnemonic(action.text()): action for action in menu.actions()}
        assert "Edit" in offered
        offered["Remove"].trigger()
        menu.close()
        whole.settles()
        assert view.model().rowCount() == before - 1
