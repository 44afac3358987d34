"""The choices of a prepared attack: mode, range, cover and aim as rows of buttons, and a warning about ammunition."""

from functools import partial

from PySide6.QtCore import QEvent, QRect, QSize, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.model.combat.attack_choices import ONE_TARGET, AttackPreparation, ChoiceRow, RowOption
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.ui.roll.net import CAPTION
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import GAP, SMALL, TIGHT, TINY
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import Picker, Segment
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label
from gm_desk.ui.widgets.pill import Pill
from gm_desk.ui.widgets.popup_list import Choices

LINE = 1.4
"""The height of the choices in one line, in heights of the font."""
NONE = "none"
"""The short name of the option that stands for no cover and no aim."""
CHOICE_ROWS = ("mode", "range", "cover", "aim")
LEAST = 4
"""In heights of the font: the part of a warning that is never cut off."""
MOST_BUTTONS = 8
"""The number of buttons that a row has at first; more are added if a system has more options."""


def next_id(row_id: str) -> str:
    """Return the id of the action that chooses the next option of a row."""
    return f"roll.next_{row_id}"


class AttackChoices(QWidget):
    """Rows for the choices of the attack being composed, and a warning about ammunition or the targets of a group.

    It is hidden for other tests, and while the other side is edited; `notice` shows the warning. `focus_left` is
    emitted when the button that reloads is hidden while it has the focus.
    """

    focus_left = Signal()

    def __init__(self, drafting: DraftEditor, preparation: AttackPreparation, parent: QWidget | None = None) -> None:
        """Observe the attack that is prepared."""
        super().__init__(parent)
        self._drafting = drafting
        self._preparation = preparation
        self.setObjectName("attackChoices")
        self.setAccessibleName("Attack options")
        self.rows = {row_id: SegmentLines(row_id, next_id(row_id)) for row_id in CHOICE_ROWS}
        self.names = {row_id: dim_label() for row_id in CHOICE_ROWS}
        self.pickers = {row_id: Picker(row_id, partial(self._options, row_id)) for row_id in CHOICE_ROWS}
        self._known: dict[str, ChoiceRow] = {}
        self.in_line = False
        self.warning = ElidedLabel(size=SMALL)
        self.warning.setObjectName("ammoWarning")
        self.warning.setForegroundRole(QPalette.ColorRole.BrightText)
        self.reload_pill = Pill(self)
        self.reload_pill.setObjectName("reload")
        self.reload_pill.show_words("Reload")
        set_tip(self.reload_pill, "Reload to full", "roll.reload")
        self.notice = QWidget(self)
        self._lay_out()
        for row in self.rows.values():
            row.chosen.connect(preparation.choose)
        for row_id, picker in self.pickers.items():
            picker.picked.connect(partial(preparation.choose, row_id))
        self.reload_pill.clicked.connect(self.reload)
        preparation.changed.connect(self.refresh)
        for row_id in self.rows:
            self._show_row(row_id, None)
        self.refresh()

    def refresh(self) -> None:
        """Update from the draft and the roster."""
        mine = self._drafting.hand == "a"
        known = {row.id: row for row in self._preparation.rows} if mine else {}
        for row_id, row in self.rows.items():
            before, shown = self._known.get(row_id), known.get(row_id)
            if shown != before:
                self._show_row(row_id, shown)
            elif shown is not None:
                row.show_row(shown)  # since the GM may have checked another option
        self._known = known
        self.setVisible(bool(known))  # each time, since a scroll area shows a widget that is put into it
        self._show_warning(self._preparation.warning if mine else "")

    def set_in_line(self, in_line: bool) -> None:
        """Show each choice as a button with a list, all of them in one line, or with all its options in rows."""
        if in_line != self.in_line:
            self.in_line = in_line
            for row_id in self.rows:
                self._show_row(row_id, self._known.get(row_id))

    def _show_row(self, row_id: str, row: ChoiceRow | None) -> None:
        """Show a choice in the form for which there is room, or hide it."""
        there = row is not None
        if row is not None and self.in_line:
            self._show_in_line(row)
        elif row is not None:
            self.names[row_id].setText(row.name)
            self.rows[row_id].show_row(row)
        for part in (self.rows[row_id], self.names[row_id]):
            part.setVisible(there and not self.in_line)
        self.pickers[row_id].setVisible(there and self.in_line)

    def _show_warning(self, words: str) -> None:
        """Show a warning beside the difficulty, or none."""
        if words != self.warning.text():
            self.warning.setText(words)
            self.warning.setMinimumWidth(min(self.warning.whole_width, int(self.fontMetrics().height() * LEAST)))
            self.reload_pill.setVisible(words != ONE_TARGET)
        if not words and self.reload_pill.hasFocus():
            self.focus_left.emit()
        self.notice.setVisible(bool(words))

    @property
    def line_height(self) -> int:
        """The height of the choices in one line."""
        return int(self.fontMetrics().height() * LINE)

    def step(self, row_id: str) -> None:
        """Choose the next option of a row."""
        self._preparation.step(row_id)

    def why_no_step(self, row_id: str) -> str:
        """Return the reason why a row has no next option, or ""."""
        return self._preparation.why_no_step(row_id)

    def reload(self) -> None:
        """Reload the weapon completely."""
        self._preparation.reload()

    def why_no_reload(self) -> str:
        """Return the reason why nothing can be reloaded, or ""."""
        return self._preparation.why_no_reload()

    def _show_in_line(self, row: ChoiceRow) -> None:
        """Show the chosen option of a row on its button, or the name of the row for none of its options.

        The tool tip and the spoken name say both in full.
        """
        picker = self.pickers[row.id]
        option = next((one for one in row.options if one.id == row.chosen), None)
        picker.show_picked(option.short if option and option.short != NONE else "", row.name)
        picker.setFixedHeight(self.line_height)
        self._line.setStretchFactor(picker, picker.sizeHint().width())
        says = f"{row.name}: {option.says}" if option else row.name
        picker.setAccessibleName(says)
        set_tip(picker, says, next_id(row.id))

    def _options(self, row_id: str) -> Choices:
        """Return the options of a row as choices, the chosen one first."""
        row = self._known.get(row_id)
        options = sorted(row.options, key=lambda one: one.id != row.chosen) if row is not None else []
        return [(one.says, one.id) for one in options]

    def _lay_out(self) -> None:
        """Place the names beside the rows; the notice is below them until it is moved."""
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(TIGHT)
        grid.setColumnStretch(1, 1)
        for place, (row_id, row) in enumerate(self.rows.items()):
            grid.addWidget(self.names[row_id], place, 0)
            grid.addWidget(row, place, 1)
        line = self._line = QHBoxLayout()
        grid.addLayout(line, len(self.rows) + 1, 0, 1, 2)
        line.setSpacing(TIGHT)
        for picker in self.pickers.values():
            picker.setFont(scaled(picker.font(), TINY))
            line.addWidget(picker)
        beside = QHBoxLayout(self.notice)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(GAP)
        beside.addWidget(self.warning, 1)
        beside.addWidget(self.reload_pill)
        self.reload_pill.setFixedHeight(int(self.fontMetrics().height() * CAPTION))
        grid.addWidget(self.notice, len(self.rows), 0, 1, 2)


