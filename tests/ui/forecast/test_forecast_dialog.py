"""The forecast in the window: opened for a fight, counted while the window goes on, changed on the spot, copied."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.forecast.report import LEFT_OUT
from gm_desk.model.forecast import fight_count
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.state import Theme
from gm_desk.ui.forecast import forecast_dialog
from gm_desk.ui.forecast.forecast_dialog import ForecastCommands, ForecastDialog
from gm_desk.ui.window.menus import OF_A_CHARACTER, OF_A_GROUP
from shared_window import Seat
from ui_makers import GM, colours, reads, sit_down

TRIAD = "Players vs Dockside Triad"
SECURITY = "Players vs Habitat Security"
NPCS = "Dockside Triad vs Habitat Security"
FIGHTS = 100


@pytest.fixture(autouse=True)
def few_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fights be few, so that they are counted soon."""
    monkeypatch.setattr(fight_count, "FIGHTS_OF_A_CHANGE", 20)
    monkeypatch.setattr(forecast_dialog, "USUAL_FIGHTS", FIGHTS)


@pytest.fixture
def gm(seat: Seat) -> GM:
    """Open a window with the sample of EP2."""
    return seat(read_sample("ep2"))


def opened(gm: GM, fight: str = "") -> ForecastDialog:
    """Open the forecast of a fight, or the one that is proposed."""
    if fight:
        gm.chooses("forecast.choose", fight)
    else:
        gm.does("forecast.open")
    return gm.dialog(ForecastDialog)


def counted(dialog: ForecastDialog) -> ForecastDialog:
    """Count to the end at once; that it counts by itself is a test of the count."""
    while dialog.count.counting:
        dialog.count.go_on()
    return dialog


def is_open(gm: GM) -> bool:
    return any(one.isVisible() for one in gm.window.findChildren(ForecastDialog))


def test_it_opens_by_its_key_and_fills_while_it_counts(gm: GM) -> None:
    gm.keys("Ctrl+Alt+F")
    dialog = gm.dialog(ForecastDialog)
    assert dialog.count.counting
    dialog.count.go_on()
    dialog.count.changed.emit()
    assert "so far…" in dialog.says.text()
    assert dialog.sheet.changes.text() == "Still simulating…"
    counted(dialog)
    assert dialog.says.text() == f"{FIGHTS} fights."
    assert dialog.sheet.title.text().startswith("Dockside Triad all but certain to win")
    assert len(dialog.sheet.changes.text().splitlines()) == 3
    assert re.search(
        r"^Players left standing 0%, .* It takes \d+ \(\d+ to \d+\) turns\.$", dialog.sheet.ends_in_words.text()
    )
    assert dialog.sheet.left_out.text() == LEFT_OUT
    described = dialog.sheet.fates.accessibleDescription()
    assert all(one.name in described for one in read_sample("ep2").members("sample-players"))


def test_the_menu_lists_every_fight_that_of_the_selected_group_first(gm: GM) -> None:
    gm.selects("Sergeant Okoro")
    listed = [reads(one) for one in gm.submenu("forecast.choose", "Forecast").actions()]
    assert listed == [SECURITY, "Habitat Security vs Dockside Triad", TRIAD]
    assert "forecast.choose" in OF_A_CHARACTER
    assert "forecast.choose" in OF_A_GROUP


def test_a_selection_fights_as_it_is_selected(gm: GM) -> None:
    view = gm.window.roster
    view.select_several(["sample-jaqui", "sample-triad-mook-1", "sample-triad-mook-2"])
    dialog = opened(gm)
    assert dialog.form.fights.currentText() == "Jaqui vs Dockside Triad (2 selected)"
    assert [one.name for one in dialog.count.result.characters] == ["Jaqui", "Triad mook 1", "Triad mook 2"]


def test_the_finder_finds_the_fight(gm: GM) -> None:
    gm.keys("Ctrl+K")
    gm.types("forecast players vs dockside")
    gm.keys("Return")
    assert gm.dialog(ForecastDialog).form.fights.currentText() == TRIAD
    assert gm.log() == []


