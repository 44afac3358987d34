"""Adding imported characters to the open roster, adapted to its system and under free names."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from gm_desk.core.characters.conversion import convert, renamed_skills, unconverted_parts
from gm_desk.core.characters.naming import Names
from gm_desk.core.characters.roster import Character, NewId, beside_gangs, name_or_count
from gm_desk.core.systems.definition import System
from gm_desk.model.exchange.placing import Destination, names_apart, parts_of
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.exchange.accounts import ImportedCharacter


class Fitted(Struct, frozen=True):
    """A character adapted to a roster's system, and the parts that went to its notes instead ("rep, ware").

    `renamed` are its skills that have another name there, each with that name.
    """

    character: Character
    left: str = ""
    renamed: str = ""


def fitted(character: Character, system: str, to: System, systems: Mapping[str, System], new_id: NewId) -> Fitted:
    """Return a character adapted to another system; within the same system it stays as it is."""
    own = systems.get(system)
    if own is None or own.id == to.id:
        return Fitted(character)
    copy, lines = convert(character, own, to, new_id)
    return Fitted(copy, unconverted_parts(lines), renamed_skills(lines))


def add_all(
    document: RosterDocument, imported: Sequence[ImportedCharacter], systems: Mapping[str, System], place: Destination
) -> list[str]:
    """Add characters as one step, under free names; return their ids, none if the roster refused the change.

    They are inserted after `place`, or with the rest of their gang.
    """
    over = document.character(place.over)
    bare = over if over is not None and over.bare else None
    roster, group = document.roster, place.group
    if place.named:
        roster, group = edits.with_group_named(document, place.named)
    names = Names(one.name for one in roster.characters if one is not bare)
    group = group if roster.group(group) else ""
    adapted = (fitted(one.character, one.system, document.system, systems, document.new_id) for one in imported)
    several = (_several(one.character, document, apart=place.apart) for one in adapted)
    added = [structs.replace(one, name=names.settle(one.name), group=group) for row in several for one in row]
    if not added:
        return []
    characters = list(roster.characters)
    after = place.after if bare is None else bare.id
    at = next((number for number, one in enumerate(characters, 1) if one.id == after), len(characters))
    if bare is not None:
        added[0] = _filled(bare, added[0])
    characters[at - (bare is not None) : at] = added
    about = added[0].id if len(added) == 1 else ""
    changed = beside_gangs(structs.replace(roster, characters=tuple(characters)), {one.id for one in added})
    return [one.id for one in added] if document.change(changed, f"add {name_or_count(added)}", about) else []


def _several(character: Character, document: RosterDocument, *, apart: bool) -> list[Character]:
    """Return the characters that a row becomes: one, or as many as it stands for, each with its own damage."""
    if not apart or parts_of(character) == 1:
        return [character]
    single = structs.replace(character, number=1)
    first, *others = names_apart(character)
    return [structs.replace(single, name=first), *(single.copied(name, document.new_id) for name in others)]


def _filled(bare: Character, read: Character) -> Character:
    """Return an imported character with the place and the head of one whose card is empty."""
    head = {name: getattr(read, name) or getattr(bare, name) for name in ("concept", "tags", "motivations", "portrait")}
    kind = bare.kind if bare.kind == "pc" else read.kind
    group = read.group or bare.group
    return structs.replace(read, id=bare.id, group=group, kind=kind, colour=read.colour or bare.colour, **head)
