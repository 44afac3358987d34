import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.store.state import Theme as Choice
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.theme.theme import Theme, current_theme
from themes import CONTRAST, DARK, LIGHT


def test_choosing_a_theme_paints_the_application_in_it(appearance: Appearance, qapp: QApplication) -> None:
    appearance.choose("light")
    assert (current_theme(), qapp.palette().window().color().name()) == (LIGHT, LIGHT.panel)
    appearance.choose("dark")
    assert (current_theme(), qapp.palette().window().color().name()) == (DARK, DARK.panel)


class Watcher(QWidget):
    """Note the theme that is on whenever the palette is another."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Theme] = []

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.told.append(current_theme())


def test_a_widget_hears_of_another_theme_as_of_any_palette_also_while_it_is_hidden(
    appearance: Appearance, qtbot: QtBot
) -> None:
    watcher = Watcher()
    qtbot.addWidget(watcher)
    choices: tuple[Choice, ...] = ("light", "light", "contrast")
    for choice in choices:
        appearance.choose(choice)
    assert watcher.told == [LIGHT, CONTRAST]


def test_where_the_style_is_none_of_ours_the_theme_is_the_one_nearest_the_palette(
    appearance: Appearance, qapp: QApplication
) -> None:
    appearance.choose("contrast")
    qapp.setStyle("Fusion")
    qapp.setPalette(QPalette(QColor("white")))
    assert current_theme() == LIGHT
    qapp.setPalette(QPalette(QColor("black")))
    assert current_theme() == DARK


@pytest.mark.parametrize("on", [False, True])
def test_a_change_of_animation_keeps_theme_and_palette(appearance: Appearance, qapp: QApplication, on: bool) -> None:
    appearance.animate(not on)
    appearance.choose("light")
    appearance.animate(on)
    assert (current_theme(), qapp.palette().window().color().name()) == (LIGHT, LIGHT.panel)
    appearance.choose("dark")
    assert (current_theme(), qapp.palette().window().color().name()) == (DARK, DARK.panel)


def test_the_style_fades_nothing_once_animation_is_off(appearance: Appearance, qapp: QApplication) -> None:
    duration = QStyle.StyleHint.SH_Widget_Animation_Duration
    assert qapp.style().styleHint(duration) > 0
    appearance.animate(on=False)
    assert qapp.style().styleHint(duration) == 0


def test_where_the_system_has_no_scheme_it_is_dark(appearance: Appearance) -> None:
    appearance.choose("light")
    appearance.choose("system")
    assert current_theme() == DARK


def test_the_system_is_followed_while_nothing_is_chosen(appearance: Appearance, qapp: QApplication) -> None:
    appearance.choose("system")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert current_theme() == DARK, "offscreen still knows no scheme"
    appearance.choose("light")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert current_theme() == LIGHT


def test_high_contrast_is_followed_too(
    appearance: Appearance, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    appearance.choose("system")
    needs = qapp.styleHints().accessibility()
    monkeypatch.setattr(type(needs), "contrastPreference", lambda _: Qt.ContrastPreference.HighContrast)
    needs.contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert current_theme() == CONTRAST
    appearance.choose("light")
    needs.contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert current_theme() == LIGHT, "what the GM chose comes first"


def test_nothing_moves_once_animation_is_off(appearance: Appearance) -> None:
    assert appearance.animated
    appearance.animate(on=False)
    assert not appearance.animated
    assert not any(QApplication.isEffectEnabled(effect) for effect in Qt.UIEffect)
    appearance.animate(on=True)
    assert appearance.animated
