"""A chip button (one modifier that can be struck, pinned, stepped or removed), and the menu of presets."""

from collections.abc import Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Skill
from gm_desk.core.drafts import chips
from gm_desk.core.drafts.chips import ShownChip
from gm_desk.core.drafts.draft import Chip, Origin
from gm_desk.core.rules.house import SETTINGS
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.wording.phrases import menu_text, minus, signed, tip_of
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.ui.theme.painting import CENTRE, LEFT, RIGHT, framed, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, current_theme, paint_icon
from gm_desk.ui.widgets.pill import CHIP

PAD = 8
PIN, CROSS, ADD = "pin", "close", "add"
"""The icons for a pinned chip, for removing a chip and for adding a suggested one."""

SIGN, SMALL_SIGN = 0.72, 0.6
"""The sizes of the icons, in ems."""

PLUS, MINUS = "+", TRUE_MINUS


def _step_of(event: QKeyEvent) -> int:
    """Return by how many steps a key changes a chip, 0 for any other key."""
    return {Qt.Key.Key_Plus: 1, Qt.Key.Key_Minus: -1}.get(Qt.Key(event.key()), 0)


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

    def clear(self) -> None:
        """Show no chip any more on a hidden button, which is measured when it shows one again."""
        self._shown = ShownChip(Chip("", 0))
        self._name, self._worth, self._size = self._shown.name, self._shown.worth, None
        self.setAccessibleName(self._shown.spoken)

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
        return QSize(int(width), int(self.fontMetrics().height() * CHIP))

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


NARRATIVE = "Narrative bonus"
MOST_HELPERS = 20
MOST_SEVERE = "Most severe only"


class Help(Struct, frozen=True):
    """A menu entry that adds a helper by id, or removes one who helps already; "" is an unnamed helper."""

    id: str = ""


class RelatedSkillChoice(Struct, frozen=True):
    """A menu entry that rolls a related skill instead, with its modifier."""

    skill: str
    value: int


class PresetEntries(QObject):
    """The entries of the menu of situations, helpers and stand-ins for the side in hand."""

    def __init__(self, menu: QMenu, drafting: DraftEditor) -> None:
        """Fill a menu, and add what is chosen in it to the draft of `drafting`."""
        super().__init__(menu)
        self._menu = menu
        self._context = drafting.context
        self._drafting = drafting
        menu.triggered.connect(self._choose)

    def fill(self) -> None:
        """Fill the menu with the modifiers that fit the draft."""
        system, side = self._context.system, self._drafting.side
        self._menu.clear()
        for inner in self._menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            inner.deleteLater()  # clearing a menu leaves its submenus
        for factor in system.factors:
            self._add(self._menu, Chip(factor.name, factor.value, factor.name))
        for value in system.narrative:
            self._add(self._menu, Chip(NARRATIVE, value, NARRATIVE))
        self._menu.addSeparator()
        if system.teamwork is not None and side.ability is not None:
            self._fill_teamwork()
            self._add(self._menu, chips.retry_chip(1))
            self._fill_related()
        for inner in self._menu.findChildren(QMenu):
            inner.setAccessibleName(inner.title())
        if "most_severe" in SETTINGS[system.id]:
            severe = self._menu.addAction(MOST_SEVERE)
            severe.setCheckable(True)
            severe.setChecked(self._drafting.draft.most_severe)

    def _fill_teamwork(self) -> None:
        """Add the submenu of possible helpers, with the reason if one cannot help."""
        system, side = self._context.system, self._drafting.side
        menu = self._menu.addMenu("Teamwork")
        chip = side.chip("teamwork")
        standing = () if chip is None else chip.helpers
        anybody = menu.addAction("One more helper" if chip else "Unnamed helper")
        anybody.setData(Help())
        menu.addSeparator()
        against = self._context.character(
            self._drafting.draft.side("b" if self._drafting.hand == "a" else "a").character
        )
        helpers = chips.helpers_for(side, self._context.roster.characters, system, against=against)
        for helper in helpers[:MOST_HELPERS]:
            action = menu.addAction(menu_text(helper.refused or helper.name))
            action.setEnabled(not helper.refused)
            action.setCheckable(not helper.refused)
            action.setChecked(helper.id in standing)
            action.setData(Help(helper.id))

    def _fill_related(self) -> None:
        """Add the submenu of related skills that can be rolled instead, likely ones first, each with its modifier."""
        system, side = self._context.system, self._drafting.side
        character = self._context.character(side.character)
        menu = self._menu.addMenu("Default to a related skill")
        likely = chips.relatives(side, character, system) if character else []
        others = chips.further_relatives(side, character, system) if character else []
        for skill in likely:
            self._add_relative(menu, skill, system.related)
        menu.addSeparator()
        for skill in others:
            several = len(system.related) > 1
            named = menu.addMenu(menu_text(f"{skill.name} {minus(skill.rating)}")) if several else menu
            self._add_relative(named, skill, system.related)
        menu.setEnabled(bool((likely or others) and system.related))

    def _add_relative(self, menu: QMenu, skill: Skill, values: Sequence[int]) -> None:
        """Add one entry for each modifier that the related skill may have."""
        for value in values:
            action = menu.addAction(menu_text(f"{skill.name} {minus(skill.rating)}   {signed(value)}"))
            action.setData(RelatedSkillChoice(skill.id, value))

    def _add(self, menu: QMenu, chip: Chip) -> None:
        action = menu.addAction(menu_text(f"{chip.label}   {signed(chip.value)}"))
        action.setData(chip)

    def _choose(self, action: QAction) -> None:
        match action.data():
            case Chip() as chip:
                own = structs.replace(chip, id=self._context.new_id()) if chip.origin is Origin.FREE else chip
                self._drafting.put(self._drafting.side.with_chip(own))
            case Help() as helper:
                self._drafting.modifiers.help_by(helper.id)
            case RelatedSkillChoice() as skill:
                self._drafting.modifiers.stand_in(skill.skill, skill.value)
            case _:
                draft = self._drafting.draft
                self._drafting.take(structs.replace(draft, most_severe=not draft.most_severe))
