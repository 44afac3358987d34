"""The dialog that makes NPCs of a template: choose, name, Enter."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.roster import valid_name
from gm_desk.core.rules.dice import Dice
from gm_desk.model import npc_edits
from gm_desk.model.desk import Desk
from gm_desk.model.npc_edits import MOST_COPIES
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.names import load_names
from gm_desk.store.templates import load_templates
from gm_desk.ui.buttons import AccentButton
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.file_drops import LineEdit
from gm_desk.ui.labels import dim_label, label, wrapped
from gm_desk.ui.look import Look
from gm_desk.ui.sizes import BODY
from gm_desk.ui.template_rows import TemplateRows

WIDTH, HEIGHT = 52, 40
"""In heights of the font."""
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class NewNpc(QDialog):
    """Choose a template, a name and a number; Enter makes them as one step."""

    made = Signal()

    def __init__(self, window: QWidget, desk: Desk, look: Look, chance: Dice) -> None:
        """List the templates of the roster's system; `chance` proposes the names."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("New NPC from a template")
        self._document = desk.document
        self._chance = chance
        self._cultures = load_names(desk.document.system.id)
        self._group = self._after = self._proposed = ""
        templates = load_templates(desk.document.system.id, desk.places)
        self.filter = LineEdit()
        self.rows = TemplateRows(look, templates)
        self.damaged = wrapped(label("\n".join(_in_words(problem) for problem in templates.problems)))
        self.name = CheckedEdit(look, valid_name)
        self.again = QPushButton("&Another name")
        self.copies = QSpinBox()
        self.says = wrapped(dim_label(size=BODY))
        self.make = AccentButton(look, "Make", "Enter")
        self.cancel = QPushButton("Cancel")
        self._name_parts()
        self._lay_out()
        self._connect()
        em = self.fontMetrics().height()
        self.resize(min(em * WIDTH, window.width() - 40), min(em * HEIGHT, window.height() - 40))
        self._choose()

    def put_into(self, group: str, after: str) -> None:
        """Say into which group they go, and behind whom."""
        self._group, self._after = group, after
        self._tell()

    @override
    def accept(self) -> None:
        """Make what was chosen, where it has a name."""
        template, name = self.rows.chosen(), self.name.text()
        if self.name.refusal_of(name):
            self.name.setFocus()
            self.name.refuse()
        elif template is not None:
            made = {"group": self._group, "after": self._after}
            done = npc_edits.make_npcs(self._document, template, name, self.copies.value(), **made)
            super().accept()
            if done:
                self.made.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows walk through the templates while the filter is typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = STEPS.get(Qt.Key(event.key()))
            if step is not None:
                self.rows.step(step)
                return True
        return super().eventFilter(watched, event)

    def _name_parts(self) -> None:
        """Say what each part is."""
        self.filter.setPlaceholderText("Filter templates")
        self.filter.setAccessibleName("Filter templates")
        self.filter.setClearButtonEnabled(True)
        self.name.setAccessibleName("Name")
        self.again.setToolTip("Propose another name (Alt+A)")
        for other in (self.again, self.cancel):
            other.setAutoDefault(False)
        self.make.setDefault(True)
        self.copies.setAccessibleName("How many")
        self.copies.setRange(1, MOST_COPIES)
        self.damaged.setAccessibleName("Damaged templates")
        self.damaged.setVisible(bool(self.damaged.text()))

    def _lay_out(self) -> None:
        names, buttons, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        for words, field in (("&Name", self.name), ("&How many", self.copies)):
            before = label(words)
            before.setBuddy(field)
            names.addWidget(before)
            names.addWidget(field)
            if field is self.name:
                names.addWidget(self.again)
        buttons.addWidget(self.says, 1)
        buttons.addWidget(self.make)
        buttons.addWidget(self.cancel)
        column.addWidget(self.filter)
        column.addWidget(self.rows, 1)
        column.addWidget(self.damaged)
        column.addLayout(names)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self.filter.installEventFilter(self)
        self.filter.textChanged.connect(self.rows.show_matching)
        self.rows.currentItemChanged.connect(self._choose)
        self.rows.itemDoubleClicked.connect(self.accept)
        self.again.clicked.connect(self._propose_another)
        self.copies.valueChanged.connect(self._choose)
        self.name.textChanged.connect(self._tell)
        self.make.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.reject)

    def _choose(self) -> None:
        """Propose a name for what is chosen now, unless one was typed."""
        template, copies = self.rows.chosen(), self.copies.value()
        if template is not None and self.name.text() == self._proposed:
            self._propose(npc_edits.proposal(self._document, template, self._cultures, copies, self._chance))
        self._tell()

    def _propose_another(self) -> None:
        self._propose(npc_edits.another(self._document, self._cultures, self._proposed, self._chance))

    def _propose(self, name: str) -> None:
        self._proposed = name
        self.name.setText(name)
        self.name.store(name)

    def _tell(self) -> None:
        """Say what Enter would make, and where."""
        template = self.rows.chosen()
        self.make.setEnabled(template is not None)
        self.again.setEnabled(template is not None)
        self.says.setText("No template has all these words." if template is None else self._promise())

    def _promise(self) -> str:
        try:
            names = npc_edits.names_of(self._document, self.name.text(), self.copies.value())
        except RulesError:
            return "Type a name."
        group = self._document.roster.group(self._group)
        where = f" in {group.name}" if group else ""
        return f"Makes {names[0]}{f' … {names[-1]}' if names[1:] else ''}{where}."


def _in_words(problem: UnreadableFileError) -> str:
    """Say which template file is left out, and why."""
    place = f", {problem.place}" if problem.place else ""
    return f"“{problem.path.name}” is left out{place}: {problem.problem}."
