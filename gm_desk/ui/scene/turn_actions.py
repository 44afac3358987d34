"""Acting out of order in a fight: at once after a delay, first, or once more; and who is surprised."""

from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from gm_desk.core.errors import RulesError, TurnError
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.scene import Surprise
from gm_desk.core.scenes.turns import delayed, going_first, skipping
from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.files.session import Session
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.fight_steps import TurnOrder
from gm_desk.model.scene.initiative import surprise_states
from gm_desk.model.scene.row import stem_of
from gm_desk.model.scene.stage import Stage
from gm_desk.ui.scene.actions import NOBODY, SceneSelection
from gm_desk.ui.widgets.action_rows import ActionRow, Choice
from gm_desk.ui.window.main_window import MainWindow

FIRST = "going first"
ACTIONS = (
    ActionRow(
        "scene.delay", "&Delay", "FighterCommands.delay", "Alt+D", when="FighterCommands.why_no_delay", person="scene"
    ),
    ActionRow(
        "scene.spend_point",
        "Spend an action &point",
        "FighterCommands.spend_points",
        "Alt+P",
        when="FighterCommands.why_no_points",
        data=1,
        person="scene",
    ),
    ActionRow(
        "scene.regain_point",
        "Give an action point &back",
        "FighterCommands.spend_points",
        "Alt+Shift+Q",
        when="FighterCommands.why_no_points",
        data=-1,
        person="scene",
    ),
    ActionRow(
        "scene.move_up",
        "Act &earlier",
        "FighterCommands.earlier",
        "Alt+Up",
        when="SceneSelection.why_no_fight",
        person="scene",
    ),
    ActionRow(
        "scene.move_down",
        "Act &later",
        "FighterCommands.later",
        "Alt+Down",
        when="SceneSelection.why_no_fight",
        person="scene",
    ),
    ActionRow(
        "scene.act_together",
        "Act toget&her or separately",
        "FighterCommands.act_together",
        "Alt+Shift+T",
        when="SceneSelection.why_no_scene",
    ),
    ActionRow(
        "scene.set_surprise",
        "S&urprise",
        "SurpriseCommands.set_surprise",
        choices="SurpriseCommands.surprises",
        when="SurpriseCommands.why_no_surprise",
        person="scene",
    ),
    ActionRow(
        "scene.act_now",
        "Act &now",
        "TurnCommands.act_now",
        "Alt+Shift+D",
        when="TurnCommands.why_not_waiting",
        person="scene",
    ),
    ActionRow(
        "scene.go_first",
        "&Go first",
        "TurnCommands.go_first",
        choices="TurnCommands.payments",
        when="TurnCommands.why_not_sold",
        data=FIRST,
        person="scene",
    ),
    ActionRow(
        "scene.act_again",
        "E&xtra action",
        "TurnCommands.act_again",
        choices="TurnCommands.payments",
        when="TurnCommands.why_not_sold",
        data="extra action",
        person="scene",
    ),
    ActionRow(
        "scene.pay_first",
        "Pay to go &first",
        "TurnCommands.pay",
        "Alt+J",
        when="TurnCommands.why_not_paid",
        data=FIRST,
        person="scene",
    ),
    ActionRow(
        "scene.pay_again",
        "Pay for an ext&ra action",
        "TurnCommands.pay",
        "Alt+X",
        when="TurnCommands.why_not_paid",
        data="extra action",
        person="scene",
    ),
)
NO_POINTS = "Action points are not counted in this system"
FREE = "Without paying"
NOT_SOLD = "This system has no rule for it"
NOBODY_WAITS = "Nobody is waiting to act"
COUNTS_DECIDE = "The initiative counts decide who is surprised; set the condition Surprised by hand"
TEST: Literal["test"] = "test"
"""The choice of a test that decides who is surprised."""


