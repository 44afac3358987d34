"""Buttons that Qt does not have: an accented one, one that shows its key, a segmented row, a list of choices."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.wording.phrases import one_line, tip_of
from gm_desk.ui.theme.painting import (
    CENTRE,
    LEFT,
    RADIUS,
    SMOOTH,
    framed,
    rounded,
    scaled,
    width_of,
    write,
    write_whole,
)
from gm_desk.ui.theme.theme import COMPACT, GAP, LEAD, SMALL, TIGHT, TINY, current_theme, measured, paint_icon
from gm_desk.ui.widgets.labels import wrapped_in_parens

if TYPE_CHECKING:
    from gm_desk.ui.widgets.popup_list import ChoiceList, Choices

LEAST_WORDS = 8
"""Minimum width of a shortened text on a button, in heights of the font."""


class ButtonWithKey(QPushButton):
    """A button that shows the key of its command."""

    def __init__(self, text: str, key: str, parent: QWidget | None = None) -> None:
        """Create the button with its text and its key."""
        super().__init__(text, parent)
        self._key = key
        self.setToolTip(tip_of(f"{text} ({key})" if key else text))
        self.setAccessibleDescription(key)

    def show_key(self, key: str) -> None:
        """Set the key to show."""
        self._key = key
        self.updateGeometry()
        self.update()


class AccentButton(ButtonWithKey):
    """A prominent button for the next step, with its key."""

    @override
    def sizeHint(self) -> QSize:
        height = self.fontMetrics().height()
        words = width_of(scaled(self.font(), LEAD, bold=True), self.text()) + width_of(self.font(), self._key)
        return QSize(int(words) + 5 * GAP, int(height * 2.2))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    @override
    def minimumSizeHint(self) -> QSize:
        words = width_of(scaled(self.font(), LEAD, bold=True), self.text())
        return QSize(int(words) + 3 * GAP, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, box = current_theme(), QRectF(self.rect())
        fill = theme.accent_down if self.isDown() else theme.accent_over if self.underMouse() else theme.accent
        rounded(painter, box, fill if self.isEnabled() else theme.raised)
        ink = theme.on_accent if self.isEnabled() else theme.dim
        font, small = scaled(self.font(), LEAD, bold=True), scaled(self.font(), SMALL)
        text, key = width_of(font, self.text()) + 1, width_of(small, self._key) + GAP
        if text + GAP + key > box.width() - GAP:
            write(painter, box, self.text(), ink, CENTRE, font)
        else:
            left = (box.width() - text - GAP - key) / 2
            write(painter, QRectF(left, 0, text, box.height()), self.text(), ink, CENTRE, font)
            cap = QRectF(left + text + GAP, 0, key, self.fontMetrics().height() * 1.1)
            cap.moveTop((box.height() - cap.height()) / 2)
            rounded(painter, cap, None, ink, 3)
            write(painter, cap, self._key, ink, CENTRE, small)
        if self.hasFocus():
            rounded(painter, box.adjusted(2, 2, -2, -2), None, ink, RADIUS - 2, thick=theme.ring)


LONGEST_LINE, SHORTEST_LINE = 42, 16
"""The longest line on a button with several lines, and the shortest one to which it wraps, in characters."""


class WrappingButton(QPushButton):
    """A button with a heading and a text below it, which wraps to the width of the button and asks for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the button without a text."""
        super().__init__(parent)
        self._words = "", "", ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, head: str, text: str, details: str) -> None:
        """Show a heading, and below it a text with details in parentheses."""
        self._words = head, text, details
        self._wrap()

    def shorten(self) -> None:
        """Show the text in one line, without the details."""
        head, text, _ = self._words
        self.setText(f"{head}\n{one_line(text, LONGEST_LINE)}".replace("&", "&&"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._wrap()

    def _wrap(self) -> None:
        head, text, details = self._words
        for longest in range(LONGEST_LINE, SHORTEST_LINE - 1, -1):
            lines = one_line(head, longest), wrapped_in_parens(text, details, longest)
            self.setText("\n".join(filter(None, lines)).replace("&", "&&"))
            if self.sizeHint().width() <= self.width():
                return


CHEVRON = 0.7
"""The size of the arrow on a button with a menu, in heights of the font."""


class MenuButton(QToolButton):
    """A quiet button with a menu, whose text begins at its edge like that of its neighbours."""

    @override
    def sizeHint(self) -> QSize:
        words = width_of(self.font(), self.text())
        return QSize(int(words) + 2 * GAP + self.fontMetrics().height(), super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionToolButton()
        self.initStyleOption(option)
        words, ink, option.text = option.text, option.palette.buttonText().color().name(), ""
        option.features &= ~QStyleOptionToolButton.ToolButtonFeature.HasMenu  # whose arrow would be tiny and far away
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        side = self.fontMetrics().height() * CHEVRON
        room = self.width() - GAP - TIGHT - side
        write(painter, QRectF(GAP, 0, room, self.height()), words, ink, LEFT, self.font())
        place = QRectF(GAP + min(room, width_of(self.font(), words)) + TIGHT, 0, side, self.height())
        paint_icon(painter, "chevron", place, current_theme().dim)


class KeyButton(ButtonWithKey):
    """A quiet button with an icon and the key of its command; if it is narrow, it shows one of the `shorter` texts."""

    def __init__(self, text: str, key: str, icon: str, parent: QWidget | None = None) -> None:
        """Create the button with its text, its key and the name of its icon."""
        super().__init__(text, key, parent)
        self._icon = icon
        self.shorter: tuple[str, ...] = ()

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), self.text())) + self._beside, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        if not self.shorter:
            return self.sizeHint()
        words = min(int(width_of(self.font(), self.shorter[-1])), self.fontMetrics().height() * LEAST_WORDS)
        return QSize(words + self._beside, self.sizeHint().height())

    @property
    def _beside(self) -> int:
        """The width of the icon, the key and the gaps."""
        return int(width_of(scaled(self.font(), SMALL), self._key)) + 6 * GAP + self.iconSize().width()

    def _words(self, room: float) -> str:
        """Return the longest text that fits, or the shortest, elided."""
        texts = (self.text(), *self.shorter)
        found = next((one for one in texts if width_of(self.font(), one) <= room), "")
        return found or self.fontMetrics().elidedText(texts[-1], Qt.TextElideMode.ElideRight, int(room))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, box = current_theme(), QRectF(self.rect())
        fill = theme.chosen if self.isDown() else theme.raised if self.underMouse() else None
        framed(painter, box, theme, fill, theme.line, focus=self.hasFocus())
        small = scaled(self.font(), SMALL)
        words, key = self._words(box.width() - self._beside + 1), width_of(small, self._key) + GAP
        text = width_of(self.font(), words) + 1
        side = self.iconSize().width()
        left = (box.width() - side - text - key - 2 * GAP) / 2
        paint_icon(painter, self._icon, QRectF(left, 0, side, box.height()), theme.text)
        left += side + GAP
        write(painter, QRectF(left, 0, text, box.height()), words, theme.text, CENTRE, self.font())
        cap = QRectF(left + text + GAP, 0, key, self.fontMetrics().height() * 1.1)
        cap.moveTop((box.height() - cap.height()) / 2)
        rounded(painter, cap, theme.raised, theme.line, 3)
        write(painter, cap, self._key, theme.dim, CENTRE, small)


class Segment(QAbstractButton):
    """One button of a segmented row; the checked one is filled."""

    def __init__(self, text: str, parent: QWidget | None = None, *, quiet: bool = False) -> None:
        """Create a segment; a quiet one is not filled with the accent colour."""
        super().__init__(parent)
        self._quiet = quiet
        self.first = self.last = False
        self.setText(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @override
    def sizeHint(self) -> QSize:
        pad = 2 * GAP if self._quiet else GAP
        return QSize(int(width_of(self.font(), self.text())) + pad, int(self.fontMetrics().height() * 1.7))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), self.text())) + 4, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(SMOOTH)
        theme, box, checked = current_theme(), QRectF(self.rect()), self.isChecked()
        shape = QPainterPath()
        outer = box.adjusted(0.5 if self.first else -RADIUS, 0.5, -0.5 if self.last else RADIUS, -0.5)
        shape.addRoundedRect(outer, RADIUS, RADIUS)
        painter.setClipRect(box)
        on = theme.chosen if self._quiet else theme.accent
        fill = on if checked else theme.raised if self.underMouse() else theme.panel
        painter.fillPath(shape, QColor(fill))
        painter.setPen(QColor(theme.line))
        painter.drawPath(shape)
        if not self.last:
            painter.drawLine(QPointF(box.width() - 0.5, 0), box.bottomRight())
        lit = theme.text if self._quiet else theme.on_accent
        ink = lit if checked else theme.text if self.hasFocus() else theme.dim
        self._write(painter, box, ink, bold=checked)
        if self.hasFocus():
            rounded(painter, box.adjusted(2, 2, -2, -2), None, ink, RADIUS - 2, thick=theme.ring)

    def _write(self, painter: QPainter, box: QRectF, ink: str, *, bold: bool) -> None:
        """Paint the text in the largest font in which it fits, or elided in the smallest."""
        text, font = one_line(self.text()), self.font()
        for size in (COMPACT, SMALL, TINY):
            font = scaled(self.font(), size, bold=bold)
            if measured(font).width(text) <= box.width():
                write_whole(painter, box, text, ink, CENTRE, font)
                return
        write(painter, box, text, ink, CENTRE, font)


def push_button(text: str, does: Callable[[], None]) -> QPushButton:
    """Return a button that Enter presses only while it has the focus."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(does)
    return button


