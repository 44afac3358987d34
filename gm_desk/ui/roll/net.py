"""The scale of the net modifier, with the cap at both ends."""

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QSlider, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.chips import number_that_counts
from gm_desk.core.rules.modifiers import STEP, TRUE_MINUS, Net
from gm_desk.core.wording.phrases import signed, tip_of
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import CENTRE, filled, rounded, scaled, write_whole
from gm_desk.ui.theme.theme import SMALL, TIGHT, TINY, current_theme, icon
from gm_desk.ui.widgets.flow import SteadyBox
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label

HANDLE = 6.0
TRACK = 4.0
TRACK_Y, REACH, NUMBER = HANDLE + 4, HANDLE + 2, 80.0
"""The middle of the track, how far the marks of the caps reach from it, and the width of the box of a number."""
USE = "Use listed modifiers"
BESIDE, UNBOUNDED = 4.0, (1 << 24) - 1
"""The width of the net beside the scale, in heights of the font; and Qt's QWIDGETSIZE_MAX."""
CAPTION = 1.25
"""The height of the line above the scale, in heights of the font."""
NUMBERED, BARE = 2.3, 20
"""The height of the scale with numbers, in heights of the font, and without them, in pixels."""


class NetScale(QSlider):
    """A slider that shows the net modifier between its caps; a click or drag sets the net by hand."""

    eyeballed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start at zero."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._warned: int | None = None
        self._showing = False
        self._numbered = True
        self.setObjectName("netModifier")
        self.setAccessibleName("Net modifier")
        self.setToolTip("Click or drag to set the net modifier by hand instead of using the chips (+ and −)")
        self.setSingleStep(STEP)
        self.setPageStep(STEP)
        self.valueChanged.connect(self._changed)

    def show_net(self, net: Net, cap: int) -> None:
        """Show a net modifier on a scale from −cap to +cap."""
        self._showing = True
        self.setRange(-cap, cap)
        self.setValue(net.net)
        self._showing = False
        warned = self.value() if net.wasted > 0 and abs(self.value()) == cap else None
        if warned != self._warned:
            self._warned = warned
            self.update()

    def marks(self) -> list[int]:
        """Return the numbers on the scale: the caps, zero and the halves."""
        cap = self.maximum()
        half = _nearest_step(cap / 2)
        return sorted({-cap, -half, 0, half, cap})

    @property
    def numbers_height(self) -> int:
        """The height of the numbers, in pixels."""
        return max(0, int(self.fontMetrics().height() * NUMBERED) - BARE)

    def set_numbered(self, numbered: bool) -> None:
        """Show or hide the numbers of the scale."""
        if numbered != self._numbered:
            self._numbered = numbered
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, BARE + (self.numbers_height if self._numbered else 0))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    @override
    def sliderChange(self, change: QSlider.SliderChange) -> None:
        """Paint only the track again if another value is shown: the numbers below it stay as they are."""
        if change == QSlider.SliderChange.SliderValueChange and not self.hasFocus():
            self.update(0, 0, self.width(), int(TRACK_Y + REACH))
        else:
            super().sliderChange(change)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, value, marks = current_theme(), self.value(), self.marks()
        first, zero, here, *places = self._places(self.minimum(), 0, value, *marks)
        rounded(painter, QRectF(first, TRACK_Y - TRACK / 2, self._span(), TRACK), theme.groove, radius=2)
        fill = theme.plus if value > 0 else theme.minus
        rounded(painter, QRectF(min(zero, here), TRACK_Y - TRACK / 2, abs(here - zero), TRACK), fill, radius=2)
        numbered = self._numbered and event.rect().bottom() >= TRACK_Y + REACH
        self._paint_marks(painter, dict(zip(marks, places, strict=True)), numbered=numbered)
        painter.setPen(QPen(QColor(theme.panel), 2))
        painter.setBrush(QColor(fill if value else theme.dim))
        painter.drawEllipse(QPointF(here, TRACK_Y), HANDLE, HANDLE)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.focus), theme.ring))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(here, TRACK_Y), REACH, REACH)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._set_by_hand(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._set_by_hand(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def _set_by_hand(self, event: QMouseEvent) -> None:
        share = (event.position().x() - self._margin()) / self._span()
        value = _nearest_step(share * (self.maximum() - self.minimum()) + self.minimum())
        self.eyeballed.emit(max(self.minimum(), min(self.maximum(), value)))

    def _changed(self, value: int) -> None:
        if not self._showing:
            self.eyeballed.emit(_nearest_step(value))

    def _paint_marks(self, painter: QPainter, marks: dict[int, float], *, numbered: bool) -> None:
        """Paint the tick marks at their x coordinates, each with its number if they are `numbered`."""
        theme, font, most, wide = current_theme(), scaled(self.font(), TINY), self.maximum(), self.width()
        tall = self.height() - TRACK_Y - REACH
        for mark, x in marks.items():
            cap = abs(mark) == most
            thick, reach = (2, REACH) if cap else (1, TRACK + 0.5)
            tick = QRectF(x - thick / 2, TRACK_Y - reach, thick, 2 * reach)
            filled(painter, tick, theme.warning if cap else theme.dim)
            if numbered:
                left = x - NUMBER / 2 if cap else max(0.0, min(x - NUMBER / 2, wide - NUMBER))
                ink = theme.warning if mark == self._warned else theme.dim
                box = QRectF(left, TRACK_Y + REACH, NUMBER, tall)
                write_whole(painter, box, signed(mark), ink, CENTRE, font)

    def _margin(self) -> float:
        return self.fontMetrics().averageCharWidth() * 2.2

    def _span(self) -> float:
        return max(1.0, self.width() - 2 * self._margin())

    def _places(self, *values: int) -> list[float]:
        """Return the x coordinates of values."""
        least, margin, span = self.minimum(), self._margin(), self._span()
        steps = max(1, self.maximum() - least)
        return [margin + span * (value - least) / steps for value in values]


def _nearest_step(value: float) -> int:
    """Return the nearest multiple of the step."""
    return round(value / STEP) * STEP


class NetView(Struct, frozen=True):
    """What the section shows: the net, whether it was set by hand, the cap of its scale if there is one.

    Without room for a scale it is a number and not `in_words`. `number` is the number of modifiers to show.
    """

    net: Net
    eyeballed: bool
    cap: int | None
    in_words: bool
    number: int

    @property
    def words(self) -> str:
        """The net as text."""
        return f"{signed(self.net.net)}, set by hand" if self.eyeballed else net_in_words(self.net)

    @property
    def shorter(self) -> tuple[str, ...]:
        """The texts that take the place of `words` where there is little room, the longer one first."""
        net = signed(self.net.net)
        return (f"{net} of {signed(self.net.sum)}", net) if self.net.wasted and not self.eyeballed else (net,)


class NetLabel(ElidedLabel):
    """The net as text, or one of its `shorter` forms rather than the beginning of the text."""

    shorter: tuple[str, ...] = ()

    @override
    def fitting(self, room: int) -> str:
        fits = (one for one in (self.text(), *self.shorter) if self.fontMetrics().horizontalAdvance(one) <= room)
        return next(fits, self.shorter[-1] if self.shorter else super().fitting(room))


class NetSection(SteadyBox):
    """The net modifier, and controls that set it by hand."""

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.scale = NetScale()
        self._net_label = NetLabel(size=SMALL)
        self._net_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._net_label.setObjectName("netSays")
        self._use_chips_button = QPushButton(icon("undo"), USE)
        self._use_chips_button.setToolTip("Use the modifiers listed above again")
        self._use_chips_button.setAccessibleName(USE)
        self._use_chips_button.setObjectName("useChips")
        self._use_chips_button.setFont(scaled(self._use_chips_button.font(), SMALL))
        self.less = _step_button(TRUE_MINUS, "Lower modifier", "netDown")
        self.more = _step_button("+", "Raise modifier", "netUp")
        self._without_scale = self._counts = False
        self._view: NetView | None = None
        top = self._top = QHBoxLayout()
        column = self._column = QVBoxLayout(self.inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(top)
        top.addWidget(dim_label("Net"))
        top.addWidget(self._net_label, 1)
        for button in (self.less, self.more, self._use_chips_button):
            top.addWidget(button)
        column.addWidget(self.scale, 1)
        self._measure()
        self.scale.eyeballed.connect(drafting.modifiers.eyeball)
        self._use_chips_button.clicked.connect(self._use_chips)
        self.less.clicked.connect(self._down)
        self.more.clicked.connect(self._up)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update from the draft."""
        capped = self._document.system.reach is None
        view = NetView(
            self._drafting.reading.net,
            self._drafting.side.eyeballed is not None,
            self._drafting.modifiers.cap if capped else None,
            not self._without_scale,
            self._number_of_modifiers(),
        )
        if view.cap is not None:  # always, since the GM moves the handle as well
            self.scale.show_net(view.net, view.cap)
        if view != self._view:
            self._view = view
            self._show(view)

    def _show(self, view: NetView) -> None:
        """Show the net, with its scale or with buttons in the place of one."""
        steps = view.cap is None or not view.in_words
        self.scale.setVisible(not steps)
        self.less.setVisible(steps)
        self.more.setVisible(steps)
        words = view.words
        counted_first = f"{view.number} modifiers · {words}" if view.number else words
        self._net_label.shorter = view.shorter
        self._net_label.setText(counted_first if view.in_words else signed(view.net.net))
        spoken = "" if view.in_words else f"Net {words}"
        if spoken != self._net_label.accessibleName():
            self._net_label.setAccessibleName(spoken)
        self._net_label.setToolTip(tip_of(spoken or f"Net {words}"))
        marked = view.eyeballed or view.net.wasted
        ink = QPalette.ColorRole.BrightText if marked else QPalette.ColorRole.PlaceholderText
        if ink != self._net_label.foregroundRole():
            self._net_label.setForegroundRole(ink)
        self._use_chips_button.setVisible(view.eyeballed)

    def _number_of_modifiers(self) -> int:
        """Return the number of modifiers to show: 0 if it is shown above, if the net is explained, or for one."""
        below = self._column.direction() == QBoxLayout.Direction.TopToBottom
        explained = self._drafting.side.eyeballed is not None or self._drafting.reading.net.wasted
        if not self._counts or not below or explained:
            return 0
        count = number_that_counts(self._drafting.side, with_difficulty=self._document.system.reach is None)
        return count if count > 1 else 0

    def count_modifiers(self, counts: bool) -> None:
        """Show the number of modifiers before the net, since some of their chips may be out of sight."""
        if counts != self._counts:
            self._counts = counts
            self.refresh()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def _measure(self) -> None:
        """Set the caption to the same height with and without a button."""
        line = int(self.fontMetrics().height() * CAPTION)
        self._net_label.setFixedHeight(line)
        for button in (self._use_chips_button, *((self.less, self.more) if self._without_scale else ())):
            button.setFixedHeight(line)
        for button in () if self._without_scale else (self.less, self.more):
            button.setMinimumHeight(0)
            button.setMaximumHeight(UNBOUNDED)

    def set_brief(self, brief: bool) -> None:
        """Hide the numbers of the scale if `brief`."""
        self.scale.set_numbered(not brief)

    def spare_scale(self, spare: bool) -> None:
        """Replace the scale with buttons that lower and raise the net."""
        if spare != self._without_scale:
            self._without_scale = spare
            self._retain_button(self._column.direction() == QBoxLayout.Direction.LeftToRight)
            self._measure()
            self.refresh()

    def say_beside(self, notice: QWidget) -> None:
        """Insert a notice at the end, whose height does not change."""
        self._top.addWidget(notice, 2)

    def set_in_line(self, in_line: bool) -> None:
        """Place the scale beside its caption, which then has a fixed width, or below it."""
        way = QBoxLayout.Direction.LeftToRight if in_line else QBoxLayout.Direction.TopToBottom
        if way != self._column.direction():
            self._column.setDirection(way)
            self.refresh()
        em = self.fontMetrics().height()
        self._net_label.setMinimumWidth(int(em * BESIDE) if in_line else 0)
        self._net_label.setMaximumWidth(int(em * BESIDE) if in_line else UNBOUNDED)
        self._use_chips_button.setText("" if in_line else USE)
        self._retain_button(in_line)

    def _retain_button(self, retain: bool) -> None:
        """Keep the place of the button beside the scale while it is hidden, or use it for the notice of an attack."""
        policy = self._use_chips_button.sizePolicy()
        policy.setRetainSizeWhenHidden(retain and not self._without_scale)
        self._use_chips_button.setSizePolicy(policy)

    def _use_chips(self) -> None:
        self._drafting.modifiers.eyeball(None)

    def _down(self) -> None:
        self._drafting.modifiers.nudge(-1)

    def _up(self) -> None:
        self._drafting.modifiers.nudge(1)


def _step_button(sign: str, name: str, object_name: str) -> QPushButton:
    """Return a button that changes the net by one step, for systems without a scale."""
    made = QPushButton(sign)
    made.setObjectName(object_name)
    made.setAccessibleName(name)
    made.setToolTip(tip_of(f"{name} ({sign.replace(TRUE_MINUS, '-')})"))
    made.setAutoRepeat(True)
    made.setFixedWidth(made.fontMetrics().height() * 2)
    return made


def net_in_words(net: Net) -> str:
    """Return the net as text, with the raw sum if the cap reduces it."""
    if not net.wasted:
        return signed(net.net)
    return f"sum {signed(net.sum)}, capped at {signed(net.net)}, {net.wasted} wasted"
