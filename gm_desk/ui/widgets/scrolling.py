"""Scroll areas as high as their contents or the space left, and details that are hidden in low windows."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.ui.theme.style import SCROLL_BAR
from gm_desk.ui.widgets.action_rows import show_keys
from gm_desk.ui.widgets.flow import FlowLayout, settle_layouts
from gm_desk.ui.widgets.pill import MORE, Pill

Part = TypeVar("Part")


class VerticalScroll(QScrollArea):
    """A scroll area without a frame that scrolls up and down only, and takes no focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the scroll area, empty."""
        super().__init__(parent)
        self._least: QSize | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @override
    def minimumSizeHint(self) -> QSize:
        """Return Qt's smallest size, which depends on the style alone; Qt asks both scroll bars each time."""
        if self._least is None:
            self._least = super().minimumSizeHint()
        return self._least

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._least = None


class FittingScroll(VerticalScroll):
    """A scroll area whose contents may have a height that depends on their width."""

    def __init__(self, inner: QWidget) -> None:
        """Create the scroll area around a widget."""
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._inner = inner
        self._whole = False
        self._needs: tuple[QSize, QSize] | None = None
        self.setWidget(inner)
        inner.installEventFilter(self)

    def settle_bar(self) -> None:
        """Show or hide the scroll bar at once; Qt would wait, or keep it because it makes the contents higher."""
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        room = self.maximumViewportSize()
        if self.verticalScrollBar().isVisible() and height_in(self._inner, room.width()) <= room.height():
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @override
    def sizeHint(self) -> QSize:
        inner = self._inner
        height = inner.heightForWidth(self.viewport().width()) if inner.hasHeightForWidth() else -1
        return QSize(inner.sizeHint().width(), max(height, inner.minimumSizeHint().height()))

    @override
    def minimumSizeHint(self) -> QSize:
        wanted = self.sizeHint().height()
        least = wanted if self._whole else min(wanted, self.fontMetrics().height() * 3)
        return QSize(self._inner.minimumSizeHint().width() + SCROLL_BAR, least)

    def set_whole(self, whole: bool) -> None:
        """Ask for the height at which nothing has to scroll, before other parts grow; or let the contents scroll."""
        if whole != self._whole:
            self._whole = whole
            self.updateGeometry()

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


class FixedScroll(VerticalScroll):
    """A scroll area of fixed height, whatever the height of its contents, so that nothing below it moves."""

    def __init__(self, inner: QWidget) -> None:
        """Create the scroll area around a widget."""
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._height = 0
        self._inner = inner
        self.setWidget(inner)

    def set_height(self, height: int) -> None:
        """Set the height."""
        if height != self._height:
            self._height = height
            self.updateGeometry()

    @property
    def natural_height(self) -> int:
        """The height at which nothing has to scroll."""
        inner, width = self._inner, self.viewport().width()
        return inner.heightForWidth(width) if inner.hasHeightForWidth() else inner.sizeHint().height()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._inner.sizeHint().width(), self._height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._inner.minimumSizeHint().width(), self._height)


NO_ROOM = "List what has no room in this row"


