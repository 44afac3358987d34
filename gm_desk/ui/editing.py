"""Editing in place, wherever it can be."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView

from gm_desk.model.roles import Index


def edit_at(view: QAbstractItemView, index: Index) -> None:
    """Edit a cell, unless there is none, it cannot be edited, or is being edited already."""
    if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable and view.indexWidget(index) is None:
        view.edit(index)
