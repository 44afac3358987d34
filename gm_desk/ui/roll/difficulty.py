"""The difficulties as a row of buttons, with a field for any other number, and the levels of a side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QSizePolicy,
    QSpacerItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.drafts.chips import net_level
from gm_desk.core.drafts.draft import AbilityKind, Level, Side
from gm_desk.core.rules.requests import LEAST_VALUE, MOST_ADJUST, MOST_FUMBLE_DEGREE, MOST_LEVELS, MOST_VALUE
from gm_desk.core.systems.definition import Difficulty, System
from gm_desk.core.wording.phrases import signed
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.roll.net import CAPTION
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import GAP, HALF, SMALL, TIGHT, icon
from gm_desk.ui.widgets.action_rows import RowAction, set_tip
from gm_desk.ui.widgets.buttons import Segment
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label
from gm_desk.ui.widgets.scrolling import LatePart, set_tab_order

if TYPE_CHECKING:
    from gm_desk.ui.widgets.stepper import Stepper


FIXED = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed


def difficulty_id(place: int) -> str:
    """Return the id of the action that sets the difficulty at a place, 0 first."""
    return f"roll.set_difficulty_{place + 1}"


class DifficultyNames(QObject):
    """The names of the actions that set a difficulty, taken from the system; surplus actions are hidden."""

    def __init__(self, document: RosterDocument, actions: Sequence[RowAction], parent: QObject) -> None:
        """Observe a document; `actions` are in the order of the difficulties."""
        super().__init__(parent)
        self._document = document
        self._actions = list(actions)
        document.opened.connect(self._name)
        self._name()

    def _name(self) -> None:
        known = self._document.system.difficulties
        for place, action in enumerate(self._actions):
            there = place < len(known)
            action.setVisible(there)
            action.setEnabled(there)
            action.rename(known[place].name if there else action.row.name)


class DifficultyBar(QWidget):
    """A row of buttons that shows and sets the difficulty of the draft.

    If difficulties are numbers to reach, any number can be typed; no button is checked if none matches.
    Qt moves along the group with the arrow keys.
    """

    def __init__(
        self,
        drafting: DraftEditor,
        parent: QWidget | None = None,
        *,
        low: bool = False,
    ) -> None:
        """Observe a draft; the `low` form is for past rolls and has its name beside the row."""
        super().__init__(parent)
        self._context = drafting.context
        self._drafting = drafting
        self.setObjectName("difficulty")
        self.setAccessibleName("Difficulty")
        self._shown: tuple[Difficulty, ...] = ()
        self._low = low
        self._name = dim_label()
        self._strut = QSpacerItem(0, 0, *FIXED)
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout()
        self._row.setSpacing(0)
        self._lay_out(low=low)
        self._group.idClicked.connect(drafting.modifiers.set_difficulty)
        drafting.system_changed.connect(self._build)
        drafting.draft_changed.connect(self._refresh)
        self._build()

    @LatePart
    def number(self) -> "Stepper":
        """The field for any number, which is built for the first system whose difficulties are numbers to reach."""
        from gm_desk.ui.widgets.stepper import Stepper

        made = Stepper(LEAST_VALUE, MOST_VALUE, "Difficulty, any number", at_once=not self._low)
        made.setObjectName("lineDifficultyNumber" if self._low else "difficultyNumber")
        made.valueChanged.connect(self._drafting.modifiers.set_difficulty)
        self._beside_name.insertWidget(self._beside_name.indexOf(self._name) + (not self._low), made)
        for first in self._group.buttons()[:1]:
            set_tab_order(first, (made,))
        return made

    def _lay_out(self, *, low: bool) -> None:
        """Place the name above the row, or beside it in the low form."""
        column = QHBoxLayout(self) if low else QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8 if low else 4)
        if low:
            column.addLayout(self._row, 1)
            column.addWidget(self._name)
            self._beside_name = column
            return
        self.caption = QWidget()
        top = self._beside_name = QHBoxLayout(self.caption)
        top.setContentsMargins(0, 0, 0, 0)
        top.addWidget(dim_label("Difficulty"))
        top.addStretch(1)
        top.addWidget(self._name)
        top.addItem(self._strut)
        self._reserve_notice()
        column.addWidget(self.caption)
        column.addLayout(self._row)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the name beside the row if the row needs its room."""
        super().resizeEvent(event)
        if self._low:
            row = sum(button.sizeHint().width() for button in self._group.buttons())
            self._name.setHidden(row + self._name.sizeHint().width() + GAP > event.size().width())

    def say_beside(self, notice: QWidget) -> None:
        """Insert a notice into the caption, whose height does not change."""
        self._beside_name.insertWidget(1, notice, 4)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and not self._low:
            self._reserve_notice()

    def _reserve_notice(self) -> None:
        """Make the caption as high as a notice beside it, also before there is one."""
        self._strut.changeSize(0, int(self.fontMetrics().height() * CAPTION), *FIXED)
        self._beside_name.invalidate()

    def spare_caption(self, spare: bool) -> None:
        """Hide or show the caption; if any number can be typed, it contains the field and stays."""
        self.caption.setVisible(not spare or self._context.system.reach is not None)

    def set_step(self, step: int) -> None:
        """Set the difficulty by its position in the row, counted from 0."""
        known = self._context.system.difficulties
        if 0 <= step < len(known):
            self._drafting.modifiers.set_difficulty(known[step].value)

    def _build(self) -> None:
        """Create a button for each difficulty of the system."""
        known = self._context.system.difficulties
        if known == self._shown:
            return
        self._shown = known
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        for place, difficulty in enumerate(known):
            number = signed(difficulty.value) if self._context.system.reach is None else str(difficulty.value)
            button = Segment(number, self)
            button.first, button.last = place == 0, place == len(known) - 1
            button.setAccessibleName(f"{difficulty.name} {number}")
            set_tip(button, difficulty.name, difficulty_id(place))
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, difficulty.value)
            self._row.addWidget(button, 1)
        self._refresh()

    def _refresh(self) -> None:
        reach = self._context.system.reach
        self.setVisible(reach is None or not self._drafting.draft.opposed)
        value = (self._drafting.side if reach is None else self._drafting.draft).difficulty
        value = reach or 0 if value is None else value
        self._name.setText(self._context.system.difficulty_name(value))
        if reach is not None or DifficultyBar.number.built(self) is not None:
            self.number.setVisible(reach is not None)
            self.number.show_value(value)
        self._check(self._group.button(value))

    def _check(self, button: QAbstractButton | None) -> None:
        """Check one button of the row, or none."""
        if button is not None and self._group.checkedButton() is button:
            return
        self._group.setExclusive(button is not None)
        for one in self._group.buttons():
            one.setChecked(one is button)
        self._group.setExclusive(True)


