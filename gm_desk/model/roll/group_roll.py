"""The group that rolls: who is selected, how they roll, and the results."""

from collections.abc import Hashable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.abilities import AnySide
from gm_desk.core.drafts.draft import AbilityKind, Draft, Mode, Origin
from gm_desk.core.drafts.evaluation import Evaluation, evaluate
from gm_desk.core.rules.outcomes import CheckOdds, Contest, Grade, Odds
from gm_desk.core.rules.requests import KaiserCheck, KaiserContest
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import ENDS_OF_ATTACK, chance_of, minus, percent, signed, tip_of
from gm_desk.model.item_models import Index, RowChanges
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.core.drafts.group_roll import GroupMode, Member
    from gm_desk.model.log.entries import LogEntry
    from gm_desk.store.journal.entries import Entry

NOT_COMPOSED = {Origin.CONDITION, Origin.RETRY}


def composed(draft: Draft) -> Draft:
    """Return the parts of a test composed by the GM, without conditions and the retry modifier."""
    opponent = draft.opponent and _without_conditions(draft.opponent)
    return structs.replace(_without_conditions(draft), opponent=opponent)


def _without_conditions(side: AnySide) -> AnySide:
    return structs.replace(side, chips=tuple(chip for chip in side.chips if chip.origin not in NOT_COMPOSED))


class RollingGroup(QObject):
    """The selected characters, as a group that rolls the test being composed.

    If one rolls for all, the draft is that character's while the group is selected, and afterwards the former
    character's again. `results` are the rolls of the group, best first, until draft or selection change.
    """

    changed = Signal()

    def __init__(
        self, document: RosterDocument, drafting: Drafting, log: RollLog, parent: QObject | None = None
    ) -> None:
        """Follow a draft, with nobody selected."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.ids: tuple[str, ...] = ()
        self._for_all: GroupMode | None = None
        self.results: tuple[Entry, ...] = ()
        self._composed: object = None
        self._members: list[Member] | None = None
        self._current = ""
        self._lead: Draft | None = None
        self._leading = False
        self._told = self._late = False
        drafting.draft_changed.connect(self._follow)
        drafting.draft_settled.connect(self._emit_late)
        document.structure_changed.connect(self._refresh)
        document.character_changed.connect(self._refresh)
        log.revised.connect(self._revise)
        log.opened.connect(self._forget)

    @property
    def active(self) -> bool:
        """Whether several characters roll the test; a test that belongs to nobody is rolled once."""
        draft = self._drafting.draft
        rollable = draft.ability is not None and (draft.ability.kind is not AbilityKind.BARE or bool(draft.attack))
        return len(self.ids) > 1 and rollable

    @property
    def each(self) -> bool:
        """Whether each member of a group rolls."""
        return self.active and self._for_all is None

    @property
    def way(self) -> "GroupMode":
        """How the group rolls."""
        from gm_desk.core.drafts.group_roll import GroupMode

        return self._for_all or GroupMode.EACH

    @property
    def members(self) -> "list[Member]":
        """The selected characters in the order of the roster pane, with their drafts."""
        from gm_desk.core.drafts.group_roll import GroupContext, members

        if self._members is None:
            found = [one for one in map(self._document.character, self.ids) if one is not None]
            draft, roster, system = self._drafting.draft, self._document.roster, self._document.system
            target = self._document.character(draft.side("b").character)
            about = GroupContext(system, self._drafting.rules, self._drafting.record, target)
            each = members(draft, found, about)
            self._members = [_in_conditions(one, roster, system) for one in each]
        return self._members

    @property
    def able(self) -> list[Draft]:
        """The drafts of the members who can roll."""
        return [member.draft for member in self.members if member.draft is not None]

    @property
    def note(self) -> str:
        """A note on the number of characters, if one rolls for all."""
        return f"for {len(self.ids)} characters" if self.active and self._for_all else ""

    def select(self, ids: Sequence[str]) -> None:
        """Set the selected characters."""
        if tuple(ids) != self.ids:
            self.ids, self.results = tuple(ids), ()
            self._refresh()

    def show_character(self, character_id: str) -> None:
        """Set the current character, who gets the draft back when the group ends."""
        self._current = character_id

    def choose(self, way: "GroupMode") -> None:
        """Set how the group rolls."""
        if way is not self.way:
            self._for_all, self.results = None if way == "each" else way, ()
            self._refresh()

    def show_results(self, entries: "Sequence[Entry]") -> None:
        """Set the results of the group's roll, best first."""
        self.results = tuple(entries)
        self._composed = composed(self._drafting.draft)
        self._told = True
        self.changed.emit()

    def _refresh(self) -> None:
        """Update the draft of each member, and who rolls for all."""
        self._members = lead = None
        if self._for_all and self.active:
            from gm_desk.core.drafts.group_roll import as_one

            lead = as_one(self.members, self._for_all)
        led, self._leading = self._lead is not None, True
        if lead is not None and lead.draft is not None:
            self._drafting.take(lead.draft)
        elif led and self._document.character(self._current) is not None:
            self._drafting.select(self._current)
        self._leading = False
        self._lead = None if lead is None else self._drafting.draft
        self._members = None
        told, self._told = self._told, self.active or bool(self.results)
        self._late |= told or self._told  # if there is a group, or was one before
        if not self._drafting.held:
            self._emit_late()

    def _emit_late(self) -> None:
        """Emit `changed` for what changed, if several changes were made as one, after the last of them."""
        if self._late:
            self._emit_changed()

    def _emit_changed(self) -> None:
        self._late = False
        self.changed.emit()

    def _follow(self) -> None:
        """Follow the draft; if one rolls for all and the test is another, determine that member again.

        A change of conditions alone does not make it another test, and keeps the results.
        """
        shown = bool(self.results)
        self._members = None
        if composed(self._drafting.draft) != self._composed:
            self.results = ()
        if self._leading or not (self.active or shown):
            self._emit_late()
            return
        draft, lead = self._drafting.draft, self._lead
        if self._for_all and (lead is None or (lead.character, lead.ability) != (draft.character, draft.ability)):
            self._refresh()
        else:
            self._told = True
            self._emit_changed()

    def _revise(self, logged: "LogEntry") -> None:
        """Follow a revision of one of the rolls; one that is struck out clears the results."""
        if any(entry.id == logged.entry.id for entry in self.results):
            revised = (logged.entry if entry.id == logged.entry.id else entry for entry in self.results)
            self.results = () if logged.entry.struck else tuple(revised)
            self.changed.emit()

    def _forget(self) -> None:
        self.results = ()
        self.changed.emit()


