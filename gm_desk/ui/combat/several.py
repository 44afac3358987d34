"""The dialog for one roll against several targets: who acts, the table of targets, the damage, and applying it."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QHBoxLayout, QPushButton, QWidget
from typing_extensions import override

from gm_desk.core.combat.aftermath import CounterAttack, counters_of
from gm_desk.core.combat.targets import PointSpent
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.numbers import signed
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.scenes.effects import helpless_by
from gm_desk.core.wording.phrases import one_line, tip_of, without_symbols
from gm_desk.model.combat.acting_side import LastTests
from gm_desk.model.combat.several import SeveralTargets
from gm_desk.model.combat.several_results import dealt_in_words, wins_in_words
from gm_desk.model.combat.target_table import TargetTable
from gm_desk.model.roll.roll_text import text_by_dice, two_digits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.combat.target_view import TargetView
from gm_desk.ui.theme.theme import GAP
from gm_desk.ui.widgets.buttons import AccentButton
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.fields import CheckedEdit, sentence
from gm_desk.ui.widgets.labels import announce, label
from gm_desk.ui.widgets.picker import Choices, Picker
from gm_desk.ui.widgets.pill import MORE, Pill

DICE_WIDTH = 12
"""In average characters."""


class SeveralDialog(AskingDialog):
    """A dialog whose main button rolls, then rolls the damage, then applies it to all and closes.

    `rolled` is emitted once the acting side's roll is logged, `counter_requested` with the test of a counter-attack.
    """

    rolled = Signal()
    counter_requested = Signal(object)

    def __init__(self, document: RosterDocument, several: SeveralTargets, acting: LastTests, window: QWidget) -> None:
        """Create the dialog for a test; more targets can be added."""
        super().__init__("Against several", window)
        self.setObjectName("severalDialog")
        self._document = document
        self._acting = acting
        self.several = several
        several.setParent(self)
        self.model = TargetTable(document, several, self)
        self.view = TargetView(self.model)
        self.who = Picker("Who acts", self._tests)
        self.own = CheckedEdit(several.read_own)
        self.add = Picker("Add a target", self._others, stays=True)
        self.add.show_picked("", "Add target")
        self.remove = QPushButton("Re&move")
        self.says = label("")
        self.damage = CheckedEdit(several.read_damage)
        self.own.stays_refused = self.damage.stays_refused = True
        self.more, self.double, self.ignore, self.cost, self.counter, self.further = (Pill(self) for _ in range(6))
        self.point, self.mode = Pill(self, mark=MORE), Pill(self, mark=MORE)
        for pill in self.findChildren(Pill):
            pill.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Enter goes on and does not take it back
        self.apart = QCheckBox("Da&mage dice for each")
        self.go = AccentButton("Roll", "Enter")
        self.go.setObjectName("severalGo")
        self._lay_out()
        self._connect()
        self.refresh()
        self.resize(self._wanted(window))
        (self.view if self.model.rowCount() else self.add).setFocus()

    def go_on(self) -> None:
        """Do the next step: roll, roll the damage, or apply it and close."""
        for field in (self.own, self.damage):
            if field.isVisible() and not field.hasAcceptableInput():
                field.setFocus()
                field.refuse()
                return
        if self.own.text().strip():
            self.several.type_own(self.own.text())
            self.own.clear()
            if self.several.entry is not None:
                announce(self, self.says.accessibleName(), at_once=True)
                return
        if self.several.entry is None:
            if self.several.roll():
                self.rolled.emit()
                announce(self, self.says.accessibleName(), at_once=True)
        elif self.several.expression:
            self.several.type_damage(self.damage.text())
            self.several.roll_damage()
            announce(self, self.says.accessibleName(), at_once=True)
        elif self.several.apply():
            self.accept()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.apart.hasFocus():  # a box ignores them
            self.go_on()
        elif event.text().isalpha() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self._begin_name(event.text())  # which a button ignores as well
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        """Update from the roll."""
        several = self.several
        why, rolled, dice = several.why_not(), several.entry is not None, several.expression
        self.who.show_picked(self._acting.named(several.value.draft), "Choose who rolls")
        self.who.setEnabled(not rolled)
        self.add.setEnabled(not rolled)
        self.remove.setEnabled(not rolled)
        self.damage.setVisible(rolled and bool(dice) and several.request is not None)
        self.damage.setPlaceholderText("Damage")
        self.damage.setAccessibleName(f"Damage dice thrown at the table, {dice}")
        self.apart.setVisible(bool(dice) if rolled else several.rolls_damage)
        self.apart.setChecked(several.apart)
        self._show_pills(rolled=rolled)
        self.go.setEnabled(not why)
        done = "Set surprise" if several.surprises else "Apply all" if several.hurts else "Done"
        text = "Roll" if not rolled else f"Damage {dice}" if dice else done
        self.go.setText(text)
        self.go.setAccessibleName(text)
        self.go.setToolTip(tip_of(f"{text} (Enter)"))
        self._say(one_line(sentence(why) if why else self._words(), 400))

    def _say(self, words: str) -> None:
        """Show words below the table, in which assistive tools hear no symbols."""
        self.says.setText(words)
        self.says.setAccessibleName(without_symbols(words))

    def _wanted(self, window: QWidget) -> QSize:
        """Return the size that shows all targets and columns, limited by the size of the window."""
        em = self.fontMetrics().height()
        return self.sizeHint().boundedTo(window.size() - QSize(2 * em, 2 * em))

    def _grow(self) -> None:
        """Make room for more targets or columns; the dialog stays within its window."""
        window = self.parentWidget()
        if window is None or not self.isVisible():
            return
        self.column.activate()
        size = self.size().expandedTo(self._wanted(window))
        if size != self.size():
            self.resize(size)
            room, own = window.frameGeometry(), self.frameGeometry()
            own.setSize(own.size().expandedTo(size))
            over = QPoint(max(0, own.right() - room.right()), max(0, own.bottom() - room.bottom()))
            self.move(self.pos() - over)

    def _words(self) -> str:
        """Return the results so far as text."""
        several = self.several
        entry = several.judged
        if entry is None:
            return self._words_before()
        roll_text = text_by_dice(entry)
        rolled = "" if roll_text is None else f"{roll_text.target}: {roll_text.plain_pill}"
        compared = "" if roll_text is None or not entry.override else roll_text.target
        faces = (" " if compared else "").join(roll_text.dice) if roll_text else ""
        head = f"{faces}, {compared or rolled}. {wins_in_words(several.rows)}"
        return f"{head}. {dealt_in_words(several.rows)}" if several.hurts else head

    def _words_before(self) -> str:
        """Return what is about to be rolled as text: the target, the shots, and who cannot defend."""
        several, targets = self.several, self.several.value.targets
        if not targets:
            return ""
        helpless = [one.side.name for one in targets if one.side.ability is None and helpless_by(one.side)]
        number = f", TN {several.target}," if several.target else ""
        each = "; each of them defends" if len(targets) > 1 and not helpless else ""
        words = f"One roll{number} against {len(targets)}{each}."
        mode = f" {several.mode}." if several.mode else ""
        return f"{words}{mode} Cannot defend: {', '.join(helpless)}." if helpless else f"{words}{mode}"

    def _show_pills(self, *, rolled: bool) -> None:
        """Show the choices of the attack before its roll, and those that a success may add to the damage."""
        self._show_mode(rolled=rolled)
        several, struck = self.several, self.several.struck
        open_yet = rolled and several.attack is not None
        extra = several.picks.count("damage")
        spent = several.value.point
        self.point.setVisible(bool(spent) or (rolled and bool(several.points())))
        words = "Point spent" if spent else "Spend a point"
        self.point.show_words(
            words, "A point of the acting character, paid when all is applied", on=bool(spent), mark=MORE
        )
        self.more.setVisible(open_yet and struck.superior > 0)
        self.more.show_words(f"+{max(1, extra)}d6", "Spend superior results on damage", on=extra > 0)
        self.double.setVisible(open_yet and struck.doubles)
        self.double.show_words("Doubled", "A critical success doubles the damage", on=several.choices.double)
        self.ignore.setVisible(open_yet and several.hurts)
        self.ignore.show_words("Ignore armor", "Let all damage through", on=several.choices.ignore_armor)
        losing = len(several.losing) if rolled and several.attack is not None else 0
        self.cost.setVisible(losing > 0)
        cost = f"{losing} lose an action point" if losing > 1 else "Loses an action point"
        self.cost.show_words(cost, "Each hit costs the defender one", on=several.costs_points)
        self._show_counters(self._counters() if rolled else [])

    def _counters(self) -> list[CounterAttack]:
        """Return the counter-attacks of the targets that may make one (Kaiser)."""
        document, rows, draft = self._document, self.several.rows, self.several.value.draft
        return counters_of(rows, draft, document.roster, document.system, self.several.rules, document.house)

    def _show_counters(self, found: list[CounterAttack]) -> None:
        """Offer the counter-attack of one who defended better; of several, the GM chooses one."""
        self.counter.setVisible(bool(found))
        if found:
            several = len(found) > 1
            text = f"Counter: {len(found)} may" if several else f"Counter: {found[0].name}"
            says = "Close this, and prepare the attack of one who defended better"
            self.counter.show_words(text, says, mark=MORE if several else "")

    def _show_mode(self, *, rolled: bool) -> None:
        """Show the firing mode, and the modifier for each further target, before the roll."""
        several = self.several
        extra = None if rolled else several.side.further(several.value.draft)
        self.mode.setVisible(not rolled and bool(several.mode))
        self.mode.show_words(several.mode, "Firing mode", mark=MORE)
        self.further.setVisible(extra is not None)
        if extra is not None:
            says = "The modifier for each target beyond the first"
            self.further.show_words(f"{extra.label} {signed(extra.value)}", says, on=not extra.struck)

    def _lay_out(self) -> None:
        top, middle, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        chars = self.fontMetrics().averageCharWidth()
        self.own.setPlaceholderText("Dice")
        self.own.setAccessibleName("Dice of the acting character, thrown at the table")
        for dice in (self.own, self.damage):
            dice.setFixedWidth(chars * DICE_WIDTH)
        self.says.setWordWrap(True)
        self.says.setObjectName("severalSays")
        self.column.addLayout(top)
        for field in (self.who, self.own, self.add, self.remove):
            top.addWidget(field)
        top.setStretchFactor(self.who, 1)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.says)
        self.column.addLayout(middle)
        for choice in (
            self.mode,
            self.further,
            self.damage,
            self.point,
            self.more,
            self.double,
            self.ignore,
            self.cost,
            self.counter,
            self.apart,
        ):
            middle.addWidget(choice)
        middle.addStretch(1)
        for row in (top, middle):
            row.setSpacing(GAP)
        self.column.addLayout(foot)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        button = close.button(QDialogButtonBox.StandardButton.Close)
        button.setIcon(QIcon())  # the style's icon does not match ours
        close.rejected.connect(self.reject)
        foot.addWidget(self.go, 1)
        foot.addWidget(close)
        for one in self.findChildren(QPushButton):
            one.setAutoDefault(False)

    def _connect(self) -> None:
        self.several.changed.connect(self.refresh)
        self.view.outgrown.connect(self._grow)
        self.who.picked.connect(self._choose_test)
        self.add.picked.connect(self.add_targets)
        self.remove.clicked.connect(self._remove_current)
        self.view.removal_requested.connect(self._remove)
        self.view.went_on.connect(self.go_on)
        self.view.name_begun.connect(self._begin_name)
        self.own.returnPressed.connect(self.go_on)
        self.damage.returnPressed.connect(self.go_on)
        self.go.clicked.connect(self.go_on)
        self.point.clicked.connect(self._open_points)
        self.point.menu_requested.connect(self._open_points)
        self.mode.clicked.connect(self._open_modes)
        self.mode.menu_requested.connect(self._open_modes)
        self.further.clicked.connect(self._toggle_further)
        self.more.clicked.connect(self.several.spend)
        self.double.clicked.connect(self._toggle_double)
        self.ignore.clicked.connect(self._toggle_ignore)
        self.cost.clicked.connect(self._toggle_cost)
        self.counter.clicked.connect(self._choose_counter)
        self.counter.menu_requested.connect(self._choose_counter)
        self.apart.clicked.connect(self._toggle_apart)
        QShortcut(QKeySequence(Qt.Key.Key_F4), self, self.go_on)

    def _tests(self) -> Choices:
        return self._acting.choices(self.several.ids)

    def _choose_test(self, draft: Draft) -> None:
        self.several.set_test(draft)
        self.view.fit()

    def _others(self) -> Choices:
        """Return the targets that can be added: characters, the likeliest first, and whole groups.

        During a fight, only those members of a group count who are in it.
        """
        roster, scene = self._document.roster, self._document.roster.on_stage
        there = None if scene is None or scene.now is None else {one.id for one in scene.fighters}
        free = self._acting.targets(self.several.value.draft.character, self.several.ids)
        found: list[tuple[str, object]] = [(self._acting.as_target(one), (one.id,)) for one in free]
        for group in roster.groups:
            ids = tuple(one.id for one in free if one.group == group.id and (there is None or one.id in there))
            if len(ids) > 1:
                found.append((f"{group.name}: all {len(ids)}", ids))
        return found

    def add_targets(self, ids: Sequence[str]) -> None:
        """Add targets; too many are refused, with the reason."""
        try:
            self.several.add(ids)
            (self.view if ids else self.add).setFocus()
        except RulesError as error:
            self._say(sentence(error.problem))
            announce(self, self.says.accessibleName(), at_once=True)

    def _begin_name(self, letter: str) -> None:
        """Offer the targets to add whose names begin with a letter typed on the table."""
        if self.add.isEnabled():
            self.add.open_at(letter)

    def take_dice(self, thrown: Thrown) -> None:
        """Show dice that were typed before there were several targets: the acting side's, and the first target's."""
        needs = self.several.read_own("")
        if needs is not None and needs.name in thrown:
            self.own.setText(" ".join(map(two_digits, thrown[needs.name])))
        self.several.take_dice(thrown)

    def _remove_current(self) -> None:
        self._remove(self.view.currentIndex().row())

    def _remove(self, row: int) -> None:
        if self.several.entry is None and 0 <= row < len(self.several.value.targets):
            self.several.remove(row)

    def _open_modes(self) -> None:
        """Offer all uses of the firing modes, however many targets they reach."""
        several = self.several
        self.mode.open_menu(several.side.modes(several.value.draft, len(several.ids)), self._choose_mode)

    def _choose_mode(self, action: QAction) -> None:
        self.several.side.choose_mode(str(action.data()))
        self.several.aim_at(self.several.value.targets)

    def _toggle_further(self) -> None:
        self.several.side.toggle_further(self.several.value.draft)
        self.several.aim_at(self.several.value.targets)

    def _open_points(self) -> None:
        """Offer the points that the acting side can spend after the roll; those of a target are chosen in its row."""
        now, offers = self.several.value.point, self.several.points()
        entries = [("No point", None, now is None), *((text, point, point == now) for text, point in offers)]
        self.point.open_menu(entries, self._spend_point)

    def _spend_point(self, action: QAction) -> None:
        point = action.data()
        self.several.spend_point(point if isinstance(point, PointSpent) else None)

    def _toggle_double(self) -> None:
        choices = self.several.choices
        self.several.decide(structs.replace(choices, double=not choices.double))

    def _toggle_ignore(self) -> None:
        choices = self.several.choices
        self.several.decide(structs.replace(choices, ignore_armor=not choices.ignore_armor))

    def _toggle_cost(self) -> None:
        self.several.cost_points(costs=not self.several.costs_points)

    def _choose_counter(self) -> None:
        """Request the only counter-attack, or one chosen from a menu."""
        found = self._counters()
        if len(found) == 1:
            self._counter(found[0].draft)
        else:
            self.counter.open_menu([(one.name, one.draft, False) for one in found], self._take_counter)

    def _take_counter(self, action: QAction) -> None:
        self._counter(action.data())

    def _counter(self, draft: Draft) -> None:
        """Close the dialog, and request a counter-attack; damage that is not applied stays offered."""
        self.reject()
        self.counter_requested.emit(draft)

    def _toggle_apart(self) -> None:
        self.several.roll_apart(apart=self.apart.isChecked())