USUAL_DICE = 2
NAMES: tuple[tuple[Level, str, str], ...] = (
    ("advantage", "Advantage", "advantage"),
    ("disadvantage", "Disadvantage", "disadvantage"),
    ("fumble_degree", "Fumble degree", "fumbleDegree"),
)
"""Each level with its displayed name and the object name of its field."""

PIN, UNPIN = "Pin: keep it for the scene", "Unpin"


class LevelBox(QWidget):
    """A field for one level of the edited side, with a pin that keeps the level of both sides for the scene."""

    def __init__(self, drafting: DraftEditor, level: Level, name: str, *, past: bool) -> None:
        """Observe a draft; for a `past` roll there is no pin, and a typed value counts only once it is complete."""
        from gm_desk.ui.widgets.stepper import Stepper

        super().__init__()
        self._drafting = drafting
        self._level: Level = level
        self._past = past
        least, most = (-MOST_FUMBLE_DEGREE, MOST_FUMBLE_DEGREE) if level == "fumble_degree" else (0, MOST_LEVELS)
        self.stepper = Stepper(least, most, name, sign=least < 0, at_once=not past)
        self._label = ElidedLabel(size=SMALL, dim=True)
        self._label.setText(name)
        self._label.setBuddy(self.stepper)
        self.pin = _pin_button(name)
        self._lay_out()
        self.stepper.valueChanged.connect(self._set)
        self.pin.clicked.connect(self._toggle_pin)

    def refresh(self) -> None:
        """Update from the draft."""
        side = self._drafting.side
        pinned = self._level in side.pinned
        self.stepper.show_value(side.level(self._level))
        self.pin.setChecked(pinned)
        if self.pin.toolTip() != (UNPIN if pinned else PIN):
            self.pin.setToolTip(UNPIN if pinned else PIN)
        self.pin.setVisible(not self._past and (pinned or side.level(self._level) != 0))

    def _set(self, value: int) -> None:
        self._drafting.put(self._drafting.side.with_level(self._level, value))

    def _toggle_pin(self) -> None:
        self._drafting.take(self._drafting.draft.pinning_both(self._level, hand=self._drafting.hand))

    def _lay_out(self) -> None:
        """Place the field below its name."""
        column, top = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        column.addLayout(top)
        top.setSpacing(0)
        top.addWidget(self._label, 1)
        top.addWidget(self.pin)
        column.addWidget(self.stepper)


