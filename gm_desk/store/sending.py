"""Characters on their way out: as a roster of ours, as text, or for a web tabletop."""

import hashlib
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from gm_desk.core.roster import Character, Roster
from gm_desk.core.systems.system import System
from gm_desk.store.rosters import encode_roster

EP2 = "ep2"


class Shape(StrEnum):
    """Name what characters can be sent out as."""

    ROSTER = "json"
    MARKDOWN = "md"
    PLAIN = "txt"
    EP2E = "ep2e"
    ECLIPSEPHASE = "eclipsephase"

    @property
    def is_foundry(self) -> bool:
        """Tell whether it is an actor of Foundry, one a file."""
        return self in {Shape.EP2E, Shape.ECLIPSEPHASE}

    @property
    def suffix(self) -> str:
        """Give how the names of its files end."""
        return ".json" if self.is_foundry else f".{self}"


def shapes_of(system: System) -> list[Shape]:
    """List what characters of a system can be sent out as."""
    return [shape for shape in Shape if system.id == EP2 or not shape.is_foundry]


def spelt(characters: Sequence[Character], system: System, shape: Shape) -> bytes:
    """Give the bytes of a file of characters; of Foundry's, several are a pack with one a line."""
    match shape:
        case Shape.ROSTER:
            return _roster(characters, system)
        case Shape.MARKDOWN:
            from gm_desk.core.blocks.markdown import markdown_of

            return "\n".join(markdown_of(one, system).rstrip("\n") + "\n" for one in characters).encode()
        case Shape.PLAIN:
            from gm_desk.core.blocks.plain import plain_of

            return "\n".join(plain_of(one, system).rstrip("\n") + "\n" for one in characters).encode()
        case Shape.EP2E:
            from gm_desk.store.formats.foundry.ep2e import ep2e_of

            return _json([ep2e_of(one) for one in characters])
        case Shape.ECLIPSEPHASE:
            from gm_desk.store.formats.foundry.eclipsephase import eclipsephase_of

            return _json([eclipsephase_of(one) for one in characters])


def _roster(characters: Sequence[Character], system: System) -> bytes:
    """Give a roster without groups, named after who is in it; the same characters always give the same."""
    alone = tuple(msgspec.structs.replace(one, group="") for one in characters)
    name = characters[0].name if len(characters) == 1 else f"{len(characters)} characters"
    digest = hashlib.sha256(msgspec.json.encode(alone)).hexdigest()
    return encode_roster(Roster(id=digest[:16], name=name, system=system.id, characters=alone))


def _json(actors: Sequence[dict[str, object]]) -> bytes:
    """Give one actor as JSON to be read, several as lines."""
    if len(actors) == 1:
        return msgspec.json.format(msgspec.json.encode(actors[0]), indent=2) + b"\n"
    return b"".join(msgspec.json.encode(one) + b"\n" for one in actors)
