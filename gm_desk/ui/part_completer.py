"""Completion of the last part of a line whose parts are parted by commas."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit
from typing_extensions import override

from gm_desk.core.text.brackets import PARTING


class PartCompleter(QCompleter):
    """Complete what is typed behind the last comma, whatever its case."""

    def __init__(self, words: Sequence[str], field: QLineEdit) -> None:
        """Complete in a field."""
        super().__init__(list(words), field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    @override
    def splitPath(self, path: str) -> list[str]:
        return [_split(path)[1]]

    @override
    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return _split(self._field.text())[0] + super().pathFromIndex(index)


def _split(text: str) -> tuple[str, str]:
    """Split a line into what stands before its last part, and that part."""
    start = max(text.rfind(sign) for sign in PARTING) + 1
    part = text[start:].lstrip()
    return text[: len(text) - len(part)], part
