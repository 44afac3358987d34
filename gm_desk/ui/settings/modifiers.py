"""The dialog in which a roster adds to the common modifiers, and changes, hides and reorders them."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.notation.numbers import signed
from gm_desk.core.rules.dice import Expression
from gm_desk.core.systems.combat import CommonModifier
from gm_desk.core.wording.one_line import one_line, tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.modifier_table import DEFENDING, USES, ModifierColumn, ModifierTable
from gm_desk.ui.widgets.action_rows import NATIVE
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flat_table import FlatTable
from gm_desk.ui.widgets.labels import heading, label

ROW = 1.5
WIDE, TALL = 52, 36
"""In heights of the font."""


class ModifiersDialog(AskingDialog):
    """A dialog for the list of common modifiers; every change applies at once and is one undo step."""

    def __init__(self, document: RosterDocument, window: QWidget) -> None:
        """Create the dialog with the list of the open roster."""
        super().__init__("Common modifiers", window)
        self.model = ModifierTable(document, self)
        self.table = FlatTable(self.model, ROW)
        self.table.setAccessibleName("Common modifiers")
        self.table.installEventFilter(self)
        self.name = CheckedEdit(self._check_name)
        self.value = CheckedEdit(self._check_value)
        self.damage = CheckedEdit(_check_damage)
        self.use = QComboBox()
        self.steps = QCheckBox("Can count several times")
        self.add = _button("&Add", self._add)
        self.hide_or_show = _button("&Hide", self._hide_or_show)
        self.up, self.down = _button("Move &up", self._move_up), _button("Move &down", self._move_down)
        for keys, does, button in (("Alt+Up", self._move_up, self.up), ("Alt+Down", self._move_down, self.down)):
            QShortcut(QKeySequence(keys), self, does)
            button.setToolTip(tip_of(QKeySequence(keys).toString(NATIVE)))
        self.restore = _button("&Restore", self._restore)
        self.restore_all = _button("Restore a&ll", self._restore_all)
        self._buttons = (self.hide_or_show, self.up, self.down, self.restore)
        self._form = QWidget()
        self._lay_out(f"{document.system.name}: {one_line(document.roster.name, 60)}")
        self._connect()
        self._choose(0)
        em = self.fontMetrics().height()
        self.resize(min(em * WIDE, window.width() - 2 * em), min(em * TALL, window.height() - 2 * em))
        self.table.setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from the list to the name on Enter and F2."""
        keys = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in keys:
            self._edit_name()
            return True
        return super().eventFilter(watched, event)

    @property
    def current(self) -> CommonModifier | None:
        """The modifier that the fields show, or None if the list is empty."""
        return self.model.modifier_at(self.table.currentIndex().row())

    def _lay_out(self, title: str) -> None:
        head = self.table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        head.setHighlightSections(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(ModifierColumn.NAME, QHeaderView.ResizeMode.Stretch)
        self.use.addItems(list(USES.values()))
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        for words, field in (("&Name", self.name), ("&Value", self.value), ("Da&mage dice", self.damage)):
            form.addRow(_name_of(words, field), field)
            field.setAccessibleName(words.replace("&", ""))
        self.use.setAccessibleName("For")
        form.addRow(_name_of("&For", self.use), self.use)
        form.addRow("", self.steps)
        side = QGridLayout()
        for place, button in enumerate((self.add, *self._buttons, self.restore_all)):
            side.addWidget(button, place // 2, place % 2)
        side.setRowStretch(side.rowCount(), 1)
        row = QHBoxLayout()
        row.addWidget(self.table, 1)
        row.addLayout(side)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())  # the style's icon does not match ours
        close.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        self.column.addWidget(heading(title))
        self.column.addLayout(row, 1)
        self.column.addWidget(self._form)
        self.column.addWidget(buttons)

    def _connect(self) -> None:
        self.name.committed.connect(self._rename)
        self.value.committed.connect(self._set_value)
        self.damage.committed.connect(self._set_damage)
        self.use.activated.connect(self._set_use)
        self.steps.clicked.connect(self._set_steps)
        self.table.selectionModel().currentChanged.connect(self._show_current)
        self.table.doubleClicked.connect(self._edit_name)
        self.model.dataChanged.connect(self._show_current)
        self.model.rowsMoved.connect(self._show_current)

    def _choose(self, row: int) -> None:
        """Select a row, or the last one if there are fewer."""
        index = self.model.index(min(row, self.model.rowCount() - 1), 0)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.table.selectionModel().setCurrentIndex(index, flags)
        self._show_current()

    def _show_current(self) -> None:
        """Show the current modifier in the fields, and what can be done with it on the buttons."""
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
        self.up.setEnabled(row > 0)
        self.down.setEnabled(row < self.model.rowCount() - 1)
        self.hide_or_show.setText("S&how" if self.model.is_hidden(one) else "&Hide")
        own = self.model.is_own(one)
        self.restore.setText("&Remove" if own else "&Restore")
        self.restore.setEnabled(own or self.model.is_changed(one) or self.model.is_hidden(one))

    def _check_name(self, text: str) -> None:
        if self.current is not None:
            self.model.check_name(self.current, text)

    def _check_value(self, text: str) -> None:
        if self.current is not None:
            self.model.check_value(text)

    def _edit_name(self) -> None:
        if self.current is not None:
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()

    def _add(self) -> None:
        """Add a modifier and ask for its name."""
        try:
            added = self.model.add()
        except RulesError as error:  # there are too many
            self.name.say(error.problem)
            return
        if added:
            self._choose(self.model.row_of(added))
            self._edit_name()

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

    def _restore(self) -> None:
        one, row = self.current, self.table.currentIndex().row()
        if one is not None:
            self.model.restore(one)
            self._choose(row)

    def _restore_all(self) -> None:
        self.model.restore_all()
        self._choose(0)


def _check_damage(text: str) -> None:
    if text.strip():
        Expression.parse(text)


def _button(text: str, does: Callable[[], None]) -> QPushButton:
    """Return a button that Enter presses only while it has the focus."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(does)
    return button


def _name_of(words: str, field: QWidget) -> QLabel:
    """Return the label of a field, whose underlined letter leads to the field."""
    made = label(words)
    made.setBuddy(field)
    return made
