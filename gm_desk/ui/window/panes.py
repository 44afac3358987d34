"""The four panes and their three arrangements, chosen by the window's size in heights of the font.

The test pane always takes the full height, so that its parts stay in place. In a large window so does the roster, and
the log is below the card; in a low one it is below both; in a narrow one all panes except the test pane become tabs.
Returning to a larger arrangement needs slightly more space than leaving it, so that dragging the edge of the window
does not make the panes flicker between two arrangements.
"""

from collections.abc import Collection
from enum import StrEnum

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStyle, QTabWidget, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.model.files.settings import Settings
from gm_desk.store.state import Window
from gm_desk.ui.theme.painting import em_of
from gm_desk.ui.theme.style import SPLITTER as HANDLE

NARROW, LOW, SLACK = 60, 42, 1
SIZES = {
    "wide": (63.0, 22.0),
    "roster": (16.4, 46.8),
    "rows": (30.0, 15.4),
    "low": (63.0, 22.0),
    "left": (16.4, 40.0),
    "left_rows": (22.5, 13.5),
    "tabs": (20.8, 19.2),
}
"""The default sizes of the two panes of each splitter."""
STACKED = {"rows", "left_rows"}
"""The splitters whose panes are one above the other."""


class Arrangement(StrEnum):
    """The space that the window has for the panes."""

    WIDE = "wide"
    LOW = "low"
    NARROW = "narrow"


def room_for(width: float, height: float, now: Arrangement | None = None) -> Arrangement:
    """Return the arrangement for a size in heights of the font; `now` is the current one."""
    if width < NARROW + (SLACK if now is Arrangement.NARROW else 0):
        return Arrangement.NARROW
    return Arrangement.LOW if height < LOW + (SLACK if now is Arrangement.LOW else 0) else Arrangement.WIDE


class NamedSplitter(QSplitter):
    """A splitter that emits its name when it is moved.

    Its layout is updated only when a part needs more or less space than before; otherwise each number that changes in a
    pane would lay out the whole window.
    """

    moved = Signal(str)

    def __init__(self, name: str, orientation: Qt.Orientation) -> None:
        """Create a splitter with a name."""
        super().__init__(orientation)
        self.setHandleWidth(HANDLE)  # else each handle asks the style for it whenever anything is laid out
        self._name = name
        self._needs: list[tuple[object, ...]] = []
        self.splitterMoved.connect(self._emit_moved)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.LayoutRequest:
            return super().event(event)
        before, self._needs = (
            self._needs,
            [_needs_of(part) for part in map(self.widget, range(self.count())) if part is not None],
        )
        return self._needs == before or super().event(event)

    def _emit_moved(self) -> None:
        self.moved.emit(self._name)


def _needs_of(part: QWidget) -> tuple[object, ...]:
    """Return the size requirements of a part of a splitter."""
    return part, part.isHidden(), part.minimumSizeHint(), part.minimumSize(), part.maximumSize()


