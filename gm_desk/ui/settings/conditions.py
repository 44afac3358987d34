"""The dialog that edits the conditions of a roster: those added to its system's list, and those changed."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.notation.condition import write_effects
from gm_desk.core.scenes.condition_edits import read_cost, read_levels, write_levels
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.systems.combat import ConditionKind, Ends
from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.own_tables import ConditionColumn, ConditionTable
from gm_desk.ui.settings.own_list import OwnListDialog, add_field
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout

WIDE, TALL = 56, 40
"""In heights of the font."""
MOST_FADING = 999
ENDS: dict[Ends, str] = {
    "removed": "when it is removed",
    "action": "at the next action",
    "counted": "only after the {turn}s that are typed",
}


class ConditionsDialog(OwnListDialog):
    """A dialog for the list of conditions; every change applies at once and is one undo step."""

    def __init__(self, document: RosterDocument, window: QWidget) -> None:
        """Create the dialog with the list of the open roster."""
        self._examples = document.system.examples.effects
        self._wounds, self._turn = bool(document.system.combat.injuries), TURNS[document.system.id].word
        self.model = ConditionTable(document)
        super().__init__("Custom conditions", self.model, document, window)
        self.table.setAccessibleName("Conditions")
        self.effects = CheckedEdit(self._check_effects)
        self.levels, self.damage = CheckedEdit(read_levels), CheckedEdit(read_cost)
        self.hint = CheckedEdit(str)
        self.fades = QSpinBox(minimum=0, maximum=MOST_FADING)
        self.ends = QComboBox()
        self.acts, self.moves = QCheckBox("&Cannot act"), QCheckBox("N&o physical action")
        self.defends = QCheckBox("Canno&t defend")
        self._fill_form()
        side = QVBoxLayout()
        scrolled = QScrollArea()
        scrolled.setFrameShape(QScrollArea.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setWidget(self._form)
        self._lay_out(ConditionColumn.DOES, side)
        side.addWidget(self.add)
        side.addWidget(self.restore)
        side.addStretch()
        self._lay_out_rest(scrolled, 1)
        self._connect()
        self._begin(window, WIDE, TALL)

    @property
    @override
    def current(self) -> ConditionKind | None:
        """The condition shown in the fields, or None if the list is empty."""
        return self.model.at(self.table.currentIndex().row())

    def _fill_form(self) -> None:
        """Arrange the fields under the list."""
        turn = self._turn
        self.ends.addItems([words.format(turn=turn) for words in ENDS.values()])
        self.effects.setPlaceholderText(self._examples.partition("”")[0].lstrip("“"))
        self.effects.setToolTip(tip_of(f"Effects like {self._examples}."))
        self.levels.setPlaceholderText("10, 20, 30, or any")
        self.levels.setToolTip("Levels it can have; its effects are multiplied by the level")
        self.damage.setPlaceholderText("1d6, or wounds" if self._wounds else "1d6")
        self.fades.setSpecialValueText("never")
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        fields: tuple[tuple[str, QWidget], ...] = (
            *(("&Name", self.name), ("&Effects", self.effects), ("&Levels", self.levels)),
            *((f"&Fades by 10 every … {turn}s", self.fades), ("En&ds", self.ends)),
            (f"Da&mage each {turn}", self.damage),
            ("&Hint", self.hint),
        )
        for words, field in fields:
            add_field(form, words, field)
        bars = QWidget()
        flow = FlowLayout(bars)
        for box in (self.acts, self.moves, self.defends):
            flow.addWidget(box)
        form.addRow("", bars)

    def _connect(self) -> None:
        self.name.committed.connect(self._rename)
        self.effects.committed.connect(self._set_effects)
        self.levels.committed.connect(self._set_levels)
        self.damage.committed.connect(self._set_damage)
        self.hint.committed.connect(self._set_hint)
        self.fades.editingFinished.connect(self._set_fades)
        self.ends.activated.connect(self._set_ends)
        for box in (self.acts, self.moves, self.defends):
            box.clicked.connect(self._set_bars)

    @override
    def _show_current(self) -> None:
        one = self.current
        for part in (self._form, self.restore):
            part.setEnabled(one is not None)
        if one is None:
            return
        self.name.store(one.name)
        self.effects.store(write_effects(one.effects))
        self.levels.store(write_levels(one.levels))
        self.damage.store(one.damage)
        self.hint.store(one.hint)
        self.fades.setValue(one.fades)
        self.ends.setCurrentIndex(list(ENDS).index(one.ends))
        for box, can in ((self.acts, one.acts), (self.moves, one.moves), (self.defends, one.defends)):
            box.setChecked(not can)
        self._show_restoring(restorable=self.model.is_changed(one))

    def _check_effects(self, text: str) -> None:
        if self.current is not None:
            self.model.check_effects(self.current, text)

    def _rename(self, text: str) -> None:
        self._change(name=text)

    def _set_effects(self, text: str) -> None:
        if self.current is not None:
            self.model.set_effects(self.current, text)

    def _set_levels(self, text: str) -> None:
        self._change(levels=read_levels(text))

    def _set_damage(self, text: str) -> None:
        self._change(damage=read_cost(text))

    def _set_hint(self, text: str) -> None:
        self._change(hint=" ".join(text.split()))

    def _set_fades(self) -> None:
        self._change(fades=self.fades.value())

    def _set_ends(self) -> None:
        self._change(ends=list(ENDS)[self.ends.currentIndex()])

    def _set_bars(self) -> None:
        can = [not box.isChecked() for box in (self.acts, self.moves, self.defends)]
        self._change(acts=can[0], moves=can[1], defends=can[2])

    def _change(self, **fields: object) -> None:
        """Change the current condition."""
        if self.current is not None:
            self.model.change(self.current, **fields)
