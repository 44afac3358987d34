from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.app import SETTLING, SMALLEST_FONT
from gm_desk.store.disk.places import Places
from gm_desk.store.state import State, read_state, write_state
from gm_desk.store.state import Theme as Choice
from gm_desk.ui.settings.house_rules import HouseDialog
from gm_desk.ui.theme.appearance import STEPS, Appearance, TextSize
from gm_desk.ui.theme.theme import Theme, current_theme
from gm_desk.ui.window.panes import Arrangement, Panes
from themes import CONTRAST, DARK, LIGHT
from ui_makers import GM, LAO, a_roster, sit_down


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


TOLERANCE = 0.15
"""The share of its size by which a widget may differ from one in a window that was opened in the size.

Some sizes are counted in letters, and whole pixels of a letter add up.
"""


@pytest.fixture
def text(qapp: QApplication) -> Iterator[TextSize]:
    before = qapp.font()
    font = QFont(before)
    font.setPointSizeF(SMALLEST_FONT)
    qapp.setFont(font)
    yield TextSize()
    qapp.setFont(before)


def points(widget: QWidget) -> float:
    return widget.font().pointSizeF()


def places(gm: GM) -> dict[str, tuple[int, int, float]]:
    """Return the size of every visible widget that has a name, and its letters, once all has come to rest."""
    for _ in range(SETTLING):
        gm.settles()
    named = (widget for widget in gm.window.findChildren(QWidget) if widget.isVisible() and not widget.isWindow())
    return {
        w.objectName(): (w.width(), w.height(), points(w))
        for w in named
        if w.objectName() and w.objectName()[:3] != "qt_"
    }


def alike(one: tuple[int, int, float], other: tuple[int, int, float]) -> bool:
    return one == pytest.approx(other, rel=TOLERANCE, abs=2) and one[2] == pytest.approx(other[2])


def test_it_goes_in_steps_from_80_to_200_per_cent(text: TextSize) -> None:
    seen = []
    for _ in STEPS:
        text.enlarge()
        seen.append(text.percent)
    assert seen == [110, 125, 150, 175, 200, 200, 200, 200]
    for _ in STEPS:
        text.reduce()
    assert (text.percent, points(QLabel())) == (80, 8.0)
    text.reset()
    assert (text.percent, points(QLabel())) == (100, 10.0)


@pytest.mark.parametrize(("asked", "given"), [(1, 80), (113, 113), (1000, 200)])
def test_a_size_that_cannot_be_is_the_nearest_one_that_can(text: TextSize, asked: int, given: int) -> None:
    text.choose(asked)
    assert text.percent == given


