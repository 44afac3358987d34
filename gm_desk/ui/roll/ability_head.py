"""The head of the test pane: the ability being rolled, its character, and whether the roll defaults."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.drafts.abilities import TIMES, aptitude_of, attack_of, checks_of
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.core.rules.house import SETTINGS
from gm_desk.core.wording.phrases import one_line, tip_of
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import COMPACT, GAP, HALF, SMALL, TITLE
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import MenuButton, Segment
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label

NOTHING = "Nothing to roll yet"
HINT = (
    "Click a number on the card, or type the first letters of an attack or skill. Without a character, type a target "
    "like {} into the finder above."
)
UNSKILLED = "“{}” has no skill to roll with. Press F2 on its line and add one, for example “{}”."


class BaseLabel(ElidedLabel):
    """The skill of an attack, the number that is rolled against, and who rolls; the number is never cut."""

    def __init__(self) -> None:
        """Create the label, empty."""
        super().__init__(dim=True)
        self._skill = self._number = ""

    def show_base(self, skill: str, number: str, whose: str) -> None:
        """Show the parts, of which any may be empty."""
        self._skill, self._number = skill, number
        self.setText(" · ".join(filter(None, (f"{skill} {number}".strip(), whose))))
        self.setToolTip(tip_of(self.text()))

    @override
    def fitting(self, room: int) -> str:
        metrics, base = self.fontMetrics(), f"{self._skill} {self._number}".strip()
        if not self._number or metrics.horizontalAdvance(f"{base} · mm…") <= room:
            return super().fitting(room)
        if metrics.horizontalAdvance(base) <= room:
            return base
        left = room - metrics.horizontalAdvance(f" {self._number}")
        skill = metrics.elidedText(self._skill, Qt.TextElideMode.ElideRight, left)
        return f"{skill} {self._number}" if len(skill) > len("mm…") else self._number


class AbilityHead(QWidget):
    """The heading that shows the ability of the draft and, if the rules allow it, a box to default."""

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._together = self._criticals_shown = ""
        self._brief = False
        self._what = ElidedLabel(size=TITLE, bold=True)
        self._what.setObjectName("abilityName")
        self._who = BaseLabel()
        self._who.setObjectName("abilityOwner")
        self._hint = dim_label(size=COMPACT)
        self._hint.setWordWrap(True)
        self.default = QCheckBox()
        self.default.setObjectName("defaulting")
        self.check = MenuButton()
        self.check.setObjectName("checkKind")
        self.check.setAccessibleName("Other tests with the aptitude")
        self.check.setToolTip("Use another multiple of the aptitude, or add a second one")
        self.check.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.check.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.check.setMenu(QMenu(self))
        self.check.menu().setAccessibleName(self.check.accessibleName())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        top = QHBoxLayout()
        top.setSpacing(GAP)
        column.addLayout(top)
        top.addWidget(self._what)
        top.addWidget(self._who, 1, Qt.AlignmentFlag.AlignBottom)
        column.addWidget(self._hint)
        self._second = FlowLayout(to_the_right=True)
        column.addLayout(self._second)
        self._second.addWidget(self.default)
        self._second.addWidget(self.check)
        self.default.clicked.connect(self._set_default)
        self.check.menu().aboutToShow.connect(self._fill_checks)
        self.check.menu().triggered.connect(self._choose_check)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def end_with(self, widget: QWidget) -> None:
        """Add a widget at the end of the second line; it wraps below the line if there is no room."""
        self._second.addWidget(widget)

    def show_group(self, together: str) -> None:
        """Show who rolls as a group instead of the single roller; an empty text shows the roller again."""
        self._together = together
        self.refresh()

    def set_brief(self, brief: bool) -> None:
        """Shorten the text of the box, so that the widgets beside it need no separate line."""
        if brief != self._brief:
            self._brief = brief
            self.refresh()

    def refresh(self) -> None:
        """Update from the draft."""
        side, ability = self._drafting.side, self._drafting.side.ability
        attack = attack_of(side, self._drafting.context.character(side.character))
        weapon = one_line(attack.name) if attack and attack.name else ""
        self._what.setText(weapon or (side.what if ability else NOTHING))
        whose = f"opponent {side.name}" if self._drafting.hand == "b" else side.name
        if self._together and self._drafting.hand == "a":
            self._who.show_base("", "", f"· {self._together}")
        elif ability:
            self._who.show_base(side.what if weapon else "", str(side.base), whose)
        else:
            self._who.show_base("", "", "")
        self._hint.setText(self._what_to_do(weapon))
        self._hint.setVisible(ability is None)
        self._offer_checks()
        can = ability is not None and ability.linked_rating is not None
        self.default.setVisible(can and (side.default or not self._together))
        if ability is not None and can:
            untrained = ability.kind is AbilityKind.UNTRAINED
            words = "Untrained" if untrained else "Roll untrained"
            whole = f"{words} ({ability.linked} {ability.linked_rating})"
            self.default.setText(f"Untrained ({ability.linked_rating})" if self._brief else whole)
            self.default.setAccessibleName(whole)
            criticals = self._criticals()
            if criticals != self._criticals_shown:
                self._criticals_shown = criticals
                self.default.setToolTip(tip_of(criticals))
            self.default.setChecked(side.defaults)
            self.default.setEnabled(not untrained)

    def _what_to_do(self, weapon: str) -> str:
        """Return how to prepare a test, or what an attack lacks that cannot be rolled."""
        system = self._document.system
        if not weapon:
            return HINT.format(system.examples.target)
        return UNSKILLED.format(weapon, next((pair.ours for pair in system.pairings if pair.halved), "Strike"))

    def _criticals(self) -> str:
        """Return whether criticals count when defaulting, by the system and the house rules."""
        house = self._drafting.draft.house(self._document.house)
        if "default_criticals" in SETTINGS[self._document.system.id] and house.default_criticals == "ignored":
            return "Critical successes do not count when defaulting; critical failures do."
        return "Criticals count when defaulting."

    def _set_default(self, default: bool) -> None:
        self._drafting.put(self._drafting.side.defaulting(default=default))

    def _offer_checks(self) -> None:
        """Show the button for other checks of an aptitude if the system has any."""
        ability, system = self._drafting.side.ability, self._document.system
        many = system.sums or len(system.multiples) > 1
        aptitude = "" if ability is None else aptitude_of(ability.key)
        is_check = ability is not None and ability.kind is AbilityKind.CHECK and aptitude in system.aptitudes
        self.check.setVisible(is_check and many)
        if ability is not None:
            self.check.setText(ability.key.removeprefix(aptitude).strip() or f"{TIMES}{self._times}".strip())

    def _fill_checks(self) -> None:
        """Fill the menu with the checks of the aptitude, each with its target number."""
        menu, side = self.check.menu(), self._drafting.side
        menu.clear()
        character = self._document.character(side.character)
        if character is None or side.ability is None:
            return
        for ability in checks_of(character, self._document.system, side.ability.key):
            text = ability.key if ability.key != aptitude_of(ability.key) else f"{ability.key}{TIMES}{self._times}"
            action = menu.addAction(f"{text}\t{ability.rating}")
            action.setData(ability.key)
            action.setCheckable(True)
            action.setChecked(ability.key == side.ability.key)

    @property
    def _times(self) -> int:
        return self._document.system.check

    def _choose_check(self, action: QAction) -> None:
        self._drafting.choose(self._drafting.side.character, AbilityKind.CHECK, str(action.data()))


class RoutineLine(QLabel):
    """The note that the task is routine and needs no roll; hidden otherwise."""

    def __init__(self, document: RosterDocument, drafting: Drafting) -> None:
        """Observe a draft."""
        super().__init__()
        self._document = document
        self._drafting = drafting
        self._spared = False
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("routine")
        self.setFont(scaled(self.font(), SMALL))
        self.setWordWrap(True)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def set_spared(self, spared: bool) -> None:
        """Hide the note if there is no room for it."""
        self._spared = spared
        self.refresh()

    def refresh(self) -> None:
        """Update from the draft."""
        self.setVisible(self._drafting.reading.routine and not self._spared)
        self.setText(f"Skill {self._document.system.routine}+: routine tasks need no roll.")


SHOWN = (Mode.ALONE, Mode.SIMPLE, Mode.OPPOSED)
"""The modes with a button here. Attacks and variable tests count as opposed; the opponent box distinguishes them."""


class ModeBar(QWidget):
    """A row of buttons, one for each mode of rolling."""

    opposed = Signal()

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Observe a draft; `opposed` is emitted if an opposed test still lacks its opponent or their skill."""
        super().__init__(parent)
        self._drafting = drafting
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("How to roll")
        self._document = document
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons = {mode: Segment("", self, quiet=True) for mode in SHOWN}
        for place, (mode, button) in enumerate(self.buttons.items()):
            button.first, button.last = mode is Mode.ALONE, mode is Mode.OPPOSED
            self._group.addButton(button, place)
            row.addWidget(button)
        self.buttons[Mode.ALONE].setObjectName("usualMode")
        self.buttons[Mode.SIMPLE].setObjectName("simpleMode")
        set_tip(self.buttons[Mode.OPPOSED], "Roll against somebody", "roll.toggle_opposed")
        self._group.idClicked.connect(self._choose)
        document.opened.connect(self._name_buttons)
        drafting.draft_changed.connect(self._refresh)
        self._name_buttons()

    def toggle(self) -> None:
        """Switch between an opposed test and a test without an opponent."""
        self._choose(SHOWN.index(Mode.ALONE if self._drafting.draft.opposed else Mode.OPPOSED))

    def _choose(self, place: int) -> None:
        mode = SHOWN[place]
        self._drafting.set_mode(mode)
        if mode is Mode.OPPOSED and self._drafting.draft.lacks:
            self.opposed.emit()

    def _name_buttons(self) -> None:
        """Label the buttons with the system's names for the modes, and hide the modes it does not have."""
        modes = self._document.system.modes
        for mode, button in self.buttons.items():
            button.setText(modes.get(mode.value, ""))
            button.setVisible(mode.value in modes)
            button.updateGeometry()
        self._refresh()

    def _refresh(self) -> None:
        mode = self._drafting.draft.mode
        self.buttons[Mode.OPPOSED if mode.two_sided else mode].setChecked(True)
