"""The modifiers of the edited side as chips, the suggested ones, and a field that adds one."""

from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QEvent, QStringListModel, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.drafts.chips import ShownChip, number_that_counts, stepped, steps_of
from gm_desk.core.drafts.draft import Chip, Origin
from gm_desk.core.wording.phrases import signed
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.ui.roll.points import PointsRow
from gm_desk.ui.theme.theme import TIGHT
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import MenuButton
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.widgets.pill import CHIP
from gm_desk.ui.widgets.scrolling import LatePart, LineScroll

if TYPE_CHECKING:
    from gm_desk.ui.roll.chip_button import ChipButton, PresetEntries

MOST_ROWS = 3
WIDEST, PADDING = 30, 1.3
"""Maximum width of the field that adds a modifier, in letters, and what surrounds its text, in heights of the font."""


class PresetButton(MenuButton):
    """A button that opens the menu of situations, helpers and stand-ins, which is filled each time it opens."""

    def __init__(self, drafting: DraftEditor, parent: QWidget | None = None) -> None:
        """Edit the draft of `drafting`."""
        super().__init__(parent)
        self._context = drafting.context
        self._drafting = drafting
        self.setText("Presets")
        self.setAutoRaise(True)
        set_tip(self, "Situation, teamwork, retry, related skill", "roll.list_modifiers")
        self.setAccessibleName("Presets: situation, teamwork, retry, related skill")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.setAccessibleName(self.accessibleName())
        self.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._fill)
        drafting.system_changed.connect(self._refresh)
        self._refresh()

    @LatePart
    def entries(self) -> "PresetEntries":
        """The entries of the menu."""
        from gm_desk.ui.roll.chip_button import PresetEntries

        return PresetEntries(self._menu, self._drafting)

    def _fill(self) -> None:
        """Fill the menu with the modifiers that fit the draft."""
        self.entries.fill()

    def _refresh(self) -> None:
        """Hide the button if the system has neither situations nor teamwork."""
        system = self._context.system
        self.setVisible(bool(system.factors or system.teamwork))


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
        from gm_desk.ui.combat.common_modifiers import CommonModifiersPopup

        CommonModifiersPopup(self, self._drafting).open_under(self)


