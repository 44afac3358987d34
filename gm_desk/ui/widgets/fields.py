"""Editing in place, wherever it can be."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHideEvent, QKeyEvent, QKeySequence, QMouseEvent, QPalette, QValidator
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QCompleter,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.notation.lists import PARTING
from gm_desk.model.roles import Index
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.style import PLAIN
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.file_drops import LineEdit
from gm_desk.ui.widgets.typing_session import TypingSession
from gm_desk.ui.window.announcer import announce


def edit_at(view: QAbstractItemView, index: Index) -> None:
    """Edit a cell, unless there is none, it cannot be edited, or is being edited already."""
    if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable and view.indexWidget(index) is None:
        view.edit(index)


Check = Callable[[str], object]
MARGIN = 6
UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


class Bubble(QLabel):
    """Say under a field why what was typed is refused, until something else is typed."""

    def __init__(self, field: QWidget) -> None:
        """Float over the field's window."""
        super().__init__(field.window())
        self._field = field
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(MARGIN)
        self.setAutoFillBackground(True)
        palette, theme = self.palette(), current_theme()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.trouble))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.on_trouble))
        self.setPalette(palette)

    def say(self, text: str) -> None:
        """Show a sentence below the field, or above it where there is no room below."""
        self.setText(sentence(text))
        window = self._field.window()
        self.setFixedWidth(min(max(self._field.width(), self.fontMetrics().averageCharWidth() * 36), window.width()))
        self.adjustSize()
        below = self._field.mapTo(window, QPoint(0, self._field.height() + 2))
        if below.y() + self.height() > window.height():
            below.setY(below.y() - self._field.height() - self.height() - 4)
        below.setX(max(0, min(below.x(), window.width() - self.width())))
        self.move(below)
        self.show()
        self.raise_()
        announce(self._field, self.text(), at_once=True)


class _Checker(QValidator):
    """Ask a check whether a text will do."""

    def __init__(self, field: "CheckedEdit") -> None:
        super().__init__(field)
        self._field = field

    @override
    def validate(self, text: str, position: int) -> object:
        reason = self._field.refusal_of(text)
        return (QValidator.State.Intermediate if reason else QValidator.State.Acceptable), text, position

    @override
    def fixup(self, text: str) -> str:
        self._field.refuse()
        return text


class CheckedEdit(LineEdit):
    """Take a line of text that a check lets through; Esc brings back what stood there before.

    `committed` tells what was typed. A field of a `document` tells it on the way, too, as one undo step with what comes
    after, until it is `settled`.
    """

    committed = Signal(str)
    settled = Signal()

    def __init__(
        self,
        check: Check,
        parent: QWidget | None = None,
        *,
        plain: bool = False,
        dim: bool = False,
        at_once: bool = False,
        document: RosterDocument | None = None,
    ) -> None:
        """Take the check, which raises RulesError; a plain field looks like text until it is clicked.

        Where nothing that is typed behind can mend a text, the field refuses it at once.
        """
        super().__init__(parent)
        self._check = check
        self._stored = ""
        self._bubble: Bubble | None = None
        self._whole = False
        self._clicked_into = False
        self._dim = dim
        self.keeps_refused = False
        """Whether what was typed stays where the roster may only be read: in a field that adds something."""
        self.setProperty(PLAIN, plain)
        self.setValidator(_Checker(self))
        self.textEdited.connect(self._judge_at_once if at_once else self.forgive)
        self.editingFinished.connect(self._commit)
        self._session = None if document is None else TypingSession(document, self)
        if self._session is not None:
            self.textEdited.connect(self._session.touch)
            self._session.due.connect(self._take)
            self._session.over.connect(self._show_taken)
        if dim:
            self._colour()

    def store(self, text: str) -> None:
        """Show what stands in the document, unless the GM is typing something else."""
        typing = self.hasFocus() and self.isModified()
        self._stored = text
        if not typing and text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
            self._stored = self.text()  # a field shortens what is longer than it can hold

    @property
    def changed(self) -> bool:
        """Return whether something else is being typed than what stood here before."""
        return self.typing or self.text() != self._stored

    @property
    def typing(self) -> bool:
        """Return whether more may come of what is being typed."""
        return self._session is not None and self._session.open

    def type(self, text: str) -> None:
        """Type something in the place of what is selected, as a GM does who begins elsewhere."""
        self.insert(text)
        self.setModified(True)
        self.textEdited.emit(self.text())

    def select_on_click(self) -> None:
        """Let a click into the field select all of it, so that what is typed takes its place."""
        self._whole = True

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._clicked_into = self._whole and event.reason() == Qt.FocusReason.MouseFocusReason

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self._clicked_into:
            self.selectAll()
        self._clicked_into = False

    def revert(self) -> None:
        """Bring back what stood there before."""
        self.forgive()
        if self._session is not None:
            self._session.revert()
        self.setText(self._stored)

    def refusal_of(self, text: str) -> str:
        """Give the reason why a text is refused, or nothing."""
        try:
            self._check(text)
        except RulesError as error:
            return error.problem
        return ""

    def refuse(self) -> None:
        """Say why the text is refused."""
        self.say(self.refusal_of(self.text()))

    def say(self, reason: str) -> None:
        """Say something under the field."""
        if reason:
            self._bubble = self._bubble or Bubble(self)
            self._bubble.say(reason)

    def forgive(self) -> None:
        """Take back what was said."""
        if self._bubble is not None:
            self._bubble.deleteLater()
            self._bubble = None

    def _judge_at_once(self) -> None:
        self.forgive()
        self.refuse()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._dim:
            self._colour()

    def _colour(self) -> None:
        """Write as quietly as the theme does beside what counts."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, QColor(current_theme().dim))
        self.setPalette(palette)

    def settle(self) -> None:
        """Take what is typed, if it may be so."""
        if self._session is not None:
            self._session.settle()
        elif not self.refusal_of(self.text()):
            self._commit()

    def _commit(self) -> None:
        self.forgive()
        if self._session is not None:
            self._session.settle()
        elif self.isModified() and self.text() != self._stored:
            self.setModified(False)
            self.committed.emit(self.text())

    def _take(self) -> None:
        """Tell what is typed so far."""
        if self._session is not None and self.refusal_of(self.text()):
            self._session.refuse()
        elif self.text() != self._stored:
            self.committed.emit(self.text())

    def _show_taken(self) -> None:
        """Show what was typed as it was understood; what will not do stays, to be mended."""
        if self.keeps_refused and self._session is not None and self._session.read_only:
            self.setModified(True)
        elif not self.refusal_of(self.text()):
            self.setModified(False)
            self.store(self._stored)
        self.settled.emit()

    @override
    def event(self, event: QEvent) -> bool:
        """Keep Esc while something is typed, and leave undo and redo to the window while nothing is."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            changed = self.changed
            if changed and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            if not changed and (event.matches(UNDO) or event.matches(REDO)):
                event.ignore()
                return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.setAccepted(self.changed)
            self.revert()
            return
        super().keyPressEvent(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.forgive()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.hasAcceptableInput() and event.reason() != Qt.FocusReason.PopupFocusReason:
            self.settle()
            self.setText(self._stored)
        if not self.hasFocus() and self.hasAcceptableInput():
            self.forgive()


def takes_enter(widget: QWidget | None) -> bool:
    """Return whether Enter in a widget ends what is typed there, or begins a new line."""
    return isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox | QComboBox)


def sentence(clause: str) -> str:
    """Make a clause a sentence."""
    return f"{clause[:1].upper()}{clause[1:]}."


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
