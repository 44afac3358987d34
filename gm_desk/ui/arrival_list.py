"""The list of what came from outside: a tick, a name, and in quiet words what became of it."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.roles import Index, Role
from gm_desk.ui.look import LEFT, Look, rounded, scaled, write

ROW = 2.6
BOX = 0.85
"""In heights of the font."""
MARK = ((-0.28, 0.02), (-0.08, 0.24), (0.3, -0.24))
"""The corners of a tick, from the middle of its box and in widths of it."""
TICK = Qt.ItemDataRole.CheckStateRole


class ArrivalList(QListView):
    """Show who came; arrows step, Space leaves one out; `chosen` tells which row is current."""

    chosen = Signal()

    def __init__(self, model: QAbstractItemModel, look: Look, parent: QWidget | None = None) -> None:
        """Show a model of arrivals."""
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(ArrivalDelegate(look, self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("What was read")
        for changed in (model.modelReset, model.rowsInserted):
            changed.connect(self._keep_current)

    def height_of(self, rows: int) -> int:
        """Say how high the list is with some rows."""
        return 2 * self.frameWidth() + rows * max(0, self.sizeHintForRow(0))

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit()

    def _keep_current(self) -> None:
        """Make the first row current where none is."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
        elif not self.model().rowCount():
            self.chosen.emit()


class ArrivalDelegate(QStyledItemDelegate):
    """Paint a row, and turn its tick with the mouse or Space."""

    def __init__(self, look: Look, view: QListView) -> None:
        """Paint for one list."""
        super().__init__(view)
        self._look = look
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(10, int(option.fontMetrics.height() * ROW))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        theme, em = self._look.theme, option.fontMetrics.height()
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box, theme.chosen, theme.accent if self._view.hasFocus() else theme.chosen_line)
        tick = index.data(TICK)
        if tick is not None:
            self._tick(painter, self._box(option), on=Qt.CheckState(tick) == Qt.CheckState.Checked)
        words = box.adjusted(em * 1.8, em * 0.15, -6, 0)
        upper = QRectF(words.x(), words.y(), words.width(), em * 1.2)
        ink = theme.dim if tick is None else theme.text
        write(painter, upper, index.data(Role.NAME), ink, LEFT, option.font)
        lower = upper.translated(0, em * 1.1)
        quiet = theme.warning if tick is None and not option.state & QStyle.StateFlag.State_Selected else theme.dim
        write(painter, lower, index.data(Role.DETAIL), quiet, LEFT, scaled(option.font, 0.86))
        painter.restore()

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Let a click anywhere on the left of a row turn its tick."""
        if (
            event.type() == QEvent.Type.MouseButtonRelease
            and self._clicked(event, option)
            and index.data(TICK) is not None
        ):
            on = Qt.CheckState(index.data(TICK)) == Qt.CheckState.Checked
            return model.setData(index, Qt.CheckState.Unchecked if on else Qt.CheckState.Checked, TICK)
        return super().editorEvent(event, model, option, index) if event.type() == QEvent.Type.KeyPress else False

    def _clicked(self, event: QEvent, option: QStyleOptionViewItem) -> bool:
        at = getattr(event, "position", None)
        return at is not None and at().x() < option.rect.x() + option.fontMetrics.height() * 1.8

    def _box(self, option: QStyleOptionViewItem) -> QRectF:
        em = option.fontMetrics.height()
        return QRectF(option.rect.x() + em * 0.5, option.rect.center().y() - em * BOX / 2, em * BOX, em * BOX)

    def _tick(self, painter: QPainter, box: QRectF, *, on: bool) -> None:
        theme = self._look.theme
        rounded(painter, box, theme.accent if on else theme.panel, theme.accent if on else theme.dim, 3)
        if on:
            painter.setPen(QPen(QColor(theme.on_accent), 2))
            painter.drawPolyline([box.center() + QPointF(x, y) * box.width() for x, y in MARK])
