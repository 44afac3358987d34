"""The dialog that edits the common modifiers of a roster: adds, changes, hides and reorders them."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHeaderView,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.rules.dice import Expression
from gm_desk.core.systems.combat import CommonModifier
from gm_desk.core.wording.phrases import signed, tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.own_tables import DEFENDING, USES, ModifierColumn, ModifierTable
from gm_desk.ui.settings.own_list import OwnListDialog, add_field
from gm_desk.ui.widgets.action_rows import NATIVE
from gm_desk.ui.widgets.buttons import push_button
from gm_desk.ui.widgets.fields import CheckedEdit

WIDE, TALL = 52, 36
"""In heights of the font."""


class ModifiersDialog(OwnListDialog):
    """A dialog for the list of common modifiers; every change applies at once and is one undo step."""

    def __init__(self, document: RosterDocument, window: QWidget) -> None:
        """Create the dialog with the list of the open roster."""
        self.model = ModifierTable(document)
        super().__init__("Common modifiers", self.model, document, window)
        self.table.setAccessibleName("Common modifiers")
        self.value = CheckedEdit(self._check_value)
        self.damage = CheckedEdit(_check_damage)
        self.use = QComboBox()
        self.steps = QCheckBox("Can count several times")
        self.lasting = QCheckBox("Stays until the scene ends")
        self.lasting.setToolTip(tip_of("It is remembered for whoever has it, like range, cover and aim"))
        self.hide_or_show = push_button("&Hide", self._hide_or_show)
        self.up, self.down = push_button("Move &up", self._move_up), push_button("Move &down", self._move_down)
        for keys, does, button in (("Alt+Up", self._move_up, self.up), ("Alt+Down", self._move_down, self.down)):
            QShortcut(QKeySequence(keys), self, does)
            button.setToolTip(tip_of(QKeySequence(keys).toString(NATIVE)))
        self.restore_all = push_button("Restore a&ll", self._restore_all)
        self._buttons = (self.hide_or_show, self.up, self.down, self.restore)
        self._fill_form()
        side = QGridLayout()
        self._lay_out(ModifierColumn.NAME, side)
        for place, button in enumerate((self.add, *self._buttons, self.restore_all)):
            side.addWidget(button, place // 2, place % 2)
        side.setRowStretch(side.rowCount(), 1)
        self._lay_out_rest(self._form)
        self.table.horizontalHeader().setSectionResizeMode(ModifierColumn.USE, QHeaderView.ResizeMode.Stretch)
        self._connect()
        self._begin(window, WIDE, TALL)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from the list to the name on Enter and F2."""
        keys = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in keys:
            self._edit_name()
            return True
        return super().eventFilter(watched, event)

    @property
    @override
    def current(self) -> CommonModifier | None:
        """The modifier shown in the fields, or None if the list is empty."""
        return self.model.at(self.table.currentIndex().row())

    def _fill_form(self) -> None:
        """Arrange the fields under the list."""
        self.use.addItems(list(USES.values()))
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        for words, field in (("&Name", self.name), ("&Value", self.value), ("Da&mage dice", self.damage)):
            add_field(form, words, field)
        add_field(form, "&For", self.use)
        form.addRow("", self.steps)
        form.addRow("", self.lasting)

    def _connect(self) -> None:
        self.name.committed.connect(self._rename)
        self.value.committed.connect(self._set_value)
        self.damage.committed.connect(self._set_damage)
        self.use.activated.connect(self._set_use)
        self.steps.clicked.connect(self._set_steps)
        self.lasting.clicked.connect(self._set_lasting)
        self.model.rowsMoved.connect(self._show_current)

    @override
    def _show_current(self) -> None:
        one, row = self.current, self.table.currentIndex().row()
        for part in (self._form, *self._buttons):
            part.setEnabled(one is not None)
        self.name.store(one.name if one else "")
        self.value.store(signed(one.value) if one else "")
        self.damage.store(one.damage if one else "")
        self.restore_all.setEnabled(not self.model.is_as_listed)
        if one is None:
            return
        self.use.setCurrentIndex(list(USES).index((one.reach, False) if not one.theirs else DEFENDING))
        self.steps.setChecked(one.steps)
        self.lasting.setChecked(one.lasting)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(row < self.model.rowCount() - 1)
        self.hide_or_show.setText("S&how" if self.model.is_hidden(one) else "&Hide")
        self._show_restoring(restorable=self.model.is_changed(one) or self.model.is_hidden(one))

    def _check_value(self, text: str) -> None:
        if self.current is not None:
            self.model.check_value(text)

    def _rename(self, text: str) -> None:
        if self.current is not None:
            self.model.rename(self.current, text)
            self._show_current()

    def _set_value(self, text: str) -> None:
        if self.current is not None:
            self.model.set_value(self.current, text)
            self._show_current()

    def _set_damage(self, text: str) -> None:
        if self.current is not None:
            self.model.set_damage(self.current, text)
            self._show_current()

    def _set_use(self) -> None:
        if self.current is not None:
            reach, theirs = list(USES)[self.use.currentIndex()]
            self.model.set_use(self.current, reach, theirs=theirs)
            self._show_current()

    def _set_steps(self) -> None:
        if self.current is not None:
            self.model.set_steps(self.current, steps=self.steps.isChecked())
            self._show_current()

    def _set_lasting(self) -> None:
        if self.current is not None:
            self.model.set_lasting(self.current, lasting=self.lasting.isChecked())
            self._show_current()

    def _hide_or_show(self) -> None:
        if self.current is not None:
            self.model.hide(self.current, hidden=not self.model.is_hidden(self.current))
            self._show_current()

    def _move_up(self) -> None:
        self._move(-1)

    def _move_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        one = self.current
        if one is not None:
            self.model.move(one, step)
            self._choose(self.model.row_of(one.id))

    def _restore_all(self) -> None:
        self._revert_fields()
        self.model.restore_all()
        self._choose(0)


def _check_damage(text: str) -> None:
    if text.strip():
        Expression.parse(text)
