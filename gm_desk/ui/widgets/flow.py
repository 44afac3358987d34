"""A layout that wraps its items like words, a row that hides some parts, and a box that seldom asks for more room."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QWidget
from typing_extensions import override


@contextmanager
def laid_out_once(layout: QLayout) -> Iterator[None]:
    """Show and hide several items of a layout, which Qt would otherwise do again for each that is shown."""
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)


class FlowLayout(QLayout):
    """A layout that places visible items from left to right and wraps them onto further lines."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6, *, to_the_right: bool = False) -> None:
        """Create the layout with a gap between items and lines; the last item may be right-aligned."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._to_the_right = to_the_right
        self._least = 0
        self._corner = self._page = 0
        self._heights: dict[int, int] = {}
        self._broken: dict[tuple[int, int], list[list[tuple[QLayoutItem, QSize]]]] = {}
        self._minimum: QSize | None = None
        self.setContentsMargins(0, 0, 0, 0)

    def set_line_height(self, minimum: int) -> None:
        """Set the minimum height of a line."""
        if minimum != self._least:
            self._least = minimum
            self.invalidate()

    def leave_corner(self, room: int, page: int) -> None:
        """Leave room at the end of the last line of each page of some lines, and fill the last page; 0 for none.

        A second page that is not full begins before the end of the first one instead, and has its room as well.
        """
        if (room, page) != (self._corner, self._page):
            self._corner, self._page = room, page
            self.invalidate()

    def fits(self, size: QSize) -> bool:
        """Return whether all lines fit into a size, with no room left in a corner."""
        lines = self._lines(size.width(), 0)
        return sum(map(self._tall, lines)) + self._gap * (len(lines) - 1) <= size.height()

    @property
    def gap(self) -> int:
        """The gap between items and between lines, in pixels."""
        return self._gap

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()
        return self._items.pop(index)

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    @override
    def invalidate(self) -> None:
        """Clear the cached sizes, because an item has changed."""
        self._heights.clear()
        self._broken.clear()
        self._minimum = None
        super().invalidate()

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        if self._minimum is None:
            widths = [item.minimumSize().width() for item in self._items]
            heights = [item.sizeHint().height() for item in self._items]
            self._minimum = QSize(max(widths, default=0), max(heights, default=0))
        return self._minimum

    def line_tops(self, width: int) -> list[int]:
        """Return the top of each line at a width, relative to the first."""
        return [there.start for there, _ in self.lines(width)] or [0]

    def page_tops(self, width: int) -> list[int]:
        """Return the top of each page at a width, relative to the first; without pages each line is one."""
        tops = self.line_tops(width)
        return [tops[0], tops[-self._page]] if self._overlaps(len(tops)) else tops[:: self._page or 1]

    def lines(self, width: int) -> list[tuple[range, list[QWidget]]]:
        """Return each line at a width: from where to where it reaches, and its visible widgets."""
        top = 0
        found: list[tuple[range, list[QWidget]]] = []
        for line in self._lines(width, self._corner):
            there = range(top, top + self._tall(line))
            found.append((there, [widget for item, _ in line if (widget := item.widget()) is not None]))
            top = there.stop + self._gap
        return found

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Arrange the items in a rectangle, each vertically centred in its line, and return the height needed."""
        y, lines = rect.y(), self._lines(rect.width(), self._corner)
        for line in lines:
            x, tall = rect.x(), self._tall(line)
            for item, size in line:
                if self._to_the_right and item is self._items[-1]:
                    x = rect.x() + rect.width() - size.width()
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (tall - size.height()) // 2), size))
                x += size.width() + self._gap
            y += tall + self._gap
        if lines and self._page and not self._overlaps(len(lines)):
            y += -len(lines) % self._page * (self._tall(lines[-1]) + self._gap)
        return max(0, y - self._gap - rect.y())

    def _overlaps(self, lines: int) -> bool:
        """Return whether a number of lines makes two pages, the second of which shows lines of the first."""
        return self._page < lines < 2 * self._page

    def _tall(self, line: list[tuple[QLayoutItem, QSize]]) -> int:
        return max(self._least, *(size.height() for _, size in line))

    def _lines(self, width: int, corner: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the visible items and their sizes, line by line, the last one of each page shorter by a corner.

        Lines are kept only by the layout of a widget, which Qt invalidates at once when an item changes: it invalidates
        a layout within another one later.
        """
        if not isinstance(self.parent(), QWidget):
            return self._break(width, corner)
        if (width, corner) not in self._broken:
            self._broken[width, corner] = self._break(width, corner)
        return self._broken[width, corner]

    def _break(self, width: int, corner: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Break the visible items into lines."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        room = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            if not lines or min(size.width(), width) > room:
                lines.append([])
                room = width - (corner if self._page and not len(lines) % self._page else 0)
            size = size.boundedTo(QSize(max(1, room), 10_000))
            if item.hasHeightForWidth():  # a text that wraps
                size.setHeight(item.heightForWidth(size.width()))
            lines[-1].append((item, size))
            room -= size.width() + self._gap
        if self._overlaps(len(lines)) and len(lines[-1]) > 1 and room + self._gap < corner:
            lines.append([lines[-1].pop()])
        return lines


Box = TypeVar("Box", bound=QWidget)


class KeptBoxes(Generic[Box]):
    """The boxes of a flow by their keys; those that are not needed are hidden, since building one takes long."""

    def __init__(self, flow: FlowLayout, last: QWidget | None = None) -> None:
        """Begin without boxes; `last` is a widget of the flow that follows all boxes."""
        self._flow = flow
        self._last = last
        self._built: dict[str, Box] = {}

    def show(self, keys: Sequence[str], build: Callable[[str], Box]) -> dict[str, Box]:
        """Show the boxes with these keys in this order, and no others; return them."""
        built = self._built
        fresh = {key: build(key) for key in keys if key not in built}
        order = _merged(keys, built)
        if fresh or order != list(built):
            self._arrange({key: fresh.get(key) or built[key] for key in order})
        wanted = set(keys)
        with laid_out_once(self._flow):
            for key, box in self._built.items():
                if key in fresh or box.isHidden() is (key in wanted):
                    box.setVisible(key in wanted)
        return {key: self._built[key] for key in keys}

    @property
    def all(self) -> list[Box]:
        """All boxes, shown or not, in their order."""
        return [*self._built.values()]

    def clear(self) -> None:
        """Delete all boxes."""
        for box in self._built.values():
            self._flow.removeWidget(box)
            box.hide()
            box.deleteLater()
        self._built = {}

    def _arrange(self, boxes: dict[str, Box]) -> None:
        """Put boxes into the flow in their order."""
        last = () if self._last is None else (self._last,)
        for box in (*self._built.values(), *last):
            self._flow.removeWidget(box)
        for box in (*boxes.values(), *last):
            self._flow.addWidget(box)
        self._built = boxes


def _merged(keys: Sequence[str], known: Iterable[str]) -> list[str]:
    """Return keys in their order, with each other known key after the one that it followed."""
    order, before = list(keys), ""
    for key in known:
        if key not in keys:
            order.insert(order.index(before) + 1 if before else 0, key)
        before = key
    return order


LEAST = 6


class CollapsingRow(QWidget):
    """A row of widgets; those in `giving` are hidden in order if the row is too narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty row."""
        super().__init__(parent)
        self.giving: list[QWidget] = []
        self._fitting = False
        self.row = QHBoxLayout(self)
        self.row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * LEAST, self.row.minimumSize().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Hide only as many widgets as necessary; what is shown or hidden here may resize the row again."""
        if self._fitting:
            return
        self._fitting = True
        for one in self.giving:
            one.show()
        for one in self.giving:
            self.row.invalidate()
            if self.row.minimumSize().width() <= self.width():
                break
            one.hide()
        self._fitting = False


class SteadyBox(QWidget):
    """A box whose parts are laid out in `inner`; it asks for another size only if they need another one.

    When a layout is done again, Qt does the layouts around it again as well, whatever has changed. Without
    this, each number that changes in a part of a pane would lay out the whole pane.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the box, empty."""
        super().__init__(parent)
        self.inner = QWidget(self)
        self._needs: tuple[object, ...] = ()

    @override
    def sizeHint(self) -> QSize:
        return self.inner.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return self.inner.minimumSizeHint()

    @override
    def hasHeightForWidth(self) -> bool:
        return self.inner.hasHeightForWidth()

    @override
    def heightForWidth(self, width: int) -> int:
        return self.inner.heightForWidth(width)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.inner.resize(event.size())

    @override
    def event(self, event: QEvent) -> bool:
        """Check the size of the parts when they ask for another one, and when the box is shown."""
        if event.type() in ASKING:
            self.settle()
        return super().event(event)

    def settle(self) -> None:
        """Lay out the parts, and ask for another size if they need one."""
        layout = self.inner.layout()
        if layout is not None:
            layout.activate()
        needs = (self.sizeHint(), self.minimumSizeHint(), self.heightForWidth(self.width()))
        if needs != self._needs:
            self._needs = needs
            self.updateGeometry()


ASKING = frozenset({QEvent.Type.LayoutRequest, QEvent.Type.Show})


def settle_layouts(part: QWidget, layouts: Iterable[QLayout] | None = None) -> None:
    """Do the layouts of a part, inner ones first: Qt would do them only one by one.

    `layouts` are those of the part if they are known.
    """
    for layout in reversed(part.findChildren(QLayout)) if layouts is None else layouts:
        layout.activate()
    if isinstance(part, SteadyBox):
        part.settle()


def layouts_in(part: QWidget) -> list[QLayout]:
    """Return the layouts of a part that are not within other layouts, which would do them as well; inner ones first."""
    return [layout for layout in reversed(part.findChildren(QLayout)) if isinstance(layout.parent(), QWidget)]


def widgets_in(layout: QLayout) -> list[QWidget]:
    """Return the widgets in a layout, but not in the layouts in it.

    They are looked for among the children, since PySide makes wrappers of the items of a layout, which outlive them.
    """
    pane = layout.parentWidget()
    children = [] if pane is None else pane.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [one for one in children if layout.indexOf(one) >= 0]