class SegmentLines(QWidget):
    """A segmented row of options, on several lines if it is too narrow for one.

    `chosen` carries the ids of the row and of an option.
    """

    chosen = Signal(str, str)

    def __init__(self, row_id: str, action_id: str) -> None:
        """Create the row without options; its tool tips show the keys of an action."""
        super().__init__()
        self._row = row_id
        self._action = action_id
        self._options: tuple[RowOption, ...] = ()
        self.buttons: list[Segment] = []
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._choose)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._add_buttons(MOST_BUTTONS)

    def show_row(self, row: ChoiceRow) -> None:
        """Show the options of a row, with the chosen one checked."""
        if row.options != self._options:
            self._options = row.options
            self._add_buttons(len(row.options) - len(self.buttons))
            for place, button in enumerate(self.buttons):
                button.setVisible(place < len(row.options))
            for button, option in zip(self.buttons, row.options, strict=False):
                button.setText(option.short)
                button.setAccessibleName(f"{row.name}: {option.says}")
                set_tip(button, option.says, self._action)
            self.updateGeometry()
            self._arrange()
        checked = self._group.checkedId()
        for place, option in enumerate(row.options):
            if option.id == row.chosen and place != checked:
                self.buttons[place].setChecked(True)

    @override
    def sizeHint(self) -> QSize:
        sizes = [button.sizeHint() for button in self._shown]
        return QSize(sum(size.width() for size in sizes), max((size.height() for size in sizes), default=0))

    @override
    def minimumSizeHint(self) -> QSize:
        sizes = [button.minimumSizeHint() for button in self._shown]
        return QSize(*(max((size.toTuple()[way] for size in sizes), default=0) for way in (0, 1)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    @property
    def _shown(self) -> list[Segment]:
        return self.buttons[: len(self._options)]

    def _add_buttons(self, count: int) -> None:
        for _ in range(count):
            button = Segment("", self, quiet=True)
            button.hide()
            self._group.addButton(button, len(self.buttons))
            self.buttons.append(button)

    def _choose(self, place: int) -> None:
        self.chosen.emit(self._row, self._options[place].id)

    def _lines(self, width: int) -> list[list[Segment]]:
        """Return the buttons line by line, on as few lines as possible, which are about equally long."""
        shown = self._shown
        for count in range(1, len(shown)):
            each = -(-len(shown) // count)
            lines = [shown[place : place + each] for place in range(0, len(shown), each)]
            if all(sum(one.minimumSizeHint().width() for one in line) <= width for line in lines):
                return lines
        return [[one] for one in shown]

    def _arrange(self) -> None:
        """Place the buttons, each line as wide as the row; the row is as high as its lines."""
        tall, y = self.sizeHint().height(), 0
        for line in self._lines(self.width()):
            widths = [button.minimumSizeHint().width() for button in line]
            spare, x = max(0, self.width() - sum(widths)), 0
            for place, (button, width) in enumerate(zip(line, widths, strict=True)):
                right = x + width + spare * (place + 1) // len(line) - spare * place // len(line)
                button.first, button.last = place == 0, place == len(line) - 1
                button.setGeometry(QRect(x, y, right - x, tall))
                x = right
            y += tall + TIGHT
        if y:
            self.setFixedHeight(y - TIGHT)
