"""The list of the roster, and the health of a character as painted in its row."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QHeaderView, QMenu, QTableView, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import one_line, visible
from gm_desk.model.item_models import Index, Role
from gm_desk.model.roster.roster_model import RosterModel
from gm_desk.ui.card.lists import is_digit
from gm_desk.ui.theme.painting import LEFT, RIGHT, framed, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import SMALL, Theme, current_theme

BAR = 3
GAP = 6
HALF, QUARTER = 0.5, 0.25


def paint_vitals(painter: QPainter, box: QRectF, font: QFont, index: Index, theme: Theme) -> QRectF:
    """Paint a character's health bar and wounds, and return the box left for the text."""
    marks, left = index.data(Role.MARKS), index.data(Role.LEFT)
    if marks:
        small = scaled(font, SMALL)
        write(painter, box, marks, theme.minus, RIGHT, small)
        box = box.adjusted(0, 0, -width_of(small, marks) - GAP, 0)
    if left is not None:
        groove = QRectF(box.x(), box.bottom() - BAR - 2, box.width(), BAR)
        rounded(painter, groove, theme.groove, radius=BAR / 2)
        full = QRectF(groove.topLeft(), groove.size())
        full.setWidth(groove.width() * float(left))
        rounded(painter, full, bar_colour(float(left), theme), radius=BAR / 2)
    return box


def bar_colour(left: float, theme: Theme) -> str:
    """Return the colour of a health bar, given the fraction that is left."""
    return theme.well if left > HALF else theme.hurt if left > QUARTER else theme.bad


def struck(font: QFont, *, out: bool) -> QFont:
    """Return the font, struck out for a character who is out of action."""
    other = QFont(font)
    other.setStrikeOut(out)
    return other


MARGIN = 8
ROW_EMS, HEADING_EMS = 1.7, 1.6
TRIANGLE = 0.8
"""The width of a heading's triangle, in heights of the font."""
MOST_LINES = 3
MOST_CARRIED = 40
"""Maximum number of characters of a name while it is dragged."""
Flag = QItemSelectionModel.SelectionFlag


