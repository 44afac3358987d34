"""The models for a group roll, for the tests of the model layer."""

from gm_desk.core.drafts.draft import Draft
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.group_roll import RollingGroup
from gm_desk.model.roll.other_rolls import roll_group
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry
from model_makers import LAO, Clock, FakeJournal, ScriptedDice, a_document, counted


class Arrangement:
    """Models with Lao Qing's Guns in the draft, scripted dice, and a journal in memory."""

    def __init__(self, *rolls: int, document: RosterDocument | None = None) -> None:
        self.document = document or a_document()
        self.journal = FakeJournal()
        self.drafting = Drafting(self.document)
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", self.document.system.id)
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.show(LAO)

    @property
    def group(self) -> RollingGroup:
        return self.rolling.group

    @property
    def draft(self) -> Draft:
        return self.drafting.draft

    def show(self, character_id: str) -> None:
        """Make a character current, as the window does."""
        self.group.show_character(character_id)
        self.drafting.select(character_id)

    def roll(self) -> list[Entry]:
        return roll_group(self.rolling, self.group.able)

    def struck(self) -> list[bool]:
        return [entry.struck for entry in self.journal.entries]
