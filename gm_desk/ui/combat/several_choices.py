"""The choices below the table of one roll against several: the firing mode before it, the damage after it."""

from msgspec import structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QWidget

from gm_desk.core.combat.aftermath import CounterAttack, counters_of
from gm_desk.core.combat.targets import PointSpent
from gm_desk.core.wording.phrases import signed
from gm_desk.model.combat.several_roll import SeveralRoll
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.combat.damage_options import OptionPills
from gm_desk.ui.theme.theme import GAP
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.pill import CROSS, MORE, Pill


class SeveralChoices(QWidget):
    """What can be chosen about a roll now; `counter_requested` carries the test of a counter-attack."""

    counter_requested = Signal(object)

    def __init__(self, document: RosterDocument, roll: SeveralRoll, dice_width: int, parent: QWidget) -> None:
        """Show the choices for a roll, with a field for damage dice of a width in pixels."""
        super().__init__(parent)
        self._document = document
        self._roll = roll
        self.dice = CheckedEdit(roll.damage.read)
        self.dice.stays_refused = True
        self.dice.setFixedWidth(dice_width)
        self.dice.setPlaceholderText("Damage")
        self.options = OptionPills(roll.damage, self)
        self.further, self.cost, self.counter, self.again = (Pill(self) for _ in range(4))
        self.mode, self.point = Pill(self, mark=MORE), Pill(self, mark=MORE)
        self.apart = QCheckBox("Da&mage dice for each")
        row = FlowLayout(self, GAP)
        for part in self.stops():
            row.addWidget(part)
        for pill in self.findChildren(Pill):
            pill.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Enter goes on and does not take it back
        for pill, slot in ((self.mode, self._open_modes), (self.point, self._open_points)):
            pill.clicked.connect(slot)
            pill.menu_requested.connect(slot)
        self.counter.clicked.connect(self._choose_counter)
        self.counter.menu_requested.connect(self._choose_counter)
        self.further.clicked.connect(self._toggle_further)
        self.cost.clicked.connect(self._toggle_cost)
        for again in (self.again.clicked, self.again.removed):
            again.connect(roll.damage.again)
        self.apart.clicked.connect(self._toggle_apart)

    def stops(self) -> tuple[QWidget, ...]:
        """Return the tab stops, in order, with those that are hidden now."""
        pills = (self.point, *self.options.values(), self.again, self.cost, self.counter)
        return self.mode, self.further, self.dice, *pills, self.apart

    def refresh(self) -> None:
        """Update from the roll."""
        targets, damage = self._roll.targets, self._roll.damage
        rolled, dice = targets.entry is not None, damage.expression
        self.dice.setVisible(rolled and bool(dice) and damage.request is not None)
        self.dice.setAccessibleName(f"Damage dice thrown at the table, {dice}")
        self.apart.setVisible(bool(dice) if rolled else damage.has_dice)
        self.apart.setChecked(targets.value.apart)
        self._show_mode(rolled=rolled)
        self.options.show_options(damage.options if rolled else [])
        self.again.setVisible(damage.thrown)
        self.again.show_words("Again", "Discard the damage roll", mark=CROSS)
        spent = targets.value.point
        self.point.setVisible(bool(spent) or (rolled and bool(targets.points())))
        words = "Point spent" if spent else "Spend a point"
        self.point.show_words(
            words, "A point of the acting character, paid when all is applied", on=bool(spent), mark=MORE
        )
        losing = len(damage.losing) if rolled and targets.attack is not None else 0
        self.cost.setVisible(losing > 0)
        cost = f"{losing} lose an action point" if losing > 1 else "Loses an action point"
        self.cost.show_words(cost, "Each hit costs the defender one", on=targets.value.costs_points)
        self._show_counters(self._counters() if rolled else [])

    def _show_mode(self, *, rolled: bool) -> None:
        """Show the firing mode, and the modifier for each further target, before the roll."""
        targets = self._roll.targets
        mode = targets.side.mode(targets.value.draft, len(targets.ids))
        self.mode.setVisible(not rolled and bool(mode))
        self.mode.show_words(mode, "Firing mode", mark=MORE)
        extra = None if rolled else targets.side.further(targets.value.draft)
        self.further.setVisible(extra is not None)
        if extra is not None:
            says = "The modifier for each target beyond the first"
            self.further.show_words(f"{extra.label} {signed(extra.value)}", says, on=not extra.struck)

    def _counters(self) -> list[CounterAttack]:
        """Return the counter-attacks of the targets that may make one (Kaiser)."""
        document, targets = self._document, self._roll.targets
        return counters_of(
            targets.rows, targets.value.draft, document.roster, document.system, targets.rules, document.house
        )

    def _show_counters(self, found: list[CounterAttack]) -> None:
        """Offer the counter-attack of one who defended better; of several, the GM chooses one."""
        self.counter.setVisible(bool(found))
        if found:
            several = len(found) > 1
            text = f"Counter: {len(found)} may" if several else f"Counter: {found[0].name}"
            says = "Close this, and prepare the attack of one who defended better"
            self.counter.show_words(text, says, mark=MORE if several else "")

    def _open_modes(self) -> None:
        """Offer all uses of the firing modes, however many targets they reach."""
        targets = self._roll.targets
        self.mode.open_menu(targets.side.modes(targets.value.draft, len(targets.ids)), self._choose_mode)

    def _choose_mode(self, action: QAction) -> None:
        targets = self._roll.targets
        targets.side.choose_mode(str(action.data()))
        targets.aim_at(targets.value.targets)

    def _toggle_further(self) -> None:
        targets = self._roll.targets
        targets.side.toggle_further(targets.value.draft)
        targets.aim_at(targets.value.targets)

    def _open_points(self) -> None:
        """Offer the points that the acting side can spend after the roll; those of a target are chosen in its row."""
        now, offers = self._roll.targets.value.point, self._roll.targets.points()
        entries = [("No point", None, now is None), *((text, point, point == now) for text, point in offers)]
        self.point.open_menu(entries, self._spend_point)

    def _spend_point(self, action: QAction) -> None:
        targets, point = self._roll.targets, action.data()
        spent = point if isinstance(point, PointSpent) else None
        targets.become(structs.replace(targets.value, point=spent))

    def _toggle_cost(self) -> None:
        targets = self._roll.targets
        targets.become(structs.replace(targets.value, costs_points=not targets.value.costs_points))

    def _choose_counter(self) -> None:
        """Request the only counter-attack, or one chosen from a menu."""
        found = self._counters()
        if len(found) == 1:
            self.counter_requested.emit(found[0].draft)
        else:
            self.counter.open_menu([(one.name, one.draft, False) for one in found], self._take_counter)

    def _take_counter(self, action: QAction) -> None:
        self.counter_requested.emit(action.data())

    def _toggle_apart(self) -> None:
        self._roll.damage.roll_apart(apart=self.apart.isChecked())
