"""The rows under the finder: the meanings of a line, with their odds at the right."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPalette
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from gm_desk.model.item_models import Index
from gm_desk.ui.theme.painting import LEFT, RIGHT, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import COMPACT, current_theme, measured

TARGET = Qt.ItemDataRole.UserRole  # object: the meaning of a row, None for a mere message
ODDS = Qt.ItemDataRole.UserRole + 1  # str: the right-aligned text
ROW, MARGIN, GAP = 1.7, 8, 20
"""The height of a row in heights of the font; the margin and the gap around its text in pixels."""
AGAINST, LEAST = " vs ", 3
"""The words before an opponent; at least this part of a row is left for who acts."""


class FinderRows(QListWidget):
    """The list of results; rows with a mere message cannot be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty list."""
        super().__init__(parent)
        self.setItemDelegate(FinderDelegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Found")
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoFillBackground(True)  # opaque with its frame, so that nothing below is painted with it
        self.viewport().setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.hide()

    def add(self, text: str, target: object, odds: str = "", *, able: bool = True) -> None:
        """Add a row; an unavailable result is listed, but cannot be chosen."""
        item = QListWidgetItem(text)
        item.setData(TARGET, target)
        item.setData(ODDS, odds)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text}, {odds}" if odds else text)
        if target is None or not able:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)

    def step(self, by: int) -> None:
        """Go to the next row that can be chosen, cyclically."""
        rows = [row for row in range(self.count()) if self.item(row).flags() & Qt.ItemFlag.ItemIsEnabled]
        if rows:
            here = rows.index(self.currentRow()) if self.currentRow() in rows else -1 if by > 0 else 0
            self.setCurrentRow(rows[(here + by) % len(rows)])

    def wanted(self) -> QSize:
        """Return the size at which every row fits."""
        items = [self.item(row) for row in range(self.count())]
        words = [width_of(self.font(), item.text()) + width_of(self.font(), item.data(ODDS)) for item in items]
        frame = 2 * self.frameWidth()
        height = self.sizeHintForRow(0) * len(items)
        return QSize(int(max(words, default=0)) + 2 * MARGIN + GAP + frame + 4, height + frame)


class FinderDelegate(QStyledItemDelegate):
    """A delegate that paints a row as plain text."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, int(option.fontMetrics.height() * ROW))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box = current_theme(), QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box.adjusted(2, 1, -2, -1), theme.chosen, radius=4)
        says, able = index.data(TARGET) is None, bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        inner = box.adjusted(MARGIN, 0, -MARGIN, 0)
        odds = index.data(ODDS)
        small = scaled(option.font, COMPACT)
        if odds:
            write(painter, inner, odds, theme.dim, RIGHT, small)
            inner.setRight(inner.right() - width_of(small, odds) - GAP / 2)
        ink = theme.warning if says else theme.text if able else theme.dim
        write(painter, inner, fitting_row(option.font, index.data(), inner.width()), ink, LEFT, option.font)


def fitting_row(font: QFont, text: str, room: float) -> str:
    """Return a row's text, in which who acts is cut short, if need be, rather than against whom."""
    acting, versus, whom = text.partition(AGAINST)
    left = max(room / LEAST, room - width_of(font, versus + whom))
    if not whom or width_of(font, text) <= room:
        return text
    return measured(font).elided(acting, Qt.TextElideMode.ElideRight, left) + versus + whom
