"""The verdict of the last roll or of the dice being typed, and the choices after it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import LEFT, dice_width, fitting_parts, paint_dice, scaled, width_of, write
from gm_desk.ui.theme.theme import EDGE, GAP, HALF, SMALL, current_theme
from gm_desk.ui.widgets.action_rows import OWN_TOPIC
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import PaintedLabel
from gm_desk.ui.widgets.pill import MORE, LimitedFlow, Pill
from gm_desk.ui.widgets.scrolling import RestScroll, previous_tab_stop

if TYPE_CHECKING:
    from gm_desk.model.roll.choices_after_roll import AfterRollChoice
    from gm_desk.model.roll.roll_text import RollText


LEAST, MOST = 60, 10_000
"""In pixels: the least width for words beside a verdict, and a height that no text below it needs."""
LINE, OF_TWO = 1.9, 1.6
"""In heights of the font: the height of a line, and of each of two lines or if there is little room."""
IDLE = "Roll, or type the dice."


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

    def show_text(self, result: "RollText | None", about: str = "", lead: str = "") -> None:
        """Show a result; `about` names the roller and the test, `lead` the dice."""
        self._result, self._lead, self._waiting = result, lead, ""
        self._about = " · ".join(part for part in (result.more, result.target, about) if part) if result else ""
        dice = ("" if result.target.startswith("TN ") else " ").join(result.dice) if result else ""
        self._set_name(f"{lead} {dice}: {result.verdict}, {self._about}".strip() if result else IDLE)

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
    def _other(self) -> "RollText | None":
        """The result of the other side, if it is shown."""
        return None if self._result is None or self._past or self._short else self._result.other

    def _line(self) -> float:
        return self.fontMetrics().height() * (OF_TWO if self._short or self._wraps() else LINE)

    def _wraps(self) -> bool:
        """Return whether two sides need a line each."""
        if self._result is None or self._other is None:
            return False
        small = scaled(self.font(), SMALL)
        needed = sum(width_of(small, word) + GAP for word in (self._lead, "vs") if word)
        return needed + self._width_of(self._result) + self._width_of(self._other) + GAP > self.width()

    def _width_of(self, side: "RollText") -> float:
        """Return the width of a side's dice and verdict."""
        from gm_desk.ui.theme.verdict_pills import verdict_width

        return dice_width(self.font(), side.dice) + 3 + GAP + verdict_width(self.font(), side.pill)

    @property
    def _below(self) -> str:
        """The text below the dice: who won, or what else they did if that has no room beside them."""
        if self._result is None:
            room = self.width() - dice_width(self.font(), self._faces) - 3 - GAP
            return self._waiting if width_of(scaled(self.font(), SMALL), self._waiting) > room else ""
        if self._other is not None:
            return self._result.won
        also = (self._result.also if self._short and not self._past else "") or self._consequence()
        return f"{also[:1].upper()}{also[1:]}"

    def _consequence(self) -> str:
        """Return the consequence of a fumble if it has no room beside the dice (Kaiser)."""
        result = self._result
        if result is None or self._past or not result.consequence:
            return ""
        lead = width_of(scaled(self.font(), SMALL), self._lead) + GAP if self._lead else 0
        return result.consequence if lead + self._width_of(result) > self.width() else ""

    def _set_name(self, name: str) -> None:
        self.setAccessibleName(name)
        self.setToolTip(tip_of(name) if name != IDLE else "")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        lines, below = self._line() * (2 if self._wraps() else 1), self._below
        room, wrap = QRect(0, 0, max(1, self.width()), MOST), Qt.TextFlag.TextWordWrap
        return QSize(200, int(lines) + (self.fontMetrics().boundingRect(room, wrap, below).height() if below else 0))

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
            if not self._below:
                write(painter, box, self._waiting or IDLE, theme.text if self._waiting else theme.dim, LEFT, small)
            self._paint_below(painter, box)
            return
        if self._lead:
            write(painter, box, self._lead, theme.dim, LEFT, small)
            box.setLeft(box.left() + width_of(small, self._lead) + GAP)
        won = self._result.won if self._other is None else ""
        won = won.partition(", ")[0] if self._short else won
        head = won.partition(":")[0]  # "Hit", which matters more than the words of the grade
        kept = width_of(small, head) + 1 if head != won else 0  # else the pill says it too
        verdict = self._result.verdict.partition(": ")[0] if self._consequence() else self._result.verdict
        self._paint_side(painter, box, structs.replace(self._result, verdict=verdict), kept)
        if self._other is not None:
            self._paint_other(painter, box, self._other)
        elif won and width_of(small, won) > box.width():
            if kept:
                write(painter, box, head, theme.text, LEFT, small)
        elif box.width() >= LEAST and verdict == self._result.verdict:
            write(painter, box, won or fitting_parts(small, self._about, box.width()), theme.dim, LEFT, small)
        self._paint_below(painter, box)

    def _paint_below(self, painter: QPainter, box: QRectF) -> None:
        """Paint the text below a line, on as many lines as it needs."""
        below = QRectF(0, box.bottom(), self.width(), self.height() - box.bottom())
        painter.setFont(self.font())
        painter.setPen(QColor(current_theme().text))
        painter.drawText(below, int(LEFT | Qt.TextFlag.TextWordWrap), self._below)

    def _paint_other(self, painter: QPainter, box: QRectF, other: "RollText") -> None:
        """Paint the other side beside the first, or below it if they do not fit."""
        theme, small = current_theme(), scaled(self.font(), SMALL)
        if self._wraps():
            box.moveTo(0, box.bottom())
            box.setWidth(self.width())
        write(painter, box, "vs", theme.dim, LEFT, small)
        box.setLeft(box.left() + width_of(small, "vs") + GAP)
        self._paint_side(painter, box, other)

    def _paint_side(self, painter: QPainter, box: QRectF, result: "RollText", kept: float = 0) -> None:
        """Paint a side's dice and verdict, with a width `kept` left free, and move the left edge of the box."""
        from gm_desk.ui.theme.verdict_pills import paint_pill

        painter.setFont(self.font())
        box.setLeft(box.left() + paint_dice(painter, box, result.dice) + GAP)
        painter.setFont(self.font())
        pill = box.adjusted(0, 0, -kept - GAP if 1 < kept < box.width() / 2 else 0, 0)
        box.setLeft(box.left() + paint_pill(painter, pill, result.grade, result.pill) + GAP)


