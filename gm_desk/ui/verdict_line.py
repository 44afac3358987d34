"""The verdict of the last roll, or of the dice being typed."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade, Outcome
from gm_desk.model.verdicts import GLYPHS, WORDS, minus, two_digits
from gm_desk.ui.look import CENTRE, LEFT, Look, rounded, scaled, width_of, write

GAP = 8
LEAST = 60
IDLE = "Roll, or type the dice."


def paint_dice(painter: QPainter, look: Look, box: QRectF, roll: str) -> float:
    """Paint the two dice of a d100 as tiles; gives the width they take."""
    em = painter.fontMetrics().height()
    font = scaled(painter.font(), 1.0, bold=True)
    side = em * 1.25
    top = box.y() + (box.height() - side) / 2
    for place, digit in enumerate(roll):
        tile = QRectF(box.x() + place * (side + 3), top, side, side)
        rounded(painter, tile, look.theme.raised, look.theme.line, 4)
        write(painter, tile, digit, look.theme.text, CENTRE, font)
    return len(roll) * (side + 3)


def paint_pill(painter: QPainter, look: Look, box: QRectF, grade: Grade, text: str) -> float:
    """Paint a verdict as a pill, its glyph alone where it is too narrow; gives the width it takes."""
    font = scaled(painter.font(), 0.95, bold=True)
    shade = look.theme.shades[grade]
    em = painter.fontMetrics().height()
    if width_of(font, text) + em > box.width():
        text = GLYPHS[grade]
    width = width_of(font, text) + em * 1.3
    pill = QRectF(box.x(), box.y(), width, min(box.height(), em * 1.4))
    pill.moveTop(box.y() + (box.height() - pill.height()) / 2)
    rounded(painter, pill, shade.pill, radius=pill.height() / 2)
    write(painter, pill.adjusted(4, 0, -4, 0), text, shade.on_pill, CENTRE, font)
    return width


class VerdictLine(QWidget):
    """Show dice and verdict; always in sight, whatever else has to scroll."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show no verdict yet."""
        super().__init__(parent)
        self._look = look
        self._outcome: Outcome | None = None
        self._about = self._lead = ""
        self.setObjectName("verdict")
        self.setAccessibleName(IDLE)

    def show_outcome(self, outcome: Outcome | None, about: str = "", lead: str = "") -> None:
        """Show what dice mean; `about` says whose roll of what it was, `lead` what dice they are."""
        self._outcome, self._lead = outcome, lead
        self._about = f"TN {minus(outcome.target)} · {about}" if outcome else ""
        name = IDLE
        if outcome is not None:
            name = f"{lead} {two_digits(outcome.roll)}: {WORDS[outcome.grade]}, {self._about}".strip()
        self.setAccessibleName(name)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, int(self.fontMetrics().height() * 1.9))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        theme, box = self._look.theme, QRectF(self.rect())
        if self._outcome is None:
            write(painter, box, IDLE, theme.dim, LEFT, scaled(self.font(), 0.88))
            return
        if self._lead:
            small = scaled(self.font(), 0.88)
            write(painter, box, self._lead, theme.dim, LEFT, small)
            box.setLeft(box.left() + width_of(small, self._lead) + GAP)
        painter.setFont(self.font())
        box.setLeft(box.left() + paint_dice(painter, self._look, box, two_digits(self._outcome.roll)) + GAP)
        painter.setFont(self.font())
        grade = self._outcome.grade
        box.setLeft(box.left() + paint_pill(painter, self._look, box, grade, f"{GLYPHS[grade]} {WORDS[grade]}") + GAP)
        if box.width() >= LEAST:
            write(painter, box, self._about, theme.dim, LEFT, scaled(self.font(), 0.88))
