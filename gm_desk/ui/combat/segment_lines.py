"""A segmented row of options that wraps onto further lines."""

from PySide6.QtCore import QEvent, QRect, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.model.combat.attack_choices import ChoiceRow, RowOption
from gm_desk.ui.theme.theme import TIGHT
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import Segment

MOST_BUTTONS = 8
"""The number of buttons that a row has at first; more are added if a system has more options."""


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
