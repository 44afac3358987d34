"""The head of the test pane: what is rolled, by whom, and whether it is defaulted."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from gm_desk.core.choosing import TIMES, aptitude_of, checks_of
from gm_desk.core.draft import AbilityKind
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.ui.flow import FlowLayout
from gm_desk.ui.labels import ElidedLabel, dim_label
from gm_desk.ui.sizes import COMPACT, GAP, HALF, TITLE

NOTHING = "Nothing to roll yet"
HINT = (
    "Click a number on the card, or type the first letters of a skill. Without a character, type a target like 45+20 "
    "into the finder above."
)


class AbilityHead(QWidget):
    """Show the ability of the draft; where it can be defaulted, offer that."""

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._together = ""
        self._what = ElidedLabel(size=TITLE, bold=True)
        self._what.setObjectName("abilityName")
        self._who = ElidedLabel(dim=True)
        self._who.setObjectName("abilityOwner")
        self._hint = dim_label(HINT, size=COMPACT)
        self._hint.setWordWrap(True)
        self.default = QCheckBox()
        self.default.setObjectName("defaulting")
        self.check = QToolButton()
        self.check.setObjectName("checkKind")
        self.check.setAccessibleName("Other checks of the aptitude")
        self.check.setToolTip("Multiply the aptitude with something else, or add another one")
        self.check.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.check.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.check.setMenu(QMenu(self))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        top = QHBoxLayout()
        top.setSpacing(GAP)
        top.addWidget(self._what)
        top.addWidget(self._who, 1, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(top)
        column.addWidget(self._hint)
        self._second = FlowLayout(to_the_right=True)
        self._second.addWidget(self.default)
        self._second.addWidget(self.check)
        column.addLayout(self._second)
        self.default.clicked.connect(self._set_default)
        self.check.menu().aboutToShow.connect(self._fill_checks)
        self.check.menu().triggered.connect(self._choose_check)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def end_with(self, widget: QWidget) -> None:
        """Set something at the end of the second line, or below it."""
        self._second.addWidget(widget)

    def show_group(self, together: str) -> None:
        """Say who rolls together, instead of who is drafted for; nothing ends that."""
        self._together = together
        self.refresh()

    def refresh(self) -> None:
        """Show the draft as it is now."""
        side, ability = self._drafting.side, self._drafting.side.ability
        self._what.setText(side.what if ability else NOTHING)
        whose = f"opponent {side.name}" if self._drafting.hand == "b" else side.name
        alone = f"{side.base} · {whose}".rstrip(" ·") if ability else ""
        self._who.setText(f"· {self._together}" if self._together and self._drafting.hand == "a" else alone)
        self._hint.setVisible(ability is None)
        self._offer_checks()
        can = ability is not None and ability.linked_rating is not None
        self.default.setVisible(can and (side.default or not self._together))
        if ability is not None and can:
            untrained = ability.kind is AbilityKind.UNTRAINED
            words = "Untrained: defaults" if untrained else "Default"
            self.default.setText(f"{words} to {ability.linked} {ability.linked_rating}")
            self.default.setToolTip("Critical successes do not count when defaulting; critical failures do.")
            self.default.setChecked(side.defaults)
            self.default.setEnabled(not untrained)

    def _set_default(self, default: bool) -> None:
        self._drafting.put(self._drafting.side.defaulting(default=default))

    def _offer_checks(self) -> None:
        """Offer other checks of an aptitude where the system has any."""
        ability, system = self._drafting.side.ability, self._document.system
        many = system.sums or len(system.multiples) > 1
        self.check.setVisible(ability is not None and ability.kind is AbilityKind.CHECK and many)
        if ability is not None:
            aptitude = aptitude_of(ability.key)
            self.check.setText(ability.key.removeprefix(aptitude).strip() or f"{TIMES}{self._times}".strip())

    def _fill_checks(self) -> None:
        """List what the aptitude may be rolled as, each with its target."""
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
