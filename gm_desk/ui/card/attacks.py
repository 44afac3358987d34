"""The attacks section of the card: one line each, clicked to prepare, and edited as text."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QListView, QStyleOptionViewItem, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import is_broken
from gm_desk.core.wording.phrases import sentence, tip_of
from gm_desk.model.card.stat_models import AttackModel
from gm_desk.model.item_models import Index, Role
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.line_box import for_several, reached
from gm_desk.ui.card.lists import CellDelegate, SearchedList, ShownCell
from gm_desk.ui.theme.painting import LEFT, RIGHT, scaled, width_of, write
from gm_desk.ui.theme.theme import COMPACT, TIGHT, current_theme
from gm_desk.ui.widgets.fields import Check, CheckedEdit
from gm_desk.ui.widgets.labels import heading
from gm_desk.ui.widgets.pill import Pill

PAD = 6
GAP = 16


class AttacksSection(QWidget):
    """The attacks of one character, hidden if there are none.

    `opponent_requested` is emitted when a clicked attack lacks an opponent or the opponent's defence.
    """

    opponent_requested = Signal()

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Create the section without a character."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._id = ""
        self._selected: tuple[str, ...] = ()
        self.model = AttackModel(document, self)
        self.view = AttackView(self.model, partial(_check_edited, document))
        self.view.setObjectName("attackView")
        self.view.setAccessibleName("Attacks")
        self.more = Pill(self)
        self.more.setObjectName("moreAttacks")
        self.more.show_words("Add attack", quiet=True)
        self.add = NewAttackField(document)
        self.menu = AttackMenu(document, self.view)
        self._lay_out()
        self.more.clicked.connect(self.begin)
        self.view.chosen.connect(self._choose)
        self.view.clicked_on.connect(self._request_opponent)
        self.add.left.connect(self._fit)
        self.add.settled.connect(self.view.show_new)
        for changed in (self.model.rows_changed, document.opened):
            changed.connect(self._fit)

    def show_character(self, character_id: str) -> None:
        """Show a character's attacks; "" shows none."""
        self._id = character_id
        self.add.revert()
        self.add.hide()
        self._aim()
        self.model.show(character_id)
        self.view.turn()

    def select(self, ids: Sequence[str]) -> None:
        """Set the selection: if it includes the character shown, new attacks are added to all of it."""
        self._selected = tuple(ids)
        self._aim()

    def _aim(self) -> None:
        """Let new attacks be added to the character shown or to the selection, and the menu concern them."""
        targets = reached(self._id, self._selected)
        self.add.add_to(targets)
        self.menu.concern(self._id, targets)
        self.more.setToolTip(tip_of(sentence(self._document.system.examples.attack)))

    def mark(self, attack_id: str) -> None:
        """Highlight the attack that is prepared, if any."""
        self.view.mark(self.model.index_of(attack_id) if attack_id else QModelIndex())

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The parts that take the focus, in tab order."""
        return self.more, self.view, self.add

    @property
    def name(self) -> str:
        """The name of the section."""
        return "Attacks"

    @property
    def _known(self) -> bool:
        return any(section.kind == "attacks" for section in self._document.system.sections)

    @property
    def offered(self) -> bool:
        """Whether the section is hidden but the system has attacks."""
        return self._known and self.isHidden()

    def begin(self) -> None:
        """Show and focus the field for a new attack."""
        if self._id:
            self.add.show()
            self._fit()
            self.add.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def attack(self, attack_id: str) -> None:
        """Prepare an attack like a click on it, so that Enter rolls it."""
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._choose(attack_id)
        self._request_opponent(attack_id)

    def _lay_out(self) -> None:
        column, top, bottom = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(top)
        top.setContentsMargins(0, 0, 8, 0)
        top.addWidget(heading("Attacks"))
        top.addStretch()
        top.addWidget(self.more)
        column.addWidget(self.view)
        column.addLayout(bottom)
        bottom.setContentsMargins(0, 0, 8, 0)
        bottom.addWidget(self.add)

    def _fit(self) -> None:
        """Hide the empty parts."""
        self.view.setVisible(self.model.rowCount() > 0)
        self.more.setVisible(self.add.isHidden())
        self.setVisible(self._known and (self.model.rowCount() > 0 or not self.add.isHidden()))

    def _choose(self, attack_id: str) -> None:
        from gm_desk.model.combat.attack_choices import prepare

        prepare(self._document, self._drafting, self._id, attack_id)

    def _request_opponent(self, attack_id: str) -> None:
        """Request an opponent for a clicked attack that lacks one; selecting with the keys does not.

        The targets of a firing mode for several are chosen in their table when it is rolled.
        """
        from gm_desk.core.drafts.attacks import fires_at_several

        draft = self._drafting.draft
        several = fires_at_several(draft, self._document.character(draft.character), self._document.system)
        if draft.attack == attack_id and draft.lacks and not several:
            self.opponent_requested.emit()


class NewAttackField(CheckedEdit):
    """The field in which attacks are typed that the characters get, hidden when it loses the focus; `left` says so."""

    left = Signal()

    def __init__(self, document: RosterDocument) -> None:
        """Create the hidden field."""
        super().__init__(partial(_check_new, document), document=document)
        self._document = document
        self._targets: tuple[str, ...] = ()
        self._hinted: tuple[object, str] | None = None
        self.kept_if_read_only = True
        self.setObjectName("addAttack")
        self.setAccessibleName("Add an attack")
        self.committed.connect(self._add)
        self.hide()

    def add_to(self, targets: tuple[str, ...]) -> None:
        """Set the characters that get the attacks, and update the placeholder with an example and their number."""
        self._targets = targets
        examples, adds = self._document.system.examples, f"Add an attack{for_several(targets)}"
        if self._hinted != (examples, adds):
            self._hinted = examples, adds
            self.setPlaceholderText(f"{adds}, like “{examples.weapon}”")
            self.setAccessibleName(adds)
            self.setToolTip(tip_of(sentence(examples.attack)))

    def _add(self, line: str) -> None:
        from gm_desk.model.roster import selection_edits

        if line.strip():
            selection_edits.add_attack(self._document, self._targets, line)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}:
            self.hide()
            self.left.emit()


class AttackMenu:
    """What can be done with the current attack of a list, by its context menu or by a command."""

    def __init__(self, document: RosterDocument, view: "AttackView") -> None:
        """Open the menu where the list is clicked."""
        self._document = document
        self._view = view
        self._id = ""
        self._targets: tuple[str, ...] = ()
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open)

    def concern(self, character_id: str, targets: tuple[str, ...]) -> None:
        """Set the character shown, and those whose attacks of the same name are reloaded as well."""
        self._id, self._targets = character_id, targets

    def remove(self) -> None:
        """Remove the current attack."""
        from gm_desk.model.card import attack_edits

        if self._view.current_id:
            attack_edits.remove_attack(self._document, self._id, self._view.current_id)

    def _open(self, at: QPoint) -> None:
        breaks = "Weapon is intact" if self._is_broken else "Weapon is broken"
        self._view.open_menu("Attack", at, ("Reload", self._reload), (breaks, self._break), ("Remove", self.remove))

    def _reload(self) -> None:
        """Reload the current attack, or those of the same name of all selected characters."""
        from gm_desk.model.card import attack_edits
        from gm_desk.model.roster import selection_edits

        if len(self._targets) > 1:
            selection_edits.reload(self._document, self._targets, str(self._view.currentIndex().data(Role.NAME)))
        elif self._view.current_id:
            attack_edits.reload(self._document, self._id, self._view.current_id)

    @property
    def _is_broken(self) -> bool:
        """Whether the weapon of the current attack is broken."""
        character, attack_id = self._document.character(self._id), self._view.current_id
        return character is not None and any(one.id == attack_id and is_broken(one) for one in character.attacks)

    def _break(self) -> None:
        """Mark the weapon of the current attack as broken, or as intact again."""
        from gm_desk.model.card import attack_edits

        attack_edits.break_weapon(self._document, self._id, self._view.current_id, is_so=not self._is_broken)


class AttackView(SearchedList):
    """A list of attacks, each on one line, or on two if the list is narrow."""

    def __init__(self, model: AttackModel, check: Check) -> None:
        """Create the view for an attack model; `check` raises RulesError for an invalid line."""
        self.two_lines = False
        super().__init__(model)
        self.setFlow(QListView.Flow.TopToBottom)
        self.setItemDelegate(AttackDelegate(check, self))
        model.dataChanged.connect(self.fit)

    @override
    def fit(self) -> None:
        rows = (self.model().index(row, 0) for row in range(self.model().rowCount()))
        self.two_lines = any(self._width_of(index) > self.width() - 2 * PAD - 8 for index in rows)
        super().fit()

    @override
    def columns(self) -> int:
        return 1

    @override
    def cell_height(self) -> int:
        return int(self.fontMetrics().height() * (2.75 if self.two_lines else 1.65))

    def _width_of(self, index: Index) -> float:
        says = width_of(scaled(self.font(), COMPACT), index.data(Role.DETAIL))
        return width_of(self.font(), index.data(Role.NAME)) + GAP + says


class AttackDelegate(CellDelegate):
    """A delegate that paints an attack's name and details."""

    @override
    def form(self, option: QStyleOptionViewItem, index: Index) -> float:
        """Return whether an attack has two lines."""
        del option, index
        return isinstance(self._view, AttackView) and self._view.two_lines

    @override
    def paint_cell(self, option: QStyleOptionViewItem, shown: ShownCell, painter: QPainter, box: QRectF) -> None:
        theme, box = current_theme(), box.adjusted(0, 1, -8, -1)
        self.ground(painter, box, shown)
        inner = box.adjusted(PAD, 0, -PAD, 0)
        small = scaled(option.font, COMPACT)
        if shown.form:
            half = inner.height() / 2
            write(painter, inner.adjusted(0, 2, 0, -half), shown.name, theme.text, LEFT, option.font)
            write(painter, inner.adjusted(0, half, 0, -2), shown.detail, theme.dim, LEFT, small)
        else:
            write(painter, inner, shown.name, theme.text, LEFT, option.font)
            write(painter, inner, shown.detail, theme.dim, RIGHT, small)


def _check_new(document: RosterDocument, line: str) -> None:
    """Raise RulesError unless a line is empty or valid attacks."""
    from gm_desk.model.card import attack_edits

    if line.strip():
        attack_edits.read_attacks(document, line)


def _check_edited(document: RosterDocument, line: str) -> None:
    """Raise RulesError unless a line is a valid attack."""
    from gm_desk.model.card import attack_edits

    attack_edits.read_typed_attack(document, line, Attack(id="", name=""))
