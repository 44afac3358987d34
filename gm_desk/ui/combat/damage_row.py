"""The damage of an attack that hit: its dice, the target and their armor, and the button that applies it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gm_desk.core.rules.damage import sum_range
from gm_desk.core.wording.phrases import minus, one_line, plural, tip_of
from gm_desk.model.combat.acting_side import SeveralRequest
from gm_desk.model.combat.aftermath import Aftermath
from gm_desk.model.combat.damage import DamageRoll, Hit
from gm_desk.model.combat.recent_attacks import WaitingTargets
from gm_desk.model.roll.choices_after_roll import AfterRollChoice, Preparation
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.combat.damage_options import OptionPills
from gm_desk.ui.roll.verdict import ChoicePills
from gm_desk.ui.theme.theme import GAP, TIGHT
from gm_desk.ui.widgets.action_rows import TO_LAY_OUT, set_tip
from gm_desk.ui.widgets.buttons import KeyButton, Picker, WrappingButton
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import FlowingLabel, announce
from gm_desk.ui.widgets.pill import CROSS, MORE, Pill
from gm_desk.ui.widgets.popup_list import Choices
from gm_desk.ui.widgets.scrolling import show_rows_whole

if TYPE_CHECKING:
    from gm_desk.store.journal.entries import Entry

LETTERS, MOST_TOLD = 13, 100
"""The width of the field for dice, and the number of damage rolls whose announcements are remembered."""
ASKED_LINES = 5
"""Maximum number of lines of choices after damage: a grenade may require a check of each victim."""
LONGEST = 18
"""The longest name on the button for the next hit, in characters."""
NO_ARMOR = "no armor"


class DamageDice(CheckedEdit):
    """The field for the damage dice thrown at the table, or for their sum."""

    def __init__(self, damage_roll: DamageRoll) -> None:
        """Create the empty field."""
        super().__init__(self._check_dice)
        self._damage_roll = damage_roll
        self.setObjectName("damageDice")
        self.stays_refused = True
        self.setFixedWidth(self.fontMetrics().averageCharWidth() * LETTERS)
        self.committed.connect(self._use)

    def show_hit(self, hit: Hit) -> None:
        """Ask for the dice of a hit."""
        sums = ", or their sum" if hit.request is not None and sum_range(hit.request) else ""
        self.setPlaceholderText("Dice, sum" if sums else "Dice")
        self.setAccessibleName(f"Damage dice thrown at the table, {hit.expression}{sums}")
        says = f"Type the dice thrown at the table, {hit.expression}, with spaces between them{sums}, then Enter"
        self.setToolTip(tip_of(f"{says}. After “=” a number is always the sum." if sums else says))

    def begin(self, digit: str) -> None:
        """Insert the first digit of dice typed on one of the buttons."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.deselect()
        self.end(False)
        self.insert(digit)

    def roll(self) -> None:
        """Roll the damage, or use the typed dice."""
        if not self.text().strip():
            self._damage_roll.roll()
            return
        self.setFocus()
        if self.hasAcceptableInput():
            self._use(self.text())
        else:
            self.refuse()

    def _use(self, text: str) -> None:
        if text.strip():
            self.clear()
            self._damage_roll.type(text)

    def _check_dice(self, text: str) -> None:
        """Raise an error if the typed dice cannot be the result of the damage roll."""
        if text.strip():
            self._damage_roll.read(text)


class ArmorPill(Pill):
    """The kind of armor against the damage, with a menu of the other kinds."""

    def __init__(self, damage_roll: DamageRoll, parent: QWidget) -> None:
        """Create the button without armor."""
        super().__init__(parent)
        self._damage_roll = damage_roll
        self.clicked.connect(self._open)
        self.menu_requested.connect(self._open)

    def show_hit(self, hit: Hit) -> None:
        """Show the armor of the target of a hit."""
        kinds = hit.protections
        armor = f"{hit.armor} {kinds.get(hit.armor, 0)}" if kinds else NO_ARMOR
        self.show_words(armor, "The kind of armor against the damage", mark=MORE)
        self.setAccessibleName(f"Armor: {armor}")

    def _open(self) -> None:
        if (hit := self._damage_roll.hit) is not None:
            kinds = [(f"{kind} {points}", kind, kind == hit.armor) for kind, points in hit.protections.items()]
            self.open_menu(kinds, self._choose)

    def _choose(self, action: QAction) -> None:
        self._damage_roll.decide(armor=str(action.data()), ignore_armor=False)


