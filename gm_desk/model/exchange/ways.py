"""The ways in and out that a window is given: how text is read, files are brought in, and characters are spelt."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from gm_desk.core.characters.roster import Character, NewId
from gm_desk.core.stat_blocks.source import Pasted
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Incoming


class Stream(Protocol):
    """Give the parts of a file one after another, and count them."""

    @property
    def total(self) -> int:
        """Say how many parts there are."""

    @property
    def done(self) -> int:
        """Say how many were read."""

    def __iter__(self) -> Iterator[Incoming]:
        """Give the parts."""


class Reads(Protocol):
    """Read the stat blocks of a text, of a system or of the one that each is recognised as."""

    def __call__(self, text: str, systems: Sequence[System], new_id: NewId, system: str = "") -> Pasted:
        """Give what was read."""


class ExchangeWays(Struct, frozen=True):
    """Hold the ways: `spell` takes the characters, their system and the name of a shape ("md")."""

    read: Reads
    looks_like: Callable[[str], bool]
    bring: Callable[[Path, Sequence[System], NewId], Stream]
    spell: Callable[[Sequence[Character], System, str], bytes]
