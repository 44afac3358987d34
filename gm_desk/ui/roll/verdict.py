"""The verdict of the last roll or of the dice being typed, and the choices after it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QAction, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.wording.one_line import tip_of
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.wording import GLYPHS, RollText
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import CENTRE, LEFT, fitting_degrees, fitting_parts, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, COMPACT, GAP, SMALL, TINY, current_theme
from gm_desk.ui.widgets.action_rows import OWN_TOPIC
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import PaintedLabel
from gm_desk.ui.widgets.pill import MORE, LimitedFlow, Pill
from gm_desk.ui.widgets.scrolling import previous_tab_stop

if TYPE_CHECKING:
    from gm_desk.model.roll.choices_after_roll import AfterRollChoice


LEAST = 60
DIE, ENDS, SMALL_ENDS = 1.25, 1.3, 0.8
"""In heights of the font: the side of a die, and the padding of a pill."""
LINE, OF_TWO = 1.9, 1.6
"""In heights of the font: the height of a line, and of each of two lines."""
ELIDED_FROM = 6.0
"""In heights of the font: the width below which a pill shows its glyph with one word or none."""
IDLE = "Roll, or type the dice."


def paint_dice(painter: QPainter, box: QRectF, faces: Sequence[str], *, typed: bool = False) -> float:
    """Paint dice as tiles, as many as fit, hollow if typed; return the width used."""
    theme, em = current_theme(), painter.fontMetrics().height()
    font = scaled(painter.font(), BODY, bold=True)
    side = em * DIE
    top = box.y() + (box.height() - side) / 2
    room = max(1, int((box.width() + 3) / (side + 3)))
    shown = list(faces) if len(faces) <= room else [*faces[: room - 1], "…"]
    for place, face in enumerate(shown):
        tile = QRectF(box.x() + place * (side + 3), top, side, side)
        rounded(painter, tile, None if typed else theme.raised, theme.dim if typed else theme.line, 4)
        write(painter, tile, face, theme.text, CENTRE, font)
    return len(shown) * (side + 3)


def dice_width(font: QFont, count: int) -> float:
    """Return the width of dice."""
    return count * (QFontMetrics(font).height() * DIE + 3) - 3


def paint_pill(
    painter: QPainter,
    box: QRectF,
    grade: Grade | None,
    text: str,
    *,
    struck: bool = False,
    line: str | None = None,
) -> float:
    """Paint a verdict as a pill, shortened or elided if necessary; return the width used.

    Without a grade, or if struck, it has no colour; `line` outlines it on a background of the same colour.
    """
    theme, font = current_theme(), scaled(painter.font(), COMPACT, bold=True)
    font.setStrikeOut(struck)
    shade = None if grade is None or struck else theme.shades[grade]
    em = painter.fontMetrics().height()
    text = fitting_degrees(font, text, box.width() - em * SMALL_ENDS)
    if grade is not None and width_of(font, text) + em * SMALL_ENDS > box.width() and box.width() < em * ELIDED_FROM:
        text = _first_word(font, text, box.width() - em * SMALL_ENDS) or GLYPHS[grade]
    width = min(width_of(font, text) + em * ENDS, box.width())
    pill = QRectF(box.x(), box.y(), width, min(box.height(), em * 1.4))
    pill.moveTop(int(box.y() + (box.height() - pill.height()) / 2 + 0.5))  # alike in even and odd rows
    rounded(painter, pill, shade.pill if shade else theme.raised, line, pill.height() / 2)
    ink = shade.on_pill if shade else theme.dim if struck else theme.text
    write(painter, pill.adjusted(4, 0, -4, 0), text, ink, CENTRE, font)
    return width


def _first_word(font: QFont, text: str, room: float) -> str:
    """Return the glyph and first word of a verdict, or "" if they do not fit."""
    short = " ".join(text.split(" ")[:2]).rstrip(",")
    return short if width_of(font, short) <= room else ""


def pill_width(font: QFont, text: str) -> float:
    """Return the width of a verdict's pill."""
    return width_of(scaled(font, COMPACT, bold=True), text) + QFontMetrics(font).height() * ENDS


