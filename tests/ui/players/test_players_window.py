"""The players' window, as a GM uses it."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from gm_desk.core.rules.dice import EntropyDice
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.scene_edits import add_scene, set_hidden
from gm_desk.model.scene.stage import Stage
from gm_desk.store.state import read_state
from gm_desk.ui.players import players_window
from gm_desk.ui.players.players_window import PlayersWindow, screen_for, screens_by_name
from gm_desk.ui.players.window_commands import PlayersPreview, RevealBar
from players_makers import Fight, a_stage_set, spoken_in, words_in
from shared_window import Seat
from thorough import LONG
from ui_makers import GM, LAO, a_roster

ROUNDS = 4
"""Rounds of events in which the focus comes back, which drawn offscreen every window that is shown takes."""
STEPS = 1_000 if LONG else 60


def players_of(gm: GM) -> PlayersWindow:
    (found,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, PlayersWindow) and one.isVisible()]
    for _ in range(ROUNDS):
        gm.settles()
    return found


def opened(gm: GM) -> PlayersWindow:
    gm.does("players.toggle_window")
    return players_of(gm)


def reads_out(window: PlayersWindow) -> str:
    return " | ".join(text for text in spoken_in(window) if text)


@pytest.fixture
def on_stage(gm: GM) -> GM:
    """A fight of Eva, who acts first, and Lao Qing."""
    document = gm.program.session.document
    document.change_character(structs.replace(gm.character("eva"), stats={"INIT": 30}), "quick")
    add_scene(document, ["eva", "lao"], "Lock 9")
    steps_of(gm).begin("eva 6, lao 1")
    gm.settles()
    return gm


def steps_of(gm: GM) -> FightSteps:
    found = gm.program.session.findChild(FightSteps)
    assert isinstance(found, FightSteps)
    return found


def test_it_shows_the_fight_and_follows_it(on_stage: GM) -> None:
    players = opened(on_stage)
    assert "Lock 9, turn 1" in reads_out(players)
    assert "Eva, acts" in reads_out(players)
    on_stage.does("scene.next")
    on_stage.settles()
    assert "Lao Qing, acts" in reads_out(players)
    players.close()


def test_it_never_takes_the_focus(on_stage: GM) -> None:
    before = on_stage.focused()
    players = opened(on_stage)
    assert players.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    assert players.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert not players.testAttribute(Qt.WidgetAttribute.WA_QuitOnClose)
    assert players.parent() is None
    assert on_stage.focused() is before
    assert QApplication.activeWindow() is on_stage.window
    players.close()


def test_the_same_key_opens_and_closes_it_and_the_header_says_so(on_stage: GM) -> None:
    button = on_stage.window.header.players
    assert button.accessibleName() == "Players’ window"
    on_stage.keys("Ctrl+Shift+W")
    players_of(on_stage)
    assert button.accessibleName() == "The players’ window is open"
    assert on_stage.action("players.toggle_window").isChecked()
    on_stage.keys("Ctrl+Shift+W")
    assert button.accessibleName() == "Players’ window"
    assert not on_stage.action("players.toggle_window").isChecked()


def test_esc_in_it_closes_it(on_stage: GM) -> None:
    players = opened(on_stage)
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(players, pressed)
    on_stage.settles()
    assert on_stage.window.header.players.accessibleName() == "Players’ window"


def test_the_button_in_the_header_opens_it_and_then_shows_what_the_players_see(on_stage: GM) -> None:
    button = on_stage.window.header.players
    assert "(Ctrl+Shift+W)" in button.toolTip()
    on_stage.click(button)
    players = players_of(on_stage)
    assert "(Alt+Shift+W)" in button.toolTip()
    on_stage.click(button)
    assert on_stage.dialog(PlayersPreview).isVisible()
    assert players.isVisible()
    players.close()


def test_one_key_fills_the_screen_and_a_double_click_does(on_stage: GM) -> None:
    on_stage.keys("Ctrl+Shift+F11")
    players = players_of(on_stage)
    assert not players.full  # there is only the GM's screen
    on_stage.keys("Ctrl+Shift+F11")
    assert players.full
    QTest.mouseDClick(players, Qt.MouseButton.LeftButton)
    assert not players.full
    players.close()


def test_it_closes_with_the_gms_window(on_stage: GM) -> None:
    players = opened(on_stage)
    closed: list[bool] = []
    players.closed.connect(lambda: closed.append(True))
    on_stage.window.close()
    assert closed == [True]


def test_the_veil_empties_it_at_once(on_stage: GM) -> None:
    players = opened(on_stage)
    on_stage.does("window.toggle_veil")
    assert players.board.parts == []
    assert reads_out(players) == players_window.TITLE or "Lock" not in reads_out(players)
    on_stage.does("window.toggle_veil")
    assert "Lock 9" in reads_out(players)
    players.close()


def test_opened_under_the_veil_it_is_empty(on_stage: GM) -> None:
    on_stage.does("window.toggle_veil")
    players = opened(on_stage)
    assert players.board.parts == []
    players.close()
    on_stage.does("window.toggle_veil")


def test_an_open_roll_is_shown_and_a_secret_one_is_not(gm: GM) -> None:
    players = opened(gm)
    gm.does("roll.roll")
    gm.settles()
    assert "dice 6 1" in reads_out(players)
    assert "Lao Qing" not in reads_out(players)
    gm.does("roll.toggle_secret")
    gm.does("roll.roll")
    gm.settles()
    assert "dice 6 1" in reads_out(players)
    gm.does("window.undo")
    gm.does("window.undo")
    gm.settles()
    assert "dice" not in reads_out(players)
    players.close()


@pytest.mark.parametrize("seed", range(2))
def test_assistive_tools_never_find_anything_hidden(seat: Seat, seed: int) -> None:
    gm = seat(a_stage_set())
    session = gm.program.session
    steps = FightSteps(Stage(session.document, session.log, session), EntropyDice())
    fight = Fight(session.document, session.log, steps, random.Random(seed))
    players, heard = opened(gm), 0
    gm.does("players.preview")
    preview = gm.dialog(PlayersPreview)
    steps.begin()
    with gm.unpainted():  # what the players see is
        for _ in range(STEPS):
            fight.step()
            QApplication.processEvents()
            for said in (reads_out(players), " ".join(spoken_in(preview))):
                assert words_in(said) <= fight.allowed()
                heard += len(words_in(said))
    assert heard > STEPS
    preview.close()
    players.close()


def test_somebody_hidden_who_acts_is_asked_about(on_stage: GM) -> None:
    set_hidden(on_stage.program.session.document, ["lao"], hidden=True)
    players = opened(on_stage)
    bar = on_stage.find(RevealBar, "revealBar")
    assert not bar.isVisible()
    kept = [on_stage.widget(name) for name in ("rollButton", "turnLine", "sceneView")]
    before = [one.mapTo(on_stage.window, QPoint()) for one in kept]
    on_stage.does("scene.next")
    on_stage.settles()
    assert bar.isVisible()
    assert bar.says.text() == "Lao Qing acts, and is hidden from the players."
    assert "Lao" not in reads_out(players)
    assert [one.mapTo(on_stage.window, QPoint()) for one in kept] == before, "it moves neither Roll, Next nor the rows"
    below = bar.mapTo(on_stage.window, QPoint()).y()
    shown = (on_stage.window.log, on_stage.window.faces)
    assert all(below >= one.mapTo(on_stage.window, QPoint(0, one.height())).y() for one in shown), "it covers nothing"
    on_stage.click(bar.reveal)
    on_stage.settles()
    assert not bar.isVisible()
    assert "Lao Qing, acts" in reads_out(players)
    on_stage.undo_of("reveal Lao Qing").trigger()
    on_stage.settles()
    assert "Lao" not in reads_out(players)
    on_stage.does("players.keep_hidden")
    assert not bar.isVisible()
    players.close()


def test_a_button_of_the_bar_that_goes_gives_the_focus_back(on_stage: GM) -> None:
    set_hidden(on_stage.program.session.document, ["lao"], hidden=True)
    players = opened(on_stage)
    on_stage.does("scene.next")
    on_stage.find(RevealBar, "revealBar").keep.setFocus()
    on_stage.keys("Space")
    assert on_stage.focused().isVisible()
    assert not isinstance(on_stage.focused(), QPushButton)
    players.close()


def test_the_preview_shows_the_same_and_says_whether_the_window_is_open(on_stage: GM) -> None:
    on_stage.does("players.preview")
    preview = on_stage.dialog(PlayersPreview)
    assert not preview.isModal()
    assert "closed" in " ".join(spoken_in(preview))
    assert "Eva, acts" in " ".join(spoken_in(preview))
    players = opened(on_stage)
    assert "closed" not in " ".join(spoken_in(preview))
    on_stage.does("scene.next")
    on_stage.settles()
    assert "Lao Qing, acts" in " ".join(spoken_in(preview))
    on_stage.click(on_stage.window.header.players)
    assert not preview.isVisible()
    players.close()


def test_the_preview_closes_under_the_veil(on_stage: GM) -> None:
    on_stage.does("players.preview")
    preview = on_stage.dialog(PlayersPreview)
    on_stage.does("window.toggle_veil")
    assert not preview.isVisible()
    on_stage.does("window.toggle_veil")
    on_stage.does("players.preview")
    on_stage.dialog(PlayersPreview).close()


def test_it_can_have_a_theme_of_its_own_which_is_remembered(on_stage: GM) -> None:
    players = opened(on_stage)
    on_stage.chooses("players.choose_theme", "Light")
    assert not players.board.theme.dark
    players.close()
    again = opened(on_stage)
    assert not again.board.theme.dark
    again.close()
    on_stage.window.close()
    assert read_state(on_stage.session.places.state).players.theme == "light"


def test_where_it_was_is_remembered(on_stage: GM) -> None:
    players = opened(on_stage)
    players.resize(700, 400)
    players.close()
    assert opened(on_stage).size().toTuple()
    players_of(on_stage).close()
    on_stage.window.close()
    assert read_state(on_stage.session.places.state).players.geometry


@pytest.mark.parametrize(
    ("names", "before", "found"),
    [
        (["laptop"], "", "laptop"),
        (["laptop", "beamer"], "", "beamer"),
        (["beamer", "laptop"], "", "beamer"),
        (["laptop", "beamer", "tv"], "tv", "tv"),
        (["laptop", "beamer"], "tv", "beamer"),
        (["laptop"], "tv", "laptop"),
        (["laptop", "beamer"], "laptop", "laptop"),
    ],
)
def test_the_screen_is_the_one_it_was_on_or_one_that_is_not_the_gms(names: list[str], before: str, found: str) -> None:
    assert screen_for(names, "laptop", before) == found


SHARP = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
TWO_SCREENS = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from gm_desk.app import build
from gm_desk.store.disk.places import Places
from gm_desk.ui.players import players_window
from gm_desk.ui.players.players_window import PlayersWindow
from gm_desk.ui.players.window_commands import RevealBar
from gm_desk.ui.players.players_window import screens_by_name
from gm_desk.ui.widgets.action_rows import find_action

application = QApplication(["gm-desk"])
program = build(application, Places(Path(sys.argv[1])))
program.session.start(None)
program.window.show()

def settle():
    for _ in range(5):
        application.processEvents()

settle()
find_action(program.window, "players.toggle_window").trigger()
settle()
players = next(one for one in application.topLevelWidgets() if isinstance(one, PlayersWindow))
said = []
def say():
    settle()
    said.append(f"{players.screen().name()} {'full' if players.full else 'window'}")
say()
both = screens_by_name()
players_window.screens_by_name = lambda: {name: one for name, one in both.items() if name == "laptop"}
players.settle()
say()
players_window.screens_by_name = lambda: both
players.settle()
say()
find_action(program.window, "players.toggle_full_screen").trigger()
say()
print(", ".join(said))
program.window.close()
settle()
print([one.objectName() for one in application.topLevelWidgets() if one.isVisible()])
"""


