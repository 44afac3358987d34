"""Imported characters: the preview of a card, the list with ticks, and adding them to the roster."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextEdit,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.characters.roster import Character, name_or_count
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import visible
from gm_desk.model.card.card_text import CardLine, card_lines, head_of
from gm_desk.model.exchange.arrivals import Destination, add_all, suiting
from gm_desk.model.exchange.paste import all_systems
from gm_desk.model.files.session import Session
from gm_desk.model.item_models import Index, Role
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.ui.theme.painting import LEFT, rounded, scaled, write
from gm_desk.ui.theme.theme import SMALL, current_theme
from gm_desk.ui.window.main_window import MainWindow

NAME = 1.35
GAP = 0.45
"""The space above a section, in heights of the font."""


class CardText(QTextEdit):
    """A character's card as read-only text that can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName("Preview of the card")

    def show_card(self, character: Character | None, system: System, doubts: Sequence[str] = ()) -> None:
        """Show a character as it would be added, with doubts at the top; None clears the view."""
        self.clear()
        if character is None:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        self._write(cursor, visible(character.name), size=NAME, bold=True)
        head = head_of(character)
        if head:
            self._line(cursor, head, dim=True)
        for doubt in doubts:
            self._line(cursor, f"▲ {doubt}", colour=current_theme().warning, above=GAP)
        for line in card_lines(character, system):
            self._section(cursor, line)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _section(self, cursor: QTextCursor, line: CardLine) -> None:
        self._line(cursor, line.name, dim=True, size=SMALL, bold=True, above=GAP)
        for words in line.says.splitlines():
            self._line(cursor, words)

    def _line(
        self,
        cursor: QTextCursor,
        text: str,
        *,
        dim: bool = False,
        colour: str = "",
        size: float = 1.0,
        bold: bool = False,
        above: float = 0.0,
    ) -> None:
        """Append a line."""
        form = QTextBlockFormat()
        form.setTopMargin(above * self.fontMetrics().height())
        cursor.insertBlock(form)
        self._write(cursor, text, colour=colour or (current_theme().dim if dim else ""), size=size, bold=bold)

    def _write(
        self, cursor: QTextCursor, text: str, *, colour: str = "", size: float = 1.0, bold: bool = False
    ) -> None:
        form = QTextCharFormat()
        form.setForeground(QColor(colour or current_theme().text))
        form.setFontPointSize(self.font().pointSizeF() * size)
        form.setFontWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        cursor.insertText(text, form)


ROW = 2.6
BOX = 0.85
"""In heights of the font."""
MARK = ((-0.28, 0.02), (-0.08, 0.24), (0.3, -0.24))
"""The points of a tick, relative to the middle of its box, in widths of the box."""
TICK = Qt.ItemDataRole.CheckStateRole


