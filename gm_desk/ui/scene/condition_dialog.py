"""The popup in which a condition is typed and its end chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QFormLayout, QLabel, QSpinBox, QWidget

from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.condition import CONDITION_HINT, TypedCondition
from gm_desk.core.scenes.conditions import MOST_COUNT, At
from gm_desk.core.scenes.ends import ConditionEnd, EndUnit
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.wording.one_line import one_line, tip_of
from gm_desk.core.wording.reference import effects_in_words
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.condition_text import end_in_words
from gm_desk.model.scene.conditions import ConditionEdits
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.fields import CheckedEdit, sentence
from gm_desk.ui.widgets.labels import dim_label, label

AS_TYPED = "as typed, or as usual"
ENDS: dict[EndUnit, str] = {
    "removed": "until removed",
    "action": "until the next action",
    "turn": "turns",
    "phase": "phases",
    "minute": "minutes",
}
COUNTED = {"turn", "phase", "minute"}
MOMENTS: dict[At, str] = {"end": "at the end of the turn", "start": "at the start of the turn"}
OWN = "of its own"
LONGEST = 40
WIDE = 30
"""In heights of the font."""


class ConditionDialog(AskingDialog):
    """A popup that sets a condition for characters; what cannot be set is refused while the popup stays open."""

    def __init__(self, document: RosterDocument, edits: ConditionEdits, ids: Sequence[str], window: QWidget) -> None:
        """Create the popup for some characters."""
        super().__init__("Set a condition", window)
        self.setObjectName("conditionDialog")
        self._document = document
        self._edits = edits
        self._ids = list(ids)
        self.name = CheckedEdit(self._check)
        self.name.setAccessibleName("Condition")
        self.name.setPlaceholderText("stunned 3")
        self.name.setToolTip(tip_of(sentence(CONDITION_HINT)))
        self.end, self.at, self.whose = QComboBox(), QComboBox(), QComboBox()
        self.count = QSpinBox(minimum=1, maximum=MOST_COUNT)
        self.says: QLabel = dim_label("")
        self._fill()
        self._lay_out()
        self._connect()
        self._show_parts()
        self.setMinimumWidth(min(self.fontMetrics().height() * WIDE, window.width()))
        self.name.setFocus()

    def begin(self, text: str) -> None:
        """Begin with a text in the field, behind which more can be typed."""
        self.name.setText(text)
        self._say()

    @property
    def chosen_end(self) -> ConditionEnd | None:
        """The end that is chosen, None for the one that is typed."""
        unit: EndUnit | None = self.end.currentData()
        if unit is None:
            return None
        at: At = "start" if unit == "action" else self.at.currentData()
        return ConditionEnd(unit, self.count.value() if unit in COUNTED else 1, at, self.whose.currentData() or "")

    def _fill(self) -> None:
        """Fill the lists: kinds of conditions, ends, and whose turns count."""
        names = QCompleter([kind.name for kind in self._edits.kinds], self)
        names.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.name.setCompleter(names)
        self.end.addItem(AS_TYPED, None)
        phases = TURNS[self._document.roster.system].phases > 1
        for unit, words in ENDS.items():
            if unit != "phase" or phases:
                self.end.addItem(words, unit)
        for at, words in MOMENTS.items():
            self.at.addItem(words, at)
        self.whose.addItem(OWN, "")
        for one in self._others():
            self.whose.addItem(f"of {one_line(one.name, LONGEST)}", one.id)

    def _others(self) -> list[Character]:
        """Return whose turns can count: those in the scene on stage, else everybody."""
        roster = self._document.roster
        if roster.on_stage is None:
            return list(roster.characters)
        return [one for one in map(roster.character, (fighter.id for fighter in roster.on_stage.fighters)) if one]

    def _lay_out(self) -> None:
        found = [one.name for one in map(self._document.character, self._ids) if one is not None]
        who = found[0] if len(found) == 1 else f"{len(found)} characters"
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        parts: tuple[tuple[str, QWidget], ...] = (
            *(("&Condition", self.name), ("&Ends", self.end), ("&After", self.count)),
            *(("Coun&ted", self.at), ("&Whose turn", self.whose)),
        )
        for words, field in parts:
            made = label(words)
            made.setBuddy(field)
            form.addRow(made, field)
            field.setAccessibleName(words.replace("&", ""))
        self.says.setWordWrap(True)
        self.column.addWidget(label(one_line(who, LONGEST), bold=True))
        self.column.addLayout(form)
        self.column.addWidget(self.says)
        self.finish("&Set", self._set)

    def _connect(self) -> None:
        self.name.textChanged.connect(self._say)
        self.end.currentIndexChanged.connect(self._show_parts)
        for part in (self.at, self.whose):
            part.currentIndexChanged.connect(self._say)
        self.count.valueChanged.connect(self._say)

    def _show_parts(self) -> None:
        """Enable what the chosen end needs."""
        unit = self.end.currentData()
        self.count.setEnabled(unit in COUNTED)
        self.at.setEnabled(unit in COUNTED)
        self.whose.setEnabled(unit in COUNTED or unit == "action")
        self.name.forgive()
        self._say()

    def _read(self, text: str) -> TypedCondition:
        return self._edits.read(text, self.chosen_end)

    def _check(self, text: str) -> None:
        if text.strip():
            self._read(text)

    def _say(self) -> None:
        """Show what would be set, or what is missing."""
        try:
            typed = self._read(self.name.text())
        except RulesError as error:
            self.says.setText(sentence(error.problem))
            return
        lasts = end_in_words(typed.end, typed.kind, self._document.roster.system, self._document.character)
        named = f"{typed.kind.name} {typed.level}" if typed.level else typed.kind.name
        does = effects_in_words(typed.kind, typed.level)
        self.says.setText("\n".join([f"{named}, {lasts or 'until removed'}", *does, typed.kind.hint]).strip())

    def _set(self) -> None:
        """Set the condition, or say why it cannot be set."""
        self.count.interpretText()
        try:
            self._edits.set_typed(self._ids, self.name.text(), self.chosen_end)
        except RulesError as error:
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.say(error.problem)
            return
        self.accept()