class FighterCommands(QObject):
    """The commands for the place of the selected fighters in the turn order, and for their action points."""

    def __init__(self, window: MainWindow, stage: Stage, order: TurnOrder, selection: SceneSelection) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._window = window
        self._stage = stage
        self._order = order
        self._selection = selection

    def why_no_points(self, by: int = 1) -> str:
        """Return the reason why no action points can be spent or restored: no fight, or they are not counted."""
        del by
        return self._selection.why_no_fight() or ("" if self._stage.fight.battle.rules.points else NO_POINTS)

    def why_no_delay(self) -> str:
        """Return the reason why the selected fighter cannot delay: no fight, or they have acted or are waiting."""
        now, ids = self._stage.now, self._selection.ids()
        if now is None or not ids:
            return self._selection.why_no_fight()
        name = self._stage.fight.name_of(ids[0])
        if ids[0] in now.acted or skipping(ids[0], now):
            return f"{name} {'has acted already' if ids[0] in now.acted else 'loses this action'}"
        return f"{name} is already waiting" if ids[0] in now.waiting else self._why_last(ids[0])

    def _why_last(self, fighter_id: str) -> str:
        """Return the reason why a fighter who has not acted cannot delay: nobody is left to wait for."""
        try:
            delayed(self._stage.fight.staged(), self._order.acting_as_one(fighter_id), self._stage.fight.battle)
        except TurnError as error:
            return f"{self._stage.fight.name_of(error.key)} {error.problem}"
        return ""

    def delay(self) -> None:
        """Delay the action of the selected fighter, or of whoever is acting."""
        ids = self._selection.ids()
        if ids:
            self._order.delay(ids[0])
        else:
            self._window.refuse(NOBODY)

    def earlier(self) -> None:
        """Move the selected fighter up in the turn order."""
        for one in self._selection.ids()[:1]:
            self._order.shift(one, earlier=True)

    def later(self) -> None:
        """Move the selected fighter down in the turn order."""
        for one in self._selection.ids()[:1]:
            self._order.shift(one, earlier=False)

    def spend_points(self, by: int) -> None:
        """Spend or restore an action point of the round of each selected fighter, or of whoever is acting."""
        for one in self._selection.ids():
            self.spend_of(one, by)

    def spend_of(self, fighter_id: str, by: int) -> None:
        """Spend action points of a fighter, since a hit costs the defender one."""
        try:
            scene_edits.spend_points(self._stage.document, fighter_id, by)
        except RulesError as error:
            name = self._stage.fight.name_of(error.key)
            self._window.refuse(f"{name} {error.problem}" if name else error.problem)

    def act_together(self) -> None:
        """Let the selected fighters act together on one roll, or separately if they do already."""
        scene, ids = self._stage.scene, self._selection.ids()
        teams = {one.team for one in scene.fighters if one.id in ids} if scene else set()
        together = teams == {""} or len(teams) > 1
        self._selection.edit(lambda: scene_edits.set_team(self._stage.document, ids, together=together))


