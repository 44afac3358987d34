"""The rolls made since the roster was opened, and the last one that counts."""

from collections.abc import Container, Sequence
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import Chip, Draft, Side
from gm_desk.core.drafts.scene_record import MOST_ROLLS, SceneRecord, key_of
from gm_desk.core.rules.dice import Dice, Thrown
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting, Situation
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Result
    from gm_desk.model.log.entries import LogEntry, Roll
    from gm_desk.model.roll.left_behind import LeftBehindChips
    from gm_desk.store.journal.entries import Entry


MOST = 1_000
"""Maximum number of rolls kept in memory; the log has them all."""
Moment = tuple[object, ...]
"""Whose turn it was, in which round and phase, when a roll was made."""


class RecentRolls(QObject):
    """The rolls made since the roster was opened, and the last one that counts.

    `changed` is emitted when another roll becomes the last one, or its meaning changes.
    """

    changed = Signal()

    def __init__(
        self, document: RosterDocument, drafting: Drafting, log: RollLog, dice: Dice, parent: QObject | None = None
    ) -> None:
        """Write to a log; revising a roll may require more `dice`."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._log = log
        self._dice = dice
        self._memory = RollMemory()
        self.suggested = SuggestedByRolls(document, drafting, log, self._memory)
        self.last: Entry | None = None
        log.revised.connect(self._follow)
        log.opened.connect(self._forget)
        drafting.scene_begun.connect(self._memory.begin_scene)
        self.changed.connect(drafting.suggest_again)

    @property
    def result(self) -> "Result | None":
        """The result of the last roll."""
        return None if self.last is None else self.last.result

    @property
    def situation(self) -> Situation:
        """The current state of the test pane."""
        return Situation(self._drafting.draft, self._drafting.record)

    def affords(self, drafts: Sequence[Draft]) -> bool:
        """Return whether the roster may pay for rolls with points and ammunition, as `RosterDocument.allows`."""
        return self._document.allows(_paid(self._document, drafts))

    def write(self, rolls: "list[Roll]", text: str, after: Situation) -> "list[Entry]":
        """Log simultaneous rolls and pay for them, as one undo step; return no entries if the roster may not pay.

        Without a `text`, the step is named after the first roll.
        """
        from gm_desk.model.roll.undo import RollStep

        before, stack, text = self.situation, self._document.stack, text or _step_text(rolls[0].draft, self._document)
        paid = _paid(self._document, [roll.draft for roll in rolls])
        if not self._document.allows(paid):
            return []
        entries = self._log.add([_armed(roll, self._document) for roll in rolls])
        after = structs.replace(after, record=after.record.rolled(one.id for one in entries if one.draft.character))
        scene = self._document.roster.on_stage
        self._memory.add(entries, None if scene is None else scene.whose_turn)
        with self._drafting.as_one_change():
            self._drafting.take(after.draft, after.record)
            with stack.macro(text):
                stack.push(RollStep(self._log, self._drafting, entries, before, after, text))
                self._document.change(paid, text)
            self.last = self._memory.last
            self.changed.emit()
        return entries

    @property
    def made(self) -> "list[Entry]":
        """The rolls in memory, oldest first."""
        return list(self._memory.made.values())

    @property
    def newest(self) -> "list[Entry]":
        """The last simultaneous rolls, without those struck out, newest first."""
        return self._memory.newest

    def look_at(self, entry: "Entry") -> None:
        """Make a roll of a group the last one until something else is rolled, so that points can be spent on it."""
        self._memory.look_at(entry)
        self.last = entry
        self.changed.emit()

    def revise(
        self, entry: "Entry", text: str, *, pays: str = "", payer: str = "", known_dice: Thrown | None = None
    ) -> None:
        """Revise an entry, undoably; dice that it now needs and that are not in `known_dice` are rolled.

        `pays` is the kind of the point that the character `payer` spends; if it may not be paid, nothing is revised.
        """
        from gm_desk.core.drafts import spending
        from gm_desk.core.drafts.rejudging import completed, gathered
        from gm_desk.model.roll.undo import RevisionStep
        from gm_desk.store.journal.entries import Event

        before, after = self.now(entry.id), self._document.roster
        if pays:
            after = spending.paid(after, payer, pays, load_system(entry.system))
        if before is None or entry == before or not self._document.allows(after):
            return
        if entry.judged != before.judged and not isinstance(entry.request, Event):
            known = gathered([entry.dice, known_dice or {}])
            new_dice = completed(RULES[entry.system], entry.request, known, entry.house, self._dice)
            entry = self._with_results(before, structs.replace(entry, dice={**entry.dice, **new_dice}))
        record, stack = self._drafting.record, self._document.stack
        records = record, self._memory.record_after(before, entry, record)
        with stack.macro(text):
            stack.push(RevisionStep(self._log, self._drafting, (before, entry), records, text))
            self._document.change(after, text)

    def _with_results(self, before: "Entry", after: "Entry") -> "Entry":
        """Return a revised roll; if it is one against several, what it says about them follows its dice."""
        if before.targets is None or (after.note, after.override) != (before.note, before.override):
            return after
        from gm_desk.model.combat.recent_attacks import with_results

        return with_results(before, after, self._document)

    def undo_damage(self, dealt: "Entry") -> bool:
        """Revert the effect of an entry on the health of characters, strike it out and log that, as one undo step.

        Return whether that was done.
        """
        from gm_desk.model.roll.undo import LogStep, without_damage

        roster, lines = without_damage(dealt, self._document)
        if not lines or not self._document.allows(roster):
            return False
        text = f"undo damage of {lines[0].draft.name if len(lines) == 1 else f'{len(lines)} characters'}"
        entries, stack = self._log.add(lines, dealt.batch), self._document.stack
        with stack.macro(text):
            stack.push(LogStep(self._log, entries, text))
            self.revise(structs.replace(dealt, struck=True), text)
            self._document.change(roster, text)
        return True

    def now(self, entry_id: str) -> "Entry | None":
        """Return the current entry with an id, even if it was made before the roster was opened."""
        if entry_id in self._memory.made:
            return self._memory.made[entry_id]
        logged = self._log.kept(entry_id)
        return None if logged is None else logged.entry

    def _follow(self, logged: "LogEntry") -> None:
        """Follow a revision of a roll made here; if it is struck out, the last one that counts takes its place."""
        self.suggested.note_revision(logged.entry)
        if self._memory.replace(logged.entry):
            self.last = self._memory.last
            self.changed.emit()

    def _forget(self) -> None:
        self.last = None
        self.suggested.forget()
        self._memory.clear()
        self.changed.emit()


class RollMemory:
    """The rolls made since the roster was opened, oldest first, and the one that is looked at."""

    def __init__(self) -> None:
        """Begin without rolls."""
        self.made: dict[str, Entry] = {}
        self.moments: dict[str, Moment] = {}
        self._batches: set[str] = set()
        self._of_scene: list[str] = []
        self._looked_at = self._looked_after = ""

    def add(self, entries: "Sequence[Entry]", moment: Moment | None) -> None:
        """Add simultaneous rolls, in a fight at a `moment`, and drop the oldest ones."""
        self.made |= {entry.id: entry for entry in entries}
        if moment is not None:
            self.moments |= {entry.id: moment for entry in entries}
        self._batches |= {entry.batch for entry in entries[1:]}
        self._of_scene = [*self._of_scene, *(entry.id for entry in entries)][-MOST:]
        for oldest in list(self.made)[:-MOST]:
            self._batches.discard(self.made.pop(oldest).batch)
            self.moments.pop(oldest, None)

    def replace(self, entry: "Entry") -> bool:
        """Replace a roll by its revision; return whether it is in memory."""
        known = entry.id in self.made
        if known:
            self.made[entry.id] = entry
        return known

    def look_at(self, entry: "Entry") -> None:
        """Make a roll of a group, or one made before the roster was opened, the last one until the next roll."""
        if entry.id not in self.made:
            self.made = {entry.id: entry, **self.made}
        newest = self._newest
        self._looked_at, self._looked_after = entry.id, newest.id if newest else ""

    def begin_scene(self) -> None:
        """Forget which rolls were made in the scene that has ended."""
        self._of_scene.clear()

    def clear(self) -> None:
        """Forget all rolls."""
        self.made.clear()
        self.moments.clear()
        self._of_scene.clear()

    @property
    def last(self) -> "Entry | None":
        """The last roll that counts; of a group's rolls, only the one that is looked at."""
        newest, looked_at = self._newest, self.made.get(self._looked_at)
        if looked_at is not None and looked_at.struck:
            looked_at = None
        if newest is None or (looked_at is not None and newest.id == self._looked_after):
            return looked_at
        if newest.batch not in self._batches:
            return newest
        return looked_at if looked_at is not None and looked_at.batch == newest.batch else None

    @property
    def newest(self) -> "list[Entry]":
        """The last simultaneous rolls, without those struck out, newest first."""
        last = self._newest
        counting = (one for one in reversed(self.made.values()) if not one.struck)
        return [] if last is None else list(takewhile(lambda one: one.batch == last.batch, counting))

    @property
    def _newest(self) -> "Entry | None":
        return next((entry for entry in reversed(self.made.values()) if not entry.struck), None)

    def record_after(self, before: "Entry", after: "Entry", record: SceneRecord) -> SceneRecord:
        """Return the record of the scene after a revision, which may change how often a test has failed."""
        if before.id not in self._of_scene:
            return record
        rolls = [self.made[one] for one in self._of_scene if key_of(self.made[one].draft) == key_of(before.draft)]
        failed, succeeds = _failures(rolls)
        fails, succeeds_now = _failures([after if one.id == after.id else one for one in rolls])
        if (failed, succeeds) == (fails, succeeds_now):
            return record
        older = 0 if succeeds else max(0, record.failures_of(before.draft) - failed)
        return record.with_failures(before.draft, fails + (0 if succeeds_now else older))


