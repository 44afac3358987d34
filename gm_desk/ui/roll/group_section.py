"""The group that rolls: its mode, and a table of each member's test and result."""

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHBoxLayout,
    QHeaderView,
    QSizePolicy,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.drafts.group_roll import GroupMode
from gm_desk.core.wording.phrases import one_line, tip_of
from gm_desk.model.item_models import Index
from gm_desk.model.roll.group_roll import FACES, GRADE, REFUSED, GroupColumn, GroupModel
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import LEFT, RIGHT, dice_width, paint_dice, scaled, write
from gm_desk.ui.theme.theme import COMPACT, SMALL, TIGHT, current_theme
from gm_desk.ui.theme.verdict_pills import paint_pill, verdict_width
from gm_desk.ui.widgets.buttons import Segment
from gm_desk.ui.widgets.flat_table import FlatTable, RowDelegate
from gm_desk.ui.widgets.labels import ElidedLabel

ROW = 1.6
LEAST_ROWS, FEW_ROWS = 6, 3
"""The least number of rows that are shown, and where there is little room."""
WIDTHS = {
    GroupColumn.BASE: 2.4,
    GroupColumn.TARGET: 5.0,
    GroupColumn.CHANCE: 3.4,
    GroupColumn.DICE: 3.2,
    GroupColumn.VERDICT: 11.6,
}
"""In heights of the font; the column of names takes the rest."""
BEFORE = {GroupColumn.WHO, GroupColumn.BASE, GroupColumn.TARGET, GroupColumn.CHANCE}
AFTER = {GroupColumn.WHO, GroupColumn.TARGET, GroupColumn.DICE, GroupColumn.VERDICT}
LEAST_NAME, SHORT_NAME = 5.5, 4.5
"""The least width of the names beside another column, and beside the dice of an open roll, in heights of the font."""
VERDICT_SHARE = 0.52
WAYS = {
    GroupMode.EACH: ("Each", "Each of them rolls"),
    GroupMode.HIGHEST: ("Highest", "One rolls for all: whoever has the highest skill"),
    GroupMode.LOWEST: ("Lowest", "One rolls for all: whoever has the lowest skill, when the group is a hindrance"),
}


class GroupDelegate(RowDelegate):
    """The delegate of the group table: paints dice, verdict pills, and across the row why a member cannot roll."""

    @override
    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        theme, font = current_theme(), scaled(option.font, COMPACT)
        text, refused = index.data(Qt.ItemDataRole.DisplayRole), index.data(REFUSED)
        if refused:
            write(painter, box, f"{text}: {refused}", theme.dim, LEFT, font)
            return
        match index.column():
            case GroupColumn.WHO:  # the numbers that distinguish members of a swarm are at the end
                text = QFontMetricsF(font).elidedText(one_line(text), Qt.TextElideMode.ElideMiddle, box.width())
                write(painter, box, text, theme.text, LEFT, font)
            case GroupColumn.DICE:
                paint_dice(painter, box, index.data(FACES))
            case GroupColumn.VERDICT if index.data(GRADE) is not None:
                paint_pill(painter, box, index.data(GRADE), text)
            case GroupColumn.CHANCE:
                write(painter, box, text, theme.text, RIGHT, scaled(option.font, COMPACT, bold=True))
            case _:
                write(painter, box, text, theme.dim, RIGHT, font)


class GroupHeader(QHeaderView):
    """The header of the group table, in muted text."""

    def __init__(self, view: QTableView) -> None:
        """Attach to a view."""
        super().__init__(Qt.Orientation.Horizontal, view)
        self.setMinimumSectionSize(8)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    @override
    def sizeHint(self) -> QSize:
        return QSize(0, int(self.fontMetrics().height() * 1.2))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        words = self.model().headerData(logicalIndex, self.orientation())
        align = LEFT if logicalIndex in {GroupColumn.WHO, GroupColumn.DICE, GroupColumn.VERDICT} else RIGHT
        box = QRectF(rect).adjusted(2, 0, -2, 0)
        write(painter, box, words, current_theme().dim, align, scaled(self.font(), SMALL))


