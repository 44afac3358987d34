"""The list of common modifiers of a test."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from gm_desk.model.roll.common_modifiers import CommonModifierList
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.ui.widgets.action_rows import find_action
from gm_desk.ui.widgets.popup_list import PopupList, ValueDelegate


class CommonModifiersPopup(PopupList):
    """The popup of common modifiers; holding Shift while choosing one leaves it open."""

    least_width = 20

    def __init__(self, parent: QWidget, drafting: DraftEditor) -> None:
        """List the modifiers of the side that `drafting` edits."""
        self._drafting = drafting
        self._window = parent.window()
        self.model = CommonModifierList(drafting)
        super().__init__(parent, self.model)
        self.model.setParent(self)
        self.setObjectName("commonModifiers")
        self.filter.setPlaceholderText("Type to find a modifier")
        self.filter.setAccessibleName("Type to find a modifier")
        self.view.setItemDelegate(ValueDelegate(self.view))
        self.view.setAccessibleName("Common modifiers")

    @override
    def look_for(self, typed: str) -> None:
        self.model.look_for(typed)
        row = self.model.next_row(-1, 1)
        found = self.model.row_at(self.model.index(row, 0)) if row >= 0 else None
        if typed.strip() and found is not None and found.chip is not None:
            self.view.setCurrentIndex(self.model.index(row, 0))

    @override
    def step(self, step: int) -> None:
        row = self.model.next_row(self.view.currentIndex().row(), step)
        self.view.setCurrentIndex(self.model.index(row, 0))

    @override
    def pick(self, index: Any = None) -> None:
        row = self.view.currentIndex().row()
        found = self.model.row_at(self.view.currentIndex())
        if found is None:
            return
        stays = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        if not stays or found.edits:
            self.close()
        if found.chip is not None:
            self._drafting.put(self._drafting.side.with_chip(found.chip))
        elif action := find_action(self._window, "settings.edit_modifiers"):
            action.trigger()
        if stays and not found.edits:
            self.model.refresh()
            self.view.setCurrentIndex(self.model.index(row, 0))
