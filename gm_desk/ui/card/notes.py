"""Rendered notes: Markdown that loads no resources, opens no links and hides no text."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QBrush,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import framed
from gm_desk.ui.theme.theme import GAP, TIGHT, current_theme
from gm_desk.ui.widgets.labels import heading
from gm_desk.ui.widgets.scrolling import LatePart, join
from gm_desk.ui.widgets.text_input import TypingSession

if TYPE_CHECKING:
    from gm_desk.ui.widgets.growing_edit import GrowingEdit

FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
BLOCK_GAP, HEADING_GAP = 3, 6
LONGEST, MOST_LINES = 20_000, 1_000
SHORTENED = "\n\n… These notes are very long, and only their beginning is shown here. Click to see all of them."
OPENING_KEYS = {Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class OfflineDocument(QTextDocument):
    """A text document that loads no resources."""

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None


class RenderedNotes(QLabel):
    """The rendered notes; a click, F2 or Enter emits `edit_requested` with the position, 0 (top) to 1 (end).

    A label, so that assistive tools take it for text.
    """

    edit_requested = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the widget, empty."""
        super().__init__(parent)
        self._source = ""
        self._rendered_source: tuple[str, QFont, int] | None = None
        self.document = OfflineDocument(self)
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentMargin(0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setAccessibleName("Notes")

    def show_source(self, source: str) -> None:
        """Render notes, unless they have not changed."""
        made_from = source, self.font(), self.palette().cacheKey()
        if made_from == self._rendered_source:
            return
        self._source, self._rendered_source = source, made_from
        self.document.setDefaultFont(self.font())
        shown = _truncated(source)
        self.document.setMarkdown(_escaped(shown), FEATURES)
        if source.strip() and not self.document.toPlainText().strip():
            self.document.setPlainText(shown)
        _set_plain_formats(self.document, self.palette().brush(QPalette.ColorRole.WindowText))
        self.setAccessibleDescription(self.document.toPlainText())
        self._fit()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        context.palette.setColor(QPalette.ColorRole.Text, self.palette().color(QPalette.ColorRole.WindowText))
        context.clip = QRectF(event.rect())
        self.document.documentLayout().draw(painter, context)
        if self.hasFocus():
            framed(painter, QRectF(self.rect()), current_theme(), None, radius=2, focus=True)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.PaletteChange}:
            self.show_source(self._source)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.edit_requested.emit(event.position().y() / self.height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in OPENING_KEYS:
            self.edit_requested.emit(1.0)
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Set the height to that of the notes at the current width."""
        self.document.setTextWidth(self.width())
        self.setFixedHeight(max(self.fontMetrics().height(), int(self.document.size().height()) + 1))


def _truncated(source: str) -> str:
    """Return the source, truncated to a length that can be laid out at once."""
    if len(source) <= LONGEST and source.count("\n") <= MOST_LINES:
        return source
    return "\n".join(source[:LONGEST].split("\n", MOST_LINES)[:MOST_LINES]) + SHORTENED


def _escaped(source: str) -> str:
    """Return the source with line breaks preserved, and with images, link definitions and front matter kept as text."""
    text = source.replace("![", "!\\[").replace("]:", "]\\:")
    return "\n" + "  \n".join(text.splitlines())


def _set_plain_formats(document: QTextDocument, ink: QBrush) -> None:
    """Format links as plain text, and headings only slightly larger than other lines."""
    words, block = QTextCharFormat(), document.begin()
    words.setAnchor(False)
    words.setAnchorHref("")
    words.setFontUnderline(False)
    words.setForeground(ink)
    words.setProperty(QTextCharFormat.Property.FontSizeAdjustment, 0)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.mergeCharFormat(words)
    while block.isValid():
        spacing = QTextBlockFormat()
        spacing.setTopMargin(HEADING_GAP if block.blockFormat().headingLevel() else 0)
        spacing.setBottomMargin(BLOCK_GAP)
        QTextCursor(block).mergeBlockFormat(spacing)
        block = block.next()
    cursor.endEditBlock()


FEWEST_LINES = 4
NAME = "Notes"


class Notes(QWidget):
    """A character's notes, rendered or being edited; hidden while empty."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Create the widget without a character."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.name = NAME
        self.shown = RenderedNotes(self)
        self._session = TypingSession(document, self, pauses_end=True)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(TIGHT)
        column.addWidget(heading(NAME))
        column.addWidget(self.shown)
        self.shown.edit_requested.connect(self.begin)
        self._session.store_requested.connect(self._take)
        document.character_changed.connect(self._refresh)

    @LatePart
    def edit(self) -> "GrowingEdit":
        """The field in which notes are edited, which is built when first needed."""
        from gm_desk.ui.widgets.growing_edit import GrowingEdit

        made = GrowingEdit(self, fewest_lines=FEWEST_LINES)
        made.setAccessibleName(NAME)
        made.setPlaceholderText("What they want, how they fight, what they hide; Markdown works")
        made.store(self._stored)
        made.hide()
        self._column.addWidget(made)
        join(made, self.shown)
        made.typed.connect(self._session.touch)
        made.rested.connect(self._session.take)
        made.focus_lost.connect(self._end)
        return made

    @property
    def _editing(self) -> bool:
        """Whether notes are being edited rather than shown."""
        return Notes.edit.built(self) is not None and self.edit.isVisibleTo(self)

    @property
    def _stored(self) -> str:
        """The notes in the roster."""
        character = self._document.character(self._id)
        return character.notes if character else ""

    @property
    def offered(self) -> bool:
        """Whether there are no notes, so that they can be added."""
        return self._document.character(self._id) is not None and not self._stored.strip()

    def show_character(self, character_id: str) -> None:
        """Show a character's notes; "" shows none."""
        self._id = character_id
        self._refresh(character_id)
        self._end()

    def begin(self, position: float = 1.0) -> None:
        """Start editing, with the cursor at a relative position from 0 (top) to 1 (end)."""
        lines = self.edit.document()
        line = lines.findBlockByNumber(min(int(position * lines.blockCount()), lines.blockCount() - 1))
        cursor = QTextCursor(line)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        self.show()
        self.edit.show()
        self.shown.hide()
        self.edit.setFocus()
        self.edit.setTextCursor(cursor)

    def _take(self) -> None:
        """Store the text typed so far in the roster."""
        if self._document.character(self._id) is not None and Notes.edit.built(self) is not None and self.edit.changed:
            edits.set_notes(self._document, self._id, self.edit.taken())

    def _end(self) -> None:
        """Show the rendered notes once the typed text is stored."""
        self._session.settle()
        self.shown.show()
        if Notes.edit.built(self) is not None:
            self.setHidden(not self.edit.toPlainText().strip())
            self.edit.hide()
        else:
            self.setHidden(not self._stored.strip())

    def _refresh(self, character_id: str) -> None:
        if character_id == self._id:
            notes = self._stored
            if Notes.edit.built(self) is not None:
                self.edit.store(notes)
            self.shown.show_source(notes)
            if not self._editing:
                self.setHidden(not notes.strip())
