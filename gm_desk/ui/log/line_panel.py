"""The panel below an open line of the log: the roll's details, the controls that change it, and its actions."""

from enum import IntEnum

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QCompleter,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.entry_actions import EntryActions, grade_named
from gm_desk.model.log.filters import grade_in_words, marked_grade
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.log.actions import ACTIONS
from gm_desk.ui.log.line_controls import LineControls
from gm_desk.ui.log.line_details import LineDetails
from gm_desk.ui.theme.theme import GAP, WIDE
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.widgets.pill import MORE, Pill

MARGIN = WIDE
LEFT_SHARE, RIGHT_SHARE = 2, 3
BESIDE = 3.5
"""The width, in heights of the font, from which the details are beside the controls, not above them."""
NARROW = 34
"""The width, in heights of the font, below which the fields are short."""
VERDICT, NOTE = (22, 14), (30, 16)
"""The widths of the fields in characters, usually and if there is little room."""
ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
KEYPAD = Qt.KeyboardModifier.KeypadModifier
WORDS_OF = {
    "log.strike": "Strike out",
    "log.reveal": "Make public",
    "log.try_again": "Try again",
    "log.roll_again": "Roll again",
    "log.copy": "Copy",
}
"""The actions with a button in the panel, and their labels."""
ROWS = {row.id: row for row in ACTIONS}


class PanelParts(IntEnum):
    """The parts of the panel that are shown: everything, all but the controls, or the details and the note."""

    ALL = 0
    ACTIONS = 1
    DETAILS = 2


