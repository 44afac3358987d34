"""The delegate of the log: the widths of its columns, and how its cells are painted and edited."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from msgspec import Struct
from PySide6.QtCore import QAbstractItemModel, QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyle, QStyleOptionViewItem, QTableView, QToolTip, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.item_models import Index
from gm_desk.model.log.cells import LogColumn
from gm_desk.model.log.rows import BY_HAND, DAY, FACES, FOLDED, GRADE, KIND, PAST, STRUCK, TAIL, WHOLE, WHOM, RowKind
from gm_desk.ui.theme.painting import (
    LEFT,
    RIGHT,
    dice_width,
    fold_mark,
    keeping_whom,
    paint_dice,
    scaled,
    width_of,
    write,
)
from gm_desk.ui.theme.theme import COMPACT, GAP, SMALL, current_theme
from gm_desk.ui.theme.verdict_pills import paint_past, paint_pill, past_width, verdict_width
from gm_desk.ui.widgets.flat_table import RowDelegate
from gm_desk.ui.widgets.text_input import LineEdit

WISHED = {
    LogColumn.TIME: 3.6,
    LogColumn.WHO: 9.0,
    LogColumn.WHAT: 18.0,
    LogColumn.NET: 7.4,
    LogColumn.TARGET: 4.4,
    LogColumn.DICE: 4.2,
    LogColumn.VERDICT: 13.0,
    LogColumn.NOTE: 20.0,
}
LEAST = {
    LogColumn.TIME: 3.2,
    LogColumn.WHO: 7.6,
    LogColumn.WHAT: 6.0,
    LogColumn.NET: 4.2,
    LogColumn.TARGET: 4.2,
    LogColumn.DICE: 3.6,
    LogColumn.VERDICT: 10.5,
    LogColumn.NOTE: 8.0,
}
"""Minimum widths, in heights of the font. Elided text is shown in full by a tool tip."""

DROPPED = (LogColumn.NET, LogColumn.TARGET, LogColumn.TIME, LogColumn.NOTE)
"""The columns that are hidden first if the minimum widths do not fit; the details of a roll show everything."""
SPARE = 10.0
"""The space that must be left for the net to be shown, because the ability and the result are read more often."""

ROLLED = 12.0
"""The width of what was rolled, which has the room beyond the least widths before any other column."""

THIRD_DIE, BOTH_TOTALS = 1.4, 0.8
DICE_FROM = 17.0
"""The width from which two dice fit."""


def widths(room: float, *, more_dice: bool = False, tall: float = 1.0) -> dict[LogColumn, float]:
    """Return the widths of the columns that fit, in heights of the font; with `more_dice`, three are usual, not two.

    Dice are as wide as they are `tall`, even if the letters of the font are narrow.
    """
    more = (LogColumn.DICE, THIRD_DIE), (LogColumn.TARGET, BOTH_TOTALS)
    least_of, wished_of = (
        sizes | {one: sizes[one] + wide for one, wide in more if more_dice} for sizes in (LEAST, WISHED)
    )
    least_of, wished_of = (sizes | {LogColumn.DICE: sizes[LogColumn.DICE] * tall} for sizes in (least_of, wished_of))
    shown = list(LogColumn)
    for column in DROPPED:
        if sum(least_of[one] for one in shown) + (SPARE if column is LogColumn.NET else 0) > room:
            shown.remove(column)
    if room < DICE_FROM * tall:
        shown.remove(LogColumn.DICE)
    least, wished = (sum(sizes[one] for one in shown) for sizes in (least_of, wished_of))
    if room < least:
        kept = least_of[LogColumn.DICE] if LogColumn.DICE in shown else 0  # dice are read whole or not at all
        given = {one: least_of[one] * (room - kept) / (least - kept) for one in shown}
        return given | ({LogColumn.DICE: kept} if kept else {})
    names = min(room - least, ROLLED - least_of[LogColumn.WHAT])
    least_of, least = least_of | {LogColumn.WHAT: least_of[LogColumn.WHAT] + names}, least + names
    share = min(1.0, (room - least) / (wished - least))
    return {one: least_of[one] + share * (wished_of[one] - least_of[one]) for one in shown}


LONGEST_NAME = 80
QUIET = {LogColumn.TIME, LogColumn.NOTE}
SHARING = {LogColumn.VERDICT, LogColumn.NOTE}
BEFORE_NOTE = (LogColumn.VERDICT, LogColumn.DICE, LogColumn.TARGET, LogColumn.NET)
"""The columns into which a long note may extend, the nearest one first."""
INSET, MARGIN, BESIDE = 2, 4, 8
"""The free width before the text of a cell, the least after it, and both with that of the cell's frame."""
WITH_TAIL = {LogColumn.WHO, LogColumn.NET}


