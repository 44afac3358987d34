"""File dialogs begin where the last one of their kind ended, as long as the window lives."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

NAME = "folders"


class Folders(QObject):
    """Remember for each kind of file, like "characters", the folder that was last chosen."""

    def __init__(self, window: QObject) -> None:
        """Remember nothing yet."""
        super().__init__(window)
        self.setObjectName(NAME)
        self._last: dict[str, str] = {}

    def begin(self, dialog: "QFileDialog", kind: str) -> None:
        """Let a dialog begin where the last one of its kind ended; before there was one, it stays where it is."""
        folder = self._last.get(kind, "")
        if folder and Path(folder).is_dir():
            dialog.setDirectory(folder)
        dialog.setProperty(NAME, kind)
        dialog.fileSelected.connect(self._note)
        dialog.filesSelected.connect(self._note_first)

    def _note(self, path: str) -> None:
        """Remember where a file was chosen."""
        dialog, chosen = self.sender(), Path(path)
        if dialog is not None:
            self._last[str(dialog.property(NAME))] = str(chosen if chosen.is_dir() else chosen.parent)

    def _note_first(self, paths: Sequence[str]) -> None:
        if paths:
            self._note(paths[0])


def folders_of(window: QObject) -> Folders:
    """Give what a window remembers."""
    found = window.findChild(Folders, NAME)
    return found if isinstance(found, Folders) else Folders(window)
