"""The checks that conditions require of those whose turn it is, until they are rolled."""

from itertools import takewhile

from PySide6.QtCore import QObject, Signal

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.scenes.turn_checks import TurnCheck, checks_due, prepared_check
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.stage import Stage
from gm_desk.store.journal.entries import TURN, Entry

LOOKED_BACK = 60
"""The number of entries searched for a check that was rolled in this turn."""


class TurnChecks(QObject):
    """The checks that are due in this turn and not rolled yet; `changed` is emitted when they change."""

    changed = Signal()

    def __init__(self, document: RosterDocument, log: RollLog, stage: Stage, parent: QObject | None = None) -> None:
        """Follow a stage and a log."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self.due: list[TurnCheck] = []
        for signal in (stage.changed, log.added, log.revised):
            signal.connect(self._follow)
        self._follow()

    def prepared(self, required: TurnCheck) -> Draft | None:
        """Return the draft of a check, or None if its character is gone or lacks the aptitude."""
        character, system = self._document.character(required.character), self._document.system
        return None if character is None else prepared_check(required, character, system, RULES[system.id])

    def _follow(self) -> None:
        scene, system = self._document.roster.on_stage, self._document.system
        due = [] if scene is None else checks_due(self._document.roster, scene, system)
        if scene is not None and due:
            entries = (one.entry for one in self._log.page(LOOKED_BACK) if one.entry.scene in {"", scene.id})
            rolls = [one.draft for one in takewhile(_is_in_turn, entries) if not one.struck]
            due = [one for one in due if not any(map(one.is_rolled_by, rolls)) and self.prepared(one) is not None]
        if due != self.due:
            self.due = due
            self.changed.emit()


def _is_in_turn(entry: Entry) -> bool:
    return entry.struck or entry.event is None or entry.event.kind != TURN
