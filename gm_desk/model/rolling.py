"""Rolling: the draft meets the dice, and the result goes to the log."""

from PySide6.QtCore import QObject, Signal

from gm_desk.core.rules.dice import Dice, Thrown
from gm_desk.core.rules.outcomes import Outcome
from gm_desk.core.rules.requests import ROLL
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Rules
from gm_desk.core.systems.replay import rolled
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.roll_log import RollLog


class Rolling(QObject):
    """Roll the draft, or take the dice that were thrown at the table; one-shot modifiers are then spent.

    `spent` carries the draft as it was, or None where it lost nothing.
    """

    spent = Signal(object)

    def __init__(
        self, document: RosterDocument, drafting: Drafting, log: RollLog, dice: Dice, parent: QObject | None = None
    ) -> None:
        """Take chance from `dice`."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._log = log
        self._dice = dice
        self.secret = False

    def set_secret(self, secret: bool) -> None:
        """Mark the rolls to come as secret, or no longer."""
        self.secret = secret

    def verdict_of(self, roll: int) -> Outcome | None:
        """Say what a roll would mean for the draft as it stands."""
        request = self._drafting.draft.request()
        outcome = request and self._rules.resolve(request, {ROLL: (roll,)}, self._document.house)
        return outcome if isinstance(outcome, Outcome) else None

    def roll(self, typed: int | None = None) -> Outcome | None:
        """Roll, or take the dice typed, and write it down; nothing happens while there is nothing to roll."""
        draft, house = self._drafting.draft, self._document.house
        request = draft.request()
        if request is None:
            return None
        typed_dice: Thrown = {} if typed is None else {ROLL: (typed,)}
        outcome, thrown = rolled(self._rules, request, typed_dice, house, self._dice)
        self._log.add(draft, request, house, thrown, by_hand=typed is not None, secret=self.secret)
        after = draft.spent()
        self._drafting.take(after)
        self.spent.emit(draft if draft != after else None)
        return outcome if isinstance(outcome, Outcome) else None

    @property
    def _rules(self) -> Rules:
        return RULES[self._document.system.id]
