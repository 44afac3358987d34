"""The damage of an attack that hit: its dice, who suffers it behind which armor, and one button that deals it."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gm_desk.core.text.one_line import one_line, tip_of
from gm_desk.model.document import RosterDocument
from gm_desk.model.fighting import Fighting, Hit
from gm_desk.model.verdicts import minus
from gm_desk.ui.buttons import KeyButton
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.labels import ElidedLabel
from gm_desk.ui.look import Look
from gm_desk.ui.picker import Choices, Picker
from gm_desk.ui.pill import CROSS, MORE, Pill
from gm_desk.ui.sizes import GAP
from gm_desk.ui.tips import set_tip

LETTERS = 11
LONGEST = 18
"""How much of a name the button shows."""
NO_ARMOR = "no armor"


class DamageRow(QWidget):
    """Roll damage, say what it does, and deal it; hidden unless the last roll is an attack that hit."""

    def __init__(self, document: RosterDocument, fighting: Fighting, look: Look, parent: QWidget | None = None) -> None:
        """Follow the last attack."""
        super().__init__(parent)
        self._document = document
        self.fighting = fighting
        self.setObjectName("damageRow")
        self.setAccessibleName("Damage")
        self.roll = KeyButton(look, "Damage", "F4", "dice", self)
        self.dice = CheckedEdit(look, self._read)
        self.dice.setObjectName("damageDice")
        self.dice.setFixedWidth(self.fontMetrics().averageCharWidth() * LETTERS)
        self.extra, self.double, self.again = Pill(look, self), Pill(look, self), Pill(look, self)
        self.armor, self.ignore = Pill(look, self), Pill(look, self)
        self.again.show_words("Again", "Take the dice of the damage back", mark=CROSS)
        self.target = Picker(look, "Who suffers the damage", self._targets)
        self.apply = QPushButton()
        self.apply.setObjectName("applyDamage")
        self.says = ElidedLabel()
        self.says.setObjectName("damageSays")
        self._lay_out()
        self._connect()
        self.refresh()

    def go_on(self) -> None:
        """Do what comes next: roll the damage, or deal it."""
        hit = self.fighting.hit
        if hit is not None:
            self._roll() if hit.total is None else self.fighting.apply()

    def refresh(self) -> None:
        """Show what comes next about the last attack."""
        hit = self.fighting.hit
        self.setVisible(hit is not None)
        if hit is None:
            return
        total, dealt = hit.total, hit.blow.dealt
        open_yet = hit.request is not None and dealt is None
        self._show_words(hit)
        for part in (self.roll, self.dice):
            part.setVisible(open_yet and total is None)
        self.double.setVisible(open_yet and hit.strike.doubles)
        self.double.show_words("Doubled", "A critical success doubles the damage", on=hit.blow.double)
        self.extra.setVisible(open_yet and hit.strike.superior > 0)
        self.extra.show_words(f"+{max(1, hit.extra)}d6", "Spend superior results on damage", on=hit.extra > 0)
        self.again.setVisible(open_yet and total is not None)
        armored = bool(self.fighting.protections())
        for widget, needed in ((self.target, True), (self.apply, True), (self.armor, armored), (self.ignore, armored)):
            widget.setVisible(open_yet and total is not None and needed)
        if open_yet:
            self._show_dice(hit)
            self._show_target(hit)

    def _show_words(self, hit: Hit) -> None:
        """Say what the dice came to, what was dealt, or why there is nothing to roll."""
        words = ""
        if hit.problem:
            words = f"Damage “{hit.attack.damage}” cannot be rolled: {hit.problem}."
        elif hit.blow.dealt is not None:
            words = f"✓ {hit.blow.dealt.note or 'The damage is in the log.'}"
        elif hit.total is not None:
            faces = " ".join(map(str, hit.blow.faces))
            words = f"{minus(hit.total)} damage ({faces})"
        self.says.setText(words)
        self.says.setToolTip(tip_of(words))
        self.says.setVisible(bool(words))

    def _show_dice(self, hit: Hit) -> None:
        """Say which dice are rolled."""
        dice = hit.request.expression if hit.request else ""
        self.roll.setText(f"Damage {dice}")
        set_tip(self.roll, f"Roll the damage, {dice}", "Roll/Damage of the last attack")
        self.dice.setPlaceholderText("Dice")
        self.dice.setAccessibleName(f"Damage dice thrown at the table, {dice}")
        self.dice.setToolTip(tip_of(f"Type the dice thrown at the table, {dice}, with spaces between them, then Enter"))

    def _show_target(self, hit: Hit) -> None:
        """Say who would suffer what."""
        target, suffered, kinds = self.fighting.target, self.fighting.would, self.fighting.protections()
        self.ignore.show_words("Ignore armor", "Let all of the damage through", on=hit.blow.ignore_armor)
        kind = self.fighting.armor
        armor = f"{kind} {kinds.get(kind, 0)}" if kinds else NO_ARMOR
        self.armor.show_words(armor, "The kind of armor against the damage", mark=MORE)
        self.armor.setAccessibleName(f"Armor: {armor}")
        self.target.show_picked(target.name if target else "", "Choose who")
        if hit.total is None:
            return
        if target is None or suffered is None:
            self.apply.setText(f"Log {minus(hit.total)} damage")
            self.apply.setAccessibleName(self.apply.text())
            return
        behind = "armor ignored" if kinds and hit.blow.ignore_armor else f"armor {_turned(armor)}" if kinds else armor
        does = ", ".join(part for part in suffered.words if not part.startswith("armor"))
        name = target.name if len(target.name) <= LONGEST else f"{target.name[: LONGEST - 5]}…{target.name[-4:]}"
        self.apply.setText(f"Apply {minus(hit.total)} to {one_line(name, 60)}\n{does} ({behind})".replace("&", "&&"))
        self.apply.setAccessibleName(f"Apply {minus(hit.total)} to {target.name} ({behind}): {does}")
        set_tip(self.apply, self.apply.accessibleName(), "Roll/Damage of the last attack")

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        for row, parts in (
            (first, (self.roll, self.dice, self.says, self.extra, self.double, self.again)),
            (second, (self.target, self.armor, self.ignore)),
        ):
            row.setSpacing(GAP)
            for part in parts:
                row.addWidget(part)
        first.setStretchFactor(self.roll, 1)
        self.says.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        second.setStretchFactor(self.target, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(first)
        column.addLayout(second)
        column.addWidget(self.apply)

    def _connect(self) -> None:
        self.roll.clicked.connect(self._roll)
        self.dice.committed.connect(self._type)
        self.extra.clicked.connect(self.fighting.spend)
        self.double.clicked.connect(self._toggle_double)
        self.again.clicked.connect(self.fighting.again)
        self.again.removed.connect(self.fighting.again)
        self.armor.clicked.connect(self._open_armor)
        self.armor.menu_requested.connect(self._open_armor)
        self.ignore.clicked.connect(self._toggle_ignore)
        self.target.picked.connect(self._aim)
        self.apply.clicked.connect(self.fighting.apply)
        self.fighting.changed.connect(self.refresh)

    def _roll(self) -> None:
        """Roll the damage, unless dice are typed."""
        if self.dice.text().strip():
            self.dice.setFocus()
            if self.dice.hasAcceptableInput():
                self._type(self.dice.text())
            else:
                self.dice.refuse()
            return
        self.fighting.roll()

    def _type(self, text: str) -> None:
        if text.strip():
            self.dice.clear()
            self.fighting.type(text)

    def _read(self, text: str) -> None:
        """Refuse dice that cannot have fallen."""
        if text.strip():
            self.fighting.read(text)

    def _toggle_double(self) -> None:
        hit = self.fighting.hit
        if hit is not None:
            self.fighting.decide(double=not hit.blow.double)

    def _toggle_ignore(self) -> None:
        hit = self.fighting.hit
        if hit is not None:
            self.fighting.decide(ignore_armor=not hit.blow.ignore_armor)

    def _open_armor(self) -> None:
        now = self.fighting.armor
        kinds = self.fighting.protections().items()
        self.armor.open_menu([(f"{kind} {points}", kind, kind == now) for kind, points in kinds], self._choose_armor)

    def _choose_armor(self, action: QAction) -> None:
        self.fighting.decide(armor=str(action.data()), ignore_armor=False)

    def _targets(self) -> Choices:
        return [(one.name, one.id) for one in self._document.roster.characters]

    def _aim(self, character_id: object) -> None:
        self.fighting.decide(target=str(character_id), armor=None)


def _turned(armor: str) -> str:
    """Say the points of armor before its kind ("6 kinetic")."""
    kind, _, points = armor.rpartition(" ")
    return f"{points} {kind}"
