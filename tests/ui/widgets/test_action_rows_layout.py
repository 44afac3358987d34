from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.model.roster.document import History
from gm_desk.ui.widgets.action_rows import HistoryWindow

DEEP = 6


class Watched(QWidget):
    """A widget that notes its height whenever it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: list[int] = []

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.append(self.height())


def test_a_window_is_painted_only_once_everything_in_it_has_its_place(qtbot: QtBot) -> None:
    window = HistoryWindow(History())
    qtbot.addWidget(window)
    inner, below, outer = QWidget(), Watched(), QWidget()
    part = inner
    for _ in range(DEEP):  # a change of size is passed up by one of these at a time
        around = QWidget()
        QVBoxLayout(around).addWidget(part)
        part = around
    column = QVBoxLayout(outer)
    column.addWidget(part)
    column.addWidget(below, 1)
    window.setCentralWidget(outer)
    window.resize(200, 300)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: bool(below.painted))
    below.painted.clear()
    high = below.height()
    inner.setMinimumHeight(150)
    below.update()
    qtbot.waitUntil(lambda: below.height() < high)
    qtbot.waitUntil(lambda: bool(below.painted))
    assert set(below.painted) == {below.height()}
