"""Going first and extra actions by one key each, for the usual point."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.stage import Stage
from gm_desk.ui.scene.actions import NOBODY, SceneCommands
from gm_desk.ui.widgets.action_rows import ActionRow
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow(
        "scene.pay_first", "Pay to go &first", "PaymentCommands.pay_first", "Alt+J", when="PaymentCommands.why_not"
    ),
    ActionRow(
        "scene.pay_again",
        "Pay for an ext&ra action",
        "PaymentCommands.pay_again",
        "Alt+X",
        when="PaymentCommands.why_no_extra",
    ),
)
NO_RULE = "This system has no rule for it"


class PaymentCommands(QObject):
    """The commands that pay with the usual point: that for physical actions, if one is left."""

    def __init__(self, document: RosterDocument, window: MainWindow, stage: Stage, scenes: SceneCommands) -> None:
        """Create the commands for a window, beside those of the scene."""
        super().__init__(window)
        self._document = document
        self._stage = stage
        self._scenes = scenes

    def why_not(self) -> str:
        """Return the reason why the selected fighter cannot pay for an action, or ""."""
        ids, why = self._scenes.ids()[:1], self._scenes.why_no_fight()
        if why or not ids:
            return why or NOBODY
        if not self._document.system.points:
            return NO_RULE
        kinds = self._stage.purses(ids[0])
        names = " or ".join(kind.name for kind, _ in kinds) or "points"
        return "" if any(left for _, left in kinds) else f"{self._stage.name_of(ids[0])} has no {names} left"

    def why_no_extra(self) -> str:
        """Return the reason why the selected fighter cannot pay for an extra action: with phases, Speed gives them."""
        why = self._scenes.why_no_fight()
        return why or (NO_RULE if self._stage.battle.rules.phases > 1 else self.why_not())

    def pay_first(self) -> None:
        """Let the selected fighter go first."""
        self._pay(self._stage.go_first)

    def pay_again(self) -> None:
        """Add an extra action of the selected fighter."""
        self._pay(self._stage.act_again)

    def _pay(self, step: Callable[[str, str], None]) -> None:
        for one in self._scenes.ids()[:1]:
            step(one, next((kind.id for kind, left in self._stage.purses(one) if left), ""))
