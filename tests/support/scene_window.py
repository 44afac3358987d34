"""The scene beside the card for a test, without the rest of the window."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from typing_extensions import override

from card_window import CARD, CardHandsOf, CardWindow, show_as
from gm_desk.core.characters.roster import Roster
from gm_desk.model.scene.fight_steps import FightSteps, TurnOrder
from gm_desk.model.scene.stage import Stage
from gm_desk.ui.combat.actions import ACTIONS as OF_COMBAT
from gm_desk.ui.combat.actions import SeveralCommands
from gm_desk.ui.scene.actions import ACTIONS as OF_SCENE
from gm_desk.ui.scene.actions import SceneCommands, SceneMenus, SceneSelection
from gm_desk.ui.scene.clock_actions import ACTIONS as OF_CLOCKS
from gm_desk.ui.scene.clock_actions import ClockCommands
from gm_desk.ui.scene.condition_actions import ACTIONS as OF_CONDITIONS
from gm_desk.ui.scene.condition_actions import ConditionCommands
from gm_desk.ui.scene.scene_view import SceneDelegate
from gm_desk.ui.scene.turn_actions import ACTIONS as OF_SURPRISE
from gm_desk.ui.scene.turn_actions import ACTIONS as OF_TURNS
from gm_desk.ui.scene.turn_actions import FighterCommands, SurpriseCommands, TurnCommands
from gm_desk.ui.widgets.action_rows import WindowActions
from gm_desk.ui.window.menus import CLOCKS, CONDITIONS, ON_A_FIGHTER
from ui_makers import GM, dressed

OF_PLAYERS = "players.row_menu"
"""The submenu of a fighter, which is not here."""


class NoTestPane:
    """The place of the test pane, which is not here."""

    def leave_what_follows(self) -> None:
        """Do nothing, as nothing follows a roll here."""


class SceneWindow(CardWindow):
    """Roster, scene and card alone, with the actions of their rooms."""

    several_requested = Signal(object)
    more_rows = (*OF_SCENE, *OF_CLOCKS, *OF_CONDITIONS, *OF_SURPRISE, *OF_TURNS, *OF_COMBAT)

    test = NoTestPane()

    @override
    def home(self) -> None:
        self.faces.take_focus()

    @override
    def show_everyone(self) -> None:
        self.faces.show_everyone()

    @override
    def _serve(self, actions: WindowActions) -> None:
        session, whole, rolling = self._session, self.as_whole(), self._rolling
        stage = Stage(session.document, session.log, session)
        steps, order = FightSteps(stage, rolling.dice), TurnOrder(stage, rolling.dice)
        self.faces.built.connect(self._connect_scene)
        self.faces.follow(steps)
        selection = SceneSelection(whole, stage)
        scenes = SceneCommands(session, whole, steps, selection)
        fighters = FighterCommands(whole, stage, order, selection)
        rolling.action_changed.connect(order.change_actions)
        rolling.points_spent.connect(fighters.spend_of)
        actions.serve(steps, self.faces, selection, scenes, fighters, ClockCommands(session, whole, stage, rolling))
        actions.serve(SurpriseCommands(session, whole, stage, selection), ConditionCommands(session, whole))
        actions.serve(TurnCommands(whole, stage, order, selection))
        several = SeveralCommands(session, rolling, whole)
        self.several_requested.connect(several.open_dialog)
        actions.serve(several)
        actions.menus["scene.conditions_menu"] = conditions = QMenu("Conditi&ons", self)
        conditions.addActions(_of(actions, CONDITIONS))
        menus = SceneMenus(session, whole, steps, scenes, selection)
        menus.follow(actions, _of(actions, ON_A_FIGHTER), _of(actions, CLOCKS))

    def _connect_scene(self) -> None:
        self.faces.scene.view.letters_typed.connect(self.stat.rollable.search)


def _of(actions: WindowActions, entries: tuple[str, ...]) -> list[QAction]:
    """Return the actions and submenus of a context menu."""
    here = [one for one in entries if one not in {"", OF_PLAYERS}]
    return [actions.menus[one].menuAction() if one in actions.menus else actions[one] for one in here]


SceneHands = CardHandsOf[SceneWindow]
AtScene = GM | SceneHands
"""The hands for a scene, alone or in the whole window."""


def show_scene(
    qtbot: QtBot, folder: Path, roster: Roster | Path, *, dice: list[int] | tuple[int, ...] = ()
) -> SceneHands:
    """Show roster, scene and card as the program does in a window of 1366 × 768 pixels."""
    return show_as(SceneWindow, qtbot, folder, roster, dressed(), CARD[1366, 768], *dice)


def without_pictures(gm: AtScene) -> None:
    """Let the scene paint all rows anew, also those that look as before."""
    scene = gm.window.faces.scene
    scene.view.setItemDelegate(SceneDelegate(scene.model, scene.view))
