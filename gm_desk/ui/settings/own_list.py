"""The base class of dialogs that edit a roster's additions to and changes of a system's list."""

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QHBoxLayout, QHeaderView, QLayout, QWidget
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, one_line
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.own_tables import OwnTable
from gm_desk.ui.widgets.buttons import push_button
from gm_desk.ui.widgets.dialogs import AskingDialog, takes_fields
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flat_table import FlatTable
from gm_desk.ui.widgets.labels import heading, label

ROW = 1.5


class OwnListDialog(AskingDialog):
    """A dialog for a list; every change applies at once and is one undo step."""

    def __init__(self, title: str, model: OwnTable[Any], document: RosterDocument, window: QWidget) -> None:
        """Create the dialog with the list of the open roster."""
        super().__init__(title, window)
        self.rows = model
        model.setParent(self)
        self.table = FlatTable(model, ROW)
        self.name = CheckedEdit(self._check_name)
        self.add, self.restore = push_button("&Add", self._add), push_button("&Restore", self._restore)
        self._form = QWidget()
        self._title = f"{document.system.name}: {one_line(document.roster.name, MOST_OF_A_NAME)}"

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the row whose text is refused when the list is clicked or gets the focus."""
        leaves = event.type() in {QEvent.Type.FocusIn, QEvent.Type.MouseButtonPress}
        return (leaves and not takes_fields(self)) or super().eventFilter(watched, event)

    @property
    def current(self) -> Any:
        """The item shown in the fields, or None if the list is empty."""
        return self.rows.at(self.table.currentIndex().row())

    @abstractmethod
    def _show_current(self) -> None:
        """Show the current row in the fields, and update the buttons."""

    def _lay_out(self, stretched: int, side: QLayout) -> None:
        """Place the list, with one stretched column, and a layout for its buttons beside it."""
        head = self.table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        head.setHighlightSections(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
        row = QHBoxLayout()
        self.column.addWidget(heading(self._title))
        self.column.addLayout(row, 1)
        row.addWidget(self.table, 1)
        row.addLayout(side)

    def _lay_out_rest(self, below: QWidget, stretch: int = 0) -> None:
        """Place the fields below the list, and the button that closes the dialog."""
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())  # the style's icon does not match ours
        close.setAutoDefault(False)
        buttons.rejected.connect(self._close)
        self.column.addWidget(below, stretch)
        self.column.addWidget(buttons)

    def _begin(self, window: QWidget, wide: int, height: int) -> None:
        """Follow the list, show its first row, and set the size in heights of the font."""
        for part in (self.table, self.table.viewport()):
            part.installEventFilter(self)
        self.table.selectionModel().currentChanged.connect(self._show_other)
        self.table.doubleClicked.connect(self._edit_name)
        self.rows.dataChanged.connect(self._show_current)
        self._choose(0)
        em = self.fontMetrics().height()
        self.resize(min(em * wide, window.width() - 2 * em), min(em * height, window.height() - 2 * em))
        self.table.setFocus()

    def _choose(self, row: int) -> None:
        """Select a row, or the last one if there are fewer."""
        index = self.rows.index(min(row, self.rows.rowCount() - 1), 0)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.table.selectionModel().setCurrentIndex(index, flags)
        self._show_current()

    def _show_other(self) -> None:
        """Show another row; a refused text is about the one before."""
        self._revert_fields()
        self._show_current()

    def _revert_fields(self) -> None:
        for field in self.findChildren(CheckedEdit):
            field.revert()

    def _close(self) -> None:
        """Close the dialog, unless a text is refused."""
        if takes_fields(self):
            self.reject()

    def _show_restoring(self, *, restorable: bool) -> None:
        """Update the button that removes or restores the current row."""
        own = self.rows.is_own(self.current)
        self.restore.setText("&Remove" if own else "&Restore")
        self.restore.setEnabled(own or restorable)

    def _check_name(self, text: str) -> None:
        if self.current is not None:
            self.rows.check_name(self.current, text)

    def _edit_name(self) -> None:
        if self.current is not None:
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()

    def _add(self) -> None:
        """Take what was typed about the current row, unless it is refused; then add a row and ask for its name."""
        if not takes_fields(self):
            return
        for field in self.findChildren(CheckedEdit):
            field.settle()
        try:
            added = self.rows.add()
        except RulesError as error:  # there are too many
            self.name.say(error.problem)
            return
        if added:
            self._choose(self.rows.row_of(added))
            self._edit_name()

    def _restore(self) -> None:
        one, row = self.current, self.table.currentIndex().row()
        if one is not None:
            self._revert_fields()
            self.rows.restore(one)
            self._choose(row)


def add_field(form: QFormLayout, words: str, field: QWidget) -> None:
    """Add a field below its label, whose mnemonic focuses the field."""
    made = label(words)
    made.setBuddy(field)
    form.addRow(made, field)
    field.setAccessibleName(words.replace("&", ""))
