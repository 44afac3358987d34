from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.ui.widgets.flow import FlowLayout, KeptBoxes
from gm_desk.ui.widgets.scrolling import LineScroll


class Block(QWidget):
    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._width, 20)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(10, 20)


def flow(qtbot: QtBot, *widths: int, width: int) -> tuple[QWidget, list[QWidget]]:
    holder = QWidget()
    qtbot.addWidget(holder)
    layout = FlowLayout(holder, gap=5)
    blocks: list[QWidget] = [Block(each) for each in widths]
    for block in blocks:
        layout.addWidget(block)
    holder.resize(width, 200)
    holder.show()
    return holder, blocks


def places(blocks: list[QWidget]) -> list[tuple[int, int]]:
    return [(block.x(), block.y()) for block in blocks]


def test_what_fits_stands_in_one_line(qtbot: QtBot) -> None:
    _holder, blocks = flow(qtbot, 40, 40, width=85)
    assert places(blocks) == [(0, 0), (45, 0)]


def test_what_does_not_fit_goes_to_the_next_line(qtbot: QtBot) -> None:
    _holder, blocks = flow(qtbot, 40, 40, 30, width=84)
    assert places(blocks) == [(0, 0), (0, 25), (45, 25)]


def test_the_height_follows_from_the_width(qtbot: QtBot) -> None:
    holder, _blocks = flow(qtbot, 40, 40, 30, width=200)
    assert holder.heightForWidth(200) == 20
    assert holder.heightForWidth(84) == 45
    assert holder.heightForWidth(40) == 70


def test_an_item_wider_than_the_line_is_made_narrower(qtbot: QtBot) -> None:
    _holder, blocks = flow(qtbot, 300, width=100)
    assert blocks[0].width() == 100


def test_an_item_taken_out_leaves_no_gap(qtbot: QtBot) -> None:
    holder, blocks = flow(qtbot, 40, 40, width=200)
    layout = holder.layout()
    assert layout is not None
    layout.removeWidget(blocks[0])
    layout.activate()
    assert (layout.count(), places(blocks[1:])) == (1, [(0, 0)])
    assert layout.itemAt(1) is None
    assert layout.takeAt(1) is None
    blocks[0].deleteLater()


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from((0, 20, 40, 70)), st.sampled_from((50, 100, 150)))))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_lines_are_broken_anew_at_once_when_an_item_changes(qtbot: QtBot, changes: list[tuple[int, int, int]]) -> None:
    """Hide an item, or show it with a width; before Qt does the layout again, the lines fit the items."""
    holder, blocks = flow(qtbot, 40, 40, 40, 40, width=100)
    layout = holder.layout()
    assert isinstance(layout, FlowLayout)
    for place, width, room in changes:
        blocks[place].setVisible(bool(width))
        blocks[place].setMinimumWidth(width)
        holder.resize(room, 200)
        lines: list[list[QWidget]] = []
        left = 0
        for block in blocks:
            needs = min(room, max(40, block.minimumWidth()))
            if block.isHidden():
                continue
            if not lines or needs > left:
                lines.append([])
                left = room
            lines[-1].append(block)
            left -= needs + layout.gap
        assert [line for _, line in layout.lines(room)] == lines
        assert layout.heightForWidth(room) == max(0, 25 * len(lines) - 5)
        layout.activate()
        assert [(block.x() == 0, block.y()) for line in lines for block in line] == [
            (at == 0, 25 * row) for row, line in enumerate(lines) for at in range(len(line))
        ]
    holder.close()


@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=8))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_boxes_are_shown_in_the_order_asked_for_and_built_once(qtbot: QtBot, wanted: list[list[str]]) -> None:
    holder, (last,) = flow(qtbot, 10, width=1_000)
    layout = holder.layout()
    assert isinstance(layout, FlowLayout)
    kept, built = KeptBoxes[QWidget](layout, last), dict[str, QWidget]()

    def build(key: str) -> QWidget:
        assert key not in built
        built[key] = Block(20)
        return built[key]

    for keys in wanted:
        assert list(kept.show(keys, build)) == keys
        layout.activate()
        there = [one for one in built if built[one].isVisible()]
        assert sorted(there, key=lambda one: built[one].x()) == keys
        assert all(built[one].x() < last.x() for one in there)
    assert set(kept.all) == set(built.values())


def test_boxes_that_are_cleared_are_built_anew(qtbot: QtBot) -> None:
    holder, _ = flow(qtbot, 10, width=1_000)
    layout = holder.layout()
    assert isinstance(layout, FlowLayout)
    kept = KeptBoxes[QWidget](layout)
    before = kept.show(["a"], lambda _: Block(20))
    kept.clear()
    assert kept.all == []
    after = kept.show(["a"], lambda _: Block(30))
    assert after["a"] is not before["a"]
    assert not before["a"].isVisible()


def test_lines_that_scroll_are_whole_in_every_layout(qtbot: QtBot) -> None:
    holder, blocks = flow(qtbot, 40, 40, 40, 40, width=50)
    layout = holder.layout()
    assert isinstance(layout, FlowLayout)
    area = LineScroll(holder, layout)
    qtbot.addWidget(area)
    area.resize(60, 100)
    area.show()
    area.show_line(blocks[2])
    for height in (30, 20):
        area.resize(60, height)
        assert area.verticalScrollBar().value() == layout.line_tops(holder.width())[2], "the line that is sought"