class LineScroll(FixedScroll):
    """A scroll area of fixed height around widgets that wrap like words, which shows pages of whole lines.

    Instead of a scroll bar, which would be tiny, a button at the end of a page lists the widgets out of sight.
    """

    def __init__(self, inner: QWidget, flow: FlowLayout) -> None:
        """Create the scroll area around a widget with such a layout."""
        super().__init__(inner)
        self._flow = flow
        self._sought: QWidget | None = None
        self._rows, self._size, self._most = 1, QSize(), (0, QFont())
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.more = Pill(self, mark=MORE)
        self.more.hide()
        self.more.clicked.connect(self._list_hidden)
        self.more.menu_requested.connect(self._list_hidden)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._follow_lines)
        bar.valueChanged.connect(self._keep_to_pages)

    def show_line(self, widget: QWidget | None) -> None:
        """Scroll to the page of a widget, or without one to the nearest page, now and after every change of layout."""
        self._sought = widget
        self._show_line()

    def _follow_lines(self) -> None:
        """Look at the lines again, since there are more or fewer."""
        self.fit_more()
        self._show_line()

    def _show_line(self) -> None:
        bar, sought = self.verticalScrollBar(), self._sought
        if self._flow.geometry() != self._inner.rect():  # resized within another layout, Qt has not placed them anew
            self._flow.setGeometry(self._inner.rect())
        if sought is not None and sought.isVisibleTo(self._inner):
            top = sought.mapTo(self._inner, sought.rect().topLeft()).y()
            bar.setValue(max(one for one in self._pages if one <= max(0, top)))
        self._keep_to_pages()

    @property
    def _pages(self) -> list[int]:
        """The tops of the pages."""
        return self._flow.page_tops(self._inner.width())

    def _keep_to_pages(self) -> None:
        """Go on to the nearest page, and count what is out of sight there."""
        bar = self.verticalScrollBar()
        bar.setValue(min(self._pages, key=lambda top: abs(top - bar.value())))
        self._count_hidden()

    def fit_more(self) -> None:
        """Show the button at the end of the last line of a page, if not all lines fit."""
        lines = self._flow.lines(max(1, self.width()))
        self.more.setVisible(bool(lines) and not self._flow.fits(self.size()))
        if self.more.isHidden():
            self._rows = 1
            self._flow.leave_corner(0, 0)
            if self.viewportMargins().bottom():  # else Qt would lay out the scroll bars all the same
                self.setViewportMargins(0, 0, 0, 0)
            return
        line, gap = len(lines[0][0]), self._flow.gap
        self._rows = max(1, (self.height() + gap) // (line + gap))
        self.setViewportMargins(0, 0, 0, max(0, self.height() + gap - self._rows * (line + gap)))
        self.verticalScrollBar().setSingleStep(self._rows * (line + gap) // QApplication.wheelScrollLines())
        before, self._most = self._most, (sum(len(widgets) for _, widgets in lines), self.more.font())
        if self._most != before:  # else its text would change twice, and be painted again
            self._count(self._most[0])
            self._size = self.more.sizeHint()
        wide, tall = self._size.toTuple()
        self._flow.leave_corner(wide + gap, self._rows)
        self.more.resize(self._size)
        self.more.move(self.width() - wide, self._rows * (line + gap) - gap - (line + tall) // 2)
        self._count_hidden()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_more()

    def _count_hidden(self) -> None:
        """Update the number on the button."""
        if not self.more.isHidden():
            self._count(len(self._hidden()))

    def _count(self, count: int) -> None:
        self.more.show_words(f"{count} more", NO_ROOM, mark=MORE)

    def _hidden(self) -> list[QWidget]:
        """Return the widgets of the lines that are out of sight."""
        top = self.verticalScrollBar().value()
        lines = self._flow.lines(self.viewport().width())
        return [one for there, line in lines if not top <= there.start < top + self.viewport().height() for one in line]

    def _list_hidden(self) -> None:
        hidden = self._hidden()
        checked = [isinstance(one, QAbstractButton) and one.isChecked() for one in hidden]
        entries = [(_spoken(one), one, on) for one, on in zip(hidden, checked, strict=True)]
        self.more.open_menu(entries, self._use)

    def _use(self, action: QAction) -> None:
        """Scroll to a listed widget and press it if it is a button, or the only button in it."""
        widget = action.data()
        self.show_line(widget)
        buttons = [widget] if isinstance(widget, QAbstractButton) else _buttons_in(widget)
        if len(buttons) == 1:
            buttons[0].setFocus()
            buttons[0].click()


def _buttons_in(widget: QWidget) -> list[QAbstractButton]:
    return [one for one in widget.findChildren(QAbstractButton) if one.isVisible()]


def _spoken(widget: QWidget) -> str:
    """Return the name of a widget, or of the buttons in it."""
    return widget.accessibleName() or ", ".join(one.accessibleName() or one.text() for one in _buttons_in(widget))


class Squeeze:
    """Details that are hidden in turn, the least important first, until the rest fits."""

    def __init__(self, *steps: Callable[[bool], object]) -> None:
        """Create the sequence; each step is called with whether to hide its detail."""
        self._steps = steps
        self.spared = frozenset[int]()

    def fit(self, fits: Callable[[], bool], spared: frozenset[int] | None = None) -> None:
        """Hide as few details as necessary, or these ones if it is known which they are.

        `fits` returns whether everything shown fits. A large detail leaves room for others, which are shown again.
        """
        self.spared = spared or frozenset()
        for place, step in enumerate(self._steps):
            step(place in self.spared)
        if spared is not None or fits():
            return
        counts = range(1, len(self._steps))  # hiding more takes no more room: each try rules out half of the counts
        self._spare(1 + bisect_left(counts, True, key=lambda count: self._spare(count) and fits()))
        for place in sorted(self.spared, reverse=True)[1:]:
            self._steps[place](False)
            if fits():
                self.spared -= {place}
            else:
                self._steps[place](True)

    def _spare(self, count: int) -> bool:
        """Hide the first details, as many as given, and no others; return True."""
        spared = frozenset(range(count))
        for place in spared ^ self.spared:
            self._steps[place](place in spared)
        self.spared = spared
        return True


def height_in(part: QWidget, width: int) -> int:
    """Return the preferred height of a part at a width, 0 for a hidden one."""
    if part.isHidden():
        return 0
    settle_layouts(part)
    wanted = part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height()
    return min(max(wanted, part.minimumHeight()), part.maximumHeight())


class RestScroll(VerticalScroll):
    """A scroll area that takes the remaining height, whatever the height of its contents."""

    def __init__(self, inner: QWidget) -> None:
        """Create the scroll area around a widget."""
        super().__init__()
        self._inner = inner
        self.setWidget(inner)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._inner.sizeHint().width(), 0)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._inner.minimumSizeHint().width() + SCROLL_BAR, 0)


PADDING = 12
"""The space kept visible around the target of scrolling, in pixels."""


def show_whole(part: QWidget, box: QRect | None = None) -> None:
    """Scroll the area around a part until a box in it, or all of it, is in view with some space around it.

    If it is higher than the area, its top is shown.
    """
    area = part.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    inner = area.widget() if area is not None else None
    if area is None or inner is None or not inner.isAncestorOf(part):
        return
    wanted = box or part.rect()
    top, tall, room = part.mapTo(inner, wanted.topLeft()).y(), wanted.height(), area.viewport().height()
    space, bar = max(0, min(PADDING, (room - tall) // 2)), area.verticalScrollBar()
    bar.setValue(min(top - space, max(top + tall + space - room, bar.value())))


LITTLE = 3
"""The part of a row that may be cut off, since it shows nothing but its edge, in pixels."""


def show_rows_whole(area: QScrollArea, rows: Sequence[QWidget]) -> None:
    """Scroll on to the next row if one is cut off at the top; the last row begins there if it is higher than the area.

    An area that is at its end stays there.
    """
    inner, bar = area.widget(), area.verticalScrollBar()
    if inner is None:
        return
    there = [QRect(row.mapTo(inner, row.rect().topLeft()), row.size()) for row in rows if row.isVisible()]
    for at, box in enumerate(there):
        if box.top() + LITTLE < bar.value() <= box.bottom():
            bar.setValue(box.top() if box is there[-1] else min(bar.maximum(), there[at + 1].top()))
            return


def previous_tab_stop(widget: QWidget) -> QWidget:
    """Return the widget before another one in the tab order."""
    before = widget.previousInFocusChain()
    while before is not None and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
        before = before.previousInFocusChain()
    return before or widget


def set_tab_order(last: QWidget, stops: Sequence[QWidget]) -> None:
    """Put `stops` into the tab order before `last`."""
    for before, after in pairwise((last, *stops, last) if stops else ()):
        QWidget.setTabOrder(before, after)


class LatePart(cached_property[Part]):
    """A part of a widget that is built when it is first used.

    `DraftPane.damage.built(pane)` returns the part only if it has been built.
    """

    def built(self, owner: QWidget) -> Part | None:
        """Return the part of a widget, or None if it has not been built."""
        return vars(owner).get(self.attrname or "")


def join(late: QWidget, *before: QWidget | None) -> None:
    """Insert a part that was built late into the tab order, and make its tool tips show their keys.

    It follows the nearest of the parts `before` with a tab stop; the first one is the nearest. Their children are
    searched instead of the focus chain, because PySide makes the widgets returned by that children of the widget asked.
    """
    last = next((stops[-1] for part in before if part is not None and (stops := _stops(part))), None)
    for stop in _stops(late):
        if last is not None:
            QWidget.setTabOrder(last, stop)
        last = stop
    show_keys((late, *late.findChildren(QWidget)))


def _stops(part: QWidget) -> list[QWidget]:
    """Return the tab stops in a part."""
    return [one for one in (part, *part.findChildren(QWidget)) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