class PaneSplitters(QObject):
    """The splitters and the tabs of the current arrangement, in sizes set by the GM.

    `changed` is emitted when the GM changes a size or the tab, and `tab_changed` whenever another tab is shown.
    """

    changed = Signal()
    tab_changed = Signal()

    def __init__(self, panes: "Panes", sizes: dict[str, list[int]]) -> None:
        """Begin without an arrangement; `sizes` are the saved ones, by the name of the splitter."""
        super().__init__(panes)
        self._panes = panes
        self.sizes = dict(sizes)
        self.tabs: QTabWidget | None = None
        self._splitters: dict[str, QSplitter] = {}
        self._before_lending: list[int] = []
        self._bars: list[QWidget] = []
        self._left: QVBoxLayout | None = None

    def arrange(self, room: Arrangement) -> QWidget:
        """Return the panes in new splitters or tabs for an arrangement."""
        self._splitters, self.tabs, self._before_lending = {}, None, []
        makes = {Arrangement.WIDE: self._wide, Arrangement.LOW: self._low, Arrangement.NARROW: self._narrow}
        return makes[room]()

    def _wide(self) -> QWidget:
        middle = self._split("rows", Qt.Orientation.Vertical, self._panes.card)
        left = self._split("roster", Qt.Orientation.Horizontal, self._panes.roster, middle, grows=1)
        whole = self._beside_test("wide", left)
        self._add(middle, "rows", self._panes.log)
        middle.setStretchFactor(1, 1)  # a taller window shows more of both
        return whole

    def _low(self) -> QWidget:
        upper = self._split("left", Qt.Orientation.Horizontal, self._panes.roster, self._panes.card, grows=1)
        left = self._split("left_rows", Qt.Orientation.Vertical, upper)
        whole = self._beside_test("low", left)
        self._add(left, "left_rows", self._panes.log)
        return whole

    def _narrow(self) -> QWidget:
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for pane, title in ((self._panes.roster, "Roster"), (self._panes.card, "Card"), (self._panes.log, "Log")):
            self.tabs.addTab(pane, title)
        self.tabs.currentChanged.connect(self.changed)
        self.tabs.currentChanged.connect(self.tab_changed)
        return self._beside_test("tabs", self.tabs)

    def _beside_test(self, name: str, left: QWidget) -> QSplitter:
        """Return a splitter with the other panes, above the bars, and the pane of the test."""
        holder = QWidget()
        self._left = column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(left, 1)
        for bar in self._bars:
            column.addWidget(bar)
        return self._split(name, Qt.Orientation.Horizontal, holder, self._panes.test)

    def add_bar(self, bar: QWidget) -> None:
        """Add a bar below all panes but that of the test, where it moves nothing that is about to be clicked."""
        self._bars.append(bar)
        if self._left is not None:
            self._left.addWidget(bar)

    def _split(self, name: str, orientation: Qt.Orientation, *panes: QWidget, grows: int = 0) -> QSplitter:
        """Return a splitter with its panes in their saved sizes."""
        splitter = NamedSplitter(name, orientation)
        splitter.setChildrenCollapsible(False)
        self._add(splitter, name, *panes, grows=grows)
        splitter.moved.connect(self._save_sizes)
        self._splitters[name] = splitter
        return splitter

    def _add(self, splitter: QSplitter, name: str, *panes: QWidget, grows: int = 0) -> None:
        """Add panes to a splitter in their saved sizes.

        Tab goes through all panes in the order in which they are added: the log comes after the test.
        """
        for pane in panes:
            splitter.addWidget(pane)
            pane.raise_()  # a splitter puts each before the last one, and assistive tools would read them backwards
        for place in range(splitter.count()):
            splitter.handle(place).raise_()  # its ends lie above the panes
        splitter.setStretchFactor(grows, 1)
        splitter.setStretchFactor(1 - grows, 0)
        splitter.setSizes(self._sizes_of(name))

    def _sizes_of(self, name: str) -> list[int]:
        """Return the saved sizes of a splitter, or its defaults."""
        em = self._panes.fontMetrics().height() if name in STACKED else em_of(self._panes.font())
        return self.sizes.get(name) or [int(share * em) for share in SIZES[name]]

    def apply_sizes(self) -> None:
        """Reapply the saved sizes, outermost splitter first, unless the log is temporarily enlarged."""
        for name, splitter in reversed(self._splitters.items()):
            if not self._before_lending or splitter is not self._rows:
                splitter.setSizes(self._sizes_of(name))

    def _save_sizes(self, name: str) -> None:
        """Save the sizes of a splitter that the GM moved."""
        self._before_lending = []
        self.sizes[name] = self._splitters[name].sizes()
        self.changed.emit()

    @property
    def _rows(self) -> QSplitter | None:
        """The splitter with the log as its lower part, or None if the panes are tabs."""
        return self._splitters.get("rows") or self._splitters.get("left_rows")

    def lend(self, height: int) -> None:
        """Make the log at least `height` pixels high if there is room; 0 restores the previous sizes."""
        rows = self._rows
        if rows is None:
            return
        above, below = rows.sizes()
        if height > below:
            self._before_lending = self._before_lending or [above, below]
            rows.setSizes([above + below - height, height])
        elif not height and self._before_lending:
            rows.setSizes(self._before_lending)
            self._before_lending = []