def paint_past(painter: QPainter, box: QRectF, verdicts: Sequence[str]) -> float:
    """Paint superseded verdicts small and struck out, as many of the latest as fit; return the width used."""
    font, em = scaled(painter.font(), TINY), painter.fontMetrics().height()
    shown, room = [], box.width()
    for verdict in reversed(verdicts):
        text, width = verdict, _past_width(painter.font(), verdict)
        if width > room:
            text = verdict.split(" ")[0]
            width = _past_width(painter.font(), text)
        if width > room:
            break
        shown.append((text, width))
        room -= width
    font.setStrikeOut(True)
    theme = current_theme()
    left, height = box.x(), em * 1.15
    for text, width in reversed(shown):
        pill = QRectF(left, box.center().y() - height / 2, width - 4, height)
        rounded(painter, pill, None, theme.line, height / 2)
        write(painter, pill, text, theme.dim, CENTRE, font)
        left += width
    return left - box.x()


def past_width(font: QFont, verdicts: Sequence[str]) -> float:
    """Return the least width of superseded verdicts: their glyphs alone."""
    return sum(_past_width(font, verdict.split(" ")[0]) for verdict in verdicts)


def _past_width(font: QFont, text: str) -> float:
    return width_of(scaled(font, TINY), text) + QFontMetrics(font).height() * SMALL_ENDS + 4


class VerdictLine(PaintedLabel):
    """The dice and the verdict of a roll; this line never scrolls out of view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a verdict."""
        super().__init__(parent)
        self._result: RollText | None = None
        self._past = self._short = False
        self._about = self._lead = self._waiting = ""
        self._faces: tuple[str, ...] = ()
        self.setObjectName("verdict")
        self.setAccessibleName(IDLE)

    def show_telling(self, result: RollText | None, about: str = "", lead: str = "") -> None:
        """Show a result; `about` names the roller and the test, `lead` the dice."""
        self._result, self._lead, self._waiting = result, lead, ""
        self._about = " · ".join(part for part in (result.more, result.target, about) if part) if result else ""
        self._set_name(f"{lead} {''.join(result.dice)}: {result.verdict}, {self._about}".strip() if result else IDLE)

    def show_waiting(self, faces: Sequence[str], what: str) -> None:
        """Show the dice so far, and the dice to be rolled next."""
        self._result, self._faces, self._waiting = None, tuple(faces), what
        self._set_name(f"{' '.join(faces)}: {what}")

    def set_past(self, past: bool) -> None:
        """Reduce to one line, with the first side and the winner, while another test is being composed."""
        if past != self._past:
            self._past = past
            self.updateGeometry()
            self.update()

    def set_short(self, short: bool) -> None:
        """Reduce to one line, with the first side and the winner, if there is little room."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    @property
    def _other(self) -> RollText | None:
        """The result of the other side, if it is shown."""
        return None if self._result is None or self._past or self._short else self._result.other

    def _line(self) -> float:
        return self.fontMetrics().height() * (OF_TWO if self._wraps() else LINE)

    def _wraps(self) -> bool:
        """Return whether two sides need a line each."""
        if self._result is None or self._other is None:
            return False
        small = scaled(self.font(), SMALL)
        needed = sum(width_of(small, word) + GAP for word in (self._lead, "vs") if word)
        for side in (self._result, self._other):
            needed += dice_width(self.font(), len(side.dice)) + 3 + GAP + pill_width(self.font(), side.pill)
        return needed + GAP > self.width()

    def _set_name(self, name: str) -> None:
        self.setAccessibleName(name)
        self.setToolTip(tip_of(name) if name != IDLE else "")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        two = self._other is not None
        lines = self._line() * (2 if self._wraps() else 1)
        return QSize(200, int(lines + (self.fontMetrics().height() if two else 0)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        theme, box = current_theme(), QRectF(self.rect())
        box.setHeight(min(box.height(), self._line()))
        small = scaled(self.font(), SMALL)
        if self._result is None:
            if self._waiting:
                box.setLeft(box.left() + paint_dice(painter, box, self._faces) + GAP)
            ink = theme.text if self._waiting else theme.dim
            write(painter, box, self._waiting or IDLE, ink, LEFT, small)
            return
        if self._lead:
            write(painter, box, self._lead, theme.dim, LEFT, small)
            box.setLeft(box.left() + width_of(small, self._lead) + GAP)
        won = self._result.won if self._other is None else ""
        head = won.partition(":")[0]  # "Hit", which matters more than the words of the grade
        kept = width_of(small, head) + 1
        self._paint_side(painter, box, self._result, kept)
        if self._other is not None:
            self._paint_other(painter, box, self._other, self._result.won)
        elif won and width_of(small, won) > box.width():
            write(painter, box, head, theme.text, LEFT, small)
        elif box.width() >= LEAST:
            words = won or fitting_parts(small, self._about, box.width())
            write(painter, box, words, theme.dim, LEFT, small)

    def _paint_other(self, painter: QPainter, box: QRectF, other: RollText, won: str) -> None:
        """Paint the other side beside the first, or below it if they do not fit, and who won."""
        theme, small = current_theme(), scaled(self.font(), SMALL)
        if self._wraps():
            box = QRectF(0, box.bottom(), self.width(), box.height())
        write(painter, box, "vs", theme.dim, LEFT, small)
        box.setLeft(box.left() + width_of(small, "vs") + GAP)
        self._paint_side(painter, box, other)
        below = QRectF(0, box.bottom(), self.width(), self.height() - box.bottom())
        write(painter, below, won, theme.text, LEFT, self.font())

    def _paint_side(self, painter: QPainter, box: QRectF, result: RollText, kept: float = 0) -> None:
        """Paint a side's dice and verdict, with a width `kept` left free, and move the left edge of the box."""
        painter.setFont(self.font())
        box.setLeft(box.left() + paint_dice(painter, box, result.dice) + GAP)
        painter.setFont(self.font())
        pill = box.adjusted(0, 0, -kept - GAP if 1 < kept < box.width() / 2 else 0, 0)
        box.setLeft(box.left() + paint_pill(painter, pill, result.grade, result.pill) + GAP)


