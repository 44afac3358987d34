"""The changes a GM makes to the words of a card: who somebody is, what they have, and their rep.

Each is one undo step with a name; bad input is refused (RulesError) before anything has changed.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import structs

from gm_desk.core.characters.roster import MOST_RATING, Body, Character, clean
from gm_desk.core.notation import numbers
from gm_desk.core.notation.armor import armor_hint, kinds_of, read_armor, write_armor
from gm_desk.core.notation.lists import read_list
from gm_desk.core.notation.movement import MOVEMENT_HINT, read_movement, write_movement
from gm_desk.core.notation.points import is_amounts_line, read_amounts
from gm_desk.model.roster.document import RosterDocument

MOST_ALIKE = 9999
MORPH = "morph"
BODIES: Mapping[str, Body] = {"biomorph": "biomorph", "synthmorph": "synthmorph", MORPH: ""}

ListField = Literal["motivations", "tags", "ware", "gear", "traits"]


def set_morph(document: RosterDocument, character_id: str, text: str) -> None:
    """Name a morph; "Case synthmorph" says what kind of body it is too."""
    words = clean(text).split()
    body = BODIES.get(words[-1].casefold()) if words else None
    morph = " ".join(words if body is None else words[:-1])
    _change(document, character_id, "morph", morph=morph, **({"body": body} if body else {}))


def set_body(document: RosterDocument, character_id: str, body: Body) -> None:
    """Say whether a body is grown or built, or neither."""
    _change(document, character_id, "body", body=body)


def set_threat_level(document: RosterDocument, character_id: str, name: str) -> None:
    """Say how dangerous somebody is."""
    _change(document, character_id, "threat level", threat_level=name)


def set_colour(document: RosterDocument, character_id: str, colour: str) -> None:
    """Choose the colour of somebody's initials, "#rrggbb", or none."""
    _change(document, character_id, "colour", colour=colour)


def set_portrait(document: RosterDocument, character_id: str, portrait: str) -> None:
    """Show somebody by a portrait that is kept under this hash, or by their initials again."""
    _change(document, character_id, "portrait", portrait=portrait)


def set_number(document: RosterDocument, character_id: str, text: str) -> None:
    """Say how many of them there are; nothing typed makes it one."""
    _change(document, character_id, "number", number=read_number(text))


def read_number(text: str) -> int:
    """Read how many of them there are, 1 to 9999."""
    typed = text.strip().removeprefix("×").strip()
    return numbers.read_number("number", typed, MOST_ALIKE, 1) if typed else 1


def set_items(document: RosterDocument, character_id: str, field: ListField, name: str, text: str) -> None:
    """Write one of a character's lists from a line or several; `name` is what the system calls it."""
    _change(document, character_id, name.casefold(), **{field: read_list(text)})


def set_rep(document: RosterDocument, character_id: str, network: str, text: str) -> None:
    """Set the rep in a network from what was typed; nothing typed takes it away.

    Rep in several networks is set by a line like "c-rep 40, g-rep 60".
    """
    character = document.character(character_id)
    if character is not None:
        scores = read_rep(document, character, network, text)
        typed = {key: score for key, score in scores.items() if score is not None}
        others = {key: old for key, old in character.rep.items() if scores.get(key, old) is not None}
        what = f"{next(iter(scores))}-rep" if len(scores) == 1 else "rep"
        _change(document, character_id, what, rep={**others, **typed})


def read_rep(document: RosterDocument, character: Character, network: str, text: str) -> dict[str, int | None]:
    """Read the score of a network, or a line that names several; nothing typed is none."""
    amounts = {network: text}
    if is_amounts_line(text):
        known = dict.fromkeys((*document.system.networks, *character.rep))
        names = {name.casefold(): one for one in known for name in (one, f"{one}-rep", f"{one} rep")}
        amounts = read_amounts(text, names)
    return {key: numbers.read_number("rep", one, MOST_RATING) if one.strip() else None for key, one in amounts.items()}


def _change(document: RosterDocument, character_id: str, what: str, **changes: Any) -> None:
    character = document.character(character_id)
    if character is not None:
        document.change_character(structs.replace(character, **changes), f"set {what} of {character.name}")


LINES = ("armor", "movement")
"""The kinds of sections that are one line."""


def line_of(document: RosterDocument, kind: str, character: Character) -> str:
    """Write the line that a section shows of a character."""
    if kind == "armor":
        return write_armor(character.armor, kinds_of(document.system))
    return write_movement(character.movement)


def with_line(document: RosterDocument, kind: str, character: Character, text: str) -> Character:
    """Give the character with what was typed as a line; nothing typed takes it away. Raises RulesError."""
    if kind == "armor":
        return structs.replace(character, armor=read_armor(text, kinds_of(document.system), character.armor))
    return structs.replace(character, movement=read_movement(text, character.movement))


def set_line(document: RosterDocument, character_id: str, kind: str, text: str) -> None:
    """Set armor or movement from what was typed."""
    character = document.character(character_id)
    if character is not None:
        after = with_line(document, kind, character, text)
        document.change_character(after, f"set {kind} of {character.name}")


def hint_of(document: RosterDocument, kind: str) -> str:
    """Say how a line is typed."""
    return armor_hint(kinds_of(document.system)) if kind == "armor" else MOVEMENT_HINT
