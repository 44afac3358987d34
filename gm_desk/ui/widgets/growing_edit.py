"""A plain text field that grows with its text, and looks like text until it is clicked."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QScrollArea, QWidget
from typing_extensions import override

from gm_desk.ui.theme.style import PLAIN
from gm_desk.ui.widgets.fields import STAYING
from gm_desk.ui.widgets.scrolling import show_whole
from gm_desk.ui.widgets.text_input import TextEdit

ROOM = 6
LONGEST, MOST_LINES = 20_000, 1_000
"""Longer texts are not laid out in full: they scroll within the field."""
LONG_LINES = 20
UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


class GrowingEdit(TextEdit):
    """A text field as high as its lines; Tab moves to the next field.

    `typed` is emitted when the GM changes the text, `rested` when the focus leaves temporarily (a menu or another
    window), `focus_lost` when it leaves for good or, with `enter_ends`, on Enter. With `enter_ends`, Esc emits
    `reverted`, a request to restore the stored text.
    """

    typed = Signal()
    rested = Signal()
    focus_lost = Signal()
    reverted = Signal()

    def __init__(self, parent: QWidget | None = None, *, fewest_lines: int = 1, enter_ends: bool = False) -> None:
        """Create the field with a minimum height in lines."""
        super().__init__(parent)
        self._min_lines = fewest_lines
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
        self.cursorPositionChanged.connect(self._scroll_to_cursor)
        self.textChanged.connect(self._emit_typed)
        self._fit()

    def store(self, text: str) -> None:
        """Set the stored text, and show it unless something else is being typed."""
        shown_already = text == self._stored and self._shown == self.toPlainText()
        self._stored = self._shown = text
        typing = self.hasFocus() and self.document().isModified()
        if typing:
            return
        if not shown_already and text != self.toPlainText():
            self._set_text(text)
        self._shown = self.toPlainText()  # Qt normalises line ends and some spaces

    @property
    def changed(self) -> bool:
        """Whether the text differs from the stored one."""
        return self.toPlainText() != self._shown

    def taken(self) -> str:
        """Return the text and mark it as unmodified, as it is about to be stored."""
        self.document().setModified(False)
        return self.toPlainText()

    def _emit_typed(self) -> None:
        """Emit `typed`, but only for changes by the user."""
        if not self._storing:
            self.typed.emit()

    def _set_text(self, text: str) -> None:
        """Replace the text without emitting `typed`."""
        self._storing = True
        self._scroll_if_long(text)
        self.setPlainText(text)
        self._storing = False

    def _fit(self) -> None:
        """Set the height to that of the laid-out lines, which may be taller than the font in other scripts."""
        if self._long:
            self.setFixedHeight(LONG_LINES * self.fontMetrics().lineSpacing())
            return
        layout, block, lines = self.document().documentLayout(), self.document().begin(), 0.0
        while block.isValid():
            lines += layout.blockBoundingRect(block).height()
            block = block.next()
        fewest = self._min_lines * self.fontMetrics().lineSpacing()
        around = 2 * (self.frameWidth() + int(self.document().documentMargin()))
        self.setFixedHeight(int(max(fewest, lines)) + around + ROOM)
        self.verticalScrollBar().setValue(0)

    def _scroll_if_long(self, text: str) -> None:
        """Turn scrolling on or off, depending on the length of the text."""
        long = len(text) > LONGEST or text.count("\n") > MOST_LINES
        if long == self._long:
            return
        self.setPlainText("")  # avoid laying out the old text again
        self._long = long
        shown = Qt.ScrollBarPolicy.ScrollBarAsNeeded if self._long else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._show_bars(shown)
        wrap = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(wrap.NoWrap if self._long else wrap.WidgetWidth)

    def _show_bars(self, shown: Qt.ScrollBarPolicy) -> None:
        self.setVerticalScrollBarPolicy(shown)
        self.setHorizontalScrollBarPolicy(shown)

    def _scroll_to_cursor(self) -> None:
        """Scroll the surrounding area to the line that is being typed."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        inner = area.widget() if area is not None and self.hasFocus() else None
        if area is not None and inner is not None:
            at = self.viewport().mapTo(inner, self.cursorRect().center())
            area.ensureVisible(at.x(), at.y(), 0, 2 * self.fontMetrics().lineSpacing())

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the surrounding area, unless the text scrolls within the field."""
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
        """Keep Esc from the window while typing, and leave undo and redo to the window if unused here."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            lines = self.document()
            if event.key() == Qt.Key.Key_Escape and self.enter_ends and lines.isModified():
                event.accept()
                return True
            undo, redo = event.matches(UNDO), event.matches(REDO)
            if (undo and not lines.isUndoAvailable()) or (redo and not lines.isRedoAvailable()):
                event.ignore()
                return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.enter_ends and event.key() == Qt.Key.Key_Escape:
            self.reverted.emit()
            self._set_text(self._stored)
        elif self.enter_ends and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.focus_lost.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in STAYING:
            QTimer.singleShot(0, self, self._show_whole)  # after its layout

    def _show_whole(self) -> None:
        """Scroll to the field, and to the cursor in a long one."""
        if self.hasFocus():
            show_whole(self)
            self._scroll_to_cursor()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        (self.rested if event.reason() in STAYING else self.focus_lost).emit()
