"""The parts of the preview: the pages of a PDF, columns that were not recognised, and where characters go."""

from collections.abc import Mapping, Sequence

import shiboken6
from msgspec import structs
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QProgressBar, QPushButton, QSpinBox, QToolButton, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Character, Group
from gm_desk.core.stat_blocks.source import Column
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.headings import NOTE, assignable_meanings, suggestion
from gm_desk.core.wording.phrases import menu_text, one_line, tip_of
from gm_desk.model.exchange.arrivals import Destination, apart_in_words
from gm_desk.model.exchange.importing import holds_block
from gm_desk.model.files.workers import Runner, Task
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import label
from gm_desk.ui.widgets.popup_list import GroupField

A_WHILE = 500
"""Milliseconds after which the progress of reading is shown."""
WIDTH = 22


class PageProgress(AskingDialog):
    """A dialog that shows the progress of reading a PDF; `rejected` requests to stop.

    It opens by itself if the reading takes a while.
    """

    def __init__(self, name: str, window: QWidget) -> None:
        """Wait for a while before opening."""
        super().__init__("Import characters", window)
        self._name = one_line(name, LONGEST)
        self.says = label(f"Reading “{self._name}”…")
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setMinimumWidth(self.fontMetrics().height() * WIDTH)
        self.bar.setAccessibleName("Progress")
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.reject)
        self.column.addWidget(self.says)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignRight)
        self._timer = QTimer(self, singleShot=True, interval=A_WHILE)
        self._timer.timeout.connect(self.open)
        self._timer.start()

    def show_progress(self, read: int, total: int) -> None:
        """Show the number of pages read and in all."""
        if total:
            self.bar.setRange(0, total)
            self.bar.setValue(read)
            self.says.setText(f"Reading “{self._name}”: {read:,} of {total:,} pages")

    def end(self) -> None:
        """Close, or do not open at all."""
        self._timer.stop()
        if self.isVisible():
            self.accept()
        self.deleteLater()


class PageChooser(QWidget):
    """A row that chooses a page; `chosen` carries its text."""

    chosen = Signal(str)

    def __init__(self, pages: Sequence[str], first: int, runner: Runner) -> None:
        """Begin on a page, counted from 0; hidden if there are no pages to choose from."""
        super().__init__()
        self._pages = list(pages)
        self._runner = runner
        self.number = QSpinBox(minimum=1, maximum=max(1, len(pages)))
        self.number.setSuffix(f" of {len(pages):,}")
        self.number.setAccessibleName("Page")
        self.number.setKeyboardTracking(False)
        letters = self.number.fontMetrics()
        self.number.setMinimumWidth(letters.horizontalAdvance(f"{len(pages)} of {len(pages):,}") + 3 * letters.height())
        self.next = QPushButton("Ne&xt with a stat block")
        self.next.setAutoDefault(False)
        before = label("Pa&ge")
        before.setBuddy(self.number)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for one in (before, self.number, self.next):
            row.addWidget(one)
        row.addStretch(1)
        self.number.setValue(first + 1)
        self.number.valueChanged.connect(self._show)
        self.next.clicked.connect(self.go_on)
        self.setVisible(len(pages) > 1)

    @property
    def text(self) -> str:
        """The text of the page that is shown."""
        return self._pages[self.number.value() - 1] if self._pages else ""

    def go_on(self) -> None:
        """Search for the next page with a stat block, continuing at the first page after the last, and go there."""
        here = self.number.value()
        self.next.setEnabled(False)
        pages = [(place, self._pages[place]) for place in [*range(here, len(self._pages)), *range(here)]]
        self._runner.run(_first_with_block, pages, self._go_to)

    def _go_to(self, task: "Task[int | None]") -> None:
        """Go to the page that was found, unless the dialog was closed."""
        if not shiboken6.isValid(self):
            return
        self.next.setEnabled(True)
        if task.result is not None:
            self.number.setValue(task.result + 1)

    def _show(self) -> None:
        self.chosen.emit(self.text)


class PlaceRow(QWidget):
    """The row that chooses the group of the characters, and whether one that stands for several becomes as many."""

    def __init__(self, groups: Sequence[Group]) -> None:
        """Offer groups of a roster."""
        super().__init__()
        self._groups = {one.id: one.name for one in groups}
        self._proposed = Destination()
        self._chosen = False
        self.group = GroupField(list(self._groups.values()))
        self.group.setMinimumContentsLength(LONGEST)
        self.rows = QComboBox()
        self.rows.setAccessibleName("Become")
        self._before, self._as = label("G&roup"), label("&Become")
        self._before.setBuddy(self.group)
        self._as.setBuddy(self.rows)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for one in (self._before, self.group, self._as, self.rows):
            row.addWidget(one)
        row.addStretch(1)
        self.group.editTextChanged.connect(self._choose)

    @property
    def apart(self) -> bool:
        """Whether those that stand for several become as many characters."""
        return self.rows.isEnabled() and not self.rows.currentIndex()

    @property
    def destination(self) -> Destination:
        """The place that is shown."""
        name = one_line(self.group.currentText()).strip()
        if name == self._groups.get(self._proposed.group, ""):
            return structs.replace(self._proposed, apart=self.apart)
        return Destination(named=name, apart=self.apart)

    def propose(self, place: Destination, characters: Sequence[Character]) -> None:
        """Show where these characters would go, unless a group was chosen, and as how many."""
        self._proposed = place
        if not self._chosen:
            self.group.setCurrentText(self._groups.get(place.group, ""))
            self._chosen = False
        words, row = apart_in_words(characters), max(0, self.rows.currentIndex())
        if words != self.rows.itemText(0):
            self.rows.clear()
            self.rows.addItems([words, f"one row for {'all of them' if len(characters) == 1 else 'each'}"])
            self.rows.setCurrentIndex(row)
        self.rows.setEnabled(bool(words))
        for one in (self._as, self.rows):
            one.setVisible(bool(words))
        self.setVisible(bool(characters))

    def _choose(self) -> None:
        self._chosen = True


