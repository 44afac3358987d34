"""A row whose parts give way where it is narrow, and come back where it is not."""

from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.ui.widgets.flow import CollapsingRow


def test_parts_give_way_one_after_the_other_and_come_back(qtbot: QtBot) -> None:
    row = CollapsingRow()
    qtbot.addWidget(row)
    first, second, third = (QLabel("words " * 5) for _ in range(3))
    for one in (first, second, third):
        row.row.addWidget(one)
    row.giving = [second, first]
    whole = row.row.minimumSize().width()
    row.show()
    seen = []
    for width in (whole, whole - 10, whole // 2, whole):
        row.resize(width, 40)
        QApplication.processEvents()
        seen.append([one.isVisible() for one in (first, second, third)])
    assert seen == [[True, True, True], [True, False, True], [False, False, True], [True, True, True]]
    assert row.minimumSizeHint().width() < whole / 2


def test_a_part_that_resizes_the_row_as_it_is_shown_is_fitted_once(qtbot: QtBot) -> None:
    class Resizing(QLabel):
        @override
        def setVisible(self, visible: bool) -> None:
            super().setVisible(visible)
            if self.parentWidget() is not None:
                row.resize(row.width(), row.height() + (1 if visible else -1))

    row = CollapsingRow()
    qtbot.addWidget(row)
    part = Resizing("words " * 5)
    row.row.addWidget(part)
    row.giving = [part]
    row.show()
    row.resize(40, 40)
    row.resize(400, 40)
    QApplication.processEvents()
    assert part.isVisible()
