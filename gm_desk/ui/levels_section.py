"""Levels of advantage and disadvantage and the fumble degree of a side, and adjusted degrees (Kaiser)."""

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from gm_desk.core.draft import AbilityKind, Level, Side
from gm_desk.core.rules.requests import MOST_ADJUST, MOST_FUMBLE_DEGREE, MOST_LEVELS
from gm_desk.core.systems.system import System
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import signed
from gm_desk.ui.icons import icon
from gm_desk.ui.labels import ElidedLabel, dim_label
from gm_desk.ui.look import Look, scaled
from gm_desk.ui.sizes import GAP, HALF, SMALL, TIGHT
from gm_desk.ui.stepper import Stepper

USUAL_DICE = 2
NAMES: tuple[tuple[Level, str, str], ...] = (
    ("advantage", "Advantage", "advantage"),
    ("disadvantage", "Disadvantage", "disadvantage"),
    ("fumble_degree", "Fumble degree", "fumbleDegree"),
)
"""Each level with its name for people, and the name of its field."""

PIN, UNPIN = "Pin: keep it for the scene", "Unpin"


class LevelBox(QWidget):
    """Set one level of the side in hand; a pin beside its name keeps it for the scene, for both sides."""

    def __init__(self, drafting: Drafting, look: Look, level: Level, name: str, *, past: bool) -> None:
        """Follow a draft; on a `past` roll nothing is pinned, and what is typed counts once it is whole."""
        super().__init__()
        self._drafting = drafting
        self._level: Level = level
        self._past = past
        least, most = (-MOST_FUMBLE_DEGREE, MOST_FUMBLE_DEGREE) if level == "fumble_degree" else (0, MOST_LEVELS)
        self.stepper = Stepper(least, most, name, sign=least < 0, at_once=not past)
        self._word = ElidedLabel(size=SMALL, dim=True)
        self._word.setText(name)
        self._word.setBuddy(self.stepper)
        self.pin = _pin(look, name)
        self._lay_out()
        self.stepper.valueChanged.connect(self._set)
        self.pin.clicked.connect(self._turn_pin)

    def refresh(self) -> None:
        """Show the level as it is now."""
        side = self._drafting.side
        pinned = self._level in side.pinned
        self.stepper.show_value(side.level(self._level))
        self.pin.setChecked(pinned)
        self.pin.setToolTip(UNPIN if pinned else PIN)
        self.pin.setVisible(not self._past and (pinned or side.level(self._level) != 0))

    def _set(self, value: int) -> None:
        self._drafting.put(self._drafting.side.with_level(self._level, value))

    def _turn_pin(self) -> None:
        self._drafting.take(self._drafting.draft.pinning_both(self._level, hand=self._drafting.hand))

    def _lay_out(self) -> None:
        """Put the field under its name."""
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(self._word, 1)
        top.addWidget(self.pin)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        column.addLayout(top)
        column.addWidget(self.stepper)


class LevelsSection(QWidget):
    """Set the levels of the side in hand, and adjust the degrees, where what is rolled knows any."""

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        look: Look,
        parent: QWidget | None = None,
        *,
        past: bool = False,
    ) -> None:
        """Follow a draft, or that of a `past` roll."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.setObjectName("levels")
        self.boxes: dict[Level, LevelBox] = {}
        for level, name, number in NAMES:
            box = self.boxes[level] = LevelBox(drafting, look, level, name, past=past)
            box.stepper.setObjectName(number)
            box.pin.setObjectName(f"{number}Pin")
        self.adjust = Stepper(-MOST_ADJUST, MOST_ADJUST, "Adjust degrees", sign=True, at_once=not past)
        self.adjust.setObjectName("adjustDegrees")
        self.adjust.setToolTip("So many degrees more or fewer, by hand: never below 0, and never another verdict")
        self._net = ElidedLabel(dim=True)
        self._net.setObjectName("netLevels")
        self._lay_out()
        self.adjust.valueChanged.connect(self._adjust)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the levels as they are now."""
        side, system = self._drafting.side, self._document.system
        known = levels_of(side, system)
        for level, box in self.boxes.items():
            box.refresh()
            box.setVisible(("fumble" if level == "fumble_degree" else "advantage") in known)
        self._net.setText(net_in_words(side.advantage - side.disadvantage) if "advantage" in known else "")
        self.adjust.show_value(self._drafting.draft.adjust)
        adjusts = self._adjusts()
        self._degrees.setVisible(adjusts)
        self.setVisible(bool(known) or adjusts)

    def _adjusts(self) -> bool:
        """Return whether the test has degrees that a power may adjust: not with a characteristic on either side."""
        draft, system = self._drafting.draft, self._document.system
        sides = (draft, draft.side("b")) if draft.opposed else (draft,)
        rolling = [side for side in sides if side.ability is not None]
        return bool(rolling) and all("degrees" in levels_of(side, system) for side in rolling)

    def _adjust(self, degrees: int) -> None:
        self._drafting.take(structs.replace(self._drafting.draft, adjust=degrees))

    def _lay_out(self) -> None:
        """Put the levels side by side, and what they come to below them."""
        levels = QHBoxLayout()
        levels.setSpacing(GAP)
        for box in self.boxes.values():
            levels.addWidget(box, 1)
        self._degrees = QWidget()
        degrees = QHBoxLayout(self._degrees)
        degrees.setContentsMargins(0, 0, 0, 0)
        degrees.setSpacing(TIGHT)
        word = dim_label("Degrees")
        word.setBuddy(self.adjust)
        degrees.addWidget(word)
        degrees.addWidget(self.adjust)
        below = QHBoxLayout()
        below.setSpacing(GAP)
        below.addWidget(self._net, 1)
        below.addWidget(self._degrees)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(levels)
        column.addLayout(below)


def levels_of(side: Side, system: System) -> tuple[str, ...]:
    """Return what a side may bring beside modifiers, by what it rolls: a bare number counts as a skill."""
    if side.ability is None:
        return ()
    return system.levels_of(AbilityKind.SKILL if side.ability.kind is AbilityKind.BARE else side.ability.kind)


def net_in_words(net: int) -> str:
    """Say what the levels come to: how many dice are rolled, and which two are kept."""
    if not net:
        return f"net 0: {USUAL_DICE} dice"
    return f"net {signed(net)}: {USUAL_DICE + abs(net)} dice, {'best' if net > 0 else 'worst'} two"


def _pin(look: Look, name: str) -> QToolButton:
    """Make the button that pins a level, no taller than the word beside it."""
    made = QToolButton()
    made.setIcon(icon(look, "pin", "accent"))
    made.setCheckable(True)
    made.setAutoRaise(True)
    made.setAccessibleName(f"Pin {name.lower()}")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    side = QFontMetrics(scaled(made.font(), SMALL)).height()
    made.setFixedSize(side, side)
    return made
