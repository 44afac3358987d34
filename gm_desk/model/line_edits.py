"""The parts of a stat block that are typed as one line, armor and movement, each change one undo step with a name."""

from collections.abc import Sequence

from msgspec import structs

from gm_desk.core.roster import Character
from gm_desk.core.text.armor_line import armor_hint, read_armor, write_armor
from gm_desk.core.text.movement_line import MOVEMENT_HINT, read_movement, write_movement
from gm_desk.model.document import RosterDocument

LINES = ("armor", "movement")
"""The kinds of sections that are one line."""


def line_of(document: RosterDocument, kind: str, character: Character) -> str:
    """Write the line that a section shows of a character."""
    if kind == "armor":
        return write_armor(character.armor, armor_kinds(document))
    return write_movement(character.movement)


def with_line(document: RosterDocument, kind: str, character: Character, text: str) -> Character:
    """Give the character with what was typed as a line; nothing typed takes it away. Raises RulesError."""
    if kind == "armor":
        return structs.replace(character, armor=read_armor(text, armor_kinds(document), character.armor))
    return structs.replace(character, movement=read_movement(text, character.movement))


def set_line(document: RosterDocument, character_id: str, kind: str, text: str) -> None:
    """Set armor or movement from what was typed."""
    character = document.character(character_id)
    if character is not None:
        after = with_line(document, kind, character, text)
        document.change_character(after, f"set {kind} of {character.name}")


def hint_of(document: RosterDocument, kind: str) -> str:
    """Say how a line is typed."""
    return armor_hint(armor_kinds(document)) if kind == "armor" else MOVEMENT_HINT


def armor_kinds(document: RosterDocument) -> Sequence[str]:
    """List the kinds of armor that the system knows, in the order they are written."""
    return [stat.key for part in document.system.sections if part.kind == "armor" for stat in part.stats]
