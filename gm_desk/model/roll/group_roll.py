"""The group that rolls: who is selected, how they roll, and what came of it."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from msgspec import Struct, structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.drafts.abilities import AnySide
from gm_desk.core.drafts.draft import AbilityKind, Draft, Origin
from gm_desk.core.drafts.evaluation import Evaluation, read
from gm_desk.core.drafts.group_roll import GroupMode, Member, as_one, members
from gm_desk.core.rules.outcomes import Contest, Grade, Odds
from gm_desk.core.rules.requests import KaiserCheck, KaiserContest
from gm_desk.core.wording.chances import chance_of, percent
from gm_desk.core.wording.one_line import tip_of
from gm_desk.model.log.entries import Logged
from gm_desk.model.log.entry_text import succeeding
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.rows import aloud
from gm_desk.model.roles import Index
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.wording import minus, pill_of, signed, telling_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry

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
        self.way = GroupMode.EACH
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
        return self.active and self.way is GroupMode.EACH

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
        return f"for {len(self.ids)} characters" if self.active and self.way is not GroupMode.EACH else ""

    def select(self, ids: Sequence[str]) -> None:
        """Take the characters who are selected."""
        if tuple(ids) != self.ids:
            self.ids, self.results = tuple(ids), ()
            self._refresh()

    def show_character(self, character_id: str) -> None:
        """Take the character who is current, to whom the draft goes back."""
        self._current = character_id

    def choose(self, way: GroupMode) -> None:
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
        if self.way is not GroupMode.EACH and (
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


NONE = "\N{EN DASH}"
WINS = {"a": "Wins", None: "Nobody wins", "b": "Loses"}


class GroupColumn(IntEnum):
    """Name a column."""

    WHO = 0
    BASE = 1
    TARGET = 2
    CHANCE = 3
    DICE = 4
    VERDICT = 5


HEADINGS = ("Who", "Base", "Target", "Chance", "Dice", "Verdict")
GRADE = Qt.ItemDataRole.UserRole + 1  # Grade, which Qt hands on as its str; None before the roll
FACES = Qt.ItemDataRole.UserRole + 2  # tuple[str, ...], the dice to draw
REFUSED = Qt.ItemDataRole.UserRole + 3  # str: why this one cannot roll, or nothing


class GroupLine(Struct, frozen=True):
    """Hold one row, ready to be painted."""

    cells: tuple[str, ...]
    grade: Grade | None = None
    faces: tuple[str, ...] = ()
    refused: str = ""


class GroupModel(QAbstractTableModel):
    """Show the members in the order of the roster, or after the roll by their verdicts, best first."""

    def __init__(self, document: RosterDocument, group: Grouping, parent: QObject | None = None) -> None:
        """Follow a group."""
        super().__init__(parent)
        self._document = document
        self._group = group
        self._lines: list[GroupLine] = []
        self.summary = ""
        group.changed.connect(self._rebuild)
        self._rebuild()

    @property
    def rolled(self) -> bool:
        """Tell whether verdicts are shown."""
        return bool(self._group.results)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(GroupColumn)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section] if 0 <= section < len(HEADINGS) else None
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
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
            case x if x == GRADE:
                return line.grade
            case x if x == FACES:
                return line.faces
            case x if x == REFUSED:
                return line.refused
        return None

    def entry(self, index: Index) -> Entry | None:
        """Give the roll of a row, once it is rolled."""
        results = self._group.results
        return results[index.row()] if index.isValid() and index.row() < len(results) else None

    def _rebuild(self) -> None:
        """Make all rows anew: those who cannot roll come last once the others have."""
        self.beginResetModel()
        results, members = self._group.results, self._group.members if self._group.each else []
        if results:
            self._lines = [_rolled(entry) for entry in results] + [_line(one) for one in members if not one.draft]
            self.summary = succeeding(results)
        else:
            system, house = self._document.system, self._document.house
            self._lines = [_line(one, read(one.draft, "a", system, house) if one.draft else None) for one in members]
            self.summary = ""
        self.endResetModel()


def _line(member: Member, reading: Evaluation | None = None) -> GroupLine:
    """Make the row of a member before the roll."""
    if member.draft is None or reading is None:
        return GroupLine((member.name, "", "", "", "", ""), refused=member.refused)
    chance = chance_of(reading.both or reading.odds)
    told = NONE if chance is None else percent(chance)
    return GroupLine((member.name, minus(member.draft.base), _target(member.draft, reading), told, "", ""))


def _target(draft: Draft, reading: Evaluation) -> str:
    """Say what must be reached: the target of a d100, or what is added and the difficulty."""
    if isinstance(reading.odds, Odds):
        return minus(reading.odds.target)
    match reading.request:
        case KaiserCheck() as check:
            return f"{signed(check.effort.flat)} vs {minus(check.difficulty)}"
        case KaiserContest() as contest:
            return signed(contest.a.flat)
        case _:
            return minus(draft.base)


def _rolled(entry: Entry) -> GroupLine:
    """Make the row of a roll, with its verdict as it stands."""
    told = telling_of(entry)
    if told is None:
        raise TypeError("an entry of the journal lacks dice")
    contest = isinstance(entry.result, Contest) and not told.own
    verdict = pill_of(told.grade, WINS[entry.verdict.winner]) if contest else told.pill
    target = told.target.removeprefix("TN ")
    cells = (entry.draft.name, minus(entry.draft.base), target, "", "".join(told.dice), verdict)
    return GroupLine(cells, told.grade, told.dice)