def test_another_fight_is_shown_in_the_dialog_that_is_open(gm: GM) -> None:
    dialog = opened(gm, TRIAD)
    assert opened(gm, NPCS) is dialog
    assert dialog.form.fights.currentText() == NPCS
    assert dialog.form.sides["a"].name.text() == "Dockside Triad"


def test_each_change_on_the_spot_is_counted_at_once(gm: GM) -> None:
    dialog = opened(gm, SECURITY)
    side, form = dialog.form.sides["b"], dialog.form
    found = [counted(dialog).count.result]
    changes: list[Callable[[], None]] = [
        partial(side.number.setValue, 2),
        partial(side.armor.setValue, 6),
        partial(side.cover.setCurrentIndex, side.cover.findData(-30)),
        partial(side.modifier.setValue, 20),
        *(box.click for box in (form.focus, form.players_spend, form.wound_checks)),
    ]
    for change in changes:
        change()
        assert dialog.count.counting
        dialog.count.go_on()
        found.append(counted(dialog).count.result)
    assert len({str(one) for one in found}) == len(found)
    assert [one.name for one in found[1].characters if one.side == "b"] == ["Patrol drone", "Sergeant Okoro"]
    assert gm.roster == structs.replace(read_sample("ep2"), id=gm.roster.id)


def test_one_thug_more_is_a_copy_that_is_not_in_the_roster(gm: GM) -> None:
    dialog = opened(gm, TRIAD)
    QTest.keyClick(dialog.form.sides["b"].number, Qt.Key.Key_Up)
    assert dialog.form.sides["b"].number.value() == 6
    dialog.count.go_on()
    assert dialog.count.result.characters[-1].name == "Arms broker 2"
    assert len(gm.roster.characters) == len(read_sample("ep2").characters)


def test_a_modifier_can_be_typed_and_is_one_of_tens(gm: GM) -> None:
    dialog = opened(gm, TRIAD)
    field = dialog.form.sides["a"].modifier
    for typed, counts in (("20", 20), ("-30", -30), ("15", 10)):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert (dialog.form.choice.a.modifier, field.value()) == (counts, counts), typed
        assert dialog.count.counting, typed


def test_escape_stops_the_count_and_then_closes(gm: GM) -> None:
    dialog = opened(gm, TRIAD)
    dialog.count.go_on()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.count.counting
    assert "fights." in dialog.says.text()
    assert "stopped" in dialog.sheet.changes.text()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    gm.settles()
    assert not is_open(gm)


def test_a_roll_goes_on_beside_the_count(seat: Seat) -> None:
    gm = seat(read_sample("ep2"), dice=(42,))
    gm.selects("Jaqui")
    dialog = opened(gm, TRIAD)
    gm.does("roll.roll")
    assert len(gm.log()) == 1
    assert dialog.count.counting


def test_a_changed_roster_is_counted_again(gm: GM) -> None:
    dialog = counted(opened(gm, TRIAD))
    gm.selects("Eva")
    gm.does("roster.remove")
    gm.qtbot.waitUntil(lambda: "Eva" not in [one.name for one in dialog.count.result.characters])
    assert dialog.form.sides["a"].number.value() == 2


def test_a_side_that_cannot_fight_is_named_in_place_of_figures(gm: GM) -> None:
    dialog = counted(opened(gm, SECURITY))
    document = gm.program.session.document
    unarmed = [structs.replace(one, attacks=()) for one in gm.roster.members("sample-security")]
    roster = gm.roster
    for one in unarmed:
        roster = roster.with_character(one)
    assert document.change(roster, "Disarm")
    gm.qtbot.waitUntil(lambda: dialog.says.text().startswith("Nobody in Habitat Security can fight"))
    assert not dialog.sheet.isVisible()
    assert not dialog.copy.isEnabled()


