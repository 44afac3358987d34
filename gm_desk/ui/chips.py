"""The modifiers as chips: struck, pinned, changed and removed in place, and a field that adds one."""

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.draft import Chip, Origin
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import signed
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.flow import FlowLayout
from gm_desk.ui.labels import dim_label
from gm_desk.ui.look import LEFT, RIGHT, Look, rounded, scaled, width_of, write

UNNAMED = "Modifier"
PAD = 8
PIN = "●"
CROSS = "✕"


class ChipButton(QAbstractButton):
    """Show one modifier: a click strikes it out or in, the cross or Delete removes it, P pins it."""

    struck = Signal()
    pinned = Signal()
    removed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show no chip yet."""
        super().__init__(parent)
        self._look = look
        self.chip = Chip("", 0)
        self._idle = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.clicked.connect(self.struck)

    def show_chip(self, chip: Chip, *, idle: bool) -> None:
        """Show a chip; an idle one changes nothing, because of the cap."""
        if (chip, idle) != (self.chip, self._idle):
            self.chip, self._idle = chip, idle
            words = [chip.label or UNNAMED, signed(chip.value)]
            words += ["struck out"] * chip.struck + ["pinned"] * chip.pinned + ["beyond the cap"] * idle
            self.setAccessibleName(", ".join(words))
            self.setToolTip("Click: strike out or in · P: pin · Delete: remove")
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        font, bold = self.font(), scaled(self.font(), 1.0, bold=True)
        words = width_of(font, self.chip.label or UNNAMED) + width_of(bold, signed(self.chip.value))
        pin = width_of(font, PIN) + 4 if self.chip.pinned else 0
        return QSize(int(words + pin + self._cross_width() + 2 * PAD + 6), int(self.fontMetrics().height() * 1.5))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * 4, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, box = self._look.theme, QRectF(self.rect())
        quiet = self.chip.struck or self._idle
        rounded(painter, box, theme.raised, theme.accent if self.hasFocus() else None, box.height() / 2)
        inner = box.adjusted(PAD, 0, -PAD, 0)
        write(painter, inner, CROSS, theme.text if self.underMouse() else theme.dim, RIGHT, scaled(self.font(), 0.8))
        inner.setRight(inner.right() - self._cross_width())
        if self.chip.pinned:
            write(painter, inner, PIN, theme.accent, LEFT, self.font())
            inner.setLeft(inner.left() + width_of(self.font(), PIN) + 4)
        value = theme.dim if quiet else theme.plus if self.chip.value > 0 else theme.minus
        bold = scaled(self.font(), 1.0, bold=True)
        write(painter, inner, signed(self.chip.value), value, RIGHT, bold)
        words = inner.adjusted(0, 0, -width_of(bold, signed(self.chip.value)) - 5, 0)
        write(painter, words, self.chip.label or UNNAMED, theme.dim if quiet else theme.text, LEFT, self.font())
        if self.chip.struck:
            painter.setPen(QPen(QColor(theme.dim), 1.2))
            middle = inner.center().y()
            painter.drawLine(QPointF(inner.left(), middle), QPointF(inner.right(), middle))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()) and event.position().x() > self._cross_left():
            self.setDown(False)
            self.removed.emit()
            return
        super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removed.emit()
        elif event.key() == Qt.Key.Key_P:
            self.pinned.emit()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Count it again" if self.chip.struck else "Strike out", self.struck.emit)
        menu.addAction("Unpin" if self.chip.pinned else "Pin: keep it after the roll", self.pinned.emit)
        menu.addAction("Remove", self.removed.emit)
        menu.popup(event.globalPos())

    def _cross_width(self) -> float:
        return width_of(scaled(self.font(), 0.8), CROSS) + 6

    def _cross_left(self) -> float:
        return self.width() - PAD - self._cross_width()


class Chips(QWidget):
    """Show the chips of the draft, and add free ones."""

    def __init__(self, drafting: Drafting, look: Look, parent: QWidget | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._look = look
        self._buttons: list[ChipButton] = []
        self.setObjectName("modifierChips")
        self._count = dim_label()
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips)
        top = QHBoxLayout()
        top.addWidget(dim_label("Modifiers"))
        top.addStretch()
        top.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self._chips)
        self.add = CheckedEdit(look, self._check, self)
        self.add.setPlaceholderText("Add: Smoke −30")
        self.add.setAccessibleName("Add a modifier: a label and a multiple of ten")
        self.add.setToolTip("A label and a number, then Enter (Ctrl+M)")
        self.add.setFixedWidth(self.fontMetrics().averageCharWidth() * 20)
        self._flow.addWidget(self.add)
        self.add.committed.connect(self._add)
        self.add.textChanged.connect(self._try)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the chips as they are now; the difficulty has a row of its own."""
        side = self._drafting.side
        chips = [chip for chip in side.chips if chip.origin is not Origin.DIFFICULTY]
        idle = self._drafting.reading.idle
        count = len(side.counting)
        self._count.setText(f"net of {count}" if count > 1 else "")
        while len(self._buttons) > len(chips):
            self._drop(self._buttons.pop())
        while len(self._buttons) < len(chips):
            self._buttons.append(self._new_button())
        for button, chip in zip(self._buttons, chips, strict=True):
            button.show_chip(chip, idle=chip.id in idle)

    def _new_button(self) -> ChipButton:
        button = ChipButton(self._look, self._chips)
        button.struck.connect(self._strike)
        button.pinned.connect(self._pin)
        button.removed.connect(self._remove)
        self._flow.removeWidget(self.add)
        self._flow.addWidget(button)
        self._flow.addWidget(self.add)
        QWidget.setTabOrder(_stop_before(self.add), button)
        QWidget.setTabOrder(button, self.add)
        button.show()
        return button

    def _drop(self, button: ChipButton) -> None:
        if button.hasFocus():
            self.add.setFocus()
        self._flow.removeWidget(button)
        button.hide()
        button.deleteLater()

    def _sender(self) -> ChipButton:
        button = self.sender()
        if not isinstance(button, ChipButton):
            raise TypeError("only chips strike, pin and remove themselves")
        return button

    def _strike(self) -> None:
        chip = self._sender().chip
        self._put(structs.replace(chip, struck=not chip.struck))

    def _pin(self) -> None:
        self._drafting.pin(self._sender().chip)

    def _remove(self) -> None:
        self._drafting.put(self._drafting.side.without_chip(self._sender().chip.id))

    def _put(self, chip: Chip) -> None:
        self._drafting.put(self._drafting.side.with_chip(chip))

    def commit(self) -> None:
        """Make a chip of what is typed, where it will do."""
        if self.add.hasAcceptableInput():
            self._add(self.add.text())

    def _try(self, line: str) -> None:
        """Let a modifier count while it is still being typed."""
        self._drafting.try_modifier("" if self.add.refusal_of(line) else line)

    def _add(self, line: str) -> None:
        if line.strip():
            self.add.clear()
            self._drafting.add_modifier(line)

    def _check(self, line: str) -> None:
        """Refuse a line that is no modifier, or one too many; an empty one adds none."""
        if line.strip():
            self._drafting.read_modifier(line)


def _stop_before(widget: QWidget) -> QWidget:
    """Give the widget that Tab stops at before another one."""
    before = widget.previousInFocusChain()
    while before is not None and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
        before = before.previousInFocusChain()
    return before or widget
