"""A field of plain text that is as tall as what stands in it, and looks like text until it is clicked."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QScrollArea, QWidget
from typing_extensions import override

from gm_desk.ui.theme.style import PLAIN
from gm_desk.ui.widgets.file_drops import TextEdit

ROOM = 6
LONGEST, MOST_LINES = 20_000, 1_000
"""What is longer is not laid out whole: it scrolls in a window of its own."""
LONG_LINES = 20
UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
STAYING = {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}


class GrowingEdit(TextEdit):
    """Take words over as many lines as they need; Tab goes on to the next field.

    `typed` says that something else stands there, `rested` that the focus went elsewhere for a while, `left` that it
    went for good, or, where Enter ends it, that Enter was pressed. Where Enter ends it, Esc brings back what stood
    there before: `reverted` asks for that.
    """

    typed = Signal()
    rested = Signal()
    left = Signal()
    reverted = Signal()

    def __init__(self, parent: QWidget | None = None, *, fewest_lines: int = 1, enter_ends: bool = False) -> None:
        """Be so many lines tall at least."""
        super().__init__(parent)
        self._fewest = fewest_lines
        self.enter_ends = enter_ends
        self._stored = ""
        self._shown = ""
        self._storing = False
        self._long = False
        self.setProperty(PLAIN, True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self._show_bars(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.cursorPositionChanged.connect(self._keep_in_sight)
        self.textChanged.connect(self._tell)
        self._fit()

    def store(self, text: str) -> None:
        """Show what stands in the document, unless something else is being typed."""
        shown_already = text == self._stored and self._shown == self.toPlainText()
        self._stored = self._shown = text
        typing = self.hasFocus() and self.document().isModified()
        if typing:
            return
        if not shown_already and text != self.toPlainText():
            self._put(text)
        self._shown = self.toPlainText()  # a field of text has its own idea of line ends and of some blanks

    @property
    def changed(self) -> bool:
        """Tell whether something else was typed than what stands in the document."""
        return self.toPlainText() != self._shown

    def taken(self) -> str:
        """Give what was typed, which now goes into the document."""
        self.document().setModified(False)
        return self.toPlainText()

    def _tell(self) -> None:
        """Tell what somebody types, and nothing else."""
        if not self._storing:
            self.typed.emit()

    def _put(self, text: str) -> None:
        """Let a text stand here that nobody has typed."""
        self._storing = True
        self._scroll_if_long(text)
        self.setPlainText(text)
        self._storing = False

    def _fit(self) -> None:
        """Be as tall as the lines are; those of other scripts are taller than the font says."""
        if self._long:
            self.setFixedHeight(LONG_LINES * self.fontMetrics().lineSpacing())
            return
        layout, block, lines = self.document().documentLayout(), self.document().begin(), 0.0
        while block.isValid():
            lines += layout.blockBoundingRect(block).height()
            block = block.next()
        fewest = self._fewest * self.fontMetrics().lineSpacing()
        self.setFixedHeight(int(max(fewest, lines)) + 2 * self.frameWidth() + ROOM)
        self.verticalScrollBar().setValue(0)

    def _scroll_if_long(self, text: str) -> None:
        """Let a very long text scroll in the field instead of growing it."""
        long = len(text) > LONGEST or text.count("\n") > MOST_LINES
        if long == self._long:
            return
        self.setPlainText("")  # what stands there would be laid out anew
        self._long = long
        shown = Qt.ScrollBarPolicy.ScrollBarAsNeeded if self._long else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._show_bars(shown)
        wrap = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(wrap.NoWrap if self._long else wrap.WidgetWidth)

    def _show_bars(self, shown: Qt.ScrollBarPolicy) -> None:
        self.setVerticalScrollBarPolicy(shown)
        self.setHorizontalScrollBarPolicy(shown)

    def _keep_in_sight(self) -> None:
        """Let whatever scrolls the field show the line that is being typed."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        inner = area.widget() if area is not None and self.hasFocus() else None
        if area is not None and inner is not None:
            at = self.viewport().mapTo(inner, self.cursorRect().center())
            area.ensureVisible(at.x(), at.y(), 0, 2 * self.fontMetrics().lineSpacing())

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to what the field stands in: all its lines are in sight."""
        if self._long:
            super().wheelEvent(event)
        else:
            event.ignore()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def event(self, event: QEvent) -> bool:
        """Keep Esc while something is typed, and leave undo and redo to the window where nothing was."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            lines = self.document()
            if event.key() == Qt.Key.Key_Escape and self.enter_ends and lines.isModified():
                event.accept()
                return True
            back, forth = event.matches(UNDO), event.matches(REDO)
            if (back and not lines.isUndoAvailable()) or (forth and not lines.isRedoAvailable()):
                event.ignore()
                return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.enter_ends and event.key() == Qt.Key.Key_Escape:
            self.reverted.emit()
            self._put(self._stored)
        elif self.enter_ends and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        (self.rested if event.reason() in STAYING else self.left).emit()