def test_a_font_of_ones_own_and_sizes_taken_from_it_follow(text: TextSize, qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    small = QLabel("small", holder)
    font = small.font()
    font.setPointSizeF(8.8)
    small.setFont(font)
    em = holder.fontMetrics().height()
    small.setFixedWidth(em * 7)
    line = QWidget(holder)
    line.setFixedHeight(1)
    text.choose(200)
    assert points(small) == pytest.approx(17.6)
    assert small.width() == holder.fontMetrics().height() * 7
    assert line.height() == 1
    assert line.maximumWidth() > 1_000_000


class Measuring(QWidget):
    """A widget that looks at the font of its part when its own font changes."""

    def __init__(self) -> None:
        super().__init__()
        self.part = QLabel("small", self)
        font = self.part.font()
        font.setPointSizeF(8)
        self.part.setFont(font)
        self.seen = 0.0

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.seen = points(self.part)


def test_what_measures_its_parts_as_its_font_changes_finds_theirs_changed(text: TextSize, qtbot: QtBot) -> None:
    holder = Measuring()
    qtbot.addWidget(holder)
    holder.show()
    for percent in (200, 100):
        text.choose(percent)
        assert holder.seen == pytest.approx(8 * percent / 100)


def test_no_pixel_is_lost_by_going_to_and_fro(text: TextSize, qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    part = QWidget(holder)
    part.setFixedSize(33, 17)
    for step in (90, 110, 125, 80, 175, 100):
        text.choose(step)
    assert part.size() == QSize(33, 17)


def test_keys_make_text_larger_and_smaller_and_the_size_is_remembered(gm: GM) -> None:
    gm.keys("Ctrl++")
    assert gm.program.text.percent == 110
    gm.keys("Ctrl+=")
    assert gm.program.text.percent == 125
    gm.keys("Ctrl+-")
    assert gm.program.session.settings.state.text_size == 110
    gm.keys("Alt+0")
    assert gm.program.session.settings.state.text_size == 100


def test_plus_and_minus_alone_still_move_the_net(gm: GM) -> None:
    gm.keys("Esc", "+")
    gm.keys("+")
    gm.keys("-")
    assert (gm.net(), gm.program.text.percent) == (10, 100)


def test_text_opens_in_the_size_it_was_left_in(qtbot: QtBot, tmp_path: Path) -> None:
    state = read_state(Places(tmp_path).state)
    write_state(Places(tmp_path).state, structs.replace(state, text_size=150))
    gm = sit_down(qtbot, tmp_path, a_roster())
    assert points(gm.window.roster.view) == SMALLEST_FONT * 1.5


@pytest.mark.parametrize("size", ['"large"', "20", "900", "1.5"])
def test_a_size_that_is_none_in_the_state_is_100(tmp_path: Path, size: str) -> None:
    (tmp_path / "state.json").write_text(f'{{"format": 1, "text_size": {size}, "theme": "light"}}')
    assert read_state(tmp_path / "state.json") == State(theme="light")


@pytest.mark.parametrize("percent", [80, 150, 200])
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1200)])
def test_a_window_that_was_open_looks_like_one_opened_in_the_size(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    live = sit_down(qtbot, tmp_path / "live", a_roster(LAO), size=size)
    live.program.text.choose(percent)
    followed = places(live)
    live.window.hide()
    fresh = sit_down(qtbot, tmp_path / "fresh", a_roster(LAO), size=size, points=SMALLEST_FONT * percent / 100)
    opened = places(fresh)
    assert followed.keys() == opened.keys()
    other = {name: (followed[name], opened[name]) for name in opened if not alike(followed[name], opened[name])}
    assert other == {}


def test_rows_of_lists_and_tables_follow(gm: GM) -> None:
    gm.keys("Return")
    view, log = gm.window.stat.skills.view, gm.window.log.view
    before = view.visualRect(view.model().index(0, 0)).height(), log.rowHeight(log.model().rowCount() - 1)
    gm.program.text.choose(200)
    gm.settles()
    after = view.visualRect(view.model().index(0, 0)).height(), log.rowHeight(log.model().rowCount() - 1)
    assert [new / old for old, new in zip(before, after, strict=True)] == pytest.approx([2, 2], abs=0.15)


def test_a_dialog_that_is_open_follows(gm: GM) -> None:
    gm.does("settings.set_house_rules")
    dialog = gm.dialog(HouseDialog)
    gm.program.text.choose(150)
    assert points(dialog) == SMALLEST_FONT * 1.5


def test_the_window_becomes_tabs_where_text_is_large_and_panes_where_it_is_not(gm: GM) -> None:
    rooms = []
    for percent in (100, 200, 100):
        gm.program.text.choose(percent)
        gm.settles()
        rooms.append(gm.window.panes.room)
    assert rooms == [Arrangement.WIDE, Arrangement.NARROW, Arrangement.WIDE]


def shares(panes: Panes) -> list[int]:
    """Return the widths of the panes, and the height of the log."""
    return [*(pane.width() for pane in (panes.roster, panes.card, panes.test)), panes.log.height()]


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_the_panes_are_as_large_as_before_once_the_text_was_large_and_is_not_any_more(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int]
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=size)
    panes, room, drawn = gm.window.panes, gm.window.panes.room, shares(gm.window.panes)
    with gm.unpainted():
        gm.keys(*["Ctrl++"] * len(STEPS))
        assert panes.room is Arrangement.NARROW
        gm.keys("Alt+0")
        gm.settles()
    assert panes.room is room
    assert shares(panes) == pytest.approx(drawn, abs=3)
