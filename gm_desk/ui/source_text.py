"""A text that was pasted, with what was not understood marked in it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from gm_desk.model.pasting import Mark
from gm_desk.ui.file_drops import TextEdit
from gm_desk.ui.look import Look


class SourceText(TextEdit):
    """Show what was pasted word for word; where it can be edited, `edited` tells that it was."""

    edited = Signal()

    def __init__(self, look: Look, text: str, parent: QWidget | None = None, *, editable: bool = False) -> None:
        """Show a text without marks."""
        super().__init__(parent)
        self._look = look
        self._source = text
        self.setTabChangesFocus(True)
        self.setReadOnly(not editable)
        self.setAccessibleName("Source text")
        self.setPlaceholderText("Paste or type a stat block here")
        self.setPlainText(text)
        self.textChanged.connect(self._edit)

    @property
    def source(self) -> str:
        """Give the text as it was pasted, or as it was edited since."""
        return self._source

    def mark(self, marks: Sequence[Mark]) -> None:
        """Underline what was not understood, and grey what lies beside blocks."""
        self.setExtraSelections([self._marked(mark) for mark in marks])

    def go_to(self, place: int) -> None:
        """Bring a place to the top, so far as there is text below it; a text that is being edited stays."""
        if self.isReadOnly():
            self.moveCursor(QTextCursor.MoveOperation.End)
            self.setTextCursor(self._cursor(place, place))
            self.ensureCursorVisible()

    def _edit(self) -> None:
        self._source = self.toPlainText()
        self.edited.emit()

    def _marked(self, mark: Mark) -> QTextEdit.ExtraSelection:
        theme, form = self._look.theme, QTextCharFormat()
        form.setForeground(QColor(theme.dim if mark.beside else theme.warning))
        if not mark.beside:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            form.setUnderlineColor(QColor(theme.warning))
        selection = QTextEdit.ExtraSelection()
        selection.format, selection.cursor = form, self._cursor(mark.start, mark.end)
        return selection

    def _cursor(self, start: int, end: int) -> QTextCursor:
        most = self.document().characterCount() - 1
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(start, most))
        cursor.setPosition(min(end, most), QTextCursor.MoveMode.KeepAnchor)
        return cursor
