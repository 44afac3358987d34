"""A chip button (one modifier that can be struck, pinned, stepped or removed), and the list of common modifiers."""

from typing import Any

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from gm_desk.core.drafts.chips import worth_of
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.ui.theme.painting import CENTRE, LEFT, RIGHT, framed, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, current_theme, paint_icon
from gm_desk.ui.widgets.action_rows import find_action, set_tip
from gm_desk.ui.widgets.picker import PopupList, ValueDelegate

UNNAMED = "Modifier"
PAD = 8
PIN, CROSS, ADD = "pin", "close", "add"
"""The icons for a pinned chip, for removing a chip and for adding a suggested one."""

SIGN, SMALL_SIGN, TALL = 0.72, 0.6, 1.5
"""The sizes of the icons and the height of a chip, in ems."""

PLUS, MINUS = "+", TRUE_MINUS


def _step_of(event: QKeyEvent) -> int:
    """Return by how many steps a key changes a chip, 0 for any other key."""
    return {Qt.Key.Key_Plus: 1, Qt.Key.Key_Minus: -1}.get(Qt.Key(event.key()), 0)


class ShownChip(Struct, frozen=True):
    """The contents of a chip button: the chip, and whether it is idle (has no effect), has steps, or is suggested."""

    chip: Chip
    idle: bool = False
    steps: bool = False
    suggested: bool = False

    @property
    def name(self) -> str:
        """The label of the chip, or a generic name if it has none."""
        return self.chip.label or UNNAMED

    @property
    def worth(self) -> str:
        """The value of the chip, or else its damage dice or levels of disadvantage, as text."""
        return worth_of(self.chip)

    @property
    def spoken(self) -> str:
        """The spoken name of the chip; whether it counts is the state of its button."""
        return f"{self.name}, {self.worth}" if self.worth else self.name

    @property
    def about(self) -> str:
        """Additional information about the chip."""
        parts = {"suggested": self.suggested, "pinned": self.chip.pinned, "changes nothing": self.idle}
        return ", ".join(words for words, true in parts.items() if true)


