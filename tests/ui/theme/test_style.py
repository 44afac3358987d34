from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QStyle,
    QStyleFactory,
    QStyleOption,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.store.state import Theme as Choice
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.theme.style import AS_THEY_ARE, METRICS, PLAIN
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.buttons import AccentButton
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.scrolling import FittingScroll
from themes import CONTRAST, DARK
from ui_makers import colours

pytestmark = pytest.mark.usefixtures("appearance")


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    made.show()
    assert current_theme() == DARK
    yield made
    made.close()


def put(window: QWidget, *widgets: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    for widget in widgets:
        layout.addWidget(widget)
    window.activateWindow()
    widgets[-1].setFocus()
    QApplication.processEvents()


def test_the_arrows_of_a_spin_box_that_is_disabled_are_dim(window: QWidget) -> None:
    box, other = QSpinBox(minimum=1, maximum=9), QLineEdit()
    box.lineEdit().hide()
    put(window, box, other)
    assert DARK.text in colours(box)
    box.setEnabled(False)
    QApplication.processEvents()
    assert DARK.text not in colours(box)


def test_a_field_has_a_box_and_the_accent_while_it_has_the_focus(window: QWidget) -> None:
    field, other = QLineEdit(), QLineEdit()
    put(window, field, other)
    assert DARK.line in colours(field)
    field.setFocus()
    assert DARK.accent in colours(field)


def test_a_plain_field_looks_like_text_until_it_has_the_focus(window: QWidget) -> None:
    field, other = QLineEdit(), QLineEdit()
    field.setProperty(PLAIN, True)
    put(window, field, other)
    assert not {DARK.line, DARK.accent, DARK.ground} & colours(field)
    field.setFocus()
    assert {DARK.accent, DARK.ground} <= colours(field)


def test_the_text_of_a_field_stands_off_its_box_and_that_of_a_plain_one_does_not(
    window: QWidget, appearance: Appearance
) -> None:
    field, plain = QLineEdit(), QLineEdit()
    plain.setProperty(PLAIN, True)
    put(window, field, plain)
    room = field.sizeHint().width() - plain.sizeHint().width()
    assert room == field.textMargins().left() + field.textMargins().right() > 0
    appearance.animate(on=False)
    QApplication.processEvents()
    assert field.sizeHint().width() - plain.sizeHint().width() == room, "also in a style that was put on later"


@pytest.mark.parametrize("choice", ["dark", "light", "contrast"])
def test_the_button_that_enter_presses_is_filled_with_the_accent(
    qtbot: QtBot, appearance: Appearance, choice: Choice
) -> None:
    appearance.choose(choice)
    theme, window = current_theme(), QWidget()
    qtbot.addWidget(window)
    dialog = AskingDialog("Ask", window)
    dialog.finish("Do it", dialog.accept)
    dialog.show()
    leaves = next(button for button in dialog.findChildren(QPushButton) if button is not dialog.does)
    assert {theme.accent, theme.on_accent} <= colours(dialog.does)
    assert not {theme.accent, theme.on_accent} <= colours(leaves)
    dialog.does.setEnabled(False)
    assert theme.accent not in colours(dialog.does)


def test_a_button_that_is_on_is_filled(window: QWidget) -> None:
    button = QPushButton("Secret")
    button.setCheckable(True)
    put(window, button)
    assert DARK.chosen not in colours(button)
    button.setChecked(True)
    assert DARK.chosen in colours(button)


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_a_check_box_or_a_choice_that_is_on_has_the_accent(
    window: QWidget, kind: type[QCheckBox | QRadioButton]
) -> None:
    box, other = kind("Default"), QLineEdit()
    put(window, box, other)
    assert DARK.accent not in colours(box)
    box.setChecked(True)
    assert DARK.accent in colours(box)


def test_what_can_be_done_next_has_the_accent_and_what_cannot_has_not(window: QWidget) -> None:
    button = AccentButton("Roll", "Enter")
    put(window, button)
    assert DARK.accent in colours(button)
    button.setEnabled(False)
    assert DARK.accent not in colours(button)


def test_scroll_bars_and_splitters_are_thin(window: QWidget) -> None:
    metric = QStyle.PixelMetric
    assert window.style().pixelMetric(metric.PM_ScrollBarExtent) <= 10
    assert window.style().pixelMetric(metric.PM_SplitterWidth) <= 6


AS_FUSION_HAS_IT = (
    QStyle.PixelMetric.PM_DefaultFrameWidth,
    QStyle.PixelMetric.PM_ScrollView_ScrollBarOverlap,
    QStyle.PixelMetric.PM_MenuBarPanelWidth,
    QStyle.PixelMetric.PM_MenuBarHMargin,
    QStyle.PixelMetric.PM_MenuBarVMargin,
    QStyle.PixelMetric.PM_ButtonDefaultIndicator,
)


def test_what_is_answered_at_once_is_as_fusion_has_it(window: QWidget) -> None:
    own, fusion, size = window.style(), QStyleFactory.create("Fusion"), QSize(17, 23)
    assert fusion is not None
    for metric in AS_FUSION_HAS_IT:
        assert metric in METRICS
        assert own.pixelMetric(metric, None, window) == fusion.pixelMetric(metric, None, window)
    option = QStyleOption()
    for kind in AS_THEY_ARE:
        found = own.sizeFromContents(kind, option, size, window)
        assert found == fusion.sizeFromContents(kind, option, size, window) == size


class Tall(QWidget):
    """Be as tall as it is told."""

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(50, self._height)


@pytest.mark.parametrize("points", [10, 20])
def test_what_fits_does_not_scroll(window: QWidget, points: int) -> None:
    scroll = FittingScroll(Tall(50))
    font = window.font()
    font.setPointSize(points)
    window.setFont(font)
    window.resize(200, 200)
    put(window, scroll)
    assert scroll.height() == 50
    assert not scroll.verticalScrollBar().isVisible()


def test_what_is_too_tall_scrolls(window: QWidget) -> None:
    scroll = FittingScroll(Tall(500))
    window.resize(200, 200)
    put(window, scroll)
    assert scroll.height() < 200
    assert scroll.verticalScrollBar().maximum() > 0


def test_the_entry_under_the_mouse_has_a_ring_where_contrast_is_high(appearance: Appearance, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.setActiveAction(menu.addAction("Veil"))
    appearance.choose("dark")
    assert CONTRAST.focus not in colours(menu)
    appearance.choose("contrast")
    assert CONTRAST.focus in colours(menu)


@pytest.mark.parametrize("choice", ["dark", "light", "contrast"])
def test_tool_tips_are_outlined_like_menus(window: QWidget, appearance: Appearance, choice: Choice) -> None:
    appearance.choose(choice)
    QToolTip.showText(window.mapToGlobal(window.rect().center()), "A tip of some words", window)
    tip = next(one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel"))
    theme = current_theme()
    image = tip.grab().toImage()
    assert (image.pixelColor(0, 5).name(), image.pixelColor(4, 4).name()) == (theme.line, theme.panel)
    QToolTip.hideText()
