"""The details of a roll while nothing else is set to show them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from gm_desk.model.log_line import Column
from gm_desk.model.log_model import LogModel
from gm_desk.ui.labels import label, wrapped


class PlainDetails:
    """Say the whole of a line in words."""

    def __init__(self, model: LogModel) -> None:
        """Say what a log model says."""
        self._model = model

    def of(self, entry_id: str) -> QWidget:
        """Make what says it for one roll."""
        row = self._model.row_of(entry_id)
        cells = [] if row is None else [self._model.index(row, column) for column in Column]
        words = (cell.data(Qt.ItemDataRole.AccessibleTextRole) for cell in cells)
        made = wrapped(label(" · ".join(filter(None, words))))
        made.setContentsMargins(made.fontMetrics().height(), 4, 4, 6)
        return made