class Panes(QWidget):
    """The four panes, with sizes set by the GM; `changed` is emitted when the GM changes sizes, tab or visibility.

    `shown_changed` is emitted when another pane is shown, for whatever reason.
    """

    changed = Signal()
    shown_changed = Signal()
    _font_changed = Signal()

    def __init__(
        self,
        roster: QWidget,
        card: QWidget,
        test: QWidget,
        log: QWidget,
        sizes: dict[str, list[int]],
        hidden: Collection[str] = (),
    ) -> None:
        """Create the widget from the panes, the saved splitter sizes and the names of hidden panes."""
        super().__init__()
        self.roster, self.card, self.test, self.log = roster, card, test, log
        self.splitters = PaneSplitters(self, sizes)
        self.splitters.changed.connect(self.changed)
        self.splitters.tab_changed.connect(self.shown_changed)
        self._arrangement: QWidget | None = None
        self._names = {"roster": roster, "card": card, "log": log}
        self._hidden = {pane for name, pane in self._names.items() if name in hidden}
        self.room: Arrangement | None = None
        self._font_changed.connect(self._refit, Qt.ConnectionType.QueuedConnection)
        em = em_of(self.font())
        roster.setMinimumWidth(int(em * 9))
        card.setMinimumWidth(int(em * 13))
        test.setMinimumWidth(self.fontMetrics().height() * 17)
        log.setMinimumHeight(self.fontMetrics().height() * 5)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._arrange(Arrangement.WIDE)

    @property
    def _tabs(self) -> QTabWidget | None:
        """The tabs, if the panes are tabs."""
        return self.splitters.tabs

    @property
    def hidden(self) -> tuple[str, ...]:
        """The names of the hidden panes."""
        return tuple(name for name, pane in self._names.items() if pane in self._hidden)

    def toggle(self, name: str) -> None:
        """Toggle a pane ("roster", "card" or "log"); if the panes are tabs, bring it to the front."""
        pane = self._names[name]
        if self._tabs is None and pane not in self._hidden:
            self._hidden.add(pane)
            pane.hide()
            self.shown_changed.emit()
        else:
            self.reveal(pane)
        self.changed.emit()

    def reveal(self, pane: QWidget) -> None:
        """Show a pane if it is hidden, and bring its tab to the front."""
        if self.log.isAncestorOf(pane):
            pane = self.log
        self._hidden.discard(pane)
        if self._tabs is None:
            pane.show()
        else:
            self._tabs.setCurrentWidget(pane)
        self.shown_changed.emit()

    def shows(self, name: str) -> bool:
        """Return whether a pane is shown; of panes that are tabs, the one in front is."""
        return self.front == name if self._tabs is not None else self._names[name] not in self._hidden

    @property
    def front(self) -> str:
        """The name of the current tab, or "" if there are no tabs."""
        shown = self._tabs.currentWidget() if self._tabs is not None else None
        return next((name for name, pane in self._names.items() if pane is shown), "")

    def go_on(self, name: str) -> bool:
        """Restore the current tab and focus it; return whether there is such a tab."""
        if self._tabs is None or name not in self._names:
            return False
        self._tabs.setCurrentWidget(self._names[name])
        self._tabs.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @override
    def minimumSizeHint(self) -> QSize:
        """Return the minimum of the narrow arrangement, so that the window can shrink to it."""
        width = self.card.minimumWidth() + self.test.minimumWidth() + HANDLE
        return QSize(width, self.test.minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._font_changed.emit()  # splitters and tabs must not be rebuilt while fonts are changing

    def _fit(self) -> None:
        """Switch the arrangement if the room has changed."""
        room = room_for(self.width() / em_of(self.font()), self.height() / self.fontMetrics().height(), self.room)
        if room is not self.room:
            self._arrange(room)

    def _refit(self) -> None:
        """Recompute the arrangement and the default sizes after a change of font."""
        self._fit()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)  # update the minimum sizes first
        self.splitters.apply_sizes()

    def _arrange(self, room: Arrangement) -> None:
        """Rebuild the splitters or tabs for an arrangement, keeping the panes themselves."""
        focus = self.window().focusWidget()
        self.room = room
        old, self._arrangement = self._arrangement, self.splitters.arrange(room)
        self._column.addWidget(self._arrangement)
        self._arrangement.show()
        if old is not None:
            old.deleteLater()
        if self._tabs is None:
            for pane in (self.roster, self.card, self.test, self.log):
                pane.setVisible(pane not in self._hidden)
        if focus is not None and self.isAncestorOf(focus):
            self._reveal_around(focus)
            focus.setFocus()
        self.shown_changed.emit()

    def _reveal_around(self, widget: QWidget) -> None:
        """Bring the tab that contains a widget to the front."""
        for pane in (self.roster, self.card, self.log):
            if self._tabs is not None and pane.isAncestorOf(widget):
                self._tabs.setCurrentWidget(pane)


SIZE = (1366, 768)
SETTLED = 500
"""Milliseconds without a move or resize after which the window's geometry is saved."""


class WindowGeometry(QObject):
    """The place and size of a window, and the arrangement of its panes, saved when they no longer change."""

    def __init__(self, window: QMainWindow, panes: Panes, settings: Settings) -> None:
        """Follow the panes of a window."""
        super().__init__(window)
        self._window = window
        self._panes = panes
        self._settings = settings
        self._timer = QTimer(self, interval=SETTLED, singleShot=True)
        self._timer.timeout.connect(self.save)
        panes.changed.connect(self.save_soon)

    def save_soon(self) -> None:
        """Save when nothing has changed for a moment."""
        self._timer.start()

    def save(self) -> None:
        """Save now."""
        geometry = bytes(self._window.saveGeometry().toBase64().data()).decode()
        self._settings.set_window(Window(geometry, self._panes.splitters.sizes, self._panes.hidden, self._panes.front))

    def restore(self) -> None:
        """Restore what was saved, or the usual size if the screen has room for it."""
        window = self._window
        frame = QSize(0, window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))
        window.resize(QSize(*SIZE).boundedTo(window.screen().availableSize() - frame))
        geometry = self._settings.state.window.geometry
        if geometry:
            window.restoreGeometry(QByteArray.fromBase64(geometry.encode()))
