"""The controls that change how a past roll is judged: those of the test pane, bound to the roll's own draft."""

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.core.rules.dice import parse_faces
from gm_desk.model.combat.attack_choices import AttackPreparation
from gm_desk.model.log.rejudging import Rejudging, make
from gm_desk.model.roll.choices_after_roll import AfterRollChoice, choices
from gm_desk.model.roll.recent_rolls import RecentRolls
from gm_desk.model.roll.roll_text import waits_for, winner_name
from gm_desk.store.shipped import load_system
from gm_desk.ui.combat.attack_choices import AttackChoices
from gm_desk.ui.roll.chips import Chips
from gm_desk.ui.roll.difficulty import DifficultyBar, LevelsSection
from gm_desk.ui.roll.verdict import ChoicePills
from gm_desk.ui.theme.theme import SMALL, TIGHT
from gm_desk.ui.widgets.buttons import Segment
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label, wrapped
from gm_desk.ui.widgets.pill import Pill


class Sides(QWidget):
    """The buttons that choose which side of a contest the controls edit."""

    def __init__(self, rejudging: Rejudging) -> None:
        """Observe the roll."""
        super().__init__()
        self._rejudging = rejudging
        self.a, self.b = Segment("", quiet=True), Segment("", quiet=True)
        self.a.first, self.b.last = True, True
        self.setAccessibleName("Side")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for segment in (self.a, self.b):
            row.addWidget(segment)
            segment.setAutoExclusive(True)
        row.addStretch(1)
        self.a.clicked.connect(self._turn_to_a)
        self.b.clicked.connect(self._turn_to_b)

    def refresh(self) -> None:
        """Update the names of the sides; hide the buttons if there is only one."""
        draft = self._rejudging.draft
        self.setVisible(draft.opposed)
        self.a.setText(winner_name(draft, "a"))
        self.b.setText(winner_name(draft, "b"))
        (self.b if self._rejudging.hand == "b" else self.a).setChecked(True)

    def _turn_to_a(self) -> None:
        self._rejudging.turn_to("a")

    def _turn_to_b(self) -> None:
        self._rejudging.turn_to("b")


class DiceRequest(QWidget):
    """The row that asks for the dice that a roll with typed dice needs for its new verdict, or rolls them."""

    def __init__(self, rejudging: Rejudging) -> None:
        """Observe the roll."""
        super().__init__()
        self._rejudging = rejudging
        self._prompt = dim_label()
        self.dice = CheckedEdit(self._check, at_once=True)
        self.dice.setObjectName("lineDice")
        self.dice.setPlaceholderText("Dice")
        self.dice.setAccessibleName("Dice needed for the new verdict")
        self.dice.setFixedWidth(self.fontMetrics().averageCharWidth() * 10)
        self.throw, self.drop = QPushButton("Roll"), QPushButton("Cancel")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self._prompt, self.dice, self.throw, self.drop):
            row.addWidget(part)
        row.addStretch(1)
        self.dice.committed.connect(self._enter_dice)
        self.throw.clicked.connect(self._throw)
        self.drop.clicked.connect(rejudging.drop)

    def refresh(self) -> None:
        """Show the row if dice are needed, and focus its field when it appears."""
        needs, asked = self._rejudging.pending, not self.isHidden()
        self.setVisible(needs is not None)
        if needs is not None:
            self._prompt.setText(waits_for(self._rejudging.draft, needs))
            if not asked:
                self.dice.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check(self, text: str) -> None:
        if text.strip() and self._rejudging.pending is not None:
            parse_faces(text, self._rejudging.pending)

    def _enter_dice(self, text: str) -> None:
        if text.strip() and self._rejudging.pending is not None:
            self.dice.clear()
            self._rejudging.set_dice(parse_faces(text, self._rejudging.pending))

    def _throw(self) -> None:
        self._rejudging.set_dice(())


