"""Whoever's turn it is in the window: selected, with their usual attack prepared."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from gm_desk.core.drafts.chips import with_pinned_of
from gm_desk.core.scenes.scene import TurnCost
from gm_desk.core.scenes.turn_checks import TurnCheck
from gm_desk.model.files.session import Session
from gm_desk.model.scene.fight_lines import cost_in_words, turn_in_words
from gm_desk.model.scene.fight_steps import FightSteps, TurnChecks
from gm_desk.ui.widgets.labels import announce
from gm_desk.ui.window.main_window import MainWindow


class TurnFocus(QObject):
    """The part of the window that follows the turn order."""

    def __init__(self, session: Session, window: MainWindow, steps: FightSteps) -> None:
        """Follow the fight on stage: whoever's turn comes is shown."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._drafting = session.drafting
        self._window = window
        self._steps = steps
        self._stage = stage = steps.stage
        self._checks = TurnChecks(session.document, session.log, stage, self)
        self._turn = ""
        self._costs: list[TurnCost] = []
        stage.turn_came.connect(self._show_turn)
        session.roster_opened.connect(self._resume)
        self._checks.changed.connect(self._show_checks)
        self._resume()

    def _resume(self) -> None:
        """Select the team of whoever is acting in the fight of a roster that was opened, if its turn was in sight."""
        now, chosen = self._stage.now, self._session.view.selected
        together = [] if now is None or chosen not in now.acting else self._together(chosen, now.acting)
        if len(together) > 1:
            self._window.roster.select_several(together)

    def _show_turn(self, ids: list[str]) -> None:
        """Select whoever is acting, and prepare their usual attack against the usual target.

        Modifiers for a single test, composed for somebody else and not rolled, are removed.
        """
        character = next(filter(None, map(self._document.character, ids)), None)
        if character is None:
            return
        self._window.test.leave_what_follows()
        together = self._together(character.id, ids)
        with self._drafting.as_one_change():
            self._drafting.take(self._drafting.draft.after_roll())
            self._window.roster.reveal(character.id)
            if len(together) > 1:
                self._window.roster.select_several(together)
            self._drafting.opposition.let_go_of_fallen()
            self._drafting.prepare_usual_attack(character.id)
        if not self._window.veil_stack.veiled:
            whose = f"{', '.join(map(self._stage.fight.name_of, ids))}’s turn"
            announce(self._window.faces, ". ".join((*self._news(), whose)))

    def _news(self) -> list[str]:
        """Return the turn that begins, and the costs of conditions that are newly due, as text."""
        stage, turn, costs = self._stage, self._turn, self._costs
        self._turn = "" if stage.now is None else turn_in_words(stage.now, stage.fight.battle)
        self._costs = self._steps.costs_due()
        news = [] if self._turn == turn else [self._turn]
        return news + [
            cost_in_words(one, stage.fight.name_of(one.character)) for one in self._costs if one not in costs
        ]

    def offer_checks(self) -> None:
        """Offer in the scene's pane, which has been built, the checks that conditions require in a turn."""
        self._window.faces.scene.line.check_requested.connect(self._prepare_check)
        self._show_checks()

    def _show_checks(self) -> None:
        if self._window.faces.has_built_scene:
            self._window.faces.scene.line.show_checks(self._checks.due)

    def _prepare_check(self, required: TurnCheck) -> None:
        """Prepare a check for the character who has the condition."""
        draft = self._checks.prepared(required)
        if draft is None:
            return
        with self._drafting.as_one_change():
            self._drafting.turn_to("a")
            self._window.roster.reveal(required.character)
            self._drafting.take(with_pinned_of(draft, self._drafting.draft))

    def _together(self, fighter_id: str, ids: Sequence[str]) -> list[str]:
        """Return the fighters among `ids` in the team of a fighter, in order; none without a team."""
        fighters = {one.id: one for one in self._stage.fight.staged().fighters}
        team = fighters[fighter_id].team if fighter_id in fighters else ""
        found = [one for one in ids if team and one in fighters and fighters[one].team == team]
        return [one for one in found if self._document.character(one) is not None]

    def prepare_chosen(self, ids: list[str]) -> None:
        """Prepare the usual attack of a fighter who is acting and selected alone."""
        now, alone = self._stage.now, len(self._window.faces.scene.view.selectedIndexes()) == 1
        character = self._document.character(ids[0]) if ids and alone else None
        if now is not None and character is not None and character.id in now.acting and self._drafting.hand == "a":
            self._drafting.prepare_usual_attack(character.id)
