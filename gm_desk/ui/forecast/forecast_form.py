"""The form of a forecast: which fight, and the number, armor, cover and modifier of each side."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QVBoxLayout, QWidget

from gm_desk.core.forecast.contenders import FightSetup
from gm_desk.core.forecast.report import MOST_MEMBERS, able_members, cover_options
from gm_desk.core.rules.house import CAP
from gm_desk.core.rules.modifiers import STEP
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import one_line, tip_of
from gm_desk.model.forecast.sides import ChosenSide, ForecastChoice
from gm_desk.ui.theme.theme import GAP, TIGHT
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label
from gm_desk.ui.widgets.stepper import Stepper

MOST_ARMOR, LARGEST_FLAT = 30, 20
HEADS = ("", "Number", "Armor", "Cover", "Modifier")
COVER_COLUMN = 3
VERSUS = "vs"


class SideFields(QObject):
    """The fields of one side, which are placed in the grid of the form."""

    changed = Signal()

    def __init__(self, system: System, parent: QWidget) -> None:
        """Create the fields of a side for a system."""
        super().__init__(parent)
        step, most = (STEP, CAP) if system.step == STEP else (1, LARGEST_FLAT)
        self.name = ElidedLabel(bold=True)
        self.number = Stepper(1, MOST_MEMBERS, "Number")
        self.armor = Stepper(-MOST_ARMOR, MOST_ARMOR, "Armor", sign=True)
        self.modifier = Stepper(-most, most, "Modifier", sign=True, at_once=False)
        self.modifier.setSingleStep(step)
        self.cover = QComboBox()
        for option in cover_options(system):
            self.cover.addItem(option.short, option.value)
        for field in (self.number, self.armor, self.modifier):
            field.valueChanged.connect(self.changed)
        self.cover.currentIndexChanged.connect(self.changed)
        self._step, self._number = step, 0

    def show_side(self, side: ChosenSide, able: int) -> None:
        """Show a side, with the number of its members who can fight."""
        self.name.setText(side.name)
        self._number = able
        shown = ((self.number, side.number or able), (self.armor, side.armor), (self.modifier, side.modifier))
        for stepper, value in shown:
            if stepper.value() != value:  # otherwise typed text would be replaced
                stepper.show_value(value)
        self.cover.blockSignals(True)
        self.cover.setCurrentIndex(max(0, self.cover.findData(side.cover)))
        self.cover.blockSignals(False)
        named = ((self.number, "Number of"), (self.armor, "More armor of"), (self.cover, "Cover of"))
        for field, words in (*named, (self.modifier, "Modifier of")):
            field.setAccessibleName(f"{words} {one_line(side.name, 40)}")
            field.setToolTip(tip_of(field.accessibleName()))

    def side(self, old: ChosenSide) -> ChosenSide:
        """Return a side with the values of the fields; d100 modifiers are rounded to tens."""
        number = self.number.value()
        return structs.replace(
            old,
            number=None if number == self._number else number,
            armor=self.armor.value(),
            cover=self.cover.currentData() or 0,
            modifier=int(self.modifier.value() / self._step) * self._step,
        )


class ForecastForm(QWidget):
    """The choice of a fight and its changes; `changed` is emitted with the new choice."""

    changed = Signal(object)

    def __init__(self, choices: Sequence[ForecastChoice], system: System) -> None:
        """List the possible fights; the first one is chosen."""
        super().__init__()
        self._choices = list(choices)
        self.choice = self._choices[0]
        self.fights = QComboBox()
        self.sides: dict[Hand, SideFields] = {hand: SideFields(system, self) for hand in HANDS}
        self.focus = QCheckBox("Everybody aims at the &weakest")
        self.players_spend = QCheckBox("Players &spend points")
        self.wound_checks = QCheckBox(f"W&ound {system.aptitude_roll}s")
        self.players_spend.setVisible(bool(system.points))
        self.wound_checks.setVisible(bool(system.combat.injuries))
        self._name_parts(system)
        self._lay_out(covers=bool(cover_options(system)))
        self.fights.currentIndexChanged.connect(self._choose)
        for fields in self.sides.values():
            fields.changed.connect(self._edited)
        for box in (self.focus, self.players_spend, self.wound_checks):
            box.toggled.connect(self._edited)

    def show_setup(self, setup: FightSetup) -> None:
        """Show the number of members of each side who can fight, before any change."""
        for hand, fields in self.sides.items():
            fields.show_side(self.choice.side(hand), len(able_members(setup, hand)))

    def choose(self, choice: ForecastChoice) -> None:
        """Choose a fight, which is listed if it is not yet."""
        if choice not in self._choices:
            self._choices.insert(0, choice)
            self.fights.blockSignals(True)
            self.fights.insertItem(0, fight_in_words(choice))
            self.fights.blockSignals(False)
        place = self._choices.index(choice)
        if place == self.fights.currentIndex():
            self._choose(place)
        self.fights.setCurrentIndex(place)

    def _choose(self, place: int) -> None:
        """Switch to another fight; the options of the fight stay."""
        same = {"focus": self.focus, "players_spend": self.players_spend, "wound_checks": self.wound_checks}
        ways = {name: box.isChecked() for name, box in same.items()}
        self.choice = structs.replace(self._choices[place], **ways)
        self.changed.emit(self.choice)

    def _edited(self) -> None:
        for hand, fields in self.sides.items():
            self.choice = self.choice.with_side(hand, fields.side(self.choice.side(hand)))
        self.choice = structs.replace(
            self.choice,
            focus=self.focus.isChecked(),
            players_spend=self.players_spend.isChecked(),
            wound_checks=self.wound_checks.isChecked(),
        )
        self.changed.emit(self.choice)

    def _name_parts(self, system: System) -> None:
        self.fights.addItems([fight_in_words(choice) for choice in self._choices])
        self.fights.setAccessibleName("Who fights")
        self.fights.setToolTip("Who fights")
        self.fights.setMinimumContentsLength(12)
        self.fights.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.focus.setToolTip("Attack the enemy with the least left instead of a random one")
        self.players_spend.setToolTip("Players flip failed attacks and defences that flipping would win")
        asked = " or ".join(dict.fromkeys(one.says for one in system.combat.injuries if one.injury == "wounds"))
        self.wound_checks.setToolTip(tip_of(f"Wounds call for {system.aptitude_roll}s; those who fail are {asked}"))

    def _lay_out(self, *, covers: bool) -> None:
        grid, column = QGridLayout(), QVBoxLayout(self)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(TIGHT)
        grid.setColumnStretch(0, 1)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.fights)
        column.addLayout(grid)
        for place, head in enumerate(HEADS):
            if covers or place != COVER_COLUMN:
                grid.addWidget(dim_label(head), 0, place)
        for row, fields in enumerate(self.sides.values(), start=1):
            parts = (fields.name, fields.number, fields.armor, fields.cover, fields.modifier)
            for place, part in enumerate(parts):
                grid.addWidget(part, row, place)
            fields.cover.setVisible(covers)
        ways = FlowLayout()
        column.addLayout(ways)
        for box in (self.focus, self.players_spend, self.wound_checks):
            ways.addWidget(box)


def fight_in_words(choice: ForecastChoice) -> str:
    """Return a fight as text: "Players vs Dockside Triad"."""
    first, second = choice.names
    return f"{one_line(first, 40)} {VERSUS} {one_line(second, 40)}"