class LineControls(QWidget):
    """The controls that change the draft of a past roll."""

    def __init__(self, rejudging: Rejudging, recent: RecentRolls, parent: QWidget | None = None) -> None:
        """Observe the roll."""
        super().__init__(parent)
        self._rejudging = rejudging
        self._recent = recent
        self.sides = Sides(rejudging)
        self.difficulty = DifficultyBar(rejudging, low=True)
        self.difficulty.setObjectName("lineDifficulty")
        self.default = QCheckBox()
        self.default.setObjectName("lineDefault")
        self.attack = AttackChoices(rejudging, AttackPreparation(rejudging.document, rejudging, None, self), self)
        self.attack.setObjectName("lineAttack")
        self.chips = Chips(rejudging)
        self.chips.setObjectName("lineChips")
        self.would = ElidedLabel(size=SMALL, bold=True)
        self.would.setObjectName("lineWould")
        self.chips.say_beside(self.would)
        self.points = self.chips.points
        self.points.setObjectName("linePoints")
        self.levels = LevelsSection(rejudging, past=True)
        self.levels.setObjectName("lineLevels")
        self.asking = DiceRequest(rejudging)
        self.choices = ChoicePills()
        self._payments = QWidget()
        self._flow = FlowLayout(self._payments)
        self._payment_buttons = QButtonGroup(self)
        self._payment_buttons.setExclusive(False)
        self._payment_buttons.idClicked.connect(self._pay)
        self.hints = wrapped(dim_label())
        self.hints.setObjectName("lineHints")
        self._lay_out()
        self.default.clicked.connect(self._set_default)
        self.choices.chosen.connect(self._apply)
        rejudging.judged.connect(self.refresh)
        rejudging.draft_changed.connect(self._follow)
        rejudging.roster_changed.connect(self._show_choices)
        self.refresh()

    def refresh(self) -> None:
        """Update everything from the roll."""
        self._follow()
        self.asking.refresh()
        self._show_choices()
        self._show_payments()
        self.hints.setText("\n".join(self._rejudging.hints))
        self.hints.setVisible(bool(self._rejudging.hints))

    def _follow(self) -> None:
        """Update from the draft, including the modifier being typed."""
        rejudging, composed = self._rejudging, self._rejudging.composed
        self.sides.refresh()
        self.sides.setVisible(composed and rejudging.draft.opposed)
        self.chips.setVisible(composed)
        reach = rejudging.context.system.reach
        self.difficulty.setVisible(composed and (reach is None or not rejudging.draft.opposed))
        self.levels.setVisible(composed and not self.levels.isHidden())
        self._show_default()
        preview = rejudging.would
        self.would.setText("would be " + ", ".join(filter(None, (preview.pill, preview.won))) if preview else "")

    def _show_default(self) -> None:
        """Show the box that defaults to the aptitude, if the rules allow it."""
        side = self._rejudging.side
        ability = side.ability
        can = self._rejudging.composed and ability is not None and ability.linked_rating is not None
        self.default.setVisible(can)
        if ability is not None:
            self.default.setText(f"Roll untrained ({ability.linked} {ability.linked_rating})")
            self.default.setChecked(side.defaults)
            self.default.setEnabled(ability.kind is not AbilityKind.UNTRAINED)

    def _show_choices(self) -> None:
        """List the choices for the roll: undo, rulings, points, superior results."""
        entry = self._rejudging.entry
        result = entry.result if entry else None
        found: list[AfterRollChoice] = [] if entry is None else self._rejudging.undo_choices
        if entry is not None and result is not None and self._rejudging.pending is None:
            roster, system = self._rejudging.context.roster, load_system(entry.system)
            found = found + choices(entry, result, roster, system, dealt=bool(found))
        self.choices.show_choices(found)

    def _show_payments(self) -> None:
        """List the payments that would match a change in spent points, or in shots."""
        while self._flow.count():
            item = self._flow.takeAt(0)
            pill = item.widget() if item else None
            if pill is not None:
                pill.hide()
                pill.deleteLater()
        for place, payment in enumerate(self._rejudging.payments):
            pill = Pill(self._payments)
            pill.show_words(payment.text, "Nothing changes until you click; each can be undone")
            self._payment_buttons.addButton(pill, place)
            self._flow.addWidget(pill)
            pill.show()
        self._payments.setVisible(bool(self._rejudging.payments))

    def _pay(self, place: int) -> None:
        self._rejudging.pay(self._rejudging.payments[place])

    def _apply(self, choice: AfterRollChoice) -> None:
        make(choice, self._recent)

    def _set_default(self, default: bool) -> None:
        self._rejudging.put(self._rejudging.side.defaulting(default=default))

    def _lay_out(self) -> None:
        """Place the most used controls at the top."""
        top = QWidget()
        flow = FlowLayout(top, 8)
        for widget in (self.sides, self.difficulty, self.default):
            flow.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addWidget(top)
        for part in (self.attack, self.chips, self.levels, self.asking, self._payments, self.hints, self.choices):
            column.addWidget(part)
        column.addStretch(1)
        stops = (self.sides.a, self.sides.b, self.default)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
