"""What all dialogs that ask have in common: Enter does it, Esc leaves everything as it is."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QIcon, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from gm_desk.core.wording.one_line import one_line
from gm_desk.ui.widgets.labels import label


class AskingDialog(QDialog):
    """Ask for something over a window, and go when it is answered."""

    def __init__(self, title: str, window: QWidget) -> None:
        """Ask nothing yet; `finish` adds the buttons."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.column = QVBoxLayout(self)
        QShortcut(Qt.Key.Key_Escape, self, self.reject)  # a field keeps the key for itself

    def finish(self, text: str, slot: Callable[[], object]) -> QDialogButtonBox:
        """Add the button that does it, which Enter presses, and the one that leaves it."""
        buttons = QDialogButtonBox()
        does = buttons.addButton(text, QDialogButtonBox.ButtonRole.AcceptRole)
        leaves = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(slot)
        buttons.rejected.connect(self.reject)
        self.column.addWidget(buttons)
        leaves.setIcon(QIcon())  # the style's own is of another hand
        leaves.setAutoDefault(False)
        does.setDefault(True)
        return buttons

    @property
    def does(self) -> QPushButton:
        """Give the button that Enter presses."""
        return next(button for button in self.findChildren(QPushButton) if button.isDefault())


WIDTH, MOST_LINES = 44, 20
"""In heights of the font."""


class TextDialog(AskingDialog):
    """Show plain text under a heading."""

    def __init__(self, title: str, heading: str, text: str, window: QWidget) -> None:
        """Show a text, as tall as it has lines."""
        super().__init__(title, window)
        self.text = QPlainTextEdit(text, readOnly=True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(heading)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        self.column.addWidget(label(one_line(heading, 80), bold=True))
        self.column.addWidget(self.text, 1)
        self.column.addWidget(buttons)
        em = self.fontMetrics().height()
        tall = em * (min(MOST_LINES, text.count("\n") + 3) + 6)
        self.resize(min(em * WIDTH, window.width() - 2 * em), min(tall, window.height() - 2 * em))


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
        _FolderNote(self._last, kind, dialog)


class _FolderNote(QObject):
    """Note where files of a kind are chosen in a dialog."""

    def __init__(self, last: dict[str, str], kind: str, dialog: "QFileDialog") -> None:
        super().__init__(dialog)
        self._last = last
        self._kind = kind
        dialog.fileSelected.connect(self._note)
        dialog.filesSelected.connect(self._note_first)

    def _note(self, path: str) -> None:
        chosen = Path(path)
        self._last[self._kind] = str(chosen if chosen.is_dir() else chosen.parent)

    def _note_first(self, paths: Sequence[str]) -> None:
        if paths:
            self._note(paths[0])


def folders_of(window: QObject) -> Folders:
    """Give what a window remembers."""
    found = window.findChild(Folders, NAME)
    return found if isinstance(found, Folders) else Folders(window)