def test_pinned_modifiers_count_and_are_named(gm: GM) -> None:
    gm.selects("Jaqui")
    drafting = gm.program.session.drafting
    drafting.take(structs.replace(drafting.draft, chips=(Chip("smoke", -30, "Smoke", pinned=True), Chip("x", 10, "X"))))
    (commands,) = gm.window.findChildren(ForecastCommands)
    assert [chip.label for chip in commands.pinned()] == ["Smoke"]
    dialog = counted(opened(gm, NPCS))
    assert dialog.says.text() == f"{FIGHTS} fights. Pinned for all: Smoke −30."


def test_it_is_copied_as_a_picture_and_as_text(gm: GM) -> None:
    dialog = counted(opened(gm, SECURITY))
    gm.click(dialog.copy_text)
    text = QGuiApplication.clipboard().text()
    assert text.startswith(f"{FIGHTS} fights: Players against Habitat Security\n")
    assert dialog.count.sentences()[0] in text
    gm.click(dialog.copy)
    picture = QGuiApplication.clipboard().image()
    assert picture.width() > 500
    assert dialog.says.text() == "Copied as a picture."


def test_without_two_groups_it_says_why_not(seat: Seat) -> None:
    gm = seat(Roster(id="none", name="None"))
    (commands,) = gm.window.findChildren(ForecastCommands)
    assert commands.why_not() == "Nothing to forecast: two groups with characters are needed"
    gm.keys("Ctrl+Alt+F")
    assert not is_open(gm)
    assert gm.trouble() == "Nothing to forecast: two groups with characters are needed."


@pytest.mark.parametrize("system", ["ep1", "kaiser"])
def test_what_a_system_does_not_have_is_not_offered(system: str, seat: Seat) -> None:
    gm = seat(read_sample(system))
    dialog = opened(gm)
    d100 = system == "ep1"
    shown = (dialog.form.sides["a"].cover, dialog.form.players_spend, dialog.form.wound_checks)
    assert [part.isVisible() for part in shown] == [d100] * 3
    assert dialog.form.sides["a"].modifier.singleStep() == (10 if d100 else 1)
    dialog.form.sides["a"].modifier.setValue(10)
    dialog.count.go_on()
    assert dialog.form.choice.a.modifier == 10


def test_it_is_drawn_in_every_theme(gm: GM) -> None:
    dialog = counted(opened(gm, SECURITY))
    themes: tuple[Theme, ...] = ("dark", "light", "contrast")
    for theme in themes:
        gm.program.appearance.choose(theme)
        gm.settles()
        for part in (dialog.sheet.ends, dialog.sheet.turns, dialog.sheet.fates):
            assert len(colours(part)) > 3, theme


@pytest.mark.parametrize("points", [10.0, 15.0])
def test_it_fits_a_small_window_and_large_text(points: float, qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), size=(1024, 640), points=points)
    dialog = counted(opened(gm, TRIAD))
    assert dialog.width() <= gm.window.width()
    assert dialog.height() <= gm.window.height()
    buttons: list[QWidget] = [dialog.copy, dialog.copy_text, dialog.halt, dialog.leave]
    for part in (*buttons, dialog.form.sides["b"].modifier):
        assert part.mapTo(dialog, part.rect().bottomRight()).x() <= dialog.width()


def test_everything_in_it_has_a_name_and_is_reached_by_tab(gm: GM) -> None:
    dialog = counted(opened(gm, TRIAD))
    first = dialog.form.fights
    first.setFocus()
    met: list[QWidget] = []
    while not met or QApplication.focusWidget() is not first:
        focus = QApplication.focusWidget()
        assert focus is not None
        met.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert len(met) < 40
    wanted = [dialog.form.sides[hand].number for hand in ("a", "b")]
    assert all(part in met for part in (*wanted, dialog.form.focus, dialog.copy, dialog.leave))
    for part in (
        dialog.sheet.ends,
        dialog.sheet.turns,
        dialog.sheet.fates,
        *(one.number for one in dialog.form.sides.values()),
    ):
        assert part.accessibleName()
    assert dialog.form.sides["a"].number.accessibleName() == "Number of Players"
