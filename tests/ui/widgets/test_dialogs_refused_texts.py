"""A dialog does not close over a text that is refused: the field keeps it, has the focus and says why."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard
from gm_desk.core.rules.modifiers import parse_modifier
from gm_desk.ui.files.actions import RosterDialog
from gm_desk.ui.roster.group_actions import NewGroupDialog
from gm_desk.ui.roster.new_npc import NewNpc
from gm_desk.ui.roster.selection_actions import TagDialog
from gm_desk.ui.widgets.dialogs import AskingDialog, takes_fields
from gm_desk.ui.widgets.fields import CheckedEdit
from ui_makers import GM, LEFT

EMPTY = "A name cannot be empty."


class NetDialog(AskingDialog):
    def __init__(self, window: QWidget) -> None:
        super().__init__("Net", window)
        self.field = CheckedEdit(parse_modifier)
        self.other = QPushButton("Other")
        self.other.setAutoDefault(False)
        self.taken: list[str] = []
        self.column.addWidget(self.field)
        self.column.addWidget(self.other)
        self.field.store("10")
        self.finish("OK", self._take)

    def _take(self) -> None:
        if takes_fields(self):
            self.taken.append(self.field.text())
            self.accept()


@pytest.fixture
def dialog(qtbot: QtBot) -> NetDialog:
    window = QWidget()
    qtbot.addWidget(window)
    made = NetDialog(window)
    made.show()
    made.field.setFocus()
    made.field.selectAll()
    QTest.keyClicks(made.field, "15")
    return made


def test_a_click_on_ok_keeps_the_dialog_and_the_text_and_says_why(dialog: NetDialog) -> None:
    QTest.mouseClick(dialog.does, LEFT)
    assert (dialog.isVisible(), dialog.field.text(), dialog.field.hasFocus()) == (True, "15", True)
    assert dialog.taken == []
    dialog.field.selectAll()
    QTest.keyClicks(dialog.field, "20")
    QTest.mouseClick(dialog.does, LEFT)
    assert dialog.taken == ["20"]


def test_a_text_left_by_a_click_elsewhere_stays_to_be_corrected(dialog: NetDialog) -> None:
    QTest.mouseClick(dialog.other, LEFT)
    dialog.field.store("30")
    assert dialog.field.text() == "15"
    dialog.field.revert()
    assert dialog.field.text() == "30"


@pytest.mark.usefixtures("unpainted")
def test_no_name_is_no_name_for_a_group_or_a_tag(gm: AtCard) -> None:
    gm.selects("Lao Qing")
    gm.chooses("roster.move_to_group", "New group…")
    group = gm.dialog(NewGroupDialog)
    refuses_nothing(gm, group.name, group.does)
    group.close()
    gm.chooses("roster.tag", "New tag…")
    tag = gm.dialog(TagDialog)
    refuses_nothing(gm, tag.tag, tag.does)


@pytest.mark.usefixtures("unpainted")
def test_a_proposed_name_that_was_deleted_does_not_come_back_with_a_click_on_create(gm: GM) -> None:
    gm.does("files.new_roster")
    roster = gm.dialog(RosterDialog)
    gm.click(roster.systems["ep2"])
    refuses_nothing(gm, roster.name, roster.does)
    roster.close()
    gm.does("roster.new_npc")
    npc = gm.dialog(NewNpc)
    refuses_nothing(gm, npc.name, npc.make)


def refuses_nothing(gm: AtCard | GM, field: CheckedEdit, button: QPushButton) -> None:
    """Delete the text of a field, and click on a button."""
    before = gm.roster
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, " ")
    gm.click(button)
    assert (gm.refused(), field.text(), field.hasFocus()) == (EMPTY, " ", True)
    assert (field.window().isVisible(), gm.roster) == (True, before)