class ResultArea(QWidget):
    """The verdict of the last roll, which never scrolls, and below it the parts that follow from it, which do."""

    def __init__(self, verdict: VerdictLine) -> None:
        """Create the area with the verdict alone."""
        super().__init__()
        inner = QWidget()
        self._scroll = RestScroll(inner)
        self._parts, column, top = QVBoxLayout(inner), QVBoxLayout(self), QVBoxLayout()
        column.addLayout(top)
        self._parts.setContentsMargins(EDGE, 0, EDGE, EDGE - 4)
        self._parts.setSpacing(GAP)
        self._parts.addStretch(1)
        top.setContentsMargins(EDGE, 0, EDGE, 0)
        top.addWidget(verdict)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF)
        column.addWidget(self._scroll, 1)

    def place(self, part: QWidget, after: QWidget | None = None) -> None:
        """Place a part below the verdict, after another part or first."""
        self._parts.insertWidget(0 if after is None else self._parts.indexOf(after) + 1, part)

    def begin(self) -> None:
        """Scroll to the beginning."""
        self._scroll.verticalScrollBar().setValue(0)

    def bring_into_sight(self, part: QWidget) -> None:
        """Scroll to a part."""
        self._scroll.ensureWidgetVisible(part, 0, 0)


class ChoicePill(Pill):
    """The pill of a choice; a double-click does not take the choice that moves below the pointer at its first click."""

    _pressed = ""

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self.text()
        super().mousePressEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._pressed == self.text():
            super().mouseDoubleClickEvent(event)


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
            on = None if choice.pays or choice.undoes else choice.on
            pill.show_words(choice.text, choice.tip, on=on, quiet=choice.quiet, mark=mark)
            pill.setProperty(OWN_TOPIC, f"rules/{choice.about}" if choice.about else "")
        self.show_pills(self._choice_pills[: len(found)])
        self.setVisible(bool(found))

    @property
    def _shown_choices(self) -> "list[AfterRollChoice]":
        return self._choices or []

    def _new_pill(self) -> Pill:
        pill = ChoicePill(self)
        self._button_group.addButton(pill, len(self._choice_pills))
        pill.menu_requested.connect(self._open_others)
        QWidget.setTabOrder(previous_tab_stop(self.more), pill)
        QWidget.setTabOrder(pill, self.more)
        return pill

    def _click(self, place: int) -> None:
        choice = self._shown_choices[place]
        if choice.step:
            self.chosen.emit(choice)
        else:
            self._open_others(self._choice_pills[place])

    def _open_others(self, pill: Pill) -> None:
        """Open a menu of the ways to pay for a choice, or of the choices that it stands for."""
        choice = self._shown_choices[self._choice_pills.index(pill)]
        pill.open_menu(_entries(choice.others), self._choose_from_menu)

    def _open_rest(self) -> None:
        """Open a menu of the choices that do not fit."""
        hidden = self.hidden()
        rest = [choice for pill, choice in zip(self._choice_pills, self._shown_choices, strict=False) if pill in hidden]
        self.more.open_menu(
            _entries([one for choice in rest for one in choice.others or (choice,) if one.step]), self._choose_from_menu
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
        entry, result = self._rolling.recent.last, self._rolling.recent.result
        open_yet = entry is not None and result is not None and self._rolling.pending is None
        found: list[AfterRollChoice] = []
        if open_yet and entry is not None and result is not None:
            found = undo_choices(entry, self._rolling.log, self._document.roster)
            roster, system = self._document.roster, self._document.system
            found += choices(entry, result, roster, system, follows=True, dealt=bool(found))
            self.third.store(entry.note)
        self.flow.show_choices(found)
        self.third.setVisible(open_yet and result is not None and wants_third_result(result))
        self.setVisible(not self._past and (bool(found) or not self.third.isHidden()))
        if focused and self.isHidden():
            self.focus_lost.emit()

    def _apply(self, choice: "AfterRollChoice") -> None:
        from gm_desk.model.log.rejudging import make

        make(choice, self._rolling.recent)

    def _write_third(self, text: str) -> None:
        from gm_desk.model.roll.choices_after_roll import with_third_result

        if self._rolling.recent.last is not None:
            self._rolling.recent.revise(with_third_result(self._rolling.recent.last, text), "name the third result")
