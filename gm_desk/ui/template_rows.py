"""The templates as a list: the shipped ones, then the user's own, each with a line that tells it from the others."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.roster import Character
from gm_desk.model.npc_edits import summary
from gm_desk.model.roles import Index, Role
from gm_desk.store.templates import Templates
from gm_desk.ui.look import LEFT, Look, rounded, scaled, write
from gm_desk.ui.sizes import COMPACT, SMALL

ROW, NAME = 1.7, 12
"""The height of a row and the room for a name, in heights of the font."""
TEMPLATE = Role.ID
SHIPPED, OWN = "Shipped", "Your own"


class TemplateRows(QListWidget):
    """List templates under two headings; one is always chosen while there is any."""

    def __init__(self, look: Look, templates: Templates, parent: QWidget | None = None) -> None:
        """List all."""
        super().__init__(parent)
        self._templates = templates
        self.setAccessibleName("Templates")
        self.setItemDelegate(_RowDelegate(look, self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.show_matching("")

    def chosen(self) -> Character | None:
        """Give the template that is chosen, if any."""
        item = self.currentItem()
        template = item.data(TEMPLATE) if item is not None else None
        return template if isinstance(template, Character) else None

    def show_matching(self, text: str) -> None:
        """List the templates that have every word, and choose the first unless the chosen one is among them."""
        before, words = self.chosen(), text.casefold().split()
        self.blockSignals(True)
        self.clear()
        for title, several in ((SHIPPED, self._templates.shipped), (OWN, self._templates.own)):
            shown = [one for one in several if all(word in _words(one) for word in words)]
            if shown:
                self._add(title, "", None)
            for one in shown:
                self._add(one.name, summary(one), one)
        self.blockSignals(False)
        rows = self._rows()
        self.setCurrentRow(
            next((row for row in rows if self.item(row).data(TEMPLATE) is before), rows[0] if rows else -1)
        )
        self.currentItemChanged.emit(self.currentItem(), None)

    def step(self, by: int) -> None:
        """Choose the next template, past the headings, as far as there is one."""
        beyond = [row for row in self._rows() if (row - self.currentRow()) * by > 0]
        if beyond:
            self.setCurrentRow(min(beyond, key=lambda row: abs(row - self.currentRow())))

    def _rows(self) -> list[int]:
        return [row for row in range(self.count()) if self.item(row).data(TEMPLATE) is not None]

    def _add(self, name: str, detail: str, template: Character | None) -> None:
        item = QListWidgetItem(name)
        item.setData(TEMPLATE, template)
        item.setData(Role.NAME, name)
        item.setData(Role.DETAIL, detail)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {detail}" if detail else name)
        if template is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)


class _RowDelegate(QStyledItemDelegate):
    """Paint a template's name and line, or a heading."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, int(option.fontMetrics.height() * ROW))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box, em = self._look.theme, QRectF(option.rect), option.fontMetrics.height()
        if index.data(TEMPLATE) is None:
            write(
                painter, box.adjusted(8, 0, -8, 0), index.data(Role.NAME), theme.dim, LEFT, scaled(option.font, SMALL)
            )
            return
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box.adjusted(2, 1, -2, -1), theme.chosen, theme.chosen_line)
        inner = box.adjusted(8, 0, -8, 0)
        name = QRectF(inner.x(), inner.y(), min(em * NAME, inner.width()) - 8, inner.height())
        write(painter, name, index.data(Role.NAME), theme.text, LEFT, option.font)
        small = scaled(option.font, COMPACT)
        write(painter, inner.adjusted(em * NAME, 0, 0, 0), index.data(Role.DETAIL), theme.dim, LEFT, small)


def _words(template: Character) -> str:
    """Give what the filter looks into."""
    return " ".join((template.name, template.concept, *template.tags, summary(template))).casefold()