class LevelsSection(QWidget):
    """The levels of the edited side and the adjustment of degrees; hidden for tests that have neither."""

    def __init__(
        self,
        drafting: DraftEditor,
        parent: QWidget | None = None,
        *,
        past: bool = False,
    ) -> None:
        """Observe a draft, or that of a `past` roll."""
        from gm_desk.ui.widgets.stepper import Stepper

        super().__init__(parent)
        self._context = drafting.context
        self._drafting = drafting
        self.setObjectName("levels")
        self.boxes: dict[Level, LevelBox] = {}
        for level, name, number in NAMES:
            box = self.boxes[level] = LevelBox(drafting, level, name, past=past)
            box.stepper.setObjectName(number)
            box.pin.setObjectName(f"{number}Pin")
        self.adjust = Stepper(-MOST_ADJUST, MOST_ADJUST, "Adjust degrees", sign=True, at_once=not past)
        self.adjust.setObjectName("adjustDegrees")
        self.adjust.setToolTip("Raise or lower the degrees by hand: never below 0, and the verdict stays")
        self._net = ElidedLabel(dim=True)
        self._net.setObjectName("netLevels")
        self._lay_out()
        self.adjust.valueChanged.connect(self._adjust)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update from the draft."""
        side, system = self._drafting.side, self._context.system
        known, adjusts = levels_of(side, system), self._adjusts()
        self.setVisible(bool(known) or adjusts)
        if not (known or adjusts):
            return
        for level, box in self.boxes.items():
            box.refresh()
            box.setVisible(("fumble" if level == "fumble_degree" else "advantage") in known)
        self._net.setText(net_level_in_words(net_level(side)) if "advantage" in known else "")
        self.adjust.show_value(self._drafting.draft.adjust)
        self._degrees.setVisible(adjusts)

    def _adjusts(self) -> bool:
        """Return whether the test has degrees that a power may adjust: not with a characteristic on either side."""
        draft, system = self._drafting.draft, self._context.system
        sides = (draft, draft.side("b")) if draft.opposed else (draft,)
        rolling = [side for side in sides if side.ability is not None]
        return bool(rolling) and all("degrees" in levels_of(side, system) for side in rolling)

    def _adjust(self, degrees: int) -> None:
        self._drafting.take(structs.replace(self._drafting.draft, adjust=degrees))

    def _lay_out(self) -> None:
        """Place the levels side by side, with their sum and the degrees below."""
        column, levels, below = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(levels)
        column.addLayout(below)
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
        below.setSpacing(GAP)
        below.addWidget(self._net, 1)
        below.addWidget(self._degrees)


def levels_of(side: Side, system: System) -> tuple[str, ...]:
    """Return the kinds of levels that a side may have for its ability; a bare number counts as a skill."""
    if side.ability is None:
        return ()
    return system.levels_of(AbilityKind.SKILL if side.ability.kind is AbilityKind.BARE else side.ability.kind)


def net_level_in_words(net: int) -> str:
    """Return the number of dice rolled with the net level, and which two are kept, as text."""
    if not net:
        return f"no advantage: {USUAL_DICE}d6"
    from gm_desk.model.roll.roll_text import level_in_short

    return f"{level_in_short(net)}: {USUAL_DICE + abs(net)}d6, keep {'highest' if net > 0 else 'lowest'} two"


def _pin_button(name: str) -> QToolButton:
    """Return a pin button for a level, no taller than the label beside it."""
    made = QToolButton()
    made.setIcon(icon("pin", "accent"))
    made.setCheckable(True)
    made.setAutoRaise(True)
    made.setAccessibleName(f"Pin {name.lower()}")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    side = QFontMetrics(scaled(made.font(), SMALL)).height()
    made.setFixedSize(side, side)
    return made
