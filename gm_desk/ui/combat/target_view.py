"""The table of the targets of one roll, whose cells are typed or chosen from a list."""

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import one_line
from gm_desk.model.combat.target_table import CHOICES, NUMBERS, TargetColumn, TargetTable
from gm_desk.model.item_models import Index
from gm_desk.ui.card.lists import is_digit
from gm_desk.ui.theme.painting import LEFT, RIGHT, scaled, width_of, write
from gm_desk.ui.theme.theme import COMPACT, current_theme
from gm_desk.ui.widgets.dialogs import takes_fields
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flat_table import FlatTable, RowDelegate

ROW = 1.8
LEAST_ROWS, MOST_ROWS = 5, 14
WIDTHS = {
    TargetColumn.DEFENCE: 7.6,
    TargetColumn.NET: 3.2,
    TargetColumn.DICE: 3.6,
    TargetColumn.VERDICT: 10.6,
    TargetColumn.HIT: 5.4,
    TargetColumn.WHERE: 4.6,
    TargetColumn.DAMAGE: 4.4,
    TargetColumn.ARMOR: 5.6,
    TargetColumn.THROUGH: 4.4,
    TargetColumn.WOUNDS: 4.2,
}
"""In heights of the font; the column of names takes the rest."""
NARROW = {
    TargetColumn.DEFENCE: 6.5,
    TargetColumn.NET: 2.5,
    TargetColumn.DICE: 2.5,
    TargetColumn.VERDICT: 2.6,
    TargetColumn.HIT: 2.7,
    TargetColumn.WHERE: 3.4,
    TargetColumn.DAMAGE: 3.8,
    TargetColumn.ARMOR: 3.9,
    TargetColumn.THROUGH: 3.7,
    TargetColumn.WOUNDS: 3.8,
}
"""The least widths, with which verdicts are elided; they do not depend on the texts, so that dice move no column."""
LEAST_NAME, NARROW_NAME = 8.0, 6.0
SMALLEST, SMALLER = 0.5, 0.05
"""The least that the text is scaled by if the columns do not fit otherwise, as with large text, and the steps."""
DIM = {TargetColumn.VERDICT, TargetColumn.WOUNDS}
"""The columns of what follows from the others."""


class ChoiceEdit(QComboBox):
    """A list in a cell; `chosen` carries the widget itself."""

    chosen = Signal(object)

    def __init__(self, choices: Sequence[tuple[str, object]], parent: QWidget) -> None:
        """Create the list."""
        super().__init__(parent)
        for text, key in choices:
            self.addItem(text, key)
        self.activated.connect(self._emit)

    def _emit(self) -> None:
        self.chosen.emit(self)