class GroupView(FlatTable):
    """The table of the group; a rolled row can be opened in the test pane."""

    def __init__(self, model: GroupModel, parent: QWidget | None = None) -> None:
        """Show a group model."""
        super().__init__(model, ROW, parent)
        self._shown = model
        self._least, self._low = LEAST_ROWS, False
        self.setObjectName("groupView")
        self.setAccessibleName("Group")
        self.setItemDelegate(GroupDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setHorizontalHeader(GroupHeader(self))
        model.rows_changed.connect(self._update_spans)

    @override
    def fit(self) -> None:
        """Fit the columns to the width and show those that have content; limit the height to the rows."""
        em, width = self.fontMetrics().height(), self.viewport().width()
        shown = AFTER if self._shown.rolled else BEFORE
        if width < (LEAST_NAME + sum(WIDTHS.get(column, 0) for column in shown)) * em:
            shown = shown - {GroupColumn.TARGET if self._shown.rolled else GroupColumn.BASE}
        room = {column: int(WIDTHS[column] * em) for column in shown if column in WIDTHS}
        if GroupColumn.VERDICT in room:
            most = min(room[GroupColumn.VERDICT], int(width * VERDICT_SHARE))
            room[GroupColumn.VERDICT] = min(most, self._verdict_width())
            left = width - sum(room.values()) + room[GroupColumn.DICE] - int(SHORT_NAME * em)
            room[GroupColumn.DICE] = max(room[GroupColumn.DICE], min(left, self._dice_width()))
        for column in GroupColumn:
            self.setColumnHidden(column, column not in shown)
            self.setColumnWidth(column, room.get(column, 0))
        self.setColumnWidth(GroupColumn.WHO, max(em, width - sum(room.values())))
        self.setMaximumHeight(self._height(self._shown.rowCount()))
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.minimumSizeHint().height() if self._low else self._height(self._shown.rowCount()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._height(min(self._least, self._shown.rowCount())))

    def spare_rows(self, spare: bool) -> None:
        """Ask for room for a few rows, or for more."""
        least = FEW_ROWS if spare else LEAST_ROWS
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def set_low(self, low: bool) -> None:
        """Ask for no more than the least height, or for that of all rows."""
        if low != self._low:
            self._low = low
            self.updateGeometry()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def _verdict_width(self) -> int:
        """Return the width of the widest verdict; the names take what shorter ones leave."""
        model, rows = self._shown, range(self._shown.rowCount())
        texts = {str(model.index(row, GroupColumn.VERDICT).data() or "") for row in rows}
        return int(max((verdict_width(self.font(), text) for text in texts), default=0)) + 2 * TIGHT

    def _dice_width(self) -> int:
        """Return the width of the most dice, since an open roll has more than others."""
        model, rows = self._shown, range(self._shown.rowCount())
        faces = (model.index(row, GroupColumn.DICE).data(FACES) or () for row in rows)
        return int(max((dice_width(self.font(), each) for each in faces), default=0)) + 2 * TIGHT

    def _update_spans(self) -> None:
        """Span the rows of members who cannot roll, and scroll to the best result."""
        self.clearSpans()
        for row in range(self._shown.rowCount()):
            if self._shown.index(row, GroupColumn.WHO).data(REFUSED):
                self.setSpan(row, GroupColumn.WHO, 1, len(GroupColumn))
        self.fit()
        if self._shown.rolled:
            self.scrollToTop()

    def _height(self, rows: int) -> int:
        return rows * self.row_height + self.horizontalHeader().sizeHint().height() + 2


class GroupSection(QWidget):
    """The mode and table of the group that rolls; hidden unless several characters are selected.

    `covering_changed` carries whether the table replaces the odds of a single character, `together_changed` a text for
    who rolls.
    """

    covering_changed = Signal(bool)
    together_changed = Signal(str)

    def __init__(self, document: RosterDocument, rolling: Rolling, parent: QWidget | None = None) -> None:
        """Observe a group."""
        super().__init__(parent)
        self.setObjectName("group")
        self._rolling, self._group = rolling, rolling.group
        self.model = GroupModel(document, rolling.group, self)
        self.view = GroupView(self.model)
        self._title = ElidedLabel(bold=True)
        self._title.setObjectName("groupName")
        self.ways = {way: Segment(name, self, quiet=True) for way, (name, _) in WAYS.items()}
        self._lay_out()
        self.view.clicked.connect(self._look_at)
        self.view.activated.connect(self._look_at)
        self._group.changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        column, top = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(top)
        top.setSpacing(0)
        top.addWidget(self._title, 1)
        buttons = QButtonGroup(self)
        for place, (way, button) in enumerate(self.ways.items()):
            button.first, button.last = place == 0, place == len(WAYS) - 1
            button.setToolTip(tip_of(WAYS[way][1]))
            button.setAccessibleName(WAYS[way][1])
            buttons.addButton(button, place)
            top.addWidget(button)
        buttons.idClicked.connect(self._choose)
        column.addWidget(self.view, 1)

    def spare_rows(self, spare: bool) -> None:
        """Ask for room for a few members, or for more."""
        self.view.spare_rows(spare)

    def _choose(self, place: int) -> None:
        self._group.choose(list(WAYS)[place])

    def _look_at(self, index: QModelIndex) -> None:
        entry = self.model.entry(index)
        if entry is not None:
            self._rolling.recent.look_at(entry)

    def refresh(self) -> None:
        """Update from the group."""
        group = self._group
        self.setVisible(group.active)
        self.view.setVisible(group.each)
        count = f"{len(group.ids)} characters"
        self.covering_changed.emit(group.each)
        self.together_changed.emit(count if group.each else "")
        self.ways[group.way].setChecked(True)
        self._title.setText(f"Group of {len(group.ids)}")
