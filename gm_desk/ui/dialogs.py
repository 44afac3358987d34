"""What all dialogs that ask have in common: Enter does it, Esc leaves everything as it is."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget


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
