"""The dialog that creates NPCs from a template, built-in or one of the user's own."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.characters.roster import Character, valid_name
from gm_desk.core.errors import RulesError
from gm_desk.core.rules.dice import Dice
from gm_desk.core.wording.phrases import one_line
from gm_desk.model.files.session import Session
from gm_desk.model.item_models import Index, Role
from gm_desk.model.roster import npcs
from gm_desk.model.roster.npcs import MOST_COPIES, template_summary
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.rosters.templates import Templates, load_templates
from gm_desk.store.shipped import load_names
from gm_desk.ui.theme.painting import LEFT, rounded, scaled, write
from gm_desk.ui.theme.theme import BODY, COMPACT, SMALL, current_theme
from gm_desk.ui.widgets.buttons import AccentButton
from gm_desk.ui.widgets.dialogs import takes_fields
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import dim_label, label, wrapped
from gm_desk.ui.widgets.popup_list import GroupField
from gm_desk.ui.widgets.text_input import LineEdit

ROW, NAME = 1.7, 12
"""The height of a row and the width of a name, in heights of the font."""
TEMPLATE = Role.ID
SHIPPED, OWN = "Built-in", "Your own"


class TemplateRows(QListWidget):
    """The list of templates under two headings; one is always selected if there is any."""

    def __init__(self, templates: Templates, parent: QWidget | None = None) -> None:
        """Create the list with all templates."""
        super().__init__(parent)
        self._templates = templates
        self.setAccessibleName("Templates")
        self.setItemDelegate(_RowDelegate(self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.show_matching("")

    def chosen(self) -> Character | None:
        """Return the selected template, or None."""
        item = self.currentItem()
        template = item.data(TEMPLATE) if item is not None else None
        return template if isinstance(template, Character) else None

    def show_matching(self, text: str) -> None:
        """List the templates that contain every word; keep the selection if possible, else select the first."""
        before, words = self.chosen(), text.casefold().split()
        self.blockSignals(True)
        self.clear()
        for title, several in ((SHIPPED, self._templates.shipped), (OWN, self._templates.own)):
            shown = [one for one in several if all(word in _words(one) for word in words)]
            if shown:
                self._add(title, "", None)
            for one in shown:
                self._add(one.name, template_summary(one), one)
        self.blockSignals(False)
        rows = self._rows()
        self.setCurrentRow(
            next((row for row in rows if self.item(row).data(TEMPLATE) is before), rows[0] if rows else -1)
        )
        self.currentItemChanged.emit(self.currentItem(), None)

    def step(self, by: int) -> None:
        """Move the selection to the next template in a direction, skipping headings."""
        candidates = [row for row in self._rows() if (row - self.currentRow()) * by > 0]
        if candidates:
            self.setCurrentRow(min(candidates, key=lambda row: abs(row - self.currentRow())))

    def _rows(self) -> list[int]:
        return [row for row in range(self.count()) if self.item(row).data(TEMPLATE) is not None]

    def _add(self, name: str, detail: str, template: Character | None) -> None:
        item = QListWidgetItem(name)
        item.setData(TEMPLATE, template)
        item.setData(Role.NAME, name)
        item.setData(Role.DETAIL, detail)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {detail}" if detail else name)
        if template is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)


class _RowDelegate(QStyledItemDelegate):
    """A delegate that paints a template's name and summary, or a heading."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, int(option.fontMetrics.height() * ROW))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box, em = current_theme(), QRectF(option.rect), option.fontMetrics.height()
        if index.data(TEMPLATE) is None:
            write(
                painter, box.adjusted(8, 0, -8, 0), index.data(Role.NAME), theme.dim, LEFT, scaled(option.font, SMALL)
            )
            return
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box.adjusted(2, 1, -2, -1), theme.chosen, theme.chosen_line)
        inner = box.adjusted(8, 0, -8, 0)
        name = QRectF(inner.x(), inner.y(), min(em * NAME, inner.width()) - 8, inner.height())
        write(painter, name, index.data(Role.NAME), theme.text, LEFT, option.font)
        small = scaled(option.font, COMPACT)
        write(painter, inner.adjusted(em * NAME, 0, 0, 0), index.data(Role.DETAIL), theme.dim, LEFT, small)


def _words(template: Character) -> str:
    """Return the text that the filter searches."""
    return " ".join((template.name, template.concept, *template.tags, template_summary(template))).casefold()