class LinePanel(QWidget):
    """The panel that shows one roll in full and changes how it is judged.

    `asked` carries an action on the roll that the panel cannot do itself; `folded` is emitted when Esc is pressed.
    """

    asked = Signal(str)
    folded = Signal()

    def __init__(
        self, rejudging: Rejudging, acts: EntryActions, rolling: Rolling, parent: QWidget | None = None
    ) -> None:
        """Start without a roll."""
        super().__init__(parent)
        self._rejudging = rejudging
        self._acts = acts
        self._pressed: QWidget | None = None
        self._system = ""
        self._shown, self._expanded = PanelParts.ALL, False
        self.setObjectName("linePanel")
        self.setAccessibleName("Details of the roll")
        self.details = LineDetails(rejudging)
        self.controls = LineControls(rejudging, rolling.recent)
        self.verdict = CheckedEdit(str)
        self.grade = Pill(mark=MORE)
        self.note = CheckedEdit(str)
        self.change = QPushButton("Change…")
        self.change.setToolTip("Show what changes the roll: modifiers, verdict and more")
        self.change.setObjectName("lineChange")
        self.buttons = {str(ROWS[one].data): QPushButton(text) for one, text in WORDS_OF.items()}
        self._action_buttons = QButtonGroup(self)
        self._action_buttons.setExclusive(False)
        self._name_fields()
        self._lay_out()
        self.verdict.committed.connect(self._override)
        self.grade.clicked.connect(self._open_grades)
        self.grade.menu_requested.connect(self._open_grades)
        self.note.committed.connect(self._note)
        for place, button in enumerate(self.buttons.values()):
            self._action_buttons.addButton(button, place)
        self._action_buttons.idClicked.connect(self._request)
        self.change.clicked.connect(self.expand)
        rejudging.judged.connect(self.refresh)
        rolling.changed.connect(self.refresh)
        self.refresh()

    def show_entry(self, logged: LogEntry) -> None:
        """Show a roll."""
        self._rejudging.open(logged)

    def commit(self) -> None:
        """Commit everything that is being typed."""
        for field in (self.verdict, self.note, self.controls.asking.dice, self.controls.chips.add):
            field.settle()

    def refresh(self) -> None:
        """Update from the roll."""
        entry = self._rejudging.entry
        if entry is None:
            return
        if entry.system != self._system:
            self._complete_verdicts(entry.system)
        own_verdict, rolled = entry.override, entry.event is None
        whole = self._shown is not PanelParts.DETAILS
        for part in (self._verdict_label, self.verdict, self.buttons["try"], self.buttons["again"]):
            part.setVisible(rolled and whole)
        for name in ("strike", "reveal", "copy"):
            self.buttons[name].setVisible(whole)
        self.controls.setVisible(self._shown is PanelParts.ALL)
        self.change.setVisible(self._shown is not PanelParts.ALL)
        self.verdict.store(own_verdict.words if own_verdict else "")
        known = own_verdict is None or grade_named(own_verdict.words) is not None
        self.grade.setVisible(not known and whole)
        if own_verdict is not None:
            grade = marked_grade(own_verdict.grade, entry.system) if own_verdict.grade else "no grade"
            self.grade.show_words(grade, "What the verdict counts as", mark=MORE)
        self.note.store(entry.note)
        self.buttons["strike"].setText("Restore" if entry.struck else "Strike out")
        self.buttons["reveal"].setText("Make public" if entry.secret else "Mark secret")
        self.buttons["try"].setEnabled(self._acts.can_try(entry))
        self.buttons["again"].setEnabled(self._acts.can_repeat(entry))
        self.updateGeometry()

    def expand(self) -> None:
        """Show everything, however high it is."""
        focus = self.change.hasFocus()
        self._expanded = True
        self.show_parts(PanelParts.ALL)
        if focus:
            self.controls.chips.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_parts(self, parts: "PanelParts") -> None:
        """Show only some parts, so that the panel is seen whole if there is little room."""
        if parts is not self._shown and not (self._expanded and parts is not PanelParts.ALL):
            self._shown = parts
            self.refresh()

    def focus_on(self, name: str) -> None:
        """Focus the field for a note, a verdict or a modifier."""
        if name != "note":
            self.expand()
        field = {"note": self.note, "override": self.verdict, "modifier": self.controls.chips.add}[name]
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    @override
    def sizeHint(self) -> QSize:
        width = max(self.width(), self.minimumSizeHint().width())
        return QSize(super().sizeHint().width(), self.heightForWidth(width))

    @override
    def heightForWidth(self, width: int) -> int:
        """Return the height that the panel needs at a width, and arrange its parts for that width."""
        em, metrics = self.fontMetrics().height(), self.fontMetrics()
        beside = width - self.controls.minimumSizeHint().width() - 4 * MARGIN >= BESIDE * em
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._upper.direction() != direction:
            self._upper.setDirection(direction)
            self._upper.setSpacing(2 * MARGIN if beside else GAP)
        for field, letters in ((self.verdict, VERDICT), (self.note, NOTE)):
            field.setFixedWidth(metrics.averageCharWidth() * letters[width < NARROW * em])
        return max(self._column.heightForWidth(width), self._column.minimumSize().height())

    @override
    def event(self, event: QEvent) -> bool:
        """Accept Esc as a key of the panel, and store which widget had the focus when a key was pressed."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            self._pressed = self.window().focusWidget()
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.folded.emit()
        elif event.key() in ENTER and not event.isAutoRepeat() and not event.modifiers() & ~KEYPAD:
            self._press(event)
        else:
            super().keyPressEvent(event)

    def _press(self, event: QKeyEvent) -> None:
        """Click the focused button, unless Enter committed a field and the focus moved to the button only then."""
        button = self.window().focusWidget()
        if isinstance(button, QAbstractButton) and button is self._pressed:
            button.click()
        else:
            super().keyPressEvent(event)

    def _name_fields(self) -> None:
        """Set names, tool tips and placeholders of the fields and buttons."""
        self.verdict.setObjectName("lineVerdict")
        self.verdict.setPlaceholderText("Your verdict")
        self.verdict.setAccessibleName("Your verdict, which overrides the dice")
        set_tip(self.verdict, ROWS["log.write_verdict"].tip, "log.write_verdict")
        self.verdict.setClearButtonEnabled(True)
        self.grade.setObjectName("lineGrade")
        self.note.setObjectName("lineNote")
        self.note.setPlaceholderText("Note")
        self.note.setAccessibleName("Note on the roll")
        set_tip(self.note, "A note on this roll", "log.write_note")
        for action_id, button in zip(WORDS_OF, self.buttons.values(), strict=True):
            set_tip(button, ROWS[action_id].tip, action_id)

    def _lay_out(self) -> None:
        """Place the details on the left, the controls on the right or below them, and the actions below."""
        upper = self._upper = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        upper.setSpacing(2 * MARGIN)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        column.setSpacing(GAP)
        column.addLayout(upper)
        upper.addWidget(self.details, LEFT_SHARE)
        upper.addWidget(self.controls, RIGHT_SHARE)
        below = QWidget()
        flow = FlowLayout(below, GAP)
        height = self.verdict.sizeHint().height()
        self._verdict_label = _field_label("Verdict", height)
        parts = (self._verdict_label, self.verdict, self.grade, self.note, self.change, *self.buttons.values())
        for part in parts:
            flow.addWidget(part)
            part.setFixedHeight(height)
        column.addWidget(below)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        below.setSizePolicy(policy)

    def _override(self, text: str) -> None:
        entry = self._rejudging.entry
        if entry is not None:
            self._acts.override(entry, text)

    def _note(self, text: str) -> None:
        entry = self._rejudging.entry
        if entry is not None:
            self._acts.note(entry, text)

    def _complete_verdicts(self, system: str) -> None:
        """Complete typed verdicts with the grades of a system."""
        self._system = system
        words = QCompleter([grade_in_words(one, system) for one in RULES[system].GRADES], self.verdict)
        words.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.verdict.setCompleter(words)

    def _open_grades(self) -> None:
        """Open the menu of grades that a verdict in the GM's own words can count as."""
        entry = self._rejudging.entry
        if entry is None:
            return
        now = entry.override.grade if entry.override else None
        grades = [(marked_grade(one, entry.system), str(one), one is now) for one in RULES[entry.system].GRADES]
        self.grade.open_menu([("No grade", "", now is None), *grades], self._choose_grade)

    def _choose_grade(self, action: QAction) -> None:
        entry, name = self._rejudging.entry, str(action.data())
        if entry is not None and entry.override is not None:
            self._acts.override(entry, entry.override.words, Grade(name) if name else None)

    def _request(self, place: int) -> None:
        self.asked.emit(list(self.buttons)[place])


def _field_label(text: str, height: int) -> QLabel:
    """Return a label for the field that follows it."""
    made = dim_label(text)
    made.setAlignment(Qt.AlignmentFlag.AlignVCenter)
    made.setMinimumHeight(height)
    return made
