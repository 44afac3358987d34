"""A small rounded button that can be checked, removed by a cross, or open a menu."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import menu_text, tip_of
from gm_desk.ui.theme.painting import LEFT, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import COMPACT, GAP, current_theme, paint_icon

PAD = 9
CHIP = 1.5
"""The height of a chip, which is like a pill, in heights of the font."""
CROSS, MORE = "close", "chevron"
"""The icons of the trailing marks."""

MARK = 0.7


class Pill(QAbstractButton):
    """A rounded button; Down or a click on its mark opens its menu."""

    menu_requested = Signal(object)
    removed = Signal()

    def __init__(self, parent: QWidget | None = None, *, mark: str = "") -> None:
        """Create the button, optionally with a mark at its end: a cross to remove it, or an arrow to open a menu."""
        super().__init__(parent)
        self.mark = mark
        self.on = self.quiet = False
        self._words_shown: tuple[object, ...] = ()
        self._measured: tuple[tuple[object, ...], QFont, QSize] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_words(
        self, text: str, tip: str = "", *, on: bool | None = None, quiet: bool = False, mark: str = ""
    ) -> None:
        """Show another text; a pill that is on or off is checkable, and a quiet one has no outline until it is on."""
        shown = (text, tip, on, quiet, mark)
        if shown == self._words_shown:
            return
        self._words_shown, self.on, self.quiet, self.mark = shown, bool(on), quiet, mark
        self.setText(menu_text(text))
        self.setCheckable(on is not None)
        self.setChecked(self.on)
        self.setAccessibleName(text)
        self.setAccessibleDescription("Down: more choices" if mark == MORE else "")
        self.setToolTip(tip_of("\n".join([text] + [tip] * bool(tip))))
        self.updateGeometry()
        self.update()

    def open_menu(self, entries: Iterable[tuple[str, object, bool]], slot: Callable[[QAction], None]) -> None:
        """Open a menu of entries: text, data for the action, and whether it is checked."""
        menu = QMenu(self)
        menu.setAccessibleName(self.accessibleName())
        for text, data, on in entries:
            action = menu.addAction(menu_text(text))
            action.setData(data)
            action.setCheckable(on)
            action.setChecked(on)
        menu.triggered.connect(slot)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    @override
    def nextCheckState(self) -> None:
        """Do nothing: the state follows from what is shown."""

    @override
    def sizeHint(self) -> QSize:
        """Return the size, which is measured anew only if it may differ: layouts ask for it very often."""
        shown, font, known = (self.text(), self._pad, self.mark), self.font(), self._measured
        if known is None or known[0] != shown or known[1] != font:
            words = width_of(scaled(font, COMPACT), self._words)
            wide = int(words + 2 * self._pad + self._mark_width()) + 2
            self._measured = known = shown, font, QSize(wide, int(self.fontMetrics().height() * 1.45))
        return QSize(known[2])

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.fontMetrics().height() * 4, self.sizeHint().width()), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, box = current_theme(), QRectF(self.rect())
        hover = self.underMouse() or self.isDown()
        fill = theme.chosen if self.on else theme.raised if hover else None
        line = theme.accent if self.on else None if self.quiet else theme.line
        rounded(painter, box, fill, line, box.height() / 2, thick=theme.outline)
        if self.hasFocus():  # within the outline, since a pill that is on has an accented outline
            gap = theme.outline + 1
            inner = box.adjusted(gap, gap, -gap, -gap)
            rounded(painter, inner, None, theme.focus, inner.height() / 2, thick=theme.ring)
        ink = theme.dim if self.quiet and not (self.on or hover) else theme.text
        font, inner = scaled(self.font(), COMPACT), box.adjusted(self._pad, 0, -self._pad, 0)
        if self.mark:
            wide = self._mark_width() - 6
            corner = QRectF(inner.right() - wide, box.y(), wide, box.height())
            paint_icon(painter, self.mark, corner, theme.dim)
            inner.setRight(inner.right() - self._mark_width())
        write(painter, inner, self.fitting(font, inner.width()), ink, LEFT, font)

    def fitting(self, font: QFont, room: float) -> str:  # noqa: ARG002 - for subclasses
        """Return the text as it is painted in a width, at whose end it is elided."""
        return self._words

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self.mark and self.rect().contains(at) and at.x() > self.width() - self._pad - self._mark_width():
            self.setDown(False)
            self._use_mark()
            return
        super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace} and self.mark == CROSS:
            self.removed.emit()
        elif event.key() == Qt.Key.Key_Down and self.mark == MORE:
            self.menu_requested.emit(self)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus, but keep the other pills of a group among the tab stops, which a QAbstractButton removes."""
        QWidget.focusInEvent(self, event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.mark == MORE:
            self.menu_requested.emit(self)

    def _use_mark(self) -> None:
        if self.mark == CROSS:
            self.removed.emit()
        else:
            self.menu_requested.emit(self)

    @property
    def _pad(self) -> int:
        return PAD - 5 if self.quiet and not self.on else PAD

    @property
    def _words(self) -> str:
        return self.text().replace("&&", "&")

    def _mark_width(self) -> float:
        return self.fontMetrics().height() * MARK + 6 if self.mark else 0


class FittingPill(Pill):
    """A pill that never elides its text."""

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


LINES = 2


class LimitedFlow(QWidget):
    """A flow of pills that takes two lines at most, or as many as `most_lines`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the widget, empty; `more` is the button for the pills that do not fit."""
        super().__init__(parent)
        self.most_lines = LINES
        self._pills: list[Pill] = []
        self._shown: list[Pill] = []
        self.more = Pill(self, mark=MORE)
        self.more.show_words("More", "More options", mark=MORE)
        self.more.setAccessibleName("More options for the last roll")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pills(self, pills: list[Pill]) -> None:
        """Set the pills to show."""
        self._pills = pills
        self._place()
        self.updateGeometry()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        if not self._pills:
            return 0
        lines = _lines([*self._pills], width)
        return min(self.most_lines, lines) * (self._line_height() + GAP) - GAP

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._line_height() if self._pills else 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _line_height(self) -> int:
        return self.more.sizeHint().height()

    def hidden(self) -> list[Pill]:
        """Return the pills that do not fit."""
        return [pill for pill in self._pills if pill not in self._shown]

    def focusable(self) -> list[Pill]:
        """Return the pills that can currently have the focus."""
        return [pill for pill in self._shown if pill.isVisible()]

    def _fitting(self) -> list[Pill]:
        """Return the pills that fit, followed by the More button if some do not."""
        if _lines(self._pills, self.width()) <= self.most_lines:
            return self._pills
        chosen: list[Pill] = []
        for pill in self._pills:
            if _lines([*chosen, pill, self.more], self.width()) <= self.most_lines:
                chosen.append(pill)
        return [*chosen, self.more]

    def _place(self) -> None:
        """Arrange the pills in lines."""
        self._shown = self._fitting()
        for pill in (*self._pills, self.more):
            pill.setVisible(pill in self._shown)
        x = y = 0
        for pill in self._shown:
            size = _limited_size(pill, self.width())
            if x and x + size.width() > self.width():
                x, y = 0, y + self._line_height() + GAP
            pill.setGeometry(QRect(x, y, size.width(), size.height()))
            x += size.width() + GAP


def _lines(pills: list[Pill], width: int) -> int:
    """Return the number of lines that the pills need."""
    x, lines = 0, 1
    for pill in pills:
        size = _limited_size(pill, width)
        if x and x + size.width() > width:
            x, lines = 0, lines + 1
        x += size.width() + GAP
    return lines


def _limited_size(pill: Pill, width: int) -> QSize:
    """Return the size of a pill, limited to a width."""
    return pill.sizeHint().boundedTo(QSize(max(1, width), 10_000))
