"""A window of plain widgets, as many and of the same kinds as those of GM Desk with the sample of EP2 open."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

KINDS: dict[type[QWidget], tuple[int, int]] = {
    QLabel: (43, 17),
    QLineEdit: (20, 6),
    QPushButton: (39, 19),  # buttons that paint themselves, with the others
    QToolButton: (3, 3),
    QCheckBox: (1, 0),
    QSlider: (1, 0),
    QSpinBox: (0, 1),
    QListWidget: (3, 2),
    QScrollArea: (3, 0),
    QStackedWidget: (2, 0),
}
"""How many there are of each kind, shown and hidden."""
BOXES = 38, 20
"""The boxes around them, shown and hidden."""
MENUS, CHARACTERS, SKILLS = 11, 14, 14


class Twin(QMainWindow):
    """The window: a list of characters, a card that scrolls, and a column of what is rolled."""

    def __init__(self) -> None:
        """Build the widgets, each with a text, in boxes in three columns."""
        super().__init__()
        for place in range(MENUS):
            self.menuBar().addMenu(f"Menu {place}")
        table = QTableWidget(CHARACTERS, 1)
        for row in range(CHARACTERS):
            table.setItem(row, 0, QTableWidgetItem(f"Character {row}"))
        columns = [QWidget(), QWidget()]
        card = QScrollArea()
        card.setWidgetResizable(True)
        card.setWidget(columns[0])
        rows = QSplitter(Qt.Orientation.Vertical)
        left, whole = QSplitter(), QSplitter()
        for outer, parts in ((rows, (card, QWidget())), (left, (table, rows)), (whole, (left, columns[1]))):
            for part in parts:
                outer.addWidget(part)
        boxes = [_boxes(QVBoxLayout(column), shown=BOXES[0] // 2, hidden=BOXES[1] // 2) for column in columns]
        self._made: list[QWidget] = []
        for which, hidden in ((0, False), (1, True)):
            made = [kind() for kind, counts in KINDS.items() for _ in range(counts[which])]
            places = boxes[0][which] + boxes[1][which]
            for number, one in enumerate(made):
                _fill(one, number)
                places[number % len(places)].addWidget(one)
                one.setVisible(not hidden)
            self._made += made
        self.setCentralWidget(whole)

    def show_others(self, number: int) -> None:
        """Show other words everywhere, as when the turn of another character comes."""
        for place, one in enumerate(self._made):
            _fill(one, number + place)


def _boxes(column: QBoxLayout, *, shown: int, hidden: int) -> tuple[list[QBoxLayout], list[QBoxLayout]]:
    """Return the rows of boxes in a column, shown and hidden."""
    made: tuple[list[QBoxLayout], list[QBoxLayout]] = ([], [])
    for place in range(shown + hidden):
        box = QWidget()
        made[place >= shown].append(QHBoxLayout(box))
        column.addWidget(box)
        box.setVisible(place < shown)
    return made


def _fill(one: QWidget, number: int) -> None:
    """Set the text of a widget that has one, its name and its tool tip."""
    one.setAccessibleName(f"Part {number}")
    if isinstance(one, QLabel | QLineEdit | QPushButton | QToolButton | QCheckBox):
        one.setText(f"Part {number}")
    elif isinstance(one, QListWidget):
        one.clear()
        one.addItems([f"Skill {number + row}" for row in range(SKILLS)])