def _in_conditions(member: "Member", roster: Roster, system: System) -> "Member":
    """Return a member with the chips of its conditions, and of its opponent's."""
    from gm_desk.core.scenes.effects import with_conditions

    if member.draft is None:
        return member
    return structs.replace(member, draft=with_conditions(member.draft, roster, system))


NONE = "\N{EN DASH}"
WINS = {"a": "Wins", None: "Nobody wins", "b": "Loses"}


class GroupColumn(IntEnum):
    """The columns of a group roll."""

    WHO = 0
    BASE = 1
    TARGET = 2
    CHANCE = 3
    DICE = 4
    VERDICT = 5


HEADINGS = ("Who", "Base", "Target", "Chance", "Dice", "Verdict")
GRADE = Qt.ItemDataRole.UserRole + 1  # Grade, which Qt converts to str; None before the roll
FACES = Qt.ItemDataRole.UserRole + 2  # tuple[str, ...], the dice to draw
REFUSED = Qt.ItemDataRole.UserRole + 3  # str: the reason why the member cannot roll, or empty


class GroupLine(Struct, frozen=True):
    """One row, ready to be painted."""

    cells: tuple[str, ...]
    grade: Grade | None = None
    faces: tuple[str, ...] = ()
    refused: str = ""


class GroupModel(QAbstractTableModel):
    """The members in the order of the roster, or after the roll by their verdicts, best first."""

    rows_changed = Signal()

    def __init__(self, document: RosterDocument, group: RollingGroup, parent: QObject | None = None) -> None:
        """Follow a group."""
        super().__init__(parent)
        self._document = document
        self._group = group
        self._lines: list[GroupLine] = []
        self._keys: list[Hashable] = []
        self.summary = ""
        group.changed.connect(self._rebuild)
        self._rebuild()

    @property
    def rolled(self) -> bool:
        """Whether verdicts are shown."""
        return bool(self._group.results)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section] if 0 <= section < len(HEADINGS) else None
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        from gm_desk.model.log.rows import aloud

        if not index.isValid():
            return None
        line = self._lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return line.cells[index.column()]
            case Qt.ItemDataRole.AccessibleTextRole:
                if line.refused:
                    return f"{line.cells[GroupColumn.WHO]}: {line.refused}"
                return aloud(HEADINGS[index.column()], line.cells[index.column()])
            case Qt.ItemDataRole.ToolTipRole:
                return tip_of(f"{line.cells[GroupColumn.WHO]}: {line.refused}") if line.refused else None
        return {GRADE: line.grade, FACES: line.faces, REFUSED: line.refused}.get(role)

    def entry(self, index: Index) -> "Entry | None":
        """Return the roll of a row, or None before it is rolled."""
        results = self._group.results
        return results[index.row()] if index.isValid() and index.row() < len(results) else None

    def _rebuild(self) -> None:
        """Build all rows again; those who cannot roll come last once the others have rolled."""
        from gm_desk.model.log.cells import succeeding

        results, members = self._group.results, self._group.members if self._group.each else []
        refused = [one for one in members if not one.draft] if results else []
        if results:
            lines = [*map(_rolled, results), *map(_line, refused)]
        else:
            system, house = self._document.system, self._document.house
            lines = [_line(one, evaluate(one.draft, "a", system, house) if one.draft else None) for one in members]
        self.summary = succeeding(results) if results else ""
        who = [entry.draft.character for entry in results] + [one.id for one in (refused if results else members)]
        RowChanges(self, self._lines, self._keys).become(lines, [*who])
        if lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(GroupColumn) - 1), [])
        self.rows_changed.emit()


