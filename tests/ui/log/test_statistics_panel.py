"""The statistics in the window: the button at the log, the panel, and its picture."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import DiceSum
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.statistics import LuckStatistics
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.state import Theme
from gm_desk.ui.log.statistics_panel import FEWEST, TONIGHT, LuckButton, LuckCommands, StatisticsDialog
from gm_desk.ui.theme.theme import current_theme
from log_window import AtLog, LogHands, show_log
from model_makers import a_draft, a_roll, ring
from ui_makers import GM, a_roster, colours, sit_down

WIDE, NARROW = (1366, 768), (760, 560)
EVEN = [n * 7 % 100 for n in range(100)]
"""Each of a hundred faces once."""


def roll(gm: AtLog, *faces: int, who: str = "Lao Qing", by_hand: bool = False, secret: bool = False) -> None:
    """Let dice fall in tests of a character, and be counted without waiting for the log to settle."""
    draft = a_draft(name=who, character=who.casefold())
    gm.session.log.add([a_roll(draft, roll=face, by_hand=by_hand, secret=secret) for face in faces])
    (does,) = gm.window.findChildren(LuckCommands)
    ring(does)
    gm.qtbot.waitUntil(lambda: luck(gm).tonight.complete and luck(gm).tonight.counted == len(gm.log()))


def luck(gm: AtLog) -> LuckStatistics:
    (does,) = gm.window.findChildren(LuckCommands)
    return does.luck


def button(gm: AtLog) -> LuckButton:
    return gm.find(LuckButton, "luck")


def opened(gm: AtLog) -> StatisticsDialog:
    gm.keys("Ctrl+Shift+G")
    panel = gm.dialog(StatisticsDialog)
    gm.qtbot.waitUntil(lambda: panel.count.complete)
    return panel


def is_open(gm: AtLog) -> bool:
    return any(panel.isVisible() for panel in gm.window.findChildren(StatisticsDialog))


def tip(widget: QWidget, at: QPoint) -> str:
    """Hover over a place."""
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at)))
    return QToolTip.text()


# --- the button


def test_what_is_as_expected_is_said_once(qtbot: QtBot) -> None:
    luck = LuckButton()
    qtbot.addWidget(luck)
    luck.show_luck("Luck: successes as expected", "as expected", 15)
    assert luck.accessibleName() == "Luck: successes as expected: show the statistics"
    luck.show_luck("Luck 3 successes above expected", "unusual", 15)
    assert luck.accessibleName() == "Luck 3 successes above expected, unusual: show the statistics"


def test_the_count_of_rolls_is_shown_whole_beside_it_or_without_it(gm: GM) -> None:
    roll(gm, *EVEN[:30])
    tonight = gm.window.log.tonight
    for width in (1366, 1180, 1100, 1024, 960):
        gm.resizes(width, 640)
        assert tonight.isHidden() or tonight.width() >= tonight.sizeHint().width()
    gm.resizes(1366, 768)
    assert button(gm).isVisible()
    assert tonight.isVisible()


def test_luck_stands_at_the_log_from_the_fifth_roll_on(reader: LogHands) -> None:
    roll(reader, *[10] * (FEWEST - 1))
    assert not button(reader).isVisible()
    roll(reader, 99)
    assert button(reader).isVisible()
    assert button(reader).text() == "Luck +0.7 successes over expected"


def test_luck_makes_way_where_the_window_is_narrow(gm: GM) -> None:
    roll(gm, *[10] * FEWEST)
    gm.resizes(*NARROW)
    assert not button(gm).isVisible()
    gm.resizes(*WIDE)
    gm.settles()
    assert button(gm).isVisible()


def test_the_button_opens_the_statistics_by_click_and_by_key(reader: LogHands) -> None:
    roll(reader, *[10] * FEWEST)
    reader.click(button(reader))
    QTest.keyClick(reader.dialog(StatisticsDialog), Qt.Key.Key_Escape)
    button(reader).setFocus()
    QTest.keyClick(button(reader), Qt.Key.Key_Space)
    assert is_open(reader)


def test_the_button_says_how_unusual_the_luck_is(reader: LogHands) -> None:
    roll(reader, *[90] * FEWEST)
    assert button(reader).accessibleName() == (
        "Luck 3.3 successes under expected, incredibly unlucky (3.1 SD): show the statistics"
    )


# --- the panel


def test_the_statistics_open_once(reader: LogHands) -> None:
    opened(reader)
    reader.window.activateWindow()
    reader.does("log.show_statistics")
    assert len([one for one in reader.window.findChildren(StatisticsDialog) if one.isVisible()]) == 1


def test_with_nothing_rolled_the_panel_says_what_it_will_show(reader: LogHands) -> None:
    panel = opened(reader)
    assert panel.sheet.nothing.isVisible()
    assert not panel.copy.isEnabled()
    assert not panel.sheet.rolled.isVisible()
    assert panel.says.text() == "0 rolls"


def test_nothing_waits_for_the_panel_and_it_follows_every_roll(gm: GM) -> None:
    panel = opened(gm)
    assert not panel.isModal()
    gm.click_on(gm.window.stat.skills.view, "Guns", double=True)
    gm.qtbot.waitUntil(lambda: panel.says.text() == "1 roll")
    assert panel.sheet.rolled.head.text() == "Rolled: 1 × d100"
    gm.session.document.stack.undo()
    gm.qtbot.waitUntil(panel.sheet.nothing.isVisible)


def test_a_hundred_even_dice_are_fair(reader: LogHands) -> None:
    roll(reader, *EVEN)
    panel = opened(reader)
    assert panel.sheet.rolled.says.text() == "More even than chance usually is over 100 dice, p > 0.99."
    assert panel.sheet.rolled.numbers.text() == "10 expected in each bar; χ² 0.0, 9 degrees of freedom"
    assert "10–19: 10 fell, 10 expected" in panel.sheet.rolled.chart.accessibleDescription()


def test_typed_dice_are_drawn_apart(reader: LogHands) -> None:
    roll(reader, 5, 15)
    roll(reader, 95, by_hand=True)
    sheet = opened(reader).sheet
    assert (sheet.rolled.head.text(), sheet.typed.head.text()) == ("Rolled: 2 × d100", "Typed by hand: 1 × d100")
    assert sheet.typed.says.text() == "Needs 99 more dice for a fairness test."


def test_hovering_a_bar_says_its_numbers(reader: LogHands) -> None:
    roll(reader, 5, 15, 17)
    chart = opened(reader).sheet.rolled.chart
    assert tip(chart, QPoint(chart.width() * 3 // 20, 40)) == "10–19: 2 fell, 0.3 expected"


def test_luck_is_told_for_everybody_and_for_each(reader: LogHands) -> None:
    roll(reader, 10, 20, 90)
    roll(reader, 95, who="Jaqui")
    table = opened(reader).sheet.table
    assert table.accessibleDescription().split("; ") == [
        "Everybody: 4 rolls, 2 successes, 2.6 expected, difference −0.6, too few rolls to tell",
        "Lao Qing: 3 rolls, 2 successes, 2.0 expected, difference 0.0, too few rolls to tell",
        "Jaqui: 1 roll, 0 successes, 0.7 expected, difference −0.7, too few rolls to tell",
    ]
    assert tip(table, QPoint(20, table.height() - 4)).startswith("Jaqui: 1 roll")


def test_verdicts_are_told_with_their_glyphs_and_heard_without(reader: LogHands) -> None:
    roll(reader, 10, 20, 90, 0)
    roll(reader, 99, who="Jaqui")
    strips = opened(reader).sheet.strips
    assert strips.accessibleDescription().split("; ")[1:] == [
        "Lao Qing: Critical success 1, Success 2, Failure 1",
        "Jaqui: Critical failure 1",
    ]
    assert tip(strips, QPoint(20, strips.height() - 4)) == "Jaqui: ✖ Critical failure 1"


def test_one_character_can_be_looked_at(reader: LogHands) -> None:
    roll(reader, 10, 20)
    roll(reader, 95, who="Jaqui", secret=True)
    panel = opened(reader)
    assert panel.says.text() == "3 rolls, 1 of them secret"
    panel.who.setCurrentText("Jaqui")
    assert panel.says.text() == "1 roll, 1 of them secret"
    assert panel.sheet.rolled.head.text() == "Rolled: 1 × d100"
    assert panel.sheet.table.accessibleDescription().startswith("Jaqui")


def test_other_dice_can_be_looked_at_and_do_not_count_as_luck(reader: LogHands) -> None:
    roll(reader, 10, 20, 30)
    reader.session.log.add([Roll(a_draft(), DiceSum("2d6"), House(), {"rolls": (3, 4)})])
    panel = opened(reader)
    reader.qtbot.waitUntil(lambda: panel.says.text() == "4 rolls")
    assert [panel.dice.itemText(n) for n in range(panel.dice.count())] == ["d100", "d100, ones", "d6"]
    panel.dice.setCurrentIndex(2)
    assert panel.sheet.rolled.head.text() == "Rolled: 2 × d6"
    assert panel.sheet.chanceless.text() == "1 roll that cannot fail is not counted."
    roll(reader, 40)
    assert panel.dice.currentText() == "d6"


def test_everything_and_what_the_filter_shows_can_be_counted(reader: LogHands) -> None:
    roll(reader, 10, 20)
    roll(reader, 95, who="Jaqui")
    reader.window.log.model.set_words("jaq")
    panel = opened(reader)
    assert panel.scope.itemText(0) == TONIGHT
    for scope, rolls in (("What the filter shows", "1 roll"), ("Everything", "3 rolls")):
        panel.scope.setCurrentText(scope)
        reader.qtbot.waitUntil(lambda rolls=rolls: panel.says.text() == rolls)  # type: ignore[misc]


def test_the_panel_follows_the_filter(reader: LogHands) -> None:
    roll(reader, 10, 20)
    roll(reader, 95, who="Jaqui")
    reader.window.log.model.set_words("jaq")
    panel = opened(reader)
    panel.scope.setCurrentText("What the filter shows")
    reader.window.log.model.set_words("lao")
    reader.qtbot.waitUntil(lambda: panel.says.text() == "2 rolls")


def test_escape_closes_the_panel_and_nothing_is_counted_for_it_any_more(reader: LogHands) -> None:
    roll(reader, 10)
    panel = opened(reader)
    panel.scope.setCurrentText("Everything")
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not is_open(reader)
    assert luck(reader).chosen.search is None


@pytest.mark.parametrize("there", [False, True])
def test_the_veil_closes_the_panel(gm: GM, *, there: bool) -> None:
    roll(gm, 10)
    panel = opened(gm)
    QTest.keyClick(panel if there else gm.window, Qt.Key.Key_F8)
    gm.settles()
    assert gm.window.veil_stack.veiled
    assert not is_open(gm)


def test_another_roster_closes_the_panel(reader: LogHands) -> None:
    roll(reader, 10)
    opened(reader)
    reader.session.log.open("venus", "ep2")
    assert not is_open(reader)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_panel_is_painted_in_the_theme(qtbot: QtBot, tmp_path: Path, theme: Theme) -> None:
    gm = show_log(qtbot, tmp_path, a_roster(), theme=theme)
    roll(gm, 10, 20, 90)
    sheet, colour = opened(gm).sheet, current_theme()
    assert {colour.chosen_line, colour.text} <= colours(sheet.rolled.chart)
    assert {colour.plus, colour.text} & colours(sheet.table)


@pytest.mark.parametrize(("size", "points"), [((1024, 640), 10.0), ((1024, 640), 15.0)])
def test_the_panel_fits_into_the_window(qtbot: QtBot, tmp_path: Path, size: tuple[int, int], points: float) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), size=size, points=points)
    roll(gm, 10, 20, 90)
    roll(gm, 10, by_hand=True, secret=True)
    panel = opened(gm)
    assert panel.width() <= gm.window.width()
    assert panel.height() <= gm.window.height()


# --- the picture


def test_a_picture_is_copied_without_secret_rolls_unless_they_are_asked_for(reader: LogHands) -> None:
    roll(reader, 10, 20)
    panel = opened(reader)
    public = panel.picture()
    roll(reader, 95, who="Jaqui", secret=True)
    assert panel.picture() == public
    QTest.keyClick(panel, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert panel.says.text() == "Copied as a picture, without secret rolls."
    assert QGuiApplication.clipboard().image().size() == public.size()
    panel.secrets.setChecked(True)
    reader.click(panel.copy)
    assert panel.says.text() == "Copied as a picture, with secret rolls."
    assert panel.picture() != public


def test_where_all_is_secret_there_is_no_picture_until_secrets_are_asked_for(reader: LogHands) -> None:
    roll(reader, 95, secret=True)
    panel = opened(reader)
    assert not panel.copy.isEnabled()
    panel.secrets.setChecked(True)
    assert panel.copy.isEnabled()


def test_a_picture_is_sharp_and_stands_on_the_ground_of_the_theme(reader: LogHands) -> None:
    roll(reader, 10, 20)
    image = opened(reader).picture()
    assert image.devicePixelRatio() == 2
    assert image.pixelColor(1, 1).name() == current_theme().ground


def test_a_picture_is_saved(reader: LogHands, tmp_path: Path) -> None:
    roll(reader, 10, 20)
    panel = opened(reader)
    reader.click(panel.save)
    asked = reader.dialog(QFileDialog)
    assert asked.defaultSuffix() == "png"
    asked.fileSelected.emit(str(tmp_path / "luck.png"))
    asked.reject()
    assert QImage(str(tmp_path / "luck.png")).size() == panel.picture().size()
    assert reader.trouble().startswith("Picture saved to")


def test_a_picture_that_cannot_be_saved_is_told(reader: LogHands, tmp_path: Path) -> None:
    (does,) = reader.window.findChildren(LuckCommands)
    (tmp_path / "file").write_text("in the way")
    does.save(str(tmp_path / "file" / "luck.png"))
    assert reader.trouble().startswith("The picture could not be saved to")


def test_the_verdicts_of_kaiser_are_told_in_its_words(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("kaiser"), dice=[1, 1, 1, 1, 6, 5])
    gm.window.stat.skills.view.setFocus()
    gm.keys("Home", "Return", "Ctrl+Return", "Ctrl+Return")
    gm.settles()
    strips = opened(gm).sheet.strips
    gm.qtbot.waitUntil(lambda: "Fumble" in strips.accessibleDescription())
    told = strips.accessibleDescription()
    assert "Critical" not in told
