"""The dialog for one roll against several targets: who acts, the table of targets, the damage, and applying it."""

from itertools import pairwise

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QPushButton, QWidget
from typing_extensions import override

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.wording.phrases import one_line, sentence, tip_of, without_symbols
from gm_desk.model.combat.acting_side import LastTests
from gm_desk.model.combat.several_roll import SeveralRoll
from gm_desk.model.combat.several_text import aimed_in_words, come_to_in_words, without_radius
from gm_desk.model.combat.target_table import TargetTable
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.combat.several_choices import SeveralChoices
from gm_desk.ui.combat.several_sides import SeveralSides
from gm_desk.ui.combat.target_view import TargetView
from gm_desk.ui.widgets.action_rows import find_action
from gm_desk.ui.widgets.buttons import AccentButton
from gm_desk.ui.widgets.dialogs import AskingDialog, takes_fields
from gm_desk.ui.widgets.labels import announce, label

DICE_WIDTH = 12
"""In average characters."""


class SeveralDialog(AskingDialog):
    """A dialog whose main button rolls, then rolls the damage, then applies it to all and closes.

    `counter_requested` is emitted with the test of a counter-attack.
    """

    counter_requested = Signal(object)

    def __init__(self, document: RosterDocument, roll: SeveralRoll, acting: LastTests, window: QWidget) -> None:
        """Create the dialog for a test; more targets can be added."""
        super().__init__("Against several", window)
        self.setObjectName("severalDialog")
        self._document = document
        self.roll = roll
        roll.setParent(self)
        self.model = TargetTable(document, roll.targets, self)
        self.view = TargetView(self.model)
        self.says = label("")
        dice_width = self.fontMetrics().averageCharWidth() * DICE_WIDTH
        self.sides = SeveralSides(roll, acting, dice_width, self)
        self.choices = SeveralChoices(document, roll, dice_width, self)
        self.go = AccentButton("Roll", "Enter")
        self.go.setObjectName("severalGo")
        self._lay_out()
        self._connect()
        self.refresh()
        self.resize(self._wanted(window))
        self._focus_targets()

    def go_on(self) -> None:
        """Do the next step: roll, roll the damage, or apply it and close."""
        roll = self.roll
        if not takes_fields(self):
            return
        if self.sides.own.text().strip():
            roll.type_own(self.sides.own.text())
            self.sides.own.clear()
            if roll.targets.entry is not None:
                announce(self, self.says.accessibleName(), at_once=True)
                return
        if roll.targets.entry is None:
            if roll.roll():
                announce(self, self.says.accessibleName(), at_once=True)
        elif roll.damage.expression:
            roll.damage.type(self.choices.dice.text())
            self.choices.dice.clear()
            roll.damage.roll()
            announce(self, self.says.accessibleName(), at_once=True)
        elif roll.apply():
            self.accept()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus, enter = self.focusWidget(), event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and isinstance(focus, QPushButton):  # buttons ignore Enter, as does the box
            focus.click()
        elif enter and focus is self.choices.apart:
            self.go_on()
        elif event.text().isalpha() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.sides.begin_name(event.text())  # which a button ignores as well
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        """Update from the roll."""
        targets, damage = self.roll.targets, self.roll.damage
        why, rolled, dice = self.roll.why_not(), targets.entry is not None, damage.expression
        self.sides.refresh()
        self.choices.refresh()
        self.go.setEnabled(not why)
        done = "Set surprise" if targets.value.surprises else "Apply all" if damage.hurts else "Done"
        text = "Roll" if not rolled else f"Damage {dice}" if dice else done
        self.go.setText(text)
        self.go.setAccessibleName(text)
        self.go.setToolTip(tip_of(f"{text} (Enter)"))
        self._say(one_line(sentence(why) if why else self._words(), 400))

    def _say(self, words: str) -> None:
        """Show words below the table, in which assistive tools hear no symbols."""
        self.says.setText(words)
        self.says.setAccessibleName(without_symbols(words))

    def _words(self) -> str:
        """Return the results so far as text, or what is about to be rolled."""
        targets, judged = self.roll.targets, self.roll.log.judged
        value = targets.value
        if judged is not None:
            words = come_to_in_words(judged, targets.rows)
        else:
            words = aimed_in_words(value, targets.number, targets.side.mode(value.draft, len(value.targets)))
        return " ".join(filter(None, (without_radius(targets.attack, self._document.system.combat.area), words)))

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

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        self.says.setWordWrap(True)
        self.says.setObjectName("severalSays")
        self.column.addWidget(self.sides)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.says)
        self.column.addWidget(self.choices)
        self.column.addLayout(foot)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        button = close.button(QDialogButtonBox.StandardButton.Close)
        button.setIcon(QIcon())  # the style's icon does not match ours
        close.rejected.connect(self.reject)
        foot.addWidget(self.go, 1)
        foot.addWidget(close)
        for one in self.findChildren(QPushButton):
            one.setAutoDefault(False)
        for before, after in pairwise((*self.sides.stops(), self.view, *self.choices.stops(), self.go, button)):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.roll.targets.changed.connect(self.refresh)
        self.view.outgrown.connect(self._grow)
        self.sides.who.picked.connect(self.view.fit)
        self.sides.added.connect(self._focus_targets)
        self.sides.refused.connect(self._refuse)
        self.sides.remove.clicked.connect(self._remove_current)
        self.view.removal_requested.connect(self.sides.remove_target)
        self.view.went_on.connect(self.go_on)
        self.view.name_begun.connect(self.sides.begin_name)
        self.sides.own.returnPressed.connect(self.go_on)
        self.choices.dice.returnPressed.connect(self.go_on)
        self.choices.counter_requested.connect(self._counter)
        self.go.clicked.connect(self.go_on)
        window = self.parentWidget()
        for action_id, usual, slot in (
            ("roll.roll_damage", "F4", self.go_on),
            ("roll.enter_dice", "Ctrl+E", self._enter_dice),
        ):
            action = None if window is None else find_action(window, action_id)
            QShortcut(QKeySequence(usual) if action is None else action.shortcut(), self, slot)

    def _focus_targets(self) -> None:
        """Put the keys at the targets, or at the button that adds the first ones."""
        (self.view if self.model.rowCount() else self.sides.add).setFocus()

    def _enter_dice(self) -> None:
        """Move the cursor to the field for the dice of whoever acts, or for those of the damage if it comes next."""
        field = self.choices.dice if self.choices.dice.isVisible() else self.sides.own
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def _refuse(self, words: str) -> None:
        """Show and announce why targets were refused."""
        self._say(words)
        announce(self, self.says.accessibleName(), at_once=True)

    def _remove_current(self) -> None:
        self.sides.remove_target(self.view.currentIndex().row())

    def _counter(self, draft: Draft) -> None:
        """Close the dialog, and request a counter-attack; damage that is not applied stays offered."""
        self.reject()
        self.counter_requested.emit(draft)
