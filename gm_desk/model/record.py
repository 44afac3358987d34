"""What was rolled here: written down and paid for as undo steps, and judged anew."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core import paying
from gm_desk.core.attacking import fired
from gm_desk.core.rules.dice import Dice, Needs
from gm_desk.core.scene import Scene, succeeded
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Result, Rules
from gm_desk.core.systems.replay import rolled
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.roll_log import Logged, Roll, RollLog
from gm_desk.model.steps import RevisionStep, RollStep, Situation
from gm_desk.store.entries import Entry


class Record(QObject):
    """Remember the rolls made since the roster was opened, and the last one that counts.

    `changed` tells that the last roll is another, or means something else.
    """

    changed = Signal()

    def __init__(
        self, document: RosterDocument, drafting: Drafting, log: RollLog, dice: Dice, parent: QObject | None = None
    ) -> None:
        """Write into a log; a roll that is judged anew may need more `dice`."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._log = log
        self._dice = dice
        self._made: dict[str, Entry] = {}
        self._batches: set[str] = set()
        self._looked_at = ""
        self.last: Entry | None = None
        log.revised.connect(self._follow)
        log.opened.connect(self._forget)

    @property
    def result(self) -> Result | None:
        """Say what the last roll means."""
        if self.last is None:
            return None
        result = self._rules.resolve(self.last.request, self.last.dice, self.last.house)
        return None if isinstance(result, Needs) else result

    @property
    def situation(self) -> Situation:
        """Give what is on the test pane now."""
        return Situation(self._drafting.draft, self._drafting.scene)

    def write(self, rolls: list[Roll], text: str, after: Situation) -> list[Entry]:
        """Log rolls made at once, and pay for them: one undo step."""
        before, stack = self.situation, self._document.stack
        entries = self._log.add(rolls)
        self._drafting.take(after.draft, after.scene)
        stack.beginMacro(text.replace("&", "&&"))
        stack.push(RollStep(self._log, self._drafting, entries, before, after, text))
        for payer, points in _spends(rolls):
            self._pay(payer, points, text)
        self._document.change(fired(self._document.roster, [roll.draft for roll in rolls]), text)
        stack.endMacro()
        self._made |= {entry.id: entry for entry in entries}
        self._batches |= {entry.batch for entry in entries[1:]}
        self.last = self._newest
        self.changed.emit()
        return entries

    def look_at(self, entry: Entry) -> None:
        """Take a roll of a group as the last one, so that points can be spent on it."""
        self._looked_at = entry.id
        self.last = entry
        self.changed.emit()

    def revise(self, entry: Entry, text: str, *, pays: str = "", payer: str = "") -> None:
        """Judge the last roll anew, undoably; dice that it now needs are thrown.

        `pays` names points that the character `payer` then has one less of.
        """
        if self.last is None or entry == self.last:
            return
        _, thrown = rolled(self._rules, entry.request, entry.dice, entry.house, self._dice)
        entry = structs.replace(entry, dice=dict(thrown))
        stack = self._document.stack
        stack.beginMacro(text.replace("&", "&&"))
        stack.push(RevisionStep(self._log, self._drafting, (self.last, entry), self._scenes(entry), text))
        self._pay(payer, pays, text)
        stack.endMacro()

    def _scenes(self, entry: Entry) -> tuple[Scene, Scene]:
        """Give the scene before and after a revision: what became a success has not failed."""
        scene, before = self._drafting.scene, self.result
        after = self._rules.resolve(entry.request, entry.dice, entry.house)
        if before is None or isinstance(after, Needs) or succeeded(before) or not succeeded(after):
            return scene, scene
        return scene, scene.after(entry.draft, success=True)

    def _pay(self, payer: str, points: str, text: str) -> None:
        if points:
            after = paying.paid(self._document.roster, payer, points, self._document.system)
            self._document.change(after, text)

    def _follow(self, logged: Logged) -> None:
        """Follow a revision of a roll made here; one that is struck makes way for the last that still counts."""
        if logged.entry.id in self._made:
            self._made[logged.entry.id] = logged.entry
            self.last = self._newest
            self.changed.emit()

    @property
    def _newest(self) -> Entry | None:
        """Give the last roll that counts; of a group's rolls none is the last but the one that is looked at."""
        newest = next((entry for entry in reversed(self._made.values()) if not entry.struck), None)
        if newest is None or newest.batch not in self._batches:
            return newest
        looked_at = self._made.get(self._looked_at)
        return looked_at if looked_at and looked_at.batch == newest.batch and not looked_at.struck else None

    def _forget(self) -> None:
        self.last = None
        self._made.clear()
        self.changed.emit()

    @property
    def _rules(self) -> Rules:
        return RULES[self._document.system.id]


def _spends(rolls: Sequence[Roll]) -> list[tuple[str, str]]:
    """List who pays which points for rolls made at once: each side once, also where it rolls against many."""
    sides = [side for roll in rolls for side in (roll.draft, roll.draft.opponent if roll.draft.opposed else None)]
    return list(dict.fromkeys((side.character, side.point.points) for side in sides if side and side.point))
