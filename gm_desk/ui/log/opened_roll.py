"""The details of a roll while nothing else is set to show them."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.outcomes import CheckOdds, Contest, MarginOutcome, Odds, Outcome, SimpleOutcome
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.core.wording.chances import contest_chances, percent
from gm_desk.model.log.cells import LogColumn, line_of
from gm_desk.model.log.entry_text import Details, DetailText, details
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.model.roll.wording import minus
from gm_desk.ui.roll.odds import OddsStrip, in_chances
from gm_desk.ui.roll.odds_bar import OddsBar
from gm_desk.ui.theme.look import Look
from gm_desk.ui.theme.theme import SMALL, TIGHT
from gm_desk.ui.widgets.flat_table import FlatTable
from gm_desk.ui.widgets.labels import dim_label, label, wrapped


class PlainDetails:
    """Say the whole of a line in words."""

    def __init__(self, model: LogModel) -> None:
        """Say what a log model says."""
        self._model = model

    def of(self, entry_id: str) -> QWidget:
        """Make what says it for one roll."""
        row = self._model.row_of(entry_id)
        cells = [] if row is None else [self._model.index(row, column) for column in LogColumn]
        words = (cell.data(Qt.ItemDataRole.AccessibleTextRole) for cell in cells)
        made = wrapped(label(" · ".join(filter(None, words))))
        made.setContentsMargins(made.fontMetrics().height(), 4, 4, 6)
        return made


SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
NO_MODIFIERS = "A sum of dice has no modifiers."
NO_ROLL = "No dice were rolled for this."


class SideWords(QWidget):
    """Tell of one side of a roll."""

    def __init__(self) -> None:
        """Tell nothing yet."""
        super().__init__()
        self.heading = wrapped(label(size=SMALL, bold=True))
        self.modifiers = wrapped(dim_label())
        self.made = wrapped(label(size=SMALL))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.heading, self.modifiers, self.made):
            column.addWidget(part)

    def show_details(self, told: Details) -> None:
        """Tell of a side; what has no words takes no room."""
        self.heading.setText(told.heading)
        self.modifiers.setText(", ".join(map(_with_mark, told.modifiers)) or "no modifiers")
        self.made.setText(" · ".join(part for part in (told.made, told.rolled) if part))
        self.heading.setVisible(bool(told.heading))


class LineDetails(QWidget):
    """Tell all about the roll that is open."""

    def __init__(self, rejudging: Rejudging, look: Look, parent: QWidget | None = None) -> None:
        """Follow the roll."""
        super().__init__(parent)
        self._rejudging = rejudging
        self.setObjectName("lineDetails")
        self.sides = (SideWords(), SideWords())
        self._none = wrapped(dim_label(NO_MODIFIERS))
        self.before = wrapped(dim_label())
        self.before.setObjectName("lineBefore")
        self.before.setTextInteractionFlags(SELECTABLE)
        self.before.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bar = OddsBar(look)
        self.bar.setObjectName("lineOdds")
        self.strip = OddsStrip(look)
        self.strip.setObjectName("lineContestOdds")
        self.chance = wrapped(dim_label())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        for part in (*self.sides, self._none, self.before, self.bar, self.strip, self.chance):
            column.addWidget(part)
        column.addStretch(1)
        rejudging.judged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Tell of the roll as it stands."""
        entry = self._rejudging.entry
        told = [] if entry is None else details(entry)
        for place, side in enumerate(self.sides):
            side.setVisible(place < len(told))
            if place < len(told):
                side.show_details(told[place])
        self._none.setText(NO_ROLL if entry is not None and entry.event else NO_MODIFIERS)
        self._none.setVisible(entry is not None and not told)
        self._show_past()
        self._show_odds()

    def _show_past(self) -> None:
        """List the verdicts that stand no longer, oldest first."""
        logged = self._rejudging.logged
        past = line_of(logged).past if logged else ()
        self.before.setText(f"Before: {', '.join(past)}")
        self.before.setVisible(bool(past))

    def _show_odds(self) -> None:
        """Show the odds there were, with the roll marked in them."""
        entry, reading = self._rejudging.entry, self._rejudging.reading
        composed = entry is not None and self._rejudging.composed
        odds, both = (reading.odds, reading.both) if composed else (None, None)
        simple = self._rejudging.draft.mode is Mode.SIMPLE
        strip = isinstance(odds, Odds) and both is None and not simple
        self.bar.setVisible(strip)
        self.bar.show_odds(odds if isinstance(odds, Odds) else None, self._roll())
        self.strip.show_shares(contest_chances(both, self._rejudging.draft.mode))
        words = self._words(odds, simple=simple) if both is None else ""
        self.chance.setText(words)
        self.chance.setVisible(bool(words))

    def _words(self, odds: object, *, simple: bool) -> str:
        """Say how likely it was to succeed."""
        match odds:
            case Odds() if simple:
                return f"{percent(odds.chance)} to be a strong success"
            case Odds():
                return f"{percent(odds.chance)} to succeed against {minus(odds.target)}"
            case CheckOdds() if self._rejudging.entry and isinstance(self._rejudging.entry.request, KaiserCheck):
                number = minus(self._rejudging.entry.request.difficulty)
                return f"{percent(odds.success)} to reach {number}   {in_chances(odds)}".rstrip()
            case _:
                return ""

    def _roll(self) -> int | None:
        """Give the roll as it counts, flipped where it was."""
        entry = self._rejudging.entry
        match entry.result if entry else None:
            case Contest() as contest:
                return contest.a.roll
            case Outcome() | MarginOutcome() | SimpleOutcome() as own:
                return own.roll
            case _:
                return None


