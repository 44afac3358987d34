"""Characters that came from outside, on their way into the roster: all of them in one undo step with a name."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs

from gm_desk.core.carrying import carried, what_is_left
from gm_desk.core.naming import Names
from gm_desk.core.roster import Character, NewId
from gm_desk.core.systems.system import System
from gm_desk.model.document import RosterDocument
from gm_desk.store.formats.incoming import Brought


class Place(Struct, frozen=True):
    """Say into which group characters go, and behind whom; nothing is no group, and the end."""

    group: str = ""
    after: str = ""


class Fitted(Struct, frozen=True):
    """Hold a character as it fits a roster, and the parts that went to its notes for want of a place ("rep, ware")."""

    character: Character
    left: str = ""


def fitted(character: Character, system: str, to: System, systems: Mapping[str, System], new_id: NewId) -> Fitted:
    """Make a character fit a roster of another system; within one system it stays as it is."""
    own = systems.get(system)
    if own is None or own.id == to.id:
        return Fitted(character)
    copy, lines = carried(character, own, to, new_id)
    return Fitted(copy, what_is_left(lines))


def add_all(
    document: RosterDocument, brought: Sequence[Brought], systems: Mapping[str, System], place: Place
) -> list[str]:
    """Add characters as one step, under names that are not taken; gives their ids, none where nothing may change."""
    roster, names = document.roster, Names(one.name for one in document.roster.characters)
    group = place.group if roster.group(place.group) else ""
    added = [_settled(one, document, systems, names, group) for one in brought]
    if not added:
        return []
    characters = list(roster.characters)
    at = next((number for number, one in enumerate(characters, 1) if one.id == place.after), len(characters))
    characters[at:at] = added
    about = added[0].id if len(added) == 1 else ""
    after = structs.replace(roster, characters=tuple(characters))
    return [one.id for one in added] if document.change(after, f"add {counted(added)}", about) else []


def counted(several: Iterable[Character]) -> str:
    """Name one character, or count several."""
    found = list(several)
    return found[0].name if len(found) == 1 else f"{len(found):,} characters"


def _settled(
    one: Brought, document: RosterDocument, systems: Mapping[str, System], names: Names, group: str
) -> Character:
    """Give a character as the roster takes it."""
    character = fitted(one.character, one.system, document.system, systems, document.new_id).character
    return structs.replace(character, name=names.settle(character.name), group=group)
