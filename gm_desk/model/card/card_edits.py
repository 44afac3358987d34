"""The edits a GM makes to a card: to its text fields, identity, gear and rep, and those that are logged, by kind.

Each is one undo step with a name; bad input is refused (RulesError) before anything has changed.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.core.characters.roster import MORPH, MOST_RATING, Body, Character, clean
from gm_desk.core.notation import numbers
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.model.card.health_edits import HealthEdits
    from gm_desk.model.scene.conditions import ConditionEdits

MOST_ALIKE = 9999
BODIES: Mapping[str, Body] = {"biomorph": "biomorph", "synthmorph": "synthmorph", MORPH: ""}

ListField = Literal["motivations", "tags", "ware", "gear", "traits"]


def set_morph(document: RosterDocument, character_id: str, text: str) -> None:
    """Set the morph; "Case synthmorph" also sets the kind of body."""
    words = clean(text).split()
    body = BODIES.get(words[-1].casefold()) if words else None
    morph = " ".join(words if body is None else words[:-1])
    _change(document, character_id, "morph", morph=morph, **({"body": body} if body else {}))


def set_body(document: RosterDocument, character_id: str, body: Body) -> None:
    """Set the kind of body: biomorph, synthmorph or neither."""
    _change(document, character_id, "body", body=body)


def set_threat_level(document: RosterDocument, character_id: str, name: str) -> None:
    """Set the threat level of a character."""
    _change(document, character_id, "threat level", threat_level=name)


def set_colour(document: RosterDocument, character_id: str, colour: str) -> None:
    """Set the colour of a character's initials, "#rrggbb", or "" for none."""
    _change(document, character_id, "colour", colour=colour)


def set_portrait(document: RosterDocument, character_id: str, portrait: str) -> None:
    """Set the portrait by its hash; "" shows the initials again."""
    _change(document, character_id, "portrait", portrait=portrait)


def set_number(document: RosterDocument, character_id: str, text: str) -> None:
    """Set how many identical characters the card stands for; an empty text means one."""
    _change(document, character_id, "number", number=read_count(text))


def read_count(text: str) -> int:
    """Return a typed number of identical characters, 1 to 9999."""
    typed = text.strip().removeprefix("×").strip()
    return numbers.read_number("number", typed, MOST_ALIKE, 1) if typed else 1


def set_items(document: RosterDocument, character_id: str, field: ListField, name: str, text: str) -> None:
    """Set one of a character's lists from one or more lines; `name` is the system's name of the list."""
    from gm_desk.core.notation.lists import read_list

    _change(document, character_id, name.casefold(), **{field: read_list(text)})


def set_rep(document: RosterDocument, character_id: str, network: str, text: str) -> None:
    """Set the rep score in a network from typed text; an empty text removes it.

    A line like "c-rep 40, g-rep 60" sets the rep in several networks.
    """
    character = document.character(character_id)
    if character is not None:
        scores = read_rep(document, character, network, text)
        typed = {key: score for key, score in scores.items() if score is not None}
        others = {key: old for key, old in character.rep.items() if scores.get(key, old) is not None}
        what = f"{next(iter(scores))}-rep" if len(scores) == 1 else "rep"
        _change(document, character_id, what, rep={**others, **typed})


def read_rep(document: RosterDocument, character: Character, network: str, text: str) -> dict[str, int | None]:
    """Return the typed score of each network named, None for an empty one."""
    from gm_desk.core.notation.points import is_amounts_line, read_amounts

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


def line_of(document: RosterDocument, kind: str, character: Character) -> str:
    """Return the line that a section shows for a character."""
    from gm_desk.core.notation.armor import kinds_of, write_armor
    from gm_desk.core.notation.movement import write_movement

    if kind == "armor":
        return write_armor(character.armor, kinds_of(document.system))
    return write_movement(character.movement)


def with_line(document: RosterDocument, kind: str, character: Character, text: str) -> Character:
    """Return the character with a typed line applied; an empty one clears it. Raise RulesError for a bad line."""
    from gm_desk.core.notation.armor import kinds_of, read_armor
    from gm_desk.core.notation.movement import read_movement

    if kind == "armor":
        return structs.replace(character, armor=read_armor(text, kinds_of(document.system), character.armor))
    return structs.replace(character, movement=read_movement(text, character.movement))


def set_line(document: RosterDocument, character_id: str, kind: str, text: str) -> None:
    """Set armor or movement from a typed line."""
    character = document.character(character_id)
    if character is not None:
        after = with_line(document, kind, character, text)
        document.change_character(after, f"set {kind} of {character.name}")


def hint_of(document: RosterDocument, kind: str) -> str:
    """Return the hint on how to type a line."""
    from gm_desk.core.notation.armor import armor_hint, kinds_of
    from gm_desk.core.notation.movement import MOVEMENT_HINT

    return armor_hint(kinds_of(document.system)) if kind == "armor" else MOVEMENT_HINT


class CharacterEdits(QObject):
    """The edits of health and of conditions, each built when it is first used, which is after the start."""

    def __init__(
        self, document: RosterDocument, log: RollLog, secret: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        """Change the roster of `document`, and write to its `log`, secretly while the next roll would be `secret`."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._secret = secret

    @cached_property
    def health(self) -> "HealthEdits":
        """Damage and healing."""
        from gm_desk.model.card.health_edits import HealthEdits

        return HealthEdits(self._document, self._log, self._secret, self)

    @cached_property
    def conditions(self) -> "ConditionEdits":
        """Conditions."""
        from gm_desk.model.scene.conditions import ConditionEdits

        return ConditionEdits(self._document, self._log, self._secret, self)


LateEdits = Callable[[], CharacterEdits]
"""Returns the edits, which are built when they are first used."""
