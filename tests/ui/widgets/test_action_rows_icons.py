from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QImage

from gm_desk.ui.widgets.action_rows import RowAction
from gm_desk.ui.window.menus import ROWS
from themes import DARK
from ui_makers import GM


def colours(image: QImage) -> set[str]:
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {colour.name() for colour in pixels if colour.alpha()}


def test_every_entry_that_has_an_icon_is_in_a_menu_and_shows_it(gm: GM) -> None:
    with_icons = [one for one in gm.window.findChildren(QAction) if isinstance(one, RowAction) and one.row.icon]
    assert len(with_icons) > 30
    for action in with_icons:
        assert DARK.text in colours(action.icon().pixmap(QSize(32, 32)).toImage()), action.row.id
        assert not action.isCheckable(), "an icon would stand where its mark is"


def test_no_entry_looks_as_if_it_were_a_switch_that_is_on() -> None:
    assert "check" not in {row.icon for row in ROWS}