CHEVRON_SPACE, PICKER_PAD = "\N{EM SPACE}", 6
"""The space for the mark after the text of a picker, and the padding on both sides."""


def nothing_more(_typed: str) -> "Choices":
    """Return no additional choices."""
    return ()


class Picker(QPushButton):
    """A button that shows the current choice, or one of its `shorter` forms; the list is requested when it opens."""

    picked = Signal(object)

    def __init__(
        self,
        name: str,
        choices: "Callable[[], Choices]",
        parent: QWidget | None = None,
        *,
        typed: "Callable[[str], Choices]" = nothing_more,
        hint: str = "",
        stays: bool = False,
    ) -> None:
        """Create the button; `name` is its accessible name, and `typed` returns more choices for typed text.

        The first choice is selected as the list opens, so that Enter takes it. If the list `stays`, it remains open
        after a click, with the choices that are then left, of which none is selected: Enter closes it.
        """
        super().__init__(parent)
        self._stays = stays
        self._hint = hint
        self._typed = typed
        self._what = name
        self._choices = choices
        self._text = ""
        self._shown: tuple[str, str] | None = None
        self.shorter: tuple[str, ...] = ()
        self._list: ChoiceList | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open)

    def show_picked(self, text: str, nothing: str) -> None:
        """Show the current choice, or `nothing` as a prompt if there is none."""
        if (text, nothing) == self._shown:
            return
        self._shown = text, nothing
        self._text = one_line(text or nothing)
        self._fit()
        self.setAccessibleName(f"{self._what}: {text or 'nobody'}")

    def open(self) -> None:
        """Open the list below the button."""
        self.open_at("")

    def open_at(self, text: str) -> None:
        """Open the list with a text typed in its filter."""
        from gm_desk.ui.widgets.popup_list import ChoiceList

        self._list = ChoiceList(self, self._choices(), self._typed)
        self._list.left = self._choices if self._stays else None
        if self._hint:
            self._list.filter.setToolTip(tip_of(self._hint))
        self._list.chosen.connect(self.picked)
        self._list.open_under(self)
        if text:
            self._list.filter.setText(text)

    @override
    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self._text + CHEVRON_SPACE)
        return QSize(words + 2 * PICKER_PAD + 4, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._shown is not None:
            self._fit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, metrics = current_theme(), self.fontMetrics()
        right = (self.width() + metrics.horizontalAdvance(self.text().replace("&&", "&"))) / 2
        side = metrics.height() * 0.65
        box = QRectF(right - side, 0, side, self.height())
        paint_icon(QPainter(self), "chevron", box, theme.dim if self.isEnabled() else theme.disabled)

    def _fit(self) -> None:
        """Elide the text to the available width; the tool tip shows it in full."""
        room = self.width() - 2 * PICKER_PAD - self.fontMetrics().horizontalAdvance(CHEVRON_SPACE)
        fits = (one for one in (self._text, *self.shorter) if self.fontMetrics().horizontalAdvance(one) <= room)
        words = next(fits, self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideMiddle, max(room, 0)))
        self.setText((words + CHEVRON_SPACE).replace("&", "&&"))
        self.setToolTip(tip_of(self._hint if words == self._text else self._text))
