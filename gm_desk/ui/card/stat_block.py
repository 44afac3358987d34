"""The card: the stat block of the selected character, with values that are clicked to roll."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QLayout, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.abilities import aptitude_of
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.model.card.stat_models import CharacterModel
from gm_desk.model.item_models import Role
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.attacks import AttacksSection
from gm_desk.ui.card.line_box import Addable, AddMenu, ListRows
from gm_desk.ui.card.lists import GridList, SearchedList
from gm_desk.ui.card.points import PointsSection
from gm_desk.ui.card.skills import SkillsSection
from gm_desk.ui.card.stat_head import BlockOffer, CardHead, EmptyCardPage
from gm_desk.ui.card.tracks import TracksSection
from gm_desk.ui.card.values import AptitudeView, ValuesSection
from gm_desk.ui.theme.theme import PANE, TIGHT, WIDE
from gm_desk.ui.widgets.action_rows import show_keys
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import laid_out_once
from gm_desk.ui.widgets.scrolling import LatePart, VerticalScroll, join

if TYPE_CHECKING:
    from gm_desk.model.card.card_edits import LateEdits
    from gm_desk.model.roster.portraits import LatePortraits
    from gm_desk.ui.card.notes import Notes
    from gm_desk.ui.card.prep_check import PrepSection
    from gm_desk.ui.card.rep import RepSection
    from gm_desk.ui.scene.condition_strip import ConditionStrip


MARGIN, SECTION_GAP, ROW_GAP = PANE, WIDE, TIGHT
MOST_EMS = 56
"""The maximum width of the card, in ems; in wider ones, names and numbers are too far apart to read."""


class CardPart(Protocol):
    """A part of the card that shows one character at a time."""

    def show_character(self, character_id: str, /) -> None:
        """Show a character, or nobody for ""."""


class RollableLists:
    """The attacks and the skills of the card, in the order in which the character needs them.

    The attacks of an NPC are above the skills, and those of a PC below them unless they are in a fight.
    """

    def __init__(
        self, document: RosterDocument, column: QVBoxLayout, attacks: AttacksSection, skills: SkillsSection
    ) -> None:
        """Place both in a column, where the attacks are below the skills."""
        self._document = document
        self._column = column
        self._attacks = attacks
        self._skills = skills
        self._letters = TypedLetters()
        self._id = ""

    @property
    def in_order(self) -> tuple[AttacksSection | SkillsSection, AttacksSection | SkillsSection]:
        """Both, the one that is needed first before the other."""
        character, scene = self._document.character(self._id), self._document.roster.on_stage
        fights = scene is not None and scene.now is not None and scene.fighter(self._id) is not None
        attacks_first = character is not None and (fights or character.kind == "npc")
        return (self._attacks, self._skills) if attacks_first else (self._skills, self._attacks)

    def show_character(self, character_id: str) -> None:
        """Place the lists in the order of a character."""
        self._id = character_id
        self.place()

    def place(self, changed: str = "") -> None:
        """Place the lists again, after a change of a character or of any."""
        if changed not in {"", self._id}:
            return
        first, second = self.in_order
        if self._column.indexOf(first) > self._column.indexOf(second):
            self._column.insertWidget(self._column.indexOf(second), first)
            for before, after in pairwise((*first.stops, *second.stops)):
                QWidget.setTabOrder(before, after)

    def search(self, letters: str) -> None:
        """Prepare the attack or skill whose name begins with the letters typed, in the order of the card."""
        views: list[SearchedList] = [part.view for part in self.in_order]
        view, index = self._letters.found(letters, views)
        if view is None:
            return
        focused = any(one.hasFocus() for one in views)
        if focused and not view.hasFocus():
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if index not in view.prepared:
            view.mark(index)
            view.chosen.emit(index.data(Role.ID))


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
        edits: "LateEdits",
        portraits: "LatePortraits",
        parent: QWidget | None = None,
    ) -> None:
        """Create the card without a character; `edits` returns what changes health and conditions."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._id = ""
        self._turning = False
        self.setObjectName("statBlock")
        self.head = CardHead(document, portraits)
        self._edits = edits
        self.aptitudes = AptitudeView(document, drafting)
        self.aptitudes.setObjectName("aptitudeView")
        self.resistances = AptitudeView(document, drafting, AbilityKind.RESISTANCE)
        self.resistances.setObjectName("resistanceView")
        self.values = ValuesSection(document)
        self.tracks = TracksSection(document, edits)
        self.points = PointsSection(document)
        self.skills = SkillsSection(document, drafting)
        self.attacks = AttacksSection(document, drafting)
        self._rows = ListRows(document)
        self.lists = self._rows.rows
        self.offer = BlockOffer(document)
        self.offer.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # its tool tip shows the keys of the command
        self.offer.clicked.connect(self.block_requested)
        self.add = AddMenu("card", self._addable)
        self._card = QWidget()
        self._above = QVBoxLayout(self.viewport())
        self._lay_out()
        self.rollable = RollableLists(document, self._column, self.attacks, self.skills)
        self._connect()
        self._card.hide()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @LatePart
    def conditions(self) -> "ConditionStrip":
        """The conditions, which are built after the first frame, or for the first character who has one."""
        from gm_desk.ui.scene.condition_strip import ConditionStrip

        made = ConditionStrip(self._document, self._edits().conditions)
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
        self._follow(made.view, made.model)
        above = self.rollable.in_order[::-1]
        before = made.view.focusPolicy()
        # without rows it takes no focus, and would be left out of the tab order
        made.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        join(made, *(stop for part in above for stop in reversed(part.stops)))
        made.view.setFocusPolicy(before)
        self._rows.follow(made, *above)
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
        join(made, *self._rows.stops)
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
        self.head.concept.returnPressed.connect(self.aptitudes.setFocus)
        for part in (self.skills, self.attacks):
            self._follow(part.view, part.model)
            part.view.letters_typed.connect(self.rollable.search)
        for view in (self.aptitudes, self.resistances):
            self._follow(view, view.rated)
        for changed in (self._document.character_changed, self._document.scenes_changed):
            changed.connect(self.add.refresh)
        for follows in (self.rollable.place, self.offer.refresh):
            self._document.character_changed.connect(follows)
        self._document.scenes_changed.connect(self.rollable.place)
        self.verticalScrollBar().rangeChanged.connect(self._scroll_to_field, Qt.ConnectionType.QueuedConnection)
        self._drafting.draft_changed.connect(self._mark)

    def _follow(self, view: GridList, model: CharacterModel) -> None:
        view.roll_requested.connect(self.roll_requested)
        view.digit_typed.connect(self.digit_typed)
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
            with laid_out_once(
                self._column
            ):  # from the inside; Qt begins outside, and again for each part that changes
                for layout in reversed(self._card.findChildren(QLayout)):
                    layout.activate()
            QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))  # it gives the card its height
            self._column.activate()
        self.verticalScrollBar().setValue(0)
        self._mark()

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
        if character is not None and character.conditions:
            _ = self.conditions
        self._rows.rename()
        for part in (self.rollable, self.offer, self.aptitudes, self.resistances):
            part.show_character(character_id)
        self.add.refresh()

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
        self._rows.follow(self.attacks, self.skills)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidget(card)

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
        self.aptitudes.mark_key(aptitude_of(key[AbilityKind.CHECK]))
        self.resistances.mark_key(key[AbilityKind.RESISTANCE])
        attack = side.attack if side.character == self._id else ""
        self.skills.mark("" if attack else key[AbilityKind.SKILL])
        self.attacks.mark(attack)
        if StatBlock.rep.built(self) is not None:
            self.rep.mark(key[AbilityKind.REP])


