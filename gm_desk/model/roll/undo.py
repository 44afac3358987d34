"""The undo steps that rolls, later changes to the log, and logged changes of the roster make.

Nothing is deleted: undoing a roll strikes it out, and redoing restores it.
"""

from collections.abc import Sequence
from weakref import ref

from msgspec import structs
from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.rules.house import House
from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting, Situation
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Event, Harmed


class LogStep(QUndoCommand):
    """An undo step that strikes rolls out, or restores them."""

    def __init__(self, log: RollLog, entries: Sequence[Entry], text: str) -> None:
        """Use rolls that are already in the log."""
        super().__init__(menu_text(text))
        self._log = log
        self._entries = entries
        self._made = False

    @override
    def redo(self) -> None:
        if self._made:
            self._strike(struck=False)
        self._made = True

    @override
    def undo(self) -> None:
        self._strike(struck=True)

    def _strike(self, *, struck: bool) -> None:
        for entry in self._entries:
            self._log.revise(structs.replace(entry, struck=not struck), structs.replace(entry, struck=struck))


class RollStep(LogStep):
    """An undo step that also restores the draft from which the rolls were made."""

    def __init__(
        self,
        log: RollLog,
        drafting: Drafting,
        entries: Sequence[Entry],
        before: Situation,
        after: Situation,
        text: str,
    ) -> None:
        """Use rolls that are already in the log, with the situations before and after them."""
        super().__init__(log, entries, text)
        self._drafting = ref(drafting)
        # without the ids of a hundred rolls for each step
        self._before, self._after = (Situation(one.draft, one.record.without_rolls()) for one in (before, after))

    @override
    def redo(self) -> None:
        again = self._made
        super().redo()
        if again:
            self._give_back(self._after, instead_of=self._before)

    @override
    def undo(self) -> None:
        super().undo()
        self._give_back(self._before, instead_of=self._after)

    def _give_back(self, situation: Situation, *, instead_of: Situation) -> None:
        drafting = self._drafting()
        if drafting is not None:
            drafting.give_back(situation.draft, situation.record, instead_of=instead_of.draft)


class NamingStep(QUndoCommand):
    """An undo step that names an evening or restores its former name."""

    def __init__(self, log: RollLog, session: str, before: str, after: str) -> None:
        """Set both names; an empty one means none."""
        super().__init__("name the evening" if after else "remove the name of the evening")
        self._log = log
        self._session = session
        self._before = before
        self._after = after

    @override
    def redo(self) -> None:
        self._log.name_session(self._session, self._after)

    @override
    def undo(self) -> None:
        self._log.name_session(self._session, self._before)


class RevisionStep(QUndoCommand):
    """An undo step that revises an entry or restores its former judgement."""

    def __init__(
        self,
        log: RollLog,
        drafting: Drafting,
        entries: tuple[Entry, Entry],
        records: tuple[SceneRecord, SceneRecord],
        text: str,
    ) -> None:
        """Set the entry and the record of the scene, each as a pair of before and after."""
        super().__init__(menu_text(text))
        self._log = log
        self._drafting = ref(drafting)
        self._before, self._after = entries
        self._record_before, self._record_after = records

    @override
    def redo(self) -> None:
        self._log.revise(self._before, self._after)
        self._take(self._record_after)

    @override
    def undo(self) -> None:
        self._log.revise(self._after, self._before, back=True)
        self._take(self._record_before)

    def _take(self, record: SceneRecord) -> None:
        drafting = self._drafting()
        if drafting is not None:
            drafting.take(drafting.draft, record)


def change_and_log(
    document: RosterDocument, log: RollLog, after: Roster, lines: Sequence[Roll], text: str, about: str = ""
) -> bool:
    """Change the roster and write lines to the log, the first one on top, as one undo step named `text`.

    Return whether that was done: nothing is logged for a change that the roster refuses. If neither the roster nor the
    log would change, there is no step.
    """
    if not document.allows(after):
        return False
    if not lines:
        return document.change(after, text, about)
    entries = log.add(list(reversed(lines)))
    with document.stack.macro(text):
        document.stack.push(LogStep(log, entries, text))
        document.change(after, text, about)
    return True


def without_damage(dealt: Entry, document: RosterDocument) -> tuple[Roster, list[Roll]]:
    """Return the roster without the effect of damage on those who are still in it, and a line of the log for each."""
    roster, lines = document.roster, list[Roll]()
    for harmed in dealt.harmed.everybody if dealt.harmed else ():
        character = roster.character(harmed.character)
        if character is not None:
            roster = roster.with_character(harm.without_changes(character, harmed.changes))
            lines.append(_taken_back(dealt, harmed, character, document.house))
    return roster, lines


def _taken_back(dealt: Entry, harmed: Harmed, character: Character, house: House) -> Roll:
    """Return the line of the log for damage of a character that was undone."""
    undone = Event("damage", tuple(f"{one} undone" for one in harm.counted_changes(harmed.changes)))
    cause = dealt.harmed.roll if dealt.harmed else ""
    back = Harmed(character.id, {what: -change for what, change in harmed.changes.items()}, cause)
    return Roll(Draft(character.id, character.name), undone, house, {}, secret=dealt.secret, harmed=back)