class TargetDelegate(RowDelegate):
    """A delegate that paints the cells, and edits them in checked fields or lists."""

    @override
    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        theme, column = current_theme(), TargetColumn(index.column())
        text = one_line(str(index.data(Qt.ItemDataRole.DisplayRole) or ""))
        font = scaled(option.font, COMPACT, bold=column == TargetColumn.THROUGH)
        colour = theme.dim if column in DIM else theme.text
        write(painter, box.adjusted(4, 0, -4, 0), text, colour, RIGHT if column in NUMBERS else LEFT, font)

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        model, choices = index.model(), index.data(CHOICES)
        if choices is not None:
            box = ChoiceEdit(choices, parent)
            box.chosen.connect(self._finish)
            return box
        check = partial(model.check, index.row(), index.column()) if isinstance(model, TargetTable) else _anything
        editor = CheckedEdit(check, parent)
        editor.setAccessibleName(str(model.headerData(index.column(), Qt.Orientation.Horizontal)))
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        text = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if isinstance(editor, CheckedEdit):
            editor.store(text)
            editor.selectAll()
        elif isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findText(text)))
            editor.showPopup()

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        elif isinstance(editor, CheckedEdit) and editor.text() != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, editor.text())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a refused text in its cell, also when the focus leaves it; show why on Enter or Tab."""
        keys = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab}
        if isinstance(watched, CheckedEdit) and not watched.hasAcceptableInput():
            if event.type() == QEvent.Type.FocusOut:
                return False
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in keys:
                watched.refuse()
                return True
        return super().eventFilter(watched, event)

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        super().updateEditorGeometry(editor, option, index)
        if isinstance(editor, QComboBox):
            editor.setMinimumWidth(max(option.rect.width(), editor.minimumSizeHint().width()))

    def _finish(self, editor: QWidget) -> None:
        """Take the choice, and return the focus to the table, so that Enter goes on."""
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)
        view = self.parent()
        if isinstance(view, QWidget):
            view.setFocus(Qt.FocusReason.OtherFocusReason)


class TargetView(FlatTable):
    """The table of targets; Delete requests to remove the current one, and Enter, outside an editor, to go on.

    `outgrown` is emitted when its rows or columns need another size, `name_begun` with a letter typed on a name.
    """

    removal_requested = Signal(int)
    went_on = Signal()
    name_begun = Signal(str)
    outgrown = Signal()

    def __init__(self, model: TargetTable, parent: QWidget | None = None) -> None:
        """Show the targets."""
        super().__init__(model, ROW, parent)
        self._table = model
        self._hint = QSize()
        self.setObjectName("targets")
        self.setAccessibleName("Targets")
        self.setItemDelegate(TargetDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(8)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for change in (model.rowsInserted, model.rowsRemoved, model.dataChanged):
            change.connect(self.fit)
        self.fit()

    @override
    def fit(self) -> None:
        """Show the columns that apply, in smaller text if they do not fit, and give the rest of the width to names."""
        shown, room = self._table.shown, self.viewport().width()
        self._scale(room, shown)
        em = self.fontMetrics().height()
        given = share_of(room / em, shown)
        widths = {one: int(em * (NARROW[one] + given * (WIDTHS[one] - NARROW[one]))) for one in shown if one in WIDTHS}
        for column in TargetColumn:
            self.setColumnHidden(column, column not in shown)
            self.setColumnWidth(column, widths.get(column, 0))
        least = NARROW_NAME + given * (LEAST_NAME - NARROW_NAME)
        self.setColumnWidth(TargetColumn.WHO, max(int(em * least), room - sum(widths.values())))
        self._scale_headings(shown)
        hint = self.sizeHint()
        if hint != self._hint:
            self._hint = hint
            self.updateGeometry()
            self.outgrown.emit()

    def _scale(self, room: int, shown: Iterable[TargetColumn]) -> None:
        """Make the text smaller than that of the dialog if the least widths need more room than there is."""
        parent = self.parentWidget()
        if parent is None or room < 0:
            return
        ems, factor, font = NARROW_NAME + sum(NARROW[one] for one in shown if one in NARROW), 1.0, parent.font()
        while factor > SMALLEST and QFontMetrics(font).height() * ems > room:
            factor -= SMALLER
            font = scaled(parent.font(), factor)
        if font.pointSizeF() != self.font().pointSizeF():
            self.setFont(font)

    def _scale_headings(self, shown: Iterable[TargetColumn]) -> None:
        """Make the headings as small as the narrowest column needs, which would cut its own off."""
        header, font = self.horizontalHeader(), scaled(self.font(), COMPACT)
        margins = 2 * header.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, None, header)
        words = {one: str(self._table.headerData(one, Qt.Orientation.Horizontal)) for one in shown}
        fit = ((self.columnWidth(one) - margins - 1) / width_of(font, text) for one, text in words.items() if text)
        font = scaled(font, max(SMALLEST, min(1.0, *fit)))
        if font.pointSizeF() != header.font().pointSizeF():
            header.setFont(font)

    @override
    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        rows = max(LEAST_ROWS, min(MOST_ROWS, self._table.rowCount() + 1))
        wide = LEAST_NAME + sum(width for column, width in WIDTHS.items() if column in self._table.shown)
        return QSize(int(em * wide) + em * 2, rows * self.row_height + self.horizontalHeader().height() + em)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Stay in a cell whose text is refused."""
        if takes_fields(self):
            super().mousePressEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if is_digit(event) and not self._table.flags(self.currentIndex()) & Qt.ItemFlag.ItemIsEditable:
            self.setCurrentIndex(self._table.index(max(0, row), TargetColumn.DICE))
        editable = bool(self._table.flags(self.currentIndex()) & Qt.ItemFlag.ItemIsEditable)
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if plain and event.text().isalpha() and not editable:
            self.name_begun.emit(event.text())
        elif event.key() == Qt.Key.Key_Delete and row >= 0:
            self.removal_requested.emit(row)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.state() != QAbstractItemView.State.EditingState:  # otherwise the editor has ignored the key
                self.went_on.emit()
        else:
            super().keyPressEvent(event)


def share_of(room: float, shown: Iterable[TargetColumn]) -> float:
    """Return how much of the room between the least and the full widths of columns there is, from 0 to 1."""
    columns = [one for one in shown if one in WIDTHS]
    least = NARROW_NAME + sum(NARROW[one] for one in columns)
    full = LEAST_NAME + sum(WIDTHS[one] for one in columns)
    return min(1.0, max(0.0, (room - least) / (full - least)))


def _anything(_text: str) -> None:
    """Accept any text."""