class TargetPicker(Picker):
    """The button with the target of the damage, which can be anybody."""

    def __init__(self, document: RosterDocument, damage_roll: DamageRoll) -> None:
        """Create the button without a target."""
        super().__init__("Who takes the damage", self._everybody)
        self._document = document
        self._damage_roll = damage_roll
        self.picked.connect(self._choose)

    def show_hit(self, hit: Hit) -> None:
        """Show the target of a hit."""
        target = hit.context.target
        self.show_picked(target.name if target else "", "Choose a target")

    def _everybody(self) -> Choices:
        return [(one.name, one.id) for one in self._document.roster.characters]

    def _choose(self, character_id: object) -> None:
        self._damage_roll.decide(target=str(character_id), armor=None)


class DamageRow(QWidget):
    """The controls that roll, explain and apply damage; hidden unless the last roll is an attack that hit.

    Below them are the choices after damage, after a failed check, and for a counter-attack; `revealed` carries the id
    of the character whose test is about to be prepared; `went_on` is emitted when the next step is requested and there
    is no damage left to roll or to apply. `several_requested` carries the SeveralRequest to go on with a roll against
    several.
    """

    revealed = Signal(str)
    several_requested = Signal(object)
    focus_left = Signal()
    went_on = Signal()

    def __init__(
        self, document: RosterDocument, damage_roll: DamageRoll, aftermath: Aftermath, parent: QWidget | None = None
    ) -> None:
        """Observe the last attack and its consequences."""
        super().__init__(parent)
        self._document = document
        self.damage_roll = damage_roll
        self.aftermath = aftermath
        self._several = WaitingTargets(document, damage_roll.attacks)
        self._out_of_sight, self._shows_hit = False, True
        self._told: dict[tuple[str, bool], str] = {}
        self.asked = ChoicePills(self)
        self.asked.setObjectName("aftermath")
        self.asked.most_lines = ASKED_LINES
        self.asked.setAccessibleName("What follows")
        self.setObjectName("damageRow")
        self.setAccessibleName("Damage")
        self.roll = KeyButton("Damage", "F4", "dice", self)
        self.next = KeyButton("Next hit", "F4", "dice", self)
        self.next.setObjectName("nextHit")
        self.dice = DamageDice(damage_roll)
        self.again, self.armor = Pill(self), ArmorPill(damage_roll, self)
        self.pills = OptionPills(damage_roll, self)
        self.options = QWidget()  # what the damage comes to, and the pills that change it
        self.again.show_words("Again", "Discard the damage roll", mark=CROSS)
        self.target = TargetPicker(document, damage_roll)
        self.apply = WrappingButton()
        self.apply.setObjectName("applyDamage")
        self.says = FlowingLabel()
        self.says.setObjectName("damageSays")
        self._lay_out()
        self._connect()
        self.refresh()

    def go_on(self) -> None:
        """Do the next step: roll the damage, apply it, or go to the next hit; then focus the consequences."""
        hit, coming = self.damage_roll.hit, self.damage_roll.next_hit
        several = self._several_after(hit, coming)
        if coming is None and several is None and (hit is None or hit.choices.dealt is not None):
            self.went_on.emit()
            return
        self._leave_focus()
        if coming is not None:
            self.damage_roll.look_at_next()
        elif several is not None:
            self.several_requested.emit(SeveralRequest(several.draft, continued=several))
        elif hit is not None:
            self.dice.roll() if hit.total is None else self.damage_roll.apply()

    def _several_after(self, hit: Hit | None, coming: "Entry | None") -> "Entry | None":
        """Return the roll against several whose damage comes next, once all single hits are done."""
        if self.damage_roll.waits or (hit is not None and hit.open_yet) or coming is not None:
            return None
        return self._several.entry

    def _focused(self) -> QWidget | None:
        """Return the button in this row that has the focus and may be hidden next, if there is one."""
        focus = self.window().focusWidget()
        return focus if focus is not None and focus is not self.dice and self.isAncestorOf(focus) else None

    def _leave_focus(self) -> None:
        """Emit `focus_left` if the focus is on a button that may be hidden next."""
        if self._focused() is not None:
            self.focus_left.emit()

    def refresh(self) -> None:
        """Update from the last attack; if that hides what has the focus, the next step takes it from the typed dice.

        From a button, `focus_left` is emitted.
        """
        focus, typing = self._focused(), self.window().focusWidget() is self.dice
        self._show()
        if typing and self.dice.isHidden() and self.apply.isVisibleTo(self.window()):
            self.apply.setFocus(Qt.FocusReason.OtherFocusReason)
        elif (typing and self.dice.isHidden()) or (focus is not None and not focus.isVisibleTo(self.window())):
            self.focus_left.emit()

    def _show(self) -> None:
        hit, follows = self.damage_roll.hit, self.aftermath.choices
        self.asked.show_choices(follows)
        self._show_next(hit)
        self.setVisible(hit is not None or not self.next.isHidden() or bool(follows))
        if hit is None:
            for part in (*self._parts, self.options) if self._shows_hit else ():
                part.hide()
            self._shows_hit = False
            return
        self._shows_hit = True
        total, dealt = hit.total, hit.choices.dealt
        open_yet = hit.request is not None and dealt is None
        self._show_words(hit)
        for part in (self.roll, self.dice):
            part.setVisible(open_yet and total is None)
        self.pills.show_options(hit.options)
        self.again.setVisible(open_yet and total is not None and bool(hit.thrown))
        armored = bool(hit.protections)
        for widget, needed in ((self.target, True), (self.apply, True), (self.armor, armored)):
            widget.setVisible(open_yet and total is not None and needed)
        if open_yet:
            self._show_button(hit)
            self.dice.show_hit(hit)
            self.armor.show_hit(hit)
            self.target.show_hit(hit)
            self._show_effect(hit)
        shown = (self.says, self.again, *self._own_pills)
        self.options.setVisible(not all(one.isHidden() for one in shown))

    def _show_next(self, hit: Hit | None) -> None:
        """Show the button for the next hit, or else for the roll against several whose damage is not dealt."""
        coming = self.damage_roll.next_hit
        several = self._several_after(hit, coming)
        self.next.setVisible(coming is not None or several is not None)
        if coming is not None:
            self.next.setText(f"Next hit: {one_line(coming.draft.name, LONGEST)}".replace("&", "&&"))
            self.next.setAccessibleName(f"Damage of the next attacker who hit: {coming.draft.name}")
            set_tip(self.next, "Go to the next attacker who hit", "roll.roll_damage")
        elif several is not None:
            draft, count = several.draft, plural(several.draft.against, "target")
            self.next.setText(f"Damage: {one_line(draft.rolled, LONGEST)}, {count}".replace("&", "&&"))
            self.next.setAccessibleName(f"Damage of {draft.name}’s {draft.rolled} to {count}, not applied yet")
            set_tip(self.next, "Go on with the roll against several", "roll.roll_damage")

    def _show_words(self, hit: Hit) -> None:
        """Show the damage rolled or applied, or why it cannot be rolled, and announce it once.

        Beside another's test only what is open is shown, with the name of whoever rolled it.
        """
        dealt, whose = hit.choices.dealt is not None and not hit.problem, self.damage_roll.of_another
        spoken = "" if dealt and whose else hit.words
        spoken = f"{whose}: {spoken}" if whose and spoken else spoken
        self.says.setText(f"✓ {spoken}" if dealt and spoken else spoken)
        self.says.setAccessibleName(spoken)
        self.says.setToolTip(tip_of(spoken))
        self.says.setVisible(bool(spoken))
        if spoken and self._told.get((hit.entry.id, dealt)) != spoken and self.isVisible():  # not while veiled
            self._told[hit.entry.id, dealt] = spoken
            if len(self._told) > MOST_TOLD:
                del self._told[next(iter(self._told))]
            announce(self, spoken)

    def _show_button(self, hit: Hit) -> None:
        """Show the dice to be rolled on the button that rolls them."""
        dice, whose = hit.expression, one_line(self.damage_roll.of_another, LONGEST).replace("&", "&&")
        short = (dice, dice.replace(" ", ""), f"Damage {hit.collected}", hit.collected)
        self.roll.shorter = (f"{whose}: {dice}", f"{whose}: {hit.collected}") if whose else short
        self.roll.setText(f"{whose}: damage {dice}" if whose else f"Damage {dice}")
        set_tip(self.roll, f"Roll the damage of {hit.entry.draft.name}’s {hit.attack.name}, {dice}", "roll.roll_damage")

    def _show_effect(self, hit: Hit) -> None:
        """Show the effect of the damage on the target on the button that applies it."""
        target, suffered = hit.context.target, hit.would
        if hit.total is None:
            return
        if target is None or suffered is None:
            self.apply.show_words(f"Log {minus(hit.total)} damage", "", "")
            self.apply.setAccessibleName(self.apply.text())
            return
        account = ", ".join(hit.account)
        does = ", ".join(part for part in suffered.words if not part.startswith("armor"))
        through = minus(hit.total if hit.outcome is None else hit.outcome.through)
        self.apply.show_words(f"Apply {through} to {target.name}", does, account)
        self.apply.setAccessibleName(f"Apply {through} to {target.name} ({account}): {does}")
        set_tip(self.apply, self.apply.accessibleName(), "roll.roll_damage")

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        rows = ((first, (self.roll, self.dice)), (second, (self.target, self.armor, self.pills["ignore_armor"])))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(first)
        column.addWidget(self.apply)  # where the button that rolls was, for the same click again
        column.addWidget(self.options)
        column.addLayout(second)
        for row, parts in rows:
            row.setSpacing(GAP)
            for part in parts:
                row.addWidget(part)
        first.setStretchFactor(self.roll, 1)
        self.roll.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        second.setStretchFactor(self.target, 1)
        options = FlowLayout(self.options, GAP)
        options.addWidget(self.says)
        self._own_pills = [pill for key, pill in self.pills.items() if key != "ignore_armor"]
        for pill in (*self._own_pills, self.again):
            options.addWidget(pill)
        self._parts = (*rows[0][1], *rows[1][1], self.says, *self._own_pills, self.again, self.options, self.apply)
        column.addWidget(self.asked)
        column.addWidget(self.next)

    def _connect(self) -> None:
        self.roll.clicked.connect(self.go_on)
        self.again.clicked.connect(self.damage_roll.again)
        self.again.removed.connect(self.damage_roll.again)
        self.apply.clicked.connect(self.go_on)
        self.next.clicked.connect(self.go_on)
        self.asked.chosen.connect(self._make)
        self.aftermath.changed.connect(self._follow)  # which follows each change of the damage as well
        self.aftermath.changed.connect(self._come_into_sight, Qt.ConnectionType.QueuedConnection)

    def _follow(self) -> None:
        self._out_of_sight = True
        self.refresh()

    def _come_into_sight(self) -> None:
        """Scroll to the last part that an attack needs now: rolling its damage, applying it, or the consequences.

        Of more consequences than fit, the first open one is shown. This is done once for all that has changed by now.
        """
        if not self._out_of_sight or not self.isVisible():
            return
        self._out_of_sight = False
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if around is None:
            return
        if not self.apply.isHidden() and self.apply.sizeHint().height() > around.viewport().height():
            self.apply.shorten()  # its tool tip has all
        for widget in (self, around.widget(), around.viewport(), around):
            QCoreApplication.sendPostedEvents(widget, TO_LAY_OUT)
        for part in (self.next, self.asked, self.says, self.roll, self.apply):
            if part.isVisible():
                around.ensureWidgetVisible(part, 0, 0)
        show_rows_whole(around, [self.options, self.target, self.apply])
        pills = [one for one in self.asked.findChildren(Pill) if one.isVisible() and not one.on]
        if pills and self.asked.height() > around.viewport().height():
            around.ensureWidgetVisible(min(pills, key=lambda one: (one.y(), one.x())), 0, 0)

    def _make(self, choice: AfterRollChoice) -> None:
        """Make a choice among the consequences; whoever then rolls is selected first."""
        if isinstance(choice, Preparation):
            self._leave_focus()
            self.revealed.emit(choice.draft.character)
        self.aftermath.make(choice)
