from collections.abc import Hashable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QAbstractListModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from typing_extensions import override

from gm_desk.model.item_models import MOST_RUNS, Index, RowChanges

ROWS = st.lists(st.integers(0, 120), unique=True, max_size=100)


class Numbers(QAbstractListModel):
    """Rows that are numbers, and what a view hears of them."""

    def __init__(self, rows: list[int]) -> None:
        super().__init__()
        self.rows = [*rows]
        self.keys: list[Hashable] = [*map(str, rows)]
        self.heard: list[tuple[Any, ...]] = []
        self.rowsInserted.connect(lambda _, first, last: self.heard.append(("in", first, last)))
        self.rowsRemoved.connect(lambda _, first, last: self.heard.append(("out", first, last)))
        self.rowsMoved.connect(lambda _, first, last, __, to: self.heard.append(("moved", first, last, to)))
        self.layoutChanged.connect(lambda: self.heard.append(("sorted",)))
        self.modelReset.connect(lambda: self.heard.append(("reset",)))

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.rows[index.row()] if role == Qt.ItemDataRole.DisplayRole else None

    def become(self, wanted: list[int]) -> None:
        keys: list[Hashable] = [*map(str, wanted)]
        RowChanges[int](self, self.rows, self.keys, lambda: None).become(wanted, keys)


@given(before=ROWS, after=ROWS)
def test_whatever_becomes_of_the_rows_each_that_stays_keeps_its_place_in_a_selection(
    before: list[int], after: list[int]
) -> None:
    model = Numbers(before)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    chosen = QItemSelectionModel(model)
    for row in range(0, len(before), 3):
        chosen.select(model.index(row), QItemSelectionModel.SelectionFlag.Select)
    held = {number: QPersistentModelIndex(model.index(row)) for row, number in enumerate(before)}
    model.become(after)
    assert model.rows == after
    assert model.keys == [*map(str, after)]
    assert {number: index.row() for number, index in held.items()} == {
        number: after.index(number) if number in after else -1 for number in before
    }
    still = [number for number in before[::3] if number in after]
    assert sorted(index.data() for index in chosen.selectedIndexes()) == sorted(still)
    assert ("reset",) not in model.heard
    tester.deleteLater()


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        ([1, 2, 3], [1, 2, 3], []),
        ([1, 2, 3], [1, 3], [("out", 1, 1)]),
        ([1, 2], [1, 8, 9, 2], [("in", 1, 2)]),
        ([1, 2, 3, 4, 5], [1, 4, 5, 2, 3], [("moved", 3, 4, 1)]),
        ([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5], [("sorted",)]),
        ([1, 2, 3], [3, 4, 1], [("out", 1, 1), ("moved", 1, 1, 0), ("in", 1, 1)]),
    ],
)
def test_a_view_hears_of_rows_that_come_go_and_move_and_of_nothing_else(
    before: list[int], after: list[int], heard: list[tuple[Any, ...]]
) -> None:
    model = Numbers(before)
    model.become(after)
    assert (model.rows, model.heard) == (after, heard)


def test_very_many_runs_go_in_one_step_at_the_end() -> None:
    before = [*range(4 * MOST_RUNS)]
    model = Numbers(before)
    model.become(before[::2])
    assert model.heard == [("sorted",), ("out", 2 * MOST_RUNS, 4 * MOST_RUNS - 1)]
    model.become(before)
    assert model.heard[2:] == [("in", 2 * MOST_RUNS, 4 * MOST_RUNS - 1), ("sorted",)]