class AcrossCells(Struct, frozen=True):
    """Where the words of a row are that go across its cells."""

    words: dict[LogColumn, QRectF]
    """To whom something happened without a roll, and what; of a roll, what was rolled if its cell is too narrow."""
    note: QRect | None
    verdict: int
    """How far the verdict extends into the note's column."""

    def all_words(self) -> Iterator[tuple[LogColumn, QRectF]]:
        """Yield the boxes of all words by the columns of their texts."""
        yield from self.words.items()
        if self.note is not None:
            yield LogColumn.NOTE, QRectF(self.note)


class LogDelegate(RowDelegate):
    """The delegate that paints cells of the log, shows elided text in tool tips, and edits the name of an evening."""

    def __init__(self, view: QTableView) -> None:
        """Create the delegate for a log."""
        super().__init__(view)
        self._rows: dict[int, AcrossCells] | None = None

    @contextmanager
    def painting(self) -> Iterator[None]:
        """Paint the words that go across cells once all cells are painted."""
        self._rows = {}
        try:
            yield
            self._paint_across(self._rows)
        finally:
            self._rows = None

    def _paint_across(self, rows: Mapping[int, AcrossCells]) -> None:
        """Paint what happened, and to whom, what was rolled, and the notes of the rows that have just been painted."""
        model, font = self._view.model(), self._view.font()
        found = [(model.index(row, column), box) for row, one in rows.items() for column, box in one.all_words()]
        if found:
            painter = QPainter(self._view.viewport())
            for words, box in found:
                self._paint_words(painter, font, words, box)
            painter.end()

    def _across(self, option: QStyleOptionViewItem, index: Index) -> AcrossCells:
        """Return where the words of a row are."""
        known = {} if self._rows is None else self._rows
        row = index.row()
        if row not in known:
            note = index.sibling(row, LogColumn.NOTE)
            verdict = index.sibling(row, LogColumn.VERDICT)
            rolled = verdict.data(Qt.ItemDataRole.DisplayRole) or verdict.data(FACES)
            words = self.roll_box(option, index) if rolled else self.event_boxes(option, index)
            box = self._note_box(option, note, words) if note.data(Qt.ItemDataRole.DisplayRole) else None
            known[row] = AcrossCells(words, box, self._overflow(option, index))
        return known[row]

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        column, kind = index.column(), index.data(KIND)
        if column or kind != RowKind.DETAILS:
            super().paint(painter, self._with_overflow(option, index), index)
        if kind == RowKind.ROLL and column == LogColumn.NOTE:
            self._paint_overflow(painter, option, index)

    @override
    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        """Paint a cell; rows other than rolls are painted in their first cell, which spans the row."""
        inner, column = box.adjusted(0, 0, -MARGIN, 0), index.column()
        if column == LogColumn.DICE:
            more = _room_before_dice(self._view, option, index)
            paint_dice(painter, inner.adjusted(-more, 0, 0, 0), index.data(FACES), typed=index.data(BY_HAND))
        elif column == LogColumn.VERDICT:
            self._paint_verdict(painter, option, index, inner)
        elif column == 0 and index.data(KIND) == RowKind.HEADING:
            self._paint_heading(painter, option, index, inner)
        elif column == LogColumn.TIME or column not in (*self._across(option, index).words, LogColumn.NOTE):
            self._paint_words(painter, option.font, index, inner)

    def _paint_words(self, painter: QPainter, font: QFont, index: Index, box: QRectF) -> None:
        """Paint text with its muted suffix; the mark of a secret roll is kept even if the name is elided."""
        text, column = index.data(Qt.ItemDataRole.DisplayRole), index.column()
        if not text:
            return
        theme, font = current_theme(), scaled(font, COMPACT)
        quiet = column in QUIET
        struck = not quiet and index.data(STRUCK)
        tail = index.data(TAIL) if column in WITH_TAIL else ""
        if tail:
            room = width_of(font, tail) + GAP if column == LogColumn.WHO else 0
            text = text.removesuffix(tail).rstrip()
            width = min(width_of(font, text) + 1, max(0.0, box.width() - room))
            write(painter, box.adjusted(width + GAP / 2, 0, 0, 0), tail, theme.dim, LEFT, font)
            box = QRectF(box.x(), box.y(), width, box.height())
        font.setStrikeOut(struck)
        if column == LogColumn.WHAT:
            text = keeping_whom(font, text, index.data(WHOM), box.width())
        part = Qt.TextElideMode.ElideMiddle if column == LogColumn.WHO else Qt.TextElideMode.ElideRight
        side = RIGHT if column == LogColumn.TARGET else LEFT
        write(painter, box, text, theme.dim if quiet or struck else theme.text, side, font, elide=part)

    def event_boxes(self, option: QStyleOptionViewItem, index: Index) -> dict[LogColumn, QRectF]:
        """Return the boxes of whom something happened to and of what happened: each has the room that it needs."""
        view, line, font = self._view, option.rect, scaled(option.font, COMPACT)
        words = {column: index.sibling(index.row(), column).data(WHOLE) for column in (LogColumn.WHO, LogColumn.WHAT)}
        wanted = {column: width_of(font, text) + GAP for column, text in words.items()}
        start = view.columnViewportPosition(LogColumn.WHO) + INSET
        what = view.columnViewportPosition(LogColumn.WHAT) + INSET
        hidden = view.isColumnHidden(LogColumn.NOTE)
        end = view.viewport().width() if hidden else view.columnViewportPosition(LogColumn.NOTE)
        free = max(what - start, end - start - MARGIN - min(wanted[LogColumn.WHAT], view.columnWidth(LogColumn.WHAT)))
        what = start + int(min(max(what - start, wanted[LogColumn.WHO] + GAP), free))
        top, tall = line.top(), line.height()
        return {
            LogColumn.WHO: QRectF(start, top, what - start - MARGIN, tall),
            LogColumn.WHAT: QRectF(what, top, max(0, min(int(wanted[LogColumn.WHAT]), end - what - MARGIN)), tall),
        }

    def roll_box(self, option: QStyleOptionViewItem, index: Index) -> dict[LogColumn, QRectF]:
        """Return the box of what was rolled if it does not fit its cell: it has the free room after it as well."""
        view, line, font = self._view, option.rect, scaled(option.font, COMPACT)
        text = index.sibling(index.row(), LogColumn.WHAT).data(Qt.ItemDataRole.DisplayRole)
        own = view.columnWidth(LogColumn.WHAT)
        wanted = BESIDE + (int(width_of(font, text)) + 1 if text else 0)
        if wanted <= own:
            return {}
        width = min(wanted, own + _room_after(view, option, index)) - BESIDE
        start = view.columnViewportPosition(LogColumn.WHAT) + INSET
        return {LogColumn.WHAT: QRectF(start, line.top(), width, line.height() - 1)}

    def _note_box(self, option: QStyleOptionViewItem, note: Index, words: dict[LogColumn, QRectF]) -> QRect:
        """Return the box of a note's text, which begins further left if it would be elided, after other `words`."""
        view, line = self._view, option.rect
        left = view.columnViewportPosition(LogColumn.NOTE) + self._overflow(option, note) + INSET
        width = view.columnViewportPosition(LogColumn.NOTE) + view.columnWidth(LogColumn.NOTE) - left - MARGIN
        lacking = width_of(scaled(option.font, COMPACT), note.data(Qt.ItemDataRole.DisplayRole)) + 1 - width
        shift = min(max(0, int(lacking)), max(0, left - self._end_before(option, note, words)))
        return QRect(left - shift, line.top(), width + shift, line.height())

    def _end_before(self, option: QStyleOptionViewItem, note: Index, words: dict[LogColumn, QRectF]) -> int:
        """Return the end of the last text before a note."""
        if LogColumn.WHO in words:
            return int(words[LogColumn.WHAT].right()) + GAP
        for column in (*BEFORE_NOTE, LogColumn.WHAT):
            index, start = note.sibling(note.row(), column), self._view.columnViewportPosition(column)
            text = index.data(Qt.ItemDataRole.DisplayRole)
            if self._view.isColumnHidden(column) or not text:
                continue
            if column == LogColumn.VERDICT:
                wide = verdict_width(option.font, text) + past_width(option.font, index.data(PAST)[-1:])
            elif column == LogColumn.DICE:
                wide = dice_width(option.font, index.data(FACES))
            else:
                wide = min(width_of(scaled(option.font, COMPACT), text), self._view.columnWidth(column))
            return start + int(wide) + 2 * GAP
        return self._view.columnViewportPosition(LogColumn.NOTE)

    def _overflow(self, option: QStyleOptionViewItem, index: Index) -> int:
        """Return how far the verdict of a row extends into the note's column because its own is too narrow."""
        verdict = index.sibling(index.row(), LogColumn.VERDICT)
        text = verdict.data(Qt.ItemDataRole.DisplayRole)
        if not text:
            return 0
        wide = verdict_width(option.font, text) + past_width(option.font, verdict.data(PAST)[-1:])
        lacking = max(0, int(wide + GAP + 1) - self._view.columnWidth(LogColumn.VERDICT))
        return min(lacking, self._view.columnWidth(LogColumn.NOTE))

    def _with_overflow(self, option: QStyleOptionViewItem, index: Index) -> QStyleOptionViewItem:
        """Return the option with the verdict's cell extended, or the note's cell reduced, by the overflow."""
        shares = index.column() in SHARING and index.data(KIND) == RowKind.ROLL
        lacking = self._across(option, index).verdict if shares else 0
        if not lacking:
            return option
        shared, of_note = QStyleOptionViewItem(option), index.column() == LogColumn.NOTE
        shared.rect = option.rect.adjusted(lacking, 0, 0, 0) if of_note else option.rect.adjusted(0, 0, lacking, 0)
        return shared

    def _paint_overflow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Repaint the overflow of the verdict, which the view has covered with the background of the note."""
        lacking = self._across(option, index).verdict
        if lacking:
            whole = QStyleOptionViewItem(option)
            left = option.rect.left() - self._view.columnWidth(LogColumn.VERDICT)
            whole.rect = QRect(left, option.rect.top(), option.rect.left() + lacking - left, option.rect.height())
            painter.save()
            painter.setClipRect(option.rect)
            super().paint(painter, whole, index.sibling(index.row(), LogColumn.VERDICT))
            painter.restore()

    def _paint_verdict(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        """Paint the current verdict, preceded by as many superseded ones as fit."""
        if not index.data(Qt.ItemDataRole.DisplayRole):
            return
        text, struck = index.data(Qt.ItemDataRole.DisplayRole), index.data(STRUCK)
        font = QFont(painter.font())
        room = max(0.0, box.width() - verdict_width(font, text))
        left = paint_past(painter, QRectF(box.x(), box.y(), room, box.height()), index.data(PAST))
        painter.setFont(font)
        line = current_theme().chosen_line if option.state & QStyle.StateFlag.State_Selected else None
        paint_pill(painter, box.adjusted(left, 0, 0, 0), index.data(GRADE), text, struck=struck, line=line)

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        theme, em = current_theme(), option.fontMetrics.height()
        bold, small = scaled(option.font, SMALL, bold=True), scaled(option.font, SMALL)
        fold_mark(painter, QPointF(box.x() + em * 0.3, box.center().y()), em, folded=index.data(FOLDED))
        title = index.data(Qt.ItemDataRole.DisplayRole)
        words = box.adjusted(em, 0, 0, 0)
        write(painter, words, title, theme.text, LEFT, bold)
        after = words.adjusted(width_of(bold, title) + em * 0.8, 0, 0, 0)
        write(painter, after, index.data(TAIL), theme.dim, LEFT, small)

    @override
    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Show the full text of an elided cell as a tool tip."""
        if event.type() != QEvent.Type.ToolTip or index.data(KIND) != RowKind.ROLL:
            return False
        text = index.data(WHOLE) if self._is_elided(self._with_overflow(option, index), index) else ""
        QToolTip.showText(event.globalPos(), tip_of(text), view)
        return True

    def _is_elided(self, option: QStyleOptionViewItem, index: Index) -> bool:
        """Return whether the content of a cell does not fit."""
        across, font = self._across(option, index), scaled(option.font, COMPACT)
        if index.column() == LogColumn.NOTE:
            note = index.data(Qt.ItemDataRole.DisplayRole)
            return across.note is not None and width_of(font, note) > across.note.width()
        room = option.rect.width() - GAP
        if (box := across.words.get(LogColumn(index.column()))) is not None:
            return width_of(font, index.data(WHOLE)) > box.width()
        if index.column() == LogColumn.VERDICT:
            fits = verdict_width(option.font, index.data(Qt.ItemDataRole.DisplayRole)) <= room
            return bool(index.data(PAST)) or not fits
        if index.column() == LogColumn.DICE:
            return dice_width(option.font, index.data(FACES)) > room + _room_before_dice(self._view, option, index)
        return width_of(font, index.data(Qt.ItemDataRole.DisplayRole)) > room

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = LineEdit(parent)
        editor.setAccessibleName("Name of the evening")
        editor.setPlaceholderText(index.data(DAY))
        editor.setMaxLength(LONGEST_NAME)
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(Qt.ItemDataRole.EditRole))

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(model.index(index.row(), index.column()), editor.text())

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Place the editor of an evening's name right of the triangle; details fill their row."""
        em, box = option.fontMetrics.height(), option.rect
        if index.data(KIND) == RowKind.HEADING:
            box = QRect(box.x() + em - 6, box.y(), min(box.width() - em, em * 24), box.height())
        editor.setGeometry(box)


