"""What an import brings: characters, each with an account of its source, and what could not be read."""

from msgspec import Struct

from gm_desk.core.blocks.found import Block
from gm_desk.core.roster import Character
from gm_desk.store.formats.accounts import Field


class Brought(Struct, frozen=True):
    """Hold a character that came in: the `system` it is of ("ep2"), and what became of every field of its source.

    `kind` says what it was ("Foundry actor (ep2e)"); a stat block read from text has its `block` instead of fields.
    """

    character: Character
    system: str
    kind: str
    came: tuple[Field, ...] = ()
    left: tuple[Field, ...] = ()
    block: Block | None = None


class Refused(Struct, frozen=True):
    """Say which part of a file was not read ("line 3", "actor “Guard Dog”"; nothing for the whole file), and why."""

    place: str
    why: str


Incoming = Brought | Refused
