"""The actions that set and remove conditions, and the popup in which a condition is typed and its end chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QFormLayout, QLabel, QSpinBox, QWidget

from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.condition import TypedCondition
from gm_desk.core.scenes.condition_edits import ConditionEnd, EndUnit
from gm_desk.core.scenes.conditions import MOST_COUNT, At
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.systems.combat import ANY_LEVEL, ConditionKind
from gm_desk.core.wording.phrases import menu_text, one_line, sentence, tip_of
from gm_desk.core.wording.reference import effects_in_words
from gm_desk.model.files.session import Session
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import ConditionEdits, end_in_words
from gm_desk.ui.roster.actions import NOBODY
from gm_desk.ui.widgets.action_rows import ActionRow, Choice
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import announce, dim_label, label
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow(
        "scene.toggle_condition",
        "Condition &by name",
        "ConditionCommands.toggle",
        choices="ConditionCommands.choices",
        several="Condition &by name for %d characters",
        person="roster",
    ),
    ActionRow(
        "scene.set_condition",
        "&Set a condition…",
        "ConditionCommands.type",
        "Ctrl+Alt+C",
        icon="condition",
        when="ConditionCommands.why_nobody",
        several="&Set a condition for %d characters…",
        person="roster",
    ),
    ActionRow(
        "scene.remove_conditions",
        "&Remove all conditions",
        "ConditionCommands.remove_all",
        "Ctrl+Alt+Shift+C",
        when="ConditionCommands.why_none",
        several="&Remove all conditions of %d characters",
        person="roster",
    ),
    ActionRow("scene.edit_conditions", "Cust&om conditions…", "ConditionCommands.edit_list", "Ctrl+Alt+Shift+O"),
)


class ConditionCommands(QObject):
    """The commands for the conditions of the selected characters."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._window = window
        self._edits = window.edits.conditions
        window.stat.conditions.change_requested.connect(self._change)
        self._edits.changed.connect(self._announce)

    def choices(self) -> list[Choice]:
        """Return the conditions as choices, checked if all selected characters have them."""
        ids = self._selected()
        why_not = "" if ids else NOBODY
        return [
            Choice(menu_text(words), (kind.id, level), checked=self._all_in(ids, kind.id, level), why_not=why_not)
            for kind in self._edits.kinds
            for words, level in _in_menu(kind)
        ]

    def toggle(self, chosen: tuple[str, int]) -> None:
        """Set a condition, or remove it if all have it; a required level or end is asked for."""
        (kind_id, level), ids = chosen, self._selected()
        kind = self._edits.kind(kind_id)
        if kind is None or not ids:
            return
        if self._all_in(ids, kind_id, level):
            self._edits.remove(ids, kind_id)
        elif _needs_more(kind):
            self._open(ids, f"{kind.name} ")
        else:
            self._edits.set_typed(ids, f"{kind.name} {level}" if level else kind.name)

    def type(self) -> None:
        """Ask for a condition and its end."""
        if ids := self._selected():
            self._open(ids, "")

    def remove_all(self) -> None:
        """Remove all conditions of the selected characters."""
        if ids := self._selected():
            self._edits.remove_all(ids)

    def edit_list(self) -> None:
        """Open the dialog of the roster's own conditions."""
        from gm_desk.ui.settings.conditions import ConditionsDialog

        ConditionsDialog(self._document, self._window).open()

    def why_nobody(self) -> str:
        """Return the reason why no condition can be set, or ""."""
        return "" if self._selected() else NOBODY

    def why_none(self) -> str:
        """Return the reason why no condition can be removed, or ""."""
        if not self._selected():
            return NOBODY
        return "" if any(map(self._edits.in_force, self._selected())) else "None of those selected has a condition"

    def _announce(self, done: str) -> None:
        """Announce a change to screen readers, but nothing while veiled."""
        if not self._window.veil_stack.veiled:
            announce(self._window.veil_stack.stage, done)

    def _change(self, kind_id: str) -> None:
        """Ask for a change of a condition of the character on the card, or for another one."""
        kind, shown = self._edits.kind(kind_id), self._session.view.selected
        if shown:
            self._open([shown], "" if kind is None else f"{kind.name} ")

    def _open(self, ids: list[str], text: str) -> None:
        dialog = ConditionDialog(self._document, self._edits, ids, self._window)
        dialog.open()
        dialog.begin(text)  # a field that is shown selects what is in it

    def _selected(self) -> list[str]:
        """Return the ids of the selected characters, or of the one on the card."""
        shown = self._document.character(self._session.view.selected)
        return self._window.roster.selected_ids() or ([shown.id] if shown else [])

    def _all_in(self, ids: list[str], kind_id: str, level: int) -> bool:
        """Return whether there are characters and all of them have a condition."""
        found = [self._edits.in_force(one) for one in ids]
        return bool(found) and all(
            any(known.kind.id == kind_id and level in {0, known.condition.level} for known in each) for each in found
        )