class ChipButton(QAbstractButton):
    """A button for one modifier.

    A click strikes it out or restores it, the cross or Delete removes it, P pins it, + and − step its value.
    A click on a suggested modifier applies it.
    """

    struck = Signal(object)
    pinned = Signal(object)
    removed = Signal(object)
    taken = Signal(object)
    stepped = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start with an empty chip."""
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._shown = ShownChip(Chip("", 0))
        self._name, self._worth = self._shown.name, self._shown.worth
        self._size: QSize | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.clicked.connect(self._press)

    @property
    def chip(self) -> Chip:
        """The chip that is shown."""
        return self._shown.chip

    def show_chip(self, shown: ShownChip) -> None:
        """Show a chip."""
        if shown != self._shown:
            self._shown = shown
            self._name, self._worth = shown.name, shown.worth
            self.setCheckable(not shown.suggested)
            self.setChecked(not (shown.suggested or shown.chip.struck))
            self.setAccessibleName(shown.spoken)
            self.setAccessibleDescription(shown.about)
            steps = " · + and −: step" if shown.steps else ""
            use = f"Click: strike out or restore · P: pin · Delete: remove{steps}"
            text = "Click to apply" if shown.suggested else use
            if self.toolTip() != tip_of(text):
                self.setToolTip(tip_of(text))
            before, self._size = self._size, None
            if before != self.sizeHint():
                self.updateGeometry()
            self.update()

    @override
    def changeEvent(self, event: QEvent) -> None:
        self._size = None
        super().changeEvent(event)

    @override
    def sizeHint(self) -> QSize:
        if self._size is None:
            self._size = self._measure()
        return QSize(self._size)

    def _measure(self) -> QSize:
        font, bold = self.font(), scaled(self.font(), BODY, bold=True)
        words = width_of(font, self._name) + width_of(bold, self._worth)
        pin = self.fontMetrics().height() * SIGN + 4 if self._icon_name else 0
        steps = 2 * self._step_width() if self._shown.steps else 0
        width = words + pin + steps + self._cross_width() + 2 * PAD + 6
        return QSize(int(width), int(self.fontMetrics().height() * TALL))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * 4, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, box = current_theme(), QRectF(self.rect())
        self._paint_box(painter, box)
        inner = box.adjusted(PAD, 0, -PAD, 0)
        if not self._shown.suggested:
            ink = theme.text if self.underMouse() else theme.dim
            side = self.fontMetrics().height() * SMALL_SIGN
            paint_icon(painter, CROSS, QRectF(inner.right() - side, 0, side, box.height()), ink)
        inner.setRight(inner.right() - self._cross_width())
        if self._icon_name:
            side = self.fontMetrics().height() * SIGN
            paint_icon(painter, self._icon_name, QRectF(inner.left(), 0, side, box.height()), theme.accent)
            inner.setLeft(inner.left() + side + 4)
        self._paint_words(painter, inner)
        if self.chip.struck:
            painter.setPen(QPen(QColor(theme.dim), 1.2))
            middle = inner.center().y()
            painter.drawLine(QPointF(inner.left(), middle), QPointF(inner.right(), middle))

    @override
    def event(self, event: QEvent) -> bool:
        mine = isinstance(event, QKeyEvent) and self._shown.steps and _step_of(event)
        if mine and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if not self.rect().contains(place.toPoint()) or self._shown.suggested:
            super().mouseReleaseEvent(event)
            return
        step = self._step_at(place)
        if place.x() > self._cross_left():
            self.setDown(False)
            self._remove()
        elif step:
            self.setDown(False)
            self.stepped.emit(self.chip, step)
        else:
            super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self._shown.suggested:
            super().keyPressEvent(event)
        elif key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self._remove()
        elif key == Qt.Key.Key_P:
            self._pin()
        elif self._shown.steps and (step := _step_of(event)):
            self.stepped.emit(self.chip, step)
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAccessibleName(self.accessibleName())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._shown.suggested:
            menu.addAction("Apply", self._press)
        else:
            menu.addAction("Restore" if self.chip.struck else "Strike out", self._press)
            menu.addAction("Unpin" if self.chip.pinned else "Pin: keep it for the scene", self._pin)
            menu.addAction("Remove", self._remove)
        menu.popup(event.globalPos())

    @override
    def nextCheckState(self) -> None:
        """Do nothing: the state follows from the draft."""

    def _press(self) -> None:
        """Apply a suggested chip, and strike out or restore another one."""
        (self.taken if self._shown.suggested else self.struck).emit(self.chip)

    def _pin(self) -> None:
        self.pinned.emit(self.chip)

    def _remove(self) -> None:
        self.removed.emit(self.chip)

    @property
    def _icon_name(self) -> str:
        """The name of the icon before the label: "add" if suggested, "pin" if pinned, otherwise none."""
        return ADD if self._shown.suggested else PIN if self.chip.pinned else ""

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        """Paint the outline: filled for an applied chip, dashed for a suggested one."""
        theme = current_theme()
        focus = self.hasFocus()
        if not self._shown.suggested:
            line = theme.line if theme.strong else None
            framed(painter, box, theme, theme.raised, line, box.height() / 2, focus=focus)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            QPen(QColor(theme.focus if focus else theme.dim), theme.ring if focus else 1, Qt.PenStyle.DashLine)
        )
        painter.setBrush(QColor(theme.raised) if self.underMouse() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), box.height() / 2, box.height() / 2)

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        """Paint label and value, and the steps on both sides of the value if the chip has them."""
        theme, bold = current_theme(), scaled(self.font(), BODY, bold=True)
        quiet, wide = self.chip.struck or self._shown.idle or self._shown.suggested, width_of(bold, self._worth)
        taken = wide + 5
        if self._shown.steps:
            for step, place in self._step_boxes(wide).items():
                write(painter, place, PLUS if step > 0 else MINUS, theme.accent, CENTRE, self.font())
            box.setRight(box.right() - self._step_width())
            taken += self._step_width()
        hinders = self._worth.startswith(MINUS) or self.chip.disadvantage
        value = theme.dim if quiet else theme.minus if hinders else theme.plus
        write(painter, box, self._worth, value, RIGHT, bold)
        words = box.adjusted(0, 0, -taken, 0)
        write(painter, words, self._name, theme.dim if quiet else theme.text, LEFT, self.font())

    def _step_boxes(self, value: float) -> dict[int, QRectF]:
        """Return the boxes beside a value of this width in which a click steps it down or up, by step."""
        wide, right = self._step_width(), self._cross_left()
        up = QRectF(right - wide, 0, wide, self.height())
        return {-1: QRectF(right - 2 * wide - value, 0, wide, self.height()), 1: up}

    def _step_at(self, place: QPointF) -> int:
        """Return the step that a click makes, or 0."""
        if not self._shown.steps:
            return 0
        boxes = self._step_boxes(width_of(scaled(self.font(), BODY, bold=True), self._worth))
        return next((step for step, box in boxes.items() if box.contains(place)), 0)

    def _step_width(self) -> float:
        return self.fontMetrics().height() * 0.95

    def _cross_width(self) -> float:
        return 0 if self._shown.suggested else self.fontMetrics().height() * SMALL_SIGN + 6

    def _cross_left(self) -> float:
        return self.width() - PAD - self._cross_width()


class CommonModifiersPopup(PopupList):
    """The popup of common modifiers; holding Shift while choosing one leaves it open."""

    least_width = 20

    def __init__(self, parent: QWidget, drafting: DraftEditor) -> None:
        """List the modifiers of the side that `drafting` edits."""
        from gm_desk.model.roll.common_modifiers import CommonModifierList

        self._drafting = drafting
        self._window = parent.window()
        self.model = CommonModifierList(drafting)
        super().__init__(parent, self.model)
        self.model.setParent(self)
        self.setObjectName("commonModifiers")
        self.filter.setPlaceholderText("Type to find a modifier")
        self.filter.setAccessibleName("Type to find a modifier")
        self.view.setItemDelegate(ValueDelegate(self.view))
        self.view.setAccessibleName("Common modifiers")

    @override
    def look_for(self, typed: str) -> None:
        self.model.look_for(typed)
        row = self.model.next_row(-1, 1)
        found = self.model.row_at(self.model.index(row, 0)) if row >= 0 else None
        if typed.strip() and found is not None and found.chip is not None:
            self.view.setCurrentIndex(self.model.index(row, 0))

    @override
    def step(self, step: int) -> None:
        row = self.model.next_row(self.view.currentIndex().row(), step)
        self.view.setCurrentIndex(self.model.index(row, 0))

    @override
    def pick(self, index: Any = None) -> None:
        row = self.view.currentIndex().row()
        found = self.model.row_at(self.view.currentIndex())
        if found is None:
            return
        stays = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        if not stays or found.edits:
            self.close()
        if found.chip is not None:
            self._drafting.put(self._drafting.side.with_chip(found.chip))
        elif action := find_action(self._window, "settings.edit_modifiers"):
            action.trigger()
        if stays and not found.edits:
            self.model.refresh()
            self.view.setCurrentIndex(self.model.index(row, 0))


class CommonButton(QToolButton):
    """A button that opens the common modifiers of the side in hand."""

    def __init__(self, drafting: DraftEditor, parent: QWidget | None = None) -> None:
        """Add to the draft of `drafting`."""
        super().__init__(parent)
        self._drafting = drafting
        self.setObjectName("commonButton")
        self.setText("Common…")
        self.setAutoRaise(True)
        set_tip(self, "Common modifiers, complementary skills, taking time", "roll.common_modifiers")
        self.setAccessibleName("Common modifiers")
        self.clicked.connect(self.open)

    def open(self) -> None:
        """Open the list below the button."""
        CommonModifiersPopup(self, self._drafting).open_under(self)
