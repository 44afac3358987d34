"""The rows under the finder: what a line means, and at the right what that is worth."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from gm_desk.model.roles import Index
from gm_desk.ui.look import LEFT, RIGHT, Look, rounded, scaled, width_of, write
from gm_desk.ui.sizes import COMPACT

TARGET = Qt.ItemDataRole.UserRole  # object: what a row stands for, None where it only says something
ODDS = Qt.ItemDataRole.UserRole + 1  # str: what is written at the right
ROW, MARGIN, GAP = 1.7, 8, 20
"""The height of a row in heights of the font, and what lies around its words."""


class FinderRows(QListWidget):
    """List what was found; rows that only say something cannot be chosen."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """List nothing yet."""
        super().__init__(parent)
        self.setItemDelegate(_RowDelegate(look, self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Found")
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()

    def add(self, text: str, target: object, odds: str = "") -> None:
        """Add a row."""
        item = QListWidgetItem(text)
        item.setData(TARGET, target)
        item.setData(ODDS, odds)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text}, {odds}" if odds else text)
        if target is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)

    def step(self, by: int) -> None:
        """Go to the next row that can be chosen, round and round."""
        rows = [row for row in range(self.count()) if self.item(row).data(TARGET) is not None]
        if rows:
            here = rows.index(self.currentRow()) if self.currentRow() in rows else -1 if by > 0 else 0
            self.setCurrentRow(rows[(here + by) % len(rows)])

    def wanted(self) -> QSize:
        """Give the size at which every row is whole."""
        items = [self.item(row) for row in range(self.count())]
        words = [width_of(self.font(), item.text()) + width_of(self.font(), item.data(ODDS)) for item in items]
        frame = 2 * self.frameWidth()
        height = self.sizeHintForRow(0) * len(items)
        return QSize(int(max(words, default=0)) + 2 * MARGIN + GAP + frame + 4, height + frame)


class _RowDelegate(QStyledItemDelegate):
    """Paint a row as plain text."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, int(option.fontMetrics.height() * ROW))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box = self._look.theme, QRectF(option.rect)
        painter.fillRect(box, QColor(theme.raised))
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box.adjusted(2, 1, -2, -1), theme.chosen, radius=4)
        says = index.data(TARGET) is None
        inner = box.adjusted(MARGIN, 0, -MARGIN, 0)
        odds = index.data(ODDS)
        small = scaled(option.font, COMPACT)
        if odds:
            write(painter, inner, odds, theme.dim, RIGHT, small)
            inner.setRight(inner.right() - width_of(small, odds) - GAP / 2)
        write(painter, inner, index.data(), theme.warning if says else theme.text, LEFT, option.font)
