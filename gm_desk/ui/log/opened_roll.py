"""The details of the open roll in the row below it: the height of the row, and scrolling to it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from typing_extensions import override

from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.widgets.flat_table import FlatTable

if TYPE_CHECKING:
    from gm_desk.ui.log.line_panel import LinePanel

LEAST = 8
AT_TOP = QAbstractItemView.ScrollHint.PositionAtTop


class OpenedRoll(QObject):
    """The details widget in the row below a roll: sets its height, and keeps its focused field visible.

    `height_changed` carries the height of roll and details, or 0 if nothing is open. `asked` carries an action on the
    roll; `folded` is emitted when the details are to be closed.
    """

    height_changed = Signal(int)
    asked = Signal(str)
    folded = Signal()

    def __init__(
        self, view: FlatTable, lines: LogModel, rejudging: Rejudging, acts: EntryActions, rolling: Rolling
    ) -> None:
        """Start without details."""
        super().__init__(view)
        self._view = view
        self._lines = lines
        self._rejudging = rejudging
        self._acts = acts
        self._rolling = rolling
        self.panel: LinePanel | None = None
        self._fitted: QSize | None = None
        self._scroll_timer = QTimer(self, interval=0, singleShot=True)
        self._scroll_timer.timeout.connect(self._scroll_to_details)
        self._measure_timer = QTimer(self, interval=0, singleShot=True)
        self._measure_timer.timeout.connect(self.fit)
        self._focus_timer = QTimer(self, interval=0, singleShot=True)
        self._focus_timer.timeout.connect(self._scroll_to_focus)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def place(self) -> None:
        """Show the details of the open roll, if there is one."""
        index = self._details()
        if not index.isValid():
            return
        self.panel = self._new_panel(self._lines.opened)
        self.panel.setAutoFillBackground(True)
        self._view.setIndexWidget(index, self.panel)
        self.panel.installEventFilter(self)
        QWidget.setTabOrder(self._view, self.panel)
        self._fitted = None
        self.fit()

    def fit(self) -> None:
        """Set the row to the height that the details need at the current width.

        In a room of another size, everything is shown if there is height for it, and else the parts that fit.
        """
        size = self._view.size()
        if self.panel is None or not self._details().isValid():
            return
        if size == self._fitted:
            self._set_height()
            return
        from gm_desk.ui.log.line_panel import PanelParts

        first, self._fitted = self._fitted is None, size
        for parts in PanelParts:
            self.panel.show_parts(parts)
            self._set_height(asks=first)
            self._fitted = self._view.size()  # which the height that was asked for may have changed
            if self._view.row_height + self._tall <= self._view.viewport().height():
                break
        self._measure_timer.start()  # once the parts have been laid out

    @property
    def _tall(self) -> int:
        """The height that the details need at the current width."""
        return max(self.panel.heightForWidth(self._view.viewport().width()), LEAST) if self.panel is not None else 0

    def _set_height(self, *, asks: bool = True) -> None:
        """Set the height of the row, and ask for the room if it has changed."""
        row, tall = self._details().row(), self._tall
        if tall != self._view.rowHeight(row):
            self._view.setRowHeight(row, tall)
            if asks:
                self.height_changed.emit(self._view.row_height + tall)
            self._scroll_timer.start()

    def refresh(self) -> None:
        """Update the open roll after the log was read again."""
        logged = self._lines.log.kept(self._lines.opened) if self._lines.opened else None
        if self.panel is not None and logged is not None:
            self.panel.show_entry(logged)
            self.fit()

    def forget(self) -> None:
        """Drop the reference to details that the view has deleted."""
        self.panel = None
        if not self._lines.opened:
            self.height_changed.emit(0)

    def has_focus(self) -> bool:
        """Return whether a widget of the details has the focus."""
        focus = self._view.window().focusWidget()
        return self.panel is not None and focus is not None and (focus is self.panel or self.panel.isAncestorOf(focus))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the row when the layout of the details changes, and again once it has changed."""
        if watched is self.panel and event.type() == QEvent.Type.LayoutRequest:
            self.fit()
            self._measure_timer.start()
        return super().eventFilter(watched, event)

    def _new_panel(self, entry_id: str) -> "LinePanel":
        """Return a new panel with the details of a roll."""
        from gm_desk.ui.log.line_panel import LinePanel

        panel = LinePanel(self._rejudging, self._acts, self._rolling)
        panel.asked.connect(self.asked)
        panel.folded.connect(self.folded)
        logged = self._lines.log.kept(entry_id)
        if logged is not None:
            panel.show_entry(logged)
        return panel

    def _details(self) -> QModelIndex:
        row = self._lines.row_of(self._lines.opened)
        return QModelIndex() if row is None else self._lines.index(row + 1, 0)

    def _scroll_to_details(self) -> None:
        """Scroll until roll and details are visible, or to the roll if they do not fit."""
        index = self._details()
        self._view.executeDelayedItemsLayout()
        if self._view.row_height + self._view.rowHeight(index.row()) > self._view.viewport().height():
            self._view.scrollTo(index.siblingAtRow(index.row() - 1), AT_TOP)
        else:
            self._view.scrollTo(index)
        self._scroll_to_focus()

    def _on_focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Scroll to a widget focused by keyboard; with a mouse button pressed, do not scroll."""
        if now is not None and QApplication.mouseButtons() == Qt.MouseButton.NoButton and self.has_focus():
            self._focus_timer.start()

    def _scroll_to_focus(self) -> None:
        """Scroll until the focused widget of the details is visible, with priority for its top."""
        focus, port, bar = self._view.window().focusWidget(), self._view.viewport(), self._view.verticalScrollBar()
        if focus is None or not self.has_focus() or focus is self.panel:
            return
        top = focus.mapTo(port, QPoint(0, 0)).y() - LEAST
        below = top + focus.height() + 2 * LEAST - port.height()
        bar.setValue(bar.value() + min(top, max(0, below)))
