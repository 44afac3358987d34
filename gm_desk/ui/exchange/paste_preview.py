"""A text that was pasted, with what was not understood marked in it."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QShortcut, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSplitter, QTextEdit, QWidget
from typing_extensions import override

from gm_desk.core.characters.naming import name_or_count
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.one_line import menu_text
from gm_desk.model.exchange.arrivals import Arrival, ArrivalModel
from gm_desk.model.exchange.paste import (
    Mark,
    PastedReading,
    TextReading,
    fitted_to,
    marks_of,
    sentences,
    span_of,
    systems_of,
)
from gm_desk.model.files.workers import Runner
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.exchange.accounts import Brought
from gm_desk.ui.exchange.arrivals import ArrivalList, CardText
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.file_drops import TextEdit
from gm_desk.ui.widgets.labels import dim_label, label, wrapped


class PastedTextEdit(TextEdit):
    """Show what was pasted word for word; where it can be edited, `edited` tells that it was."""

    edited = Signal()

    def __init__(self, text: str, parent: QWidget | None = None, *, editable: bool = False) -> None:
        """Show a text without marks."""
        super().__init__(parent)
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
        theme, form = current_theme(), QTextCharFormat()
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


WIDTH, HEIGHT, ROOM = 62, 40, 40
MOST_ROWS = 8
"""Of the list that are seen without scrolling."""
READING = "Reading…"
LEGEND = "Underlined: no field on the card; it goes to the notes as it stands."
KEPT = "What belongs to no stat block goes to the notes too: of the block before it, or of the first one."
NOTHING = "Nothing was recognised here. Paste the whole block, from its name on, or choose its system above."


class PastePreview(AskingDialog):
    """Show a text and the cards it will become; Enter tells `wanted` who is to be added, Esc nothing."""

    wanted = Signal(list)

    def __init__(  # what it shows, what reads it, and where it comes from
        self,
        window: QWidget,
        document: RosterDocument,
        systems: Mapping[str, System],
        text: str,
        *,
        runner: Runner,
        editable: bool = False,
    ) -> None:
        """Read a text; one that is editable is read again with every letter."""
        super().__init__("Paste stat blocks", window)
        self._document, self._systems = document, systems
        self._texts = TextReading(systems, document.new_id, runner, self)
        self._reading: PastedReading | None = None
        self._read_last: PastedReading | None = None
        self.model = ArrivalModel(self)
        self.count = label(bold=True)
        self.system = QComboBox()
        self.source = PastedTextEdit(text, editable=editable)
        self.list = ArrivalList(self.model)
        self.card = CardText()
        self.says = wrapped(dim_label(LEGEND))
        self.left_out = wrapped(label())
        self.keep = QPushButton("Add it to the &notes")
        self._right = QSplitter(Qt.Orientation.Vertical)
        self._again = QTimer(self, singleShot=True, interval=0)
        self._lay_out(window)
        self._connect()
        self._read()
        first = self.source if editable else self._main
        first.setFocus()

    def _lay_out(self, window: QWidget) -> None:
        em = self.fontMetrics().height()
        top, parts = QHBoxLayout(), QSplitter(Qt.Orientation.Horizontal)
        right = self._right
        before = label("&System")
        before.setBuddy(self.system)
        self.system.setAccessibleName("System")
        self.system.addItem("As recognised", "")
        for system in self._systems.values():
            self.system.addItem(system.name, system.id)
        top.addWidget(self.count, 1)
        top.addWidget(before)
        top.addWidget(self.system)
        right.addWidget(self.list)
        right.addWidget(self.card)
        right.setChildrenCollapsible(False)
        right.setStretchFactor(1, 1)
        for part in (self.source, right):
            parts.addWidget(part)
            part.setMinimumWidth(em * 12)
        parts.setChildrenCollapsible(False)
        parts.setSizes([em * WIDTH // 2, em * WIDTH // 2])
        self.column.addLayout(top)
        self.column.addWidget(parts, 1)
        self.column.addWidget(self.says)
        self._lay_out_rest()
        self.finish("&Add", self._add)
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))

    def _lay_out_rest(self) -> None:
        """Show what is left out, beside the button that keeps it."""
        row = QHBoxLayout()
        self.keep.setCheckable(True)
        self.keep.setAutoDefault(False)
        self.keep.setToolTip("Put what belongs to no stat block into the notes, word for word")
        self.keep.setAccessibleName("Add what is left out to the notes")
        self.left_out.setAccessibleName("Left out")
        row.addWidget(self.left_out, 1)
        row.addWidget(self.keep)
        self.column.addLayout(row)

    def _connect(self) -> None:
        self.keep.toggled.connect(self._keep)
        self.source.edited.connect(self._again.start)
        self._again.timeout.connect(self._read)
        self._texts.finished.connect(self._take)
        self.system.currentIndexChanged.connect(self._read)
        self.list.chosen.connect(self._show)
        self.model.ticked_changed.connect(self._tell)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self._add)

    @override
    def done(self, result: int) -> None:
        self._texts.stop()
        super().done(result)

    @property
    def _main(self) -> QWidget:
        """Give what the keys belong to: the list, or the only card."""
        return self.list if self.model.rowCount() > 1 else self.card

    def _read(self) -> None:
        """Read the text as it is now."""
        self._texts.read(self.source.source, self.system.currentData())
        if self._texts.running:
            self._tell()

    def _keep(self) -> None:
        """Put what is left out into the notes, or leave it out again."""
        if self._read_last is not None:
            self._take(self._read_last)

    def _take(self, reading: PastedReading) -> None:
        """Show what was read."""
        self._read_last = reading
        reading = reading.with_all() if self.keep.isChecked() else reading
        row, found = self.list.currentIndex().row(), reading.brought
        self._reading = reading
        of = systems_of(found, self._systems)
        recognised = of and not self.system.currentData()
        self.system.setItemText(0, f"As recognised: {of}" if recognised else "As recognised")
        self.model.show([Arrival(one) for one in found])
        self.list.setVisible(len(found) > 1)
        self._share(min(len(found), MOST_ROWS))
        self.list.setCurrentIndex(self.model.index(max(0, min(row, len(found) - 1)), 0))
        self._colour()
        if self.card.hasFocus():
            self._main.setFocus()

    def _share(self, rows: int) -> None:
        """Give the list the height of some rows, and the rest to the card; the list is never much of it all."""
        height = self.height()
        wanted = min(self.list.height_of(rows), height * 2 // 5)
        self._right.setSizes([wanted, height - wanted])

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        if self._reading is not None:
            self.source.mark(marks_of(self._reading.pasted))
            self._show()

    def _show(self) -> None:
        """Show the card of the block that is current."""
        arrival = self.model.at(self.list.currentIndex())
        own = self._document.system
        if self._reading is None or arrival is None or not isinstance(arrival.what, Brought):
            self.card.show_card(None, own)
            return
        fit = fitted_to(arrival.what, own, self._systems, self._document.new_id)
        block = arrival.what.block
        doubts = sentences(block, fit, own, self._systems) if block else ()
        self.card.show_card(fit.character, own, doubts)
        if block and self.model.rowCount() > 1:
            self.source.go_to(span_of(block, self._reading.pasted.text).start)

    def _tell(self) -> None:
        """Say how many there are, and what Enter would add."""
        ticked, running = [one.character for one in self.model.ticked()], self._texts.running
        self.count.setText(READING if running else self._reading.counted if self._reading else "")
        self.does.setText(f"&Add {menu_text(name_or_count(ticked))}" if ticked else "&Add")
        self.does.setEnabled(bool(ticked) and not running)
        empty = not self.model.all and bool(self.source.source.strip()) and not running
        self.says.setText(NOTHING if empty else LEGEND)
        beside = self._read_last is not None and bool(self._read_last.pasted.beside and self._read_last.brought)
        kept = KEPT if beside and self.keep.isChecked() else ""
        out = " ".join(filter(None, [self._reading.left_out if self._reading else "", kept]))
        self.keep.setVisible(beside)
        self.left_out.setText(out)
        self.left_out.setVisible(bool(out))

    def _add(self) -> None:
        """Add who is ticked, of the text as it is now."""
        if self._again.isActive():
            self._again.stop()
            self._read()
        ticked = self.model.ticked()
        if ticked and not self._texts.running:
            self.accept()
            self.wanted.emit(ticked)