class SuggestedByRolls:
    """The chips that the rolls of the current scene, also those before a restart, suggest for the test composed."""

    def __init__(self, document: RosterDocument, drafting: Drafting, log: RollLog, memory: RollMemory) -> None:
        """Suggest chips for a draft; rolls that are not in memory are read from the log."""
        self._document = document
        self._drafting = drafting
        self._log = log
        self._memory = memory
        self._earlier: dict[str, Entry] | None = None
        drafting.follow(self.chips_for)

    @cached_property
    def _left(self) -> "LeftBehindChips":
        """What rolls have left for later tests."""
        from gm_desk.model.roll.left_behind import LeftBehindChips

        return LeftBehindChips()

    def forget(self) -> None:
        """Forget the earlier rolls, which were those of another roster."""
        self._earlier = None

    def note_revision(self, entry: "Entry") -> None:
        """Suggest chips anew if an earlier roll was revised."""
        if self._earlier and entry.id in self._earlier:
            self._earlier[entry.id] = entry
            self._drafting.suggest_again()

    def chips_for(self, side: Side) -> list[Chip]:
        """Return the chips that the rolls of this scene have left for the test of a side."""
        ids, made = self._drafting.record.rolls, self._memory.made
        if self._earlier is None and not set(ids) <= made.keys():
            self._earlier = self._read_earlier(ids)
        earlier = self._earlier or {}
        found = (made.get(one) or earlier.get(one) for one in ids)
        rolls = [one for one in found if one is not None]
        if not rolls:
            return []
        left = self._left.for_side(rolls, side, self._document.system)
        return left + self._for_another_target() if side is self._drafting.draft else left

    def _read_earlier(self, ids: Container[str]) -> "dict[str, Entry]":
        """Return rolls of this scene in the log, oldest first; those since a turn or phase began are of this moment."""
        from gm_desk.store.journal.entries import TURN

        newest, scene = [one.entry for one in self._log.page(2 * MOST_ROLLS)], self._document.roster.on_stage
        begins = (place for place, one in enumerate(newest) if one.event and one.event.kind == TURN and not one.struck)
        if scene is not None:
            self._memory.moments |= {one.id: scene.whose_turn for one in newest[: next(begins, len(newest))]}
        return {one.id: one for one in reversed(newest) if one.id in ids}

    def _for_another_target(self) -> list[Chip]:
        """Return the chips for a further shot of whoever acts, at another target than before in the same action."""
        draft, scene = self._drafting.draft, self._document.roster.on_stage
        now = () if scene is None or not draft.attack else scene.whose_turn
        known = {**(self._earlier or {}), **self._memory.made}
        made = (entry for entry in known.values() if now and self._memory.moments.get(entry.id) == now)
        shots = [
            entry.draft
            for entry in made
            if not entry.struck and (entry.draft.character, entry.draft.attack) == (draft.character, draft.attack)
        ]
        if not shots:
            return []
        from gm_desk.model.roll.left_behind import for_another_target

        attacker = self._document.character(draft.character)
        return for_another_target(draft, shots, attacker, self._document.roster)


