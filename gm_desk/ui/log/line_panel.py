"""The panel that unfolds below a line of the log: what the roll was, what judges it anew, what can be done to it."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.log.entries import Logged
from gm_desk.model.log.entry_actions import LineActs, grade_named
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.wording import GLYPHS, WORDS
from gm_desk.ui.log.actions import ACTIONS
from gm_desk.ui.log.line_controls import LineControls
from gm_desk.ui.log.line_details import LineDetails
from gm_desk.ui.theme.theme import GAP, WIDE
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.widgets.menus import set_tip
from gm_desk.ui.widgets.pill import MORE, Pill

MARGIN = WIDE
LEFT_SHARE, RIGHT_SHARE = 2, 3
ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
KEYPAD = Qt.KeyboardModifier.KeypadModifier
WORDS_OF = {
    "log.strike": "Strike",
    "log.reveal": "Reveal",
    "log.try_again": "Try again",
    "log.roll_again": "Roll again",
    "log.copy": "Copy",
}
"""The actions that have a button here, and its words."""
ROWS = {row.id: row for row in ACTIONS}


class LinePanel(QWidget):
    """Show one roll with all its details, and judge it anew.

    `asked` names something to be done to the roll that the panel cannot do by itself; `folded` asks to put it away.
    """

    asked = Signal(str)
    folded = Signal()
    resized = Signal()

    def __init__(self, rejudging: Rejudging, acts: LineActs, rolling: Rolling, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self._rejudging = rejudging
        self._acts = acts
        self._pressed: QWidget | None = None
        self.setObjectName("linePanel")
        self.setAccessibleName("Details of the roll")
        self.details = LineDetails(rejudging)
        self.controls = LineControls(rejudging, rolling.record)
        self.verdict = CheckedEdit(str)
        self.grade = Pill(mark=MORE)
        self.note = CheckedEdit(str)
        self.buttons = {str(ROWS[one].data): QPushButton(text) for one, text in WORDS_OF.items()}
        self._asks = QButtonGroup(self)
        self._asks.setExclusive(False)
        self._name()
        self._lay_out()
        self.verdict.committed.connect(self._override)
        self.grade.clicked.connect(self._open_grades)
        self.grade.menu_requested.connect(self._open_grades)
        self.note.committed.connect(self._note)
        for place, button in enumerate(self.buttons.values()):
            self._asks.addButton(button, place)
        self._asks.idClicked.connect(self._ask)
        rejudging.judged.connect(self.refresh)
        rolling.changed.connect(self.refresh)
        self.refresh()

    def show_entry(self, logged: Logged) -> None:
        """Turn to a roll."""
        self._rejudging.open(logged)

    def commit(self) -> None:
        """Take what is typed."""
        for field in (self.verdict, self.note, self.controls.asking.dice, self.controls.chips.add):
            field.settle()

    def refresh(self) -> None:
        """Show the roll as it stands."""
        entry = self._rejudging.entry
        if entry is None:
            return
        said, rolled = entry.override, entry.event is None
        for part in (self._verdict_word, self.verdict, self.buttons["try"], self.buttons["again"]):
            part.setVisible(rolled)
        self.verdict.store(said.words if said else "")
        known = said is None or grade_named(said.words) is not None
        self.grade.setVisible(not known)
        if said is not None:
            grade = f"{GLYPHS[said.grade]} {WORDS[said.grade]}" if said.grade else "no grade"
            self.grade.show_words(grade, "What the verdict counts as", mark=MORE)
        self.note.store(entry.note)
        self.buttons["strike"].setText("Let it count" if entry.struck else "Strike")
        self.buttons["reveal"].setText("Reveal" if entry.secret else "Make secret")
        self.buttons["try"].setEnabled(self._acts.can_try(entry))
        self.buttons["again"].setEnabled(self._acts.can_repeat(entry))
        self.updateGeometry()
        self.resized.emit()

    def focus_on(self, name: str) -> None:
        """Put the cursor where a note, a verdict or a modifier is typed."""
        field = {"note": self.note, "override": self.verdict, "modifier": self.controls.chips.add}[name]
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    @override
    def sizeHint(self) -> QSize:
        width = max(self.width(), self.minimumSizeHint().width())
        return QSize(super().sizeHint().width(), self.height_for(width))

    def height_for(self, width: int) -> int:
        """Give the height that the panel takes at a width."""
        return max(self._column.heightForWidth(width), self._column.minimumSize().height())

    @override
    def event(self, event: QEvent) -> bool:
        """Keep Esc, which folds the panel, and remember where Enter is pressed."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            self._pressed = self.window().focusWidget()
        elif event.type() == QEvent.Type.LayoutRequest:
            self.resized.emit()
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
        """Press the button that has the focus, unless Enter was for a field, whose end moved the focus there."""
        button = self.window().focusWidget()
        if isinstance(button, QAbstractButton) and button is self._pressed:
            button.click()
        else:
            super().keyPressEvent(event)

    def _name(self) -> None:
        """Say what each field and button is for."""
        self.verdict.setObjectName("lineVerdict")
        self.verdict.setPlaceholderText("Your verdict")
        self.verdict.setAccessibleName("Your verdict over the dice")
        set_tip(self.verdict, ROWS["log.write_verdict"].tip, "log.write_verdict")
        self.verdict.setClearButtonEnabled(True)
        words = QCompleter(list(WORDS.values()), self)
        words.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.verdict.setCompleter(words)
        self.grade.setObjectName("lineGrade")
        self.note.setObjectName("lineNote")
        self.note.setPlaceholderText("Note")
        self.note.setAccessibleName("Note on the roll")
        self.note.setToolTip("A note on this roll (N or F2)")
        for action_id, button in zip(WORDS_OF, self.buttons.values(), strict=True):
            set_tip(button, ROWS[action_id].tip, action_id)

    def _lay_out(self) -> None:
        """Set the details at the left, what judges anew at the right, and what can be done below both."""
        upper = QHBoxLayout()
        upper.setSpacing(2 * MARGIN)
        upper.addWidget(self.details, LEFT_SHARE)
        upper.addWidget(self.controls, RIGHT_SHARE)
        below = QWidget()
        flow = FlowLayout(below, GAP)
        em = self.fontMetrics().averageCharWidth()
        for field, letters in ((self.verdict, 22), (self.note, 30)):
            field.setFixedWidth(em * letters)
        height = self.verdict.sizeHint().height()
        self._verdict_word = _word("Verdict", height)
        for part in (self._verdict_word, self.verdict, self.grade, self.note, *self.buttons.values()):
            flow.addWidget(part)
            part.setFixedHeight(height)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        column.setSpacing(GAP)
        column.addLayout(upper)
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

    def _open_grades(self) -> None:
        """Offer what a verdict in other words counts as."""
        said = self._rejudging.entry.override if self._rejudging.entry else None
        now = said.grade if said else None
        grades: list[Grade | None] = [None, *WORDS]
        self.grade.open_menu(
            [(f"{GLYPHS[one]} {WORDS[one]}" if one else "No grade", one or "", one is now) for one in grades],
            self._choose_grade,
        )

    def _choose_grade(self, action: QAction) -> None:
        entry, name = self._rejudging.entry, str(action.data())
        if entry is not None and entry.override is not None:
            self._acts.override(entry, entry.override.words, Grade(name) if name else None)

    def _ask(self, place: int) -> None:
        self.asked.emit(list(self.buttons)[place])


def _word(text: str, height: int) -> QLabel:
    """Make a word that stands before a field."""
    made = dim_label(text)
    made.setAlignment(Qt.AlignmentFlag.AlignVCenter)
    made.setMinimumHeight(height)
    return made
