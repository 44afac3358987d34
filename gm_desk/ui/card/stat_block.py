"""The card: the stat block of the selected character, with values that are clicked to roll."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.abilities import aptitude_of
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.core.scenes.conditions_in_force import in_force_of
from gm_desk.model.card.card_edits import CharacterEdits, ListField
from gm_desk.model.card.stat_models import AptitudeModel, CharacterModel
from gm_desk.model.item_models import Role
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.portraits import Portraits
from gm_desk.ui.card.attacks import AttacksSection
from gm_desk.ui.card.line_box import Addable, AddMenu, ListRow
from gm_desk.ui.card.lists import GridList, SearchedList, TypedLetters
from gm_desk.ui.card.points import PointsSection
from gm_desk.ui.card.skills import SkillsSection
from gm_desk.ui.card.stat_head import CardHead, EmptyCardPage, offer_of_block
from gm_desk.ui.card.tracks import TracksSection
from gm_desk.ui.card.values import AptitudeView, ValuesSection
from gm_desk.ui.theme.theme import PANE, TIGHT, WIDE
from gm_desk.ui.widgets.action_rows import show_keys
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import laid_out_once
from gm_desk.ui.widgets.scrolling import LatePart, VerticalScroll, join

if TYPE_CHECKING:
    from gm_desk.ui.card.notes import Notes
    from gm_desk.ui.card.prep_check import PrepSection
    from gm_desk.ui.card.rep import RepSection
    from gm_desk.ui.scene.condition_strip import ConditionStrip


MARGIN, SECTION_GAP, ROW_GAP = PANE, WIDE, TIGHT
LISTS: tuple[ListField, ...] = ("ware", "gear", "traits")
MOST_EMS = 56
"""The maximum width of the card, in ems; in wider ones, names and numbers are too far apart to read."""
TWO_LINES = 3.25
"""The height of a box with two lines, in ems."""


class CardPart(Protocol):
    """A part of the card that shows one character at a time."""

    def show_character(self, character_id: str, /) -> None:
        """Show a character, or nobody for ""."""


class StatBlock(VerticalScroll):
    """The card of one character, on which values are prepared, rolled and edited."""

    roll_requested = Signal()
    digit_typed = Signal(str)
    block_requested = Signal()
    refused = Signal(str)

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        edits: CharacterEdits,
        portraits: Portraits,
        parent: QWidget | None = None,
    ) -> None:
        """Create the card without a character."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._id = ""
        self._turning = False
        self._letters = TypedLetters()
        self.setObjectName("statBlock")
        self.head = CardHead(document, portraits)
        self._edits = edits
        self.aptitude_model = AptitudeModel(document, self)
        self.aptitudes = AptitudeView(self.aptitude_model, self._aptitude_check)
        self.aptitudes.setObjectName("aptitudeView")
        self.resistance_model = AptitudeModel(document, self, "resistance")
        self.resistances = AptitudeView(self.resistance_model, self._resistance_check, TWO_LINES)
        self.resistances.setObjectName("resistanceView")
        self.values = ValuesSection(document)
        self.tracks = TracksSection(document, edits)
        self.points = PointsSection(document)
        self.skills = SkillsSection(document, drafting)
        self.attacks = AttacksSection(document, drafting)
        self.lists: dict[str, ListRow] = {field: ListRow(document, field, "") for field in LISTS}
        self.offer = offer_of_block()
        self.offer.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # its tool tip shows the keys of the command
        self.offer.clicked.connect(self.block_requested)
        self.add = AddMenu("card", self._addable)
        self._card = QWidget()
        self._above = QVBoxLayout(self.viewport())
        self._lay_out()
        self._connect()
        self._card.hide()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @LatePart
    def conditions(self) -> "ConditionStrip":
        """The conditions, which are built after the first frame, or for the first character who has one."""
        from gm_desk.ui.scene.condition_strip import ConditionStrip

        made = ConditionStrip(self._document, self._edits.conditions)
        self._column.insertWidget(self._column.indexOf(self.offer) + 1, made)
        join(made, self.head)
        made.show_character(self._id)
        return made

    @LatePart
    def rep(self) -> "RepSection":
        """The rep, which is built after the first frame, or for the first character who has some."""
        from gm_desk.ui.card.rep import RepSection

        made = RepSection(self._document, self._drafting)
        self._list_rows.insertWidget(0, made)
        self._follow_model(made.model)
        self._follow_view(made.view)
        above = (self.skills, self.attacks) if self._attacks_first else (self.attacks, self.skills)
        before = made.view.focusPolicy()
        # without rows it takes no focus, and would be left out of the tab order
        made.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        join(made, *(stop for part in above for stop in reversed(part.stops)))
        made.view.setFocusPolicy(before)
        self._name_rows_above(made, *above)
        made.show_character(self._id)
        self._mark()
        return made

    @LatePart
    def prep(self) -> "PrepSection":
        """The findings of the prep check, which are built after the first frame."""
        from gm_desk.ui.card.prep_check import PrepSection

        made = PrepSection(self._document)
        self._column.insertWidget(self._column.indexOf(self.aptitudes), made)
        join(made, self.conditions, self.head)
        made.show_character(self._id)
        return made

    @LatePart
    def notes(self) -> "Notes":
        """The notes at the end of the card, which are built after the first frame."""
        from gm_desk.ui.card.notes import Notes

        made = Notes(self._document)
        self._column.insertWidget(self._column.indexOf(self.add), made)
        join(made, *self._rows)
        made.show_character(self._id)
        return made

    def complete(self) -> None:
        """Build the parts that the first frame does not need."""
        _ = self.conditions, self.prep, self.notes, self.rep
        self.add.refresh()

    @LatePart
    def nobody(self) -> EmptyCardPage:
        """The page shown without a character."""
        made = EmptyCardPage(self._document)
        made.offer.clicked.connect(self.block_requested)
        self._above.addWidget(made)
        show_keys(made.findChildren(QWidget))
        return made

    def _connect(self) -> None:
        self.aptitudes.chosen.connect(self._choose_check)
        self.resistances.chosen.connect(self._choose_resistance)
        self.head.concept.returnPressed.connect(self.aptitudes.setFocus)
        for view in (self.aptitudes, self.resistances, self.skills.view, self.attacks.view):
            self._follow_view(view)
        for changed in (self._document.character_changed, self._document.scenes_changed):
            changed.connect(self.add.refresh)
        for follows in (self._place_attacks, self._offer_block):
            self._document.character_changed.connect(follows)
        self._document.scenes_changed.connect(self._place_attacks)
        self.verticalScrollBar().rangeChanged.connect(self._scroll_to_field, Qt.ConnectionType.QueuedConnection)
        for searched in (self.attacks.view, self.skills.view):
            searched.letters_typed.connect(self.search)
        for model in (self.aptitude_model, self.resistance_model, self.skills.model, self.attacks.model):
            self._follow_model(model)
        self._drafting.draft_changed.connect(self._mark)

    def _follow_view(self, view: GridList) -> None:
        view.roll_requested.connect(self.roll_requested)
        view.digit_typed.connect(self.digit_typed)

    def _follow_model(self, model: CharacterModel) -> None:
        model.rows_changed.connect(self._mark)
        model.refused.connect(self.refused)

    def select(self, ids: Sequence[str]) -> None:
        """Set the selection, to which input for several characters applies."""
        for part in (self.tracks, self.skills, self.attacks):
            part.select(ids)

    def show_character(self, character_id: str) -> None:
        """Show a character after storing pending input; "" shows the page without a character."""
        self._document.stack.settle()
        self._id, self._turning = character_id, True  # marks are set once, when all parts show the character
        try:
            with laid_out_once(self._column):
                self._show_parts(character_id)
        finally:
            self._turning = False
        self._card.setVisible(bool(character_id))
        if not character_id or StatBlock.nobody.built(self) is not None:
            self.nobody.setVisible(not character_id)
        policies = Qt.ScrollBarPolicy
        policy = policies.ScrollBarAsNeeded if character_id else policies.ScrollBarAlwaysOff
        if policy != self.verticalScrollBarPolicy():  # setting the same one again would lay out the bars
            self.setVerticalScrollBarPolicy(policy)
        if self._card.isVisible():
            self._settle()
        self.verticalScrollBar().setValue(0)
        self._mark()

    def _settle(self) -> None:
        """Lay out the card from the inside; Qt begins outside, and does it again for each part that changes later."""
        with laid_out_once(self._column):
            for layout in reversed(self._card.findChildren(QLayout)):
                layout.activate()
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))  # it gives the card its height
        self._column.activate()

    def _show_parts(self, character_id: str) -> None:
        parts: tuple[CardPart | None, ...] = (
            *(self.head, self.values, self.tracks, self.points, self.skills, self.attacks),
            *(StatBlock.conditions.built(self), StatBlock.rep.built(self)),
            *(StatBlock.prep.built(self), StatBlock.notes.built(self)),
            *self.lists.values(),
        )
        for part in filter(None, parts):
            part.show_character(character_id)
        character = self._document.character(character_id)
        if character is not None and character.rep:
            _ = self.rep
        if character is not None and in_force_of(character, self._document.roster, self._document.system):
            _ = self.conditions
        self._name_rows()
        self._place_attacks()
        self._offer_block()
        self.aptitude_model.show(character_id)
        self.resistance_model.show(character_id)
        self.add.refresh()

    def search(self, letters: str) -> None:
        """Prepare the attack or skill whose name begins with the letters typed, in the order of the card."""
        view, index = self._letters.found(letters, self._searched)
        if view is None:
            return
        focused = any(one.hasFocus() for one in self._searched)
        if focused and not view.hasFocus():
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if index not in view.prepared:
            view.mark(index)
            view.chosen.emit(index.data(Role.ID))

    @property
    def _searched(self) -> list[SearchedList]:
        """The lists searched by typed letters, in the order of the card."""
        views: list[SearchedList] = [self.attacks.view, self.skills.view]
        return views if self._attacks_first else views[::-1]

    @property
    def _attacks_first(self) -> bool:
        character, scene = self._document.character(self._id), self._document.roster.on_stage
        fights = scene is not None and scene.now is not None and scene.fighter(self._id) is not None
        return character is not None and (fights or character.kind == "npc")

    def _place_attacks(self, changed: str = "") -> None:
        """Place the attacks of an NPC above the skills, and those of a PC below them unless they are in a fight."""
        if changed not in {"", self._id}:
            return
        parts: list[AttacksSection | SkillsSection] = [self.attacks, self.skills]
        first, second = parts if self._attacks_first else parts[::-1]
        if self._column.indexOf(first) > self._column.indexOf(second):
            self._column.insertWidget(self._column.indexOf(second), first)
            for before, after in pairwise((*first.stops, *second.stops)):
                QWidget.setTabOrder(before, after)

    def _offer_block(self, changed: str = "") -> None:
        """Offer to type a stat block as long as the card is empty below its head."""
        if changed in {"", self._id}:
            character = self._document.character(self._id)
            self.offer.setVisible(character is not None and character.bare)

    def commit(self) -> None:
        """Store pending input in the roster."""
        self._document.stack.settle()

    def _scroll_to_field(self) -> None:
        """Scroll to the field being edited, which moves when skills are added above it."""
        focus = self.window().focusWidget()
        if isinstance(focus, CheckedEdit) and focus.typing and self._card.isAncestorOf(focus):
            focus.show_whole()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the columns close together in a wide window, and the edited field visible in a low one."""
        super().resizeEvent(event)
        spare = self.viewport().width() - MARGIN - self.fontMetrics().height() * MOST_EMS
        self._column.setContentsMargins(MARGIN, MARGIN - 8, max(MARGIN - 8, spare), MARGIN)
        focus = self.window().focusWidget()
        if isinstance(focus, CheckedEdit) and self._card.isAncestorOf(focus):
            focus.show_whole()

    def _lay_out(self) -> None:
        """Arrange the sections in a column."""
        card = self._card
        card.setBackgroundRole(QPalette.ColorRole.Base)
        card.setAutoFillBackground(True)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        column = self._column = QVBoxLayout(card)
        column.setSpacing(SECTION_GAP)
        numbers = (self.aptitudes, self.resistances, self.values, self.tracks)
        column.addWidget(self.head)
        column.addWidget(self.offer, 0, Qt.AlignmentFlag.AlignLeft)
        for part in (*numbers, self.points, self.skills, self.attacks):
            column.addWidget(part)
        self._list_rows = rows = QVBoxLayout()
        column.addLayout(rows)
        rows.setSpacing(ROW_GAP)
        for row in self.lists.values():
            rows.addWidget(row)
        self._name_rows_above(self.attacks, self.skills)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidget(card)

    def _name_rows_above(self, *above: QWidget) -> None:
        """Set the parts above each row of a list, the nearest first."""
        for row in self.lists.values():
            row.follows = above
            above = (row, *above)
        self._rows = above

    def _choose_check(self, aptitude: str) -> None:
        self._drafting.choose(self._id, AbilityKind.CHECK, aptitude)

    def _choose_resistance(self, resistance: str) -> None:
        self._drafting.choose(self._id, AbilityKind.RESISTANCE, resistance)

    def _name_rows(self) -> None:
        """Name the list rows by the system's terms, and hide those that it lacks."""
        for view, rolled in ((self.aptitudes, "check"), (self.resistances, "resistance")):
            section = next((one for one in self._document.system.sections if one.rolled == rolled), None)
            view.setVisible(section is not None)
            view.setAccessibleName(section.name if section else "")
        for section in self._document.system.sections:
            row = self.lists.get(section.id)
            if row is not None:
                row.rename(section.name)

    def _addable(self) -> Sequence[Addable]:
        """Return the parts of the card that can be added."""
        known = {section.id for section in self._document.system.sections if section.kind == "list"}
        lists = (row for field, row in self.lists.items() if field in known)
        rep, notes, conditions = (
            StatBlock.rep.built(self),
            StatBlock.notes.built(self),
            StatBlock.conditions.built(self),
        )
        late: tuple[Addable | None, ...] = (rep, *lists, notes, conditions)
        return self.points, self.attacks, *filter(None, late)

    def _mark(self) -> None:
        """Highlight the prepared value of this character."""
        if self._turning:
            return
        side = self._drafting.side
        ability = side.ability if side.character == self._id else None
        key = {kind: ability.key if ability and ability.kind is kind else "" for kind in AbilityKind}
        self.aptitudes.mark(self.aptitude_model.index_of(aptitude_of(key[AbilityKind.CHECK])))
        self.resistances.mark(self.resistance_model.index_of(key[AbilityKind.RESISTANCE]))
        attack = side.attack if side.character == self._id else ""
        self.skills.mark("" if attack else key[AbilityKind.SKILL])
        self.attacks.mark(attack)
        if StatBlock.rep.built(self) is not None:
            self.rep.mark(key[AbilityKind.REP])

    def _aptitude_check(self, text: str) -> None:
        """Raise RulesError unless the text is a rating; empty text removes the aptitude."""
        from gm_desk.model.roster import edits

        edits.typed_aptitude(self._document, str(self.aptitudes.currentIndex().data(Role.ID)), text)

    def _resistance_check(self, text: str) -> None:
        """Raise RulesError unless the text is a rating."""
        from gm_desk.model.roster import edits

        edits.read_stat(self._document, str(self.resistances.currentIndex().data(Role.ID)), text)
