"""What the model of the log answers to each role."""

from typing import Any

from PySide6.QtCore import Qt

from gm_desk.model.evenings import Evenings
from gm_desk.model.log_line import Column, Line
from gm_desk.model.log_rows import Kind

HEADINGS = ("Time", "Who", "What", "Net", "Target", "Dice", "Verdict", "Note")
FIRST = Qt.ItemDataRole.UserRole
GRADE = FIRST + 1  # Grade, which Qt hands on as its str, or None where the verdict has none
FACES = FIRST + 2  # tuple[str, ...], the dice to draw
STRUCK = FIRST + 3  # bool: the roll counts no longer
KIND = FIRST + 4  # int: a Kind
TAIL = FIRST + 5  # str: what stands quietly behind the words
PAST = FIRST + 6  # tuple[str, ...], the verdicts that stand no longer, oldest first
BY_HAND = FIRST + 7  # bool: the dice were typed
FOLDED = FIRST + 8  # bool: the row is an evening whose rolls do not show
ENTRY_ID = FIRST + 9  # str: the id of a roll; empty where the row is none
SESSION = FIRST + 10  # str: the evening of a row
WHOLE = FIRST + 11  # str: all that a cell says, also where there is no room for it
OPEN = FIRST + 12  # bool: the details of the roll stand below it
DAY = FIRST + 13  # str: the day of an evening, which it is called by while it has no name
FLAGS = {
    Kind.ROLL: Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable,
    Kind.HEADING: Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable,
    Kind.DETAILS: Qt.ItemFlag.NoItemFlags,
}


def of_line(line: Line, column: int, role: int) -> Any:
    """Answer for a cell of a roll."""
    if role == Qt.ItemDataRole.DisplayRole:
        return line.words(column)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return aloud(HEADINGS[column], line.whole(column))
    if role == WHOLE:
        return line.whole(column)
    if role == TAIL:
        return line.tails.get(Column(column), "")
    return _of_whole_line(line, role)


def aloud(heading: str, words: str) -> str:
    """Say what a cell holds and of what, each once ("Target 65"), and something of an empty one as well."""
    said = words.removeprefix("TN ").removeprefix(f"{heading.casefold()} ")
    return f"{heading} {said}" if said else f"No {heading.casefold()}"


def _of_whole_line(line: Line, role: int) -> Any:
    """Answer what is the same for all cells of a roll."""
    if role == GRADE:
        return line.grade
    if role == FACES:
        return line.faces
    if role == STRUCK:
        return line.struck
    if role == BY_HAND:
        return line.by_hand
    return line.past if role == PAST else None


def of_evening(evenings: Evenings, session: str, column: int, role: int, detail: str) -> Any:
    """Answer for a cell of an evening's heading, which spans the row."""
    if role == Qt.ItemDataRole.DisplayRole:
        return evenings.title(session) if column == 0 else ""
    if role == Qt.ItemDataRole.EditRole:
        return evenings.evening(session).name
    if role == TAIL:
        return detail
    if role == DAY:
        return evenings.day(session)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        folded = "folded" if session in evenings.folded else "unfolded"
        return ", ".join(part for part in ("Evening", evenings.title(session), detail, folded) if part)
    return None