def _line(member: "Member", reading: Evaluation | None = None) -> GroupLine:
    """Return the row of a member before the roll."""
    if member.draft is None or reading is None:
        return GroupLine((member.name, "", "", "", "", ""), refused=member.refused)
    compared = member.draft.opposed and isinstance(reading.odds, CheckOdds)  # neither an opponent yet nor a difficulty
    chance = chance_of(reading.both or (None if compared else reading.odds))
    shown = NONE if chance is None else percent(chance)
    return GroupLine((member.name, minus(member.draft.base), _target(member.draft, reading), shown, "", ""))


def _target(draft: Draft, reading: Evaluation) -> str:
    """Return the number to reach: the target of a d100, or the total modifier and the difficulty."""
    if isinstance(reading.odds, Odds):
        return minus(reading.odds.target)
    match reading.request:
        case KaiserCheck() as check:
            return f"{signed(check.effort.flat)} vs {minus(check.difficulty)}"
        case KaiserContest() as contest:
            return signed(contest.a.flat)
        case _ if isinstance(reading.odds, CheckOdds):  # a contest without an opponent yet
            return signed(draft.base + reading.net.net)
        case _:
            return minus(draft.base)


def _rolled(entry: "Entry") -> GroupLine:
    """Return the row of a roll, with its current verdict."""
    from gm_desk.model.roll.roll_text import pill_of, roll_text_of

    shown = roll_text_of(entry)
    if shown is None:
        raise TypeError("an entry of the journal lacks dice")
    contest = isinstance(entry.result, Contest) and not shown.own
    ends = ENDS_OF_ATTACK if entry.draft.mode is Mode.ATTACK else WINS
    verdict = pill_of(shown.grade, ends[entry.verdict.winner].capitalize()) if contest else shown.pill
    target = shown.target.removeprefix("TN ")
    cells = (entry.draft.name, minus(entry.draft.base), target, "", "".join(shown.dice), verdict)
    return GroupLine(cells, shown.grade, shown.dice)
