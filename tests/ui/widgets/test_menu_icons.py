from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QImage

from gm_desk.ui.widgets.menus import ICONS, without_mnemonic
from themes import DARK
from ui_makers import GM


def colours(image: QImage) -> set[str]:
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {colour.name() for colour in pixels if colour.alpha()}


def test_every_entry_that_has_an_icon_is_in_a_menu_and_shows_it(gm: GM) -> None:
    actions = gm.window.findChildren(QAction, options=Qt.FindChildOption.FindDirectChildrenOnly)
    named = {without_mnemonic(action.text()): action for action in reversed(actions)}
    for words in ICONS:
        assert DARK.text in colours(named[words].icon().pixmap(QSize(32, 32)).toImage()), words
        assert not named[words].isCheckable(), "an icon would stand where its mark is"


def test_no_entry_looks_as_if_it_were_a_switch_that_is_on() -> None:
    assert "check" not in ICONS.values()
