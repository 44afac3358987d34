"""The list of a scene: the turn order with health and conditions, markers, who is out, and clocks."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAction, QContextMenuEvent, QFont, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.wording.phrases import visible
from gm_desk.model.item_models import Index, Role
from gm_desk.model.scene.row import SceneRow
from gm_desk.model.scene.scene_model import SceneModel
from gm_desk.ui.card.lists import NO_ICON, is_digit
from gm_desk.ui.roster.roster_view import BAR, struck
from gm_desk.ui.scene.row_parts import paint_health, paint_line, paint_segments, shared_pills, whole_parts
from gm_desk.ui.theme.painting import (
    CENTRE,
    LEFT,
    PARTS,
    RIGHT,
    Recordings,
    framed,
    rounded,
    row_states,
    scaled,
    width_of,
    write,
)
from gm_desk.ui.theme.theme import GAP, HALF, LEAD, SMALL, TIGHT, Theme, current_theme

ROW_EMS, LOW_EMS = 2.1, 1.6
TALL = {"fighter", "extra"}
"""The kinds of rows that are taller than the others."""
COUNT_EMS = 2.0
CLOCK_ROOM = 0.4
"""The share of a clock's row for its bar."""
NAME_ROOM, NAME_EMS = 0.5, 4.0
"""Minimum room for a name before conditions and text like *hidden*: as a share, and in heights of the font."""
MOST_KEPT, PILL_EMS = 0.65, 2.4
"""Maximum that is kept of a row for the name and the wounds beside conditions, as a share; and the minimum width of a
condition before others are only counted, in heights of the font."""
DIAMOND = "◆"
Flag = QItemSelectionModel.SelectionFlag


