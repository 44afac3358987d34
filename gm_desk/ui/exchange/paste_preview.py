"""The dialog that previews pasted stat blocks, with unrecognised passages marked in the text."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QShortcut, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSplitter, QTextEdit, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import name_or_count
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.exchange.arrivals import Arrival, ArrivalModel, Destination, count_apart
from gm_desk.model.exchange.paste import (
    Mark,
    PastedReading,
    TextReading,
    fitted_to,
    marks_of,
    span_of,
    systems_of,
    warnings_about,
)
from gm_desk.model.files.workers import Runner
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.ui.exchange.arrivals import ArrivalList, CardText
from gm_desk.ui.exchange.preview_parts import ColumnChoices, PageChooser, PlaceRow
from gm_desk.ui.theme.painting import fixed_pitch
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.labels import dim_label, label, wrapped
from gm_desk.ui.widgets.text_input import TextEdit


class PastedTextEdit(TextEdit):
    """The pasted text; `edited` is emitted when it is changed."""

    edited = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        """Show a text without marks, in a monospaced font, so that the columns of tables are aligned."""
        super().__init__(parent)
        self._source = text
        self.setTabChangesFocus(True)
        self.setFont(fixed_pitch(self.font()))
        self.setAccessibleName("Source text")
        self.setPlaceholderText("Paste or type a stat block here")
        self.setPlainText(text)
        self.textChanged.connect(self._edit)

    @property
    def source(self) -> str:
        """The text as pasted, or as edited since."""
        return self._source

    def mark(self, marks: Sequence[Mark]) -> None:
        """Underline unrecognised passages, and grey out text outside the blocks."""
        self.setExtraSelections([self._marked(mark) for mark in marks])

    def wrap(self, wraps: bool) -> None:
        """Set whether long lines are wrapped, which would misalign the columns of a table."""
        mode = self.LineWrapMode.WidgetWidth if wraps else self.LineWrapMode.NoWrap
        if mode != self.lineWrapMode():
            self.setLineWrapMode(mode)

    def go_to(self, place: int) -> None:
        """Scroll a position to the top as far as possible, unless the text is being edited."""
        if not self.hasFocus():
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
"""Maximum number of rows of the list that are shown without scrolling."""
READING = "Reading…"
LEGEND = "Underlined: not recognised; it goes to the notes."
KEPT = "Text outside the stat blocks goes to the notes, too: to those of the block before it, or of the first one."
NOTHING = "Nothing was recognised here. Paste the whole block, from its name on, or choose its system above."


class PastePreview(AskingDialog):
    """The dialog that shows a text and the cards read from it; `add_requested` carries the characters and their place.

    `new_roster_requested` carries them for a new roster of their own system, with its id and their place.
    """

    add_requested = Signal(list, object)
    new_roster_requested = Signal(list, str, object)

    def __init__(
        self,
        window: QWidget,
        document: RosterDocument,
        systems: Mapping[str, System],
        text: str,
        *,
        runner: Runner,
        editable: bool = False,
        pages: Sequence[str] = (),
        first: int = 0,
    ) -> None:
        """Read a text, again after every change; one to be edited first has the focus.

        The text of `pages` is shown page by page, from the `first` on, counted from 0.
        """
        super().__init__("Paste stat blocks", window)
        self._document, self._systems = document, systems
        self._texts = TextReading(systems, document.new_id, runner, self)
        self._reading: PastedReading | None = None
        self._last_reading: PastedReading | None = None
        self.model = ArrivalModel(self)
        self.count = label(bold=True)
        self.system = QComboBox()
        self.pages = PageChooser(pages, first, runner)
        self.columns = ColumnChoices(systems)
        self.place = PlaceRow(document.roster.groups)
        self._place_of: Callable[[Sequence[ImportedCharacter]], Destination] | None = None
        self.elsewhere = QPushButton()
        self.source = PastedTextEdit(self.pages.text or text)
        self.list = ArrivalList(self.model)
        self.card = CardText()
        self.says = wrapped(dim_label(LEGEND))
        self.left_out = wrapped(label())
        self.keep = QPushButton()
        self._right = QSplitter(Qt.Orientation.Vertical)
        self._read_timer = QTimer(self, singleShot=True, interval=0)
        self._lay_out(window)
        self._connect()
        self._read()
        focus = self.source if editable else self._focus_widget
        focus.setFocus()

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
        self.column.addLayout(top)
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
        self.column.addWidget(self.pages)
        self.column.addWidget(parts, 1)
        self.column.addWidget(self.columns)
        self.column.addWidget(self.says)
        self._lay_out_rest()
        self.column.addWidget(self.place)
        buttons = self.finish("&Add", self._add)
        self.elsewhere.setAutoDefault(False)
        buttons.addButton(self.elsewhere, buttons.ButtonRole.ActionRole)
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))

    def _lay_out_rest(self) -> None:
        """Add the row about left-out text, with the button that keeps it."""
        row = QHBoxLayout()
        self.column.addLayout(row)
        self.keep.setCheckable(True)
        self.keep.setAutoDefault(False)
        self.keep.setToolTip("Add the text outside the stat blocks to the notes, word for word")
        self.keep.setAccessibleName("Add the skipped text to the notes")
        row.addWidget(self.left_out, 1)
        row.addWidget(self.keep)

    def _connect(self) -> None:
        self.keep.toggled.connect(self._keep)
        self.pages.chosen.connect(self.source.setPlainText)
        self.columns.changed.connect(self._read)
        self.elsewhere.clicked.connect(self._add_elsewhere)
        self.source.edited.connect(self._read_timer.start)
        self._read_timer.timeout.connect(self._read)
        self._texts.finished.connect(self._show_reading)
        self.system.currentIndexChanged.connect(self._read)
        self.list.chosen.connect(self._show)
        self.place.rows.activated.connect(self._update)
        self.model.ticked_changed.connect(self._update)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self._add)

    @override
    def done(self, result: int) -> None:
        self._texts.stop()
        super().done(result)

    @property
    def _focus_widget(self) -> QWidget:
        """The widget that gets the focus: the list, or the card if there is only one."""
        return self.list if self.model.rowCount() > 1 else self.card

    def _read(self) -> None:
        """Read the current text."""
        self._texts.read(self.source.source, self.system.currentData(), self.columns.assigned)
        if self._texts.running:
            self._update()

    def place_by(self, place_of: Callable[[Sequence[ImportedCharacter]], Destination]) -> None:
        """Show where characters would go, as `place_of` returns it."""
        self._place_of = place_of
        self._update()

    def _keep(self) -> None:
        """Read again after a change of whether left-out text is kept."""
        if self._last_reading is not None:
            self._show_reading(self._last_reading)

    def _show_reading(self, reading: PastedReading) -> None:
        """Show the result of reading."""
        self._last_reading = reading
        reading = reading.with_all() if self.keep.isChecked() else reading
        row, found = self.list.currentIndex().row(), reading.imported
        self._reading = reading
        of = systems_of(found, self._systems)
        recognised = of and not self.system.currentData()
        self.system.setItemText(0, f"As recognised: {of}" if recognised else "As recognised")
        words = self.system.fontMetrics().horizontalAdvance(self.system.itemText(0))
        self.system.setMinimumWidth(words + 3 * self.system.fontMetrics().height())
        self.model.show([Arrival(one) for one in found])
        self.list.setVisible(len(found) > 1)
        self._share_height(min(len(found), MOST_ROWS))
        self.list.setCurrentIndex(self.model.index(max(0, min(row, len(found) - 1)), 0))
        self.columns.show_columns(reading.pasted.columns)
        self.source.wrap(not reading.pasted.columns)
        self._colour()
        if self.card.hasFocus():
            self._focus_widget.setFocus()

    def _share_height(self, rows: int) -> None:
        """Size the list for its rows, at most two fifths of the height, and leave the rest to the card."""
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
        """Show the card of the current block."""
        arrival = self.model.at(self.list.currentIndex())
        own = self._document.system
        if self._reading is None or arrival is None or not isinstance(arrival.what, ImportedCharacter):
            self.card.show_card(None, own)
            return
        fit = fitted_to(arrival.what, own, self._systems, self._document.new_id)
        block = arrival.what.block
        doubts = warnings_about(block, fit, own, self._systems) if block else ()
        self.card.show_card(fit.character, own, doubts)
        if block and self.model.rowCount() > 1:
            self.source.go_to(span_of(block, self._reading.pasted.text).start)

    def _update(self) -> None:
        """Update the count and the Add buttons."""
        ticked, running = [one.character for one in self.model.ticked()], self._texts.running
        self.count.setText(READING if running else self._reading.counted if self._reading else "")
        if self._place_of is not None:
            self.place.propose(self._place_of(self.model.ticked()), ticked)
        several = [one for row in ticked for one in [row] * (count_apart(row) if self.place.apart else 1)]
        self.does.setText(f"&Add {menu_text(name_or_count(several))}" if ticked else "&Add")
        self.does.setEnabled(bool(ticked) and not running)
        other = self._other_system()
        self.elsewhere.setVisible(other is not None)
        self.elsewhere.setText(f"Add to a new roster of {other.name}" if other else "")
        empty = not self.model.all and bool(self.source.source.strip()) and not running
        legend = LEGEND if self._reading is not None and self._reading.underlined else ""
        self.says.setText(NOTHING if empty else legend)
        self.says.setVisible(empty or bool(legend))
        beside = self._last_reading is not None and bool(
            self._last_reading.pasted.beside and self._last_reading.imported
        )
        kept = KEPT if beside and self.keep.isChecked() else ""
        out = " ".join(filter(None, [self._reading.left_out if self._reading else "", kept]))
        many = beside and self._last_reading is not None and len(self._last_reading.pasted.beside) > 1
        self.keep.setText(f"Add {'them' if many else 'it'} to the &notes")
        self.keep.setVisible(beside)
        self.left_out.setText(out)
        self.left_out.setVisible(bool(out))

    def _other_system(self) -> System | None:
        """Return the system of all ticked characters, if it is not the roster's."""
        of = {one.system for one in self.model.ticked()}
        other = self._systems.get(of.pop()) if len(of) == 1 else None
        return other if other is not None and other.id != self._document.system.id else None

    def _to_add(self) -> Sequence[ImportedCharacter]:
        """Return the ticked characters of the current text."""
        if self._read_timer.isActive():
            self._read_timer.stop()
            self._read()
        return [] if self._texts.running else self.model.ticked()

    def _add(self) -> None:
        """Add the ticked characters."""
        ticked = self._to_add()
        if ticked:
            self.accept()
            self.add_requested.emit(ticked, self.place.destination)

    def _add_elsewhere(self) -> None:
        """Add the ticked characters to a roster of their own system."""
        ticked, system = self._to_add(), self._other_system()
        if ticked and system is not None:
            self.accept()
            self.new_roster_requested.emit(ticked, system.id, self.place.destination)