class ArrivalList(QListView):
    """The list of imported characters; Space toggles a tick. `chosen` is emitted when the current row changes."""

    chosen = Signal()

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        """Show a model of arrivals."""
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(ArrivalDelegate(self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("What was read")
        for changed in (model.rowsRemoved, model.rowsInserted, model.dataChanged):
            changed.connect(self._keep_current)

    def height_of(self, rows: int) -> int:
        """Return the height of the list with that many rows."""
        return 2 * self.frameWidth() + rows * max(0, self.sizeHintForRow(0))

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit()

    def _keep_current(self) -> None:
        """Make the first row current if none is."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
        elif not self.model().rowCount():
            self.chosen.emit()


class ArrivalDelegate(QStyledItemDelegate):
    """The delegate that paints a row, and toggles its tick by mouse or Space."""

    def __init__(self, view: QListView) -> None:
        """Attach to a list."""
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(10, int(option.fontMetrics.height() * ROW))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        theme, em = current_theme(), option.fontMetrics.height()
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        if option.state & QStyle.StateFlag.State_Selected:
            rounded(painter, box, theme.chosen, theme.accent if self._view.hasFocus() else theme.chosen_line)
        tick = index.data(TICK)
        if tick is not None:
            self._tick(painter, self._box(option), on=Qt.CheckState(tick) == Qt.CheckState.Checked)
        words = box.adjusted(em * 1.8, em * 0.15, -6, 0)
        upper = QRectF(words.x(), words.y(), words.width(), em * 1.2)
        ink = theme.dim if tick is None else theme.text
        write(painter, upper, index.data(Role.NAME), ink, LEFT, option.font)
        lower = upper.translated(0, em * 1.1)
        quiet = theme.warning if tick is None and not option.state & QStyle.StateFlag.State_Selected else theme.dim
        write(painter, lower, index.data(Role.DETAIL), quiet, LEFT, scaled(option.font, 0.86))
        painter.restore()

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Toggle the tick of a row after a click on its left part."""
        if (
            event.type() == QEvent.Type.MouseButtonRelease
            and self._clicked(event, option)
            and index.data(TICK) is not None
        ):
            on = Qt.CheckState(index.data(TICK)) == Qt.CheckState.Checked
            return model.setData(index, Qt.CheckState.Unchecked if on else Qt.CheckState.Checked, TICK)
        return super().editorEvent(event, model, option, index) if event.type() == QEvent.Type.KeyPress else False

    def _clicked(self, event: QEvent, option: QStyleOptionViewItem) -> bool:
        at = getattr(event, "position", None)
        return at is not None and at().x() < option.rect.x() + option.fontMetrics.height() * 1.8

    def _box(self, option: QStyleOptionViewItem) -> QRectF:
        em = option.fontMetrics.height()
        return QRectF(option.rect.x() + em * 0.5, option.rect.center().y() - em * BOX / 2, em * BOX, em * BOX)

    def _tick(self, painter: QPainter, box: QRectF, *, on: bool) -> None:
        theme = current_theme()
        rounded(painter, box, theme.accent if on else theme.panel, theme.accent if on else theme.dim, 3)
        if on:
            painter.setPen(QPen(QColor(theme.on_accent), 2))
            painter.drawPolyline([box.center() + QPointF(x, y) * box.width() for x, y in MARK])


SOURCE = "arrivals"


class _Batch(Struct):
    """Characters added together, the selection before, and the index of the step on the undo stack."""

    made: Sequence[str]
    before: Sequence[str]
    place: int
    there: bool = True


class CharacterAdder(QObject):
    """Adds characters to the open roster, and selects them; `text_dropped` carries a dropped text file."""

    text_dropped = Signal(object)

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Add to the selected group in a window."""
        super().__init__(window)
        self.window = window
        self.session = session
        self._systems: dict[str, System] = {}
        self._batches: list[_Batch] = []
        session.document.stack.indexChanged.connect(self._follow)
        session.roster_opened.connect(self._batches.clear)

    @property
    def systems(self) -> Mapping[str, System]:
        """All systems, loaded on first use."""
        if not self._systems:
            self._systems = all_systems()
        return self._systems

    def place(self, imported: Sequence[ImportedCharacter], over: str = "") -> Destination:
        """Return where to add characters: in the selected group, after the character on the card, or where NPCs are.

        NPCs are not added among the player characters just because one of those, or their group, is selected. The
        first one that fills the empty card of the character with the id `over` stays where that one is.
        """
        if (bare := self.session.document.character(over)) is not None:
            return Destination(bare.group, over)
        current, heading = self.window.roster.current()
        shown = None if heading else self.session.document.character(self.session.view.selected)
        group, after = (shown.group, shown.id) if shown is not None else (current if heading else "", "")
        return suiting(self.session.document.roster, [one.character for one in imported], group, after)

    def bound_to_roster(self, dialog: QObject, over: str = "") -> "RosterBoundAdder":
        """Return an object that adds a dialog's characters to the roster open now, and never to another.

        The first one replaces the character with the id `over`, as long as that one's card is empty.
        """
        return RosterBoundAdder(self, dialog, over)

    def add(self, imported: Sequence[ImportedCharacter], over: str = "", chosen: Destination | None = None) -> None:
        """Add characters and select them in the roster; they go where was `chosen`, or where they suit."""
        before = self.window.roster.selected_ids() or [self.session.view.selected]
        place = structs.replace(chosen or self.place(imported), over=over)
        made = add_all(self.session.document, imported, self.systems, place)
        if not made:
            return
        self._batches.append(_Batch(made, before, self.session.document.stack.index()))
        self._select(made)
        self.window.home()
        found = [one for one in map(self.session.document.character, made) if one is not None]
        self.say(f"{name_or_count(found)} added.")

    def _follow(self, index: int) -> None:
        """Restore the earlier selection when an addition is undone, and the new one when it is redone."""
        for batch in self._batches:
            there = self.session.document.character(batch.made[0]) is not None
            if there == batch.there:
                continue
            batch.there = there
            if there or index < batch.place:
                self._select(batch.made if there else batch.before)

    def _select(self, ids: Sequence[str]) -> None:
        """Select those of the characters that exist."""
        found = [one for one in ids if self.session.document.character(one) is not None]
        if found:
            self.window.roster.reveal(found[0])
            self.window.roster.select_several(found)

    def say(self, notice: str) -> None:
        """Show a notice, and clear any problem."""
        self.window.trouble.show_trouble(SOURCE, "")
        self.window.trouble.show_notice(notice)

    def complain(self, trouble: str) -> None:
        """Show a problem."""
        self.window.trouble.show_trouble(SOURCE, trouble)


class RosterBoundAdder(QObject):
    """Adds characters, only if the roster that was open at its creation still is."""

    def __init__(self, adder: CharacterAdder, dialog: QObject, over: str = "") -> None:
        """Store the open roster; live as long as the dialog."""
        super().__init__(dialog)
        self._over = over
        self._adder = adder
        self._roster = adder.session.document.roster.id
        self._name = adder.session.document.roster.name

    def add(self, imported: Sequence[ImportedCharacter], chosen: Destination | None = None) -> None:
        """Add the characters, where was `chosen` if anything was, or report that another roster is open."""
        if self._adder.session.document.roster.id == self._roster:
            self._adder.add(imported, self._over, chosen)
        else:
            self._adder.complain(
                f"Nobody was added: the characters were meant for “{self._name}”, but another roster is open now. "
                "Open that roster and import them again."
            )
