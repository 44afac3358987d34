"""The rep section of the card: a score for each network, clicked to prepare a test."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QListView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.model.card import card_edits
from gm_desk.model.card.stat_models import RepModel
from gm_desk.model.item_models import Index
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.line_box import LABEL_EMS
from gm_desk.ui.card.lists import CellDelegate, GridList, ShownCell
from gm_desk.ui.theme.painting import LEFT, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, current_theme
from gm_desk.ui.widgets.fields import Check
from gm_desk.ui.widgets.labels import FieldLabel
from gm_desk.ui.widgets.text_input import edit_at

CELL_EMS = 4.6
LINE_EMS = 14
"""The width of a field for a line of several networks, in ems."""


class RepView(GridList):
    """The networks in a row, each with its score."""

    def __init__(self, model: RepModel, check: Check) -> None:
        """Create the view for a rep model; `check` raises RulesError for an invalid score."""
        super().__init__(model)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setItemDelegate(RepDelegate(check, self))

    @override
    def columns(self) -> int:
        return max(1, int(self.width() / (self.fontMetrics().height() * CELL_EMS)))

    @override
    def cell_height(self) -> int:
        return int(self.fontMetrics().height() * 1.65)


class RepDelegate(CellDelegate):
    """A delegate that paints a network and its score."""

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Widen the editor for a line of several networks."""
        super().updateEditorGeometry(editor, option, index)
        wide = min(self._view.fontMetrics().height() * LINE_EMS, self._view.width())
        left = max(0, min(editor.x(), self._view.width() - wide))
        editor.setGeometry(left, editor.y(), wide, editor.height())

    @override
    def form(self, option: QStyleOptionViewItem, index: Index) -> float:
        """Return whether a score was typed."""
        del option
        return bool(index.data(Qt.ItemDataRole.EditRole))

    @override
    def paint_cell(self, option: QStyleOptionViewItem, shown: ShownCell, painter: QPainter, box: QRectF) -> None:
        box, theme = box.adjusted(0, 1, -8, -1), current_theme()
        self.ground(painter, box, shown)
        inner = box.adjusted(6, 0, -2, 0)
        write(painter, inner, shown.name, theme.dim, LEFT, option.font)
        score, typed = inner.adjusted(width_of(option.font, shown.name) + 6, 0, 0, 0), bool(shown.form)
        ink = theme.text if typed else theme.dim
        write(painter, score, shown.number, ink, LEFT, scaled(option.font, BODY, bold=typed))


class RepSection(QWidget):
    """The rep of one character, hidden if there is none."""

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Create the section without a character."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._id = ""
        self._adding = False
        self.name = ""
        self.model = RepModel(document, self)
        self.view = RepView(self.model, self._check)
        self.view.setObjectName("repView")
        self._label = FieldLabel(dim=True)
        self._label.clicked.connect(self.view.setFocus)
        self._label.setFixedWidth(int(self.fontMetrics().height() * LABEL_EMS))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._label)
        row.addWidget(self.view, 1)
        self.hide()
        self.view.chosen.connect(self._choose)
        document.character_changed.connect(self._refresh)

    @property
    def offered(self) -> bool:
        """Whether the system has rep and the character has none."""
        character = self._document.character(self._id)
        return bool(self.name) and character is not None and not character.rep

    def show_character(self, character_id: str) -> None:
        """Show a character's rep; "" shows none."""
        self._id, self._adding = character_id, False
        self.name = next((one.name for one in self._document.system.sections if one.kind == "rep"), "")
        self._label.setText(self.name)
        self.view.setAccessibleName(self.name)
        self.model.show(character_id)
        self._refresh(character_id)

    def begin(self) -> None:
        """Show the section and edit the first score."""
        self._adding = True
        self.show()
        self.view.fit()
        self.view.setFocus()
        first = self.model.index(0, 0)
        self.view.setCurrentIndex(first)
        edit_at(self.view, first)

    def mark(self, network: str) -> None:
        """Highlight the network that is prepared, if any."""
        self.view.mark(self.model.index_of(network))

    def _check(self, text: str) -> None:
        """Raise RulesError unless the text is a score or a line of several."""
        character = self._document.character(self._id)
        if character is not None:
            card_edits.read_rep(self._document, character, "", text)

    def _choose(self, network: str) -> None:
        self._drafting.choose(self._id, AbilityKind.REP, network)

    def _refresh(self, character_id: str) -> None:
        """Show the section if the character has rep or it is being added."""
        if character_id == self._id:
            character = self._document.character(self._id)
            self.setVisible(bool(character and (character.rep or (self._adding and self.name))))
