"""The log pane: every roll, newest first, below the heading and the filters."""

from msgspec import structs
from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.model.log.rows import KIND, RowKind
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.undo import NamingStep
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Search
from gm_desk.ui.log.log_filter import FacetRow, OnlyButton, WordsEdit
from gm_desk.ui.log.log_view import LogView
from gm_desk.ui.theme.theme import EDGE, HALF, TIGHT
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.flow import CollapsingRow
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label, label
from gm_desk.ui.widgets.pill import FittingPill

NOTHING_YET = "Rolls appear here, newest first, and are kept. Open one to add a note, change it or strike it out."
HEADLINE = 14
"""The width up to which the name of an evening is shown whole, in heights of the font."""
NOTHING_FOUND = "No roll matches the filter. Esc shows all rolls again."


class LogPane(QWidget):
    """The log with its heading and filters; `height_requested` carries the height it needs, or 0 if that is over."""

    height_requested = Signal(int)

    def __init__(
        self,
        model: LogModel,
        document: RosterDocument,
        drafting: Drafting,
        rolling: Rolling,
        parent: QWidget | None = None,
    ) -> None:
        """Show a log model; naming an evening or changing a roll is a step on the document's undo stack."""
        super().__init__(parent)
        self.setObjectName("logPane")
        self.model = model
        self._document = document
        self.rejudging = Rejudging(document, rolling.recent, model.log, self)
        self.acts = EntryActions(document, drafting, rolling)
        self.view = LogView(model, self.rejudging, self.acts, rolling)
        self.filter = WordsEdit()
        self.only = OnlyButton(model, document)
        self.facets = FacetRow(model, document)
        self.tonight = ElidedLabel(dim=True)
        self.export = FittingPill()
        self.export.show_words("Export", quiet=True)
        set_tip(self.export, "Export rolls as a recap, text, table or JSON lines", "log.export_rolls")
        self._empty = dim_label(NOTHING_YET)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._empty.setWordWrap(True)
        self._empty.setContentsMargins(EDGE, TIGHT, 0, 0)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        self._header = CollapsingRow()
        self._lay_out()
        self.view.newer.counted.connect(self.fit_header)
        self.view.height_requested.connect(self._request_height)
        self.filter.textChanged.connect(model.set_words)
        self.filter.returnPressed.connect(self._enter)
        for changed in (
            model.modelReset,
            model.renewed,
            model.rowsInserted,
            model.rowsRemoved,
            model.dataChanged,
            model.searched,
        ):
            changed.connect(self._refresh)
        model.naming_requested.connect(self._rename)
        document.stack.settle_requested.connect(self.view.settle)
        self.view.letters_typed.connect(self._filter_by)
        self._refresh()

    def show_all(self) -> None:
        """Clear all filters."""
        self.filter.clear()
        self.model.set_search(Search())

    def show_only(self, character_id: str) -> None:
        """Show only the rolls of a character, and focus them."""
        self.filter.clear()
        self.model.set_search(structs.replace(Search(), character=character_id))
        self._enter()

    def add_to_header(self, widget: QWidget) -> None:
        """Insert a widget before the export button; it is the first to be hidden if there is too little room."""
        self._header.row.insertWidget(self._header.row.indexOf(self.export), widget)
        self._header.giving.insert(0, widget)

    def fit_header(self) -> None:
        """Hide or show parts of the header to fit the width."""
        self._header.fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_headline()

    def _fit_headline(self) -> None:
        """Show the evening and its rolls whole, unless the GM gave it a long name."""
        most = self.fontMetrics().height() * HEADLINE
        least = min(self.tonight.whole_width, most)
        if least != self.tonight.minimumWidth():
            self.tonight.setMinimumWidth(least)
            self._header.fit()

    def has_focus(self) -> bool:
        """Return whether a widget of the log has the focus."""
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _request_height(self, height: int) -> None:
        """Request the height for an expanded roll, with what is around the list, or the former one if that is 0."""
        frame = self.height() - self.view.viewport().height()
        self.height_requested.emit(height + frame if height else 0)

    def _lay_out(self) -> None:
        title = label("Roll log", bold=True)
        top = self._header.row
        top.setContentsMargins(EDGE, TIGHT, EDGE, 0)
        top.setSpacing(EDGE)
        top.addWidget(title)
        top.addWidget(self.tonight)
        top.addWidget(self.filter, 1)
        top.addWidget(self.only)
        top.addStretch(1)
        top.addWidget(self.view.newer)
        top.addWidget(self.export)
        self._header.giving = [self.tonight, self.export, title, self.only]
        rows = QHBoxLayout()
        rows.setContentsMargins(EDGE - HALF, 0, 0, 0)
        self.facets.setContentsMargins(EDGE, 0, EDGE, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, HALF, 0, 0)
        column.setSpacing(TIGHT)
        column.addWidget(self._header)
        column.addWidget(self.facets)
        column.addLayout(rows, 1)
        rows.addWidget(self._stack)

    def _enter(self) -> None:
        """Focus the rolls; if none is current, select the first."""
        rows = range(self.model.rowCount())
        current = self.view.currentIndex()
        if current.data(KIND) != RowKind.ROLL:
            first = next((row for row in rows if self.model.index(row, 0).data(KIND) == RowKind.ROLL), 0)
            current = self.model.index(first, 0)
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.view.setCurrentIndex(current)

    def _filter_by(self, letters: str) -> None:
        """Continue in the filter with a letter typed on the rolls."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.insert(letters)

    def _rename(self, session: str, name: str) -> None:
        """Rename an evening as a step that can be undone."""
        before, name = self.model.evenings.evening(session).name, name.strip()
        if name != before:
            self._document.stack.push(NamingStep(self.model.log, session, before, name))

    def _refresh(self, _parent: QModelIndex | None = None) -> None:
        self.tonight.setText(self.model.evenings.headline())
        self._fit_headline()
        self._stack.setCurrentIndex(0 if self.model.rowCount() else 1)
        self._empty.setText(NOTHING_YET if self.model.search == Search() else NOTHING_FOUND)