class SceneDelegate(QStyledItemDelegate):
    """A delegate that paints the rows of a scene."""

    def __init__(self, model: SceneModel, parent: QWidget) -> None:
        """Create the delegate for the model of a scene."""
        super().__init__(parent)
        self._model = model
        self._painted = Recordings()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row, em = self._model.row(index), option.fontMetrics.height()
        tall = ROW_EMS if row is not None and row.kind in TALL else LOW_EMS
        return QSize(em * 6, int(em * tall))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, states = index.data(Role.ROW), row_states(option)
        self._painted.paint(painter, option, (row, states), partial(self._paint_row, option, row, states))

    def _paint_row(
        self,
        option: QStyleOptionViewItem,
        row: SceneRow,
        states: tuple[bool, bool, bool],
        painter: QPainter,
        room: QRectF,
    ) -> None:
        """Paint a row that is selected, under the mouse or focused, or nothing of this."""
        theme, box = current_theme(), room.adjusted(0, 1, 0, -1)
        chosen, over, focus = states
        if chosen or row.acting or focus or (over and row.kind != "heading"):
            fill = theme.chosen if row.acting or chosen else theme.raised if over else None
            line = theme.accent if row.acting else theme.chosen_line if chosen else None
            framed(painter, box, theme, fill, line, focus=focus)
        inner = box.adjusted(GAP, 0, -GAP, 0)
        if row.kind == "heading":
            self._heading(painter, option, row, inner, theme)
        elif row.kind == "clock":
            self._clock(painter, option, row, inner, theme)
        else:
            self._fighter(painter, option, row, inner, theme)

    def _heading(
        self, painter: QPainter, option: QStyleOptionViewItem, row: SceneRow, box: QRectF, theme: Theme
    ) -> None:
        small = scaled(option.font, SMALL)
        small.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        low = box.adjusted(0, TIGHT, 0, 0)
        write(painter, low, row.name.upper(), theme.dim, LEFT, small)
        write(painter, low, row.count, theme.dim, RIGHT, small)

    def _clock(self, painter: QPainter, option: QStyleOptionViewItem, row: SceneRow, box: QRectF, theme: Theme) -> None:
        filled, size = (row.filled, row.size) if row.size else (0, 1)
        small, count = scaled(option.font, SMALL), row.count
        room = width_of(small, count) + GAP
        wide = box.width() * CLOCK_ROOM - room
        taken, name = box.width() * CLOCK_ROOM, visible(row.name)
        if wide < option.fontMetrics.height():
            taken = min(room, max(box.width() / 2, box.width() - width_of(option.font, name) - 2 * GAP))
            paint_line(painter, box, filled / size, theme.stress, theme)
            box = box.adjusted(0, 0, 0, -BAR)
        else:
            place = box.adjusted(box.width() - wide - room, 0, -room, 0)
            paint_segments(painter, place, option.fontMetrics.height() * 0.5, (filled, size), theme)
        write(painter, box.adjusted(box.width() - taken, 0, 0, 0), count, theme.dim, RIGHT, small)
        write(painter, box.adjusted(0, 0, -taken - GAP, 0), name, theme.text, LEFT, option.font)

    def _fighter(
        self, painter: QPainter, option: QStyleOptionViewItem, row: SceneRow, box: QRectF, theme: Theme
    ) -> None:
        """Paint a fighter, an extra action or a marker, each with its count."""
        em, dim = option.fontMetrics.height(), row.dim
        acting, marker = row.acting, row.kind == "marker"
        count = DIAMOND if marker and not row.count else row.count
        ink = theme.warning if marker else theme.accent if acting else theme.dim
        room = em * (COUNT_EMS if count else 0.2)
        counted = QRectF(box.x(), box.y(), room - TIGHT, box.height())
        size = SMALL if count[2:] else LEAD  # three digits, in the first printing of the first edition, are smaller
        write(painter, counted, count, ink, RIGHT, scaled(option.font, size, bold=not marker))
        words = box.adjusted(room + TIGHT, 0, 0, 0)
        words = paint_health(painter, row, words, theme)
        font = struck(scaled(option.font, SMALL if marker else 1.0, bold=acting), out=row.struck)
        name, small = visible(row.name), scaled(option.font, SMALL)
        kept = min(whole := width_of(font, name), em * NAME_EMS)
        shorter = (row.tail, row.tail.partition(PARTS)[0])  # the action points, where they are counted
        tails = [width_of(small, text) + TIGHT if text else 0 for text in shorter]
        least = len(row.pills) * (em * PILL_EMS + TIGHT)
        beside = next((wide for wide in tails if words.width() - kept - wide >= least), tails[-1])
        kept = max(kept, min(whole, words.width() * NAME_ROOM - beside))
        words = self._pills(painter, option, row, words, theme, kept + beside)
        words = self._marks(painter, option, row, words, theme, kept)
        ink, part = theme.dim if dim or marker else theme.text, Qt.TextElideMode
        tail = whole_parts(small, row.tail, words.width() - kept - TIGHT)
        beside = width_of(small, tail) + TIGHT if tail else 0
        room = min(max(words.width() - beside, words.width() * NAME_ROOM, kept), words.width(), whole)
        named = words.adjusted(0, 0, room - words.width(), 0)
        write(painter, named, name, ink, LEFT, font, elide=part.ElideRight if marker else part.ElideMiddle)
        if tail and (rest := words.adjusted(room + TIGHT, 0, 0, 0)).width() > em:
            write(painter, rest, tail, theme.dim, LEFT, small)

    def _pills(
        self, painter: QPainter, option: QStyleOptionViewItem, row: SceneRow, box: QRectF, theme: Theme, kept: float
    ) -> QRectF:
        """Paint conditions from the right, as many as fit beside `kept` for the name and the modifier of wounds.

        Their words are shortened first; the rest are counted.
        """
        pills, small = row.pills, scaled(option.font, SMALL)
        hindered = width_of(small, _modifier(row)) + TIGHT if row.marks and not row.struck else 0
        right, narrow = box.right(), option.fontMetrics.height() * PILL_EMS
        most = max(box.width() * MOST_KEPT, box.width() - len(pills) * (narrow + TIGHT))
        shown = shared_pills(small, pills, box.width() - min(kept + hindered + TIGHT, most), narrow)
        ink = theme.dim if row.dim else theme.warning
        if len(shown) < len(pills):
            more = f"+{len(pills) - len(shown)}"  # at the end, and not beside the modifier of wounds
            wide = width_of(small, more)
            write(painter, QRectF(right - wide, box.y(), wide, box.height()), more, theme.warning, RIGHT, small)
            right -= wide + TIGHT
        for text, wide in shown:
            tall = option.fontMetrics.height() * 1.15
            pill = QRectF(right - wide, box.center().y() - tall / 2, wide, tall)
            rounded(painter, pill, None, ink, tall / 2)
            middle = Qt.TextElideMode.ElideMiddle  # what is left of a condition stands at its end
            write(painter, pill.adjusted(HALF, 0, -HALF, 0), text, ink, CENTRE, small, elide=middle)
            right -= wide + TIGHT
        return box.adjusted(0, 0, right - box.right(), 0)

    def _marks(
        self, painter: QPainter, option: QStyleOptionViewItem, row: SceneRow, box: QRectF, theme: Theme, kept: float
    ) -> QRectF:
        """Paint the wounds with their modifier, or the modifier alone if the name needs the room."""
        marks, small = row.marks, scaled(option.font, SMALL)
        if not marks or row.struck:
            return box
        if width_of(small, marks) + TIGHT > box.width() - kept:
            marks = _modifier(row)
        write(painter, box, marks, theme.minus, RIGHT, small)
        return box.adjusted(0, 0, -width_of(small, marks) - TIGHT, 0)


