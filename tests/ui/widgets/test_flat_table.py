"""Tables without a grid: which rows are painted when rows come, and that the picture is right."""

from collections.abc import Callable
from itertools import product

import pytest
from PySide6.QtCore import QAbstractItemModel, QRectF, QStringListModel, Qt
from PySide6.QtGui import QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QLabel, QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.model.item_models import Index
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.widgets.flat_table import FlatTable, RowDelegate

ROWS = 30


class WordsDelegate(RowDelegate):
    """Paints the words of each cell, and counts them."""

    def __init__(self, view: FlatTable) -> None:
        super().__init__(view)
        self.painted: list[str] = []

    @override
    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        self.painted.append(index.data())
        painter.drawText(box, index.data())


class Painted(FlatTable):
    """A table of words."""

    def __init__(self, model: QAbstractItemModel) -> None:
        super().__init__(model, 1.85)
        self.delegate = WordsDelegate(self)
        self.setItemDelegate(self.delegate)
        self.horizontalHeader().setStretchLastSection(True)
        self.setVerticalScrollMode(FlatTable.ScrollMode.ScrollPerPixel)
        self.resize(300, 200)

    def seen(self) -> QImage:
        """Return what is on the screen."""
        return self.screen().grabWindow(self.winId()).toImage()

    def settle(self) -> None:
        for _ in range(3):
            QApplication.processEvents()

    def drawn_anew(self) -> QImage:
        self.viewport().update()
        self.settle()
        return self.seen()


class Words(Painted):
    """A table of one column, to which rows come."""

    def __init__(self) -> None:
        self.words = QStringListModel([f"row {number}" for number in range(ROWS)])
        super().__init__(self.words)

    def insert(self, row: int, *words: str) -> None:
        self.words.insertRows(row, len(words))
        for place, word in enumerate(words, row):
            self.words.setData(self.words.index(place), word)


@pytest.fixture(params=["dark", "contrast"])
def table(qtbot: QtBot, appearance: Appearance, request: pytest.FixtureRequest) -> Words:
    """Return a table that is painted, in a theme with a thin mark of the current row, and with a thick one."""
    appearance.choose(request.param)
    made = Words()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.settle()
    made.delegate.painted.clear()
    return made


def change(table: Words, row: int, word: str) -> bool:
    return table.words.setData(table.words.index(row), word)


@pytest.mark.parametrize(
    ("happens", "painted"),
    [
        (lambda table: table.insert(0, "new"), {"new"}),
        (lambda table: table.insert(2, "new", "newer"), {"new", "newer"}),
        (lambda table: (table.insert(1, "old"), table.insert(1, "new")), {"new", "old"}),
        (lambda table: (table.insert(1, "new"), change(table, 0, "first")), {"new", "first"}),
        (
            lambda table: (table.insert(1, "new"), change(table, 4, "four"), table.insert(1, "newer")),
            {"new", "newer", "four"},
        ),
        (lambda table: table.insert(ROWS, "last"), set()),
    ],
)
def test_only_new_and_changed_rows_are_painted_when_rows_come(
    happens: Callable[[Words], object], painted: set[str], table: Words
) -> None:
    happens(table)
    table.settle()
    assert set(table.delegate.painted) == painted
    seen = table.seen()
    assert seen == table.drawn_anew()


def test_a_row_that_comes_leaves_the_marks_of_the_current_row_where_they_belong(table: Words) -> None:
    table.setFocus()
    table.setCurrentIndex(table.words.index(1, 0))
    table.settle()
    table.insert(1, "new")
    table.settle()
    assert table.currentIndex().data() == "row 1"
    seen = table.seen()
    assert seen == table.drawn_anew()


def test_where_cells_are_selected_the_mark_of_the_current_row_moves_as_a_whole(qtbot: QtBot) -> None:
    model = QStandardItemModel(4, 3)
    for row, column in product(range(4), range(3)):
        model.setItem(row, column, QStandardItem(f"{row}, {column}"))
    cells = Painted(model)
    qtbot.addWidget(cells)
    cells.setSelectionBehavior(FlatTable.SelectionBehavior.SelectItems)
    with qtbot.waitExposed(cells):
        cells.show()
    cells.setFocus()
    for row in (1, 2, 0):
        cells.setCurrentIndex(model.index(row, 1))
        cells.settle()
        seen = cells.seen()
        assert seen == cells.drawn_anew()


@pytest.mark.parametrize(
    "happens",
    [
        lambda table: (table.insert(1, "new"), table.words.removeRows(4, 1)),
        lambda table: (table.words.removeRows(4, 1), table.insert(1, "new")),
        lambda table: (table.insert(1, "new"), table.insert(5, "other")),
        lambda table: (change(table, 0, "first"), table.insert(1, "new")),
        lambda table: (table.insert(1, "new"), [change(table, row, "other") for row in range(3)]),
        lambda table: (table.insert(1, "new"), table.words.sort(0, Qt.SortOrder.DescendingOrder)),
        lambda table: (table.insert(1, "new"), table.resize(310, 200)),
        lambda table: (table.insert(1, "new"), table.verticalScrollBar().setValue(40)),
        lambda table: (table.verticalScrollBar().setValue(40), table.insert(1, "new")),
        lambda table: (table.insert(1, "new"), table.words.setStringList(["one", "two"])),
        lambda table: (table.setIndexWidget(table.words.index(3), QLabel("inside")), table.insert(1, "new")),
        lambda table: (table.words.setStringList(["one"]), table.insert(0, "new")),
        lambda table: (table.hide(), table.insert(1, "new"), table.show()),
    ],
)
def test_whatever_else_happens_with_rows_that_come_the_picture_is_right(
    happens: Callable[[Words], object], table: Words
) -> None:
    happens(table)
    table.settle()
    seen = table.seen()
    assert seen == table.drawn_anew()
