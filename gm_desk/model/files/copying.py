"""Copying characters to a roster that is not open: its file is read, added to and written."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from gm_desk.core.characters.conversion import convert, unconverted_parts
from gm_desk.core.characters.roster import Character, Roster, name_or_count, numbered
from gm_desk.core.errors import RulesError
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.rosters.files import read_roster, write_roster
from gm_desk.store.shipped import load_system


def copy_characters(document: RosterDocument, ids: Sequence[str], path: Path) -> str:
    """Copy characters of the open roster to the file of another one; return a message on the result.

    Raise UnreadableFileError, UnwritableFileError, or RulesError if the file is that of the open roster; nothing is
    changed then.
    """
    roster = read_roster(path)
    if roster.id == document.roster.id:
        raise RulesError("roster", f"“{roster.name}” is the roster that is open: duplicate the character instead")
    system, left = load_system(roster.system), list[str]()
    found = [one for one in map(document.character, ids) if one is not None]
    for one in found:
        copy, lines = convert(one, document.system, system, document.new_id)
        roster = roster.with_character(_adapted(copy, one, document.roster, roster))
        left += lines
    write_roster(path, roster)
    message = f"{name_or_count(found)} copied to “{roster.name}”."
    kept = f" Values without a field in {system.name} are in the notes there: {unconverted_parts(left)}."
    return message + (kept if left else "")


def _adapted(copy: Character, original: Character, here: Roster, there: Roster) -> Character:
    """Return a copy with a name that is free in the other roster, in the group of the same name, if any."""
    own = here.group(original.group)
    same = [group.id for group in there.groups if own and group.name.casefold() == own.name.casefold()]
    taken = {one.name for one in there.characters}
    name = numbered(copy.name, taken) if copy.name in taken else copy.name
    return structs.replace(copy, name=name, group=same[0] if same else "")