def _modifier(row: SceneRow) -> str:
    """Return the modifier of a row's wounds without their dots."""
    return row.marks.rpartition(" ")[2]


class SceneView(QListView):
    """The list of a scene; `chosen` carries the ids of the selected characters, the current one first.

    Letters, digits and steps of the net are emitted, `step_requested` carries a clock and a number of segments, and
    `opened` a row that was double-clicked, or a row without a character on which Enter was pressed.
    """

    letters_typed = Signal(str)
    digit_typed = Signal(str)
    chosen = Signal(list)
    step_requested = Signal(str, int)
    net_stepped = Signal(int)

    def __init__(self, model: SceneModel, parent: QWidget | None = None) -> None:
        """Create the view for a scene."""
        super().__init__(parent)
        self.setObjectName("sceneView")
        self.setAccessibleName("Scene")
        self._scene_model = model
        self._following = self._unsettled = False
        self._known: set[str] = set()
        self.setModel(model)
        model.refreshed.connect(self._keep_chosen)
        self.setItemDelegate(SceneDelegate(model, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setIconSize(NO_ICON)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.of_clocks: Sequence[QAction] = ()
        self.of_markers: Sequence[QAction] = ()
        self.is_available: Callable[[QAction], bool] | None = None
        self._menu = QMenu(self)
        self.setMouseTracking(True)
        self.viewport().setBackgroundRole(self.backgroundRole())  # as what is behind it, which is not painted
        self.selectionModel().selectionChanged.connect(self._emit_chosen)
        self.clicked.connect(self._emit_chosen)  # all of a team, whose row is already selected if one of them is

    def ids(self) -> list[str]:
        """Return the ids of the selected characters, the current row's first."""
        rows = sorted(self.selectedIndexes(), key=lambda one: (one != self.currentIndex(), one.row()))
        found = (one for row in rows for one in row.data(Role.IDS) or ())
        return list(dict.fromkeys(found))

    def show_chosen(self, ids: list[str]) -> None:
        """Select the rows of some characters without emitting `chosen`."""
        self._known = {*ids}
        if set(ids) == set(self.ids()):
            return
        chosen = QItemSelection()
        rows = [index for index in map(self._scene_model.index_of, ids) if index.isValid()]
        for index in rows:
            chosen.select(index, index)
        self._following = True
        try:
            self.selectionModel().select(chosen, Flag.ClearAndSelect)
            if rows and self.currentIndex() not in rows:
                self.selectionModel().setCurrentIndex(rows[0], Flag.NoUpdate)
            if rows:
                self._bring_into_view(rows[0])
        finally:
            self._following = False

    def _bring_into_view(self, index: QModelIndex) -> None:
        """Scroll if a row, or the one after it, is out of view, so that whoever is next is visible, too."""
        room, row = self.viewport().rect(), self.visualRect(index)
        if row.top() < room.top() or row.bottom() + row.height() > room.bottom():
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - row.height())  # and whoever has acted just before

    def clock(self) -> str:
        """Return the id of the clock in the current row, or ""."""
        row = self._scene_model.row(self.currentIndex())
        return str(row.key[1]) if row is not None and row.kind == "clock" and isinstance(row.key, tuple) else ""

    def marker(self) -> str:
        """Return the id of the marker in the current row, or ""."""
        row = self._scene_model.row(self.currentIndex())
        return str(row.key[1]) if row is not None and row.kind == "marker" and isinstance(row.key, tuple) else ""

    @override
    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = ()) -> None:
        """Repaint the rows; their heights do not change, so that only assistive tools need more than that."""
        if QAccessible.isActive():
            super().dataChanged(topLeft, bottomRight, roles)
        else:
            self.viewport().update(self.visualRect(topLeft).united(self.visualRect(bottomRight)))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step the current clock, or else the net, with + and −; emit typed digits; leave Enter to the window."""
        clock = self.clock()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.ignore()
        elif event.text() in {"+", "-"}:
            step = 1 if event.text() == "+" else -1
            self.step_requested.emit(clock, step) if clock else self.net_stepped.emit(step)
        elif is_digit(event):
            self.digit_typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        self.letters_typed.emit(search)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the current row, which is that of a clock, a marker or a fighter.

        Unavailable actions are left out; their keys still report the reason.
        """
        row = self._scene_model.row(self.currentIndex())
        kind = "" if row is None else row.kind
        offered = {"clock": self.of_clocks, "marker": self.of_markers}.get(kind, self.actions())
        for action in self._menu.actions():
            self._menu.removeAction(action)  # clear() would invalidate the actions of submenus for Python
        self._menu.addActions([one for one in offered if self.is_available is None or self.is_available(one)])
        self._menu.setAccessibleName("" if row is None else row.name)
        self._menu.popup(event.globalPos())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Fill a segment of a clock when its bar is clicked, or clear one with Shift."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or index.data(Role.KIND) != "clock":
            return
        if event.position().x() > self.visualRect(index).right() - self.viewport().width() * CLOCK_ROOM:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step_requested.emit(self.clock(), -1 if back else 1)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.scheduleDelayedItemsLayout()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    @override
    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Move to the next row that is not a heading."""
        start, index = self.currentIndex(), super().moveCursor(action, modifiers)
        step = 1 if index.row() >= start.row() else -1
        while index.isValid() and index.data(Role.HEADING):
            index = self.model().index(index.row() + step, 0)
        return index if index.isValid() else start

    def _emit_chosen(self) -> None:
        if self._scene_model.refreshing:  # until all rows are there again
            self._unsettled = True
            return
        ids = self.ids()
        if ids and {*ids} != self._known and not self._following:  # Qt also signals rows that come beside it
            self._known = {*ids}
            self.chosen.emit(ids)

    def _keep_chosen(self) -> None:
        """Select all rows of the selected characters, which may be new, unless a clock or a marker is selected.

        If some of them are gone, emit who is selected now.
        """
        unsettled, self._unsettled = self._unsettled, False
        others = any(not index.data(Role.IDS) for index in self.selectedIndexes())
        missing = self._known - {*self.ids()}
        if not others and any(self._scene_model.index_of(one).isValid() for one in missing):
            self.show_chosen([*self._known])
        elif unsettled:
            self._emit_chosen()
