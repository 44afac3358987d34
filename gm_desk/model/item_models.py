"""What item models share: the roles that delegates read, and changes of rows in Qt's own steps."""

import sys
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from enum import IntEnum
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """Item roles of the models; the comment on each says what it returns."""

    ID = Qt.ItemDataRole.UserRole + 1  # str
    NAME = Qt.ItemDataRole.UserRole + 2  # str
    DETAIL = Qt.ItemDataRole.UserRole + 3  # str: concept, linked aptitude, count
    NUMBER = Qt.ItemDataRole.UserRole + 4  # str: rating, as it is shown
    HEADING = Qt.ItemDataRole.UserRole + 5  # bool: the row is a group
    INITIALS = Qt.ItemDataRole.UserRole + 6  # str
    HUE = Qt.ItemDataRole.UserRole + 7  # int: the avatar's colour, 0 to 359, or −1 for none
    LEFT = Qt.ItemDataRole.UserRole + 21  # Fraction: the part of the health bar that is left, None without a bar
    MARKS = Qt.ItemDataRole.UserRole + 22  # str: wounds and the modifier they impose, "●● −20"
    CONDITIONS = Qt.ItemDataRole.UserRole + 24  # tuple[str, ...]: conditions in short, "Stunned 2"
    OUT = Qt.ItemDataRole.UserRole + 23  # bool: out of action
    TAIL = Qt.ItemDataRole.UserRole + 11  # str: muted text after the name, such as a skill's specialisations
    COLOUR = Qt.ItemDataRole.UserRole + 30  # str: a group's colour, "#rrggbb" or empty
    PORTRAIT = Qt.ItemDataRole.UserRole + 40  # str: the hash of a portrait, or empty
    BRIEF = Qt.ItemDataRole.UserRole + 41  # str: the short detail of a heading for little room
    FOLDED = Qt.ItemDataRole.UserRole + 31  # bool: the row is a group whose characters are hidden
    ACTING = Qt.ItemDataRole.UserRole + 50  # bool: the row of the acting character
    DIM = Qt.ItemDataRole.UserRole + 51  # bool: has acted, or is out
    PILLS = Qt.ItemDataRole.UserRole + 52  # tuple[str, ...]: conditions and states, "stunned 2"
    KIND = Qt.ItemDataRole.UserRole + 53  # str: the kind of a row of a scene: fighter, marker, extra, clock, heading
    IDS = Qt.ItemDataRole.UserRole + 54  # tuple[str, ...]: the characters of a row of a scene
    ROW = Qt.ItemDataRole.UserRole + 56  # SceneRow or Cell: all that a row shows, for painting
    PROGRESS = Qt.ItemDataRole.UserRole + 55  # tuple[int, int]: filled and all segments of a clock, None for others


Row = TypeVar("Row")
MOST_RUNS = 32
"""Maximum number of runs inserted or removed one by one; above it, rows are sorted and changed at the end."""
ROOT = QModelIndex()


def _nothing() -> None:
    """Do nothing."""


