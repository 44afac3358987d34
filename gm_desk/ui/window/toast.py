"""Transient messages, shown in the row of the menu bar, and kept to be read again."""

from collections import defaultdict, deque
from collections.abc import Callable

from PySide6.QtCore import QEvent, QLocale, QObject, QRectF, QTime, QTimer
from PySide6.QtGui import QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import tip_of
from gm_desk.ui.theme.painting import rounded
from gm_desk.ui.theme.theme import EDGE, GAP, IconLabel, current_theme
from gm_desk.ui.widgets.labels import ElidedLabel, announce
from gm_desk.ui.window.veil import VeilStack

SHORTEST, PER_CHARACTER = 5_000, 60
"""Milliseconds for which a message is shown."""
MOST_KEPT = 100
LEAST_EMS, LEAST_SHARE = 12, 0.6
"""The space beside the menus, in ems, below which a message covers them, and the share of the window it then takes."""
NONE_YET = "No messages yet."


def now() -> str:
    """Return the time of day in the format of the locale."""
    return QLocale().toString(QTime.currentTime(), QLocale.FormatType.ShortFormat)


class Toast(QWidget):
    """A message beside the menus, where it covers no pane and moves nothing, shown for a while.

    It belongs to the roster that was open when it was shown. While the window is veiled it waits.
    """

    def __init__(self, window: QMainWindow, stage: VeilStack, clock: Callable[[], str] = now) -> None:
        """Create the toast of a window, hidden."""
        super().__init__(window)
        self._window = window
        self._stage = stage
        self._clock = clock
        self._roster = ""
        self._warns = self._unheard = False
        self._kept: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=MOST_KEPT))
        self.setObjectName("toast")
        self._icon = IconLabel()
        self.says = ElidedLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP, 0, GAP, 0)
        row.setSpacing(GAP // 2)
        row.addWidget(self._icon)
        row.addWidget(self.says, 1)
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.clear)
        window.installEventFilter(self)
        stage.veiled_changed.connect(self._update)
        self.hide()

    def show_message(self, text: str, *, warns: bool = False) -> None:
        """Show a message in place of the last one, and keep it; an empty one clears the last one."""
        self.says.setText(text)
        self.setToolTip("")
        self._warns, self._unheard = warns, bool(text)
        if text:
            self._kept[self._roster].appendleft(f"{self._clock()}  {text}")
        self._update()

    def warn(self, text: str) -> None:
        """Show why something was not done; "" clears such a message."""
        if text:
            self.show_message(text, warns=True)
        else:
            self.clear_warning()

    def clear(self) -> None:
        """Clear the current message."""
        self.show_message("")

    def clear_warning(self) -> None:
        """Clear the current message if it is a refusal."""
        if self._warns:
            self.clear()

    def turn_to(self, roster_id: str) -> None:
        """Keep the messages of another roster from now on, and clear that of the last roster."""
        if roster_id != self._roster:
            self._roster = roster_id
            self.clear()

    def kept(self) -> str:
        """Return the messages of the open roster, the newest first."""
        return "\n".join(self._kept[self._roster]) or NONE_YET

    def _update(self) -> None:
        """Show the message for a while, unless there is none or the window is veiled."""
        text = self.says.text()
        shown = bool(text) and not self._stage.veiled
        self.setVisible(shown)
        if not shown:
            self.timer.stop()
            return
        self._colour()
        self._place()
        self.raise_()
        self.timer.start(SHORTEST + PER_CHARACTER * len(text))
        if self._unheard:
            self._unheard = False
            announce(self, text, at_once=self._warns)

    def _place(self) -> None:
        """Place the message at the right end of the menu bar's row."""
        window, menus = self._window, self._window.menuBar()
        last = menus.actionGeometry(menus.actions()[-1]) if menus.actions() else None
        free = window.width() - EDGE - (last.right() + EDGE if last is not None else 0)
        enough = free >= self.fontMetrics().height() * LEAST_EMS
        width = min(self.sizeHint().width(), free if enough else int(window.width() * LEAST_SHARE))
        height = max(menus.height(), self.fontMetrics().height() + 4)
        self.setGeometry(window.width() - EDGE - width, 1, width, height - 2)
        if width < self.sizeHint().width():
            self.setToolTip(tip_of(self.says.text()))

    def _colour(self) -> None:
        palette, theme = self.palette(), current_theme()
        palette.setColor(QPalette.ColorRole.WindowText, theme.on_trouble if self._warns else theme.text)
        self.setPalette(palette)
        self._icon.show_icon("warning" if self._warns else "about")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.isVisible() and event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._place()
        return False

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self._colour()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.timer.stop()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.isVisible():
            self.timer.start(SHORTEST)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.clear()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        ground = theme.trouble if self._warns else theme.raised
        rounded(painter, QRectF(self.rect()), ground, theme.chosen_line, 4)
