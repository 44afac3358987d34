"""Edits of a roster's groups, each an undo step: their colour and order."""

import re

from msgspec import structs

from gm_desk.core.characters.roster import Group
from gm_desk.core.errors import RulesError
from gm_desk.model.roster.document import RosterDocument

COLOURS = {
    "Blue": "#4a80b5",
    "Teal": "#2f8a82",
    "Green": "#4f8a4b",
    "Ochre": "#a07a2c",
    "Orange": "#c06a35",
    "Red": "#c25a66",
    "Violet": "#8f6bb8",
    "Grey": "#7b8490",
}
"""Colours that are readable in the dark and the light theme."""


def set_colour(document: RosterDocument, group_id: str, colour: str) -> None:
    """Set the colour of a group, "#rrggbb" or "" for none; raise RulesError for any other text."""
    group = _group(document, group_id)
    if colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise RulesError("colour", f"“{colour}” is not a colour like #4a80b5")
    after = document.roster.with_group(structs.replace(group, colour=colour))
    document.change(after, f"set colour of {group.name}")


def move_group(document: RosterDocument, group_id: str, before: str = "") -> None:
    """Move a group before another one, or to the end."""
    group = _group(document, group_id)
    if before == group_id:
        return
    others = [one for one in document.roster.groups if one.id != group_id]
    place = next((place for place, one in enumerate(others) if one.id == before), len(others))
    others.insert(place, group)
    document.change(structs.replace(document.roster, groups=tuple(others)), f"move group {group.name}")


def shift_group(document: RosterDocument, group_id: str, steps: int) -> None:
    """Move a group up (negative `steps`) or down, as far as possible."""
    ids = [one.id for one in document.roster.groups if one.id != group_id]
    place = max(0, place_of(document, group_id) + steps)
    move_group(document, group_id, next(iter(ids[place:]), ""))


def place_of(document: RosterDocument, group_id: str) -> int:
    """Return the position of a group, from 0."""
    return document.roster.groups.index(_group(document, group_id))


def _group(document: RosterDocument, group_id: str) -> Group:
    group = document.roster.group(group_id)
    if group is None:
        raise RulesError("group", "it is no longer in the roster")
    return group