def _paid(document: RosterDocument, drafts: Sequence[Draft]) -> Roster:
    """Return the roster after it has paid for rolls: points, then ammunition for each attack."""
    from gm_desk.core.combat.ammunition import fired
    from gm_desk.core.drafts import spending

    roster = document.roster
    for payer, points in _spends(drafts):
        roster = spending.paid(roster, payer, points, document.system)
    return fired(roster, drafts, document.system)


def _spends(drafts: Sequence[Draft]) -> list[tuple[str, str]]:
    """Return who pays which points for simultaneous rolls: each side once, even against several opponents."""
    sides = [side for draft in drafts for side in (draft, draft.opponent if draft.opposed else None)]
    return list(dict.fromkeys((side.character, side.point.points) for side in sides if side and side.point))


def _step_text(draft: Draft, document: RosterDocument) -> str:
    """Return the name of the undo step of a roll: "roll Guns of Lao Qing", or its attack, "roll Pistol of Lao Qing"."""
    what = _weapon_of(draft, document) or draft.what
    return f"roll {what} of {draft.name}" if draft.name else f"roll {what}"


def _weapon_of(draft: Draft, document: RosterDocument) -> str:
    """Return the name of the attack that a test is, "" for another test."""
    from gm_desk.core.drafts.abilities import attack_of

    attack = attack_of(draft, document.character(draft.character))
    return attack.name if attack else ""


def _armed(roll: "Roll", document: RosterDocument) -> "Roll":
    """Return a roll with the name of its attack stored in its test, if it is an attack."""
    weapon = _weapon_of(roll.draft, document)
    if weapon == roll.draft.weapon:
        return roll
    return structs.replace(roll, draft=structs.replace(roll.draft, weapon=weapon))


def _failures(rolls: "Sequence[Entry]") -> tuple[int, bool]:
    """Return how often rolls of a test failed since its last success, and whether it ever succeeded."""
    failed = 0
    for entry in reversed(rolls):
        if entry.struck:
            continue
        if entry.verdict.success:
            return failed, True
        failed += entry.verdict.failed
    return failed, False