class TurnCommands(QObject):
    """The commands with which the selected fighter acts out of order."""

    def __init__(self, window: MainWindow, stage: Stage, order: TurnOrder, selection: SceneSelection) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._window = window
        self._stage = stage
        self._order = order
        self._selection = selection

    def why_not_waiting(self) -> str:
        """Return the reason why nobody can act now: no fight, or nobody is waiting."""
        named = self._selection.ids() if self._window.roster.is_named else []
        nobody = f"{self._stage.fight.name_of(named[0])} is not waiting to act" if named else NOBODY_WAITS
        return self._selection.why_no_fight() or ("" if self._waiting() else nobody)

    def act_now(self) -> None:
        """Let the selected fighter act now, who had delayed, else the only one who had; of several ask which.

        Those who act as one count as one.
        """
        waiting = self._waiting_as_one()
        if len(waiting) > 1:
            self._selection.show_scene()
            names = [(stem_of([*map(self._stage.fight.name_of, ids)]), ids[0]) for ids in waiting]
            self._window.faces.scene.line.ask_who(names, self._act_now)
            return
        for ids in waiting:
            self._order.act_now(ids[0])

    def why_not_sold(self, what: str) -> str:
        """Return the reason why nobody can pay to go first or to act again: no fight, or no rule for it."""
        why = self._selection.why_no_fight() or ("" if what in self._stage.fight.battle.rules.sold else NOT_SOLD)
        named = self._window.roster.is_named  # the menu of a row lists whatever the system sells
        return why or (self._why_not_first() if named and what == FIRST else "")

    def _why_not_first(self) -> str:
        """Return the reason why the selected fighter cannot go first: it has acted, or goes first already."""
        try:
            for one in self._selection.ids()[:1]:
                going_first(self._stage.fight.staged(), self._order.acting_as_one(one), self._stage.fight.battle)
        except TurnError as error:
            return f"{self._stage.fight.name_of(error.key)} {error.problem}"
        return ""

    def why_not_paid(self, what: str) -> str:
        """Return the reason why the selected fighter cannot pay with the usual point: no rule for it, or no point."""
        ids, why = self._selection.ids()[:1], self.why_not_sold(what)
        if why or not ids:
            return why or NOBODY
        kinds = self._order.pools(ids[0])
        names = " or ".join(kind.name for kind, _ in kinds) or "points"
        return "" if any(left for _, left in kinds) else f"{self._stage.fight.name_of(ids[0])} has no {names} left"

    def payments(self) -> list[Choice]:
        """Return the points that the selected fighter can pay with as choices."""
        ids = self._selection.ids()
        if not ids:
            return [Choice(NOBODY, why_not=NOBODY)]
        pools = [
            Choice(
                menu_text(f"{kind.name}"),
                kind.id,
                beside=f"{left} left",
                why_not="" if left else f"No {kind.name} left",
            )
            for kind, left in self._order.pools(ids[0])
        ]
        return [*pools, Choice(FREE, "")]

    def go_first(self, points: str) -> None:
        """Let the selected fighter go first."""
        for one in self._selection.ids()[:1]:
            self._order.go_first(one, points)

    def act_again(self, points: str) -> None:
        """Add an extra action of the selected fighter after all others."""
        for one in self._selection.ids()[:1]:
            self._order.act_again(one, points)

    def pay(self, what: str) -> None:
        """Let the selected fighter go first or act again for the usual point: one for physical actions, if left."""
        step = self._order.go_first if what == FIRST else self._order.act_again
        for one in self._selection.ids()[:1]:
            step(one, next((kind.id for kind, left in self._order.pools(one) if left), ""))

    def _waiting(self) -> list[str]:
        """Return the selected fighter if it is waiting, else all who are."""
        now, chosen = self._stage.now, self._selection.ids()[:1]
        waiting = list(now.waiting) if now is not None else []
        if self._window.roster.is_named:
            return [one for one in chosen if one in waiting]
        return chosen if chosen and chosen[0] in waiting else waiting

    def _waiting_as_one(self) -> list[list[str]]:
        """Return the fighters who may act now, those who act as one together."""
        found = list[list[str]]()
        for one in self._waiting():
            if not any(one in ids for ids in found):
                found.append(self._order.acting_as_one(one))
        return found

    def _act_now(self, action: QAction) -> None:
        self._order.act_now(str(action.data()))


class SurpriseCommands(QObject):
    """The commands for who is surprised, among those who are selected in the scene."""

    def __init__(self, session: Session, window: MainWindow, stage: Stage, selection: SceneSelection) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._document = session.document
        self._window = window
        self._stage = stage
        self._selection = selection

    def why_no_surprise(self) -> str:
        """Return the reason why surprise cannot be set by hand: no scene, or it follows from the counts."""
        return self._selection.why_no_scene() or ("" if self._surprise_states() else COUNTS_DECIDE)

    def surprises(self) -> list[Choice]:
        """Return the states of surprise, and the test that decides them, as choices."""
        scene = self._stage.scene
        there = {one.surprise for one in scene.fighters if one.id in self._selection.ids()} if scene else set()
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
        from gm_desk.model.combat.acting_side import SeveralRequest

        document = self._document
        draft, others = surprise_test(self._selection.ids(), document.roster, document.system, document.house)
        self._window.several_requested.emit(SeveralRequest(draft, tuple(others), surprises=True))

    def set_surprise(self, surprise: Surprise | Literal["test"]) -> None:
        """Set the surprise of the selected fighters, or prepare the test by which they surprise the others."""
        if surprise == TEST:
            self._selection.edit(self._test_surprise)
            return
        self._selection.edit(lambda: scene_edits.set_surprise(self._document, self._selection.ids(), surprise))