def _room_after(view: QTableView, option: QStyleOptionViewItem, index: Index) -> float:
    """Return the width of the empty cells after what was rolled, with what is free of the target's."""
    room, font = 0.0, scaled(option.font, COMPACT)
    for column in (LogColumn.NET, LogColumn.TARGET, LogColumn.DICE):
        text, wide = index.sibling(index.row(), column).data(Qt.ItemDataRole.DisplayRole), view.columnWidth(column)
        if text and not view.isColumnHidden(column):
            taken = width_of(font, text) + BESIDE if column == LogColumn.TARGET else wide
            return max(0, room + wide - taken - _room_before_dice(view, option, index))
        room += wide
    return room


def _room_before_dice(view: QTableView, option: QStyleOptionViewItem, index: Index) -> float:
    """Return the width that many dice of damage take from the empty column of the target."""
    faces, own = index.sibling(index.row(), LogColumn.DICE).data(FACES), view.columnWidth(LogColumn.DICE)
    lacking = dice_width(option.font, faces) - (own - 2 * MARGIN)
    if lacking <= 0 or index.sibling(index.row(), LogColumn.TARGET).data(Qt.ItemDataRole.DisplayRole):
        return 0
    return min(lacking, max(0, view.columnWidth(LogColumn.TARGET) - GAP))