WIDTH, HEIGHT = 52, 40
"""In heights of the font."""
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class NewNpc(QDialog):
    """A dialog to choose a template, a name and a number of copies, which are created in one undo step.

    `made` carries the ids of the new NPCs (list[str]).
    """

    made = Signal(list)

    def __init__(self, window: QWidget, session: Session, chance: Dice) -> None:
        """Create the dialog for the roster's system; `chance` is used to propose names."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("New NPC from a template")
        self._document = session.document
        self._chance = chance
        self._cultures = load_names(session.document.system.id)
        self._after = self._proposed = ""
        templates = load_templates(session.document.system.id, session.places)
        self.filter = LineEdit()
        self.rows = TemplateRows(templates)
        self.damaged = wrapped(label("\n".join(_sentence_of(problem) for problem in templates.problems)))
        self.name = CheckedEdit(valid_name)
        self.again = QPushButton("&Another name")
        self.copies = QSpinBox()
        self.group = GroupField([one.name for one in self._document.roster.groups])
        self.says = wrapped(dim_label(size=BODY))
        self.make = AccentButton("Create", "Enter")
        self.cancel = QPushButton("Cancel")
        self._set_texts()
        self._lay_out()
        self._connect()
        em = self.fontMetrics().height()
        self.resize(min(em * WIDTH, window.width() - 40), min(em * HEIGHT, window.height() - 40))
        self._choose()

    def put_into(self, group: str, after: str) -> None:
        """Set the group for the new NPCs, and the character to insert them after."""
        known = self._document.roster.group(group)
        self.group.setCurrentText(known.name if known else "")
        self._after = after
        self._update_preview()

    @override
    def accept(self) -> None:
        """Create the NPCs if the name is valid."""
        template, name = self.rows.chosen(), self.name.text()
        if takes_fields(self) and template is not None:
            made = {"named": one_line(self.group.currentText()).strip(), "after": self._after}
            done = npcs.make_npcs(self._document, template, name, self.copies.value(), **made)
            super().accept()
            if done:
                self.made.emit(done)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass the arrow keys from the filter to the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = STEPS.get(Qt.Key(event.key()))
            if step is not None:
                self.rows.step(step)
                return True
        return super().eventFilter(watched, event)

    def _set_texts(self) -> None:
        """Set placeholders, tool tips and accessible names."""
        self.filter.setPlaceholderText("Filter templates")
        self.filter.setAccessibleName("Filter templates")
        self.filter.setClearButtonEnabled(True)
        self.name.setAccessibleName("Name")
        self.again.setToolTip("Suggest another name (Alt+A)")
        for other in (self.again, self.cancel):
            other.setAutoDefault(False)
        self.make.setDefault(True)
        self.copies.setAccessibleName("How many")
        self.copies.setRange(1, MOST_COPIES)
        self.damaged.setAccessibleName("Damaged templates")
        self.damaged.setVisible(bool(self.damaged.text()))

    def _lay_out(self) -> None:
        names, more, buttons, column = QHBoxLayout(), QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        column.addWidget(self.filter)
        column.addWidget(self.rows, 1)
        column.addWidget(self.damaged)
        column.addLayout(names)
        column.addLayout(more)
        column.addLayout(buttons)
        for row, words, field in (
            (names, "&Name", self.name),
            (more, "&How many", self.copies),
            (more, "&Group", self.group),
        ):
            before = label(words)
            before.setBuddy(field)
            row.addWidget(before)
            row.addWidget(field)
            if field is self.name:
                row.addWidget(self.again)
        more.setStretchFactor(self.group, 1)
        buttons.addWidget(self.says, 1)
        buttons.addWidget(self.make)
        buttons.addWidget(self.cancel)

    def _connect(self) -> None:
        self.filter.installEventFilter(self)
        self.filter.textChanged.connect(self.rows.show_matching)
        self.rows.currentItemChanged.connect(self._choose)
        self.rows.itemDoubleClicked.connect(self.accept)
        self.again.clicked.connect(self._propose_another)
        self.copies.valueChanged.connect(self._choose)
        self.group.currentTextChanged.connect(self._update_preview)
        self.name.textChanged.connect(self._update_preview)
        self.make.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.reject)

    def _choose(self) -> None:
        """Propose a name for the current choice, unless the GM has typed one."""
        template, copies = self.rows.chosen(), self.copies.value()
        if template is not None and self.name.text() == self._proposed:
            self._propose(npcs.proposal(self._document, template, self._cultures, copies, self._chance))
        self._update_preview()

    def _propose_another(self) -> None:
        self._propose(npcs.another(self._document, self._cultures, self._proposed, self._chance))

    def _propose(self, name: str) -> None:
        self._proposed = name
        self.name.setText(name)
        self.name.store(name)

    def _update_preview(self) -> None:
        """Update the buttons and the preview of the NPCs."""
        template = self.rows.chosen()
        self.make.setEnabled(template is not None)
        self.again.setEnabled(template is not None)
        self.says.setText("No template matches." if template is None else self._preview())

    def _preview(self) -> str:
        try:
            names = npcs.names_of(self._document, self.name.text(), self.copies.value())
        except RulesError:
            return "Type a name."
        group = one_line(self.group.currentText(), 40).strip()
        where = f" to {group}" if group else ""
        return f"Adds {names[0]}{f' … {names[-1]}' if names[1:] else ''}{where}."


def _sentence_of(problem: UnreadableFileError) -> str:
    """Return a sentence about a template file that could not be read."""
    place = f", {problem.place}" if problem.place else ""
    return f"“{problem.path.name}” is left out{place}: {problem.problem}."
