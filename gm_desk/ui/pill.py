"""A small button with round ends, which may be on, be taken away by a cross, or hold a menu."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from typing_extensions import override

from gm_desk.core.text.one_line import menu_text, tip_of
from gm_desk.ui.icons import paint_icon
from gm_desk.ui.look import LEFT, Look, framed, scaled, width_of, write
from gm_desk.ui.sizes import COMPACT

PAD = 9
CROSS, MORE = "close", "chevron"
"""The icons of the marks at the end."""

MARK = 0.7


class Pill(QAbstractButton):
    """Show some words; a click does what they say, and Down or its mark opens what else there is."""

    menu_requested = Signal()
    removed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None, *, mark: str = "") -> None:
        """Take a mark at the end: a cross that takes the pill away, or an arrow that opens a menu."""
        super().__init__(parent)
        self._look = look
        self.mark = mark
        self.on = self.quiet = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_words(self, text: str, tip: str = "", *, on: bool = False, quiet: bool = False, mark: str = "") -> None:
        """Show other words; quiet ones have no outline until they are on."""
        self.on, self.quiet, self.mark = on, quiet, mark
        self.setText(menu_text(text))
        spoken = [text] + ["chosen"] * on + ["Down: pay otherwise"] * (mark == MORE)
        self.setAccessibleName(", ".join(spoken))
        self.setToolTip(tip_of("\n".join([text] + [tip] * bool(tip))))
        self.updateGeometry()
        self.update()

    def open_menu(self, entries: Iterable[tuple[str, object, bool]], slot: Callable[[QAction], None]) -> None:
        """Offer entries below: their words, the data that the slot finds in the action, and whether they are on."""
        menu = QMenu(self)
        for text, data, on in entries:
            action = menu.addAction(menu_text(text))
            action.setData(data)
            action.setCheckable(on)
            action.setChecked(on)
        menu.triggered.connect(slot)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    @override
    def sizeHint(self) -> QSize:
        words = width_of(scaled(self.font(), COMPACT), self._words)
        return QSize(int(words + 2 * self._pad + self._mark_width()) + 2, int(self.fontMetrics().height() * 1.45))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.fontMetrics().height() * 4, self.sizeHint().width()), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, box = self._look.theme, QRectF(self.rect())
        hover = self.underMouse() or self.isDown()
        fill = theme.chosen if self.on else theme.raised if hover else None
        line = theme.accent if self.on else None if self.quiet else theme.line
        framed(painter, box, theme, fill, line, box.height() / 2, focus=self.hasFocus())
        ink = theme.dim if self.quiet and not (self.on or hover) else theme.text
        font, inner = scaled(self.font(), COMPACT), box.adjusted(self._pad, 0, -self._pad, 0)
        if self.mark:
            wide = self._mark_width() - 6
            corner = QRectF(inner.right() - wide, box.y(), wide, box.height())
            paint_icon(painter, self.mark, corner, theme.dim)
            inner.setRight(inner.right() - self._mark_width())
        write(painter, inner, self._words, ink, LEFT, font)

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
            self.menu_requested.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.mark == MORE:
            self.menu_requested.emit()

    def _use_mark(self) -> None:
        (self.removed if self.mark == CROSS else self.menu_requested).emit()

    @property
    def _pad(self) -> int:
        return PAD - 5 if self.quiet and not self.on else PAD

    @property
    def _words(self) -> str:
        return self.text().replace("&&", "&")

    def _mark_width(self) -> float:
        return self.fontMetrics().height() * MARK + 6 if self.mark else 0


class FittingPill(Pill):
    """Show all of its words, however little room there is."""

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
