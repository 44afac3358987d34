"""The details of the roll that is open, in the row below it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from typing_extensions import override

from gm_desk.model.log.entry_actions import LineActs
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.widgets.flat_table import FlatTable

if TYPE_CHECKING:
    from gm_desk.ui.log.line_panel import LinePanel

LEAST = 8
AT_TOP = QAbstractItemView.ScrollHint.PositionAtTop


class OpenedRoll(QObject):
    """Put the details of a roll into the row below it, as high as they are, and keep the focus in them in sight.

    `height_changed` carries the height of both, 0 when nothing is open any more. `asked` names something to be done to
    the roll; `folded` asks to put its details away.
    """

    height_changed = Signal(int)
    asked = Signal(str)
    folded = Signal()

    def __init__(
        self, view: FlatTable, lines: LogModel, rejudging: Rejudging, acts: LineActs, rolling: Rolling
    ) -> None:
        """Show nothing yet."""
        super().__init__(view)
        self._view = view
        self._lines = lines
        self._rejudging = rejudging
        self._acts = acts
        self._rolling = rolling
        self.panel: LinePanel | None = None
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
        self.panel = self._made(self._lines.opened)
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

    def _made(self, entry_id: str) -> "LinePanel":
        """Return the details of a roll."""
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
