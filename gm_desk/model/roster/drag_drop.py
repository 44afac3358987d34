"""Drag and drop in the roster: characters and groups as MIME data, and moving them to where they are dropped."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QMimeData

from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.selection_edits import move_group

MIME = "application/x-gm-desk-character"
GROUP_MIME = "application/x-gm-desk-group"


class RowPlace(Protocol):
    """The place of a row: a character or the heading of a group, and the group it belongs to."""

    @property
    def id(self) -> str:
        """The id of the character, or of the group for a heading."""
        ...

    @property
    def group(self) -> str:
        """The id of the group."""
        ...

    @property
    def heading(self) -> bool:
        """Whether the row is the heading of a group."""
        ...


def packed(dragged: Sequence[RowPlace]) -> QMimeData:
    """Return the MIME data of a group, if only its heading is dragged, or else of characters."""
    data = QMimeData()
    group = len(dragged) == 1 and dragged[0].heading
    data.setData(GROUP_MIME if group else MIME, "\n".join(one.id for one in dragged).encode())
    return data


def drop(document: RosterDocument, rows: Sequence[RowPlace], data: QMimeData, row: int, onto: int) -> None:
    """Move dragged rows into the gap above a row (−1: after the last), or onto a row (−1: onto none)."""
    if data.hasFormat(GROUP_MIME):
        _drop_group(document, rows, _unpacked(data, GROUP_MIME)[0], row, onto)
        return
    group, before = _gap(rows, row if onto < 0 else onto + 1)
    known = [character_id for character_id in _unpacked(data, MIME) if document.character(character_id)]
    if known:
        edits.move_characters(document, known, group, before)


def _drop_group(document: RosterDocument, rows: Sequence[RowPlace], group_id: str, row: int, onto: int) -> None:
    """Move a group into a gap between groups, or past the group on which it is dropped."""
    ids = [group.id for group in document.roster.groups]
    if group_id not in ids:
        return
    gap = onto + 1 if onto >= 0 else len(rows) if row < 0 else row
    inside = rows[onto].group if onto >= 0 else next((one.group for one in rows[gap : gap + 1] if not one.heading), "")
    before = next((one.id for one in rows[gap:] if one.heading), "")
    if inside in ids and ids.index(inside) < ids.index(group_id):
        before = inside
    move_group(document, group_id, before)


def _gap(rows: Sequence[RowPlace], row: int) -> tuple[str, str]:
    """Return the group of the gap above a row (−1: after the last), and the id of the character below the gap."""
    if not rows:
        return "", ""
    gap = len(rows) if row < 0 else max(row, int(rows[0].heading))
    below = rows[gap : gap + 1]
    return rows[: max(gap, 1)][-1].group, next((one.id for one in below if not one.heading), "")


def _unpacked(data: QMimeData, mime: str) -> list[str]:
    return bytes(data.data(mime).data()).decode("utf-8", "replace").split("\n")