class ChoicePills(LimitedFlow):
    """A flow with a pill for each choice; `chosen` carries the choice made."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the widget, empty."""
        super().__init__(parent)
        self._choices: list[AfterRollChoice] | None = None
        self._choice_pills: list[Pill] = []
        self._button_group = QButtonGroup(self)
        self._button_group.setExclusive(False)
        self._button_group.idClicked.connect(self._click)
        self.more.clicked.connect(self._open_rest)
        self.more.menu_requested.connect(self._open_rest)

    def show_choices(self, found: "list[AfterRollChoice]") -> None:
        """Show the choices, reusing the existing pills so that the focus is kept."""
        if found == self._choices:
            return
        self._choices = found
        while len(self._choice_pills) < len(found):
            self._choice_pills.append(self._new_pill())
        for spare in self._choice_pills[len(found) :]:
            spare.hide()
        for pill, choice in zip(self._choice_pills, found, strict=False):
            mark = MORE if choice.others else ""
            on = None if choice.pays else choice.on
            pill.show_words(choice.text, choice.tip, on=on, quiet=choice.quiet, mark=mark)
            pill.setProperty(OWN_TOPIC, f"rules/{choice.about}" if choice.about else "")
        self.show_pills(self._choice_pills[: len(found)])
        self.setVisible(bool(found))

    @property
    def _shown_choices(self) -> "list[AfterRollChoice]":
        return self._choices or []

    def _new_pill(self) -> Pill:
        pill = Pill(self)
        self._button_group.addButton(pill, len(self._choice_pills))
        pill.menu_requested.connect(self._open_others)
        QWidget.setTabOrder(previous_tab_stop(self.more), pill)
        QWidget.setTabOrder(pill, self.more)
        return pill

    def _click(self, place: int) -> None:
        self.chosen.emit(self._shown_choices[place])

    def _open_others(self, pill: Pill) -> None:
        """Open a menu of the alternatives of a choice."""
        choice = self._shown_choices[self._choice_pills.index(pill)]
        pill.open_menu(_entries(choice.others), self._choose_from_menu)

    def _open_rest(self) -> None:
        """Open a menu of the choices that do not fit."""
        hidden = self.hidden()
        rest = [choice for pill, choice in zip(self._choice_pills, self._shown_choices, strict=False) if pill in hidden]
        self.more.open_menu(
            _entries([one for choice in rest for one in (choice, *choice.others)]), self._choose_from_menu
        )

    def _choose_from_menu(self, action: QAction) -> None:
        from gm_desk.model.roll.choices_after_roll import AfterRollChoice

        choice = action.data()
        if isinstance(choice, AfterRollChoice):
            self.chosen.emit(choice)


