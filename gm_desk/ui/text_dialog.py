"""A dialog that says something too long for a bar; Enter and Esc close it."""

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget

from gm_desk.core.text.one_line import one_line
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.labels import label

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
