"""A bare Qt window that does as much as a roll or a modifier needs, in Python, and nothing else.

Its widgets are Qt's own with nothing overridden: labels, buttons, a slider, a bar, and a table as wide as the log. What
a change costs here is what Qt and the disk take in any case.
"""

import sqlite3
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QSlider,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.item_models import Index
from gm_desk.model.log.cells import LogColumn

NOTHING = QModelIndex()
SHOWN = 9
"""How many rows are in sight, as in the log of a window of the same size."""
BYTES = 1_000
"""About as many as the row of a roll has."""


class TwinRows(QAbstractTableModel):
    """Rows of words, the newest on top, each on disk before it is shown."""

    def __init__(self, path: Path, parent: QObject) -> None:
        """Begin without rows, in a journal that is as durable as the program's."""
        super().__init__(parent)
        self._rows: list[tuple[str, ...]] = []
        self._disk = sqlite3.connect(path, isolation_level=None)
        for setting in ("journal_mode = WAL", "synchronous = FULL"):
            self._disk.execute(f"PRAGMA {setting}")
        self._disk.execute("CREATE TABLE entry(number INTEGER PRIMARY KEY, what TEXT NOT NULL)")

    @override
    def rowCount(self, parent: Index = NOTHING) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = NOTHING) -> int:
        return 0 if parent.isValid() else len(LogColumn)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self._rows[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None

    def add(self, number: int) -> None:
        """Write a row, and show it above the others."""
        self._disk.execute("INSERT INTO entry(what) VALUES (?)", [f"{number:{BYTES}}"])
        self.beginInsertRows(NOTHING, 0, 0)
        self._rows.insert(0, tuple(f"{column.name} {number}" for column in LogColumn))
        self.endInsertRows()

    def close(self) -> None:
        """Close the journal."""
        self._disk.close()


class Twin(QWidget):
    """A table beside what composes a test: each change shows other words, another net and other odds."""

    def __init__(self, path: Path) -> None:
        """Lay out the widgets."""
        super().__init__()
        self._count = 0
        self.rows = TwinRows(path, self)
        self.table = QTableView()
        self.table.setModel(self.rows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setFixedHeight(SHOWN * self.table.verticalHeader().defaultSectionSize())
        self._labels = [QLabel() for _ in range(6)]
        self._chips = [QPushButton(f"Smoke {number}") for number in range(3)]
        self.net = QSlider(Qt.Orientation.Horizontal)
        self.net.setRange(-60, 60)
        self.odds = QProgressBar()
        self._after = [QPushButton() for _ in range(3)]
        column = QVBoxLayout()
        for widget in (*self._labels[:2], self.net, *self._labels[2:4], self.odds, QPushButton("Roll")):
            column.addWidget(widget)
            if widget is self._labels[1]:
                column.addLayout(_row(self._chips))
        column.addWidget(self._labels[4])
        column.addLayout(_row(self._after))
        column.addWidget(self._labels[5])
        both = QHBoxLayout(self)
        both.addWidget(self.table, 3, Qt.AlignmentFlag.AlignBottom)
        both.addLayout(column, 1)

    def change_modifier(self) -> None:
        """Show or hide a chip, and show another net with its odds."""
        self._count += 1
        self._chips[-1].setVisible(bool(self._count % 2))
        for label in self._labels[:4]:
            label.setText(f"Target {self._count}")
        self.net.setValue(self._count % 120 - 60)
        self.odds.setValue(self._count % 100)

    def roll(self) -> None:
        """Write a row onto the disk and show it, with its verdict and what can be done about it."""
        self.rows.add(self._count)
        self.change_modifier()
        for label in self._labels[4:]:
            label.setText(f"Verdict {self._count}")
        for button in self._after:
            button.setText(f"Choice {self._count}")


def _row(widgets: "list[QPushButton]") -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row