class RowChanges(Generic[Row]):
    """The steps from the rows of a model to other rows: removals, moves and insertions.

    `keys` identify the rows, in order; `follow` is called after each step, before Qt is notified of its end.
    """

    def __init__(
        self,
        model: QAbstractItemModel,
        rows: list[Row],
        keys: list[Hashable],
        follow: Callable[[], None] = _nothing,
    ) -> None:
        """Change two lists, of rows and of their keys, that belong to a model."""
        self._model = model
        self._rows = rows
        self._keys = keys
        self._follow = follow

    def become(self, wanted: list[Row], keys: list[Hashable]) -> None:
        """Turn the rows into other rows; changed content of a row must be announced by the caller."""
        if keys == self._keys:
            self._rows[:] = wanted
            self._follow()
            return
        latest = dict(zip(keys, wanted, strict=True))
        self._rows[:] = [latest.get(key, row) for key, row in zip(self._keys, self._rows, strict=True)]
        self._follow()
        gone, fresh = _runs(self._keys, latest), _runs(keys, set(self._keys))
        if len(gone) + len(fresh) > MOST_RUNS:
            self._change_at_the_end(wanted, keys)
        else:
            self._change_in_place(wanted, keys, gone, fresh)

    def _change_in_place(self, wanted: list[Row], keys: list[Hashable], gone: list[range], fresh: list[range]) -> None:
        """Remove each old run, sort the rest, and insert each new run."""
        for run in reversed(gone):
            self.remove(run.start, run.stop)
        new = {place for run in fresh for place in run}
        self._sort([key for place, key in enumerate(keys) if place not in new])
        for run in fresh:
            self.insert(run.start, wanted[run.start : run.stop], keys[run.start : run.stop])

    def _change_at_the_end(self, wanted: list[Row], keys: list[Hashable]) -> None:
        """Remove and insert at the end, and sort the rows before and after that."""
        stays, before = set(keys), set(self._keys)
        kept = [key for key in keys if key in before]
        self._sort([*kept, *(key for key in self._keys if key not in stays)])
        self.remove(len(kept), len(self._keys))
        if len(kept) < len(keys):
            new = [(row, key) for row, key in zip(wanted, keys, strict=True) if key not in before]
            self.insert(len(kept), [row for row, _ in new], [key for _, key in new])
            self._sort(keys)

    def remove(self, first: int, stop: int) -> None:
        """Remove the rows up to but excluding `stop`."""
        if first < stop:
            self._model.beginRemoveRows(ROOT, first, stop - 1)
            del self._rows[first:stop], self._keys[first:stop]
            self._follow()
            self._model.endRemoveRows()

    def insert(self, at: int, rows: Sequence[Row], keys: Sequence[Hashable]) -> None:
        """Insert rows."""
        if rows:
            self._model.beginInsertRows(ROOT, at, at + len(rows) - 1)
            self._rows[at:at] = rows
            self._keys[at:at] = keys
            self._follow()
            self._model.endInsertRows()

    def _sort(self, after: list[Hashable]) -> None:
        """Bring the rows into another order, with a single move if possible."""
        before = self._keys
        if before == after:
            return
        first = next(place for place, key in enumerate(after) if before[place] != key)
        stop = next(place for place in range(len(after), 0, -1) if before[place - 1] != after[place - 1])
        middle = before.index(after[first])
        if before[middle:stop] + before[first:middle] == after[first:stop]:
            self._model.beginMoveRows(ROOT, middle, stop - 1, ROOT, first)
            self._rows[first:stop] = self._rows[middle:stop] + self._rows[first:middle]
            self._keys[:] = after
            self._follow()
            self._model.endMoveRows()
        else:
            self._permute(after)

    def _permute(self, after: list[Hashable]) -> None:
        """Bring the rows into any other order."""
        model, before = self._model, [*self._keys]
        model.layoutAboutToBeChanged.emit()
        held = model.persistentIndexList()
        found = dict(zip(before, self._rows, strict=True))
        self._rows[:] = [found[key] for key in after]
        self._keys[:] = after
        self._follow()
        if held:
            where = dict(zip(after, range(len(after)), strict=True))
            model.changePersistentIndexList(held, [model.index(where[before[one.row()]], one.column()) for one in held])
        model.layoutChanged.emit()


def runs_of(places: Iterable[int], most: int = sys.maxsize) -> list[range]:
    """Return ascending places as runs of adjacent ones, at most this number of runs."""
    runs: list[range] = []
    for place in places:
        if runs and runs[-1].stop == place:
            runs[-1] = range(runs[-1].start, place + 1)
        elif len(runs) == most:
            break
        else:
            runs.append(range(place, place + 1))
    return runs


def _runs(keys: list[Hashable], others: Container[Hashable]) -> list[range]:
    """Return the runs of places whose keys are not among the others, at most one more than the limit."""
    return runs_of((place for place, key in enumerate(keys) if key not in others), MOST_RUNS + 1)
