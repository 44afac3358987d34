"""The modifiers of the side in hand as chips, those that are suggested, and a field that adds one."""

from msgspec import structs
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QVBoxLayout, QWidget

from gm_desk.core.draft import Chip, Origin
from gm_desk.core.suggestions import stepped, steps_of
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import signed
from gm_desk.ui.chip_button import ChipButton, ShownChip
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.flow import FlowLayout
from gm_desk.ui.labels import dim_label
from gm_desk.ui.look import Look
from gm_desk.ui.presets import PresetButton
from gm_desk.ui.sizes import TIGHT
from gm_desk.ui.tab_order import stop_before
from gm_desk.ui.tips import set_tip


class Chips(QWidget):
    """Show the chips of the draft, and add others: suggested, from the system's presets, or free ones."""

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._look = look
        self._buttons: list[ChipButton] = []
        self.setObjectName("modifierChips")
        self._count = dim_label()
        self.presets = PresetButton(document, drafting)
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips)
        self._lay_out()
        self.add = CheckedEdit(look, self._check, self)
        self.add.setFixedWidth(self.fontMetrics().averageCharWidth() * 20)
        self._completer = QCompleter(self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.add.setCompleter(self._completer)
        self._last: list[QWidget] = []
        for widget in (self.add, self.presets):
            self.end_with(widget)
        self.add.committed.connect(self._add)
        self.add.textChanged.connect(self._try)
        drafting.draft_changed.connect(self.refresh)
        document.opened.connect(self._name)
        self._name()
        self.refresh()

    def _lay_out(self) -> None:
        """Put the chips below their heading."""
        top = self._top = QHBoxLayout()
        top.addWidget(dim_label("Modifiers"))
        top.addStretch()
        top.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(top)
        column.addWidget(self._chips)

    def refresh(self) -> None:
        """Show the chips as they are now; the difficulty has a row of its own."""
        side, idle, system = self._drafting.side, self._drafting.reading.idle, self._document.system
        chips = [chip for chip in side.chips if chip.origin is not Origin.DIFFICULTY]
        shown = [ShownChip(chip, chip.id in idle, bool(steps_of(chip, system))) for chip in chips]
        shown += [ShownChip(chip, suggested=True) for chip in self._drafting.modifiers.suggested]
        count = sum(chip.origin is not Origin.DIFFICULTY or system.reach is None for chip in side.counting)
        self._count.setText(f"net of {count}" if count > 1 else "")
        while len(self._buttons) > len(shown):
            self._drop(self._buttons.pop())
        while len(self._buttons) < len(shown):
            self._buttons.append(self._new_button())
        for button, one in zip(self._buttons, shown, strict=True):
            button.show_chip(one)

    def say_beside(self, widget: QWidget) -> None:
        """Put a widget beside the heading."""
        self._top.insertWidget(1, widget, 1)

    def end_with(self, widget: QWidget) -> None:
        """Put a widget behind all chips."""
        self._last.append(widget)
        widget.setFixedHeight(self.add.sizeHint().height())
        self._flow.addWidget(widget)

    def commit(self) -> None:
        """Make a chip of what is typed, where it will do."""
        if self.add.hasAcceptableInput():
            self._add(self.add.text())

    def _name(self) -> None:
        """Say what may be typed, and offer the system's own words."""
        system = self._document.system
        kind = "multiple of ten" if system.step > 1 else "number"
        self.add.setPlaceholderText("Add: Smoke −30" if system.step > 1 else "Add: Smoke −3")
        self.add.setAccessibleName(f"Add a modifier: a label and a {kind}")
        set_tip(self.add, f"A label and a {kind}, then Enter", "Roll/Add a modifier")
        words = [f"{factor.name} {signed(factor.value)}" for factor in system.factors]
        self._completer.setModel(QStringListModel(words, self._completer))

    def _new_button(self) -> ChipButton:
        button = ChipButton(self._look, self._chips)
        button.struck.connect(self._strike)
        button.pinned.connect(self._pin)
        button.removed.connect(self._remove)
        button.taken.connect(self._take)
        button.stepped.connect(self._step)
        for last in self._last:
            self._flow.removeWidget(last)
        for widget in (button, *self._last):
            self._flow.addWidget(widget)
        QWidget.setTabOrder(stop_before(self.add), button)
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
        self._drafting.modifiers.pin(self._sender().chip)

    def _step(self, step: int) -> None:
        self._put(stepped(self._sender().chip, self._document.system, step))

    def _take(self) -> None:
        self._put(self._sender().chip)

    def _remove(self) -> None:
        self._drafting.modifiers.remove(self._sender().chip)

    def _put(self, chip: Chip) -> None:
        self._drafting.put(self._drafting.side.with_chip(chip))

    def _try(self, line: str) -> None:
        """Let a modifier count while it is still being typed."""
        self._drafting.modifiers.try_line("" if self.add.refusal_of(line) else line)

    def _add(self, line: str) -> None:
        if line.strip():
            self.add.clear()
            self._drafting.modifiers.add(line)

    def _check(self, line: str) -> None:
        """Refuse a line that is no modifier, or one too many; an empty one adds none."""
        if line.strip():
            self._drafting.modifiers.read(line)