def _first_with_block(pages: Sequence[tuple[int, str]]) -> int | None:
    """Return the index of the first page that seems to have a stat block or a table."""
    return next((place for place, page in pages if holds_block(page)), None)


MOST_SHOWN = 24
LONGEST = 24


class ColumnButton(QToolButton):
    """A column that is unknown or was assigned: a click assigns the likely meaning, the menu has all others."""

    assigned = Signal(str, str)

    def __init__(self, column: Column, given: str, choices: Sequence[tuple[str, str]], parent: QWidget) -> None:
        """Show a column, with its assigned meaning, if any."""
        super().__init__(parent)
        self._column, self._choices = column, choices
        names = dict(choices)
        likely = "" if given else suggestion(column, choices)
        meaning = names.get(given or likely, "")
        head = one_line(column.heading, LONGEST)
        self.setText(menu_text(f"{head} = {meaning}" if given else f"{head} → {meaning}?" if likely else f"{head} …"))
        self.setToolTip(tip_of(f"{column.heading}: {', '.join(column.examples)}"))
        self.setAccessibleName(f"Column {column.heading}: {meaning or 'in the notes'}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(self)
        menu.setAccessibleName(self.accessibleName())
        menu.triggered.connect(self._choose)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        one_click = QToolButton.ToolButtonPopupMode.MenuButtonPopup
        self.setPopupMode(one_click if likely else QToolButton.ToolButtonPopupMode.InstantPopup)
        self._likely = likely
        self.clicked.connect(self._take_likely)

    def _fill(self) -> None:
        """Fill the menu when it is first opened."""
        menu = self.menu()
        if menu.isEmpty():
            for meaning, name in self._choices:
                action = QAction(menu_text(name), menu)
                action.setData(meaning)
                menu.addAction(action)

    def _take_likely(self) -> None:
        if self._likely:
            self.assigned.emit(self._column.heading, self._likely)

    def _choose(self, action: QAction) -> None:
        self.assigned.emit(self._column.heading, action.data())


class ColumnChoices(QWidget):
    """The columns that were not recognised; `changed` is emitted when one is assigned."""

    changed = Signal()

    def __init__(self, systems: Mapping[str, System], parent: QWidget | None = None) -> None:
        """Begin without columns."""
        super().__init__(parent)
        self.assigned: dict[str, str] = {}
        self._systems = systems
        self._choices: dict[str, list[tuple[str, str]]] = {}
        self._shown: tuple[tuple[Column, str], ...] = ()
        self._flow = FlowLayout(self)
        self.setAccessibleName("Columns that were not recognised")
        self.hide()

    @property
    def buttons(self) -> list[ColumnButton]:
        """The buttons, one for each column."""
        return [one for one in self.findChildren(ColumnButton) if not one.isHidden()]

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Show the unknown columns, and those that were assigned."""
        open_ones = [one for one in columns if not one.meaning or one.heading.casefold() in self.assigned]
        distinct = {one.heading.casefold(): one for one in open_ones if one.heading}
        shown = tuple((one, self.assigned.get(head, "")) for head, one in distinct.items())[:MOST_SHOWN]
        if shown == self._shown:
            return
        self._shown = shown
        self._clear()
        self.setVisible(bool(shown))
        self._flow.addWidget(label("Columns to assign:"))
        for column, given in shown:
            button = ColumnButton(column, given, self._choices_of(column.system), self)
            button.assigned.connect(self._assign)
            self._flow.addWidget(button)
            button.show()
        self.updateGeometry()

    def _choices_of(self, system: str) -> list[tuple[str, str]]:
        """Return the choices for tables of a system."""
        if system not in self._choices:
            self._choices[system] = assignable_meanings(self._systems[system])
        return self._choices[system]

    def _assign(self, heading: str, meaning: str) -> None:
        """Assign a meaning to a column; one assigned to the notes is not listed again."""
        self.assigned = {**self.assigned, heading.casefold(): meaning or NOTE.id}
        self.changed.emit()

    def _clear(self) -> None:
        while self._flow.count():
            item = self._flow.takeAt(0)
            widget = item.widget() if item else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._flow.heightForWidth(width)
