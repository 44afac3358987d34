"""The contents of the players' window, laid out so that everything fits with the largest possible text."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QRect, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget
from typing_extensions import override

from gm_desk.core.players.players_view import NOTHING_SHOWN, PlayersView
from gm_desk.model.players.players_display import Pictures
from gm_desk.model.roster.portraits import Portraits
from gm_desk.ui.players.board_parts import (
    BoardPart,
    ClockPart,
    PicturePart,
    RollPart,
    RowPart,
    TextPart,
    TitlePart,
)
from gm_desk.ui.theme.theme import Theme, current_theme, theme_named

LONGEST_FADE = 150
"""In milliseconds."""
WIDE = 1.15
"""The ratio of width to height from which the picture and the roll are placed beside the turn order."""
ORDER = 0.585
"""The share of the width for the order."""
ROWS = (2.8, 2.3, 1.9)
"""The heights of a row in units, the most spacious first."""
COLUMNS = {1: 1.0, 2: 0.6, 3: 0.45}
"""The possible numbers of columns, each with the share of the largest text below which it is used."""
SHORTENED = 0.7
"""The share of the largest text at which long names are shortened instead of reducing all text further."""
SMALLEST, STEP = 11.0, 0.96
LARGEST, LARGEST_ALONE = (21.0, 40.0), (15.0, 28.0)
"""The minimum height and width in units, which limit the text size, with a turn order and without one."""
PICTURE = 6.0
"""Minimum height of a picture, in units."""
MARGIN, GAP = 1.4, 0.8


class Fit(Struct, frozen=True):
    """The layout of the turn order: the unit in pixels, the height of a row in units, columns, and rows shown."""

    unit: float
    row: float
    columns: int
    shown: int


class BoardContents(Struct, frozen=True):
    """The parts of a board: title, rows, events and clocks of the turn order; beside it a roll and a picture."""

    title: Sequence[BoardPart] = ()
    rows: Sequence[RowPart] = ()
    below: Sequence[BoardPart] = ()
    roll: RollPart | None = None
    picture: PicturePart | None = None

    @property
    def order(self) -> bool:
        """Whether there is a turn order, or anything above or below it."""
        return bool(self.title or self.rows or self.below)

    @property
    def aside(self) -> bool:
        """Whether there is a roll or a picture."""
        return self.roll is not None or self.picture is not None

    def fit(self, room: QRect, *, beside: bool) -> Fit:
        """Return the layout with the largest text at which everything fits, or with as many rows as fit.

        With `beside`, roll and picture are beside the turn order.
        """
        order, aside = self.order, self.aside
        high, wide = LARGEST if order else LARGEST_ALONE
        largest = max(SMALLEST, min(room.height() / high, room.width() / wide))
        split = order and aside and beside
        width = room.width() * (ORDER if split else 1)
        narrow = beside and self.picture is not None
        right = room.width() * (1 - ORDER) - 2 * GAP * largest if split or narrow else room.width()
        unit = largest
        while unit > SMALLEST:
            for columns in self._columns(unit / largest):
                for row in ROWS:
                    tall = self._order_height(row, columns)
                    side = self._aside_height()
                    most = max(tall, side) if split or not order else tall + (side + GAP if aside else 0)
                    names = self._fits_width(unit, width / columns, right) or unit < largest * SHORTENED
                    if most * unit <= room.height() and names:
                        return Fit(unit, row, columns, len(self.rows))
            unit *= STEP
        return self._as_many_as_fit(room, split=split, aside=aside)

    def _columns(self, share: float) -> Sequence[int]:
        """Return the possible numbers of columns at a share of the largest text."""
        return tuple(columns for columns, most in COLUMNS.items() if share <= most)

    def _order_height(self, row: float, columns: int, rows: int | None = None) -> float:
        """Return the height of the order in units."""
        count = len(self.rows) if rows is None else rows
        more = TextPart.HEIGHT if count < len(self.rows) else 0
        below = sum(ClockPart.HEIGHT if isinstance(one, ClockPart) else TextPart.HEIGHT for one in self.below)
        return TitlePart.HEIGHT * len(self.title) + -(-count // columns) * row + more + below + (0.6 if below else 0)

    def _aside_height(self) -> float:
        """Return the least height of roll and picture in units."""
        roll = 0.0 if self.roll is None else self.roll.height_per_unit
        picture = 0.0 if self.picture is None else PICTURE
        return roll + picture + (GAP if roll and picture else 0)

    def _fits_width(self, unit: float, order: float, aside: float) -> bool:
        """Return whether no text is shortened."""
        left = [*self.title, *self.rows, *self.below]
        fits = all(part.natural_width * unit <= order for part in left)
        return fits and (self.roll is None or self.roll.natural_width * unit <= aside)

    def _as_many_as_fit(self, room: QRect, *, split: bool, aside: bool) -> Fit:
        """Return the layout with the smallest text, and as many rows as fit."""
        below = 0.0 if split or not aside else self._aside_height() + GAP
        columns = 3
        for count in range(len(self.rows), 0, -1):
            if (self._order_height(ROWS[-1], columns, count) + below) * SMALLEST <= room.height():
                return Fit(SMALLEST, ROWS[-1], columns, count)
        return Fit(SMALLEST, ROWS[-1], columns, min(1, len(self.rows)))

    def first_shown(self, count: int) -> int:
        """Return the first row shown, so that the acting one is visible."""
        acting = next((place for place, row in enumerate(self.rows) if row.row.acting or row.row.next), 0)
        return max(0, min(acting - count // 3, len(self.rows) - count))


class Board(QWidget):
    """The widget that shows a players' view; its parts are labels, so that assistive tools read them in order."""

    def __init__(
        self, portraits: Portraits, pictures: Pictures, theme: str = "", parent: QWidget | None = None
    ) -> None:
        """Create the widget empty, in the program's theme or a named one."""
        super().__init__(parent)
        self.setObjectName("playersBoard")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._portraits, self._pictures = portraits, pictures
        self.view: PlayersView = NOTHING_SHOWN
        self._contents = BoardContents()
        self._more: TextPart | None = None
        self._name = theme
        self._own: Theme | None = theme_named(theme) if theme else None
        self._fade = QVariantAnimation(self, duration=LONGEST_FADE)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.valueChanged.connect(self._glow)

    @property
    def theme(self) -> Theme:
        """The theme in which it is painted."""
        return self._own or current_theme()

    def choose_theme(self, name: str) -> None:
        """Use a theme by its name, or the program's with ""."""
        self._own = theme_named(name) if name else None
        self._repaint()

    def show_view(self, view: PlayersView) -> None:
        """Show another value."""
        before, self.view = self.view, view
        for part in self.parts:
            part.hide()
            part.setParent(None)
            part.deleteLater()
        shown = view.picture and not self._pictures.size(view.picture).isEmpty()
        self._contents = BoardContents(
            [TitlePart(view.scene, view.turn)] if view.scene else [],
            [RowPart(row, self._portraits) for row in view.rows],
            [*map(TextPart, view.events), *map(ClockPart, view.clocks)],
            None if view.roll is None else RollPart(view.roll),
            PicturePart(view.picture, view.caption, self._pictures) if shown else None,
        )
        self._more = None
        for part in self.parts:
            part.setParent(self)
        self._repaint()
        self._lay_out()
        if _acting(before) != _acting(view):
            self._begin_fade()

    @property
    def parts(self) -> list[BoardPart]:
        """The parts in reading order."""
        of = self._contents
        last = (self._more, of.roll, of.picture)
        return [*of.title, *of.rows, *of.below, *(one for one in last if one is not None)]

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._repaint()
            self._lay_out()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self.theme.ground))

    def _repaint(self) -> None:
        for part in self.parts:
            part.theme = self.theme
            part.update()
        self.update()

    def _begin_fade(self) -> None:
        """Fade in the mark of the acting row if animations are on."""
        milliseconds = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self)
        self._fade.stop()
        if milliseconds and self.isVisible():
            self._fade.setDuration(min(LONGEST_FADE, milliseconds))
            self._fade.start()

    def _glow(self, share: float) -> None:
        for row in self._contents.rows:
            if row.row.acting:
                row.glow = share
                row.update()

    def _lay_out(self) -> None:
        """Place all parts with the largest possible text."""
        if self.width() < 1 or self.height() < 1 or not self.parts:
            return
        order, aside = self._contents.order, self._contents.aside
        margin = round(min(self.width(), self.height()) / 27 * MARGIN)
        room = self.rect().adjusted(margin, round(margin * 0.7), -margin, -round(margin * 0.7))
        beside = room.width() > WIDE * room.height()
        fit = self._contents.fit(room, beside=beside)
        gap = round(fit.unit * GAP)
        if order and aside and beside:
            left = round(room.width() * ORDER)
            self._place_order(QRect(room.x(), room.y(), left, room.height()), fit)
            right = QRect(room.x() + left + 2 * gap, room.y(), room.width() - left - 2 * gap, room.height())
            self._place_aside(right, fit.unit)
        elif order:
            used = self._place_order(room, fit)
            if aside:
                self._place_aside(room.adjusted(0, used + gap, 0, 0), fit.unit)
        else:
            self._place_alone(room, fit.unit, beside=beside)
        for part in self.parts:
            part.update()

    def _place_order(self, room: QRect, fit: Fit) -> int:
        """Place title, order, events and clocks; return the height used."""
        unit, y = fit.unit, float(room.y())
        for part in self._contents.title:
            y = _put(part, room, y, TitlePart.HEIGHT * unit, unit)
        first = self._contents.first_shown(fit.shown)
        shown = self._contents.rows[first : first + fit.shown]
        for row in self._contents.rows:
            row.setVisible(row in shown)
        in_column = -(-len(shown) // fit.columns) if shown else 0
        wide = room.width() // fit.columns
        for place, row in enumerate(shown):
            column, line = divmod(place, in_column)
            box = QRect(room.x() + column * wide, room.y(), wide - (round(unit * 0.4) if fit.columns > 1 else 0), 1)
            _put(row, box, y + line * fit.row * unit, fit.row * unit, unit)
        y += in_column * fit.row * unit
        y = self._place_more(room, y, len(self._contents.rows) - len(shown), unit)
        if self._contents.below:
            y += 0.6 * unit
        for part in self._contents.below:
            high = ClockPart.HEIGHT if isinstance(part, ClockPart) else TextPart.HEIGHT
            y = _put(part, room, y, high * unit, unit)
        return round(y - room.y())

    def _place_more(self, room: QRect, y: float, more: int, unit: float) -> float:
        """Place the number of rows that do not fit, if any; return the bottom of it."""
        if self._more is not None:
            self._more.deleteLater()
            self._more = None
        if not more:
            return y
        self._more = TextPart(f"and {more} more", dim=True)
        self._more.theme = self.theme
        self._more.setParent(self)
        return _put(self._more, room, y, TextPart.HEIGHT * unit, unit)

    def _place_aside(self, room: QRect, unit: float) -> None:
        """Place the picture above the roll."""
        gap, y = round(unit * GAP), room.y()
        roll = (
            0 if self._contents.roll is None else min(room.height(), round(self._contents.roll.height_per_unit * unit))
        )
        if self._contents.picture is not None:
            most = room.height() - (roll + gap if roll else 0)
            box = self._picture_box(QRect(room.x(), y, room.width(), most))
            _put(self._contents.picture, box, box.y(), box.height(), unit)
            y += box.height() + gap
        if self._contents.roll is not None:
            _put(self._contents.roll, QRect(room.x(), y, room.width(), roll), y, roll, unit)

    def _place_alone(self, room: QRect, unit: float, *, beside: bool) -> None:
        """Place picture and roll without a turn order: large and centred."""
        if self._contents.picture is None or self._contents.roll is None:
            self._place_aside(self._middle(room, unit), unit)
        elif beside:
            gap, wide = round(unit * GAP * 2), round(room.width() * (1 - ORDER))
            box = self._picture_box(room.adjusted(0, 0, -wide - gap, 0))
            box.moveTop(room.y() + (room.height() - box.height()) // 2)
            _put(self._contents.picture, box, box.y(), box.height(), unit)
            roll = round(self._contents.roll.height_per_unit * unit)
            top = room.y() + max(0, room.height() - roll) // 2
            _put(self._contents.roll, QRect(room.right() - wide, top, wide, roll), top, min(roll, room.height()), unit)
        else:
            self._place_aside(room, unit)

    def _middle(self, room: QRect, unit: float) -> QRect:
        """Return the box of a picture or a roll that is alone."""
        if self._contents.roll is None:
            return room
        high = min(room.height(), round(self._contents.roll.height_per_unit * unit))
        wide = min(room.width(), round(max(24.0, self._contents.roll.natural_width) * unit))
        return QRect(room.x() + (room.width() - wide) // 2, room.y() + (room.height() - high) // 2, wide, high)

    def _picture_box(self, room: QRect) -> QRect:
        """Return the largest box for the picture within a rectangle that keeps its proportions."""
        size = self._pictures.size(self.view.picture)
        share = min(room.width() / max(1, size.width()), max(1, room.height()) / max(1, size.height()))
        wide, high = round(size.width() * share), max(1, round(size.height() * share))
        return QRect(room.x() + (room.width() - wide) // 2, room.y(), wide, high)


def _put(part: BoardPart, room: QRect, y: float, high: float, unit: float) -> float:
    """Place a part in the width of a rectangle; return its bottom."""
    part.unit = unit
    part.setGeometry(room.x(), round(y), room.width(), max(1, round(y + high) - round(y)))
    part.setVisible(True)
    return y + high


def _acting(view: PlayersView) -> tuple[str, list[str]]:
    """Return the acting rows."""
    return view.turn, [row.name for row in view.rows if row.acting]
