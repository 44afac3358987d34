"""Measure what a tree of 10,000 rows would cost beside the table that the roster is; being slow fails nothing.

A tree asks its model for every open row whenever one comes or goes, and in Python each answer takes microseconds.
"""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView, QTreeView
from pytestqt.qtbot import QtBot
from typing_extensions import override

from benchmarks.figures import Figure, sized
from benchmarks.test_big_speed import CHARACTERS, FRAME_AIM
from benchmarks.test_speed import in_milliseconds, until_painted
from gm_desk.model.item_models import Index

GROUPS, TIMES = 20, sized(30, 2)
NO_CHILDREN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
NOTHING = QModelIndex()


class Groups(QAbstractItemModel):
    """As little as a tree needs: groups, and how many rows each has."""

    def __init__(self, groups: int, rows: int) -> None:
        super().__init__()
        self.rows = [rows // groups] * groups

    @override
    def index(self, row: int, column: int, parent: Index = NOTHING) -> QModelIndex:
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    @override
    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        group = index.internalId()
        return self.createIndex(group - 1, 0, 0) if group else NOTHING

    @override
    def rowCount(self, parent: Index = NOTHING) -> int:
        if not parent.isValid():
            return len(self.rows)
        return 0 if parent.internalId() else self.rows[parent.row()]

    @override
    def columnCount(self, parent: Index = NOTHING) -> int:
        return 1

    @override
    def hasChildren(self, parent: Index = NOTHING) -> bool:
        return not parent.isValid() or not parent.internalId()

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return NO_CHILDREN if index.internalId() else Qt.ItemFlag.ItemIsEnabled

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return f"Row {index.row()}" if role == Qt.ItemDataRole.DisplayRole else None

    def insert(self, group: QModelIndex) -> None:
        self.beginInsertRows(group, 0, 0)
        self.rows[group.row()] += 1
        self.endInsertRows()


def a_tree() -> QTreeView:
    tree = QTreeView()
    tree.setUniformRowHeights(True)
    tree.setHeaderHidden(True)
    return tree


@pytest.mark.parametrize(("make", "name"), [(a_tree, "tree"), (QTableView, "table")])
def test_a_row_comes_among_thousands(
    make: Callable[[], QTreeView | QTableView], name: str, qtbot: QtBot, figures: list[Figure]
) -> None:
    """Insert one row, and have it painted."""
    view: QAbstractItemView = make()
    qtbot.addWidget(view)
    model = Groups(GROUPS if name == "tree" else CHARACTERS, CHARACTERS)
    view.setModel(model)
    if isinstance(view, QTreeView):
        view.expandAll()
    view.resize(250, 800)
    view.show()

    def insert() -> None:
        if name == "tree":
            model.insert(model.index(0, 0))
        else:
            model.beginInsertRows(NOTHING, 0, 0)
            model.rows.insert(0, 0)
            model.endInsertRows()

    taken = [until_painted(insert, [view.viewport()]) for _ in range(TIMES)]
    assert model.rowCount() >= GROUPS
    figures.append(in_milliseconds(f"A row inserted among {CHARACTERS:,} of a bare {name}", taken, FRAME_AIM))
