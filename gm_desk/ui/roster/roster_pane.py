"""The roster pane: a filter, the list of groups and characters, and a page for an empty roster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStackedWidget, QStyleOptionViewItem, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import valid_name
from gm_desk.core.wording.phrases import visible
from gm_desk.model.item_models import Index, Role
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.roster_model import RosterModel
from gm_desk.model.roster.roster_rows import colour_of
from gm_desk.ui.roster.roster_view import (
    BAR,
    GAP,
    MARGIN,
    TRIANGLE,
    Flag,
    RosterView,
    heading_detail,
    heading_font,
    heading_lines,
    heading_room,
    paint_vitals,
    struck,
)
from gm_desk.ui.theme.painting import (
    CENTRE,
    LEFT,
    RIGHT,
    fold_mark,
    framed,
    paint_avatar,
    paint_portrait,
    rounded,
    row_states,
    scaled,
    width_of,
    write,
)
from gm_desk.ui.theme.theme import SMALL, TINY, Theme, current_theme, paint_icon
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.fields import FieldDelegate
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.widgets.scrolling import join
from gm_desk.ui.widgets.text_input import LineEdit

if TYPE_CHECKING:
    from gm_desk.model.roster.portraits import LatePortraits
    from gm_desk.ui.roster.empty_roster import EmptyRoster

AVATAR, PILLS, ICON = 1.3, 4.4, 1.2
"""The side of an avatar, the least room for conditions, and for their icon alone, in heights of the font."""
NAME_ROOM = 0.55
"""The share of a row that its name keeps before conditions shrink to their icon."""

CONDITION = "condition"
"""The icon of conditions."""
PILL_PAD, BETWEEN, LEAST_PILL = 5, 4, 4
"""The padding of a pill and the gap after it, in pixels; the least room for icon and pill, in heights of the font."""


def fitting(font: QFont, pills: Sequence[str], room: float) -> list[str]:
    """Return the pills that fit, followed by the number of the others ("+2"); if necessary, the first one is elided."""
    for shown in range(len(pills), 0, -1):
        texts = [*pills[:shown], *([f"+{len(pills) - shown}"] if shown < len(pills) else [])]
        if sum(pill_width(font, text) + BETWEEN for text in texts) <= room or shown == 1:
            return texts
    return []


def pill_width(font: QFont, text: str) -> float:
    """Return the width of a pill."""
    return width_of(font, text) + 2 * PILL_PAD


def paint_conditions(painter: QPainter, box: QRectF, font: QFont, pills: Sequence[str], theme: Theme) -> QRectF:
    """Paint conditions at the left of a line, only their icon if there is little room; return the remaining box."""
    side, small = box.height(), scaled(font, TINY)
    if not pills or box.width() < side:
        return box
    paint_icon(painter, CONDITION, QRectF(box.x(), box.y() + side * 0.1, side * 0.8, side * 0.8), theme.warning)
    left = box.x() + side * 0.8 + BETWEEN
    for text in [] if box.width() < side * LEAST_PILL else fitting(small, pills, box.right() - left):
        width = min(pill_width(small, text), box.right() - left)
        if width <= 2 * PILL_PAD:
            break
        pill = QRectF(left, box.y(), width, side)
        rounded(painter, pill, theme.raised, theme.line, side / 2)
        write(painter, pill.adjusted(PILL_PAD, 0, -PILL_PAD, 0), text, theme.text, CENTRE, small)
        left += width + BETWEEN
    return QRectF(left + BETWEEN, box.y(), max(0.0, box.right() - left - BETWEEN), box.height())


class RosterDelegate(FieldDelegate):
    """A delegate that paints a group's heading, or a character with portrait, name and concept."""

    def __init__(self, document: RosterDocument, portraits: "LatePortraits", view: RosterView) -> None:
        """Create the delegate for a view."""
        super().__init__(document, valid_name, view)
        self._portraits = portraits
        self._view = view

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        box = QRectF(option.rect).adjusted(0, 1, 0, -1)
        theme, heading = current_theme(), index.data(Role.HEADING)
        chosen, over, focus = row_states(option)
        chosen = self._view.is_chosen(index) if heading else chosen
        if chosen or over or focus:
            fill, line = (
                theme.chosen if chosen else theme.raised if over else None,
                theme.chosen_line if chosen else None,
            )
            framed(painter, box, theme, fill, line, focus=focus)
        inner = box.adjusted(7, 0, -7, 0)
        (self._heading if heading else self._character)(painter, option, index, inner)
        painter.restore()

    def _heading(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        small, dim = heading_font(option.font), current_theme().dim
        room = heading_room(self._view)
        detail, colour = heading_detail(index, small, room), index.data(Role.COLOUR)
        em, lines = option.fontMetrics.height(), heading_lines(index, small, room)
        middle = box.top() + em * TRIANGLE if len(lines) > 1 else box.center().y() + 2
        fold_mark(painter, QPointF(box.x() + em * 0.3, middle), em, folded=index.data(Role.FOLDED))
        if QColor.isValidColorName(colour):
            rounded(painter, QRectF(box.x() - 6, middle - em * 0.45, 4, em * 0.9), colour, radius=2)
        write(painter, box.adjusted(0, 4, 0, 0), detail, dim, RIGHT, small)
        named = box.adjusted(em * TRIANGLE, 4, -width_of(small, detail) - GAP, 0)
        tall = QFontMetricsF(small).lineSpacing()
        named.setTop(named.center().y() - tall * len(lines) / 2)
        for place, line in enumerate(lines):
            write(painter, QRectF(named.x(), named.y() + place * tall, named.width(), tall), line, dim, LEFT, small)

    def _character(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        theme, em = current_theme(), option.fontMetrics.height()
        side = em * AVATAR
        avatar = QRectF(box.x(), box.center().y() - side / 2, side, side)
        ratio = self._view.devicePixelRatioF()
        kept = index.data(Role.PORTRAIT)
        portrait = self._portraits().pixmap(kept, int(side), ratio) if kept else None
        if portrait is None:
            initials, colour = index.data(Role.INITIALS), colour_of(index.data(Role.HUE))
            paint_avatar(painter, avatar, theme, initials, colour, option.font)
        else:
            paint_portrait(painter, avatar, theme, portrait)
        words = paint_vitals(painter, box.adjusted(side + 8, 0, 0, 0), option.font, index, theme)
        words.setBottom(words.bottom() - 2 * BAR)
        detail, out, pills = index.data(Role.DETAIL), index.data(Role.OUT), index.data(Role.CONDITIONS)
        ink, font = theme.dim if out else theme.text, struck(option.font, out=out)
        text, room = visible(index.data(Role.NAME)), words.width() - (em * PILLS if pills else 0)
        if pills and room < min(width_of(font, text), words.width() * NAME_ROOM):
            room = words.width() - em * ICON - GAP
        elided = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        write(painter, words, elided, ink, LEFT, font)
        rest = words.adjusted(width_of(font, elided) + GAP, 0, 0, 0)
        if pills:
            line = QRectF(rest.x(), rest.center().y() - em / 2, rest.width(), em)
            rest = paint_conditions(painter, line, option.font, pills, theme)
        if rest.width() > em * 2:
            write(painter, rest, detail, theme.dim, LEFT, scaled(option.font, SMALL))

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        self._view.hold(index.data(Role.ID))
        return super().createEditor(parent, option, index)

    @override
    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        super().destroyEditor(editor, index)
        self._view.hold("")

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        left = 0 if index.data(Role.HEADING) else int(option.fontMetrics.height() * AVATAR) + 12
        height = min(option.rect.height(), editor.sizeHint().height())
        top = option.rect.center().y() - height // 2
        editor.setGeometry(option.rect.x() + left, top, option.rect.width() - left, height)


class RosterPane(QWidget):
    """The roster with its filter; `selected` carries the current character, `selection_changed` all selected ones."""

    selected = Signal(str)
    selection_changed = Signal(list)
    action_requested = Signal(str)

    def __init__(
        self,
        document: RosterDocument,
        portraits: "LatePortraits",
        parent: QWidget | None = None,
        *,
        first: bool = False,
    ) -> None:
        """Create the pane for a document; with `first`, no roster was ever open."""
        super().__init__(parent)
        self.setObjectName("rosterPane")
        self._first = first
        self._document = document
        self._stand_ins: tuple[str, ...] = ()
        self.model = RosterModel(document, self)
        self.view = RosterView(self.model)
        self.view.setItemDelegate(RosterDelegate(document, portraits, self.view))
        self.filter = LineEdit()
        self.filter.setObjectName("rosterFilter")
        self.filter.setPlaceholderText("Filter roster")
        self.filter.setAccessibleName("Filter roster")
        set_tip(self.filter, "Show only characters with these words in their name, concept or group", "roster.filter")
        self.filter.setClearButtonEnabled(True)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._nobody = dim_label("Nobody matches the filter.")
        self._nobody.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._nobody.setWordWrap(True)
        self._stack.addWidget(self._nobody)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN + 2, MARGIN - 4, 0)
        column.setSpacing(MARGIN)
        column.addWidget(self.filter)
        column.addWidget(self._stack, 1)
        self._wanted = ""
        self._chosen: list[str] = []
        self.filter.textChanged.connect(self.model.set_filter)
        self.filter.returnPressed.connect(self._go_to_found)
        rows = self.model
        for changed in (rows.modelReset, rows.rowsInserted, rows.rowsRemoved, rows.rowsMoved, rows.layoutChanged):
            changed.connect(self._settle)
        self.view.selectionModel().currentChanged.connect(self._emit_selected)
        self.view.selectionModel().selectionChanged.connect(self._emit_selection)
        self.view.group_requested.connect(self.select_group)
        self.view.fold_requested.connect(self._fold)
        document.opened.connect(self._show_whom_there_is)

    @cached_property
    def empty(self) -> "EmptyRoster":
        """The page shown for an empty roster."""
        from gm_desk.ui.roster.empty_roster import EmptyRoster

        made = EmptyRoster(self._document, first=self._first)
        made.action_requested.connect(self.action_requested)
        self._stack.addWidget(made)
        join(made, self.view)
        return made

    def select(self, character_id: str) -> None:
        """Select only one character; if it is folded away, make its group's heading current."""
        self._wanted = character_id
        self._select(character_id, Flag.ClearAndSelect)

    def _select(self, character_id: str, how: Flag) -> None:
        """Make a character current, or its heading if the group is folded."""
        index = self.model.index_of(character_id)
        if not index.isValid():
            index = self.model.heading_over(character_id)
        if index.isValid() and (index != self.view.currentIndex() or self.view.selectedIndexes() != [index]):
            self.view.selectionModel().setCurrentIndex(index, how)
        self.view.scrollTo(index)

    @property
    def document(self) -> RosterDocument:
        """The document with the roster."""
        return self._document

    @property
    def is_named(self) -> bool:
        """Whether a command is running for somebody who was named, whoever is selected."""
        return bool(self._stand_ins)

    @contextmanager
    def standing_in(self, *ids: str) -> Iterator[None]:
        """Let characters count as the selected ones while a command runs for them by name."""
        before, self._stand_ins = self._stand_ins, ids
        try:
            yield
        finally:
            self._stand_ins = before

    def selected_ids(self) -> list[str]:
        """Return the ids of the selected characters, from top to bottom, or of those who stand in for them."""
        return list(self._stand_ins) or self._selected()

    def _selected(self) -> list[str]:
        return [index.data(Role.ID) for index in sorted(self.view.selectedIndexes(), key=lambda one: one.row())]

    def select_several(self, ids: Sequence[str]) -> None:
        """Select the visible ones of some characters; keep the current one if it is among them."""
        rows = [index for index in map(self.model.index_of, ids) if index.isValid()]
        if not rows:
            return
        chosen = QItemSelection()
        for index in rows:
            chosen.select(index, index)
        if self.view.currentIndex() not in rows:
            self.view.selectionModel().setCurrentIndex(rows[0], Flag.NoUpdate)
        self.view.selectionModel().select(chosen, Flag.ClearAndSelect)

    def select_all(self) -> None:
        """Select all visible characters."""
        self.select_several(self.model.characters())

    def select_group(self) -> None:
        """Select the members of the current group, or of the current character's group."""
        self.select_several(self.model.members(self.view.currentIndex()))

    def reveal(self, character_id: str) -> None:
        """Select a character; clear the filter and unfold its group if they hide it."""
        if self._document.character(character_id) and not self.model.index_of(character_id).isValid():
            self.filter.clear()
        if self.model.heading_over(character_id).isValid():
            self.model.folds.unfold_over(character_id)
        self.select(character_id)

    def take_focus(self) -> None:
        """Focus the list, or the first button if the roster is empty."""
        bare = self._stack.currentWidget() not in {self.view, self._nobody}
        target = self.empty.first if bare and self.empty.isVisible() else self.view
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go_to_found(self) -> None:
        """Focus the list, and select a character that the filter has found if none is selected."""
        found, current = self.model.characters(), self.current()[0]
        if found and not self.selected_ids():
            self.select(current if current in found else found[0])
        self.view.setFocus()

    def current(self) -> tuple[str, bool]:
        """Return the id of the current row, and whether it is a group."""
        index = self.view.currentIndex()
        return (index.data(Role.ID), index.data(Role.HEADING)) if index.isValid() else ("", False)

    def _emit_selected(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._wanted = current.data(Role.ID)
            if not current.data(Role.HEADING):
                self.selected.emit(self._wanted)

    def _fold(self, group_id: str, folded: bool) -> None:
        self.model.folds.fold(group_id, folded=folded)

    def _emit_selection(self) -> None:
        chosen = self._selected()
        if chosen != self._chosen:
            self._chosen = chosen
            self.selection_changed.emit(chosen)

    def _settle(self) -> None:
        """Select characters again that have become visible, and show the right page."""
        self._show_whom_there_is()
        if self._wanted and not self.view.currentIndex().isValid():
            self._select(self._wanted, Flag.Select)
        self.view.scrollTo(self.view.currentIndex())
        self._emit_selection()

    def _show_whom_there_is(self) -> None:
        """Show the characters, or the page for an empty roster."""
        empty = not self._document.roster.characters and not self._document.roster.groups
        self._stack.setCurrentWidget(self.empty if empty else self.view if self.model.rowCount() else self._nobody)
