"""The skills section of the card: the list, a field to add skills, and untrained tests."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QStyleOptionViewItem, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.abilities import untrained, with_fields
from gm_desk.core.drafts.draft import Ability, AbilityKind
from gm_desk.core.systems.definition import SkillKind
from gm_desk.model.card.stat_models import CharacterModel, SkillModel
from gm_desk.model.item_models import Index, Role
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.line_box import for_several, reached
from gm_desk.ui.card.lists import CellDelegate, SearchedList, ShownCell
from gm_desk.ui.theme.painting import LEFT, RIGHT, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, EDGE, GAP, TINY, current_theme
from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.fields import Check, CheckedEdit
from gm_desk.ui.widgets.labels import dim_label, heading, hint
from gm_desk.ui.widgets.text_input import PartCompleter

if TYPE_CHECKING:
    from gm_desk.ui.widgets.popup_list import Choices

UNTRAINED_HINT = "Roll a skill this character does not have on its linked aptitude; type its name, and a field after it"


NUMBER_EMS = 2
"""The width of the rating at the end of a skill's row, in ems."""
TWO_COLUMNS, THREE_COLUMNS = 26, 50
"""The widths of the list of skills from which it has more columns, in ems."""


class SkillsSection(QWidget):
    """The skills of one character."""

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Create the section without a character."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._id = ""
        self._selected: tuple[str, ...] = ()
        self._completed: tuple[SkillKind, ...] = ()
        self.model = SkillModel(document, self)
        self.view = SkillView(self.model, self._edited_skill_check)
        self.view.setObjectName("skillView")
        self.view.setAccessibleName("Skills")
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.add = CheckedEdit(self._new_skill_check, document=document)
        self.add.kept_if_read_only = True
        self.add.setAccessibleName("Add a skill")
        self.untrained = UntrainedPicker(document, drafting)
        self._lay_out()
        self.view.chosen.connect(self._choose)
        self.add.committed.connect(self._add)
        self.add.settled.connect(self.view.show_new)

    def show_character(self, character_id: str) -> None:
        """Show a character's skills; "" shows none."""
        self._id = character_id
        self.model.show(character_id)
        self.view.turn()
        system = self._document.system
        self._hint()
        self.untrained.show_character(character_id)
        if system.skills != self._completed:
            self._completed = system.skills
            names = [kind.name + (": " if kind.fields else " ") for kind in system.skills]
            self.add.setCompleter(PartCompleter(names, self.add))

    def select(self, ids: Sequence[str]) -> None:
        """Set the selection: if it includes the character shown, new skills are added to all of it."""
        self._selected = tuple(ids)
        self._hint()

    def mark(self, skill_id: str) -> None:
        """Highlight the skill that is prepared, if any."""
        self.view.mark(self.model.index_of(skill_id))

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The parts that take the focus, in tab order."""
        return self.view, self.add, self.untrained

    def remove_current(self) -> None:
        """Remove the current skill."""
        from gm_desk.model.roster import edits

        skill_id = self.view.current_id
        if skill_id:
            edits.remove_skill(self._document, self._id, skill_id)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint()

    def _hint(self) -> None:
        """Update the placeholder with an example and the number of characters affected."""
        adds = f"Add a skill{for_several(reached(self._id, self._selected))}"
        hint(self.add, f"{adds}, like “{self._document.system.example}”", adds)
        self.add.setAccessibleName(adds)

    def _lay_out(self) -> None:
        column, top, bottom = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(top)
        top.addWidget(heading("Skills"))
        top.addStretch()
        top.addWidget(dim_label("Enter rolls, F2 edits"))
        top.setContentsMargins(0, 0, EDGE, 0)
        column.addWidget(self.view)
        column.addLayout(bottom)
        bottom.addWidget(self.add, 1)
        bottom.addWidget(self.untrained)
        bottom.setContentsMargins(0, 0, GAP, 0)

    def _choose(self, skill_id: str) -> None:
        self._drafting.choose(self._id, AbilityKind.SKILL, skill_id)

    def _add(self, line: str) -> None:
        from gm_desk.model.roster import selection_edits

        targets = reached(self._id, self._selected)
        if line.strip():
            selection_edits.add_skills(self._document, targets, line)

    def _open_menu(self, at: QPoint) -> None:
        self.view.open_menu("Skill", at, ("Remove", self.remove_current))

    def _edited_skill_check(self, line: str) -> None:
        """Raise RulesError unless the line is a skill that the character does not have already."""
        from gm_desk.model.roster import edits

        edits.with_skill_set(self._document, self._id, self.view.current_id, line)

    def _new_skill_check(self, line: str) -> None:
        """Raise RulesError unless the line is empty or all its parts are skills."""
        from gm_desk.model.roster import edits

        if line.strip():
            edits.typed_skills(self._document, line)


class UntrainedPicker(Picker):
    """The button that rolls a skill which the character lacks on its linked aptitude."""

    def __init__(self, document: RosterDocument, drafting: Drafting) -> None:
        """Create the button without a character."""
        super().__init__("Untrained", self._lacking, typed=self._with_field, hint=UNTRAINED_HINT)
        self._document = document
        self._drafting = drafting
        self._id = ""
        self.setObjectName("untrained")
        self.show_picked("Untrained", "")
        self.setAccessibleName("Untrained: roll a skill that is not on this card")
        self.picked.connect(self._choose)

    def show_character(self, character_id: str) -> None:
        """Offer the skills that a character lacks, in a system in which skills can be defaulted."""
        self._id = character_id
        self.setVisible(self._document.system.defaults)

    def _choose(self, name: str | None) -> None:
        if name is not None:
            self._drafting.choose(self._id, AbilityKind.UNTRAINED, name)

    def _lacking(self) -> "Choices":
        """Return the missing skills, each with the aptitude it defaults to."""
        character = self._document.character(self._id)
        found = untrained(character, self._document.system) if character else []
        return [self._choice(ability) for ability in found] or [("Type the aptitudes first", None)]

    def _with_field(self, typed: str) -> "Choices":
        """Return the skills with a typed field, such as “hardware robotics”."""
        from gm_desk.core.finder.lexicon import words_of

        character = self._document.character(self._id)
        found = with_fields(words_of(typed), character, self._document.system) if character else []
        return [self._choice(ability) for _, ability in found]

    def _choice(self, ability: Ability) -> tuple[str, object]:
        """Return a skill as a choice: its text, marked if any field can be typed, and its key."""
        kind = self._document.system.skill_kind(ability.key)
        open_field = kind is not None and kind.fields and ":" not in ability.key
        name = f"{ability.label}: any field" if open_field else ability.label
        return f"{name}   {ability.linked} {ability.linked_rating}", ability.key


class SkillView(SearchedList):
    """The skills in two columns, or in one if the list is narrow."""

    def __init__(self, model: CharacterModel, check: Check, parent: QWidget | None = None) -> None:
        """Create the view for a skill model; `check` raises RulesError for an invalid line."""
        super().__init__(model, parent)
        self.setFlow(QListView.Flow.TopToBottom)
        self.setItemDelegate(SkillDelegate(check, self))

    @override
    def edit(self, index: Index, *how: Any) -> Any:
        """Start editing with only the rating selected, so that typing replaces just the number."""
        begun = super().edit(index, *how)
        editor = self.indexWidget(index)
        if isinstance(editor, CheckedEdit) and not editor.isModified():
            editor.setSelection(len(index.data(Role.NAME)) + 1, len(index.data(Role.NUMBER)))
        return begun

    @override
    def number_box(self, index: Index) -> QRect:
        box = skill_box(QRectF(self.visualRect(index)), self)
        return box.adjusted(box.width() - self.fontMetrics().height() * NUMBER_EMS, 0, 0, 0).toAlignedRect()

    @override
    def columns(self) -> int:
        ems = self.width() / self.fontMetrics().height()
        return 1 + (ems >= TWO_COLUMNS) + (ems >= THREE_COLUMNS)

    @override
    def cell_height(self) -> int:
        return int(self.fontMetrics().height() * 1.65)


class SkillDelegate(CellDelegate):
    """A delegate that paints a skill with its linked aptitude and rating."""

    @override
    def form(self, option: QStyleOptionViewItem, index: Index) -> float:
        """Return the width of the box, which ends before a gap between columns."""
        del index
        return skill_box(QRectF(option.rect), self._view).width()

    @override
    def paint_cell(self, option: QStyleOptionViewItem, shown: ShownCell, painter: QPainter, box: QRectF) -> None:
        theme, em = current_theme(), option.fontMetrics.height()
        box = QRectF(box.x(), box.y() + 1, shown.form, box.height() - 2)
        self.ground(painter, box, shown)
        inner = box.adjusted(6, 0, -6, 0)
        write(painter, inner, shown.number, theme.text, RIGHT, scaled(option.font, BODY, bold=True))
        link = inner.adjusted(0, 0, -em * NUMBER_EMS, 0)
        write(painter, link, shown.detail, theme.dim, RIGHT, scaled(option.font, TINY))
        words = inner.adjusted(0, 0, -em * 4.4, 0)
        write(painter, words, shown.name, theme.text, LEFT, option.font)
        behind = words.adjusted(width_of(option.font, shown.name) + em * 0.4, 0, 0, 0)
        if shown.tail and behind.width() > em:
            write(painter, behind, shown.tail, theme.dim, LEFT, option.font)


def skill_box(cell: QRectF, view: QListView) -> QRectF:
    """Return the box of a skill inside its cell, with a gap between columns."""
    last = cell.right() + view.gridSize().width() > view.width()
    return cell.adjusted(0, 1, -8 if last else -view.fontMetrics().height() * 1.2, -1)
