"""The dialog between a text that was pasted and the roster: what was understood, and what was not."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from gm_desk.core.systems.system import System
from gm_desk.core.text.one_line import menu_text
from gm_desk.model.arrival_model import Arrival, ArrivalModel
from gm_desk.model.arrivals import counted
from gm_desk.model.document import RosterDocument
from gm_desk.model.pasting import Reading, fitted_to, marks_of, read_text, sentences, span_of, systems_of
from gm_desk.model.ways import Ways
from gm_desk.store.formats.incoming import Brought
from gm_desk.ui.arrival_list import ArrivalList
from gm_desk.ui.card_text import CardText
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.labels import dim_label, label, wrapped
from gm_desk.ui.look import Look
from gm_desk.ui.source_text import SourceText

WIDTH, HEIGHT, ROOM = 62, 40, 40
LIST_ROWS = 4.2
LEGEND = (
    "Underlined: no field on the card; it goes to the notes as it stands. Grey: belongs to no stat block; left out."
)
NOTHING = "Nothing was recognised here. Paste the whole block, from its name on, or choose its system above."


class PastePreview(AskingDialog):
    """Show a text and the cards it will become; Enter tells `wanted` who is to be added, Esc nothing."""

    wanted = Signal(list)

    def __init__(  # what it shows, what reads it, and where it comes from
        self,
        window: QWidget,
        document: RosterDocument,
        look: Look,
        ways: Ways,
        systems: Mapping[str, System],
        text: str,
        *,
        editable: bool = False,
    ) -> None:
        """Read a text; one that is editable is read again with every letter."""
        super().__init__("Paste stat blocks", window)
        self._document, self._ways, self._systems = document, ways, systems
        self._look = look
        self._reading: Reading | None = None
        self.model = ArrivalModel(self)
        self.count = label(bold=True)
        self.system = QComboBox()
        self.source = SourceText(look, text, editable=editable)
        self.list = ArrivalList(self.model, look)
        self.card = CardText(look)
        self.says = wrapped(dim_label(LEGEND))
        self._again = QTimer(self, singleShot=True, interval=0)
        self._lay_out(window)
        self._connect()
        self._read()
        first = self.source if editable else self.list if self.model.rowCount() > 1 else self.card
        first.setFocus()

    def _lay_out(self, window: QWidget) -> None:
        em = self.fontMetrics().height()
        top, right, parts = QHBoxLayout(), QWidget(), QSplitter(Qt.Orientation.Horizontal)
        before = label("&System")
        before.setBuddy(self.system)
        self.system.setAccessibleName("System")
        self.system.addItem("As recognised", "")
        for system in self._systems.values():
            self.system.addItem(system.name, system.id)
        top.addWidget(self.count, 1)
        top.addWidget(before)
        top.addWidget(self.system)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        column.addWidget(self.card, 1)
        self.list.setFixedHeight(int(em * LIST_ROWS * 1.4))
        for part in (self.source, right):
            parts.addWidget(part)
            part.setMinimumWidth(em * 12)
        parts.setChildrenCollapsible(False)
        parts.setSizes([em * WIDTH // 2, em * WIDTH // 2])
        self.column.addLayout(top)
        self.column.addWidget(parts, 1)
        self.column.addWidget(self.says)
        self.finish("&Add", self._add)
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))

    def _connect(self) -> None:
        self.source.edited.connect(self._again.start)
        self._again.timeout.connect(self._read)
        self.system.currentIndexChanged.connect(self._read)
        self.list.chosen.connect(self._show)
        self.model.ticked_changed.connect(self._tell)
        self._look.changed.connect(self._colour)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self._add)

    def _read(self) -> None:
        """Read the text as it is now."""
        document, chosen = self._document, self.system.currentData()
        row = self.list.currentIndex().row()
        self._reading = read_text(self.source.source, self._ways.read, self._systems, document.new_id, chosen)
        found = self._reading.brought
        of = systems_of(found, self._systems)
        self.system.setItemText(0, f"As recognised: {of}" if of and not chosen else "As recognised")
        self.model.show([Arrival(one) for one in found])
        self.list.setVisible(len(found) > 1)
        self.list.setCurrentIndex(self.model.index(max(0, min(row, len(found) - 1)), 0))
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
        ticked = [one.character for one in self.model.ticked()]
        self.count.setText("" if self._reading is None else self._reading.counted)
        self.does.setText(f"&Add {menu_text(counted(ticked))}" if ticked else "&Add")
        self.does.setEnabled(bool(ticked))
        empty = not self.model.all and bool(self.source.source.strip())
        self.says.setText(NOTHING if empty else LEGEND)

    def _add(self) -> None:
        """Add who is ticked, of the text as it is now."""
        if self._again.isActive():
            self._again.stop()
            self._read()
        ticked = self.model.ticked()
        if ticked:
            self.accept()
            self.wanted.emit(ticked)
