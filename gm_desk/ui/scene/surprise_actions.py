"""The surprise of a fight: set by hand, or decided by a test."""

from typing import Literal

from PySide6.QtCore import QObject

from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.scene import Surprise
from gm_desk.model.files.session import Session
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.initiative import surprise_states
from gm_desk.model.scene.stage import Stage
from gm_desk.ui.scene.actions import SceneCommands
from gm_desk.ui.widgets.action_rows import ActionRow, Choice
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow(
        "scene.set_surprise",
        "S&urprise",
        "SurpriseCommands.set_surprise",
        choices="SurpriseCommands.surprises",
        when="SurpriseCommands.why_no_surprise",
        person="scene",
    ),
)
COUNTS_DECIDE = "The initiative counts decide who is surprised; set the condition Surprised by hand"
TEST: Literal["test"] = "test"
"""The choice of a test that decides who is surprised."""


class SurpriseCommands(QObject):
    """The commands for who is surprised, among those who are selected in the scene."""

    def __init__(self, session: Session, window: MainWindow, stage: Stage, scenes: SceneCommands) -> None:
        """Create the commands for a window, beside those of the scene."""
        super().__init__(window)
        self._document = session.document
        self._window = window
        self._stage = stage
        self._scenes = scenes

    def why_no_surprise(self) -> str:
        """Return the reason why surprise cannot be set by hand: no scene, or it follows from the counts."""
        return self._scenes.why_no_scene() or ("" if self._surprise_states() else COUNTS_DECIDE)

    def surprises(self) -> list[Choice]:
        """Return the states of surprise, and the test that decides them, as choices."""
        scene = self._stage.scene
        there = {one.surprise for one in scene.fighters if one.id in self._scenes.ids()} if scene else set()
        states = [Choice(text, value, checked=there == {value}) for text, value in self._surprise_states()]
        sneaks = TURNS[self._document.system.id].sneaks
        pair = self._document.system.pairing_of(sneaks) if sneaks else None
        if pair is None:
            return states
        return [*states, Choice(f"Test: {sneaks} against {' or '.join(pair.theirs)}…", TEST)]

    def _surprise_states(self) -> list[tuple[str, Surprise]]:
        return surprise_states(TURNS[self._document.system.id], self._document.house)

    def _test_surprise(self) -> None:
        """Prepare the test by which the selected fighters surprise the others."""
        from gm_desk.core.scenes.surprise import surprise_test
        from gm_desk.model.combat.last_tests import SeveralRequest

        document = self._document
        draft, others = surprise_test(self._scenes.ids(), document.roster, document.system, document.house)
        self._window.several_requested.emit(SeveralRequest(draft, tuple(others), surprises=True))

    def set_surprise(self, surprise: Surprise | Literal["test"]) -> None:
        """Set the surprise of the selected fighters, or prepare the test by which they surprise the others."""
        if surprise == TEST:
            self._scenes.edit(self._test_surprise)
            return
        self._scenes.edit(lambda: scene_edits.set_surprise(self._document, self._scenes.ids(), surprise))