class Chips(QWidget):
    """A field that adds modifiers, the lists of known ones, and below them the chips of the draft."""

    def __init__(self, drafting: DraftEditor, parent: QWidget | None = None, *, scrolls: bool = False) -> None:
        """Observe a draft; with `scrolls`, the chips scroll within the height that is left, else all are shown."""
        super().__init__(parent)
        self._drafting, self._context = drafting, drafting.context
        self._buttons: list[ChipButton] = []
        self._shown: list[ShownChip] = []
        self._ids_before: frozenset[str] = frozenset()
        self._test_before: tuple[str, object, str] = ("", None, "")
        self._sought: QWidget | None = None
        self._sight = QTimer(self, interval=0, singleShot=True)
        self._sight.timeout.connect(self._see)
        self.setObjectName("modifierChips")
        self._heading, self._count = QWidget(), dim_label()
        self.add = CheckedEdit(self._check, self)
        self._example = ""
        self.presets, self.common = PresetButton(drafting), CommonButton(drafting)
        self._lead = (self.add, self.common, self.presets)
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips)
        self.rows: LineScroll | None = LineScroll(self._chips, self._flow) if scrolls else None
        self.points = PointsRow(drafting)
        self._flow.addWidget(self.points)
        if self.rows is not None:
            self.rows.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            QWidget.setTabOrder(self.points.spent, self.rows.more)
        self._last: list[QWidget] = []
        self._reserved = 1
        self._lay_out()
        self._completer = QCompleter(self, caseSensitivity=Qt.CaseSensitivity.CaseInsensitive)
        self.add.setCompleter(self._completer)
        self.add.committed.connect(self._add)
        self.add.textChanged.connect(self._preview)
        drafting.draft_changed.connect(self.refresh)
        drafting.system_changed.connect(self._set_hints)
        self._set_hints()
        self.refresh()

    def _lay_out(self) -> None:
        """Place what adds modifiers below the heading, and the chips below that, where they move nothing else."""
        top = self._top = QHBoxLayout(self._heading)
        top.setContentsMargins(0, 0, 0, 0)
        top.addWidget(dim_label("Modifiers"))
        top.addStretch()
        top.addWidget(self._count)
        lead = QWidget()
        flow = FlowLayout(lead, TIGHT)
        for widget in self._lead:
            flow.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        for part in (self._heading, lead, self.rows or self._chips):
            column.addWidget(part)

    def refresh(self) -> None:
        """Update the chips; the difficulty has a row of its own, and so have the choices, whose chips are last."""
        side, idle, system = self._drafting.side, self._drafting.reading.idle, self._context.system
        counts = [ShownChip(chip, chip.id in idle, bool(steps_of(chip, system))) for chip in side.chips]
        first = [one for one in counts if one.chip.origin not in {Origin.DIFFICULTY, Origin.CHOICE}]
        first += [ShownChip(chip, suggested=True) for chip in self._drafting.modifiers.suggested]
        shown = [*first, *(one for one in counts if one.chip.origin is Origin.CHOICE)]
        count = number_that_counts(side, with_difficulty=system.reach is None)
        self._count.setText(f"{count} modifiers" if count > 1 else "")
        if shown != self._shown:
            self._show(shown)
        test = (side.character, side.ability, side.attack)
        ids, same = [one.chip.id for one in first], test == self._test_before
        before, self._test_before = self._ids_before, test
        if frozenset(ids) != before or not same:
            focus = self.window().focusWidget()
            here = focus is not None and self._chips.isAncestorOf(focus)
            one_less = here and before.issuperset(ids) and len(before) == len(ids) + 1
            grown = before.issubset(ids)  # else what stays is more important than what is suggested
            new = (
                place for place, one in enumerate(first) if ids[place] not in before and (grown or not one.suggested)
            )
            place = next(new, 0) if same else 0
            self._sought = self._buttons[place] if ids and not (same and one_less) else None
            self._ids_before = frozenset(ids)
            self._sight.start()

    def _show(self, shown: list[ShownChip]) -> None:
        """Show chips, each on a button of its own; buttons that are left over are hidden."""
        before, self._shown = len(self._shown), shown
        while len(self._buttons) < len(shown):
            self._buttons.append(self._new_button())
        for button, one in zip(self._buttons, shown, strict=False):
            button.show_chip(one)
        for button in self._buttons[before : len(shown)]:
            button.show()
        for button in self._buttons[len(shown) : before]:
            self._hide_button(button)
        if self.rows is not None:
            self.rows.fit_more()

    def _see(self) -> None:
        """Scroll to a new chip, or to the first one of another test."""
        if self.rows is not None:
            self.rows.show_line(self._sought)

    def reserve(self, rows: int) -> None:
        """Reserve space for a number of rows of chips."""
        self._reserved = rows
        if self.rows is not None:
            self.rows.set_height(rows * self._tall + (rows - 1) * self._flow.gap)

    def say_beside(self, widget: QWidget) -> None:
        """Insert a widget beside the heading."""
        self._top.insertWidget(1, widget, 1)

    def spare_heading(self, spare: bool) -> None:
        """Hide or show the heading, and name the button for points with fewer words."""
        self._heading.setHidden(spare)
        self.points.set_brief(spare)

    def end_with(self, widget: QWidget) -> None:
        """Place a widget after the last chip."""
        self._last.append(widget)
        self._flow.addWidget(widget)
        self._measure()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_field()
        self._sight.start()  # the lines have moved

    def _measure(self) -> None:
        """Set the same height for all widgets that are not chips, and the width of the field."""
        self._count.setMinimumHeight(int(self.fontMetrics().height() * 1.25))  # as high as the text beside it
        for widget in (*self._lead, self.points, *self._last):
            widget.setFixedHeight(self.add.sizeHint().height())
        if self.rows is not None:
            self._flow.set_line_height(self._tall)
            self.reserve(self._reserved)
        self._sight.start()
        self._fit_field()

    @property
    def _tall(self) -> int:
        """The height of a row of chips."""
        return max(self.add.sizeHint().height(), int(self.fontMetrics().height() * CHIP))

    def _fit_field(self) -> None:
        """Let the field take what the buttons leave of the row, with as long a hint as there is room for."""
        others = [one.sizeHint().width() + TIGHT for one in self._lead if one is not self.add and not one.isHidden()]
        metrics = self.fontMetrics()
        hints = (self._example, "Add modifier")
        least = metrics.horizontalAdvance(hints[-1]) + int(PADDING * metrics.height())
        most = metrics.averageCharWidth() * WIDEST
        self.add.setFixedWidth(min(max(self.width() - sum(others), least), most))
        room = self.add.width() - int(PADDING * metrics.height())
        fits = metrics.horizontalAdvance(self._example) <= room
        self.add.setPlaceholderText(hints[not fits])

    def commit(self) -> None:
        """Add the typed modifier as a chip if it is valid."""
        if self.add.hasAcceptableInput():
            self._add(self.add.text())

    def _set_hints(self) -> None:
        """Set the placeholder, the tool tip and the completions for the system."""
        system = self._context.system
        kind = "multiple of ten" if system.step > 1 else "number"
        self._example = "Add: Smoke −30" if system.step > 1 else "Add: Smoke −3"
        self.add.setAccessibleName(f"Add a modifier: a label and a {kind}")
        set_tip(self.add, f"A label and a {kind}, then Enter", "roll.add_modifier")
        words = [f"{factor.name} {signed(factor.value)}" for factor in system.factors]
        self._completer.setModel(QStringListModel(words, self._completer))
        self._measure()

    def _new_button(self) -> "ChipButton":
        from gm_desk.ui.roll.chip_button import ChipButton

        button = ChipButton(self._chips)
        button.struck.connect(self._strike)
        button.pinned.connect(self._pin)
        button.removed.connect(self._remove)
        button.taken.connect(self._put)
        button.stepped.connect(self._step)
        for last in self._last:
            self._flow.removeWidget(last)
        for widget in (button, *self._last):
            self._flow.addWidget(widget)
        QWidget.setTabOrder(self._buttons[-1] if self._buttons else self.points.spent, button)
        button.show()
        return button

    def _hide_button(self, button: "ChipButton") -> None:
        """Hide a button without a chip until there are more chips again."""
        if button.hasFocus():
            self.add.setFocus()
        button.hide()
        button.clear()

    def _strike(self, chip: Chip) -> None:
        self._put(structs.replace(chip, struck=not chip.struck))

    def _pin(self, chip: Chip) -> None:
        self._drafting.modifiers.pin(chip)

    def _step(self, chip: Chip, step: int) -> None:
        self._put(stepped(chip, self._context.system, step))

    def _remove(self, chip: Chip) -> None:
        self._drafting.modifiers.remove(chip)

    def _put(self, chip: Chip) -> None:
        self._drafting.put(self._drafting.side.with_chip(chip))

    def _preview(self, line: str) -> None:
        """Preview the typed modifier in the draft."""
        self._drafting.modifiers.try_line("" if self.add.refusal_of(line) else line)

    def _add(self, line: str) -> None:
        if line.strip():
            self.add.clear()
            self._drafting.modifiers.add(line)

    def _check(self, line: str) -> None:
        """Raise an error if the line is not a modifier or there is no room for another; an empty line is allowed."""
        if line.strip():
            self._drafting.modifiers.read(line)