def _entries(offered: "Sequence[AfterRollChoice]") -> list[tuple[str, object, bool]]:
    """Return choices as menu entries."""
    return [(choice.text, choice, choice.on) for choice in offered]


class AfterRoll(QWidget):
    """The choices that change the last roll; hidden if there are none.

    `focus_lost` is emitted when the choice that had the focus disappears.
    """

    focus_lost = Signal()

    def __init__(self, document: RosterDocument, rolling: Rolling, parent: QWidget | None = None) -> None:
        """Observe the last roll, and the points that can be spent on it."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._past = False
        self.setObjectName("afterRoll")
        self.setAccessibleName("After the roll")
        self.third = CheckedEdit(str)
        self.third.setPlaceholderText("Third result…")
        self.third.setAccessibleName("Third result: both succeed")
        self.third.setToolTip("Both succeed: type what happens, then press Enter")
        self.flow = ChoicePills()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.third)
        column.addWidget(self.flow)
        self.third.committed.connect(self._write_third)
        document.stack.settle_requested.connect(self.third.settle)
        self.flow.chosen.connect(self._apply)
        rolling.changed.connect(self.refresh)
        document.roster_changed.connect(self.refresh)
        rolling.log.revised.connect(self.refresh)
        self.refresh()

    def set_past(self, past: bool) -> None:
        """Hide the choices while another test is being composed."""
        if past != self._past:
            self._past = past
            self.refresh()

    def refresh(self) -> None:
        """Update the choices; there are none while a roll waits for more dice."""
        from gm_desk.model.log.rejudging import undo_choices
        from gm_desk.model.roll.choices_after_roll import choices, wants_third_result

        focus = self.window().focusWidget()
        focused = self.isVisible() and focus is not None and self.isAncestorOf(focus)
        entry, result = self._rolling.record.last, self._rolling.record.result
        open_yet = entry is not None and result is not None and self._rolling.pending is None
        found: list[AfterRollChoice] = []
        if open_yet and entry is not None and result is not None:
            found = undo_choices(entry, self._rolling.log, self._document.roster)
            found += choices(entry, result, self._document.roster, self._document.system)
            self.third.store(entry.note)
        self.flow.show_choices(found)
        self.third.setVisible(open_yet and result is not None and wants_third_result(result))
        self.setVisible(not self._past and (bool(found) or not self.third.isHidden()))
        if focused and self.isHidden():
            self.focus_lost.emit()

    def _apply(self, choice: "AfterRollChoice") -> None:
        from gm_desk.model.log.rejudging import make

        make(choice, self._rolling.record)

    def _write_third(self, text: str) -> None:
        from gm_desk.model.roll.choices_after_roll import with_third_result

        if self._rolling.record.last is not None:
            self._rolling.record.revise(with_third_result(self._rolling.record.last, text), "name the third result")
