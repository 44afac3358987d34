"""The members of a group as a table: what each of them has to roll, and what it came to."""

from enum import IntEnum
from fractions import Fraction
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.draft import Draft
from gm_desk.core.group_roll import Member
from gm_desk.core.reading import Reading, read
from gm_desk.core.rules.kaiser_outcomes import CheckOdds, KaiserOdds
from gm_desk.core.rules.outcomes import Contest, ContestOdds, Grade, Odds
from gm_desk.core.rules.requests import KaiserCheck, KaiserContest
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.document import RosterDocument
from gm_desk.model.grouping import Grouping
from gm_desk.model.log_roles import aloud
from gm_desk.model.roles import Index
from gm_desk.model.telling import telling_of
from gm_desk.model.verdicts import minus, pill_of, signed
from gm_desk.store.entries import Entry

NONE = "\N{EN DASH}"
WINS = {"a": "Wins", None: "Nobody wins", "b": "Loses"}


class Column(IntEnum):
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


class Line(Struct, frozen=True):
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
        self._lines: list[Line] = []
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
        return 0 if parent.isValid() else len(Column)

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
                    return f"{line.cells[Column.WHO]}: {line.refused}"
                return aloud(HEADINGS[index.column()], line.cells[index.column()])
            case Qt.ItemDataRole.ToolTipRole:
                return tip_of(f"{line.cells[Column.WHO]}: {line.refused}") if line.refused else None
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
            good = sum(entry.verdict.success is True for entry in results)
            self.summary = f"{good} of {len(results)} succeed"
        else:
            system, house = self._document.system, self._document.house
            self._lines = [_line(one, read(one.draft, "a", system, house) if one.draft else None) for one in members]
            self.summary = ""
        self.endResetModel()


def chance_of(reading: Reading) -> Fraction | None:
    """Give the chance that the first side gets what it wants."""
    match reading.both or reading.odds:
        case ContestOdds() as odds:
            return Fraction(odds.a, odds.of)
        case KaiserOdds() as odds:
            return odds.a
        case Odds() as odds:
            return odds.chance
        case CheckOdds() as odds:
            return odds.success
    return None


def _line(member: Member, reading: Reading | None = None) -> Line:
    """Make the row of a member before the roll."""
    if member.draft is None or reading is None:
        return Line((member.name, "", "", "", "", ""), refused=member.refused)
    chance = chance_of(reading)
    told = NONE if chance is None else percent(chance)
    return Line((member.name, minus(member.draft.base), _target(member.draft, reading), told, "", ""))


def _target(draft: Draft, reading: Reading) -> str:
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


def percent(chance: Fraction) -> str:
    """Write a chance in whole per cent; what is not certain never reads 0 or 100."""
    if 0 < chance < 1:
        return f"{min(99, max(1, round(float(chance) * 100)))}%"
    return f"{int(chance) * 100}%"


def _rolled(entry: Entry) -> Line:
    """Make the row of a roll, with its verdict as it stands."""
    told = telling_of(entry)
    if told is None:
        raise TypeError("an entry of the journal lacks dice")
    contest = isinstance(entry.result, Contest) and not told.own
    verdict = pill_of(told.grade, WINS[entry.verdict.winner]) if contest else told.pill
    target = told.target.removeprefix("TN ")
    cells = (entry.draft.name, minus(entry.draft.base), target, "", "".join(told.dice), verdict)
    return Line(cells, told.grade, told.dice)