def _with_mark(part: DetailText) -> str:
    """Say of a modifier that it was struck, or changed nothing."""
    if part.struck:
        return f"{part.text} (struck)"
    return f"{part.text} (changes nothing)" if part.idle else part.text


PanelFactory = Callable[[str], QWidget]

LEAST = 8
AT_TOP = QAbstractItemView.ScrollHint.PositionAtTop


class OpenedRoll(QObject):
    """Put the details of a roll into the row below it, as high as they are, and keep the focus in them in sight.

    `height_changed` gives the height of both, 0 when nothing is open any more.
    """

    height_changed = Signal(int)

    def __init__(self, view: FlatTable, lines: LogModel, make: PanelFactory) -> None:
        """Show nothing yet; `make` makes the details of a roll from the id of its entry."""
        super().__init__(view)
        self._view = view
        self._lines = lines
        self.make = make
        self.panel: QWidget | None = None
        self._settling = QTimer(self, interval=0, singleShot=True)
        self._settling.timeout.connect(self._bring_into_sight)
        self._following = QTimer(self, interval=0, singleShot=True)
        self._following.timeout.connect(self._show_focus)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)

    def place(self) -> None:
        """Show the details of the roll that is open, if there is one."""
        index = self._details()
        if not index.isValid():
            return
        self.panel = self.make(self._lines.opened)
        self.panel.setAutoFillBackground(True)
        self._view.setIndexWidget(index, self.panel)
        self.panel.installEventFilter(self)
        QWidget.setTabOrder(self._view, self.panel)
        self.fit()

    def fit(self) -> None:
        """Give the details the height that they need in the width there is."""
        index = self._details()
        if self.panel is None or not index.isValid():
            return
        width = self._view.viewport().width()
        tall = self.panel.heightForWidth(width) if self.panel.hasHeightForWidth() else self.panel.sizeHint().height()
        tall = max(tall, LEAST)
        if tall != self._view.rowHeight(index.row()):
            self._view.setRowHeight(index.row(), tall)
            self.height_changed.emit(self._view.row_height + tall)
            self._settling.start()

    def forget(self) -> None:
        """Let go of details that the view has put away."""
        self.panel = None
        if not self._lines.opened:
            self.height_changed.emit(0)

    def has_focus(self) -> bool:
        """Tell whether the focus is in the details."""
        focus = self._view.window().focusWidget()
        return self.panel is not None and focus is not None and (focus is self.panel or self.panel.isAncestorOf(focus))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the height of the details."""
        if watched is self.panel and event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def _details(self) -> QModelIndex:
        row = self._lines.row_of(self._lines.opened)
        return QModelIndex() if row is None else self._lines.index(row + 1, 0)

    def _bring_into_sight(self) -> None:
        """Scroll to where the details are seen with their roll, or from the roll on if they are too high."""
        index = self._details()
        self._view.executeDelayedItemsLayout()
        if self._view.row_height + self._view.rowHeight(index.row()) > self._view.viewport().height():
            self._view.scrollTo(index.siblingAtRow(index.row() - 1), AT_TOP)
        else:
            self._view.scrollTo(index)
        self._show_focus()

    def _follow(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Go where the keyboard took the focus; under the mouse all stands still."""
        if now is not None and QApplication.mouseButtons() == Qt.MouseButton.NoButton and self.has_focus():
            self._following.start()

    def _show_focus(self) -> None:
        """Scroll to where what has the focus in the details is seen, its top before its end."""
        focus, port, bar = self._view.window().focusWidget(), self._view.viewport(), self._view.verticalScrollBar()
        if focus is None or not self.has_focus() or focus is self.panel:
            return
        top = focus.mapTo(port, QPoint(0, 0)).y() - LEAST
        below = top + focus.height() + 2 * LEAST - port.height()
        bar.setValue(bar.value() + min(top, max(0, below)))