class RosterView(QTableView):
    """The list of groups and characters, with keys for rolling, searching skills, folding and renaming.

    It is a table because a list view measures each of its thousands of rows again whenever the filter changes. Several
    characters can be selected with Ctrl and Shift; a heading can only be current.
    """

    letters_typed = Signal(str)
    digit_typed = Signal(str)
    group_requested = Signal()
    fold_requested = Signal(str, bool)

    def __init__(self, model: RosterModel, parent: QWidget | None = None) -> None:
        """Create the view for a roster model."""
        super().__init__(parent)
        self.setObjectName("rosterView")
        self.setAccessibleName("Roster")
        self._roster_model = model
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setDragDropOverwriteMode(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setMouseTracking(True)
        self._heading_press: HeadingDrag | None = None
        self._of_a_character: QMenu | None = None
        self._of_a_group: QMenu | None = None
        self.viewport().setBackgroundRole(self.backgroundRole())  # as what is behind it, which is not painted
        model.modelReset.connect(self._fit)
        model.rowsInserted.connect(self._fit_inserted)
        model.dataChanged.connect(self._fit_changed)
        self._fit()

    def set_menus(self, of_a_character: QMenu, of_a_group: QMenu) -> None:
        """Set the context menus of characters and of headings."""
        self._of_a_character, self._of_a_group = of_a_character, of_a_group
        for menu, name in ((of_a_character, "Character"), (of_a_group, "Group")):
            menu.setAccessibleName(name)

    def context_menu(self) -> QMenu | None:
        """Return the context menu of the current group or the selected characters."""
        heading = self.currentIndex().data(Role.HEADING) and not self.selectedIndexes()
        return self._of_a_group if heading else self._of_a_character

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.context_menu()
        if menu is not None:
            menu.popup(event.globalPos())

    @override
    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Move to the next row, skipping the headings of unfolded groups."""
        last = self.model().rowCount() - 1
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: last}
        start = self.currentIndex()
        index = self.model().index(ends[action], 0) if action in ends else super().moveCursor(action, modifiers)
        step = 1 if index.row() > start.row() or action == QAbstractItemView.CursorAction.MoveHome else -1
        for direction in (step, -step):  # turn back if there is only a heading at the end
            stop = self._past_headings(index, direction)
            if stop.isValid():
                return stop
        return start

    def _past_headings(self, index: QModelIndex, step: int) -> QModelIndex:
        """Return the nearest row in one direction that is not a skipped heading."""
        while index.isValid() and index.data(Role.HEADING) and not index.data(Role.FOLDED):
            index = self.model().index(index.row() + step, 0)
        return index

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lower(self._roster_model.headings())
        self.scrollTo(self.currentIndex())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold the current group with Left and unfold it with Right; emit typed digits."""
        group, index = self._roster_model.group_of(self.currentIndex()), self.currentIndex()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and group is not None and event.key() == Qt.Key.Key_Left:
            self.fold_requested.emit(group, True)
        elif plain and group is not None and event.key() == Qt.Key.Key_Right and index.data(Role.FOLDED):
            self.fold_requested.emit(group, False)
        elif is_digit(event) and self.state() != QAbstractItemView.State.EditingState:
            self.digit_typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold a group when its triangle is pressed; elsewhere on a heading, prepare to drag it."""
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.data(Role.HEADING):
            super().mousePressEvent(event)
        elif event.position().x() < self.visualRect(index).left() + triangle_room(self.fontMetrics()):
            self.fold_requested.emit(self._roster_model.group_of(index), not index.data(Role.FOLDED))
        else:
            super().mousePressEvent(event)
            self._heading_press = HeadingDrag(index, event.position().toPoint())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._heading_press is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
        elif self._heading_press.is_dragged(event.position().toPoint()):
            press, self._heading_press = self._heading_press, None
            press.drag(self)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep the current character selected; if a click deselected it, make the nearest selected one current."""
        self._heading_press = None
        super().mouseReleaseEvent(event)
        current, chosen = self.currentIndex(), self.selectedIndexes()
        if not current.isValid() or current.data(Role.HEADING) or current in chosen:
            return
        near = min(chosen, key=lambda one: abs(one.row() - current.row()), default=current)
        self.selectionModel().setCurrentIndex(near, Flag.Select)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.data(Role.HEADING) and event.position().x() < triangle_room(self.fontMetrics()):
            self.mousePressEvent(event)
            return
        super().mouseDoubleClickEvent(event)
        if index.isValid() and index.data(Role.HEADING):
            self.group_requested.emit()

    @override
    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        if rows := sorted(self.selectedIndexes(), key=lambda one: one.row()):
            drag_rows(self, rows)

    @override
    def keyboardSearch(self, search: str) -> None:
        self.letters_typed.emit(search)

    def _fit(self) -> None:
        """Set the heights of the rows."""
        rows, tall = self.verticalHeader(), int(self.fontMetrics().height() * ROW_EMS)
        low = [row for row in range(rows.count()) if rows.sectionSize(row) != rows.defaultSectionSize()]
        rows.setDefaultSectionSize(tall)
        for row in low:  # row heights stay at their positions, whatever rows are there now
            rows.resizeSection(row, tall)
        self._lower(self._roster_model.headings())

    def _fit_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Set the heights of the headings among new rows."""
        self._lower([row for row in self._roster_model.headings() if first <= row <= last])

    def _fit_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        """Set the heights of renamed headings."""
        self._lower([row for row in self._roster_model.headings() if first.row() <= row <= last.row()])

    def _lower(self, headings: Iterable[int]) -> None:
        """Fit the height of headings to their names at the current width."""
        em, small = self.fontMetrics().height(), heading_font(self.font())
        for row in headings:
            index = self.model().index(row, 0)
            lines = heading_lines(index, small, heading_room(self))
            self.verticalHeader().resizeSection(row, int(em * (HEADING_EMS + max(1, len(lines)) - 1)))

    @override
    def rowsAboutToBeRemoved(self, parent: Index, start: int, end: int) -> None:
        """Clear the current row if it is removed: a filter must not choose another character."""
        if start <= self.currentIndex().row() <= end:
            self.selectionModel().clearCurrentIndex()
        super().rowsAboutToBeRemoved(parent, start, end)

    def hold(self, character_id: str) -> None:
        """Keep a row visible despite the filter while it is being edited."""
        self._roster_model.hold(character_id)

    def is_chosen(self, index: Index) -> bool:
        """Return whether a heading is current and nothing is selected, so that commands act on the group."""
        return index == self.currentIndex() and not self.selectedIndexes()


def heading_font(font: QFont) -> QFont:
    """Return the font of the headings."""
    small = scaled(font, SMALL)
    small.setLetterSpacing(small.SpacingType.AbsoluteSpacing, 0.6)
    return small


def heading_detail(index: Index, font: QFont, room: float) -> str:
    """Return the text after the name of a group, abbreviated if the name needs the space."""
    detail, brief = str(index.data(Role.DETAIL)), str(index.data(Role.BRIEF))
    name = width_of(font, visible(index.data(Role.NAME)).upper())
    return detail if name + width_of(font, detail) + GAP <= room else brief


def heading_room(view: QTableView) -> float:
    """Return the width of a heading beside its triangle, for its name and detail."""
    return view.viewport().width() - 2 * MARGIN - view.fontMetrics().height() * TRIANGLE


def heading_lines(index: Index, font: QFont, room: float) -> list[str]:
    """Return the lines of a group's name beside its detail; the last one holds all that is left."""
    name = visible(index.data(Role.NAME)).upper()
    left = max(1.0, room - width_of(font, heading_detail(index, font, room)) - GAP)
    layout, starts = QTextLayout(name, font), list[int]()
    layout.setTextOption(wrapping())
    layout.beginLayout()
    while len(starts) < MOST_LINES and (line := layout.createLine()).isValid():
        line.setLineWidth(left)
        starts.append(line.textStart())
    layout.endLayout()
    return [name[start:end].rstrip() for start, end in zip(starts, [*starts[1:], len(name)], strict=True)]


def wrapping() -> QTextOption:
    """Return how the name of a group wraps: between words, and within those that are too long for a line."""
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


class HeadingDrag:
    """A mouse press on a heading that may become a drag."""

    def __init__(self, index: QModelIndex, at: QPoint) -> None:
        """Record the heading and the position."""
        self._index = QPersistentModelIndex(index)
        self._at = at

    def is_dragged(self, to: QPoint) -> bool:
        """Return whether the mouse has moved far enough; the group of ungrouped characters cannot be moved."""
        far = (to - self._at).manhattanLength() >= QApplication.startDragDistance()
        return far and self._index.isValid() and bool(self._index.data(Role.ID))

    def drag(self, view: QTableView) -> None:
        """Run the drag until the group is dropped."""
        index = view.model().index(self._index.row(), 0)
        drag_rows(view, [index])


def drag_rows(view: QTableView, rows: Sequence[QModelIndex]) -> None:
    """Drag rows until they are dropped; their picture is below the pointer, so that the drop position stays visible."""
    em = view.fontMetrics().height()
    words = one_line(rows[0].data(Role.NAME), MOST_CARRIED) if len(rows) == 1 else f"{len(rows)} characters"
    drag = QDrag(view)
    drag.setMimeData(view.model().mimeData(rows))
    drag.setPixmap(drag_picture(view, words))
    drag.setHotSpot(QPoint(-em // 2, -int(em * ROW_EMS / 2) - em // 2))  # at most half a row from the indicator
    drag.exec(Qt.DropAction.MoveAction)


def drag_picture(view: QWidget, words: str) -> QPixmap:
    """Return the picture of the dragged rows."""
    em, ratio = view.fontMetrics().height(), view.devicePixelRatioF()
    box = QRectF(0, 0, width_of(view.font(), words) + 2 * em, em * 1.5)
    picture = QPixmap((box.size() * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter, theme = QPainter(picture), current_theme()
    framed(painter, box, theme, theme.raised, theme.line, focus=False)
    write(painter, box.adjusted(em, 0, -em / 2, 0), words, theme.text, LEFT, view.font())
    painter.end()
    return picture


def triangle_room(metrics: QFontMetrics) -> int:
    """Return the width of the area for a heading's triangle, which also reacts to clicks."""
    return MARGIN + metrics.height()