class TypedLetters:
    """The letters typed in quick succession, by which a name is found; one letter repeated finds the next name."""

    def __init__(self) -> None:
        """Begin without letters."""
        self._typed = ""
        self._since = QElapsedTimer()

    def found(self, letters: str, views: Sequence[SearchedList]) -> tuple[SearchedList | None, QModelIndex]:
        """Return the name that begins with the letters so far, in the first list that has one, or None."""
        late = not self._since.isValid() or self._since.elapsed() > QApplication.keyboardInputInterval()
        self._since.start()
        self._typed = letters if late else self._typed + letters
        again = len(set(self._typed.casefold())) == 1
        wanted = (self._typed[:1] if again else self._typed).casefold()
        named = [(view, index) for view in views for index in _names(view) if _begins(index, wanted)]
        place = next((at for at, (view, index) in enumerate(named) if index in view.prepared), -1)
        if not named:
            return None, QModelIndex()
        return named[(place + 1) % len(named)] if again else named[max(place, 0)]


def _names(view: SearchedList) -> list[QModelIndex]:
    return [view.model().index(row, 0) for row in range(view.model().rowCount())]


def _begins(index: QModelIndex, letters: str) -> bool:
    """Return whether the name of a cell begins with letters; a row without a value has no id."""
    return bool(index.data(Role.ID)) and str(index.data(Role.NAME)).casefold().startswith(letters)
