"""Scroll areas as tall as their contents, or as what is left, which scroll only if there is less room."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.ui.widgets.action_rows import show_keys


class FittingScroll(QScrollArea):
    """A scroll area whose contents may have a height that depends on their width."""

    def __init__(self, inner: QWidget) -> None:
        """Create the scroll area around a widget."""
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._inner = inner
        self._needs: tuple[QSize, QSize] | None = None
        self.setWidget(inner)
        inner.installEventFilter(self)

    @override
    def sizeHint(self) -> QSize:
        inner = self._inner
        height = inner.heightForWidth(self.viewport().width()) if inner.hasHeightForWidth() else -1
        return QSize(inner.sizeHint().width(), max(height, inner.minimumSizeHint().height()))

    @override
    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._inner.minimumSizeHint().width() + bar, self.fontMetrics().height() * 3)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            before, self._needs = self._needs, (self.sizeHint(), self.minimumSizeHint())
            if self._needs != before:
                self.updateGeometry()
        return super().eventFilter(watched, event)


class RestScroll(QScrollArea):
    """A scroll area that takes the height left over, whatever the height of its contents."""

    def __init__(self, inner: QWidget) -> None:
        """Create the scroll area around a widget."""
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._least = 0
        self._inner = inner
        self.setWidget(inner)

    def set_least(self, height: int) -> None:
        """Set the least height."""
        if height != self._least:
            self._least = height
            self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._inner.sizeHint().width(), self._least)

    @override
    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._inner.minimumSizeHint().width() + bar, self._least)


def previous_tab_stop(widget: QWidget) -> QWidget:
    """Return the widget before another one in the tab order."""
    before = widget.previousInFocusChain()
    while before is not None and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
        before = before.previousInFocusChain()
    return before or widget


def set_tab_order(last: QWidget, stops: Sequence[QWidget]) -> None:
    """Put `stops` into the tab order before `last`."""
    before = last
    for stop in stops:
        QWidget.setTabOrder(before, stop)
        before = stop
    if stops:
        QWidget.setTabOrder(before, last)


def join(late: QWidget, *before: QWidget | None) -> None:
    """Let Tab walk through a part that was built late, and let its tool tips show their keys.

    It comes after the nearest of the parts `before` that Tab stops in, whose nearest is the first. Their children are
    asked and not the chain of focus: what PySide returns of that, it takes for a child of the widget that was asked.
    """
    last = next((stops[-1] for part in before if part is not None and (stops := _stops(part))), None)
    for stop in _stops(late):
        if last is not None:
            QWidget.setTabOrder(last, stop)
        last = stop
    show_keys((late, *late.findChildren(QWidget)))


def _stops(part: QWidget) -> list[QWidget]:
    """List what Tab stops at in a part."""
    return [one for one in (part, *part.findChildren(QWidget)) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