def test_it_opens_on_the_second_screen_and_comes_back_to_it(tmp_path: Path) -> None:
    screens = [
        {"name": "laptop", "x": 0, "y": 0, "width": 1366, "height": 768, **SHARP},
        {"name": "beamer", "x": 1366, "y": 0, "width": 1920, "height": 1080, **SHARP},
    ]
    setup = tmp_path / "screens.json"
    setup.write_text(json.dumps({"synchronousWindowSystemEvents": True, "screens": screens}))
    done = subprocess.run(
        [sys.executable, "-c", TWO_SCREENS, str(tmp_path / "data")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={setup}"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["beamer full, laptop window, beamer full, beamer window", "[]"]


def test_screens_that_are_called_the_same_are_told_apart(gm: GM) -> None:
    assert gm.window.screen() in screens_by_name().values()
    assert len(screens_by_name()) == len(QApplication.screens())


def test_characters_of_another_roster_are_gone_at_once(on_stage: GM, tmp_path: Path) -> None:
    players = opened(on_stage)
    other = a_roster(structs.replace(LAO, name="Somebody else"), roster_id="venus", name="Venus")
    del tmp_path
    on_stage.program.session.document.open(other, on_stage.program.session.document.system)
    on_stage.settles()
    assert "Eva" not in reads_out(players)
    players.close()


def test_closed_by_the_window_manager_it_is_closed(on_stage: GM) -> None:
    players = opened(on_stage)
    QApplication.sendEvent(players, QCloseEvent())
    on_stage.settles()
    assert not on_stage.action("players.toggle_window").isChecked()
