"""The bar of a damage, stress or fatigue track, and the field that replaces it while typing."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from gm_desk.core.characters.harm import HARM_HINT, TRACK_HINT, Track
from gm_desk.core.characters.values import spoken_track, thresholds_in_words
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.wording.phrases import tip_of
from gm_desk.ui.theme.painting import framed, rounded
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.fields import Check, CheckedEdit

HARM_EXAMPLES = "7  −7  +7  =12"
BEGINS = f"0123456789+-={TRUE_MINUS}"
"""The characters that can begin a line of harm."""
THICK = 0.6
"""The height of the bar, in ems."""


class TrackBar(QAbstractButton):
    """A bar that shows how full a track is; a click, Enter, F2 or the first character of a line starts typing."""

    typing_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the bar with an empty track."""
        super().__init__(parent)
        self._track = Track("damage", "", 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.clicked.connect(self._ask)

    def show_track(self, track: Track) -> None:
        """Set the track to show."""
        self._track = track
        self.setAccessibleName(spoken_track(track))
        hint = hint_of(track)
        self.setAccessibleDescription(hint)
        self.setToolTip(tip_of("\n".join(part for part in (thresholds_in_words(track), hint) if part)))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * 8, int(self.fontMetrics().height() * 1.4))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * 3, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        thick = self.fontMetrics().height() * THICK
        groove = QRectF(1, (self.height() - thick) / 2, self.width() - 2, thick)
        colours = {"damage": theme.damage, "stress": theme.stress, "fatigue": theme.fatigue}
        rounded(painter, groove, theme.groove, theme.dim if self.underMouse() else None, thick / 2)
        left = self._track.left
        if left is not None and left < 1:
            full = QRectF(groove.topLeft(), groove.size())
            full.setWidth(max(thick, groove.width() * float(1 - left)))
            rounded(painter, full, colours[self._track.kind], radius=thick / 2)
        if self.hasFocus():
            framed(painter, groove.adjusted(-1, -3, 1, 3), theme, None, radius=thick / 2 + 2, focus=True)

    @override
    def event(self, event: QEvent) -> bool:
        """Keep the characters that begin a line from triggering shortcuts of the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and _begins(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}:
            self._ask()
        elif _begins(event):
            self.typing_requested.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _ask(self) -> None:
        self.typing_requested.emit("")


class HarmEdit(CheckedEdit):
    """A field for a line of harm, which Enter applies and Esc or a loss of focus discards."""

    closed = Signal()

    def __init__(self, check: Check, parent: QWidget | None = None) -> None:
        """Create the field; `check` raises RulesError for invalid text."""
        super().__init__(check, parent)
        self.setPlaceholderText(HARM_EXAMPLES)
        self.setToolTip(tip_of(HARM_HINT))

    @override
    def event(self, event: QEvent) -> bool:
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.setText("" if not self.hasAcceptableInput() else self.text())
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}:
            self.closed.emit()


def hint_of(track: Track) -> str:
    """Return what can be typed on a track; only damage is reduced by armor."""
    return HARM_HINT if track.kind == "damage" else TRACK_HINT


def _begins(event: QKeyEvent) -> bool:
    return bool(event.text()) and event.text() in BEGINS
