"""The group that rolls: who is selected, how they roll, and what came of it."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.choosing import AnySide
from gm_desk.core.draft import AbilityKind, Draft, Origin
from gm_desk.core.group_roll import Member, Way, as_one, members
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.roll_log import RollLog
from gm_desk.model.unsaved_rolls import Logged
from gm_desk.store.entries import Entry

NOT_COMPOSED = {Origin.CONDITION, Origin.RETRY}


def composed(draft: Draft) -> Draft:
    """Return what the GM has composed of a test: without what its characters suffer, and what another try costs."""
    opponent = draft.opponent and _without_burdens(draft.opponent)
    return structs.replace(_without_burdens(draft), opponent=opponent)


def _without_burdens(side: AnySide) -> AnySide:
    return structs.replace(side, chips=tuple(chip for chip in side.chips if chip.origin not in NOT_COMPOSED))


class Grouping(QObject):
    """Let several characters roll the test that is drafted.

    Where one rolls for all, the draft is theirs as long as the group stands, and then again that of whom it was
    before. `results` are the rolls of the group, best first, until draft or selection change.
    """

    changed = Signal()

    def __init__(
        self, document: RosterDocument, drafting: Drafting, log: RollLog, parent: QObject | None = None
    ) -> None:
        """Follow a draft; nobody is selected yet."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.ids: tuple[str, ...] = ()
        self.way = Way.EACH
        self.results: tuple[Entry, ...] = ()
        self._composed: object = None
        self._members: list[Member] | None = None
        self._current = ""
        self._lead: Draft | None = None
        self._leading = False
        drafting.draft_changed.connect(self._follow)
        document.structure_changed.connect(self._refresh)
        document.character_changed.connect(self._refresh)
        log.revised.connect(self._revise)
        log.opened.connect(self._forget)

    @property
    def active(self) -> bool:
        """Tell whether several characters roll the test; one without an owner is rolled alone."""
        draft = self._drafting.draft
        rollable = draft.ability is not None and (draft.ability.kind is not AbilityKind.BARE or bool(draft.attack))
        return len(self.ids) > 1 and rollable

    @property
    def each(self) -> bool:
        """Tell whether each of a group rolls."""
        return self.active and self.way is Way.EACH

    @property
    def members(self) -> list[Member]:
        """List the characters selected, in the order of the roster pane, with what each of them rolls."""
        if self._members is None:
            found = [one for one in map(self._document.character, self.ids) if one is not None]
            draft = self._drafting.draft
            self._members = members(draft, found, self._document.system, self._drafting.rules)
        return self._members

    @property
    def able(self) -> list[Draft]:
        """List the drafts of those who can roll."""
        return [member.draft for member in self.members if member.draft is not None]

    @property
    def note(self) -> str:
        """Say for how many the test is rolled, where one rolls for all."""
        return f"for {len(self.ids)} characters" if self.active and self.way is not Way.EACH else ""

    def select(self, ids: Sequence[str]) -> None:
        """Take the characters who are selected."""
        if tuple(ids) != self.ids:
            self.ids, self.results = tuple(ids), ()
            self._refresh()

    def show_character(self, character_id: str) -> None:
        """Take the character who is current, to whom the draft goes back."""
        self._current = character_id

    def choose(self, way: Way) -> None:
        """Choose how the group rolls."""
        if way is not self.way:
            self.way, self.results = way, ()
            self._refresh()

    def show_results(self, entries: Sequence[Entry]) -> None:
        """Show what a roll of the group came to, best first."""
        self.results = tuple(entries)
        self._composed = composed(self._drafting.draft)
        self.changed.emit()

    def _refresh(self) -> None:
        """Find anew who rolls what, and who for all."""
        self._members = None
        lead = as_one(self.members, self.way) if self.active else None
        led, self._leading = self._lead is not None, True
        if lead is not None and lead.draft is not None:
            self._drafting.take(lead.draft)
        elif led and self._document.character(self._current) is not None:
            self._drafting.select(self._current)
        self._leading = False
        self._lead = None if lead is None else self._drafting.draft
        self._members = None
        self.changed.emit()

    def _follow(self) -> None:
        """Follow the draft; where one rolls for all and it is another test, seek them anew.

        What the characters suffer meanwhile makes no other test, and leaves the results.
        """
        told = bool(self.results)
        self._members = None
        if composed(self._drafting.draft) != self._composed:
            self.results = ()
        if self._leading or not (self.active or told):
            return
        draft, lead = self._drafting.draft, self._lead
        if self.way is not Way.EACH and (
            lead is None or (lead.character, lead.ability) != (draft.character, draft.ability)
        ):
            self._refresh()
        else:
            self.changed.emit()

    def _revise(self, logged: Logged) -> None:
        """Follow a revision of one of the rolls; with one that is struck the table goes."""
        if any(entry.id == logged.entry.id for entry in self.results):
            revised = (logged.entry if entry.id == logged.entry.id else entry for entry in self.results)
            self.results = () if logged.entry.struck else tuple(revised)
            self.changed.emit()

    def _forget(self) -> None:
        self.results = ()
        self.changed.emit()