def _in_menu(kind: ConditionKind) -> list[tuple[str, int]]:
    """Return the name of a condition in a menu, with an ellipsis if more input is needed."""
    if _needs_more(kind):
        return [(f"{kind.name}…", 0)]
    return [(f"{kind.name} {level}", level) for level in kind.levels] or [(kind.name, 0)]


def _needs_more(kind: ConditionKind) -> bool:
    """Return whether a condition cannot be set by its name and one of its levels alone."""
    return kind.levels == ANY_LEVEL or kind.ends == "counted"


AS_TYPED = "as typed, or the default"
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
    """A popup that sets a condition for characters; invalid input is refused, and the popup stays open."""

    def __init__(self, document: RosterDocument, edits: ConditionEdits, ids: Sequence[str], window: QWidget) -> None:
        """Create the popup for some characters."""
        super().__init__("Set a condition", window)
        self.setObjectName("conditionDialog")
        self._document = document
        self._edits = edits
        self._ids = list(ids)
        self.name = CheckedEdit(self._check)
        self.name.setAccessibleName("Condition")
        self.name.stays_refused = True  # a condition that needs an end is typed before its end is chosen below
        examples = document.system.examples.conditions
        self.name.setPlaceholderText(examples.partition("”")[0].lstrip("“"))
        self.name.setToolTip(tip_of(f"A condition like {examples}."))
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
        """Begin with a text in the field, after which more can be typed."""
        self.name.setText(text)
        self._say()

    @property
    def chosen_end(self) -> ConditionEnd | None:
        """The chosen end, None for a typed one."""
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
        self._names = names.popup()
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
        """Return whose turns can count: the fighters of the current scene, else everybody."""
        roster = self._document.roster
        if roster.on_stage is None:
            return list(roster.characters)
        return [one for one in map(roster.character, (fighter.id for fighter in roster.on_stage.fighters)) if one]

    def _lay_out(self) -> None:
        found = [one.name for one in map(self._document.character, self._ids) if one is not None]
        who = found[0] if len(found) == 1 else f"{len(found)} characters"
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(label(one_line(who, LONGEST), bold=True))
        self.column.addLayout(form)
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
        self.column.addWidget(self.says)
        self.finish("&Set", self._set)

    def _connect(self) -> None:
        self.name.textChanged.connect(self._say)
        self.name.returnPressed.connect(self._set_over_names)
        self.end.currentIndexChanged.connect(self._show_parts)
        for part in (self.at, self.whose):
            part.currentIndexChanged.connect(self._say)
        self.count.valueChanged.connect(self._say)

    def _show_parts(self) -> None:
        """Enable the fields that the chosen end needs."""
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
        """Show the resulting condition, or the reason why it is incomplete."""
        try:
            typed = self._read(self.name.text())
        except RulesError as error:
            self.says.setText(sentence(error.problem))
            return
        lasts = end_in_words(typed.end, typed.kind, self._document.roster.system, self._document.character)
        named = f"{typed.kind.name} {typed.level}" if typed.level else typed.kind.name
        does = effects_in_words(typed.kind, typed.level)
        self.says.setText("\n".join([f"{named}, {lasts or 'until removed'}", *does, typed.kind.hint]).strip())

    def _set_over_names(self) -> None:
        """Set the condition if the completion list takes Enter from the button, and no name is chosen in it."""
        names = self._names
        if names is not None and names.isVisible() and not names.currentIndex().isValid():
            names.hide()
            self._set()

    def _set(self) -> None:
        """Set the condition, or show why it cannot be set."""
        self.count.interpretText()
        try:
            self._edits.set_typed(self._ids, self.name.text(), self.chosen_end)
        except RulesError as error:
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.say(error.problem)
            return
        self.accept()
